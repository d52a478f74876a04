"""Which lines of a change to a Python file say the same as before, only otherwise.

For a process of its own, because what it parses may be made to exhaust a parser, or to crash it,
and because a parser warns by a state that all threads share.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher

# Larger files, and files of more statements, are compared by their lines alone.
_LARGEST = 2**18
_MOST = 2000
# What a parser says of a file that it cannot read: hostile ones exhaust it.
_UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)
# How deep a syntax tree may be that is looked into: deeper than any that a parser makes.
_DEEPEST = 20_000


def formatting_of(
    questions: Sequence[tuple[bytes, bytes, Collection[int], Collection[int]]],
) -> list[list[list[int]]]:
    """Of each file `formatting_lines`, as JSON values."""
    sys.setrecursionlimit(_DEEPEST)
    return [[sorted(side) for side in formatting_lines(*question)] for question in questions]


def formatting_lines(
    old: bytes, new: bytes, removed: Collection[int], added: Collection[int]
) -> tuple[set[int], set[int]]:
    """Of the ``removed`` lines of the old file and the ``added`` ones of the new: the formatting.

    All of them when the syntax trees are equal. Otherwise those of functions, methods and other
    statements that stand in the other file too, in the same order and with an equal tree, and
    those of no statement at all. Lines count from 1.
    """
    if max(len(old), len(new)) > _LARGEST or _has_odd_lines(old) or _has_odd_lines(new):
        return set(), set()
    try:
        before, after = ast.parse(old), ast.parse(new)
        if ast.dump(before) == ast.dump(after):
            return set(removed), set(added)
        units = list(_units(before.body)), list(_units(after.body))
    except _UNREADABLE:
        return set(), set()
    if max(map(len, units)) > _MOST:
        return set(), set()
    dumps = [[dump for *_, dump in side] for side in units]
    changed: tuple[set[int], set[int]] = set(), set()
    for tag, *bounds in SequenceMatcher(None, dumps[0], dumps[1], autojunk=False).get_opcodes():
        if tag != "equal":
            for side in (0, 1):
                for first, last, dump in units[side][bounds[2 * side] : bounds[2 * side + 1]]:
                    # It came, went or moved, and git may have seen that of another one like it.
                    if dump in dumps[1 - side]:
                        return set(), set()
                    changed[side].update(range(first, last + 1))
    return set(removed) - changed[0], set(added) - changed[1]


def _has_odd_lines(data: bytes) -> bool:
    """Whether Python and git would count its lines differently."""
    return b"\r" in data.replace(b"\r\n", b"")


def _units(body: list[ast.stmt]) -> Iterator[tuple[int, int, str]]:
    """The lines and the tree of each statement of a module or a class, and of a class's head."""
    for statement in body:
        decorators = getattr(statement, "decorator_list", [])
        first = min([statement.lineno, *(decorator.lineno for decorator in decorators)])
        last = statement.end_lineno or statement.lineno
        if isinstance(statement, ast.ClassDef):
            within, statement.body = statement.body, []
            head = within[0].lineno - 1
            yield first, max(head, statement.lineno), ast.dump(statement)
            yield from _units(within)
            # A method of one class is not the same as that of another.
            yield last, last, f"end of {statement.name}"
        else:
            yield first, last, ast.dump(statement)
