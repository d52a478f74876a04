"""Tests of a base of which no file is known to be a test."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_hydra.engine.unit import CommandRun
from pytest_hydra.git.diff import FileChange
from pytest_hydra.race.record import CandidateRecord, Role
from pytest_hydra.results.outcomes import TestRun
from tests.race.recorded import base, candidate, counts, done, one, ran, reason, states


def unknown(base_record: CandidateRecord) -> CandidateRecord:
    return replace(base_record, source=replace(base_record.source, tests_known=False))


@pytest.mark.parametrize(
    "run",
    [
        counts(passed=3),
        done("make test", tests=TestRun(evidence="exit", source="exit", counts={"passed": 1})),
        done("x", tests=TestRun(evidence="ids", source="junit", outcomes={"a": "passed"})),
    ],
    ids=["counts", "exit code", "ids"],
)
def test_candidate_that_may_have_changed_the_tests_is_unproven(run: CommandRun) -> None:
    before = base(tests=run)
    record = candidate(tests=run)
    assert states(one(before, record)) == {}
    result = one(unknown(before), record)
    assert states(result) == {"tests": "unproven"}
    assert reason(result, "tests").endswith("name the test files in [scoring.tests] files")


@pytest.mark.parametrize(
    ("path", "role", "state"),
    [
        ("src/a.d", "product", {"tests": "unproven"}),
        ("README.md", "product", {}),
        ("pyproject.toml", "settings", {}),
        ("ci/run.sh", "judge", {}),
        ("ruff.toml", "lint", {}),
    ],
)
def test_changes_of_other_files_are_no_doubt(path: str, role: Role, state: object) -> None:
    record = candidate(
        "a", FileChange(path=path, status="modified", added=1), tests=counts(passed=3)
    )
    record = replace(record, source=replace(record.source, roles={path: role}))
    assert states(one(unknown(base(tests=counts(passed=3))), record)) == state


def test_runner_that_reports_files_explains_its_tests() -> None:
    run = ran("pp", files={"tests/test_a.py::t0": "checks.py"})
    assert states(one(unknown(base(tests=run)), candidate(tests=run))) == {}
