"""The shape of a race in report.json: its candidates, the best first, and their scores."""

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
    """A rule that no total can outweigh, and the reason for its state."""

    name: str
    state: Literal["pass", "block", "unproven"]
    reason: str


class DimensionEntry(Fields):
    """One dimension of a candidate: the inputs of its formula, and the score."""

    name: str
    weight: Weight
    outcome: Status
    score: Score | None
    missing: Annotated[bool, doc("There is no command or data for it, so it does not count.")]
    formula: str
    inputs: dict[str, Plain]
    message: str
    cached: NotRequired[Annotated[bool, doc("Results of an earlier session were reused.")]]


class CandidateTests(Fields):
    """The ids of tests by their fate, if the evidence is ids. All others of the base are kept."""

    evidence: Literal["ids", "counts", "exit"]
    lost: list[str]
    silenced: list[str]
    gone: list[str]
    disputed: list[str]
    unstable: list[str]
    flaky: list[str]
    fixed: list[str]
    failing: list[str]
    idle: list[str]
    new: list[str]
    padding: list[str]
    broken: list[str]


class ReviewEntry(Fields):
    """A place in a candidate's change that a person should review."""

    what: str
    file: str
    line: Line | None


class WaiverEntry(Fields):
    """A ``[[scoring.waivers]]`` that would waive a gate once a person gives its reason."""

    agent: str
    gate: str
    reason: str
    change: str
    file: str | None
    until: str | None


class RankingEntry(Fields):
    """One candidate of a race. ``weights`` are nominal: missing scores included.

    The total is the sum of the ``breakdown`` times the ``effective_weights``.
    """

    agent: str
    tree: Annotated[str | None, doc("The git tree id of its files; null if there is none.")]
    rank: Annotated[int, Field(ge=1)]
    mergeable: bool
    verdict: MergeVerdict
    total: Score | None
    coverage: Coverage
    breakdown: dict[str, Score | None]
    weights: dict[str, Weight]
    effective_weights: NotRequired[
        Annotated[dict[str, Weight], doc("The share of the total; 0 without a score.")]
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
    """A candidate to choose from, the best first."""

    agent: str
    verdict: MergeVerdict
    breakdown: dict[str, Score | None]


class ChoiceEntry(Fields):
    """The candidate that a person merged after a race: a line of `.hydra/merged.jsonl`."""

    run_id: str
    digest: str
    agent: str
    candidates: Annotated[list[ChosenFrom], Field(min_length=1)]


class AuditEntry(Fields):
    """The self-test of the race with a candidate that must not pass."""

    known_bad: Annotated[
        Literal["blocked", "passed", "not tried"],
        doc("The base with broken product code, which must not pass."),
    ]
    problem: Annotated[str | None, doc("Why the verdicts cannot be trusted, or null.")]


class CrossEntry(Fields):
    """The new tests of a candidate on the code of another, or of the base."""

    author: str
    code: Annotated[str, doc("The other candidate, or `base`.")]
    passed: Annotated[int, Field(ge=0)]
    failed: Annotated[list[str], doc("Tests that pass on their author's code, but fail here.")]
    problem: Annotated[str | None, doc("Why some or all of them cannot be run here.")]


class Race(Fields):
    """The base and the rules of the race. ``base_commit`` is a full commit id."""

    base: str
    base_commit: str
    baseline: dict[str, Plain]
    formulas: str
    formula_texts: NotRequired[
        Annotated[dict[str, str], doc("How each dimension's score is computed from its inputs.")]
    ]
    audit: AuditEntry
    require: Literal["one", "all", "none"]
    cross_examination: NotRequired[
        Annotated[list[CrossEntry], doc("New tests run on other candidates' code, if enabled.")]
    ]
    policy_changes: NotRequired[
        Annotated[list[str], doc("Changes since the recorded policy, if today's decided.")]
    ]
    only_cause: Annotated[
        bool,
        doc(
            "The session failed only because of its race: gates that do not pass, or too few "
            "mergeable candidates."
        ),
    ]
