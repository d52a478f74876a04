"""What a bot answered, read in one form whatever it answered in, and as recordings hold it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, field, fields
from itertools import count
from operator import attrgetter
from typing import Any, Literal, TypeVar, get_args

from pytest_hydra.core.plain import NotPlainError, keyword_value, plain
from pytest_hydra.core.text import camel, one_line
from pytest_hydra.errors import HydraError, did_you_mean

T = TypeVar("T")
ResponseType = Literal["action", "clarification", "rejection", "answer"]
RESPONSE_TYPES = get_args(ResponseType)


class ReplyError(HydraError):
    """An answer that is no reply; the text says what came, in one line."""


@keyword_value
class Call:
    """A function that the bot called, and what came of it where that is known.

    ``params`` and ``result`` are plain JSON values. A call with an ``error`` has failed.
    """

    function: str
    params: Mapping[str, Any] = field(default_factory=dict)
    agent: str | None = None
    result: Any = None
    error: str | None = None
    id: str | None = None


@keyword_value
class Reply:
    """One answer. What a bot did not declare is None or empty. ``reply_fields.txt`` says more."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    response_type: str | None = None
    agent: str | None = None
    asks_for: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    rejected: bool | None = None
    cost_usd: float | None = None
    tokens: int | None = None
    unknown_calls: tuple[str, ...] = ()
    earlier_texts: tuple[str, ...] = ()


@keyword_value
class Turn:
    """One message of the user and what came of it.

    ``reply`` is None when there is none, and ``error`` then says why in one line (``traceback``
    holds the bot's own, where it raised). ``seconds`` is how long the bot took, by our clock, and
    ``retries`` how often it had to be asked again for the reply, where it had.
    Of calls of a world's tools, ``said`` are those that the reply only tells of, and ``arrived``
    those of a turn without a reply. ``agrees`` is whether the user agrees to what was asked, where
    that is known beyond the words.
    """

    user: str
    reply: Reply | None = None
    seconds: float | None = None
    retries: int | None = None
    error: str | None = None
    traceback: str | None = None
    said: tuple[Call, ...] = ()
    arrived: tuple[Call, ...] = ()
    agrees: bool | None = None


@keyword_value
class Played:
    """How a simulated user came to the end of a conversation.

    ``fault`` is the kind of what it did wrong, None where it did nothing. Without one it was
    ``done``, had its last turn, or the bot had no reply. ``costs`` are those of its answers, in US
    dollars, None where one did not say.
    """

    player: str
    done: bool = False
    reason: str = ""
    fault: str | None = None
    costs: tuple[float | None, ...] = ()


@keyword_value
class WorldRecord:
    """The world of a conversation, in plain JSON.

    ``before`` is its state before the first turn, and ``initial`` the digest of that; ``changes``
    hold for each turn what it changed (RFC 6902). ``unknown`` says why the state is not known any
    more. ``references`` hold what the calls of ``sameStateAs`` change, by their digest.
    """

    before: Any
    initial: str
    changes: tuple[Any, ...]
    unknown: str | None = None
    references: Mapping[str, Any] = field(default_factory=dict)


@keyword_value
class Conversation:
    """A recorded conversation: all that deciding needs, and nothing else."""

    turns: tuple[Turn, ...]
    context: Mapping[str, Any] = field(default_factory=dict)
    bot: str = ""
    played: Played | None = None
    world: WorldRecord | None = None
    history: tuple[Mapping[str, str], ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether every turn has a reply."""
        return all(turn.reply is not None for turn in self.turns)

    @property
    def fault(self) -> str | None:
        """What the simulated user did wrong, in words; None where nobody did."""
        if self.played is None or self.played.fault is None:
            return None
        return f"the user was at fault, not the bot: {self.played.fault}: {self.played.reason}"


_FIELDS = tuple(entry.name for entry in fields(Reply))
_fields_of = attrgetter(*_FIELDS)
REPLY_FIELDS = frozenset(_FIELDS)
_TURN_FIELDS = tuple(entry.name for entry in fields(Turn))
_turn_fields_of = attrgetter(*_TURN_FIELDS)
_WORLD_FIELDS = tuple(entry.name for entry in fields(WorldRecord))
_CALL_FIELDS = tuple(entry.name for entry in fields(Call))
_TEXTS = frozenset({"asks_for", "warnings", "unknown_calls", "earlier_texts"})
_SPELLINGS = {camel(name): name for name in _FIELDS}
_DECLARED = {
    spelling: name
    for name in ("response_type", "agent", "asks_for", "warnings", "rejected", "cost_usd")
    for spelling in (name, camel(name))
}


def said_in(*replies: Reply) -> str:
    """All that the user saw of the replies, in order."""
    return "\n\n".join([text for reply in replies for text in (*reply.earlier_texts, reply.text)])


def read_reply(answer: object, user: str = "") -> Reply:
    """The answer to this message of the user, where that is known, as a `Reply`.

    It is a string, a `Reply`, a mapping (or dataclass, or pydantic-like model) with some of the
    keys that `Reply` has (in camelCase too), or what `pytest_hydra.scenarios.bots.shapes` knows.
    Raises ReplyError for anything else.
    """
    if type(answer) is str:
        return Reply(text=_plain(answer))
    is_ours = type(answer) is dict and answer.keys() <= REPLY_FIELDS
    values = _plain(answer if is_ours else _read_shape(answer, user))
    if type(values) is str:
        return Reply(text=values)
    if not isinstance(values, dict):
        raise _no_reply(answer)
    return _from_values(values)


def _read_shape(answer: object, user: str) -> object:
    """What a known API answers, in our own form; anything else as it is."""
    # Most bots answer in our own form or in text: the others' forms are loaded when they come.
    from pytest_hydra.scenarios.bots import shapes as api_shapes
    from pytest_hydra.scenarios.bots.answer_calls import ShapeError, get

    try:
        fields = api_shapes.read(answer, user)
    except ShapeError as error:
        raise ReplyError(str(error)) from None
    if fields is None:
        return answer
    if get(answer, "messages") is None:
        return fields
    # What a framework keeps beside its messages may have a name of ours, and be something else.
    beside = {name: get(answer, key) for key, name in _DECLARED.items()}
    return fields | {name: value for name, value in beside.items() if _TYPES[name][1](value)}


def reply_values(reply: Reply) -> dict[str, Any]:
    """The reply as JSON values."""
    values = dict(zip(_FIELDS, _fields_of(reply), strict=True))
    values["calls"] = [call_to_plain(call) for call in reply.calls]
    for name in _TEXTS:
        values[name] = list(values[name])
    for name in ("unknown_calls", "earlier_texts"):
        if not values[name]:
            del values[name]
    return values


def call_to_plain(call: Call) -> dict[str, Any]:
    """The call as JSON values, without what is not known of it."""
    values = call_as_shown(call)
    return values if call.id is None else {**values, "id": call.id}


def call_as_shown(call: Call) -> dict[str, Any]:
    """The same without its id, which is another one each time."""
    values = {"function": call.function, "params": dict(call.params)}
    for name in ("agent", "result", "error"):
        known = getattr(call, name)
        if known is not None:
            values[name] = known
    return values


def conversation_to_plain(conversation: Conversation) -> dict[str, Any]:
    """The conversation as JSON values."""
    values: dict[str, Any] = {
        "bot": conversation.bot,
        "context": dict(conversation.context),
        "turns": [turn_to_plain(turn) for turn in conversation.turns],
    }
    if conversation.history:
        values["history"] = [dict(message) for message in conversation.history]
    if conversation.played is not None:
        values["played"] = asdict(conversation.played)
    if conversation.world is not None:
        world = {name: getattr(conversation.world, name) for name in _WORLD_FIELDS}
        values["world"] = {**world, "changes": list(world["changes"])}
    return values


def conversation_from_plain(values: Mapping[str, Any]) -> Conversation:
    """What `conversation_to_plain` gave, as a Conversation again. Raises ReplyError otherwise."""
    try:
        return Conversation(
            turns=tuple(turn_from_plain(turn) for turn in values["turns"]),
            context=dict(values["context"]),
            bot=str(values["bot"]),
            played=_as(Played, "costs", values.get("played")),
            world=_as(WorldRecord, "changes", values.get("world")),
            history=tuple([dict(message) for message in values.get("history", ())]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        reason = one_line(f"{type(error).__name__}: {error}")
        raise ReplyError(f"this is no recorded conversation ({reason})") from error


def _as(kind: type[T], listed: str, values: Any) -> T | None:
    """One of this kind, which has a list under this name; None where there is none."""
    return None if values is None else kind(**{**values, listed: tuple(values[listed])})


def turn_to_plain(turn: Turn) -> dict[str, Any]:
    """The turn as JSON values, without what is empty."""
    values = dict(zip(_TURN_FIELDS, _turn_fields_of(turn), strict=True))
    if turn.reply is not None:
        entries = reply_values(turn.reply).items()
        # False and 0 say something.
        values["reply"] = {name: value for name, value in entries if value or value == 0}
    for name in ("said", "arrived"):
        values[name] = [call_to_plain(call) for call in values[name]] or None
    return {name: value for name, value in values.items() if value is not None}


def turn_from_plain(values: Mapping[str, Any]) -> Turn:
    """What `turn_to_plain` gave, as a Turn again."""
    reply = values.get("reply")
    if reply is not None:
        reply = _from_values(reply) if reply else Reply()
    calls = {name: tuple(map(_call, count(), values.get(name, ()))) for name in ("said", "arrived")}
    return Turn(**{**values, **calls, "reply": reply})


def _plain(value: object) -> Any:
    try:
        return plain(value)
    except NotPlainError as error:
        if not error.at and not isinstance(value, str | Mapping):
            raise _no_reply(value) from None
        raise ReplyError(f"the reply cannot be recorded: {one_line(str(error), 300)}") from None


def _from_values(mapping: Mapping[str, Any]) -> Reply:
    values = _entries(mapping, _FIELDS, "the reply")
    if not values:
        raise ReplyError(
            f"the reply is an empty mapping; it has at least one of {', '.join(_FIELDS)}"
        )
    declared = {
        name: _read_value(name, value) for name, value in values.items() if value is not None
    }
    if "calls" in declared:
        declared["calls"] = tuple(map(_call, count(), declared["calls"] or ()))
    for name in _TEXTS & declared.keys():
        texts = declared[name]
        declared[name] = (texts,) if isinstance(texts, str) else tuple(texts)
    if "cost_usd" in declared:
        declared["cost_usd"] = float(declared["cost_usd"])
    return Reply(**declared)


def _entries(mapping: Mapping[str, Any], valid: tuple[str, ...], what: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in mapping.items():
        name = _SPELLINGS.get(key, key)
        if name not in valid:
            raise ReplyError(
                f"{what} has an unknown key {_repr(key)}{did_you_mean(key, valid) or ';'} "
                f"valid: {', '.join(valid)}"
            )
        if name in values:
            raise ReplyError(f"{what} has {name} twice, in two spellings")
        values[name] = value
    return values


def _call(index: int, call: object) -> Call:
    what = f"calls[{index}]"
    if not isinstance(call, dict):
        raise ReplyError(f"{what} is a mapping with {', '.join(_CALL_FIELDS)}, not {_repr(call)}")
    values = _entries(call, _CALL_FIELDS, what)
    declared = {
        name: _read_value(name, value, f"{what}.")
        for name, value in values.items()
        if value is not None
    }
    if not declared.get("function"):
        raise ReplyError(f"{what} has no function: the name of what was called")
    return Call(**declared)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_texts(value: object) -> bool:
    return isinstance(value, str) or (isinstance(value, list | tuple) and all(map(_is_text, value)))


# What each value is, in words, and whether one is it.
_TYPES: dict[str, tuple[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(("text", "agent", "function", "error", "id"), ("a string", _is_text)),
    "result": ("any JSON value", lambda _: True),
    **dict.fromkeys(_TEXTS, ("a list of strings", _is_texts)),
    "calls": ("a list of calls", lambda value: not value or isinstance(value, list | tuple)),
    "params": ("a mapping of names to values", lambda value: isinstance(value, dict)),
    "response_type": (f"one of {', '.join(RESPONSE_TYPES)}", RESPONSE_TYPES.__contains__),
    "rejected": ("true or false", lambda value: isinstance(value, bool)),
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
    """The value of this name. Raises ReplyError where it is not of its type."""
    expected, is_right = _TYPES[name]
    if is_right(value):
        return value
    is_close = name == "response_type" and isinstance(value, str)
    hint = did_you_mean(value, RESPONSE_TYPES) if is_close else ""
    raise ReplyError(f"{where}{name} is {expected}, not {_repr(value)}{hint}")


def _no_reply(answer: object) -> ReplyError:
    return ReplyError(
        f"the bot answered {_repr(answer)}, which is no reply: a reply is a string, a mapping "
        f"with some of {', '.join(_FIELDS)}, or what a known API answers"
    )


def _repr(value: object) -> str:
    """The value's type and the beginning of its repr, escaped."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - a foreign __repr__ may raise anything
        text = "(its repr cannot be made)"
    name = type(value).__name__
    return one_line(text if isinstance(value, str) else f"{text} ({name})", most=120)
