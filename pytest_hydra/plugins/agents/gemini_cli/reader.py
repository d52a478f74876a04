"""Gemini CLI's ``--output-format stream-json``: one event per line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.core.lookup import first, get, id_of, text
from pytest_hydra.transcript.message import (
    Called,
    Message,
    Returned,
    Transcript,
    failed,
    spent,
    unknown_event,
)

RESULTS = "always"
IDS = frozenset({"tool_id"})
# For each type of event, the key that no other agent's event of this type has.
_OWN = {"tool_use": "tool_id", "tool_result": "tool_id", "message": "delta", "result": "stats"}
_SILENT = ("init", "error")
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
    sessions: dict[str, list[Message]] = {}
    session = next((get(event, "session_id") for event in documents if _starts_session(event)), "")
    is_delta = False
    for event in documents:
        session = get(event, "session_id") if _starts_session(event) else session
        messages = sessions.setdefault(session, [])
        is_message = get(event, "type") == "message" and get(event, "role") != "user"
        continues, is_delta = is_delta, is_message and get(event, "delta") is True
        if continues and is_delta and messages:
            messages[-1].text += text(event, "content")
        else:
            messages += _messages(event)
    for session, messages in sessions.items():
        yield Transcript(session, messages, closed_by="result")


def _messages(event: Mapping[str, Any]) -> Iterator[Message]:
    kind, call_id, status = get(event, "type"), id_of(event, "tool_id"), get(event, "status")
    failure = first(get(event, "error"), ("message", "type"))
    if kind == "message":
        is_users = get(event, "role") == "user"
        yield Message("user" if is_users else "assistant", text(event, "content"))
    elif kind == "tool_use":
        called = Called(get(event, "tool_name"), get(event, "parameters"), call_id)
        yield Message("assistant", calls=[called])
    elif kind == "tool_result":
        output = first(event, ("output",)) if failure is None else failure
        output = status if output is None else output
        yield Message("assistant", results=[Returned(output, status in _FAILED, call_id)])
    elif kind == "result":
        end = failed(failure or status) if status in _FAILED else None
        yield Message("assistant", end=end, closes=True)
        models = get(get(event, "stats"), "models")
        for model, counts in models.items() if isinstance(models, dict) else ():
            usage = {
                "input_tokens": get(counts, "input_tokens"),
                "output_tokens": get(counts, "output_tokens"),
                "cached_tokens": get(counts, "cached"),
            }
            yield Message("assistant", spent=spent(usage, model=model))
    elif kind not in _SILENT:
        yield unknown_event(kind)
