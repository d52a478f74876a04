"""Codex's sessions under ``~/.codex/sessions``: one line for each item or event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.core.plain import json_or_none
from pytest_hydra.scenarios.bots.answer_calls import Fields, first, get, like_result
from pytest_hydra.scenarios.traces.trace import Transcript, entries, message, result
from pytest_hydra.transcript.call_roles import says_failed

_KINDS = ("session_meta", "response_item", "event_msg", "turn_context")
# What Codex adds in the user's role begins so.
_ADDED = ("<", "# AGENTS.md")
_FAILURES = ("error", "stream_error", "turn_aborted")


def knows(documents: Sequence[Any]) -> bool:
    """Whether a document is an item or an event of a session."""
    return any(
        get(line, "type") in _KINDS and isinstance(get(line, "payload"), Mapping)
        for line in documents
    )


def read(documents: Sequence[Any]) -> Iterator[Transcript]:
    """The session. Without events for the user's messages, these are among the items."""
    lines = [(get(line, "type"), get(line, "payload")) for line in documents]
    metas = [payload for kind, payload in lines if kind == "session_meta"]
    has_events = any(
        kind == "event_msg" and get(payload, "type") == "user_message" for kind, payload in lines
    )
    messages: list[Fields] = []
    model = totals = None
    for kind, payload in lines:
        if kind == "turn_context":
            model = get(payload, "model")
        elif kind == "response_item" and isinstance(payload, Mapping):
            messages += _of_item(payload, has_events=has_events)
        elif kind == "event_msg" and get(payload, "type") == "token_count":
            info = get(payload, "info")
            # The event is repeated without a new request.
            if get(info, "total_token_usage") != totals:
                totals, usage = get(info, "total_token_usage"), get(info, "last_token_usage")
                messages.append(message("assistant", [], usage=usage, model=model))
        elif kind == "event_msg":
            messages += _of_event(payload)
    yield first(next(iter(metas), None), ("id", "session_id")), messages


def searched(documents: Sequence[Any]) -> list[Any]:
    """The lines without the events of searches that are among the items, where they lack an id."""
    kinds = [(get(line, "type"), str(get(get(line, "payload"), "type"))) for line in documents]
    if ("response_item", "web_search_call") not in kinds:
        return list(documents)
    return [
        line
        for line, (kind, own) in zip(documents, kinds, strict=True)
        if kind != "event_msg" or not own.startswith("web_search")
    ]


def _of_event(payload: object) -> Iterator[Fields]:
    kind = get(payload, "type")
    if kind == "user_message":
        yield message("user", get(payload, "message"))
    elif kind in _FAILURES:
        reason = first(payload, ("message", "reason"))
        yield message("assistant", [], error=f"the agent failed: {reason}")


def _of_item(item: Mapping[str, Any], *, has_events: bool) -> Iterator[Fields]:
    kind, role = get(item, "type"), get(item, "role")
    if kind == "message":
        text = "".join(str(get(block, "text") or "") for block in entries(item, "content"))
        if role == "assistant":
            yield message("assistant", text)
        elif role == "user" and not has_events and not text.startswith(_ADDED):
            yield message("user", text)
    elif like_result(kind):
        output = get(item, "output")
        value = json_or_none(output) if isinstance(output, str) else output
        failed = says_failed(output if value is None else value)
        yield message("assistant", [result(get(item, "call_id"), output, failed=failed)])
    else:
        yield message("assistant", [item])
