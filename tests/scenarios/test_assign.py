from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.scenarios.expect.assignment import assign, assign_in_a_row, assign_in_order


@st.composite
def tables(draw: st.DrawFn) -> list[list[bool]]:
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    line = st.lists(st.booleans(), min_size=columns, max_size=columns)
    return draw(st.lists(line, min_size=rows, max_size=rows))


def most_pairs(
    fits: Sequence[Sequence[bool]], orders: Callable[[range, int], Iterable[tuple[int, ...]]]
) -> int:
    """The most pairs that there can be, where so many columns are taken in one of these orders."""
    rows, columns = len(fits), len(fits[0])
    return max(
        sum(fits[row][column] for row, column in zip(chosen, order, strict=True))
        for size in range(min(rows, columns) + 1)
        for chosen in combinations(range(rows), size)
        for order in orders(range(columns), size)
    )


def pairs_in(fits: Sequence[Sequence[bool]], columns: Sequence[int | None]) -> list[int]:
    """The columns that were found, each of which fits its row."""
    assert len(columns) == len(fits)
    assert all(column is None or fits[row][column] for row, column in enumerate(columns))
    return [column for column in columns if column is not None]


@settings(max_examples=150, deadline=None)
@given(tables())
def test_no_assignment_has_more_pairs(fits: list[list[bool]]) -> None:
    found = pairs_in(fits, assign(fits))
    assert len(found) == len(set(found)) == most_pairs(fits, permutations)


@settings(max_examples=100, deadline=None)
@given(tables())
def test_no_assignment_in_order_has_more_pairs(fits: list[list[bool]]) -> None:
    found = pairs_in(fits, assign_in_order(fits))
    assert found == sorted(set(found))
    assert len(found) == most_pairs(fits, combinations)


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
def test_small_tables(values: list[list[bool]], found: list[int | None]) -> None:
    assert assign(values) == found


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ([], []),
        ([[]], [None]),
        ([[0, 1, 0], [0, 0, 1]], [1, 2]),
        # One column between: only one of the two can be had in a row.
        ([[1, 0, 0], [0, 0, 1]], [0, None]),
        # The first expected one is missing: the others still stand where they are.
        ([[0, 0], [1, 0], [0, 1]], [None, 0, 1]),
    ],
)
def test_in_a_row(values: list[list[bool]], found: list[int | None]) -> None:
    assert assign_in_a_row(values) == found


def test_a_hundred_by_a_hundred_is_quick_enough_to_be_used() -> None:
    size = 100
    values = [[(row + column) % size == 0 for column in range(size)] for row in range(size)]
    assert assign(values) == [-row % size for row in range(size)]
