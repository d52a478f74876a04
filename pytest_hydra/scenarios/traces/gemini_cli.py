"""Gemini CLI's ``--output-format stream-json``: one event per line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.scenarios.bots.answer_calls import Fields, first, get
from pytest_hydra.scenarios.traces.trace import Transcript, call, message, result

# For each type of event, the key that no other agent's event of this type has.
_OWN = {"tool_use": "tool_id", "tool_result": "tool_id", "message": "delta", "result": "stats"}
_FAILED = ("error", "failed", "cancelled")


def knows(documents: Sequence[Any]) -> bool:
    """Whether a document starts a session, or is an event as only Gemini CLI writes it."""
    return any(
        _OWN.get(str(get(event, "type"))) in event or _starts_session(event) for event in documents
    )


def _starts_session(event: object) -> bool:
    return get(event, "type") == "init" and isinstance(get(event, "session_id"), str)


def read(documents: Sequence[Any]) -> Iterator[Transcript]:
    """Each session; a resumed session is continued."""
    sessions: dict[str, list[Fields]] = {}
    session = next((get(event, "session_id") for event in documents if _starts_session(event)), "")
    is_delta = False
    for event in documents:
        session = get(event, "session_id") if _starts_session(event) else session
        messages = sessions.setdefault(session, [])
        is_message = get(event, "type") == "message" and get(event, "role") != "user"
        continues, is_delta = is_delta, is_message and get(event, "delta") is True
        if continues and is_delta and messages:
            messages[-1]["content"] += str(get(event, "content") or "")
        else:
            messages += _messages(event)
    yield from sessions.items()


def _messages(event: Mapping[str, Any]) -> Iterator[Fields]:
    kind, call_id, status = get(event, "type"), get(event, "tool_id"), get(event, "status")
    failure = first(get(event, "error"), ("message", "type"))
    if kind == "message":
        text = get(event, "content")
        role = "user" if get(event, "role") == "user" else "assistant"
        yield message(role, text if isinstance(text, str) else "")
    elif kind == "tool_use":
        arguments = get(event, "parameters")
        yield message("assistant", [call(get(event, "tool_name"), arguments, call_id)])
    elif kind == "tool_result":
        output = first(event, ("output",)) if failure is None else failure
        output = status if output is None else output
        yield message("assistant", [result(call_id, output, failed=status in _FAILED)])
    elif kind == "result":
        if status in _FAILED:
            yield message("assistant", [], error=f"the agent failed: {failure or status}")
        models = get(get(event, "stats"), "models")
        for model, counts in models.items() if isinstance(models, dict) else ():
            usage = {
                "input_tokens": get(counts, "input_tokens"),
                "output_tokens": get(counts, "output_tokens"),
                "cached_tokens": get(counts, "cached"),
            }
            yield message("assistant", [], usage=usage, model=model)
