"""Match paths with patterns as in .gitignore, and test ids with globs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from pytest_hydra.core.lazy_regex import lazy_regex

_TOKEN = lazy_regex(
    r"(?P<folders>(?<![^/])\*\*(?:/|\Z))|(?P<name>\*+|\?)"
    r"|\[(?P<negated>[!^]?)(?P<inside>\]?(?:\\.|[^\]\\])*)\]|\\.|.",
    re.DOTALL,
)


class _Rule(NamedTuple):
    pattern: re.Pattern[str]
    includes: bool
    folders_only: bool


def matches(path: str, patterns: Iterable[str]) -> bool:
    """Whether a file's path, relative and with ``/``, matches the patterns as in a .gitignore.

    Later patterns win. ``!`` excludes again, but not below a folder that matches. Named character
    classes such as ``[[:alpha:]]`` are not supported.
    """
    rules = [rule for pattern in patterns if (rule := _rule(pattern)) is not None]
    if not rules:
        return False
    path = _bytewise(path)
    parts = path.split("/")
    folders = ("/".join(parts[:end]) for end in range(1, len(parts)))
    return any(_is_included(folder, rules, folder=True) for folder in folders) or _is_included(
        path, rules, folder=False
    )


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


def _is_included(path: str, rules: Sequence[_Rule], *, folder: bool) -> bool:
    for rule in reversed(rules):
        if (folder or not rule.folders_only) and rule.pattern.fullmatch(path):
            return rule.includes
    return False


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
        regex = re.compile(source if is_anchored else f"(?:.*/)?{source}", re.DOTALL)
    except re.error:  # a range of characters in the wrong order
        return None
    return _Rule(regex, includes, folders_only)


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
