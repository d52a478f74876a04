from __future__ import annotations

import json
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.scenarios.answers import read_reply
from pytest_hydra.scenarios.reply import (
    Conversation,
    conversation_from_plain,
    conversation_to_plain,
)
from pytest_hydra.transcript.own_form import turn_from_plain, turn_to_plain
from pytest_hydra.transcript.turn import RESPONSE_TYPES, Call, Reply, ReplyError, Turn


def event(text: str, **more: object) -> list[dict[str, Any]]:
    """An event of Google's agents."""
    return [{"author": "shop", "content": {"role": "model", "parts": [{"text": text, **more}]}}]


TRANSFER = Call(function="transfer", params={"amount": 0.2, "to": "Alice"})
ARGUMENTS = json.dumps({"amount": 0.2, "to": "Alice"})
INPUT = {"amount": 0.2, "to": "Alice"}
CUT_ITEM = {
    "type": "message",
    "role": "assistant",
    "status": "incomplete",
    "content": [{"type": "output_text", "text": "One mo"}],
}


class Kind(StrEnum):
    ACTION = "action"


@dataclass
class OwnReply:
    text: str
    calls: list[dict[str, Any]]


class OwnModel:
    def model_dump(self) -> dict[str, Any]:
        return {"text": "Done.", "calls": None, "agent": None}


class RunResult:
    """Like what pydantic-ai's agents give."""

    def __init__(self, output: object, *messages: object) -> None:
        self.output = output
        self._messages = list(messages)

    def new_messages(self) -> list[object]:
        return self._messages

    def all_messages(self) -> list[object]:
        return [part("response", "text", content="of an earlier run"), *self._messages]


def part(kind: str, part_kind: str, **fields: object) -> SimpleNamespace:
    return SimpleNamespace(kind=kind, parts=[SimpleNamespace(part_kind=part_kind, **fields)])


def chat(message: dict[str, Any]) -> dict[str, Any]:
    return {"object": "chat.completion", "choices": [{"index": 0, "message": message}], "usage": {}}


class Model(SimpleNamespace):
    """Like pydantic's."""

    def model_dump(self) -> dict[str, Any]:
        return vars(self)


def objects(value: Any) -> Any:
    """JSON as the libraries' objects have it: attributes, but what a call is given stays a dict."""
    if isinstance(value, dict) and value != INPUT:
        return Model(**{key: objects(item) for key, item in value.items()})
    return [objects(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Hello", Reply(text="Hello")),
        ("", Reply()),
        (Kind.ACTION, Reply(text="action")),
        ("half \ud83d", Reply(text="half \\ud83d")),
        (Reply(text="Hi", calls=(TRANSFER,)), Reply(text="Hi", calls=(TRANSFER,))),
        (OwnReply("Hi", [{"function": "f"}]), Reply(text="Hi", calls=(Call(function="f"),))),
        (OwnModel(), Reply(text="Done.")),
        ({"text": None}, Reply()),
        ({"calls": [TRANSFER]}, Reply(calls=(TRANSFER,))),
        (
            {"calls": [{"function": "f", "params": {"n": Decimal("1.5")}, "agent": "A"}]},
            Reply(calls=(Call(function="f", params={"n": 1.5}, agent="A"),)),
        ),
        (
            {"responseType": Kind.ACTION, "asksFor": "amount", "costUsd": 1, "warnings": ("fee",)},
            Reply(response_type="action", asks_for=("amount",), cost_usd=1.0, warnings=("fee",)),
        ),
        ({"warnings": "", "asks_for": " "}, Reply(warnings=(), asks_for=())),
        ({"rejected": False, "agent": "A"}, Reply(rejected=False, agent="A")),
    ],
)
def test_our_own_forms(answer: object, expected: Reply) -> None:
    assert read_reply(answer) == expected


OPENAI_CALL = {
    "id": "1",
    "type": "function",
    "function": {"name": "transfer", "arguments": ARGUMENTS},
}
LANGCHAIN_CALL = {"name": "transfer", "args": INPUT, "id": "1", "type": "tool_call"}
USED = Reply(text="Done.", calls=(TRANSFER,))

SHAPES = {
    "chat completion": (
        chat({"role": "assistant", "content": "Done.", "tool_calls": [OPENAI_CALL]}),
        USED,
    ),
    "chat completion, call only": (
        chat({"role": "assistant", "content": None, "tool_calls": [OPENAI_CALL], "refusal": None}),
        Reply(calls=(TRANSFER,)),
    ),
    "chat completion, refusal": (
        chat({"role": "assistant", "content": None, "refusal": "I can't."}),
        Reply(text="I can't.", rejected=True),
    ),
    "chat completion, legacy call without arguments": (
        chat({"role": "assistant", "content": "", "function_call": {"name": "f", "arguments": ""}}),
        Reply(calls=(Call(function="f"),)),
    ),
    "chat completion, custom tool": (
        chat({"role": "assistant", "tool_calls": [{"custom": {"name": "sql", "input": "select"}}]}),
        Reply(calls=(Call(function="sql", params={"input": "select"}),)),
    ),
    "response": (
        {
            "object": "response",
            "error": None,
            "output": [
                {"type": "reasoning", "summary": []},
                {"type": "function_call", "name": "transfer", "arguments": ARGUMENTS},
                {
                    "type": "message",
                    "role": "assistant",
                    "content": [{"type": "output_text", "text": "Done.", "annotations": []}],
                },
            ],
        },
        USED,
    ),
    "response, refusal": (
        {
            "object": "response",
            "output": [{"type": "message", "content": [{"type": "refusal", "refusal": "No."}]}],
        },
        Reply(text="No.", rejected=True),
    ),
    "anthropic": (
        {
            "type": "message",
            "role": "assistant",
            "stop_reason": "tool_use",
            "content": [
                {"type": "text", "text": "Done."},
                {"type": "tool_use", "id": "1", "name": "transfer", "input": INPUT},
            ],
        },
        USED,
    ),
    "anthropic, refusal": (
        {"type": "message", "content": [{"type": "text", "text": "No."}], "stop_reason": "refusal"},
        Reply(text="No.", rejected=True),
    ),
    "langgraph": (
        {
            "messages": [
                {"type": "human", "content": "before"},
                {"type": "ai", "content": "old", "tool_calls": [{"name": "old", "args": {}}]},
                {"type": "human", "content": "now"},
                {"type": "ai", "content": "Let me see.", "tool_calls": [LANGCHAIN_CALL]},
                {"type": "tool", "content": "ok"},
                {"type": "ai", "content": "Done.", "tool_calls": []},
            ],
            "other_state": 1,
        },
        replace(USED, earlier_texts=("Let me see.",)),
    ),
    "langchain list with an agent's name": (
        [{"type": "ai", "content": [{"type": "text", "text": "Hi"}], "name": "Greeter"}],
        Reply(text="Hi", agent="Greeter"),
    ),
    "messages with roles": (
        [
            {"role": "user", "content": "now"},
            {"role": "assistant", "content": None, "tool_calls": [OPENAI_CALL]},
            {"role": "tool", "content": "ok"},
            {"role": "assistant", "content": "Done."},
        ],
        USED,
    ),
    "pydantic-ai messages": (
        [
            {"kind": "response", "parts": [{"part_kind": "text", "content": "old"}]},
            {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "now"}]},
            {
                "kind": "response",
                "parts": [{"part_kind": "tool-call", "tool_name": "transfer", "args": ARGUMENTS}],
            },
            {"kind": "request", "parts": [{"part_kind": "tool-return", "content": "ok"}]},
            {"kind": "response", "parts": [{"part_kind": "text", "content": "Done."}]},
        ],
        USED,
    ),
}


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("form", ["json", "objects"])
def test_what_common_apis_answer(name: str, form: str) -> None:
    answer, expected = SHAPES[name]
    if form == "objects":
        answer = objects(answer)
    assert without_ids(read_reply(answer)) == expected


PAYMENT = {"name": "pay", "args": {}}
PAID_BY_PARTS = {
    "kind": "response",
    "parts": [{"part_kind": "tool-call", "tool_name": "pay", "args": {}}],
}


@pytest.mark.parametrize("asked", ["Yes, do.", "Rules: be kind. Yes, do. Answer in English."])
@pytest.mark.parametrize(
    "answer",
    [
        lambda asked: [
            {"type": "human", "content": asked},
            {"type": "ai", "content": "Paying.", "tool_calls": [PAYMENT]},
            {"type": "human", "content": "Give the final answer as JSON."},
            {"type": "ai", "content": "Done."},
        ],
        lambda asked: RunResult(
            "Done.",
            {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": asked}]},
            PAID_BY_PARTS | {"parts": [{"part_kind": "text", "content": "Paying."}]},
            PAID_BY_PARTS,
            {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": ["a file"]}]},
            {"kind": "response", "parts": [{"part_kind": "text", "content": "Done."}]},
        ),
        lambda asked: [
            {"author": "user", "content": {"role": "user", "parts": [{"text": asked}]}},
            *event("Paying."),
            {"author": "shop", "content": {"parts": [{"functionCall": PAYMENT}]}},
            {"author": "user", "content": {"role": "user", "parts": [{"text": "a file"}]}},
            *event("Done."),
        ],
        lambda asked: [
            {"type": "message", "role": "user", "content": asked},
            {"type": "function_call", "name": "pay", "arguments": "{}", "call_id": "1"},
            {"type": "message", "role": "user", "content": "Give the final answer as JSON."},
            {"type": "message", "role": "assistant", "content": "Done."},
        ],
    ],
    ids=["messages", "pydantic-ai", "events", "response"],
)
def test_a_message_in_the_name_of_the_user_hides_nothing(answer: Any, asked: str) -> None:
    reply = read_reply(answer(asked), "Yes, do.")
    assert [call.function for call in reply.calls] == ["pay"]
    assert reply.text == "Done."
    # Without what was said, or where none is it, the user's last message begins the reply.
    assert read_reply(answer(asked), "Something else").calls == ()


def test_what_the_user_says_in_a_list_of_items_is_not_said_by_the_bot() -> None:
    items = [{"type": "message", "role": "user", "content": "The PIN is 1234."}]
    items += [{"type": "message", "role": "assistant", "content": "Thanks."}, {"type": "reasoning"}]
    assert read_reply({"object": "response", "output": items}).text == "Thanks."


def without_ids(reply: Reply) -> Reply:
    return replace(reply, calls=tuple(replace(call, id=None) for call in reply.calls))


def response(*items: dict[str, Any]) -> dict[str, Any]:
    return {"object": "response", "output": list(items)}


def blocks(*content: dict[str, Any]) -> dict[str, Any]:
    return {"type": "message", "role": "assistant", "content": list(content)}


MCP = {"type": "mcp_call", "name": "delete_all", "arguments": ARGUMENTS, "server_label": "shop"}
DELETED = ("delete_all", INPUT)
# An item of an answer, what it is put into, and the call that it is.
CALL_ITEMS: dict[str, tuple[Any, tuple[str, dict[str, Any]]]] = {
    "mcp_call": (response(MCP), DELETED),
    "mcp_call in a list": ([{"type": "reasoning"}, MCP], DELETED),
    "mcp_approval_request": (response({**MCP, "type": "mcp_approval_request"}), DELETED),
    "web_search_call": (
        response({"type": "web_search_call", "action": {"type": "search", "query": "x"}}),
        ("web_search", {"type": "search", "query": "x"}),
    ),
    "web_search_call, older": (
        response({"type": "web_search_call", "id": "ws_1", "status": "completed"}),
        ("web_search", {}),
    ),
    "file_search_call": (
        response({"type": "file_search_call", "queries": ["x"], "results": None}),
        ("file_search", {"queries": ["x"]}),
    ),
    "code_interpreter_call": (
        response({"type": "code_interpreter_call", "code": "1", "outputs": []}),
        ("code_interpreter", {"code": "1"}),
    ),
    "shell_call": (
        response({"type": "shell_call", "action": {"commands": ["rm -r /"]}}),
        ("shell", {"commands": ["rm -r /"]}),
    ),
    "mcp_tool_use": (
        blocks({"type": "mcp_tool_use", "id": "1", "name": "delete_all", "input": INPUT}),
        DELETED,
    ),
    "server_tool_use": (
        blocks({"type": "server_tool_use", "name": "web_search", "input": {"query": "x"}}),
        ("web_search", {"query": "x"}),
    ),
    "one call without a list": (
        chat(
            {"content": "", "tool_calls": {"function": {"name": "delete_all", "arguments": INPUT}}}
        ),
        DELETED,
    ),
    "one block without a list": (
        {
            "role": "assistant",
            "content": {"type": "tool_use", "name": "delete_all", "input": INPUT},
        },
        DELETED,
    ),
    "blocks alone": (
        [{"type": "text", "text": ""}, {"type": "tool_use", "name": "delete_all", "input": INPUT}],
        DELETED,
    ),
    "Bedrock": (
        {"role": "assistant", "content": [{"toolUse": {"name": "delete_all", "input": INPUT}}]},
        DELETED,
    ),
    "builtin-tool-call": (
        [
            {
                "kind": "response",
                "parts": [
                    {"part_kind": "builtin-tool-call", "tool_name": "delete_all", "args": INPUT}
                ],
            }
        ],
        DELETED,
    ),
    "LangChain's own beside the model's": (
        [
            {
                "type": "ai",
                "tool_calls": [{**LANGCHAIN_CALL, "name": "delete_all"}],
                "content": [
                    {"type": "tool_use", "id": "1", "name": "delete_all", "input": {"am": 1}},
                    {"type": "web_search_tool_result", "content": []},
                ],
            }
        ],
        DELETED,
    ),
    "LangChain, what the model's API has": (
        [{"type": "ai", "content": "", "additional_kwargs": {"tool_outputs": [MCP]}}],
        DELETED,
    ),
    "LangChain, a block that it does not know": (
        [{"type": "ai", "content": [{"type": "non_standard", "value": MCP}]}],
        DELETED,
    ),
}


@pytest.mark.parametrize("name", CALL_ITEMS)
@pytest.mark.parametrize("form", ["json", "objects"])
def test_every_kind_of_call_is_one(name: str, form: str) -> None:
    answer, (function, params) = CALL_ITEMS[name]
    if form == "objects" and name != "Bedrock":  # which is JSON
        answer = objects(answer)
    reply = read_reply(answer)
    assert [called.function for called in reply.calls] == [function]
    assert reply.calls[0].params == params
    assert reply.unknown_calls == ()


@pytest.mark.parametrize(
    ("answer", "unknown"),
    [
        (
            {"messages": [{"role": "assistant", "content": "Done."}], "calls": [{"function": "x"}]},
            "calls beside messages",
        ),
        (response({"type": "teleport_call", "name": "x"}), "teleport_call"),
        (chat({"content": "", "tool_calls": '[{"name": "x"}]'}), "tool_calls"),
        (response({"type": "deed", "name": "x", "arguments": "{}"}), "deed"),
        (blocks({"type": "robot_tool_use", "name": "x"}), "robot_tool_use"),
        (blocks({"name": "delete_all", "input": {}}), "an item without a type"),
        (chat({"content": "", "executed_tools": [{"name": "x"}]}), "executed_tools"),
        (
            [{"type": "ai", "content": "", "invalid_tool_calls": [{"args": "{"}]}],
            "invalid_tool_calls",
        ),
        (
            [{"kind": "response", "parts": [{"part_kind": "remote-call", "tool_name": "x"}]}],
            "remote-call",
        ),
    ],
)  # fmt: skip
@pytest.mark.parametrize("form", ["json", "objects"])
def test_what_looks_like_a_call_is_reported(answer: Any, unknown: str, form: str) -> None:
    reply = read_reply(objects(answer) if form == "objects" else answer)
    assert (reply.calls, reply.unknown_calls) == ((), (unknown,))


@pytest.mark.parametrize(
    "kind", ["mcp_list_tools", "function_call_output", "shell_call_output", "reasoning"]
)
def test_what_comes_of_a_call_is_none(kind: str) -> None:
    assert read_reply(response({"type": kind, "content": []})) == Reply()
    # Nobody knows what it is in another API's answer.
    assert read_reply(blocks({"type": kind, "name": "x"})).unknown_calls == (kind,)


@pytest.mark.parametrize(
    "kind", ["web_search_tool_result", "mcp_tool_result", "thinking", "image", "compaction"]
)
def test_what_comes_of_a_call_of_anthropic_is_none(kind: str) -> None:
    assert read_reply(blocks({"type": kind, "name": "x"})) == Reply()


def test_kinds_that_are_no_texts() -> None:
    with pytest.raises(ReplyError):
        read_reply([{"type": {}}])
    odd = read_reply(response({"type": {}}, {"type": ["x"]}))
    assert odd == Reply(unknown_calls=("an item without a type",))


SAID = {"role": "assistant", "content": "hi"}


@pytest.mark.parametrize(
    ("answer", "tokens"),
    [
        ({"text": "hi", "tokens": 7}, 7),
        ({"choices": [{"message": SAID}], "usage": {"total_tokens": 29, "input_tokens": 1}}, 29),
        (
            {"choices": [{"message": SAID}], "usage": {"prompt_tokens": 9, "completion_tokens": 2}},
            11,
        ),
        ({"choices": [{"message": SAID}], "usage": {"total_tokens": "many"}}, None),
        ({"choices": [{"message": SAID}], "usage": {"total_tokens": 10**30}}, None),
        (
            {
                "type": "message",
                "content": [{"type": "text", "text": "hi"}],
                "usage": {"input_tokens": 3, "cache_read_input_tokens": 20, "output_tokens": 2},
            },
            25,
        ),
        ([{**SAID, "usage_metadata": {"total_tokens": count}} for count in (3, 4)], 7),
        ([SAID], None),
    ],
)
def test_how_many_tokens_an_answer_took(answer: object, tokens: int | None) -> None:
    assert read_reply(answer).tokens == tokens


def test_messages_as_langchain_writes_them_to_json() -> None:
    data = {"content": "Done.", "tool_calls": [LANGCHAIN_CALL]}
    assert without_ids(read_reply([{"type": "ai", "data": data}])) == USED


def test_a_run_of_pydantic_ai() -> None:
    prompt = part("request", "user-prompt", content="now")
    call = part("response", "tool-call", tool_name="transfer", args=ARGUMENTS)
    said = part("response", "text", content="Done.")
    assert read_reply(RunResult("Done.", prompt, call, said)) == USED


def test_a_run_of_pydantic_ai_with_a_structured_output() -> None:
    final = part("response", "tool-call", tool_name="final_result", args={"city": "Köln"})
    assert read_reply(RunResult({"city": "Köln"}, final)) == Reply(text='{"city": "Köln"}')


# How APIs and libraries hand back what came of two calls: one was done, one failed.
GET, PAY = {"order": "PC-1"}, {"amount": 2}
DONE, FAILED = {"total": 2}, "no money"
MESSAGES = [
    {"role": "user", "content": "now"},
    {
        "role": "assistant",
        "tool_calls": [
            {"id": "a", "function": {"name": "get", "arguments": json.dumps(GET)}},
            {"id": "b", "function": {"name": "pay", "arguments": json.dumps(PAY)}},
        ],
    },
]
LANGCHAIN = [
    {"type": "human", "content": "now"},
    {
        "type": "ai",
        "content": "",
        "tool_calls": [
            {"id": "a", "name": "get", "args": GET},
            {"id": "b", "name": "pay", "args": PAY},
        ],
    },
]
ITEMS = [
    {"type": "function_call", "call_id": "a", "id": "x", "name": "get", "arguments": GET},
    {"type": "function_call", "call_id": "b", "id": "y", "name": "pay", "arguments": PAY},
]
PARTS = [
    {"part_kind": "tool-call", "tool_call_id": "a", "tool_name": "get", "args": GET},
    {"part_kind": "tool-call", "tool_call_id": "b", "tool_name": "pay", "args": PAY},
]
MCP_ERROR = {"isError": True, "content": [{"type": "text", "text": FAILED}]}
TOLD = {"type": "message", "content": [{"type": "output_text", "text": "Done."}]}
SEEN = {"part_kind": "text", "content": "Let me see."}
RESULTS: dict[str, Any] = {
    "LangChain": [
        *LANGCHAIN,
        {"type": "tool", "tool_call_id": "b", "content": FAILED, "status": "error", "id": "z"},
        {"type": "tool", "tool_call_id": "a", "content": json.dumps(DONE), "status": "success"},
        {"type": "ai", "content": "Done."},
    ],
    "OpenAI's roles, with what MCP gives": [
        *MESSAGES,
        {
            "role": "tool",
            "tool_call_id": "a",
            "content": [{"type": "text", "text": '{"total": 2}'}],
        },
        {"role": "tool", "tool_call_id": "b", "content": MCP_ERROR},
        {"role": "assistant", "content": "Done."},
    ],
    "Anthropic": [
        {"role": "user", "content": "now"},
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "Let me see."},
                {"type": "tool_use", "id": "a", "name": "get", "input": GET},
                {"type": "tool_use", "id": "b", "name": "pay", "input": PAY},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "a", "content": json.dumps(DONE)},
                {"type": "tool_result", "tool_use_id": "b", "content": FAILED, "is_error": True},
            ],
        },
        {"role": "assistant", "content": [{"type": "text", "text": "Done."}]},
    ],
    "OpenAI's responses": response(
        *ITEMS,
        {"type": "function_call_output", "call_id": "a", "output": json.dumps(DONE)},
        {"type": "function_call_output", "call_id": "b", "output": MCP_ERROR},
        TOLD,
    ),
    "Bedrock": [
        {"role": "user", "content": "now"},
        {
            "role": "assistant",
            "content": [
                {"toolUse": {"toolUseId": "a", "name": "get", "input": GET}},
                {"toolUse": {"toolUseId": "b", "name": "pay", "input": PAY}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"toolResult": {"toolUseId": "a", "content": [{"text": json.dumps(DONE)}]}},
                {
                    "toolResult": {
                        "toolUseId": "b",
                        "content": [{"text": FAILED}],
                        "status": "error",
                    }
                },
            ],
        },
        {"role": "assistant", "content": [{"text": "Done."}]},
    ],
    "pydantic-ai": [
        {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "now"}]},
        {"kind": "response", "parts": [SEEN, *PARTS]},
        {
            "kind": "request",
            "parts": [
                {"part_kind": "tool-return", "tool_call_id": "a", "content": DONE},
                {"part_kind": "retry-prompt", "tool_call_id": "b", "content": FAILED},
            ],
        },
        {"kind": "response", "parts": [{"part_kind": "text", "content": "Done."}]},
    ],
    "Google's agents": [
        {"author": "user", "content": {"role": "user", "parts": [{"text": "now"}]}},
        {
            "author": "shop",
            "content": {
                "role": "model",
                "parts": [
                    {"text": "Let me see."},
                    {"function_call": {"id": "a", "name": "get", "args": GET}},
                    {"function_call": {"id": "b", "name": "pay", "args": PAY}},
                ],
            },
        },
        {
            "author": "shop",
            "content": {
                "role": "user",
                "parts": [
                    {"function_response": {"id": "a", "name": "get", "response": DONE}},
                    {
                        "function_response": {
                            "id": "b",
                            "name": "pay",
                            "response": {"error": FAILED},
                        }
                    },
                ],
            },
        },
        {"author": "shop", "content": {"role": "model", "parts": [{"text": "Done."}]}},
    ],
    "OpenAI's agents": SimpleNamespace(
        final_output="Done.",
        new_items=[
            SimpleNamespace(raw_item=item)
            for item in (
                {**TOLD, "content": [{"type": "output_text", "text": "Let me see."}]},
                *ITEMS,
                {"type": "function_call_output", "call_id": "a", "output": json.dumps(DONE)},
                {"type": "function_call_output", "call_id": "b", "output": MCP_ERROR},
                TOLD,
            )
        ],
    ),
    "our own": {
        "text": "Done.",
        "calls": [
            {"function": "get", "params": GET, "result": DONE, "id": "a"},
            {"function": "pay", "params": PAY, "error": FAILED, "id": "b"},
        ],
    },
}


@pytest.mark.parametrize("form", ["json", "objects"])
def test_what_stands_beside_messages_is_of_the_reply(form: str) -> None:
    said = [{"role": "assistant", "content": text} for text in ("Let me see.", "Nearly there.")]
    answer = {"messages": said, "text": "Done.", "responseType": "answer", "rejected": False}
    # What a framework keeps there under such a name is none of ours.
    answer |= {"warnings": [{"level": 1}], "agent": {"name": "x"}, "state": 1}
    reply = read_reply(objects(answer) if form == "objects" else answer)
    assert reply == Reply(
        text="Done.",
        earlier_texts=("Let me see.", "Nearly there."),
        response_type="answer",
        rejected=False,
    )
    same = read_reply({"messages": said, "text": "Nearly there.", "agent": "Clerk"})
    assert same.earlier_texts == ("Let me see.",)
    assert (same.text, same.agent) == ("Nearly there.", "Clerk")
    assert read_reply({"messages": said, "text": ""}).text == "Nearly there."


@pytest.mark.parametrize("name", RESULTS)
def test_what_came_of_a_call_stands_with_it(name: str) -> None:
    reply = read_reply(RESULTS[name])
    assert (reply.text, reply.unknown_calls) == ("Done.", ())
    says_more = name in ("Anthropic", "pydantic-ai", "Google's agents", "OpenAI's agents")
    assert reply.earlier_texts == ("Let me see.",) * says_more
    assert [replace(call, agent=None) for call in reply.calls] == [
        Call(function="get", params=GET, result=DONE, id="a"),
        Call(function="pay", params=PAY, error=FAILED, id="b"),
    ]
    # What is recorded is the same when it is read again.
    held = Conversation(turns=(Turn(user="now", reply=reply),))
    assert conversation_from_plain(json.loads(json.dumps(conversation_to_plain(held)))) == held


def test_a_call_over_mcp_that_the_model_made_itself() -> None:
    done = {"type": "mcp_call", "name": "get", "arguments": "{}", "output": '{"total": 2}'}
    failed = {"type": "mcp_call", "name": "pay", "arguments": "{}", "error": FAILED}
    calls = read_reply(response(done, failed)).calls
    assert [(call.result, call.error) for call in calls] == [(DONE, None), (None, FAILED)]


def test_a_call_that_failed_without_a_reason() -> None:
    failed = {"type": "mcp_call", "name": "pay", "arguments": "{}", "status": "failed"}
    search = {"type": "web_search_call", "status": "failed"}
    calls = read_reply(response(failed, search)).calls
    assert [(call.function, call.error) for call in calls] == [
        ("pay", "failed"),
        ("web_search", "failed"),
    ]


@pytest.mark.parametrize("key", ["isError", "is_error"])
@pytest.mark.parametrize("content", [[{"type": "text", "text": "busy"}], "busy"])
def test_an_mcp_error_in_our_own_form_is_a_failed_call(key: str, content: object) -> None:
    result = {key: True, "content": content}
    other = {"is_error": True, "why": "it is not MCP's form"}
    calls = [{"function": "pay", "result": result}, {"function": "get", "result": other}]
    assert read_reply({"calls": calls}).calls == (
        Call(function="pay", error="busy"),
        Call(function="get", result=other),
    )


@pytest.mark.parametrize("is_error", [True, False])
@pytest.mark.parametrize("by_alias", [True, False])
@pytest.mark.parametrize("form", ["object", "values", "text", "block"])
def test_an_mcp_result_is_read_in_any_form(form: str, by_alias: bool, is_error: bool) -> None:
    types = pytest.importorskip("mcp.types", reason="the extra mcp is not installed")
    blocks = [types.TextContent(type="text", text='{"total": 2}')]
    result = types.CallToolResult(content=blocks, is_error=is_error)
    values = result.model_dump(by_alias=by_alias)
    content = {
        "object": result,
        "values": values,
        "text": json.dumps(values),
        "block": [{"type": "text", "text": json.dumps(values)}],
    }[form]
    call = {"id": "a", "type": "function", "function": {"name": "get", "arguments": "{}"}}
    messages = [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "a", "content": content},
        {"role": "assistant", "content": "Done."},
    ]
    (read,) = read_reply(messages).calls
    assert (read.result, read.error) == ((None, '{"total": 2}') if is_error else (DONE, None))


def test_what_came_of_a_call_and_is_no_json_is_reported_in_words() -> None:
    messages = [
        {"kind": "response", "parts": PARTS},
        {"kind": "request", "parts": [{"part_kind": "tool-return", "tool_call_id": "a"}]},
        {
            "kind": "request",
            "parts": [{"part_kind": "tool-return", "tool_call_id": "b", "content": object()}],
        },
    ]
    assert "object at" in read_reply(messages).calls[1].result


class Found(Model):
    """One of the objects of a library, which have such a method."""

    def json(self) -> str:
        return json.dumps(vars(self))


def test_a_result_of_one_object_is_what_it_says() -> None:
    use = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {"query": "x"}}
    found = Found(type="web_search_result", title="t", url="u")
    told = Model(type="web_search_tool_result", tool_use_id="s", content=[found])
    (call,) = read_reply(Model(type="message", content=[use, told])).calls
    assert call.result == [{"type": "web_search_result", "title": "t", "url": "u"}]


async def _coroutine() -> None: ...


class Hostile:
    def __repr__(self) -> str:
        raise RuntimeError("no")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, "the bot answered None (NoneType), which is not a reply"),
        (5, "the bot answered 5 (int), which is not a reply"),
        (True, "True (bool)"),
        (b"raw\x1b[2J", "(bytes)"),
        ([], "[] (list), which is not a reply"),
        (["a", "b"], "(list), which is not a reply"),
        (_coroutine, "(function), which is not a reply"),
        (Hostile(), "(its repr failed) (Hostile)"),
        ({}, "the reply is an empty mapping"),
        ({"txet": "x"}, "the reply has an unknown key 'txet'; did you mean 'text'? valid: text"),
        ({"\x1b[2J": 1}, "unknown key '\\x1b[2J'"),
        ({"text": 5}, "text should be a string, not 5 (int)"),
        ({"asksFor": [1]}, "asks_for should be a list of strings, not [1] (list)"),
        ({"asksFor": "a", "asks_for": "b"}, "asks_for twice"),
        ({"response_type": "Action"}, "not 'Action'; did you mean 'action'?"),
        ({"rejected": "no"}, "rejected should be true or false, not 'no'"),
        ({"cost_usd": -1}, "cost_usd should be a number of at least 0, not -1"),
        ({"cost_usd": True}, "cost_usd should be a number"),
        ({"cost_usd": float("nan")}, "cost_usd: nan is not a finite number"),
        ({"calls": {"function": "f"}}, "calls should be a list of calls"),
        (
            {"calls": ["f"]},
            "calls[0] should be a mapping with function, params, agent, result, error",
        ),
        ({"calls": [{"name": "f"}]}, "calls[0] has an unknown key 'name'"),
        ({"calls": [{"params": {}}]}, "calls[0] needs a function"),
        ({"calls": [{"function": "f", "params": [1]}]}, "calls[0].params should be a mapping"),
        ({"calls": [{"function": "f", "params": {"x": {1j}}}]}, "calls[0].params.x[0]: a value"),
        (
            chat({"tool_calls": [{"function": {"name": "f", "arguments": "{"}}]}),
            "are not JSON: '{'",
        ),
        (
            chat({"tool_calls": [{"function": {"name": "f", "arguments": "[1]"}}]}),
            "not a JSON object",
        ),
        (chat({"tool_calls": [{"function": {"arguments": "{}"}}]}), "a call has no name"),
        (
            chat({"tool_calls": [{"function": {"name": "f", "arguments": '{"a": 1, "a": 2}'}}]}),
            "the key 'a' occurs twice",
        ),
        ({"choices": [{"message": {"content": text}} for text in "ab"]}, "has 2 choices"),
        (
            {"choices": [{"message": {"content": "Your seed"}, "finish_reason": "length"}]},
            "is incomplete: its finish_reason is 'length'; if that is a token limit, raise",
        ),
        ({"object": "response", "status": "incomplete", "output": []}, "status is 'incomplete'"),
        (
            {"object": "response", "status": "completed", "output": [CUT_ITEM]},
            "status is 'incomplete'",
        ),
        (
            {"choices": [{"message": {"content": "a"}, "finish_reason": "model_length"}]},
            "is 'model_length'",
        ),
        ({"choices": [{"message": {"content": "a"}, "finish_reason": "abort"}]}, "is 'abort'"),
        (
            {"type": "message", "content": [{"type": "text"}], "stop_reason": "max_tokens"},
            "its stop_reason is 'max_tokens'",
        ),
        (
            {"type": "ai", "content": "a", "response_metadata": {"finish_reason": "MAX_TOKENS"}},
            "its finish_reason is 'MAX_TOKENS'",
        ),
        ({"kind": "response", "parts": [], "finish_reason": "length"}, "is incomplete"),
        ({"object": "response", "status": "queued", "output": []}, "its status is 'queued'"),
        ({"type": "message", "content": [], "stop_reason": "pause_turn"}, "is incomplete"),
        (
            {"type": "ai", "content": "a", "response_metadata": {"stopReason": "max_tokens"}},
            "its stopReason is 'max_tokens'",
        ),
        ([*event("Your seed"), {"author": "shop", "finishReason": "MAX_TOKENS"}], "is incomplete"),
        ([*event("One moment."), {"author": "shop", "error_code": "SAFETY"}], "is incomplete"),
        ({"text": "fine", "error": {"code": 500}}, "answered with an error: {'code': 500}"),
        ({"choices": [{"message": {}}], "error": {"code": 500}}, "answered with an error"),
        ({"choices": []}, "no choices[0].message"),
        ({"type": "error", "error": {"message": "overloaded"}}, "overloaded"),
        ({"object": "response", "error": {"code": "x"}, "output": []}, "answered with an error"),
        ({"messages": [{"type": "human", "content": "x"}]}, "end without a message of the bot"),
        ({"messages": ["x"]}, "contains an item that is not a message: 'x'"),
        (
            [{"type": "AIMessageChunk", "id": "a", "content": text} for text in ("Your se", "ed")],
            "the message 'a' came in parts; join them into one",
        ),
    ],
)
def test_anything_else_says_what_came(answer: object, message: str) -> None:
    with pytest.raises(ReplyError) as caught:
        read_reply(answer)
    text = str(caught.value)
    assert message in text
    assert text.isprintable()
    assert len(text) < 400


def test_a_call_in_the_old_way_beside_others_is_one_too() -> None:
    new = [{"id": n, "function": {"name": "f", "arguments": "{}"}} for n in "ab"]
    old = {"name": "burn", "arguments": '{"all": true}'}
    reply = read_reply(chat({"tool_calls": new, "function_call": old}))
    assert [call.function for call in reply.calls] == ["f", "f", "burn"]
    same = {"name": "f", "arguments": "{}"}
    assert len(read_reply(chat({"tool_calls": new, "function_call": same})).calls) == 2
    chain = {"type": "ai", "content": "", "tool_calls": [{"id": "a", "name": "f", "args": {}}]}
    extra = {"additional_kwargs": {"tool_calls": new[:1], "function_call": old}}
    assert [call.function for call in read_reply(chain | extra).calls] == ["f", "burn"]


TWO_TEXTS = [{"type": "text", "text": "Let me"}, {"type": "text", "text": " look."}]
NEXT_TEXT = {"type": "text", "text": "It is 5."}


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (
            {"type": "message", "content": [*TWO_TEXTS, {"type": "thinking"}, NEXT_TEXT]},
            "Let me look.\nIt is 5.",
        ),
        (
            {
                "object": "response",
                "output": [
                    {"type": "message", "content": TWO_TEXTS},
                    {"type": "message", "content": [NEXT_TEXT]},
                ],
            },
            "Let me look.\nIt is 5.",
        ),
        (
            {
                "kind": "response",
                "parts": [
                    {"part_kind": "text", "content": "One moment."},
                    {"part_kind": "tool-call", "tool_name": "look"},
                    {"part_kind": "text", "content": "It is 5."},
                ],
            },
            "One moment.\nIt is 5.",
        ),
        # Google's agents: what is thought is not said, and some events hold nothing.
        (
            [
                *event("The user wants his balance.", thought=True),
                *event("It is 5."),
                {"author": "shop", "content": None, "actions": {"state_delta": {"a": 1}}},
            ],
            "It is 5.",
        ),
        (chat({"content": None, "audio": {"transcript": "It is 5."}}), "It is 5."),
        (chat({"content": [{"type": "text", "text": {"value": "It is 5."}}]}), "It is 5."),
    ],
)
def test_a_text_in_several_parts(answer: object, text: str) -> None:
    assert read_reply(answer).text == text


def test_a_refusal_beside_a_text_is_said_too() -> None:
    reply = read_reply(chat({"content": "First the key.", "refusal": "I can't."}))
    assert (reply.text, reply.rejected) == ("First the key.\nI can't.", True)


def test_what_a_bot_keeps_is_not_what_is_recorded() -> None:
    params = {"to": ["Alice"]}
    reply = read_reply({"calls": [{"function": "f", "params": params}]})
    params["to"].append("Eve")
    assert reply.calls[0].params == {"to": ["Alice"]}


TEXT = st.text(max_size=8)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=5,
)
CALLS = st.builds(
    Call,
    function=st.text(min_size=1, max_size=8),
    params=st.dictionaries(TEXT, VALUES, max_size=3),
    agent=st.none() | TEXT,
)
TOPICS = st.lists(TEXT, max_size=3).map(tuple)
REPLIES = st.builds(
    Reply,
    text=TEXT,
    calls=st.lists(CALLS, max_size=3).map(tuple),
    response_type=st.none() | st.sampled_from(RESPONSE_TYPES),
    agent=st.none() | TEXT.filter(bool),
    asks_for=TOPICS,
    warnings=TOPICS,
    rejected=st.none() | st.booleans(),
    cost_usd=st.none() | st.floats(0, 1e6),
    tokens=st.none() | st.integers(0, 10**9),
    unknown_calls=TOPICS,
)
TURNS = st.builds(
    Turn,
    user=TEXT,
    reply=st.none() | REPLIES,
    seconds=st.none() | st.floats(0, 1e3),
    retries=st.none() | st.integers(1, 9),
    error=st.none() | TEXT,
    traceback=st.none() | TEXT,
)
CONVERSATIONS = st.builds(
    Conversation,
    turns=st.lists(TURNS, max_size=3).map(tuple),
    context=st.dictionaries(TEXT, VALUES, max_size=3),
    bot=TEXT,
)


@given(REPLIES)
@settings(max_examples=60, deadline=None)
def test_replies_survive_a_recording(reply: Reply) -> None:
    conversation = Conversation(turns=(Turn(user="hi", reply=reply),))
    plain = json.loads(json.dumps(conversation_to_plain(conversation)))
    assert conversation_from_plain(plain) == conversation


@given(CONVERSATIONS)
@settings(max_examples=60, deadline=None)
def test_conversations_survive_a_recording(conversation: Conversation) -> None:
    recorded = json.loads(json.dumps(conversation_to_plain(conversation)))
    assert conversation_from_plain(recorded) == conversation


@pytest.mark.parametrize(
    "recorded", [{}, {"turns": 5, "context": {}, "bot": "b"}, {"turns": [[]], "context": {}}]
)
def test_a_damaged_recording_is_refused(recorded: dict[str, Any]) -> None:
    with pytest.raises(ReplyError, match="not a recorded conversation"):
        conversation_from_plain(recorded)


@pytest.mark.parametrize(
    "answer",
    [[{"type": {}}], [{"type": []}], [{"kind": {}}], [{"role": {}, "content": {}}], {"type": {}}],
)
def test_no_answer_is_an_exception_of_ours(answer: object) -> None:
    with pytest.raises(ReplyError):
        read_reply(answer)


@pytest.mark.parametrize(
    "answer",
    [
        {"choices": [{"message": {"content": "One moment."}, "finish_reason": "tool_calls"}]},
        {"choices": [{"message": {"content": "One moment."}, "finish_reason": "function_call"}]},
        {
            "type": "message",
            "content": [{"type": "text", "text": "One moment."}],
            "stop_reason": "tool_use",
        },
    ],
)
def test_a_reply_that_ended_in_order_to_call_has_a_call(answer: dict[str, Any]) -> None:
    (unknown,) = read_reply(answer).unknown_calls
    assert unknown.endswith("without a call")


@pytest.mark.parametrize(
    "message",
    [
        {"content": [{"type": "rich", "value": "the secret"}]},
        {"content": [{"type": "paragraph", "children": [{"text": "the secret"}]}]},
        {"content": [{"citationsContent": {"content": [{"text": "the secret"}]}}]},
        {"content": "", "text": "the secret"},
        {"content": None, "blocks": [{"block_type": "text", "text": "the secret"}]},
        {"content": "the", "finish_reason": "length"},
        {
            "content": "Done.",
            "tool_calls": [{"function": {"name": "get", "arguments": '{"id": 7'}}],
        },
        {"content": "Done.", "tool_calls": [{"function": {"name": "get", "arguments": "[7]"}}]},
    ],
)
def test_a_reply_that_is_not_whole_has_the_calls_that_are_known(message: dict[str, Any]) -> None:
    calls = [{"name": "delete_row", "args": {}}, *message.get("tool_calls", [])]
    whole = {"role": "assistant", **message, "tool_calls": calls}
    for answer in ([whole], {"messages": [whole]}, {"choices": [{"message": whole}]}):
        with pytest.raises(ReplyError) as failure:
            read_reply(answer)
        assert failure.value.calls[0] == Call(function="delete_row")
        assert len(failure.value.calls) == len(calls)


def test_what_is_no_text_of_a_reply_is_left_out() -> None:
    parts = [
        {"type": "thinking", "thinking": "hm"},
        {"type": "reasoning", "text": "hm"},
        {"type": "image_url", "image_url": {"url": "a.png"}},
        {"type": "source", "value": "a.txt"},
        {"reasoningContent": {"text": "hm"}},
        {"type": "text", "text": "Done."},
    ]
    assert read_reply([{"role": "assistant", "content": parts}]).text == "Done."


@pytest.mark.parametrize(
    ("beside", "unknown"),
    [
        ([{"function": "look"}], ()),
        ([{"name": "look"}], ()),
        ([{"function": "look"}, {"function": "delete_all"}], ("calls beside messages",)),
        ([{"of": "no name"}], ("calls beside messages",)),
    ],
)
def test_calls_beside_messages_are_those_of_the_messages_or_unknown(
    beside: Any, unknown: tuple[str, ...]
) -> None:
    made = {"role": "assistant", "content": "", "tool_calls": [{"name": "look", "args": {}}]}
    reply = read_reply({"messages": [made], "calls": beside})
    assert [called.function for called in reply.calls] == ["look"]
    assert reply.unknown_calls == unknown


@pytest.mark.parametrize(
    "text",
    [
        '<tool_call>\n{"name": "delete_row"}\n</tool_call>',
        '<think>ok</think><tool_call>{"name": "delete_row"}</tool_call>',
        'Sure. [TOOL_CALLS][{"name": "delete_row"}]',
        '<invoke name="delete_row"></invoke>',
        "Thought: x\nAction: delete_row\nAction Input: 7",
        "<tool_code>delete_row(7)</tool_code>",
        'functools[{"name": "delete_row"}]',
        '{"name": "delete_row", "parameters": {"id": 7}}',
        "<tool_call>delete_row\n<arg_key>id</arg_key>\n</tool_call>",
        '[TOOL_CALLS][{"name": "delete_row"}]',
        '<|python_tag|>{"name": "delete_row"}',
        'I delete it.\n<function=delete_row>{"id": 1}</function>',
        '<function_calls>\n<invoke name="delete_row">\n</invoke>\n</function_calls>',
        "<|channel|>commentary to=functions.delete_row <|message|>{}<|call|>",
        "<\uff5ctool\u2581calls\u2581begin\uff5c>delete_row",
    ],
)
def test_a_call_in_the_text_is_an_unknown_one(text: str) -> None:
    for answer in (text, {"text": text}, [{"role": "assistant", "content": text}]):
        assert len(read_reply(answer).unknown_calls) == 1
    assert read_reply("The model prints `<tool_call>` before a call.").unknown_calls == ()
    in_block = 'Write:\n```\n<tool_call>{"name": "delete_row"}</tool_call>\n```'
    assert read_reply(in_block).unknown_calls == ()
    assert read_reply('{"name": "Bob", "age": 7}').unknown_calls == ()


def test_thoughts_are_recorded_apart_from_what_is_said() -> None:
    thought = "<think>There is a 5 EUR fee. Could you tell me the order?</think>"
    for answer in (
        f"{thought}\n\nDone.",
        {"text": f"{thought}Done."},
        {"choices": [{"message": {"role": "assistant", "content": f"{thought}Done."}}]},
        {"content": [{"type": "text", "text": f"{thought}Done."}], "type": "message"},
    ):
        reply = read_reply(answer)
        assert (reply.text, "5 EUR fee" in reply.thoughts) == ("Done.", True)
        turn = Turn(user="hi", reply=reply)
        assert turn_from_plain(turn_to_plain(turn)) == turn
