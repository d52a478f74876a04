"""OpenTelemetry spans of generative AI: OTLP's JSON, Jaeger's, Tempo's, and the SDK's own.

The attributes are those of the semantic conventions, of openllmetry, of OpenInference, or of
Google's ADK.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.core.lookup import Fields, elements, entries, first, get, id_of, text
from pytest_hydra.core.plain import json_or_none
from pytest_hydra.core.text import read_words
from pytest_hydra.scenarios.apis import chat_messages
from pytest_hydra.scenarios.apis.blocks import blocks
from pytest_hydra.scenarios.apis.google import content_message, response_of
from pytest_hydra.transcript.message import (
    Called,
    End,
    Kinds,
    Message,
    Returned,
    Role,
    Transcript,
    cut_off,
    message_of,
    said,
    spent,
)
from pytest_hydra.transcript.turns import continuations

RESULTS = "never"  # spans of tools need not have one
IDS = frozenset({"gen_ai.tool.call.id", "call_id", "tool_call_id", "tool_use_id"})
_NO_MESSAGES = (
    "its spans have no messages: let the instrumentation capture their content "
    "(gen_ai.input.messages and gen_ai.output.messages)"
)
_NOTHING = [Message("assistant", end=End("failed", _NO_MESSAGES))]
_WORDS = read_words(__file__, "otel_words.txt")
_DEEPEST = 64  # of spans around another
_TOKENS = ("input_tokens", "output_tokens", "cached_tokens", "cache_creation_input_tokens")
# A list of messages, flattened into the keys of attributes.
_INDEXED = re.compile(r"gen_ai\.(prompt|completion)\.(\d{1,4})\.(.+)")
# OpenInference's kinds of spans that are read, and the fields of its messages.
_OPERATIONS = {"LLM": "chat", "TOOL": "execute_tool"}
_MESSAGE_KEY = re.compile(r"llm\.(in|out)put_messages\.(\d{1,4})\.message\.(.+)")
_TEXT_KEY = re.compile(r"contents\.\d{1,4}\.message_content\.text")
# What says in other conventions that a span is of a tool, and that a model's answer has a call.
_KIND_KEY = re.compile(r".*\b(?:span\.?(?:kind|type)|observation\.type)", re.IGNORECASE)
_CALLED_KEY = re.compile(r".*\boutput_messages\..*\btool_call\.function\.name")
_CALL_KEY = re.compile(r"tool_calls\.(\d{1,4})\.(id|name|arguments)")


def knows(documents: Sequence[Any]) -> bool:
    """Whether the documents are exports of spans."""
    return all(_spans(document) for document in documents)


def _spans(document: object) -> list[Mapping[str, Any]]:
    """The spans of an export, or a single one as the SDK prints it."""
    document = document if get(document, "trace") is None else get(document, "trace")
    if get(get(document, "context"), "trace_id") and isinstance(document, Mapping):
        return [document]
    found: list[Mapping[str, Any]] = []
    for resource in entries(document, *_WORDS["resources"]):
        for scope in entries(resource, *_WORDS["scopes"]) or [resource]:
            found += entries(scope, "spans")
    return found


def searched(documents: Sequence[Any]) -> list[Any]:
    """The attributes of all spans, but those of tools, which are all calls."""
    spans = [_attributes(span) for document in documents for span in _spans(document)]
    return [
        {key: json_or_none(value) if _is_json(value) else value for key, value in span.items()}
        for span in spans
        if not _tool_name(span)
    ]


def _called_elsewhere(span: Fields) -> Iterator[str]:
    """The names of the calls that a span has by other conventions."""
    is_tool = span["operation"] == "execute_tool"
    for key, value in span.items():
        is_tool = is_tool or (
            _KIND_KEY.fullmatch(key) is not None and str(value).strip('"').lower() == "tool"
        )
        if _CALLED_KEY.fullmatch(key):
            yield str(value)
    name = first(span, _WORDS["tool names"])
    if is_tool or name is not None:
        yield str(name or first(span, ("traceloop.entity.name", "span name")))


def _is_json(value: object) -> bool:
    return isinstance(value, str) and value[:1] in ("[", "{")


def read(documents: Sequence[Any]) -> Iterator[Transcript]:
    """Each conversation by its id, or else each trace, from the model requests in it."""
    spans = [_attributes(span) for document in documents for span in _spans(document)]
    groups: dict[tuple[str, bool], list[Fields]] = {}
    # The sort is stable for equal start times.
    pairs = sorted(
        zip(_conversations(spans), spans, strict=True), key=lambda pair: pair[1]["start"]
    )
    for name, span in pairs:
        if span["operation"]:
            groups.setdefault((name or span["trace"], name == ""), []).append(span)
    found = {key: _messages(group) for key, group in groups.items()}
    unknown = _elsewhere([span for _, span in pairs], found.values())
    for (name, is_between), messages in found.items():
        # Spans around several conversations need not have one of their own.
        if not is_between or messages != _NOTHING:
            yield Transcript(name, messages, unknown=unknown)
    if not groups:
        yield Transcript(None, _NOTHING)


def _elsewhere(spans: Sequence[Fields], conversations: Iterable[Sequence[Message]]) -> list[str]:
    """What spans of other conventions tell of calls that no message has."""
    calls = [call for messages in conversations for entry in messages for call in entry.calls]
    known = {_short(call.function) for call in calls}
    names = [name for span in spans if not _tool_name(span) for name in _called_elsewhere(span)]
    return [f"a span of {name}" for name in dict.fromkeys(names) if _short(name) not in known]


def _conversations(spans: Sequence[Fields]) -> list[str | None]:
    """The conversation of each span; "" if it may be any of several, None if none is named.

    It is the one that the outermost span around it names: one inside another is a subagent's. Else
    it is the only one inside the nearest span around it that has any, or else in its trace.
    """
    known = {(span["trace"], span["span"]): span for span in spans if span["span"]}
    paths: list[list[Fields]] = []
    for span in spans:
        path: list[Fields] = [span]
        while len(path) < _DEEPEST and (outer := known.get((span["trace"], path[-1]["parent"]))):
            path.append(outer)
        paths.append(path)
    named = [[first(span, _WORDS["conversations"]) for span in path] for path in paths]
    own = [next((str(name) for name in reversed(names) if name), None) for names in named]
    inside: dict[object, set[str]] = {}
    for path, name in zip(paths, own, strict=True):
        for place in () if name is None else (*map(id, path), path[0]["trace"]):
            inside.setdefault(place, set()).add(str(name))
    found: list[str | None] = []
    for path, name in zip(paths, own, strict=True):
        places = (*map(id, path), path[0]["trace"])
        nearest = next((inside[place] for place in places if place in inside), None)
        if name is not None or nearest is None:
            found.append(name)
        else:
            found.append(next(iter(nearest)) if len(nearest) == 1 else "")
    return found


def _attributes(span: Mapping[str, Any]) -> Fields:
    """The attributes of a span and of its events, its place, its operation and its failure."""
    values: Fields = {}
    for holder in (span, *entries(span, "events", "logs")):
        attributes = get(holder, "attributes")
        values |= attributes if isinstance(attributes, Mapping) else {}
        for entry in entries(holder, "attributes", "tags", "fields"):
            values[str(get(entry, "key"))] = _value(get(entry, "value"))
    values |= _openinference(values, first(span, ("name", "operationName")))
    context, status = get(span, "context") or span, get(span, "status")
    outer = next(iter(entries(span, "references")), None)  # Jaeger has it in a list
    # Nanoseconds as a text; with the length first it sorts as a number.
    start = str(first(span, _WORDS["starts"]))
    code = first(status, ("code", "status_code"))
    # Jaeger has the status among the tags.
    codes = (str(code), str(values.get("otel.status_code")))
    failed = values.get("error") in (True, "true") or any(c in _WORDS["failures"] for c in codes)
    # An exception in a request may have led to another attempt; it ends a tool without a result.
    is_tool = values.get("gen_ai.tool.name") and first(values, _WORDS["results"]) is None
    causes = _WORDS["tool causes" if is_tool else "causes"]
    failure = first(values, causes) or ((get(status, "message") or "error") if failed else None)
    guess = "" if first(values, _WORDS["chats"]) is None else "chat"
    guess = "execute_tool" if values.get("gen_ai.tool.name") else guess
    return {
        **values,
        "trace": str(first(context, _WORDS["traces"])),
        "span": str(first(context, _WORDS["spans"]) or ""),
        "span name": str(first(span, ("name", "operationName")) or ""),
        # Jaeger has the parent in a list.
        "parent": str(first(span, _WORDS["parents"]) or get(outer, "spanID") or ""),
        "start": (len(start), start),
        "operation": str(values.get("gen_ai.operation.name") or guess),
        "failure": failure,
    }


def _openinference(values: Fields, name: object) -> Fields:
    """The attributes of OpenInference by the names of openllmetry and the semantic conventions."""
    operation = _OPERATIONS.get(str(values.get("openinference.span.kind")).upper())
    if operation is None:
        return {}
    found: Fields = {"gen_ai.operation.name": operation}
    if operation == "execute_tool":
        return {
            **found,
            "gen_ai.tool.name": values.get("tool.name") or name,
            "gen_ai.tool.call.arguments": values.get("input.value"),
            "gen_ai.tool.call.result": values.get("output.value"),
        }
    for key, value in values.items():
        if match := _MESSAGE_KEY.fullmatch(key):
            start = f"gen_ai.{'prompt' if match[1] == 'in' else 'completion'}.{match[2]}."
            field = match[3].replace(".tool_call.function.", ".").replace(".tool_call.", ".")
            if _TEXT_KEY.fullmatch(field):
                told = found.get(f"{start}content")
                field, value = "content", f"{told}\n{value}" if told else value  # noqa: PLW2901
            found[start + field] = value
    return found


def _value(wrapped: object) -> Any:
    """The value of an attribute, which is wrapped in its type in OTLP."""
    if not isinstance(wrapped, dict):
        return wrapped
    kind, value = next(iter(wrapped.items()), ("", None))
    if kind == "intValue" and isinstance(value, str):
        return int(value) if value.isdecimal() and len(value) < 20 else None
    if kind == "arrayValue":
        return [_value(item) for item in elements(get(value, "values"))]
    if kind == "kvlistValue":
        pairs = entries(value, "values")
        return {str(get(pair, "key")): _value(get(pair, "value")) for pair in pairs}
    return value


def _messages(spans: list[Fields]) -> list[Message]:
    """The messages without repetition, as each request repeats the earlier ones."""
    messages: list[Message] = []
    trace_ids: set[object] = set()
    seen: set[int] = set()
    requests = _requests(spans)
    additions = list(continuations([(inputs, outputs) for _, inputs, outputs in requests]))
    executed = _executed([entry for _, added in additions for entry in added], spans)[::-1]
    last = {span["trace"]: index for index, (span, _, _) in enumerate(requests)}
    failed = _failed_agents(spans)
    for index, (span, inputs, _) in enumerate(requests):
        number, added = additions[index]
        while executed and executed[-1][0] < span["start"]:
            messages.append(executed.pop()[1])
        user_indices = [index for index, entry in enumerate(added) if entry.is_users]
        if number in seen or not seen:
            messages += added
        elif span["trace"] not in trace_ids:
            # The user's next message, in a request without the history.
            messages += added[user_indices[-1] if user_indices else 0 :]
        else:
            # A subagent: its prompts are not the user's.
            messages += [entry for index, entry in enumerate(added) if index not in user_indices]
        # A failed request may have been sent again.
        if span["failure"] is not None and inputs not in [
            later[1] for later in requests[index + 1 :] if later[2]
        ]:
            error = f"a request failed: {span['failure']}"
            messages.append(Message("assistant", end=End("failed", error)))
        elif span["trace"] in failed and last[span["trace"]] == index:
            error = f"the agent failed: {failed[span['trace']]}"
            messages.append(Message("assistant", end=End("failed", error)))
        seen.add(number)
        trace_ids.add(span["trace"])
    if not requests:
        messages += _NOTHING
    return messages + [entry for _, entry in reversed(executed)]


def _failed_agents(spans: list[Fields]) -> dict[str, Any]:
    """Why the outermost agent of a trace failed, by trace."""
    known = {span["span"] for span in spans} - {""}
    return {
        span["trace"]: span["failure"]
        for span in spans
        if "agent" in span["operation"]
        and span["failure"] is not None
        and span["parent"] not in known
    }


def _requests(spans: list[Fields]) -> list[tuple[Fields, list[Message], list[Message]]]:
    """The requests to a model with their input and output; without any, those to an agent."""
    read = [
        (span, _read(span, "input"), _read(span, "output"))
        for span in spans
        if not _tool_name(span)
    ]
    # Agent spans repeat the messages of their model spans.
    for is_agent in (False, True):
        found = [
            entry
            for entry in read
            if ("agent" in entry[0]["operation"]) is is_agent
            and (entry[2] or (entry[1] and entry[0]["failure"] is not None))
        ]
        if any(entry[2] for entry in found):
            return found
    return [entry for entry in read if entry[1] and entry[0]["failure"] is not None]


def _tool_name(span: Fields) -> str:
    """The name of the tool that was executed in a span, without an MCP server's name."""
    name = span.get("gen_ai.tool.name") if span["operation"] == "execute_tool" else None
    return name if isinstance(name, str) else ""


def _executed(messages: list[Message], spans: list[Fields]) -> list[tuple[Any, Message]]:
    """The start and the message of each run of a tool that the messages lack, or that failed."""
    called = [call for entry in messages for call in entry.calls]
    # How many runs the messages explain, by the name of the tool and the id of the call.
    left = Counter((_short(call.function), call.id or "") for call in called)
    given = {_short(call.function): call.arguments for call in called}
    by_span = {span["span"]: span for span in spans if span["span"] and _tool_name(span)}
    runs: list[tuple[Any, Message]] = []
    for index, span in enumerate(spans):
        name, outer = _tool_name(span), by_span.get(span["parent"])
        # An MCP client has a span of its own inside that of the tool.
        if not name or (outer is not None and _short(_tool_name(outer)) == _short(name)):
            continue
        own_id = str(span.get("gen_ai.tool.call.id") or "")
        keys = [key for key in left if key[0] == _short(name) and left[key] > 0]
        key = next((key for key in keys if key[1] == own_id), None)
        if key is None and (_short(name), own_id) not in left:
            key = next(iter(keys), None)
        output, failure = first(span, _WORDS["results"]), span["failure"]
        outcome = Returned(failure if output is None else output, failure is not None)
        run = Message("assistant")
        if key is None:
            arguments = first(span, _WORDS["arguments"]) or given.get(_short(name))
            run.calls = [Called(name, arguments, f"span {index}")]
            run.calls[0].result = None if outcome.content is None else outcome
        else:
            left[key] -= 1
            outcome.id, outcome.function = key[1] or None, name
            run.results = [outcome] if failure is not None else []
        if run.calls or run.results:
            runs.append((span["start"], run))
    return runs


def _short(name: object) -> str:
    return str(name).rpartition("__")[2]


def _read(span: Fields, direction: str) -> list[Message]:
    """The messages of a request or a response; the last one of a response has the usage."""
    messages = _convention(span, direction) or _flat(span, direction) or _adk(span, direction)
    if direction == "input" or not messages:
        return messages
    usage = {kind: first(span, _WORDS[kind]) for kind in _TOKENS}
    count, written = usage["input_tokens"], usage["cache_creation_input_tokens"]
    # By the conventions, tokens written to a cache are among those of the input.
    if type(count) is int and type(written) is int and count >= written:
        usage["input_tokens"] = count - written
    ends = span.get("gen_ai.response.finish_reasons")
    ends = json_or_none(ends) if isinstance(ends, str) else ends
    last = messages[-1]
    last.end = last.end or next(filter(None, map(_end, elements(ends)[-1:])), None)
    last.agent = text(span, "gen_ai.agent.name") or last.agent
    known = {kind: count for kind, count in usage.items() if count is not None}
    last.spent = spent(known, model=first(span, _WORDS["models"]), is_request=True)
    return messages


def _end(reason: object) -> End | None:
    """The end by a reason of any provider, as the conventions pass it on."""
    if not isinstance(reason, str):
        return None
    if reason.lower() in _WORDS["cut off"]:
        return cut_off("finish_reason", reason)
    return End("refused") if reason == "refusal" else None


def _convention(span: Fields, direction: str) -> list[Message]:
    told = span.get(f"gen_ai.{direction}.messages")
    value = json_or_none(told) if isinstance(told, str) else told
    if direction == "output" and told and value is None:
        # Limits of the length of attributes cut it.
        return [Message("assistant", end=End("failed", "gen_ai.output.messages is not whole"))]
    return [_message(entry) for entry in elements(value) if isinstance(entry, Mapping)]


def _call(part: Any) -> Called:
    return Called(get(part, "name"), first(part, ("arguments", "args", "input")), id_of(part))


def _result(part: Any) -> Returned:
    content, failed = response_of(first(part, ("response", "result", "output", "content")))
    failed = failed or get(part, "is_error") is True
    return Returned(content, failed, id_of(part), text(part, "name") or None)


# The kinds of the conventions' parts, beside those of APIs that instrumentations pass on.
KINDS: Kinds = {
    **chat_messages.KINDS,
    "text": said("content", "text"),
    **dict.fromkeys(("tool_call", "server_tool_call"), _call),
    **dict.fromkeys(("tool_call_response", "server_tool_call_response"), _result),
    **dict.fromkeys(("blob", "uri", "media")),
}
_ROLES: Mapping[str, Role] = {"assistant": "assistant", "system": "other", "user": "user"}


def _message(entry: Mapping[str, Any]) -> Message:
    content = entries(entry, "parts") or get(entry, "content")
    role, end = _ROLES.get(str(get(entry, "role")), "user"), _end(get(entry, "finish_reason"))
    found = message_of(role, blocks(content), KINDS, end)
    found.agent = text(entry, "name") or None
    return found


def _flat(span: Fields, direction: str) -> list[Message]:
    """The messages in openllmetry's attributes, one for each field of each message."""
    found: dict[int, Fields] = {}
    kind = "prompt" if direction == "input" else "completion"
    for key, value in span.items():
        match = _INDEXED.fullmatch(key)
        if match and match[1] == kind:
            found.setdefault(int(match[2]), {})[match[3]] = value
    default = "user" if direction == "input" else "assistant"
    return [_flat_message(found[index], default) for index in sorted(found)]


def _flat_message(fields: Fields, default: str) -> Message:
    content, told = fields.get("content"), fields.get("role") or default
    role = _ROLES.get(str(told), "user")
    if told == "tool" or "tool_call_id" in fields:
        return Message(role, results=[Returned(content, id=id_of(fields, "tool_call_id"))])
    value = json_or_none(content) if isinstance(content, str) and _is_json(content) else None
    parts = entries({"content": value}, "content")
    is_blocks = bool(parts) and all("type" in block for block in parts)
    end = _end(fields.get("finish_reason"))
    entry = message_of(role, blocks(parts if is_blocks else content or ""), KINDS, end)
    calls: dict[int, Fields] = {}
    for key, own in fields.items():
        if match := _CALL_KEY.fullmatch(key):
            calls.setdefault(int(match[1]), {})[match[2]] = own
    for _, part in sorted(calls.items()):
        entry.calls.append(Called(part.get("name"), part.get("arguments"), id_of(part)))
    return entry


def _adk(span: Fields, direction: str) -> list[Message]:
    """The messages in the attributes of Google's ADK, which are Gemini's."""
    name = "gcp.vertex.agent.llm_" + ("request" if direction == "input" else "response")
    told = span.get(name)
    value = json_or_none(told) if isinstance(told, str) else None
    if direction == "input":
        return [content_message(entry) for entry in entries(value, "contents")]
    has_parts = entries(get(value, "content"), "parts")
    return [content_message(value)] if isinstance(value, Mapping) and has_parts else []
