"""Which lines of a change to a file of code say the same as before, only otherwise.

For a process of its own, because what it parses may be made to exhaust a parser, or to crash it,
and because a parser warns by a state that all threads share.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from difflib import SequenceMatcher

from pytest_hydra.candidates.source.syntax import statements

# Larger files, and files of more statements, are compared by their lines alone.
_LARGEST = 2**18
_MOST = 2000
# What a parser says of a file that it cannot read: hostile ones exhaust it.
_UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)
# How deep a syntax tree may be that is looked into: deeper than any that a parser makes.
_DEEPEST = 20_000


def formatting_of(
    questions: Sequence[tuple[bytes, bytes, Collection[int], Collection[int], str]],
) -> list[list[list[int]]]:
    """Of each file `formatting_lines`, as JSON values."""
    sys.setrecursionlimit(_DEEPEST)
    return [[sorted(side) for side in formatting_lines(*question)] for question in questions]


def formatting_lines(
    old: bytes, new: bytes, removed: Collection[int], added: Collection[int], suffix: str = ".py"
) -> tuple[set[int], set[int]]:
    """Of the ``removed`` lines of the old file and the ``added`` ones of the new: the formatting.

    All of them when the syntax trees are equal. Otherwise those of functions, methods and other
    statements that stand in the other file too, in the same order and with an equal tree, and
    those of no statement at all. Lines count from 1.
    """
    if max(len(old), len(new)) > _LARGEST or _has_odd_lines(old) or _has_odd_lines(new):
        return set(), set()
    try:
        units = [[*statements(data, suffix)] for data in (old, new)]
    except _UNREADABLE:
        return set(), set()
    dumps = [[dump for *_, dump in side] for side in units]
    if dumps[0] == dumps[1]:
        return set(removed), set(added)
    if max(map(len, units)) > _MOST:
        return set(), set()
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
