"""Claude Code's ``--output-format stream-json``: one event per line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pytest_hydra.scenarios.bots.answer_calls import Fields, elements, first, get
from pytest_hydra.scenarios.traces.trace import MOST_DOLLARS, Transcript, message

_KINDS = ("system", "assistant", "user", "result", "stream_event")


def knows(documents: Sequence[Any]) -> bool:
    """Whether most of the documents are events of a session."""
    matches = [get(event, "type") in _KINDS and "session_id" in event for event in documents]
    return matches.count(True) * 2 > len(documents)


def read(documents: Sequence[Any]) -> Iterator[Transcript]:
    """Each session. Actions of subagents are included, their prompts are not."""
    sessions: dict[str, list[Fields]] = {}
    costs: dict[str, float] = {}
    for event in documents:
        session_id, kind = str(get(event, "session_id")), get(event, "type")
        content = get(get(event, "message"), "content")
        if session_id not in sessions or sessions[session_id][-1]["metadata"].get("ends"):
            sessions.setdefault(session_id, []).append(message("user", ""))
        if kind == "assistant":
            sessions[session_id].append(message("assistant", content))
        elif kind == "user":
            results = [block for block in elements(content) if get(block, "type") == "tool_result"]
            if results or not (get(event, "parent_tool_use_id") or get(event, "isSynthetic")):
                sessions[session_id].append(message("user", results or content))
        elif kind == "result":
            sessions[session_id].append(_end(event, session_id, costs))
    yield from sessions.items()


def _end(event: object, session_id: str, costs: dict[str, float]) -> Fields:
    """The end of a turn, with its usage; the cost in the event is the total of all turns so far."""
    models, cost, error = get(event, "modelUsage"), get(event, "total_cost_usd"), None
    if isinstance(cost, int | float) and 0 <= cost < MOST_DOLLARS:
        previous, costs[session_id] = costs.get(session_id, 0), cost
        cost = max(0, cost - previous)
    if get(event, "is_error") is True or str(get(event, "subtype")).startswith("error"):
        error = f"the agent failed: {first(event, ('result', 'errors', 'subtype'))}"
    return message(
        "assistant",
        [],
        stop_reason=get(event, "stop_reason"),
        usage=get(event, "usage"),
        model=next(iter(models)) if isinstance(models, dict) and len(models) == 1 else None,
        cost=cost,
        error=error,
        ends=True,
    )
