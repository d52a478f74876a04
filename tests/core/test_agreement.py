from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.core.statistics import Agreement, agreement

Pair = tuple[int, int]


def test_a_table_by_hand() -> None:
    # labels:  5 5 6 7 8 ; judged: 5 6 6 9 8
    pairs = [(5, 5), (5, 6), (6, 6), (7, 9), (8, 8)]
    found = agreement(pairs)
    assert found.pairs == 5
    assert found.exact == Fraction(3, 5)
    assert found.within_one == Fraction(4, 5)
    # Observed: (0 + 1 + 0 + 4 + 0) ÷ 5 = 1. By chance, each label with each judged score, ÷ 25:
    #   5 (twice): 0+1+1+16+9 = 27, so 54; 6: 1+0+0+9+4 = 14; 7: 4+1+1+4+1 = 11; 8: 9+4+4+1+0 = 18
    # together 97 ÷ 25.
    assert found.kappa == 1 - 1 / Fraction(97, 25)


def test_two_scores_are_the_simple_kappa() -> None:
    # The table [[20, 5], [10, 15]]: 35 of 50 agree; by chance (25·30 + 25·20) ÷ 2500 = 0.5.
    table = {(1, 1): 20, (1, 2): 5, (2, 1): 10, (2, 2): 15}
    found = agreement([pair for pair, count in table.items() for _ in range(count)])
    assert found.kappa == Fraction(2, 5)
    # Fleiss, Cohen and Everitt's formula for the simple kappa, with the terms by hand:
    #   Σ p_ii (1 - (r_i + c_i)(1 - κ))² = 0.4·(1 - 1.1·0.6)² + 0.3·(1 - 0.9·0.6)² = 0.10972
    #   (1 - κ)² Σ p_ij (c_i + r_j)² = 0.36·(0.1·1.1² + 0.2·0.9²) = 0.10188
    #   (κ - p_e (1 - κ))² = (0.4 - 0.5·0.6)² = 0.01
    variance = (0.10972 + 0.10188 - 0.01) / (50 * 0.5**2)
    assert found.low == pytest.approx(0.4 - 1.959963984540054 * sqrt(variance), abs=1e-12)
    assert found.high == pytest.approx(0.4 + 1.959963984540054 * sqrt(variance), abs=1e-12)


@pytest.mark.parametrize(
    ("pairs", "kappa"),
    [
        ([(1, 10), (10, 1)], -1),
        ([(1, 1), (10, 10)], 1),
        ([(5, 1), (5, 9), (5, 5)], 0),  # the labels tell nothing apart
        ([(4, 7), (4, 7)], 0),
    ],
)
def test_the_ends(pairs: list[Pair], kappa: int) -> None:
    found = agreement(pairs)
    # The formula gives these no width, and an interval without one would say too much.
    assert found.kappa == kappa
    assert (found.low, found.high) == (None, None)


def test_what_is_not_defined_is_none() -> None:
    nothing = Agreement(pairs=0, exact=None, within_one=None, kappa=None, low=None, high=None)
    assert agreement([]) == nothing
    assert agreement([(3, 8)]).kappa is None  # chance and agreement cannot be told apart
    same = agreement([(8, 8)] * 5)
    assert same.pairs == 5
    assert same.exact == same.within_one == 1
    assert (same.kappa, same.low, same.high) == (None, None, None)


def by_the_paper(pairs: list[Pair]) -> tuple[Fraction, Fraction]:
    """Kappa and its variance as the paper has them: with weights of agreement."""
    total, scale = len(pairs), range(1, 11)
    share = {(a, b): Fraction(pairs.count((a, b)), total) for a in scale for b in scale}
    rows = {a: sum(share[a, b] for b in scale) for a in scale}
    columns = {b: sum(share[a, b] for a in scale) for b in scale}
    weight = {(a, b): 1 - Fraction((a - b) ** 2, 81) for a in scale for b in scale}
    observed = sum((weight[cell] * share[cell] for cell in share), Fraction(0))
    chance = sum((weight[a, b] * rows[a] * columns[b] for a, b in share), Fraction(0))
    row_means = {a: sum(weight[a, b] * columns[b] for b in scale) for a in scale}
    column_means = {b: sum(weight[a, b] * rows[a] for a in scale) for b in scale}
    squares = sum(
        p * (weight[a, b] * (1 - chance) - (row_means[a] + column_means[b]) * (1 - observed)) ** 2
        for (a, b), p in share.items()
    )
    bracket = squares - (observed * chance - 2 * chance + observed) ** 2
    return (observed - chance) / (1 - chance), bracket / (total * (1 - chance) ** 4)


scores = st.integers(1, 10)


@given(st.lists(st.tuples(scores, scores), min_size=2, max_size=40))
@settings(max_examples=60, deadline=None)
def test_it_is_what_the_paper_says(pairs: list[Pair]) -> None:
    found = agreement(pairs)
    if found.kappa is None:
        assert len(set(pairs)) == 1
        return
    kappa, variance = by_the_paper(pairs)
    assert found.kappa == kappa
    if variance == 0:
        assert (found.low, found.high) == (None, None)
    else:
        half = 1.959963984540054 * sqrt(variance)
        assert found.low == pytest.approx(max(-1, kappa - half), abs=1e-12)
        assert found.high == pytest.approx(min(1, kappa + half), abs=1e-12)


@given(st.lists(st.tuples(scores, scores), max_size=40))
@settings(max_examples=40, deadline=None)
def test_order_and_side_do_not_matter(pairs: list[Pair]) -> None:
    assert agreement(reversed(pairs)) == agreement(pairs)
    turned = agreement([(b, a) for a, b in pairs])
    assert turned.kappa == agreement(pairs).kappa
