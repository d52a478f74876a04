"""What signs mean for the gate ``tampering``, and how they are shown."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

import pytest

import pytest_hydra
from pytest_hydra.plugins.engine.unit import CommandRun
from pytest_hydra.plugins.git.diff import FileChange
from pytest_hydra.plugins.race.decide import tampering
from pytest_hydra.plugins.race.decide.tampering import run_objections
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.plugins.race.record import CandidateRecord
from pytest_hydra.plugins.results.outcomes import Sign, TestRun
from pytest_hydra.record.wire import from_plain
from tests.plugins.race import recorded

PLANTED = Sign(kind="planted", file="pytest.py", line=3, text="it is imported in place of pytest")
INTERNAL = Sign(kind="internals", file="shop.py", line=4, text="sys._getframe")
SUPPRESSION = Sign(kind="suppression", file="shop.py", line=5, text="# noqa")


def gates(*found: Sign, **policy: object) -> dict[str, str]:
    """The gates that do not pass, for a candidate with these signs in its record."""
    base = recorded.base(tests=recorded.ran("pp"))
    one = recorded.candidate("codex", tests=recorded.ran("pp"))
    record = from_plain(
        CandidateRecord,
        json.loads(json.dumps({**asdict(one), "signs": [asdict(sign) for sign in found]})),
    )
    assert record.signs == found
    return recorded.states(recorded.one(base, record, policy=recorded.rules(**policy)))


def test_each_kind_of_sign_has_a_rule_that_finds_it() -> None:
    root = Path(pytest_hydra.__file__).parent
    rules = "".join(path.read_text("utf-8") for path in root.rglob("*.py"))
    kinds = {kind.removeprefix("run:") for kind in tampering.MEANINGS}
    assert {kind for kind in kinds if f'"{kind}"' not in rules} == set()


def test_only_signs_of_runs_block() -> None:
    states = {kind: meaning.state for kind, meaning in tampering.MEANINGS.items()}
    blocking = {kind for kind, state in states.items() if state == "block"}
    assert blocking == {
        f"run:{kind}"
        for kind in (
            *("canary", "record-forged", "runner-changed", "runner-shadowed", "plugin-planted"),
            *("configuration-made", "hook", "sealed-read"),
        )
    }
    assert {*states.values()} == {"block", "unproven", "review"}


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ((), {}),
        ((SUPPRESSION,), {}),
        ((SUPPRESSION, INTERNAL, PLANTED), {"tampering": "unproven"}),
        ((Sign(kind="internals-again", file="x"),), {}),
        ((Sign(kind="from-the-future", file="x"),), {"tampering": "unproven"}),
        ((Sign(kind="from-the-future-again", file="x"),), {"tampering": "unproven"}),
    ],
)
def test_signs_decide_the_gate(found: tuple[Sign, ...], expected: dict[str, str]) -> None:
    assert gates(*found) == expected


def test_a_waiver_may_be_for_one_file() -> None:
    waiver = recorded.new_waiver(gate="tampering")
    of_shop = recorded.new_waiver(gate="tampering", file="shop.py")
    assert gates(INTERNAL, PLANTED, waivers=(of_shop,)) == {"tampering": "unproven"}
    assert gates(INTERNAL, SUPPRESSION, waivers=(of_shop,)) == {}
    assert gates(INTERNAL, PLANTED, waivers=(waiver,)) == {}


def test_a_reason_has_places_and_words() -> None:
    found = tampering.objections([INTERNAL, PLANTED, *[INTERNAL] * 9])
    words = "shop.py:4: product code uses internals of the interpreter: sys._getframe"
    assert [entry.reason for entry in found] == [
        "; ".join([words] * 3) + " (and 7 more)",
        "pytest.py:3: a file is run in place of the test tools: it is imported in place of pytest",
    ]
    again = Sign(kind="internals-again", file="a.py", line=1, text="x")
    assert [entry.what for entry in tampering.reviews([SUPPRESSION, again, INTERNAL])] == [
        "product code uses internals of the interpreter: sys._getframe",
        "findings of a linter are suppressed: # noqa",
        "again: product code uses internals of the interpreter: x",
    ]


def test_hundreds_of_files_share_an_objection() -> None:
    many = [Sign(kind="internals", file=f"a{n}.py", line=1) for n in range(100)]
    found = tampering.objections(many)
    assert len(found) == 21
    assert found[-1].reason == "similar signs in 80 more files"
    assert sorted(file for entry in found for file in entry.files) == sorted(
        sign.file for sign in many
    )


def test_text_of_a_candidate_is_shown_safely() -> None:
    sign = Sign(kind="internals", file="a\x1b[2J.py", line=1, text="x\x1b]0;y\u202e" + "z" * 10_000)
    (objection,) = tampering.objections([sign])
    assert objection.reason.isprintable()
    assert len(objection.reason) < 600


@pytest.mark.parametrize("line", [0, -1])
def test_a_line_is_at_least_1(line: int) -> None:
    assert Sign(kind="unreadable", file="a.py", line=line).line is None
    plain = {"kind": "unreadable", "file": "a.py", "line": line, "text": ""}
    assert from_plain(Sign, plain).line is None


# Signs that are detected while tests run.


def test_what_the_base_has_too_is_no_lie() -> None:
    sign = Sign(kind="runner-changed", file="conftest.py", line=3, text="pytest.raises")
    moved = replace(sign, line=9)
    assert _judged([moved], [sign]) == []
    assert _judged([sign], []) == [
        ("block", "pytest was changed while it ran the tests: pytest.raises (conftest.py:3)")
    ]
    assert _judged([replace(sign, file="b.py")], [sign])[0][0] == "block"


def test_what_is_not_known_to_be_new_is_unproven() -> None:
    hook = Sign(kind="hook", file="a.py", line=1, text="it implements pytest_runtest_call")
    [(state, _)] = _judged([hook], [], problems=("pytest ended early",))
    assert state == "unproven"
    [(state, reason)] = _judged([replace(hook, kind="odd")], [])
    assert (state, reason.partition(":")[0]) == ("unproven", "odd while its tests ran")


def test_a_plugin_of_pytest_may_grow_and_move() -> None:
    hook = Sign(kind="hook", file="plug.py", line=1, text="it implements pytest_runtest_call")
    more = replace(hook, text="it implements pytest_runtest_makereport")
    [(state, _)] = _judged([hook, more], [hook])
    assert state == "unproven"
    moved = FileChange(path="new/plug.py", old_path="plug.py", status="renamed")
    record = recorded.candidate("codex", moved, tests=_signed([replace(hook, file="new/plug.py")]))
    assert run_objections(record, recorded.base(tests=_signed([hook])), Policy()) == ()


def test_own_tests_may_do_what_they_like() -> None:
    changed = Sign(kind="runner-changed", file="tests/conftest.py", text="pytest.raises")
    unknown = replace(changed, file="")
    product = replace(changed, file="src/a.py")
    record = recorded.candidate(tests=_signed([]), tests_own=_signed([changed, unknown, product]))
    [found] = run_objections(record, recorded.base(tests=_signed([])), Policy())
    assert found.files == ("src/a.py",)


def _signed(signs: Sequence[Sign], problems: tuple[str, ...] = ()) -> CommandRun:
    told = TestRun(evidence="ids", source="recorder", signs=tuple(signs), problems=problems)
    return recorded.done(tests=told)


def _judged(
    signs: Sequence[Sign], known: Sequence[Sign], problems: tuple[str, ...] = ()
) -> list[tuple[str, str]]:
    found = run_objections(
        recorded.candidate(tests=_signed(signs)),
        recorded.base(tests=_signed(known, problems)),
        Policy(),
    )
    return [(str(entry.state), entry.reason) for entry in found]
