"""The form of replies that is our own: what users may answer, and what recordings store."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from itertools import count
from operator import attrgetter
from typing import Any

from pytest_hydra.core.lookup import get
from pytest_hydra.core.plain import NotPlainError, plain
from pytest_hydra.core.text import camel, one_line
from pytest_hydra.core.thoughts import read_model_text
from pytest_hydra.errors import did_you_mean
from pytest_hydra.transcript.call_roles import call_error
from pytest_hydra.transcript.dispatched import direct_calls
from pytest_hydra.transcript.turn import ANSWERED_BY, RESPONSE_TYPES, Call, Reply, ReplyError, Turn

_FIELDS = tuple(entry.name for entry in fields(Reply))
_fields_of = attrgetter(*_FIELDS)
REPLY_FIELDS = frozenset(_FIELDS)
_TURN_FIELDS = tuple(entry.name for entry in fields(Turn))
_turn_fields_of = attrgetter(*_TURN_FIELDS)
_CALL_FIELDS = tuple(entry.name for entry in fields(Call))
_TEXTS = frozenset({"asks_for", "warnings", "unknown_calls", "earlier_texts"})
# Left out where they are empty.
_RARE = ("unknown_calls", "earlier_texts", "thoughts", "servers_in_names", "answered_by")
_SPELLINGS = {camel(name): name for name in _FIELDS}
_DECLARED = {
    spelling: name
    for name in ("response_type", "agent", "asks_for", "warnings", "rejected", "cost_usd")
    for spelling in (name, camel(name))
}


def reply_values(reply: Reply) -> dict[str, Any]:
    """The reply as JSON values."""
    values = dict(zip(_FIELDS, _fields_of(reply), strict=True))
    values["calls"] = [call_to_plain(call) for call in reply.calls]
    for name in _TEXTS:
        values[name] = list(values[name] or ())
    for name in _RARE:
        if not values[name]:
            del values[name]
    return values


def call_to_plain(call: Call) -> dict[str, Any]:
    """The call as JSON values, without unknown fields."""
    values = call_values(call)
    return values if call.id is None else {**values, "id": call.id}


def call_values(call: Call) -> dict[str, Any]:
    """The call as JSON values without its id, which differs each time."""
    values = {"function": call.function, "params": dict(call.params)}
    for name in ("agent", "result", "error"):
        value = getattr(call, name)
        if value is not None:
            values[name] = value
    return {**values, "requested": True} if call.requested else values


def turn_to_plain(turn: Turn) -> dict[str, Any]:
    """The turn as JSON values, without empty ones."""
    values = dict(zip(_TURN_FIELDS, _turn_fields_of(turn), strict=True))
    if turn.reply is not None:
        entries = reply_values(turn.reply).items()
        # False and 0 are not empty.
        values["reply"] = {
            name: value
            for name, value in entries
            if value or value == 0 or (name in _TEXTS and getattr(turn.reply, name) == ())
        }
    for name in ("said", "arrived"):
        values[name] = [call_to_plain(call) for call in values[name]] or None
    for name in ("files", "before"):
        values[name] = list(map(dict, values[name])) or None
    if isinstance(turn.agrees, tuple):
        values["agrees"] = list(turn.agrees)
    return {name: value for name, value in values.items() if value is not None}


def turn_from_plain(values: Mapping[str, Any]) -> Turn:
    """The inverse of `turn_to_plain`."""
    reply = values.get("reply")
    if reply is not None:
        reply = own_reply(reply) if reply else Reply()
    calls = {name: tuple(map(_call, count(), values.get(name, ()))) for name in ("said", "arrived")}
    rest = {name: tuple(map(dict, values.get(name, ()))) for name in ("files", "before")}
    agrees = values.get("agrees")
    agrees = tuple(map(str, agrees)) if isinstance(agrees, list) else agrees
    return Turn(**{**values, **calls, **rest, "agrees": agrees, "reply": reply})


def plain_answer(value: object) -> Any:
    """An answer, or a part of one, in plain JSON values. Raises ReplyError."""
    try:
        return plain(value)
    except NotPlainError as error:
        if not error.at and not isinstance(value, str | Mapping):
            raise no_reply(value) from None
        raise ReplyError(f"the reply cannot be recorded: {one_line(str(error), 300)}") from None


def own_reply(mapping: Mapping[str, Any]) -> Reply:
    """The reply of plain values in our own form. Raises ReplyError."""
    values = _entries(mapping, _FIELDS, "the reply")
    if not values:
        raise ReplyError(
            f"the reply is an empty mapping; it needs at least one of {', '.join(_FIELDS)}"
        )
    declared = {
        name: _read_value(name, value) for name, value in values.items() if value is not None
    }
    unread: list[str] = []
    if "calls" in declared:
        calls = map(_call, count(), declared["calls"] or ())
        made = [direct_calls(call) for call in calls]
        declared["calls"] = tuple([call for found, _ in made for call in found])
        unread = [kind for _, kinds in made for kind in kinds]
    for name in _TEXTS & declared.keys():
        texts = declared[name]
        if isinstance(texts, str):
            # An empty text declares none.
            texts = (texts,) if texts.strip() else ()
        declared[name] = tuple(texts)
    if "cost_usd" in declared:
        declared["cost_usd"] = float(declared["cost_usd"])
    if "answered_by" in declared:
        by = declared["answered_by"]
        by = {"model": by} if isinstance(by, str) else by
        declared["answered_by"] = {key: one_line(name, 120) for key, name in by.items()}
    return thoughts_apart(_with_unknown(Reply(**declared), unread))


def declared_beside(answer: object) -> dict[str, Any]:
    """The fields of a reply that a framework's answer declares beside its messages.

    One of its own fields may share a name with ours, and mean something else.
    """
    found = {name: get(answer, key) for key, name in _DECLARED.items()}
    is_right = {name: test for name, (_, test) in _TYPES.items()}
    found = {n: v for n, v in found.items() if v is not None and is_right[n](v)}
    declared = own_reply({"text": "", **found})
    return {name: getattr(declared, name) for name in found}


def _with_unknown(reply: Reply, kinds: list[str]) -> Reply:
    if {*kinds} <= {*reply.unknown_calls}:
        return reply
    return replace(reply, unknown_calls=tuple(dict.fromkeys((*reply.unknown_calls, *kinds))))


def thoughts_apart(reply: Reply) -> Reply:
    """The reply with its thoughts apart: they are recorded, but are nothing that it says.

    A call in its text is an unknown one.
    """
    whole = (*reply.earlier_texts, reply.text)
    texts, thoughts, written = zip(*map(read_model_text, whole), strict=True)
    reply = _with_unknown(reply, [f"{mark} in the text" for marks in written for mark in marks])
    if texts == whole:
        return reply
    *earlier, text = texts
    found = "\n\n".join(filter(None, (reply.thoughts, *thoughts)))
    earlier_texts = tuple(filter(None, earlier))
    return replace(reply, text=text, earlier_texts=earlier_texts, thoughts=found)


def _entries(mapping: Mapping[str, Any], valid: tuple[str, ...], label: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in mapping.items():
        name = _SPELLINGS.get(key, key)
        if name not in valid:
            raise ReplyError(
                f"{label} has an unknown key {_repr(key)}{did_you_mean(key, valid) or ';'} "
                f"valid: {', '.join(valid)}"
            )
        if name in values:
            raise ReplyError(f"{label} has {name} twice, in two spellings")
        values[name] = value
    return values


def _call(index: int, call: object) -> Call:
    label = f"calls[{index}]"
    if not isinstance(call, dict):
        raise ReplyError(
            f"{label} should be a mapping with {', '.join(_CALL_FIELDS)}, not {_repr(call)}"
        )
    values = _entries(call, _CALL_FIELDS, label)
    values["error"] = call_error(values)
    declared = {
        name: _read_value(name, value, f"{label}.")
        for name, value in values.items()
        if value is not None
    }
    if not declared.get("function"):
        raise ReplyError(f"{label} needs a function: the name of what was called")
    return Call(**declared)


def _is_who(value: object) -> bool:
    if isinstance(value, dict):
        return value.keys() <= {*ANSWERED_BY} and all(map(_is_text, value.values()))
    return isinstance(value, str)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_texts(value: object) -> bool:
    return isinstance(value, str) or (isinstance(value, list | tuple) and all(map(_is_text, value)))


# The type of each value, in words and as a test.
_TYPES: dict[str, tuple[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(
        ("text", "thoughts", "agent", "function", "error", "id"), ("a string", _is_text)
    ),
    "result": ("any JSON value", lambda _: True),
    "answered_by": (f"a model, or a table of {', '.join(ANSWERED_BY)}", _is_who),
    **dict.fromkeys(_TEXTS, ("a list of strings", _is_texts)),
    "calls": ("a list of calls", lambda value: not value or isinstance(value, list | tuple)),
    "params": ("a mapping of names to values", lambda value: isinstance(value, dict)),
    "response_type": (f"one of {', '.join(RESPONSE_TYPES)}", RESPONSE_TYPES.__contains__),
    **dict.fromkeys(
        ("rejected", "requested", "servers_in_names"),
        ("true or false", lambda value: isinstance(value, bool)),
    ),
    "tokens": (
        "a whole number of at least 0",
        lambda value: type(value) is int and 0 <= value < 2**53,
    ),
    "cost_usd": (
        "a number of at least 0",
        lambda value: (
            isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e300
        ),
    ),
}


def _read_value(name: str, value: Any, where: str = "") -> Any:
    """The value of a field. Raises ReplyError if its type is wrong."""
    expected, is_right = _TYPES[name]
    if is_right(value):
        return value
    is_close = name == "response_type" and isinstance(value, str)
    hint = did_you_mean(value, RESPONSE_TYPES) if is_close else ""
    raise ReplyError(f"{where}{name} should be {expected}, not {_repr(value)}{hint}")


def no_reply(answer: object) -> ReplyError:
    """The error of an answer that is no reply, with how it begins."""
    return ReplyError(
        f"the bot answered {_repr(answer)}, which is not a reply: a reply is a string, a mapping "
        f"with some of {', '.join(_FIELDS)}, or what a known API answers"
    )


def _repr(value: object) -> str:
    """The value's type and the beginning of its repr, escaped."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - a foreign __repr__ may raise anything
        text = "(its repr failed)"
    name = type(value).__name__
    return one_line(text if isinstance(value, str) else f"{text} ({name})", most=120)
