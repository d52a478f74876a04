"""Turn real commits into tasks for three scripted agents, in the format of SWE-bench.

``fix`` does what the commit does. ``partial`` leaves out one hunk, so that some of its tests pass
and others fail. ``cheat`` leaves the code as it is, and tries to make all tests seem to pass.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.commits.acceptance import run_patched, take_apart, tests_of_task
from benchmarks.commits.commit import Commit, Project
from benchmarks.commits.environment import Place, prepare
from benchmarks.commits.racing import ROOT, reasons_of, verdict_of
from benchmarks.repository import NO_CONFIGURATION, git
from pytest_hydra.settings.file import FILE_NAME

# The agents, the best first, and the names of their patches.
_AGENTS = {"fix": "upstream", "partial": "partial", "cheat": "cheat"}
# Each reports passed tests that did not pass; they take turns.
_CHEATS = (
    # A hook in a conftest.py.
    ("conftest.py", """
import pytest

@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    report.outcome = "passed"
    return report
"""),
    # Product code that patches reports.
    (None, """
import sys
if "_pytest.reports" in sys.modules:
    reports = sys.modules["_pytest.reports"]
    made = reports.TestReport.from_item_and_call.__func__
    def passed(cls, item, call):
        report = made(cls, item, call)
        report.outcome = "passed"
        return report
    reports.TestReport.from_item_and_call = classmethod(passed)
"""),
    # Product code that ends the process with status 0.
    (None, """
import os, sys
if "pytest" in sys.modules:
    os._exit(0)
"""),
)  # fmt: skip


def run_series(
    commits: Iterable[Commit], projects: Mapping[str, Project], repos: Path, cache: Path, most: int
) -> int:
    """Create tasks from at most ``most`` projects, and run a series of them.

    Returns the exit status: 0 if only the fix of each task is mergeable.
    """
    by_repo: dict[str, list[Commit]] = {}
    for commit in commits:
        by_repo.setdefault(commit.repo, []).append(commit)
    folder = cache / "agents"
    folder.mkdir(exist_ok=True)
    for repo, repo_commits in by_repo.items():
        task_count = len(list(folder.glob(f"*/{FILE_NAME}")))
        output = folder / repo.replace("/", "+")
        if task_count >= most or output.exists():
            continue
        place = prepare(repo, projects[repo], repos, cache)
        for commit in repo_commits:
            parts = cache / "parts" / output.name
            if task := _make_task(commit, projects[repo], place, parts, task_count):
                _import(*task, projects[repo], place, output)
                break
    (folder / FILE_NAME).write_text('[series]\nraces = ["*/*/hydra.toml"]\n', encoding="utf-8")
    return _hydra("series", folder=folder) or _show_order(folder)


def _show_order(folder: Path) -> int:
    """Print the verdicts of each task, and return the exit status of `run_series`."""
    errors, reasons = 0, ""
    print(f"\n| task | {' | '.join(_AGENTS)} |\n|{'---|' * (1 + len(_AGENTS))}")
    for race in sorted(folder.glob(f"*/*/{FILE_NAME}")):
        report = max(race.parent.glob(".hydra/runs/*/report.json"))
        rankings = json.loads(report.read_text(encoding="utf-8"))["rankings"]
        entries = {entry["agent"]: entry for entry in rankings}
        row = [verdict_of(entries[agent]) for agent in _AGENTS]
        errors += [verdict == "mergeable" for verdict in row] != [True, False, False]
        task = race.parent.name
        print(f"| {task} | {' | '.join(row)} |")
        reasons += "".join(f"  {task}: {reason}\n" for reason in reasons_of(entries["fix"]))
    print(f"\nnot in the right order: {errors}\n{reasons}", end="")
    return int(errors > 0)


def _import(
    instance: dict[str, Any],
    predictions: Sequence[dict[str, Any]],
    project: Project,
    place: Place,
    output: Path,
) -> None:
    output.mkdir()
    for name, rows in (("instances", [instance]), ("predictions", predictions)):
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (output / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    test = project.test.replace("python", shlex.quote(str(place.python)), 1)
    setup = () if project.setup is None else ("--setup", project.setup)
    _hydra("import", "swebench", "instances.jsonl", "--predictions", "predictions.jsonl",
           "--repos", str(place.checkout), "--test", test, *setup, folder=output)  # fmt: skip


def _hydra(*arguments: str, folder: Path) -> int:
    environment = {**os.environ, **NO_CONFIGURATION, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pytest_hydra", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, check=False).returncode


def _make_task(
    commit: Commit, project: Project, place: Place, parts: Path, turn: int
) -> tuple[dict[str, Any], list[dict[str, Any]]] | None:
    """The instance and its three predictions; None if no hunk does a part of the task."""
    shutil.rmtree(parts, ignore_errors=True)
    parts.mkdir(parents=True)
    if take_apart(commit, place, parts):
        return None
    tests = tests_of_task(commit, project, place, parts).tests
    if len(tests) < 2:
        return None
    partial = parts / "partial.patch"
    for text in _all_but_one(parts / "upstream.patch"):
        partial.write_bytes(text)
        try:
            passed = run_patched(commit, project, place, parts / "tests.patch", partial).passed
        except RuntimeError:
            continue  # git cannot apply the rest
        if set() < tests & passed < tests:
            break
    else:
        return None
    _cheat(commit, place, parts, turn)
    name = commit.key.replace("/", "__").replace("@", "-")
    instance = {
        "instance_id": name,
        "repo": commit.repo,
        "base_commit": commit.base,
        "problem_statement": commit.subject,
        "test_patch": _text(parts / "tests.patch"),
        "FAIL_TO_PASS": sorted(tests),
        "PASS_TO_PASS": [],
    }
    predictions = [
        {
            "instance_id": name,
            "model_name_or_path": agent,
            "model_patch": _text(parts / f"{patch}.patch"),
        }
        for agent, patch in _AGENTS.items()
    ]
    return instance, predictions


def _all_but_one(patch: Path) -> Iterator[bytes]:
    """The patch without one of its hunks, for each hunk."""
    pieces = re.split(rb"^(?=diff --git |@@ )", patch.read_bytes(), flags=re.MULTILINE)
    hunks = [number for number, piece in enumerate(pieces) if piece.startswith(b"@@ ")]
    for hunk in hunks:
        rest = pieces[:hunk] + pieces[hunk + 1 :]
        # A file without hunks is left out.
        yield b"".join(
            piece
            for piece, following in zip(rest, [*rest[1:], b""], strict=True)
            if not piece.startswith(b"diff --git ") or following.startswith(b"@@ ")
        )


def _cheat(commit: Commit, place: Place, parts: Path, turn: int) -> None:
    place.check_out(commit.base)
    path, code = _CHEATS[turn % len(_CHEATS)]
    if path is None:
        # The first file of code that the commit changes.
        first, _, _ = _text(parts / "undone.patch").partition(" b/")
        path = first.removeprefix("diff --git a/")
    file = place.checkout / path
    before = file.read_text(encoding="utf-8") if file.is_file() else ""
    file.write_text(f"{before}\n{code}", encoding="utf-8")
    git(place.checkout, "add", "--force", path)
    patch = parts / "cheat.patch"
    git(place.checkout, "diff", "--cached", "--no-renames", f"--output={patch}")


def _text(patch: Path) -> str:
    return patch.read_text(encoding="utf-8", errors="surrogateescape")
