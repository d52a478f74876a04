"""What became of the tests: by id where tests are known by id, else by what numbers say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from pytest_hydra.candidates.compare.comparison import (
    NO_TESTS,
    Comparison,
    compare,
    file_of,
    uncollected,
)
from pytest_hydra.candidates.compare.suite import touched_tests
from pytest_hydra.candidates.decide import formulas
from pytest_hydra.candidates.decide.decisions import (
    Dimension,
    Objection,
    Objections,
    Review,
    TestsResult,
    block,
    unproven,
)
from pytest_hydra.candidates.decide.dimensions import dimension_of, passes, weaker
from pytest_hydra.candidates.decide.steps import (
    comparable,
    listed,
    scored,
    seen_in,
    told,
    ungraded,
)
from pytest_hydra.candidates.recording import CandidateRecord, CommandRun, TestRun
from pytest_hydra.candidates.tamper.signs import run_objections
from pytest_hydra.core.gates import GateState
from pytest_hydra.core.numbers import Exact, exact, quotient
from pytest_hydra.core.text import counted
from pytest_hydra.settings.policy import Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class TestsMeasured:
    """The dimension, and what the gates that rest on tests have to say.

    ``noise`` is how much the score depends on tests that are flaky; ``regressed`` are the tests, by
    id, that passed on the base and never do here. ``loads`` is False where files of tests cannot
    be collected any more, by the word of who was to run them.
    """

    __test__ = False  # its name is not that of a class of tests

    dimension: Dimension
    tests: Objections = ()
    dropped: Objections = ()
    tampering: Objections = ()
    result: TestsResult | None = None
    review: tuple[Review, ...] = ()
    noise: Exact = 0
    regressed: frozenset[str] = frozenset()
    loads: bool = True


def measure_tests(record: CandidateRecord, base: CandidateRecord, policy: Policy) -> TestsMeasured:
    """What became of the base's tests, and how new ones count."""
    dimension = dimension_of("tests", policy)
    found = comparable(dimension, record.runs.get("tests"), base.runs.get("tests"))
    if isinstance(found, tuple):
        run, base_run = found
        doubt = _doubt(run, base_run)
        if doubt is None and weaker(_tests_in(run).evidence, _tests_in(base_run).evidence):
            return replace(
                _less_told(dimension, run, base_run), tampering=_tampering(record, base, policy)
            )
        if doubt is None:
            by_id = _tests_in(base_run).evidence == "ids"
            measured = (_by_id if by_id else _by_number)(dimension, record, base, policy)
            tampering = measured.tampering + _tampering(record, base, policy)
            return replace(measured, tampering=tampering)
        found = ungraded(dimension, doubt)
    # Tests that were not run to the end do not tell either which of them are gone.
    open_ = [
        unproven(objection.reason)
        for objection in found.objections
        if objection.state is GateState.UNPROVEN
    ]
    return TestsMeasured(
        dimension=found.dimension,
        tests=found.objections,
        dropped=tuple(open_),
        tampering=_tampering(record, base, policy),
    )


def _tests_in(run: CommandRun) -> TestRun:
    return run.tests or TestRun(evidence="exit", source="exit")


def _doubt(run: CommandRun, base_run: CommandRun) -> str | None:
    """Why what was told of the tests cannot be scored."""
    here, there = _tests_in(run), _tests_in(base_run)
    if there.problems and (broken := uncollected(there)):
        reason = (
            f"{_places(broken, there)} cannot be collected on the base: {listed(sorted(broken))}"
        )
        return f"{reason}: {told(base_run)}"
    for whose, entry in (("the base's tests", there), ("its tests", here)):
        # A file that can be collected no more stops the others, which is no reason for doubt.
        if entry.problems and not (entry is here and uncollected(here) - uncollected(there)):
            return f"what was told of {whose} cannot be believed: {listed(entry.problems)}"
        if entry.modules:
            loaded = [f"{name} ({file})" for name, file in sorted(entry.modules.items())]
            return f"{whose} were run with code from outside the workspace: {listed(loaded)}"
    nothing = there.evidence == "ids" and not there.outcomes.keys() - uncollected(there)
    if nothing and base_run.exit not in (0, NO_TESTS):
        return f"no test was run on the base: {told(base_run)}"
    return None


def _less_told(dimension: Dimension, run: CommandRun, base_run: CommandRun) -> TestsMeasured:
    """A run that tells less than the base's: it proves nothing, unless it failed as a whole."""
    here, there = _tests_in(run).evidence, _tests_in(base_run).evidence
    reason = f"its tests are known by {here}, the base's by {there}: {told(run)}"
    if run.exit == 0 or base_run.exit != 0:
        open_ = ungraded(dimension, reason)
        return TestsMeasured(
            dimension=open_.dimension, tests=open_.objections, dropped=open_.objections
        )
    return TestsMeasured(
        dimension=scored(dimension, 0, told(run), {"evidence": here}),
        tests=(block(told(run)),),
        dropped=(unproven(f"which of the base's tests are gone is not known: {reason}"),),
    )


def _tampering(record: CandidateRecord, base: CandidateRecord, policy: Policy) -> Objections:
    """Runs whose record was not ended as it should be, or is at odds with how they ended.

    Only our own recorder can tell: a file of results may be missing for many reasons.
    """
    base_run = base.runs.get("tests")
    base_doubted = base_run is not None and bool(_tests_in(base_run).problems)
    made: list[Objection] = []
    for step in ("tests", "tests.own"):
        run = record.runs.get(step)
        tests = None if run is None or run.status != "done" else run.tests
        if run is None or tests is None or tests.source != "recorder" or not tests.problems:
            continue
        if uncollected(tests):
            continue  # where pytest stops by itself, it says so
        reason = f"{listed(tests.problems)}: {told(run)}"
        made.append(unproven(f"{reason}; so on the base") if base_doubted else block(reason))
    return (*made, *run_objections(record, base, policy))


# --- by id --------------------------------------------------------------------------------------


def _by_id(
    dimension: Dimension, record: CandidateRecord, base: CandidateRecord, policy: Policy
) -> TestsMeasured:
    found = compare(record, base, policy)
    tests = _tests_in(base.runs["tests"])
    regressed, gone = _regressed(found), _gone(found)
    objections = _objections(found, record, tests, policy)
    dropped = []
    if len(found.dropped) > policy.max_dropped_tests:
        dropped.append(block(gone, _files(found.dropped, tests)))
    if found.unknown is not None:
        dropped.append(
            unproven(f"which of the base's tests are gone is not known: {found.unknown}")
        )
    reasons = [objection.reason for objection in objections if objection.state is GateState.BLOCK]
    if regressed and regressed not in reasons:
        reasons.append(regressed)
    reasons += [gone] if gone else []
    inputs = {
        "evidence": "ids",
        "base_passed": len(found.base_passed),
        "base_total": len(found.counted),
        "passed": len(found.passed) + len(found.new),
        "total": len(found.counted) + len(found.new),
        "regression": len(found.lost),
        "new_tests": len(found.new),
    }
    return TestsMeasured(
        dimension=scored(dimension, _score(found), "; ".join(reasons), inputs),
        tests=tuple(objections),
        dropped=tuple(dropped),
        tampering=_muted(found, _files(found.muted, tests)),
        result=TestsResult(
            evidence="ids",
            lost=tuple(sorted(found.lost)),
            fixed=tuple(sorted(found.fixed)),
            added=tuple(sorted(found.added)),
            dropped=tuple(sorted(found.dropped)),
            disputed=tuple(sorted(found.disputed)),
            flaky=tuple(sorted(found.flaky | found.unstable)),
        ),
        review=_review(found, tests),
        noise=_score(found, flaky_pass=True) - _score(found, flaky_pass=False),
        regressed=frozenset(found.regressed),
        loads=not (found.uncollected or found.nothing),
    )


def _files(ids: Collection[str], tests: TestRun) -> tuple[str, ...]:
    """The files of these tests; none where the file of any of them is not known."""
    known = {file_of(test, tests) for test in ids}
    return () if None in known else tuple(sorted(file for file in known if file is not None))


def _objections(
    found: Comparison, record: CandidateRecord, tests: TestRun, policy: Policy
) -> list[Objection]:
    """What speaks against the tests of a candidate, but for those that are gone."""
    objections = []
    if found.uncollected:
        run = record.runs["tests"]
        here = _tests_in(run)
        places = {here.files.get(entry, entry) for entry in found.uncollected}
        reason = f"{_places(places, here)} cannot be collected any more: {_ids(places)}"
        objections.append(block(f"{reason}{seen_in(run)}", tuple(sorted(places))))
    if found.nothing and found.unheard:
        objections.append(
            block(f"none of the tests can be run any more: {told(record.runs['tests'])}")
        )
    if _percent(len(found.regressed), len(found.base_passed)) > _most(policy):
        objections.append(block(_regressed(found), _files(found.regressed, tests)))
    if found.disputed:
        one = counted(len(found.disputed), "test fails", "tests fail")
        reason = f"{one} as the base has it, and passes as changed here"
        if len(found.disputed) > 1:
            reason = f"{one} as the base has them, and pass as changed here"
        reason = f"{reason}: {_ids(found.disputed)}; where that is right, add to changed_ok"
        objections.append(unproven(reason, _files(found.disputed, tests)))
    if found.unstable:
        one = counted(len(found.unstable), "test", "tests")
        reason = f"{one} passed each time on the base, and only sometimes here"
        objections.append(
            unproven(f"{reason}: {_ids(found.unstable)}", _files(found.unstable, tests))
        )
    return objections


def _score(found: Comparison, *, flaky_pass: bool | None = None) -> Exact:
    """The score; with ``flaky_pass`` as if what is flaky had stayed in the count, and passed."""
    extra = 0 if flaky_pass is None else len(found.flaky) + len(found.unstable)
    passed = len(found.passed) + len(found.new)
    return formulas.tests_score(
        base_passed=len(found.base_passed) + extra,
        base_total=len(found.counted) + extra,
        passed=passed + (extra if flaky_pass else 0),
        total=len(found.counted) + len(found.new) + extra,
        regression=len(found.lost) + (0 if flaky_pass else extra),
    )


def _regressed(found: Comparison) -> str:
    kinds = (
        (found.failing, "fails", "fail"),
        (found.silenced, "is skipped", "are skipped"),
        (found.unheard, "is not run any more", "are not run any more"),
    )
    return "; ".join(
        f"{counted(len(ids), 'test', 'tests')} that passed on the base "
        f"{does if len(ids) == 1 else do}: {_ids(ids)}"
        for ids, does, do in kinds
        if ids
    )


def _muted(found: Comparison, files: tuple[str, ...]) -> Objections:
    if not found.muted:
        return ()
    one = counted(len(found.muted), "test that fails", "tests that fail")
    said = (
        "is skipped or expected to fail"
        if len(found.muted) == 1
        else "are skipped or expected to fail"
    )
    reason = f"{one} on the base {said}, and not mended: {_ids(found.muted)}"
    return (block(f"{reason}; where that is right, add to changed_ok", files),)


def _gone(found: Comparison) -> str:
    kinds = (
        (found.dropped - found.buried, "is gone", "are gone"),
        (found.buried, "cannot be collected as it is here", "cannot be collected as they are here"),
    )
    return "; ".join(
        f"{counted(len(ids), 'test', 'tests')} of the base {does if len(ids) == 1 else do}: "
        f"{_ids(ids)}"
        for ids, does, do in kinds
        if ids
    )


def _places(broken: Collection[str], tests: TestRun) -> str:
    if tests.source == "go":
        return counted(len(broken), "package", "packages")
    return counted(len(broken), "file of tests", "files of tests")


def _ids(ids: Collection[str]) -> str:
    return listed(sorted(ids))


def _review(found: Comparison, tests: TestRun) -> tuple[Review, ...]:
    said = (
        (found.disputed, "a test that was changed, and fails as the base has it"),
        (found.own_failing, "a test that was changed, and fails as it is here"),
    )
    made = [
        Review(f"{what}: {listed([test])}", file_of(test, tests) or "")
        for ids, what in said
        for test in sorted(ids)
    ]
    made += [
        Review(
            f"a test of the base is a case of another now: {listed([test])} of {listed([into])}",
            file_of(test, tests) or "",
        )
        for test, into in sorted(found.folded.items())
    ]
    broken = sorted(found.own_uncollected)
    made += [Review(f"tests that cannot be collected: {listed([file])}", file) for file in broken]
    return tuple(made)


# --- by number ----------------------------------------------------------------------------------


def _by_number(
    dimension: Dimension, record: CandidateRecord, base: CandidateRecord, policy: Policy
) -> TestsMeasured:
    run, base_run = record.runs["tests"], base.runs["tests"]
    here, there = _tests_in(run), _tests_in(base_run)
    if there.evidence == "exit":
        passed, total = int(run.exit == 0), 1
        base_passed, base_total = int(base_run.exit == 0), 1
    else:
        (passed, total), (base_passed, base_total) = passes(here), passes(there)
    fewer = max(0, base_passed - passed)
    objections: list[Objection] = []
    dropped: Objections = ()
    message = ""
    if there.evidence == "exit":
        if passed == 0:
            message = told(run)
            open_ = "they fail on the base as well, and an exit code does not tell what was lost"
            objections.append(block(message) if fewer else unproven(f"{open_}: {message}"))
    else:
        dropped = _fewer(record, there, policy)
        if fewer:
            message = f"{fewer} fewer of the tests pass than the {base_passed} on the base"
        if _percent(fewer, base_passed) > _most(policy):
            objections.append(block(f"{message}: {told(run)}"))
    inputs = {
        "evidence": there.evidence,
        "base_passed": base_passed,
        "base_total": base_total,
        "passed": passed,
        "total": total,
        "regression": fewer,
        "new_tests": max(0, total - base_total),
    }
    score = formulas.tests_score(
        base_passed=base_passed, base_total=base_total, passed=passed, total=total, regression=None
    )
    return TestsMeasured(
        dimension=scored(dimension, score, message, inputs),
        tests=tuple(objections),
        dropped=dropped,
        result=TestsResult(evidence=there.evidence),
    )


def _fewer(record: CandidateRecord, base: TestRun, policy: Policy) -> Objections:
    """Whether there are fewer tests than on the base, skipped ones among them."""
    before = _number(base)
    touched = touched_tests(record.source.changes, policy)
    own = record.runs.get("tests.own")
    run = own if touched and own is not None else record.runs["tests"]
    now = _number(_tests_in(run))
    if before - now > policy.max_dropped_tests:
        reason = f"the base has {before} tests, and here there are {now}"
        # Its own tests may have been run alone, which a number does not tell.
        return (unproven(reason) if run is own else block(reason),)
    if touched and own is None:
        return (unproven("its own tests were not run, so it is not known how many it has"),)
    return ()


def _number(tests: TestRun) -> int:
    counts: Mapping[str, int] = Counter(tests.outcomes.values()) or tests.counts
    return sum(counts.values())


def _percent(lost: int, of: int) -> Exact:
    return quotient(100 * lost, of) if of else 0


def _most(policy: Policy) -> Exact:
    return exact(policy.max_test_regression_percent)
