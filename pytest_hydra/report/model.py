"""The shape of report.json: public, and the source of its JSON Schema.

The entries are typed dictionaries, so that a report of 50,000 scenarios is built, digested and
written as plain data. pydantic validates them: strictly, and without extra keys.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Field, TypeAdapter, with_config

# pydantic needs this one below Python 3.12, and depends on it.
from typing_extensions import TypedDict

from pytest_hydra.report.fields import (
    Cause,
    Cost,
    Count,
    Coverage,
    ExpectedFailure,
    Fields,
    Grade,
    Line,
    Plain,
    Retries,
    Score,
    Seconds,
    Share,
    Status,
    Threshold,
    Tokens,
    Verdict,
    Weight,
    doc,
)
from pytest_hydra.report.race_model import Race, RankingEntry


class Engine(Fields):
    """The program that made the report."""

    name: Literal["pytest-hydra"]
    version: str


class StatusCounts(Fields):
    """The number of entries of each status."""

    passed: Count
    failed: Count
    ungraded: Count


class CheckEntry(Fields):
    """One check. ``score`` is null if it is ungraded; ``turn`` is null if it is about all turns."""

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
        Annotated[bool, doc("True if it failed, and so its subject fails whatever the total.")]
    ]
    optional: NotRequired[
        Annotated[bool, doc("True if it is ungraded, but its subject may still be graded.")]
    ]
    cause: NotRequired[Cause]


class Usage(Fields):
    """Time, tokens and cost of replies. Unknown keys are missing."""

    seconds_p50: NotRequired[Annotated[float, doc("The median time of one run of a scenario.")]]
    seconds_p95: NotRequired[Annotated[float, doc("The 95th percentile of these times.")]]
    seconds: NotRequired[Seconds]
    tokens: NotRequired[Tokens]
    cost_usd: NotRequired[Cost]
    retries: NotRequired[Retries]


class RunCounts(StatusCounts):
    """The runs of scenarios. ``share`` is that of passed ones among those that were graded."""

    share: Share | None
    interval: Annotated[list[Share] | None, doc("The 95% interval of the share (Wilson).")]


class GroupEntry(Fields):
    """The scenarios of a bot, a tag or a category, without expected failures."""

    name: str
    scenarios: StatusCounts
    runs: NotRequired[RunCounts]
    score: Score | None
    usage: Usage


class ScenarioCategoryEntry(GroupEntry):
    """The scenarios of one category."""

    bots: Annotated[list[GroupEntry], doc("Those of each bot.")]


class Example(Fields):
    """An example: a scenario, or a test with its node id as ``id``."""

    id: str
    file: str
    line: Line | None
    bot: str | None


class CauseEntry(Fields):
    """A reason why scenarios or tests did not pass, common to several checks."""

    cause: Cause
    text: Annotated[str, doc("The check and its message, with … for the varying parts.")]
    outcome: Literal["failed", "ungraded"]
    no_answer: Annotated[bool, doc("The bot gave no reply.")]
    critical: bool
    items: Annotated[Count, doc("The number of scenarios and tests with this first cause.")]
    checks: Annotated[Count, doc("The number of checks with this cause.")]
    files: Annotated[Count, doc("The number of files of these items.")]
    example: Example | None


class SimulatedUser(Fields):
    """The number of conversations with a simulated user for an item, and its faults by kind."""

    attempts: Count
    faults: dict[str, Count]


class ScenarioEntry(Fields):
    """One scenario with one bot. ``runs`` is the number of times it was run."""

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
    passes: NotRequired[Annotated[Count | None, doc("The number of runs that passed.")]]
    pass_at_k: NotRequired[
        Annotated[Share | None, doc("The probability that at least one of k runs passes.")]
    ]
    pass_hat_k: NotRequired[Annotated[Share | None, doc("The probability that all k runs pass.")]]
    interval: NotRequired[
        Annotated[list[Share] | None, doc("The 95% interval of the pass rate (Wilson).")]
    ]
    tags: NotRequired[list[str]]
    threshold: NotRequired[Annotated[Score, doc("The minimum score to pass.")]]
    xfail: NotRequired[ExpectedFailure]
    error: NotRequired[Annotated[str | None, doc("Why it could not be graded.")]]
    category: NotRequired[str]
    tries: NotRequired[
        Annotated[
            Count, doc("The number of attempts, if it was run again; their cost is included.")
        ]
    ]
    outcomes: NotRequired[Annotated[StatusCounts, doc("The number of runs with each outcome.")]]
    seconds: NotRequired[Seconds]
    tokens: NotRequired[Tokens]
    cost_usd: NotRequired[Cost]
    retries: NotRequired[Retries]
    run: NotRequired[Annotated[Line, doc("The number of the run with these checks, if several.")]]
    user: NotRequired[Annotated[SimulatedUser, doc("Present if the user was simulated.")]]


class TestEntry(Fields):
    """One ordinary test that recorded checks with the ``hydra`` fixture."""

    nodeid: str
    subject: str | None
    status: Status
    score: Score | None
    coverage: NotRequired[Coverage]
    checks: list[CheckEntry]
    xfail: NotRequired[ExpectedFailure]
    error: NotRequired[Annotated[str | None, doc("Why it could not be graded.")]]
    tries: NotRequired[Annotated[Count, doc("The number of attempts, if it was run again.")]]


class CategoryEntry(Fields):
    """One category of a judged benchmark; ``score`` is the judge's, from 1 to 10."""

    name: str
    weight: Weight
    score: Grade | None
    status: Status
    reason: str | None
    strengths: list[str]
    weaknesses: list[str]
    evidence: list[str]
    notes: NotRequired[Annotated[list[str], doc("Remarks on the score.")]]
    min: NotRequired[Annotated[Grade, doc("The category's own minimum score.")]]
    spread: NotRequired[Annotated[int | None, doc("The highest score given minus the lowest one.")]]
    model: NotRequired[Annotated[str | None, doc("The model that judged.")]]
    prompt_digest: NotRequired[
        Annotated[str | None, doc("The sha256 of the question to the judge.")]
    ]


class AgreementEntry(Fields):
    """Agreement of the judge with people: shares from 0 to 1, kappa and its 95% interval."""

    pairs: Count
    exact: float | int | None
    within_one: float | int | None
    kappa: float | int | None
    low: float | int | None
    high: float | int | None


class BenchmarkEntry(Fields):
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
        Annotated[AgreementEntry | None, doc("The judge's agreement with people.")]
    ]
    health: NotRequired[
        Annotated[
            list[dict[str, Count]],
            doc(
                "Results of asking the judge again, in the same and in reverse order of "
                "categories: the numbers of compared `scores`, of `changed` ones, of verdict "
                "`flips`, and of categories that were `ungraded` then."
            ),
        ]
    ]
    notes: NotRequired[Annotated[list[str], doc("Remarks on the scores.")]]
    complete: NotRequired[Annotated[bool, doc("False if the overall score was not selected.")]]


class CandidateCounts(Fields):
    """The number of candidates of each verdict."""

    mergeable: Count
    not_mergeable: Count
    unproven: Count


class Totals(Fields):
    """The totals of all entries without expected failures.

    ``score`` is the mean of the scenarios' and tests' scores, null if nothing was graded.
    """

    score: Score | None
    scenarios: StatusCounts
    checks: StatusCounts
    candidates: CandidateCounts


class ChangeEntry(Fields):
    """The change of a scenario, test, benchmark or candidate since the baseline."""

    change: Literal["worse", "gone", "ungraded", "new", "better", "within noise"]
    kind: Literal["scenario", "test", "benchmark", "candidate"]
    name: str
    told: str
    fails: Annotated[bool, doc("Whether it fails a session with --hydra-fail-on worse.")]


class BaselineEntry(Fields):
    """The comparison of a session with its baseline; ``p`` is that of a sign test."""

    since: str
    compared: Annotated[dict[str, Count], doc("The number of items in both reports, by kind.")]
    counts: Annotated[dict[str, Count], doc("The number of changes of each word.")]
    together: Literal["same", "regressed", "improved", "within noise", "not enough runs"]
    p: Share
    changes: Annotated[list[ChangeEntry], doc("The worst first.")]
    others: Annotated[dict[str, list[str]], doc("What makes the suite easier, and the like.")]


class Repository(Fields):
    """The location of the report's files on the web."""

    files: Annotated[str, doc("The address of the repository's files at the job's commit.")]
    folder: Annotated[str, doc("The folder in it that the report's paths are relative to.")]


# Further keys are those of its report that are not common to all.
@with_config(ConfigDict(extra="allow", strict=True))
class ShardEntry(TypedDict):
    """A session whose report was merged. ``agents`` are its candidates."""

    run_id: str
    verdict: Verdict
    complete: bool
    digest: str
    agents: list[str]


# Plugins may add further keys: see the hook pytest_hydra_report.
@with_config(ConfigDict(extra="allow", strict=True))
class Report(TypedDict):
    """The results of a session of pytest-hydra."""

    schema_version: Literal[1]
    run_id: str
    engine: Engine
    verdict: Annotated[
        Verdict,
        doc(
            "passed: the exit status is 0. failed: something failed. "
            "error: nothing failed, but something is missing or broken."
        ),
    ]
    complete: Annotated[
        bool,
        doc("False if items were not selected, or the session ended early."),
    ]
    policy_digest: str
    rankings: Annotated[list[RankingEntry], doc("Sorted by rank.")]
    race: Race | None
    scenarios: Annotated[list[ScenarioEntry], doc("Sorted by file, id and bot.")]
    benchmarks: Annotated[list[BenchmarkEntry], doc("Sorted by path.")]
    tests: Annotated[list[TestEntry], doc("Sorted by nodeid.")]
    totals: Totals
    usage: NotRequired[Annotated[Usage, doc("The usage of all scenarios.")]]
    by_bot: NotRequired[Annotated[list[GroupEntry], doc("The scenarios of each bot, by name.")]]
    by_category: NotRequired[
        Annotated[list[ScenarioCategoryEntry], doc("The scenarios of each category, by name.")]
    ]
    by_tag: NotRequired[Annotated[list[GroupEntry], doc("The scenarios of each tag, by name.")]]
    causes: NotRequired[
        Annotated[
            list[CauseEntry],
            doc("The most important first; one without items is never the first cause."),
        ]
    ]
    digest: Annotated[
        str,
        Field(
            pattern="^[0-9a-f]{64}$",
            description="The sha256 of the decisions, without places, times and wording.",
        ),
    ]
    baseline: NotRequired[BaselineEntry]
    exit_reason: NotRequired[
        Annotated[
            str, doc("Why the exit status is what it is, with --hydra-fail-on or a baseline.")
        ]
    ]
    repository: NotRequired[Repository]
    conversations: NotRequired[
        Annotated[
            dict[str, list[str]],
            doc("The conversations of at most ten failures, one of each cause: lines by item."),
        ]
    ]
    shards: NotRequired[
        Annotated[list[ShardEntry], doc("The sessions of a merged report, whose run_id is empty.")]
    ]


def report_schema() -> dict[str, Any]:
    """The JSON Schema of report.json."""
    return TypeAdapter(Report).json_schema()
