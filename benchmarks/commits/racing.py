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
from benchmarks.commits.timing import Timed, timed
from benchmarks.repository import NOBODY
from pytest_hydra.core.text import one_line

ROOT = Path(__file__).resolve().parents[2]

NO_VERDICT = "no verdict"
"""Where the session ended without a report."""

_LONGEST_RACE = 3600.0
_LONGEST = 600


@dataclass(frozen=True, slots=True, kw_only=True)
class Raced:
    """What a race said of a commit, why, what is to be reviewed, and how long it took.

    ``suite_seconds`` is how long the suite of the base took right before.
    """

    verdict: str
    total: float | None
    reasons: tuple[str, ...]
    review: tuple[str, ...]
    seconds: float
    suite_seconds: float


def race(commit: Commit, project: Project, place: Place, slots: int | None) -> Raced:
    """Hold the race in the checkout, with nothing that is known from an earlier one."""
    place.lay(commit.base)
    suite = run_suite(project, place)
    place.lay(commit.base)
    text = settings(commit, project, place, {"upstream": ("ref", commit.candidate)})
    rankings, took = hold(text, place, slots)
    nothing: dict[str, Any] = {"verdict": NO_VERDICT, "gates": [], "review": []}
    ours = rankings[0] if rankings else nothing
    reasons = tuple(reasons_of(ours)) if rankings else (one_line(took.output[-_LONGEST:]),)
    return Raced(
        verdict=ours["verdict"],
        total=ours.get("total"),
        reasons=reasons,
        review=tuple(_review(ours)),
        seconds=took.seconds,
        suite_seconds=suite.seconds,
    )


def hold(text: str, place: Place, slots: int | None) -> tuple[list[dict[str, Any]], Timed]:
    """The rankings of a race by these settings in the checkout, none without a report."""
    shutil.rmtree(place.checkout / ".hydra", ignore_errors=True)
    (place.checkout / "hydra.toml").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "pytest_hydra.plugin"]
    # What pytest reads before it asks a plugin, such as filters of warnings, is the project's too.
    command += ["-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", ".", "--hydra"]
    command.append("hydra.toml")
    command += [] if slots is None else [f"--hydra-jobs={slots}"]
    took = timed(command, place.checkout, _environment(place), _LONGEST_RACE)
    reports = sorted((place.checkout / ".hydra" / "runs").glob("*/report.json"))
    if not reports:
        return [], took
    return json.loads(reports[-1].read_text(encoding="utf-8"))["rankings"], took


def engine() -> str:
    """Which state of the checkout races."""
    command = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()


def reasons_of(ranking: dict[str, Any]) -> Iterator[str]:
    """Why a candidate may not be merged, by gate."""
    for gate in ranking["gates"]:
        if gate["state"] != "pass":
            yield one_line(f"{gate['name']}: {gate['reason']}", _LONGEST)


def _review(ranking: dict[str, Any]) -> Iterator[str]:
    for entry in ranking["review"]:
        place = "".join(f"{entry[key]}:" for key in ("file", "line") if entry.get(key))
        yield one_line(f"{place} {entry['what']}", _LONGEST)


def settings(
    commit: Commit,
    project: Project,
    place: Place,
    candidates: Mapping[str, tuple[str, str]],
    more: Sequence[str] = (),
) -> str:
    """A hydra.toml for candidates, which are each of a kind and named, with ``more`` lines."""
    setup = () if project.setup is None else (f"setup = {json.dumps(project.setup)}",)
    lines = ["[race]", f'base = "{commit.base}"', 'require = "none"', *setup, ""]
    for agent, (kind, named) in candidates.items():
        lines += ["[[race.candidates]]", f'agent = "{agent}"', f"{kind} = {json.dumps(named)}", ""]
    lines += [
        *("[scoring]", f"python = {json.dumps(str(place.python))}", ""),
        *("[scoring.commands]", f"test = {json.dumps(project.test)}", *more),
    ]
    return "\n".join(lines) + "\n"


def _environment(place: Place) -> dict[str, str]:
    kept = {name: text for name, text in os.environ.items() if not name.startswith(("GIT_", "PY"))}
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    return {
        **kept,
        **NOBODY,
        "PATH": path,
        "PYTHONPATH": str(ROOT),
        "HOME": str(place.home),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "COLUMNS": "100",
        "NO_COLOR": "1",
    }
