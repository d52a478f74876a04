"""What a commit does to the tests of its base, seen by plain pytest: no line of ours is run."""

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
from benchmarks.commits.timing import Timed, timed
from benchmarks.repository import git

_LONGEST = 900.0
_MOST_NAMED = 20
# What is laid over from the base: files below a folder of tests, and files of tests by their names.
_TEST = re.compile(r"(^|/)(tests?|testing)/|(^|/)(tests?|test_[^/]*|[^/]*_tests?|conftest)\.py$")
_TOOK_PART = ("failure", "error", "skipped")


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run of a suite: the ids that passed, failed and were skipped, and how long it took."""

    passed: frozenset[str]
    failed: frozenset[str]
    skipped: frozenset[str]
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """What is to be expected of a verdict.

    ``base`` is how many tests pass on the base, twice. ``lost`` are those of them that do not pass
    with the commit's code and the base's tests, and those that fail before and after, and that
    the commit takes away. ``own`` are those that fail as the commit has them, and did not before.
    """

    base: int
    lost: tuple[str, ...]
    own: tuple[str, ...]

    @property
    def mergeable(self) -> bool | None:
        """Whether a race should say so; None where nothing can be tested."""
        return None if not self.base else not self.lost and not self.own


def find_truth(commit: Commit, project: Project, place: Place, kept: Path) -> Truth:
    """Run the suite of a commit and its base, four times in all, or read what was kept of that."""
    if kept.is_file():
        entry = json.loads(kept.read_text(encoding="utf-8"))
        return Truth(**{**entry, "lost": tuple(entry["lost"]), "own": tuple(entry["own"])})
    place.lay(commit.base)
    first = run_suite(project, place)
    again = run_suite(project, place)
    stable = first.passed & again.passed
    place.lay(commit.candidate)
    own = run_suite(project, place)
    _lay_tests(commit, place)
    verdict = run_suite(project, place)
    hidden = (first.failed & verdict.failed) - own.passed - own.failed - own.skipped
    truth = Truth(
        base=len(stable),
        lost=tuple(sorted((stable - verdict.passed) | hidden)[:_MOST_NAMED]),
        own=tuple(sorted(own.failed - first.failed - again.failed)[:_MOST_NAMED]),
    )
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(asdict(truth)) + "\n", encoding="utf-8")
    return truth


def run_suite(project: Project, place: Place) -> Run:
    """Run it in the checkout as it is, after the project's setup."""
    with tempfile.TemporaryDirectory(prefix="suite-") as folder:
        results = Path(folder, "results.xml")
        command = f"{project.test} -p no:cacheprovider -o junit_family=xunit1 --junitxml={results}"
        if project.setup:
            _shell(project.setup, place)
        took = _shell(command, place)
        return read_results(results, place.checkout, took.seconds)


def _shell(command: str, place: Place) -> Timed:
    return timed(["/bin/sh", "-c", command], place.checkout, place.environment(), _LONGEST)


def read_results(results: Path, checkout: Path, seconds: float) -> Run:
    """What a file of JUnit's form tells; of a suite that wrote none, nothing."""
    outcomes: dict[str, set[str]] = {"passed": set(), "failed": set(), "skipped": set()}
    cases: Iterable[ElementTree.Element] = ()
    if results.is_file():
        # Written by pytest, in an environment that the caller chose.
        cases = ElementTree.parse(results).iter("testcase")  # noqa: S314
    for case in cases:
        said = {child.tag for child in case}
        outcome = "failed" if said & {"failure", "error"} else "skipped"
        file, within = _found_in(case, checkout)
        identity = "::".join(filter(None, (file, *within, case.get("name"))))
        if not said.isdisjoint(_TOOK_PART):
            outcomes[outcome].add(identity)
        elif _TEST.search(file):
            # Examples in product code are the commit's: nothing can be lost by them.
            outcomes["passed"].add(identity)
    return Run(
        # An id that several tests have is only as good as the worst of them.
        passed=frozenset(outcomes["passed"] - outcomes["failed"] - outcomes["skipped"]),
        failed=frozenset(outcomes["failed"]),
        skipped=frozenset(outcomes["skipped"]),
        seconds=seconds,
    )


def _found_in(case: ElementTree.Element, checkout: Path) -> tuple[str, Sequence[str]]:
    """The file that a test was found in, which may not be where it is written, and its classes."""
    names = case.get("classname", "").split(".")
    for count in range(len(names), 0, -1):
        file = "/".join(names[:count]) + ".py"
        if (checkout / file).is_file():
            return file, names[count:]
    file = case.get("file", "")
    classes = case.get("classname", "").removeprefix(file.removesuffix(".py").replace("/", "."))
    return file, classes.strip(".").split(".")


def _lay_tests(commit: Commit, place: Place) -> None:
    """Over the commit's code, the files of tests that the base has, and no others."""
    trees: Mapping[str, list[str]] = {
        name: _test_files(place.checkout, name) for name in (commit.candidate, commit.base)
    }
    for path in trees[commit.candidate]:
        (place.checkout / path).unlink(missing_ok=True)
    wanted = "".join(f"{path}\0" for path in trees[commit.base]).encode()
    where = ("--pathspec-from-file=-", "--pathspec-file-nul")
    git(place.checkout, "--literal-pathspecs", "checkout", commit.base, *where, stdin=wanted)


def _test_files(checkout: Path, commit: str) -> list[str]:
    command = ["git", "ls-tree", "-r", "-z", "--format=%(objecttype) %(path)", commit]
    listed = subprocess.run(command, cwd=checkout, capture_output=True, check=True).stdout
    entries = listed.decode(errors="surrogateescape").split("\0")
    # No submodules: they are folders, whose files are not here.
    paths = [entry.removeprefix("blob ") for entry in entries if entry.startswith("blob ")]
    return list(filter(_TEST.search, paths))
