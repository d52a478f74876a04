"""The shape of report.json: public, and the source of its JSON Schema.

The entries are typed dictionaries, so that a report of 50,000 scenarios is built, digested and
written as plain data. pydantic validates them: strictly, and without extra keys.
"""

from __future__ import annotations

import ast
from itertools import chain, pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Field, TypeAdapter, WithJsonSchema, with_config

# pydantic needs this one below Python 3.12, and depends on it.
from typing_extensions import TypedDict

_STRICT = ConfigDict(extra="forbid", strict=True)
_OPEN = ConfigDict(extra="allow", strict=True)

Status = Literal["passed", "failed", "ungraded"]
Verdict = Literal["passed", "failed", "error"]
Count = Annotated[int, Field(ge=0)]
Line = Annotated[int, Field(ge=1)]
# Any plain JSON. pydantic's JsonValue would walk through every value again, which costs as much as
# the rest of an entry; a value that is not JSON fails at encoding anyway.
Plain = Any
_NUMBER = {"type": "number"}
Number = Annotated[int | float, WithJsonSchema(_NUMBER)]
Positive = Annotated[int | float, Field(ge=0), WithJsonSchema({**_NUMBER, "minimum": 0})]
_POINTS = {**_NUMBER, "minimum": 0, "maximum": 100}
Score = Annotated[int | float, Field(ge=0, le=100), WithJsonSchema(_POINTS)]
Share = Annotated[
    int | float, Field(ge=0, le=1), WithJsonSchema({**_NUMBER, "minimum": 0, "maximum": 1})
]
CauseKey = Annotated[str, Field(pattern="^[0-9a-f]{12}$")]


@with_config(_STRICT)
class Fields(TypedDict):
    """The base of all entries: strict, without extra keys."""


class Engine(Fields):
    """A program."""

    name: Literal["pytest-hydra"]
    """Its name."""
    version: str
    """Its version."""


class StatusCounts(Fields):
    """The number of results, runs or checks of each status."""

    passed: Count
    """Those that passed."""
    failed: Count
    """Those that failed."""
    ungraded: Count
    """Those that could not be graded."""


class CheckDetails(Fields, total=False):
    """What only checks of some kinds have: dimensions of candidates, and judged categories."""

    formula: str
    """The name of the formula of a dimension's score."""
    inputs: dict[str, Plain]
    """The inputs of this formula."""
    share: Share
    """The dimension's share of the total; 0 without a score."""
    missing: bool
    """Whether there is no command or data for the dimension, so that it does not count."""
    cached: bool
    """Whether results of an earlier session were reused."""
    strengths: list[str]
    """What the judge found good."""
    weaknesses: list[str]
    """What the judge found bad."""
    evidence: list[str]
    """What the judge based the score on."""
    notes: list[str]
    """Remarks on the score."""
    min: Positive
    """The category's own minimum score."""
    spread: int
    """The highest score that a judge gave minus the lowest one."""
    model: str
    """The model that judged."""
    judge: str
    """The judge, with its model, if it is known."""
    prompt_digest: str
    """The sha256 of the question to the judge."""
    rubric_digest: str
    """The sha256 of its criteria and guide."""
    samples: list[Count]
    """The scores of all samples, in their order."""
    quotes: dict[str, list[Count]]
    """How many quotes of each judge are in the exhibits, and how many it has."""
    judges: list[Count]
    """How many judges of a panel gave a score, whose median it is, and how many were asked."""


class CheckEntry(Fields):
    """One check: an expectation, a dimension of a candidate, or a judged category."""

    name: str
    """Its name, unique in its turn."""
    kind: str
    """The kind of expectation; `check`, `dimension` or `category` for others."""
    weight: Positive
    """Its weight in the total."""
    outcome: Status
    """Its outcome."""
    score: Score | None
    """From 0 to the result's scale (100, or 10 for a judged category); null if it is ungraded."""
    message: str
    """Why it did not pass, or what was measured."""
    expected: Plain
    """What was expected, if it is a value."""
    actual: Plain
    """What was there instead, if it is a value."""
    turn: Line | None
    """The turn of the conversation, from 1; null if the check is about all turns."""
    critical: NotRequired[bool]
    """True if it failed, and so its result fails whatever the total."""
    optional: NotRequired[bool]
    """True if it is ungraded, but its result may still be graded."""
    demanded: NotRequired[bool]
    """True if it is ungraded, and would be critical if it failed."""
    cause: NotRequired[CauseKey]
    """The key of its cause in `causes`, if it did not pass."""
    details: NotRequired[CheckDetails]
    """What only checks of this kind have."""


class GateEntry(Fields):
    """A rule that no total can outweigh."""

    name: str
    """Its name."""
    state: Literal["pass", "block", "unproven"]
    """Whether it lets the change pass."""
    reason: str
    """The reason for its state; with `pass`, why it was waived."""


class RunEntry(Fields):
    """One of the runs of a result: a repeated scenario has several."""

    outcome: Status
    """Its outcome."""
    total: NotRequired[Score | None]
    """Its total, if there were several runs; null if nothing was graded."""
    checks: NotRequired[list[CheckEntry]]
    """Its checks that did not pass, if there were several runs."""


class Spent(Fields, total=False):
    """Time, tokens and cost of a result, as far as they are known."""

    seconds: Positive
    """The time of the bot over all runs and turns, or of the agent, in seconds."""
    tokens: Count
    """The tokens of all replies."""
    cost_usd: Positive
    """The cost in US dollars."""
    users_usd: Positive
    """What the answers of simulated users cost, which ``cost_usd`` does not include."""
    first_token_seconds: Positive
    """The longest time to the first token of a reply that was streamed."""
    retries: Count
    """The number of repeated requests."""


class SimulatedUser(Fields):
    """The conversations with a simulated user."""

    attempts: Count
    """The number of conversations."""
    faults: dict[str, Count]
    """The number of faults of the user, by kind."""


class JudgedText(Fields):
    """One check of one run."""

    text: str
    """What was expected."""
    passed: bool | None
    """Whether it holds; null if it is ungraded."""
    evidence: str
    """Why."""


class ExperimentPart(Fields):
    """A scenario under one treatment."""

    treatment: str
    """The treatment; empty if there are none."""
    treatments: list[str]
    """All treatments of its file; the first is the baseline."""
    require: dict[str, Literal["better", "not worse"] | Number]
    """What the file requires."""
    unit: str
    """Its id without the treatment."""
    case: str
    """Its case: the scenario, and its row of a file with cases."""
    passes: list[bool | None]
    """Whether each run passes, without checks of skills; null if it is ungraded."""
    used: list[bool | None]
    """Whether each run activated the expected skill; null if that is unknown."""
    results: list[list[JudgedText]]
    """What was checked in each run, without skills."""
    spent: list[Spent]
    """What each run took."""
    fires: bool | None
    """Whether it should activate the skill of the triggers; null if it is no trigger."""


class AgreementEntry(Fields):
    """Agreement of a judge with people."""

    pairs: Count
    """The number of scores that were compared."""
    exact: Number | None
    """The share of equal scores."""
    within_one: Number | None
    """The share of scores that differ by 1 at most."""
    kappa: Number | None
    """Cohen's kappa with quadratic weights."""
    low: Number | None
    """The lower end of its 95% interval."""
    high: Number | None
    """The upper end of its 95% interval."""


class CandidateTests(Fields):
    """The ids of tests by their fate, if the evidence is ids. All others of the base are kept."""

    evidence: Literal["ids", "counts", "exit"]
    """What is known of the tests: their ids, their numbers, or only the exit code."""
    lost: list[str]
    """They passed on the base, and fail now."""
    silenced: list[str]
    """They passed on the base, and are skipped now."""
    gone: list[str]
    """They passed on the base, and are not there any more."""
    disputed: list[str]
    """The candidate's own version of them passes, the base's fails."""
    unstable: list[str]
    """They pass in some runs only."""
    flaky: list[str]
    """They are unstable on the base already, and are not counted."""
    fixed: list[str]
    """They failed on the base, and pass now."""
    failing: list[str]
    """They fail on the base and now."""
    idle: list[str]
    """They were skipped on the base and are skipped now."""
    new: list[str]
    """They are the candidate's own, and pass."""
    padding: list[str]
    """They are the candidate's own, and pass on the base's code too."""
    broken: list[str]
    """They are the candidate's own, and fail."""


class FixedTests(Fields):
    """How many of the tests that failed on the base a candidate fixed."""

    fixed: Count
    """The number of tests that pass now."""
    of: Count
    """The number of tests that failed, those of the task included."""


class ReviewEntry(Fields):
    """A place in a candidate's change that a person should review."""

    what: str
    """What to review."""
    file: str
    """The file; empty if it is unknown."""
    line: Line | None
    """The line; null for the whole file."""


class Waiver(Fields):
    """A ``[[scoring.waivers]]`` that would waive a gate once a person gives its reason."""

    agent: str
    """The candidate."""
    gate: str
    """The gate."""
    reason: str
    """The reason, to be completed by a person."""
    change: str
    """The change that it is for."""
    file: str | None
    """The file that it is for; null for all."""
    until: str | None
    """The last day on which it holds; null for ever."""


class JudgedEntry(Fields):
    """A judgment by one criterion."""

    turn: Count | None
    """The turn, from 1; null for the whole conversation."""
    criterion: str
    """The criterion."""
    outcome: Literal["passed", "failed", "ungraded"]
    """What the judge says, whether it decides or not."""
    advises: bool
    """Whether it decides nothing, as too few labels of people agree with it."""
    judge: str
    """The judge, with its model, if it is known."""
    rubric: str | None
    """The sha256 of what it is asked, without the conversation; null if it was not asked."""
    prompt: str | None
    """The sha256 of the whole question."""
    samples: list[Count]
    """Its scores from 1 to 10."""


class Answered(Fields, total=False):
    """What answered, by name, and how often."""

    models: dict[str, Count]
    """The models of replies."""
    fingerprints: dict[str, Count]
    """The builds of these models, as their API names them."""
    programs: dict[str, Count]
    """The agents, with their versions."""
    prompts: dict[str, Count]
    """Digests of system prompts."""
    tools: dict[str, Count]
    """Digests of the tools that models could call."""
    judges: dict[str, Count]
    """The judges of checks, with their models."""


class AskedAgain(Fields):
    """The runs with which a failure was to be confirmed."""

    passed: Count
    """Those that passed."""
    failed: Count
    """Those that failed."""


class EarlierRuns(Fields):
    """The runs of a scenario in earlier sessions."""

    passed: Count
    """Those that passed."""
    runs: Count
    """All that were graded."""


class Details(Fields, total=False):
    """What only results of some kinds have. Keys without a value are missing."""

    name: str
    """The name of a scenario, if it is not its id."""
    tags: list[str]
    """The tags of a scenario."""
    category: str
    """The category of a scenario."""
    case: dict[str, str]
    """The columns of a scenario's case, as short texts."""
    row: list[str]
    """Where its row is and the first words of its message, if its id is a digest."""
    filled: list[str]
    """The columns that fill in what is expected."""
    by: list[str]
    """The columns by which the scenarios of a case are grouped."""
    threshold: Positive
    """The minimum total to pass."""
    scale: Positive
    """The maximum of the total and of scores, if it is not 100."""
    xfail: str
    """Why it is expected to fail; it is then not in the totals."""
    draft: bool
    """Whether a scenario is a draft, which is not in the totals and decides nothing."""
    error: str
    """Why it could not be graded, or what else decided its status than the checks."""
    judged: list[JudgedEntry]
    """Who judged by which criterion, in the run whose checks are listed."""
    answered: Answered
    """Who answered, as far as it is known."""
    again: AskedAgain
    """The runs that were asked again as it failed. With the status `passed` it is flaky; its runs,
    its total and all shares are those of its planned runs."""
    earlier: EarlierRuns
    """In a baseline: its runs in earlier sessions of the same suite and bot."""
    tries: Count
    """The number of attempts, if it was run again; their cost is included."""
    reused: str
    """The run in which its conversations were held, the oldest one, if they were reused."""
    run: Line
    """The number of the run with these checks, if there were several."""
    k: Line
    """The k of pass^k, if there were several runs."""
    pass_at: Share
    """The pass^k that is required, if there were several runs."""
    pass_at_k: Share
    """The probability that at least one of k runs passes."""
    pass_hat_k: Share
    """The probability that all k runs pass."""
    interval: list[Share]
    """The 95% interval of the share of runs that pass (Wilson)."""
    user: SimulatedUser
    """The simulated user, if there was one."""
    experiment: ExperimentPart
    """What it is in the experiment of its file."""
    path: str
    """The folder of a benchmark."""
    agent: str
    """The agent or the model that did the work of a benchmark, as its folder says."""
    rubric: str
    """The rubric of a benchmark: `default`, `nerv` or a file."""
    judge: str
    """The judge of a benchmark."""
    mock: bool
    """Whether no judge was called, so that the scores mean nothing."""
    agreement: AgreementEntry
    """The judge's agreement with people."""
    health: list[dict[str, Count]]
    """Results of asking the judge again, in the same and in reverse order of categories: the
    numbers of compared `scores`, of `changed` ones, of verdict `flips`, and of categories that were
    `ungraded` then."""
    notes: list[str]
    """Remarks on the scores."""
    complete: bool
    """False if only some categories of a benchmark were selected."""
    rank: Line
    """The rank of a candidate; candidates with the same files share one."""
    fixed: FixedTests
    """The tests that a candidate fixed; absent if none failed on the base, or it is unknown."""
    tree: str
    """The git tree id of a candidate's files."""
    tests: CandidateTests
    """The tests of a candidate."""
    review: list[ReviewEntry]
    """What a person should review in a candidate's change."""
    waivers: list[Waiver]
    """For the gates that do not pass: to be completed by a person."""
    isolation: Literal["bubblewrap", "none"]
    """The sandbox in which a candidate was run."""
    artifacts: dict[str, str]
    """Files of the run about a candidate, relative to its folder."""


class Result(Fields):
    """The result of one scenario with one bot, test, candidate or benchmark."""

    id: str
    """Its id in its file: of the scenario, the test, or the agent."""
    nodeid: str
    """The node id of its item in pytest; a candidate has an item for each dimension below it."""
    kind: Literal["scenario", "test", "candidate", "benchmark"]
    """What it is the result of."""
    file: str
    """Its file, relative to pytest's root."""
    line: Line | None
    """Its line in this file."""
    subject: str | None
    """The bot, or the subject of a test's marker."""
    status: Status
    """Its status; a candidate that passed can be merged."""
    total: Score | None
    """The weighted mean of its scores; null if nothing was graded. Its maximum is 100, or 10 for a
    benchmark (`scale` in the details)."""
    coverage: Annotated[float, Field(ge=0, le=1)]
    """Graded weight divided by whole weight."""
    checks: list[CheckEntry]
    """Its checks; of several runs, those of one of them."""
    gates: list[GateEntry]
    """The rules that no total can outweigh."""
    runs: Annotated[list[RunEntry], Field(min_length=1)]
    """Its runs, in their order."""
    usage: Spent
    """What it took."""
    details: Details
    """What only results of this kind have."""


class Ranking(Result):
    """One candidate of a race, with the keys that readers of a race need first."""

    agent: str
    """Its name."""
    mergeable: bool
    """Whether all gates pass."""
    breakdown: dict[str, Score | None]
    """The score of each dimension; the total is the sum of these times their shares."""


class AuditEntry(Fields):
    """The self-test of the race with a candidate that must not pass."""

    known_bad: Literal["blocked", "passed", "not tried"]
    """The base with broken product code, which must not pass."""
    problem: str | None
    """Why the verdicts cannot be trusted."""


class Cross(Fields):
    """The new tests of a candidate on the code of another, or of the base."""

    author: str
    """The candidate with the tests."""
    code: str
    """The other candidate, or `base`."""
    passed: Count
    """The number of tests that pass."""
    failed: list[str]
    """Tests that pass on their author's code, but fail here."""
    problem: str | None
    """Why some or all of them cannot be run here."""


class Race(Fields):
    """The base and the rules of a race."""

    base: str
    """The base, as it was named."""
    base_commit: str
    """Its full commit id."""
    baseline: dict[str, Plain]
    """The results of each command on the base."""
    formulas: str
    """The name of the set of formulas."""
    formula_texts: NotRequired[dict[str, str]]
    """How each dimension's score is computed from its inputs."""
    audit: AuditEntry
    """The self-test of the race."""
    require: Literal["one", "all", "none"]
    """How many candidates must be mergeable."""
    cross_examination: NotRequired[list[Cross]]
    """New tests run on other candidates' code, if enabled."""
    policy_changes: NotRequired[list[str]]
    """Changes since the recorded policy, if today's decided."""
    only_cause: bool
    """Whether the session failed only because of its race: gates that do not pass, or too few
    mergeable candidates."""


class ChosenFrom(Fields):
    """A candidate to choose from."""

    agent: str
    """Its name."""
    status: Status
    """Its status; one that passed was mergeable."""
    breakdown: dict[str, Score | None]
    """The score of each dimension."""


class Choice(Fields):
    """The candidate that a person merged after a race: a line of `.hydra/merged.jsonl`."""

    run_id: str
    """The run of the race."""
    digest: str
    """The digest of its report."""
    agent: str
    """The candidate that was merged."""
    candidates: Annotated[list[ChosenFrom], Field(min_length=1)]
    """All candidates, the best first."""


class Usage(Spent, total=False):
    """Time, tokens and cost of scenarios and tests, as far as they are known."""

    judges_usd: Positive
    """What all judges of the session have cost, in US dollars. ``cost_usd`` does not include it."""
    seconds_p50: Positive
    """The median time of one run of a scenario."""
    seconds_p95: Positive
    """The 95th percentile of these times."""
    first_token_seconds_p50: Positive
    """The median time to the first token of a scenario, if replies were streamed."""
    first_token_seconds_p95: Positive
    """The 95th percentile of these times."""


class RunCounts(StatusCounts):
    """The runs of scenarios."""

    share: Share | None
    """The share of passed ones among those that were graded."""
    interval: list[Share] | None
    """The 95% interval of the share: over cases, as the runs of a case are alike."""


class Group(Fields):
    """The scenarios of a bot, a tag, a category or a value, without expected failures."""

    name: str
    """The name of the bot, the tag or the category, or the value."""
    scenarios: StatusCounts
    """The number of scenarios by status."""
    runs: RunCounts
    """The number of their runs by outcome."""
    score: Score | None
    """The mean of their totals."""
    usage: Usage
    """What they took."""


class CategoryEntry(Group):
    """The scenarios of one category."""

    bots: list[Group]
    """Those of each bot."""


class CauseEntry(Fields):
    """A reason why scenarios or tests did not pass, common to several checks."""

    cause: CauseKey
    """Its key, the same in every session."""
    text: str
    """The check and its message, with … for the varying parts."""
    outcome: Literal["failed", "ungraded"]
    """What it makes of its items."""
    no_answer: bool
    """Whether the bot gave no reply."""
    critical: bool
    """Whether one of its checks is critical."""
    items: Count
    """The number of scenarios and tests with this first cause."""
    checks: Count
    """The number of checks with this cause."""
    files: Count
    """The number of files of these items."""
    example: str | None
    """The node id of one of its items."""


class Totals(Fields):
    """The totals of all results without expected failures."""

    score: Score | None
    """The mean of the totals of scenarios and tests; null if nothing was graded."""
    rankings: StatusCounts
    """The candidates by status; one that passed is mergeable, one that is ungraded is unproven."""
    scenarios: StatusCounts
    """The scenarios by status."""
    benchmarks: StatusCounts
    """The benchmarks by status."""
    tests: StatusCounts
    """The tests by status."""
    checks: StatusCounts
    """The checks of scenarios and tests by outcome, but not those of repeated scenarios."""


class ChangeEntry(Fields):
    """The change of a result since the baseline."""

    change: Literal["worse", "gone", "ungraded", "new", "better", "not comparable", "within noise"]
    """What happened."""
    kind: str
    """The kind of the result."""
    name: str
    """Its name: its file, its id, and its subject."""
    detail: str
    """The change in words."""
    fails: bool
    """Whether it fails a session with --hydra-fail-on worse."""


class Baseline(Fields):
    """The comparison of a session with its baseline."""

    since: str
    """The name of the baseline."""
    compared: dict[str, Count]
    """The number of results in both reports, by kind."""
    counts: dict[str, Count]
    """The number of changes of each word."""
    together: Literal["same", "regressed", "improved", "within noise", "not enough runs"]
    """The verdict on all scenarios together."""
    p: Share
    """The probability of changes this one-sided by chance alone (exact test over them)."""
    changes: list[ChangeEntry]
    """The changes, the worst first."""
    others: dict[str, list[str]]
    """What differs beside the results, what makes the suite easier, and the like."""
    prompts: NotRequired[dict[str, list[str]]]
    """The diffs of prompts, by their keys."""


class LastGreen(Fields):
    """What differs since the last run that passed."""

    run: str
    """That run."""
    differs: list[str]
    """What differs, what explains most first."""


class ArmEntry(Fields):
    """One arm of an experiment: a bot under a treatment."""

    bot: str
    """The bot."""
    treatment: str
    """The treatment; empty if there are none."""
    scenarios: Count
    """The number of scenarios."""
    cases: Count
    """The number of cases with a graded run. Variants of a scenario by a matrix are one case, rows
    of `cases` are several."""
    runs: Count
    """The number of runs of each."""
    ungraded: Count
    """The number of ungraded runs."""
    share: Share | None
    """The mean share of runs that pass, by case."""
    interval: list[Share] | None
    """Its 95% interval: over cases, as the runs of a case are alike."""
    ranked: bool
    """Whether a run is ungraded in at most 5% of its scenarios, so that it is compared."""
    score: Score | None
    """The mean score, by case; null under treatments."""
    cost_usd: Positive | None
    """What all runs cost, as far as it is known."""
    cost_known: NotRequired[Count]
    """The number of scenarios whose cost is known; older reports do not say it."""
    tokens: Positive | None
    """The tokens of all runs, as far as they are known."""
    seconds: Positive | None
    """The mean time of a run."""
    used: Count
    """The number of runs that activated the expected skill."""
    offered: Count
    """The number of runs that were expected to."""
    critical: NotRequired[dict[str, str]]
    """Of measured scenarios, by case: a critical check that failed. Older reports do not say it."""


class RatioEntry(Fields):
    """The ratio of an amount between two arms."""

    median: Positive
    """Its median over the cases."""
    interval: list[Positive] | None
    """Its 95% interval (order statistics); null for fewer than six cases."""


class PairedDifference(Fields):
    """The first arm's figure minus the second's, from 0 to 100 each."""

    points: Number
    """The mean difference."""
    interval: list[Number]
    """Its 95% interval: Tango's if each case was run once, for passes, else Student's over
    cases."""
    p: Share
    """The p-value, which allows for the number of pairs (Holm)."""
    told_apart: bool
    """Whether so large a difference is unlikely by chance alone (5%), and both arms are ranked."""
    more: Count | None
    """How many more cases would tell them apart with a chance of 80%, among as many pairs: 0 for
    none, null if nothing differs, or one is not ranked."""
    repeats: Count | None
    """How many runs of each case would do instead; null if no number, or if it is unknown."""


class PairEntry(Fields):
    """Two arms on the scenarios that both had."""

    arms: list[Count]
    """Their places in `arms`, from 0. A treatment is compared with the first one of its bot, and a
    bot with each that passes less."""
    cases: Count
    """The number of cases."""
    left_out: Count
    """The number of scenarios that are ungraded in one of them."""
    better: Count
    """In how many cases the first passes more often."""
    worse: Count
    """In how many the second passes more often."""
    passed: PairedDifference
    """The difference of their pass rates."""
    score: PairedDifference | None
    """The difference of their scores; null under treatments, or if none was graded."""
    cost_usd: RatioEntry | None
    """The ratio of the costs."""
    tokens: RatioEntry | None
    """The ratio of the tokens."""
    seconds: RatioEntry | None
    """The ratio of the times."""
    apart: list[str]
    """The cases that differ beyond chance, by Fisher's exact test; 5% of them may be false."""
    apart_worse: NotRequired[list[str]]
    """Of these, those on which the first passes less. Older reports do not say it."""


class EffectEntry(Fields):
    """Two values of a matrix, over all combinations of its other values."""

    name: str
    """The name in the matrix."""
    values: list[str]
    """The two values."""
    cases: Count
    """The number of cases."""
    passed: PairedDifference
    """The difference of their pass rates."""


class WrongTrigger(Fields):
    """A message after which a run did not do what it should."""

    text: str
    """The message."""
    fired: Count
    """In how many runs it activated the skill."""
    runs: Count
    """The number of runs."""


class RateEntry(Fields):
    """Runs of triggers that did what they should."""

    count: Count
    """Their number."""
    of: Count
    """The number of runs."""
    share: Share | None
    """Their share."""
    interval: list[Share] | None
    """Its 95% interval, over messages; null for the precision."""


class TriggerRow(Fields):
    """How often a skill was activated when it should, and when it should not."""

    arm: Count
    """The place of its arm in `arms`, from 0."""
    recall: RateEntry
    """Of the runs that should activate it, those that did."""
    specificity: RateEntry
    """Of the runs that should not, those that did not."""
    precision: RateEntry
    """Of the runs that activated it, those that should."""
    missed: list[WrongTrigger]
    """The messages that should activate it, and did not in each run."""
    false_alarms: list[WrongTrigger]
    """The messages that should not activate it, and did."""


class ExperimentEntry(Fields):
    """The experiment of a scenario file, or all bots compared."""

    file: str | None
    """The file; null for the bots with scenarios in common."""
    arms: list[ArmEntry]
    """The treatments by bot, or the bots, the one that passes most first."""
    pairs: list[PairEntry]
    """The arms compared."""
    effects: NotRequired[list[EffectEntry]]
    """Of bots of a matrix of several names: the values of each compared."""
    triggers: list[TriggerRow]
    """The triggers, by arm."""
    require: dict[str, Literal["better", "not worse"] | Number]
    """What the file requires."""
    decided: bool
    """False if something was left out, so that nothing is required."""
    failures: list[str]
    """What of it does not hold."""


class RequiredEntry(TypedDict):
    """What is compared of an experiment: of any version, and of the short form of a report."""

    file: str | None
    """The file; null for the bots with scenarios in common."""
    require: dict[str, Any]
    """What the file requires."""
    decided: bool
    """False if something was left out, so that nothing is required."""
    failures: list[str]
    """What of it does not hold."""


class PluginTable(Fields):
    """What a plugin measured, as a table that every form of the report shows."""

    title: str
    """Its heading."""
    columns: list[str]
    """The names of its columns."""
    rows: list[list[str]]
    """Its cells, row by row."""
    remarks: list[str]
    """What is to be known of it."""


class RepositoryEntry(Fields):
    """The repository of the session's files."""

    name: str
    """Its name: owner and name in a CI job, else that of its folder."""
    files: str | None
    """The address of its files at the job's commit on the web; null outside of CI."""
    folder: str
    """The folder in it that the report's paths are relative to."""


# Further keys are those of its report that are not common to all.
@with_config(_OPEN)
class Shard(TypedDict):
    """A session whose report was merged. Further keys are those that plugins added."""

    run_id: str
    """Its run."""
    verdict: Verdict
    """Its verdict."""
    complete: bool
    """Whether nothing was left out."""
    digest: str
    """The digest of its report."""
    agents: list[str]
    """Its candidates."""


class Report(TypedDict):
    """The results of a session. Plugins may add further keys: see `pytest_hydra_report`."""

    run_id: str
    """The id of the run, which sorts by time; empty without one."""
    rankings: list[Ranking]
    """The candidates of the race, the best first."""
    schema_version: Literal[2]
    """The version of this schema."""
    engine: Engine
    """The program that made the report."""
    verdict: Verdict
    """passed: the exit status is 0. failed: something failed. error: nothing failed, but something
    is missing or broken."""
    exit_reason: NotRequired[str]
    """Why the exit status is what it is, with --hydra-fail-on or a baseline."""
    complete: bool
    """False if items were not selected, or the session ended early."""
    started: str | None
    """When the session started, in UTC (ISO 8601)."""
    seconds: Positive | None
    """How long it took."""
    repository: RepositoryEntry | None
    """The repository of its files; null outside of one."""
    commit: str | None
    """The commit that was checked out."""
    branch: str | None
    """The branch that was checked out, or that a CI job is for."""
    ci_url: str | None
    """The address of the CI job."""
    policy_digest: str
    """The digest of the settings that decide."""
    race: Race | None
    """The race, if there was one."""
    scenarios: list[Result]
    """The scenarios, sorted by file, id and bot."""
    benchmarks: list[Result]
    """The judged benchmarks, sorted by file."""
    tests: list[Result]
    """The tests that recorded checks with the `hydra` fixture, sorted by file and id."""
    totals: Totals
    """The totals of all results."""
    usage: Usage
    """What all scenarios took."""
    by_bot: list[Group]
    """The scenarios of each bot, by name."""
    by_category: list[CategoryEntry]
    """The scenarios of each category, by name."""
    by_tag: list[Group]
    """The scenarios of each tag, by name."""
    by_column: dict[str, list[Group]]
    """The scenarios by the values of the columns named in `by` of their cases."""
    experiments: list[ExperimentEntry]
    """Those of scenario files with `treatments` or `triggers`; then the bots, if several have
    scenarios in common."""
    causes: list[CauseEntry]
    """Why scenarios and tests did not pass, the most important first; one without items is never
    the first cause."""
    digest: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    """The sha256 of the decisions, without places, times and wording."""
    baseline: NotRequired[Baseline]
    """The comparison with the baseline."""
    last_green: NotRequired[LastGreen]
    """What differs since the last run that passed, where something did not pass now."""
    tables: NotRequired[list[PluginTable]]
    """What plugins measured. Those of sessions are joined when reports are merged."""
    skipped: NotRequired[list[str]]
    """How many scenarios and tests were skipped, by reason, in words."""
    conversations: NotRequired[dict[str, list[str]]]
    """The conversations of at most ten failures, one of each cause: lines by node id."""
    shards: NotRequired[list[Shard]]
    """The sessions of a merged report, whose run_id is empty."""


def report_schema() -> dict[str, Any]:
    """The JSON Schema of report.json, with the docstrings of attributes as descriptions."""
    # pydantic can read them too, but then whenever a report is read, which takes 0.2 s.
    schema = TypeAdapter(Report).json_schema()
    descriptions: dict[str, dict[str, str]] = {}
    for kind in ast.parse(Path(__file__).read_text(encoding="utf-8")).body:
        if not isinstance(kind, ast.ClassDef):
            continue
        bases = [base.id for base in kind.bases if isinstance(base, ast.Name)]
        own = dict(chain.from_iterable(descriptions.get(base, {}).items() for base in bases))
        for field, text in pairwise(kind.body):
            if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
                own[ast.unparse(field.target)] = ast.literal_eval(text.value)
        descriptions[kind.name] = own
    for name, node in {**schema["$defs"], Report.__name__: schema}.items():
        for field, value in node["properties"].items():
            value["description"] = " ".join(descriptions[name][field].split())
    return schema
