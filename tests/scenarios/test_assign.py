from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.scenarios.expect.assignment import assign, assign_in_a_row, assign_in_order


@st.composite
def tables(draw: st.DrawFn, low: int = -5) -> list[list[int]]:
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    line = st.lists(st.integers(low, 5), min_size=columns, max_size=columns)
    return draw(st.lists(line, min_size=rows, max_size=rows))


def worth(values: Sequence[Sequence[int]], columns: Sequence[int | None]) -> int:
    return sum(values[row][column] for row, column in enumerate(columns) if column is not None)


def every_assignment(rows: int, columns: int) -> Iterator[list[int | None]]:
    size = min(rows, columns)
    for chosen in combinations(range(rows), size):
        for order in permutations(range(columns), size):
            placed: list[int | None] = [None] * rows
            for row, column in zip(chosen, order, strict=True):
                placed[row] = column
            yield placed


@settings(max_examples=150, deadline=None)
@given(tables())
def test_no_assignment_is_worth_more(values: list[list[int]]) -> None:
    found = assign(values)
    used = [column for column in found if column is not None]
    assert len(used) == len(set(used)) == min(len(values), len(values[0]))
    assert worth(values, found) == max(
        worth(values, other) for other in every_assignment(len(values), len(values[0]))
    )


@settings(max_examples=100, deadline=None)
@given(tables(low=0))
def test_no_assignment_in_order_is_worth_more(values: list[list[int]]) -> None:
    found = assign_in_order(values)
    used = [column for column in found if column is not None]
    assert used == sorted(set(used))
    rows, columns = len(values), len(values[0])
    best = 0
    for size in range(1, min(rows, columns) + 1):
        for chosen in combinations(range(rows), size):
            for taken in combinations(range(columns), size):
                pairs = zip(chosen, taken, strict=True)
                best = max(best, sum(values[row][column] for row, column in pairs))
    assert worth(values, found) == best


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ([], []),
        ([[]], [None]),
        ([[], []], [None, None]),
        ([[1, 1]], [0]),
        # The first row could take either column; the second needs the first one.
        ([[1, 1], [1, 0]], [1, 0]),
        ([[1], [1]], [0, None]),
        ([[0], [1]], [None, 0]),
    ],
)
def test_small_tables(values: list[list[int]], found: list[int | None]) -> None:
    assert assign(values) == found


def test_numbers_beyond_double_precision_are_told_apart() -> None:
    big = 2**70
    assert assign([[big, big + 1], [big, big]]) == [1, 0]


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ([], []),
        ([[]], [None]),
        ([[0, 1, 0], [0, 0, 1]], [1, 2]),
        # One column between: only one of the two can be had in a row.
        ([[1, 0, 0], [0, 0, 1]], [0, 1]),
        # The first expected one is missing: the others still stand where they are.
        ([[0, 0], [1, 0], [0, 1]], [None, 0, 1]),
    ],
)
def test_in_a_row(values: list[list[int]], found: list[int | None]) -> None:
    assert assign_in_a_row(values) == found


def test_a_hundred_by_a_hundred_is_quick_enough_to_be_used() -> None:
    size = 100
    values = [[int((row + column) % size == 0) for column in range(size)] for row in range(size)]
    assert assign(values) == [-row % size for row in range(size)]
