"""Which commands of a shell line fit a pattern, and which may run such a command."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from itertools import takewhile
from posixpath import basename
from typing import NamedTuple

from pytest_hydra.core.text import read_words
from pytest_hydra.scenarios.expect.shell_lines import Command, Word

_WORDS = read_words(__file__, "shell_words.txt")
_SAME = dict(entry.rsplit("=", 1) for entry in _WORDS["same"])
_INERT = frozenset(
    [*_WORDS["silent"], *_WORDS["readers"], *_WORDS["inert"], *[f"git-{n}" for n in _WORDS["git"]]]
)
# Further places and options are not looked at: what they are is not known.
_MOST_PLACES = 50
_MOST_OPTIONS = 20
# Short options, of a letter each.
_LETTERS = re.compile(r"-[A-Za-z]{1,5}")
# What may be a word of a command in a word or a text, and what is between commands.
_PIECE = re.compile(r"[;|]|[^\s'\"`,;&|=:@!()\[\]{}<>\\\\]+")


class CommandPattern(NamedTuple):
    """A program with the words that follow, and its options, in any order."""

    words: tuple[str, ...]
    options: tuple[str, ...]


def pattern_of(text: str) -> CommandPattern:
    """The pattern in a text that is not blank."""
    first, *rest = text.split()
    options = [word for word in rest if is_option(word)]
    return CommandPattern((first, *[w for w in rest if not is_option(w)]), tuple(options))


def begins(pattern: CommandPattern, words: Sequence[Word], start: int = 0) -> bool | None:
    """Whether a command begins with the words of a pattern, and has its options behind the first.

    None if a word of the command is not clear, or may be the value of an option.
    """
    fits, at = _names_program(pattern, words[start]), start + 1
    for part in pattern.words[1:]:
        if fits is False:
            return False
        found, at = _find(part, words, at, start)
        fits = found and fits
    if fits is False or pattern.options == ():
        return fits
    program, behind = _program_name(words[start].text), words[at:]
    if program in _WORDS["runners"] or program in _WORDS["wrappers"]:
        # Options behind another word are those of what it runs.
        behind = list(takewhile(lambda word: is_option(word.text), behind))
    given = [word.text for word in (*words[start + 1 : at], *behind) if is_option(word.text)]
    if _has_options(pattern, given, program):
        return fits
    # What the shell puts there may be an option.
    is_known = all(word.clear or word.text[:1] not in ("$", "`") for word in behind)
    return False if is_known else None


def _names_program(pattern: CommandPattern, word: Word) -> bool | None:
    first = pattern.words[0]
    text = word.text if "/" in first else _program_name(word.text)
    return _fits_word(first, text) if word.clear else None


def _find(part: str, words: Sequence[Word], at: int, start: int) -> tuple[bool | None, int]:
    """Whether a word follows, perhaps behind options, and the place behind it."""
    program, found = _program_name(words[start].text), True
    for _ in range(_MOST_OPTIONS):
        if at >= len(words):
            return False, at
        word = words[at]
        if not word.clear:
            return None, at
        if _fits_word(part, word.text):
            return found or None, at + 1
        if is_option(word.text) or word.text.startswith("+"):  # cargo +nightly
            at += 2 if f"{program}{word.text}" in _WORDS["valued"] else 1
        elif program != "git" and at > start + 1 and is_option(words[at - 1].text):
            at, found = at + 1, False  # it may be the value of that option
        else:
            return False, at
    return None, at


def _has_options(pattern: CommandPattern, given: Sequence[str], program: str) -> bool:
    """Whether all options are given; those of a letter may be together, and in any order."""
    programs = (program, "-".join((program, *pattern.words[1:2])))
    exact = {*given, *[text.partition("=")[0] for text in given]}
    letters = {letter for text in given for letter in _letters(text, programs)}
    for option in pattern.options:
        wanted = _letters(option, programs)
        is_among_letters = bool(wanted) and wanted <= letters
        if not (is_among_letters or any(_fits_word(option, text) for text in exact)):
            return False
    return True


def _letters(option: str, programs: Sequence[str]) -> set[str]:
    """The letters of a short option, or of the one that is the same as a long one."""
    parts = [f"-{letter}" for letter in option[1:]] if _LETTERS.fullmatch(option) else [option]
    same = [[f"{name}{part}" for name in programs if f"{name}{part}" in _SAME] for part in parts]
    found = [_SAME[keys[0]] if keys else part[1:] for keys, part in zip(same, parts, strict=True)]
    return {letter for letter in found if len(letter) == 1}


def is_option(text: str) -> bool:
    """Whether a word is an option; - alone is a file."""
    return text.startswith("-") and text != "-"


def _program_name(text: str) -> str:
    return basename(text).removesuffix(".exe")


def _fits_word(part: str, text: str) -> bool:
    return fnmatchcase(text, part.replace("[", "[[]"))


def may_run(pattern: CommandPattern, command: Command) -> bool:
    """Whether the words of a pattern are among those of a program that may run them."""
    if command.runs_others or is_inert(command):
        return False
    words, places = pieces(command), 0
    for at, word in enumerate(words):
        # Of the paths, those of programs.
        may_be_program = "/" not in word.text or "bin/" in word.text or "/" in pattern.words[0]
        if word.clear and may_be_program and _names_program(pattern, word):
            places += 1
            if places > _MOST_PLACES or begins(pattern, words, at) is not False:
                return True
    return False


def is_inert(command: Command) -> bool:
    """Whether a program runs none of its words, and nothing of its input."""
    name, words = program_of(command)
    others = [word.text for word in words if not is_option(word.text)][:1]
    names = {name, command.program, *[f"{command.program}-{sub}" for sub in others]}
    return command.program not in _WORDS["runners"] and not _INERT.isdisjoint(
        (*names, *[f"-{sub}" for sub in others])
    )


@lru_cache(maxsize=512)
def pieces(command: Command) -> tuple[Word, ...]:
    """The words in the words of a command, and in its input."""
    texts = [(word.text, word.clear) for word in command.words]
    return tuple(
        [
            Word(piece, clear or ("$" not in piece and "…" not in piece))
            for text, clear in (*texts, *[(text, True) for text in command.texts])
            for piece in _PIECE.findall(text)
        ]
    )


def program_of(command: Command) -> tuple[str, list[Word]]:
    """The name of the program, with that of git's subcommand, and its arguments."""
    name, words = command.program, [*command.words[1:]]
    if name == "git":
        while words and is_option(words[0].text):
            words = words[2 if f"git{words[0].text}" in _WORDS["valued"] else 1 :]
        name = f"git-{words[0].text}" if words else name
    return name, words
