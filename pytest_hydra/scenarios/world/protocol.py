"""What all worlds share: tools, and how one is marked and fails."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar, overload

from pytest_hydra.errors import HydraError

F = TypeVar("F", bound=Callable[..., Any])


class WorldError(HydraError):
    """A fault of the suite: a world that cannot be made, or does not keep to its own rules."""


class ToolError(Exception):
    """A tool of a world failed; the text says why, as the bot is told."""


@overload
def tool(function: F) -> F: ...


@overload
def tool(*, writes: bool = False) -> Callable[[F], F]: ...


def tool(function: Any = None, *, writes: bool = False) -> Any:
    """Mark a method of a class as a tool of the world that the class describes.

    ``writes``: the tool may change the state. One that is not marked so and does is a fault.
    """

    def mark(method: Any) -> Any:
        method.hydra_tool = {"writes": writes}
        return method

    return mark if function is None else mark(function)


class McpAddress(NamedTuple):
    """Where a conversation's tools are, and what requests there carry as a bearer token."""

    url: str
    token: str

    def hidden_in(self, value: Any) -> Any:
        """A JSON value with names in place of the two."""
        text = json.dumps(value).replace(self.token, "{{mcp_token}}")
        return json.loads(text.replace(self.url, "{{mcp_url}}"))


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as a model sees it. ``parameters`` is a JSON Schema."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    writes: bool = False

    @property
    def schema(self) -> dict[str, Any]:
        """What a model is told of it."""
        names = ("name", "description", "parameters")
        return {name: getattr(self, name) for name in names}


class World(Protocol):
    """State and tools. What it raises in ``run`` the bot is told as the tool's error."""

    @property
    def tools(self) -> Mapping[str, Tool]:
        """The tools by name."""

    @property
    def state(self) -> Any:
        """The state as it is now: JSON values, which nobody else changes."""

    def run(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """What the tool of this name gives for these arguments."""
