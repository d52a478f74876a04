"""Decide a race as if some of the layers were not there: each a pure function of its record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from benchmarks.attacks.candidate import Candidate, Level
from benchmarks.attacks.racing import FIX, UNGUARDED
from pytest_hydra.candidates.decide.decision import decide_race
from pytest_hydra.candidates.decide.model import CandidateResult, RaceResult
from pytest_hydra.candidates.recording import (
    CandidateRecord,
    CommandRun,
    RaceRecord,
    Sign,
    TestRun,
)
from pytest_hydra.core.gates import Mergeable
from pytest_hydra.core.gates import decide as decide_gates

Change = Callable[[CandidateRecord, CandidateRecord], CandidateRecord]
"""What is left of the record of a candidate, or of the base itself, given the base's."""

_TESTS = ("tests", "tests.own")


def _all(record: CandidateRecord, base: CandidateRecord) -> CandidateRecord:  # noqa: ARG001
    return record


def _exit_code(record: CandidateRecord, base: CandidateRecord) -> CandidateRecord:
    """V: the base's tests are laid over, and the exit code is believed."""
    runs = {name: run for name, run in record.runs.items() if not name.startswith("tests")}
    if "tests" in record.runs:
        # What is wanted is 0. Held against the base, whose bug a test shows, it would say nothing.
        run = record.runs["tests"]
        runs["tests"] = replace(run, tests=None, exit=0 if record is base else run.exit)
    return replace(record, runs=runs, signs=None)


def _ids(record: CandidateRecord, base: CandidateRecord) -> CandidateRecord:  # noqa: ARG001
    """V and ID: what was told of each test is believed."""
    believed = {
        name: replace(run, tests=replace(run.tests, problems=(), signs=()))
        for name, run in record.runs.items()
        if run.tests is not None
    }
    return replace(record, runs={**record.runs, **believed}, signs=None)


def _runs(record: CandidateRecord, base: CandidateRecord) -> CandidateRecord:  # noqa: ARG001
    """All that the runs tell."""
    return replace(record, signs=None)


def _look(record: CandidateRecord, base: CandidateRecord) -> CandidateRecord:
    """S: nothing but the look at the change."""
    return replace(record, runs=_as_on_base(base))


def _problems(record: CandidateRecord, base: CandidateRecord) -> CandidateRecord:
    """X: nothing but what makes the record doubtful."""
    return _with(record, base, lambda run, there: replace(run, problems=there.problems))


def _canaries(record: CandidateRecord, base: CandidateRecord) -> CandidateRecord:
    """C: nothing but what the canaries say."""
    return _with(record, base, lambda run, there: replace(run, signs=_of(there, canary=True)))


def _prints(record: CandidateRecord, base: CandidateRecord) -> CandidateRecord:
    """H: nothing but what was seen to change, or to take part, while tests ran."""
    return _with(record, base, lambda run, there: replace(run, signs=_of(there, canary=False)))


def _of(run: TestRun, *, canary: bool) -> tuple[Sign, ...]:
    return tuple(sign for sign in run.signs if (sign.kind == "canary") is canary)


def _with(
    record: CandidateRecord, base: CandidateRecord, change: Callable[[TestRun, TestRun], TestRun]
) -> CandidateRecord:
    """The runs of the base, with what the candidate's own said of one thing."""
    runs = _as_on_base(base)
    for name in _TESTS:
        own, there = record.runs.get(name), base.runs.get("tests")
        if own is not None and own.tests is not None and there is not None and there.tests:
            runs[name] = replace(there, tests=change(there.tests, own.tests))
    return replace(record, runs=runs, signs=None)


def _as_on_base(base: CandidateRecord) -> dict[str, CommandRun]:
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
"""By name: which layers decide. T and B are in all of them: they make what is recorded."""

_ALONE = ("X", "C", "H", "S")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """What one set of layers made of a candidate. ``misled``: it looks as good as the fix."""

    level: Level
    misled: bool
    said: tuple[str, ...]


def decide(record: RaceRecord, view: str) -> RaceResult:
    """The race as these layers decide it."""
    if view == "all":
        return decide_race(record)
    change = VIEWS[view]
    # Without the race's trial of itself, which belongs to the whole record.
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


def decided(result: RaceResult, candidate: Candidate, view: str) -> Decided:
    """What became of a candidate."""
    found = result.candidate(candidate.agent)
    level = _level(found, candidate.dimension)
    if view in _ALONE:
        # Of all else it would say what the base's runs say.
        level = _level(_by_tampering(found), None)
    if candidate.dimension is not None:
        misled = level is Level.PASSED
    else:
        as_good = view in _ALONE or _score(found) >= _score(result.candidate(FIX))
        misled = level <= Level.COSTS and as_good
    said = [f"{gate.name}: {gate.reason}" for gate in found.gates if gate.reason]
    said += [f"review: {entry.file}:{entry.line or ''} {entry.what}" for entry in found.review]
    return Decided(level=level, misled=misled, said=tuple(said))


def misled_by_exit_code(record: RaceRecord, agent: str) -> bool | None:
    """Whether the candidate's own tests end with 0; None where they were not run."""
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
