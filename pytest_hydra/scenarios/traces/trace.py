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
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.plain import safe_text, value
from pytest_hydra.core.text import one_line
from pytest_hydra.scenarios.bots.answer_calls import WORDS, Fields, elements, get
from pytest_hydra.scenarios.bots.shapes import asked
from pytest_hydra.scenarios.reply import ReplyError, Turn, read_reply

if TYPE_CHECKING:
    from pytest_hydra.settings.race import PriceSettings

Prices = Mapping[str, "PriceSettings"]
Recorded = tuple[object, list[Fields]]
"""The id of a conversation, and its messages."""
# Larger numbers are not plausible.
_MOST_TOKENS = 2**50
MOST_DOLLARS = 10**6


@value
class Trace:
    """A recorded conversation with its id. A ``problem`` is why it could not be read."""

    id: str
    turns: tuple[Turn, ...] = ()
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
    **told: object,
) -> Fields:
    """A message as `shapes` reads it; a user's without text starts a turn with unknown text.

    ``name`` is the agent's, and ``usage`` has token counts under any of the known names. ``told``
    may contain the ``model``, the ``cost`` in US dollars, and an ``error``, the reason for a
    missing reply.
    """
    tokens = _tokens(usage)
    return {
        "role": role,
        "content": content if isinstance(content, str | list) else [],
        "name": name,
        "stop_reason": stop_reason,
        "usage": tokens,
        "told": {**told, "tokens": tokens},
    }


def call(name: object, arguments: object, own: object = None) -> Fields:
    """A block for a call."""
    return {"type": "tool_use", "id": own, "name": name, "input": arguments}


def result(own: object, content: object, *, failed: bool = False) -> Fields:
    """A block for the result of the call with this id."""
    return {"type": "tool_result", "tool_use_id": own, "content": content, "is_error": failed}


def entries(document: object, *keys: str) -> list[Mapping[str, Any]]:
    """The mappings in the first non-empty list among these keys of a document."""
    found = next(filter(None, [elements(get(document, key)) for key in keys]), ())
    return [entry for entry in found if isinstance(entry, Mapping)]


def _tokens(usage: object) -> dict[str, int]:
    """The number of input tokens, of ``cached`` ones among them, and of output tokens."""
    sums: dict[str, int] = {}
    for kind in ("read", "beside", "cached", "written"):
        found = [get(usage, name) for name in WORDS[f"tokens {kind}"]]
        counts = [n for n in found if type(n) is int and 0 <= n < _MOST_TOKENS]
        sums |= {kind: sum(counts)} if counts else {}
    if not sums:
        return {}
    # Some formats count cached input tokens separately.
    apart, within = sums.get("beside", 0), sums.get("cached", 0)
    whole = {"input_tokens": sums.get("read", 0) + apart, "cached": apart + within}
    return {**whole, "output_tokens": sums.get("written", 0)}


def continuations(
    exchanges: Iterable[tuple[list[Fields], list[Fields]]],
) -> Iterator[tuple[int, list[Fields]]]:
    """For each exchange with a model, its conversation and the messages it adds to it.

    An exchange is the whole input of a model, and its output. It belongs to the longest
    conversation that is a prefix of the input; if there is none, it starts a new one.
    """
    known: dict[bytes, int] = {}
    count = 0
    for told, answered in exchanges:
        digest, before, at = b"", None, 0
        for place, entry in enumerate(told, start=1):
            digest = _digest(digest, entry)
            before, at = (digest, place) if digest in known else (before, at)
        which = count if before is None else known.pop(before)
        count += before is None
        for entry in answered:
            digest = _digest(digest, entry)
        known[digest] = which
        yield which, [*told[at:], *answered]


def _digest(before: bytes, entry: Fields) -> bytes:
    said = json.dumps([entry["role"], entry["content"]], sort_keys=True)
    return hashlib.sha256(before + said.encode("ascii")).digest()


# Create turns from messages


def turns_of(messages: Iterable[Fields], prices: Prices) -> tuple[Turn, ...]:
    """The turns: a user's message, and all messages until the next one."""
    turns: list[tuple[str, list[Fields]]] = []
    before: list[Fields] = []
    for entry in messages:
        said = asked(entry)
        if said is None:
            (turns[-1][1] if turns else before).append(entry)
        elif turns and not turns[-1][1]:
            turns[-1] = ("\n\n".join(filter(None, [turns[-1][0], said])), [])
        else:
            # A greeting belongs to the first reply.
            turns.append((said, [] if turns else before))
    if before and not turns:
        turns.append(("", before))
    return tuple([_turn(safe_text(user), made, prices) for user, made in turns])


def _turn(user: str, messages: list[Fields], prices: Prices) -> Turn:
    told = [entry["told"] for entry in messages]
    error = next((each["error"] for each in told if each.get("error") is not None), None)
    try:
        reply = None if error else read_reply(messages or [message("system", "")])
    except ReplyError as broken:
        reply, error = None, broken
    if reply is None:
        return Turn(user=user, error=one_line(str(error), 300))
    return Turn(user=user, reply=replace(reply, cost_usd=_cost(told, prices)))


def _cost(told: list[Fields], prices: Prices) -> float | None:
    """The cost of a turn in US dollars, as reported or by its tokens; None if not fully known."""
    costs: list[float] = []
    for each in told:
        cost, tokens, model = each.get("cost"), each["tokens"], each.get("model")
        price = prices.get(model) if isinstance(model, str) else None
        if isinstance(cost, int | float) and 0 <= cost < MOST_DOLLARS:
            costs.append(cost)
        elif tokens and price is None:
            return None
        elif tokens and price is not None:
            cached = min(tokens["cached"], tokens["input_tokens"])
            dollars = (tokens["input_tokens"] - cached) * price.input
            dollars += cached * (price.input if price.cached is None else price.cached)
            costs.append((dollars + tokens["output_tokens"] * price.output) / 10**6)
    return round(fsum(costs), 9) if costs else None
