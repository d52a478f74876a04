"""Copilot CLI's ``--output-format json``: one event per line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.core.lookup import elements, first, get, id_of, text
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
IDS = frozenset({"toolCallId"})
_MESSAGES = ("user.message", "assistant.message")
# The groups of its events, and those that are alone.
_GROUPS = (
    *("user", "assistant", "model", "session", "system", "tool", "hook", "permission"),
    *("skill", "subagent", "pending_messages", "abort", "result"),
)
# How a message with the user's role begins that the agent adds when it activates a skill.
_OF_AGENT = "<skill-context"


def knows(documents: Sequence[Any]) -> bool:
    """Whether a document is an event as only Copilot CLI prints it."""
    return any(
        get(event, "type") in _MESSAGES and isinstance(get(get(event, "data"), "content"), str)
        for event in documents
    )


def searched(documents: Sequence[Any]) -> list[Any]:
    """The events without those of progress that name no call."""
    return [
        event
        for event in documents
        if get(event, "ephemeral") is not True or get(get(event, "data"), "toolCallId") is not None
    ]


def read(documents: Sequence[Any]) -> Iterator[Transcript]:
    """The session; each turn has the message of the user."""
    names = {
        id_of(data, "toolCallId"): f"mcp__{get(data, 'mcpServerName')}__{get(data, 'mcpToolName')}"
        for data in (get(event, "data") for event in documents)
        if isinstance(get(data, "mcpToolName"), str)
    }
    session = ""
    messages: list[Message] = []
    for event in documents:
        session = text(event, "sessionId") or session
        messages += _messages(event, names)
    yield Transcript(session, messages, closed_by="result")


def _messages(event: object, names: Mapping[str | None, str]) -> Iterator[Message]:
    kind, data = get(event, "type"), get(event, "data")
    said = text(data, "content")
    if kind == "user.message":
        if not said.startswith(_OF_AGENT):
            yield Message("user", said)
    elif kind == "assistant.message":
        calls = [
            Called(names.get(own, get(request, "name")), get(request, "arguments"), own)
            for request in elements(get(data, "toolRequests"))
            for own in [id_of(request, "toolCallId")]
        ]
        took = spent({"output_tokens": get(data, "outputTokens")}, model=get(data, "model"))
        yield Message("assistant", said, calls, spent=took)
    elif kind == "tool.execution_complete":
        has_failed = get(data, "success") is not True
        output = first(get(data, "result"), ("content",))
        reason = first(get(data, "error"), ("message", "code"))
        output = (reason or output or "") if has_failed else output or ""
        yield Message("other", results=[Returned(output, has_failed, id_of(data, "toolCallId"))])
    elif kind == "session.error":
        yield Message("assistant", end=failed(first(data, ("message",))))
    elif kind == "result":
        yield Message("assistant", closes=True)
    elif str(kind).partition(".")[0] not in _GROUPS:
        yield unknown_event(kind)
