"""The messages that readers make, and how they make them of blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pytest_hydra.core.lookup import first
from pytest_hydra.core.text import one_line
from pytest_hydra.core.usage import tokens_of

Role = Literal["user", "assistant", "other"]
# Larger numbers are not plausible.
_MOST_TOKENS, _MOST_DOLLARS = 2**50, 10**6


@dataclass(slots=True)
class Returned:
    """What a call gave. It belongs to the call of this id, or without an id of this function."""

    content: Any = None
    failed: bool = False
    id: str | None = None
    function: str | None = None


@dataclass(slots=True)
class Called:
    """A call; ``arguments`` may be JSON as a text.

    It is only ``requested`` if it waits for somebody's approval, and ``unfinished`` if nobody knows
    whether it was made. The result of one that is ``awaited`` comes from outside of the model.
    """

    function: object
    arguments: Any = None
    id: str | None = None
    state: Literal["requested", "unfinished"] | None = None
    awaited: bool = True
    result: Returned | None = None


@dataclass(slots=True)
class Expense:
    """What a message took: tokens by kind, all of them together, US dollars.

    ``is_request``: a turn took the sum of such messages, and nothing is known of it without one.
    """

    tokens: Mapping[str, int]
    total: int | None = None
    cost: float | None = None
    model: str | None = None
    is_request: bool = False


@dataclass(slots=True)
class End:
    """How a message ended, other than well; ``reason`` is for people."""

    kind: Literal["cut off", "refused", "failed"]
    reason: str = ""


@dataclass(slots=True)
class Message:
    """One message, or an event of a log. A user's starts a turn, unless it only has results.

    ``unknown`` are kinds of what may be a call. A message that ``closes`` is the event with which
    its log ends a turn. ``by`` is who said it, as in `who`.
    """

    role: Role
    text: str = ""
    calls: list[Called] = field(default_factory=list)
    results: list[Returned] = field(default_factory=list)
    agent: str | None = None
    spent: Expense | None = None
    end: End | None = None
    unknown: list[str] = field(default_factory=list)
    closes: bool = False
    by: Mapping[str, str] | None = None

    @property
    def is_users(self) -> bool:
        """Whether the user says it."""
        return self.role == "user" and not self.results

    @property
    def answered_by(self) -> Mapping[str, str] | None:
        """Who said it, or else the model of what it took."""
        return self.by or who(model=self.spent and self.spent.model)


@dataclass(slots=True)
class Transcript:
    """A conversation that a log has: its id, and its messages.

    ``closed_by`` is what the log calls the event that ends a turn; empty if it has none.
    ``unknown`` are kinds of what may be a call in any turn. ``servers_in_names``: the name of a
    tool may be behind that of its server, which the log does not tell apart: SERVER_TOOL. ``by`` is
    who answers in all of it, as in `who`.
    """

    id: object
    messages: list[Message]
    closed_by: str = ""
    unknown: list[str] = field(default_factory=list)
    servers_in_names: bool = False
    by: Mapping[str, str] | None = None


Kinds = Mapping[str, Callable[[Any], object] | None]
"""How a block of each kind is read: as a text, a `Called`, a `Returned`, or an `End` that is a
refusal with its text. A block that says nothing of these has None, for its kind or what is read.
"""


def message_of(
    role: Role,
    blocks: Iterable[tuple[str, Any]],
    kinds: Kinds,
    end: End | None = None,
    spent: Expense | None = None,
) -> Message:
    """A message of blocks, each with its kind. Adjacent texts are one; other blocks part lines."""
    made = Message(role, end=end, spent=spent)
    needs_break = False
    for kind, block in blocks:
        read = kinds.get(kind)
        part = None if read is None else read(block)
        if isinstance(part, End):
            made.end, part = made.end or End(part.kind), part.reason
        if isinstance(part, str):
            if needs_break and made.text:
                made.text += "\n"
            made.text += part
        elif isinstance(part, Called):
            made.calls.append(part)
        elif isinstance(part, Returned):
            made.results.append(part)
        elif kind not in kinds or part is not None:
            made.unknown.append(kind or "an item without a type")
            made.end = made.end or lost_text(block)
        needs_break = not isinstance(part, str)
    return made


_TEXTS = ("text", "value", "content", "markdown", "children", "blocks", "items", "parts", "message")


def lost_text(block: object) -> End | None:
    """The end of a message in which a block of an unknown kind has something like a text."""
    if isinstance(block, Mapping) and any(block.get(key) for key in _TEXTS):
        shown = one_line(repr(block), 160)
        return End("cut off", f"the text of the reply is not understood: {shown}")
    return None


def said(*keys: str) -> Callable[[Any], object]:
    """How a block of a text is read, which is under one of these keys and nowhere else."""

    def read(block: Any) -> object:
        found = first(block, keys)
        return block if found is None and lost_text(block) else found

    return read


def unknown_event(kind: object) -> Message:
    """The message of an event that a reader does not know: it may be a call."""
    return Message("other", unknown=[f"the event {one_line(str(kind), 60)}"])


def failed(reason: object) -> End:
    """The end of an agent that failed."""
    return End("failed", f"the agent failed: {reason}")


def cut_off(key: str, reason: object) -> End:
    """The end of a reply that is not whole, as the value of a key says."""
    why = f"its {key} is {reason!r}; if that is a token limit, raise it"
    return End("cut off", f"the reply is incomplete: {why}")


_CALLING = ("tool_calls", "tool_call", "function_call", "tool_use", "tool-calls")


def with_lost_calls(message: Message, reason: object) -> Message:
    """The message; if it ended in order to call, as this reason says, and has no call, it had."""
    if isinstance(reason, str) and reason in _CALLING and not message.calls:
        message.unknown.append(f"{reason} without a call")
    return message


def who(**names: object) -> dict[str, str] | None:
    """Who answered, by the names of `ANSWERED_BY`, as far as known; None if nothing is."""
    known = {key: name for key, name in names.items() if isinstance(name, str) and name}
    return {key: one_line(name, 120) for key, name in known.items()} or None


def spent(
    usage: object, *, cost: object = None, model: object = None, is_request: bool = False
) -> Expense:
    """What a message took, by token counts under any of the known names."""
    tokens = tokens_of(usage)
    total = usage.get("total_tokens") if isinstance(usage, Mapping) else None
    total = getattr(usage, "total_tokens", None) if total is None else total
    if not (type(total) is int and 0 <= total < _MOST_TOKENS):
        total = tokens["input_tokens"] + tokens["output_tokens"] if tokens else None
    known = float(cost) if isinstance(cost, int | float) and 0 <= cost < _MOST_DOLLARS else None
    return Expense(tokens, total, known, model if isinstance(model, str) else None, is_request)
