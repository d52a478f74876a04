"""Our statistics agree with those of scipy and statsmodels, where these are installed."""

from __future__ import annotations

from random import Random

import pytest

from pytest_hydra.core.exact_tests import fisher_exact_p, flip_p, stratified_p
from pytest_hydra.core.experiment import Comparison, Spread, holm
from pytest_hydra.core.statistics import (
    agreement,
    mean_interval,
    t_tails,
    wilson_interval,
)

stats = pytest.importorskip("scipy.stats")
tables = pytest.importorskip("statsmodels.stats.contingency_tables")
proportion = pytest.importorskip("statsmodels.stats.proportion")
multitest = pytest.importorskip("statsmodels.stats.multitest")
inter_rater = pytest.importorskip("statsmodels.stats.inter_rater")
RNG = Random(7)  # noqa: S311 - the same each time


@pytest.mark.parametrize(("runs", "passes"), [(1, 1), (5, 0), (20, 13), (300, 297)])
def test_wilsons_interval(runs: int, passes: int) -> None:
    theirs = proportion.proportion_confint(passes, runs, method="wilson")
    assert wilson_interval(runs, passes) == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize(("runs", "other"), [(5, 5), (3, 30), (10, 7)])
def test_fishers_test(runs: int, other: int) -> None:
    for passes in range(runs + 1):
        for before in range(other + 1):
            table = [[passes, runs - passes], [before, other - before]]
            theirs = stats.fisher_exact(table).pvalue
            assert float(fisher_exact_p(passes, runs, before, other)) == pytest.approx(theirs)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 7, 30, 99])
@pytest.mark.parametrize("t", [0.0, 0.3, 2.1, 9.0])
def test_students_t(freedom: int, t: float) -> None:
    assert t_tails(t, freedom) == pytest.approx(2 * stats.t.sf(t, freedom), abs=1e-12)


@pytest.mark.parametrize("count", [2, 3, 5, 12, 80])
def test_the_interval_of_a_mean(count: int) -> None:
    values = [RNG.random() for _ in range(count)]
    mean, error = sum(values) / count, stats.sem(values)
    theirs = stats.t.interval(0.95, count - 1, mean, error)
    assert mean_interval(values) == pytest.approx(theirs, abs=1e-3)


@pytest.mark.parametrize("count", [3, 6, 9])
def test_the_permutation_of_signs(count: int) -> None:
    values = [RNG.choice([-0.6, -0.2, 0.2, 0.4, 1.0]) for _ in range(count)]
    theirs = stats.permutation_test(
        (values,), sum, permutation_type="samples", n_resamples=2**count, vectorized=False
    )
    assert flip_p(values) == pytest.approx(theirs.pvalue)


@pytest.mark.parametrize("cases", [40, 100])
def test_the_stratified_test(cases: int) -> None:
    rates = [(RNG.randrange(2, 6), 5, RNG.randrange(1, 6), 5) for _ in range(cases)]
    strata = [[[now, runs - now], [old, of - old]] for now, runs, old, of in rates]
    theirs = tables.StratifiedTable(strata).test_null_odds(correction=True).pvalue
    assert stratified_p(rates)[1] == pytest.approx(theirs, rel=0.15, abs=1e-6)


def test_holms_method() -> None:
    ps = [RNG.random() ** 3 for _ in range(12)]
    pairs = [
        Comparison(
            cases=1,
            left_out=0,
            better=0,
            worse=0,
            difference=0,
            interval=(0, 0),
            p=p,
            spread=Spread(equal=0, observed=0),
        )
        for p in ps
    ]
    theirs = multitest.multipletests(ps, method="holm")[1]
    assert [pair.p for pair in holm(pairs)] == pytest.approx(list(theirs))


def test_weighted_kappa() -> None:
    grades = [(RNG.randrange(1, 6), RNG.randrange(1, 6)) for _ in range(80)]
    table, _ = inter_rater.to_table([list(pair) for pair in grades])
    theirs = inter_rater.cohens_kappa(table, wt="quadratic")
    ours = agreement(grades)
    assert float(ours.kappa or 0) == pytest.approx(theirs.kappa)
    assert ours.low == pytest.approx(theirs.kappa_low, abs=1e-6)
