"""Race one commit alone from its base, as a pull request would be."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.commits.commit import Commit, Project
from benchmarks.commits.environment import Place
from benchmarks.commits.suite import run_suite
from benchmarks.commits.timing import Output, run_timed
from benchmarks.repository import NO_CONFIGURATION
from pytest_hydra.core.text import one_line

ROOT = Path(__file__).resolve().parents[2]

NO_VERDICT = "no verdict"
"""The verdict if the session ended without a report."""

_LONGEST_RACE = 3600.0
_LONGEST = 600


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceResult:
    """The verdict of a race on a commit, with reasons, review list, and duration in seconds.

    ``suite_seconds`` is the duration of the base's suite right before the race.
    """

    verdict: str
    total: float | None
    reasons: tuple[str, ...]
    review: tuple[str, ...]
    seconds: float
    suite_seconds: float


def race(commit: Commit, project: Project, place: Place, slots: int | None) -> RaceResult:
    """Race the commit in the checkout, without cached results."""
    place.check_out(commit.base)
    suite = run_suite(project, place)
    place.check_out(commit.base)
    text = settings(commit, project, place, {"upstream": ("ref", commit.candidate)})
    rankings, result = run_race(text, place, slots)
    no_entry: dict[str, Any] = {"status": NO_VERDICT, "gates": [], "details": {}}
    entry = rankings[0] if rankings else no_entry
    reasons = tuple(reasons_of(entry)) if rankings else (one_line(result.output[-_LONGEST:]),)
    return RaceResult(
        verdict=verdict_of(entry),
        total=entry.get("total"),
        reasons=reasons,
        review=tuple(_review(entry)),
        seconds=result.seconds,
        suite_seconds=suite.seconds,
    )


def run_race(text: str, place: Place, slots: int | None) -> tuple[list[dict[str, Any]], Output]:
    """The rankings of a race by these settings in the checkout; empty without a report."""
    shutil.rmtree(place.checkout / ".hydra", ignore_errors=True)
    (place.checkout / "hydra.toml").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "pytest_hydra.plugin"]
    # The project's pytest settings, such as filters of warnings, must not apply to the race.
    command += [
        "-p",
        "no:cacheprovider",
        "-c",
        os.devnull,
        "--rootdir",
        ".",
        "--noconftest",
        "--hydra",
    ]
    command.append("hydra.toml")
    command += [] if slots is None else [f"--hydra-jobs={slots}"]
    result = run_timed(command, place.checkout, _environment(place), _LONGEST_RACE)
    reports = sorted((place.checkout / ".hydra" / "runs").glob("*/report.json"))
    if not reports:
        return [], result
    return json.loads(reports[-1].read_text(encoding="utf-8"))["rankings"], result


def engine() -> str:
    """The version of pytest-hydra, by git."""
    command = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()


def verdict_of(ranking: Mapping[str, Any]) -> str:
    """The verdict that the status of a candidate stands for, or `NO_VERDICT`."""
    words = {"passed": "mergeable", "failed": "not_mergeable", "ungraded": "unproven"}
    return words.get(ranking["status"], NO_VERDICT)


def reasons_of(ranking: Mapping[str, Any]) -> Iterator[str]:
    """The reasons why a candidate is not mergeable, by gate."""
    for gate in ranking["gates"]:
        if gate["state"] != "pass":
            yield one_line(f"{gate['name']}: {gate['reason']}", _LONGEST)


def _review(ranking: Mapping[str, Any]) -> Iterator[str]:
    for entry in ranking["details"].get("review", ()):
        place = "".join(f"{entry[key]}:" for key in ("file", "line") if entry.get(key))
        yield one_line(f"{place} {entry['what']}", _LONGEST)


def settings(
    commit: Commit,
    project: Project,
    place: Place,
    candidates: Mapping[str, tuple[str, str]],
    extra: Sequence[str] = (),
) -> str:
    """A hydra.toml for candidates (their kind and name, by agent), with ``extra`` lines."""
    setup = () if project.setup is None else (f"setup = {json.dumps(project.setup)}",)
    lines = ["[race]", f'base = "{commit.base}"', 'require = "none"', *setup, ""]
    for agent, (kind, name) in candidates.items():
        lines += ["[[race.candidates]]", f'agent = "{agent}"', f"{kind} = {json.dumps(name)}", ""]
    lines += [
        *("[scoring]", f"python = {json.dumps(str(place.python))}", ""),
        *("[scoring.commands]", f"test = {json.dumps(project.test)}", *extra),
    ]
    return "\n".join(lines) + "\n"


def _environment(place: Place) -> dict[str, str]:
    env = {name: text for name, text in os.environ.items() if not name.startswith(("GIT_", "PY"))}
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    return {
        **env,
        **NO_CONFIGURATION,
        "PATH": path,
        "PYTHONPATH": str(ROOT),
        "HOME": str(place.home),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "COLUMNS": "100",
        "NO_COLOR": "1",
    }
