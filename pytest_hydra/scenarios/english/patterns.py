"""The tables of English beside this module: patterns, their parts, and sets of words."""

from __future__ import annotations

import re
from functools import cache

from pytest_hydra.core.text import read_table

_HEADING = re.compile(r"[\[{][a-z ]+[\]}]")
_PLACE = re.compile(r"\{([a-z ]+)\}")


class Patterns(dict[str, re.Pattern[str]]):
    """The patterns of a table by their names, each compiled when it is first asked for.

    They are read against case-folded text whose only white space is single spaces. Every
    repetition in them is bounded, so that the time is linear in a sentence's length.
    """

    def __init__(self, sources: dict[str, str]) -> None:
        super().__init__()
        self.sources = sources

    def __missing__(self, name: str) -> re.Pattern[str]:
        self[name] = pattern = re.compile(self.sources[name])
        return pattern


def read_patterns(name: str) -> Patterns:
    """The patterns of a table, by what stands in brackets above them: an alternative a line.

    What stands below a heading in braces is only part of others: its name in braces, in a later
    alternative, stands for it.
    """
    parts: dict[str, str] = {}
    sources: dict[str, str] = {}
    for heading, lines in read_sections(name).items():
        alternatives = [_PLACE.sub(lambda place: parts[place[1]], line) for line in lines]
        parts[heading[1:-1]] = "|".join(alternatives)
        if heading[0] == "[":
            sources[heading[1:-1]] = "|".join(f"(?:{source})" for source in alternatives)
    return Patterns(sources)


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
