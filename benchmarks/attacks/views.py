"""Decide a race as if some of the layers were not there: each a pure function of its record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from benchmarks.attacks.candidate import Candidate, Level
from benchmarks.attacks.racing import FIX, UNGUARDED
from pytest_hydra.candidates.decide import decide_race
from pytest_hydra.candidates.recordings import CandidateRecord, CommandRun, RaceRecord, TestRun
from pytest_hydra.candidates.results import CandidateResult, RaceResult
from pytest_hydra.core.gates import Mergeable

Change = Callable[[CandidateRecord, CandidateRecord], CandidateRecord]
"""What is left of the record of a candidate, and of the base's own, given the base's."""


def _nothing_left_out(record: CandidateRecord, base: CandidateRecord) -> CandidateRecord:  # noqa: ARG001
    return record


def _exit_code(record: CandidateRecord, base: CandidateRecord) -> CandidateRecord:  # noqa: ARG001
    """V: the base's tests are laid over, and the exit code is believed."""
    found = {"tests": record.runs["tests"]} if "tests" in record.runs else {}
    blind = {name: replace(run, tests=_BY_EXIT) for name, run in found.items()}
    return replace(record, runs={**_others(record), **blind}, signs=None)


def _ids(record: CandidateRecord, base: CandidateRecord) -> CandidateRecord:  # noqa: ARG001
    """V and ID: what was told of each test is believed."""
    believed = {
        name: replace(run, tests=replace(run.tests, problems=()))
        for name, run in record.runs.items()
        if run.tests is not None
    }
    return replace(record, runs={**record.runs, **believed}, signs=None)


def _runs(record: CandidateRecord, base: CandidateRecord) -> CandidateRecord:  # noqa: ARG001
    """All that the runs tell: the exit code held against the record, canaries, fingerprints."""
    return replace(record, signs=None)


def _signs(record: CandidateRecord, base: CandidateRecord) -> CandidateRecord:
    """S: nothing but a look at the change; all runs are the base's."""
    runs = {name: base.runs[name] for name in ("tests", "build", "lint") if name in base.runs}
    return replace(record, runs=runs)


def _others(record: CandidateRecord) -> Mapping[str, CommandRun]:
    return {name: run for name, run in record.runs.items() if not name.startswith("tests")}


_BY_EXIT = TestRun(evidence="exit", source="exit")

VIEWS: Mapping[str, Change] = {
    "V": _exit_code,
    "V+ID": _ids,
    "V+ID+X+C+H": _runs,
    "S": _signs,
    "all": _nothing_left_out,
}
"""By name: which layers decide. T and B are in all of them: they make what is recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """What one set of layers made of a candidate. ``misled``: it looks as good as the fix."""

    level: Level
    misled: bool
    said: tuple[str, ...]


def decide(record: RaceRecord, view: str) -> RaceResult:
    """The race as these layers decide it."""
    change = VIEWS[view]
    return decide_race(
        replace(
            record,
            base=change(record.base, record.base),
            candidates=tuple(change(one, record.base) for one in record.candidates),
        )
    )


def decided(result: RaceResult, candidate: Candidate, view: str) -> Decided:
    """What became of a candidate."""
    found = result.candidate(candidate.agent)
    level = _level(found, candidate.dimension)
    if candidate.dimension is not None:
        misled = level is Level.PASSED
    else:
        as_good = view == "S" or _score(found) >= _score(result.candidate(FIX))
        misled = level <= Level.COSTS and as_good
    said = [f"{gate.name}: {gate.reason}" for gate in found.gates if gate.reason]
    said += [f"review: {one.file}:{one.line or ''} {one.what}" for one in found.review]
    return Decided(level=level, misled=misled, said=tuple(said))


def misled_by_exit_code(record: RaceRecord, agent: str) -> bool | None:
    """Whether the candidate's own tests end with 0; None where they were not run."""
    for one in record.candidates:
        if one.source.agent == agent and UNGUARDED in one.runs:
            return one.runs[UNGUARDED].succeeded
    return None


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
