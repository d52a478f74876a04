"""Which words a pattern cannot do without, so that most patterns need not be tried at all.

Hundreds of patterns are held against each sentence, and nearly all of them have nothing to find
there. A pattern's trigger is a set of letter runs of which every match has one: "refund" or
"return" for ``no (?:refund|return)s?``. A sentence's words say at once whose trigger is there.
"""

from __future__ import annotations

import re
from functools import lru_cache

_CACHED_WORDS = 20_000
_CACHED_TEXTS = 256
_RUN = re.compile(r"[a-z]+")
_KEY = 3  # runs are looked up by their first letters
# A run that nearly every sentence has tells nothing.
_COMMON = frozenset(
    _RUN.findall(
        """the you your will can not and for with this that have has are was were would could
        should may might from but must all any our their they what who which when how
        then there it is in to of on be do an as at by if or so no we me my he she up us"""
    )
)
_LOOKAROUND = ("(?=", "(?!", "(?<=", "(?<!")
_NAMED = "(?P<"


def triggers(source: str) -> list[frozenset[str]]:
    """Sets of letter runs: each match of the pattern ``source`` has a run of each set.

    These are the two sets that tell most, or one, or none. Only the syntax that rules use is
    understood; ``source`` is for case-folded text.
    """
    needed, end = _needed(source, 0)
    if end < len(source) and source[end] == "|":
        union, end = _branches(source, 0)
        needed = [] if union is None else [union]
    if end != len(source):
        raise ValueError(f"an unbalanced pattern: {source!r}")
    return sorted(needed, key=_tells, reverse=True)[:2]


def _branches(source: str, at: int) -> tuple[frozenset[str] | None, int]:
    """The union of what the branches up to the closing bracket need; None if one needs nothing."""
    union: frozenset[str] | None = frozenset()
    while True:
        needed, at = _needed(source, at)
        best = max(needed, key=_tells, default=None)
        union = None if best is None or union is None else union | best
        if at == len(source) or source[at] == ")":
            return union, at
        at += 1


def _needed(source: str, at: int) -> tuple[list[frozenset[str]], int]:
    """The runs and groups that the branch at ``at`` cannot do without."""
    needed: list[frozenset[str]] = []
    run = ""
    while at < len(source) and source[at] not in "|)":
        sign = source[at]
        inner: frozenset[str] | None = None
        if sign == "(":
            around = source.startswith(_LOOKAROUND, at)
            inner, at = _branches(source, _inside(source, at))
            at += 1
            inner = None if around else inner
        elif sign == "[":
            at = _class_end(source, at)
        elif sign == "\\":
            at += 4 if source[at + 1] == "x" else 2
        else:
            at += 1
        optional, after = _quantifier(source, at)
        if sign.isascii() and sign.islower() and not optional:
            run += sign
            if after == at:
                continue
        if run:
            needed.append(frozenset([run]))
            run = ""
        if inner is not None and not optional:
            needed.append(inner)
        at = after
    if run:
        needed.append(frozenset([run]))
    return needed, at


def _inside(source: str, at: int) -> int:
    if source.startswith(_NAMED, at):
        return source.index(">", at) + 1
    for opening in (*_LOOKAROUND, "(?:"):
        if source.startswith(opening, at):
            return at + len(opening)
    return at + 1


def _class_end(source: str, at: int) -> int:
    at += 2  # a bracket right after the opening one is a member
    while source[at] != "]":
        at += 2 if source[at] == "\\" else 1
    return at + 1


def _quantifier(source: str, at: int) -> tuple[bool, int]:
    """Whether what stands before ``at`` may be missing, and where its quantifier ends."""
    sign = source[at : at + 1]
    if not sign or sign not in "?*+{":
        return False, at
    end = source.index("}", at) + 1 if sign == "{" else at + 1
    optional = sign in "?*" or source[at : at + 2] in ("{0", "{,")
    return optional, end + (source[end : end + 1] == "?")


def _tells(runs: frozenset[str]) -> tuple[int, int]:
    return min(1 if run in _COMMON else len(run) for run in runs), -len(runs)


class Index:
    """The triggers of many patterns, each pattern with a number."""

    def __init__(self) -> None:
        self._size = 0
        self._first, self._second = _Plane(), _Plane()
        self.of = lru_cache(maxsize=_CACHED_TEXTS)(self._of)

    def add(self, sources: tuple[str, ...]) -> int:
        """Number these patterns on from the number that is returned."""
        start = self._size
        for number, source in enumerate(sources, start):
            first, second, *_ = [*triggers(source), None, None]
            self._first.add(number, first)
            self._second.add(number, second)
        self._size += len(sources)
        self.of.cache_clear()
        return start

    def _of(self, text: str) -> int:
        """The patterns that may match in ``text``, as the bits of a number."""
        words = set(_RUN.findall(text))
        return self._first.of(words) & self._second.of(words)


class _Plane:
    """One set of runs for each pattern."""

    def __init__(self) -> None:
        self._always = 0
        self._short: dict[str, int] = {}
        self._long: dict[str, list[tuple[str, int]]] = {}
        self._of_word = lru_cache(maxsize=_CACHED_WORDS)(self._look_up)

    def add(self, number: int, runs: frozenset[str] | None) -> None:
        if runs is None:
            self._always |= 1 << number
        for run in runs or ():
            if len(run) < _KEY:
                self._short[run] = self._short.get(run, 0) | 1 << number
            else:
                self._long.setdefault(run[:_KEY], []).append((run, 1 << number))
        self._of_word.cache_clear()

    def of(self, words: set[str]) -> int:
        """The patterns of which one of ``words`` has a run."""
        found = self._always
        for word in words:
            found |= self._of_word(word)
        return found

    def _look_up(self, word: str) -> int:
        found = 0
        for at in range(len(word)):
            for length in range(1, _KEY):
                found |= self._short.get(word[at : at + length], 0)
            for run, bit in self._long.get(word[at : at + _KEY], ()):
                if word.startswith(run, at):
                    found |= bit
        return found
