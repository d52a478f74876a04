"""Claude Code's ``--output-format stream-json``: one event per line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pytest_hydra.scenarios.bots.answer_calls import Fields, elements, first, get
from pytest_hydra.scenarios.traces.trace import MOST_DOLLARS, Transcript, message

# The counts of tokens in `modelUsage`, and those of one turn in `usage`.
_TOKENS = {
    "inputTokens": "input_tokens",
    "outputTokens": "output_tokens",
    "cacheReadInputTokens": "cache_read_input_tokens",
    "cacheCreationInputTokens": "cache_creation_input_tokens",
}
_KINDS = ("system", "assistant", "user", "result", "stream_event")


def knows(documents: Sequence[Any]) -> bool:
    """Whether most of the documents are events of a session."""
    matches = [get(event, "type") in _KINDS and "session_id" in event for event in documents]
    return matches.count(True) * 2 > len(documents)


def read(documents: Sequence[Any]) -> Iterator[Transcript]:
    """Each session. Actions of subagents are included, their prompts are not."""
    sessions: dict[str, list[Fields]] = {}
    totals: dict[str, Fields] = {}
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
            sessions[session_id].append(_end(event, totals.get(session_id)))
            totals[session_id] = event
    yield from sessions.items()


def _end(event: object, previous: object) -> Fields:
    """The end of a turn, with its usage; ``previous`` is the end of the turn before, if any."""
    models, cost, error = get(event, "modelUsage"), get(event, "total_cost_usd"), None
    if _continues(event, previous):
        cost -= get(previous, "total_cost_usd")
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


def _continues(event: object, previous: object) -> bool:
    """Whether the totals of an event include those of the ``previous`` one.

    A process adds up its turns. A resumed session is a new process, which begins at 0 again: its
    totals have fewer tokens than the previous ones and this turn's together.
    """
    costs = [get(end, "total_cost_usd") for end in (previous, event)]
    if not all(isinstance(cost, int | float) and 0 <= cost < MOST_DOLLARS for cost in costs):
        return False
    return costs[0] <= costs[1] and all(
        _total(event, name) >= _total(previous, name) + _count(get(event, "usage"), own)
        for name, own in _TOKENS.items()
    )


def _total(event: object, name: str) -> int:
    models = get(event, "modelUsage")
    return sum(_count(usage, name) for usage in models.values()) if isinstance(models, dict) else 0


def _count(usage: object, name: str) -> int:
    number = get(usage, name)
    return number if type(number) is int else 0
