"""The outcome of a race: the verdict of each item, the report's entries, the run's files."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from pytest_hydra.core.gates import BY_BASE_ALONE, FLAG, RUN_NOTHING, TESTED, Gate, GateState
from pytest_hydra.core.numbers import exact, format_number, six_places
from pytest_hydra.core.plain import plain, safe_text
from pytest_hydra.core.result import NOT_RACED, new_result
from pytest_hydra.core.text import counted, listed, one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.engine.endings import SETUP
from pytest_hydra.plugins.engine.unit import CommandRun
from pytest_hydra.plugins.race.decide import measure
from pytest_hydra.plugins.race.decide.fates import FATES
from pytest_hydra.plugins.race.decide.model import (
    STATUSES,
    CandidateResult,
    Pair,
    RaceResult,
    TestsResult,
    check_of,
)
from pytest_hydra.plugins.race.decide.pace import merits_of, ranks
from pytest_hydra.plugins.race.policy.scoring import DimensionSettings
from pytest_hydra.plugins.race.record import (
    BASE,
    GATES,
    KNOWN_BAD,
    RACE,
    CandidateRecord,
    RaceRecord,
)

State = Literal["passed", "failed", "blocked", "unproven", "missing", "ungraded"]

_REASON = 400
# Why a candidate is ahead of one with the same total, as `Merits` are compared.
_MERITS = (
    "because it fixes more tests",
    "because more of its tests fail on the base",
    "because it changes the fewest lines of product code",
    "because it cost least",
    "by its name",
)
_WIDTH = 76


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The result of one item.

    ``state``: *passed*; *blocked* or *unproven* by a gate; *missing*: there is nothing to score;
    *ungraded*: it could not be measured; *failed*: too few candidates are mergeable. ``headline``
    is the reason in one line, ``text`` in full. ``mock``: the judge was a mock, and read nothing.
    """

    state: State
    headline: str = ""
    text: str = ""
    mock: bool = False


def candidate_results(result: RaceResult) -> list[dict[str, Any]]:
    """The report's results of all candidates, best first."""
    formulas = result.record.formulas
    entries = [_candidate(entry, formulas) for entry in result.candidates]
    for entry, rank in zip(entries, ranks(entries), strict=True):
        entry["details"]["rank"] = rank
    return entries


def _candidate(result: CandidateResult, formulas: str) -> dict[str, Any]:
    source = result.record.source
    shares = measure.effective_weights(result.dimensions)
    known = {"seconds": source.duration_seconds, "cost_usd": result.cost_usd}
    return new_result(
        "candidate",
        id=result.agent,
        nodeid=f"hydra.toml::{result.agent}",
        file="hydra.toml",
        status=STATUSES[result.verdict],
        total=result.total,
        coverage=result.coverage,
        checks=[
            check_of(entry, formulas, shares[entry.name], _cached(entry.name, result.record))
            for entry in result.dimensions
        ],
        gates=[plain(gate) for gate in result.gates],
        usage={name: six_places(exact(n)) for name, n in known.items() if n is not None},
        rank=1,
        fixed=_fixed(result),
        tree=source.tree,
        waivers=[waiver.model_dump() for waiver in result.waivers],
        tests=None if result.tests is None else _tests(result.tests),
        review=[plain(entry) for entry in result.review],
        isolation=result.record.isolation,
        artifacts={
            **({} if source.patch is None else {"diff": safe_text(source.patch)}),
            **{step: run.log for step, run in sorted(result.record.runs.items()) if run.log},
        },
    )


def _fixed(result: CandidateResult) -> dict[str, int] | None:
    """How many of the tests that failed on the base pass now, those of the task included."""
    inputs = [entry.inputs for entry in result.dimensions if "failed_before" in entry.inputs]
    wanted = sum(entry["failed_before"] for entry in inputs)
    return {"fixed": sum(entry["fixed"] for entry in inputs), "of": wanted} if wanted else None


def race_entry(result: RaceResult) -> dict[str, Any]:
    """The report's entry for the race: the base that candidates were compared with."""
    return {
        "base": safe_text(result.record.base_ref),
        "base_commit": result.record.base_commit,
        "baseline": {
            step: _baseline(run)
            for step, run in sorted(result.record.base.runs.items())
            if not step.startswith("tests.")
        },
        "formulas": result.record.formulas,
        "formula_texts": measure.formula_texts(result.record.policy),
        "audit": plain(result.audit),
        "require": result.record.policy.race.require,
        **({"cross_examination": [_pair(pair) for pair in result.pairs]} if result.pairs else {}),
    }


def _pair(pair: Pair) -> dict[str, Any]:
    return {
        "author": pair.author,
        "code": pair.code,
        "passed": len(pair.passed),
        "failed": [safe_text(test) for test in pair.failed],
        "problem": pair.problem,
    }


def _cached(name: str, record: CandidateRecord) -> bool:
    """Whether a result of the dimension comes from an earlier session."""
    steps = (step for step, run in record.runs.items() if run.cached)
    return any(f"{step}.".startswith(f"{name}.") for step in steps)


def _tests(tests: TestsResult) -> dict[str, Any]:
    # Tests that are kept are very many, and say nothing.
    lists = {name: tests.fates.get(name, ()) for name in FATES if name != "kept"}
    return {
        "evidence": tests.evidence,
        **{name: [safe_text(test) for test in ids] for name, ids in lists.items()},
    }


def _baseline(run: CommandRun) -> dict[str, Any]:
    """The result of a step on the base, in counts."""
    entry: dict[str, Any] = {
        "status": run.status,
        "exit": run.exit,
        "seconds": six_places(exact(run.seconds)),
    }
    if run.tests is not None:
        by_outcome: Counter[str] = Counter(run.tests.outcomes.values())
        counts = by_outcome or run.tests.counts
        entry |= {"evidence": run.tests.evidence, "tests": dict(sorted(counts.items()))}
        failing = sorted(
            test for test, result in run.tests.outcomes.items() if result in ("failed", "error")
        )
        if failing:
            entry["failing"] = [safe_text(test) for test in failing]
    if run.lint is not None:
        entry |= {"errors": run.lint.errors, "warnings": run.lint.warnings}
    return entry


@dataclass(frozen=True, slots=True)
class RaceOutcome:
    """The outcome of a race, for the candidates that were decided.

    ``candidates`` are their results, ``race`` is the report's entry. ``record`` is the record as
    JSON values. ``files`` are to be stored in the run's folder, by their names there.
    ``is_replay``: nothing can be run again.
    """

    result: RaceResult
    candidates: Sequence[Mapping[str, Any]]
    race: Mapping[str, Any]
    record: Mapping[str, Any]
    files: Mapping[str, Path] = field(default_factory=dict)
    is_replay: bool = False

    @property
    def notes(self) -> list[str]:
        """Notes on the ranking, and how many results come from earlier sessions, if any."""
        record = self.result.record
        notes = [self._examination_line()] if record.policy.race.cross_examination else []
        records = [record.base, *record.candidates, *filter(None, [record.known_bad])]
        runs = [run for entry in records for run in entry.runs.values() if run.judged is None]
        cached = sum(run.cached for run in runs)
        line = f"{cached} of {counted(len(runs), 'result')} come from earlier sessions"
        line += "" if self.is_replay else "; --hydra-no-cache runs all again"
        return [*notes, *([line] if cached else [])]

    def _examination_line(self) -> str:
        """The result of the cross-examination, in one line."""
        pairs = [pair for pair in self.result.pairs if pair.code != BASE]
        tests = {(pair.author, test) for pair in pairs for test in pair.failed}
        return f"cross-examination: new tests that fail on others' code: {len(tests)}"

    def next_steps(self, run: str, count: int) -> list[str]:
        """The values that are missing for a comparison, the winner, and the next command.

        ``run`` is the run's folder as displayed; ``count`` is the number of the race's candidates.
        """
        return [*self.result.gaps, *self._winner(run, count)]

    def _winner(self, run: str, count: int) -> list[str]:
        ranked = self.result.candidates
        if not ranked:
            return []
        best = ranked[0]
        partial = "" if len(ranked) >= count else f" ({len(ranked)} of {count} decided)"
        if not best.mergeable:
            lines = [f"no candidate is mergeable{partial}"]
            if any(entry.waivers for entry in ranked):
                lines.append(
                    "to waive a gate, add the lines that -v prints to the base's hydra.toml"
                )
            return lines
        if all(gate.name in RUN_NOTHING for gate in best.gates):
            # No command was run, so nothing shows that it is a winner.
            return [f"first by the size of its change{partial}: {best.agent}"]
        if not any(gate.name in TESTED for gate in best.gates):
            return [f"first{partial}, but no test was run: {best.agent}"]
        heading = f"best so far{partial}" if partial else "winner"
        total = "no score" if best.total is None else f"{format_number(best.total, 1)} of 100"
        # Things that a person should review before a merge.
        places = len(best.review)
        to_review = f"; {FLAG} {places} to review" if places else ""
        lines = [f"{heading}: {best.agent} ({total}{to_review})"]
        lines += _equal_totals(best, ranked[1:])
        if self.result.tie is not None:
            first, second = self.result.tie
            lines = [
                f"a tie{partial} within the noise of flaky tests: {first} and {second}; "
                f"{first} is ranked first"
            ]
        race = self.result.record
        if race.policy.race.acceptance is None and "tests" in race.base.runs:
            lines.append(BY_BASE_ALONE)
        lines += _fixed_by_another(best, ranked[1:])
        source = best.record.source
        if source.named == "HEAD":
            return lines  # probably a CI job for a pull request, which is merged elsewhere
        if source.kind == "ref":
            # Quoted, as it is copied into a shell, and branch names may contain anything.
            lines.append(f"next: git merge {shlex.quote(one_line(source.named, 200))}")
        elif source.patch is not None and run:
            lines.append(f"next: git apply {shlex.quote(f'{run}/{one_line(source.patch, 200)}')}")
        return lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """The score of one test for a candidate or the base: a part of a dimension.

    ``score`` is from 0 to 100; None if the test could not grade it.
    """

    agent: str
    dimension: str
    weight: float
    nodeid: str
    score: float | None
    message: str = ""


def with_measurements(record: RaceRecord, measurements: Iterable[Measurement]) -> RaceRecord:
    """The record with dimensions added by tests. Several tests of one dimension are averaged.

    Tests cannot replace a dimension that the policy already has.
    """
    policy = record.policy
    by_name: dict[str, list[Measurement]] = {}
    for entry in sorted(measurements, key=lambda item: (item.dimension, item.nodeid, item.agent)):
        if entry.dimension not in policy.names:
            by_name.setdefault(entry.dimension, []).append(entry)
    additions = tuple(
        # Its score is in the record.
        DimensionSettings(name=name, weight=parts[0].weight)
        for name, parts in by_name.items()
    )
    if not additions:
        return record
    scoring = policy.scoring
    scoring = scoring.model_copy(update={"dimensions": [*scoring.dimensions, *additions]})
    policy = policy.model_copy(update={"scoring": scoring})
    return replace(
        record,
        policy=policy,
        base=_merge(record.base, by_name),
        candidates=tuple(_merge(candidate, by_name) for candidate in record.candidates),
    )


def _merge(record: CandidateRecord, by_name: Mapping[str, list[Measurement]]) -> CandidateRecord:
    runs, agent = dict(record.runs), record.source.agent
    for name, parts in by_name.items():
        measurements = [part for part in parts if part.agent == agent]
        if measurements:
            runs[name] = _run(name, measurements)
    return replace(record, runs=runs)


def _run(name: str, parts: list[Measurement]) -> CommandRun:
    scores = [part.score for part in parts if part.score is not None]
    messages = [part for part in parts if part.message]
    problem = None if len(scores) == len(parts) else "a test could not be graded"
    mean = sum(exact(score) for score in scores) / Fraction(max(1, len(scores)))
    return CommandRun(
        name=name,
        command=parts[0].nodeid.partition("[")[0],
        status="done" if problem is None else "broken",
        exit=0 if not messages else 1,
        problem=problem,
        tail="\n".join(f"{entry.nodeid}: {entry.message}" for entry in messages),
        score=float(mean) if problem is None else None,
    )


def outcome_of(result: RaceResult, logs: Mapping[str, Path], patches: Path | None) -> RaceOutcome:
    """The outcome of a race. ``patches`` is the folder with the diffs, which the record names."""
    record = result.record
    agents = {BASE, KNOWN_BAD, *(candidate.source.agent for candidate in record.candidates)}
    # When a session is interrupted, units may still start, and add logs to the mapping.
    files = {name: path for name, path in dict(logs).items() if name.split("/")[1] in agents}
    for candidate in record.candidates:
        if patches is not None and candidate.source.patch is not None:
            files[candidate.source.patch] = patches.parent / candidate.source.patch
    return RaceOutcome(
        result=result,
        candidates=candidate_results(result),
        race=race_entry(result),
        record=record.plain(),
        files=files,
    )


def verdict_of(result: RaceResult, agent: str, dimension: str) -> Verdict:
    """The verdict of one item. Raises HydraError for an unknown candidate."""
    if dimension == RACE:
        return _race_verdict(result)
    try:
        candidate = result.candidate(agent)
    except KeyError:
        raise HydraError(f"the race has no candidate {agent!r}") from None
    if dimension == GATES:
        return _gates_verdict(candidate.gates) or Verdict(state="passed")
    own = result.record.policy.scoring.dimensions
    has_run = dimension not in {entry.name for entry in own if entry.is_offered}
    return _dimension_verdict(candidate, dimension, has_run=has_run)


def _race_verdict(result: RaceResult) -> Verdict:
    mergeable = sum(candidate.mergeable for candidate in result.candidates)
    total = counted(len(result.candidates), "candidate")
    headline = f'{mergeable} of {total} mergeable; require = "{result.record.policy.race.require}"'
    lines = [headline]
    for rank, candidate in enumerate(result.candidates, start=1):
        # The reasons are in the summary and in the report, once.
        gates = [gate.name for gate in candidate.gates if gate.state is not GateState.PASS]
        suffix = f": {', '.join(gates)}" if gates else ""
        source = candidate.gate("source")
        verdict = candidate.verdict.replace("_", " ")
        if source is not None and source.state is not GateState.PASS:
            verdict = NOT_RACED
        lines.append(one_line(f"{rank}. {candidate.agent}: {verdict}{suffix}", _WIDTH))
    lines.append("The reasons are below the ranking, and in the report.")
    state: State = "passed" if result.passed else "failed"
    return Verdict(state=state, headline=headline, text="\n".join(lines))


def _dimension_verdict(candidate: CandidateResult, name: str, *, has_run: bool) -> Verdict:
    source = candidate.gate("source")
    if source is not None and source.state is not GateState.PASS:
        return _gates_verdict([source]) or Verdict(state="passed")
    try:
        dimension = candidate.dimension(name)
    except KeyError:
        return Verdict(state="missing", headline=f"the policy has no dimension {name}")
    if dimension.missing:
        return Verdict(state="missing", headline=dimension.message)
    names = (name, "dropped_tests") if name == "tests" else (name,)
    verdict = _gates_verdict([gate for gate in candidate.gates if gate.name in names])
    if verdict is not None and verdict.state == "blocked":
        return verdict
    if dimension.score is None:
        if has_run and name not in candidate.record.runs and "build" in candidate.record.runs:
            # Not run because the build failed, which is reported there.
            return Verdict(state="missing", headline=dimension.message)
        message = dimension.message
        if message.startswith(f"on the base {SETUP}"):
            message = (
                f"{name} cannot be judged: the setup failed on the base; see below the ranking"
            )
        return Verdict(state="ungraded", headline=message, text=message)
    if verdict is not None:
        return verdict
    mock = dimension.inputs.get("mock") is True
    return Verdict(state="passed", headline=dimension.message, mock=mock)


def _gates_verdict(gates: Sequence[Gate]) -> Verdict | None:
    """The verdict if one of the gates does not pass, else None."""
    open_ = [gate for gate in gates if gate.state is not GateState.PASS]
    if not open_:
        return None
    open_.sort(key=lambda gate: gate.state is not GateState.BLOCK)
    lines = [_description(gate) for gate in open_]
    state: State = "blocked" if open_[0].state is GateState.BLOCK else "unproven"
    return Verdict(state=state, headline=one_line(lines[0], _REASON), text="\n".join(lines))


def _description(gate: Gate) -> str:
    unproven = " (unproven)" if gate.state is GateState.UNPROVEN else ""
    return f"{gate.name}{unproven}: {gate.reason}"


def _fixed_by_another(best: CandidateResult, rest: Sequence[CandidateResult]) -> list[str]:
    """Who fixed most of the failing tests, if the winner fixed fewer: a total is about more."""
    fixed = {entry.agent: _fixed(entry) for entry in (best, *rest) if entry.mergeable}
    counts = {agent: 0 if found is None else found["fixed"] for agent, found in fixed.items()}
    most = max(counts, key=counts.__getitem__)
    if counts[most] == counts[best.agent]:
        return []
    return [f"{FLAG} {most} fixed {counts[most]} failing tests, {best.agent} {counts[best.agent]}"]


def _equal_totals(best: CandidateResult, rest: Sequence[CandidateResult]) -> list[str]:
    """The candidates with the same total as the first, and why that one is ranked first."""
    equals = [entry for entry in rest if entry.mergeable and entry.total == best.total]
    if not equals:
        return []
    same = [entry.agent for entry in equals if entry.record.source.tree == best.record.source.tree]
    others = [entry for entry in equals if entry.agent not in same]
    lines = [f"the same change: {listed([best.agent, *same])}"] if same else []
    if not others:
        return lines
    merits = [
        merits_of({each.name: each.inputs for each in entry.dimensions})
        for entry in (best, *others)
    ]
    place = max(merits[0].compared(other) for other in merits[1:])
    return [
        *lines,
        f"same total: {listed([equal.agent for equal in others])}",
        f"{best.agent} is ranked first {_MERITS[place]}",
    ]
