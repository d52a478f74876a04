"""Tests that are known by number alone, could not be run, or cannot be believed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pytest_hydra.core.gates import Mergeable
from pytest_hydra.core.numbers import Exact
from pytest_hydra.plugins.engine.endings import ending
from pytest_hydra.plugins.engine.unit import CommandRun
from pytest_hydra.plugins.git.diff import FileChange
from pytest_hydra.plugins.race.decide.measure import explain_statuses
from pytest_hydra.plugins.race.decide.model import CandidateResult
from pytest_hydra.plugins.race.decide.outcome import verdict_of
from pytest_hydra.plugins.results.outcomes import Sign, TestRun
from pytest_hydra.plugins.results.protocol import with_doubt
from tests.plugins.race.recorded import (
    NEW_FILE,
    TEST_CHANGE,
    base,
    broken,
    candidate,
    counts,
    decided,
    done,
    fates_in,
    ids,
    names,
    one,
    ran,
    reason,
    rules,
    score,
    states,
    timed_out,
)

# --- files that pytest cannot collect -------------------------------------------------------------

STOPPED = ("collected, but not run (1 error during collection): tests/test_b.py::t0",)


def broken_file(*errors: str, stopped: bool = True, **outcomes: str) -> Any:
    """A run in which these files could not be collected, and which that stopped."""
    told: dict[str, Any] = dict.fromkeys(errors, "error")
    for file, letters in outcomes.items():
        told |= ids(letters, f"tests/{file}.py")
    return ran(told, exit=2, problems=STOPPED if stopped else ())


TWO_FILES = {**ids("pp", "tests/test_a.py"), **ids("p", "tests/test_b.py")}


def test_code_that_tests_cannot_be_imported_with_is_no_tampering() -> None:
    record = candidate(tests=broken_file("tests/test_a.py"))
    result = one(base(tests=ran(TWO_FILES)), record)
    assert states(result) == {"tests": "block"}
    assert reason(result, "tests") == (
        "1 test file cannot be collected any more: tests/test_a.py; "
        "3 tests that passed on the base are not run any more: tests/test_a.py::t0, "
        "tests/test_a.py::t1, tests/test_b.py::t0"
    )
    assert (score(result), fates_in(result)["lost"]) == (0, tuple(sorted(TWO_FILES)))
    assert result.dimension("tests").message == reason(result, "tests")


def test_a_file_that_was_broken_on_the_base_is_no_test() -> None:
    before = broken_file("tests/test_b.py", stopped=False, test_a="pp")
    mended = one(base(tests=before), candidate(tests=ran(TWO_FILES)))
    assert (states(mended), score(mended)) == ({}, 100)
    assert fates_in(mended) == {}
    same = one(base(tests=before), candidate(tests=before))
    assert (states(same), score(same), fates_in(same)) == ({}, 100, {})
    nothing = one(base(tests=broken_file("tests/a.py", stopped=False)), candidate(tests=ran("p")))
    assert states(nothing) == {"tests": "unproven", "dropped_tests": "unproven"}
    assert "no test was run on the base" in reason(nothing, "tests")


def test_new_tests_that_the_base_cannot_even_import_count() -> None:
    def result(new: Any) -> CandidateResult:
        added = FileChange(path="tests/test_new2.py", status="added", added=1)
        own = ids("pp", "tests/test_new.py") | ids("p", "tests/test_new2.py")
        record = candidate(
            "codex", NEW_FILE, added, tests=ran("p"), tests_own=ran(own), tests_new=new
        )
        return one(base(tests=ran("p")), record)

    stopped = result(broken_file("tests/test_new.py"))
    # The third was not run there, so nobody saw it fail.
    assert {fate: len(ids) for fate, ids in fates_in(stopped).items()} == {"new": 2, "padding": 1}
    all_run = result(broken_file("tests/test_new.py", stopped=False, test_new2="f"))
    assert all_run.dimension("tests").inputs["new_tests"] == 3


@pytest.mark.parametrize("change", [TEST_CHANGE, NEW_FILE])
def test_a_test_file_of_the_candidate_that_cannot_be_collected_is_unproven(
    change: FileChange,
) -> None:
    # After a merge, pytest would end there without running any test.
    record = candidate("codex", change, tests=ran(TWO_FILES), tests_own=broken_file(change.path))
    result = one(base(tests=ran(TWO_FILES)), record)
    assert states(result)["tests"] == "unproven"
    assert reason(result, "tests") == (
        f"1 test file cannot be collected in the candidate's version: {change.path}"
    )
    assert fates_in(result) == {}
    assert [entry.what for entry in result.review] == [
        f"tests that cannot be collected: {change.path}"
    ]
    # Which tests are gone is unknown only if the file was there before.
    assert ("dropped_tests" in states(result)) is (change is TEST_CHANGE)
    # A file that the base cannot collect either is no fault of the candidate.
    before = ran(TWO_FILES | {"tests/test_new.py": "error"}, exit=1)
    same = candidate("codex", NEW_FILE, tests=before, tests_own=broken_file("tests/test_new.py"))
    assert "tests" not in states(one(base(tests=before), same))


def unpriced(exit_code: int = 4, source: str = "recorder", **fields: Any) -> Any:
    """A run in which, as its runner says itself, no test could be run."""
    told = TestRun(evidence="ids", source=source)
    return done("pytest -q", exit=exit_code, tests=told, **fields)


@pytest.mark.parametrize("source", ["recorder", "cargo"])
def test_where_nothing_can_be_run_any_more_nothing_is_gone(source: str) -> None:
    record = candidate(tests=unpriced(source=source, tail="E   NameError: no name"))
    result = one(base(tests=ran("pp")), record)
    assert states(result) == {"tests": "block"}
    assert reason(result, "tests").startswith(
        "none of the tests can be run any more: `pytest -q` ended with exit code 4: E NameError: "
        "no name; 2 tests that passed on the base are not run any more: "
    )
    assert (score(result), fates_in(result)) == (0, {"lost": names(0, 1)})


def test_what_a_folder_s_configuration_fails_for_is_not_gone() -> None:
    now = broken_file("tests/sub", stopped=False, test_a="p")
    before = {**ids("p"), **ids("p", "tests/sub/test_c.py"), **ids("p", "tests/subs/test_d.py")}
    result = one(base(tests=ran(before)), candidate(tests=now))
    assert fates_in(result) == {"lost": ("tests/sub/test_c.py::t0", "tests/subs/test_d.py::t0")}
    assert "1 test file cannot be collected any more: tests/sub;" in reason(result, "tests")


def test_code_that_does_not_parse_is_no_secret_where_tests_cannot_load_it() -> None:
    sign = Sign(kind="unreadable", file="shop.py", line=3, text="invalid syntax")
    broken = candidate(tests=broken_file("tests/test_a.py", stopped=False))
    result = one(base(tests=ran("p")), replace(broken, signs=(sign,)))
    assert states(result) == {"tests": "block"}
    # Tests that pass all the same do not need it: what is in it?
    result = one(base(tests=ran("p")), replace(candidate(tests=ran("p")), signs=(sign,)))
    assert states(result) == {"tampering": "unproven"}


def test_what_cannot_be_collected_is_named_from_the_top() -> None:
    now = ran({"t.py": "error"}, files={"t.py": "sub/t.py"})
    before = ran({"t.py::t": "passed"}, files={"t.py::t": "sub/t.py"})
    result = one(base(tests=before), candidate(tests=now))
    assert "cannot be collected any more: sub/t.py;" in reason(result, "tests")
    assert [waiver.file for waiver in result.waivers] == ["sub/t.py"]


def test_a_configuration_with_which_no_test_can_be_run_is_unproven() -> None:
    change = FileChange(path="conftest.py", status="modified", added=1)
    record = candidate("codex", change, tests=ran("pp"), tests_own=unpriced())
    result = one(base(tests=ran("pp")), record)
    assert states(result) == {"tests": "unproven", "dropped_tests": "unproven"}
    assert reason(result, "tests").startswith("none of its own tests can be run: `pytest -q` ended")
    # If only another file was run there, it says nothing of the others.
    narrow = replace(ran(ids("p", "tests/test_new.py")), command="pytest -q tests/test_new.py")
    record = candidate("codex", change, NEW_FILE, tests=ran("pp"), tests_own=narrow)
    assert states(one(base(tests=ran("pp")), record)) == {}


def go(letters: str, *broken: str) -> Any:
    told: dict[str, Any] = ids(letters, "x.org/a") | dict.fromkeys(broken, "error")
    run = TestRun(evidence="ids", source="go", outcomes=told)
    return done("go test ./...", exit=int("f" in letters or bool(broken)), tests=run)


def test_a_package_that_does_not_compile_any_more() -> None:
    result = one(base(tests=go("pp")), candidate(tests=go("", "x.org/a")))
    assert states(result) == {"tests": "block"}
    assert reason(result, "tests").startswith("1 package cannot be collected any more: x.org/a; ")
    assert fates_in(result) == {"lost": ("x.org/a::t0", "x.org/a::t1")}


def test_a_go_package_whose_tests_changed_with_it_is_disputed() -> None:
    change = FileChange(path="a/a_test.go", status="modified", added=1, removed=1)
    runs = {"tests": go("", "x.org/a"), "tests_own": go("pp"), "tests_new": go("", "x.org/a")}
    result = one(base(tests=go("pp")), candidate("codex", change, **runs))
    assert states(result) == {"tests": "unproven"}
    assert fates_in(result) == {"disputed": ("x.org/a::t0", "x.org/a::t1")}
    policy = rules(tests={"changed_ok": ["x.org/a::*"]})
    allowed = one(base(tests=go("pp")), candidate("codex", change, **runs), policy=policy)
    assert (states(allowed), score(allowed)) == ({}, 100)


def test_a_process_that_ends_with_0_before_its_tests_has_passed_none() -> None:
    # As `var _ = quit()` has it end in Go, which nothing has to be seen of in the code.
    before = base(tests=go("pp"))
    assert states(one(before, candidate(tests=done("go test ./...", exit=0)))) == {
        "tests": "unproven",
        "dropped_tests": "unproven",
    }


def test_a_file_that_a_runner_tells_of_as_a_test_is_none() -> None:
    def by_name(outcomes: dict[str, Any], **files: str) -> Any:
        run = TestRun(evidence="ids", source="junit", outcomes=outcomes, files=files)
        return done("node --test", exit=int("failed" in outcomes.values()), tests=run)

    broken = by_name({"a.test.js": "failed", "it adds": "passed"}, **{"a.test.js": "a.test.js"})
    before = by_name({"it adds": "passed", "it sums": "passed"})
    result = one(base(tests=before), candidate(tests=broken))
    assert states(result) == {"tests": "block"}
    assert fates_in(result) == {"lost": ("it sums",)}
    assert reason(result, "tests") == (
        "1 test file cannot be collected any more: a.test.js; "
        "1 test that passed on the base is not run any more: it sums"
    )


def test_a_test_whose_file_is_not_known_is_looked_for_among_its_own() -> None:
    change = FileChange(path="a/a_test.go", status="modified", removed=9)
    record = candidate("codex", change, tests=go("pp"), tests_own=go("p"))
    result = one(base(tests=go("pp")), record)
    assert states(result) == {"dropped_tests": "unproven"}
    assert fates_in(result) == {"gone": ("x.org/a::t1",)}


# --- numbers and exit codes ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "now", "expected", "gates"),
    [
        ({"passed": 10}, {"passed": 10}, 100, {}),
        # 9/10 - 6, by the formula for numbers.
        ({"passed": 10}, {"passed": 9, "failed": 1}, 84, {"tests": "block"}),
        ({"passed": 7, "failed": 3}, {"passed": 7, "failed": 3}, 70, {}),
        # Four more: 14/14.
        ({"passed": 10}, {"passed": 14}, 100, {}),
        ({"passed": 7, "failed": 3}, {"passed": 11, "failed": 3}, Fraction(1100, 14) + 2, {}),
        # All pass, but there are fewer of them.
        ({"passed": 10}, {"passed": 6}, 76, {"tests": "block", "dropped_tests": "block"}),
        # Skipped now: not gone, and not passed.
        ({"passed": 10}, {"passed": 9, "skipped": 1}, 94, {"tests": "block"}),
        ({"passed": 9, "xfailed": 1}, {"passed": 9, "skipped": 1}, 100, {}),
    ],
)
def test_numbers(
    before: dict[str, int], now: dict[str, int], expected: Exact, gates: dict[str, str]
) -> None:
    failed = int(bool(now.get("failed")))
    result = one(base(tests=counts(**before)), candidate(tests=counts(failed, **now)))
    assert (score(result), states(result)) == (expected, gates)
    assert result.tests is not None
    assert result.tests.evidence == "counts"


def test_ids_where_the_base_has_numbers_prove_nothing() -> None:
    # As of a runner that the product code starts itself.
    result = one(base(tests=counts(1, passed=2, failed=1)), candidate(tests=ran("ppppp")))
    assert states(result) == {"tests": "unproven", "dropped_tests": "unproven"}
    assert "(ids here, counts on the base)" in reason(result, "tests")


@pytest.mark.parametrize("weak", [counts(passed=3), done("pytest -q")])
def test_weaker_evidence_than_the_base_s_proves_nothing(weak: Any) -> None:
    result = one(base(tests=ran("ppp")), candidate(tests=weak))
    assert score(result) is None
    assert states(result) == {"tests": "unproven", "dropped_tests": "unproven"}
    assert "ids on the base" in reason(result, "tests")


def test_weaker_evidence_is_enough_for_a_failure() -> None:
    result = one(base(tests=counts(passed=3)), candidate(tests=done(exit=2, tail="no rule")))
    assert score(result) == 0
    assert states(result) == {"tests": "block", "dropped_tests": "unproven"}
    assert reason(result, "tests") == "`make` ended with exit code 2: no rule"
    # Where the base fails too, it is not told what was lost.
    failing = one(base(tests=counts(1, passed=2, failed=1)), candidate(tests=done(exit=2)))
    assert set(states(failing).values()) == {"unproven"}


@pytest.mark.parametrize(("now", "expected", "gates"), [(0, 100, {}), (1, 0, {"tests": "block"})])
def test_exit_codes(now: int, expected: int, gates: dict[str, str]) -> None:
    result = one(base(tests=done()), candidate(tests=done(exit=now, tail="oh\n\nno\n")))
    assert (score(result), states(result)) == (expected, gates)
    assert result.tests is not None
    assert result.tests.evidence == "exit"
    if now:
        assert "`make` ended with exit code 1: oh | no" in reason(result, "tests")


@pytest.mark.parametrize(
    ("tail", "state"),
    [
        ("0 examples, 0 failures\n", "unproven"),
        ("Ran 0 tests in 0.000s\n\nOK\n", "unproven"),
        ("No tests found\n", "unproven"),
        ("20 tests passed, 0 tests failed\n", "pass"),
        ("10 examples, 0 failures\n", "pass"),
    ],
)
def test_a_command_that_says_it_ran_no_test_is_unproven(tail: str, state: str) -> None:
    before = done("rspec", tail="2 examples, 0 failures\n")
    gate = one(base(tests=before), candidate(tests=done("rspec", tail=tail))).gate("tests")
    assert gate is not None
    assert gate.state == state
    # On the base it says so, too.
    same = one(base(tests=done("rspec", tail=tail)), candidate(tests=done("rspec", tail=tail)))
    assert states(same) == {}


def test_its_own_numbers_tell_what_is_gone_where_it_touched_tests() -> None:
    before = base(tests=counts(passed=9))
    runs: dict[str, Any] = {"tests": counts(passed=9)}
    result = one(before, candidate("codex", TEST_CHANGE, **runs, tests_own=counts(passed=7)))
    assert states(result) == {"dropped_tests": "unproven"}
    assert reason(result, "dropped_tests") == "the base has 9 tests, and this candidate has 7"
    assert (
        states(one(before, candidate("codex", TEST_CHANGE, **runs, tests_own=counts(passed=9))))
        == {}
    )
    assert states(one(before, candidate("codex", TEST_CHANGE, **runs))) == {
        "dropped_tests": "unproven"
    }


# --- what cannot be believed, or was not run ----------------------------------------------------


def test_there_is_no_gate_where_there_are_no_tests() -> None:
    result = one(base(), candidate())
    assert [gate.name for gate in result.gates] == ["source", "empty_diff", "tampering"]
    assert result.tests is None
    assert result.dimension("tests").missing


def test_a_run_without_its_end_blocks() -> None:
    problem = "the record has no end"
    ways: list[dict[str, Any]] = [
        {"tests": ran("pp", problems=(problem,))},
        {"tests": ran("pp"), "tests_own": ran("pp", problems=(problem,))},
    ]
    for runs in ways:
        result = one(base(tests=ran("pp")), candidate("codex", TEST_CHANGE, **runs))
        assert states(result)["tampering"] == "block"
        assert reason(result, "tampering").startswith("the record has no end: `pytest -q` ended")
        assert states(result)["dropped_tests"] == "unproven"


@pytest.mark.parametrize("command", ["pytest a && pytest b", "make test"])
def test_a_command_that_runs_pytest_twice_holds_that_against_nobody(command: str) -> None:
    # On the base the first one failed, and so the second was not run.
    twice = replace(ran("pp", problems=("pytest was run 2 times",)), command=command)
    result = one(base(tests=replace(ran("pf"), command=command)), candidate(tests=twice))
    assert states(result) == dict.fromkeys(("tests", "dropped_tests", "tampering"), "unproven")


def test_it_is_unproven_where_the_base_does_the_same() -> None:
    doubted = ran("pp", problems=("the record has no end",))
    result = one(base(tests=doubted), candidate(tests=doubted))
    assert set(states(result).values()) == {"unproven"}
    assert set(states(result)) == {"tests", "dropped_tests", "tampering"}
    assert score(result) is None


def test_a_file_of_results_that_cannot_be_read_is_no_tampering() -> None:
    told_by = TestRun(evidence="ids", source="junit", problems=("not well-formed",))
    run = done(tests=told_by)
    result = one(base(tests=ran("pp")), candidate(tests=run))
    assert states(result) == {"tests": "unproven", "dropped_tests": "unproven"}
    assert reason(result, "tampering") == ""


def test_a_base_whose_tests_cannot_be_collected_says_which() -> None:
    stopped = ran(
        {"tests/test_a.py": "error"},
        problems=("collected, but not run: tests/test_b.py::t",),
        exit=2,
    )
    result = one(base(tests=stopped), candidate(tests=stopped))
    assert states(result) == {"tests": "unproven", "dropped_tests": "unproven"}
    assert reason(result, "tests").startswith(
        "1 test file cannot be collected on the base: tests/test_a.py: `pytest -q` ended with "
        "exit code 2"
    )


ABSENT = """\
src/it/__init__.py:1: in <module>
    from it._version import version
E   ModuleNotFoundError: No module named 'it._version'
ERROR tests/test_a.py
ERROR tests/test_b.py
ERROR tests/test_c.py
3 errors in 0.24s
"""
UNHEARD = ("pytest did not load the recorder",)


@pytest.mark.parametrize(
    ("tail", "exit_code", "problems", "first", "later"),
    [
        (ABSENT, 1, (), "no test was run on the base: ", ()),
        (ABSENT, 1, UNHEARD, "the results of the base's tests cannot be trusted: ", UNHEARD),
        (ABSENT.replace("E   ", ""), 4, UNHEARD, "", UNHEARD),
        ("Error: Cannot find module './made'\n  code: 'MODULE_NOT_FOUND'\n}\n", 1, (), "", ()),
        (
            "E   FileNotFoundError: [Errno 2] No such file or directory: 'x'\n1 error\n",
            2,
            (),
            "",
            (),
        ),
    ],
)
def test_a_base_that_lacks_a_file_says_so_first_and_what_makes_it(
    tail: str, exit_code: int, problems: tuple[str, ...], first: str, later: tuple[str, ...]
) -> None:
    run = ran("", exit=exit_code, problems=problems, tail=tail)
    for name in ("tests", "dropped_tests"):
        told_of = reason(one(base(tests=run), candidate(tests=run)), name)
        cause = next(line for line in tail.splitlines() if "Error: " in line).removeprefix("E   ")
        parts = [first, f"ended with exit code {exit_code}: ", cause, *later, "[race] setup"]
        places = [told_of.find(part) for part in parts]
        assert -1 not in places, told_of
        assert places == sorted(places), told_of


@pytest.mark.parametrize("command", ["tox -q", "python -m tox -q", ".venv/bin/tox"])
def test_a_runner_that_installs_needs_the_network(command: str) -> None:
    failed = done(command, exit=1, tail="\x1b[31mpy: pip is missing\x1b[39m")
    told_of = reason(one(base(tests=failed), candidate(tests=failed)), "tests")
    assert "exit code 1: py: pip is missing" in told_of
    advice = "tox installs packages, which needs the network: name what tox runs instead"
    assert told_of.endswith(f"; {advice}")


def test_what_failed_for_another_reason_says_nothing_of_a_setup() -> None:
    run = ran("", exit=1, tail="E   ValueError: 1 is no name\n1 error\n")
    told_of = reason(one(base(tests=run), candidate(tests=run)), "tests")
    assert "exit code 1: E ValueError: 1 is no name | 1 error" in told_of
    assert "setup" not in told_of


def test_code_from_elsewhere_is_never_scored() -> None:
    for before, now in [({}, {"shop": "/home/me/shop/__init__.py"}), ({"shop": "/x.py"}, {})]:
        result = one(base(tests=ran("pp", modules=before)), candidate(tests=ran("pp", modules=now)))
        assert score(result) is None
        assert states(result) == {"tests": "unproven", "dropped_tests": "unproven"}
        assert "from outside the workspace: shop (" in reason(result, "tests")


def test_a_base_that_cannot_be_tested_makes_it_unproven() -> None:
    cannot = [
        (broken("pytest: not found"), "on the base `make` could not be run: pytest: not found"),
        (timed_out(600, log="base/tests.log"), "timed out after 600 s (full log: base/tests.log)"),
        (ran("", exit=4), "no test was run on the base: `pytest -q` ended with exit code 4"),
    ]
    for run, words in cannot:
        result = one(base(tests=run), candidate(tests=ran("pf")))
        assert score(result) is None
        assert result.verdict is Mergeable.UNPROVEN
        assert words in reason(result, "tests")


NPM = """npm error network request failed, reason: getaddrinfo ENOTFOUND
npm notice
npm notice New major version of npm available! 8.1.0 -> 11.0.0
[notice] A new release of pip is available
WARNING: You are using an old version
"""


def test_a_setup_that_failed_is_reported_with_its_cause_and_its_log_and_once() -> None:
    setup = CommandRun(
        name="setup", command="npm ci", status="done", exit=1, tail=NPM, log="candidates/base/s.log"
    )
    problem = f"the setup {ending(setup)}"
    assert problem == (
        "the setup `npm ci` ended with exit code 1: npm error network request failed, reason: "
        "getaddrinfo ENOTFOUND (full log: candidates/base/s.log)"
    )
    failed = replace(broken(problem), command="")
    result = decided(base(tests=failed, build=failed), candidate(tests=failed, build=failed))
    (first,) = result.candidates
    assert {reason(first, gate) for gate in ("build", "tests")} == {f"on the base {problem}"}
    told_ = verdict_of(result, "codex", "tests")
    assert (told_.state, told_.headline) == (
        "ungraded",
        "tests cannot be judged: the setup failed on the base; see below the ranking",
    )


@pytest.mark.parametrize(
    ("before", "now", "words"),
    [
        (
            ran("", exit=5),
            ran("", exit=5),
            "no test was run on the base: `pytest -q` ended",
        ),
        (ran("", exit=5), ran("pp"), "no test was run on the base"),
        (ran("sx"), ran("pp"), "no test was run on the base"),
        (ran("fe"), ran("pp"), "no test passes on the base"),
        (counts(1, failed=2), counts(passed=2), "no test passes on the base"),
        (counts(), counts(), "no test was run on the base"),
        (
            done("make test", exit=2),
            done("make test"),
            "on the base only the exit code is known (evidence: exit), and it is a failure: `make",
        ),
    ],
)
def test_no_run_of_tests_is_no_verdict(before: Any, now: Any, words: str) -> None:
    result = one(base(tests=before), candidate(tests=now))
    assert score(result) is None
    assert states(result) == {"tests": "unproven", "dropped_tests": "unproven"}
    assert words in reason(result, "tests")


@pytest.mark.parametrize(
    ("took", "base_took", "expected", "state"),
    [(600, 100, 0, "block"), (300, 100, 0, "block"), (299.9, 100, None, "unproven")],
)
def test_time_outs(took: float, base_took: float, expected: int | None, state: str) -> None:
    before = base(tests=ran("pp", seconds=base_took))
    result = one(before, candidate(tests=timed_out(took)))
    assert score(result) == expected
    assert states(result)["tests"] == state
    assert "timed out after" in reason(result, "tests")
    assert "on the base it takes 100 s" in reason(result, "tests")


def test_our_own_errors_never_block() -> None:
    ways: list[dict[str, Any]] = [{"tests": broken("no space left on device")}, {}]
    for runs in ways:
        result = one(base(tests=ran("pp")), candidate(**runs))
        assert score(result) is None
        assert set(states(result).values()) == {"unproven"}


# --- exit statuses that no test explains ----------------------------------------------------------


def below_threshold(outcomes: str, exit_code: int = 1, source: str = "jest") -> CommandRun:
    """A run whose command ends with this status, though no test failed."""
    run = TestRun(evidence="ids", source=source, outcomes=ids(outcomes), counts={"passed": 1})
    return done("jest", exit=exit_code, tests=with_doubt(run, exit_code))


@pytest.mark.parametrize(
    ("before", "after", "own", "gates"),
    [
        (below_threshold("p", 0), below_threshold("p"), below_threshold("pp", 0), {}),
        (below_threshold("p"), below_threshold("p"), below_threshold("pp"), {}),
        (below_threshold("p"), below_threshold("p", 0), None, {}),
        (below_threshold("p", 0), below_threshold("p"), None, {"tests", "dropped_tests"}),
        (
            below_threshold("p", 0),
            below_threshold("p"),
            below_threshold("pp"),
            {"tests", "dropped_tests"},
        ),
        (
            below_threshold("p", 0),
            below_threshold("p", 139),
            below_threshold("pp", 0),
            {"tests", "dropped_tests"},
        ),
        (
            below_threshold("p", 0, "recorder"),
            below_threshold("p", 1, "recorder"),
            below_threshold("pp", 0, "recorder"),
            {"tests", "dropped_tests", "tampering"},
        ),
    ],
    ids=["missed_without_its_tests", "missed_before", "met_now", "missed", "missed_with_its_tests",
         "crashed", "of_pytest"],
)  # fmt: skip
def test_a_threshold_that_the_change_does_not_miss_is_no_doubt(
    before: CommandRun, after: CommandRun, own: CommandRun | None, gates: Collection[str]
) -> None:
    runs: dict[str, Any] = {"tests": after}
    runs |= {} if own is None else {"tests_own": own, "tests_new": before}
    result = one(base(tests=before), candidate("codex", NEW_FILE, **runs))
    assert set(states(result)) == set(gates)


def test_the_tests_of_the_task_alone_may_miss_a_threshold() -> None:
    run = below_threshold("pp")
    assert run.tests is not None
    assert run.tests.problems == ("the command ended with 1, but no test failed",)
    record = candidate("codex", NEW_FILE, tests=below_threshold("p", 0), acceptance=run)
    explained = explain_statuses(record, base(tests=below_threshold("p", 0)))
    tests = explained.runs["acceptance"].tests
    assert tests is not None
    assert tests.problems == ()


# --- dependencies that the setup of the base did not install ------------------------------------


@pytest.mark.parametrize(
    ("added", "tail", "state"),
    [
        (
            "added: dependencies = ['python-dateutil']",
            "No module named 'python_dateutil'",
            "unproven",
        ),
        (
            "added: requests>=2",
            "ModuleNotFoundError: No module named 'requests.adapters'",
            "unproven",
        ),
        ('added: "left-pad": "^1"', "Error: Cannot find module 'left-pad'", "unproven"),
        # It did not declare that one.
        ("added: requests>=2", "ModuleNotFoundError: No module named 'flask'", "block"),
        ("", "ModuleNotFoundError: No module named 'requests'", "block"),
        ("added: requests>=2", "AssertionError", "block"),
    ],
)
def test_a_dependency_that_the_change_declares_may_be_missing(
    added: str, tail: str, state: str
) -> None:
    record = candidate(tests=ran("pf", tail=tail))
    sign = Sign(kind="manifest", file="pyproject.toml", text=added)
    result = one(base(tests=ran("pp")), replace(record, signs=(sign,) if added else ()))
    assert states(result)["tests"] == state
    assert ("does not install" in reason(result, "tests")) is (state == "unproven")


def test_metadata_that_the_change_asks_for_may_be_missing() -> None:
    tail = "E   importlib.metadata.PackageNotFoundError: No package metadata was found for shop\n"
    result = one(base(tests=ran("pp")), candidate(tests=ran("pf", tail=tail)))
    assert states(result)["tests"] == "unproven"
    assert "the setup of the base leaves no metadata of shop" in reason(result, "tests")
