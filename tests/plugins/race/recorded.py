"""Recordings of races, written by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from pytest_hydra.core.numbers import Exact
from pytest_hydra.plugins.engine.unit import CommandRun
from pytest_hydra.plugins.git.diff import FileChange
from pytest_hydra.plugins.race.decide.decision import decide_race
from pytest_hydra.plugins.race.decide.model import CandidateResult, RaceResult
from pytest_hydra.plugins.race.policy.race_tables import Policy, RaceSettings
from pytest_hydra.plugins.race.policy.scoring import (
    DiffScopeSettings,
    DimensionSettings,
    GateSettings,
    TestSettings,
    WaiverSettings,
)
from pytest_hydra.plugins.race.record import CandidateRecord, RaceRecord, Source
from pytest_hydra.plugins.results.outcomes import Finding, LintRun, Outcome, TestRun

LETTERS: Mapping[str, Outcome] = {
    "p": "passed",
    "f": "failed",
    "e": "error",
    "s": "skipped",
    "x": "xfailed",
    "X": "xpassed",
}
_TABLES: Mapping[str, type[BaseModel]] = {
    "gates": GateSettings,
    "diff_scope": DiffScopeSettings,
    "tests": TestSettings,
}
CHANGE_DIGEST = "d" * 64
CHANGE = FileChange(path="src/a.py", status="modified", added=3, removed=1)
TEST_CHANGE = FileChange(path="tests/test_a.py", status="modified", added=2, removed=1)
NEW_FILE = FileChange(path="tests/test_new.py", status="added", added=9)


def ids(letters: str, file: str = "tests/test_a.py") -> dict[str, Outcome]:
    """Outcomes of tests 0, 1, 2 … of a file, by letter; a dot stands for a missing one."""
    return {f"{file}::t{at}": LETTERS[letter] for at, letter in enumerate(letters) if letter != "."}


def names(*numbers: int, file: str = "tests/test_a.py") -> tuple[str, ...]:
    return tuple(f"{file}::t{number}" for number in numbers)


def ran(outcomes: Mapping[str, Outcome] | str, **fields: Any) -> CommandRun:
    """A run of tests that are known by id, run by our recorder: all, or ``only`` some files'."""
    found = ids(outcomes) if isinstance(outcomes, str) else outcomes
    failed = any(entry in ("failed", "error") for entry in found.values())
    keys = ("problems", "modules", "files", "signs")
    details = {key: fields.pop(key) for key in keys if key in fields}
    run = TestRun(evidence="ids", source="recorder", outcomes=found, **details)
    files = fields.pop("only", ())
    return done("pytest -q", files=files, **{"exit": int(failed), "tests": run, **fields})


def counts(exit_code: int = 0, **numbers: int) -> CommandRun:
    """A run of tests of which only numbers are known."""
    run = TestRun(evidence="counts", source="stdout", counts=numbers)
    return done("make test", exit=exit_code, tests=run)


def lint(*findings: Finding) -> CommandRun:
    errors = sum(finding.severity == "error" for finding in findings)
    run = LintRun(
        evidence="ids",
        source="ruff",
        findings=findings,
        errors=errors,
        warnings=len(findings) - errors,
    )
    return done("ruff check .", exit=int(bool(findings)), lint=run)


def lint_counts(errors: int, warnings: int) -> CommandRun:
    run = LintRun(evidence="counts", source="stdout", errors=errors, warnings=warnings)
    return done("lint", exit=int(errors > 0), lint=run)


def done(command: str = "make", **fields: Any) -> CommandRun:
    """A command that ended, with 0 unless it is said otherwise."""
    return CommandRun(**{"name": "step", "command": command, "status": "done", "exit": 0, **fields})


def timed_out(seconds: float, **fields: Any) -> CommandRun:
    return CommandRun(
        name="step",
        command="make",
        status="timeout",
        seconds=seconds,
        timeout_seconds=seconds,
        **fields,
    )


def broken(problem: str = "make: not found") -> CommandRun:
    return CommandRun(name="step", command="make", status="broken", problem=problem)


def base(**runs: CommandRun) -> CandidateRecord:
    return CandidateRecord(
        source=Source(agent="base", kind="base", named="main", tree="b" * 40), runs=steps(runs)
    )


def candidate(
    agent: str = "codex",
    *changes: FileChange,
    source: Mapping[str, Any] | None = None,
    isolation: Any = "none",
    **runs: CommandRun,
) -> CandidateRecord:
    """A candidate with these changes (one small one where none is given) and runs.

    Steps such as ``tests.own`` are written ``tests_own``.
    """
    fields = {
        "tree": "c" * 40,
        "change": CHANGE_DIGEST,
        "changes": changes or (CHANGE,),
        **(source or {}),
    }
    return CandidateRecord(
        source=Source(agent=agent, kind="ref", named=f"agents/{agent}", **fields),
        runs=steps(runs),
        isolation=isolation,
    )


def steps(runs: Mapping[str, CommandRun]) -> dict[str, CommandRun]:
    return {
        name.replace("tests_", "tests.").replace("rerun_", "rerun."): run
        for name, run in runs.items()
    }


def race(
    base_record: CandidateRecord,
    *candidates: CandidateRecord,
    policy: Policy | None = None,
    date: str | None = "2026-06-01",
) -> RaceRecord:
    return RaceRecord(
        base_ref="main",
        base_commit="a" * 40,
        policy=policy or Policy(),
        base=base_record,
        candidates=candidates,
        date=date,
    )


def decided(
    base_record: CandidateRecord, *candidates: CandidateRecord, **fields: Any
) -> RaceResult:
    return decide_race(race(base_record, *candidates, **fields))


def one(base_record: CandidateRecord, record: CandidateRecord, **fields: Any) -> CandidateResult:
    """The only candidate of a race, decided."""
    return decided(base_record, record, **fields).candidates[0]


def states(result: CandidateResult) -> dict[str, str]:
    """The gates that do not pass, by name."""
    return {gate.name: str(gate.state) for gate in result.gates if gate.state != "pass"}


def reason(result: CandidateResult, gate: str) -> str:
    found = result.gate(gate)
    assert found is not None
    return found.reason


def score(result: CandidateResult) -> Exact | None:
    """The score of its tests."""
    return result.dimension("tests").score


def fates_in(result: CandidateResult) -> dict[str, tuple[str, ...]]:
    """The ids of tests by fate, except of those that are kept or idle."""
    found = result.tests
    assert found is not None
    return {fate: ids for fate, ids in found.fates.items() if fate not in ("kept", "idle")}


def rules(**keys: Any) -> Policy:
    """A policy, by the tables or keys of ``[scoring]``, and by those of ``[race]``."""
    race_keys = {key: keys.pop(key) for key in [*keys] if key in RaceSettings.model_fields}
    top = {key: keys.pop(key) for key in ("task_files", "prices") if key in keys}
    if keys.pop("security", False):
        keys["commands"] = {"security": "audit"}
    if "test_files" in keys:
        keys["tests"] = {"files": keys.pop("test_files")}
    for table, model in _TABLES.items():
        for key in [key for key in keys if key in model.model_fields and key != "files"]:
            keys[table] = {**keys.get(table, {}), key: keys.pop(key)}
    # Lists may be written as tuples.
    return Policy.model_validate({"race": race_keys, "scoring": keys, **top}, strict=False)


def own_dimension(
    name: str = "bench",
    measured_by: str = "exit",
    criteria: Sequence[str] = (),
    **fields: Any,
) -> DimensionSettings:
    """A dimension of the project, measured by a command, a judge or a plugin."""
    fields = {key: value for key, value in fields.items() if value is not None}
    by_command = {"command": "make bench", "score": measured_by}
    hows: dict[str, dict[str, Any]] = {
        "judge": {"judge": True, "criteria": [*criteria]},
        "plugin": {},
        "regex": {**by_command, "pattern": "(.*)"},
        "json": {**by_command, "path": "score"},
    }
    how = hows.get(measured_by, by_command)
    return DimensionSettings.model_validate({"name": name, **how, **fields})


def new_waiver(**fields: Any) -> WaiverSettings:
    """A waiver for the change of the candidate ``codex``."""
    known = {"agent": "codex", "gate": "tests", "reason": "fine", "change": CHANGE_DIGEST}
    return WaiverSettings.model_validate({**known, **fields})
