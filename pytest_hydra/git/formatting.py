"""Find the lines of a change to code that differ only in formatting.

Runs in a process of its own, because its input may be crafted to exhaust or crash a parser, and
because the warnings of a parser are shared by all threads.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from difflib import SequenceMatcher

from pytest_hydra.git.syntax import statements

# Larger files, and files with more statements, are compared by lines only.
_LARGEST = 2**18
_MOST = 2000
# Errors of a parser for files that it cannot read, including hostile ones.
_UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)
# The deepest syntax tree that is examined; no parser produces a deeper one.
_DEEPEST = 20_000


def formatting_of(
    questions: Sequence[tuple[bytes, bytes, Collection[int], Collection[int], str]],
) -> list[list[list[int]]]:
    """The `formatting_lines` of each file, as JSON values."""
    sys.setrecursionlimit(_DEEPEST)
    return [[sorted(side) for side in formatting_lines(*question)] for question in questions]


def formatting_lines(
    old: bytes, new: bytes, removed: Collection[int], added: Collection[int], suffix: str = ".py"
) -> tuple[set[int], set[int]]:
    """The formatting-only lines among the ``removed`` lines and the ``added`` lines, from 1.

    All of them if the syntax trees are equal. Otherwise those of functions, methods and other
    statements that the other file contains in the same order with an equal tree, and those outside
    of any statement.
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
                    # Added, removed or moved, possibly matched by git with a similar statement.
                    if dump in dumps[1 - side]:
                        return set(), set()
                    changed[side].update(range(first, last + 1))
    return set(removed) - changed[0], set(added) - changed[1]


def _has_odd_lines(data: bytes) -> bool:
    """Whether Python and git count its lines differently."""
    return b"\r" in data.replace(b"\r\n", b"")
