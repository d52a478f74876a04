"""Whatever a bot answers, read as a `Reply`; replies and conversations as recordings hold them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pytest_hydra.core.plain import NotPlainError, plain
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError, did_you_mean
from pytest_hydra.scenarios.reply import Call, Conversation, Reply, Turn

RESPONSE_TYPES = ("action", "clarification", "rejection", "answer")
_FIELDS = (
    "text",
    "calls",
    "response_type",
    "agent",
    "asks_for",
    "warnings",
    "rejected",
    "cost_usd",
)
_CALL_FIELDS = ("function", "params", "agent")
_OURS = frozenset(_FIELDS)
_USUAL = frozenset(("text", "calls"))
_OF_CALL = frozenset(_CALL_FIELDS)
_SPELLINGS = {"responseType": "response_type", "asksFor": "asks_for", "costUsd": "cost_usd"}


class ReplyError(HydraError):
    """An answer that is no reply; the text says what came, in one line."""


def read_reply(answer: object) -> Reply:
    """The answer as a `Reply`.

    It is a string, a `Reply`, a mapping (or dataclass, or pydantic-like model) with some of the
    keys text, calls, response_type, agent, asks_for, warnings, rejected and cost_usd (in camelCase
    too), or what `pytest_hydra.scenarios.bots.shapes` knows. Raises ReplyError for anything else.
    """
    if type(answer) is str:
        return Reply(text=_plain(answer))
    fields = _plain(answer if _is_ours(answer) else _reshaped(answer))
    if type(fields) is str:
        return Reply(text=fields)
    if not isinstance(fields, dict):
        raise _no_reply(answer)
    return _from_fields(fields)


def _reshaped(answer: object) -> object:
    """What a known API answers, in our own form; anything else as it is."""
    # Most bots answer in our own form or in text: the others' forms are loaded when they come.
    from pytest_hydra.scenarios.bots import shapes as api_shapes

    try:
        known = api_shapes.read(answer)
    except api_shapes.ShapeError as error:
        raise ReplyError(str(error)) from None
    return answer if known is None else known


def reply_to_plain(reply: Reply) -> dict[str, Any]:
    """The reply as JSON values, without what is empty."""
    fields: dict[str, Any] = {}
    if reply.text:
        fields["text"] = reply.text
    if reply.calls:
        fields["calls"] = [_call_to_plain(call) for call in reply.calls]
    if reply.response_type:
        fields["response_type"] = reply.response_type
    if reply.agent:
        fields["agent"] = reply.agent
    if reply.asks_for:
        fields["asks_for"] = list(reply.asks_for)
    if reply.warnings:
        fields["warnings"] = list(reply.warnings)
    if reply.rejected is not None:
        fields["rejected"] = reply.rejected
    if reply.cost_usd is not None:
        fields["cost_usd"] = reply.cost_usd
    return fields


def reply_from_plain(fields: Mapping[str, Any]) -> Reply:
    """What `reply_to_plain` gave, as a Reply again. Raises ReplyError for anything else."""
    return _from_fields(fields) if fields else Reply()


def conversation_to_plain(conversation: Conversation) -> dict[str, Any]:
    """The conversation as JSON values."""
    return {
        "bot": conversation.bot,
        "context": dict(conversation.context),
        "turns": [_turn_to_plain(turn) for turn in conversation.turns],
    }


def conversation_from_plain(fields: Mapping[str, Any]) -> Conversation:
    """What `conversation_to_plain` gave, as a Conversation again. Raises ReplyError otherwise."""
    try:
        return Conversation(
            turns=tuple(_turn_from_plain(turn) for turn in fields["turns"]),
            context=dict(fields["context"]),
            bot=str(fields["bot"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        reason = one_line(f"{type(error).__name__}: {error}")
        raise ReplyError(f"this is no recorded conversation ({reason})") from error


def _is_ours(answer: object) -> bool:
    return type(answer) is dict and answer.keys() <= _OURS


def _call_to_plain(call: Call) -> dict[str, Any]:
    fields = {"function": call.function, "params": dict(call.params)}
    return fields if call.agent is None else {**fields, "agent": call.agent}


def _turn_to_plain(turn: Turn) -> dict[str, Any]:
    fields: dict[str, Any] = {"user": turn.user}
    if turn.reply is not None:
        fields["reply"] = reply_to_plain(turn.reply)
    if turn.seconds is not None:
        fields["seconds"] = turn.seconds
    if turn.error is not None:
        fields["error"] = turn.error
    if turn.traceback is not None:
        fields["traceback"] = turn.traceback
    return fields


def _turn_from_plain(fields: Mapping[str, Any]) -> Turn:
    reply = fields.get("reply")
    seconds = fields.get("seconds")
    return Turn(
        user=fields["user"],
        reply=None if reply is None else reply_from_plain(reply),
        seconds=None if seconds is None else float(seconds),
        error=fields.get("error"),
        traceback=fields.get("traceback"),
    )


def _plain(value: object) -> Any:
    try:
        return plain(value)
    except NotPlainError as error:
        if not error.at and not isinstance(value, str | Mapping):
            raise _no_reply(value) from None
        raise ReplyError(f"the reply cannot be recorded: {one_line(str(error), 300)}") from None


def _from_fields(given: Mapping[str, Any]) -> Reply:
    fields = given if given.keys() <= _OURS else _known_fields(given, _FIELDS, "the reply")
    if not fields:
        raise ReplyError(f"the reply is an empty mapping; it has at least one of {_list(_FIELDS)}")
    calls = fields.get("calls") or ()
    if not isinstance(calls, list | tuple):
        raise ReplyError(f"calls is a list of calls, not {_shown(calls)}")
    text = _text(fields, "text") or ""
    made = tuple([_call(call, index) for index, call in enumerate(calls)])
    # Most replies declare little: what is not there need not be looked at.
    if fields.keys() <= _USUAL:
        return Reply(text=text, calls=made)
    get = fields.get
    return Reply(
        text=text,
        calls=made,
        response_type=None if (kind := get("response_type")) is None else _response_type(kind),
        agent=None if get("agent") is None else _text(fields, "agent"),
        asks_for=() if get("asks_for") is None else _topics(fields, "asks_for"),
        warnings=() if get("warnings") is None else _topics(fields, "warnings"),
        rejected=None if (refuses := get("rejected")) is None else _rejected(refuses),
        cost_usd=None if (cost := get("cost_usd")) is None else _cost(cost),
    )


def _known_fields(given: Mapping[str, Any], valid: Sequence[str], what: str) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for key, value in given.items():
        name = _SPELLINGS.get(key, key)
        if name not in valid:
            raise ReplyError(
                f"{what} has an unknown key {_shown(key)}{did_you_mean(key, valid) or ';'} "
                f"valid: {_list(valid)}"
            )
        if name in fields:
            raise ReplyError(f"{what} has {name} twice, in two spellings")
        fields[name] = value
    return fields


def _call(call: object, index: int) -> Call:
    what = f"calls[{index}]"
    if not isinstance(call, dict):
        raise ReplyError(f"{what} is a mapping with {_list(_CALL_FIELDS)}, not {_shown(call)}")
    fields = call if call.keys() <= _OF_CALL else _known_fields(call, _CALL_FIELDS, what)
    function = _text(fields, "function", what)
    if not function:
        raise ReplyError(f"{what} has no function: the name of what was called")
    params = fields.get("params")
    if params is not None and not isinstance(params, dict):
        raise ReplyError(f"{what}.params is a mapping of names to values, not {_shown(params)}")
    return Call(function=function, params=params or {}, agent=_text(fields, "agent", what))


def _text(fields: Mapping[str, Any], key: str, what: str = "") -> str | None:
    value = fields.get(key)
    if value is not None and not isinstance(value, str):
        raise ReplyError(f"{what}{'.' if what else ''}{key} is a string, not {_shown(value)}")
    return value


def _response_type(value: object) -> str | None:
    if value is None or value in RESPONSE_TYPES:
        return value if isinstance(value, str) else None
    hint = did_you_mean(value, RESPONSE_TYPES) if isinstance(value, str) else ""
    raise ReplyError(f"response_type is one of {_list(RESPONSE_TYPES)}, not {_shown(value)}{hint}")


def _topics(fields: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = fields.get(key)
    topics = [] if value is None else [value] if isinstance(value, str) else value
    if isinstance(topics, list | tuple) and all(isinstance(topic, str) for topic in topics):
        return tuple(topics)
    raise ReplyError(f"{key} is a list of strings, not {_shown(value)}")


def _rejected(value: object) -> bool | None:
    if value is None or isinstance(value, bool):
        return value
    raise ReplyError(f"rejected is true or false, not {_shown(value)}")


def _cost(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e300:
        return float(value)
    raise ReplyError(f"cost_usd is a number of at least 0, not {_shown(value)}")


def _no_reply(answer: object) -> ReplyError:
    return ReplyError(
        f"the bot answered {_shown(answer)}, which is no reply: a reply is a string, a mapping "
        f"with some of {_list(_FIELDS)}, or what a known API answers"
    )


def _list(names: Sequence[str]) -> str:
    return ", ".join(names)


def _shown(value: object) -> str:
    """The value's type and the beginning of its repr, escaped."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - a foreign __repr__ may raise anything
        text = "(its repr cannot be made)"
    name = type(value).__name__
    return one_line(text if isinstance(value, str) else f"{text} ({name})", most=120)
