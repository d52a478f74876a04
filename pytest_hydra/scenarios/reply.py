"""Replies of bots in one form, and how recordings store them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, field, fields, replace
from itertools import count
from operator import attrgetter
from typing import Any, Literal, TypeVar, get_args

from pytest_hydra.core.plain import (
    NotPlainError,
    brief_value,
    keyword_value,
    plain,
    unwrapped_json,
)
from pytest_hydra.core.text import camel, one_line
from pytest_hydra.core.thoughts import read_model_text
from pytest_hydra.errors import HydraError, did_you_mean
from pytest_hydra.scenarios.call_roles import call_error

T = TypeVar("T")
ResponseType = Literal["action", "clarification", "rejection", "answer"]
RESPONSE_TYPES = get_args(ResponseType)


class ReplyError(HydraError):
    """An answer that is not a reply; the text describes it in one line.

    ``calls`` are the calls in one that is not whole: they cannot be undone.
    """

    calls: tuple[Call, ...] = ()


@keyword_value
class Call:
    """A function call of the bot, with its result or error if known.

    ``params`` and ``result`` are plain JSON values. A call with an ``error`` has failed, and one
    that is only ``requested`` has not run, as far as known.
    """

    function: str
    params: Mapping[str, Any] = field(default_factory=dict)
    agent: str | None = None
    result: Any = None
    error: str | None = None
    id: str | None = None
    requested: bool = False

    @property
    def was_made(self) -> bool:
        """Whether it counts as a call."""
        return self.error is None and not self.requested

    def __repr__(self) -> str:
        params = ", ".join(f"{name}={brief_value(value)}" for name, value in self.params.items())
        end = "" if self.result is None else f" -> {brief_value(self.result)}"
        end = " (only requested)" if self.requested else end
        end = end if self.error is None else f" failed: {brief_value(self.error)}"
        return one_line(f"{self.function}({params}){end}", 200)


@keyword_value
class Reply:
    """One answer. ``reply_fields.txt`` describes the fields.

    Undeclared ones are None or empty; an empty ``asks_for`` declares that nothing is asked for.
    """

    text: str = ""
    calls: tuple[Call, ...] = ()
    response_type: str | None = None
    agent: str | None = None
    asks_for: tuple[str, ...] | None = None
    warnings: tuple[str, ...] | None = None
    rejected: bool | None = None
    cost_usd: float | None = None
    tokens: int | None = None
    unknown_calls: tuple[str, ...] = ()
    earlier_texts: tuple[str, ...] = ()
    thoughts: str = ""


@keyword_value
class Turn:
    """One message of the user and the reply to it.

    ``reply`` is None if there is none; ``error`` is then the reason in one line (``traceback`` is
    the bot's own, if it raised). ``seconds`` is the time that the bot took, by our clock,
    ``retries`` the number of repeated requests, ``first_seconds`` the time to the first token of a
    stream, and ``model`` the model that answered; each is None if unknown. ``arrived`` are the
    calls of a turn without a reply, and ``cost_usd`` what it cost, as far as they are known.
    ``said`` are calls of a world's tools that the bot only mentions. ``agrees`` is whether the user
    agrees to the bot's request, if that is known other than by the words.
    """

    user: str
    reply: Reply | None = None
    seconds: float | None = None
    retries: int | None = None
    first_seconds: float | None = None
    model: str | None = None
    error: str | None = None
    traceback: str | None = None
    said: tuple[Call, ...] = ()
    arrived: tuple[Call, ...] = ()
    agrees: bool | None = None
    files: tuple[Mapping[str, str], ...] = ()
    """The pictures and files of the message, without their content."""
    before: tuple[Mapping[str, str], ...] = ()
    """The messages before it that a test gave to the bot with it."""
    talk: int | None = None
    """The number of its conversation, from 1, in a test with several."""
    cost_usd: float | None = None

    @property
    def cost(self) -> float | None:
        """What it cost in US dollars, None if that is unknown."""
        return self.cost_usd if self.reply is None else self.reply.cost_usd


@keyword_value
class UserRecord:
    """How a simulated user ended a conversation.

    ``fault`` is the kind of its fault, None if there is none. Without one it was ``done``, had its
    last turn, or the bot gave no reply. ``costs`` are those of its answers, in US dollars, None for
    unknown ones.
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
    are the changes of each turn (RFC 6902). ``unknown`` is why the state is no longer known.
    ``references`` are the changes made by the calls of ``sameStateAs``, by their digest.
    """

    before: Any
    initial: str
    changes: tuple[Any, ...]
    unknown: str | None = None
    references: Mapping[str, Any] = field(default_factory=dict)


@keyword_value
class WorkspaceRecord:
    """What was in the workspace of a conversation, in plain JSON.

    ``files`` are those at the start, each ``[mode, blob id]`` by its path, and ``start`` is the id
    of their tree. Each of ``turns`` has its changes under ``files``, None for a deleted file, and
    the state of the repository under ``git``. ``contents`` are the texts of changed and of named
    files by blob id, without those that are long or not UTF-8. ``lines`` are the numbers of lines
    added and removed, by path, and ``patch`` is the whole change. ``runs`` are the commands of
    `passes`, by a digest of all that they depend on. ``place`` is the path at which the bot saw it.
    ``calls`` says what its tools of unusual names do. ``unknown`` is why the files are not known.
    """

    start: str
    files: Mapping[str, Any]
    turns: tuple[Mapping[str, Any], ...] = ()
    contents: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, Any] = field(default_factory=dict)
    patch: str = ""
    runs: Mapping[str, Any] = field(default_factory=dict)
    place: str = ""
    calls: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    unknown: str | None = None


@keyword_value
class Conversation:
    """A recorded conversation: everything needed to decide, and nothing else."""

    turns: tuple[Turn, ...]
    context: Mapping[str, Any] = field(default_factory=dict)
    bot: str = ""
    played: UserRecord | None = None
    world: WorldRecord | None = None
    workspace: WorkspaceRecord | None = None
    history: tuple[Mapping[str, str], ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether every turn has a reply."""
        return all(turn.reply is not None for turn in self.turns)

    @property
    def fault(self) -> str | None:
        """The fault of the simulated user, in words; None if there is none."""
        if self.played is None or self.played.fault is None:
            return None
        if self.played.fault == NOT_REVIEWED:
            return f"the judge could not review the simulated user: {self.played.reason}"
        reason = f"{self.played.fault}: {self.played.reason}"
        return f"the simulated user broke its part, the bot is not blamed: {reason}"


#: The fault of a user whose judge gave no answer: it is neither the user's nor the bot's.
NOT_REVIEWED = "not reviewed"

_FIELDS = tuple(entry.name for entry in fields(Reply))
_fields_of = attrgetter(*_FIELDS)
REPLY_FIELDS = frozenset(_FIELDS)
_TURN_FIELDS = tuple(entry.name for entry in fields(Turn))
_turn_fields_of = attrgetter(*_TURN_FIELDS)
_WORLD_FIELDS = tuple(entry.name for entry in fields(WorldRecord))
_WORKSPACE_FIELDS = tuple(entry.name for entry in fields(WorkspaceRecord))
_CALL_FIELDS = tuple(entry.name for entry in fields(Call))
_TEXTS = frozenset({"asks_for", "warnings", "unknown_calls", "earlier_texts"})
_SPELLINGS = {camel(name): name for name in _FIELDS}
_DECLARED = {
    spelling: name
    for name in ("response_type", "agent", "asks_for", "warnings", "rejected", "cost_usd")
    for spelling in (name, camel(name))
}


def spoken_text(*replies: Reply) -> str:
    """All texts of the replies, in order."""
    return "\n\n".join([text for reply in replies for text in (*reply.earlier_texts, reply.text)])


def read_reply(answer: object, user: str = "") -> Reply:
    """Read an answer as a `Reply`; ``user`` is the user's message, if known.

    An answer is a string, a `Reply`, a mapping (or dataclass, or pydantic-like model) with some of
    the keys of `Reply` (also in camelCase), or a shape that `pytest_hydra.scenarios.bots.shapes`
    reads. Raises ReplyError for anything else.
    """
    if type(answer) is str:
        return _without_thoughts(Reply(text=_plain(answer)))
    is_ours = type(answer) is dict and answer.keys() <= REPLY_FIELDS
    values = _plain(answer if is_ours else _read_shape(answer, user))
    if type(values) is str:
        return _without_thoughts(Reply(text=values))
    if not isinstance(values, dict):
        raise _no_reply(answer)
    reply = _from_values(values)
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
        failure.calls = _from_values(_plain({"calls": fields["calls"]})).calls
        raise failure
    if get(answer, "messages") is None:
        return fields
    # A framework's field may share a name with ours, and mean something else.
    declared = {name: get(answer, key) for key, name in _DECLARED.items()}
    return fields | {name: value for name, value in declared.items() if _TYPES[name][1](value)}


def reply_values(reply: Reply) -> dict[str, Any]:
    """The reply as JSON values."""
    values = dict(zip(_FIELDS, _fields_of(reply), strict=True))
    values["calls"] = [call_to_plain(call) for call in reply.calls]
    for name in _TEXTS:
        values[name] = list(values[name] or ())
    for name in ("unknown_calls", "earlier_texts", "thoughts"):
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
    if conversation.workspace is not None:
        record = {name: getattr(conversation.workspace, name) for name in _WORKSPACE_FIELDS}
        values["workspace"] = {**record, "turns": list(record["turns"])}
    return values


def conversation_from_plain(values: Mapping[str, Any]) -> Conversation:
    """The inverse of `conversation_to_plain`. Raises ReplyError for invalid values."""
    try:
        return Conversation(
            turns=tuple(turn_from_plain(turn) for turn in values["turns"]),
            context=dict(values["context"]),
            bot=str(values["bot"]),
            played=_as(UserRecord, "costs", values.get("played")),
            world=_as(WorldRecord, "changes", values.get("world")),
            workspace=_as(WorkspaceRecord, "turns", values.get("workspace")),
            history=tuple([dict(message) for message in values.get("history", ())]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        reason = one_line(f"{type(error).__name__}: {error}")
        raise ReplyError(f"this is not a recorded conversation ({reason})") from error


def _as(kind: type[T], name: str, values: Any) -> T | None:
    """Create an instance, whose field ``name`` is a list; None for None."""
    return None if values is None else kind(**{**values, name: tuple(values[name])})


def turn_to_plain(turn: Turn) -> dict[str, Any]:
    """The turn as JSON values, without empty ones."""
    values = dict(zip(_TURN_FIELDS, _turn_fields_of(turn), strict=True))
    if turn.reply is not None:
        entries = reply_values(turn.reply).items()
        # False and 0 are not empty.
        values["reply"] = {
            name: value
            for name, value in entries
            if value or value == 0 or (name in _DECLARED and getattr(turn.reply, name) == ())
        }
    for name in ("said", "arrived"):
        values[name] = [call_to_plain(call) for call in values[name]] or None
    for name in ("files", "before"):
        values[name] = list(map(dict, values[name])) or None
    return {name: value for name, value in values.items() if value is not None}


def turn_from_plain(values: Mapping[str, Any]) -> Turn:
    """The inverse of `turn_to_plain`."""
    reply = values.get("reply")
    if reply is not None:
        reply = _from_values(reply) if reply else Reply()
    calls = {name: tuple(map(_call, count(), values.get(name, ()))) for name in ("said", "arrived")}
    rest = {name: tuple(map(dict, values.get(name, ()))) for name in ("files", "before")}
    return Turn(**{**values, **calls, **rest, "reply": reply})


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
            f"the reply is an empty mapping; it needs at least one of {', '.join(_FIELDS)}"
        )
    declared = {
        name: _read_value(name, value) for name, value in values.items() if value is not None
    }
    unread: list[str] = []
    if "calls" in declared:
        calls = map(_call, count(), declared["calls"] or ())
        made = tuple([part for call in calls for part in _dispatched_calls(call)])
        unread = [call.function for call in made if _DISPATCHER.fullmatch(call.function)]
        declared["calls"] = made
    for name in _TEXTS & declared.keys():
        texts = declared[name]
        # An empty text declares none.
        texts = (texts,) * bool(texts.strip()) if isinstance(texts, str) else texts
        declared[name] = tuple(texts)
    if "cost_usd" in declared:
        declared["cost_usd"] = float(declared["cost_usd"])
    # A dispatcher in which no calls could be read had some.
    reply = _with_unknown(Reply(**declared), [f"the calls in {name}" for name in unread])
    return _without_thoughts(reply)


def _with_unknown(reply: Reply, kinds: list[str]) -> Reply:
    if {*kinds} <= {*reply.unknown_calls}:
        return reply
    return replace(reply, unknown_calls=tuple(dict.fromkeys((*reply.unknown_calls, *kinds))))


def _without_thoughts(reply: Reply) -> Reply:
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


# A tool that calls others, such as multi_tool_use.parallel, and where it has their calls. Without
# such a list, as in use_mcp_tool, its parameters are those of a single one.
_DISPATCHER = re.compile(
    r".*multi_tool_use.*|(?:.*[.:/]|\w+__)?(?:(?:run|call|execute)_)?(?:parallel|batch)(?:_?tools?)?"
    r"(?:_?(?:calls?|use))?|(?:.*[^a-z])?(?:(?:use|run|call|exec(?:ute)?|invoke|dispatch)[_-]?"
    r"(?:mcp[_-]?)?(?:tool|function)s?|mcp[_-](?:exec|call))",
    re.IGNORECASE,
)
_DISPATCHED = ("tool_uses", "tool_calls", "calls", "invocations", "tools")
_DISPATCHED_NAMES = (
    "recipient_name",
    "tool_name",
    "tool_slug",
    "tool",
    "function",
    "function_name",
    "name",
)
_DISPATCHED_PARAMS = ("parameters", "arguments", "args", "input", "params")


def dispatched_call(values: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """The function and the parameters of a call that is a parameter of another one, if any."""
    values = _in_snake_case(values)
    inner = next((values[key] for key in ("function", "tool") if key in values), None)
    values = _in_snake_case(inner) if isinstance(inner, dict) else values
    name = next((values[key] for key in _DISPATCHED_NAMES if key in values), None)
    if not isinstance(name, str) or not name:
        return None
    params = unwrapped_json(next((values[k] for k in _DISPATCHED_PARAMS if k in values), None))
    server = next((values[key] for key in ("server_name", "server") if key in values), None)
    name = f"mcp__{server}__{name}" if isinstance(server, str) and server else name
    return name, params if isinstance(params, dict) else {}


def _in_snake_case(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        re.sub(r"(?<=[a-z])(?=[A-Z])", "_", key).lower(): value for key, value in values.items()
    }


def _dispatched_calls(call: Call) -> list[Call]:
    """The calls in one of a dispatcher, at any depth; any other call alone."""
    if not _DISPATCHER.fullmatch(call.function):
        return [call]
    uses = unwrapped_json(next((call.params[k] for k in _DISPATCHED if k in call.params), None))
    if not isinstance(uses, list):
        inner = dispatched_call(call.params)
        made = [] if inner is None else [replace(call, function=inner[0], params=inner[1])]
    else:
        found = [dispatched_call(use) if isinstance(use, dict) else None for use in uses]
        results = call.result if isinstance(call.result, list) else []
        results = results if len(results) == len(uses) else [None] * len(uses)
        made = [
            replace(call, function=inner[0], params=inner[1], result=result, id=None)
            for inner, result in zip(found, results, strict=True)
            if inner is not None
        ]
        made *= None not in found
    return [part for inner in made for part in _dispatched_calls(inner)] or [call]


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
    **dict.fromkeys(_TEXTS, ("a list of strings", _is_texts)),
    "calls": ("a list of calls", lambda value: not value or isinstance(value, list | tuple)),
    "params": ("a mapping of names to values", lambda value: isinstance(value, dict)),
    "response_type": (f"one of {', '.join(RESPONSE_TYPES)}", RESPONSE_TYPES.__contains__),
    **dict.fromkeys(
        ("rejected", "requested"), ("true or false", lambda value: isinstance(value, bool))
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


def _no_reply(answer: object) -> ReplyError:
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
