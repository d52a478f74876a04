"""How rules are written: each is one pattern out of families of words."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from pytest_hydra.scenarios.english.triggers import Index

_INDEX = Index()


class Rule:
    """Patterns of which any may match.

    They are compiled when a text first has the words for them, since all of them together take a
    while; and only those whose words are there are tried, since most have nothing to find.
    """

    __slots__ = ("_compiled", "_mask", "_shift", "sources")

    def __init__(self, sources: tuple[str, ...]) -> None:
        self.sources = sources
        self._compiled: dict[int, re.Pattern[str]] = {}
        self._shift = self._mask = 0

    def _likely(self, text: str) -> Iterator[re.Pattern[str]]:
        """The patterns that may match in ``text``, in their order."""
        if not self._mask:
            self._shift = _INDEX.add(self.sources)
            self._mask = (1 << len(self.sources)) - 1
        bits = _INDEX.of(text) >> self._shift & self._mask
        while bits:
            lowest = bits & -bits
            pattern = self._compiled.get(lowest)
            if pattern is None:
                source = self.sources[lowest.bit_length() - 1]
                pattern = self._compiled[lowest] = re.compile(source)
            yield pattern
            bits ^= lowest

    def search(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """As a pattern's ``search``: the leftmost match."""
        best: re.Match[str] | None = None
        for pattern in self._likely(text):
            found = pattern.search(text, start, end)
            if found and (best is None or found.start() < best.start()):
                best = found
        return best

    def match(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """As a pattern's ``match``."""
        for pattern in self._likely(text):
            if found := pattern.match(text, start, end):
                return found
        return None

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """The matches of each pattern, one pattern after the other."""
        for pattern in self._likely(text):
            yield from pattern.finditer(text)


def any_of(*alternatives: str) -> Rule:
    """A rule that finds any of the ``alternatives``.

    They are read against case-folded text whose only white space is single spaces. Every
    repetition in them is bounded, so that a rule's time is linear in a sentence's length.
    """
    return Rule(alternatives)


def word_set(text: str) -> frozenset[str]:
    """The words of ``text``."""
    return frozenset(text.split())
