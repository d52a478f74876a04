"""What the tests of a task come to, by recordings alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from pytest_hydra.plugins.engine.unit import CommandRun
from pytest_hydra.plugins.race.decide.model import CandidateResult
from pytest_hydra.plugins.race.decide.outcome import candidate_results
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.plugins.race.record import CandidateRecord
from pytest_hydra.plugins.results.outcomes import Outcome, Sign
from tests.plugins.race.recorded import (
    base,
    broken,
    candidate,
    counts,
    decided,
    ids,
    names,
    one,
    ran,
    reason,
    rules,
    states,
    timed_out,
)

FILE, OTHER = "tests/test_task.py", "tests/test_b.py"
MERGEABLE, BLOCKED, UNPROVEN = "mergeable", "not_mergeable", "unproven"


def policy(**fields: Any) -> Policy:
    return rules(acceptance={"tests": "task", **fields}, task_files=[FILE])


def task(letters: str, **fields: Any) -> CommandRun:
    """A run of the tests of the task; without letters its file cannot be collected."""
    return ran(ids(letters, FILE) if letters else {FILE: "error"}, **fields)


def held(there: CommandRun, here: CommandRun, **fields: Any) -> CandidateResult:
    before = fields.pop("before", ran("p"))
    return one(
        base(tests=before, acceptance=there),
        candidate(isolation="bubblewrap", tests=before, acceptance=here),
        policy=policy(**fields),
    )


@pytest.mark.parametrize(
    ("there", "here", "verdict", "missed"),
    [
        ("fp", "pp", MERGEABLE, ()),
        ("fp", "pf", BLOCKED, (1,)),
        ("ff", "pf", BLOCKED, (1,)),
        ("fp", "fp", BLOCKED, (0,)),
        ("ff", "p.", BLOCKED, (1,)),
        ("fp", "ps", BLOCKED, (1,)),
        ("ff", "sp", BLOCKED, (0,)),
        ("fs", "ps", MERGEABLE, ()),
        ("fs", "pf", BLOCKED, (1,)),
        ("fx", "px", MERGEABLE, ()),
        # On the base they cannot be collected.
        ("", "pp", MERGEABLE, ()),
        ("", "pe", BLOCKED, (1,)),
        ("", "ps", UNPROVEN, ()),
        # They tell nothing of the task.
        ("pp", "pp", UNPROVEN, ()),
        ("ss", "ss", UNPROVEN, ()),
    ],
)
def test_what_must_pass(there: str, here: str, verdict: str, missed: tuple[int, ...]) -> None:
    result = held(task(there), task(here))
    assert result.verdict == verdict
    told = result.dimension("acceptance").inputs["missed"]
    assert tuple(told) == names(*missed, file=FILE)
    for test in told:
        assert test in reason(result, "acceptance")


def test_a_file_that_cannot_be_collected_is_one_test_that_fails() -> None:
    for there, missed in (("", (FILE,)), ("fp", names(0, 1, file=FILE)), ("s", (FILE,))):
        result = held(task(there), task(""))
        assert result.verdict == BLOCKED
        assert tuple(result.dimension("acceptance").inputs["missed"]) == missed
    # Nor does it help to have it say nothing at all.
    silent = held(task(""), ran({}, exit=5))
    assert silent.dimension("acceptance").inputs["missed"] == [FILE]
    assert silent.verdict == BLOCKED


def test_a_new_test_that_is_skipped_as_it_always_was_is_no_doubt() -> None:
    before = ran({**ids("p"), f"{FILE}::t1": "skipped"})
    assert held(task(""), task("ps"), before=before).verdict == MERGEABLE
    # It may have other parameters now.
    before = ran({**ids("p"), f"{FILE}::t1[a]": "skipped"})
    here = ran({f"{FILE}::t0": "passed", f"{FILE}::t1[b]": "skipped"})
    assert held(task(""), here, before=before).verdict == MERGEABLE


def test_tests_of_the_base_that_ran_beside_them_do_not_count() -> None:
    beside = ids("pf")
    there, here = (ran({**ids(letters, FILE), **beside}) for letters in ("f", "p"))
    result = held(there, here, before=ran("pf"))
    assert (result.verdict, result.dimension("acceptance").inputs["wanted"]) == (MERGEABLE, 1)
    # But what is laid over them may be what they go by.
    there, here = (ran({**ids(letters, FILE), **ids(letters)}) for letters in ("f", "p"))
    assert held(there, here).dimension("acceptance").inputs["wanted"] == 2
    assert held(there, there).verdict == BLOCKED


def settled(there: str, here: str, file: str) -> CandidateResult:
    """With a test of the base that fails here, and as the task has it does what is said."""
    return one(
        base(
            tests=ran({**ids("p"), **ids("pp", file)}),
            acceptance=ran({**ids(there, file), f"{FILE}::new": "failed"}),
        ),
        candidate(
            isolation="bubblewrap",
            tests=ran({**ids("p"), **ids("pf", file)}),
            acceptance=ran({**ids(here, file), f"{FILE}::new": "passed"}),
        ),
        policy=policy(),
    )


@pytest.mark.parametrize(
    ("file", "there", "here", "verdict"),
    [
        # The task says otherwise what the test demands, or demands it no more.
        (FILE, "pf", "pp", MERGEABLE),
        (FILE, "p.", "p.", MERGEABLE),
        (FILE, "pp", "pp", MERGEABLE),
        (FILE, "pf", "pf", BLOCKED),
        # A test in another file is the base's.
        (OTHER, "pf", "pp", BLOCKED),
        (OTHER, "pp", "pp", BLOCKED),
        (OTHER, "p.", "p.", BLOCKED),
    ],
)
def test_what_the_task_has_otherwise_is_not_lost(
    file: str, there: str, here: str, verdict: str
) -> None:
    result = settled(there, here, file)
    assert result.verdict == verdict, result.gates


@pytest.mark.parametrize(("more", "files"), [({OTHER: "error"}, ()), ({}, (FILE,))])
def test_a_test_that_was_not_asked_for_or_collected_is_not_taken_away_by_the_task(
    more: dict[str, Outcome], files: tuple[str, ...]
) -> None:
    runs = (ran({**more, **ids(letter, FILE)}) for letter in "fp")
    there, here = (replace(run, files=files) for run in runs)
    lost = one(
        base(tests=ran(ids("pp", OTHER)), acceptance=there),
        candidate(isolation="bubblewrap", tests=ran(ids("pf", OTHER)), acceptance=here),
        policy=policy(),
    )
    assert states(lost)["tests"] == "block"


def test_what_is_called_otherwise_in_each_run_is_known_by_its_function() -> None:
    def at(minute: int, timed: Outcome, letters: str) -> CommandRun:
        return ran({**ids(letters, FILE), f"{FILE}::timed[04:{minute}]": timed})

    there = at(21, "passed", "f")
    assert held(there, at(22, "passed", "p")).verdict == MERGEABLE
    for lost in (at(22, "failed", "p"), at(22, "skipped", "p"), task("p")):
        result = held(there, lost)
        assert result.dimension("acceptance").inputs["missed"] == [f"{FILE}::timed[04:21]"]
    # Where they are named, these and no others.
    named = held(there, at(22, "passed", "p"), fail_to_pass=(f"{FILE}::timed[04:22]",))
    assert named.verdict == MERGEABLE


def test_those_that_are_named_count_and_no_others() -> None:
    first, second = names(0, 1, file=FILE)
    there, here = task("fpf"), task("ppf")
    assert held(there, here).verdict == BLOCKED
    named = held(there, here, fail_to_pass=(first,), pass_to_pass=(second,))
    assert named.verdict == MERGEABLE
    assert held(there, task("pff"), fail_to_pass=(first,)).verdict == MERGEABLE
    assert held(there, task("pff"), pass_to_pass=(second,)).verdict == BLOCKED
    # One that is only on the base is gone; one that no run knows is a slip of who wrote the list.
    gone = held(there, task("p"), fail_to_pass=(first,), pass_to_pass=(second,))
    assert gone.dimension("acceptance").inputs["missed"] == [second]
    slip = held(there, here, fail_to_pass=(first, f"{FILE}::slip"))
    assert slip.verdict == UNPROVEN
    assert (
        f"1 test in fail_to_pass or pass_to_pass is not found in any run: {FILE}::slip; use"
        in reason(slip, "acceptance")
    )
    assert held(there, task(""), fail_to_pass=(f"{FILE}::slip",)).verdict == BLOCKED


@pytest.mark.parametrize(
    ("there", "here", "verdict"),
    [
        (task("f"), counts(passed=1), UNPROVEN),
        (counts(1, failed=1), task("p"), UNPROVEN),
        (task("f"), broken(), UNPROVEN),
        (broken(), task("p"), UNPROVEN),
        (task("f"), timed_out(300.0), BLOCKED),
        (task("f", modules={"a": "/elsewhere/a.py"}), task("p"), UNPROVEN),
        # It ended without the end of its record, as code that leaves by itself does.
        (task("f"), task("p", problems=("the record has no end",), exit=0), BLOCKED),
    ],
)
def test_what_cannot_be_known_proves_nothing(
    there: CommandRun, here: CommandRun, verdict: str
) -> None:
    assert held(there, here).verdict == verdict


def test_without_a_box_or_a_run_nothing_is_proven() -> None:
    there = base(tests=ran("p"), acceptance=task("f"))
    alone = one(there, candidate(tests=ran("p"), acceptance=task("p")), policy=policy())
    assert states(alone).get("acceptance") == "unproven"
    assert "not run in a sandbox" in reason(alone, "acceptance")
    without = one(base(), candidate(isolation="bubblewrap"), policy=policy())
    assert states(without).get("acceptance") == "unproven"


def signed(record: CandidateRecord, *signs: Sign) -> CandidateRecord:
    run = record.runs["acceptance"]
    assert run.tests is not None
    tests = replace(run.tests, signs=signs)
    return replace(record, runs={**record.runs, "acceptance": replace(run, tests=tests)})


@pytest.mark.parametrize(
    ("kind", "state"),
    [("sealed-read", "block"), ("sealed-quoted", "unproven"), ("sealed-open", "unproven")],
)
def test_who_reads_the_tests_of_the_task(kind: str, state: str) -> None:
    there = base(tests=ran("p"), acceptance=task("f"))
    here = candidate(isolation="bubblewrap", tests=ran("p"), acceptance=task("p"))
    sign = Sign(kind=kind, file="src/a.py", line=3, text="test_task.py")
    for known, record, expected in (
        (there, signed(here, sign), state),
        # Code of tests may read them, and so may what reads them on the base already.
        (there, signed(here, replace(sign, file=FILE)), "pass"),
        (signed(there, replace(sign, line=9)), signed(here, sign), "pass"),
    ):
        assert states(one(known, record, policy=policy())).get("tampering", "pass") == expected


@pytest.mark.parametrize(
    ("there", "here", "said"),
    [
        ("f", "f", f"1 test of the task does not pass: {FILE}::t0"),
        ("ff", "pf", f"1 of 2 tests of the task does not pass: {FILE}::t1"),
        ("ff", "ff", f"2 of 2 tests of the task do not pass: {FILE}::t0, {FILE}::t1"),
        (
            "",
            "",
            f"1 test of the task does not pass: {FILE}; it cannot be collected on the base either",
        ),
        (
            "",
            "ps",
            f"1 test of the task is skipped here, and has no result on the base: {FILE}::t1;",
        ),
        (
            "p",
            "p",
            "no test of the task fails on the base, so they cannot show that the task is done",
        ),
    ],
)
def test_what_is_said_of_one_test_and_of_several(there: str, here: str, said: str) -> None:
    assert reason(held(task(there), task(here)), "acceptance").startswith(said)


def test_a_race_without_tests_of_the_task_has_no_such_gate() -> None:
    result = one(base(tests=ran("p")), candidate(tests=ran("p")))
    assert "acceptance" not in states(result)
    assert [entry.name for entry in result.dimensions if entry.name == "acceptance"] == []


def test_that_no_test_was_collected_is_said() -> None:
    result = held(ran({}), ran({}))
    assert result.verdict == UNPROVEN
    assert reason(result, "acceptance") == (
        f"no test was collected: does the test command select {FILE}?"
    )


# --- tests of the base ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "now", "verdict"),
    [("pf", "pp", MERGEABLE), ("pf", "pf", BLOCKED), ("pf", "p.", BLOCKED), ("pp", "pp", UNPROVEN)],
)
def test_fail_to_pass_may_name_tests_of_the_base(before: str, now: str, verdict: str) -> None:
    asked = rules(acceptance={"fail_to_pass": ["tests/test_a.py::t1"]})
    result = one(base(tests=ran(before)), candidate(tests=ran(now)), policy=asked)
    assert result.verdict == verdict
    # They are counted once, and need no sandbox.
    fixed = candidate_results(
        decided(base(tests=ran(before)), candidate(tests=ran(now)), policy=asked)
    )
    expected = {"fixed": int(now == "pp"), "of": 1} if before == "pf" else None
    assert fixed[0]["details"].get("fixed") == expected


def test_tests_of_the_task_are_named_somehow() -> None:
    with pytest.raises(ValidationError, match="tests is missing: name tests of the task"):
        rules(acceptance={})
