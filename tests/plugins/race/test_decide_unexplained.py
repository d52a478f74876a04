"""Tests of a base of which no file is known to be a test."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_hydra.plugins.engine.unit import CommandRun, ExecutedFile
from pytest_hydra.plugins.git.diff import FileChange
from pytest_hydra.plugins.race.record import CandidateRecord, Role
from pytest_hydra.plugins.results.outcomes import TestRun
from tests.plugins.race.recorded import base, candidate, counts, done, one, ran, reason, states


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


# --- files that the base's test command executed ------------------------------------------------


def executed(run: CommandRun, *files: tuple[str, float, float | None]) -> CandidateRecord:
    found = tuple(ExecutedFile(*file) for file in files)
    return base(tests=replace(run, executed=found))


def of(path: str, role: Role = "product") -> CandidateRecord:
    change = FileChange(path=path, status="modified", added=1)
    return candidate("a", change, source={"roles": {path: role}}, tests=counts(passed=3))


def test_a_file_that_the_test_command_executes_may_judge() -> None:
    result = one(executed(counts(passed=3), ("ci/run.py", 0.1, 2.0)), of("ci/run.py"))
    assert states(result) == {"tests": "unproven"}
    assert reason(result, "tests").startswith("the test command executes ci/run.py on the base")
    assert [waiver.file for waiver in result.waivers] == ["ci/run.py"]


@pytest.mark.parametrize(
    ("path", "role", "files"),
    [
        ("shop.py", "product", [("ci/run.py", 0.1, 2.0)]),
        # It is the base's anyway.
        ("ci/run.py", "judge", [("ci/run.py", 0.1, 2.0)]),
        # A test executes it.
        ("greet.sh", "product", [("tests/run.sh", 0.1, 2.0), ("greet.sh", 0.2, 0.1)]),
        ("greet.sh", "product", [("tests/run.sh", 0.1, None), ("greet.sh", 0.2, 0.1)]),
    ],
)
def test_files_that_do_not_judge(
    path: str, role: Role, files: list[tuple[str, float, float | None]]
) -> None:
    assert states(one(executed(counts(passed=3), *files), of(path, role))) == {}


def test_a_file_that_is_executed_before_or_after_a_test_may_judge() -> None:
    for at in (0.0, 3.0):
        files = ("tests/run.sh", 0.1, 2.0), ("ci/run.py", at, 0.1)
        result = one(executed(counts(passed=3), *files), of("ci/run.py"))
        assert states(result) == {"tests": "unproven"}


def test_tests_whose_files_are_known_are_the_bases() -> None:
    known = ran("pp", files={"tests/test_a.py::t0": "tests/test_a.py"})
    record = replace(of("shop.py"), runs={"tests": known})
    assert states(one(executed(known, ("shop.py", 0.1, 1.0)), record)) == {}
