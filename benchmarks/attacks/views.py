"""Decide a race as if some of the layers were missing: pure functions of its record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from benchmarks.attacks.candidate import Candidate, Level
from benchmarks.attacks.racing import FIX, UNGUARDED
from pytest_hydra.core.gates import Mergeable
from pytest_hydra.core.gates import decide as decide_gates
from pytest_hydra.plugins.engine.unit import CommandRun
from pytest_hydra.plugins.race.decide.decision import decide_race
from pytest_hydra.plugins.race.decide.model import CandidateResult, RaceResult
from pytest_hydra.plugins.race.record import CandidateRecord, RaceRecord
from pytest_hydra.plugins.results.outcomes import Sign, TestRun

Change = Callable[[CandidateRecord, CandidateRecord], CandidateRecord]
"""Reduces the record of a candidate, or of the base itself, given the record of the base."""

_TESTS = ("tests", "tests.own")


def _all(record: CandidateRecord, base: CandidateRecord) -> CandidateRecord:  # noqa: ARG001
    return record


def _exit_code(record: CandidateRecord, base: CandidateRecord) -> CandidateRecord:
    """V: the exit code of the base's tests is trusted."""
    runs = {name: run for name, run in record.runs.items() if not name.startswith("tests")}
    if "tests" in record.runs:
        # The base counts as 0: its failing test would make the comparison meaningless.
        run = record.runs["tests"]
        runs["tests"] = replace(run, tests=None, exit=0 if record is base else run.exit)
    return replace(record, runs=runs, signs=None)


def _ids(record: CandidateRecord, base: CandidateRecord) -> CandidateRecord:  # noqa: ARG001
    """V and ID: the outcome of each test is trusted."""
    trusted = {
        name: replace(run, tests=replace(run.tests, problems=(), signs=()))
        for name, run in record.runs.items()
        if run.tests is not None
    }
    return replace(record, runs={**record.runs, **trusted}, signs=None)


def _runs(record: CandidateRecord, base: CandidateRecord) -> CandidateRecord:  # noqa: ARG001
    """All evidence of the runs."""
    return replace(record, signs=None)


def _look(record: CandidateRecord, base: CandidateRecord) -> CandidateRecord:
    """S: only the inspection of the change."""
    return replace(record, runs=_base_runs(base))


def _problems(record: CandidateRecord, base: CandidateRecord) -> CandidateRecord:
    """X: only the problems of the record."""
    return _splice(record, base, lambda run, own: replace(run, problems=own.problems))


def _canaries(record: CandidateRecord, base: CandidateRecord) -> CandidateRecord:
    """C: only the canaries."""
    return _splice(record, base, lambda run, own: replace(run, signs=_signs(own, canary=True)))


def _prints(record: CandidateRecord, base: CandidateRecord) -> CandidateRecord:
    """H: only what changed or took part while tests ran."""
    return _splice(record, base, lambda run, own: replace(run, signs=_signs(own, canary=False)))


def _signs(run: TestRun, *, canary: bool) -> tuple[Sign, ...]:
    return tuple(sign for sign in run.signs if (sign.kind == "canary") is canary)


def _splice(
    record: CandidateRecord, base: CandidateRecord, change: Callable[[TestRun, TestRun], TestRun]
) -> CandidateRecord:
    """The runs of the base, with one part of the evidence from the candidate's runs."""
    runs = _base_runs(base)
    for name in _TESTS:
        own, there = record.runs.get(name), base.runs.get("tests")
        if own is not None and own.tests is not None and there is not None and there.tests:
            runs[name] = replace(there, tests=change(there.tests, own.tests))
    return replace(record, runs=runs, signs=None)


def _base_runs(base: CandidateRecord) -> dict[str, CommandRun]:
    return {name: base.runs[name] for name in ("tests", "build", "lint") if name in base.runs}


VIEWS: Mapping[str, Change] = {
    "V": _exit_code,
    "V, ID": _ids,
    "V, ID, X, C, H": _runs,
    "X": _problems,
    "C": _canaries,
    "H": _prints,
    "S": _look,
    "all": _all,
}
"""The sets of layers that decide, by name. T and B produce the record: they are in all sets."""

_ALONE = ("X", "C", "H", "S")


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerVerdict:
    """The verdict of one set of layers on a candidate. ``misled``: it looks as good as the fix."""

    level: Level
    misled: bool
    reasons: tuple[str, ...]


def decide(record: RaceRecord, view: str) -> RaceResult:
    """The race as decided by these layers."""
    if view == "all":
        return decide_race(record)
    change = VIEWS[view]
    # Without the race's self-test, which belongs to the complete record.
    return decide_race(
        RaceRecord(
            base_ref=record.base_ref,
            base_commit=record.base_commit,
            policy=record.policy,
            base=change(record.base, record.base),
            candidates=tuple(change(candidate, record.base) for candidate in record.candidates),
            date=record.date,
        )
    )


def layer_verdict(result: RaceResult, candidate: Candidate, view: str) -> LayerVerdict:
    """The verdict of these layers on a candidate."""
    entry = result.candidate(candidate.agent)
    level = _level(entry, candidate.dimension)
    if view in _ALONE:
        # Everything else comes from the runs of the base.
        level = _level(_by_tampering(entry), None)
    if candidate.dimension is not None:
        misled = level is Level.PASSED
    else:
        as_good = view in _ALONE or _score(entry) >= _score(result.candidate(FIX))
        misled = level <= Level.COSTS and as_good
    reasons = [f"{gate.name}: {gate.reason}" for gate in entry.gates if gate.reason]
    reasons += [f"review: {hint.file}:{hint.line or ''} {hint.what}" for hint in entry.review]
    return LayerVerdict(level=level, misled=misled, reasons=tuple(reasons))


def misled_by_exit_code(record: RaceRecord, agent: str) -> bool | None:
    """Whether the candidate's own tests exit with 0; None if they were not run."""
    for candidate in record.candidates:
        if candidate.source.agent == agent and UNGUARDED in candidate.runs:
            return candidate.runs[UNGUARDED].succeeded
    return None


def _by_tampering(result: CandidateResult) -> CandidateResult:
    gates = tuple(gate for gate in result.gates if gate.name in ("source", "tampering"))
    return replace(result, gates=gates, verdict=decide_gates(gates))


def _score(result: CandidateResult) -> float:
    score = result.dimension("tests").score
    return -1.0 if score is None else float(score)


def _level(result: CandidateResult, dimension: str | None) -> Level:
    if result.verdict is Mergeable.NOT_MERGEABLE:
        return Level.BLOCKED
    if result.verdict is Mergeable.UNPROVEN:
        return Level.UNPROVEN
    if result.review:
        return Level.SHOWN
    if dimension is None:
        return Level.PASSED
    score = result.dimension(dimension).score
    return Level.COSTS if score is None or score < 100 else Level.PASSED
