"""Cursor's ``agent -p --output-format stream-json``: like Claude Code's, but for its calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.core.lookup import entries, first, get
from pytest_hydra.plugins.agents.claude_code import reader as claude_code
from pytest_hydra.transcript.message import Transcript

RESULTS, IDS = claude_code.RESULTS, frozenset({"call_id"})
_KINDS = ("system", "user", "assistant", "thinking", "tool_call", "result")
_FAILURES = ("error", "failure", "rejected", "permissionDenied", "timeout", "spawnError")


def knows(documents: Sequence[Any]) -> bool:
    """Whether a document is a call as only Cursor writes it, or all are its events."""
    if any(isinstance(_tool(event)[1], Mapping) for event in documents):
        return True
    has_message = any(entries(get(event, "message"), "content") for event in documents)
    return has_message and all(
        get(event, "type") in _KINDS and isinstance(get(event, "session_id"), str)
        for event in documents
    )


def read(documents: Sequence[Any]) -> Iterator[Transcript]:
    """Each session."""
    completed = {
        str(get(event, "call_id")) for event in documents if get(event, "subtype") == "completed"
    }
    events = [
        _event(event)
        for event in documents
        if get(event, "type") != "thinking" and not _is_repeated(event, completed)
    ]
    yield from claude_code.read(events)


def _is_repeated(event: object, completed: set[str]) -> bool:
    """Whether another event has the same call completed, or the same text as a whole."""
    if get(event, "type") == "tool_call":
        return get(event, "subtype") == "started" and str(get(event, "call_id")) in completed
    is_piece = get(event, "timestamp_ms") is not None and get(event, "model_call_id") is None
    return get(event, "type") == "assistant" and is_piece


def _tool(event: object) -> tuple[str, object]:
    """The key of a call's tool, and its call."""
    tools = get(event, "tool_call") if get(event, "type") == "tool_call" else None
    found = [(key, value) for key, value in tools.items()] if isinstance(tools, Mapping) else []
    return next((pair for pair in found if isinstance(pair[1], Mapping)), ("", None))


def _event(event: Mapping[str, Any]) -> Mapping[str, Any]:
    """The event as Claude Code would write it."""
    key, tool = _tool(event)
    if tool is None:
        return event
    name, arguments = key.removesuffix("ToolCall"), get(tool, "args")
    if key == "function":
        name, arguments = get(tool, "name"), get(tool, "arguments")
    elif key == "mcpToolCall":
        server, name = get(arguments, "providerIdentifier"), first(arguments, ("toolName", "name"))
        # Its `name` begins with that of the server.
        name = f"mcp__{server}__{str(name).removeprefix(f'{server}-')}" if server and name else name
        arguments = get(arguments, "args")
    call_id, outcome = get(event, "call_id"), get(tool, "result")
    blocks = [{"type": "tool_use", "id": call_id, "name": name, "input": arguments}]
    if outcome is not None or get(event, "subtype") == "completed":
        failure = first(outcome, _FAILURES)
        content = first(outcome, ("success",)) if failure is None else failure
        told = {"tool_use_id": call_id, "content": content or outcome}
        blocks.append({"type": "tool_result", **told, "is_error": failure is not None})
    return {**event, "type": "assistant", "message": {"content": blocks}}
