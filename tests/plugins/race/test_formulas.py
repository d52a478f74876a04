from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.core.numbers import Exact
from pytest_hydra.plugins.race.decide import measure


def third(number: int) -> Fraction:
    return Fraction(number, 3)


# base_passed, base_total, passed, total, regression → score, by hand.
TESTS = [
    (10, 10, 10, 10, 0, 100),
    # 9/10 pass: 90, less 1/10 of 60.
    (10, 10, 9, 10, 1, 84),
    # 0 of 10: 0 - 60, at least 0.
    (10, 10, 0, 10, 10, 0),
    # Half of them lost: 50 - 30.
    (10, 10, 5, 10, 5, 20),
    # Three of the base fail for a long time: 7/10, nothing lost.
    (7, 10, 7, 10, 0, 70),
    # One of them is mended: 80.
    (7, 10, 8, 10, 0, 80),
    # Four new ones: 14/14, and 2 above 100.
    (10, 10, 14, 14, 0, 100),
    # Four new ones beside three that fail: 11/14 x 100 + 2.
    (7, 10, 11, 14, 0, Fraction(1100, 14) + 2),
    # The bonus is at most 10: 40 new ones, 47/50 + 10 is above 100; 20/60 + 10 is not.
    (7, 10, 47, 50, 0, 100),
    (0, 20, 20, 60, 0, third(100) + 10),
    # Fewer tests, all pass: nothing of the rate is lost, 4/10 of 60 are.
    (10, 10, 6, 6, 4, 76),
    # No test at all.
    (0, 0, 0, 0, 0, 0),
    # What is lost by id is not paid for by what is mended: 9/10 - 6.
    (9, 10, 9, 10, 1, 90 - third(20)),
    # Nothing passed on the base: no penalty.
    (0, 4, 1, 4, 0, 25),
    # Odd numbers of new tests: 1/2 each.
    (2, 4, 3, 5, 0, Fraction(121, 2)),
]


@pytest.mark.parametrize("row", TESTS)
def test_the_tests_score(row: tuple[int, int, int, int, int, Exact]) -> None:
    base_passed, base_total, passed, total, regression, score = row
    found = measure.tests_score(
        base_passed=base_passed,
        base_total=base_total,
        passed=passed,
        total=total,
        regression=regression,
        net_gone=0,
    )
    assert found == score


@pytest.mark.parametrize(
    ("gone", "new", "score"),
    [(1, 0, Fraction(199, 2)), (3, 2, Fraction(199, 2)), (20, 0, 90), (50, 0, 90)],
)
def test_what_is_gone_costs_what_new_tests_bring(gone: int, new: int, score: Exact) -> None:
    found = measure.tests_score(
        base_passed=50, base_total=50, passed=50 + new, total=50 + new, regression=0, net_gone=gone
    )
    assert found == score


@pytest.mark.parametrize(
    ("best", "own", "score"),
    [
        (100, 100, 100),
        (100, 400, 25),
        (100, 300, third(100)),
        # An agent that failed may have been faster than the fastest that did not.
        (100, 50, 100),
        (0, 5, 0),
        (0, 0, 100),
        (Fraction(3124, 10), Fraction(6248, 10), 50),
    ],
)
def test_the_share_of_the_best(best: Exact, own: Exact, score: Exact) -> None:
    assert measure.relative_score(best, own) == score


small = st.integers(min_value=0, max_value=60)


@settings(max_examples=60, deadline=None)
@given(passed=small, failing=small, lost=small, new=small)
def test_a_lost_test_never_raises_the_score(passed: int, failing: int, lost: int, new: int) -> None:
    def score(lost: int) -> Exact:
        base_passed = passed + 1 + 60
        return measure.tests_score(
            base_passed=base_passed,
            base_total=base_passed + failing,
            passed=base_passed - lost + new,
            total=base_passed + failing + new,
            regression=lost,
            net_gone=new // 2,
        )

    assert 0 <= score(lost + 1) <= score(lost) <= 100
