"""Coding agents whose logs do not say from which server a tool is: OpenCode's SERVER_TOOL."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_hydra.scenarios.expect.kinds import Subject, compile_expect, decide
from pytest_hydra.scenarios.reply import (
    Conversation,
    conversation_from_plain,
    conversation_to_plain,
)
from pytest_hydra.scenarios.traces.formats import traces_in
from pytest_hydra.transcript.turn import Call, Reply, Turn


def logged(*tools: str) -> Conversation:
    """What OpenCode prints of a turn in which it calls these tools."""
    state = {"status": "completed", "input": {"id": 1}, "output": "ok"}
    calls: list[tuple[str, dict[str, Any]]] = [
        ("tool_use", {"tool": tool, "callID": f"{number}", "state": state})
        for number, tool in enumerate(tools)
    ]
    parts = [*calls, ("text", {"text": "Done."}), ("step_finish", {"reason": "stop"})]
    events = [{"type": kind, "sessionID": "s", "part": part} for kind, part in parts]
    (trace,) = traces_in("\n".join(map(json.dumps, events)), "log.jsonl", {})
    # A recording decides as the log did.
    return conversation_from_plain(conversation_to_plain(Conversation(turns=trace.turns)))


def scores(conversation: Conversation, expect: dict[str, Any]) -> list[object]:
    subject = Subject(conversation=conversation, read_only=())
    return [check.score for check in decide(compile_expect(expect), subject)]


CALLS: dict[str, Any] = {"expectedCalls": [{"function": "refund"}]}


DEMANDS: list[dict[str, Any]] = [
    {"forbiddenFunctions": "refund"},
    {"forbiddenFunctions": "ref*"},
    {"expectedFunction": "refund"},
    {"expectedFunction": ["pay", "refund"]},
    {"confirmBefore": "refund"},
    CALLS,
]


@pytest.mark.parametrize("tool", ["shop_refund", "my_web_shop_refund"])
@pytest.mark.parametrize("expect", DEMANDS)
def test_a_tool_may_be_that_of_a_server(tool: str, expect: dict[str, Any]) -> None:
    assert scores(logged(tool), expect) == [None]


@pytest.mark.parametrize("expect", DEMANDS)
def test_a_tool_that_is_named_has_no_server_before_it(expect: dict[str, Any]) -> None:
    wanted = 0 if {"forbiddenFunctions", "confirmBefore"} & expect.keys() else 100
    assert scores(logged("refund"), expect) == [wanted]


@pytest.mark.parametrize("tool", ["shop_refunds", "bash", "refund_later"])
def test_other_names_are_those_of_other_tools(tool: str) -> None:
    assert scores(logged(tool), {"forbiddenFunctions": "refund"}) == [100]
    assert scores(logged(tool), {"expectedFunction": "refund"}) == [0]
    assert scores(logged(tool), {"confirmBefore": "refund"}) == [100]
    assert scores(logged(tool), CALLS) == [0]


def test_a_call_too_many_stays_one() -> None:
    assert scores(logged("shop_refund", "bash"), CALLS) == [0]
    assert scores(logged("shop_refund", "refund"), CALLS) == [0]
    assert scores(logged("shop_refund"), {"expectedFunction": None}) == [0]
    assert scores(logged("refund", "shop_refund"), {"forbiddenFunctions": "refund"}) == [0]


@pytest.mark.parametrize("expect", DEMANDS)
def test_a_trajectory_may_be_of_such_an_agent(expect: dict[str, Any]) -> None:
    call = {"tool_call_id": "1", "function_name": "shop_refund", "arguments": {"id": 1}}
    steps = [
        {"step_id": 1, "source": "user", "message": "Refund it"},
        {"step_id": 2, "source": "agent", "message": "Done.", "tool_calls": [call]},
    ]
    document = {"schema_version": "ATIF-v1.6", "agent": {"name": "opencode"}, "steps": steps}
    (trace,) = traces_in(json.dumps(document), "trajectory.json", {})
    assert scores(Conversation(turns=trace.turns), expect) == [None]


def test_an_ordinary_bot_calls_a_function_by_its_name() -> None:
    reply = Reply(text="Done.", calls=(Call(function="shop_refund", params={"id": 1}),))
    bot = Conversation(turns=(Turn(user="Go.", reply=reply),))
    assert scores(bot, {"forbiddenFunctions": "refund"}) == [100]
    assert scores(bot, {"expectedFunction": "refund"}) == [0]
    assert scores(bot, CALLS) == [0]
