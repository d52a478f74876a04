"""Race commits by their own tests, which the rules have not seen, and a change that does nothing.

A commit is split: its changes to tests are the acceptance tests, all others the candidate. It
counts if, in plain pytest, a test fails on its parent and passes with it, and no test is lost. If
other tests fail with the commit too, for example in a newer environment, those that pass are listed
as required. A second candidate only adds a comment to the first file of code that the commit
changes.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.commits.commit import Commit, Project
from benchmarks.commits.environment import Place
from benchmarks.commits.racing import NO_VERDICT, reasons_of, run_race, settings, verdict_of
from benchmarks.commits.suite import Run, run_suite
from benchmarks.repository import git
from pytest_hydra.plugins.race.decide.measure import function_of
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.plugins.race.roles import counts_as_test

_MERGEABLE = "mergeable"
_COMMENT = b"\n# The task is left undone.\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Acceptance:
    """The verdict of a race by a commit's own tests, and that on the change that does nothing.

    ``skipped`` says why it was not raced; empty if it was.
    """

    key: str
    skipped: str = ""
    verdict: str = ""
    reasons: tuple[str, ...] = ()
    undone: str = ""

    def line(self) -> str:
        """Its line of the output."""
        if self.skipped:
            return f"skipped {self.key}: {self.skipped}"
        mark = "WRONG " if self.undone == _MERGEABLE else ""
        return mark + " | ".join((self.key, self.verdict, self.undone, *self.reasons[:1]))


def accept(commit: Commit, project: Project, place: Place, slots: int | None) -> Acceptance:
    """Split the commit, and race it by its tests."""
    parts = place.checkout.parent / f"{place.checkout.name}.parts"
    shutil.rmtree(parts, ignore_errors=True)
    parts.mkdir(parents=True)
    skipped = take_apart(commit, place, parts)
    if skipped:
        return Acceptance(key=commit.key, skipped=skipped)
    task = tests_of_task(commit, project, place, parts)
    if not task.tests:
        skipped = "no test that passes with it fails on its parent"
    elif task.lost:
        skipped = f"in plain pytest it loses {len(task.lost)} tests too, such as {min(task.lost)}"
    if skipped:
        return Acceptance(key=commit.key, skipped=skipped)
    place.check_out(commit.base)
    candidates = {name: ("patch", str(parts / f"{name}.patch")) for name in ("upstream", "undone")}
    lines = ["", "[race.acceptance]", f"tests = {json.dumps(str(parts / 'tests.patch'))}"]
    if task.hopeless:
        lines.append(f"fail_to_pass = {json.dumps(sorted(task.tests))}")
    text = settings(commit, project, place, candidates, lines)
    rankings, process = run_race(text, place, slots)
    no_entry: dict[str, Any] = {"status": NO_VERDICT, "gates": []}
    upstream = next((entry for entry in rankings if entry["agent"] == "upstream"), no_entry)
    undone = next((entry for entry in rankings if entry["agent"] == "undone"), no_entry)
    return Acceptance(
        key=commit.key,
        verdict=verdict_of(upstream),
        reasons=tuple(reasons_of(upstream)) if rankings else (process.output[-600:],),
        undone=verdict_of(undone),
    )


def take_apart(commit: Commit, place: Place, parts: Path) -> str:
    """Write its tests, its other changes, and a change that does nothing; returns why it cannot."""
    place.check_out(commit.base)
    changes = _git(place, "diff", "--no-renames", "--name-status", "-z", commit.base,
                  commit.candidate).split(b"\0")  # fmt: skip
    entries = {
        path.decode(): status.decode()
        for status, path in zip(changes[::2], changes[1::2], strict=False)
    }
    tests = [path for path in entries if _is_test(path)]
    product = [path for path in entries if not _is_test(path)]
    code = [path for path in product if path.endswith(".py") and entries[path] == "M"]
    if not tests or not code:
        return "it changes no test" if code else "it changes no existing code"
    command = ("diff", "--binary", "--full-index", "--no-renames")
    for name, paths in (("tests", tests), ("upstream", product)):
        patch = _git(place, *command, commit.base, commit.candidate, "--", *paths)
        (parts / f"{name}.patch").write_bytes(patch)
    file = place.checkout / code[0]
    file.write_bytes(file.read_bytes().rstrip(b"\n") + b"\n" + _COMMENT)
    (parts / "undone.patch").write_bytes(_git(place, *command, "--", code[0]))
    return ""


class Task(NamedTuple):
    """Tests by their results in plain pytest: on the parent with the commit's tests, and with it.

    ``tests`` fail only on the parent, ``hopeless`` fail in both, and ``lost`` only with the commit.
    """

    tests: Set[str]
    hopeless: Set[str]
    lost: Set[str]


def tests_of_task(commit: Commit, project: Project, place: Place, parts: Path) -> Task:
    """Run the suite with the commit's tests on its parent, and with the commit."""
    place.check_out(commit.candidate)
    with_commit = run_suite(project, place)
    without_commit = run_patched(commit, project, place, parts / "tests.patch")
    known_ids = without_commit.passed | without_commit.failed | without_commit.skipped
    # Tests whose names differ in each run do not count as failing on the parent.
    same = {function_of(test) for test in without_commit.passed - with_commit.passed}
    new = {test for test in with_commit.passed - known_ids if function_of(test) in same}
    return Task(
        tests=with_commit.passed - without_commit.passed - new,
        hopeless=with_commit.failed - without_commit.passed,
        lost=with_commit.failed & without_commit.passed,
    )


def run_patched(commit: Commit, project: Project, place: Place, *patches: Path) -> Run:
    """Run the suite of its parent with these patches."""
    place.check_out(commit.base)
    git(place.checkout, "apply", "--whitespace=nowarn", *map(str, patches))
    return run_suite(project, place)


def _is_test(path: str) -> bool:
    return counts_as_test(path, Policy())


def _git(place: Place, *arguments: str) -> bytes:
    command = ["git", "-c", "core.quotePath=false", *arguments]
    return subprocess.run(command, cwd=place.checkout, capture_output=True, check=True).stdout


def read_acceptance(entry: Mapping[str, Any]) -> Acceptance:
    """An entry of the results."""
    return Acceptance(**{**entry, "reasons": tuple(entry["reasons"])})


def acceptance_summary(results: Sequence[Acceptance]) -> Iterator[str]:
    """The numbers of raced and mergeable commits, and the others with their reasons."""
    raced = [result for result in results if not result.skipped]
    yield f"raced by their own tests: {len(raced)}, of {len(results)} commits"
    for label, verdicts in (
        ("as it was merged", [result.verdict for result in raced]),
        ("undone but for a comment", [result.undone for result in raced]),
    ):
        counts = {verdict: verdicts.count(verdict) for verdict in sorted(set(verdicts))}
        summary = ", ".join(f"{number} {verdict}" for verdict, number in counts.items())
        yield f"{label}: {summary or 'none'}"
    yield from _rejections("not mergeable as it was merged", raced)


def _rejections(title: str, raced: Iterable[Acceptance]) -> Iterator[str]:
    rejected = [result for result in raced if result.verdict != _MERGEABLE]
    if rejected:
        yield f"\n{title}:"
    for result in rejected:
        yield f"  {result.key}: {result.verdict}"
        yield from (f"    {reason}" for reason in result.reasons)
