"""Read shell lines that are plain: simple commands one after the other, without expansions.

What any other line runs is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from posixpath import isabs, join, normpath

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.plugins.workspaces.command_words import WORDS, Word, is_option, program_name

_MOST_NESTED = 4
_LONGEST = 100_000
_TOKEN = lazy_regex(
    r"(?P<blank>(?:[ \t]|\\\n)+|(?<!\S)\#[^\n]*)"
    r"|(?P<redirection>\d*(?:>\||>>?(?![(&>])|<>?(?![(&<>]))|&>>?|\d*[<>]&(?:\d+|-))"
    r"|(?P<between>&&|\|\||\|&?|[;\n&](?![;&]))"
    r"|(?P<word>(?:[^\s\\'\"`$&|;<>(){}#]|(?<=\S)\#|\\[^\n]|'[^']*'"
    r"|\"(?:[^\"\\`$]|\\.|\$\w+|\$\{\w+\}|\$(?![\w({]))*\"|\$\w+|\$\{\w+\}|\{\}|\$\?)+)",
    re.DOTALL,
)
_PIECE = lazy_regex(r"'[^']*'|\"(?:[^\"\\]|\\.)*\"|\\.|[^'\"\\]+", re.DOTALL)
_ASSIGNMENT = lazy_regex(r"\w+\+?=")
# Nothing behind these is sure: it is not reached, or its name is another command.
_ENDINGS = frozenset(("alias", "exec", "exit", "logout", "return"))
# Words that begin something else than a simple command.
_KEYWORDS = frozenset(
    (
        *("!", "[[", "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for"),
        *("function", "if", "select", "then", "time", "until", "while"),
    )
)


@dataclass(frozen=True, slots=True)
class PlainCommand:
    """A simple command: its words, without assignments and redirections.

    ``reads`` is what its input comes from. ``folder`` is the one that the line has changed to,
    relative to where it began; None if that is not known. ``always``: it was run, whatever the
    others did. ``sure``: it was run, and ended, if the line succeeded; ``succeeded``: with
    success. ``opened``: it is a shell, and what it runs is among the commands of the line.
    """

    words: tuple[Word, ...]
    reads: tuple[Word, ...] = ()
    folder: str | None = ""
    always: bool = True
    sure: bool = True
    succeeded: bool = True
    opened: bool = False

    @property
    def program(self) -> str:
        """The name of the program."""
        return program_name(self.words[0].text)


@dataclass(frozen=True, slots=True)
class PlainLine:
    """The commands of a line; if it is not ``plain``, it may run others or other words."""

    commands: tuple[PlainCommand, ...] = ()
    plain: bool = True


@lru_cache(maxsize=512)
def read_plain(text: str, depth: int = 0) -> PlainLine:
    """The commands of a shell line, also those of ``bash -c``."""
    if len(text) > _LONGEST:
        return PlainLine(plain=False)
    reader = _Reader(depth)
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None or not reader.take(token):
            return PlainLine(plain=False)  # nothing of it is certain
        at = token.end()
    return reader.line()


class _Reader:
    """Takes the tokens of a line, one by one."""

    def __init__(self, depth: int) -> None:
        self.commands: list[PlainCommand] = []
        self.plain = True
        self._depth = depth
        self._words: list[Word] = []
        self._reads: list[Word] = []
        self._folder: str | None = ""
        #: What the next command depends on: nothing, the success of others, or more.
        self._condition = ""
        self._redirection = ""
        #: The sign before the next command, and where the commands of the last one begin.
        self._sign = ""
        self._last = 0
        #: The status of the line is not that of the commands before this one.
        self._begin = 0
        #: Whether what follows may not be reached, and not even if the line succeeded.
        self._may_end = self._may_end_well = False

    def take(self, token: re.Match[str]) -> bool:
        """Whether the line may be plain with this token."""
        if token["between"]:
            self.end(token["between"])
        elif token["redirection"]:
            is_to_file = "&" not in token["redirection"][1:]
            self._redirection = token["redirection"] if is_to_file else ""
        elif token["word"]:
            word = _word(token["word"])
            self.plain = self.plain and word.clear
            if self._redirection:
                self._reads += [word] if "<" in self._redirection else []
                self._redirection = ""
            elif self._words or not _ASSIGNMENT.match(word.text):
                self._words.append(word)
                return len(self._words) > 1 or (word.clear and word.text not in _KEYWORDS)
        return True

    def end(self, after: str) -> None:
        """A command has ended, before this sign."""
        if self._words:
            always, sure = not self._condition, self._condition != "||" and after != "&"
            if always:
                self._break_chain()
            if self._sign in ("|", "|&"):
                self.commands[self._last :] = _without_status(self.commands[self._last :])
            elif self._sign != "&&":
                self._begin = len(self.commands)
            always, sure = always and not self._may_end, sure and not self._may_end_well
            words, reads = tuple(self._words), tuple(self._reads)
            command = PlainCommand(words, reads, self._folder, always, sure, sure)
            inner = _inner(command, self._depth)
            command = replace(command, opened=bool(inner.commands))
            self._sign, self._last = after, len(self.commands)
            self.commands += [command, *inner.commands]
            self.plain = self.plain and inner.plain
            self._folder = _folder_after(command)
            if command.program in _ENDINGS and words != (Word("exec"),):
                self._may_end = True
                self._may_end_well = self._may_end_well or always or not _fails(command)
        self._words, self._reads = [], []
        if after in ("&&", "||"):
            self._condition = "||" if "||" in (after, self._condition) else after
        elif not after.startswith("|"):
            self._condition = ""

    def line(self) -> PlainLine:
        """The line, which has ended."""
        self.end("")
        before, last = self.commands[: self._begin], self.commands[self._begin :]
        return PlainLine((*_without_status(before), *last), self.plain)

    def _break_chain(self) -> None:
        """What was to depend on others did so before; the line may succeed without it."""
        self.commands = [
            command if command.always else replace(command, sure=False) for command in self.commands
        ]


def _word(source: str) -> Word:
    """The text of a word; clear if the shell replaces nothing in it."""
    text, clear = "", True
    for piece in _PIECE.findall(source):
        if piece[0] == "'":
            text += piece[1:-1]
        elif piece[0] == '"':
            text += re.sub(r"\\([\"\\$`\n])", lambda match: match[1].strip("\n"), piece[1:-1])
            clear = clear and "$" not in re.sub(r"\\.", "", piece)
        elif piece[0] == "\\":
            text += piece[1:]
        else:
            text += piece
            clear = clear and not re.search(r"[$*?\[]", piece)
    return Word(text, clear)


def _without_status(commands: Sequence[PlainCommand]) -> list[PlainCommand]:
    return [replace(command, succeeded=False) for command in commands]


def _fails(command: PlainCommand) -> bool:
    """Whether the shell ends with another status than 0, as by ``exit 1``."""
    status = command.words[1].text if len(command.words) > 1 else ""
    return command.program in {"exit", "return"} and status.isdecimal() and int(status) > 0


def _folder_after(command: PlainCommand) -> str | None:
    """The folder after a command, relative to where the line began."""
    if command.program != "cd":
        return command.folder
    target = [word for word in command.words[1:] if not is_option(word.text)]
    is_known = command.sure and command.folder is not None and target and target[0].clear
    return normpath(join(command.folder or "", target[0].text)) if is_known else None


def _inner(command: PlainCommand, depth: int) -> PlainLine:
    """What a shell runs that is given a line."""
    if command.program not in WORDS["shells"]:
        return PlainLine()
    rest = [*command.words[1:]]
    for at, word in enumerate(rest):
        if not is_option(word.text):
            if at and re.fullmatch("-[a-zA-Z]*[oO]", rest[at - 1].text):
                continue  # its value
            return PlainLine()  # a script
        if "c" in word.text and not word.text.startswith("--"):
            line = rest[at + 1 : at + 2]
            if not line or not line[0].clear or depth >= _MOST_NESTED:
                return PlainLine(plain=False)
            inner = read_plain(line[0].text, depth + 1)
            commands = [
                replace(
                    each,
                    folder=_below(command.folder, each.folder),
                    always=command.always and each.always,
                    sure=command.sure and each.sure,
                    succeeded=command.succeeded and each.succeeded,
                )
                for each in inner.commands
            ]
            return PlainLine(tuple(commands), inner.plain)
    return PlainLine(plain=False)  # it reads lines from its input


def _below(folder: str | None, inner: str | None) -> str | None:
    if folder is None or inner is None:
        return inner if inner is not None and isabs(inner) else None
    return join(folder, inner)
