"""Copilot CLI's ``--output-format json``: one event per line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.scenarios.bots.answer_calls import Fields, elements, first, get
from pytest_hydra.scenarios.traces.trace import Transcript, call, message, result

_MESSAGES = ("user.message", "assistant.message")
# How a message with the user's role begins that the agent adds when it activates a skill.
_OF_AGENT = "<skill-context"


def knows(documents: Sequence[Any]) -> bool:
    """Whether a document is an event as only Copilot CLI prints it."""
    return any(
        get(event, "type") in _MESSAGES and isinstance(get(get(event, "data"), "content"), str)
        for event in documents
    )


def searched(documents: Sequence[Any]) -> list[Any]:
    """The parts that may contain further calls: not those that report on a call of a message."""
    requests = [elements(get(get(event, "data"), "toolRequests")) for event in documents]
    ids = {get(request, "toolCallId") for entries in requests for request in entries}
    return [event for event in documents if not _reports(event, ids)]


def _reports(event: object, ids: set[object]) -> bool:
    """Whether an event only reports progress, or on one of these calls."""
    call_id, fleeting = get(get(event, "data"), "toolCallId"), get(event, "ephemeral") is True
    if call_id is None:
        return fleeting
    return call_id in ids and (fleeting or str(get(event, "type")).startswith("tool."))


def read(documents: Sequence[Any]) -> Iterator[Transcript]:
    """The session; each turn has the message of the user."""
    names = {
        get(data, "toolCallId"): f"mcp__{get(data, 'mcpServerName')}__{get(data, 'mcpToolName')}"
        for data in (get(event, "data") for event in documents)
        if isinstance(get(data, "mcpToolName"), str)
    }
    session = ""
    messages: list[Fields] = []
    for event in documents:
        session = str(get(event, "sessionId") or session)
        messages += _messages(event, names)
    yield session, messages


def _messages(event: object, names: Mapping[object, str]) -> Iterator[Fields]:
    kind, data = get(event, "type"), get(event, "data")
    content = get(data, "content")
    if kind == "user.message":
        if isinstance(content, str) and not content.startswith(_OF_AGENT):
            yield message("user", content)
    elif kind == "assistant.message":
        blocks: list[Fields] = [{"type": "text", "text": content}] if content else []
        for request in elements(get(data, "toolRequests")):
            call_id = get(request, "toolCallId")
            name = names.get(call_id, get(request, "name"))
            blocks.append(call(name, get(request, "arguments"), call_id))
        usage = {"output_tokens": get(data, "outputTokens")}
        yield message("assistant", blocks, usage=usage, model=get(data, "model"))
    elif kind == "tool.execution_complete":
        failed = get(data, "success") is not True
        output = first(get(data, "result"), ("content",))
        output = first(get(data, "error"), ("message", "code")) or output if failed else output
        yield message("user", [result(get(data, "toolCallId"), output or "", failed=failed)])
    elif kind == "session.error":
        yield message("assistant", [], error=f"the agent failed: {first(data, ('message',))}")
