"""A conversation recorded by another tool, and helpers for its readers.

A reader is a module for one format: ``knows`` says whether the entries of a file have it, and
``read`` returns the id and the messages of each conversation in them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from math import fsum
from typing import Any

from pytest_hydra.core.plain import safe_text, value
from pytest_hydra.core.text import one_line
from pytest_hydra.core.usage import tokens_of
from pytest_hydra.scenarios.answers import read_reply
from pytest_hydra.scenarios.bots.answer_calls import Fields, elements, get
from pytest_hydra.scenarios.bots.shapes import user_text
from pytest_hydra.settings.prices import Prices, cost_of
from pytest_hydra.transcript.turn import Reply, ReplyError, Turn

Transcript = tuple[object, list[Fields]]
"""The id of a conversation, and its messages."""
MOST_DOLLARS = 10**6


@value
class Trace:
    """A recorded conversation with its id. A ``problem`` is why it could not be read."""

    id: str
    turns: tuple[Turn, ...] = ()
    path: str = ""
    """The path of its file without the last suffix, below the folder that the pattern names."""
    names: tuple[str, ...] = ()
    problem: str | None = None


# For readers: create messages


def message(
    role: str,
    content: object,
    *,
    name: object = None,
    stop_reason: object = None,
    usage: object = None,
    **metadata: object,
) -> Fields:
    """A message as `shapes` reads it; a user's without text starts a turn with unknown text.

    ``name`` is the agent's, and ``usage`` has token counts under any of the known names.
    ``metadata`` may contain the ``model``, the ``cost`` in US dollars, an ``error``, the reason for
    a missing reply, and ``is_request`` if what a turn took is the sum of such messages.
    """
    tokens = tokens_of(usage)
    return {
        "role": role,
        "content": content if isinstance(content, str | list) else [],
        "name": name,
        "stop_reason": stop_reason,
        "usage": tokens,
        "metadata": {**metadata, "tokens": tokens},
    }


def call(name: object, arguments: object, call_id: object = None, state: object = None) -> Fields:
    """A block for a call; its ``state`` is a word such as ``approval-requested``."""
    block = {"type": "tool_use", "id": call_id, "name": name, "input": arguments}
    return block if state is None else {**block, "status": state}


def result(call_id: object, content: object, *, failed: bool = False) -> Fields:
    """A block for the result of the call with this id."""
    return {"type": "tool_result", "tool_use_id": call_id, "content": content, "is_error": failed}


def entries(document: object, *keys: str) -> list[Mapping[str, Any]]:
    """The mappings in the first non-empty list among these keys of a document."""
    items = next(filter(None, [elements(get(document, key)) for key in keys]), ())
    return [entry for entry in items if isinstance(entry, Mapping)]


def continuations(
    exchanges: Iterable[tuple[list[Fields], list[Fields]]],
) -> Iterator[tuple[int, list[Fields]]]:
    """For each exchange with a model, its conversation and the messages it adds to it.

    An exchange is the whole input of a model, and its output. It belongs to the longest
    conversation that is a prefix of the input; if there is none, it starts a new one.
    """
    conversations: dict[bytes, int] = {}
    count = 0
    for inputs, outputs in exchanges:
        digest, prefix, end = b"", None, 0
        for position, entry in enumerate(inputs, start=1):
            digest = _digest(digest, entry)
            prefix, end = (digest, position) if digest in conversations else (prefix, end)
        number = count if prefix is None else conversations.pop(prefix)
        count += prefix is None
        for entry in outputs:
            digest = _digest(digest, entry)
        conversations[digest] = number
        yield number, [*inputs[end:], *outputs]


def _digest(previous: bytes, entry: Fields) -> bytes:
    text = json.dumps([entry["role"], entry["content"]], sort_keys=True)
    return hashlib.sha256(previous + text.encode("ascii")).digest()


# Create turns from messages


def turns_of(messages: Iterable[Fields], prices: Prices) -> tuple[Turn, ...]:
    """The turns: a user's message, and all messages until the next one."""
    turns: list[tuple[str, list[Fields]]] = []
    preamble: list[Fields] = []
    for entry in messages:
        text = user_text(entry)
        if text is None:
            (turns[-1][1] if turns else preamble).append(entry)
        elif turns and not turns[-1][1]:
            turns[-1] = ("\n\n".join(filter(None, [turns[-1][0], text])), [])
        else:
            # A greeting belongs to the first reply.
            turns.append((text, [] if turns else preamble))
    if preamble and not turns:
        turns.append(("", preamble))
    return tuple([_turn(safe_text(user), replies, prices) for user, replies in turns])


def _turn(user: str, messages: list[Fields], prices: Prices) -> Turn:
    metadata = [entry["metadata"] for entry in messages]
    error = next((fields["error"] for fields in metadata if fields.get("error") is not None), None)
    try:
        reply = read_reply(messages or [message("system", "")])
    except ReplyError as broken:
        reply, error = Reply(calls=broken.calls), error or broken
    cost = _cost(metadata, prices)
    requests = [entry for entry in metadata if entry.get("is_request")]
    if not all(entry["tokens"] or entry.get("cost") is not None for entry in requests):
        reply, cost = replace(reply, tokens=None), None
    if error is not None:
        # What an agent did before it failed cannot be undone.
        reason = one_line(str(error), 300)
        return Turn(user=user, error=reason, arrived=reply.calls, cost_usd=cost)
    return Turn(user=user, reply=replace(reply, cost_usd=cost))


def _cost(metadata: list[Fields], prices: Prices) -> float | None:
    """The cost of a turn in US dollars, as reported or by its tokens; None if not fully known."""
    costs: list[float] = []
    for fields in metadata:
        cost, tokens, model = fields.get("cost"), fields["tokens"], fields.get("model")
        if isinstance(cost, int | float) and 0 <= cost < MOST_DOLLARS:
            costs.append(cost)
        elif any(tokens.values()):
            names = (model,) if isinstance(model, str) else ()
            if (priced := cost_of(tokens, prices, names)) is None:
                return None
            costs.append(priced)
    return round(fsum(costs), 9) if costs else None
