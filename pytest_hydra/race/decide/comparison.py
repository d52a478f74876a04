"""Compare a candidate's tests with the base's, id by id."""

from __future__ import annotations

from pytest_hydra.core.path_patterns import id_matches, matches
from pytest_hydra.engine.endings import ending
from pytest_hydra.race.decide.base_ids import BaseIds, begins_with, with_base_ids
from pytest_hydra.race.decide.measure import (
    PASSING,
    SILENT,
    Results,
    file_of,
    function_of,
    name_of,
    results_of,
    uncollected,
    why_unknown,
)
from pytest_hydra.race.decide.model import Comparison
from pytest_hydra.race.paths import TEST_CONFIGURATION, counts_as_test, sides
from pytest_hydra.race.record import ACCEPTANCE, CandidateRecord, Policy
from pytest_hydra.results.outcomes import Outcome, TestRun

_RERUN = "tests.rerun."


def compare(record: CandidateRecord, base: CandidateRecord, policy: Policy) -> Comparison:
    """Compare the steps ``tests`` of both. Their tests are known by id."""
    return _Comparer(record, base, policy).compare()


class _Comparer:
    """The state of a comparison, which takes one test after the other."""

    def __init__(self, record: CandidateRecord, base: CandidateRecord, policy: Policy) -> None:
        self.policy = policy
        self.edits = record.edited_tests
        # Its edits in files of product code, as whole functions and classes.
        self.product_edits = {
            "::".join(entry.split("::")[:2])
            for entry in record.edited_tests or ()
            if not counts_as_test(entry.partition("::")[0], policy)
        }
        self.folds = {test.test: test for test in record.folded_tests if test.cases}
        self.new_names = {test.test: test.into for test in record.folded_tests if not test.cases}
        changes = record.source.changes
        self.base, self.overlay = Results(base.runs["tests"]), Results(record.runs["tests"])
        # A rerun that could not collect a file does not show the ids of its tests.
        reruns = [rerun for rerun in _reruns(base) if uncollected(rerun) <= self.base.uncollected]
        missing = self.base.outcomes.keys() - self.overlay.outcomes.keys()
        self.unstable = {test for rerun in reruns for test in missing - rerun.outcomes.keys()}
        file_names = {side.rpartition("/")[2] for side in sides(changes)}
        self.ids = BaseIds(self.base, self.unstable, file_names)
        self.base_reruns, self.reruns = (
            [self.ids.outcomes(rerun.outcomes, rerun.examples) for rerun in entries]
            for entries in (reruns, _reruns(record))
        )
        self.stand_ins = self.ids.stand_ins(self.overlay.outcomes, self.overlay.tests.examples)
        self.overlay.outcomes = with_base_ids(self.overlay.outcomes, self.stand_ins)
        renamed = [change for change in changes if change.status == "renamed"]
        self.renames = {change.path: change.old_path for change in renamed if change.old_path}
        # Files that are overlaid like tests, but contain none.
        test_files = {*self.base.tests.files.values(), *self.renames}
        self.support = {*record.test_files} - test_files
        base_changes = [change for change in changes if change.status != "added"]
        statuses = {change.old_path or change.path: change.status for change in base_changes}
        self.changed_files = {path for path in statuses if counts_as_test(path, policy)}
        self.deleted_files = {path for path in self.changed_files if statuses[path] == "deleted"}
        own_run = record.runs.get("tests.own")
        self.own, self.new = results_of(own_run), results_of(record.runs.get("tests.new"))
        self.own_outcomes, self.new_outcomes = map(self._by_old_ids, (self.own, self.new))
        self.own_problem = why_unknown(own_run)
        if own_run is not None and self.own is not None and self.own.nothing:
            self.own_problem = f"none of its own tests could be run: {ending(own_run)}"
        code = {path for path in self.changed_files if path.endswith(".py") and not policy.is_first}
        base_files = {file_of(test, self.base.tests) for test in self.base.outcomes}
        # Code around tests was changed, and nothing else that tests depend on.
        self.only_code = bool(code) and self.changed_files - code <= base_files
        support = code - base_files
        call = own_run and (own_run.command, own_run.files)
        is_full = call == (record.runs["tests"].command, ())
        # The configuration of tests may affect all of them, also in a new file.
        is_configured = any(matches(path, TEST_CONFIGURATION) for path in sides(changes))
        self.all_own = is_full and (is_configured or bool(support))
        self.task = [results_of(side.runs.get(ACCEPTANCE)) for side in (record, base)]
        self.task_files = () if policy.acceptance is None else policy.acceptance.files
        self.result = Comparison(nothing=self.overlay.nothing)
        self.successors = self._successors() if policy.max_dropped_tests is None else {}

    def compare(self) -> Comparison:
        for test, was in self.base.outcomes.items():
            self._compare_test(test, was)
        self._compare_new_tests()
        if self.result.regressed or not self.result.supported:
            # Otherwise the candidate's version can be collected, and its tests are disputed.
            broken = self.overlay.uncollected - self.base.uncollected
            self.result.uncollected |= broken.difference(self.task_files)
        if self.own is not None:
            self.result.own_uncollected |= self.own.uncollected
        return self.result

    def _compare_test(self, test: str, was: Outcome) -> None:
        result, now = self.result, self.overlay.outcomes.get(test)
        outcomes = {was, *(rerun.get(test) for rerun in self.base_reruns)}
        if test in self.unstable and None in outcomes:  # and their number differs in each run
            (result.flaky if now in {*PASSING, *outcomes} - {None} else result.unmatched).add(test)
        else:
            self._compare_known(test, was, now)

    def _compare_known(self, test: str, was: Outcome, now: Outcome | None) -> None:
        """Compare a test with its outcome on the base, if it is still the base's test."""
        result = self.result
        exists = self._is_there(test)
        if exists is None:
            result.unknown = self.own_problem
        elif not exists:
            if id_matches(test, self.policy.removed_ok):
                return
            if (target := self._fold_target(test)) is not None:
                result.folded[test] = target
                exists = True
            elif self._hides_nothing(test, was, now):
                exists = True
                result.moved[test] = self.successors.get(test)
            else:
                result.dropped.add(test)
                if self._is_buried(test):
                    result.buried.add(test)
        elif now is not None and not self._is_of_base(test):
            if was in PASSING:
                result.replaced.add(test)
            return
        elif test in self.stand_ins and test not in self.unstable:
            result.moved[test] = self.stand_ins[test]
        rerun_passes = {rerun[test] in PASSING for rerun in self.base_reruns if test in rerun}
        if (was not in PASSING) in rerun_passes:  # the base's own runs disagree
            result.flaky.add(test)
        elif was not in SILENT or now not in SILENT:
            self._compare_outcomes(test, was, now, exists=exists is not False)

    def _compare_outcomes(
        self, test: str, was: Outcome, now: Outcome | None, *, exists: bool
    ) -> None:
        """Compare a test that may be counted with its outcome on the base."""
        result, passes = self.result, now in PASSING
        own = self.own_outcomes.get(test) if self._is_changed(test) else None
        if passes and own in ("failed", "error"):
            hangs = self.support and not self._is_edited(test)
            (result.unsupported if hangs else result.own_failing).add(test)
        good = passes and exists and own not in SILENT
        if was == "xfailed" and own in PASSING and self._fails_on_the_base(test):
            # Fixed, and no longer marked: in the base's version, a strict mark makes it fail.
            good = True
        if was in PASSING and not good and self._is_settled_by_task(test):
            result.settled.add(test)
            good = True
        elif was in PASSING and not good:
            if not passes and own in PASSING and self._is_edited(test):
                good = self._is_settled(test)
            elif not passes and any(rerun.get(test) in PASSING for rerun in self.reruns):
                result.unstable.add(test)
                return
            elif not passes and own in PASSING and self._hangs_on_support(test, now):
                result.supported.add(test)
                good = self._is_settled(test)
            else:
                self._count_as_lost(test, now, exists=exists)
        fails = was not in PASSING and was not in SILENT and not passes
        if fails and own in SILENT and not id_matches(test, self.policy.changed_ok):
            result.muted.add(test)
        result.counted.add(test)
        if was in PASSING:
            result.base_passed.add(test)
        if good:
            result.passed.add(test)
            if was in ("failed", "error"):
                result.fixed.add(test)

    def _is_settled_by_task(self, test: str) -> bool:
        """Whether the tests of the task change this test: with them it passes, or is gone."""
        results = [entry for entry in self.task if entry is not None]
        if len(results) < len(self.task):
            return False
        outcome, base_outcome = (entry.outcomes.get(test) for entry in results)
        file = file_of(test, self.base.tests) or ""
        is_of_task = file in self.task_files
        if {outcome, base_outcome} == {None}:
            # The overlay removed it, also on the base, unless it was not run or not collected.
            return is_of_task or not any(
                entry.files or entry.cannot_collect(test, file) for entry in results
            )
        return outcome in PASSING and (is_of_task or base_outcome not in PASSING)

    def _is_settled(self, test: str) -> bool:
        """Whether the policy allows to change this test; otherwise it is disputed."""
        settled = id_matches(test, self.policy.changed_ok)
        if not settled:
            self.result.disputed.add(test)
        return settled

    def _hangs_on_support(self, test: str, now: Outcome | None) -> bool:
        """Whether a test that passes here fails only because of the base's code around it.

        A test that passes on the base too, with the code around it from here, was made to pass.
        """
        results = self.overlay if now is None else self.new
        if not self.only_code or results is None:
            return False
        fails = now is not None and self.new_outcomes.get(test) in ("failed", "error")
        return fails or results.cannot_collect(test, file_of(test, self.base.tests) or "")

    def _hides_nothing(self, test: str, was: Outcome, now: Outcome | None) -> bool:
        """Whether the base's version of a removed test, or its successor, has a full result."""
        if self.policy.max_dropped_tests is not None or self._is_buried(test):
            return False
        own_outcome = self.own_outcomes.get(self.successors.get(test, ""))
        still_fails = was not in PASSING and own_outcome in ("failed", "error")
        return now in PASSING or (was in SILENT and now in SILENT) or still_fails

    def _successors(self) -> dict[str, str]:
        """The new ids of tests that are gone: other parameters, another name, class or file."""
        missing = sorted(test for test in self.base.outcomes if self._is_there(test) is False)
        if self.own is None or not missing:
            return {}
        tests, outcomes = self.own.tests, self.own.outcomes
        ids = {self._old_id(test, tests) for test in outcomes if outcomes[test] not in SILENT}
        new_ids = sorted(ids - self.base.outcomes.keys(), reverse=True)
        successors: dict[str, str] = {}
        for old_key, new_key in (
            (function_of, function_of),
            (lambda test: self.new_names.get(function_of(test)), function_of),
            (name_of, name_of),
        ):
            values = set(successors.values())
            by_key: dict[str | None, list[str]] = {}
            for test in new_ids:
                if test not in values:
                    by_key.setdefault(new_key(test), []).append(test)
            for test in missing:
                if test not in successors and by_key.get(old_key(test)):
                    successors[test] = by_key[old_key(test)].pop()
        return successors

    def _by_old_ids(self, results: Results | None) -> dict[str, Outcome]:
        """The outcomes by the tests' ids, and by their ids before files were renamed."""
        if results is None:
            return {}
        tests, outcomes = results.tests, results.outcomes
        old = {self._old_id(test, tests): entry for test, entry in outcomes.items()}
        return outcomes | self.ids.outcomes(old, tests.examples)

    def _count_as_lost(self, test: str, now: Outcome | None, *, exists: bool) -> None:
        result = self.result
        if now in PASSING:
            (result.silenced if exists else result.gone).add(test)
        elif now is None:
            result.not_run.add(test)
        else:
            (result.silenced if now in SILENT else result.failing).add(test)

    def _compare_new_tests(self) -> None:
        result, base = self.result, self.base.outcomes
        result.added |= self.overlay.outcomes.keys() - base.keys()
        if self.own is None:
            return
        for test, outcome in self.own.outcomes.items():
            if self._old_id(test, self.own.tests) in base:
                continue
            result.added.add(test)
            if outcome in PASSING and self._fails_on_the_base(test):
                result.new.add(test)
            elif outcome not in (*PASSING, *SILENT):
                result.new_failing.add(test)

    def _fails_on_the_base(self, test: str) -> bool:
        """Whether a new test was run on the base's code, and did not pass."""
        if self.new is None:
            return False
        if test in self.new.outcomes:
            return self.new.outcomes[test] not in PASSING
        # A missing test could not be imported there, unless it is a case whose id differs in each
        # run.
        function = f"{test.partition('[')[0]}["
        if "[" in test and any(entry.startswith(function) for entry in self.new.outcomes):
            return False
        file = None if self.own is None else file_of(test, self.own.tests)
        return self.new.is_complete or self.new.cannot_collect(test, file or "")

    def _is_there(self, test: str) -> bool | None:
        """Whether the candidate has the test; None if unknown."""
        file = file_of(test, self.base.tests)
        if not self._is_changed(test):
            # Code that keeps tests from being collected does not remove them.
            overlay = self.overlay
            if test in overlay.outcomes or not overlay.is_complete:
                return True
            return overlay.cannot_collect(test, file or "")
        if file in self.deleted_files:
            return False
        if self.own is None:
            return None
        if test in self.own_outcomes:
            return True
        if self._is_buried(test):
            # Perhaps only due to its code, with which the base's cannot be collected either.
            return None if self.overlay.cannot_collect(test, file or "") else False
        return False if self.own.is_complete else None

    def _fold_target(self, test: str) -> str | None:
        """The test that it is a case of now, if all cases of that test were run and passed."""
        fold = self.folds.get(test)
        if fold is None or self.own is None or not self.own.is_complete:
            return None
        cases = f"{fold.into}["
        outcomes = [entry for name, entry in self.own_outcomes.items() if name.startswith(cases)]
        passed = len(outcomes) == fold.cases and all(outcome == "passed" for outcome in outcomes)
        return fold.into if passed else None

    def _is_buried(self, test: str) -> bool:
        """Whether the candidate's version of the test cannot be collected."""
        if self.own is None or test in self.own_outcomes or not self._is_changed(test):
            return False
        file = file_of(test, self.base.tests) or ""
        new = next((entry for entry, old in self.renames.items() if old == file), file)
        return file not in self.deleted_files and self.own.cannot_collect(test, new)

    def _is_changed(self, test: str) -> bool:
        """Whether the candidate changed the test's file, or may have."""
        file = file_of(test, self.base.tests)
        files = self.changed_files
        return self.all_own or (bool(files) if file is None else file in files)

    def _is_edited(self, test: str) -> bool:
        """Whether the candidate edited the test's own definition, or may have."""
        file = file_of(test, self.base.tests)
        if self.edits is None or file is None or self.base.tests.source != "recorder":
            return True  # ids of other sources do not show where a test is defined
        _, _, name = test.removeprefix(file).partition("::")
        return file in self.edits or f"{file}::{name.partition('[')[0]}" in self.edits

    def _is_of_base(self, test: str) -> bool:
        """Whether the deciding run had the base's version of the test, also in product code."""
        file, examples = file_of(test, self.base.tests), self.base.tests.examples.get(test, ())
        first = test.removeprefix(f"{file}::").partition("[")[0].partition("::")[0]
        # Documentation may have more examples, after those of the base.
        now = self.overlay.tests.examples.get(self.stand_ins.get(test, test), ())
        same = begins_with(now, examples)
        names = {file, *(f"{file}::{name}" for name in (first, "setUpModule", "setup_module"))}
        return id_matches(test, self.policy.changed_ok) or (same and not names & self.product_edits)

    def _old_id(self, test: str, tests: TestRun) -> str:
        """The test's id before its file was renamed."""
        new = file_of(test, tests) or ""
        old = self.renames.get(new, new)
        for spelling in (str, _as_module):
            start = spelling(new)
            if test.startswith(start) and not test[len(start) :][:1].isalnum():
                return spelling(old) + test[len(start) :]
        return test


def _as_module(file: str) -> str:
    return file.rpartition(".")[0].replace("/", ".")


def _reruns(record: CandidateRecord) -> list[TestRun]:
    """The results of the reruns, without those that cannot be trusted."""
    runs = (run.tests for step, run in record.runs.items() if step.startswith(_RERUN))
    return [run for run in runs if run is not None and not run.problems]
