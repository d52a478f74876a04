"""The tables of English beside this module: patterns, their parts, and sets of words."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache, cached_property

from pytest_hydra.core.tables import read_table

_HEADING = re.compile(r"[\[{][a-z ]+[\]}]")
_PLACE = re.compile(r"\{([a-z ]+)\}")


class Pattern:
    """Alternatives of which any may match, compiled on first use.

    They are read against case-folded text whose only white space is single spaces. Every
    repetition in them is bounded, so that the time is linear in a sentence's length.
    """

    def __init__(self, alternatives: list[str]) -> None:
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


def read_patterns(name: str) -> dict[str, Pattern]:
    """The patterns of a table, by what stands in brackets above them: an alternative a line.

    What stands below a heading in braces is only part of others: its name in braces, in a later
    alternative, stands for it.
    """
    parts: dict[str, str] = {}
    patterns: dict[str, Pattern] = {}
    for heading, lines in read_sections(name).items():
        alternatives = [_PLACE.sub(lambda place: parts[place[1]], line) for line in lines]
        parts[heading[1:-1]] = "|".join(alternatives)
        if heading[0] == "[":
            patterns[heading[1:-1]] = Pattern(alternatives)
    return patterns


@cache
def read_sections(name: str) -> dict[str, list[str]]:
    """The lines of a table below each heading; one that begins with ``|`` goes on with the last.

    ``#`` begins a comment.
    """
    sections: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in read_table(__file__, name).splitlines():
        if _HEADING.fullmatch(line):
            lines = sections[line] = []
        elif line.startswith("|"):
            lines[-1] += line
        elif line and not line.startswith("#"):
            lines.append(line)
    return sections


def word_set(name: str) -> frozenset[str]:
    """The words below a heading of ``words.txt``."""
    return frozenset(" ".join(read_sections("words.txt")[f"[{name}]"]).split())
