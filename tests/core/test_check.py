from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pytest_hydra.core.scorecard import Check, Outcome, graded, ungraded, verdict


def test_a_verdict_is_all_or_nothing() -> None:
    passed = verdict(True, name="reply", kind="shouldContain")
    failed = verdict(False, name="reply", kind="shouldContain")
    assert (passed.outcome, passed.score) == (Outcome.PASSED, 100)
    assert (failed.outcome, failed.score) == (Outcome.FAILED, 0)


@pytest.mark.parametrize(
    ("score", "outcome"),
    [
        (100, Outcome.PASSED),
        (Fraction(200, 2), Outcome.PASSED),
        (Fraction(9999, 100), Outcome.FAILED),
        (0, Outcome.FAILED),
    ],
)
def test_a_graded_check_passes_at_a_hundred(score: int, outcome: Outcome) -> None:
    check = graded(score, name="tone", kind="score")
    assert (check.outcome, check.score) == (outcome, score)


def test_an_ungraded_check_has_a_reason_and_no_score() -> None:
    check = ungraded("the clock service was down", name="latency", kind="score", weight=2)
    assert check.outcome is Outcome.UNGRADED
    assert check.score is None
    assert check.message == "the clock service was down"
    assert check.weight == 2


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"weight": -1}, "the weight of a check is at least 0, not -1"),
        ({"weight": Fraction(-1, 3)}, "the weight of a check is at least 0, not -1/3"),
        ({"score": None}, "a check has a score unless it is ungraded"),
        ({"outcome": Outcome.UNGRADED}, "a check has a score unless it is ungraded"),
        ({"score": 101}, "a score is from 0 to 100, not 101"),
        ({"score": -1, "outcome": Outcome.FAILED}, "a score is from 0 to 100, not -1"),
    ],
)
def test_a_check_that_makes_no_sense_is_refused(fields: dict[str, Any], message: str) -> None:
    sound: dict[str, Any] = {"name": "a", "kind": "b", "outcome": Outcome.PASSED, "score": 100}
    assert Check(**sound).weight == 1
    with pytest.raises(ValueError, match=f"^{message}$"):
        Check(**(sound | fields))


def test_a_check_without_weight_is_allowed() -> None:
    assert verdict(False, name="a", kind="b", weight=0).weight == 0


def test_outcomes_are_their_words() -> None:
    assert [str(outcome) for outcome in Outcome] == ["passed", "failed", "ungraded"]
