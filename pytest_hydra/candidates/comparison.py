"""A candidate's tests held against the base's, id by id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pytest_hydra.candidates.paths import id_matches
from pytest_hydra.candidates.policy import Policy
from pytest_hydra.candidates.recordings import CandidateRecord, CommandRun, Outcome, TestRun
from pytest_hydra.candidates.steps import listed, told
from pytest_hydra.candidates.suite import counts_as_test

PASSING = ("passed", "xpassed")
SILENT = ("skipped", "xfailed")
_RERUN = "tests.rerun."

Outcomes = Mapping[str, Outcome]


@dataclass(slots=True, kw_only=True)
class Comparison:
    """Tests by id. Those of the base that are in the count are ``counted``.

    Of these, ``base_passed`` passed on the base and ``passed`` pass here. What passed and does not
    any more is in one of ``failing``, ``silenced`` (skipped, or expected to fail), ``unheard`` (not
    run), ``gone`` (it would pass, and is not there) and ``disputed`` (it fails as the base has it,
    and passes as the candidate has it). ``dropped`` are all that are not there any more, whatever
    they did. ``flaky`` are unstable on the base, ``unstable`` only here: both have left the count.

    ``added`` are tests that the base has not, and ``new`` those of them that count. ``own_failing``
    are tests of the base that fail as the candidate has them, and pass as the base has them.
    ``unknown`` says why it cannot be told what is dropped, where it cannot.
    """

    counted: set[str] = field(default_factory=set)
    base_passed: set[str] = field(default_factory=set)
    passed: set[str] = field(default_factory=set)
    failing: set[str] = field(default_factory=set)
    silenced: set[str] = field(default_factory=set)
    unheard: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    disputed: set[str] = field(default_factory=set)
    dropped: set[str] = field(default_factory=set)
    fixed: set[str] = field(default_factory=set)
    flaky: set[str] = field(default_factory=set)
    unstable: set[str] = field(default_factory=set)
    added: set[str] = field(default_factory=set)
    new: set[str] = field(default_factory=set)
    own_failing: set[str] = field(default_factory=set)
    unknown: str | None = None

    @property
    def regressed(self) -> set[str]:
        """What passed on the base and would not pass here, were it there or not."""
        return self.failing | self.silenced | self.unheard

    @property
    def lost(self) -> set[str]:
        """What passed on the base and does not pass here any more, or is gone."""
        return self.regressed | self.gone


def compare(record: CandidateRecord, base: CandidateRecord, policy: Policy) -> Comparison:
    """Hold the runs against each other: both have a step ``tests``, known by id."""
    return _Comparing(record, base, policy).compare()


class _Comparing:
    """What is needed to look at one test after the other."""

    def __init__(self, record: CandidateRecord, base: CandidateRecord, policy: Policy) -> None:
        self.policy = policy
        self.edited = record.edited_tests
        self.base = _told_by(base.runs["tests"])
        self.decides = _told_by(record.runs["tests"]).outcomes
        self.base_reruns = _reruns(base)
        self.reruns = _reruns(record)
        changes = record.source.changes
        self.renamed = {
            one.path: one.old_path
            for one in changes
            if one.status == "renamed" and one.old_path is not None
        }
        before = {(one.old_path or one.path): one for one in changes if one.status != "added"}
        self.changed = {path for path in before if counts_as_test(path, policy)}
        self.deleted = {path for path in self.changed if before[path].status == "deleted"}
        own_run, new_run = record.runs.get("tests.own"), record.runs.get("tests.new")
        self.own_raw = _believed(own_run)
        self.new_raw = _believed(new_run)
        self.own = None if self.own_raw is None else self._at_old_places(self.own_raw)
        self.why_no_own = _why_not(own_run)
        self.found = Comparison()

    def compare(self) -> Comparison:
        for test, was in self.base.outcomes.items():
            self._look_at(test, was)
        self._look_at_new_ones()
        return self.found

    def _look_at(self, test: str, was: Outcome) -> None:
        found, now = self.found, self.decides.get(test)
        there = self._is_there(test)
        if there is None:
            found.unknown = self.why_no_own
        elif not there:
            if id_matches(test, self.policy.removed_ok):
                return
            found.dropped.add(test)
        if self._is_flaky(test, was):
            found.flaky.add(test)
        elif was not in SILENT or now not in SILENT:
            self._hold(test, was, now, there=there is not False)

    def _hold(self, test: str, was: Outcome, now: Outcome | None, *, there: bool) -> None:
        """Hold a test that may be in the count against what it was on the base."""
        found, passes = self.found, now in PASSING
        own = self.own.get(test) if self.own is not None and self._is_changed(test) else None
        if passes and own in ("failed", "error"):
            found.own_failing.add(test)
        good = passes and there and own not in SILENT
        if was in PASSING and not good:
            if not passes and own in PASSING and self._is_edited(test):
                good = id_matches(test, self.policy.changed_ok)
                if not good:
                    found.disputed.add(test)
            elif not passes and any(one.get(test) in PASSING for one in self.reruns):
                found.unstable.add(test)
                return
            else:
                self._lose(test, now, there=there)
        found.counted.add(test)
        if was in PASSING:
            found.base_passed.add(test)
        if good:
            found.passed.add(test)
            if was in ("failed", "error"):
                found.fixed.add(test)

    def _lose(self, test: str, now: Outcome | None, *, there: bool) -> None:
        found = self.found
        if now in PASSING:
            (found.silenced if there else found.gone).add(test)
        elif now is None:
            found.unheard.add(test)
        else:
            (found.silenced if now in SILENT else found.failing).add(test)

    def _is_flaky(self, test: str, was: Outcome) -> bool:
        """Whether the base's own runs are at odds about the test."""
        again = (one[test] for one in self.base_reruns if test in one)
        return any((outcome in PASSING) != (was in PASSING) for outcome in again)

    def _look_at_new_ones(self) -> None:
        found, known = self.found, self.base.outcomes
        found.added |= self.decides.keys() - known.keys()
        for written, outcome in (self.own_raw or _NOTHING).outcomes.items():
            test = self._at_old_place(written, self.own_raw or _NOTHING)
            if test in known:
                continue
            found.added.add(written)
            # Over the base's code it must have been seen not to pass.
            unseen = self.new_raw is None or self.new_raw.outcomes.get(written) in PASSING
            if outcome in PASSING and not unseen:
                found.new.add(written)

    def _is_there(self, test: str) -> bool | None:
        """Whether the candidate has the test; None where nobody knows."""
        if not self._is_changed(test):
            return test in self.decides
        if file_of(test, self.base) in self.deleted:
            return False
        return None if self.own is None else test in self.own

    def _is_changed(self, test: str) -> bool:
        """Whether the candidate changed the test's file, or may have."""
        file = file_of(test, self.base)
        return bool(self.changed) if file is None else file in self.changed

    def _is_edited(self, test: str) -> bool:
        return True if self.edited is None else test in self.edited

    def _at_old_places(self, tests: TestRun) -> dict[str, Outcome]:
        moved = {self._at_old_place(test, tests): one for test, one in tests.outcomes.items()}
        return moved | {test: one for test, one in tests.outcomes.items() if test not in moved}

    def _at_old_place(self, test: str, tests: TestRun) -> str:
        """The test's id, had its file not been renamed."""
        new = file_of(test, tests)
        old = None if new is None else self.renamed.get(new)
        if new is None or old is None:
            return test
        for spelling in (_as_path, _as_module):
            start = spelling(new)
            if test.startswith(start) and not test[len(start) :][:1].isalnum():
                return spelling(old) + test[len(start) :]
        return test


_NOTHING = TestRun(evidence="ids", source="none")


def file_of(test: str, tests: TestRun) -> str | None:
    """The file of a test, where the run tells it or the id begins with it."""
    file = tests.files.get(test)
    if file is None:
        start, colons, _ = test.partition("::")
        file = start if colons and ("/" in start or start.endswith(".py")) else None
    return file


def _as_path(file: str) -> str:
    return file


def _as_module(file: str) -> str:
    return file.rpartition(".")[0].replace("/", ".")


def _told_by(run: CommandRun) -> TestRun:
    return run.tests or _NOTHING


def _believed(run: CommandRun | None) -> TestRun | None:
    """What a run told, where it ended and there is no reason to doubt it."""
    return None if run is None or _why_not(run) is not None else run.tests


def _why_not(run: CommandRun | None) -> str | None:
    """Why nothing can be told by a run of the candidate's own tests."""
    if run is None:
        return "its own tests were not run"
    if run.status != "done":
        return f"its own tests were not run to the end: {told(run)}"
    if run.tests is None or run.tests.evidence != "ids":
        return f"its own tests are not known by id: {told(run)}"
    doubts = [*run.tests.problems, *run.tests.modules]
    return f"the run of its own tests cannot be believed: {listed(doubts)}" if doubts else None


def _reruns(record: CandidateRecord) -> list[Outcomes]:
    """The outcomes of the runs that were made again; they stop at the last lost test."""
    runs = (run.tests for step, run in record.runs.items() if step.startswith(_RERUN))
    return [run.outcomes for run in runs if run is not None and not run.problems]
