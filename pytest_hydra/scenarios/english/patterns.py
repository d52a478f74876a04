"""How the cues and questions of English are written: alternatives of one pattern, sets of words."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cached_property


class Pattern:
    """Alternatives of which any may match, compiled on first use."""

    def __init__(self, alternatives: tuple[str, ...]) -> None:
        self.alternatives = alternatives

    @cached_property
    def regex(self) -> re.Pattern[str]:
        """The compiled pattern."""
        return re.compile("|".join(f"(?:{source})" for source in self.alternatives))

    def search(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """As ``re.Pattern.search``."""
        return self.regex.search(text, start, end)

    def match(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """As ``re.Pattern.match``."""
        return self.regex.match(text, start, end)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """As ``re.Pattern.finditer``."""
        return self.regex.finditer(text)


def any_of(*alternatives: str) -> Pattern:
    """A pattern that finds any of the ``alternatives``.

    They are read against case-folded text whose only white space is single spaces. Every
    repetition in them is bounded, so that the time is linear in a sentence's length.
    """
    return Pattern(alternatives)


def word_set(text: str) -> frozenset[str]:
    """The words of ``text``."""
    return frozenset(text.split())
