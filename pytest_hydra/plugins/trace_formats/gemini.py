"""Gemini's responses and histories, and sessions and events of Google's Agent Development Kit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pytest_hydra.core.lookup import entries, first, get
from pytest_hydra.scenarios.apis.google import content_message
from pytest_hydra.transcript.message import Message, Transcript

RESULTS = "some"
IDS: frozenset[str] = frozenset()  # its results are parts with an id or a name
_LISTS = ("events", "contents", "history")


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
    ungrouped: list[Message] = []
    for document in documents:
        # The usage of a response is beside its candidates.
        responses = [dict(document) | dict(entry) for entry in entries(document, "candidates")[:1]]
        events = entries(document, *_LISTS)
        messages = [content_message(event) for event in (*events, *responses)] or [
            content_message(document)
        ]
        if events:
            yield Transcript(first(document, ("id", "session_id")), messages)
        else:
            ungrouped += messages
    if ungrouped:
        session = first(documents[0], ("session_id", "responseId", "response_id"))
        yield Transcript(session, ungrouped)
