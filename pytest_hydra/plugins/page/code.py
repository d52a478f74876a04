"""Code for the page: parsed diffs, lines split into tokens for highlighting, and cut logs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from time import thread_time
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.text import crop, whole_word

if TYPE_CHECKING:
    from pygments.lexer import Lexer
    from pygments.token import _TokenType

Token = str | list[str]
"""A plain text, or a list of a kind (a value of `_KINDS`) and a text."""

MOST_LINES = 4_000
"""The maximum number of lines shown of a diff."""

_WIDEST = 600
# Longer code is not highlighted.
_MOST_LEXED = 60_000
_SECONDS_PER_CHARACTER = 1e-5  # usual code takes a third
_TOKENS_PER_LOOK = 64  # at the clock
_FIRST, _LAST = 60, 240

_HUNK = re.compile(r"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@ ?(.*)")
_QUOTED = re.compile(r"\\(?:([0-7]{3})|(.))")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}

_LEXERS = {
    **dict.fromkeys(("py", "pyi"), "python"),
    **dict.fromkeys(("js", "jsx", "mjs", "cjs"), "javascript"),
    **dict.fromkeys(("ts", "tsx", "mts"), "typescript"),
    **dict.fromkeys(("c", "h"), "c"),
    **dict.fromkeys(("cc", "cpp", "cxx", "hpp"), "cpp"),
    **dict.fromkeys(("sh", "bash"), "bash"),
    **dict.fromkeys(("yml", "yaml"), "yaml"),
    **dict.fromkeys(("cfg", "ini"), "ini"),
    **dict.fromkeys(("html", "xml", "css", "json", "toml", "sql", "go", "java", "php", "swift")),
    **dict.fromkeys(("kt", "kts"), "kotlin"),
    "rs": "rust",
    "rb": "ruby",
}
# Kinds by Pygments' short token names: comments, strings, numbers, keywords, and definitions.
_KINDS = {"c": "c", "s": "s", "m": "n", "k": "k", "ow": "k", "nt": "k"}
_KINDS |= dict.fromkeys(("nf", "nc", "nd", "na"), "f")


@dataclass(slots=True)
class LexTime:
    """The processor time that highlighting may still take, in seconds.

    Some lexers take quadratic time for unclosed strings and the like: minutes for 60 kB.
    """

    left: float = 0.8


@dataclass(slots=True)
class Hunk:
    """Adjacent lines, each a sign and a text. ``old`` and ``new`` are the first line numbers."""

    old: int
    new: int
    head: str
    lines: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class FileDiff:
    """The changes of one file; a path is None on the side where the file does not exist."""

    old_path: str | None
    new_path: str | None
    hunks: list[Hunk] = field(default_factory=list)

    @property
    def path(self) -> str:
        """The path, or the old path of a deleted file."""
        return self.new_path or self.old_path or ""


def read_diff(text: str) -> list[FileDiff]:
    """The files of a git diff, with their hunks; other lines are skipped."""
    files: list[FileDiff] = []
    lines = iter(text.split("\n"))
    old_path: str | None = None
    for line in lines:
        if line.startswith("--- "):
            old_path = _path(line[4:])
        elif line.startswith("+++ "):
            files.append(FileDiff(old_path, _path(line[4:])))
        elif files and (found := _HUNK.match(line)):
            old, old_count, new, new_count, head = found.groups()
            hunk = Hunk(int(old), int(new), head)
            _read_hunk(hunk, lines, int(old_count or 1), int(new_count or 1))
            files[-1].hunks.append(hunk)
    return files


def _read_hunk(hunk: Hunk, lines: Iterator[str], old: int, new: int) -> None:
    # By the counts of its header, as a removed line may look like a file header.
    while old > 0 or new > 0:
        line = next(lines, None)
        if line is None:
            return
        sign = line[:1] or " "
        if sign == "\\":
            continue
        old -= sign in " -"
        new -= sign in " +"
        hunk.lines.append((sign, line[1:]))


def _path(text: str) -> str | None:
    """A path in a git diff, unquoted and without the prefix ``a/`` or ``b/``."""
    if text == "/dev/null":
        return None
    if text.startswith('"'):
        data = _QUOTED.sub(
            lambda found: chr(int(found[1], 8)) if found[1] else _ESCAPES.get(found[2], found[2]),
            text.strip().strip('"'),
        )
        text = data.encode("latin-1", "replace").decode("utf-8", "replace")
    else:
        text = text.partition("\t")[0]
    return text[2:] if text[:2] in ("a/", "b/") else text


def shown_hunks(
    file: FileDiff, most: int = MOST_LINES, time: LexTime | None = None
) -> list[dict[str, Any]]:
    """The hunks of a file for the page, cut after ``most`` lines, highlighted within ``time``.

    Each has ``old`` and ``new``, the numbers of its first lines, ``head``, and ``lines``: each is a
    sign and the tokens of the line.
    """
    time = time or LexTime()
    reader = lexer(file.path)
    shown = []
    for hunk in file.hunks:
        lines = hunk.lines[: max(0, most)]
        most -= len(lines)
        if lines:
            # Else all code of a hunk that begins inside a docstring would be a string.
            start = [(" ", '"""')] if _starts_inside([text for _, text in lines]) else []
            tokens = [*_tokens_of(reader, [*start, *lines], time)][len(start) :]
            shown.append(
                {
                    "old": hunk.old,
                    "new": hunk.new,
                    "head": hunk.head[:_WIDEST],
                    "lines": [[sign, *each] for (sign, _), each in zip(lines, tokens, strict=True)],
                }
            )
    return shown


def _starts_inside(texts: Sequence[str]) -> bool:
    """Whether the first line with three quotes ends a docstring: no definition is above it."""
    place = next((number for number, text in enumerate(texts) if '"""' in text), 0)
    return place > 0 and texts[place].strip() == '"""' and not texts[place - 1].endswith(":")


def shown_files(
    diffs: Sequence[FileDiff], changes: Mapping[str, Mapping[str, Any]] = MappingProxyType({})
) -> list[dict[str, Any]]:
    """The files of a diff for the page, cut; ``changes`` has what else is known of a path."""
    room, time, files = MOST_LINES, LexTime(), []
    for diff in diffs:
        hunks = shown_hunks(diff, room, time)
        room -= sum(len(hunk["lines"]) for hunk in hunks)
        signs = Counter(line[0] for hunk in diff.hunks for line in hunk.lines)
        change = {"added": signs["+"], "removed": signs["-"], **changes.get(diff.path, {})}
        shown = sum(line[0] != " " for hunk in hunks for line in hunk["lines"])
        files.append(
            {
                "path": diff.path,
                "old_path": diff.old_path if diff.old_path != diff.path else None,
                "change": change,
                "hunks": hunks,
                # Also if the end of the diff was not read.
                "cut": max(0, change["added"] + change["removed"] - shown),
            }
        )
    return files


def _tokens_of(
    lexer: Lexer | None, lines: Sequence[tuple[str, str]], time: LexTime
) -> Iterator[list[Token]]:
    """The tokens of each line of a hunk; removed lines are lexed within the old text."""
    after = iter(line_tokens(lexer, [text for sign, text in lines if sign != "-"], time))
    before: Iterator[list[Token]] = iter(())
    if any(sign == "-" for sign, _ in lines):
        before = iter(line_tokens(lexer, [text for sign, text in lines if sign != "+"], time))
    for sign, _ in lines:
        if sign == "-":
            yield next(before)
        else:
            yield next(after)
            if sign == " ":
                next(before, None)


def line_tokens(lexer: Lexer | None, lines: Sequence[str], time: LexTime) -> list[list[Token]]:
    """The tokens of lines of code, lexed as one text; without a lexer one plain text a line.

    The lines are also plain if the lexer is slow, or if ``time``, from which this subtracts, ends.
    """
    text = "\n".join(lines)
    wide = any(len(line) > _WIDEST for line in lines)
    if lexer is None or wide or len(text) > _MOST_LEXED or time.left <= 0:
        return [[crop(line, _WIDEST)] if line else [] for line in lines]
    found: list[list[Token]] = [[]]
    read, start = 0, thread_time()
    limit = min(time.left, len(text) * _SECONDS_PER_CHARACTER)
    for number, (_, kind, value) in enumerate(lexer.get_tokens_unprocessed(text)):
        if number % _TOKENS_PER_LOOK == 0 and thread_time() - start > limit:
            break
        read += len(value)
        for line, part in enumerate(value.split("\n")):
            if line:
                found.append([])
            if part:
                _add(found[-1], _kind(kind), part)
    time.left -= thread_time() - start
    # A lexer that drops characters cannot be used.
    return found if read == len(text) else line_tokens(None, lines, time)


def _add(tokens: list[Token], kind: str, text: str) -> None:
    last = tokens[-1] if tokens else None
    if isinstance(last, str) and not kind:
        tokens[-1] = last + text
    elif isinstance(last, list) and last[0] == kind:
        last[1] += text
    else:
        tokens.append([kind, text] if kind else text)


@cache
def _kind(token: _TokenType) -> str:
    from pygments.token import STANDARD_TYPES

    short = STANDARD_TYPES.get(token, "")
    return _KINDS.get(short[:2]) or _KINDS.get(short[:1], "")


def lexer(path: str) -> Lexer | None:
    """The lexer for a file of this name, for common languages only, as lexers are foreign code."""
    suffix = path.rpartition(".")[2].lower()
    return _lexer(_LEXERS[suffix] or suffix) if suffix in _LEXERS else None


@cache
def _lexer(language: str) -> Lexer | None:
    try:
        from pygments.lexers import get_lexer_by_name
    except ImportError:
        return None  # no highlighting

    return get_lexer_by_name(language)


def shown_log(text: str) -> list[Any]:
    """The lines of a log; for a long one the first and last, with None for those between."""
    lines = [crop(line, _WIDEST) for line in text.rstrip("\n").replace("\r\n", "\n").split("\n")]
    is_long = len(lines) > _FIRST + _LAST + 1
    return [*lines[:_FIRST], None, *lines[-_LAST:]] if is_long else [*lines]


def first_line(file: FileDiff, word: str) -> tuple[str, int] | None:
    """The side (``old`` or ``new``) and number of the first line with this word.

    Removed lines take precedence. None if there is no such line.
    """
    pattern = whole_word(word)
    best: tuple[str, int] | None = None
    for hunk in file.hunks:
        old, new = hunk.old, hunk.new
        for sign, text in hunk.lines:
            if pattern.search(text):
                if sign == "-":
                    return "old", old
                best = best or ("new", new)
            old += sign in " -"
            new += sign in " +"
    return best
