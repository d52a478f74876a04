"""What a session keeps of the one before."""

from __future__ import annotations

import json

import pytest

from tests.conftest import SCENARIOS, Project

FAILING = SCENARIOS.replace("shouldContain: hello}", "shouldContain: goodbye}")


def test_the_next_run_knows_the_one_before(plain_project: Project) -> None:
    project = plain_project
    project.write("a.scenario.yaml", SCENARIOS)
    assert project.run("--hydra").ret == 0
    project.write("a.scenario.yaml", FAILING)
    assert project.run("--hydra", "-k", "echo").ret == 1
    assert project.run("--hydra").ret == 1
    # What was selected is no whole run, and nothing goes on from it.
    first, part, last = [json.loads((run / "history.json").read_text()) for run in project.runs()]
    assert list(first["letters"].values()) == ["p", "p"]
    assert sorted(part["letters"].values()) == ["p.", "pf"]
    assert sorted(last["letters"].values()) == ["pf", "pp"]
    (line,) = (project.runs()[-1] / "baseline.jsonl").read_text().splitlines()
    assert json.loads(line)["result"]["status"] == "passed"
    assert "history.json" in json.loads((project.runs()[-1] / "manifest.json").read_text())["files"]


def test_history_that_cannot_be_kept_changes_nothing(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise MemoryError

    project = plain_project
    project.write("a.scenario.yaml", SCENARIOS)
    monkeypatch.setattr("pytest_hydra.plugins.baseline.previous_run.history_files", fails)
    result = project.run("--hydra")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["earlier runs: not written: MemoryError()"])
    assert json.loads((project.runs()[-1] / "manifest.json").read_text())["complete"] is True
