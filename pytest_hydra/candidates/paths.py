"""Paths and ids held against patterns: paths as in .gitignore, ids of tests as plain globs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple


class _Rule(NamedTuple):
    fits: Callable[[str], object]
    includes: bool
    folders_only: bool


def matches(path: str, patterns: Iterable[str]) -> bool:
    """Whether a file's path, relative and with ``/``, matches the patterns as in a .gitignore.

    Later patterns win; ``!`` takes out again, but for nothing below a folder that matches. Not
    known are named classes of characters such as ``[[:alpha:]]``.
    """
    rules = [rule for pattern in patterns if (rule := _rule(pattern)) is not None]
    if not rules:
        return False
    path = _bytewise(path)
    parts = path.split("/")
    folders = ("/".join(parts[:end]) for end in range(1, len(parts)))
    return any(_decided(folder, rules, folder=True) for folder in folders) or _decided(
        path, rules, folder=False
    )


def pattern_of(path: str) -> str:
    """The pattern that this path matches, and no other but what is below it."""
    escaped = re.sub(r"([\\*?\[\]!#]| (?= *\Z))", r"\\\1", path)
    return escaped if "/" in path else f"/{escaped}"


def id_matches(test: str, patterns: Iterable[str]) -> bool:
    """Whether a test's id matches one of the patterns.

    ``*`` and ``?`` stand for any characters. Brackets stand for themselves: they are part of ids.
    """
    return any(_glob(pattern).fullmatch(test) for pattern in patterns)


def _bytewise(text: str) -> str:
    """A character for each byte, as git compares bytes: ``?`` is one of them."""
    return text.encode("utf-8", "surrogatepass").decode("latin-1")


def _decided(path: str, rules: Sequence[_Rule], *, folder: bool) -> bool:
    for rule in reversed(rules):
        if (folder or not rule.folders_only) and rule.fits(path):
            return rule.includes
    return False


@lru_cache(maxsize=1024)
def _glob(pattern: str) -> re.Pattern[str]:
    literal = re.escape(pattern).replace(r"\*", ".*").replace(r"\?", ".")
    return re.compile(literal, re.DOTALL)


@lru_cache(maxsize=1024)
def _rule(written: str) -> _Rule | None:
    """The rule of one line; None for an empty line, a comment, and what matches nothing."""
    pattern = re.sub(r"(?<!\\)[ \t\r\n]+\Z", "", _bytewise(written))
    if not pattern or pattern.startswith("#"):
        return None
    includes = not pattern.startswith("!")
    pattern = pattern if includes else pattern[1:]
    folders_only = pattern.endswith("/")
    pattern = pattern.removesuffix("/")
    anchored = "/" in pattern
    pattern = pattern.removeprefix("/")
    if not pattern:
        return None
    fits = _plain(pattern, anchored=anchored) or _compiled(pattern, anchored=anchored)
    return None if fits is None else _Rule(fits, includes, folders_only)


def _plain(pattern: str, *, anchored: bool) -> Callable[[str], object] | None:
    """What is as quick said without an expression, as most patterns are; None for all others.

    A whole name or path, or of a name its beginning or its end.
    """
    start, star, end = pattern.partition("*")
    if any(char in f"{start}{end}" for char in "*?[\\"):
        return None
    if not star:
        below = f"/{pattern}"
        return lambda path: path == pattern or (not anchored and path.endswith(below))
    if anchored or (start and end):
        return None
    return lambda path: path.endswith(end) if end else path.rpartition("/")[2].startswith(start)


def _compiled(pattern: str, *, anchored: bool) -> Callable[[str], object] | None:
    regex = _translated(pattern)
    if regex is None:
        return None
    try:
        return re.compile(regex if anchored else f"(?:.*/)?{regex}", re.DOTALL).fullmatch
    except re.error:  # a range of characters whose end comes first
        return None


def _translated(pattern: str) -> str | None:
    made = []
    at = 0
    while at < len(pattern):
        char = pattern[at]
        stars = re.match(r"\*+", pattern[at:])
        if stars:
            end = at + len(stars[0])
            starts, ends = at == 0 or pattern[at - 1] == "/", end == len(pattern)
            if len(stars[0]) == 2 and starts and (ends or pattern[end] == "/"):
                # Folders at any depth, also none of them; at the end all that is inside.
                made.append(".+" if ends else "(?:.*/)?")
                at = end if ends else end + 1
                continue
            made.append("[^/]*")
            at = end
        elif char == "?":
            made.append("[^/]")
            at += 1
        elif char == "[":
            found = re.match(r"\[([!^]?)(\]?(?:\\.|[^\]\\])*)\]", pattern[at:], re.DOTALL)
            if found is None:
                return None
            inside = re.sub(r"([\[&~|])", r"\\\1", found[2])
            inside = f"\\{inside}" if inside.startswith("]") else inside
            made.append(f"(?!/)[{'^' if found[1] else ''}{inside}]")
            at += len(found[0])
        elif char == "\\":
            if at + 1 == len(pattern):
                return None
            made.append(re.escape(pattern[at + 1]))
            at += 2
        else:
            made.append(re.escape(char))
            at += 1
    return "".join(made)
