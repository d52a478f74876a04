"""What came of asking a judge: plain values, and how they are written down and read again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

LOWEST, HIGHEST = 1, 10
"""The scores that a judge may give."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgment:
    """A judge's answer that could be used.

    ``score`` is from 1 to 10, and so is each score in ``criteria``. ``injections`` are the places
    in the exhibits that speak to the judge, as it reported them. ``quotes`` is how many quotes its
    evidence holds, and ``found`` how many of them are in the exhibits.
    """

    score: int
    strengths: tuple[str, ...] = ()
    weaknesses: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    criteria: Mapping[str, int] = field(default_factory=dict)
    injections: tuple[str, ...] = ()
    quotes: int = 0
    found: int = 0

    def __post_init__(self) -> None:
        for score in (self.score, *self.criteria.values()):
            if score not in range(LOWEST, HIGHEST + 1):
                raise ValueError(f"a score is from {LOWEST} to {HIGHEST}, not {score}")


@dataclass(frozen=True, slots=True)
class Unusable:
    """An answer that is no judgment, and why.

    ``obeyed``: the judge followed an instruction in an exhibit, so asking it again proves nothing.
    """

    reason: str
    obeyed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One question to one judge, with all that was asked for its answer.

    Either ``judgment`` is there, or ``reason`` says why not; ``obeyed`` as in `Unusable`.
    ``asked`` is how many times the judge answered, and ``untold`` how many of these answers did not
    say what they cost. ``cost_usd`` is the sum of what was said; None where it was not said each
    time. ``answer`` is the last answer, as it came.
    ``reused``: it was not asked now, the answer was there already.
    """

    judgment: Judgment | None = None
    reason: str | None = None
    obeyed: bool = False
    asked: int = 0
    untold: int = 0
    cost_usd: float | None = None
    model: str | None = None
    answer: str | None = None
    reused: bool = False

    def __post_init__(self) -> None:
        if (self.judgment is None) == (self.reason is None):
            raise ValueError("a sample has a judgment, or a reason why it has none")


@dataclass(frozen=True, slots=True)
class Member:
    """What one judge said of one category: one sample for each time that it was to be asked."""

    judge: str
    samples: tuple[Sample, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """An exhibit that a judge was shown: the sha256 of the whole, and what was left out of it."""

    name: str
    sha256: str
    cut: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Grading:
    """All that was recorded of one category: what `pytest_hydra.judging.grade.grades` decides by.

    ``members`` are the members of a panel, or the one judge. ``reason`` says why nobody was asked,
    and then there are none. ``mock``: no judge read anything. ``prompt_digest`` is that of the
    question, None where none was made. ``shown`` is what stood in it.
    """

    category: str
    judge: str
    members: tuple[Member, ...] = ()
    mock: bool = False
    prompt_digest: str | None = None
    reason: str | None = None
    shown: tuple[Shown, ...] = ()


def judgment_to_plain(judgment: Judgment) -> dict[str, Any]:
    """The judgment as JSON values."""
    return {
        "score": judgment.score,
        "strengths": list(judgment.strengths),
        "weaknesses": list(judgment.weaknesses),
        "evidence": list(judgment.evidence),
        "criteria": dict(judgment.criteria),
        "injections": list(judgment.injections),
        "quotes": judgment.quotes,
        "found": judgment.found,
    }


def judgment_from_plain(plain: Mapping[str, Any]) -> Judgment:
    """What `judgment_to_plain` made."""
    return Judgment(
        score=plain["score"],
        strengths=tuple(plain["strengths"]),
        weaknesses=tuple(plain["weaknesses"]),
        evidence=tuple(plain["evidence"]),
        criteria=dict(plain["criteria"]),
        injections=tuple(plain["injections"]),
        quotes=plain["quotes"],
        found=plain["found"],
    )


def sample_to_plain(sample: Sample) -> dict[str, Any]:
    """The sample as JSON values."""
    judgment = sample.judgment
    return {
        "judgment": None if judgment is None else judgment_to_plain(judgment),
        "reason": sample.reason,
        "obeyed": sample.obeyed,
        "asked": sample.asked,
        "untold": sample.untold,
        "cost_usd": sample.cost_usd,
        "model": sample.model,
        "answer": sample.answer,
        "reused": sample.reused,
    }


def sample_from_plain(plain: Mapping[str, Any]) -> Sample:
    """What `sample_to_plain` made."""
    judgment = plain["judgment"]
    return Sample(
        judgment=None if judgment is None else judgment_from_plain(judgment),
        reason=plain["reason"],
        obeyed=plain["obeyed"],
        asked=plain["asked"],
        untold=plain.get("untold", 0),
        cost_usd=plain["cost_usd"],
        model=plain["model"],
        answer=plain["answer"],
        reused=plain["reused"],
    )


def grading_to_plain(grading: Grading) -> dict[str, Any]:
    """The grading as JSON values, for the run folder and xdist."""
    return {
        "category": grading.category,
        "judge": grading.judge,
        "members": [
            {
                "judge": member.judge,
                "samples": [sample_to_plain(sample) for sample in member.samples],
            }
            for member in grading.members
        ],
        "mock": grading.mock,
        "prompt_digest": grading.prompt_digest,
        "reason": grading.reason,
        "shown": [[entry.name, entry.sha256, entry.cut] for entry in grading.shown],
    }


def grading_from_plain(plain: Mapping[str, Any]) -> Grading:
    """What `grading_to_plain` made."""
    return Grading(
        category=plain["category"],
        judge=plain["judge"],
        members=tuple(
            Member(member["judge"], tuple(map(sample_from_plain, member["samples"])))
            for member in plain["members"]
        ),
        mock=plain["mock"],
        prompt_digest=plain["prompt_digest"],
        shown=tuple(Shown(*entry) for entry in plain.get("shown", ())),
        reason=plain["reason"],
    )
