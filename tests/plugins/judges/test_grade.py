from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from pytest_hydra.core.scorecard import Check, Outcome, Scorecard, scorecard
from pytest_hydra.plugins.judges.grades import Answer, Grading, Judgment, show_score
from pytest_hydra.record.wire import from_plain, to_plain
from tests.plugins.judges.conftest import category

WEIGHTS = (15, 50, 35)


def said(
    score: int, judge: str = "claude", injections: tuple[str, ...] = (), **about: Any
) -> Answer:
    """An answer with a judgment."""
    judgment = Judgment(
        score=score, strengths=[], weaknesses=[], evidence=[], injections=[*injections]
    )
    return Answer(judge=judge, judgment=judgment, asked=1, text="{}", **about)


def broke(
    reason: str = "the judge broke", judge: str = "claude", *, obeyed: bool = False
) -> Answer:
    return Answer(judge=judge, reason=reason, obeyed=obeyed)


def graded(*answers: Answer, **about: Any) -> Grading:
    return Grading(category="Planning", judge="claude", answers=answers, **about)


def checked(*answers: Answer, mock: bool = False, **about: Any) -> Check:
    """The check of a category with these weights and limits."""
    return graded(*answers, mock=mock).check(category(**about))


def three(*scores: int | None, threshold: int = 7) -> Scorecard:
    """The overall result of three categories."""
    answers = [broke() if score is None else said(score) for score in scores]
    checks = [
        checked(answer, name=f"C{weight}", weight=weight)
        for answer, weight in zip(answers, WEIGHTS, strict=True)
    ]
    return scorecard(checks, threshold * 10)


def test_the_overall_score_is_exact() -> None:
    overall = three(8, 8, 9)
    assert overall.total == Fraction("83.5")
    assert show_score(Fraction("8.35"), 7) == "8.4"
    assert overall.outcome is Outcome.PASSED
    assert overall.coverage == 1


@pytest.mark.parametrize(
    ("scores", "total", "outcome"),
    [
        ((7, 7, 7), "70", Outcome.PASSED),
        ((6, 7, 7), "68.5", Outcome.FAILED),
        ((10, 6, 7), "69.5", Outcome.FAILED),
        ((9, 6, 8), "71.5", Outcome.PASSED),
        ((1, 1, 1), "10", Outcome.FAILED),
        ((10, 10, 10), "100", Outcome.PASSED),
    ],
)
def test_it_passes_at_the_threshold(scores: tuple[int, ...], total: str, outcome: Outcome) -> None:
    overall = three(*scores)
    assert (overall.total, overall.outcome) == (Fraction(total), outcome)


def test_what_is_shown_never_contradicts_the_outcome() -> None:
    assert show_score(Fraction("6.95"), 7) == "6.95"
    assert show_score(Fraction("6.9499"), 7) == "6.9"
    assert show_score(Fraction("6.9999999"), 7) == "6.9999999"
    assert show_score(Fraction("7.04"), 7) == "7.0"
    assert show_score(Fraction("8.5")) == "8.5"
    assert show_score(Fraction("9.96"), 7) == "9.96"


@pytest.mark.parametrize("scores", [(None, 8, 9), (8, None, 1), (None, None, None)])
def test_an_ungraded_category_leaves_the_overall_ungraded(scores: tuple[int | None, ...]) -> None:
    overall = three(*scores)
    assert overall.outcome is Outcome.UNGRADED
    left = [(s, w) for s, w in zip(scores, WEIGHTS, strict=True) if s is not None]
    weight = sum(w for _, w in left)
    # What there is is shown, by the weights that are left.
    total = Fraction(10 * sum(s * w for s, w in left), weight) if left else None
    assert overall.total == total
    assert overall.coverage == Fraction(weight, 100)


def test_a_category_becomes_a_check() -> None:
    check = checked(said(8, quotes=3, found=2), weight=15)
    assert (check.name, check.kind, check.weight) == ("Planning", "category", 15)
    assert (check.score, check.outcome, check.message) == (80, Outcome.PASSED, "")
    assert graded(said(8, quotes=3, found=2)).notes == ["2 of 3 quotes found"]


def test_a_category_has_its_own_minimum() -> None:
    low = checked(said(4), min=5)
    assert low.outcome is Outcome.FAILED
    assert low.message == "4 is below its own minimum of 5"
    assert checked(said(5), min=5).outcome is Outcome.PASSED
    # A high mean does not make up for it, nor does it matter what else is selected.
    overall = scorecard([low, checked(said(10), name="B", weight=99)], 70)
    assert (overall.outcome, overall.total) == (Outcome.FAILED, Fraction("99.4"))
    assert scorecard([low, checked(broke())], 70).outcome is Outcome.FAILED


def test_a_low_score_without_a_minimum_passes_by_itself() -> None:
    assert checked(said(1)).outcome is Outcome.PASSED


def test_an_ungraded_category_says_why() -> None:
    check = checked(broke("no such program"))
    assert (check.outcome, check.score, check.message) == (
        Outcome.UNGRADED,
        None,
        "no such program",
    )


def test_no_judge_was_called() -> None:
    grading = graded(problem="no spec is there")
    assert (grading.score, grading.reason, grading.judgments) == (None, "no spec is there", ())


def test_an_invented_quote_counts_though_its_judge_gave_no_score() -> None:
    invented = Answer(judge="mild", reason="none of it is in the exhibits", quotes=1)
    grading = graded(said(3, judge="strict", quotes=2, found=2), invented)
    assert grading.quotes == {"strict": (2, 2), "mild": (0, 1)}
    assert "2 of 3 quotes found" in grading.notes


def test_samples_have_a_median_and_a_spread() -> None:
    grading = graded(said(9, quotes=1, found=1), said(4, quotes=1, found=0), said(8))
    assert (grading.score, grading.spread) == (8, 5)
    assert grading.notes == [
        "3 samples from 4 to 9",
        "1 of 2 quotes found",
        "1 of 3 judgments quote nothing of 12 characters",
    ]
    assert graded(said(8), said(7)).score == Fraction(15, 2)
    assert checked(said(8), said(7)).score == 75
    assert graded(said(8)).spread is None


def test_each_sample_is_needed() -> None:
    grading = graded(said(9), said(9), broke("too slow"))
    assert (grading.score, grading.reason) == (None, "sample 3: too slow")


def test_a_judge_that_followed_an_instruction_once_is_not_believed_at_all() -> None:
    grading = graded(said(9), said(9), broke("it obeyed", obeyed=True))
    assert (grading.score, grading.reason, grading.obeyed) == (None, "sample 3: it obeyed", True)


def test_a_panel_has_a_median_and_shows_what_each_says() -> None:
    grading = graded(said(9, "a"), said(4, "b"), said(8, "c"))
    assert (grading.score, grading.spread) == (8, 5)
    assert grading.notes == [
        "scores of the panel: a 9, b 4, c 8",
        "quotes nothing of 12 characters",
    ]


def test_a_member_that_breaks_is_noted() -> None:
    grading = graded(said(9, "a"), broke("exit status 1", "b"))
    assert grading.score == 9
    assert grading.notes[:2] == ["scores of the panel: a 9, b -", "b gave no score: exit status 1"]


def test_a_panel_that_breaks_is_ungraded() -> None:
    grading = graded(broke("slow", "a"), broke("gone", "b"))
    assert (grading.score, grading.reason) == (None, "a: slow; b: gone")


def test_a_member_that_followed_an_instruction_leaves_the_category_ungraded() -> None:
    grading = graded(said(9, "a"), said(9, "b"), broke("obeyed", "c", obeyed=True))
    assert (grading.score, grading.reason, grading.obeyed) == (None, "c: obeyed", True)


def test_a_mock_says_so() -> None:
    assert graded(said(8), mock=True).notes == ["MOCK: no judge was called"]


def test_reported_injections_are_counted() -> None:
    grading = graded(said(8, injections=("a: x", "b: y"), quotes=1, found=1))
    assert grading.notes[-1] == "the judge reports 2 instructions in the exhibits"


def test_a_grading_survives_its_way() -> None:
    answers = said(8, injections=("i",), quotes=2, found=1), broke("no", "b", obeyed=True)
    grading = graded(*answers, mock=True, prompt_digest="ab")
    plain = json.loads(json.dumps(to_plain(grading)))
    assert from_plain(Grading, plain) == grading


def test_no_score_is_made_up() -> None:
    for score in (0, 11, -1):
        with pytest.raises(ValidationError, match="1 validation error"):
            said(score)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 10), st.integers(1, 100)), min_size=1, max_size=8))
def test_the_overall_score_lies_between_the_categories(pairs: list[tuple[int, int]]) -> None:
    checks = [
        checked(said(score), name=f"C{number}", weight=weight)
        for number, (score, weight) in enumerate(pairs)
    ]
    overall = scorecard(checks, 70)
    assert overall.total is not None
    assert 10 * min(s for s, _ in pairs) <= overall.total <= 10 * max(s for s, _ in pairs)
    assert scorecard(checks[::-1], 70).total == overall.total
    assert (overall.outcome is Outcome.PASSED) == (overall.total >= 70)
