"""The key `world`: what a scenario asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pytest_hydra.documents.validation import unknown_name
from pytest_hydra.errors import BadValueError
from pytest_hydra.plugins.worlds import world_format
from pytest_hydra.plugins.worlds.world_format import ServersWorld, WorldModel
from pytest_hydra.scenarios.keys import Asking, Key, Opening, Plan

if TYPE_CHECKING:
    from pytest_hydra.core.scorecard import Check
    from pytest_hydra.plugins.worlds.live_world import LiveWorld
    from pytest_hydra.scenarios.reply import Conversation


@dataclass(frozen=True, slots=True)
class WorldPlan(Plan):
    """A world for each conversation."""

    source: WorldModel
    offers = frozenset(("tools",))
    repeats = True

    @property
    def identity(self) -> Mapping[str, Any]:
        """The parts of the world that identify a conversation in it."""
        return self.source.identity

    def prepare(self, opening: Opening) -> None:  # noqa: ARG002 - as of every plan
        """Import what `open` needs."""
        import pytest_hydra.plugins.worlds.world_kinds  # noqa: F401

    @contextmanager
    def open(self, opening: Opening) -> Iterator[LiveWorld]:
        """A new world. Raises WorldError."""
        from pytest_hydra.plugins.worlds.world_kinds import opened
        from pytest_hydra.plugins.worlds.world_state import references_in

        found = [calls for _, expect in opening.demands for calls in references_in(expect.nodes)]
        with opened(self.source, opening.settings.root, found) as world:
            yield world

    def repeat(self, conversation: Conversation, opening: Opening) -> Conversation:
        """The conversation with its calls made again in a new world. Raises WorldError."""
        from pytest_hydra.plugins.worlds.world_kinds import repeat_in_world

        return repeat_in_world(self.source, opening.settings.root, conversation)

    def amounts(self, conversation: Conversation, checks: Iterable[Check]) -> Mapping[str, int]:
        """Which tools of MCP servers were expected, and which were called."""
        if not isinstance(self.source, ServersWorld):
            return MappingProxyType({})
        from pytest_hydra.plugins.worlds.tool_choice import choices

        return choices(conversation.bot, checks, conversation.turns)


class WorldKey(Key):
    """The key of scenarios and of files."""

    name = "world"
    doc = "State, and tools: a class, as `package.module:Class`, or a mapping."
    file_doc = "The world of its scenarios."
    model: Any = world_format.WorldKey
    templates = frozenset(("state",))

    def plan(
        self,
        of_file: WorldModel | None,
        own: WorldModel | None,
        folder: Path,  # noqa: ARG002 - a world has no files
    ) -> WorldPlan | None:
        """The worlds of the file and of the scenario together."""
        source = world_format.world_of(of_file, own)
        return None if source is None else WorldPlan(source)

    def for_bot(self, plan: Plan | None, asking: Asking) -> Plan | None:
        """The plan with the settings of the MCP server that the world names.

        Without a world the bot has its own servers in its place.
        """
        assert plan is None or isinstance(plan, WorldPlan)  # noqa: S101 - this key made it
        known = asking.settings.mcp
        names = asking.bot.mcp if plan is None and asking.bot is not None else []
        if plan is not None and plan.source.mcp:
            names = [plan.source.mcp]
            if plan.source.mcp not in known:
                message = unknown_name("MCP server", plan.source.mcp, sorted(known))
                raise BadValueError(message, ("mcp",))
        if not names:
            return plan
        servers = ServersWorld(servers={name: known[name] for name in names})
        return WorldPlan(servers.model_copy(update=dict(plan.source if plan else {})))
