"""Answers as server-sent events, merged into the answer without streaming.

Supported are the streams of OpenAI's chat completions and responses, of Anthropic's messages, and
of replies in parts; others if the settings say how they are read. Each marks its end: a stream that
breaks off before it is not an answer, nor is one with an unknown event, which might be a call.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pytest_hydra.core.plain import json_or_none, read_json
from pytest_hydra.core.text import NotFoundError, find, one_line, parse_pointer
from pytest_hydra.execution import StreamError
from pytest_hydra.settings import EventPointers
from pytest_hydra.transcript.own_form import REPLY_FIELDS

Event = Mapping[str, Any]

_MOST_EVENTS = 100_000
_END = "[DONE]"
_HOW_TO_DECLARE = "`reply.events` of the bot says how a stream of another form is read"
# The names of lines of a stream; a comment has none.
_FIELDS = (b"", b"data", b"event", b"id", b"retry")
# Parts of an event that a model generates.
_TOKENS = (
    *("content", "reasoning_content", "reasoning", "tool_calls", "function_call", "refusal"),
    *("text", "calls"),
)
# Fields that are not split, though they may be repeated.
_UNSPLIT = frozenset({"id", "type", "role", "finish_reason", "agent", "response_type"})
# Parts of Anthropic's blocks that contain neither text nor calls.
_IGNORED = frozenset({"thinking_delta", "signature_delta", "citations_delta", "compaction_delta"})
# Ends of a complete answer; some servers send the second after the others.
_COMPLETE = frozenset({"tool_calls", "function_call", "stop"})


def merge_events(text: str, declared: EventPointers | None = None) -> Any:
    """Merge the events into one answer, a `StreamedAnswer` if the settings say how they are read.

    Raises StreamError, and RecursionError for data that is nested too deeply.
    """
    if declared is not None:
        return _read_declared(text, declared)
    events, has_end = list[Event](), False
    for name, data in _events(text):
        has_end = data.strip() == _END
        if has_end or len(events) > _MOST_EVENTS:
            break
        if name == "ping":
            continue
        event = _event(name, data)
        if not isinstance(event, dict):
            raise StreamError(f"has an event that is not a JSON object: {one_line(data, 120)}")
        if event.get("type") == "error" or event.get("error"):
            raise StreamError(f"reported an error: {one_line(data, 200)}")
        if name not in ("", "message", event.get("type")):
            raise StreamError(f"has an unknown event {one_line(name, 60)!r}")
        if event.get("type") != "ping":
            events.append(event)
    if not events:
        raise StreamError("has no events")
    if len(events) > _MOST_EVENTS:
        raise StreamError(f"has more than {_MOST_EVENTS:,} events")
    if str(events[0].get("type")).startswith("response."):
        return _response(events)
    if events[0].get("type") == "message_start":
        return _message(events)
    return (_chat_completion if "choices" in events[0] else _reply)(events, has_end)


class StreamedAnswer(NamedTuple):
    """What the settings find in a stream: the text, and the data of the last event."""

    text: str
    end: Any


def _read_declared(text: str, declared: EventPointers) -> StreamedAnswer:
    """The answer in a stream that the settings describe. Raises StreamError if it has no end."""
    parts = list[str]()
    for name, data in _events(text):
        value = json_or_none(data)
        has_end = declared.end in (name, data.strip())
        part = None if has_end else _declared_part(name, data, value, declared)
        if part is not None:
            parts.append(part)
        if has_end or (declared.end.startswith("/") and _at(value, declared.end)):
            return StreamedAnswer("".join(parts), value)
    raise StreamError(f"ended before an event with the end {one_line(declared.end, 60)!r}")


def _declared_part(name: str, data: str, value: Any, declared: EventPointers) -> str | None:
    """The part of the text in an event, if it has one; ``value`` is its data as JSON."""
    if declared.name not in (None, name):
        return None
    if declared.text:
        part = _at(value, declared.text)
        return part if isinstance(part, str) else None
    return value if isinstance(value, str) else data


def _at(value: Any, pointer: str) -> Any:
    """The value at the pointer; None if there is none."""
    try:
        return find(value, parse_pointer(pointer))
    except NotFoundError:
        return None


def _event(name: str, data: str) -> Any:
    """The JSON of an event. Raises StreamError if it has none."""
    if name == "error":
        return {"error": data}
    try:
        return read_json(data)
    except ValueError:
        raise StreamError(
            f"has an event that is not JSON: {one_line(data, 120)!r}; {_HOW_TO_DECLARE}"
        ) from None


def first_token(
    body: bytes,
    arrivals: Sequence[tuple[int, float]],
    declared: EventPointers | None = None,
) -> float | None:
    """The seconds until the first token of a stream had arrived; None if it is no stream.

    ``arrivals`` are how many bytes had arrived after how many seconds.
    """
    end, event = 0, ""
    for line in body.splitlines(keepends=True):
        end += len(line)
        name, _, data = line.partition(b":")
        if name.strip() not in _FIELDS:
            return None
        text = data.decode("utf-8", "replace").strip()
        event = text if name == b"event" else event if line.strip() else ""
        if name != b"data":
            continue
        value = json_or_none(text)
        if _declared_part(event, text, value, declared) if declared else _has_token(value):
            return next((seconds for count, seconds in arrivals if count >= end), None)
    return None


def _has_token(event: Any) -> bool:
    """Whether an event has a part of a text, of a thought or of a call."""
    if not isinstance(event, dict):
        return False
    choices = event.get("choices")
    deltas = [choice.get("delta") for choice in choices or () if isinstance(choice, dict)]
    parts = [delta for delta in deltas if isinstance(delta, dict)] or [event]
    named = str(event.get("type")).endswith("delta")
    return named or any(part.get(key) for part in parts for key in _TOKENS)


def _events(text: str) -> Iterator[tuple[str, str]]:
    """The name and the data of each event; the last one need not end with an empty line."""
    # Libraries, such as httpx2, drop a last event without one.
    name, data = "", list[str]()
    for line in (*re.split(r"\r\n|\r|\n", text), ""):
        key, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if key == "data":
            data.append(value)
        elif key == "event":
            name = value
        elif not line:
            if data:
                yield name, "\n".join(data)
            name, data = "", []


def _response(events: Sequence[Event]) -> Any:
    """A response of OpenAI: the last event has it, but some servers omit its items there."""
    last, items = events[-1], {}
    for event in events:
        if event.get("type") == "response.output_item.done":
            items[event.get("output_index")] = event.get("item")
    response = last.get("response")
    if last.get("type") not in ("response.completed", "response.incomplete", "response.failed"):
        raise _incomplete()
    if not isinstance(response, dict):
        raise StreamError("ends without a response")
    return {"object": "response", **response, "output": response.get("output") or [*items.values()]}


def _message(events: Sequence[Event]) -> Any:
    """A message of Anthropic."""
    message, usage = _mapping(events[0], "message"), list[Any]()
    blocks: dict[Any, list[Event]] = {}
    for event in events:
        kind, index = event.get("type"), event.get("index")
        if kind == "content_block_start":
            blocks[index] = [_mapping(event, "content_block")]
        elif kind == "content_block_delta":
            delta = dict(_mapping(event, "delta"))
            part = delta.pop("type", None)
            if index not in blocks or part not in ("text_delta", "input_json_delta", *_IGNORED):
                raise StreamError(f"has an unknown part {one_line(str(part), 60)!r}")
            blocks[index] += [delta] if part not in _IGNORED else []
        elif kind == "message_delta":
            message = {**message, **_mapping(event, "delta")}
            usage.append(event.get("usage"))
        elif kind not in ("message_start", "content_block_stop", "message_stop"):
            raise StreamError(f"has an unknown event {one_line(str(kind), 60)!r}")
    if events[-1].get("type") != "message_stop":
        raise _incomplete()
    content = [_joined("", pieces) for pieces in blocks.values()]
    for block in content:
        if arguments := block.pop("partial_json", ""):
            block["input"] = read_json(arguments)
    usages = [_mapping(message, "usage") if "usage" in message else {}, *filter(None, usage)]
    counts = {key: count for entry in usages for key, count in entry.items() if count is not None}
    return {**message, "content": content, "usage": counts}


def _chat_completion(events: Sequence[Event], has_end: bool) -> Any:
    """A chat completion of OpenAI."""
    pieces = list[Any]()
    for event in events:
        if not isinstance(event.get("choices"), list):
            raise StreamError(f"has an unknown event with {_keys(event)}")
        pieces += [{"index": 0, **piece} for piece in event["choices"] if isinstance(piece, dict)]
    choices = [dict(choice) for choice in _joined("choices", [pieces]) or ()]
    if not (has_end or (choices and all(choice.get("finish_reason") for choice in choices))):
        raise _incomplete()
    for choice in choices:
        choice["message"] = choice.pop("delta", None)
    usage = [event["usage"] for event in events if event.get("usage")]
    said = {
        key: next((event[key] for event in events if event.get(key)), None)
        for key in ("model", "system_fingerprint")
    }
    whole = {"object": "chat.completion", "choices": choices, **said}
    return {**whole, "usage": usage[-1] if usage else None}


def _reply(events: Sequence[Event], has_end: bool) -> Any:
    """A reply in parts: texts and lists are concatenated, other fields occur once."""
    for event in events:
        if not event.keys() <= REPLY_FIELDS:
            raise StreamError(
                f"has an unknown event with {_keys(event)}; valid: streams of "
                f"OpenAI or Anthropic, or parts of a reply that end with {_END}; {_HOW_TO_DECLARE}"
            )
    if not has_end:
        raise _incomplete()
    return _joined("", events)


def _joined(key: str, pieces: Sequence[Any]) -> Any:
    """Merge the pieces of a value. Raises StreamError if they do not fit."""
    pieces = [piece for piece in pieces if piece is not None]
    kinds = {dict if isinstance(piece, dict) else type(piece) for piece in pieces}
    if key == "content" and kinds == {str, list}:
        pieces = [[{"type": "text", "text": p}] if isinstance(p, str) else p for p in pieces]
        kinds = {list}
    if len(kinds) > 1 and not kinds <= {int, float}:
        raise StreamError(f"has pieces of different types for {one_line(key, 60)!r}")
    if kinds == {str}:
        texts = dict.fromkeys(filter(None, pieces))
        if key == "finish_reason" and texts.keys() <= _COMPLETE:
            return next(iter(texts), "")
        if key in _UNSPLIT and len(texts) > 1:
            raise StreamError(f"has two values for {one_line(key, 60)!r}")
        # Some servers repeat a function's name with each piece of its arguments.
        return "".join(texts if key in _UNSPLIT or (key == "name" and len(texts) == 1) else pieces)
    if kinds == {dict}:
        parts: dict[str, list[Any]] = {}
        for piece in pieces:
            begun = key.startswith("function") and any(parts.get("arguments", ()))
            if begun and piece.get("name") not in (*parts.get("name", ()), None, ""):
                raise StreamError("has two calls at one index")
            for name, value in piece.items():
                parts.setdefault(name, []).append(value)
        return {name: _joined(name, values) for name, values in parts.items()}
    if kinds == {list}:
        return _joined_lists(key, [item for piece in pieces for item in piece])
    return pieces[-1] if pieces else None


def _joined_lists(key: str, items: list[Any]) -> list[Any]:
    """The items of all pieces of a list; those with an index are pieces of one item."""
    if key == "tool_calls" and all(isinstance(item, dict) for item in items):
        items = _with_indices(items)
    if not all(isinstance(item, dict) and type(item.get("index")) is int for item in items):
        return items
    numbered: dict[int, list[Any]] = {}
    for item in items:
        rest = {name: value for name, value in item.items() if name != "index"}
        numbered.setdefault(item["index"], []).append(rest)
    return [_joined("", parts) for _, parts in sorted(numbered.items())]


def _with_indices(pieces: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The pieces of calls, with an index of its own for each call.

    Another id begins another call, even at the same index. Without an index, so does any id, or a
    name.
    """
    latest: dict[int | None, tuple[int, object]] = {}
    numbered: list[dict[str, Any]] = []
    count = 0
    for piece in pieces:
        index = piece["index"] if type(piece.get("index")) is int else None
        call_id, function = piece.get("id") or None, piece.get("function")
        number, known_id = latest.get(index, (None, None))
        is_named = isinstance(function, dict) and bool(function.get("name"))
        is_other = call_id is not None and known_id not in (None, call_id)
        if number is None or is_other or (index is None and call_id is None and is_named):
            number, count = count, count + 1
            known_id = None
        latest[index] = (number, known_id or call_id)
        numbered.append({**piece, "index": number})
    return numbered


def _mapping(event: Event, key: str) -> Event:
    value = event.get(key)
    if not isinstance(value, dict):
        raise StreamError(f"has an event whose {key} is not a JSON object")
    return value


def _keys(event: Event) -> str:
    return one_line(f"the keys {', '.join(map(repr, event))}", 120)


def _incomplete() -> StreamError:
    return StreamError("ended before it was complete")
