"""How rules are written: each is one pattern out of families of words."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator


class Rule:
    """A pattern that is compiled when it is first used, since all of them together take a while."""

    __slots__ = ("_compiled", "_source")

    def __init__(self, source: str) -> None:
        self._source = source
        self._compiled: re.Pattern[str] | None = None

    @property
    def pattern(self) -> re.Pattern[str]:
        """The compiled pattern."""
        if self._compiled is None:
            self._compiled = re.compile(self._source)
        return self._compiled

    def search(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """As a pattern's ``search``."""
        return self.pattern.search(text, start, end)

    def match(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """As a pattern's ``match``."""
        return self.pattern.match(text, start, end)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """As a pattern's ``finditer``."""
        return self.pattern.finditer(text)


def any_of(*alternatives: str) -> Rule:
    """A rule that finds any of the ``alternatives``.

    They are read against case-folded text whose only white space is single spaces. Every
    repetition in them is bounded, so that a rule's time is linear in a sentence's length.
    """
    return Rule("|".join(alternatives))


def word_set(text: str) -> frozenset[str]:
    """The words of ``text``."""
    return frozenset(text.split())
