"""The interface of all worlds: tools, their decorator, and errors."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar, overload
from urllib.parse import urlsplit

from pytest_hydra.core.plain import plain
from pytest_hydra.errors import HydraError

#: The limits for the end of requests, and of the listener, in seconds.
MCP_SECONDS = 5.0
#: The method of our own request, which is answered when all others of a conversation are.
MCP_SETTLE = "PUT"


F = TypeVar("F", bound=Callable[..., Any])


class WorldError(HydraError):
    """An error of the suite: a world that cannot be created, or breaks its own rules."""


class ToolError(Exception):
    """A tool of a world failed; the bot gets the message."""


@overload
def tool(function: F) -> F: ...


@overload
def tool(*, writes: bool = False) -> Callable[[F], F]: ...


def tool(function: Any = None, *, writes: bool = False) -> Any:
    """Mark a method as a tool of the world that its class describes.

    ``writes``: the tool may change the state. A change by another tool is an error of the suite.
    """

    def mark(method: Any) -> Any:
        method.hydra_tool = {"writes": writes}
        return method

    return mark if function is None else mark(function)


class McpAddress(NamedTuple):
    """The address of a conversation's tools, and the bearer token for requests."""

    url: str
    token: str

    def settle(self) -> None:
        """Wait until all requests that were sent so far are answered, for a few seconds at most."""
        # Imported on use: every session imports this module.
        from http.client import HTTPConnection, HTTPException

        place = urlsplit(self.url)
        connection = HTTPConnection(str(place.hostname), place.port, timeout=2 * MCP_SECONDS)
        # The server is gone if the session ends.
        with closing(connection), suppress(OSError, HTTPException):
            headers = {"Authorization": f"Bearer {self.token}"}
            connection.request(MCP_SETTLE, place.path, headers=headers)
            connection.getresponse()

    def redact(self, value: Any) -> Any:
        """A JSON value with both replaced by placeholders."""
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
        """The description of the tool for a model: a copy, as libraries change it in place."""
        names = ("name", "description", "parameters")
        return {name: plain(getattr(self, name)) for name in names}


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
