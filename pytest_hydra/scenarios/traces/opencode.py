"""OpenCode's ``run --format json``: one event per line, without the user's messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.scenarios.bots.answer_calls import Fields, first, get
from pytest_hydra.scenarios.traces.trace import Transcript, call, message, result
from pytest_hydra.transcript.call_roles import says_failed

_KINDS = ("step_start", "step_finish", "tool_use", "text", "reasoning")


def knows(documents: Sequence[Any]) -> bool:
    """Whether a document is a part of a message, as only OpenCode prints it."""
    return any(
        get(event, "type") in _KINDS
        and isinstance(get(event, "sessionID"), str)
        and isinstance(get(event, "part"), Mapping)
        for event in documents
    )


def searched(documents: Sequence[Any]) -> list[Any]:
    """The parts that may contain further calls."""
    return [event for event in documents if get(event, "type") != "tool_use"]


def read(documents: Sequence[Any]) -> Iterator[Transcript]:
    """Each session; a resumed session is continued."""
    sessions: dict[str, list[Fields]] = {}
    # Sessions whose last step ended with calls, so that the next step belongs to the same turn.
    going_on: set[str] = set()
    for event in documents:
        session, part = str(get(event, "sessionID") or ""), get(event, "part")
        messages = sessions.setdefault(session, [])
        kind = get(event, "type")
        if kind == "step_start" and session not in going_on:
            messages.append(message("user", ""))
        going_on.discard(session)
        if kind == "step_finish" and get(part, "reason") == "tool-calls":
            going_on.add(session)
        messages += _messages(kind, event, part)
    yield from sessions.items()


def _messages(kind: object, event: object, part: object) -> Iterator[Fields]:
    if kind == "text":
        yield message("assistant", get(part, "text"))
    elif kind == "tool_use":
        state, call_id = get(part, "state"), get(part, "callID")
        blocks = [call(get(part, "tool"), get(state, "input"), call_id)]
        has_error = get(state, "status") == "error"
        failed = has_error or says_failed(get(state, "metadata"))
        output = get(state, "error" if has_error else "output")
        if output is not None or get(state, "status") == "completed":
            blocks.append(result(call_id, output, failed=failed))
        yield message("assistant", blocks)
    elif kind == "step_finish":
        tokens = get(part, "tokens")
        cache = get(tokens, "cache")
        usage = {
            "input_tokens": get(tokens, "input"),
            "output_tokens": get(tokens, "output"),
            "cache_read_input_tokens": get(cache, "read"),
            "cache_creation_input_tokens": get(cache, "write"),
        }
        # For a model without a known price it prints 0.
        reason = get(part, "reason")
        stop = reason.replace("-", "_") if isinstance(reason, str) else None
        cost = get(part, "cost") or None
        yield message("assistant", [], stop_reason=stop, usage=usage, cost=cost)
    elif kind == "error":
        failure = get(event, "error")
        reason = first(get(failure, "data"), ("message",)) or first(failure, ("message", "name"))
        yield message("assistant", [], error=f"the agent failed: {reason}")
