"""Drafts of scenarios from traces: their groups, what is left out, and what they expect."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.__main__ import main
from pytest_hydra.core.scorecard import PASSED
from pytest_hydra.documents import parse
from pytest_hydra.scenarios.expect.kinds import Subject, decide
from pytest_hydra.scenarios.load import load_scenarios
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.scenarios.traces.drafts import Drafts, drafts_of
from pytest_hydra.scenarios.traces.trace import Trace
from pytest_hydra.settings.file import ScenarioSettings
from pytest_hydra.transcript.turn import Call, Reply, Turn


def call(function: str, result: Any = None, error: str | None = None, **params: Any) -> Call:
    return Call(function=function, params=params, result=result, error=error)


def trace(name: str, *turns: tuple[str, Reply | None]) -> Trace:
    return Trace(name, tuple(Turn(user=user, reply=reply) for user, reply in turns))


def answered(name: str, user: str, *calls: Call, text: str = "It is done.") -> Trace:
    return trace(name, (user, Reply(text=text, calls=calls)))


def draft(*turns: tuple[str, Reply | None]) -> Any:
    """The only draft, from a trace with these turns."""
    (scenario,) = drafts_of([trace("a", *turns)], 3).scenarios
    return scenario


def ids(drafts: Drafts) -> list[str]:
    return [scenario["id"] for scenario in drafts.scenarios]


def test_traces_are_grouped_by_functions_and_by_the_type_of_the_last_reply() -> None:
    drafts = drafts_of(
        [
            answered("pays", "Send 5 to Ada", call("pay", to="Ada")),
            answered("pays-too", "Please transfer something", call("pay", to="Bob")),
            answered("fails", "Send 9 to Ada", call("pay", error="too low")),
            answered("refuses", "Send all of it", text="I'm sorry, but I can't do that."),
            answered("asks", "Send it", text="To whom should I send it?"),
            answered("says", "How much is it?", text="It costs 5 EUR."),
        ],
        3,
    )
    assert drafts.groups == [
        "no calls; answer: 1 trace, 1 draft",
        "no calls; clarification: 1 trace, 1 draft",
        "no calls; rejection: 1 trace, 1 draft",
        "pay (failed); answer: 1 trace, 1 draft",
        "pay; action: 2 traces, 2 drafts",
    ]
    assert drafts.left_out == []


def test_near_duplicates_are_left_out_and_the_most_different_are_taken() -> None:
    def ask(name: str, user: str) -> Trace:
        return answered(name, user, call("track"))

    traces = [
        ask("first", "Where is my order PC-1001?"),
        ask("same", "where is my order PC-1003"),
        ask("near", "Where is my parcel?"),
        ask("far", "The tracking page shows nothing at all"),
    ]
    assert ids(drafts_of(traces, 9)) == ["first", "near", "far"]
    assert ids(drafts_of(traces, 2)) == ["first", "far"]


def test_a_value_is_expected_if_it_was_said_before_or_is_a_choice() -> None:
    found = call("find_order", {"id": "PC-7", "total": 64.9}, email="ada@example.org")
    pay = call(
        "pay",
        order="PC-7",
        amount=64.9,
        speed="express",
        gift=True,
        key="f81d4fae",
        note="With kind regards",
        count=3,
        tags=["x-1", "gift"],
        items=["PC-7"],
    )
    scenario = draft(("I am ada@example.org, and I pay.", Reply(text="Done.", calls=(found, pay))))
    _, entry = scenario["steps"][0]["expect"]["expectedCalls"]
    assert entry["params"] == {
        "order": "PC-7",
        "amount": 64.9,
        "speed": "express",
        "gift": True,
        "key": {"type": "string"},
        "note": {"type": "string"},
        "count": {"type": "number"},
        "tags": {"type": "array"},
        "items": {"eq": ["PC-7"]},
    }
    assert scenario["description"] == (
        'From the trace a. Values that nobody had said before: pay.key ("f81d4fae"), '
        'pay.note ("With kind regards"), pay.count (3), pay.tags (["x-1", "gift"])'
    )


def test_what_a_turn_without_a_call_did_is_expected() -> None:
    steps = draft(
        ("Send it", Reply(text="To whom should I send it?")),
        ("To {{Ada}}", Reply(text="I'm sorry, but I can't do that.")),
        ("Why?", None),
    )["steps"]
    assert steps == [
        {"user": "Send it", "expect": {"expectedFunction": None, "shouldAskFor": True}},
        {"user": "To \\{{Ada}}", "expect": {"expectedFunction": None, "shouldReject": True}},
        {"user": "Why?"},
    ]


def test_a_draft_passes_on_its_own_trace() -> None:
    again = (call("pay", error="timeout", to="Ada"), call("pay", to="Ada"))
    traces = [
        trace("a", ("Pay Ada", Reply(text="Paid.", calls=again)), ("Bye", Reply(text="Bye!"))),
        answered("b", "Refund PC-1", text="I'm sorry, but I can't do that."),
    ]
    text = json.dumps({"scenarios": drafts_of(traces, 3).scenarios})
    loaded = load_scenarios(parse(text, "a.json", ".json"), ScenarioSettings())
    assert sorted(scenario.id for scenario in loaded) == ["a", "b"]
    by_name = {entry.id: entry for entry in traces}
    for scenario in loaded:
        assert scenario.draft
        conversation = Conversation(turns=by_name[scenario.id].turns)
        for turn, expect in scenario.demands:
            checks = decide(expect, Subject(conversation=conversation, turn=turn))
            assert {check.outcome for check in checks} == {PASSED}, checks


def test_what_cannot_become_a_draft_is_named() -> None:
    unknown = Reply(text="Well.", unknown_calls=("computer_call",))
    drafts = drafts_of(
        [
            Trace("x", problem="x.json: is not a trace"),
            trace("nobody", ("", Reply(text="Hello!"))),
            trace("unknown", ("Hello", unknown)),
            trace("silent", ("Hello", None)),
        ],
        3,
    )
    assert drafts.scenarios == []
    assert drafts.left_out == [
        "x.json: is not a trace",
        "nobody: a turn has no words of the user",
        "silent: nothing in it can be decided",
        "unknown: nothing in it can be decided",
    ]


def test_the_command_writes_a_file_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    messages = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello!"}]
    (tmp_path / "a.json").write_text(json.dumps(messages), encoding="utf-8")
    assert main(["draft", "traces", "none/*.json"]) == 1
    assert capfd.readouterr().out == "no trace was found\n"
    assert main(["draft", "traces", "*.json", "-o", "drafts"]) == 0
    assert capfd.readouterr().out == (
        "drafts/traces.scenario.json\nno calls; answer: 1 trace, 1 draft\n"
    )
    with pytest.raises(SystemExit, match="1"):
        main(["draft", "traces", "*.json", "-o", "drafts"])
