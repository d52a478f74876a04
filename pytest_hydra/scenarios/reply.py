"""What is recorded of a conversation: everything needed to decide, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, field, fields
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
    the state of the repository under ``git``; where it was observed, what ran under ``ran``, as
    `ObservedRuns`, and which of the named files were read under ``read``. ``contents`` are the
    texts of changed and of named files by blob id, without those that are long or not UTF-8.
    ``lines`` are the numbers of lines added and removed, by path, and ``patch`` is the whole
    change. ``runs`` are the commands of `passes`, by a digest of all that they depend on. ``place``
    is the path at which the bot saw it. ``calls`` says what its tools of unusual names do.
    ``unknown`` is why the files are not known.
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
_WORLD_FIELDS = tuple(entry.name for entry in fields(WorldRecord))
_WORKSPACE_FIELDS = tuple(entry.name for entry in fields(WorkspaceRecord))


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
