"""Bedrock's Converse: messages, pairs of request and response, and its invocation log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.scenarios.bots.answer_calls import Fields, first, get
from pytest_hydra.scenarios.traces.trace import Recorded, continuations, entries, message


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
    logged = get(get(document, "input"), "inputBodyJson")
    return entries(document if logged is None else logged, "messages")


def _output_message(document: object) -> object:
    return get(get(_answer(document), "output"), "message")


def _answer(document: object) -> object:
    logged = get(get(document, "output"), "outputBodyJson")
    return document if logged is None else logged


def read(documents: Sequence[Any]) -> Iterator[Recorded]:
    """The conversations of the exchanges."""
    if _has_blocks(documents[0]):
        documents = [{"messages": documents}]
    conversations: dict[int, tuple[object, list[Fields]]] = {}
    exchanges = continuations(map(_exchange, documents))
    for document, (number, messages) in zip(documents, exchanges, strict=True):
        own = first(document, ("id", "conversationId", "sessionId", "requestId"))
        conversations.setdefault(number, (own, []))[1].extend(messages)
    yield from conversations.values()


def _exchange(document: object) -> tuple[list[Fields], list[Fields]]:
    answer, said = _answer(document), _output_message(document)
    told = {
        "stop_reason": get(answer, "stopReason"),
        "usage": get(answer, "usage"),
        "model": get(document, "modelId"),
    }
    answered = [_message(said, **told)] if isinstance(said, Mapping) else []
    return [_message(entry) for entry in _input_messages(document)], answered


def _message(said: Mapping[str, Any], **told: object) -> Fields:
    role = "user" if get(said, "role") == "user" else "assistant"
    return message(role, entries(said, "content"), **told)
