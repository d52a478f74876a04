"""Gates that are not a dimension's, and the waivers of people."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_hydra.core.gates import Mergeable
from pytest_hydra.plugins.git.diff import FileChange
from pytest_hydra.plugins.race.decide.model import CandidateResult
from pytest_hydra.plugins.results.outcomes import Sign
from tests.plugins.race.recorded import (
    base,
    candidate,
    decided,
    done,
    new_waiver,
    one,
    own_dimension,
    ran,
    reason,
    rules,
    states,
)


def test_the_gates_and_their_order() -> None:
    policy = rules(
        security=True,
        require_isolation=True,
        dimensions=(own_dimension("bench", gate=50), own_dimension("size")),
    )
    runs: dict[str, Any] = {
        "build": done(),
        "tests": ran("p"),
        "lint": done(),
        "security": done(),
    }
    own: dict[str, Any] = {"bench": done(), "size": done()}
    record = candidate(isolation="bubblewrap", **runs, **own)
    result = one(base(**runs), record, policy=policy)
    assert [(gate.name, str(gate.state), gate.reason) for gate in result.gates] == [
        (name, "pass", "")
        for name in (
            *("source", "build", "tests", "dropped_tests", "empty_diff", "security"),
            *("tampering", "isolation", "bench"),
        )
    ]
    assert (result.verdict, result.mergeable, result.total) == (Mergeable.MERGEABLE, True, 100)


def test_an_empty_diff_never_wins() -> None:
    nothing = candidate("idle", source={"changes": (), "duration_seconds": 1}, tests=ran("pf"))
    worse = candidate("codex", source={"duration_seconds": 500}, tests=ran("pf"))
    result = decided(base(tests=ran("pf")), nothing, worse)
    assert [entry.agent for entry in result.candidates] == ["codex", "idle"]
    idle = result.candidate("idle")
    assert states(idle) == {"empty_diff": "block"}
    assert reason(idle, "empty_diff") == "it changes nothing"
    allowed = decided(base(tests=ran("pf")), nothing, policy=rules(allow_empty_diff=True))
    assert states(allowed.candidates[0]) == {}


def test_isolation_is_no_fault_of_the_candidate() -> None:
    policy = rules(require_isolation=True)
    assert states(one(base(), candidate(), policy=policy)) == {"isolation": "unproven"}
    boxed = candidate(isolation="bubblewrap")
    assert states(one(base(), boxed, policy=policy)) == {}


def test_a_source_that_could_not_be_read() -> None:
    lost = candidate(
        "gone", source={"tree": None, "changes": (), "problem": "no ref \x1b[31m'agents/gone'"}
    )
    result = one(base(tests=ran("p")), lost)
    assert states(result) == {"source": "unproven"}
    assert reason(result, "source") == r"no ref \x1b[31m'agents/gone'"
    assert (result.total, result.coverage, result.tests) == (None, 0, None)
    assert all(dimension.missing and dimension.score is None for dimension in result.dimensions)
    assert [gate.name for gate in result.gates] == ["source"]


# --- waivers ------------------------------------------------------------------------------------


def waived(date: str | None = "2026-06-01", **fields: Any) -> CandidateResult:
    """A candidate that lost a test of tests/test_a.py and one of tests/b/test_c.py."""
    before = {"tests/test_a.py::t": "passed", "tests/b/test_c.py::t": "passed"}
    now = dict.fromkeys(before, "failed")
    waiver = new_waiver(**{"reason": "it was wrong", **fields})
    return one(
        base(tests=ran(before)),  # type: ignore[arg-type]
        candidate(tests=ran(now)),  # type: ignore[arg-type]
        policy=rules(waivers=(waiver,)),
        date=date,
    )


@pytest.mark.parametrize(
    ("fields", "holds"),
    [
        ({}, True),
        ({"change": "ddddddd"}, True),
        ({"until": "2026-06-01"}, True),
        ({"until": "2026-12-31"}, True),
        ({"until": "2026-05-31"}, False),
        ({"until": "2026-12-31", "date": None}, False),
        ({"date": None}, True),
        ({"change": "c" * 40}, False),
        ({"change": "ddddddc"}, False),
        ({"agent": "claude"}, False),
        ({"gate": "build"}, False),
        ({"file": "tests/"}, True),
        ({"file": "test_*.py"}, True),
        # It says nothing of the other file.
        ({"file": "tests/test_a.py"}, False),
    ],
)
def test_a_waiver(fields: dict[str, Any], holds: bool) -> None:
    result = waived(**fields)
    assert states(result) == ({} if holds else {"tests": "block"})
    # It waives the gate, and not the score.
    assert result.dimension("tests").score == 0
    assert ("waived: it was wrong (2 tests that passed" in reason(result, "tests")) is holds


def test_a_waiver_that_does_not_hold_any_more_is_reported() -> None:
    told = "a waiver for it has expired, or is for another change"
    assert reason(waived(change="c" * 40), "tests").endswith(f"; {told}")
    assert told not in reason(waived(agent="claude"), "tests")


def test_waivers_for_each_of_the_files_are_enough_together() -> None:
    lost = waived(gate="build").record
    made = [
        new_waiver(gate="tests", reason=f"why {at}", file=file)
        for at, file in enumerate(("tests/test_a.py", "tests/b/"))
    ]
    before = base(tests=ran({"tests/test_a.py::t": "passed", "tests/b/test_c.py::t": "passed"}))
    result = one(before, lost, policy=rules(waivers=tuple(made)))
    assert states(result) == {}
    assert reason(result, "tests").startswith("waived: why 1; why 0 (")


def test_a_waiver_answers_what_is_unproven_too_and_nothing_else() -> None:
    record = candidate(tests=ran("p"))
    waiver = new_waiver(gate="isolation", reason="my own machine")
    policy = rules(require_isolation=True, waivers=(waiver,))
    result = one(base(tests=ran("p")), record, policy=policy)
    assert result.mergeable
    assert reason(result, "isolation").startswith("waived: my own machine (its checks")
    lost = one(base(tests=ran("p")), candidate(tests=ran("f")), policy=policy)
    assert states(lost) == {"tests": "block"}


def test_a_waived_build_is_a_success() -> None:
    waiver = new_waiver(gate="build", reason="fine")
    record = candidate(source={"duration_seconds": 9}, build=done(exit=1))
    assert one(base(build=done()), record).dimension("speed").missing
    result = one(base(build=done()), record, policy=rules(waivers=(waiver,)))
    assert result.dimension("speed").score == 100


def test_one_objection_may_be_waived_while_another_stays() -> None:
    changes = (
        FileChange(path="tests/test_a.py", status="modified", added=1),
        FileChange(path="tests/test_b.py", status="modified", added=1),
    )
    before = {"tests/test_a.py::t": "passed", "tests/test_b.py::t": "passed"}
    now = {"tests/test_a.py::t": "failed", "tests/test_b.py::t": "failed"}
    own = {"tests/test_a.py::t": "passed", "tests/test_b.py::t": "failed"}
    record = candidate("codex", *changes, tests=ran(now), tests_own=ran(own))  # type: ignore[arg-type]
    there = base(tests=ran(before))  # type: ignore[arg-type]
    waiver = new_waiver(reason="old", file="test_b.py")
    result = one(there, record, policy=rules(waivers=(waiver,)))
    assert states(result) == {"tests": "unproven"}
    assert "; waived: old (1 test that passed on the base fails" in reason(result, "tests")
    other = new_waiver(reason="old", file="test_a.py")
    result = one(there, record, policy=rules(waivers=(other,)))
    assert states(result) == {"tests": "block"}


# --- what would have to be waived ---------------------------------------------------------------


def lost_in(*files: str, **fields: Any) -> CandidateResult:
    """A candidate that lost a test in each of these files."""
    now: dict[str, Any] = {f"{file}::t": "failed" for file in files}
    before: dict[str, Any] = dict.fromkeys(now, "passed")
    return one(base(tests=ran(before)), candidate(tests=ran(now)), **fields)


@pytest.mark.parametrize(
    ("files", "patterns"),
    [
        (["tests/test_a.py"], ["tests/test_a.py"]),
        (["b.py", "tests/[a].py"], ["/b.py", r"tests/\[a\].py"]),
        ([f"tests/test_{n}.py" for n in range(4)], [None]),
        (["tests/\x1b.py"], [None]),
    ],
)
def test_what_would_let_it_through_is_reported(
    files: list[str], patterns: list[str | None]
) -> None:
    result = lost_in(*files)
    assert [waiver.file for waiver in result.waivers] == patterns
    assert {
        (waiver.agent, waiver.gate, waiver.reason, waiver.change) for waiver in result.waivers
    } == {("codex", "tests", "", "d" * 12)}
    # And it does.
    given = tuple(waiver.model_copy(update={"reason": "fine"}) for waiver in result.waivers)
    again = lost_in(*files, policy=rules(waivers=given))
    assert (states(again), again.waivers) == ({}, ())
    assert again.mergeable


def test_only_what_is_still_open_is_to_be_waived() -> None:
    waiver = new_waiver(reason="old", file="/a.py")
    result = lost_in("a.py", policy=rules(waivers=(waiver,), require_isolation=True))
    assert [(entry.gate, entry.file) for entry in result.waivers] == [("isolation", None)]
    ended = new_waiver(reason="old", file="/a.py", until="2026-01-01")
    result = lost_in("a.py", policy=rules(waivers=(ended,)))
    assert [(entry.gate, entry.file) for entry in result.waivers] == [("tests", "/a.py")]


def test_what_is_no_change_or_no_tree_cannot_be_let_through() -> None:
    assert one(base(), candidate(source={"changes": ()})).waivers == ()
    lost = candidate(source={"tree": None, "changes": (), "problem": "no ref"})
    assert one(base(), lost).waivers == ()


def test_what_was_seen_in_a_change_and_in_its_run_is_one_objection() -> None:
    seen = Sign(kind="internals", file="shop.py", line=3, text="finds objects: gc.get_objects()")
    used = Sign(kind="internals-used", file="shop.py", line=3, text="gc.get_objects")
    other = replace(seen, file="till.py")
    run = ran("p")
    assert run.tests is not None
    signed = replace(run, tests=replace(run.tests, signs=(used,)))
    record = replace(candidate(tests=signed), signs=(seen, other))
    there = base(tests=run)
    result = one(there, record)
    assert reason(result, "tampering") == (
        "code of the change used internals of the interpreter during the tests: gc.get_objects "
        "(shop.py:3); shop.py:3: product code uses internals of the interpreter: finds "
        "objects: gc.get_objects(); till.py:3: product code uses internals of the "
        "interpreter: finds objects: gc.get_objects()"
    )
    assert [waiver.file for waiver in result.waivers] == ["/shop.py", "/till.py"]
    # One word of a person's answers both of what is said of a file.
    waivers = tuple(
        waiver.model_copy(update={"reason": "it is a profiler"}) for waiver in result.waivers
    )
    half = one(there, record, policy=rules(waivers=waivers[:1]))
    assert states(half) == {"tampering": "unproven"}
    assert reason(half, "tampering").startswith("till.py:3: ")
    assert states(one(there, record, policy=rules(waivers=waivers))) == {}


def test_what_a_test_of_the_base_reaches_for_is_not_held_against_a_candidate() -> None:
    def leaked(file: str, **fields: Any) -> CandidateResult:
        used = Sign(kind="internals-used", file=file, line=28, text="gc.get_objects")
        run = ran("pp")
        assert run.tests is not None
        seen = replace(run, tests=replace(run.tests, signs=(used,)))
        return one(base(tests=run), candidate("codex", tests=seen), **fields)

    # On the base it was skipped, say.
    assert states(leaked("tests/test_a.py")) == {}
    for result in (
        leaked("shop.py"),
        leaked("tests/other.py"),
    ):
        assert states(result) == {"tampering": "unproven"}
