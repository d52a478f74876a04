"""Read the commands in a shell line, as far as they can be known without running it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from posixpath import basename, join, normpath
from typing import NamedTuple

from pytest_hydra.core.text import read_words

_WORDS = read_words(__file__, "shell_words.txt")
_DEEPEST = 8
_MOST_PIPED = 20  # texts
_OPERATORS = ("&&", "||", ";;", "|&", "|", ";", "&", "(", ")", "\n")
_REDIRECTIONS = (
    "<<<",
    "<<-",
    "<<",
    "<>",
    "<&",
    "<(",
    "<",
    "&>>",
    "&>",
    ">>",
    ">|",
    ">&",
    ">(",
    ">",
)


class Word(NamedTuple):
    """A word of a line. It is not ``clear`` if the shell replaces a part that is not known here."""

    text: str
    clear: bool = True


@dataclass(frozen=True, slots=True)
class Command:
    """A simple command: its words, without assignments and redirections.

    ``reads`` are the files of its standard input, and ``texts`` what else the line says of it: the
    words before a pipe, and here-documents. ``folder`` is the folder that the line changed to,
    relative to where it began; None if that is not known. ``runs_others``: what it runs is among
    the commands of the line, too.
    """

    words: tuple[Word, ...]
    reads: tuple[Word, ...] = ()
    texts: tuple[str, ...] = ()
    folder: str | None = ""
    runs_others: bool = False

    @property
    def program(self) -> str:
        """The name of the program, without its folder."""
        return basename(self.words[0].text).removesuffix(".exe")


class _Simple(NamedTuple):
    """The words of a simple command, the files that it reads, and its here-documents."""

    words: list[Word]
    reads: list[Word]
    texts: list[str]
    is_piped: bool = False
    """Whether its output is the input of the next one."""


@dataclass(slots=True)
class ShellLine:
    """The commands of a line; it is not ``clear`` if it may run others, which cannot be seen."""

    commands: list[Command] = field(default_factory=list)
    clear: bool = True
    folder: str | None = ""


def read_line(text: str, depth: int = 0, folder: str | None = "") -> ShellLine:
    """The commands of a shell line, also those inside of ``bash -c``, ``$(…)`` and ``xargs``."""
    line = ShellLine(folder=folder)
    if depth > _DEEPEST:
        line.clear = False
        return line
    reader = _LineReader(text)
    piped: list[str] = []
    seen: list[str] = []
    # A here-document is read at the end of its line.
    for simple in list(reader.simple_commands()):
        texts = [*piped, *simple.texts]
        _add(line, simple.words, simple.reads, texts, depth)
        texts += [word.text for word in simple.words[1:]]
        seen = [*seen, *texts][-_MOST_PIPED:]
        ends_group = not simple.words or simple.words[0].text in _WORDS["keywords"]
        piped = (seen if ends_group else texts[-_MOST_PIPED:]) if simple.is_piped else []
    for inner in reader.inner:
        _include(line, inner, depth)
    line.clear = line.clear and reader.clear
    return line


def _include(line: ShellLine, text: str, depth: int) -> None:
    inner = read_line(text, depth + 1, line.folder)
    line.commands += inner.commands
    line.clear = line.clear and inner.clear


def _add(
    line: ShellLine, words: list[Word], reads: list[Word], texts: Sequence[str], depth: int
) -> None:
    """Add a command, and those that it runs."""
    while words and words[0].text in _WORDS["keywords"] and words[0].clear:
        words = words[2 if words[0].text == "function" else 1 :]
    while words and _is_assignment(words[0].text):
        words = words[1:]
    if not words and any(read.text for read in reads):
        words = [Word("}")]  # the end of a loop or a group, whose commands read it
    if not words or words[0].text in _WORDS["lists"]:
        return  # `for x in …` runs nothing
    command = Command(tuple(words), tuple(reads), tuple(texts), line.folder)
    index = len(line.commands)
    line.commands.append(command)
    line.clear = line.clear and words[0].clear
    _add_what_it_runs(line, command, depth)
    line.commands[index] = replace(command, runs_others=len(line.commands) > index + 1)


def _add_what_it_runs(line: ShellLine, command: Command, depth: int) -> None:
    name, rest = command.program, [*command.words[1:]]
    if name == "cd":
        target = [word for word in rest if not word.text.startswith("-")][:1]
        is_known = line.folder is not None and target and target[0].clear
        line.folder = normpath(join(line.folder or "", target[0].text)) if is_known else None
    elif name in _WORDS["shells"]:
        others = [word for word in rest if not word.text.startswith("-")]
        if any(re.fullmatch("-[a-z]*c", word.text) for word in rest):
            _run(line, others[:1], depth)
        elif not others or any(not read.text for read in command.reads):
            line.clear = False  # it reads commands from its input
    elif name == "eval":
        _run(line, rest, depth)
    elif name in _WORDS["wrappers"]:
        while rest and (_is_option(rest[0].text) or _is_assignment(rest[0].text)):
            rest = rest[2 if f"{name}{rest[0].text}" in _WORDS["valued"] else 1 :]
        if rest and len(rest[0].text.split()) > 1:
            _run(line, rest, depth)  # env -S 'git push'
        elif rest:
            _add(line, rest, [], command.texts, depth)
    elif name == "find":
        for index, word in enumerate(rest):
            if word.text in ("-exec", "-execdir", "-ok", "-okdir") and rest[index + 1 :]:
                _add(line, rest[index + 1 :], [], (), depth)


def _run(line: ShellLine, words: list[Word], depth: int) -> None:
    if words and all(word.clear for word in words):
        _include(line, " ".join(word.text for word in words), depth)
    else:
        line.clear = False


def _is_assignment(text: str) -> bool:
    name, equals, _ = text.partition("=")
    return bool(equals) and name.removesuffix("+").isidentifier()


def _is_option(text: str) -> bool:
    """Whether it is an option of a wrapper, or the value of one: a number or a duration."""
    return text.startswith("-") or text.rstrip("smhdk").replace(".", "", 1).isdigit()


class _LineReader:
    """Splits a line into simple commands. ``inner`` are lines in it that run as well."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.inner: list[str] = []
        self.clear = True
        #: Here-documents that begin on the next line: the end, whether it is quoted, and the texts
        #: of the command.
        self.documents: list[tuple[str, bool, list[str]]] = []

    def simple_commands(self) -> Iterator[_Simple]:
        """The simple commands."""
        current = _Simple([], [], [])
        while self.at < len(self.text):
            char = self.text[self.at]
            if char in " \t\r" or self.text.startswith("\\\n", self.at):
                self.at += 1 + (char == "\\")
            elif char == "#":
                self.at = self._end("\n")
            elif (redirection := self._one_of(_REDIRECTIONS)) is not None:
                words = current.words
                if words and words[-1].text.isdigit() and self.text[self.at - 1].isdigit():
                    words.pop()  # the number of a file: 2>
                self._redirect(redirection, current)
            elif (operator := self._one_of(_OPERATORS)) is not None:
                self.at += len(operator)
                yield current._replace(is_piped=operator in ("|", "|&"))
                current = _Simple([], [], [])
                if operator == "\n":
                    self._skip_documents()
            else:
                current.words.append(self._word())
        yield current

    def _one_of(self, signs: tuple[str, ...]) -> str | None:
        return next((sign for sign in signs if self.text.startswith(sign, self.at)), None)

    def _end(self, sign: str) -> int:
        """Where the next such sign is, or the end of the text."""
        end = self.text.find(sign, self.at)
        return len(self.text) if end < 0 else end

    def _redirect(self, sign: str, command: _Simple) -> None:
        self.at += len(sign)
        if sign in ("<(", ">("):
            self.inner.append(self._until_closed())
            return
        while self.text[self.at : self.at + 1] in (" ", "\t"):
            self.at += 1
        start = self.at
        target = self._word()
        if sign in ("<<", "<<-"):
            is_quoted = self.text[start : self.at] != target.text
            self.documents.append((target.text, is_quoted, command.texts))
            command.reads.append(Word(""))
        elif sign == "<<<":
            command.texts.append(target.text)
            command.reads.append(Word(""))
        elif sign in ("<", "<>"):
            command.reads.append(target)

    def _skip_documents(self) -> None:
        for end, is_quoted, texts in self.documents:
            line = re.compile(rf"^\t*+{re.escape(end)}\t*+$", re.MULTILINE)
            match = line.search(self.text, self.at)
            body = self.text[self.at : match.start() if match else len(self.text)]
            texts.append(body)
            if not is_quoted and ("$(" in body or "`" in body):
                self.clear = False
            self.at = min(len(self.text), match.end() + 1) if match else len(self.text)
        self.documents.clear()

    def _word(self) -> Word:
        """The word that begins here; empty at an operator."""
        pieces: list[str] = []
        clear = True
        while self.at < len(self.text):
            char = self.text[self.at]
            if char in " \t\r\n;&|<>()":
                break
            self.at += 1
            if char == "\\":
                following = self.text[self.at : self.at + 1]
                pieces.append("" if following == "\n" else following)
                self.at += 1
            elif char == "'":
                end = self._end("'")
                pieces.append(self.text[self.at : end])
                self.at = end + 1
            elif char == '"':
                clear = self._quoted(pieces) and clear
            elif char in "$`":
                clear = self._expansion(char, pieces) and clear
            else:
                pieces.append(char)
        return Word("".join(pieces), clear)

    def _quoted(self, pieces: list[str]) -> bool:
        """Read up to the closing quote; whether all of it is known."""
        clear = True
        while self.at < len(self.text):
            char = self.text[self.at]
            self.at += 1
            if char == '"':
                return clear
            if char == "\\" and self.text[self.at : self.at + 1] in ("$", "`", '"', "\\", "\n"):
                following = self.text[self.at]
                pieces.append("" if following == "\n" else following)
                self.at += 1
            elif char in "$`":
                clear = self._expansion(char, pieces) and clear
            else:
                pieces.append(char)
        return clear

    def _expansion(self, char: str, pieces: list[str]) -> bool:
        """Read what the shell replaces; whether it is a plain character after all."""
        if char == "`":
            end = self._end("`")
            self.inner.append(self.text[self.at : end])
            pieces.append("`…`")
            self.at = end + 1
            return False
        following = self.text[self.at : self.at + 1]
        if following == "(":
            self.at += 1
            inner = self._until_closed()
            if not inner.startswith("("):  # $((…)) calculates
                self.inner.append(inner)
            pieces.append("$(…)")
        elif following == "{":
            end = self._end("}")
            pieces.append(self.text[self.at - 1 : end + 1])
            self.at = end + 1
        elif following.isalnum() or following in ("_", "@", "*", "#", "?", "!", "$"):
            start = self.at
            self.at += 1
            while (following.isalpha() or following == "_") and (
                self.text[self.at : self.at + 1].isalnum() or self.text.startswith("_", self.at)
            ):
                self.at += 1
            pieces.append(f"${self.text[start : self.at]}")
        elif following == "'":
            self.at += 1
            end = self._end("'")
            pieces.append(self.text[self.at : end])
            self.at = end + 1
        else:
            pieces.append("$")
            return True
        return False

    def _until_closed(self) -> str:
        """The text up to the parenthesis that closes one which was read."""
        start, depth = self.at, 1
        while self.at < len(self.text):
            char = self.text[self.at]
            self.at += 1
            if char == "\\":
                self.at += 1
            elif char in "'\"":
                self.at = self._end(char) + 1
            elif char in "()":
                depth += 1 if char == "(" else -1
                if not depth:
                    return self.text[start : self.at - 1]
        self.clear = False
        return self.text[start:]
