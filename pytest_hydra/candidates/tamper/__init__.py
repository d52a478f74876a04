"""Tampering: signs in a change that tests are run, read or answered otherwise than they should."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

Entry = TypeVar("Entry")

UNREADABLE: Final = (SyntaxError, ValueError, RecursionError, MemoryError)
"""What a parser says of a file that it cannot read: hostile ones exhaust it."""

# Characters of a candidate's own text that are quoted.
_MOST_SHOWN = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedFile:
    """A file of a change. ``tests``: it counts as one; ``instead`` was read in a new one's place.

    ``new`` of a link is where it leads. ``beside`` has, of a file that may say how pytest is run,
    the names and texts of all such files of its folder, on the base and now.
    """

    path: str
    old_path: str | None
    status: str
    mode: str
    tests: bool
    old: bytes | None
    new: bytes | None
    instead: bytes | None
    beside: Sequence[Sequence[Sequence[str]]] = ((), ())

    @property
    def is_link(self) -> bool:
        """Whether it is a symbolic link."""
        return self.mode == "120000"


def cropped(text: str, most: int = _MOST_SHOWN) -> str:
    """A line of a candidate's own text, as much of it as is shown."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def quoted(node: ast.AST) -> str:
    """An expression, or how a statement begins, as it might have been written, on one line."""
    return cropped(ast.unparse(node).lstrip("\n").partition("\n")[0])


def added(sides: Iterable[Iterable[Entry]], key: Callable[[Entry], object]) -> Iterator[Entry]:
    """What of the new side has no equal in the old one, by what ``key`` makes of each."""
    old, new = sides
    had = {key(entry) for entry in old}
    return (entry for entry in new if key(entry) not in had)


def has(trees: Iterable[ast.AST], *kinds: type[ast.AST]) -> bool:
    """Whether a node of one of these kinds stands in one of the trees."""
    return any(isinstance(node, kinds) for tree in trees for node in ast.walk(tree))


class Finding(NamedTuple):
    """What a rule found in a file: its kind, the line in the new file (from 1), and in words."""

    kind: str
    line: int | None
    text: str

    @classmethod
    def at(cls, node: ast.AST, kind: str, said: str) -> Finding:
        """What was found where a node stands, which is quoted."""
        return cls(kind, getattr(node, "lineno", None), f"{said}: {quoted(node)}")


class Use(NamedTuple):
    """One use of a thing by product code: of what kind, of which thing, where, and in words.

    ``common``: a project that does the same elsewhere may well do it here.
    """

    kind: str
    thing: str
    line: int
    text: str
    common: bool = False

    @classmethod
    def at(cls, node: ast.expr | ast.stmt, kind: str, thing: str) -> Use:
        """The use of a thing where a node stands, which is quoted."""
        return cls(kind, thing, node.lineno, quoted(node))
