"""OpenTelemetry's spans by the conventions for generative AI, in files of OTLP's JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.core.plain import read_json
from pytest_hydra.scenarios.bots.answer_calls import Fields, elements, first, get
from pytest_hydra.scenarios.bots.shapes import asked
from pytest_hydra.scenarios.traces import trace
from pytest_hydra.scenarios.traces.trace import Recorded, entries, message

_NO_MESSAGES = (
    "its spans hold no messages: let the instrumentation capture their content "
    "(gen_ai.input.messages and gen_ai.output.messages)"
)
_MODELS = ("gen_ai.response.model", "gen_ai.request.model")


def knows(documents: Sequence[Any]) -> bool:
    """Whether these are exports of spans."""
    return all(entries(document, "resourceSpans", "resource_spans") for document in documents)


def read(documents: Sequence[Any]) -> Iterator[Recorded]:
    """Each conversation by its id, else each trace, of what models were asked in it."""
    resources = [
        each for one in documents for each in entries(one, "resourceSpans", "resource_spans")
    ]
    scopes = [scope for each in resources for scope in entries(each, "scopeSpans", "scope_spans")]
    spans = [_told(span) for scope in scopes for span in entries(scope, "spans")]
    spans = [span for span in spans if "gen_ai.operation.name" in span]
    names = {span["trace"]: span.get("gen_ai.conversation.id") for span in spans}
    groups: dict[str, list[Fields]] = {}
    # Those that begin at the same time stay in their order.
    for span in sorted(spans, key=lambda span: span["start"]):
        groups.setdefault(str(names[span["trace"]] or span["trace"]), []).append(span)
    for own, group in groups.items():
        yield own, _messages(group)


def _told(span: Mapping[str, Any]) -> Fields:
    """The attributes of a span and of its events, its trace and when it began."""
    holders = (span, *entries(span, "events"))
    attributes = [entry for holder in holders for entry in entries(holder, "attributes")]
    told = {str(get(entry, "key")): _value(get(entry, "value")) for entry in attributes}
    # In nanoseconds, of as many digits.
    start = str(get(span, "startTimeUnixNano"))
    return {**told, "trace": str(get(span, "traceId")), "start": (len(start), start)}


def _value(wrapped: object) -> Any:
    """A value of OTLP, which stands under its type."""
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
    """What was said, once: each request tells again what was said before it."""
    made: list[Fields] = []
    begun: set[object] = set()
    seen: set[int] = set()
    # Agents tell once more what their models were told.
    spans = [span for span in spans if "agent" not in str(span["gen_ai.operation.name"])]
    exchanges = [(_read(span, "input"), _read(span, "output")) for span in spans]
    told = [(span, both) for span, both in zip(spans, exchanges, strict=True) if both[1]]
    additions = trace.continuations([both for _, both in told])
    for (span, _), (which, added) in zip(told, additions, strict=True):
        users = [at for at, entry in enumerate(added) if asked(entry) is not None]
        if which in seen or not made:
            made += added
        elif span["trace"] not in begun:
            # The next thing that the user asks, told without all that was said before.
            made += added[users[-1] if users else 0 :]
        else:
            # A helper of the agent: what it is told is not the user's.
            made += [entry for at, entry in enumerate(added) if at not in users]
        seen.add(which)
        begun.add(span["trace"])
    return made or [message("assistant", [], error=_NO_MESSAGES)]


def _read(span: Fields, which: str) -> list[Fields]:
    """The messages of a request, or of its answer, the last of which has its tokens."""
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
