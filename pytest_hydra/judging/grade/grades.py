"""Judges' answers as plain values, and how they become checks and the overall score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from pytest_hydra.core.numbers import Exact, exact, half_up_beside, quotient
from pytest_hydra.core.plain import brief_repr, brief_value
from pytest_hydra.core.scorecard import Check, Outcome, scorecard, ungraded
from pytest_hydra.settings.judges import HIGHEST, LOWEST

if TYPE_CHECKING:
    from pytest_hydra.judging.grade.rubric import Category


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgment:
    """A usable answer of a judge.

    ``score`` is from 1 to 10, and so is each score in ``criteria``. ``injections`` are the
    instructions to the judge that it reported in the exhibits. ``quotes`` is the number of quotes
    in its evidence, and ``found`` the number of those that are in the exhibits.
    """

    score: int
    strengths: tuple[str, ...] = ()
    weaknesses: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    criteria: Mapping[str, int] = field(default_factory=dict)
    injections: tuple[str, ...] = ()
    quotes: int = 0
    found: int = 0

    def __repr__(self) -> str:
        return brief_repr(self, "score", "criteria", "quotes", "found")

    def __post_init__(self) -> None:
        for score in (self.score, *self.criteria.values()):
            if score not in range(LOWEST, HIGHEST + 1):
                raise ValueError(f"a score is from {LOWEST} to {HIGHEST}, not {score}")


@dataclass(frozen=True, slots=True)
class Unusable:
    """An answer that is not a judgment, and why.

    ``obeyed``: the judge followed an instruction in an exhibit, so asking again is pointless.
    """

    reason: str
    obeyed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """The result of one question to one judge, repeated calls included.

    Exactly one of ``judgment`` and ``reason`` (why there is none) is set; ``obeyed`` as in
    `Unusable`. ``asked`` is the number of answers, and ``unpriced`` the number of those without
    a cost. ``cost_usd`` is the sum in US dollars, None if a part is unknown. ``answer`` is the
    last answer, verbatim. ``reused``: the judge was not called, the sample comes from a cache.
    """

    judgment: Judgment | None = None
    reason: str | None = None
    obeyed: bool = False
    asked: int = 0
    unpriced: int = 0
    cost_usd: float | None = None
    model: str | None = None
    answer: str | None = None
    reused: bool = False

    def __post_init__(self) -> None:
        if (self.judgment is None) == (self.reason is None):
            raise ValueError("a sample has a judgment, or a reason why it has none")


@dataclass(frozen=True, slots=True)
class Member:
    """The samples of one judge for one category."""

    judge: str
    samples: tuple[Sample, ...]


class ExhibitDigest(NamedTuple):
    """An exhibit that a judge saw: the sha256 of the whole, and what was left out of it."""

    name: str
    sha256: str
    cut: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Grading:
    """The record of one category, from which `pytest_hydra.judging.grade.grades` decides.

    ``members`` are the members of a panel, or the one judge. They are empty if no judge was called,
    and ``reason`` says why. ``mock``: no judge read anything. ``prompt_digest`` is that of the
    question, None if there was none. ``shown`` are its exhibits, ``missing`` the names of absent
    ones.
    """

    category: str
    judge: str
    members: tuple[Member, ...] = ()
    mock: bool = False
    prompt_digest: str | None = None
    reason: str | None = None
    shown: tuple[ExhibitDigest, ...] = ()
    missing: tuple[str, ...] = ()


# Judges' scores are 1 to 10, those of checks 0 to 100.
_POINT = 10


@dataclass(frozen=True, slots=True)
class MemberGrade:
    """One judge's score of a category: the median of its samples, from 1 to 10."""

    judge: str
    score: Exact | None
    scores: tuple[int, ...]
    reason: str | None
    obeyed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryGrade:
    """One category, decided.

    ``score`` is from 1 to 10, None if it is ungraded; for a panel it is the median over the
    members. ``reason`` says why it is ungraded. ``spread`` is the highest score minus the lowest,
    None with fewer than two scores. ``obeyed``: a judge followed an instruction in an exhibit.
    ``notes`` are remarks on the score for the reader. ``left_out``: an exhibit is missing, and the
    category is optional, so it does not count.
    """

    category: Category
    score: Exact | None
    reason: str | None
    spread: int | None
    members: tuple[MemberGrade, ...]
    obeyed: bool
    mock: bool
    notes: tuple[str, ...]
    judgments: tuple[Judgment, ...]
    left_out: bool = False

    def __repr__(self) -> str:
        name, points = brief_value(self.category.name), self.score
        score = f"reason={brief_value(self.reason)}" if points is None else show_score(points)
        return f"CategoryGrade({name}, {score})"

    @property
    def outcome(self) -> Outcome:
        """Failed under the category's own floor, if it has one."""
        if self.score is None:
            return Outcome.UNGRADED
        floor = self.category.min
        return Outcome.FAILED if floor is not None and self.score < floor else Outcome.PASSED

    def check(self) -> Check:
        """The category as a check: its score times ten."""
        fields = {
            "name": self.category.name,
            "kind": "category",
            "weight": self.category.weight,
            "expected": None if self.category.min is None else show_score(self.category.min),
            "critical": True,
            "optional": self.left_out,
        }
        notes = "; ".join(self.notes)
        if self.score is None:
            return ungraded(f"{self.reason}; {notes}" if notes else f"{self.reason}", **fields)
        reason = ""
        if self.outcome is Outcome.FAILED:
            assert self.category.min is not None  # noqa: S101 - the reason for the failure
            score = show_score(self.score, self.category.min)
            reason = f"{score} is below the category's minimum of {show_score(self.category.min)}"
        return Check(
            **fields,  # type: ignore[arg-type]  # the fields of a check
            outcome=self.outcome,
            score=self.score * _POINT,
            message="; ".join(part for part in (reason, notes) if part),
            actual=show_score(self.score),
        )


@dataclass(frozen=True, slots=True)
class Overall:
    """All categories of one benchmark.

    ``score`` is sum(score x weight) ÷ sum(weights graded), from 1 to 10; None if nothing was
    graded. ``coverage`` is graded weight ÷ whole weight. The outcome is ungraded if any category
    that is not left out is ungraded, whatever the other scores. Otherwise it is failed if the score
    is under the threshold or a category is below its own floor: ``under`` says which.
    """

    score: Exact | None
    threshold: Exact
    coverage: Exact
    outcome: Outcome
    mock: bool
    under: str | None


def grade_category(category: Category, grading: Grading, *, capped: bool = False) -> CategoryGrade:
    """Decide one category from its record.

    ``capped``: the cost of judgments is limited. A judge without all of its samples gives no score.
    A failed member of a panel is noted, and the others decide. If any member followed an
    instruction in an exhibit, the category is ungraded.
    """
    members = tuple(map(_member_grade, grading.members))
    samples = [sample for member in grading.members for sample in member.samples]
    judgments = tuple(sample.judgment for sample in samples if sample.judgment is not None)
    scores = [member.score for member in members if member.score is not None]
    prefixes = [f"{member.judge}: " if len(members) > 1 else "" for member in members]
    reasons = [f"{prefix}{member.reason}" for prefix, member in zip(prefixes, members, strict=True)]
    obeyed = [member for member in members if member.obeyed]
    reason = grading.reason
    if obeyed:
        reason = reasons[members.index(obeyed[0])]
    elif reason is None and not scores:
        reason = "; ".join(reasons)
    unpriced = sum(sample.unpriced for sample in samples if not sample.reused)
    every_score = [score for member in members for score in member.scores]
    return CategoryGrade(
        category=category,
        score=None if reason is not None else exact(median(map(Fraction, scores))),
        reason=reason,
        spread=max(every_score) - min(every_score) if len(every_score) > 1 else None,
        members=members,
        obeyed=bool(obeyed),
        mock=grading.mock,
        notes=(
            *_notes(grading, members, judgments, graded=reason is None),
            *(
                f"the judge saw only a part of {name}: {cut}"
                for name, _, cut in grading.shown
                if cut
            ),
            *([unknown_cost_note(unpriced)] if unpriced and capped else ()),
        ),
        judgments=judgments,
        left_out=category.optional and bool(grading.missing),
    )


def grade_overall(grades: Sequence[CategoryGrade], threshold: Exact) -> Overall:
    """The overall score of a benchmark; ``threshold`` is from 0 to 10."""
    card = scorecard((grade.check() for grade in grades), threshold * _POINT)
    low = [check.name for check in card.checks if check.outcome is Outcome.FAILED]
    be = "are below their" if low[1:] else "is below its"
    return Overall(
        score=None if card.total is None else quotient(card.total, _POINT),
        threshold=threshold,
        coverage=card.coverage,
        outcome=card.outcome,
        mock=any(grade.mock for grade in grades),
        under=f"{', '.join(low)} {be} own minimum" if low else None,
    )


def stability(
    before: Iterable[CategoryGrade], after: Iterable[CategoryGrade], threshold: Exact
) -> dict[str, int]:
    """The number of scores compared, changed, with another verdict (flips), and ungraded.

    The verdict is by the category's own floor, else by the threshold.
    """
    counts = {"scores": 0, "changed": 0, "flips": 0, "ungraded": 0}
    for old, new in zip(before, after, strict=True):
        if old.score is None or new.score is None:
            counts["ungraded"] += 1
            continue
        least = threshold if old.category.min is None else old.category.min
        counts["scores"] += 1
        counts["changed"] += old.score != new.score
        counts["flips"] += (old.score < least) != (new.score < least)
    return counts


def show_score(score: Exact, threshold: Exact | None = None) -> str:
    """A score as printed, ``8`` or ``8.4``, never rounded across the threshold."""
    if isinstance(score, int):
        return str(score)
    return str(half_up_beside(score, 1, 10, threshold or 10))


def _member_grade(member: Member) -> MemberGrade:
    scores = tuple(
        sample.judgment.score for sample in member.samples if sample.judgment is not None
    )
    reason, obeyed = None, False
    for number, sample in enumerate(member.samples, start=1):
        if sample.reason is not None and (reason is None or sample.obeyed):
            prefix = f"sample {number}: " if len(member.samples) > 1 else ""
            reason, obeyed = f"{prefix}{sample.reason}", sample.obeyed
    score = exact(median(map(Fraction, scores))) if scores and reason is None else None
    return MemberGrade(member.judge, score, scores, reason, obeyed)


def _notes(
    grading: Grading, members: Sequence[MemberGrade], judgments: Sequence[Judgment], *, graded: bool
) -> Iterable[str]:
    if grading.mock:
        yield "MOCK: no judge was called"
    if graded and len(members) > 1:
        scores = ", ".join(
            f"{member.judge} {'-' if member.score is None else show_score(member.score)}"
            for member in members
        )
        yield f"scores of the panel: {scores}"
    for member in members if graded else ():
        if member.reason is not None:
            yield f"{member.judge} gave no score: {member.reason}"
    for member in members:
        if len(member.scores) > 1:
            low, high = min(member.scores), max(member.scores)
            suffix = f" by {member.judge}" if len(members) > 1 else ""
            yield f"{len(member.scores)} samples{suffix} from {low} to {high}"
    quoted = sum(judgment.quotes for judgment in judgments)
    if judgments and not quoted and not grading.mock:
        yield "quotes nothing"
    elif quoted and not grading.mock:
        yield f"{sum(judgment.found for judgment in judgments)} of {quoted} quotes found"
        silent = sum(not judgment.quotes for judgment in judgments)
        if silent:
            yield f"{silent} of {len(judgments)} judgments quote nothing"
    reported = sum(len(judgment.injections) for judgment in judgments)
    if reported:
        yield f"the judge reports {reported} instruction{'s' * (reported > 1)} in the exhibits"


def unknown_cost_note(answers: int) -> str:
    """A note that the cost cap does not count this many answers."""
    return (
        f"{answers} answer{'s' * (answers > 1)} reported no cost, so max_cost_usd does not count "
        f"{'them' if answers > 1 else 'it'}"
    )
