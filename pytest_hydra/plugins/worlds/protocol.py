"""The interface of all worlds, and their error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from pytest_hydra.errors import HydraError
from pytest_hydra.scenarios.environment import Tool


class WorldError(HydraError):
    """An error of the suite: a world that cannot be created, or breaks its own rules."""


class World(Protocol):
    """State and tools. Exceptions in ``run`` are reported to the bot as the tool's error."""

    @property
    def tools(self) -> Mapping[str, Tool]:
        """The tools by name."""

    @property
    def state(self) -> Any:
        """The current state: JSON values, changed by the world only."""

    def run(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """The result of the named tool for these arguments."""
