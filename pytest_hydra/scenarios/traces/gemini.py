"""Gemini's responses and histories, and sessions and events of Google's Agent Development Kit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.scenarios.bots.answer_calls import WORDS, Fields, first, get
from pytest_hydra.scenarios.traces.trace import Transcript, entries, message

_LISTS = ("events", "contents", "history")
_ERRORS = ("errorMessage", "error_message", "errorCode", "error_code")


def knows(documents: Sequence[Any]) -> bool:
    """Whether the documents are sessions, events, contents or responses."""
    return all(
        entries(document, "candidates")
        or _is_content(document)
        or _is_content(get(document, "content"))
        or ("author" in document and "actions" in document)
        or (bool(items := entries(document, *_LISTS)) and knows(items))
        for document in documents
    )


def _is_content(value: object) -> bool:
    parts = entries(value, "parts")
    # In messages of the AI SDK parts have types.
    roles = ("user", "model", "function", None)
    return bool(parts) and "type" not in parts[0] and get(value, "role") in roles


def read(documents: Sequence[Any]) -> Iterator[Transcript]:
    """Each session; events, contents and responses form one conversation."""
    ungrouped: list[Fields] = []
    for document in documents:
        # The usage of a response is beside its candidates.
        responses = [dict(document) | dict(entry) for entry in entries(document, "candidates")[:1]]
        events = entries(document, *_LISTS)
        messages = [read_message(event) for event in (*events, *responses)] or [
            read_message(document)
        ]
        if events:
            yield first(document, ("id", "session_id")), messages
        else:
            ungrouped += messages
    if ungrouped:
        yield first(documents[0], ("session_id", "responseId", "response_id")), ungrouped


def read_message(event: Mapping[str, Any]) -> Fields:
    """The message in an event, a content or a response."""
    content = event if "parts" in event else get(event, "content")
    if get(event, "partial") is True:
        return message("system", "")  # the complete event follows
    blocks: list[object] = []
    for part in entries(content, "parts"):
        keys = [key for key in WORDS["parts"] if part.get(key) is not None]
        blocks += [{key: part[key]} for key in keys] or [dict(part)]
    error = first(event, _ERRORS)
    return message(
        "user" if "user" in (get(content, "role"), get(event, "author")) else "assistant",
        blocks,
        name=get(event, "author"),
        stop_reason=first(event, ("finishReason", "finish_reason")),
        usage=first(event, ("usageMetadata", "usage_metadata")),
        model=first(event, ("modelVersion", "model_version")),
        error=None if error is None else f"the model answered with an error: {error}",
    )
