"""Exact tests, held against their definitions."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from random import Random

import pytest

from pytest_hydra.core.exact_tests import (
    PValue,
    differing,
    discoveries,
    fisher_exact_p,
    flip_p,
    possible_fisher_p,
    stratified_p,
    unconditional_p,
)


@pytest.mark.parametrize(
    ("pairs", "better", "worse"), [(4, 4, 0), (6, 6, 0), (6, 1, 5), (8, 6, 1), (12, 5, 0)]
)
def test_the_unconditional_p_is_the_highest_chance_of_such_a_difference(
    pairs: int, better: int, worse: int
) -> None:
    def chance(share: float) -> float:
        return sum(
            comb(pairs, b)
            * comb(pairs - b, c)
            * (share / 2) ** (b + c)
            * (1 - share) ** (pairs - b - c)
            for b, c in product(range(pairs + 1), repeat=2)
            if 0 < b + c <= pairs
            and (b - c) ** 2 * (better + worse) >= (better - worse) ** 2 * (b + c)
        )

    highest = max(chance(step / 60) for step in range(1, 61))
    assert unconditional_p(pairs, better, worse) == pytest.approx(highest, rel=1e-9)
    assert unconditional_p(pairs, worse, better) == unconditional_p(pairs, better, worse)


def test_few_pairs_prove_nothing() -> None:
    assert unconditional_p(4, 4, 0) == 0.125
    assert unconditional_p(5, 5, 0) == 0.0625
    assert unconditional_p(6, 6, 0) < 0.05
    assert unconditional_p(20, 0, 0) == 1
    assert unconditional_p(10**6, 7, 0) == unconditional_p(100, 7, 0)


def test_signs_are_as_likely_either_way() -> None:
    assert flip_p([1, 1, 1, 1]) == 0.125
    assert flip_p([0.5, 0.25, 0.25, 0]) == 0.25
    assert flip_p([0.4, -0.4]) == 1
    assert flip_p([0, 0]) == flip_p([]) == 1
    # Sums of tenths are not exact, and are equal all the same.
    assert flip_p([0.1, 0.2, 0.3]) == flip_p([1, 2, 3]) == 0.25


def test_the_stratified_test_is_the_sign_test_for_cases_that_were_run_once() -> None:
    for better, worse in product(range(7), repeat=2):
        cases = [(1, 1, 0, 1)] * better + [(0, 1, 1, 1)] * worse + [(1, 1, 1, 1)] * 3
        count = better + worse
        ways = 2 * sum(comb(count, n) for n in range(min(better, worse) + 1))
        more, p = stratified_p(cases)
        assert p == pytest.approx(min(1.0, ways / 2**count)), (better, worse)
        assert more == pytest.approx((better - worse) / 2)


def test_many_runs_are_as_their_exact_distribution() -> None:
    rng = Random(1)  # noqa: S311 - the same each time
    few = [(rng.randrange(2, 5), 5, rng.randrange(3, 6), 5) for _ in range(70)]
    many = few * 2
    exact, approximate = stratified_p(few)[1], stratified_p(many)[1]
    assert 0 < approximate < exact < 1


def test_the_stratified_test_of_one_case_is_one_sided_fishers_twice() -> None:
    more, p = stratified_p([(0, 3, 30, 30)])
    assert p == pytest.approx(2 / comb(33, 3))
    assert more < 0
    assert fisher_exact_p(0, 3, 30, 30) == Fraction(1, comb(33, 3))
    assert possible_fisher_p(30, 3, 30)[0] == Fraction(1, comb(33, 3))
    assert fisher_exact_p(1, 1, 0, 3) == Fraction(1, 4)


def any_of(p: str) -> PValue:
    """A test whose p-values are as many as those of these tests."""
    values = ("0.012", "0.02", "0.04", "0.05", "0.4", "1")
    return PValue(Fraction(p), tuple(map(Fraction, values)))


def test_claims_hold_by_their_ranks() -> None:
    level = Fraction(1, 20)
    values = ["0.012", "0.4", "0.02", "0.05"]
    assert discoveries([any_of(p) for p in values], level) == [True, False, True, False]
    assert discoveries([any_of("0.04")] * 3, level) == [True] * 3
    assert discoveries([any_of("0.04"), any_of("1")], level) == [False, False]
    assert discoveries([], level) == []


def test_what_could_not_have_been_claimed_costs_nothing() -> None:
    level, fixed = Fraction(1, 20), PValue(Fraction(1), (Fraction(1),))
    assert discoveries([any_of("0.04"), *[fixed] * 50], level) == [True, *[False] * 50]
    rare = PValue(Fraction(1, 10), (Fraction(1, 10),))
    assert discoveries([any_of("0.04"), *[rare] * 50], level)[0]


@pytest.mark.parametrize("broken", [3, 4, 7, 8, 60])
def test_more_that_changed_never_hides_what_changed(broken: int) -> None:
    cases = [(0, 5, 5, 5)] * broken + [(5, 5, 5, 5)] * (60 - broken)
    assert differing(cases, Fraction(1, 20)) == [True] * broken + [False] * (60 - broken)


def test_where_nothing_changed_few_sessions_claim_something() -> None:
    rng = Random(1)  # noqa: S311 - the same each time
    shares = [0.5] * 10 + [0.95] * 20 + [1.0] * 10

    def passes(share: float) -> int:
        return sum(rng.random() < share for _ in range(5))

    claimed = sum(
        any(differing([(passes(p), 5, passes(p), 5) for p in shares], Fraction(1, 20)))
        for _ in range(200)
    )
    assert claimed <= 10  # 5%
