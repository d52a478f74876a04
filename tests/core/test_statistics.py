from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.core.statistics import paired_exact_p, pass_at_k, pass_hat_k, wilson_interval


def every_case() -> list[tuple[int, int, int]]:
    return [
        (runs, passes, k)
        for runs in range(1, 8)
        for passes in range(runs + 1)
        for k in range(1, runs + 1)
    ]


def test_both_rates_agree_with_counting_all_choices_of_k_runs() -> None:
    for runs, passes, k in every_case():
        results = [True] * passes + [False] * (runs - passes)
        choices = list(combinations(results, k))
        some = Fraction(sum(any(choice) for choice in choices), len(choices))
        each = Fraction(sum(all(choice) for choice in choices), len(choices))
        assert pass_at_k(runs, passes, k) == some, (runs, passes, k)
        assert pass_hat_k(runs, passes, k) == each, (runs, passes, k)


def test_with_one_run_both_are_the_pass_rate() -> None:
    assert pass_at_k(10, 3, 1) == pass_hat_k(10, 3, 1) == Fraction(3, 10)


@pytest.mark.parametrize(
    ("runs", "passes", "low", "high"),
    [
        # Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I,
        # method 3 (Wilson without continuity correction).
        (263, 81, 0.2553, 0.3662),
        (148, 15, 0.0624, 0.1605),
        (20, 0, 0.0, 0.1611),
        (29, 1, 0.0061, 0.1718),
    ],
)
def test_the_interval_agrees_with_published_values(
    runs: int, passes: int, low: float, high: float
) -> None:
    assert list(wilson_interval(runs, passes)) == pytest.approx([low, high], abs=5e-5)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))))
@settings(deadline=None, max_examples=100)
def test_the_interval_is_where_the_score_test_turns(counts: tuple[int, int]) -> None:
    runs, passes = counts
    low, high = wilson_interval(runs, passes)
    rate = passes / runs
    assert 0 <= low <= rate <= high <= 1
    assert low < high
    # Its ends are the rates p that lie exactly z standard errors of p from the rate seen.
    for end, side in ((low, 1), (high, -1)):
        if 0 < end < 1:
            error = sqrt(end * (1 - end) / runs)
            assert side * (rate - end) == pytest.approx(1.959963984540054 * error, rel=1e-6)
    # And it is the same seen from the failures.
    mirrored = wilson_interval(runs, runs - passes)
    assert list(mirrored) == pytest.approx([1 - high, 1 - low], abs=1e-12)


def test_the_ends_are_exact_where_nothing_or_all_passed() -> None:
    for runs in range(1, 60):
        assert wilson_interval(runs, 0)[0] == 0.0
        assert wilson_interval(runs, runs)[1] == 1.0


def test_more_runs_make_the_interval_narrower() -> None:
    widths = [high - low for low, high in (wilson_interval(2 * n, n) for n in range(1, 50))]
    assert widths == sorted(widths, reverse=True)


def test_the_paired_test_agrees_with_all_ways_that_pairs_can_fall() -> None:
    for better, worse in product(range(6), repeat=2):
        pairs = better + worse
        # By chance alone each pair that changed falls to either side with the same probability.
        falls = [sum(fall) for fall in product((0, 1), repeat=pairs)]
        seen = abs(better - worse)
        extreme = sum(abs(2 * fall - pairs) >= seen for fall in falls)
        assert paired_exact_p(better, worse) == Fraction(extreme, len(falls)), (better, worse)


@pytest.mark.parametrize(
    ("better", "worse", "p"),
    [(0, 0, 1), (1, 0, 1), (6, 0, Fraction(1, 32)), (0, 5, Fraction(1, 16)), (3, 3, 1)],
)
def test_p_values_known_by_heart(better: int, worse: int, p: Fraction) -> None:
    assert paired_exact_p(better, worse) == paired_exact_p(worse, better) == p
