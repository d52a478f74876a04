"""OpenAI's Agents SDK: a run's state, its result, or the input items for the next run.

A list of plain messages, as in chat completions, is also a list of items.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pytest_hydra.core.lookup import elements, entries, first, get, text
from pytest_hydra.scenarios.apis import openai_responses
from pytest_hydra.scenarios.apis.chat_messages import chat_message
from pytest_hydra.transcript.message import Message, Transcript, lost_text, spent

RESULTS = "some"
IDS = frozenset({"call_id", "tool_call_id", "tool_use_id"})
_OUTPUTS = ("generated_items", "new_items")
_OWN_IDS = ("id", "conversation_id", "session_id", "trace_id")
_ROLES = ("user", "assistant", "system", "developer", "tool", "function")


def knows(documents: Sequence[Any]) -> bool:
    """Whether the documents are results of runs, or are or contain a list of items."""
    items = _items(documents)
    if all(entries(run, *_OUTPUTS) for run in documents):
        return True
    are_known = [get(item, "type") in _KINDS or get(item, "role") in _ROLES for item in items]
    # So is one named as the others are, which may be a call.
    named = [text(item, "type").endswith(("_call", "_call_output")) for item in items]
    return any(are_known) and all(map(any, zip(are_known, named, strict=True)))


_KINDS = ("message", *openai_responses.KINDS)


def read(documents: Sequence[Any]) -> Iterator[Transcript]:
    """Each run, or the single conversation of the items."""
    if not entries(documents[0], *_OUTPUTS):
        messages = [_message(item) for item in _items(documents)]
        yield Transcript(first(documents[0], _OWN_IDS), messages)
        return
    for document in documents:
        prompt = first(document, ("original_input", "input"))
        messages = [Message("user", prompt)] if isinstance(prompt, str) else []
        messages += [_message(item) for item in elements(prompt) if isinstance(item, dict)]
        for entry in entries(document, *_OUTPUTS):
            agent = text(first(entry, ("agent", "source_agent")), "name")
            raw = get(entry, "raw_item")
            messages += [_message(raw, agent)] if isinstance(raw, dict) else []
        for response in entries(document, "model_responses", "raw_responses"):
            messages.append(_usage(response, document))
        yield Transcript(first(document, _OWN_IDS), messages)


def _usage(response: object, document: object) -> Message:
    usage = get(response, "usage")
    usage = usage if isinstance(usage, dict) else {}
    details = get(usage, "input_tokens_details")
    # In the state they are in a list.
    details = details[0] if elements(details) else details
    counts = {**usage, "cached_tokens": get(details, "cached_tokens")}
    return Message("assistant", spent=spent(counts, model=get(document, "model")))


def _items(documents: Sequence[Any]) -> Sequence[Any]:
    """The list of items, perhaps inside a mapping."""
    if len(documents) > 1 or get(documents[0], "type") or get(documents[0], "role"):
        return documents
    return entries(documents[0], "messages", "items", "input")


def _message(item: Any, agent: str = "") -> Message:
    # A call, a result or any other item of a run has no role.
    is_message = get(item, "role") is not None
    found = _spoken(item) if is_message else openai_responses.item_message(item)
    found.agent = agent or found.agent
    return found


def _spoken(item: Any) -> Message:
    if item["role"] not in _ROLES:
        unknown = ["a message without a known role"]
        return Message("assistant", unknown=unknown, end=lost_text(item))
    item = {**item, "content": get(item, "content") or ""}
    return chat_message({key: value for key, value in item.items() if key != "type"})
