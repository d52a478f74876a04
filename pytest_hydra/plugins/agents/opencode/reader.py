"""OpenCode's ``run --format json``: one event per line, without the user's messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.core.lookup import first, get, id_of, text
from pytest_hydra.transcript.call_roles import says_failed
from pytest_hydra.transcript.message import (
    Called,
    Message,
    Returned,
    Transcript,
    cut_off,
    failed,
    spent,
    unknown_event,
)

RESULTS = "always"
IDS = frozenset({"callID"})
_KINDS = ("step_start", "step_finish", "tool_use", "text", "reasoning")
_SILENT = ("step_start", "reasoning")
_CUT_OFF = ("length", "content-filter", "error", "other")


def knows(documents: Sequence[Any]) -> bool:
    """Whether a document is a part of a message, as only OpenCode prints it."""
    return any(
        get(event, "type") in _KINDS
        and isinstance(get(event, "sessionID"), str)
        and isinstance(get(event, "part"), Mapping)
        for event in documents
    )


def read(documents: Sequence[Any]) -> Iterator[Transcript]:
    """Each session; a resumed session is continued."""
    sessions: dict[str, list[Message]] = {}
    # Sessions whose last step ended with calls, so that the next step belongs to the same turn.
    going_on: set[str] = set()
    for event in documents:
        session, part = text(event, "sessionID"), get(event, "part")
        messages = sessions.setdefault(session, [])
        kind = get(event, "type")
        if kind == "step_start" and session not in going_on:
            messages.append(Message("user"))
        going_on.discard(session)
        if kind == "step_finish" and get(part, "reason") == "tool-calls":
            going_on.add(session)
        messages += _messages(kind, event, part)
    for session, messages in sessions.items():
        yield Transcript(session, messages, closed_by="step_finish", servers_in_names=True)


def _messages(kind: object, event: object, part: object) -> Iterator[Message]:
    if kind == "text":
        yield Message("assistant", text(part, "text"))
    elif kind == "tool_use":
        state, call_id = get(part, "state"), id_of(part, "callID")
        called = Called(get(part, "tool"), get(state, "input"), call_id)
        has_error = get(state, "status") == "error"
        has_failed = has_error or says_failed(get(state, "metadata"))
        output = get(state, "error" if has_error else "output")
        if output is not None or get(state, "status") == "completed":
            called.result = Returned(output, has_failed, call_id)
        yield Message("assistant", calls=[called])
    elif kind == "step_finish":
        yield _step(part)
    elif kind == "error":
        failure = get(event, "error")
        reason = first(get(failure, "data"), ("message",)) or first(failure, ("message", "name"))
        yield Message("assistant", end=failed(reason))
    elif kind not in _SILENT:
        yield unknown_event(kind)


def _step(part: object) -> Message:
    """The end of a step, which ends the turn, unless calls were made in it."""
    tokens, reason = get(part, "tokens"), get(part, "reason")
    usage = {
        "input_tokens": get(tokens, "input"),
        "output_tokens": get(tokens, "output"),
        "cache_read_input_tokens": get(get(tokens, "cache"), "read"),
        "cache_creation_input_tokens": get(get(tokens, "cache"), "write"),
    }
    end = cut_off("reason", reason) if reason in _CUT_OFF else None
    # For a model without a known price it prints 0.
    took = spent(usage, cost=get(part, "cost") or None)
    return Message("assistant", spent=took, end=end, closes=reason != "tool-calls")
