from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.core.gates import Mergeable, Merits, place_in_race


class Contender(NamedTuple):
    agent: str
    verdict: Mergeable
    total: Fraction | int | None
    lines: int | None
    fixed: int = 0
    new: int = 0
    cost: Fraction | int | None = None


def rank(contenders: Iterable[Contender]) -> list[Contender]:
    return sorted(contenders, key=_place)


def _place(entry: Contender) -> tuple[object, ...]:
    merits = Merits(entry.fixed, entry.new, entry.lines, entry.cost)
    return place_in_race(entry.agent, entry.verdict, entry.total, merits)


GOOD, OPEN, BAD = Mergeable.MERGEABLE, Mergeable.UNPROVEN, Mergeable.NOT_MERGEABLE


@pytest.mark.parametrize(
    "expected",
    [
        # Verdicts before totals.
        [Contender("a", GOOD, 10, 0), Contender("b", OPEN, 90, 0), Contender("c", BAD, 100, 0)],
        # Totals, exact: less than a rounding apart is apart.
        [
            Contender("b", GOOD, Fraction(9271, 100), 9),
            Contender("c", GOOD, Fraction(9270, 100), 1),
            Contender("a", GOOD, Fraction(92699, 1000), 1),
        ],
        # A total of 0 is a total; none at all comes after it.
        [Contender("b", GOOD, 0, 500), Contender("a", GOOD, None, 1)],
        # The same total: fixed tests, then tests that the base fails, then lines, then cost.
        [Contender("b", GOOD, 80, 99, 2), Contender("a", GOOD, 80, 1, 1, 9)],
        [Contender("b", GOOD, 80, 99, 1, 2, 9), Contender("a", GOOD, 80, 1, 1, 1)],
        [Contender("b", GOOD, 80, 9, 1, 1, 9), Contender("a", GOOD, 80, None, 1, 1, 1)],
        [Contender("b", GOOD, 80, 9, cost=1), Contender("a", GOOD, 80, 9, cost=2)],
        [Contender("b", GOOD, 80, 9, cost=9), Contender("a", GOOD, 80, 9)],
        # Then the smaller change.
        [Contender("b", GOOD, 80, 12), Contender("a", GOOD, Fraction(160, 2), 13)],
        # All the same: by name.
        [Contender("a", BAD, None, 3), Contender("b", BAD, None, 3)],
    ],
)
def test_the_order_of_candidates(expected: list[Contender]) -> None:
    assert rank(expected) == expected
    assert rank(reversed(expected)) == expected


contenders = st.lists(
    st.builds(
        Contender,
        agent=st.sampled_from(["ada", "bob", "cyd", "dee", "eve"]),
        verdict=st.sampled_from(Mergeable),
        total=st.one_of(st.none(), st.sampled_from([0, 50, Fraction(200, 3), 100])),
        lines=st.integers(0, 2),
    ),
    max_size=5,
    unique_by=lambda entry: entry.agent,
)


@given(contenders.flatmap(lambda some: st.tuples(st.just(some), st.permutations(some))))
@settings(deadline=None, max_examples=60)
def test_the_order_does_not_depend_on_where_one_starts(
    orders: tuple[list[Contender], list[Contender]],
) -> None:
    one, other = orders
    assert rank(one) == rank(other)
    assert sorted(rank(one), key=lambda each: each.agent) == sorted(
        one, key=lambda each: each.agent
    )
