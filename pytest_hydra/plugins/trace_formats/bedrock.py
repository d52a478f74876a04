"""Bedrock's Converse: messages, pairs of request and response, and its invocation log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.core.lookup import entries, first, get
from pytest_hydra.scenarios.apis.blocks import blocks
from pytest_hydra.scenarios.apis.chat_messages import KINDS
from pytest_hydra.transcript.message import (
    End,
    Expense,
    Message,
    Role,
    Transcript,
    cut_off,
    message_of,
    spent,
)
from pytest_hydra.transcript.turns import continuations

RESULTS = "some"
IDS = frozenset({"toolUseId"})
_CUT_OFF = (
    *("max_tokens", "guardrail_intervened", "content_filtered", "malformed_model_output"),
    *("malformed_tool_use", "model_context_window_exceeded"),
)


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
    conversations: dict[int, Transcript] = {}
    exchanges = continuations(map(_exchange, documents))
    for document, (number, messages) in zip(documents, exchanges, strict=True):
        conversation_id = first(document, ("id", "conversationId", "sessionId", "requestId"))
        conversations.setdefault(number, Transcript(conversation_id, [])).messages += messages
    yield from conversations.values()


def _exchange(document: object) -> tuple[list[Message], list[Message]]:
    answer, reply = _answer(document), _output_message(document)
    reason = get(answer, "stopReason")
    end = cut_off("stop_reason", reason) if reason in _CUT_OFF else None
    took = spent(get(answer, "usage"), model=get(document, "modelId"))
    output = [_message(reply, end, took)] if isinstance(reply, Mapping) else []
    return [_message(entry) for entry in _input_messages(document)], output


def _message(
    entry: Mapping[str, Any], end: End | None = None, took: Expense | None = None
) -> Message:
    content = blocks(entries(entry, "content"))
    role: Role = "user" if get(entry, "role") == "user" else "assistant"
    return message_of(role, content, KINDS, end, took)
