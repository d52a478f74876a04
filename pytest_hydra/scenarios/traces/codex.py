"""Codex's ``exec --json``: one event per line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.scenarios.bots.answer_calls import Fields, first, get
from pytest_hydra.scenarios.traces.trace import Transcript, call, message, result

# Keys of an item that are not arguments of its call.
_ITEM_KEYS = ("id", "type", "status", "aggregated_output", "exit_code")
_CALLS = ("command_execution", "file_change", "web_search")
_EVENTS = (
    *("thread.started", "turn.started", "turn.completed", "turn.failed"),
    *("item.started", "item.updated", "item.completed"),
)
_SILENT = ("reasoning", "todo_list", "error")


def knows(documents: Sequence[Any]) -> bool:
    """Whether a document is an event of a thread, a turn or an item."""
    return any(get(event, "type") in _EVENTS for event in documents)


def read(documents: Sequence[Any]) -> Iterator[Transcript]:
    """Each thread; a resumed thread is continued."""
    threads: dict[str, list[Fields]] = {}
    counts: dict[str, Mapping[str, int]] = {}
    # The indices of items that are in progress, by id.
    started: dict[str, int] = {}
    thread = ""
    for event in documents:
        kind, item = get(event, "type"), get(event, "item")
        if kind in ("thread.started", "turn.started"):
            started.clear()
        if kind == "thread.started":
            thread = str(get(event, "thread_id"))
        messages = threads.setdefault(thread, [])
        if kind == "turn.started":
            messages.append(message("user", ""))
        elif kind == "item.started" and isinstance(item, Mapping):
            # A call counts, even if it is never completed.
            started[str(get(item, "id"))] = len(messages)
            messages.append(_message(item, ended=False))
        elif kind == "item.completed" and isinstance(item, Mapping):
            index = started.pop(str(get(item, "id")), len(messages))
            messages[index : index + 1] = [_message(item)]
        elif kind in ("turn.failed", "error"):
            reason = first(get(event, "error") or event, ("message",))
            messages.append(message("assistant", [], error=f"the agent failed: {reason}"))
        elif kind == "turn.completed" and isinstance(get(event, "usage"), Mapping):
            # The usage is the total of all turns of the thread so far.
            previous = counts.get(thread, {})
            counts[thread] = {name: n for name, n in event["usage"].items() if type(n) is int}
            usage = {name: max(0, n - previous.get(name, 0)) for name, n in counts[thread].items()}
            messages.append(message("assistant", [], usage=usage, model=get(event, "model")))
    yield from threads.items()


def _message(item: Mapping[str, Any], *, ended: bool = True) -> Fields:
    kind, call_id = get(item, "type"), get(item, "id")
    if kind == "agent_message":
        return message("assistant", get(item, "text"))
    if kind in _SILENT:
        return message("assistant", [])
    if kind == "mcp_tool_call":
        tool_call = call(get(item, "tool"), get(item, "arguments"), call_id)
    elif kind in _CALLS:
        arguments = {key: value for key, value in item.items() if key not in _ITEM_KEYS}
        tool_call = call(kind, arguments, call_id)
    else:
        return message("assistant", [item])  # if it looks like a call, it is reported as unknown
    failed = get(item, "status") in ("failed", "declined")
    content = first(get(item, "result"), ("structured_content", "content"))
    output = first(get(item, "error"), ("message",)) or content or get(item, "aggregated_output")
    output = get(item, "status") if failed and output is None else output
    if not ended or get(item, "status") == "in_progress":
        return message("assistant", [tool_call])
    return message("assistant", [tool_call, result(call_id, output, failed=failed)])
