"""What other tools recorded, in each format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.errors import InputError
from pytest_hydra.plugins.trace_formats import bedrock
from pytest_hydra.scenarios.expect.rules import is_named
from pytest_hydra.scenarios.traces.formats import readers, traces_in
from pytest_hydra.scenarios.traces.trace import Trace
from pytest_hydra.settings.prices import PriceSettings
from pytest_hydra.transcript.turn import Call, Reply, Turn
from pytest_hydra.transcript.turns import turns_of

TRACES = Path(__file__).with_name("samples")
EXPECTED: dict[str, list[dict[str, Any]]] = json.loads(
    (TRACES / "expected.json").read_text("utf-8")
)
PRICES = {
    name: PriceSettings(input=10, output=100, cached=1)
    for name in ("mock-1", "scripted-1", "gemini-x", "amazon.x")
}


def sample(name: str) -> str:
    """The text of a sample."""
    return (TRACES / name).read_text("utf-8")


def trace(text: object, name: str = "a.json") -> Trace:
    """The only trace in a text, or in a value."""
    (found,) = traces_in(text if isinstance(text, str) else json.dumps(text), name, PRICES)
    return found


def replies(text: object) -> list[Reply]:
    """The replies of the only trace."""
    found = [turn.reply for turn in trace(text).turns]
    assert None not in found, trace(text)
    return [reply for reply in found if reply is not None]


def lines(*values: object) -> str:
    return "\n".join(map(json.dumps, values))


# Each format, by traces that the real libraries made


def check_told(found: Trace, wanted: list[dict[str, Any]]) -> None:
    """Each turn is as the objects of the library say."""
    assert [turn.user for turn in found.turns] == [turn["user"] for turn in wanted]
    for turn, expected in zip(found.turns, wanted, strict=True):
        assert turn.reply is not None, turn.error
        assert (turn.reply.text, turn.reply.unknown_calls) == (expected["text"], ())
        for call, of_call in zip(turn.reply.calls, expected["calls"], strict=True):
            told = {key: getattr(call, key) for key in ("function", "params", "result", "error")}
            assert {key: told[key] for key in of_call} == of_call


def check_known(name: str, text: str) -> None:
    """The reader of the format knows the content, and none before it does."""
    documents = [json.loads(line) for line in text.splitlines()] if "jsonl" in name else None
    value = json.loads(text) if documents is None else documents
    documents = value if isinstance(value, list) else [value]
    known = next(form for form, reader in readers().items() if reader.knows(documents))
    assert name.startswith({"gemini": ("adk", "gemini")}.get(known, known))


@pytest.mark.parametrize("name", EXPECTED)
def test_a_trace_says_what_the_objects_of_its_library_say(name: str) -> None:
    check_told(trace(sample(name)), EXPECTED[name])


def test_each_sample_says_what_is_in_it() -> None:
    assert {path.name for path in TRACES.iterdir()} == {*EXPECTED, "expected.json"}


def test_each_trace_is_known_by_its_content_alone() -> None:
    for name in EXPECTED:
        check_known(name, sample(name))


@pytest.mark.parametrize(
    ("name", "tokens", "costs"),
    [
        # 300 and 30 by the prices: 10 and 100 USD for a million, 1 for what was cached.
        ("adk-session.json", [330, 220], [0.006, 0.004]),
        ("bedrock-exchanges.jsonl", [330, 220], [0.00573, 0.00382]),
        ("atif.json", [330, 220], [0.003, 0.002]),  # as it says itself
        ("vercel-result.json", [220], [0.00382]),
        ("openai-agents-state.json", [None, 220], [None, None]),  # it names no model
        ("otel-pydantic-ai.json", [215, 200], [0.0053, 0.00722]),
    ],
)
def test_tokens_become_costs(
    name: str, tokens: list[int | None], costs: list[float | None]
) -> None:
    found = replies(sample(name))
    assert [reply.tokens for reply in found] == tokens
    assert [reply.cost_usd for reply in found] == costs


UNKNOWN = {
    "adk-events.jsonl": ("function_call", "hosted_call"),
    "bedrock-messages.json": ("toolUse", "hostedToolUse"),
    "gemini-history.json": ("functionCall", "hostedCall"),
    "openai-agents-items.json": ('"function_call"', '"hosted_call"'),
    "otel-pydantic-ai.json": ('\\"tool_call\\"', '\\"hosted_call\\"'),
    "vercel-messages.json": ('"tool-call"', '"hosted-call"'),
}


def check_unknown(text: str, known: str, unknown: str) -> None:
    """With a word that its reader does not know, each reply says that it may have called."""
    assert known in text
    for reply in replies(text.replace(known, unknown)):
        # Spans of tools tell what ran, too.
        assert reply.calls == () or "gen_ai" in text
        assert reply.unknown_calls


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_looks_like_a_call_and_is_unknown_is_reported(name: str) -> None:
    check_unknown(sample(name), *UNKNOWN[name])


Event = dict[str, Any]


def test_ids_may_be_numbers() -> None:
    asks = {"id": 7, "type": "function", "function": {"name": "refund", "arguments": "{}"}}
    user, bot = {"role": "user", "content": "Hi"}, {"role": "assistant", "tool_calls": [asks]}
    done = {"role": "tool", "tool_call_id": 7, "content": "paid"}
    (reply,) = replies([user, bot, done, {"role": "assistant", "content": "Done."}])
    assert [(call.function, call.result, call.id) for call in reply.calls] == [
        ("refund", "paid", "7")
    ]
    assert reply.unknown_calls == ()
    (reply,) = replies([user, {**done, "content": "x"}, {"role": "assistant", "content": "Done."}])
    assert reply.unknown_calls


def test_steps_copied_from_another_trajectory_are_no_actions() -> None:
    calls = [{"tool_call_id": "a", "function_name": "refund", "arguments": {"order": "1"}}]
    told = [{"source_call_id": "a", "content": "no"}]
    copied: Event = {"source": "agent", "message": "Hm.", "tool_calls": calls}
    copied |= {"is_copied_context": True, "observation": {"results": told}}
    steps = [
        {"source": "user", "message": "refund it"},
        copied,
        {"source": "agent", "message": "done", "tool_calls": [{**calls[0], "tool_call_id": "b"}]},
    ]
    (reply,) = replies({"schema_version": "ATIF-v1.6", "steps": steps})
    assert [(call.id, call.result) for call in reply.calls] == [("b", None)]
    assert (reply.text, reply.earlier_texts, reply.unknown_calls) == ("done", (), ())


def test_a_trajectory_of_one_turn_costs_its_total() -> None:
    steps: list[Event] = [
        {"source": "user", "message": "refund it"},
        {"source": "agent", "message": "Hm.", "metrics": {"cost_usd": 0.5}},
        {"source": "agent", "message": "Done.", "metrics": {"prompt_tokens": 10}},
    ]
    total = {"total_cost_usd": 2.0}
    document: Event = {"schema_version": "ATIF-v1.6", "steps": steps, "final_metrics": total}
    (reply,) = replies(document)
    assert reply.cost_usd == 2.0
    # Nobody knows what each of several turns cost.
    assert {one.cost_usd for one in replies(document | {"steps": [*steps, *steps]})} == {None}


@pytest.mark.parametrize("error", [None, "timeout"])
def test_a_tool_that_only_a_span_names_was_called(error: str | None) -> None:
    export = json.loads(sample("otel-pydantic-ai.json"))
    (spans,) = [scope["spans"] for item in export["resourceSpans"] for scope in item["scopeSpans"]]
    for span in spans:
        values = {entry["key"]: entry["value"] for entry in span["attributes"]}
        if values.get("gen_ai.tool.name") == {"stringValue": "transfer"}:
            values["gen_ai.tool.name"]["stringValue"] = "mcp__shop__delete_all"
            if error is not None:
                value = {"key": "error.type", "value": {"stringValue": error}}
                span["attributes"].append(value)
    first, second = replies(json.dumps(export))
    names = [[call.function for call in reply.calls] for reply in (first, second)]
    tool = "mcp__shop__delete_all"
    assert names == [["find_contact", "transfer", tool], ["transfer", tool]]
    assert second.calls[1].params == {"amount": 500, "to": "Bob"}
    # The span has the status of an error, with or without a type.
    assert (second.calls[1].result, second.calls[1].error) == (None, "balance too low")


@pytest.mark.parametrize(
    ("pattern", "is_forbidden"),
    [
        *[("refund", True), ("mcp__shop__refund", True), ("mcp__my__*", True), ("re*", True)],
        *[("mcp__desk__refund", False), ("shop", False), ("fund", False)],
    ],
)
def test_an_mcp_tool_is_forbidden_with_and_without_its_server(
    pattern: str, is_forbidden: bool
) -> None:
    names = ("mcp__shop__refund", "mcp__my__shop__refund")
    assert any(is_named(name, [pattern]) for name in names) is is_forbidden


def test_a_file_of_one_conversation_and_one_of_many() -> None:
    def asked(*messages: str) -> list[dict[str, Any]]:
        roles = ("user", "assistant")
        return [
            {"role": roles[at % 2], "content": [{"text": text}]} for at, text in enumerate(messages)
        ]

    def exchange(*messages: str) -> dict[str, Any]:
        *told, answered = asked(*messages)
        return {"modelId": "amazon.x", "messages": told, "output": {"message": answered}}

    log = lines(
        exchange("hi", "hello"),
        exchange("bye", "see you"),
        exchange("hi", "hello", "how are you?", "fine"),
        {
            "modelId": "amazon.x",
            "input": {"inputBodyJson": {"messages": asked("bye", "see you", "now!")}},
            "output": {"outputBodyJson": {"output": {"message": asked("x", "gone")[1]}}},
        },
    )
    told = [
        [(turn.user, turn.reply.text) for turn in found.turns if turn.reply]
        for found in traces_in(log, "log.jsonl", PRICES)
    ]
    assert told == [
        [("hi", "hello"), ("how are you?", "fine")],
        [("bye", "see you"), ("now!", "gone")],
    ]


def span(at: int, told: list[Any], answered: list[Any], trace_id: str = "t", **more: Any) -> Any:
    """A span of a chat, whose messages are pairs of a role and a text or a part."""

    def messages(pairs: list[Any]) -> dict[str, str]:
        parts = [
            (role, {"type": "text", "content": said} if isinstance(said, str) else said)
            for role, said in pairs
        ]
        return {"stringValue": json.dumps([{"role": r, "parts": [part]} for r, part in parts])}

    attributes = {
        "gen_ai.operation.name": {"stringValue": "chat"},
        "gen_ai.input.messages": messages(told),
        "gen_ai.output.messages": messages(answered),
        **more,
    }
    keyed = [{"key": key, "value": value} for key, value in attributes.items()]
    return {"traceId": trace_id, "startTimeUnixNano": str(at), "attributes": keyed}


def exported(*spans: Any) -> dict[str, Any]:
    return {"resourceSpans": [{"scopeSpans": [{"spans": list(spans)}]}]}


def test_what_a_subagent_is_asked_is_not_the_users() -> None:
    call = {"type": "tool_call", "id": "1", "name": "ask_helper", "arguments": {"about": "tea"}}
    came = {"type": "tool_call_response", "id": "1", "response": "3 EUR"}
    look = {"type": "tool_call", "id": "2", "name": "look_up", "arguments": {}}
    asked = [("user", "What is tea?"), ("assistant", call)]
    found = trace(
        exported(
            span(9, [*asked, ("tool", came)], [("assistant", "It is 3 EUR.")]),
            span(1, asked[:1], asked[1:]),
            span(2, [("system", "You help."), ("user", "The price of tea")], [("assistant", look)]),
        )
    )
    (turn,) = found.turns
    assert turn.reply is not None
    assert (turn.user, turn.reply.text) == ("What is tea?", "It is 3 EUR.")
    assert [(call.function, call.result) for call in turn.reply.calls] == [
        ("ask_helper", "3 EUR"),
        ("look_up", None),
    ]


def test_requests_that_tell_only_what_is_new_are_one_conversation() -> None:
    own = {"gen_ai.conversation.id": {"stringValue": "c"}}
    found = trace(
        exported(
            span(1, [("user", "a")], [("assistant", "b")], "one", **own),
            span(2, [("user", "c")], [("assistant", "d")], "two", **own),
        )
    )
    assert [(turn.user, turn.reply.text) for turn in found.turns if turn.reply] == [
        ("a", "b"),
        ("c", "d"),
    ]


def test_a_conversation_id_on_one_span_names_the_trace() -> None:
    own = {"gen_ai.conversation.id": {"stringValue": "c"}}
    inner = span(2, [("user", "a"), ("assistant", "b")], [("assistant", "c")])
    found = trace(exported(span(1, [("user", "a")], [("assistant", "b")], "t", **own), inner))
    assert found.id == "c"


def inside(one: Any, span_id: str, parent: str = "") -> Any:
    return one | {"spanId": span_id, "parentSpanId": parent}


def told(export: Any) -> dict[str, list[tuple[Any, ...]]]:
    """For each conversation, what the user and the bot say and the functions that are called."""
    return {
        found.id: [
            (turn.user, turn.reply and turn.reply.text, *[c.function for c in calls_in(turn)])
            for turn in found.turns
        ]
        for found in traces_in(json.dumps(export), "a.json", PRICES)
    }


def calls_in(turn: Turn) -> tuple[Call, ...]:
    return turn.arrived if turn.reply is None else turn.reply.calls


def conversation_id(name: str) -> dict[str, Any]:
    return {"gen_ai.conversation.id": text_value(name)}


def test_conversations_inside_one_span_are_apart() -> None:
    agentic: Event = {"gen_ai.operation.name": text_value("invoke_agent")}
    batch = span(0, [], [], **agentic)
    one = span(1, [("user", "a")], [("assistant", "b")], **conversation_id("one"))
    two = span(2, [("user", "c")], [("assistant", "d")], **conversation_id("two"))
    # An agent whose requests name the conversation: its tools belong to it.
    agent = span(3, [], [], **agentic)
    spans = [
        inside(batch, "batch"),
        inside(one, "one", "batch"),
        inside(two, "two", "agent"),
        inside(agent, "agent", "batch"),
        inside(tool_span(4), "tool", "agent"),
    ]
    assert told(exported(*spans)) == {"one": [("a", "b")], "two": [("c", "d", "pay")]}
    # Nobody knows whose tool that is.
    alone = inside(tool_span(5), "alone", "batch")
    found = told(exported(*spans, alone))
    assert found == {
        "one": [("a", "b")],
        "two": [("c", "d", "pay")],
        "t": [("", None, "pay")],
    }


def test_a_conversation_inside_another_one_is_a_subagents() -> None:
    helper = span(1, [("user", "look")], [("assistant", PAY)], **conversation_id("helper"))
    outer = span(2, [("user", "a")], [("assistant", "b")], **conversation_id("outer"))
    export = exported(inside(outer, "1"), inside(helper, "2", "1"))
    assert list(told(export)) == ["outer"]


def test_jaeger_has_the_parent_of_a_span_in_a_list() -> None:
    one = jaeger(span(1, [("user", "a")], [("assistant", "b")], **conversation_id("one")))
    two = jaeger(span(2, [("user", "c")], [("assistant", "d")], **conversation_id("two")))
    tool = jaeger(tool_span(3))
    inner = [export["data"][0]["spans"][0] for export in (one, two, tool)]
    for number, entry in enumerate(inner):
        entry["spanID"] = str(number)
    inner[2]["references"] = [{"refType": "CHILD_OF", "traceID": "t", "spanID": "1"}]
    export = {"data": [{"traceID": "t", "spans": inner, "processes": {}}]}
    assert told(export) == {"one": [("a", "b")], "two": [("c", "d", "pay")]}


def test_spans_without_messages_are_no_empty_reply() -> None:
    operation = {"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}}
    bare = {"traceId": "t", "startTimeUnixNano": "1", "attributes": [operation]}
    (turn,) = trace(exported(bare)).turns
    assert turn.reply is None
    assert turn.error is not None
    assert turn.error.startswith("its spans have no messages")


# What went wrong in OpenTelemetry's spans, and where spans are stored

PAY = {"type": "tool_call", "id": "c1", "name": "pay", "arguments": {"n": 1}}
PAID = {"type": "tool_call_response", "id": "c1", "response": "?"}
FINE: list[Any] = [("user", "pay"), ("assistant", PAY), ("tool", PAID)]


def text_value(value: str) -> dict[str, str]:
    return {"stringValue": value}


def tool_span(at: int, call_id: str = "c1", **more: Any) -> Any:
    """A span of a run of the tool ``pay``."""
    own: Event = {"gen_ai.operation.name": text_value("execute_tool")}
    own |= {"gen_ai.tool.name": text_value("pay"), "gen_ai.tool.call.id": text_value(call_id)}
    return span(at, [], [], **own, **more) | {"spanId": str(at)}


def paid(*tools: Any) -> Reply:
    """The reply of a conversation with one call, and these spans of its tool."""
    begin, end = span(1, FINE[:1], FINE[1:2]), span(9, FINE, [("assistant", "Paid.")])
    (reply,) = replies(exported(begin, *tools, end))
    return reply


def outcomes(reply: Reply) -> list[tuple[Any, ...]]:
    assert reply.unknown_calls == ()
    return [(call.function, call.params, call.result, call.error) for call in reply.calls]


def test_a_span_says_how_its_request_ended() -> None:
    hello: list[Any] = [("user", "hi"), ("assistant", "hello")]
    failed: Event = {"error.type": text_value("timeout")}
    first = span(1, hello[:1], hello[1:])
    again = [*hello, ("user", "cancel it")]
    one, two = trace(exported(first, span(2, again, [], **failed))).turns
    assert one.reply is not None
    assert (two.user, two.reply, two.error) == ("cancel it", None, "a request failed: timeout")
    # Sent again, it is answered.
    answered = span(3, again, [("assistant", "done")])
    one, two = trace(exported(first, span(2, again, [], **failed), answered)).turns
    assert two.reply is not None
    assert two.reply.text == "done"
    status = span(2, again, []) | {"status": {"code": 2, "message": "no quota"}}
    *_, two = trace(exported(first, status)).turns
    assert two.error == "a request failed: no quota"
    own: Event = {"gen_ai.operation.name": text_value("invoke_agent"), **failed}
    (one,) = trace(exported(span(0, [], [], **own), first)).turns
    assert (one.reply, one.error) == (None, "the agent failed: timeout")
    reasons = {"arrayValue": {"values": [text_value("length")]}}
    ended: Event = {"gen_ai.response.finish_reasons": reasons}
    cut = span(1, hello[:1], hello[1:], **ended)
    (turn,) = trace(exported(cut)).turns
    assert turn.reply is None


def test_jaeger_has_the_status_of_a_span_among_its_tags() -> None:
    for tag in ({"error": {"boolValue": True}}, {"otel.status_code": text_value("ERROR")}):
        assert outcomes(paid(tool_span(2, **tag))) == [("pay", {"n": 1}, None, "error")]
    ended: Event = {"gen_ai.response.finish_reasons": text_value('["length"]')}
    hello: list[Any] = [("user", "hi"), ("assistant", "hello")]
    (turn,) = trace(exported(span(1, hello[:1], hello[1:], **ended))).turns
    assert turn.reply is None


@pytest.mark.parametrize(
    ("key", "count"), [("cache_creation.input_tokens", 1000), ("cache_creation_input_tokens", 0)]
)
def test_spans_count_tokens_written_to_a_cache(key: str, count: int) -> None:
    usage: dict[str, Any] = {
        "gen_ai.response.model": text_value("m"),
        "gen_ai.usage.input_tokens": {"intValue": str(count)},
        f"gen_ai.usage.{key}": {"intValue": "1000"},
    }
    single = exported(span(1, [("user", "hi")], [("assistant", "hello")], **usage))
    prices = {"m": PriceSettings(input=10, output=100, cache_write=1000)}
    (found,) = traces_in(json.dumps(single), "a.json", prices)
    assert found.turns[0].reply is not None
    assert found.turns[0].reply.cost_usd == 1


def test_a_tool_with_an_exception_in_its_span_is_a_failed_call() -> None:
    own = {"exception.type": "TimeoutError", "exception.message": "no answer"}
    keyed = [{"key": key, "value": text_value(value)} for key, value in own.items()]
    event = {"name": "exception", "timeUnixNano": "2", "attributes": keyed}
    (outcome,) = outcomes(paid(tool_span(2) | {"events": [event]}))
    assert outcome == ("pay", {"n": 1}, None, "no answer")


def test_a_tool_that_failed_in_its_span_is_a_failed_call() -> None:
    failed: Event = {"error.type": text_value("Timeout")}
    assert outcomes(paid(tool_span(2, **failed))) == [("pay", {"n": 1}, None, "Timeout")]
    assert outcomes(paid(tool_span(2))) == [("pay", {"n": 1}, "?", None)]


def test_spans_of_openinference_are_read() -> None:
    model = "llm.input_messages.{}.message.{}".format
    call = "llm.output_messages.0.message.tool_calls.0.tool_call.{}".format
    asked = {
        "openinference.span.kind": "LLM",
        "llm.model_name": "m",
        model(0, "role"): "system",
        model(0, "content"): "You sell shoes.",
        model(1, "role"): "user",
        model(1, "contents.0.message_content.type"): "text",
        model(1, "contents.0.message_content.text"): "My money!",
    }
    calls = {
        "llm.output_messages.0.message.role": "assistant",
        call("id"): "c1",
        call("function.name"): "refund",
        call("function.arguments"): '{"order": "A-1"}',
        "llm.token_count.prompt": 7,
        "llm.token_count.completion": 2,
    }
    paid = {
        "openinference.span.kind": "TOOL",
        "tool.name": "refund",
        "input.value": '{"order": "A-1"}',
        "output.value": "paid back",
    }
    told = {
        **asked,
        model(2, "role"): "assistant",
        model(2, "tool_calls.0.tool_call.id"): "c1",
        model(2, "tool_calls.0.tool_call.function.name"): "refund",
        model(2, "tool_calls.0.tool_call.function.arguments"): '{"order": "A-1"}',
        model(3, "role"): "tool",
        model(3, "tool_call_id"): "c1",
        model(3, "content"): "paid back",
        "llm.output_messages.0.message.role": "assistant",
        "llm.output_messages.0.message.content": "Done.",
        "llm.token_count.prompt": 9,
        "llm.token_count.completion": 1,
    }
    spans = []
    requests: list[dict[str, Any]] = [{**asked, **calls}, paid, told]
    for number, own in enumerate(requests, start=1):
        keyed = [
            {
                "key": key,
                "value": {"intValue": str(value)} if key[4:9] == "token" else text_value(value),
            }
            for key, value in own.items()
        ]
        spans.append(span(number, [], []) | {"attributes": keyed})
    (found,) = traces_in(json.dumps(exported(*spans)), "a.json", {})
    (turn,) = found.turns
    assert turn.user == "My money!"
    assert turn.reply is not None
    assert (turn.reply.text, turn.reply.tokens) == ("Done.", 19)
    (used,) = turn.reply.calls
    assert (used.function, used.params) == ("refund", {"order": "A-1"})
    assert used.result == "paid back"
    assert turn.reply.unknown_calls == ()


@pytest.mark.parametrize(
    "own",
    [
        {"traceloop.span.kind": "tool", "traceloop.entity.name": "refund"},
        {"mlflow.spanType": '"TOOL"'},
        {"langfuse.observation.type": "tool"},
        {"ai.toolCall.name": "refund"},
        {"mcp.method.name": "tools/call", "mcp.tool.name": "refund"},
        {"llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "refund"},
    ],
)
def test_a_call_in_a_span_of_another_convention_leaves_checks_of_calls_ungraded(
    own: dict[str, str],
) -> None:
    keyed = [{"key": key, "value": text_value(value)} for key, value in own.items()]
    other = span(2, [], []) | {"attributes": keyed}
    assert paid(other | {"name": "refund"}).unknown_calls == ("a span of refund",)
    # One that the messages have is known.
    named = json.loads(json.dumps(other).replace("refund", "pay"))
    assert paid(named | {"name": "pay"}).unknown_calls == ()


@pytest.mark.parametrize(
    "own",
    [
        {"gen_ai.output.messages": '[{"role": "assistant", "parts": [{"type": "tool_ca'},
        {"gen_ai.response.finish_reasons": '["max_tokens"]'},
    ],
)
def test_a_span_that_is_cut_off_leaves_its_turn_without_a_reply(own: dict[str, str]) -> None:
    hello: list[Any] = [("user", "hi"), ("assistant", "hello")]
    first = span(1, hello[:1], hello[1:])
    first["attributes"] += [{"key": key, "value": text_value(value)} for key, value in own.items()]
    (turn,) = trace(exported(first, span(2, hello[:1], hello[1:]))).turns
    assert turn.reply is None


def test_what_requests_took_is_known_if_it_is_known_of_all() -> None:
    steps = [
        {"source": "user", "message": "x"},
        {"source": "agent", "message": "a", "metrics": {"cost_usd": 0.5}},
        {"source": "agent", "message": "b"},
    ]
    (reply,) = replies({"schema_version": "ATIF-v1.4", "agent": {"name": "a"}, "steps": steps})
    assert reply.cost_usd is None
    usage: Event = {"gen_ai.usage.input_tokens": {"intValue": "3"}}
    begin, end = span(1, FINE[:1], FINE[1:2], **usage), span(9, FINE, [("assistant", "Paid.")])
    assert [reply.tokens for reply in replies(exported(begin, end))] == [None]


def test_each_run_of_a_tool_is_a_call() -> None:
    ran = outcomes(paid(tool_span(2), tool_span(3), tool_span(4)))
    assert ran == [("pay", {"n": 1}, "?", None), *[("pay", {"n": 1}, None, None)] * 2]
    # Another layer's id of the same call, and the span of an MCP client inside it.
    assert len(paid(tool_span(2, "other")).calls) == 1
    assert len(paid(tool_span(2), tool_span(3) | {"parentSpanId": "2"}).calls) == 1


def chat_span() -> Any:
    return span(1, [("user", "hi")], [("assistant", "hello")])


def jaeger(one: Any) -> Any:
    tags = [
        {"key": entry["key"], "type": "string", "value": entry["value"]["stringValue"]}
        for entry in one["attributes"]
    ]
    inner = {"traceID": "t", "spanID": "1", "operationName": "chat", "startTime": 1, "tags": tags}
    return {"data": [{"traceID": "t", "spans": [inner], "processes": {}}]}


def printed(one: Any) -> Any:
    """As the exporter of the SDK prints it to the console."""
    attributes = {entry["key"]: entry["value"]["stringValue"] for entry in one["attributes"]}
    context = {"trace_id": "0xa", "span_id": "0xb", "trace_state": "[]"}
    start = "2026-01-01T00:00:00.000000Z"
    return {"name": "chat", "context": context, "start_time": start, "attributes": attributes}


@pytest.mark.parametrize(
    "stored",
    [
        {"batches": [{"scopeSpans": [{"spans": [chat_span()]}]}]},
        {"trace": {"resourceSpans": [{"scopeSpans": [{"spans": [chat_span()]}]}]}},
        {"batches": [{"instrumentationLibrarySpans": [{"spans": [chat_span()]}]}]},
        jaeger(chat_span()),
        printed(chat_span()),
    ],
    ids=["tempo", "tempo-2", "older", "jaeger", "console"],
)
def test_spans_are_found_wherever_they_are_stored(stored: Any) -> None:
    (turn,) = trace(stored).turns
    assert turn.reply is not None
    assert (turn.user, turn.reply.text) == ("hi", "hello")


def test_spans_are_read_as_the_sdk_prints_them() -> None:
    spans = [printed(chat_span()), printed(chat_span())]
    spans[1]["context"]["trace_id"] = "0xc"
    text = "\n".join(json.dumps(one, indent=4) for one in spans)
    assert [found.id for found in traces_in(text, "a.json", PRICES)] == ["0xa", "0xc"]


def attributes(values: dict[str, str], at: int = 1) -> Any:
    keyed = [{"key": key, "value": text_value(value)} for key, value in values.items()]
    return {"traceId": "t", "startTimeUnixNano": str(at), "attributes": keyed}


def test_openllmetrys_attributes_are_messages() -> None:
    asked = {
        "llm.request.type": "chat",
        "gen_ai.prompt.0.role": "system",
        "gen_ai.prompt.0.content": "You are a bank.",
        "gen_ai.prompt.1.role": "user",
        "gen_ai.prompt.1.content": '[{"type": "text", "text": "pay"}]',
    }
    call = {"id": "c1", "name": "pay", "arguments": '{"n": 1}'}
    told = {f"tool_calls.0.{key}": value for key, value in call.items()}
    called = asked | {f"gen_ai.completion.0.{key}": value for key, value in told.items()}
    answered = asked | {f"gen_ai.prompt.2.{key}": value for key, value in told.items()}
    answered |= {"gen_ai.prompt.2.role": "assistant", "gen_ai.prompt.3.role": "tool"}
    answered |= {"gen_ai.prompt.3.content": "done", "gen_ai.prompt.3.tool_call_id": "c1"}
    answered |= {"gen_ai.completion.0.role": "assistant", "gen_ai.completion.0.content": "Paid."}
    usage = {"gen_ai.usage.prompt_tokens": {"intValue": "10"}}
    usage["gen_ai.usage.completion_tokens"] = {"intValue": "5"}
    requests = [attributes(called), attributes(answered, 2)]
    for request in requests:
        request["attributes"] += [{"key": key, "value": value} for key, value in usage.items()]
    found = trace(exported(*requests))
    (turn,) = found.turns
    assert turn.reply is not None
    assert (turn.user, turn.reply.text, turn.reply.tokens) == ("pay", "Paid.", 30)
    assert outcomes(turn.reply) == [("pay", {"n": 1}, "done", None)]


def test_adks_attributes_are_messages() -> None:
    name = "gcp.vertex.agent."
    pay = {"functionCall": {"id": "c1", "name": "pay", "args": {"n": 1}}}
    done = {"functionResponse": {"id": "c1", "name": "pay", "response": {"ok": True}}}
    user = {"role": "user", "parts": [{"text": "pay"}]}
    called = {"role": "model", "parts": [pay]}
    told = {"role": "user", "parts": [done]}

    def request(at: int, contents: list[Any], part: Any) -> Any:
        response = {"content": {"role": "model", "parts": [part]}, "finish_reason": "STOP"}
        values = {"llm_request": {"model": "m", "contents": contents}, "llm_response": response}
        texts = {name + key: json.dumps(value) for key, value in values.items()}
        return attributes({**texts, name + "session_id": "s-1"}, at)

    tool = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "pay"}
    spans = [
        request(1, [user], pay),
        attributes({**tool, "gen_ai.tool.call.id": "c1"}, 2),
        request(3, [user, called, told], {"text": "Paid."}),
    ]
    found = trace(exported(*spans))
    (turn,) = found.turns
    assert turn.reply is not None
    assert (found.id, turn.user, turn.reply.text) == ("s-1", "pay", "Paid.")
    assert outcomes(turn.reply) == [("pay", {"n": 1}, {"ok": True}, None)]


def test_a_lone_span_of_an_agent_has_its_messages() -> None:
    own: Event = {"gen_ai.operation.name": text_value("invoke_agent")}
    (reply,) = replies(exported(span(1, [("user", "hi")], [("assistant", "hello")], **own)))
    assert reply.text == "hello"


def test_spans_of_no_model_are_no_missing_file() -> None:
    (turn,) = trace(exported(attributes({"http.method": "GET"}))).turns
    assert turn.error is not None
    assert turn.error.startswith("its spans have no messages")


OPENAI_CALL = {"id": "c1", "function": {"name": "delete_row", "arguments": "{}"}}
OTHER_CALL = {"id": "c2", "function": {"name": "get", "arguments": "{}"}}


def ui_part(state: str, **more: object) -> list[Event]:
    part = {"type": "tool-delete_row", "toolCallId": "a", "state": state, "input": {}, **more}
    text = {"type": "text", "text": "x"}
    return [{"role": "user", "parts": [text]}, {"role": "assistant", "parts": [part, text]}]


def check_requested(documents: list[Event]) -> None:
    """The row may not have been deleted."""
    (reply,) = replies(lines(*documents))
    (call,) = (call for call in reply.calls if call.function == "delete_row")
    assert call.requested
    assert reply.unknown_calls


@pytest.mark.parametrize(
    "documents",
    [
        [
            {"role": "user", "content": "x"},
            {"role": "assistant", "tool_calls": [OTHER_CALL, OPENAI_CALL]},
            {"role": "tool", "tool_call_id": "c2", "content": "1"},
            {"role": "assistant", "content": "Done."},
        ],
        ui_part("input-available"),
        ui_part("input-streaming"),
    ],
)
def test_a_call_without_its_result_may_not_have_been_made(documents: list[Event]) -> None:
    check_requested(documents)


@pytest.mark.parametrize("name", ["toolName", "toolNames"])
def test_a_call_of_the_ai_sdk_that_failed_and_one_without_a_name(name: str) -> None:
    call = {"type": "tool-call", "toolCallId": "a", name: "delete_row", "args": {}}
    failed = {"type": "tool-result", "toolCallId": "a", "result": "busy", "isError": True}
    (turn,) = trace(
        [
            {"role": "user", "content": [{"type": "text", "text": "x"}]},
            {"role": "assistant", "content": [call]},
            {"role": "tool", "content": [failed]},
            {"role": "assistant", "content": [{"type": "text", "text": "Done."}]},
        ]
    ).turns
    if name == "toolName":
        assert turn.reply is not None
        assert [found.error for found in turn.reply.calls] == ["busy"]
    else:
        assert turn.error is not None
        assert turn.error.startswith("a call has no name")


@pytest.mark.parametrize(
    "messages",
    [
        # Of older versions of OpenAI's and of Gemini's API, and with calls that are not nested.
        [
            {"role": "user", "content": "x"},
            {"role": "assistant", "function_call": {"name": "get", "arguments": '{"id": 7}'}},
            {"role": "function", "name": "get", "content": "ok"},
            {"role": "assistant", "content": "It is 9."},
        ],
        [
            {"role": "user", "parts": [{"text": "x"}]},
            {"role": "model", "parts": [{"functionCall": {"name": "get", "args": {"id": 7}}}]},
            {
                "role": "function",
                "parts": [{"functionResponse": {"name": "get", "response": "ok"}}],
            },
            {"role": "model", "parts": [{"text": "It is 9."}]},
        ],
        [
            {"role": "user", "content": "x"},
            {
                "role": "assistant",
                "tool_calls": [{"id": "1", "name": "get", "arguments": {"id": 7}}],
            },
            {"role": "tool", "tool_call_id": "1", "content": "ok"},
            {"role": "assistant", "content": "It is 9."},
        ],
    ],
)
def test_other_forms_of_chats_have_calls_with_arguments_and_results(messages: list[Event]) -> None:
    (reply,) = replies(messages)
    (call,) = reply.calls
    assert (call.function, call.params, call.result) == ("get", {"id": 7}, "ok")
    assert (reply.text, reply.unknown_calls) == ("It is 9.", ())


def test_in_a_trace_without_any_results_each_call_counts_as_made() -> None:
    messages = [
        {"role": "user", "content": "x"},
        {"role": "assistant", "tool_calls": [OPENAI_CALL]},
        {"role": "assistant", "content": "Done."},
    ]
    (reply,) = replies(messages)
    assert [call.was_made for call in reply.calls] == [True]
    assert reply.unknown_calls == ()


@pytest.mark.parametrize(
    ("documents", "error"),
    [
        (ui_part("approval-requested", approval={"id": "1"}), None),
        (ui_part("output-denied", approval={"approved": False, "reason": "no"}), "no"),
        (
            [
                {
                    "role": "assistant",
                    "content": [
                        {"type": "tool-call", "toolCallId": "a", "toolName": "delete_row"},
                        {"type": "tool-approval-request", "approvalId": "b", "toolCallId": "a"},
                    ],
                },
            ],
            None,
        ),
        (
            [
                {
                    "role": "assistant",
                    "content": [{"type": "tool-call", "toolCallId": "a", "toolName": "delete_row"}],
                },
                {
                    "role": "tool",
                    "content": [
                        {
                            "type": "tool-result",
                            "toolCallId": "a",
                            "output": {"type": "execution-denied"},
                        }
                    ],
                },
            ],
            "execution-denied",
        ),
    ],
)
def test_a_call_that_the_user_had_to_approve_was_not_made(
    documents: list[Event], error: str | None
) -> None:
    (reply,) = replies(lines(*documents))
    assert [(call.function, call.was_made, call.error) for call in reply.calls] == [
        ("delete_row", False, error)
    ]
    assert reply.unknown_calls == ()


def test_a_reply_that_was_cut_off_is_none() -> None:
    cut = {"candidates": [{"content": {"parts": [{"text": "He"}]}, "finishReason": "MAX_TOKENS"}]}
    (turn,) = trace(cut).turns
    assert turn.reply is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "is neither JSON nor JSON lines"),
        ('{"resourceSpans": NaN}', "NaN is not JSON"),
        ('{"a": 1}', "is not a trace of a known format; valid: acp, claude-code"),
        ("[]", "is not a trace"),
        ("[1]", "is not a trace"),
        ("", "is not a trace"),
        ("[" * 100_000, "is nested too deeply"),
    ],
)
def test_what_is_no_trace_is_reported(text: str, why: str) -> None:
    with pytest.raises(InputError, match=r"^a\.json: ") as told:
        trace(text)
    assert why in str(told.value)


def test_a_count_that_is_none_is_not_counted() -> None:
    run = {"input": "a", "new_items": [{"raw_item": {"role": "assistant", "content": "b"}}]}
    counts = [{"usage": [1]}, {"usage": {"input_tokens": "9"}}]
    (reply,) = replies(json.dumps({**run, "raw_responses": counts}))
    assert (reply.tokens, reply.cost_usd) == (None, None)


def test_tokens_written_to_a_cache_have_a_price_of_their_own() -> None:
    usage = {"inputTokens": 0, "outputTokens": 0, "cacheWriteInputTokens": 10**6}
    answer = {
        "output": {"message": {"role": "assistant", "content": [{"text": "Hi"}]}},
        "usage": {**usage, "cacheReadInputTokens": 10**6},
        "modelId": "a",
        "input": {"inputBodyJson": {"messages": [{"role": "user", "content": [{"text": "Hi"}]}]}},
    }
    for price, cost in (({}, 3.3), ({"cache_write": 3.75}, 4.05)):
        prices = {"a": PriceSettings(input=3, output=15, cached=0.3, **price)}
        (found,) = bedrock.read([answer])
        (turn,), _ = turns_of(found, prices)
        assert turn.reply is not None
        assert turn.reply.cost_usd == cost


# What is in a form that it should not have


@pytest.mark.parametrize(
    "documents",
    [
        # A text that is none, or is elsewhere.
        [{"role": "user", "content": "a"}, {"role": "assistant", "content": [{"text": 5}]}],
        [
            {"role": "user", "content": "a"},
            {"role": "assistant", "content": [{"type": "output_text", "content": "no"}]},
        ],
    ],
)
def test_a_text_that_is_not_read_leaves_its_turn_without_a_reply(documents: list[Event]) -> None:
    (turn,) = trace(documents).turns
    assert turn.reply is None
    assert turn.error is not None
    assert turn.error.startswith("the text of the reply is not understood")


def test_a_speaker_that_is_unknown_leaves_the_turn_without_a_reply() -> None:
    item = {"raw_item": {"role": "assistant", "content": "b"}}
    asked = [{"role": "user", "content": "a"}, {"role": -1, "content": "c"}]
    (turn,) = trace({"original_input": asked, "new_items": [item]}).turns
    assert turn.reply is None


def test_a_part_of_gemini_that_is_none_may_be_a_call() -> None:
    asked: Event = {"role": "user", "parts": [{"text": "a"}]}
    (reply,) = replies([asked, {"role": "model", "parts": [{"text": "b"}, 5]}])
    assert reply.unknown_calls == ("an item without a type",)


def test_a_call_in_a_step_of_nobody_leaves_checks_of_calls_ungraded() -> None:
    calls = [{"tool_call_id": "a", "function_name": "refund", "arguments": {}}]
    steps = [
        {"source": "user", "message": "a"},
        {"message": "", "tool_calls": calls},
        {"source": "agent", "message": "b"},
    ]
    (reply,) = replies({"schema_version": "ATIF-v1.6", "steps": steps})
    assert reply.unknown_calls == ("a call of somebody else",)
