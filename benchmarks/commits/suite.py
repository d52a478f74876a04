"""The effect of a commit on the tests of its base, by plain pytest without the plugin."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from xml.etree import ElementTree

from benchmarks.commits.commit import Commit, Project
from benchmarks.commits.environment import Place
from benchmarks.commits.timing import Output, run_timed
from benchmarks.repository import git

_LONGEST = 900.0
_MOST_IDS = 20
# The files restored from the base: those below a folder of tests, and test files by name.
_TEST = re.compile(r"(^|/)(tests?|testing)/|(^|/)(tests?|test_[^/]*|[^/]*_tests?|conftest)\.py$")
_RESULT_TAGS = ("failure", "error", "skipped")


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A run of a suite: the ids that passed, failed and were skipped, and its duration."""

    passed: frozenset[str]
    failed: frozenset[str]
    skipped: frozenset[str]
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """The expectation about a verdict.

    ``base`` is the number of tests that pass twice on the base. ``lost`` are those of them that do
    not pass with the commit's code and the base's tests, and tests that fail before and after and
    that the commit removes. ``own`` are tests of the commit that fail, and did not fail before.
    """

    base: int
    lost: tuple[str, ...]
    own: tuple[str, ...]

    @property
    def mergeable(self) -> bool | None:
        """Whether a race should find it mergeable; None if nothing can be tested."""
        return None if not self.base else not self.lost and not self.own


def find_truth(commit: Commit, project: Project, place: Place, cache: Path) -> Truth:
    """Run the suites of a commit and its base four times in all, or read the cached result."""
    if cache.is_file():
        entry = json.loads(cache.read_text(encoding="utf-8"))
        return Truth(**{**entry, "lost": tuple(entry["lost"]), "own": tuple(entry["own"])})
    place.check_out(commit.base)
    first = run_suite(project, place)
    second = run_suite(project, place)
    stable = first.passed & second.passed
    place.check_out(commit.candidate)
    own = run_suite(project, place)
    _restore_tests(commit, place)
    verdict = run_suite(project, place)
    hidden = (first.failed & verdict.failed) - own.passed - own.failed - own.skipped
    truth = Truth(
        base=len(stable),
        lost=tuple(sorted((stable - verdict.passed) | hidden)[:_MOST_IDS]),
        own=tuple(sorted(own.failed - first.failed - second.failed)[:_MOST_IDS]),
    )
    cache.parent.mkdir(parents=True, exist_ok=True)
    cache.write_text(json.dumps(asdict(truth)) + "\n", encoding="utf-8")
    return truth


def run_suite(project: Project, place: Place) -> Run:
    """Run the project's setup and its suite in the current checkout."""
    with tempfile.TemporaryDirectory(prefix="suite-") as folder:
        results = Path(folder, "results.xml")
        command = f"{project.test} -p no:cacheprovider -o junit_family=xunit1 --junitxml={results}"
        if project.setup:
            _shell(project.setup, place)
        result = _shell(command, place)
        return read_results(results, place.checkout, result.seconds)


def _shell(command: str, place: Place) -> Output:
    return run_timed(["/bin/sh", "-c", command], place.checkout, place.environment(), _LONGEST)


def read_results(results: Path, checkout: Path, seconds: float) -> Run:
    """Read a JUnit XML file; empty results if it does not exist."""
    outcomes: dict[str, set[str]] = {"passed": set(), "failed": set(), "skipped": set()}
    cases: Iterable[ElementTree.Element] = ()
    if results.is_file():
        # Written by pytest, in an environment that the caller chose.
        cases = ElementTree.parse(results).iter("testcase")  # noqa: S314
    for case in cases:
        tags = {child.tag for child in case}
        outcome = "failed" if tags & {"failure", "error"} else "skipped"
        file, classes = _test_place(case, checkout)
        identity = "::".join(filter(None, (file, *classes, case.get("name"))))
        if not tags.isdisjoint(_RESULT_TAGS):
            outcomes[outcome].add(identity)
        elif _TEST.search(file):
            # Examples in product code belong to the commit, so they cannot be lost.
            outcomes["passed"].add(identity)
    return Run(
        # Of several tests with one id the worst outcome counts.
        passed=frozenset(outcomes["passed"] - outcomes["failed"] - outcomes["skipped"]),
        failed=frozenset(outcomes["failed"]),
        skipped=frozenset(outcomes["skipped"]),
        seconds=seconds,
    )


def _test_place(case: ElementTree.Element, checkout: Path) -> tuple[str, Sequence[str]]:
    """The file in which a test was collected, which may not define it, and its classes."""
    names = case.get("classname", "").split(".")
    for count in range(len(names), 0, -1):
        file = "/".join(names[:count]) + ".py"
        if (checkout / file).is_file():
            return file, names[count:]
    file = case.get("file", "")
    classes = case.get("classname", "").removeprefix(file.removesuffix(".py").replace("/", "."))
    return file, classes.strip(".").split(".")


def _restore_tests(commit: Commit, place: Place) -> None:
    """Replace the test files of the commit by those of the base."""
    trees: Mapping[str, list[str]] = {
        name: _test_files(place.checkout, name) for name in (commit.candidate, commit.base)
    }
    for path in trees[commit.candidate]:
        (place.checkout / path).unlink(missing_ok=True)
    paths = "".join(f"{path}\0" for path in trees[commit.base]).encode()
    options = ("--pathspec-from-file=-", "--pathspec-file-nul")
    git(place.checkout, "--literal-pathspecs", "checkout", commit.base, *options, stdin=paths)


def _test_files(checkout: Path, commit: str) -> list[str]:
    command = ["git", "ls-tree", "-r", "-z", "--format=%(objecttype) %(path)", commit]
    listing = subprocess.run(command, cwd=checkout, capture_output=True, check=True).stdout
    entries = listing.decode(errors="surrogateescape").split("\0")
    # No submodules: their files are not in this repository.
    paths = [entry.removeprefix("blob ") for entry in entries if entry.startswith("blob ")]
    return list(filter(_TEST.search, paths))
