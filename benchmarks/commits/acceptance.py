"""Race commits by their own tests, which nobody has seen, and beside each one that does nothing.

A commit is taken apart: what it changes of tests is the acceptance, and all else the candidate. It
counts where a test fails on its parent and passes with it, by plain pytest, and none is lost with
it. Where others fail with it too, as they may in a newer environment, those that pass are named as
the ones that must. Beside it a candidate is raced that adds a comment to the first file of code
that the commit changes.
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
from benchmarks.commits.racing import NO_VERDICT, hold, reasons_of, settings
from benchmarks.commits.suite import Run, run_suite
from benchmarks.repository import git
from pytest_hydra.candidates.decide.measure import function_of
from pytest_hydra.candidates.paths import counts_as_test
from pytest_hydra.candidates.recording import Policy

_MERGEABLE = "mergeable"
_COMMENT = b"\n# The task is left undone.\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """What a race by a commit's own tests said of it, why, and of who did nothing.

    ``skipped`` says why it was not raced, or is empty.
    """

    key: str
    skipped: str = ""
    verdict: str = ""
    reasons: tuple[str, ...] = ()
    undone: str = ""

    def line(self) -> str:
        """Its row of the table."""
        if self.skipped:
            return f"skipped {self.key}: {self.skipped}"
        mark = "WRONG " if self.undone == _MERGEABLE else ""
        return mark + " | ".join((self.key, self.verdict, self.undone, *self.reasons[:1]))


def accept(commit: Commit, project: Project, place: Place, slots: int | None) -> Accepted:
    """Take the commit apart, and race it by its tests."""
    parts = place.checkout.parent / f"{place.checkout.name}.parts"
    shutil.rmtree(parts, ignore_errors=True)
    parts.mkdir(parents=True)
    skipped = take_apart(commit, place, parts)
    if skipped:
        return Accepted(key=commit.key, skipped=skipped)
    task = tests_of_task(commit, project, place, parts)
    if not task.tests:
        skipped = "no test that passes with it fails on its parent"
    elif task.lost:
        skipped = f"by plain pytest too it loses {min(task.lost)}, one of {len(task.lost)}"
    if skipped:
        return Accepted(key=commit.key, skipped=skipped)
    place.lay(commit.base)
    candidates = {name: ("patch", str(parts / f"{name}.patch")) for name in ("upstream", "undone")}
    more = ["", "[race.acceptance]", f"tests = {json.dumps(str(parts / 'tests.patch'))}"]
    if task.hopeless:
        more.append(f"fail_to_pass = {json.dumps(sorted(task.tests))}")
    text = settings(commit, project, place, candidates, more)
    rankings, took = hold(text, place, slots)
    nothing: dict[str, Any] = {"verdict": NO_VERDICT, "gates": []}
    ours = next((entry for entry in rankings if entry["agent"] == "upstream"), nothing)
    undone = next((entry for entry in rankings if entry["agent"] == "undone"), nothing)
    return Accepted(
        key=commit.key,
        verdict=ours["verdict"],
        reasons=tuple(reasons_of(ours)) if rankings else (took.output[-600:],),
        undone=undone["verdict"],
    )


def take_apart(commit: Commit, place: Place, parts: Path) -> str:
    """Write its tests, its other changes, and a change that does nothing; or say why not."""
    place.lay(commit.base)
    listed = _git(place, "diff", "--no-renames", "--name-status", "-z", commit.base,
                  commit.candidate).split(b"\0")  # fmt: skip
    entries = {
        path.decode(): status.decode()
        for status, path in zip(listed[::2], listed[1::2], strict=False)
    }
    tests = [path for path in entries if _is_test(path)]
    product = [path for path in entries if not _is_test(path)]
    code = [path for path in product if path.endswith(".py") and entries[path] == "M"]
    if not tests or not code:
        return "it changes no test" if code else "it changes no code that was there"
    command = ("diff", "--binary", "--full-index", "--no-renames")
    for name, paths in (("tests", tests), ("upstream", product)):
        patch = _git(place, *command, commit.base, commit.candidate, "--", *paths)
        (parts / f"{name}.patch").write_bytes(patch)
    file = place.checkout / code[0]
    file.write_bytes(file.read_bytes().rstrip(b"\n") + b"\n" + _COMMENT)
    (parts / "undone.patch").write_bytes(_git(place, *command, "--", code[0]))
    return ""


class Task(NamedTuple):
    """Tests by what plain pytest says of them on a commit's parent, with its tests, and with it.

    ``tests`` fail there alone, ``hopeless`` ones in both, and ``lost`` ones with the commit alone.
    """

    tests: Set[str]
    hopeless: Set[str]
    lost: Set[str]


def tests_of_task(commit: Commit, project: Project, place: Place, parts: Path) -> Task:
    """Run the suite with the commit's tests on its parent, and with the commit."""
    place.lay(commit.candidate)
    done = run_suite(project, place)
    undone = run_patched(commit, project, place, parts / "tests.patch")
    known = undone.passed | undone.failed | undone.skipped
    # What is called otherwise in each run does not fail on its parent.
    same = {function_of(test) for test in undone.passed - done.passed}
    new = {test for test in done.passed - known if function_of(test) in same}
    return Task(
        tests=done.passed - undone.passed - new,
        hopeless=done.failed - undone.passed,
        lost=done.failed & undone.passed,
    )


def run_patched(commit: Commit, project: Project, place: Place, *patches: Path) -> Run:
    """Run the suite of its parent with these over it."""
    place.lay(commit.base)
    git(place.checkout, "apply", "--whitespace=nowarn", *map(str, patches))
    return run_suite(project, place)


def _is_test(path: str) -> bool:
    return counts_as_test(path, Policy())


def _git(place: Place, *arguments: str) -> bytes:
    command = ["git", "-c", "core.quotePath=false", *arguments]
    return subprocess.run(command, cwd=place.checkout, capture_output=True, check=True).stdout


def accepted_of(entry: Mapping[str, Any]) -> Accepted:
    """What was written of one."""
    return Accepted(**{**entry, "reasons": tuple(entry["reasons"])})


def acceptance_summary(found: Sequence[Accepted]) -> Iterator[str]:
    """How many were raced, how many are mergeable, and each that is not with its reason."""
    raced = [one for one in found if not one.skipped]
    yield f"raced by their own tests: {len(raced)}, of {len(found)} commits"
    for what, verdicts in (
        ("as it was merged", [one.verdict for one in raced]),
        ("undone but for a comment", [one.undone for one in raced]),
    ):
        counts = {verdict: verdicts.count(verdict) for verdict in sorted(set(verdicts))}
        told = ", ".join(f"{number} {verdict}" for verdict, number in counts.items())
        yield f"{what}: {told or 'none'}"
    yield from _listed("not mergeable as it was merged", raced)


def _listed(head: str, raced: Iterable[Accepted]) -> Iterator[str]:
    others = [one for one in raced if one.verdict != _MERGEABLE]
    if others:
        yield f"\n{head}:"
    for one in others:
        yield f"  {one.key}: {one.verdict}"
        yield from (f"    {reason}" for reason in one.reasons)
