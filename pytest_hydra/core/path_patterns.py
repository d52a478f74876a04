"""Match paths with patterns as in .gitignore, and test ids with globs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from pytest_hydra.core.lazy_regex import lazy_regex

_TOKEN = lazy_regex(
    r"(?P<folders>(?<![^/])\*\*(?:/|\Z))|(?P<name>\*+|\?)"
    r"|\[(?P<negated>[!^]?)(?P<inside>\]?(?:\\.|[^\]\\])*)\]|\\.|.",
    re.DOTALL,
)


class _Rule(NamedTuple):
    source: str
    is_anchored: bool
    includes: bool
    folders_only: bool


class _Rules:
    """The patterns of one list as few regular expressions, the last ones first.

    Neighbours that all include, or all exclude, are one expression, for folders and for files.
    What was said of a folder is kept: most files of a tree share theirs.
    """

    def __init__(self, patterns: tuple[str, ...]) -> None:
        rules = [rule for pattern in reversed(patterns) if (rule := _rule(pattern)) is not None]
        self._folders: dict[str, bool] = {"": False}
        self._for_folders: list[tuple[re.Pattern[str], bool]] = []
        self._for_files: list[tuple[re.Pattern[str], bool]] = []
        for includes, group in groupby(rules, key=lambda rule: rule.includes):
            of_both = tuple(group)
            of_files = tuple(rule for rule in of_both if not rule.folders_only)
            self._for_folders.append((_union(of_both), includes))
            if of_files:
                self._for_files.append((_union(of_files), includes))

    def match(self, path: str) -> bool:
        folder = path.rpartition("/")[0]
        found = self._folders.get(folder)
        if found is None:
            ends = (slash.start() for slash in re.finditer("/", path))
            found = any(_says(self._for_folders, path[:end]) for end in ends)
            self._folders[folder] = found
        return found or _says(self._for_files, path)


def matches(path: str, patterns: Iterable[str]) -> bool:
    """Whether a file's path, relative and with ``/``, matches the patterns as in a .gitignore.

    Later patterns win. ``!`` excludes again, but not below a folder that matches. Named character
    classes such as ``[[:alpha:]]`` are not supported.
    """
    return _rules((*patterns,)).match(_bytewise(path))


def pattern_of(path: str) -> str:
    """The pattern that matches only this path, and all below it."""
    escaped = re.sub(r"([\\*?\[\]!#]| (?= *\Z))", r"\\\1", path)
    return escaped if "/" in path else f"/{escaped}"


def id_matches(test: str, patterns: Iterable[str]) -> bool:
    """Whether a test's id matches one of the patterns.

    ``*`` and ``?`` are wildcards. Brackets match themselves, as they are part of ids.
    """
    return any(_glob(pattern).fullmatch(test) for pattern in patterns)


def _bytewise(text: str) -> str:
    """The text with one character for each byte: git compares bytes, and ``?`` matches one."""
    return text.encode("utf-8", "surrogatepass").decode("latin-1")


def _says(rules: list[tuple[re.Pattern[str], bool]], path: str) -> bool:
    for pattern, includes in rules:
        if pattern.fullmatch(path):
            return includes
    return False


def _union(rules: Sequence[_Rule]) -> re.Pattern[str]:
    anchored = [rule.source for rule in rules if rule.is_anchored]
    others = [rule.source for rule in rules if not rule.is_anchored]
    if others:
        anchored.append(f"(?:.*/)?(?:{'|'.join(others)})")
    return re.compile("|".join(anchored), re.DOTALL)


_rules = lru_cache(maxsize=256)(_Rules)


@lru_cache(maxsize=1024)
def _glob(pattern: str) -> re.Pattern[str]:
    literal = re.escape(pattern).replace(r"\*", ".*").replace(r"\?", ".")
    return re.compile(literal, re.DOTALL)


@lru_cache(maxsize=1024)
def _rule(line: str) -> _Rule | None:
    """The rule of one line; None for an empty line, a comment, or a pattern without a match."""
    pattern = re.sub(r"(?<!\\)[ \t\r\n]+\Z", "", _bytewise(line))
    if not pattern or pattern.startswith("#"):
        return None
    includes = not pattern.startswith("!")
    pattern = pattern if includes else pattern[1:]
    folders_only = pattern.endswith("/")
    pattern = pattern.removesuffix("/")
    is_anchored = "/" in pattern
    pattern = pattern.removeprefix("/")
    if not pattern:
        return None
    source = _regex(pattern)
    if source is None:
        return None
    try:
        re.compile(source)
    except re.error:  # a range of characters in the wrong order
        return None
    return _Rule(source, is_anchored, includes, folders_only)


def _regex(pattern: str) -> str | None:
    parts = []
    for token in _TOKEN.finditer(pattern):
        kind, text = token.lastgroup, token[0]
        if kind == "folders":
            # Any number of folders, or none; at the end of a pattern, everything inside.
            parts.append("(?:.*/)?" if text.endswith("/") else ".+")
        elif kind == "name":
            parts.append("[^/]*" if text.startswith("*") else "[^/]")
        elif kind == "inside":
            characters = re.sub(r"([\[&~|])", r"\\\1", token["inside"])
            characters = f"\\{characters}" if characters.startswith("]") else characters
            parts.append(f"(?!/)[{'^' if token['negated'] else ''}{characters}]")
        elif text in ("[", "\\"):
            return None
        else:
            parts.append(re.escape(text[-1]))
    return "".join(parts)
