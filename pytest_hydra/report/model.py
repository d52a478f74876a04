"""The shape of report.json: public, and the source of its JSON Schema.

The entries are typed dictionaries, so that a report of 50,000 scenarios is built, digested and
written as the plain data that it is. pydantic checks them: strictly, with no key but these.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Field, TypeAdapter, WithJsonSchema, with_config

# pydantic needs this one below Python 3.12, and depends on it.
from typing_extensions import TypedDict


@with_config(ConfigDict(extra="forbid", strict=True))
class _Entry(TypedDict):
    """What each entry is checked by."""


def _doc(description: str) -> Any:
    return Field(description=description)


Status = Literal["passed", "failed", "ungraded"]
Verdict = Literal["passed", "failed", "error"]
MergeVerdict = Literal["mergeable", "not_mergeable", "unproven"]
Count = Annotated[int, Field(ge=0)]
Line = Annotated[int, Field(ge=1)]
# Plain JSON, whatever it is. pydantic's JsonValue would walk through every value once more, and
# costs as much as the rest of an entry; what is not JSON can't be encoded anyway.
Plain = Any
ExpectedFailure = Annotated[
    str | None, _doc("Why it is expected to fail; it is then left out of the totals.")
]
Weight = Annotated[int | float, Field(ge=0), WithJsonSchema({"type": "number", "minimum": 0})]
_POINTS = {"type": "number", "minimum": 0, "maximum": 100}
Score = Annotated[
    int | float,
    Field(ge=0, le=100),
    WithJsonSchema({**_POINTS, "description": "From 0 to 100, with at most six decimal places."}),
]
Grade = Annotated[
    int | float, Field(ge=1, le=10), WithJsonSchema({"type": "number", "minimum": 1, "maximum": 10})
]
Threshold = Annotated[
    int | float, Field(ge=0, le=10), WithJsonSchema({"type": "number", "minimum": 0, "maximum": 10})
]
Share = Annotated[int | float, Field(ge=0, le=1)]
Coverage = Annotated[
    float, Field(ge=0, le=1, description="Graded weight divided by whole weight, from 0 to 1.")
]
Seconds = Annotated[
    float | int, Field(ge=0, description="How long the bot took, over all runs and turns.")
]
Tokens = Annotated[int, Field(ge=0, description="What its replies took, as far as they say.")]
Cost = Annotated[
    float | int, Field(ge=0, description="What its replies cost in US dollars, as they say.")
]
Retries = Annotated[int, Field(ge=0, description="How often it had to be asked again.")]
Cause = Annotated[
    str,
    Field(
        pattern="^[0-9a-f]{12}$",
        description="The same for all checks that did not pass for one cause.",
    ),
]


class Engine(_Entry):
    """What made the report."""

    name: Literal["pytest-hydra"]
    version: str


class StatusCounts(_Entry):
    """How many there are of each status."""

    passed: Count
    failed: Count
    ungraded: Count


class CheckEntry(_Entry):
    """One check. ``score`` is null when it is ungraded; ``turn`` is null for all turns at once."""

    name: str
    kind: str
    weight: Weight
    outcome: Status
    score: Score | None
    message: str
    expected: Plain
    actual: Plain
    turn: Annotated[int, Field(ge=1)] | None
    critical: NotRequired[
        Annotated[bool, _doc("True where it failed, and its subject with it, whatever the total.")]
    ]
    optional: NotRequired[
        Annotated[bool, _doc("True where it is ungraded, and its subject is not for that.")]
    ]
    cause: NotRequired[Cause]


class Usage(_Entry):
    """What replies took. Each key is there where something is known of it."""

    seconds_p50: NotRequired[Annotated[float, _doc("Of one run of a scenario, the median.")]]
    seconds_p95: NotRequired[Annotated[float, _doc("The same, the 95th percentile.")]]
    seconds: NotRequired[Seconds]
    tokens: NotRequired[Tokens]
    cost_usd: NotRequired[Cost]
    retries: NotRequired[Retries]


class GroupEntry(_Entry):
    """The scenarios with one bot, or with one tag, but those that are expected to fail."""

    name: str
    scenarios: StatusCounts
    score: Score | None
    usage: Usage


class Example(_Entry):
    """Where to look: a scenario; or a test, whose node id is its ``id``."""

    id: str
    file: str
    line: Line | None
    bot: str | None


class CauseEntry(_Entry):
    """Why scenarios and tests did not pass: what their checks have in common."""

    cause: Cause
    text: Annotated[str, _doc("The check and its message, with … for what differs each time.")]
    outcome: Literal["failed", "ungraded"]
    no_answer: Annotated[bool, _doc("The bot gave no reply.")]
    critical: bool
    items: Annotated[Count, _doc("Of how many scenarios and tests it is the first cause.")]
    checks: Annotated[Count, _doc("How many checks have it.")]
    files: Annotated[Count, _doc("In how many files these items stand.")]
    example: Example | None


class SimulatedUser(_Entry):
    """How many conversations a simulated user was in for an item, and its faults, by kind."""

    attempts: Count
    faults: dict[str, Count]


class ScenarioEntry(_Entry):
    """One scenario, answered by one bot. ``runs`` is how often it was run."""

    id: str
    name: str
    file: str
    line: Line
    bot: str | None
    status: Status
    score: Score | None
    coverage: Coverage
    runs: Count
    checks: list[CheckEntry]
    passes: NotRequired[Annotated[Count | None, _doc("How many of the runs passed.")]]
    pass_at_k: NotRequired[
        Annotated[Share | None, _doc("The chance that at least one of k runs passes.")]
    ]
    pass_hat_k: NotRequired[Annotated[Share | None, _doc("The chance that all of k runs pass.")]]
    interval: NotRequired[
        Annotated[
            list[Share] | None, _doc("Holds the true pass rate with 95% confidence (Wilson).")
        ]
    ]
    tags: NotRequired[list[str]]
    threshold: NotRequired[Annotated[Score, _doc("The score that it must reach.")]]
    xfail: NotRequired[ExpectedFailure]
    error: NotRequired[Annotated[str | None, _doc("Why it could not be graded.")]]
    category: NotRequired[str]
    seconds: NotRequired[Seconds]
    tokens: NotRequired[Tokens]
    cost_usd: NotRequired[Cost]
    retries: NotRequired[Retries]
    run: NotRequired[Annotated[Line, _doc("Of several runs, the one whose checks these are.")]]
    user: NotRequired[Annotated[SimulatedUser, _doc("Where the user of the scenario was played.")]]


class TestEntry(_Entry):
    """One ordinary test that recorded checks with the ``hydra`` fixture."""

    nodeid: str
    subject: str | None
    status: Status
    score: Score | None
    coverage: NotRequired[Coverage]
    checks: list[CheckEntry]
    xfail: NotRequired[ExpectedFailure]
    error: NotRequired[Annotated[str | None, _doc("Why it could not be graded.")]]


class GateEntry(_Entry):
    """A rule that a total cannot buy back, and why it is in this state."""

    name: str
    state: Literal["pass", "block", "unproven"]
    reason: str


class DimensionEntry(_Entry):
    """One dimension of a candidate: what went into its formula, and what came out."""

    name: str
    weight: Weight
    outcome: Status
    score: Score | None
    missing: Annotated[bool, _doc("There is nothing for it, so that it lowers no coverage.")]
    formula: str
    inputs: dict[str, Plain]
    message: str
    cached: NotRequired[Annotated[bool, _doc("An earlier session ran it, or a part of it.")]]


class CandidateTests(_Entry):
    """What became of the base's tests, by test id, and on what evidence that is known."""

    evidence: Literal["ids", "counts", "exit"]
    lost: list[str]
    fixed: list[str]
    added: list[str]
    dropped: list[str]
    disputed: list[str]
    flaky: list[str]


class ReviewEntry(_Entry):
    """A place in a candidate's change that a person should look at."""

    what: str
    file: str
    line: Line | None


class WaiverEntry(_Entry):
    """A ``[[scoring.waivers]]`` that would let a candidate through a gate, but for its reason."""

    agent: str
    gate: str
    reason: str
    tree: str
    file: str | None
    until: str | None


class RankingEntry(_Entry):
    """One candidate of a race. ``weights`` are the nominal ones, before anything was missing.

    The total is the sum of the ``breakdown`` times the ``effective_weights``.
    """

    agent: str
    tree: Annotated[
        str | None, _doc("The id of git's tree with its files; null where there is none.")
    ]
    rank: Annotated[int, Field(ge=1)]
    mergeable: bool
    verdict: MergeVerdict
    total: Score | None
    coverage: Coverage
    breakdown: dict[str, Score | None]
    weights: dict[str, Weight]
    effective_weights: NotRequired[
        Annotated[dict[str, Weight], _doc("The share of the total; 0 for what has no score.")]
    ]
    gates: list[GateEntry]
    waivers: Annotated[
        list[WaiverEntry], _doc("For the gates that do not pass: to be completed by a person.")
    ]
    checks: list[DimensionEntry]
    tests: CandidateTests | None
    review: list[ReviewEntry]
    isolation: Literal["bubblewrap", "none"]
    cost_usd: Annotated[float, Field(ge=0)] | None
    duration_seconds: Annotated[float, Field(ge=0)] | None
    artifacts: Annotated[dict[str, str], _doc("Files of the run, relative to its folder.")]


class ChosenFrom(_Entry):
    """What is kept of a candidate, the best first."""

    agent: str
    verdict: MergeVerdict
    breakdown: dict[str, Score | None]


class ChoiceEntry(_Entry):
    """What a person merged after a race: a line of `.hydra/merged.jsonl`."""

    run_id: str
    digest: str
    agent: str
    candidates: Annotated[list[ChosenFrom], Field(min_length=1)]


class AuditEntry(_Entry):
    """What the race made of two candidates whose worth is known, and must make of them."""

    known_bad: Annotated[
        Literal["blocked", "passed", "not tried"],
        _doc("The base with its product code broken, which no race may let pass."),
    ]
    null: Annotated[Literal["gains nothing", "gains something"], _doc("The base itself.")]
    problem: Annotated[str | None, _doc("Why the verdicts cannot be trusted; null where they can.")]


class CrossEntry(_Entry):
    """The new tests of a candidate on the code of another, or of the base."""

    author: str
    code: Annotated[str, _doc("The other candidate, or `base`.")]
    passed: Annotated[int, Field(ge=0)]
    failed: Annotated[list[str], _doc("Those that pass on their author's code, and fail here.")]
    problem: Annotated[str | None, _doc("Why some of them, or all, cannot be run here.")]


class Race(_Entry):
    """What the candidates were held against. ``base_commit`` is a full commit id."""

    base: str
    base_commit: str
    baseline: dict[str, Plain]
    formulas: str
    formula_texts: NotRequired[
        Annotated[dict[str, str], _doc("How each dimension's score is made of its inputs.")]
    ]
    audit: AuditEntry
    require: Literal["one", "all", "none"]
    cross_examination: NotRequired[
        Annotated[list[CrossEntry], _doc("Whose new tests pass on whose code, where it was asked.")]
    ]
    policy_changes: NotRequired[
        Annotated[list[str], _doc("Where today's policy decided, not the recorded one.")]
    ]
    only_cause: Annotated[
        bool,
        _doc(
            "The session did not pass, and nothing but its race was found wanting: "
            "gates that do not pass, or too few candidates that may be merged."
        ),
    ]


class CategoryEntry(_Entry):
    """One category of a judged benchmark; ``score`` is the judge's, from 1 to 10."""

    name: str
    weight: Weight
    score: Grade | None
    status: Status
    reason: str | None
    strengths: list[str]
    weaknesses: list[str]
    evidence: list[str]
    notes: NotRequired[Annotated[list[str], _doc("What to know of the score.")]]
    min: NotRequired[Annotated[Grade, _doc("The score that it must reach itself.")]]
    spread: NotRequired[
        Annotated[int | None, _doc("Between the lowest and the highest score given.")]
    ]
    model: NotRequired[Annotated[str | None, _doc("The model that judged.")]]
    prompt_digest: NotRequired[
        Annotated[str | None, _doc("The sha256 of what the judge was asked.")]
    ]


class AgreementEntry(_Entry):
    """How far the judge and people agree: shares from 0 to 1, kappa and its 95% interval."""

    pairs: Count
    exact: float | int | None
    within_one: float | int | None
    kappa: float | int | None
    low: float | int | None
    high: float | int | None


class BenchmarkEntry(_Entry):
    """One judged benchmark folder; ``overall`` is from 1 to 10, ``threshold`` from 0 to 10."""

    path: str
    overall: Grade | None
    status: Status
    passed: bool
    threshold: Threshold
    mock: bool
    coverage: Coverage
    reason: str | None
    judge: str
    categories: list[CategoryEntry]
    agreement: NotRequired[
        Annotated[AgreementEntry | None, _doc("How the judge and people agree.")]
    ]
    health: NotRequired[
        Annotated[
            list[dict[str, Count]],
            _doc(
                "When the judge was asked again, in the same and in the opposite order "
                "of categories: of so many `scores` how many `changed`, and `flips` of verdicts; "
                "what got no score then is `ungraded`."
            ),
        ]
    ]
    notes: NotRequired[Annotated[list[str], _doc("What to know of the scores.")]]
    complete: NotRequired[Annotated[bool, _doc("False where the overall score was not selected.")]]


class CandidateCounts(_Entry):
    """How many candidates there are of each verdict."""

    mergeable: Count
    not_mergeable: Count
    unproven: Count


class Totals(_Entry):
    """All entries added up, but those that are expected to fail.

    ``score`` is the mean of the scenarios' and tests' own scores, null where nothing was graded.
    """

    score: Score | None
    scenarios: StatusCounts
    checks: StatusCounts
    candidates: CandidateCounts


# With what its report had beside the others' in the other keys.
@with_config(ConfigDict(extra="allow", strict=True))
class ShardEntry(TypedDict):
    """A session whose report was merged. ``agents`` are the candidates that it decided."""

    run_id: str
    verdict: Verdict
    complete: bool
    digest: str
    agents: list[str]


# Plugins may add keys of their own beside ours: see the hook pytest_hydra_report.
@with_config(ConfigDict(extra="allow", strict=True))
class Report(TypedDict):
    """What a session of pytest-hydra found out."""

    schema_version: Literal[1]
    run_id: str
    engine: Engine
    verdict: Annotated[
        Verdict,
        _doc(
            "passed: the exit status is 0. failed: something was found wanting. "
            "error: nothing was, but something is missing or broken."
        ),
    ]
    complete: Annotated[
        bool,
        _doc("False when something was left out: it was not selected, or the end came too early."),
    ]
    policy_digest: str
    rankings: Annotated[list[RankingEntry], _doc("Sorted by rank.")]
    race: Race | None
    scenarios: Annotated[list[ScenarioEntry], _doc("Sorted by file, id and bot.")]
    benchmarks: Annotated[list[BenchmarkEntry], _doc("Sorted by path.")]
    tests: Annotated[list[TestEntry], _doc("Sorted by nodeid.")]
    totals: Totals
    usage: NotRequired[Annotated[Usage, _doc("What the replies of all scenarios took.")]]
    by_bot: NotRequired[Annotated[list[GroupEntry], _doc("The scenarios of each bot, by name.")]]
    by_tag: NotRequired[Annotated[list[GroupEntry], _doc("The scenarios of each tag, by name.")]]
    causes: NotRequired[
        Annotated[
            list[CauseEntry],
            _doc("What to act on first comes first; one without items causes nothing alone."),
        ]
    ]
    digest: Annotated[
        str,
        Field(
            pattern="^[0-9a-f]{64}$",
            description="The sha256 of what was decided, without where, when and in which words.",
        ),
    ]
    baseline: NotRequired[
        Annotated[dict[str, Plain], _doc("What the session was held against, and what changed.")]
    ]
    exit_reason: NotRequired[
        Annotated[
            str, _doc("Why the exit status is what it is, with --hydra-fail-on or a baseline.")
        ]
    ]
    shards: NotRequired[
        Annotated[
            list[ShardEntry], _doc("The sessions of a report that was merged; it has no run_id.")
        ]
    ]


def report_schema() -> dict[str, Any]:
    """The JSON Schema of report.json."""
    return TypeAdapter(Report).json_schema()
