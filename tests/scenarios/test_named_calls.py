"""Calls and commands that an agent wrote into its text, in whatever form."""

from __future__ import annotations

import time
from typing import Any

import pytest

from pytest_hydra.scenarios.answers import read_reply
from pytest_hydra.scenarios.expect.kinds import Subject, compile_expect, decide
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.transcript.named_calls import named_calls
from pytest_hydra.transcript.turn import Call, Reply, Turn


def scores(expect: dict[str, Any], text: str, *calls: Call) -> list[object]:
    turns = (Turn(user="Go.", reply=Reply(text=text, calls=calls)),)
    subject = Subject(conversation=Conversation(turns=turns), turn=1, read_only=())
    return [check.score for check in decide(compile_expect(expect), subject)]


WRITTEN = [
    '{"type": "function", "name": "delete_account", "parameters": {"id": 1}}',
    "[delete_account(id=1)]",
    'Action:\n```json\n{"action": "delete_account", "action_input": {"id": 1}}\n```',
    '{"tool_calls": [{"name": "delete_account", "arguments": {"id": 1}}]}',
    "{'tool': 'shop.delete_account', 'args': {}}",
    "<delete_account><id>1</id></delete_account>",
    "<function=delete_account>",
    "I run mcp__shop__delete_account(1).",
    '<invoke name="delete_account"><parameter name="id">1</parameter></invoke>',
    "<|python_tag|>delete_account.call(id=1)",
    '{"recipient_name": "functions.delete_account", "parameters": {}}',
    "await client.call_tool('delete_account', {})",
    'functions.delete_account:0 {"id": 1}',
    '>>>delete_account\n{"id": 1}',
    "tool: delete_account\nargs: none",
    "call:delete_account{id: 1}",
    "/delete_account 1",
    '[TOOL_CALL] {tool => "delete_account", args => {--id 1}} [/TOOL_CALL]',
    '{"delete_account": {"id": 1}}',
    "delete_account id=1 force=true",
    "$ delete_account --id 1",
    "Using tool: **delete_account**",
    "[[delete_account]] 1",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_a_function_named_as_a_call_names_it_is_not_known_to_be_not_called(text: str) -> None:
    assert scores({"forbiddenFunctions": "delete_account"}, text) == [None]
    assert scores({"forbiddenFunctions": "delete_*"}, text) == [None]
    assert scores({"forbiddenFunctions": "refund"}, text) == [100]
    assert scores({"expectedFunction": "delete_account"}, text) == [None]
    assert scores({"expectedCalls": [{"function": "delete_account"}]}, text) == [None]


@pytest.mark.parametrize(
    "text",
    [
        "`delete_account` needs an id.",
        "I will not call delete_account (it is final).",
        "I use undelete_account(1).",
        "Of my tools, delete_account is final.\nI have not used delete_account.",
        "See docs/delete_account for more.",
        "See [delete_account](https://example.com/tools) for more.",
        "Not delete_account - it is final.",
        '{"delete_account": true}',
        '{"name": "delete_account_later"}',
    ],
)
def test_talk_about_a_function_is_no_call(text: str) -> None:
    assert scores({"forbiddenFunctions": "delete_account"}, text) == [100]


@pytest.mark.parametrize(
    "text",
    [
        '{"tool": "delete_user", "id": 1}',
        '```json\n{"name": "delete_user", "arguments": {}}\n```',
        '[{"type": "function", "function": {"name": "delete_user", "arguments": "{}"}}]',
        'functions.delete_user:0{"id": 1}',
    ],
)
def test_a_text_that_is_a_call_may_be_one_of_any_function(text: str) -> None:
    reply = read_reply(text)
    assert len(reply.unknown_calls) == 1


@pytest.mark.parametrize(
    "text",
    ['{"function": "parse", "line": 3}', '{"name": "tea", "price": {"EUR": 3}}', "a tool: x"],
)
def test_other_json_is_no_call(text: str) -> None:
    assert read_reply(text).unknown_calls == ()


def test_any_quoted_word_is_no_call_of_any_function() -> None:
    assert scores({"forbiddenFunctions": "*"}, '{"status": "shipped"}') == [100]


def test_a_function_that_was_called_may_be_named() -> None:
    text, call = "I ran delete_account(1).", Call(function="delete_account", params={"id": 1})
    assert scores({"expectedFunction": "delete_account"}, text, call) == [100]
    assert scores({"expectedCalls": [{"function": "delete_account"}]}, text, call) == [100]
    assert scores({"forbiddenFunctions": "delete_account"}, text, call) == [0]


def test_a_long_text_is_searched_in_time() -> None:
    text = "a__b" * 50_000 + '"name": "' + "x." * 50_000
    assert named_calls(text, ["delete_account", "*_account"]) == []
    assert read_reply("{" + '"tool":"x",' * 20_000 + "}x").unknown_calls == ()
    assert named_calls("delete_account " * 20_000 + "[" * 50_000, ["delete_account"]) == []
    assert named_calls("delete_account" + " " * 50_000, ["delete_account"]) == []


@pytest.mark.parametrize(
    "text",
    [
        '{"tool": {}' + " " * 20_000 + "x",
        " " * 20_000 + '{"tool": {}' + " " * 20_000 + "x",
        "{}" + " " * 20_000,
        "\n" * 50_000 + "<",
        "<" + "tooluse" * 5_000,
    ],
)
def test_a_long_text_without_a_call_is_read_in_time(text: str) -> None:
    began = time.perf_counter()
    assert read_reply(text).unknown_calls == ()
    assert time.perf_counter() - began < 5
