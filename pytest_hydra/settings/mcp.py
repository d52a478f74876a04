"""The tables of hydra.toml for MCP servers."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from typing import Any, ClassVar

from pydantic import Field

from pytest_hydra.core.text import variables
from pytest_hydra.documents import Document
from pytest_hydra.documents.validation import Name, StrictModel, unknown_name
from pytest_hydra.errors import Problem
from pytest_hydra.settings.types import Command, Headers, KindSettings, Url, Variable


class McpSettings(KindSettings):
    """An MCP server."""

    noun = "MCP server"
    kinds = ("command", "url")
    only_for: ClassVar[Mapping[str, tuple[str, ...]]] = {"env": ("command",), "headers": ("url",)}

    command: Command | None = None
    """A server on standard input and output, run once per conversation."""
    url: Url | None = None
    """The URL of a server over streamable HTTP."""
    env: dict[Variable, str] = Field(default_factory=dict)
    """Further environment variables of the command. `${NAME}` is replaced from the environment."""
    headers: Headers = Field(default_factory=dict)
    """Headers of each request. `${NAME}` is replaced from the environment."""
    timeout_seconds: float = Field(30.0, gt=0, allow_inf_nan=False)
    """Time limit for the start, and for a call."""

    def hidden_texts(self, environ: Mapping[str, str] = os.environ) -> Iterator[tuple[str, str]]:
        """Secrets that must not be stored or shown, each with its replacement."""
        for name in variables([self.env, self.headers, self.url]):
            yield environ.get(name, ""), f"${{{name}}}"

    @property
    def identity(self) -> dict[str, Any]:
        """What determines its tools and answers, as far as known; `${NAME}` stays as written."""
        return self.model_dump(mode="json", exclude_defaults=True, exclude={"timeout_seconds"})


class McpTables(StrictModel):
    """The table ``[mcp]``."""

    mcp: dict[Name, McpSettings] = Field(default_factory=dict)


def mcp_problems(
    document: Document, users: Mapping[str, Mapping[str, Any]], servers: Collection[str]
) -> Iterator[Problem]:
    """Names of servers that there are not, in the tables ``users``: those of bots and agents."""
    for table, entries in users.items():
        for owner, settings in entries.items():
            for index, name in enumerate(settings.mcp):
                if name not in servers:
                    at = (table, owner, "mcp", index)
                    yield document.problem(unknown_name("MCP server", name, sorted(servers)), at)
