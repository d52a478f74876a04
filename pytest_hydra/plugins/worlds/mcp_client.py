"""MCP servers as a world without state, by the official SDK: for bots of any kind, and agents."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Mapping
from concurrent.futures import Future
from contextlib import AsyncExitStack
from functools import cache
from pathlib import Path
from typing import Any

import httpx2
import mcp
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from pytest_hydra.core.text import fill, one_line
from pytest_hydra.errors import ToolError
from pytest_hydra.execution import EventLoop, TimeUpError
from pytest_hydra.plugins.worlds.protocol import WorldError
from pytest_hydra.scenarios.environment import Tool
from pytest_hydra.settings import McpSettings

_LOOP = EventLoop("hydra-mcp-client")
# Time for servers to end, in seconds.
_ENDING = 5.0


class McpWorld:
    """The tools of servers, which run until `close`. Its state is empty."""

    def __init__(self, servers: Mapping[str, McpSettings], root: Path) -> None:
        """Start or reach the servers; ``root`` is where commands run. Raises WorldError."""
        self.state: dict[str, Any] = {}
        self._servers, self._root = servers, root
        #: The server of each tool: its name, and how it is called.
        self._owners: dict[str, tuple[str, mcp.Client, float]] = {}
        self._tools: Future[dict[str, Tool]] = Future()
        self._end = asyncio.Event()
        self._work = _LOOP.start(self._hold)
        self.tools = self._tools.result()

    async def _hold(self) -> None:
        # What is opened in a task has to be closed in it.
        self._loop = asyncio.get_running_loop()
        tools: dict[str, Tool] = {}
        try:
            async with AsyncExitStack() as stack:
                for name, server in self._servers.items():
                    tools |= await self._open(name, server, stack)
                self._tools.set_result(tools)
                await self._end.wait()
        except BaseException as error:
            if self._tools.done():
                raise
            problem = error if isinstance(error, WorldError) else WorldError(_reason(error))
            self._tools.set_exception(problem)

    async def _open(self, name: str, server: McpSettings, stack: AsyncExitStack) -> dict[str, Tool]:
        log = stack.enter_context(tempfile.TemporaryFile("w+", errors="replace"))  # noqa: SIM115
        tools: dict[str, Tool] = {}
        try:
            async with asyncio.timeout(server.timeout_seconds):
                transport = await self._transport(server, log, stack)
                client = await stack.enter_async_context(mcp.Client(transport))
                page = await client.list_tools()
                listed = list(page.tools)
                while page.next_cursor:
                    page = await client.list_tools(cursor=page.next_cursor)
                    listed += page.tools
        except Exception as error:  # noqa: BLE001 - the server's, or of its connection
            log.seek(0)
            last = one_line(log.read().strip().rpartition("\n")[2], 200)
            reason = f"{_reason(error)}{f': {last}' if last else ''}"
            # As it is written: without what ${NAME} stands for.
            place = f" at {server.url}" if server.url else ""
            raise WorldError(f"the MCP server {name!r}{place} cannot be used: {reason}") from None
        for tool in listed:
            if tool.name in self._owners:
                raise WorldError(
                    f"the MCP servers {self._owners[tool.name][0]!r} and {name!r} both have a tool "
                    f"{tool.name!r}; a bot can have one of them: take the other out of its `mcp`"
                )
            schema = dict(tool.input_schema)
            tools[tool.name] = Tool(tool.name, tool.description or "", schema, writes=True)
            self._owners[tool.name] = name, client, server.timeout_seconds
        return tools

    async def _transport(self, server: McpSettings, log: Any, stack: AsyncExitStack) -> Any:
        def filled(template: Any) -> Any:
            return fill(template, "{{{{{}}}}}".format, lambda key: os.environ.get(key, ""))

        if server.command is None:
            seconds = server.timeout_seconds
            http = httpx2.AsyncClient(headers=filled(server.headers), timeout=seconds)
            await stack.enter_async_context(http)
            return streamable_http_client(filled(server.url), http_client=http)
        program, *words = server.command
        parameters = mcp.StdioServerParameters(
            command=program, args=words, env=filled(server.env) or None, cwd=self._root
        )
        return stdio_client(parameters, errlog=log)

    def run(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """The text that the tool answers. Raises ToolError if it fails."""
        _, client, seconds = self._owners[name]
        work = _LOOP.start(lambda: client.call_tool(name, dict(arguments)), seconds)
        try:
            result = work.wait()
        except (TimeoutError, TimeUpError):
            raise ToolError(f"the MCP server did not answer within {seconds:g} s") from None
        except Exception as error:  # noqa: BLE001 - the server's, or of its connection
            raise ToolError(_reason(error)) from None
        texts = [part.text for part in result.content if part.type == "text"]
        text = "\n".join(texts)
        if result.is_error:
            raise ToolError(text or "the tool failed")
        return text if texts else result.structured_content

    def close(self) -> None:
        """End the servers."""
        self._loop.call_soon_threadsafe(self._end.set)
        if not self._work.woken.wait(_ENDING):
            self._work.stop()


def tools_of_server(name: str, server: McpSettings, root: Path) -> Mapping[str, Tool]:
    """The tools that a server lists, which is asked once. Raises WorldError."""
    listed = _list_tools(name, server.model_dump_json(exclude_unset=True, by_alias=True), root)
    if isinstance(listed, str):
        raise WorldError(listed)
    return listed


@cache
def _list_tools(name: str, settings: str, root: Path) -> Mapping[str, Tool] | str:
    """The tools, or why the server cannot be used; ``settings`` are those of the server as JSON."""
    try:
        world = McpWorld({name: McpSettings.model_validate_json(settings)}, root)
    except WorldError as error:
        return str(error)
    world.close()
    return world.tools


def _reason(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, TimeoutError):
        return "it did not answer in time"
    return one_line(str(error), 300) or type(error).__name__
