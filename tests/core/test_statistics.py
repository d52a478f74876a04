from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import log, sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.core.statistics import (
    Z95,
    clustered_interval,
    mean_interval,
    paired_interval,
    pass_at_k,
    pass_hat_k,
    share_interval,
    wilson_interval,
)


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


def test_a_share_of_cases_is_no_share_of_runs() -> None:
    # All or none of each one's runs pass: as many cases were asked, however many runs.
    assert share_interval([1.0, 1.0, 0.0, 1.0], 20) == wilson_interval(4, 3)
    # All cases are alike: the runs are what was drawn.
    low, high = share_interval([0.5] * 4, 20)
    assert (low, high) == pytest.approx((0.5 - (high - low) / 2, 0.5 + (high - low) / 2))
    assert share_interval([0.75], 4) == wilson_interval(4, 3)


@pytest.mark.parametrize("runs", [1, 2, 5])
@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.75, 0.9])
@pytest.mark.parametrize("cases", [20, 60])
def test_an_interval_of_a_share_covers_it_as_often_as_it_says(
    cases: int, share: float, runs: int
) -> None:
    """Cases of beta-distributed difficulty, 1,500 samples of each size."""
    rng, covered = Random(f"{cases} {share} {runs}"), 0  # noqa: S311 - the same each time
    for _ in range(1500):
        chances = [rng.betavariate(2 * share, 2 * (1 - share)) for _ in range(cases)]
        rates = [sum(rng.random() < each for _ in range(runs)) / runs for each in chances]
        low, high = share_interval(rates, runs * cases)
        covered += low <= share <= high
        assert low < high
    assert 0.915 <= covered / 1500 <= 0.985


PAIRS = [(20, 0, 0), (40, 9, 3), (40, 3, 9), (50, 12, 2), (10, 10, 0), (10, 1, 0), (7, 2, 5)]


def likeliest(pairs: int, better: float, worse: float, supposed: float) -> float:
    """The variance of the difference, at the likeliest rates with the supposed one, by trying."""

    def likelihood(only_second: float) -> float:
        shares = (only_second + supposed, only_second, 1 - 2 * only_second - supposed)
        counts = (better, worse, pairs - better - worse)
        return sum(count * log(max(share, 1e-300)) for count, share in zip(counts, shares))  # noqa: B905

    least, most = max(0.0, -supposed), (1 - supposed) / 2
    tried = [least + (most - least) * step / 20_000 for step in range(20_001)]
    best = max(tried, key=likelihood)
    return pairs * (2 * best + supposed - supposed * supposed)


@pytest.mark.parametrize(("pairs", "better", "worse"), PAIRS)
def test_a_paired_interval_ends_where_the_score_test_rejects(
    pairs: int, better: int, worse: int
) -> None:
    low, high = paired_interval(pairs, better, worse)
    assert -1 <= low < (better - worse) / pairs <= high <= 1
    for end in {low, high} - {-1.0, 1.0}:
        far = abs(better - worse - pairs * end) / sqrt(likeliest(pairs, better, worse, end))
        assert far == pytest.approx(Z95, abs=0.01)


@given(st.integers(1, 60), st.floats(0, 1), st.floats(0, 1))
def test_paired_intervals_turn_with_the_pairs(pairs: int, better: float, worse: float) -> None:
    counts = pairs, pairs * better / 2, pairs * worse / 2
    low, high = paired_interval(*counts)
    turned = paired_interval(counts[0], counts[2], counts[1])
    assert turned == pytest.approx((-high, -low), abs=1e-9)
    assert -1 <= low <= high <= 1


def repeated(rng: Random, cases: int, runs: int, difference: float) -> list[float]:
    """The differences of two pass rates, one for each case, whose difficulty varies."""

    def rate(chance: float) -> float:
        return sum(rng.random() < chance for _ in range(runs)) / runs

    chances = [rng.betavariate(1.5, 1.5) * (1 - difference) for _ in range(cases)]
    return [rate(chance + difference) - rate(chance) for chance in chances]


@pytest.mark.parametrize(("cases", "runs"), [(12, 3), (24, 3), (40, 5)])
@pytest.mark.parametrize("difference", [0.0, 0.25])
def test_an_interval_of_repeated_cases_covers_the_difference_as_often_as_it_says(
    cases: int, runs: int, difference: float
) -> None:
    rng = Random(1)  # noqa: S311 - the same each time
    samples = [repeated(rng, cases, runs, difference) for _ in range(600)]
    intervals = [clustered_interval(sample) for sample in samples]
    covered = sum(low <= difference <= high for low, high in intervals) / len(intervals)
    assert 0.93 <= covered <= 0.975
    if difference and cases >= 24:
        assert sum(low > 0 for low, _ in intervals) / len(intervals) > 0.85


def test_few_differing_cases_say_nothing_about_the_spread() -> None:
    differences = [0.5] * 4 + [0.0] * 6
    assert clustered_interval(differences) == paired_interval(10, 2, 0)
    assert clustered_interval([0.5] * 9) == paired_interval(9, 4.5, 0)


@pytest.mark.parametrize(
    ("cases", "percentile"), [(6, 2.5706), (10, 2.2622), (12, 2.2010), (30, 2.0452)]
)
def test_an_interval_of_repeated_cases_is_students(cases: int, percentile: float) -> None:
    low, high = clustered_interval([0.25, -0.25] * (cases // 2))
    spread = 0.25 / sqrt(cases - 1)
    assert (low, high) == pytest.approx((-percentile * spread, percentile * spread), rel=1e-3)


@pytest.mark.parametrize(
    ("values", "half"),
    [
        # Student's percentile, times the standard deviation, over the root of the number.
        ([4, 6], 12.7062 * sqrt(2) / sqrt(2)),
        ([4, 5, 6], 4.3027 / sqrt(3)),
        ([4, 4, 6, 6], 3.1824 * sqrt(4 / 3) / 2),
        ([4, 4, 5, 6, 6], 2.7764 * 1 / sqrt(5)),
    ],
)
def test_an_interval_of_a_mean_is_students(values: list[float], half: float) -> None:
    assert mean_interval(values) == pytest.approx((5 - half, 5 + half), rel=1e-3)


def test_no_spread_has_no_interval() -> None:
    assert mean_interval([5]) is None
    assert mean_interval([5, 5, 5]) is None
