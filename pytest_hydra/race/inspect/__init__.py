"""Signs of tampering in a change: rules for tests, test configuration and product code."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from pytest_hydra.core.text import crop

Entry = TypeVar("Entry")

UNREADABLE: Final = (SyntaxError, ValueError, RecursionError, MemoryError)
"""Exceptions that a parser raises for an invalid file, or for one that is made to exhaust it."""

LONGEST_QUOTE: Final = 120
"""The limit of a quotation of a candidate's text, in characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedFile:
    """A changed file.

    ``tests``: whether it counts as a test file. ``new`` of a symbolic link is its target.
    ``predecessor``: for a new file, the content of the base's file over which it takes precedence.
    ``siblings``: for a file that may configure pytest, the names and texts of all such files in its
    folder, on the base and now.
    """

    path: str
    old_path: str | None
    status: str
    mode: str
    tests: bool
    old: bytes | None
    new: bytes | None
    predecessor: bytes | None
    siblings: Sequence[Sequence[Sequence[str]]] = ((), ())

    @property
    def is_link(self) -> bool:
        """Whether it is a symbolic link."""
        return self.mode == "120000"


def quote(node: ast.AST) -> str:
    """The first line of a node's source, normalised and cropped."""
    return crop(ast.unparse(node).lstrip("\n").partition("\n")[0], LONGEST_QUOTE)


def gains(sides: Iterable[Iterable[Entry]], key: Callable[[Entry], object]) -> Iterator[Entry]:
    """The entries of the new side whose ``key`` does not occur on the old side."""
    old, new = sides
    keys = {key(entry) for entry in old}
    return (entry for entry in new if key(entry) not in keys)


def has(trees: Iterable[ast.AST], *kinds: type[ast.AST]) -> bool:
    """Whether one of the trees contains a node of these kinds."""
    return any(isinstance(node, kinds) for tree in trees for node in ast.walk(tree))


class Finding(NamedTuple):
    """A finding in a file: its kind, its line in the new file (from 1), and a description."""

    kind: str
    line: int | None
    text: str

    @classmethod
    def at(cls, node: ast.AST, kind: str, description: str) -> Finding:
        """A finding at a node, which is quoted."""
        return cls(kind, getattr(node, "lineno", None), f"{description}: {quote(node)}")


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
