"""What is recorded of a conversation: everything needed to decide, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from pytest_hydra import registry
from pytest_hydra.core.plain import keyword_value
from pytest_hydra.core.text import one_line
from pytest_hydra.transcript.own_form import turn_from_plain, turn_to_plain
from pytest_hydra.transcript.turn import ReplyError, Turn


@keyword_value
class Conversation:
    """A recorded conversation: everything needed to decide, and nothing else.

    ``records`` are what its environments saw, by their keys: plain JSON.
    """

    turns: tuple[Turn, ...]
    context: Mapping[str, Any] = field(default_factory=dict)
    bot: str = ""
    records: Mapping[str, Any] = field(default_factory=dict)
    history: tuple[Mapping[str, str], ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether every turn has a reply."""
        return all(turn.reply is not None for turn in self.turns)

    @property
    def speaker(self) -> str | None:
        """The record of who spoke in the user's place; None if the file fixes the turns."""
        if not self.records:
            return None
        return next((name for name in registry.words("speakers") if name in self.records), None)

    @property
    def fault(self) -> str | None:
        """The fault of who spoke in the user's place, in words; None if there is none."""
        name = self.speaker if self.records else None
        if name is None:
            return None
        fault: str | None = registry.offered("speakers", name)(self.records[name])
        return fault

    @property
    def patch(self) -> str | None:
        """What was changed, if an environment recorded it."""
        for name, record in self.records.items():
            known = registry.records().get(name, {})
            if "diff" in known:
                patch: str | None = record.get(known["diff"])
                return patch
        return None

    @property
    def is_seen(self) -> bool:
        """Whether an environment saw what was done, whatever the bot reports of it."""
        return any(name not in registry.words("speakers") for name in self.records)


#: Among the records of environments, those after each turn but the last, by their keys.
BY_TURN = "by_turn"
# Of a recorded conversation; all others are records of environments.
_OWN = frozenset({"bot", "context", "turns", "history"})


def conversation_to_plain(conversation: Conversation) -> dict[str, Any]:
    """The conversation as JSON values."""
    values: dict[str, Any] = {
        "bot": conversation.bot,
        "context": dict(conversation.context),
        "turns": [turn_to_plain(turn) for turn in conversation.turns],
    }
    if conversation.history:
        values["history"] = [dict(message) for message in conversation.history]
    return {**values, **conversation.records}


def conversation_from_plain(values: Mapping[str, Any]) -> Conversation:
    """The inverse of `conversation_to_plain`. Raises ReplyError for invalid values."""
    try:
        return Conversation(
            turns=tuple(turn_from_plain(turn) for turn in values["turns"]),
            context=dict(values["context"]),
            bot=str(values["bot"]),
            records={name: dict(values[name]) for name in values if name not in _OWN},
            history=tuple([dict(message) for message in values.get("history", ())]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        reason = one_line(f"{type(error).__name__}: {error}")
        raise ReplyError(f"this is not a recorded conversation ({reason})") from error
