"""Answers that come as server-sent events: the same replies as without, and never half of one."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.execution.http_json import StreamError
from pytest_hydra.scenarios.bots import event_stream
from pytest_hydra.scenarios.bots.event_stream import first_token, merge_events
from pytest_hydra.scenarios.conversation import converse
from pytest_hydra.settings.bots import EventPointers
from pytest_hydra.transcript.turn import Reply, Turn

if TYPE_CHECKING:
    from pytest_hydra.scenarios.bots.protocol import Bot
    from tests.conftest import Handler, Line, Request, Server
    from tests.scenarios.conftest import Open

ARGUMENTS = '{"to": "Alice", "note": "für dich"}'


def chunk(finish: str | None = None, **delta: Any) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
    return {"object": "chat.completion.chunk", "id": "c1", "choices": [choice], "usage": None}


def piece(index: int, arguments: str, **begin: Any) -> dict[str, Any]:
    name = {"name": begin.pop("name")} if "name" in begin else {}
    call = {"index": index, **begin, "function": {**name, "arguments": arguments}}
    return chunk(tool_calls=[call])


USAGE = {"prompt_tokens": 7, "completion_tokens": 4, "total_tokens": 11}
CHAT: list[dict[str, Any]] = [
    {"choices": [], "prompt_filter_results": []},
    chunk(role="assistant", content=""),
    chunk(role="assistant", content="Sending "),
    chunk(content="it."),
    piece(0, "", id="call_1", type="function", name="transfer"),
    piece(0, ARGUMENTS[:9]),
    piece(1, "{}", id="call_2", type="function", name="log"),
    piece(0, ARGUMENTS[9:], id="", name="transfer"),
    chunk("tool_calls"),
    {"choices": [], "usage": USAGE},
]
CHAT_WHOLE: dict[str, Any] = {
    "object": "chat.completion",
    "usage": USAGE,
    "choices": [{
        "index": 0,
        "finish_reason": "tool_calls",
        "message": {
            "role": "assistant",
            "content": "Sending it.",
            "tool_calls": [
                {"id": "call_1", "type": "function",
                 "function": {"name": "transfer", "arguments": ARGUMENTS}},
                {"id": "call_2", "type": "function",
                 "function": {"name": "log", "arguments": "{}"}},
            ],
        },
    }],
}  # fmt: skip

ITEMS: list[dict[str, Any]] = [
    {"type": "message", "role": "assistant",
     "content": [{"type": "output_text", "text": "Sending it."}]},
    {"type": "function_call", "call_id": "call_1", "name": "transfer", "arguments": ARGUMENTS},
    {"type": "function_call", "call_id": "call_2", "name": "log", "arguments": "{}"},
]  # fmt: skip
RESPONSE_USAGE = {"input_tokens": 7, "output_tokens": 4, "total_tokens": 11}
RESPONSE_WHOLE: dict[str, Any] = {
    "object": "response", "status": "completed", "error": None, "output": ITEMS,
    "usage": RESPONSE_USAGE,
}  # fmt: skip
RESPONSE: list[dict[str, Any]] = [
    {"type": "response.created", "response": {**RESPONSE_WHOLE, "output": []}},
    {"type": "response.output_text.delta", "output_index": 0, "delta": "Sending it."},
    *[{"type": "response.output_item.done", "output_index": index, "item": item}
      for index, item in enumerate(ITEMS)],
    {"type": "response.completed", "response": RESPONSE_WHOLE},
]  # fmt: skip
RESPONSE_BARE: list[dict[str, Any]] = [
    *RESPONSE[:-1], {"type": "response.completed", "response": {**RESPONSE_WHOLE, "output": []}}
]  # fmt: skip


def block(index: int, start: dict[str, Any], *deltas: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield {"type": "content_block_start", "index": index, "content_block": start}
    for delta in deltas:
        yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "content_block_stop", "index": index}


def use(own: str, name: str) -> dict[str, Any]:
    return {"type": "tool_use", "id": own, "name": name, "input": {}}


def written(text: str) -> dict[str, Any]:
    return {"type": "input_json_delta", "partial_json": text}


MESSAGE: list[dict[str, Any]] = [
    {"type": "message_start", "message": {
        "type": "message", "role": "assistant", "content": [], "stop_reason": None,
        "usage": {"input_tokens": 7, "output_tokens": 1}}},
    {"type": "ping"},
    *block(0, {"type": "thinking", "thinking": "", "signature": ""},
           {"type": "thinking_delta", "thinking": "Alice?"},
           {"type": "signature_delta", "signature": "abc"}),
    *block(1, {"type": "text", "text": ""}, {"type": "text_delta", "text": "Sending "},
           {"type": "text_delta", "text": "it."}),
    *block(2, use("call_1", "transfer"), written(""), written(ARGUMENTS[:9]),
           written(ARGUMENTS[9:])),
    *block(3, use("call_2", "log")),
    {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 4}},
    {"type": "message_stop"},
]  # fmt: skip
MESSAGE_WHOLE: dict[str, Any] = {
    "type": "message", "role": "assistant", "stop_reason": "tool_use",
    "usage": {"input_tokens": 7, "output_tokens": 4},
    "content": [
        {"type": "thinking", "thinking": "Alice?", "signature": "abc"},
        {"type": "text", "text": "Sending it."},
        {**use("call_1", "transfer"), "input": json.loads(ARGUMENTS)},
        use("call_2", "log"),
    ],
}  # fmt: skip

CALLS = [{"function": "transfer", "params": json.loads(ARGUMENTS)}, {"function": "log"}]
PARTS: list[dict[str, Any]] = [
    {"text": "Sending "}, {"agent": "Bank", "text": "it."}, {"calls": CALLS[:1]},
    {"calls": CALLS[1:], "warnings": ["fee"]}, {"agent": "Bank", "cost_usd": 0.5},
]  # fmt: skip
PARTS_WHOLE: dict[str, Any] = {
    "text": "Sending it.", "agent": "Bank", "calls": CALLS, "warnings": ["fee"], "cost_usd": 0.5
}  # fmt: skip


def stream(
    events: Sequence[dict[str, Any]], end: str = "data: [DONE]\n\n", line: str = "\n"
) -> str:
    """The text of a stream, with names where the events have types."""
    said = [
        (f"event: {event['type']}\n" if "type" in event else ": waiting\n")
        + f"data: {json.dumps(event, ensure_ascii=False)}\n\n"
        for event in events
    ]
    return ("".join(said) + end).replace("\n", line)


def serve(server: Server, text: str) -> None:
    """Answer with a stream that the end of the connection ends, as such servers do."""

    def handler(line: Line, _request: Request) -> None:
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n\r\n"
        line.send(head + text.encode())
        line.connection.shutdown(socket.SHUT_RDWR)

    server.handler = handler


def turn(bot: Bot) -> Turn:
    return converse(bot, ["hello"], {}).turns[0]


STREAMS = {
    "chat": (stream(CHAT), CHAT_WHOLE),
    "chat-without-done": (stream(CHAT, end=""), CHAT_WHOLE),
    "response": (stream(RESPONSE, end=""), RESPONSE_WHOLE),
    "response-without-items": (stream(RESPONSE_BARE, end=""), RESPONSE_WHOLE),
    "message": (stream(MESSAGE, end="", line="\r\n"), MESSAGE_WHOLE),
    "reply": (stream(PARTS, line="\r"), PARTS_WHOLE),
    "reply-at-once": (stream([PARTS_WHOLE], end="data: [DONE]"), PARTS_WHOLE),
}


@pytest.mark.parametrize("kind", STREAMS)
def test_a_stream_is_the_reply_that_it_would_be_at_once(
    server: Server, opened: Open, kind: str
) -> None:
    text, whole = STREAMS[kind]
    server.answers(whole)
    expected = turn(opened(server.url)).reply
    assert expected is not None
    assert expected.text == "Sending it."
    assert [(call.function, call.params) for call in expected.calls] == [
        ("transfer", {"to": "Alice", "note": "für dich"}), ("log", {})
    ]  # fmt: skip
    serve(server, text)
    assert turn(opened(server.url)).reply == expected


@pytest.mark.parametrize("kind", STREAMS)
def test_a_stream_that_breaks_off_is_no_answer(kind: str) -> None:
    text = STREAMS[kind][0]
    complete = merge_events(text)
    for length in range(len(text)):
        try:
            found = merge_events(text[:length])
        except (ValueError, RecursionError):
            continue
        # Once a chat completion is finished, tokens are all that may be left.
        key = "choices" if kind.startswith("chat") else None
        assert (found[key] if key else found) == (complete[key] if key else complete), length


@pytest.mark.parametrize("kind", ["chat", "message", "reply"])
def test_a_connection_that_breaks_off_is_no_answer(server: Server, opened: Open, kind: str) -> None:
    text = STREAMS[kind][0]
    serve(server, text[: text.rindex("data", 0, len(text) * 3 // 4)])
    only = turn(opened(server.url))
    assert only.reply is None
    assert only.error == "the server's stream ended before it was complete"


REFUSED = {
    "error": (stream([chunk(content="Hi"), {"error": {"message": "overloaded"}}]), "overloaded"),
    "named-error": ('event: error\ndata: {"code": 1}\n\n', "error"),
    "nothing": (": waiting\n\n", "has no events"),
    "text": ("data: hello\n\n", "an event that is not JSON: 'hello'; `reply.events` of"),
    "list": ("data: [1]\n\n", "is not a JSON object"),
    "other": (stream([{"token": "Hi"}]), "unknown event with the keys 'token'"),
    "named": ('event: tool\ndata: {"text": "Hi"}\n\ndata: [DONE]\n\n', "unknown event 'tool'"),
    "beside-chunks": (stream([chunk("stop", content="Hi"), {"call": "pay"}]), "the keys 'call'"),
    "new-message-event": (
        stream([*MESSAGE[:2], {"type": "tool_call"}, *MESSAGE[2:]]), "unknown event 'tool_call'"),
    "new-delta": (
        stream([*MESSAGE[:2], *block(0, use("1", "pay"), {"type": "args_delta"}), MESSAGE[-1]]),
        "an unknown part 'args_delta'"),
    "two-calls": (stream([piece(0, "{}", name="f"), piece(0, "", name="g"), chunk("stop")]),
                  "two calls at one index"),
    "two-agents": (stream([{"agent": "A"}, {"agent": "B"}]), "two values for 'agent'"),
    "two-kinds": (stream([{"text": "a"}, {"text": 5}]), "different types for 'text'"),
    "bad-input": (
        stream([*MESSAGE[:2], *block(0, use("1", "pay"), written('{"n": ')), MESSAGE[-1]]),
        "which is not JSON"),
    "deep": (f"data: {'[' * 100_000}\n\n", "nested too deeply"),
}  # fmt: skip


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_no_answer(server: Server, opened: Open, kind: str) -> None:
    text, why = REFUSED[kind]
    serve(server, text)
    only = turn(opened(server.url))
    assert only.reply is None
    assert only.error is not None
    assert only.error.startswith("the server")
    assert why in only.error


def calls(*events: dict[str, Any]) -> list[tuple[Any, ...]]:
    """The id, the name and the arguments of each call in the merged stream."""
    (choice,) = merge_events(stream(events))["choices"]
    return [
        (call.get("id"), call["function"].get("name"), call["function"]["arguments"])
        for call in choice["message"]["tool_calls"]
    ]


def unnumbered(*args: Any, **begin: Any) -> dict[str, Any]:
    event = piece(0, *args, **begin)
    del event["choices"][0]["delta"]["tool_calls"][0]["index"]
    return event


def test_pieces_of_calls_without_an_index_belong_to_the_latest() -> None:
    one, two = unnumbered("", id="a", name="f"), unnumbered("{}", id="b", name="g")
    rest = unnumbered('{"n": 1}')
    assert calls(one, rest, two, chunk("tool_calls")) == [("a", "f", '{"n": 1}'), ("b", "g", "{}")]
    nameless = [unnumbered("{}", name="f"), unnumbered("{}", name="f")]
    assert calls(*nameless, chunk("stop")) == [(None, "f", "{}")] * 2


def test_another_id_at_the_same_index_is_another_call() -> None:
    one, two = piece(0, "{}", id="a", name="f"), piece(0, '{"n"', id="b", name="f")
    rest = piece(0, ": 1}", id="b")
    assert calls(one, two, rest, chunk("stop")) == [("a", "f", "{}"), ("b", "f", '{"n": 1}')]


def test_a_second_end_does_not_contradict_the_first(server: Server, opened: Open) -> None:
    called = piece(0, "{}", id="a", name="f")
    merged = merge_events(stream([called, chunk("tool_calls"), chunk("stop")]))
    assert merged["choices"][0]["finish_reason"] == "tool_calls"
    serve(server, stream([chunk("length", content="Hi"), chunk("stop")]))
    assert "two values for 'finish_reason'" in str(turn(opened(server.url)).error)


def test_content_may_be_a_list_in_one_piece_and_a_text_in_another(
    server: Server, opened: Open
) -> None:
    thought = [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}]
    serve(
        server, stream([chunk(content=thought), chunk(content="Hel"), chunk("stop", content="lo")])
    )
    assert turn(opened(server.url)).reply == Reply(text="Hello")


def test_a_compaction_in_a_message_is_no_text(server: Server, opened: Open) -> None:
    summary = {"type": "compaction_delta", "content": "The user asked for it."}
    compaction = block(9, {"type": "compaction", "content": None}, summary)
    serve(server, stream([*MESSAGE[:2], *compaction, *MESSAGE[2:]], end=""))
    only = turn(opened(server.url))
    assert only.reply is not None, only.error
    assert (only.reply.text, only.reply.unknown_calls) == ("Sending it.", ())


def test_a_reply_that_is_cut_off_by_its_length_is_none(server: Server, opened: Open) -> None:
    serve(server, stream([chunk(content="Hi"), chunk("length")]))
    assert "finish_reason is 'length'" in str(turn(opened(server.url)).error)


def test_events_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_stream, "_MOST_EVENTS", 2)
    with pytest.raises(ValueError, match="more than 2 events"):
        merge_events(stream([{"text": "a"}] * 3))


def test_a_stream_without_end_is_bounded(server: Server, opened: Open) -> None:
    def handler(line: Line, _request: Request) -> None:
        line.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
        while True:
            line.send(b'data: {"text": "again"}\n\n' * 1000)

    server.handler = handler
    said = str(turn(opened(server.url, max_reply_bytes=100_000)).error)
    assert said == "the server answered more than 100,000 bytes; see max_reply_bytes"

    def silent(line: Line, _request: Request) -> None:
        line.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
        line.send(stream(PARTS).encode())
        line.be_silent()

    server.handler = silent
    assert "did not answer within" in str(turn(opened(server.url, timeout_seconds=0.3)).error)


def test_a_secret_in_a_stream_is_not_shown(
    server: Server, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKEN", "s3cr3t-token")
    serve(server, stream([{"error": "no s3cr3t-token"}]))
    said = str(turn(opened(server.url, headers={"X-Token": "${TOKEN}"})).error)
    assert "s3cr3t" not in said
    assert "${TOKEN}" in said


def test_pointers_lead_into_what_is_added_up(server: Server, opened: Open) -> None:
    serve(server, stream(CHAT))
    bot = opened(server.url, reply={"text": "/choices/0/message/content"})
    assert turn(bot).reply == Reply(text="Sending it.")


def statuses(*given: str) -> Handler:
    left = list(given)
    return lambda line, _: line.answer({"text": "hi"}, left.pop(0), Retry_After="0")


def test_other_statuses_are_tried_again_on_demand(server: Server, opened: Open) -> None:
    server.handler = statuses("500 Oops", "502 Bad Gateway", "200 OK")
    only = turn(opened(server.url, retries=3, retry_statuses=[500, 502]))
    assert only.reply == Reply(text="hi")
    assert len(server.requests) == 3
    server.handler = statuses("500 Oops", "504 Gateway Timeout")
    only = turn(opened(server.url, retries=3, retry_statuses=[500]))
    assert str(only.error).startswith("the server answered 504 Gateway Timeout (tried 2 times)")
    server.handler = statuses("500 Oops")
    only = turn(opened(server.url, retries=3))
    assert str(only.error).startswith("the server answered 500 Oops: ")
    server.handler = statuses("503 Busy", "200 OK")
    assert turn(opened(server.url, retries=1, retry_statuses=[500])).reply == Reply(text="hi")


@pytest.mark.parametrize(
    "first",
    [
        {"choices": [{"delta": {"content": "Hi"}}]},
        {"choices": [{"delta": {"tool_calls": [{"index": 0}]}}]},
        {"choices": [{"delta": {"reasoning_content": "Well"}}]},
        {"type": "response.output_text.delta", "delta": "Hi"},
        {"type": "content_block_delta", "delta": {"type": "text_delta", "text": "Hi"}},
        {"text": "Hi"},
    ],
)
def test_the_first_token_is_the_first_part_of_a_text_or_a_call(first: Any) -> None:
    before: list[Any] = [
        {"choices": [{"delta": {"role": "assistant", "content": ""}}]},
        {"type": "response.created"},
        {"type": "message_start"},
    ]
    lines = [f"data: {json.dumps(event)}\n\n".encode() for event in (*before, first, first)]
    body, sizes = b"".join(lines), [*accumulate(map(len, lines))]
    assert first_token(body, [(size, float(n)) for n, size in enumerate(sizes)]) == 3.0
    # What arrives at once arrived at one time.
    assert first_token(body, [(len(body), 0.5)]) == 0.5


@pytest.mark.parametrize("body", [b"", b"{}", b'{"text": "data: {}"}', b"data: [DONE]\n\n"])
def test_what_is_no_stream_has_no_first_token(body: bytes) -> None:
    assert first_token(body, [(len(body), 0.5)]) is None


# --- streams of a form of their own -------------------------------------------------------------

DELTAS = ['data: {"delta": "Your "}', 'data: {"step": 1}', 'data: {"delta": "order"}']
PLAIN = ["event: token\ndata: Your ", "event: status\ndata: thinking", "event: token\ndata: order"]


@pytest.mark.parametrize(
    ("lines", "end", "declared"),
    [
        (DELTAS, 'data: {"done": true, "n": 7}', {"text": "/delta", "end": "/done"}),
        (DELTAS, "data: [DONE]", {"text": "/delta", "end": "[DONE]"}),
        (PLAIN, 'event: done\ndata: {"n": 7}', {"name": "token", "end": "done"}),
    ],
)
def test_a_declared_stream_is_read_and_has_an_end(
    lines: list[str], end: str, declared: dict[str, str]
) -> None:
    pointers = EventPointers.model_validate(declared)
    answer = merge_events("\n\n".join([*lines, end]) + "\n\n", pointers)
    assert answer.text == "Your order"
    assert answer.end in ({"done": True, "n": 7}, {"n": 7}, None)
    for length in range(len(lines) + 1):
        with pytest.raises(StreamError, match="ended before an event with the end"):
            merge_events("\n\n".join(lines[:length]) + "\n\n", pointers)
    body = ("\n\n".join(["event: status\ndata: {}", *lines, end]) + "\n\n").encode()
    begun = body.index(b"Your ") + len("Your ")
    arrivals = [(begun - 8, 1.0), (len(body), 2.0)]
    assert first_token(body, arrivals, pointers) == 2.0


def test_a_declared_stream_is_a_reply_with_pointers_into_its_last_event(
    server: Server, opened: Open
) -> None:
    serve(server, 'data: {"delta": "Hi"}\n\ndata: {"done": true, "spent": {"usd": 0.5}}\n\n')
    reply = {"events": {"text": "/delta", "end": "/done"}, "cost_usd": "/spent/usd"}
    assert turn(opened(server.url, reply=reply)).reply == Reply(text="Hi", cost_usd=0.5)
    serve(server, 'data: {"delta": "Hi"}\n\n')
    assert "stream ended before" in str(turn(opened(server.url, reply=reply)).error)


def test_an_unknown_stream_says_how_to_declare_it() -> None:
    for text in ("event: token\ndata: Your order\n\n", 'data: {"delta": "Hi"}\n\n'):
        with pytest.raises(StreamError, match=r"`reply\.events` of the bot says how"):
            merge_events(text)
