"""Whether a command line begins with the words of a demand, and has its options."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from itertools import takewhile
from posixpath import basename
from typing import NamedTuple

from pytest_hydra.core.text import read_words

WORDS = read_words(__file__, "shell_words.txt")
_SAME = dict(entry.rsplit("=", 1) for entry in WORDS["same"])
# Further options are not looked at: what they are is not known.
_MOST_OPTIONS = 20
_LONGEST_LETTERS = 6


class Word(NamedTuple):
    """A word of a line. It is not ``clear`` if the shell may put something else there."""

    text: str
    clear: bool = True


class CommandPattern(NamedTuple):
    """A program with the words that follow, and its options, in any order."""

    words: tuple[str, ...]
    options: tuple[str, ...]

    @property
    def program(self) -> str:
        """The name of the program, which may be a wildcard."""
        return basename(self.words[0])


def pattern_of(text: str) -> CommandPattern:
    """The pattern in a text that is not blank."""
    first, *rest = text.split()
    options = [word for word in rest if is_option(word)]
    return CommandPattern((first, *[w for w in rest if not is_option(w)]), tuple(options))


def begins(pattern: CommandPattern, words: Sequence[Word]) -> bool | None:
    """Whether a command begins with the words of a pattern, and has its options behind the first.

    None if a word of the command is not clear, or may be the value of an option.
    """
    fits, at = _names_program(pattern, words[0]), 1
    for part in pattern.words[1:]:
        if fits is False:
            return False
        found, at = _find(part, words, at)
        fits = found and fits
    if fits is False or pattern.options == ():
        return fits
    program, behind = program_name(words[0].text), words[at:]
    if program in WORDS["interpreters"]:
        behind = list(takewhile(lambda word: is_option(word.text), behind))
    texts = [word.text for word in (*words[1:at], *behind)]
    if not _has_options(pattern, [*filter(is_option, texts)], program):
        # What the shell puts there may be an option.
        return False if all(word.clear for word in behind) else None
    # Behind -- are operands, or options of another program.
    before = takewhile(lambda text: text != "--", texts)
    return fits if _has_options(pattern, [*filter(is_option, before)], program) else None


def _names_program(pattern: CommandPattern, word: Word) -> bool | None:
    first = pattern.words[0]
    text = word.text if "/" in first else program_name(word.text)
    return fits_word(first, text) if word.clear else None


def _find(part: str, words: Sequence[Word], at: int) -> tuple[bool | None, int]:
    """Whether a word follows, perhaps behind options, and the place behind it."""
    program, found = program_name(words[0].text), True
    for _ in range(_MOST_OPTIONS):
        if at >= len(words):
            return False, at
        word = words[at]
        if not word.clear:
            return None, at
        if fits_word(part, word.text):
            return found or None, at + 1
        if is_option(word.text) or word.text.startswith("+"):  # cargo +nightly
            at += 2 if f"{program}{word.text}" in WORDS["valued"] else 1
        elif program != "git" and at > 1 and is_option(words[at - 1].text):
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
        if not (is_among_letters or any(fits_word(option, text) for text in exact)):
            return False
    return True


def _letters(option: str, programs: Sequence[str]) -> set[str]:
    """The letters of a short option, or of the one that is the same as a long one."""
    is_short = option[1:].isalpha() and option.isascii() and len(option) <= _LONGEST_LETTERS
    parts = [f"-{letter}" for letter in option[1:]] if is_short else [option]
    same = [[f"{name}{part}" for name in programs if f"{name}{part}" in _SAME] for part in parts]
    found = [_SAME[keys[0]] if keys else part[1:] for keys, part in zip(same, parts, strict=True)]
    return {letter for letter in found if len(letter) == 1}


def is_option(text: str) -> bool:
    """Whether a word is an option; - alone is a file."""
    return text.startswith("-") and text != "-"


def program_name(text: str) -> str:
    """The name of a program, without its folder."""
    return basename(text).removesuffix(".exe")


def fits_word(part: str, text: str) -> bool:
    """Whether a word fits that of a pattern, in which * is a wildcard."""
    return fnmatchcase(text, part.replace("[", "[[]"))
