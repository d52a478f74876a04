"""What is recorded of a conversation: everything needed to decide, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, field
from typing import Any, TypeVar

from pytest_hydra.core.plain import keyword_value
from pytest_hydra.core.text import one_line
from pytest_hydra.transcript.own_form import turn_from_plain, turn_to_plain
from pytest_hydra.transcript.turn import ReplyError, Turn

T = TypeVar("T")


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
class Conversation:
    """A recorded conversation: everything needed to decide, and nothing else.

    ``records`` are what its environments saw, by their keys: plain JSON.
    """

    turns: tuple[Turn, ...]
    context: Mapping[str, Any] = field(default_factory=dict)
    bot: str = ""
    played: UserRecord | None = None
    records: Mapping[str, Any] = field(default_factory=dict)
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
#: Among the records of environments, those after each turn but the last, by their keys.
BY_TURN = "by_turn"
# Of a recorded conversation; all others are records of environments.
_OWN = frozenset({"bot", "context", "turns", "history", "played"})


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
    return {**values, **conversation.records}


def conversation_from_plain(values: Mapping[str, Any]) -> Conversation:
    """The inverse of `conversation_to_plain`. Raises ReplyError for invalid values."""
    try:
        return Conversation(
            turns=tuple(turn_from_plain(turn) for turn in values["turns"]),
            context=dict(values["context"]),
            bot=str(values["bot"]),
            played=_as(UserRecord, "costs", values.get("played")),
            records={name: dict(values[name]) for name in values if name not in _OWN},
            history=tuple([dict(message) for message in values.get("history", ())]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        reason = one_line(f"{type(error).__name__}: {error}")
        raise ReplyError(f"this is not a recorded conversation ({reason})") from error


def _as(kind: type[T], name: str, values: Any) -> T | None:
    """Create an instance, whose field ``name`` is a list; None for None."""
    return None if values is None else kind(**{**values, name: tuple(values[name])})
