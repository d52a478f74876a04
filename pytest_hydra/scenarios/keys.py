"""Keys of scenarios that plugins add: what is written, what it asks for, and what opens it.

A `Key` reads what a file and a scenario say to a `Plan`, which opens an environment for each
conversation. The core holds plans and environments by the names of their keys, and knows none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from pytest_hydra.registry import Offered, table, words

if TYPE_CHECKING:
    from pytest_hydra.core.scorecard import Check
    from pytest_hydra.execution import Budget
    from pytest_hydra.scenarios.bots.protocol import Bot
    from pytest_hydra.scenarios.environment import Environment
    from pytest_hydra.scenarios.expect.kinds import Expectations
    from pytest_hydra.scenarios.expect.model import PartResult
    from pytest_hydra.scenarios.reply import Conversation
    from pytest_hydra.settings import BotSettings, Settings


@dataclass(frozen=True, slots=True)
class Asking:
    """The bot that is to hold a scenario: without name and settings that of a fixture.

    ``identity`` is that of its recordings, which a replay has even without its settings.
    """

    name: str | None
    bot: BotSettings | None
    settings: Settings
    identity: Mapping[str, Any]
    #: The folder of the scenario file.
    folder: Path
    #: The expectations of each turn, counted from 1, and of the whole (None).
    demands: Sequence[tuple[int | None, Expectations]]
    #: The identities of a table of `Settings.called`, by name; those of the run in a replay.
    identities: Callable[[str], Mapping[str, Any]]
    #: What the environments that the scenario names have for a bot: ``tools``, ``folder``.
    offered: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Opening:
    """What an environment may need of the session that opens it."""

    settings: Settings
    #: The settings of the bot under its treatment; None if hydra.toml has none.
    bot: BotSettings | None
    #: The expectations of each turn, counted from 1, and of the whole (None).
    demands: Sequence[tuple[int | None, Expectations]]
    #: The one of its kind in the session: made on first use by its name, and closed at the end.
    shared: Callable[[str, Callable[[], Any]], Any]
    #: What is called by the table and the name in it, opened once as a bot is. Raises BotError.
    called: Callable[[str, str, Callable[..., Bot]], Bot]
    #: The limit of what conversations may cost; None without one.
    budget: Budget | None = None
    #: Identifies the session.
    token: str = ""


class Plan:
    """What a scenario asks for. Immutable, and equal to one that asks for the same."""

    __slots__ = ()

    #: What its environment has for a bot: ``tools``, ``folder``.
    offers: ClassVar[frozenset[str]] = frozenset()
    #: Whether calls can be made again in a new one; see `repeat`.
    repeats: ClassVar[bool] = False

    @property
    def opening(self) -> str | None:
        """The first message, if its environment speaks in the user's place; "" if it is unknown."""
        return None

    @property
    def calls(self) -> Sequence[tuple[str, str]]:
        """What it calls beside the bot, in `Settings.called`: tables, and the names there."""
        return ()

    @property
    def identity(self) -> Mapping[str, Any]:
        """The part of the conversation's identity in recordings: plain JSON."""
        raise NotImplementedError

    def prepare(self, opening: Opening) -> None:
        """Import what `open` needs, in the main thread: `open` may run in another."""

    def open(self, opening: Opening) -> AbstractContextManager[Environment]:
        """A new environment. Raises HydraError: the conversation is then ungraded."""
        raise NotImplementedError

    def with_files(self, files: Mapping[str, str | Path | None]) -> Plan:  # noqa: ARG002
        """The plan with further files by their names: a text, a copy of a path, None for none."""
        return self

    def repeat(self, conversation: Conversation, opening: Opening) -> Conversation:  # noqa: ARG002
        """The conversation with its calls made again, in a new environment. Raises HydraError.

        Mutation testing asks for it. The same conversation unless the plan ``repeats``.
        """
        return conversation

    def amounts(
        self,
        conversation: Conversation,  # noqa: ARG002
        checks: Iterable[Check],  # noqa: ARG002
    ) -> Mapping[str, int]:
        """What is added up over all conversations of the session, by name."""
        return MappingProxyType({})

    def review(
        self,
        conversation: Conversation,  # noqa: ARG002
        judge: Callable[[str, None], PartResult] | None,  # noqa: ARG002
    ) -> Mapping[str, Any]:
        """The records that are otherwise once a judge, if there is one, has seen a conversation."""
        return MappingProxyType({})

    def mends(self, conversation: Conversation) -> bool:  # noqa: ARG002
        """Whether another conversation may not have the fault of this one's environment."""
        return False

    def costs(self, conversation: Conversation) -> Sequence[float | None]:  # noqa: ARG002
        """What was paid beside the bot, in US dollars; None for what is unknown."""
        return ()

    def tell(self, sent: dict[str, Any], conversations: Sequence[Conversation]) -> None:
        """Add what is to be said of all conversations of an item.

        ``sent["result"]["details"]`` are those of report.json, ``sent["amounts"]`` numbers that are
        added up over the session, by name.
        """


class Key:
    """A key of scenario files: of a scenario, and of a file for all of its scenarios."""

    name: str
    #: For the JSON Schema and the reference: what it is in a scenario, and in a file.
    doc: str
    file_doc: str = "The default of its scenarios."
    #: A type for pydantic, so that a fault has its file and line.
    model: Any
    #: The names of fields in it that a matrix and cases fill in, and of those the ones in which a
    #: text stays a text, whatever value is filled in.
    templates: frozenset[str] = frozenset()
    texts: frozenset[str] = frozenset()
    #: Whether it stands in place of ``steps``: its environment speaks. A file has no such key.
    speaks: ClassVar[bool] = False

    def plan(self, of_file: Any, own: Any, folder: Path) -> Plan | None:
        """What a scenario in this folder asks for.

        Raises BadValueError, or ValueError, for a fault of the value.
        """
        raise NotImplementedError

    def for_bot(self, plan: Plan | None, asking: Asking) -> Plan | None:  # noqa: ARG002
        """The plan for a bot, which may ask for an environment that no file names.

        Raises BadValueError for a fault below the key.
        """
        return plan


#: The keys of the package's plugins.
KEYS: Mapping[str, Key] = Offered("keys", {})


def in_order(names: Collection[str]) -> list[str]:
    """The keys in the order in which their environments surround a bot, the outermost first."""
    known = [name for name in words("keys") if name in names]
    return [*known, *[name for name in names if name not in known]]


def asked(keys: Mapping[str, Key], settings: Settings, identity: Mapping[str, Any]) -> list[str]:
    """The keys that may give a bot of this identity an environment that no file names.

    Those of other plugins always, and those of ours by what the registry says.
    """
    found = [name for name in keys if name not in words("keys")]
    for entry in table().values():
        has_table = any(getattr(settings, name) for name in entry.get("tables", ()))
        if has_table or not identity.keys().isdisjoint(entry.get("identity", ())):
            found += [name for name in entry.get("keys", ()) if name in keys]
    return found
