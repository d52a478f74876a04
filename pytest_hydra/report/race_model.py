"""The shape of a race in report.json: its candidates, the best first, and how they came to that."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field

from pytest_hydra.report.fields import (
    Coverage,
    Fields,
    Line,
    MergeVerdict,
    Plain,
    Score,
    Status,
    Weight,
    doc,
)


class GateEntry(Fields):
    """A rule that a total cannot buy back, and why it is in this state."""

    name: str
    state: Literal["pass", "block", "unproven"]
    reason: str


class DimensionEntry(Fields):
    """One dimension of a candidate: what went into its formula, and what came out."""

    name: str
    weight: Weight
    outcome: Status
    score: Score | None
    missing: Annotated[bool, doc("There is nothing for it, so that it lowers no coverage.")]
    formula: str
    inputs: dict[str, Plain]
    message: str
    cached: NotRequired[Annotated[bool, doc("An earlier session ran it, or a part of it.")]]


class CandidateTests(Fields):
    """What became of the base's tests, by test id, and on what evidence that is known."""

    evidence: Literal["ids", "counts", "exit"]
    lost: list[str]
    fixed: list[str]
    added: list[str]
    dropped: list[str]
    disputed: list[str]
    flaky: list[str]


class ReviewEntry(Fields):
    """A place in a candidate's change that a person should look at."""

    what: str
    file: str
    line: Line | None


class WaiverEntry(Fields):
    """A ``[[scoring.waivers]]`` that would let a candidate through a gate, but for its reason."""

    agent: str
    gate: str
    reason: str
    tree: str
    file: str | None
    until: str | None


class RankingEntry(Fields):
    """One candidate of a race. ``weights`` are the nominal ones, before anything was missing.

    The total is the sum of the ``breakdown`` times the ``effective_weights``.
    """

    agent: str
    tree: Annotated[
        str | None, doc("The id of git's tree with its files; null where there is none.")
    ]
    rank: Annotated[int, Field(ge=1)]
    mergeable: bool
    verdict: MergeVerdict
    total: Score | None
    coverage: Coverage
    breakdown: dict[str, Score | None]
    weights: dict[str, Weight]
    effective_weights: NotRequired[
        Annotated[dict[str, Weight], doc("The share of the total; 0 for what has no score.")]
    ]
    gates: list[GateEntry]
    waivers: Annotated[
        list[WaiverEntry], doc("For the gates that do not pass: to be completed by a person.")
    ]
    checks: list[DimensionEntry]
    tests: CandidateTests | None
    review: list[ReviewEntry]
    isolation: Literal["bubblewrap", "none"]
    cost_usd: Annotated[float, Field(ge=0)] | None
    duration_seconds: Annotated[float, Field(ge=0)] | None
    artifacts: Annotated[dict[str, str], doc("Files of the run, relative to its folder.")]


class ChosenFrom(Fields):
    """What is kept of a candidate, the best first."""

    agent: str
    verdict: MergeVerdict
    breakdown: dict[str, Score | None]


class ChoiceEntry(Fields):
    """What a person merged after a race: a line of `.hydra/merged.jsonl`."""

    run_id: str
    digest: str
    agent: str
    candidates: Annotated[list[ChosenFrom], Field(min_length=1)]


class AuditEntry(Fields):
    """What the race made of two candidates whose worth is known, and must make of them."""

    known_bad: Annotated[
        Literal["blocked", "passed", "not tried"],
        doc("The base with its product code broken, which no race may let pass."),
    ]
    null: Annotated[Literal["gains nothing", "gains something"], doc("The base itself.")]
    problem: Annotated[str | None, doc("Why the verdicts cannot be trusted; null where they can.")]


class CrossEntry(Fields):
    """The new tests of a candidate on the code of another, or of the base."""

    author: str
    code: Annotated[str, doc("The other candidate, or `base`.")]
    passed: Annotated[int, Field(ge=0)]
    failed: Annotated[list[str], doc("Those that pass on their author's code, and fail here.")]
    problem: Annotated[str | None, doc("Why some of them, or all, cannot be run here.")]


class Race(Fields):
    """What the candidates were held against. ``base_commit`` is a full commit id."""

    base: str
    base_commit: str
    baseline: dict[str, Plain]
    formulas: str
    formula_texts: NotRequired[
        Annotated[dict[str, str], doc("How each dimension's score is made of its inputs.")]
    ]
    audit: AuditEntry
    require: Literal["one", "all", "none"]
    cross_examination: NotRequired[
        Annotated[list[CrossEntry], doc("Whose new tests pass on whose code, where it was asked.")]
    ]
    policy_changes: NotRequired[
        Annotated[list[str], doc("Where today's policy decided, not the recorded one.")]
    ]
    only_cause: Annotated[
        bool,
        doc(
            "The session did not pass, and nothing but its race was found wanting: "
            "gates that do not pass, or too few candidates that may be merged."
        ),
    ]
