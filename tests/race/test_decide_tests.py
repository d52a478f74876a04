"""What became of the tests, by id: lost, gone, changed, new and flaky ones."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pytest_hydra.core.numbers import Exact
from pytest_hydra.engine.unit import CommandRun
from pytest_hydra.git.diff import FileChange
from pytest_hydra.race.decide.decision import lost_tests
from pytest_hydra.race.decide.measure import may_depend_on_others
from pytest_hydra.race.decide.model import CandidateResult
from pytest_hydra.race.record import CandidateRecord, FoldedTest, Policy
from pytest_hydra.results.outcomes import Outcome
from tests.race.recorded import (
    CHANGE,
    LETTERS,
    NEW_FILE,
    TEST_CHANGE,
    base,
    broken,
    candidate,
    counts,
    ids,
    names,
    one,
    race,
    reason,
    score,
    states,
    timed_out,
    told,
    tried,
)

# --- one run ------------------------------------------------------------------------------------

# base's outcomes, the candidate's, the score by hand, gates, what is listed.
ONE_RUN: list[tuple[str, str, Exact, dict[str, str], dict[str, tuple[str, ...]]]] = [
    ("pppp", "pppp", 100, {}, {}),
    # 3/4, less 1/4 of 60.
    ("pppp", "ppfp", 60, {"tests": "block"}, {"lost": names(2)}),
    ("pppp", "ppep", 60, {"tests": "block"}, {"lost": names(2)}),
    # A skip of a test that passed is a loss; so is one that is now expected to fail.
    ("pppp", "ppsp", 60, {"tests": "block"}, {"lost": names(2)}),
    ("pppp", "ppxp", 60, {"tests": "block"}, {"lost": names(2)}),
    # Old failures never block, and stay in the count.
    ("ppff", "ppff", 50, {}, {}),
    ("ppff", "ppfp", 75, {}, {"fixed": names(3)}),
    ("ppff", "ppsx", 50, {}, {}),
    # A mended test does not pay for a lost one: 2/4 - 30.
    ("ppff", "fppf", 20, {"tests": "block"}, {"lost": names(0), "fixed": names(2)}),
    # What is skipped or expected to fail on both sides leaves the count.
    ("ppsx", "ppsx", 100, {}, {}),
    ("ppsx", "ppxs", 100, {}, {}),
    ("pppsx", "ppfsx", Fraction(200, 3) - 20, {"tests": "block"}, {"lost": names(2)}),
    # What was skipped and runs now is in the count, and no regression.
    ("ppss", "pppf", 75, {}, {}),
    # xpass counts as passed, on both sides.
    ("pX", "Xp", 100, {}, {}),
    ("pX", "pf", 20, {"tests": "block"}, {"lost": names(1)}),
    # Not there any more: both what is lost and what is gone.
    (
        "pppp",
        "ppp.",
        60,
        {"tests": "block", "dropped_tests": "block"},
        {"lost": names(3), "dropped": names(3)},
    ),
    # A test that failed and is gone is no regression, but gone.
    ("pppf", "ppp.", 75, {"dropped_tests": "block"}, {"dropped": names(3)}),
    ("ppps", "ppp.", 75, {"dropped_tests": "block"}, {"dropped": names(3)}),
    # New ids, where no test file was touched, are shown, and leave the formula.
    ("pp", "ppp", 100, {}, {"added": names(2)}),
    ("pp", "ppf", 100, {}, {"added": names(2)}),
]


@pytest.mark.parametrize(("before", "now", "expected", "gates", "lists"), ONE_RUN)
def test_one_run(
    before: str,
    now: str,
    expected: Exact,
    gates: dict[str, str],
    lists: dict[str, tuple[str, ...]],
) -> None:
    result = one(base(tests=tried(before)), candidate(tests=tried(now)))
    assert score(result) == expected
    assert states(result) == gates
    assert told(result) == lists


def test_what_is_lost_is_said_by_id() -> None:
    result = one(base(tests=tried("p" * 9)), candidate(tests=tried("pfffffs.p")))
    assert reason(result, "tests") == (
        "5 tests that passed on the base fail: tests/test_a.py::t1, tests/test_a.py::t2, "
        "tests/test_a.py::t3, … and 2 more; "
        "1 test that passed on the base is skipped: tests/test_a.py::t6; "
        "1 test that passed on the base is not run any more: tests/test_a.py::t7"
    )
    assert reason(result, "dropped_tests") == "1 test of the base is gone: tests/test_a.py::t7"
    assert result.dimension("tests").message == (
        f"{reason(result, 'tests')}; {reason(result, 'dropped_tests')}"
    )
    assert result.dimension("tests").inputs == {
        "evidence": "ids",
        "base_passed": 9,
        "base_total": 9,
        "passed": 2,
        "total": 9,
        "regression": 7,
        "gone": 0,
        "new_tests": 0,
    }


def test_ids_are_made_safe_to_show() -> None:
    evil = {"tests/a.py::t[\x1b[31m\u202e\n]": "failed"}
    result = one(
        base(tests=tried(dict.fromkeys(evil, "passed"))),
        candidate(tests=tried(evil)),  # type: ignore[arg-type]
    )
    assert reason(result, "tests").isprintable()
    assert r"t[\x1b[31m\u202e ]" in reason(result, "tests")


@pytest.mark.parametrize(("percent", "blocks"), [(0, True), (24.9, True), (25, False)])
def test_a_regression_may_be_allowed(percent: float, blocks: bool) -> None:
    policy = Policy(max_test_regression_percent=percent)
    result = one(base(tests=tried("pppp")), candidate(tests=tried("pppf")), policy=policy)
    assert states(result) == ({"tests": "block"} if blocks else {})
    assert score(result) == 60
    assert "t3" in result.dimension("tests").message


# --- a touched test file: three runs ------------------------------------------------------------


def touched(before: str, v: str, o: str | dict[str, Outcome], **fields: Any) -> CandidateResult:
    """A candidate that changed tests/test_a.py: V decides, O is its own file."""
    policy = fields.pop("policy", None)
    changes = fields.pop("changes", (TEST_CHANGE,))
    record = candidate("codex", *changes, tests=tried(v), tests_own=tried(o), **fields)
    return one(base(tests=tried(before)), record, policy=policy)


def test_the_tests_of_the_base_decide() -> None:
    # What it weakened fails as the base has it.
    result = touched("ppp", "ppf", "ppp", edited_tests=())
    assert states(result) == {"tests": "block"}
    assert told(result) == {"lost": names(2)}


STRICT = [Policy(max_dropped_tests=0), Policy(max_dropped_tests=0, formulas="hydra-1")]


@pytest.mark.parametrize("policy", STRICT)
def test_where_none_may_be_dropped_it_is_lost_though_it_would_pass(policy: Policy) -> None:
    result = touched("ppp", "ppp", "pp.", policy=policy)
    # 2/3 - 20.
    assert score(result) == Fraction(200, 3) - 20
    assert states(result) == {"dropped_tests": "block"}
    assert told(result) == {"lost": names(2), "dropped": names(2)}
    assert reason(result, "dropped_tests") == "1 test of the base is gone: tests/test_a.py::t2"
    assert "gone" not in result.dimension("tests").inputs
    # So it is with one that is called otherwise.
    other: dict[str, Outcome] = {"tests/test_a.py::t0[1]": "passed"}
    result = touched("p", "p", other, policy=policy)
    assert states(result) == {"dropped_tests": "block"}


def test_a_test_that_is_gone_and_passes_as_the_base_has_it_is_for_review() -> None:
    result = touched("p" * 20, "p" * 20, "p" * 18 + "..")
    assert states(result) == {}
    # 20/20, less half a point each.
    assert score(result) == 99
    assert told(result) == {"dropped": names(18, 19)}
    assert [(entry.what, entry.file) for entry in result.review] == [
        (
            "a test of the base is gone, and would still pass: "
            "tests/test_a.py::t18, tests/test_a.py::t19",
            "tests/test_a.py",
        )
    ]
    said = "2 tests of the base are gone, and would still pass: tests/test_a.py::t18, "
    assert result.dimension("tests").message.startswith(said)
    assert result.dimension("tests").inputs["gone"] == 2


def test_more_than_a_tenth_that_is_gone_is_for_a_person_to_allow() -> None:
    result = touched("p" * 20, "p" * 20, "p" * 17 + "...")
    assert states(result) == {"dropped_tests": "unproven"}
    assert reason(result, "dropped_tests").endswith(
        "if that is intended, add the ids to removed_ok"
    )
    allowed = Policy(removed_ok=("*::t17", "*::t18"))
    assert states(touched("p" * 20, "p" * 20, "p" * 17 + "...", policy=allowed)) == {}


@pytest.mark.parametrize(
    ("before", "v"), [("f", "f"), ("e", "e"), ("p", "f"), ("p", "s"), ("f", "s"), ("s", "f")]
)
def test_nothing_that_does_not_pass_is_hidden(before: str, v: str) -> None:
    result = touched("p" * 20 + before, "p" * 20 + v, "p" * 20)
    assert states(result)["dropped_tests"] == "block"
    assert told(result)["dropped"] == names(20)
    # Not by another name either, but where it is seen to fail there.
    renamed = FoldedTest(test="tests/test_a.py::t20", into="tests/test_a.py::u", cases=0)
    seen: list[Outcome] = ["passed", "skipped", "failed"]
    for own in seen:
        outcomes = ids("p" * 20) | {"tests/test_a.py::u": own}
        result = touched("p" * 20 + before, "p" * 20 + v, outcomes, folded_tests=(renamed,))
        hides = own != "failed" or before == "p"
        assert ("dropped_tests" in states(result)) is hides


def test_what_was_not_run_before_and_is_not_now_hides_nothing() -> None:
    result = touched("p" * 9 + "sx", "p" * 9 + "sx", "p" * 9)
    assert (states(result), score(result)) == ({}, 100)


def test_what_cannot_be_collected_as_it_is_here_is_no_matter_for_review() -> None:
    own = tried({"tests/test_a.py": "error"}, exit=2)
    record = candidate("codex", TEST_CHANGE, tests=tried("p" * 20), tests_own=own)
    result = one(base(tests=tried("p" * 20)), record)
    assert states(result) == {"dropped_tests": "block"}


# What lives on, by the ids of the base and of the candidate; one of `LEFT` is left as it was.
LEFT: dict[str, Outcome] = {f"tests/test_a.py::left{n}": "passed" for n in range(9)}
LIVES_ON: list[tuple[list[str], list[str], list[tuple[str, str]], int]] = [
    # Other parameters: some for none, as many others, others more.
    (["a::t"], ["a::t[int]", "a::t[timedelta]"], [("a::t", "a::t[int]")], 0),
    (["a::t[1-2]"], ["a::t[1-2-x]", "a::t[3-4-x]"], [("a::t[1-2]", "a::t[1-2-x]")], 0),
    (["a::t[1]", "a::t[2]"], ["a::t[3]"], [("a::t[1]", "a::t[3]")], 1),
    # Another class, another file.
    (["a::A::t"], ["a::B::t"], [("a::A::t", "a::B::t")], 0),
    (["a::A::t[x]"], ["b::B::t[y]"], [("a::A::t[x]", "b::B::t[y]")], 0),
    # Each stands for one.
    (["a::A::t", "a::B::t"], ["a::C::t"], [("a::A::t", "a::C::t")], 1),
    # The same function goes before one of its name elsewhere.
    (["a::A::t", "a::B::t[1]"], ["a::B::t[2]"], [("a::B::t[1]", "a::B::t[2]")], 1),
    # Another name says nothing by itself.
    (["a::t"], ["a::u"], [], 1),
]


@pytest.mark.parametrize(("before", "now", "moved", "gone"), LIVES_ON)
def test_what_lives_on_is_not_gone(
    before: list[str], now: list[str], moved: list[tuple[str, str]], gone: int
) -> None:
    def full(names: list[str]) -> dict[str, Outcome]:
        known = {"a": "tests/test_a.py", "b": "tests/test_b.py"}
        return LEFT | {f"{known[name[0]]}{name[1:]}": "passed" for name in names}

    there = tried(full(before))
    changes = (TEST_CHANGE, FileChange(path="tests/test_b.py", status="added", added=9))
    record = candidate("codex", *changes, tests=there, tests_own=tried(full(now)))
    for entry in (record, replace(record, runs=dict(reversed([*record.runs.items()])))):
        result = one(base(tests=there), entry)
        assert result.dimension("tests").inputs["gone"] == gone
        assert states(result) == {}
        pairs = [f"tests/test_{old}, now tests/test_{new}" for old, new in moved]
        said = [entry.what for entry in result.review if "was renamed" in entry.what]
        assert said == [
            f"a test of the base was renamed, moved or given other parameters: {pair}".replace(
                "test_a::", "test_a.py::"
            ).replace("test_b::", "test_b.py::")
            for pair in pairs
        ]


def test_a_function_with_another_name_and_the_same_body_is_the_same() -> None:
    renamed = FoldedTest(test="tests/test_a.py::t9", into="tests/test_a.py::u", cases=0)
    own = ids("p" * 9) | {"tests/test_a.py::u": "passed"}
    result = touched("p" * 10, "p" * 10, own, folded_tests=(renamed,))
    assert (states(result), score(result)) == ({}, 100)
    assert result.dimension("tests").inputs["gone"] == 0
    own["tests/test_a.py::u"] = "skipped"
    result = touched("p" * 10, "p" * 10, own, folded_tests=(renamed,))
    assert result.dimension("tests").inputs["gone"] == 1


@pytest.mark.parametrize("silent", ["s", "x"])
def test_what_it_skips_itself_is_lost_though_it_would_pass(silent: str) -> None:
    result = touched("ppp", "ppp", f"pp{silent}")
    assert states(result) == {"tests": "block"}
    assert "is skipped" in reason(result, "tests")


@pytest.mark.parametrize("silent", ["s", "x"])
def test_what_fails_is_not_mended_by_silence(silent: str) -> None:
    result = touched("ppf", "ppf", f"pp{silent}")
    assert states(result) == {"tampering": "block"}
    assert reason(result, "tampering").startswith("1 test that fails on the base is now skipped or")
    # By a person's word it may; and so where it was mended, or silent before.
    assert states(touched("ppf", "ppf", "ppx", policy=Policy(changed_ok=("*::t2",)))) == {}
    for before, v, o in (("ppf", "ppp", "ppx"), ("pps", "pps", "ppx"), ("ppf", "ppf", "ppf")):
        assert "tampering" not in states(touched(before, v, o))


def test_a_new_file_of_configuration_may_drop_any_test() -> None:
    for status in ("added", "modified"):
        conftest = FileChange(path="tests/conftest.py", status=status, added=3)
        result = touched("ppp", "ppp", "pp.", changes=(conftest,))
        assert states(result) == {"dropped_tests": "unproven"}
        assert states(touched("ppp", "ppp", "ppp", changes=(conftest,))) == {}
    # A new test file says nothing of others.
    tests = FileChange(path="tests/test_b.py", status="added", added=3)
    assert states(touched("ppp", "ppp", "pp.", changes=(tests,))) == {}


def test_a_deleted_file_takes_its_tests_along() -> None:
    gone = FileChange(path="tests/test_a.py", status="deleted", removed=30)
    record = candidate("codex", gone, tests=tried("pp"))
    result = one(base(tests=tried("pp")), record)
    assert states(result) == {"dropped_tests": "unproven"}
    assert reason(result, "dropped_tests").startswith(
        "2 tests of the base are gone, and would still "
    )
    result = one(base(tests=tried("pp")), candidate("codex", gone, tests=tried("pf")))
    assert states(result) == {"tests": "block", "dropped_tests": "block"}
    allowed = Policy(removed_ok=("tests/test_a.py::*",))
    result = one(base(tests=tried("pp")), record, policy=allowed)
    assert states(result) == {}
    assert told(result) == {}
    few = Policy(max_dropped_tests=2)
    result = one(base(tests=tried("pp")), record, policy=few)
    assert states(result) == {}
    assert told(result)["dropped"] == names(0, 1)


def test_ids_of_a_renamed_file_are_the_same_ids() -> None:
    renamed = FileChange(path="tests/test_b.py", old_path="tests/test_a.py", status="renamed")
    record = candidate(
        "codex",
        renamed,
        tests=tried("ppp"),
        tests_own=tried(ids("ppp", "tests/test_b.py")),
        tests_new=tried(ids("ppp", "tests/test_b.py")),
    )
    result = one(base(tests=tried("ppp")), record)
    assert (states(result), told(result), score(result)) == ({}, {}, 100)


def test_a_renamed_file_that_lost_a_test_lost_it() -> None:
    renamed = FileChange(path="tests/test_b.py", old_path="tests/test_a.py", status="renamed")
    own = tried(ids("pp", "tests/test_b.py"))
    record = candidate("codex", renamed, tests=tried("ppp"), tests_own=own)
    assert told(one(base(tests=tried("ppp")), record))["dropped"] == names(2)


def test_ids_by_module_are_renamed_too() -> None:
    files = {"tests.test_a::t0": "tests/test_a.py"}
    renamed = FileChange(path="tests/sub/b.py", old_path="tests/test_a.py", status="renamed")
    record = candidate(
        "codex",
        renamed,
        tests=tried({"tests.test_a::t0": "passed"}, files=files),
        tests_own=tried({"tests.sub.b::t0": "passed"}, files={"tests.sub.b::t0": "tests/sub/b.py"}),
    )
    result = one(base(tests=tried({"tests.test_a::t0": "passed"}, files=files)), record)
    assert (states(result), told(result)) == ({}, {})


def test_a_name_that_only_begins_alike_is_another_one() -> None:
    renamed = FileChange(path="tests/b", old_path="tests/a", status="renamed")
    own = tried({"tests/bc::t": "passed"}, files={"tests/bc::t": "tests/b"})
    record = candidate("codex", renamed, tests=tried("p"), tests_own=own)
    result = one(base(tests=tried("p")), record)
    assert told(result) == {"added": ("tests/bc::t",)}


def test_its_own_tests_must_be_run_to_know_what_is_gone() -> None:
    before, change = base(tests=tried("pp")), TEST_CHANGE
    ways: list[tuple[dict[str, Any], str]] = [
        ({}, "its own tests were not run"),
        ({"tests_own": timed_out(9)}, "the run of its own tests did not finish: `make` timed out"),
        ({"tests_own": broken("no disk")}, "could not be run: no disk"),
        ({"tests_own": counts(passed=2)}, "the results of its own tests have no test ids"),
    ]
    for own, words in ways:
        result = one(before, candidate("codex", change, tests=tried("pp"), **own))
        assert states(result) == {"dropped_tests": "unproven"}
        assert words in reason(result, "dropped_tests")


def test_a_test_that_fails_as_it_changed_it_is_shown() -> None:
    result = touched("ppp", "ppp", "ppf")
    assert (states(result), told(result)) == ({}, {})
    assert [(entry.what, entry.file) for entry in result.review] == [
        (
            "a changed test fails in the candidate's version: tests/test_a.py::t2",
            "tests/test_a.py",
        )
    ]


# --- disputed -----------------------------------------------------------------------------------


@pytest.mark.parametrize("edited", [None, names(2)])
def test_a_test_that_was_changed_with_its_behaviour_is_disputed(
    edited: tuple[str, ...] | None,
) -> None:
    result = touched("ppp", "ppf", "ppp", edited_tests=edited)
    assert states(result) == {"tests": "unproven"}
    assert told(result) == {"disputed": names(2)}
    assert reason(result, "tests") == (
        "1 test failed in the base's version, and passed in the candidate's: tests/test_a.py::t2; "
        "if that is intended, add the ids to changed_ok"
    )
    # It does not pass, but whether it is lost is open: 2/3.
    assert score(result) == Fraction(200, 3)
    assert [entry.file for entry in result.review] == ["tests/test_a.py"]


def test_a_dispute_ends_when_a_person_names_the_test() -> None:
    policy = Policy(changed_ok=("tests/test_a.py::t2",))
    result = touched("ppp", "ppf", "ppp", policy=policy)
    assert (states(result), told(result), score(result)) == ({}, {}, 100)
    # It has to pass as the candidate has it.
    result = touched("ppp", "ppf", "ppf", policy=policy)
    assert states(result) == {"tests": "block"}


def test_a_test_that_it_did_not_edit_is_no_dispute() -> None:
    result = touched("ppp", "pff", "ppp", edited_tests=names(2))
    assert states(result) == {"tests": "block"}
    assert told(result) == {"lost": names(1), "disputed": names(2)}


# --- what stands around tests -------------------------------------------------------------------

CONFTEST = FileChange(path="tests/conftest.py", status="modified", added=1)


def support(
    v: str | dict[str, Outcome],
    o: str,
    n: str | dict[str, Outcome],
    *changes: FileChange,
    **fields: Any,
) -> CandidateResult:
    """A candidate that edited no test, but what stands around them."""
    runs: dict[str, Any] = {"tests": tried(v), "tests_own": tried(o), "tests_new": tried(n)}
    record = candidate("codex", *(changes or (CONFTEST,)), edited_tests=(), **runs)
    policy = fields.pop("policy", None)
    return one(base(tests=tried("ppp"), **fields), record, policy=policy)


def test_a_test_that_hangs_on_what_was_changed_around_it_is_disputed() -> None:
    # A list of its conftest has one entry more, which the base's product has not.
    result = support("ppf", "ppp", "ppf")
    assert states(result) == {"tests": "unproven"}
    assert told(result) == {"disputed": names(2)}
    assert "if that is intended, add the ids to changed_ok" in reason(result, "tests")
    settled = Policy(changed_ok=("*::t2",))
    assert states(support("ppf", "ppp", "ppf", policy=settled)) == {}
    # As it was decided by the first formulas.
    first = Policy(formulas="hydra-1", max_dropped_tests=0)
    assert states(support("ppf", "ppp", "ppf", policy=first)) == {"tests": "block"}
    # So it is with a helper beside the tests, and with what stands at the top of their file.
    for path in ("tests/helpers.py", "tests/test_a.py"):
        change = FileChange(path=path, status="modified", added=1)
        assert states(support("ppf", "ppp", "ppf", change)) == {"tests": "unproven"}


@pytest.mark.parametrize(
    ("o", "n", "changes"),
    [
        # It does not pass here either; or it passes with any product, as it was made to.
        ("ppf", "ppf", ()),
        ("ppp", "ppp", ()),
        ("ppp", "pp.", ()),
        # What tests go by was changed as well.
        ("ppp", "ppf", (CONFTEST, FileChange(path="tests/data/a.txt", status="modified", added=1))),
        ("ppp", "ppf", (FileChange(path="tests/data/a.txt", status="modified", added=1),)),
    ],
)
def test_a_test_that_is_made_to_pass_is_lost(
    o: str, n: str, changes: tuple[FileChange, ...]
) -> None:
    assert states(support("ppf", o, n, *changes))["tests"] == "block"


def test_tests_that_the_base_imports_otherwise_are_disputed() -> None:
    nothing: dict[str, Outcome] = {"tests/test_a.py": "error"}
    result = support(nothing, "ppp", "ppp", TEST_CHANGE)
    assert states(result) == {"tests": "unproven"}
    assert told(result) == {"disputed": names(0, 1, 2)}
    settled = Policy(changed_ok=("*",))
    assert states(support(nothing, "ppp", "ppp", TEST_CHANGE, policy=settled)) == {}
    # One of them does not pass as it is here.
    result = support(nothing, "ppf", "ppp", TEST_CHANGE)
    assert states(result) == {"tests": "block"}
    assert "cannot be collected any more" in reason(result, "tests")


def test_a_text_with_examples_is_nothing_that_other_tests_go_by() -> None:
    text: dict[str, Outcome] = {"tests/README.md::README.md": "passed"}
    gone: dict[str, Outcome] = {"tests/test_a.py": "error"}
    runs: dict[str, Any] = {
        "tests": tried({**gone, **text}),
        "tests_own": tried({**ids("ppp"), **text}),
        "tests_new": tried({**gone, **text}),
    }
    readme = FileChange(path="tests/README.md", status="modified", added=1)
    record = candidate("codex", TEST_CHANGE, readme, edited_tests=(), **runs)
    assert states(one(base(tests=tried({**ids("ppp"), **text})), record)) == {"tests": "unproven"}


@pytest.mark.parametrize(
    ("own", "on_base", "expected"),
    # Without its strict mark: it passes here and fails on the base's code, passes there too, or was
    # not tried there; with its mark; and it still fails.
    [("pp", "pf", 100), ("pp", "pp", 50), ("pp", None, 50), ("px", "px", 50), ("pf", "pf", 50)],
)
def test_a_known_fault_that_is_mended_counts_once_its_strict_mark_is_gone(
    own: str, on_base: str | None, expected: int
) -> None:
    runs = {} if on_base is None else {"tests_new": tried(on_base)}
    assert score(touched("px", "pf", own, **runs)) == expected


def test_what_fails_by_itself_is_run_again_before_it_is_disputed() -> None:
    runs: dict[str, Any] = {
        "tests": tried("ppf"),
        "tests_own": tried("ppp"),
        "tests_new": tried("ppf"),
    }
    record = candidate("codex", CONFTEST, edited_tests=(), **runs)
    assert lost_tests(race(base(tests=tried("ppp")), record)) == names(2)
    assert states(support("ppf", "ppp", "ppf", tests_rerun_1=tried("ppf"))) == {}


# --- new tests ----------------------------------------------------------------------------------


def with_new(own: str, new: str | None, before: str = "pppp") -> CandidateResult:
    runs: dict[str, Any] = (
        {} if new is None else {"tests_new": tried(ids(new, "tests/test_new.py"))}
    )
    own_run = tried(ids(own, "tests/test_new.py"))
    record = candidate("codex", CHANGE, NEW_FILE, tests=tried("pppf"), tests_own=own_run, **runs)
    return one(base(tests=tried(before)), record)


@pytest.mark.parametrize(
    ("own", "new", "counted", "expected"),
    [
        # 3/4 x 100.
        ("", "", 0, 75),
        # 5/6 and 1 more: they fail over the base's code, and pass here.
        ("pp", "ff", 2, Fraction(500, 6) + 1),
        # They are missing there, as the module that they import is: that is not to pass.
        ("pp", "..", 2, Fraction(500, 6) + 1),
        # Padding: they pass on the base already.
        ("pp", "pp", 0, 75),
        ("pp", "pf", 1, Fraction(400, 5) + Fraction(1, 2)),
        # They do not pass here.
        ("fs", "ff", 0, 75),
    ],
)
def test_new_tests_count_when_the_base_fails_them(
    own: str, new: str, counted: int, expected: Exact
) -> None:
    result = with_new(own, new, before="pppf")
    assert (result.dimension("tests").inputs["new_tests"], score(result)) == (counted, expected)
    assert told(result).get("added", ()) == tuple(sorted(ids(own, "tests/test_new.py")))
    assert states(result) == {}


def test_new_tests_do_not_pay_for_lost_ones() -> None:
    result = with_new("pp", "ff")
    assert states(result) == {"tests": "block"}
    assert told(result)["lost"] == names(3)


def test_new_tests_that_were_not_tried_on_the_base_do_not_count() -> None:
    assert score(with_new("pp", None, before="pppf")) == 75


def test_a_new_test_that_fails_is_shown() -> None:
    result = with_new("pfsx", "ffss", before="pppf")
    shown = [entry.what for entry in result.review]
    assert shown == ["a new test fails: tests/test_new.py::t1"]
    assert states(result) == {}


# --- flaky --------------------------------------------------------------------------------------


def rerun(base_runs: list[str], runs: list[str], before: str = "ppp", now: str = "ppf") -> Any:
    there: dict[str, Any] = {f"tests_rerun_{at}": tried(run) for at, run in enumerate(base_runs, 1)}
    here: dict[str, Any] = {f"tests_rerun_{at}": tried(run) for at, run in enumerate(runs, 1)}
    return base(tests=tried(before), **there), candidate(tests=tried(now), **here)


def test_what_is_unstable_on_the_base_blocks_nobody() -> None:
    before, record = rerun(["ppp", "ppf"], ["ppf", "ppf"])
    result = one(before, record)
    assert (states(result), told(result), score(result)) == ({}, {"flaky": names(2)}, 100)
    assert lost_tests(race(before, record)) == ()


def test_a_stable_pass_that_fails_each_time_is_lost() -> None:
    before, record = rerun(["ppp", "ppp"], ["ppf", "ppf"])
    result = one(before, record)
    assert (states(result), told(result)) == ({"tests": "block"}, {"lost": names(2)})
    assert lost_tests(race(before, record)) == names(2)


def test_a_stable_pass_that_sometimes_fails_here_is_unproven() -> None:
    result = one(*rerun(["ppp", "ppp"], ["ppf", "ppp"]))
    assert (states(result), told(result)) == ({"tests": "unproven"}, {"flaky": names(2)})
    assert score(result) == 100
    assert "only sometimes here: tests/test_a.py::t2" in reason(result, "tests")


def test_a_rerun_that_stopped_before_a_test_says_nothing_of_it() -> None:
    result = one(*rerun(["p.."], ["pf."], now="pff"))
    assert told(result) == {"lost": names(1, 2)}


def test_a_rerun_that_cannot_be_believed_forgives_nothing() -> None:
    before = base(tests=tried("p"), tests_rerun_1=tried("p"))
    record = candidate(tests=tried("f"), tests_rerun_1=tried("p", problems=("no end",)))
    assert states(one(before, record)) == {"tests": "block"}


def test_a_test_that_is_gone_is_gone_though_it_was_flaky() -> None:
    result = one(*rerun(["ppf"], ["pp."], now="pp."))
    assert states(result) == {"dropped_tests": "block"}
    assert told(result) == {"dropped": names(2), "flaky": names(2)}


def test_an_id_that_a_second_run_of_the_base_does_not_show_is_known_by_its_function() -> None:
    first, second, third = (ids("p") | {f"t.py::t[{at}]": "passed"} for at in (1, 2, 3))
    before, record = base(tests=tried(first)), candidate(tests=tried(third))
    # Only a second run can tell it from one that is gone: also where it failed on the base.
    assert lost_tests(race(before, record)) == ("t.py::t[1]",)
    failed = base(tests=tried({**first, "t.py::t[1]": "failed"}))
    assert lost_tests(race(failed, record)) == ("t.py::t[1]",)
    again = base(tests=tried(first), tests_rerun_1=tried(second))
    result = one(again, record)
    assert (states(result), score(result), told(result)) == ({}, 100, {})
    assert lost_tests(race(again, record)) == ()
    # Nor is it broken unseen, in the same place or in another run of it.
    broken = tried({**third, "t.py::t[3]": "failed"})
    result = one(again, candidate(tests=broken, tests_rerun_1=broken))
    assert (states(result), told(result)) == ({"tests": "block"}, {"lost": ("t.py::t[1]",)})
    unstable = one(again, candidate(tests=broken, tests_rerun_1=tried(first)))
    assert states(unstable) == {"tests": "unproven"}
    # The base had one more, or less: it is in no count, and what none of its runs did is told.
    more = base(tests=tried(first), tests_rerun_1=tried(second | {"t.py::t[4]": "failed"}))
    assert states(one(more, record)) == {}
    fewer = base(tests=tried(first), tests_rerun_1=tried("p"))
    assert told(one(fewer, record)) == {"flaky": ("t.py::t[1]",)}
    result = one(fewer, candidate(tests=broken))
    assert states(result) == {"tests": "unproven"}
    assert "whose ids change in each run" in reason(result, "tests")
    assert "t.py::t[1]" in reason(result, "tests")
    # One that the base always shows is gone; and a file that could not be collected tells nothing.
    for rerun_ in (tried(first), tried(ids("p") | {"t.py": "error"}, exit=1)):
        stable = base(tests=tried(first), tests_rerun_1=rerun_)
        assert "tests" in states(one(stable, record))


def test_a_new_case_that_is_called_otherwise_over_the_base_is_no_new_test() -> None:
    own, new = (tried(ids("p") | {f"tests/test_a.py::t9[{at}]": "passed"}) for at in (1, 2))
    record = candidate("codex", TEST_CHANGE, tests=tried("p"), tests_own=own, tests_new=new)
    assert one(base(tests=tried("p")), record).dimension("tests").inputs["new_tests"] == 0


def test_one_lost_test_more_never_raises_the_total() -> None:
    totals: list[Exact] = []
    for lost in range(7):
        record: CandidateRecord = candidate(tests=tried("f" * lost + "p" * (6 - lost) + "s"))
        total = one(base(tests=tried("ppppppf")), record).total
        assert total is not None
        totals.append(total)
    assert totals == sorted(totals, reverse=True)
    assert len(set(totals)) > 4


# --- tests in product code ----------------------------------------------------------------------

EXAMPLE = "src/a.py::a.f"


def documented(outcome: Outcome, *examples: str) -> CommandRun:
    """A run of a test, and of the examples of a function."""
    run = tried(ids("p") | {EXAMPLE: outcome})
    assert run.tests is not None
    return replace(run, tests=replace(run.tests, examples={EXAMPLE: examples}))


@pytest.mark.parametrize(
    ("before", "now", "gates", "lists"),
    [
        (documented("passed", "1", "2"), documented("passed", "1", "2"), {}, {}),
        # More may come after the base's, which were run as they were there.
        (documented("passed", "1"), documented("passed", "1", "2"), {}, {}),
        (
            documented("passed", "1"),
            documented("failed", "1", "2"),
            {"tests": "block"},
            {"lost": (EXAMPLE,)},
        ),
        (documented("passed", "1"), documented("passed", "2"), {"tests": "unproven"}, {}),
        (documented("passed", "1"), documented("failed", "2", "1"), {"tests": "unproven"}, {}),
        (documented("passed", "1", "2"), documented("passed", "1"), {"tests": "unproven"}, {}),
        # Who says otherwise what failed has mended nothing, and has lost nothing.
        (documented("failed", "1"), documented("passed", "2"), {}, {}),
        # Where it is not there at all it is lost, and gone.
        (
            documented("passed", "1"),
            tried(ids("p")),
            {"tests": "block", "dropped_tests": "block"},
            {"lost": (EXAMPLE,), "dropped": (EXAMPLE,)},
        ),
    ],
)
def test_the_examples_of_the_base_decide(
    before: CommandRun, now: CommandRun, gates: dict[str, str], lists: dict[str, tuple[str, ...]]
) -> None:
    result = one(base(tests=before), candidate(tests=now))
    assert (states(result), told(result)) == (gates, lists)
    if gates == {"tests": "unproven"}:
        assert EXAMPLE in reason(result, "tests")
        allowed = Policy(changed_ok=("src/a.py::*",))
        again = one(base(tests=before), candidate(tests=now), policy=allowed)
        assert states(again) in ({}, {"tests": "block"})


@pytest.mark.parametrize(
    ("elsewhere", "outcome", "gates"),
    [
        (("1", "2"), "passed", {}),
        (("1", "2"), "failed", {"tests": "block"}),
        (("1", "3"), "passed", {"tests": "block", "dropped_tests": "block"}),
    ],
)
def test_examples_may_move_with_what_they_are_of(
    elsewhere: tuple[str, ...], outcome: Outcome, gates: dict[str, str]
) -> None:
    new = "src/b.py::b.f"
    run = tried(ids("p") | {new: outcome})
    assert run.tests is not None
    run = replace(run, tests=replace(run.tests, examples={new: elsewhere}))
    result = one(base(tests=documented("passed", "1", "2")), candidate(tests=run))
    assert states(result) == gates
    if not gates:
        (place,) = result.review
        assert f"{EXAMPLE}, now {new}" in place.what


def lines_of(path: str, *lines: int) -> CommandRun:
    """A run of examples that are called by the lines where they are."""
    told = {f"{path}::line:{line},column:1": (str(at),) for at, line in enumerate(lines)}
    run = tried(ids("p") | dict.fromkeys(told, "passed"))
    assert run.tests is not None
    return replace(run, tests=replace(run.tests, examples=told, files=dict.fromkeys(told, path)))


def test_examples_of_a_text_are_known_by_what_they_say_and_not_by_their_line() -> None:
    change = FileChange(path="README.md", status="modified", added=1)
    before = lines_of("README.md", 3, 7)
    texts = Policy(test_files=("tests/", "*.md"))
    here = candidate("codex", change, tests=before, tests_own=lines_of("README.md", 4, 9))
    result = one(base(tests=before), here, policy=texts)
    assert (states(result), result.review) == ({}, ())
    shorter = candidate("codex", change, tests=before, tests_own=lines_of("README.md", 4))
    gone = one(base(tests=before), shorter, policy=texts)
    assert states(gone) == {"dropped_tests": "unproven"}


def test_so_are_those_of_code_where_another_has_the_line_now() -> None:
    before = lines_of("src/a.py", 3, 4, 5)
    moved = one(base(tests=before), candidate(tests=lines_of("src/a.py", 4, 5, 6)))
    assert states(moved) == {}
    shorter = one(base(tests=before), candidate(tests=lines_of("src/a.py", 4, 5)))
    assert states(shorter) == {"tests": "block", "dropped_tests": "block"}


_LOST = {"tests": "block"}
_GONE = {"tests": "block", "dropped_tests": "block"}


@pytest.mark.parametrize(
    ("before", "now", "gates"),
    [
        ("shop.py:12:f p, shop.py:20:g p", "shop.py:13:f p, shop.py:21:g p", {}),
        # Another has the line now.
        ("shop.py:12 p, shop.py:13 p", "shop.py:13 p, shop.py:14 p", {}),
        ("src/shop.py:12 p, src/shop.py:13 f", "src/shop.py:14 f, src/shop.py:15 p", _LOST),
        ("shop.py:12:f p, shop.py:20:g p", "shop.py:13:f f, shop.py:21:g p", _LOST),
        ("shop.py:12:f p, shop.py:20:g p", "shop.py:13:f p", _GONE),
        ("shop.py:12:f p", "shop.py:12:g p", _GONE),
        # Nothing moved the lines of another file, and a time is no line.
        ("cart.py:12 p", "cart.py:13 p", _GONE),
        ("12:30 p", "12:45 p", _GONE),
    ],
)
def test_a_line_of_a_changed_file_in_an_id_may_be_another(
    before: str, now: str, gates: dict[str, str]
) -> None:
    runs = [
        tried(ids("p") | {f"tests/test_a.py::t[{case[:-2]}]": LETTERS[case[-1]] for case in cases})
        for cases in (before.split(", "), now.split(", "))
    ]
    change = FileChange(path="src/shop.py", status="modified", added=1)
    result = one(base(tests=runs[0]), candidate("codex", change, tests=runs[1]))
    assert states(result) == gates
    if not gates:
        (place,) = result.review
        assert "was renamed" in place.what


def test_what_fails_only_without_the_others_is_known() -> None:
    before, alone = tried("psp"), tried("pss")
    assert may_depend_on_others(alone, before)
    assert not may_depend_on_others(tried("psp"), before)
    # A test that did not pass there, or that is new, needs no others.
    assert not may_depend_on_others(tried("ps"), before)
    assert not may_depend_on_others(tried({"tests/test_new.py::t9": "failed"}), before)
    moved = tried({"tests/unit/test_a.py::TestA::t2[1]": "failed"})
    assert may_depend_on_others(moved, before)
    assert not may_depend_on_others(moved, None)


def test_what_tests_alone_know_of_has_to_let_them_pass_as_it_is_here() -> None:
    helper = FileChange(path="close.py", status="modified", added=1)
    before = base(tests=tried("pp"))
    for own, gates in (("pp", {}), ("pf", {"tests": "unproven"})):
        record = candidate("codex", helper, tests=tried("pp"), tests_own=tried(own))
        record = replace(record, test_files=("close.py",), edited_tests=())
        result = one(before, record)
        assert states(result) == gates
    words = "1 test failed with the changed support files of the tests: tests/test_a.py::t1"
    assert words in reason(result, "tests")


def test_a_run_of_some_files_tells_of_no_others() -> None:
    conftest = FileChange(path="tests/conftest.py", status="modified", added=1)
    other = FileChange(path="tests/test_b.py", status="modified", added=1)
    before = base(tests=tried(ids("p") | ids("p", "tests/test_b.py")))
    own = tried(ids("p", "tests/test_b.py"))
    assert before.runs["tests"].tests is not None
    for asked, gone in (((other.path,), ()), ((), names(0))):
        record = candidate(
            "codex", conftest, other, tests=before.runs["tests"],
            tests_own=replace(own, files=asked),
        )  # fmt: skip
        assert told(one(before, record)).get("dropped", ()) == gone


@pytest.mark.parametrize(
    ("edited", "undecided"),
    [
        (("src/a.py::TestA::test_b",), True),
        # What else is in the class, and what is done before all of the file, may decide of it.
        (("src/a.py::TestA::setUp",), True),
        (("src/a.py::setUpModule",), True),
        (("src/a.py",), True),
        (("src/a.py::f", "src/a.py::TestB::test_b", "tests/test_a.py::TestA::test_b"), False),
    ],
)
def test_a_test_that_changed_with_product_code_is_undecided(
    edited: tuple[str, ...], undecided: bool
) -> None:
    outcomes = ids("p") | {"src/a.py::TestA::test_b[1]": "passed"}
    record = candidate(tests=tried(outcomes), edited_tests=edited)
    result = one(base(tests=tried(outcomes)), record)
    assert states(result) == ({"tests": "unproven"} if undecided else {})
    # Where the file is one of tests the base's was run.
    whole = replace(record, test_files=("src/a.py",), source=replace(record.source, changes=()))
    assert "tests" not in states(one(base(tests=tried(outcomes)), whole))


def test_what_counts_as_a_test_by_the_run_is_asked_for_its_own() -> None:
    change = FileChange(path="test.py", status="modified", added=1)
    before, own = ids("pp", "test.py"), ids("p.", "test.py")
    record = candidate("codex", change, tests=tried(before), tests_own=tried(own))
    assert states(one(base(tests=tried(before)), record)) == {}
    record = replace(record, test_files=("test.py",))
    assert told(one(base(tests=tried(before)), record))["dropped"] == names(1, file="test.py")
