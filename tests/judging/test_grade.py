from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.core.scorecard import Outcome
from pytest_hydra.judging.grade.grades import (
    CategoryGrade,
    Grading,
    Judgment,
    Member,
    Sample,
    grade_category,
    grade_overall,
    show_score,
    stability,
)
from pytest_hydra.record.wire import from_plain, to_plain
from tests.judging.conftest import category

if TYPE_CHECKING:
    from pytest_hydra.core.numbers import Exact

WEIGHTS = (15, 50, 35)


def said(score: int, **fields: Any) -> Sample:
    return Sample(judgment=Judgment(score=score, **fields), asked=1, answer="{}")


def broke(reason: str = "the judge broke", *, obeyed: bool = False) -> Sample:
    return Sample(reason=reason, obeyed=obeyed)


def by(*samples: Sample, judge: str = "claude") -> Member:
    return Member(judge, samples)


def graded(*members: Member, mock: bool = False, **fields: Any) -> CategoryGrade:
    one = category(**fields)
    return grade_category(
        one, Grading(category=one.name, judge="claude", members=members, mock=mock)
    )


def three(*scores: int | None, threshold: Exact = 7) -> Any:
    grades = [
        graded(by(broke() if score is None else said(score)), name=f"C{weight}", weight=weight)
        for score, weight in zip(scores, WEIGHTS, strict=True)
    ]
    return grade_overall(grades, threshold)


def test_the_overall_score_is_exact() -> None:
    overall = three(8, 8, 9)
    assert overall.score == Fraction("8.35")
    assert show_score(overall.score, 7) == "8.4"
    assert overall.outcome is Outcome.PASSED
    assert overall.coverage == 1


@pytest.mark.parametrize(
    ("scores", "shown", "outcome"),
    [
        ((7, 7, 7), "7", Outcome.PASSED),
        ((6, 7, 7), "6.9", Outcome.FAILED),  # 6.85
        ((10, 6, 7), "7.0", Outcome.FAILED),  # 6.95, shown below
        ((9, 6, 8), "7.2", Outcome.PASSED),
        ((1, 1, 1), "1", Outcome.FAILED),
        ((10, 10, 10), "10", Outcome.PASSED),
    ],
)
def test_it_passes_at_the_threshold(scores: tuple[int, ...], shown: str, outcome: Outcome) -> None:
    overall = three(*scores)
    assert show_score(overall.score) == shown
    assert overall.outcome is outcome


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
    assert overall.score == (Fraction(sum(s * w for s, w in left), weight) if left else None)
    assert overall.coverage == Fraction(weight, 100)


def test_a_category_becomes_a_check() -> None:
    check = graded(by(said(8, quotes=3, found=2)), weight=15).check()
    assert (check.name, check.kind, check.weight) == ("Planning", "category", 15)
    assert (check.score, check.outcome, check.actual) == (80, Outcome.PASSED, "8")
    assert check.message == "2 of 3 quotes found"


def test_a_category_has_its_own_floor() -> None:
    low = graded(by(said(4, quotes=1, found=1)), min=5)
    assert low.check().outcome is Outcome.FAILED
    assert low.check().message == "4 is below the category's minimum of 5; 1 of 1 quotes found"
    assert graded(by(said(5)), min=5).check().outcome is Outcome.PASSED
    # No mean buys it back, whether or not the category's own item is selected too.
    overall = grade_overall([low, graded(by(said(10)), name="B", weight=99)], 7)
    assert (overall.outcome, overall.score) == (Outcome.FAILED, Fraction("9.94"))
    assert overall.under == "Planning is below its own minimum"
    assert grade_overall([low, graded(by(broke()))], 7).outcome is Outcome.FAILED


def test_a_low_score_without_a_floor_passes_by_itself() -> None:
    assert graded(by(said(1))).check().outcome is Outcome.PASSED


def test_an_ungraded_category_says_why() -> None:
    check = graded(by(broke("no such program"))).check()
    assert (check.outcome, check.score, check.message) == (
        Outcome.UNGRADED,
        None,
        "no such program",
    )


def test_nobody_was_asked() -> None:
    one = category()
    grade = grade_category(one, Grading(category=one.name, judge="x", reason="no spec is there"))
    assert (grade.score, grade.reason, grade.judgments) == (None, "no spec is there", ())


def test_samples_have_a_median_and_a_spread() -> None:
    grade = graded(by(said(9, quotes=1, found=1), said(4, quotes=1, found=0), said(8)))
    assert (grade.score, grade.spread) == (8, 5)
    assert grade.notes == (
        "3 samples from 4 to 9",
        "1 of 2 quotes found",
        "1 of 3 judgments quote nothing",
    )
    assert graded(by(said(8), said(7))).score == Fraction(15, 2)
    assert graded(by(said(8), said(7))).check().score == 75
    assert graded(by(said(8))).spread is None


def test_each_sample_is_needed() -> None:
    grade = graded(by(said(9), said(9), broke("too slow")))
    assert (grade.score, grade.reason) == (None, "sample 3: too slow")


def test_who_obeyed_once_is_not_believed_at_all() -> None:
    grade = graded(by(said(9), broke("slow"), broke("it obeyed", obeyed=True)))
    assert (grade.score, grade.reason, grade.obeyed) == (None, "sample 3: it obeyed", True)


def test_a_panel_has_a_median_and_shows_what_each_says() -> None:
    members = (by(said(9), judge="a"), by(said(4), judge="b"), by(said(8), judge="c"))
    grade = graded(*members)
    assert (grade.score, grade.spread) == (8, 5)
    assert grade.notes == ("scores of the panel: a 9, b 4, c 8", "quotes nothing")


def test_a_member_that_breaks_is_noted() -> None:
    grade = graded(by(said(9), judge="a"), by(broke("exit status 1"), judge="b"))
    assert grade.score == 9
    assert grade.notes[:2] == ("scores of the panel: a 9, b -", "b gave no score: exit status 1")


def test_a_panel_that_breaks_is_ungraded() -> None:
    grade = graded(by(broke("slow"), judge="a"), by(broke("gone"), judge="b"))
    assert (grade.score, grade.reason) == (None, "a: slow; b: gone")


def test_a_member_that_obeyed_leaves_the_category_ungraded() -> None:
    grade = graded(
        by(said(9), judge="a"), by(said(9), judge="b"), by(broke("obeyed", obeyed=True), judge="c")
    )
    assert (grade.score, grade.reason, grade.obeyed) == (None, "c: obeyed", True)


def test_what_is_not_graded_again_is_no_score_that_stays() -> None:
    before = [graded(by(said(score))) for score in (8, 6, 9)]
    after = [graded(by(broke())), graded(by(said(7))), graded(by(said(9)))]
    found = stability(before, after, 7)
    assert found == {"scores": 2, "changed": 1, "flips": 1, "ungraded": 1}


def test_a_mock_says_so() -> None:
    grade = graded(by(said(8)), mock=True)
    assert grade.check().message == "MOCK: no judge was called"
    assert grade_overall([grade], 7).mock
    assert not three(8, 8, 8).mock


def test_reported_injections_are_counted() -> None:
    grade = graded(by(said(8, injections=("a: x", "b: y"), quotes=1, found=1)))
    assert grade.notes[-1] == "the judge reports 2 instructions in the exhibits"


def test_a_grading_survives_its_way() -> None:
    grading = Grading(
        category="Planning",
        judge="panel",
        members=(
            by(said(8, criteria={"x": 3}, evidence=("a",), injections=("i",), quotes=2, found=1)),
            by(broke("no", obeyed=True), judge="b"),
        ),
        mock=True,
        prompt_digest="ab",
    )
    plain = json.loads(json.dumps(to_plain(grading)))
    assert from_plain(Grading, plain) == grading


def test_no_score_is_made_up() -> None:
    for score in (0, 11, -1):
        with pytest.raises(ValueError, match="from 1 to 10"):
            Judgment(score=score)
    with pytest.raises(ValueError, match="has a judgment, or a reason"):
        Sample()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 10), st.integers(1, 100)), min_size=1, max_size=8))
def test_the_overall_score_lies_between_the_categories(pairs: list[tuple[int, int]]) -> None:
    grades = [
        graded(by(said(score)), name=f"C{number}", weight=weight)
        for number, (score, weight) in enumerate(pairs)
    ]
    overall = grade_overall(grades, 7)
    assert overall.score is not None
    assert min(s for s, _ in pairs) <= overall.score <= max(s for s, _ in pairs)
    assert grade_overall(grades[::-1], 7).score == overall.score
    assert (overall.outcome is Outcome.PASSED) == (overall.score >= 7)
