"""A conversation that something else recorded, and what its readers share.

A reader is a module that knows one format: ``knows`` says whether the entries of a file are of it,
and ``read`` gives what each conversation in them calls itself, and its messages.
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
"""What a conversation calls itself, and its messages."""
# Above them a number is no measurement.
_MOST_TOKENS = 2**50
MOST_DOLLARS = 10**6


@value
class Trace:
    """A recorded conversation, by what it is called. With a ``problem`` nothing is known of it."""

    id: str
    turns: tuple[Turn, ...] = ()
    names: tuple[str, ...] = ()
    problem: str | None = None


# What readers make messages of


def message(
    role: str,
    content: object,
    *,
    name: object = None,
    stop_reason: object = None,
    usage: object = None,
    **told: object,
) -> Fields:
    """A message as `shapes` reads it; a user's without text begins a turn of unknown words.

    ``name`` is the agent's, and ``usage`` has tokens under any of the names that are known. Told
    may be the ``model``, the ``cost`` in US dollars, and an ``error``, why there is no reply.
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
    """A block that is a call."""
    return {"type": "tool_use", "id": own, "name": name, "input": arguments}


def result(own: object, content: object, *, failed: bool = False) -> Fields:
    """A block that says what came of the call of this id."""
    return {"type": "tool_result", "tool_use_id": own, "content": content, "is_error": failed}


def entries(document: object, *keys: str) -> list[Mapping[str, Any]]:
    """The mappings in the first list that a document has under these keys."""
    found = next(filter(None, [elements(get(document, key)) for key in keys]), ())
    return [entry for entry in found if isinstance(entry, Mapping)]


def _tokens(usage: object) -> dict[str, int]:
    """How many tokens were read, those ``cached`` among them, and how many written."""
    sums: dict[str, int] = {}
    for kind in ("read", "beside", "cached", "written"):
        found = [get(usage, name) for name in WORDS[f"tokens {kind}"]]
        counts = [n for n in found if type(n) is int and 0 <= n < _MOST_TOKENS]
        sums |= {kind: sum(counts)} if counts else {}
    if not sums:
        return {}
    # Some count what they have read from a cache apart.
    apart, within = sums.get("beside", 0), sums.get("cached", 0)
    whole = {"input_tokens": sums.get("read", 0) + apart, "cached": apart + within}
    return {**whole, "output_tokens": sums.get("written", 0)}


def continuations(
    exchanges: Iterable[tuple[list[Fields], list[Fields]]],
) -> Iterator[tuple[int, list[Fields]]]:
    """For each exchange with a model, which conversation it belongs to, and what it adds to that.

    An exchange is all that the model was told, and what it answered. It belongs to the conversation
    that begins what it was told, the longest of these; else it begins a new one.
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


# What becomes of messages


def turns_of(messages: Iterable[Fields], prices: Prices) -> tuple[Turn, ...]:
    """The turns: what the user said, and all that was made of it until the user said more."""
    turns: list[tuple[str, list[Fields]]] = []
    before: list[Fields] = []
    for entry in messages:
        said = asked(entry)
        if said is None:
            (turns[-1][1] if turns else before).append(entry)
        elif turns and not turns[-1][1]:
            turns[-1] = ("\n\n".join(filter(None, [turns[-1][0], said])), [])
        else:
            # A greeting is a part of the first reply.
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
    """What a turn cost in US dollars: as it is told, else by its tokens; None where not all is."""
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
