"""The turns that messages are: each is a message of the user, and all that follows it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import fsum
from typing import Literal

from pytest_hydra.core.plain import safe_text
from pytest_hydra.core.text import one_line
from pytest_hydra.settings import Prices, cost_of
from pytest_hydra.transcript.message import Expense, Message, Transcript
from pytest_hydra.transcript.reply_of import reply_of
from pytest_hydra.transcript.turn import ReplyError, Turn

Results = Literal["always", "some", "never"]
"""Whether a log has a result of each call: always, if it has any, or not even then."""


def turns_of(
    transcript: Transcript, prices: Prices, results: Results = "some"
) -> tuple[tuple[Turn, ...], str | None]:
    """The turns of a conversation, and the user's last message, if nobody answered it.

    A call without a result may not have run, if the log has ``results``. Where a log says what ends
    a turn, the last turn without that has no reply: nobody knows what came after.
    """
    missing = _missing(transcript.messages, results)
    turns = _divided(transcript.messages)
    unanswered = None
    # What the user says last and nobody answers is no turn, if there are others.
    if len(turns) > 1 and not transcript.closed_by and _is_silent(turns[-1][1]):
        unanswered = safe_text(turns.pop()[0])
    problems: list[str | None] = [None] * len(turns)
    if transcript.closed_by and turns and not any(entry.closes for entry in turns[-1][1]):
        problems[-1] = f"the log ends before {transcript.closed_by!r}, which ends a turn"
    found = [
        _turn(safe_text(user), replies, missing, prices, problem)
        for (user, replies), problem in zip(turns, problems, strict=True)
    ]
    return tuple([_as_known(turn, transcript) for turn in found]), unanswered


def _as_known(turn: Turn, transcript: Transcript) -> Turn:
    """The turn, with what is said of the whole conversation: who answers, and unknown calls."""
    if turn.reply is None or not (
        transcript.unknown or transcript.servers_in_names or transcript.by
    ):
        return turn
    unknown = tuple(dict.fromkeys((*turn.reply.unknown_calls, *transcript.unknown)))
    reply = replace(
        turn.reply,
        unknown_calls=unknown,
        servers_in_names=transcript.servers_in_names,
        answered_by={**(transcript.by or {}), **(turn.reply.answered_by or {})} or None,
    )
    return replace(turn, reply=reply)


def _is_silent(messages: Sequence[Message]) -> bool:
    return all(entry.role == "other" for entry in messages)


def _missing(messages: Sequence[Message], results: Results) -> Collection[str | None]:
    """The ids of calls that lack a result, as others have one or each should."""
    calls = [call for entry in messages for call in entry.calls]
    given = {result.id for entry in messages for result in entry.results}
    has_any = bool(given) or any(call.result is not None for call in calls)
    if results == "never" or not (has_any or results == "always"):
        return ()
    return {call.id for call in calls if call.awaited and call.result is None} - given


def _divided(messages: Sequence[Message]) -> list[tuple[str, list[Message]]]:
    """The user's messages, each with those until the next one. A greeting is of the first."""
    turns: list[tuple[str, list[Message]]] = []
    preamble: list[Message] = []
    for entry in messages:
        if not entry.is_users:
            (turns[-1][1] if turns else preamble).append(entry)
        elif turns and _is_silent(turns[-1][1]):
            user, others = turns[-1]
            turns[-1] = ("\n\n".join(filter(None, [user, entry.text])), others)
        else:
            turns.append((entry.text, [] if turns else preamble))
        if entry.is_users and (entry.unknown or entry.calls):
            turns[-1][1].append(replace(entry, role="other"))
    return turns or ([("", preamble)] if preamble else [])


def _turn(
    user: str,
    messages: list[Message],
    missing: Collection[str | None],
    prices: Prices,
    problem: str | None,
) -> Turn:
    """A turn; ``problem`` is why it has no reply, if that is known."""
    # Where a log says how the turn ended, an error on the way is none.
    ends = [entry.end for entry in messages if entry.closes] or [entry.end for entry in messages]
    error = next((end.reason for end in ends if end and end.kind == "failed"), problem)
    took = [entry.spent for entry in messages if entry.spent is not None]
    cost = _cost(took, prices)
    is_known = all(entry.tokens or entry.cost is not None for entry in took if entry.is_request)
    cost = cost if is_known else None
    if error is None:
        try:
            reply = reply_of(messages, missing)
        except ReplyError as broken:
            error = str(broken)
        else:
            tokens = reply.tokens if is_known else None
            return Turn(user=user, reply=replace(reply, tokens=tokens, cost_usd=cost))
    # What was done before cannot be undone, and a result may be missing as it failed.
    try:
        arrived = reply_of(messages).calls
    except ReplyError as broken:
        arrived = broken.calls
    return Turn(user=user, error=one_line(error, 300), arrived=arrived, cost_usd=cost)


def _cost(took: Iterable[Expense], prices: Prices) -> float | None:
    """The cost in US dollars, as reported or by the tokens; None if it is not fully known."""
    costs: list[float] = []
    for entry in took:
        if entry.cost is not None:
            costs.append(entry.cost)
        elif any(entry.tokens.values()):
            names = () if entry.model is None else (entry.model,)
            if (priced := cost_of(entry.tokens, prices, names)) is None:
                return None
            costs.append(priced)
    return round(fsum(costs), 9) if costs else None


def continuations(
    exchanges: Iterable[tuple[list[Message], list[Message]]],
) -> Iterator[tuple[int, list[Message]]]:
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


def _digest(previous: bytes, entry: Message) -> bytes:
    calls = [(call.function, call.arguments, call.id) for call in entry.calls]
    results = [(result.content, result.failed, result.id) for result in entry.results]
    said = json.dumps([entry.role, entry.text, calls, results, entry.unknown], sort_keys=True)
    return hashlib.sha256(previous + said.encode("ascii")).digest()


def unread_calls(documents: object, messages: Iterable[Message], keys: frozenset[str]) -> int:
    """How many calls a log names by an id under one of these keys that no message has.

    What a call or a result has inside is its own, and is not searched.
    """
    named: set[str | None] = set()
    known: set[str | None] = set()
    for entry in messages:
        named.update(result.id for result in entry.results)
        known.update(call.id for call in entry.calls)
    rest = [documents]
    while rest:
        value = rest.pop()
        if isinstance(value, Mapping):
            told = [value[key] for key in keys & value.keys()]
            own = {str(name) for name in told if isinstance(name, str | int)}
            named |= own
            rest += [] if own else value.values()
        elif isinstance(value, list):
            rest += value
    return len(named - known - {None, ""})
