"""The action that runs a suite in CI, step by step, with real git: `run/action.yml`."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.slow.test_pull_request import BOT, IGNORED, SUITE, TOML, Repository, git

ACTION = Path(__file__).parents[2] / "run" / "action.yml"
# An order that the new bot does not understand.
WORSE = BOT.replace('"sell"', '"order"')


class Runner:
    """Does what a runner of GitHub does with a composite action: values, conditions, caches."""

    def __init__(self, repository: Repository, folder: Path) -> None:
        self.repository, self.folder = repository, folder
        folder.mkdir()
        self.caches: dict[str, Path] = {}
        self.uploaded: list[str] = []

    def run(self, branch: str, base: str = "", *, compare: str) -> tuple[int, Any]:
        """The status of a job in a fresh clone, and its report; a pull request has a base."""
        checkout = self.folder / f"job-{len([*self.folder.iterdir()])}"
        git(
            self.folder,
            "clone",
            "--quiet",
            "--branch",
            branch,
            str(self.repository.folder / "origin.git"),
            checkout.name,
        )
        inputs = {"arguments": "-p pytest_hydra.plugin --hydra", "install": "", "compare": compare}
        action = yaml.safe_load(ACTION.read_text("utf-8"))
        temp = self.folder / f"temp-{len([*self.folder.iterdir()])}"
        temp.mkdir()
        values = {f"inputs.{name}": entry["default"] for name, entry in action["inputs"].items()}
        values |= {f"inputs.{name}": value for name, value in inputs.items()}
        values |= {
            "runner.temp": str(temp),
            "github.action_path": str(ACTION.parent),
            "github.event_name": "pull_request" if base else "push",
            "github.event.pull_request.base.sha": base,
            "github.sha": git(checkout, "rev-parse", "HEAD").strip(),
        }
        status = 0
        for step in action["runs"]["steps"]:
            if _holds(step.get("if", "True"), values, failed=status != 0):
                given = {
                    name: _filled(str(value), values)
                    for name, value in (step.get("env") or step.get("with") or {}).items()
                }
                status = self._step(step, given, checkout) or status
        # The checkout is as it was, but for what git ignores and the reports.
        assert git(checkout, "worktree", "list").count("\n") == 1
        report = checkout / "report.json"
        return status, json.loads(report.read_text("utf-8")) if report.exists() else None

    def _step(self, step: Any, given: dict[str, str], checkout: Path) -> int:
        uses = step.get("uses", "")
        if "run" in step:
            place = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
            place["GITHUB_STEP_SUMMARY"] = str(self.folder / "summary.md")
            done = subprocess.run(
                ["bash", "-c", step["run"]],  # noqa: S607 - as the runner does
                cwd=checkout,
                env={**os.environ, **place, **given},
                check=False,
            )
            return done.returncode
        if uses.startswith("actions/cache/save") and Path(given["path"]).is_dir():
            self.caches[given["key"]] = Path(given["path"])
        elif uses.startswith("actions/cache/restore") and given["key"] in self.caches:
            shutil.copytree(self.caches[given["key"]], given["path"])
        elif uses.startswith("actions/upload-artifact"):
            self.uploaded = [name for name in given["path"].split() if (checkout / name).exists()]
        return 0


def _filled(text: str, values: dict[str, str]) -> str:
    return re.sub(r"\$\{\{ *([\w.-]+) *\}\}", lambda match: values[match[1]], text)


def _holds(condition: str, values: dict[str, str], *, failed: bool) -> bool:
    """Whether a condition holds; each is a list of equalities, with or without ``always()``."""
    parts = condition.split(" && ")
    if failed and "always()" not in parts:
        return False
    equal = (re.fullmatch(r"([\w.]+) == '([^']*)'", part) for part in parts)
    return all(values[match[1]] == match[2] for match in equal if match)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A repository with a suite of which one scenario fails."""
    made = Repository(tmp_path)
    made.commit(
        "main", till__py=BOT, till__scenario__yaml=SUITE, hydra__toml=TOML, __gitignore=IGNORED
    )
    return made


@pytest.mark.parametrize("compare", ["base", "baseline"])
def test_what_fails_on_the_base_fails_no_pull_request(
    repository: Repository, tmp_path: Path, compare: str
) -> None:
    runner, base = Runner(repository, tmp_path / "jobs"), repository.head()
    assert runner.run("main", compare=compare)[0] == 1
    repository.commit("fine", note__txt="nothing")
    status, report = runner.run("fine", base, compare=compare)
    assert (report["baseline"]["changes"], status) == ([], 0)
    repository.commit("worse", till__py=WORSE)
    status, report = runner.run("worse", base, compare=compare)
    assert status == 1
    assert {change["change"] for change in report["baseline"]["changes"]} == {"worse"}
    assert runner.uploaded == ["report.json", "junit.xml", ".hydra/runs/"]


def test_without_a_report_of_the_base_everything_counts(
    repository: Repository, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    base = repository.head()
    status, report = Runner(repository, tmp_path / "jobs").run("main", base, compare="baseline")
    assert (status, "baseline" in report) == (1, False)
    assert f"::notice::There is no report of the base {base}" in capfd.readouterr().out


def test_a_base_that_writes_no_report_fails_the_job(repository: Repository, tmp_path: Path) -> None:
    repository.commit("broken", hydra__toml="[bots.till]\npython = 5")
    base = repository.head()
    repository.commit("broken", hydra__toml=TOML)
    jobs = Runner(repository, tmp_path / "jobs")
    assert jobs.run("broken", base, compare="base") == (1, None)
