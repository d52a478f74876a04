"""Read what a bot answered."""

from __future__ import annotations

from dataclasses import replace

from pytest_hydra.transcript.own_form import (
    DECLARED,
    REPLY_FIELDS,
    is_valid,
    no_reply,
    own_reply,
    plain_answer,
    thoughts_apart,
)
from pytest_hydra.transcript.turn import Reply, ReplyError


def read_reply(answer: object, user: str = "") -> Reply:
    """Read an answer as a `Reply`; ``user`` is the user's message, if known.

    An answer is a string, a `Reply`, a mapping (or dataclass, or pydantic-like model) with some of
    the keys of `Reply` (also in camelCase), or a shape that `pytest_hydra.scenarios.bots.shapes`
    reads. Raises ReplyError for anything else.
    """
    if type(answer) is str:
        return thoughts_apart(Reply(text=plain_answer(answer)))
    is_ours = type(answer) is dict and answer.keys() <= REPLY_FIELDS
    values = plain_answer(answer if is_ours else _read_shape(answer, user))
    if type(values) is str:
        return thoughts_apart(Reply(text=values))
    if not isinstance(values, dict):
        raise no_reply(answer)
    reply = own_reply(values)
    if not any(isinstance(call.result, dict) for call in reply.calls):
        return reply
    from pytest_hydra.scenarios.bots.answer_calls import mcp_error

    calls = [replace(call, **mcp_error(call.result)) for call in reply.calls]
    return replace(reply, calls=tuple(calls))


def _read_shape(answer: object, user: str) -> object:
    """The answer of a known API in our own form; anything else unchanged."""
    # Most Python bots answer in our own form or in text: for these, the others are not imported.
    from pytest_hydra.scenarios.bots import shapes as api_shapes
    from pytest_hydra.scenarios.bots.answer_calls import ShapeError, get

    try:
        fields = api_shapes.read(answer, user)
    except ShapeError as error:
        raise ReplyError(str(error)) from None
    if fields is None:
        return answer
    if (broken := fields.pop("broken")) is not None:
        failure = ReplyError(broken)
        failure.calls = own_reply(plain_answer({"calls": fields["calls"]})).calls
        raise failure
    if get(answer, "messages") is None:
        return fields
    # A framework's field may share a name with ours, and mean something else.
    declared = {name: get(answer, key) for key, name in DECLARED.items()}
    return fields | {name: value for name, value in declared.items() if is_valid(name, value)}
