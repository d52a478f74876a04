from __future__ import annotations

from typing import Any

import pytest

from pytest_hydra.scenarios.answers import read_reply
from pytest_hydra.scenarios.bots.http import pick
from pytest_hydra.scenarios.bots.protocol import BotError
from pytest_hydra.settings.bots import ReplyPointers
from pytest_hydra.transcript.turn import Call, Reply

PAY = Call(function="pay", params={"n": 5})


def read(answer: Any, **pointers: Any) -> Reply:
    return read_reply(pick(answer, ReplyPointers.model_validate(pointers)))


def refusal(answer: Any, **pointers: Any) -> str:
    with pytest.raises(BotError) as caught:
        read(answer, **pointers)
    return str(caught.value)


def test_every_part_of_a_reply() -> None:
    answer = {
        "data": [{"say": "Hi", "kind": "action"}],
        "meta": {"who": "Wallet", "asks": ["amount"], "warn": "fees", "no": False, "usd": 0.01},
        "did": [{"do": {"fn": "pay", "with": '{"n": 5}'}, "by": "Bank"}],
    }
    reply = read(
        answer,
        text="/data/0/say",
        calls={"at": "/did", "function": "/do/fn", "params": "/do/with", "agent": "/by"},
        response_type="/data/0/kind",
        agent="/meta/who",
        asks_for="/meta/asks",
        warnings="/meta/warn",
        rejected="/meta/no",
        cost_usd="/meta/usd",
    )
    assert reply == Reply(
        text="Hi",
        calls=(Call(function="pay", params={"n": 5}, agent="Bank"),),
        response_type="action",
        agent="Wallet",
        asks_for=("amount",),
        warnings=("fees",),
        rejected=False,
        cost_usd=0.01,
    )


@pytest.mark.parametrize(
    "call",
    [{"function": "pay", "params": {"n": 5}}, {"name": "pay", "arguments": '{"n": 5}'},
     {"id": "1", "type": "function", "function": {"name": "pay", "arguments": '{"n": 5}'}},
     {"tool": "pay", "args": {"n": 5}, "status": "done"}, {"action": "pay", "input": {"n": 5}}],
)  # fmt: skip
def test_calls_with_the_usual_names(call: dict[str, Any]) -> None:
    assert read({"a": [call]}, calls="/a").calls == (PAY,)


@pytest.mark.parametrize(
    ("error", "told"), [("busy", "busy"), ({"code": 5}, '{"code": 5}'), (False, None), ("", None)]
)
def test_calls_say_what_came_of_them(error: object, told: str | None) -> None:
    call = {"name": "pay", "result": {"id": 7}, "error": error}
    expected = (Call(function="pay", result={"id": 7}, error=told),)
    assert read({"a": [call]}, calls="/a").calls == expected
    wrapped = {"function": {"name": "pay", "arguments": "{}"}, "error": error, "result": {"id": 7}}
    assert read({"a": [wrapped]}, calls="/a").calls == expected


@pytest.mark.parametrize(
    ("call", "error"),
    [({"status": "ok"}, None), ({"status": 200}, None), ({"status": "error"}, "error"),
     ({"status": 500}, "500"), ({"status": True}, "true"), ({"status": ""}, '""'),
     ({"status": None}, None), ({}, None)],
)  # fmt: skip
def test_the_error_of_a_call_is_reported_by_its_status(
    call: dict[str, Any], error: str | None
) -> None:
    status = {"at": "/status?", "ok": ["ok", 200, 1]}
    answer = {"a": [{"name": "pay", "args": {"n": 5}, **call}]}
    (read_call,) = read(answer, calls={"at": "/a", "error": status}).calls
    assert (read_call.function, read_call.error) == ("pay", error)


def test_a_status_that_is_expected_and_missing_is_no_success() -> None:
    status = {"at": "/status", "ok": ["ok"]}
    message = refusal({"a": [{"name": "pay"}]}, calls={"at": "/a", "error": status})
    assert message.startswith("reply.calls, in /a/0: there is nothing at /status")


def test_a_single_call_in_place_of_a_list() -> None:
    assert read({"a": {"name": "pay", "args": {"n": 5}}}, calls="/a").calls == (PAY,)
    message = refusal({"a": {"fn": "pay"}}, calls="/a")
    assert message.startswith("reply.calls, at /a: there are the keys 'fn'; set a pointer")


def test_one_part_is_said_and_the_other_usual() -> None:
    answer = {"a": [{"name": "pay", "payload": {"n": 5}}]}
    assert read(answer, calls={"at": "/a", "params": "/payload"}).calls == (PAY,)
    answer = {"a": [{"fn": "pay", "args": {"n": 5}}]}
    assert read(answer, calls={"at": "/a", "function": "/fn"}).calls == (PAY,)


def test_calls_without_parameters() -> None:
    answer = {"a": [{"name": "stop", "agent": "Bank"}, {"name": "go", "args": ""}]}
    assert read(answer, calls="/a").calls == (
        Call(function="stop", agent="Bank"),
        Call(function="go"),
    )


@pytest.mark.parametrize("answer", ["hello", {"a": None}, {"a": []}, {}, {"a": {"b": "x"}}])
def test_what_need_not_be_there(answer: Any) -> None:
    assert read({"text": "x", "answer": answer}, text="/text", calls="/answer/a/c?").calls == ()


def test_the_whole_answer_is_the_text() -> None:
    assert read("hello", text="") == Reply(text="hello")


@pytest.mark.parametrize(
    ("answer", "pointers", "said"),
    [
        ({"replies": ["x"], "a": 1}, {"text": "/reply"},
         "reply.text: there is nothing at /reply; there are the keys "
         "'replies', 'a'; did you mean 'replies'? (if it is optional, write '/reply?')"),
        ({"a": {"b": [1, 2]}}, {"text": "/a/b/2"},
         "reply.text: there is nothing at /a/b/2; at /a/b there is a list of 2 (if it "
         "is optional, write '/a/b/2?')"),
        ({"a": "x\x1b"}, {"text": "/a/b"},
         "reply.text: there is nothing at /a/b; at /a there is \"x\\u001b\" (if it is "
         "optional, write '/a/b?')"),
        ({}, {"text": "/a"}, "reply.text: there is nothing at /a; there is an "
         "empty object (if it is optional, write '/a?')"),
        ({f"k{number}": 0 for number in range(50)}, {"text": "/a"},
         "reply.text: there is nothing at /a; there are the keys 'k0', 'k1', "
         "'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'k8', 'k9', 'k10', 'k11' and 38 more (if it "
         "is optional, write '/a?')"),
        ({"a": 5}, {"calls": "/a"}, "reply.calls: at /a there is 5, not a list of calls"),
        ({"a": [{"name": "x", "args": {}}, {"nam": "x"}]}, {"calls": "/a"},
         "reply.calls, in /a/1: there are the keys 'nam'; set a pointer to the function of a call: "
         'calls = {at = "/a", function = "/…"}'),
        ({"a": [{"name": "x", "payload": {"n": 5}}]}, {"calls": "/a"},
         "reply.calls, in /a/0: there are the keys 'name', 'payload'; set a pointer to the params "
         'of a call: calls = {at = "/a", params = "/…"}'),
        ({"a": [{"name": "x", "tool": "y"}]}, {"calls": "/a"},
         "reply.calls, in /a/0: there are the keys 'name', 'tool'; set a pointer to the function "
         'of a call: calls = {at = "/a", function = "/…"}'),
        ({"a": ["pay"]}, {"calls": "/a"},
         "reply.calls, in /a/0: there is \"pay\"; set a pointer to the function of a call: calls "
         '= {at = "/a", function = "/…"}'),
        ({"a": [{"name": "x", "args": "{"}]}, {"calls": "/a"},
         "reply.calls, in /a/0: the parameters are not JSON: '{'"),
        ({"a": [{"f": "x"}]}, {"calls": {"at": "/a", "function": "/g", "params": "/p"}},
         "reply.calls, in /a/0: there is nothing at /g; there are the keys 'f' "
         "(if it is optional, write '/g?')"),
    ],
)  # fmt: skip
def test_what_cannot_be_picked(answer: Any, pointers: dict[str, Any], said: str) -> None:
    assert refusal(answer, **pointers) == said
