"""What is read in a change: signs for a reviewer. Nothing that is only read blocks a candidate."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from pytest_hydra.core.text import crop

UNREADABLE: Final = (SyntaxError, ValueError, RecursionError, MemoryError)
"""Exceptions that a parser raises for an invalid file, or for one that is made to exhaust it."""

LONGEST_QUOTE: Final = 120
"""The limit of a quotation of a candidate's text, in characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedFile:
    """A changed file.

    ``tests``: whether it counts as a test file. ``new`` of a symbolic link is its target. A
    content is None if there is none, or if it is too large.
    """

    path: str
    status: str
    mode: str
    tests: bool
    old: bytes | None
    new: bytes | None

    @property
    def is_link(self) -> bool:
        """Whether it is a symbolic link."""
        return self.mode == "120000"


def quote(node: ast.AST) -> str:
    """The first line of a node's source, normalised and cropped."""
    return crop(ast.unparse(node).lstrip("\n").partition("\n")[0], LONGEST_QUOTE)


def new_lines(old: str, new: str) -> Iterator[tuple[int, str]]:
    """The lines of the new text that are not in the old one, with their numbers from 1."""
    counts = Counter(old.splitlines())
    for number, line in enumerate(new.splitlines(), 1):
        if counts[line] > 0:
            counts[line] -= 1
        else:
            yield number, line


class Note(NamedTuple):
    """A finding in a file: its kind, its line in the new file (from 1), and a description."""

    kind: str
    line: int | None
    text: str


class Use(NamedTuple):
    """A use of a thing by product code: its kind, the thing, the line and a description.

    ``common``: it means less in a project that uses the same thing elsewhere.
    """

    kind: str
    thing: str
    line: int
    text: str
    common: bool = False

    @classmethod
    def at(cls, node: ast.expr | ast.stmt, kind: str, thing: str) -> Use:
        """A use of a thing at a node, which is quoted."""
        return cls(kind, thing, node.lineno, quote(node))
