"""ATIF, the Agent Trajectory Interchange Format, in which Harbor records agents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.core.lookup import entries, first, get, id_of, text
from pytest_hydra.scenarios.apis.blocks import blocks
from pytest_hydra.scenarios.apis.chat_messages import KINDS
from pytest_hydra.transcript.message import (
    Called,
    Expense,
    Message,
    Returned,
    Role,
    Transcript,
    message_of,
    spent,
)

RESULTS = "some"
IDS = frozenset({"tool_call_id", "source_call_id"})
_ROLES: Mapping[str, Role] = {"agent": "assistant", "user": "user"}


def knows(documents: Sequence[Any]) -> bool:
    """Whether the documents declare that they are trajectories."""
    return all(str(get(document, "schema_version")).startswith("ATIF") for document in documents)


def searched(documents: Sequence[Any]) -> list[Any]:
    """The steps of the trajectories, without those that were copied from another one."""
    return [step for document in documents for step in _steps(document)]


def _steps(document: object) -> list[Mapping[str, Any]]:
    # What was copied from an earlier trajectory was not done in this one.
    steps = entries(document, "steps")
    return [step for step in steps if get(step, "is_copied_context") is not True]


def read(documents: Sequence[Any]) -> Iterator[Transcript]:
    """Each trajectory, without those of subagents in it."""
    for document in documents:
        agent, steps = get(document, "agent"), _steps(document)
        messages = [entry for step in steps for entry in _messages(step, agent)]
        total = spent(None, cost=get(get(document, "final_metrics"), "total_cost_usd")).cost
        took = [entry.spent for entry in messages if entry.spent and entry.spent.is_request]
        if total is not None and sum(get(step, "source") == "user" for step in steps) == 1:
            # The total is that of the only turn, whatever is known of its requests.
            for number, request in enumerate(took):
                request.cost = 0.0 if number else total
        key = first(document, ("session_id", "trajectory_id"))
        # Any agent writes it, so also one that puts a server's name before that of a tool.
        yield Transcript(key, messages, servers_in_names=True)


def _messages(step: Mapping[str, Any], agent: object) -> Iterator[Message]:
    source, said, metrics = get(step, "source"), get(step, "message"), get(step, "metrics")
    content = said if isinstance(said, str) else entries(step, "message")
    took: Expense | None = None
    if source == "agent":
        model = get(step, "model_name") or get(agent, "model_name")
        cost = get(metrics, "cost_usd")
        took = spent(metrics, cost=cost, model=model, is_request=True)
    entry = message_of(_ROLES.get(str(source), "other"), blocks(content), KINDS, spent=took)
    entry.agent = text(agent, "name") or None
    for call in entries(step, "tool_calls"):
        name, arguments = get(call, "function_name"), get(call, "arguments")
        entry.calls.append(Called(name, arguments, id_of(call, "tool_call_id")))
    yield entry
    for report in entries(get(step, "observation"), "results"):
        outcome = Returned(get(report, "content"), id=id_of(report, "source_call_id"))
        yield Message("other", results=[outcome])
