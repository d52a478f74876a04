"""What follows from the fates of tests: the score, the gates, and what a person should review."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pytest_hydra.core.numbers import Exact
from pytest_hydra.plugins.engine.unit import CommandRun
from pytest_hydra.plugins.git.diff import FileChange
from pytest_hydra.plugins.race.decide.decision import lost_tests
from pytest_hydra.plugins.race.decide.measure import may_depend_on_others
from pytest_hydra.plugins.race.decide.model import CandidateResult
from pytest_hydra.plugins.results.outcomes import Outcome
from tests.plugins.race.recorded import (
    CHANGE,
    NEW_FILE,
    TEST_CHANGE,
    base,
    broken,
    candidate,
    counts,
    fates_in,
    ids,
    names,
    one,
    race,
    ran,
    reason,
    rules,
    score,
    states,
    timed_out,
)

BLOCKED, UNPROVEN = {"tests": "block"}, {"tests": "unproven"}

# --- V alone: no test was touched ---------------------------------------------------------------

# The base's outcomes, V's, the score computed by hand, the gates, and the fates.
V_ALONE: list[tuple[str, str, Exact, dict[str, str], dict[str, tuple[str, ...]]]] = [
    ("pppp", "pppp", 100, {}, {}),
    # 3/4, less 1/4 of 60; skipped, expected to fail, or not run any more: all are lost.
    *(("pppp", f"ppp{now}", 60, BLOCKED, {"lost": names(3)}) for now in "fesx."),
    # Failures of the base stay in the total.
    ("ppff", "ppff", 50, {}, {"failing": names(2, 3)}),
    ("ppff", "ppsx", 50, {}, {"failing": names(2, 3)}),
    ("ppff", "ppfp", 75, {}, {"failing": names(2), "fixed": names(3)}),
    # A fixed test does not make up for a lost one: 2/4 - 30.
    (
        *("ppff", "fppf", 20, BLOCKED),
        {"lost": names(0), "fixed": names(2), "failing": names(3)},
    ),
    ("ppsx", "ppxs", 100, {}, {}),
    ("pppsx", "ppfsx", Fraction(200, 3) - 20, BLOCKED, {"lost": names(2)}),
    ("ppss", "pppf", 75, {}, {"fixed": names(2), "failing": names(3)}),
    ("pX", "Xp", 100, {}, {}),
]


@pytest.mark.parametrize(("before", "now", "expected", "gates", "fates"), V_ALONE)
def test_v_alone(
    before: str,
    now: str,
    expected: Exact,
    gates: dict[str, str],
    fates: dict[str, tuple[str, ...]],
) -> None:
    result = one(base(tests=ran(before)), candidate(tests=ran(now)))
    assert (score(result), states(result), fates_in(result)) == (expected, gates, fates)


def test_lost_tests_are_named_in_the_reason() -> None:
    result = one(base(tests=ran("p" * 9)), candidate(tests=ran("pfffffs.p")))
    assert reason(result, "tests") == (
        "5 tests that passed on the base fail: tests/test_a.py::t1, tests/test_a.py::t2, "
        "tests/test_a.py::t3, … and 2 more; "
        "1 test that passed on the base is skipped: tests/test_a.py::t6; "
        "1 test that passed on the base is not run any more: tests/test_a.py::t7"
    )
    assert result.dimension("tests").message == reason(result, "tests")
    assert result.dimension("tests").inputs == {
        "evidence": "ids",
        "fixed": 0,
        "failed_before": 0,
        "base_passed": 9,
        "base_total": 9,
        "passed": 2,
        "total": 9,
        "regression": 7,
        "net_gone": 0,
        "new_tests": 0,
    }


def test_ids_are_printable_in_reasons() -> None:
    evil: dict[str, Outcome] = {"tests/a.py::t[\x1b[31m\u202e\n]": "failed"}
    before = base(tests=ran(dict.fromkeys(evil, "passed")))
    assert r"t[\x1b[31m\u202e ]" in reason(one(before, candidate(tests=ran(evil))), "tests")


@pytest.mark.parametrize(("percent", "blocks"), [(0, True), (24.9, True), (25, False)])
def test_a_regression_may_be_allowed(percent: float, blocks: bool) -> None:
    policy = rules(gates={"max_test_regression_percent": percent})
    result = one(base(tests=ran("pppp")), candidate(tests=ran("pppf")), policy=policy)
    assert states(result) == (BLOCKED if blocks else {})
    assert score(result) == 60
    assert "t3" in result.dimension("tests").message


# --- V, O and N: the candidate touched tests ----------------------------------------------------


def touched(
    before: str, v: str, own: str | CommandRun, new: str | None = None, **fields: Any
) -> CandidateResult:
    """A candidate that changed tests/test_a.py."""
    policy, changes = fields.pop("policy", None), fields.pop("changes", (TEST_CHANGE,))
    runs: dict[str, Any] = {
        "tests": ran(v),
        "tests_own": ran(own) if isinstance(own, str) else own,
    }
    runs |= {} if new is None else {"tests_new": ran(new)}
    return one(base(tests=ran(before)), candidate("codex", *changes, **runs), policy=policy)


def reviewed(result: CandidateResult) -> list[tuple[str, str]]:
    return [(entry.what, entry.file) for entry in result.review]


def test_a_weakened_test_is_lost() -> None:
    # It passes on the base's code as well.
    result = touched("ppp", "ppf", "ppp", "..p")
    assert (states(result), fates_in(result)) == (BLOCKED, {"lost": names(2)})


@pytest.mark.parametrize("new", ["..f", "..s", "p..", None])
def test_a_test_that_changed_with_a_requirement_is_disputed(new: str | None) -> None:
    result = touched("ppp", "ppf", "ppp", new)
    assert (states(result), fates_in(result)) == (UNPROVEN, {"disputed": names(2)})
    # 2/3 pass, and nothing is lost.
    assert score(result) == Fraction(200, 3)
    assert reason(result, "tests") == (
        "1 test failed in the base's version, and not in the candidate's: "
        "tests/test_a.py::t2; if that is intended, add the ids to changed_ok"
    )
    assert reviewed(result) == [
        ("a changed test fails in the base's version: tests/test_a.py::t2", "tests/test_a.py")
    ]
    allowed = touched("ppp", "ppf", "ppp", new, policy=rules(tests={"changed_ok": ["*::t2"]}))
    assert (states(allowed), score(allowed), fates_in(allowed)) == ({}, 100, {})


@pytest.mark.parametrize("silent", ["s", "x"])
def test_a_skip_of_a_passing_test_is_no_pass(silent: str) -> None:
    result = touched("ppp", "ppp", f"pp{silent}")
    assert (states(result), fates_in(result)) == (BLOCKED, {"silenced": names(2)})
    assert "1 test that passed on the base is skipped" in reason(result, "tests")
    # 2/3 - 20.
    assert score(result) == Fraction(200, 3) - 20


@pytest.mark.parametrize("hidden", ["s", "x", "."])
def test_hiding_a_failing_test_does_not_fix_it(hidden: str) -> None:
    result = touched("ppf", "ppf", f"pp{hidden}")
    assert (states(result), fates_in(result)) == (BLOCKED, {"silenced": names(2)})
    assert reason(result, "tests").startswith(
        "1 test that failed on the base is skipped or removed, and not fixed"
    )
    # With permission it stays a failure.
    allowed = touched("ppf", "ppf", f"pp{hidden}", policy=rules(tests={"changed_ok": ["*::t2"]}))
    assert (states(allowed), fates_in(allowed)) == ({}, {"failing": names(2)})
    removed = touched("ppf", "ppf", f"pp{hidden}", policy=rules(tests={"removed_ok": ["*::t2"]}))
    assert (states(removed), score(removed), fates_in(removed)) == ({}, 100, {})


def test_a_test_that_is_gone_is_for_review() -> None:
    result = touched("p" * 20, "p" * 20, "p" * 18 + "..")
    # 20/20, less half a point each.
    assert (states(result), score(result), fates_in(result)) == ({}, 99, {"gone": names(18, 19)})
    assert reviewed(result) == [
        (
            "2 tests of the base are gone, and would still pass (the change adds 0): "
            "tests/test_a.py::t18, tests/test_a.py::t19",
            "tests/test_a.py",
        )
    ]


def test_more_than_a_tenth_gone_is_for_a_person_to_allow() -> None:
    result = touched("p" * 20, "p" * 20, "p" * 17 + "...")
    assert states(result) == {"dropped_tests": "unproven"}
    assert reason(result, "dropped_tests").endswith(
        "if that is intended, add the ids to removed_ok"
    )
    policy = rules(tests={"removed_ok": ["*::t17", "*::t18"]})
    assert states(touched("p" * 20, "p" * 20, "p" * 17 + "...", policy=policy)) == {}


def test_tests_that_took_the_place_of_others_cost_nothing() -> None:
    own = ran(ids("p") | {f"tests/test_a.py::t[{case}]": "passed" for case in range(3)})
    result = touched("pppp", "pppp", own)
    assert (states(result), score(result)) == ({}, 100)
    assert fates_in(result)["gone"] == names(1, 2, 3)
    assert result.dimension("tests").inputs["net_gone"] == 0
    # But they have to pass.
    failing = ran({**ids("p"), "tests/test_a.py::u": "failed", "tests/test_a.py::v": "skipped"})
    assert touched("pppp", "pppp", failing).dimension("tests").inputs["net_gone"] == 3


@pytest.mark.parametrize(("limit", "blocks"), [(0, True), (1, True), (2, False)])
def test_a_limit_for_tests_that_are_gone(limit: int, blocks: bool) -> None:
    policy = rules(gates={"max_dropped_tests": limit})
    result = touched("p" * 20, "p" * 20, "p" * 18 + "..", policy=policy)
    assert states(result) == ({"dropped_tests": "block"} if blocks else {})


@pytest.mark.parametrize("status", ["added", "modified"])
def test_a_conftest_may_affect_any_test(status: Any) -> None:
    conftest = FileChange(path="tests/conftest.py", status=status, added=3)
    result = touched("ppp", "ppp", "pps", changes=(conftest,))
    assert (states(result), fates_in(result)) == (BLOCKED, {"silenced": names(2)})
    # A new test file does not; nor is anything known of files that O did not run.
    new = FileChange(path="tests/test_b.py", status="added", added=3)
    result = touched("ppp", "ppp", "pps", changes=(new,))
    assert (states(result), fates_in(result)) == ({"tests": "unproven"}, {})
    part = replace(ran("pp."), files=("tests/test_a.py",))
    assert fates_in(touched("ppp", "ppp", part, changes=(conftest,))) == {}


def test_a_deleted_file_takes_its_tests_along() -> None:
    deleted = FileChange(path="tests/test_a.py", status="deleted", removed=30)
    result = one(base(tests=ran("pp")), candidate("codex", deleted, tests=ran("pp")))
    assert fates_in(result) == {"gone": names(0, 1)}
    assert states(result) == {"dropped_tests": "unproven"}
    result = one(base(tests=ran("pp")), candidate("codex", deleted, tests=ran("pf")))
    assert fates_in(result) == {"gone": names(0), "lost": names(1)}


RENAMED = FileChange(
    path="tests/unit/test_b.py", old_path="tests/test_a.py", status="renamed", added=1
)


@pytest.mark.parametrize(("old", "new"), [("{}::t", "{}::t"), ("{}::A::t[1]", "{}::A::t[1]")])
def test_a_test_of_a_renamed_file_is_the_same(old: str, new: str) -> None:
    before: dict[str, Outcome] = {old.format("tests/test_a.py"): "passed"}
    own: dict[str, Outcome] = {new.format("tests/unit/test_b.py"): "passed"}
    record = candidate("codex", RENAMED, tests=ran(before), tests_own=ran(own))
    assert fates_in(one(base(tests=ran(before)), record)) == {}
    record = candidate("codex", RENAMED, tests=ran(before), tests_own=ran({}))
    assert fates_in(one(base(tests=ran(before)), record)) == {"gone": tuple(before)}


def test_ids_by_module_are_renamed_too() -> None:
    def run(module: str, file: str) -> CommandRun:
        ids: dict[str, Outcome] = {f"{module}.TestA::t": "passed", f"{module}2::t": "passed"}
        return ran(ids, files={f"{module}.TestA::t": file, f"{module}2::t": "tests/other.py"})

    before, own = run("tests.test_a", "tests/test_a.py"), run("tests.unit.test_b", RENAMED.path)
    record = candidate("codex", RENAMED, tests=before, tests_own=own)
    # The other id only begins with the same name.
    assert fates_in(one(base(tests=before), record)) == {"padding": ("tests.unit.test_b2::t",)}


@pytest.mark.parametrize(
    ("runs", "words"),
    [
        ({}, "its own tests were not run"),
        ({"tests_own": broken("no space")}, "the run of its own tests did not finish"),
        ({"tests_own": timed_out(9)}, "the run of its own tests did not finish"),
        ({"tests_own": counts(passed=2)}, "the results of its own tests have no test ids"),
        ({"tests_own": ran("pp", problems=("no end",))}, "cannot be trusted: no end"),
    ],
)
def test_without_o_nobody_knows_which_tests_are_gone(runs: Any, words: str) -> None:
    result = one(base(tests=ran("pp")), candidate("codex", TEST_CHANGE, tests=ran("pp"), **runs))
    assert states(result)["dropped_tests"] == "unproven"
    assert words in reason(result, "dropped_tests")


def test_a_test_that_fails_only_in_the_candidate_s_version_is_disputed() -> None:
    result = touched("pp", "pp", ran("pf", only=("tests/test_a.py",)))
    assert (states(result), fates_in(result)) == (UNPROVEN, {"disputed": names(1)})
    assert reason(result, "tests") == (
        "1 test passed in the base's version, and failed in the candidate's: tests/test_a.py::t1"
    )
    assert reviewed(result) == [
        ("a changed test fails in the candidate's version: tests/test_a.py::t1", "tests/test_a.py")
    ]


def test_a_test_that_the_candidate_edits_until_it_fails_is_not_fixed() -> None:
    result = touched("pf", "pp", ran("pf", only=("tests/test_a.py",)))
    assert fates_in(result) == {"failing": names(1)}


def test_a_fixed_test_may_lose_its_strict_mark() -> None:
    # With the base's strict mark it fails, because it passes.
    assert fates_in(touched("px", "pf", "pp", "pf")) == {"fixed": names(1)}
    assert fates_in(touched("px", "pf", "pp", "pp")) == {"failing": names(1)}


# --- a changed requirement whose test has another id afterwards ---------------------------------


def changed_requirement(
    old: str, new: str, n: Outcome = "failed", **fields: Any
) -> CandidateResult:
    """The test ``old`` fails in the base's version, and ``new`` is in the candidate's."""
    first: dict[str, Outcome] = {"tests/test_a.py::t0": "passed"}
    own: dict[str, Outcome] = {**first, new: "passed"}
    changes = (TEST_CHANGE, NEW_FILE) if "test_new" in new else (TEST_CHANGE,)
    record = candidate(
        "codex",
        *changes,
        tests=ran({**first, old: "failed"}),
        tests_own=ran(own),
        tests_new=ran({**first, new: n}),
    )
    return one(base(tests=ran({**first, old: "passed"})), record, **fields)


SUCCESSORS = [
    ("tests/test_a.py::test_large", "tests/test_a.py::test_large_is_owed"),
    ("tests/test_a.py::test_large", "tests/test_new.py::test_large"),
    ("tests/test_a.py::test_large[9-0]", "tests/test_a.py::test_large[9--2]"),
    ("tests/test_a.py::A::test_large", "tests/test_a.py::B::test_large"),
]


@pytest.mark.parametrize(("old", "new"), SUCCESSORS)
def test_a_test_with_a_successor_is_disputed(old: str, new: str) -> None:
    result = changed_requirement(old, new)
    assert states(result)["tests"] == "unproven"
    assert fates_in(result)["disputed"] == (old,)
    # Not if it passes on the base's code as well.
    bent = changed_requirement(old, new, "passed")
    assert (states(bent), fates_in(bent)["lost"]) == (BLOCKED, (old,))


@pytest.mark.parametrize(
    ("runs", "state"),
    [
        # What another test of the file demands now: one case moved there.
        (("pp", "pf", "pp", "fp"), "disputed"),
        # That fails on the base's code because of a fault of the base.
        (("fp", "pf", "pp", "fp"), "lost"),
        (("pp", "pf", "pp", "pp"), "lost"),
    ],
)
def test_a_test_that_is_weaker_is_disputed_beside_a_changed_one(
    runs: tuple[str, str, str, str], state: str
) -> None:
    assert fates_in(touched(*runs))[state] == names(1)


def test_a_test_whose_id_is_another_one_in_each_run_is_flaky() -> None:
    ids: list[dict[str, Outcome]] = [
        {"tests/test_a.py::t0": "passed", f"tests/test_a.py::at {second}": "passed"}
        for second in range(4)
    ]
    runs = [ran(entry) for entry in ids]
    record = candidate("a", TEST_CHANGE, tests=runs[1], tests_own=runs[2], tests_new=runs[3])
    before = base(tests=runs[0])
    assert lost_tests(race(before, record)) == ("tests/test_a.py::at 0",)
    again = replace(before, runs={**before.runs, "tests.rerun.1": runs[1]})
    assert states(one(again, record)) == {}


def test_a_test_of_another_name_and_file_is_no_successor() -> None:
    old = "tests/test_a.py::test_large"
    result = changed_requirement(old, "tests/test_new.py::test_other")
    assert (states(result), fates_in(result)["lost"]) == (BLOCKED, (old,))


@pytest.mark.parametrize("key", ["changed_ok", "removed_ok"])
def test_a_person_excuses_a_test_that_the_candidate_no_longer_has(key: str) -> None:
    old, new = SUCCESSORS[2]
    policy = rules(**{key: ["tests/test_a.py::test_large*"]})
    assert states(changed_requirement(old, new, policy=policy)) == {}
    # Not one that it still has, and that was bent.
    kept = touched("pp", "pf", "pp", "pp", policy=rules(**{key: ["tests/test_a.py::*"]}))
    assert fates_in(kept) == {"lost": names(1)}


def test_data_of_tests_may_be_recorded_again() -> None:
    golden = FileChange(path="tests/golden.json", status="modified", added=1, removed=1)
    result = touched("pp", "pf", "pp", "pf", changes=(CHANGE, golden))
    assert (states(result), fates_in(result)) == ({"tests": "unproven"}, {"disputed": names(1)})
    policy = rules(changed_ok=["tests/test_a.py::t1"])
    assert states(touched("pp", "pf", "pp", "pf", changes=(CHANGE, golden), policy=policy)) == {}


# --- M: the tests as they are after the merge ---------------------------------------------------

NEW_IDS = ids("p", "tests/test_new.py")
ALONE = ran(NEW_IDS, only=("tests/test_new.py",))


def merged(m: CommandRun | str, before: str = "pp", v: str = "pp", **runs: Any) -> CandidateResult:
    """A candidate that added a test, whose O ran only that."""
    runs = {"tests": ran(v), "tests_own": ALONE, **runs}
    runs["tests_merged"] = ran({**ids(m), **NEW_IDS}) if isinstance(m, str) else m
    return one(base(tests=ran(before)), candidate("codex", NEW_FILE, **runs))


@pytest.mark.parametrize(
    ("m", "words"),
    [
        ("pf", "after the merge 1 test fails: tests/test_a.py::t1"),
        ("ff", "after the merge 2 tests fail: tests/test_a.py::t0, tests/test_a.py::t1"),
        ("ps", "after the merge 1 test is skipped or not run: tests/test_a.py::t1"),
        ("..", "after the merge 2 tests are skipped or not run: "),
        # As if another file has the same base name, or a new package hides the product.
        (
            ran({"tests/test_new.py": "error"}, exit=2, problems=("it was interrupted",)),
            "after the merge 1 test file cannot be collected: tests/test_new.py",
        ),
        (ran({"tests": "error"}, exit=2), "after the merge 1 test file cannot be collected: tests"),
        (ran({}, exit=4), "after the merge no test can be run: `pytest -q` ended with exit code 4"),
        (timed_out(9), "after the merge the tests fail: `make` timed out after 9 s"),
        # Its own new test.
        (ran({**ids("pp"), "tests/test_new.py::t0": "failed"}), "after the merge 1 test fails: "),
    ],
)
def test_a_suite_that_is_red_after_the_merge_is_unproven(m: Any, words: str) -> None:
    result = merged(m)
    assert states(result) == {"tests": "unproven"}
    assert words in reason(result, "tests")
    assert score(result) == 100


@pytest.mark.parametrize(
    ("before", "v", "m"), [("pp", "pp", "pp"), ("pf", "pf", "pf"), ("ps", "ps", "ps")]
)
def test_what_the_base_has_is_not_wrong_after_the_merge(before: str, v: str, m: str) -> None:
    assert states(merged(m, before, v)) == {}


def test_flaky_tests_are_not_wrong_after_the_merge() -> None:
    records = base(tests=ran("pp"), tests_rerun_1=ran("pf"))
    record = candidate(
        "codex", NEW_FILE, tests=ran("pp"), tests_own=ALONE, tests_merged=ran("pf", exit=1)
    )
    assert states(one(records, record)) == {}


def test_o_shows_what_is_after_the_merge_if_it_ran_everything() -> None:
    result = touched("pp", "pp", "ppf")
    assert reason(result, "tests") == "after the merge 1 test fails: tests/test_a.py::t2"
    # Not with the base's judges.
    roles = {"roles": {"a.sh": "judge"}}
    judged = candidate(source=roles, tests=ran("pp"), tests_own=ran("pf"))
    assert states(one(base(tests=ran("pp")), judged)) == {}


def test_an_exit_code_shows_that_something_is_wrong_after_the_merge() -> None:
    runs: dict[str, Any] = {"tests": counts(passed=2), "tests_own": counts(1, passed=2, failed=1)}
    result = one(base(tests=counts(passed=2)), candidate("codex", TEST_CHANGE, **runs))
    assert states(result) == {"tests": "unproven"}
    assert reason(result, "tests").startswith("after the merge the tests fail: `make test` ended")
    fine = {**runs, "tests_own": counts(passed=3)}
    assert states(one(base(tests=counts(passed=2)), candidate("codex", TEST_CHANGE, **fine))) == {}


# --- tests that only the candidate has ----------------------------------------------------------


def with_new(own: str, new: str | None, before: str = "pppp", now: str = "pppp") -> CandidateResult:
    file = "tests/test_new.py"
    runs: dict[str, Any] = {"tests": ran(now), "tests_own": ran(ids(own, file), only=(file,))}
    runs |= {} if new is None else {"tests_new": ran(ids(new, file))}
    return one(base(tests=ran(before)), candidate("codex", NEW_FILE, **runs))


@pytest.mark.parametrize(
    ("own", "new", "counted", "expected"),
    [
        # 5/6, and half a point for each.
        ("pp", "ff", 2, Fraction(500, 6) + 1),
        ("pp", "s.", 2, Fraction(500, 6) + 1),
        # They pass without the change, or nobody saw them fail.
        ("pp", "pp", 0, 75),
        ("pp", None, 0, 75),
        ("fs", "fs", 0, 75),
        # At most ten points.
        ("p" * 30, "f" * 30, 30, 100),
    ],
)
def test_new_tests_count_if_the_base_fails_them(
    own: str, new: str | None, counted: int, expected: Exact
) -> None:
    result = with_new(own, new, before="pppf", now="pppf")
    assert (result.dimension("tests").inputs["new_tests"], score(result)) == (counted, expected)
    assert states(result) == {}


def test_a_new_test_that_fails_is_for_review() -> None:
    result = with_new("pfs", "ffs")
    assert reviewed(result) == [("a new test fails: tests/test_new.py::t1", NEW_FILE.path)]
    assert states(result) == {}


def test_cases_whose_ids_differ_in_each_run_are_not_new() -> None:
    own, new = (ran(ids("p") | {f"tests/test_a.py::t9[{at}]": "passed"}) for at in (1, 2))
    record = candidate("codex", TEST_CHANGE, tests=ran("p"), tests_own=own, tests_new=new)
    assert fates_in(one(base(tests=ran("p")), record)) == {"padding": ("tests/test_a.py::t9[1]",)}


# --- runs again ---------------------------------------------------------------------------------


def rerun(base_runs: list[str], runs: list[str], before: str = "ppp", now: str = "ppf") -> Any:
    there: dict[str, Any] = {f"tests_rerun_{at}": ran(run) for at, run in enumerate(base_runs, 1)}
    here: dict[str, Any] = {f"tests_rerun_{at}": ran(run) for at, run in enumerate(runs, 1)}
    return base(tests=ran(before), **there), candidate(tests=ran(now), **here)


@pytest.mark.parametrize(
    ("base_runs", "runs", "now", "gates", "fates"),
    [
        (["ppp", "ppf"], ["ppf", "ppf"], "ppf", {}, {"flaky": names(2)}),
        (["ppp", "ppp"], ["ppf", "ppf"], "ppf", BLOCKED, {"lost": names(2)}),
        (["ppp", "ppp"], ["ppf", "ppp"], "ppf", UNPROVEN, {"unstable": names(2)}),
        # Ids that differ in each run are on neither side; a run that ended early says nothing.
        (["pp."], ["pp."], "pp.", {}, {"flaky": names(2)}),
        (["p.."], ["pf."], "pff", BLOCKED, {"lost": names(1, 2)}),
    ],
)
def test_lost_tests_are_run_again(
    base_runs: list[str], runs: list[str], now: str, gates: Any, fates: Any
) -> None:
    before, record = rerun(base_runs, runs, now=now)
    result = one(before, record)
    assert (states(result), fates_in(result)) == (gates, fates)
    assert lost_tests(race(before, record)) == fates.get("lost", ())


def test_reruns_that_cannot_be_trusted_say_nothing() -> None:
    before = base(tests=ran("p"), tests_rerun_1=ran("p"))
    record = candidate(tests=ran("f"), tests_rerun_1=ran("p", problems=("no end",)))
    assert states(one(before, record)) == BLOCKED
    uncollected = ran({"tests/test_a.py": "error"}, exit=1)
    before = base(tests=ran("p"), tests_rerun_1=uncollected)
    assert fates_in(one(before, candidate(tests=ran("")))) == {"lost": names(0)}


def test_tests_that_need_tests_before_them_are_recognized() -> None:
    before, alone = ran("psp"), ran("pss")
    assert may_depend_on_others(alone, before)
    assert not may_depend_on_others(ran("psp"), before)
    assert not may_depend_on_others(ran("ps"), before)
    assert not may_depend_on_others(ran({"tests/test_new.py::t9": "failed"}), before)
    moved = ran({"tests/unit/test_a.py::TestA::t2[1]": "failed"})
    assert may_depend_on_others(moved, before)
    assert not may_depend_on_others(moved, None)


# --- files with tests and product code ----------------------------------------------------------

EXAMPLE = "src/a.py::a.f"


def documented(outcome: Outcome | None, *examples: str, test: str = EXAMPLE) -> CommandRun:
    """A run of a test, and of the examples of a function."""
    run = ran(ids("p") | ({} if outcome is None else {test: outcome}))
    assert run.tests is not None
    return replace(run, tests=replace(run.tests, examples={test: examples} if outcome else {}))


@pytest.mark.parametrize(
    ("before", "now", "fates"),
    [
        (documented("passed", "1"), documented("passed", "1"), {}),
        # There may be more examples.
        (documented("passed", "1"), documented("passed", "1", "2"), {}),
        (documented("passed", "1", "2"), documented("passed", "0", "1", "3", "2"), {}),
        (
            documented("passed", "1", "2"),
            documented("passed", "2", "1"),
            {"disputed": (EXAMPLE,)},
        ),
        (documented("passed", "1"), documented("failed", "1", "2"), {"lost": (EXAMPLE,)}),
        (documented("passed", "1"), documented("passed", "2"), {"disputed": (EXAMPLE,)}),
        (documented("passed", "1", "2"), documented("passed", "1"), {"disputed": (EXAMPLE,)}),
        (documented("passed", "1"), documented(None), {"disputed": (EXAMPLE,)}),
        (documented("failed", "1"), documented("passed", "2"), {"fixed": (EXAMPLE,)}),
        # They may move with what they document.
        (documented("passed", "1"), documented("passed", "1", test="src/b.py::b.f"), {}),
        (
            documented("passed", "1"),
            documented("failed", "1", test="src/b.py::b.f"),
            {"lost": (EXAMPLE,)},
        ),
        # What a linter says of a file as a whole.
        (documented("passed"), documented("passed"), {}),
        (documented("passed"), documented("failed"), {"lost": (EXAMPLE,)}),
        # Tests without examples, whose text is unknown.
        (ran({EXAMPLE: "passed"}), ran({EXAMPLE: "passed"}), {"disputed": (EXAMPLE,)}),
    ],
)
def test_examples_of_the_base_decide(
    before: CommandRun, now: CommandRun, fates: dict[str, tuple[str, ...]]
) -> None:
    result = one(base(tests=before), candidate(tests=now))
    assert fates_in(result) == fates
    if "disputed" in fates:
        assert states(result) == UNPROVEN
        assert "[scoring.tests] files" in reason(result, "tests")
        policy = rules(tests={"changed_ok": ["src/a.py::*"]})
        assert states(one(base(tests=before), candidate(tests=now), policy=policy)) == {}


def test_what_a_linter_says_of_a_deleted_file_does_not_count() -> None:
    change = FileChange(path="src/a.py", status="deleted", removed=1)
    record = candidate("codex", change, tests=documented(None))
    result = one(base(tests=documented("passed")), record)
    assert (fates_in(result), states(result)) == ({}, {})


def test_a_file_that_the_base_collected_tests_from_is_a_test_file() -> None:
    change = FileChange(path="check.py", status="modified", added=1)
    before, own = ids("pp", "check.py"), ids("p.", "check.py")
    record = candidate("codex", change, tests=ran(before), tests_own=ran(own))
    record = replace(record, source=replace(record.source, roles={"check.py": "test"}))
    assert fates_in(one(base(tests=ran(before)), record)) == {"gone": names(1, file="check.py")}
