"""The results of the tests of the task: by id, those that must pass and those that do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from pytest_hydra.core.numbers import quotient
from pytest_hydra.core.text import counted, listed
from pytest_hydra.plugins.engine.endings import ending, log_of
from pytest_hydra.plugins.engine.unit import CommandRun
from pytest_hydra.plugins.race.decide.measure import (
    PASSING,
    SILENT,
    Measured,
    RunResults,
    absence,
    file_of,
    function_of,
    uncollected,
)
from pytest_hydra.plugins.race.decide.model import DimensionResult, Objection, block, unproven
from pytest_hydra.plugins.race.policy.race_tables import AcceptanceSettings
from pytest_hydra.plugins.results.outcomes import Outcome, TestRun


class _RequiredTests(NamedTuple):
    """The ids of tests that must pass: those that ``passed`` and those that ``failed`` on the base.

    ``doubtful`` tests are skipped or missing here, and their outcome on the base is unknown.
    """

    passed: set[str]
    failed: set[str]
    doubtful: set[str]


def measure_acceptance(subject: Measured) -> DimensionResult:
    """The share of required tests of the task that pass."""
    acceptance = subject.policy.race.acceptance
    if acceptance is None:
        return subject.missing("there are no tests of the task")
    # Tests of the base are in its run.
    ran = subject if acceptance.tests is not None else replace(subject, name="tests")
    runs = ran.ended_runs()
    if isinstance(runs, DimensionResult):
        # Without a test command nothing is proven.
        return subject.ungraded(runs.message) if runs.missing else replace(runs, name=subject.name)
    run, base_run = runs
    doubt = _doubt(base_run, "on the base") or _doubt(run, "on the candidate")
    if doubt is not None:
        return subject.ungraded(doubt)
    results, base = RunResults(run), RunResults(base_run)
    if not (acceptance.fail_to_pass or acceptance.pass_to_pass):
        results.outcomes = _by_ids_of(base.outcomes, results.outcomes)
    required = _required_tests(subject, acceptance, results, base)
    ids = required.passed | required.failed
    passing = {test for test in ids if results.outcomes.get(test) in PASSING}
    failures = sorted(ids - passing)
    objections = _objections(subject, required, acceptance)
    if not ids and not base.outcomes:
        task = listed(sorted(subject.policy.task_files)) or "the tests of the task"
        reason = f"no test was collected: does the test command select {task}?{log_of(base_run)}"
        objections = [unproven(reason)]
    if failures:
        do, they = ("does", "it") if len(failures) == 1 else ("do", "they")
        share = f"{len(failures)} of {len(ids)} tests" if len(ids) > 1 else "1 test"
        reason = f"{share} of the task {do} not pass: {listed(failures)}{log_of(run)}"
        if results.uncollected and results.uncollected <= base.uncollected:
            reason += f"; {they} cannot be collected on the base either{absence(base_run)}"
        objections.insert(0, block(reason))
    message = objections[0].reason if objections else ""
    inputs = {"evidence": "ids", "wanted": len(ids), "passed": len(passing), "missed": failures}
    if acceptance.tests is not None:  # else they are counted as tests of the base
        fixed = len(passing & required.failed)
        inputs |= {"fixed": fixed, "failed_before": len(required.failed)}
    score = quotient(100 * len(passing), len(ids)) if ids else None
    return subject.scored(score, message, inputs, *objections)


def _doubt(run: CommandRun, place: str) -> str | None:
    """Why the results of the tests cannot be counted."""
    tests = run.tests
    if tests is None or tests.evidence != "ids":
        return f"the results of the task's tests {place} have no test ids: {ending(run)}"
    doubts = [*(() if uncollected(tests) else tests.problems), *tests.modules.values()]
    problem = f"the results of the task's tests {place} cannot be trusted"
    return f"{problem}: {listed(doubts)}: {ending(run)}" if doubts else None


def _objections(
    subject: Measured, required: _RequiredTests, acceptance: AcceptanceSettings
) -> list[Objection]:
    """Reasons why the tests prove nothing, even if they pass."""
    objections = []
    if subject.record.isolation == "none" and acceptance.tests is not None:
        reason = "the tests of the task were not run in a sandbox, so the candidate could read them"
        objections.append(unproven(reason))
    if required.doubtful:
        number, ids = counted(len(required.doubtful), "test"), listed(sorted(required.doubtful))
        are, have = ("is", "has") if len(required.doubtful) == 1 else ("are", "have")
        reason = f"{number} of the task {are} skipped here, and {have} no result on the base: {ids}"
        reason += "; add the ids of those that must pass to fail_to_pass"
        if acceptance.fail_to_pass or acceptance.pass_to_pass:
            reason = f"{number} in fail_to_pass or pass_to_pass {are} not found in any run: {ids}"
            reason += "; use the ids that the test command reports"
        objections.append(unproven(reason))
    elif not required.failed:
        reason = "no test of the task fails on the base, so they cannot show that the task is done"
        objections.append(unproven(reason))
    return objections


def _required_tests(
    subject: Measured, acceptance: AcceptanceSettings, results: RunResults, base: RunResults
) -> _RequiredTests:
    """The tests that must pass: those in the settings, or all that are not skipped on the base."""
    names = {*acceptance.fail_to_pass, *acceptance.pass_to_pass}
    if names:
        passed = {test for test in names if base.outcomes.get(test) in PASSING}
        # If a file cannot be collected, its tests are unknown.
        is_partial = bool(results.uncollected | base.uncollected)
        unknown = set() if is_partial else names.difference(results.outcomes, base.outcomes)
        return _RequiredTests(passed, names - passed - unknown, unknown)
    tests = subject.base.runs.get("tests")
    before = {} if tests is None or tests.tests is None else tests.tests.outcomes
    outcomes = (*before.items(), *base.outcomes.items())
    skipped = {function_of(test) for test, outcome in outcomes if outcome in SILENT}
    files = {*subject.policy.task_files}
    required = _RequiredTests(set(), set(), set())
    seen = set()
    for test in sorted({*results.outcomes, *base.outcomes}):
        run = base.tests if test in base.outcomes else results.tests
        file = file_of(test, run)
        was, now = base.outcomes.get(test), results.outcomes.get(test)
        # Other tests count only if the overlaid files changed their outcome on the base.
        if was == before.get(test) and (file is None or not _is_of_task(file, files)):
            continue
        seen.add(file)
        if was in PASSING:
            required.passed.add(test)
        elif now in {None, *SILENT} and (
            was in SILENT or (not was and function_of(test) in skipped)
        ):
            continue  # as on the base
        elif was is None and now in SILENT:
            required.doubtful.add(test)
        else:
            required.failed.add(test)
    # A file that cannot be collected counts as one failing test if its tests are unknown. So does
    # a file that could not be collected on the base, and has no results here.
    broken, ids = _files(results.tests, results.uncollected), required.passed | required.failed
    sources = {file_of(test, base.tests) for test in ids}
    silent = _files(base.tests, base.uncollected) - broken - seen
    required.failed.update(path for path in (broken - sources) | silent if _is_of_task(path, files))
    return required


def _by_ids_of(base: Mapping[str, Outcome], outcomes: Mapping[str, Outcome]) -> dict[str, Outcome]:
    """The outcomes by the ids on the base, also for tests whose ids differ in each run."""
    by_function: dict[str, list[str]] = {}
    for test in sorted(outcomes.keys() - base):
        by_function.setdefault(function_of(test), []).append(test)
    names = {
        by_function[function_of(test)].pop(): test
        for test in sorted(base.keys() - outcomes, reverse=True)
        if by_function.get(function_of(test))
    }
    return {names.get(test, test): outcome for test, outcome in outcomes.items()}


def _files(tests: TestRun, broken: frozenset[str]) -> set[str]:
    return {tests.files.get(entry, entry) for entry in broken}


def _is_of_task(file: str, files: set[str]) -> bool:
    """Whether a file, folder or package contains tests of the task."""
    return file in files or any(path.startswith(f"{file}/") for path in files)
