"""Bedrock's Converse: messages, pairs of request and response, and its invocation log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.scenarios.bots.answer_calls import Fields, first, get
from pytest_hydra.scenarios.traces.trace import Transcript, continuations, entries, message


def knows(documents: Sequence[Any]) -> bool:
    """Whether the documents are, or contain, messages with blocks as in Converse."""
    return all(
        _has_blocks(document)
        or _has_blocks(_output_message(document))
        or any(map(_has_blocks, _input_messages(document)))
        for document in documents
    )


def _has_blocks(value: object) -> bool:
    blocks = entries(value, "content")
    return (
        bool(blocks) and bool(get(value, "role")) and all("type" not in block for block in blocks)
    )


def _input_messages(document: object) -> list[Mapping[str, Any]]:
    body = get(get(document, "input"), "inputBodyJson")
    return entries(document if body is None else body, "messages")


def _output_message(document: object) -> object:
    return get(get(_answer(document), "output"), "message")


def _answer(document: object) -> object:
    body = get(get(document, "output"), "outputBodyJson")
    return document if body is None else body


def read(documents: Sequence[Any]) -> Iterator[Transcript]:
    """The conversations of the exchanges."""
    if _has_blocks(documents[0]):
        documents = [{"messages": documents}]
    conversations: dict[int, tuple[object, list[Fields]]] = {}
    exchanges = continuations(map(_exchange, documents))
    for document, (number, messages) in zip(documents, exchanges, strict=True):
        conversation_id = first(document, ("id", "conversationId", "sessionId", "requestId"))
        conversations.setdefault(number, (conversation_id, []))[1].extend(messages)
    yield from conversations.values()


def _exchange(document: object) -> tuple[list[Fields], list[Fields]]:
    answer, reply = _answer(document), _output_message(document)
    metadata = {
        "stop_reason": get(answer, "stopReason"),
        "usage": get(answer, "usage"),
        "model": get(document, "modelId"),
    }
    output = [_message(reply, **metadata)] if isinstance(reply, Mapping) else []
    return [_message(entry) for entry in _input_messages(document)], output


def _message(entry: Mapping[str, Any], **metadata: object) -> Fields:
    role = "user" if get(entry, "role") == "user" else "assistant"
    return message(role, entries(entry, "content"), **metadata)
