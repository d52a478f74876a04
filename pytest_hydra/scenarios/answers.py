"""Read what a bot answered: a text, our own form, or the form of an API or a library."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pytest_hydra.core.lookup import elements, first, get
from pytest_hydra.core.text import one_line
from pytest_hydra.transcript.own_form import (
    REPLY_FIELDS,
    declared_beside,
    no_reply,
    own_reply,
    plain_answer,
    thoughts_apart,
)
from pytest_hydra.transcript.turn import Reply, ReplyError


def read_reply(answer: object, user: str = "") -> Reply:
    """Read an answer as a `Reply`; ``user`` is the user's message, if known.

    An answer is a string, a `Reply`, a mapping (or dataclass, or pydantic-like model) with some of
    the keys of `Reply` (also in camelCase), or what `pytest_hydra.scenarios.apis` reads. Raises
    ReplyError for anything else.
    """
    if type(answer) is str:
        return thoughts_apart(Reply(text=plain_answer(answer)))
    is_ours = isinstance(answer, Reply) or (type(answer) is dict and answer.keys() <= REPLY_FIELDS)
    if not is_ours and (reply := _read_api(answer, user)) is not None:
        return reply
    values = plain_answer(answer)
    if type(values) is str:
        return thoughts_apart(Reply(text=values))
    if not isinstance(values, dict):
        raise no_reply(answer)
    reply = own_reply(values)
    if not any(isinstance(call.result, dict) for call in reply.calls):
        return reply
    from pytest_hydra.transcript.returned import mcp_error

    errors = [mcp_error(call.result) for call in reply.calls]
    calls = [
        call if error is None else replace(call, result=None, error=error)
        for call, error in zip(reply.calls, errors, strict=True)
    ]
    return replace(reply, calls=tuple(calls))


def question_in(answer: object) -> str:
    """The user's message in what a library returned, "" if it has none. Raises ReplyError."""
    messages = _messages(answer, "") or ()
    return messages[0].text if messages and messages[0].is_users else ""


def _read_api(answer: Any, user: str) -> Reply | None:
    """The reply in an answer of an API; None if it is of none. Raises ReplyError."""
    messages = _messages(answer, user)
    if messages is None:
        return None
    from pytest_hydra.transcript.reply_of import reply_of

    reply = reply_of(messages)
    return reply if get(answer, "messages") is None else _with_fields(answer, reply)


def _messages(answer: Any, user: str) -> list[Any] | None:
    """The messages of an answer of an API since the user's; None if it is of none."""
    if isinstance(answer, type | str):
        return None
    error = None if isinstance(answer, list | tuple) else get(answer, "error")
    if error and not callable(error):
        raise ReplyError(f"the API answered with an error: {one_line(repr(error), 160)}")
    # Most Python bots answer in our own form or in text: for these, the others are not imported.
    from pytest_hydra.scenarios.apis.order import APIS

    reader: Any = next((module for module in APIS if module.knows(answer)), None)
    return None if reader is None else [*reader.read(answer, user)]


def _with_fields(answer: Any, reply: Reply) -> Reply:
    """The reply of a framework's messages, with what it says beside them in fields of ours."""
    # Calls there may be the same, unless the messages have none of that function.
    functions = {call.function for call in reply.calls}
    names = [first(call, ("function", "name")) for call in elements(get(answer, "calls"))]
    if any(name not in functions for name in names):
        reply = replace(reply, unknown_calls=(*reply.unknown_calls, "calls beside messages"))
    return replace(reply, **declared_beside(answer))
