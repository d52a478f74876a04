from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.core.numbers import Exact, exact, half_up
from pytest_hydra.core.scorecard import (
    Check,
    Outcome,
    Scorecard,
    graded,
    mean,
    scorecard,
    ungraded,
    verdict,
)

P, F, U = Outcome.PASSED, Outcome.FAILED, Outcome.UNGRADED


def make(outcome: Outcome, weight: Exact = 1, **fields: Any) -> Check:
    fields = {"name": "a", "kind": "b", "weight": weight} | fields
    return ungraded("down", **fields) if outcome is U else verdict(outcome is P, **fields)


def test_three_two_and_one_give_eighty_three() -> None:
    card = scorecard([make(P, 3), make(P, 2), make(F, 1)])
    assert card.total == Fraction(500, 6)
    assert card.total is not None
    assert str(half_up(card.total, 0)) == "83"
    assert card.outcome is F
    assert (card.coverage, card.points) == (1, card.total)


@pytest.mark.parametrize(
    ("checks", "threshold", "outcome"),
    [
        ([make(F), make(U, 9)], 90, U),
        ([make(F), make(U, 9)], 91, F),
        ([make(F), make(P), make(U)], 67, F),
        ([make(F, 0), make(U)], 100, U),
        ([make(F, critical=True), make(U, 9)], 1, F),
    ],
)
def test_a_conversation_cut_short_fails_only_if_its_threshold_is_out_of_reach(
    checks: list[Check], threshold: int, outcome: Outcome
) -> None:
    assert scorecard(checks, threshold, is_cut_short=True).outcome is outcome


def test_three_categories_give_eight_and_a_half_up() -> None:
    scores, weights = (8, 8, 9), (15, 50, 35)
    card = scorecard(
        [
            graded(score * 10, name="a", kind="b", weight=weight)
            for score, weight in zip(scores, weights, strict=True)
        ],
        threshold=70,
    )
    assert card.total is not None
    overall = Fraction(card.total) / 10
    assert overall == Fraction(835, 100)
    assert str(half_up(overall, 1)) == "8.4"
    assert card.outcome is P


@pytest.mark.parametrize(
    ("checks", "threshold", "total", "coverage", "outcome"),
    [
        ([make(P)], 100, 100, 1, P),
        ([make(F)], 100, 0, 1, F),
        ([make(F)], 0, 0, 1, P),
        # Held against the exact total: 83 is reached, 83 and a third is not passed by rounding.
        ([make(P, 3), make(P, 2), make(F)], 83, Fraction(250, 3), 1, P),
        ([make(P, 3), make(P, 2), make(F)], Fraction(250, 3), Fraction(250, 3), 1, P),
        ([make(P, 3), make(P, 2), make(F)], 84, Fraction(250, 3), 1, F),
        # What is ungraded leaves the weights, and shows in the coverage.
        ([make(P, 3), make(U, 1)], 100, 100, Fraction(3, 4), U),
        ([make(P, 3), make(U, 1, optional=True)], 100, 100, Fraction(3, 4), P),
        ([make(P), make(U, optional=True), make(U)], 100, 100, Fraction(1, 3), U),
        ([make(F, 3), make(U, 1)], 50, 0, Fraction(3, 4), U),
        ([make(F, 3), make(U, 1, optional=True)], 50, 0, Fraction(3, 4), F),
        ([make(U, 2)], 0, None, 0, U),
        ([make(U, 2, optional=True)], 0, None, 0, U),
        ([], 0, None, 0, U),
        # An ungraded critical check has not failed.
        ([make(P), make(U, critical=True)], 100, 100, Fraction(1, 2), U),
        ([make(P), make(U, critical=True, optional=True)], 100, 100, Fraction(1, 2), P),
        # A critical check is never bought back, whatever it weighs.
        ([make(P, 99), make(F, 1, critical=True)], 50, 99, 1, F),
        ([make(P, 99), make(F, 0, critical=True)], 50, 100, 1, F),
        # Nor by what could not be graded.
        ([make(F, 0, critical=True), make(U)], 0, None, 0, F),
        (
            [make(F, 1, critical=True), make(P, 8), make(U, 1)],
            50,
            Fraction(800, 9),
            Fraction(9, 10),
            F,
        ),
        ([make(F, 0, critical=True), make(U, optional=True)], 0, None, 0, F),
        ([make(P, 99), make(P, 1, critical=True)], 100, 100, 1, P),
        # A check without weight moves nothing.
        ([make(P, 1), make(F, 0)], 100, 100, 1, P),
        ([make(F, 0)], 0, None, 0, U),
        ([make(P, 0)], 0, None, 0, U),
        ([make(P, 1), make(U, 0)], 100, 100, 1, U),
    ],
)
def test_what_checks_come_to(
    checks: list[Check], threshold: Exact, total: Exact | None, coverage: Exact, outcome: Outcome
) -> None:
    card = scorecard(checks, threshold)
    assert (card.total, card.coverage, card.outcome) == (total, coverage, outcome)
    assert card.checks == tuple(checks)
    assert card.threshold == threshold


def test_a_score_between_fails_its_check_but_counts() -> None:
    card = scorecard([graded(80, name="tone", kind="score"), make(P)], threshold=90)
    assert card.total == 90
    assert card.outcome is P


def test_weights_are_renormalised() -> None:
    # 30 + 15 of 100 are ungraded: 30 and 25 are left, and they share all of the total.
    left = [graded(90, name="a", kind="b", weight=30), graded(50, name="a", kind="b", weight=25)]
    card = scorecard([*left, make(U, 30), make(U, 15)])
    assert card.total == Fraction(90 * 30 + 50 * 25, 55)
    assert card.total == scorecard(left).total
    assert card.coverage == Fraction(55, 100)
    assert card.points is None


scores = st.one_of(st.none(), st.sampled_from([0, 100]), st.fractions(0, 100, max_denominator=50))
weights = st.sampled_from([0, 1, 2, 3, exact(0.1), exact(0.35), exact(1e-9), 10**9])


@st.composite
def a_check(draw: st.DrawFn) -> Check:
    score = draw(scores)
    fields: dict[str, Any] = {
        "name": "a",
        "kind": "b",
        "weight": draw(weights),
        "critical": draw(st.booleans()),
        "optional": draw(st.booleans()),
    }
    return ungraded("down", **fields) if score is None else graded(exact(score), **fields)


checks = st.lists(a_check(), max_size=8)


def numbers(card: Scorecard) -> tuple[Exact | None, Exact, Outcome, Exact | None]:
    return card.total, card.coverage, card.outcome, card.points


@given(checks.flatmap(lambda some: st.tuples(st.just(some), st.permutations(some))))
@settings(deadline=None, max_examples=60)
def test_the_order_of_checks_does_not_matter(orders: tuple[list[Check], list[Check]]) -> None:
    one, other = orders
    assert numbers(scorecard(one, 50)) == numbers(scorecard(other, 50))


@given(checks, st.sampled_from([2, 7, exact(0.1), exact(1e-6)]))
@settings(deadline=None, max_examples=60)
def test_only_the_proportion_of_weights_matters(some: list[Check], factor: Exact) -> None:
    scaled = [
        Check(
            name=check.name,
            kind=check.kind,
            outcome=check.outcome,
            score=check.score,
            weight=check.weight * factor,
            critical=check.critical,
            optional=check.optional,
        )
        for check in some
    ]
    assert numbers(scorecard(scaled, 50)) == numbers(scorecard(some, 50))


@given(checks)
@settings(deadline=None, max_examples=60)
def test_ungraded_checks_never_move_the_total(some: list[Check]) -> None:
    card = scorecard(some)
    assert card.total == scorecard([check for check in some if check.score is not None]).total
    assert 0 <= card.coverage <= 1
    if card.total is not None:
        found = [check.score for check in some if check.score is not None and check.weight]
        assert min(found) <= card.total <= max(found)


@pytest.mark.parametrize(
    ("totals", "result"),
    [([], None), ([100], 100), ([100, 0, 50], 50), ([100, 100, 0], Fraction(200, 3))],
)
def test_the_plain_mean(totals: list[Exact], result: Exact | None) -> None:
    assert mean(totals) == result
