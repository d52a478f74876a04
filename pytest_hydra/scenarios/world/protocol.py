"""What all worlds share: tools, how one is marked and fails, and where a world comes from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeVar, overload

from pytest_hydra.core.plain import keyword_value
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


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as a model sees it. ``parameters`` is a JSON Schema."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    writes: bool = False


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


@keyword_value
class WorldSource:
    """Where the worlds of a scenario come from: a class, or tools that a file describes.

    ``state`` is what they begin with, ``timeout_seconds`` how long a tool may take.
    """

    use: str | None = None
    state: Any = field(default_factory=dict)
    tools: tuple[Mapping[str, Any], ...] = ()
    timeout_seconds: float = 10.0

    @property
    def identity(self) -> dict[str, Any]:
        """What makes a conversation in it another one: plain JSON."""
        return {"use": self.use, "state": self.state, "tools": list(self.tools)}
