"""OpenTelemetry spans with the semantic conventions for generative AI, in OTLP JSON files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.core.plain import read_json
from pytest_hydra.scenarios.bots.answer_calls import Fields, elements, first, get
from pytest_hydra.scenarios.bots.shapes import user_text
from pytest_hydra.scenarios.traces import trace
from pytest_hydra.scenarios.traces.trace import Transcript, entries, message

_NO_MESSAGES = (
    "its spans have no messages: let the instrumentation capture their content "
    "(gen_ai.input.messages and gen_ai.output.messages)"
)
_RESOURCES = ("resourceSpans", "resource_spans")
_MODELS = ("gen_ai.response.model", "gen_ai.request.model")


def knows(documents: Sequence[Any]) -> bool:
    """Whether the documents are exports of spans."""
    return all(entries(document, *_RESOURCES) for document in documents)


def read(documents: Sequence[Any]) -> Iterator[Transcript]:
    """Each conversation by its id, or else each trace, from the model requests in it."""
    resources = [item for document in documents for item in entries(document, *_RESOURCES)]
    scopes = [scope for item in resources for scope in entries(item, "scopeSpans", "scope_spans")]
    spans = [_attributes(span) for scope in scopes for span in entries(scope, "spans")]
    spans = [span for span in spans if "gen_ai.operation.name" in span]
    name = "gen_ai.conversation.id"
    names = {span["trace"]: span[name] for span in spans if span.get(name)}
    groups: dict[str, list[Fields]] = {}
    # The sort is stable for equal start times.
    for span in sorted(spans, key=lambda span: span["start"]):
        groups.setdefault(str(names.get(span["trace"], span["trace"])), []).append(span)
    for conversation_id, group in groups.items():
        yield conversation_id, _messages(group)


def _attributes(span: Mapping[str, Any]) -> Fields:
    """The attributes of a span and of its events, its trace and its start."""
    holders = (span, *entries(span, "events"))
    attributes = [entry for holder in holders for entry in entries(holder, "attributes")]
    values = {str(get(entry, "key")): _value(get(entry, "value")) for entry in attributes}
    # Nanoseconds as a text; with the length first it sorts as a number.
    start = str(get(span, "startTimeUnixNano"))
    return {**values, "trace": str(get(span, "traceId")), "start": (len(start), start)}


def _value(wrapped: object) -> Any:
    """The value of an OTLP attribute, which is wrapped in its type."""
    kind, value = (
        next(iter(wrapped.items()), ("", None)) if isinstance(wrapped, dict) else ("", None)
    )
    if kind == "intValue" and isinstance(value, str):
        return int(value) if value.isdecimal() and len(value) < 20 else None
    if kind == "arrayValue":
        return [_value(item) for item in elements(get(value, "values"))]
    if kind == "kvlistValue":
        pairs = entries(value, "values")
        return {str(get(pair, "key")): _value(get(pair, "value")) for pair in pairs}
    return value


def _messages(spans: list[Fields]) -> list[Fields]:
    """The messages without repetition, as each request repeats the earlier ones."""
    messages: list[Fields] = []
    trace_ids: set[object] = set()
    seen: set[int] = set()
    # Agent spans repeat the messages of their model spans.
    spans = [span for span in spans if "agent" not in str(span["gen_ai.operation.name"])]
    exchanges = [(_read(span, "input"), _read(span, "output")) for span in spans]
    requests = [(span, pair) for span, pair in zip(spans, exchanges, strict=True) if pair[1]]
    additions = trace.continuations([pair for _, pair in requests])
    known = [entry for _, pair in requests for part in pair for entry in part]
    executed = _executed(known, spans)[::-1]
    for (span, _), (number, added) in zip(requests, additions, strict=True):
        while executed and executed[-1][0] < span["start"]:
            messages.append(executed.pop()[1])
        user_indices = [index for index, entry in enumerate(added) if user_text(entry) is not None]
        if number in seen or not seen:
            messages += added
        elif span["trace"] not in trace_ids:
            # The user's next message, in a request without the history.
            messages += added[user_indices[-1] if user_indices else 0 :]
        else:
            # A subagent: its prompts are not the user's.
            messages += [entry for index, entry in enumerate(added) if index not in user_indices]
        seen.add(number)
        trace_ids.add(span["trace"])
    if not messages:
        return [message("assistant", [], error=_NO_MESSAGES)]
    return messages + [entry for _, entry in reversed(executed)]


def _executed(messages: list[Fields], spans: list[Fields]) -> list[tuple[Any, Fields]]:
    """The start and the message of each call of a tool that no other message calls."""
    names = {str(get(part, "name")) for entry in messages for part in elements(entry["content"])}
    names |= {name.rpartition("__")[2] for name in names}  # without an MCP server's name
    calls: list[tuple[Any, Fields]] = []
    for index, span in enumerate(spans):
        name = span.get("gen_ai.tool.name")
        is_call = span["gen_ai.operation.name"] == "execute_tool" and isinstance(name, str)
        if not is_call or not name or name in names:
            continue
        call_id = f"span {index}"
        blocks = [trace.call(name, span.get("gen_ai.tool.call.arguments"), call_id)]
        output, error = span.get("gen_ai.tool.call.result"), span.get("error.type")
        if output is not None or error is not None:
            content = error if output is None else output
            blocks.append(trace.result(call_id, content, failed=error is not None))
        calls.append((span["start"], message("assistant", blocks)))
    return calls


def _read(span: Fields, direction: str) -> list[Fields]:
    """The messages of a request or a response; the last one of a response has the usage."""
    value = span.get(f"gen_ai.{direction}.messages")
    try:
        value = read_json(value) if isinstance(value, str) else value
    except ValueError:
        return []
    messages = [entry for entry in elements(value) if isinstance(entry, Mapping)]
    if direction == "input" or not messages:
        return [_message(entry) for entry in messages]
    agent, model = span.get("gen_ai.agent.name"), first(span, _MODELS)
    last = _message(messages[-1], name=agent, usage=span, model=model)
    return [*[_message(entry) for entry in messages[:-1]], last]


def _message(entry: Mapping[str, Any], **fields: Any) -> Fields:
    role = {"assistant": "assistant", "system": "system"}.get(str(get(entry, "role")), "user")
    parts = entries(entry, "parts")
    return message(role, parts, stop_reason=get(entry, "finish_reason"), **fields)
