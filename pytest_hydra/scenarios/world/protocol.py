"""The interface of all worlds: tools, their decorator, and errors."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple, Protocol, TypeVar, overload
from urllib.parse import urlsplit

from pytest_hydra.core.plain import plain
from pytest_hydra.errors import HydraError

#: The limits for the end of requests, and of the listener, in seconds.
MCP_SECONDS = 5.0
#: The method of our own request, which is answered when all others of a conversation are.
MCP_SETTLE = "PUT"

_MOST_SEPARATORS = 9  # in the name of a tool

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


# What models, APIs and servers put before the name of a tool, and models behind it: its number
# among the calls, brackets, special tokens. The name of an MCP server may contain the separator.
_BEFORE = re.compile(r"(?<=[^\W_])(?:[.:/]+|_{2,3})(?=[^\W_])")
_BEHIND = re.compile(r"(?<=\w)(?::\d+|\(\)|<\|.*)\Z", re.DOTALL)


@lru_cache(maxsize=1024)
def tool_names(function: str) -> tuple[str, ...]:
    """The function's name, and the names that it may have without a namespace or a server.

    ``functions.TOOL``, ``default_api.TOOL``, ``mcp__SERVER__TOOL``, also within each other.
    """
    name = _BEHIND.sub("", function.strip())
    starts = [match.end() for match in islice(_BEFORE.finditer(name), _MOST_SEPARATORS)]
    names = [function, name, *[name[start:] for start in starts]]
    if name.startswith(("mcp_", "mcp-")) and not starts:
        parts = name.split(name[3], _MOST_SEPARATORS)
        names += [name[3].join(parts[start:]) for start in range(2, len(parts))]
    return tuple(dict.fromkeys(names))


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
