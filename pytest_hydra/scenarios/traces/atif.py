"""ATIF, the Agent Trajectory Interchange Format, in which Harbor records agents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, repeat
from typing import Any

from pytest_hydra.scenarios.bots.answer_calls import Fields, first, get
from pytest_hydra.scenarios.traces.trace import (
    MOST_DOLLARS,
    Transcript,
    call,
    entries,
    message,
    result,
)


def knows(documents: Sequence[Any]) -> bool:
    """Whether the documents declare that they are trajectories."""
    return all(str(get(document, "schema_version")).startswith("ATIF") for document in documents)


def read(documents: Sequence[Any]) -> Iterator[Transcript]:
    """Each trajectory, without those of subagents in it."""
    for document in documents:
        agent, steps = get(document, "agent"), entries(document, "steps")
        messages = [message for step in steps for message in _messages(step, agent)]
        total = get(get(document, "final_metrics"), "total_cost_usd")
        requests = [entry for entry in messages if entry["role"] == "assistant"]
        users = [step for step in steps if get(step, "source") == "user"]
        if type(total) in (int, float) and 0 <= total < MOST_DOLLARS and len(users) == 1:
            # The total is that of the only turn, whatever is known of its requests.
            for entry, cost in zip(requests, chain([total], repeat(0)), strict=False):
                entry["metadata"]["cost"] = cost
        yield first(document, ("session_id", "trajectory_id")), messages


def _messages(step: Mapping[str, Any], agent: object) -> Iterator[Fields]:
    source, content, metrics = get(step, "source"), get(step, "message"), get(step, "metrics")
    blocks: list[Any] = [content] if isinstance(content, str) else entries(step, "message")
    for tool_call in entries(step, "tool_calls"):
        arguments, call_id = get(tool_call, "arguments"), get(tool_call, "tool_call_id")
        blocks.append(call(get(tool_call, "function_name"), arguments, call_id))
    # What was copied from an earlier trajectory was not done in this one.
    is_context = get(step, "is_copied_context") is True
    role = {"agent": "assistant", "user": "user"}.get(str(source), "system")
    if is_context:
        yield message("system", blocks, is_context=True)
        return
    yield message(
        role,
        blocks,
        name=get(agent, "name"),
        usage=metrics,
        model=get(step, "model_name") or get(agent, "model_name"),
        cost=get(metrics, "cost_usd"),
        is_request=source == "agent",
    )
    for entry in entries(get(step, "observation"), "results"):
        yield message("user", [result(get(entry, "source_call_id"), get(entry, "content"))])
