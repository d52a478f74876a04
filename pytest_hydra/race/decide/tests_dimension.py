"""The dimension ``tests``: by test id if the ids are known, else by the number of tests."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace

from pytest_hydra.core.gates import GateState
from pytest_hydra.core.numbers import exact, quotient
from pytest_hydra.core.text import counted
from pytest_hydra.engine.endings import absence, ending, listed, log_of
from pytest_hydra.engine.unit import CommandRun
from pytest_hydra.race.decide import measure
from pytest_hydra.race.decide.comparison import compare
from pytest_hydra.race.decide.dimensions import passes
from pytest_hydra.race.decide.measure import Subject, file_of, uncollected
from pytest_hydra.race.decide.model import (
    Comparison,
    DimensionResult,
    Objection,
    Objections,
    Review,
    TestsDetail,
    TestsResult,
    block,
    unproven,
)
from pytest_hydra.race.decide.tampering import run_objections
from pytest_hydra.race.paths import touched_tests, with_tests
from pytest_hydra.race.record import CandidateRecord, Policy
from pytest_hydra.results.outcomes import TestRun

# If more than one in this many tests that passed on the base is removed, the gate is unproven.
_DROP_RATIO = 10
_HINT = "; if that is intended, add the ids to changed_ok"


def measure_tests(subject: Subject) -> DimensionResult:
    """Score the base's tests, and the candidate's new ones."""
    files = subject.record.test_files, subject.record.product_files
    subject = replace(subject, policy=with_tests(subject.policy, *files))
    tampering = _tampering(subject)
    runs = subject.ended_runs()
    if isinstance(runs, DimensionResult):
        return _unknown(runs, tampering)
    run, base_run = runs
    doubt = _doubt(run, base_run)
    if doubt is not None:
        return _unknown(subject.ungraded(f"{doubt}{absence(base_run)}"), tampering)
    evidence = _tests_in(base_run).evidence
    if evidence not in ("exit", _tests_in(run).evidence):
        result = _unlike_base(subject, run, base_run)
    elif evidence == "ids":
        result = _id_result(subject, run, _tests_in(base_run))
    else:
        result = _count_result(subject, run, base_run)
    detail = replace(result.tests, tampering=result.tests.tampering + tampering)
    return replace(result, tests=detail)


def _unknown(result: DimensionResult, tampering: Objections) -> DimensionResult:
    # An incomplete run does not show either which tests are gone.
    dropped = tuple(
        unproven(objection.reason)
        for objection in result.objections
        if objection.state is GateState.UNPROVEN
    )
    return replace(result, tests=TestsDetail(dropped=dropped, tampering=tampering))


def _tests_in(run: CommandRun) -> TestRun:
    return run.tests or _exit_tests(run)


def _exit_tests(run: CommandRun) -> TestRun:
    """An exit code as the result of a single test."""
    outcome = "passed" if run.exit == 0 else "failed"
    return TestRun(evidence="exit", source="exit", counts={outcome: 1})


def _doubt(run: CommandRun, base_run: CommandRun) -> str | None:
    """Why the results of the tests cannot be scored."""
    tests, base = _tests_in(run), _tests_in(base_run)
    if base.problems and (broken := uncollected(base)):
        reason = (
            f"{_places(broken, base)} cannot be collected on the base: {listed(sorted(broken))}"
        )
        return f"{reason}: {ending(base_run)}"
    for owner, tested in (("the base's tests", base_run), ("its tests", run)):
        entry = _tests_in(tested)
        # A file that cannot be collected any more stops the run, which is no reason for doubt.
        if entry.problems and not (tested is run and uncollected(tests) - uncollected(base)):
            return f"the results of {owner} cannot be trusted: {_problems(tested)}"
        if entry.modules:
            loaded = [f"{name} ({file})" for name, file in sorted(entry.modules.items())]
            return f"{owner} were run with code from outside the workspace: {listed(loaded)}"
    # If no test passes on the base, none can be lost, which would prove any change.
    passed, total = passes(base)
    problem = "no test passes" if total > len(uncollected(base)) else "no test was run"
    return None if passed else f"{problem} on the base: {ending(base_run)}"


def _problems(run: CommandRun) -> str:
    """The problems of a run's results, and how it ended; the ending first if it is the cause."""
    doubt, tests = listed(_tests_in(run).problems), _tests_in(run)
    is_cause = run.exit and tests.evidence == "ids" and not tests.outcomes
    return f"{ending(run)}; {doubt}" if is_cause else f"{doubt}: {ending(run)}"


def _unlike_base(subject: Subject, run: CommandRun, base_run: CommandRun) -> DimensionResult:
    """A run whose tests are not known in the same way as the base's proves nothing.

    It blocks if the whole run failed, and passed on the base.
    """
    evidence, base_evidence = _tests_in(run).evidence, _tests_in(base_run).evidence
    difference = f"{evidence} here, {base_evidence} on the base"
    reason = f"its tests cannot be compared with the base's ({difference}): {ending(run)}"
    if run.exit == 0 or base_run.exit != 0:
        result = subject.ungraded(reason)
        return replace(result, tests=TestsDetail(dropped=result.objections))
    result = subject.scored(0, ending(run), {"evidence": evidence}, block(ending(run)))
    return replace(result, tests=TestsDetail(dropped=(_unknown_tests(reason),)))


def _unknown_tests(reason: str) -> Objection:
    return unproven(f"cannot tell which of the base's tests are gone: {reason}")


def _tampering(subject: Subject) -> Objections:
    """Objections to runs whose record has no proper end, or contradicts their exit code.

    Only our recorder can show that: a file of results may be missing for many reasons.
    """
    base_run = subject.base_run
    is_base_doubtful = base_run is not None and bool(_tests_in(base_run).problems)
    objections: list[Objection] = []
    for step in ("tests", "tests.own", "acceptance"):
        run = subject.record.runs.get(step)
        tests = None if run is None or run.status != "done" else run.tests
        if run is None or tests is None or tests.source != "recorder" or not tests.problems:
            continue
        if uncollected(tests):
            continue  # pytest stopped by itself, and reported it
        reason = f"{_problems(run)}; the same on the base" if is_base_doubtful else _problems(run)
        # Of several pytest runs, also indirect ones, the base may have stopped after the first.
        is_doubt = is_base_doubtful or len(re.findall(r"\bpytest\b", run.command)) != 1
        objections.append(unproven(reason) if is_doubt else block(reason))
    return (*objections, *run_objections(subject.record, subject.base, subject.policy))


# --- by id --------------------------------------------------------------------------------------


def _id_result(subject: Subject, run: CommandRun, tests: TestRun) -> DimensionResult:
    policy = subject.policy
    comparison = compare(subject.record, subject.base, policy)
    regressed, gone = _regressed(comparison), _gone(comparison)
    objections = _objections(comparison, run, tests, policy)
    dropped = []
    removed = comparison.removed & comparison.base_passed
    if len(comparison.dropped) > (policy.max_dropped_tests or 0):
        dropped.append(block(gone, _files(comparison.dropped | comparison.removed, tests)))
    elif len(removed) * _DROP_RATIO > len(comparison.base_passed):
        reason = f"{gone}; if that is intended, add the ids to removed_ok"
        dropped.append(unproven(reason, _files(comparison.removed, tests)))
    if comparison.unknown is not None:
        dropped.append(_unknown_tests(comparison.unknown))
    reasons = [objection.reason for objection in objections if objection.state is GateState.BLOCK]
    if regressed and regressed not in reasons:
        reasons.append(regressed)
    reasons += [gone] if gone else []
    numbers = _numbers(comparison)
    inputs = {"evidence": "ids", **numbers, "new_tests": len(comparison.new)}
    if policy.max_dropped_tests is not None:
        del inputs["gone"]
    doubtful = comparison.supported | comparison.dropped - _tests_in(run).outcomes.keys()
    detail = TestsDetail(
        dropped=tuple(dropped),
        tampering=_muted(comparison, _files(comparison.muted, tests)),
        result=TestsResult(
            evidence="ids",
            flaky=tuple(sorted(comparison.flaky | comparison.unstable)),
            dropped=tuple(sorted(comparison.dropped | comparison.removed)),
            **{
                kind: tuple(sorted(getattr(comparison, kind)))
                for kind in ("lost", "fixed", "added", "disputed")
            },
        ),
        review=_review(comparison, tests),
        noise=measure.tests_score(**_numbers(comparison, flaky_pass=True))
        - measure.tests_score(**_numbers(comparison, flaky_pass=False)),
        regressed=frozenset(comparison.regressed | doubtful),
        loads=not (comparison.uncollected or comparison.nothing),
    )
    result = subject.scored(measure.tests_score(**numbers), "; ".join(reasons), inputs, *objections)
    return replace(result, tests=detail)


def _files(ids: Collection[str], tests: TestRun) -> tuple[str, ...]:
    """The files of these tests; empty if the file of one of them is unknown."""
    files = {file_of(test, tests) for test in ids}
    return () if None in files else tuple(sorted(file for file in files if file is not None))


def _objections(
    comparison: Comparison, run: CommandRun, tests: TestRun, policy: Policy
) -> list[Objection]:
    """The objections to the tests of a candidate, except for those that are gone."""
    objections = []
    if comparison.uncollected:
        results = _tests_in(run)
        places = {results.files.get(entry, entry) for entry in comparison.uncollected}
        reason = f"{_places(places, results)} cannot be collected any more: {_ids(places)}"
        objections.append(block(f"{reason}{log_of(run)}", tuple(sorted(places))))
    if comparison.nothing and comparison.not_run:
        objections.append(block(f"none of the tests can be run any more: {ending(run)}"))
    if _are_too_many(len(comparison.regressed), len(comparison.base_passed), policy):
        objections.append(block(_regressed(comparison), _files(comparison.regressed, tests)))
    for ids, description, advice in (
        (comparison.disputed, "failed in the base's version, and passed in the candidate's", _HINT),
        (comparison.replaced, "changed together with the product code around", _HINT),
        (comparison.unstable, "always passed on the base, but only sometimes here", ""),
        (comparison.unmatched, "whose ids change in each run had results that no base run had", ""),
        (comparison.unsupported, "failed with the changed support files of the tests", ""),
    ):
        if ids:
            reason = f"{counted(len(ids), 'test')} {description}: {_ids(ids)}{advice}"
            objections.append(unproven(reason, _files(ids, tests)))
    return objections


def _numbers(comparison: Comparison, *, flaky_pass: bool | None = None) -> dict[str, int]:
    """The inputs of the score. ``flaky_pass``: count flaky tests, as passed or as lost."""
    extra = 0 if flaky_pass is None else len(comparison.flaky) + len(comparison.unstable)
    new = len(comparison.new)
    return {
        "base_passed": len(comparison.base_passed) + extra,
        "base_total": len(comparison.counted) + extra,
        "passed": len(comparison.passed) + new + (extra if flaky_pass else 0),
        "total": len(comparison.counted) + new + extra,
        "regression": len(comparison.lost) + (0 if flaky_pass else extra),
        "gone": len(comparison.removed & comparison.counted),
    }


def _regressed(comparison: Comparison) -> str:
    return _sentence(
        "that passed on the base",
        (comparison.failing, "fails", "fail"),
        (comparison.silenced, "is skipped", "are skipped"),
        (comparison.not_run, "is not run any more", "are not run any more"),
    )


def _gone(comparison: Comparison) -> str:
    broken = "cannot be collected in the candidate's version"
    return _sentence(
        "of the base",
        (comparison.dropped - comparison.buried, "is gone", "are gone"),
        (comparison.buried, broken, broken),
        (comparison.removed, "is gone, and would still pass", "are gone, and would still pass"),
    )


def _sentence(clause: str, *kinds: tuple[Collection[str], str, str]) -> str:
    """The number of tests of each kind, with a verb in singular or plural, and their ids."""
    return "; ".join(
        f"{counted(len(ids), 'test')} {clause} {singular if len(ids) == 1 else plural}: {_ids(ids)}"
        for ids, singular, plural in kinds
        if ids
    )


def _muted(comparison: Comparison, files: tuple[str, ...]) -> Objections:
    if not comparison.muted:
        return ()
    subject = counted(len(comparison.muted), "test that fails", "tests that fail")
    verb = "is" if len(comparison.muted) == 1 else "are"
    reason = f"{subject} on the base {verb} now skipped or expected to fail, and not fixed"
    return (block(f"{reason}: {_ids(comparison.muted)}{_HINT}", files),)


def _places(broken: Collection[str], tests: TestRun) -> str:
    if tests.source == "go":
        return counted(len(broken), "package")
    return counted(len(broken), "test file", "test files")


def _ids(ids: Collection[str]) -> str:
    return listed(sorted(ids))


def _review(comparison: Comparison, tests: TestRun) -> tuple[Review, ...]:
    kinds = (
        (comparison.disputed, "a changed test fails in the base's version"),
        (comparison.settled, "a test fails in the base's version, but not in the task's"),
        (comparison.own_failing, "a changed test fails in the candidate's version"),
        (comparison.new_failing, "a new test fails"),
    )
    reviews = [
        Review(f"{text}: {listed([test])}", file_of(test, tests) or "")
        for ids, text in kinds
        for test in sorted(ids)
    ]
    reviews += [
        Review(
            f"a test of the base is now a case of another: {listed([test])} of {listed([into])}",
            file_of(test, tests) or "",
        )
        for test, into in sorted(comparison.folded.items())
    ]
    by_file: dict[tuple[str, str], list[str]] = {}
    for test, into in sorted(comparison.moved.items()):
        text = "a test of the base is gone, and would still pass"
        if into is not None:
            text = "a test of the base was renamed, moved or given other parameters"
        line = test if into is None else f"{test}, now {into}"
        by_file.setdefault((text, file_of(test, tests) or ""), []).append(line)
    reviews += [Review(f"{text}: {listed(ids)}", file) for (text, file), ids in by_file.items()]
    broken = sorted(comparison.own_uncollected)
    reviews += [
        Review(f"tests that cannot be collected: {listed([file])}", file) for file in broken
    ]
    return tuple(reviews)


# --- by number ----------------------------------------------------------------------------------


def _count_result(subject: Subject, run: CommandRun, base_run: CommandRun) -> DimensionResult:
    base_tests, policy = _tests_in(base_run), subject.policy
    by_exit = base_tests.evidence == "exit"
    passed, total = passes(_exit_tests(run) if by_exit else _tests_in(run))
    base_passed, base_total = passes(base_tests)
    losses = max(0, base_passed - passed)
    objections: list[Objection] = []
    message = ""
    if losses:
        message = f"{losses} fewer tests pass than the {base_passed} on the base"
        message = ending(run) if by_exit else message
    if _are_too_many(losses, base_passed, policy):
        objections.append(block(message if by_exit else f"{message}: {ending(run)}"))
    numbers = {
        "base_passed": base_passed,
        "base_total": base_total,
        "passed": passed,
        "total": total,
        "regression": losses,
    }
    inputs = {"evidence": base_tests.evidence, **numbers, "new_tests": max(0, total - base_total)}
    score = measure.tests_score(**numbers, gone=0)
    result = subject.scored(score, message, inputs, *objections)
    dropped = () if by_exit else _count_objections(subject.record, base_tests, policy)
    detail = TestsDetail(dropped=dropped, result=TestsResult(evidence=base_tests.evidence))
    return replace(result, tests=detail)


def _count_objections(record: CandidateRecord, base: TestRun, policy: Policy) -> Objections:
    """An objection if there are fewer tests than on the base, skipped ones included."""
    before = _number(base)
    touched = touched_tests(record.source.changes, policy)
    own = record.runs.get("tests.own")
    run = own if touched and own is not None else record.runs["tests"]
    now = _number(_tests_in(run))
    if before - now > (policy.max_dropped_tests or 0):
        reason = f"the base has {before} tests, and this candidate has {now}"
        # Perhaps only its own tests were run, which a number does not show.
        return (unproven(reason) if run is own else block(reason),)
    if touched and own is None:
        return (unproven("its own tests were not run, so their number is not known"),)
    return ()


def _number(tests: TestRun) -> int:
    counts: Mapping[str, int] = Counter(tests.outcomes.values()) or tests.counts
    return sum(counts.values())


def _are_too_many(lost: int, total: int, policy: Policy) -> bool:
    return bool(total) and quotient(100 * lost, total) > exact(policy.max_test_regression_percent)
