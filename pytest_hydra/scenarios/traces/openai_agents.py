"""OpenAI's Agents SDK: a run's state, its result, or the input items for the next run.

A list of plain messages, as in chat completions, is also a list of items.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pytest_hydra.scenarios.bots.answer_calls import (
    CALL_KINDS,
    Fields,
    elements,
    first,
    get,
    like_call,
    like_result,
)
from pytest_hydra.scenarios.traces.trace import Transcript, entries, message

_OUTPUTS = ("generated_items", "new_items")
_IDS = ("id", "conversation_id", "session_id", "trace_id")
_KINDS = ("message", "reasoning", "function_call", "function_call_output", "compaction")
_ROLES = ("user", "assistant", "system", "developer", "tool", "function")


def knows(documents: Sequence[Any]) -> bool:
    """Whether the documents are results of runs, or are or contain a list of items."""
    items = _items(documents)
    if all(entries(run, *_OUTPUTS) for run in documents):
        return True
    are_known = [get(item, "type") in _KINDS or get(item, "role") in _ROLES for item in items]
    # Calls of unknown types are reported as unknown; events of other kinds are not of this format.
    are_items = all(
        is_known
        or like_call(kind := str(get(item, "type")))
        or like_result(kind)
        or kind in CALL_KINDS
        for item, is_known in zip(items, are_known, strict=True)
    )
    return are_items and any(are_known)


def read(documents: Sequence[Any]) -> Iterator[Transcript]:
    """Each run, or the single conversation of the items."""
    if not entries(documents[0], *_OUTPUTS):
        yield first(documents[0], _IDS), [_message(item) for item in _items(documents)]
        return
    for document in documents:
        prompt = first(document, ("original_input", "input"))
        messages = [message("user", prompt)] if isinstance(prompt, str) else []
        messages += [_message(item) for item in elements(prompt) if isinstance(item, dict)]
        for entry in entries(document, *_OUTPUTS):
            agent = first(first(entry, ("agent", "source_agent")), ("name",))
            raw = get(entry, "raw_item")
            messages += [_message(raw, agent)] if isinstance(raw, dict) else []
        for response in entries(document, "model_responses", "raw_responses"):
            usage = get(response, "usage")
            usage = usage if isinstance(usage, dict) else {}
            details = get(usage, "input_tokens_details")
            # In the state they are in a list.
            details = details[0] if elements(details) else details
            counts = {**usage, "cached_tokens": get(details, "cached_tokens")}
            messages.append(message("assistant", [], usage=counts, model=get(document, "model")))
        yield first(document, _IDS), messages


def _items(documents: Sequence[Any]) -> Sequence[Any]:
    """The list of items, perhaps inside a mapping."""
    if len(documents) > 1 or get(documents[0], "type") or get(documents[0], "role"):
        return documents
    return entries(documents[0], "messages", "items", "input")


def _message(item: Fields, agent: object = None) -> Fields:
    if get(item, "role") is None:
        # A call, a result, or any other item of a run.
        return message("assistant", [item], name=agent)
    author = {"name": agent} if isinstance(agent, str) else {}
    return {**item, "content": item.get("content") or "", **author, "metadata": {"tokens": {}}}
