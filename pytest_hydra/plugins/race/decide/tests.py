"""The dimension ``tests``: by the fates of tests if their ids are known, else by their number."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from pytest_hydra.core.gates import GateState
from pytest_hydra.core.numbers import exact, quotient
from pytest_hydra.core.text import counted, listed
from pytest_hydra.plugins.engine.endings import ending, log_of
from pytest_hydra.plugins.engine.unit import CommandRun
from pytest_hydra.plugins.race.decide import measure
from pytest_hydra.plugins.race.decide.dimensions import passes
from pytest_hydra.plugins.race.decide.fates import FATES, Fates, fates_of
from pytest_hydra.plugins.race.decide.measure import Measured, file_of, uncollected
from pytest_hydra.plugins.race.decide.model import (
    DimensionResult,
    Objection,
    Objections,
    Review,
    TestsDetail,
    TestsResult,
    block,
    unproven,
)
from pytest_hydra.plugins.race.decide.tampering import run_objections
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.plugins.race.record import CandidateRecord
from pytest_hydra.plugins.race.roles import counts_as_test, is_document, sides, with_roles
from pytest_hydra.plugins.results.outcomes import TestRun

# If more than one in this many tests that passed on the base is gone, the gate is unproven.
_GONE_RATIO = 10
_HINT = "; if that is intended, add the ids to changed_ok"
_MIXED = f"{_HINT}; a file without product code can be named in [scoring.tests] files"
_BY_EXIT = "only the exit code is known (evidence: exit)"
# How Python and Node.js say that a module is not installed.
_NOT_INSTALLED = re.compile(r"(?:No module named|Cannot find (?:module|package)) '([\w@][^'\s]*)'")
# How Python says that a package, perhaps the project itself, is not installed.
_NO_METADATA = re.compile(r"No package metadata was found for ([\w.-]+)")
# How runners say that they ran no test.
_NOTHING_RAN = re.compile(
    r"\b0 (?:examples?|tests?|specs?|scenarios?)\b(?! (?:failed|skipped|ignored|pending|todo))"
    r"|\bno tests? (?:were |was )?(?:ran|run|found|to run|collected|executed)\b",
    re.IGNORECASE,
)


def measure_tests(subject: Measured) -> DimensionResult:
    """Score the base's tests, and the candidate's new ones."""
    subject = replace(subject, policy=with_roles(subject.policy, subject.record.source.roles))
    tampering = _tampering(subject)
    runs = subject.ended_runs()
    if isinstance(runs, DimensionResult):
        return _unknown(runs, tampering)
    run, base_run = runs
    doubt = _doubt(run, base_run)
    if doubt is not None:
        return _unknown(subject.ungraded(f"{doubt}{measure.absence(base_run)}"), tampering)
    evidence = _tests_in(base_run).evidence
    if evidence not in ("exit", _tests_in(run).evidence):
        result = _unlike_base(subject, run, base_run)
    elif evidence == "ids":
        result = _id_result(subject, run, _tests_in(base_run))
    else:
        result = _count_result(subject, run, base_run)
    detail = replace(result.tests, tampering=result.tests.tampering + tampering)
    doubts = _unexplained(subject.record, subject.base) + _executed(subject, base_run)
    doubts += _after_merge(subject, run)
    return replace(result, tests=detail, objections=(*result.objections, *doubts))


def _unexplained(record: CandidateRecord, base: CandidateRecord) -> Objections:
    """The objection to changes of files that may be tests, if no file is known to be one."""
    run = base.runs.get("tests")
    if base.source.tests_known or run is None or run.tests is None or run.tests.files:
        return ()
    roles = record.source.roles
    files = [
        path
        for path in sorted(sides(record.source.changes))
        if roles.get(path, "product") == "product" and not is_document(path)
    ]
    reason = (
        "no file of the base is known to be a test, so the tests that ran may be the candidate's: "
        "name the test files in [scoring.tests] files"
    )
    return (unproven(reason, tuple(files)),) if files else ()


def _executed(subject: Measured, base_run: CommandRun) -> Objections:
    """The objection to changes of product files that the base's test command executed.

    They may judge. Not those that a test executed, nor if the files of the tests are known.
    """
    if base_run.tests is not None and base_run.tests.files:
        return ()
    spans = [
        (file.at, float("inf") if file.seconds is None else file.at + file.seconds)
        for file in base_run.executed
        if counts_as_test(file.path, subject.policy)
    ]
    free = {
        file.path
        for file in base_run.executed
        if not any(begin <= file.at <= end for begin, end in spans)
    }
    roles = subject.record.source.roles
    files = [path for path in sorted(free & roles.keys()) if roles[path] in ("product", "mixed")]
    reason = (
        f"the test command executes {listed(files)} on the base, and that may judge: name it in "
        'judged_by of [scoring], or leave it out there ("!…")'
    )
    return (unproven(reason, tuple(files)),) if files else ()


def _after_merge(subject: Measured, run: CommandRun) -> Objections:
    """The objection to tests that fail after the merge, of which only the exit code is known here.

    With ids, `_merged_objections` says which tests.
    """
    merged = measure.merged_run(subject.record)
    if merged is None or merged is run or measure.results_of(merged) is not None:
        return ()
    if merged.succeeded or not run.succeeded:
        return ()
    return (unproven(f"after the merge the tests fail: {ending(merged)}"),)


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
    if passed:
        return None
    if base.evidence == "exit":
        advice = "configure results with test ids, as one failing test hides all others"
        return f"on the base {_BY_EXIT}, and it is a failure: {ending(base_run)}; {advice}"
    problem = "no test passes" if total > len(uncollected(base)) else "no test was run"
    return f"{problem} on the base: {ending(base_run)}"


def _problems(run: CommandRun) -> str:
    """The problems of a run's results, and how it ended; the ending first if it is the cause."""
    doubt, tests = listed(_tests_in(run).problems), _tests_in(run)
    is_cause = run.exit and tests.evidence == "ids" and not tests.outcomes
    return f"{ending(run)}; {doubt}" if is_cause else f"{doubt}: {ending(run)}"


def _unlike_base(subject: Measured, run: CommandRun, base_run: CommandRun) -> DimensionResult:
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


def _tampering(subject: Measured) -> Objections:
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


def _id_result(subject: Measured, run: CommandRun, tests: TestRun) -> DimensionResult:
    fates = fates_of(subject.record, subject.base, subject.policy)
    objections, reasons = _objections(fates, run, tests, subject)
    numbers, own = fates.numbers(), subject.record.runs.get("tests.own")
    detail = TestsDetail(
        dropped=tuple(_dropped(fates, tests, subject.policy)),
        result=TestsResult(
            evidence="ids", fates={name: tuple(fates.of(name)) for name in FATES if fates.of(name)}
        ),
        review=tuple(_review(fates, tests, None if own is None else own.tests)),
        noise=measure.tests_score(**fates.numbers(flaky_pass=True))
        - measure.tests_score(**fates.numbers(flaky_pass=False)),
        lost=frozenset(fates.of("lost")) | fates.absent,
        loads=not fates.uncollected,
    )
    result = subject.scored(
        measure.tests_score(**numbers),
        "; ".join(reasons),
        {"evidence": "ids", **numbers, "new_tests": len(fates.of("new")), **fates.mended},
        *objections,
    )
    return replace(result, tests=detail)


def _files(ids: Collection[str], tests: TestRun) -> tuple[str, ...]:
    """The files of these tests; empty if the file of one of them is unknown."""
    files = {file_of(test, tests) for test in ids}
    return () if None in files else tuple(sorted(file for file in files if file is not None))


def _objections(
    fates: Fates, run: CommandRun, tests: TestRun, subject: Measured
) -> tuple[list[Objection], list[str]]:
    """The objections of the gate ``tests``, and reasons for a low score."""
    objections, reasons = [], []
    if regression := fates.regression:
        reasons.append(_regression(fates, run))
        if missing := _missing(subject.record, run):
            objections.append(unproven(f"the setup of the base {missing}: {ending(run)}"))
        elif _are_too_many(len(regression), fates.base_passed, subject.policy):
            objections.append(block(reasons[0], _files(regression, tests)))
    hidden = [test for test in fates.of("silenced") if fates.entries[test].before != "P"]
    bent, spoilt, mixed = _disputes(fates)
    for ids, object_to, text, advice in (
        (hidden, block, "that failed on the base {} skipped or removed, and not fixed", _HINT),
        (bent, unproven, "failed in the base's version, and not in the candidate's", _HINT),
        (spoilt, unproven, "passed in the base's version, and failed in the candidate's", ""),
        (mixed, unproven, "may have changed with the product code of their files", _MIXED),
        (
            fates.of("unstable"),
            unproven,
            "always passed on the base, but only sometimes here",
            "",
        ),
    ):
        if ids:
            reason = f"{_sentence(ids, text.format('is'), text.format('are'))}{advice}"
            objections.append(object_to(reason, _files(ids, tests)))
    objections += _merged_objections(fates, subject.record)
    own = subject.record.runs.get("tests.own")
    if own is not None and fates.own_runs_nothing:
        objections.append(unproven(f"none of its own tests can be run: {ending(own)}"))
    elif own is not None and (broken := sorted(fates.own_uncollected)):
        place = _places(broken, _tests_in(own))
        reason = f"{place} cannot be collected in the candidate's version: {listed(broken)}"
        objections.append(unproven(f"{reason}{log_of(own)}", tuple(broken)))
    return objections, reasons


def _disputes(fates: Fates) -> tuple[list[str], list[str], list[str]]:
    """The disputed tests that do not fail as changed, only as changed, and all others."""
    disputed = {test: fates.entries[test] for test in fates.of("disputed")}
    bent = [test for test, entry in disputed.items() if entry.v != "P" and entry.own in "-P"]
    spoilt = [test for test, entry in disputed.items() if entry.v == "P" and entry.own == "F"]
    return bent, spoilt, [test for test in disputed if test not in (*bent, *spoilt)]


def _missing(record: CandidateRecord, run: CommandRun) -> str:
    """What a run did not find that a setup of the change would have installed; "" for nothing."""
    added = " ".join(sign.text for sign in record.signs or () if sign.kind == "manifest")
    names = dict.fromkeys(name.partition(".")[0] for name in _NOT_INSTALLED.findall(run.tail))
    words = {word.replace("-", "_").lower() for word in re.findall(r"[\w-]+", added)}
    found = [name for name in names if name.replace("-", "_").lower() in words]
    if found:
        return f"does not install {listed(found)}, which the change adds"
    name = _NO_METADATA.search(run.tail)
    return "" if name is None else f"leaves no metadata of {name[1]}, which the change asks for"


def _merged_objections(fates: Fates, record: CandidateRecord) -> Iterator[Objection]:
    """The objections to the tests as they are after the merge."""
    run, merged = measure.merged_run(record), fates.merged
    if run is None or merged is None:
        return
    if run is record.runs.get("tests.own") and (merged.uncollected or merged.nothing):
        return  # that is said of its own tests
    if merged.uncollected:
        places = listed(merged.uncollected)
        text = f"{_places(merged.uncollected, _tests_in(run))} cannot be collected: {places}"
        yield unproven(f"after the merge {text}{log_of(run)}", merged.uncollected)
    elif merged.nothing:
        yield unproven(f"after the merge no test can be run: {ending(run)}")
    else:
        for ids, one, several in (
            (merged.failing, "fails", "fail"),
            (merged.silent, "is skipped or not run", "are skipped or not run"),
        ):
            if ids:
                text = _sentence(ids, one, several)
                yield unproven(f"after the merge {text}", _files(ids, _tests_in(run)))


def _dropped(fates: Fates, tests: TestRun, policy: Policy) -> list[Objection]:
    """The objections of the gate ``dropped_tests``."""
    gone, objections, limit = fates.of("gone"), [], policy.scoring.gates.max_dropped_tests
    clause = "of the base {} gone, and would still pass"
    text = _sentence(gone, clause.format("is"), clause.format("are"))
    if limit is not None and len(gone) > limit:
        objections.append(block(text, _files(gone, tests)))
    elif fates.net_gone * _GONE_RATIO > fates.base_passed:
        reason = f"{text}; if that is intended, add the ids to removed_ok"
        objections.append(unproven(reason, _files(gone, tests)))
    if fates.unknown:
        problem = "none of its own tests can be run" if fates.own_runs_nothing else None
        objections.append(_unknown_tests(fates.own_problem or problem or listed(fates.unknown)))
    return objections


def _regression(fates: Fates, run: CommandRun) -> str:
    """The tests that passed on the base and do not pass here, in words."""
    by_end: dict[str, list[str]] = {"F": [], "S": [], "-": []}
    for test in fates.regression:
        entry = fates.entries[test]
        by_end["S" if entry.fate == "silenced" else entry.v].append(test)
    clause = "that passed on the base"
    reasons = [
        _sentence(by_end[letter], f"{clause} {one}", f"{clause} {several}")
        for letter, one, several in (
            ("F", "fails", "fail"),
            ("S", "is skipped", "are skipped"),
            ("-", "is not run any more", "are not run any more"),
        )
        if by_end[letter]
    ]
    if fates.uncollected and by_end["-"]:
        results = _tests_in(run)
        places = sorted(results.files.get(entry, entry) for entry in fates.uncollected)
        text = f"{_places(places, results)} cannot be collected any more: {listed(places)}"
        reasons.insert(0, f"{text}{log_of(run)}")
    elif by_end["-"] and not _tests_in(run).outcomes:
        reasons.insert(0, f"none of the tests can be run any more: {ending(run)}")
    return "; ".join(reasons)


def _sentence(ids: Sequence[str], one: str, several: str) -> str:
    """The number of tests, what is said of one or of several, and their ids."""
    return f"{counted(len(ids), 'test')} {one if len(ids) == 1 else several}: {listed(ids)}"


def _places(broken: Collection[str], tests: TestRun) -> str:
    if tests.source == "go":
        return counted(len(broken), "package")
    return counted(len(broken), "test file", "test files")


def _review(fates: Fates, tests: TestRun, own: TestRun | None) -> list[Review]:
    """What a person should look at; tests that are gone by file."""
    bent, spoilt, mixed = _disputes(fates)
    reviews = [
        Review(f"{text}: {listed([test])}", file_of(test, tests) or "")
        for ids, text in (
            (bent, "a changed test fails in the base's version"),
            (spoilt, "a changed test fails in the candidate's version"),
            (mixed, "a test may have changed with the product code of its file"),
        )
        for test in ids
    ]
    reviews += [
        Review(f"a new test fails: {listed([test])}", file_of(test, own or tests) or "")
        for test in fates.of("broken")
    ]
    by_file: dict[str, list[str]] = {}
    for test in fates.of("gone"):
        by_file.setdefault(file_of(test, tests) or "", []).append(test)
    others = len(fates.of("new", "padding"))
    clause = f"of the base {{}} gone, and would still pass (the change adds {others})"
    reviews += [
        Review(_sentence(ids, clause.format("is"), clause.format("are")), file)
        for file, ids in by_file.items()
    ]
    for places, what in (
        (fates.own_uncollected, "tests that cannot be collected"),
        (fates.uncollected, "tests that cannot be collected in the base's version"),
    ):
        reviews += [Review(f"{what}: {listed([place])}", place) for place in sorted(places)]
    return reviews


# --- by number ----------------------------------------------------------------------------------


def _count_result(subject: Measured, run: CommandRun, base_run: CommandRun) -> DimensionResult:
    base_tests, policy = _tests_in(base_run), subject.policy
    by_exit = base_tests.evidence == "exit"
    passed, total = passes(_exit_tests(run) if by_exit else _tests_in(run))
    base_passed, base_total = passes(base_tests)
    losses = max(0, base_passed - passed)
    objections: list[Objection] = []
    message = ""
    if losses:
        message = f"{losses} fewer tests pass than the {base_passed} on the base"
        message = f"{_BY_EXIT}: {ending(run)}" if by_exit else message
    if _are_too_many(losses, base_passed, policy):
        objections.append(block(message if by_exit else f"{message}: {ending(run)}"))
    if by_exit and _NOTHING_RAN.search(run.tail) and not _NOTHING_RAN.search(base_run.tail):
        objections.append(unproven(f"the command seems to have run no test: {ending(run)}"))
    numbers = {
        "base_passed": base_passed,
        "base_total": base_total,
        "passed": passed,
        "total": total,
        "regression": losses,
    }
    inputs = {"evidence": base_tests.evidence, **numbers, "new_tests": max(0, total - base_total)}
    score = measure.tests_score(**numbers, net_gone=0)
    result = subject.scored(score, message, inputs, *objections)
    dropped = () if by_exit else _count_objections(subject.record, base_tests, policy)
    detail = TestsDetail(dropped=dropped, result=TestsResult(evidence=base_tests.evidence))
    return replace(result, tests=detail)


def _count_objections(record: CandidateRecord, base: TestRun, policy: Policy) -> Objections:
    """An objection if there are fewer tests than on the base, skipped ones included."""
    before = _number(base)
    touched = any(counts_as_test(side, policy) for side in sides(record.source.changes))
    own = record.runs.get("tests.own")
    run = own if touched and own is not None else record.runs["tests"]
    now = _number(_tests_in(run))
    if before - now > (policy.scoring.gates.max_dropped_tests or 0):
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
    limit = policy.scoring.gates.max_test_regression_percent
    return bool(total) and quotient(100 * lost, total) > exact(limit)
