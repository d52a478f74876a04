"""Codex's sessions under ``~/.codex/sessions``: one line for each item or event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.core.lookup import entries, first, get, id_of, text
from pytest_hydra.core.plain import json_or_none
from pytest_hydra.scenarios.apis import openai_responses
from pytest_hydra.transcript.call_roles import says_failed
from pytest_hydra.transcript.message import (
    Kinds,
    Message,
    Returned,
    Transcript,
    failed,
    spent,
    unknown_event,
)

RESULTS = "always"
IDS = frozenset({"call_id"})
_KINDS = ("session_meta", "response_item", "event_msg", "turn_context")
_SILENT = ("session_meta", "compacted", "world_state")
# What Codex adds in the user's role begins so.
_ADDED = ("<", "# AGENTS.md")
_FAILURES = ("error", "stream_error")
# Events that begin and end a turn; older versions have none.
_BEGINS, _ENDS = ("task_started", "turn_started"), ("task_complete", "turn_complete")


def _result(item: Any) -> Returned:
    output = get(item, "output")
    value = json_or_none(output) if isinstance(output, str) else output
    has_failed = says_failed(output if value is None else value)
    return Returned(output, has_failed, id_of(item, "call_id"))


_OUTPUTS = [kind for kind in openai_responses.KINDS if kind.endswith("_output")]
KINDS: Kinds = {
    **openai_responses.KINDS,
    **dict.fromkeys(_OUTPUTS, _result),
    **dict.fromkeys(("ghost_snapshot", "compaction_summary")),
}


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
    events = [get(payload, "type") for kind, payload in lines if kind == "event_msg"]
    has_messages = "user_message" in events
    messages: list[Message] = []
    model = totals = None
    for kind, payload in lines:
        if kind == "turn_context":
            model = get(payload, "model")
        elif kind == "response_item" and isinstance(payload, Mapping):
            messages += _of_item(payload, has_messages=has_messages)
        elif kind == "event_msg" and get(payload, "type") == "token_count":
            info = get(payload, "info")
            # The event is repeated without a new request.
            if get(info, "total_token_usage") != totals:
                totals, usage = get(info, "total_token_usage"), get(info, "last_token_usage")
                messages.append(Message("assistant", spent=spent(usage, model=model)))
        elif kind == "event_msg":
            messages += _of_event(payload)
        elif kind not in _SILENT:
            messages.append(unknown_event(kind))
    meta = next(iter(metas), None)
    session, version = first(meta, ("id", "session_id")), get(meta, "cli_version")
    by = {"program": f"Codex {version}"} if version else None
    is_closed = any(event in _BEGINS for event in events)
    yield Transcript(session, messages, closed_by=_ENDS[0] if is_closed else "", by=by)


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


def _of_event(payload: object) -> Iterator[Message]:
    kind = get(payload, "type")
    if kind == "user_message":
        yield Message("user", text(payload, "message"))
    elif kind in _FAILURES:
        yield Message("assistant", end=failed(first(payload, ("message", "reason"))))
    elif kind == "turn_aborted":
        yield Message("assistant", end=failed(first(payload, ("reason",))), closes=True)
    elif kind in _ENDS:
        error = first(get(payload, "error"), ("message",))
        yield Message("assistant", end=None if error is None else failed(error), closes=True)


def _of_item(item: Mapping[str, Any], *, has_messages: bool) -> Iterator[Message]:
    kind, role = get(item, "type"), get(item, "role")
    if kind != "message":
        yield openai_responses.item_message(item, KINDS)
        return
    said = "".join(text(block, "text") for block in entries(item, "content"))
    if role == "assistant":
        yield Message("assistant", said)
    elif role == "user" and not has_messages and not said.startswith(_ADDED):
        yield Message("user", said)
