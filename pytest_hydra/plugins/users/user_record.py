"""How a simulated user ended a conversation, and what is told of that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from pytest_hydra.core.plain import keyword_value
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.scenarios.reply import Conversation

#: The name of the record.
PLAYED = "played"
#: The fault of a user whose judge gave no answer: it is neither the user's nor the bot's.
NOT_REVIEWED = "not reviewed"
#: The prefix of amounts in a result that count faults of users.
USER_FAULT = "user fault: "


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

    @classmethod
    def of(cls, conversation: Conversation) -> UserRecord | None:
        """That of a conversation; None if nobody played its user."""
        record = conversation.records.get(PLAYED)
        return None if record is None else cls.read(record)

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> UserRecord:
        """The inverse of `plain`."""
        fault, costs = record.get("fault"), record.get("costs")
        return cls(
            player=str(record.get("player", "")),
            done=record.get("done") is True,
            reason=str(record.get("reason", "")),
            fault=None if fault is None else str(fault),
            costs=tuple(costs) if isinstance(costs, list | tuple) else (),
        )

    @property
    def plain(self) -> dict[str, Any]:
        """The record as JSON values."""
        return {**asdict(self), "costs": list(self.costs)}

    @property
    def is_to_blame(self) -> bool:
        """Whether the user broke its part."""
        return self.fault not in (None, NOT_REVIEWED)

    @property
    def fault_text(self) -> str | None:
        """The fault in words; None if there is none."""
        if self.fault is None:
            return None
        if self.fault == NOT_REVIEWED:
            return f"the judge could not review the simulated user: {self.reason}"
        reason = f"{self.fault}: {self.reason}"
        return f"the simulated user broke its part, the bot is not blamed: {reason}"


def fault_of(record: Mapping[str, Any]) -> str | None:
    """The fault of the user in words; None if there is none."""
    return UserRecord.read(record).fault_text


def lines_of(record: Mapping[str, Any]) -> Iterator[str]:
    """Why the user was done, if it was."""
    played = UserRecord.read(record)
    if played.done:
        yield f"(the user was done: {one_line(played.reason or 'no reason', 200)})"


def fault_lines(amounts: Mapping[str, float], *, is_whole: bool) -> list[str]:  # noqa: ARG001
    """The line that counts faults of users."""
    kinds = {name: int(count) for name, count in amounts.items() if name.startswith(USER_FAULT)}
    counts = [f"{name.removeprefix(USER_FAULT)}: {kinds[name]}" for name in sorted(kinds)]
    conversations = counted(sum(kinds.values()), "conversation")
    return [f"{conversations} ended by a fault of the simulated user ({', '.join(counts)})"]
