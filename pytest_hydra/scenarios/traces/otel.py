"""OpenTelemetry spans with the semantic conventions for generative AI, in OTLP JSON files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.core.plain import read_json
from pytest_hydra.scenarios.bots.answer_calls import Fields, elements, first, get
from pytest_hydra.scenarios.bots.shapes import asked
from pytest_hydra.scenarios.traces import trace
from pytest_hydra.scenarios.traces.trace import Recorded, entries, message

_NO_MESSAGES = (
    "its spans have no messages: let the instrumentation capture their content "
    "(gen_ai.input.messages and gen_ai.output.messages)"
)
_MODELS = ("gen_ai.response.model", "gen_ai.request.model")


def knows(documents: Sequence[Any]) -> bool:
    """Whether the documents are exports of spans."""
    return all(entries(document, "resourceSpans", "resource_spans") for document in documents)


def read(documents: Sequence[Any]) -> Iterator[Recorded]:
    """Each conversation by its id, or else each trace, from the model requests in it."""
    resources = [
        each for one in documents for each in entries(one, "resourceSpans", "resource_spans")
    ]
    scopes = [scope for each in resources for scope in entries(each, "scopeSpans", "scope_spans")]
    spans = [_attributes(span) for scope in scopes for span in entries(scope, "spans")]
    spans = [span for span in spans if "gen_ai.operation.name" in span]
    name = "gen_ai.conversation.id"
    names = {span["trace"]: span[name] for span in spans if span.get(name)}
    groups: dict[str, list[Fields]] = {}
    # The sort is stable for equal start times.
    for span in sorted(spans, key=lambda span: span["start"]):
        groups.setdefault(str(names.get(span["trace"], span["trace"])), []).append(span)
    for own, group in groups.items():
        yield own, _messages(group)


def _attributes(span: Mapping[str, Any]) -> Fields:
    """The attributes of a span and of its events, its trace and its start."""
    holders = (span, *entries(span, "events"))
    attributes = [entry for holder in holders for entry in entries(holder, "attributes")]
    told = {str(get(entry, "key")): _value(get(entry, "value")) for entry in attributes}
    # Nanoseconds as a text; with the length first it sorts as a number.
    start = str(get(span, "startTimeUnixNano"))
    return {**told, "trace": str(get(span, "traceId")), "start": (len(start), start)}


def _value(wrapped: object) -> Any:
    """The value of an OTLP attribute, which is wrapped in its type."""
    kind, told = (
        next(iter(wrapped.items()), ("", None)) if isinstance(wrapped, dict) else ("", None)
    )
    if kind == "intValue" and isinstance(told, str):
        return int(told) if told.isdecimal() and len(told) < 20 else None
    if kind == "arrayValue":
        return [_value(each) for each in elements(get(told, "values"))]
    if kind == "kvlistValue":
        pairs = entries(told, "values")
        return {str(get(pair, "key")): _value(get(pair, "value")) for pair in pairs}
    return told


def _messages(spans: list[Fields]) -> list[Fields]:
    """The messages without repetition, as each request repeats the earlier ones."""
    made: list[Fields] = []
    begun: set[object] = set()
    seen: set[int] = set()
    # Agent spans repeat the messages of their model spans.
    spans = [span for span in spans if "agent" not in str(span["gen_ai.operation.name"])]
    exchanges = [(_read(span, "input"), _read(span, "output")) for span in spans]
    told = [(span, both) for span, both in zip(spans, exchanges, strict=True) if both[1]]
    additions = trace.continuations([both for _, both in told])
    for (span, _), (which, added) in zip(told, additions, strict=True):
        users = [at for at, entry in enumerate(added) if asked(entry) is not None]
        if which in seen or not made:
            made += added
        elif span["trace"] not in begun:
            # The user's next message, in a request without the history.
            made += added[users[-1] if users else 0 :]
        else:
            # A subagent: its prompts are not the user's.
            made += [entry for at, entry in enumerate(added) if at not in users]
        seen.add(which)
        begun.add(span["trace"])
    return made or [message("assistant", [], error=_NO_MESSAGES)]


def _read(span: Fields, which: str) -> list[Fields]:
    """The messages of a request or a response; the last one of a response has the usage."""
    told = span.get(f"gen_ai.{which}.messages")
    try:
        told = read_json(told) if isinstance(told, str) else told
    except ValueError:
        return []
    said = [entry for entry in elements(told) if isinstance(entry, Mapping)]
    if which == "input" or not said:
        return [_message(entry) for entry in said]
    agent, model = span.get("gen_ai.agent.name"), first(span, _MODELS)
    last = _message(said[-1], name=agent, usage=span, model=model)
    return [*[_message(entry) for entry in said[:-1]], last]


def _message(said: Mapping[str, Any], **more: Any) -> Fields:
    role = {"assistant": "assistant", "system": "system"}.get(str(get(said, "role")), "user")
    parts = entries(said, "parts")
    return message(role, parts, stop_reason=get(said, "finish_reason"), **more)
