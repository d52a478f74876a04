"""What several runs come to, held against every way in which they can end."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import pytest

from pytest_hydra.core.scorecard import Outcome, Repeat, figures

PASSED, FAILED, UNGRADED = Outcome.PASSED, Outcome.FAILED, Outcome.UNGRADED


@pytest.mark.parametrize(
    ("repeat", "runs", "outcome"),
    [
        (Repeat(), [PASSED], PASSED),
        (Repeat(), [FAILED], FAILED),
        (Repeat(), [UNGRADED], UNGRADED),
        (Repeat(3), [PASSED, PASSED], None),
        (Repeat(3), [PASSED, FAILED], FAILED),
        (Repeat(3), [PASSED, PASSED, UNGRADED], UNGRADED),
        (Repeat(3), [FAILED, UNGRADED, UNGRADED], UNGRADED),
        (Repeat(5, pass_k=2, pass_at=Fraction(3, 10)), [PASSED] * 2, None),
        # A critical check may still fail.
        (Repeat(5, pass_k=2, pass_at=Fraction(3, 10)), [PASSED] * 4, None),
        (Repeat(5, pass_k=2, pass_at=Fraction(3, 10)), [PASSED] * 3 + [FAILED] * 2, PASSED),
        (Repeat(5, pass_k=2, pass_at=Fraction(3, 10)), [PASSED, FAILED, FAILED, FAILED], FAILED),
        (Repeat(4, pass_k=1, pass_at=Fraction(1, 2)), [PASSED, PASSED, UNGRADED], UNGRADED),
        (Repeat(4, pass_k=1, pass_at=0), [], None),
    ],
)
def test_outcomes(repeat: Repeat, runs: list[Outcome], outcome: Outcome | None) -> None:
    assert repeat.outcome(runs) is outcome


def test_other_runs_do_not_make_up_for_a_critical_check() -> None:
    repeat = Repeat(5, pass_k=1, pass_at=Fraction(1, 2))
    for runs in ([PASSED] * 4 + [FAILED], [FAILED], [FAILED, UNGRADED]):
        assert repeat.outcome(runs, has_critical_failure=True) is FAILED


@pytest.mark.parametrize("k", [1, 2, 3, 4])
@pytest.mark.parametrize("pass_at", [0, Fraction(1, 6), Fraction(1, 2), 1])
def test_a_settled_verdict_is_that_of_every_way_to_go_on(k: int, pass_at: Fraction) -> None:
    repeat = Repeat(4, pass_k=k, pass_at=pass_at)
    for made in range(5):
        for runs in product((PASSED, FAILED), repeat=made):
            ends = {
                _brute_force([*runs, *rest], k, pass_at)
                for rest in product((PASSED, FAILED), repeat=4 - made)
            }
            settled = None
            if ends == {FAILED} or (made == 4 and ends == {PASSED}):
                (settled,) = ends
            assert repeat.outcome(runs) is settled


def _brute_force(runs: list[Outcome], k: int, pass_at: Fraction) -> Outcome:
    draws = list(combinations(runs, k))
    whole = sum(set(draw) == {PASSED} for draw in draws)
    return PASSED if Fraction(whole, len(draws)) >= pass_at else FAILED


def test_figures_need_all_runs() -> None:
    repeat = Repeat(4, pass_k=2)
    made = figures(repeat, [PASSED, FAILED, PASSED, PASSED])
    assert made is not None
    assert (made.passes, made.pass_at_k, made.pass_hat_k) == (3, 1, Fraction(1, 2))
    assert made.interval[0] < 0.75 < made.interval[1]
    assert figures(repeat, [PASSED, FAILED]) is None
    assert figures(repeat, [PASSED, UNGRADED, PASSED, PASSED]) is None
