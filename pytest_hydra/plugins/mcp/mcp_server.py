"""Tools over MCP for programs, servers and frameworks: HTTP on loopback only.

There is one listener for the process. Each conversation has its own token, which selects the tools
of a request; requests without a valid one are refused.
"""

from __future__ import annotations

import json
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from pytest_hydra.plugins.mcp.address import MCP_SECONDS, MCP_SETTLE, McpAddress
from pytest_hydra.scenarios.bots.protocol import BotError

if TYPE_CHECKING:
    import uvicorn

    from pytest_hydra.scenarios.environment import Environments

_HOST = "127.0.0.1"
_PATH = "/mcp"
# The limit of a request, in bytes.
_LONGEST = 1_000_000
# How many calls of a conversation may wait at a time; later ones are read when these are done.
_MOST_WAITING = 40
# The interval at which the end of requests is checked, in seconds.
_BETWEEN_LOOKS = 0.005


class McpServer:
    """The listener for all conversations of a process, started on first use."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._around: dict[str, Environments] = {}
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None
        self._url = ""

    @contextmanager
    def serve(self, environments: Environments) -> Iterator[McpAddress]:
        """The address of the tools of one conversation, for its duration.

        Raises BotError if the library is missing, or the server cannot listen.
        """
        with self._lock:
            if self._server is None:
                self._start()
        address = McpAddress(self._url, token_urlsafe(32))
        self._around[address.token] = environments
        try:
            yield address
        finally:
            address.settle()
            del self._around[address.token]

    def close(self) -> None:
        """Stop listening. Requests in progress are abandoned."""
        if self._server is not None and self._thread is not None:
            self._server.should_exit = self._server.force_exit = True
            self._thread.join(MCP_SECONDS)

    def _start(self) -> None:
        listener = _listener()
        try:
            import uvicorn

            app = _guarded(_app(self._around), self._around)
        except ModuleNotFoundError:
            listener.close()
            raise BotError(
                "this bot reaches the scenario's tools over MCP, which needs a library that is not "
                'installed: pip install "pytest-hydra[mcp]"'
            ) from None
        # No log: errors of a request are reported to its sender.
        self._server = uvicorn.Server(uvicorn.Config(app, log_config=None, log_level="critical"))
        self._url = f"http://{_HOST}:{listener.getsockname()[1]}{_PATH}"
        self._thread = threading.Thread(
            target=self._server.run, args=([listener],), name="hydra-mcp", daemon=True
        )
        self._thread.start()


def _listener() -> socket.socket:
    # asyncio sets TCP_NODELAY, which small answers need, only if the protocol is explicit.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.bind((_HOST, 0))
        listener.listen()
    except OSError as error:
        listener.close()
        raise BotError(f"cannot listen on {_HOST}: {error}") from None
    return listener


def _app(around: dict[str, Environments]) -> Any:
    """The MCP application; the token of a request selects the tools."""
    import anyio.to_thread
    from mcp import types
    from mcp.server.lowlevel import Server

    # Each its own: a conversation with many calls must not delay the others.
    limiters: WeakKeyDictionary[Environments, anyio.CapacityLimiter] = WeakKeyDictionary()

    def environments_of(context: Any) -> Environments:
        return around[_token(context.request.scope)]

    async def list_tools(context: Any, _: Any) -> types.ListToolsResult:
        tools = [
            types.Tool(
                name=tool.name,
                description=tool.description,
                input_schema=dict(tool.parameters),
                annotations=types.ToolAnnotations(read_only_hint=not tool.writes),
            )
            for tool in environments_of(context).tools.values()
        ]
        return types.ListToolsResult(tools=tools)

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        environments, arguments = environments_of(context), params.arguments or {}
        limiter = limiters.setdefault(environments, anyio.CapacityLimiter(_MOST_WAITING))
        call = await anyio.to_thread.run_sync(
            environments.call, params.name, arguments, limiter=limiter
        )
        value = call.result if call.error is None else call.error
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        content = [types.TextContent(type="text", text=text)]
        return types.CallToolResult(content=content, is_error=call.error is not None)

    server: Any = Server("world", on_list_tools=list_tools, on_call_tool=call_tool)
    # For this host the library accepts only local Host and Origin headers.
    return server.streamable_http_app(
        host=_HOST,
        streamable_http_path=_PATH,
        json_response=True,
        stateless_http=True,
        max_request_body_size=_LONGEST,
    )


def _guarded(app: Any, around: dict[str, Environments]) -> Any:
    """The application for requests with a valid token; the body of others is not read.

    Only POST is allowed: there is no stream for messages from the server.
    """
    import anyio
    from starlette.responses import Response

    unauthorized = Response(status_code=401, headers={"WWW-Authenticate": "Bearer"})
    not_allowed = Response(status_code=405, headers={"Allow": "POST"})
    no_content = Response(status_code=204)
    # The number of requests in progress, by token.
    active: Counter[str] = Counter()

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        token = _token(scope) if scope["type"] == "http" else None
        if token is None:  # the server's startup or shutdown
            await app(scope, receive, send)
        elif token not in around:
            await unauthorized(scope, receive, send)
        elif scope["method"] == MCP_SETTLE:
            with anyio.move_on_after(MCP_SECONDS):
                while active[token]:
                    await anyio.sleep(_BETWEEN_LOOKS)
            await no_content(scope, receive, send)
        elif scope["method"] != "POST":
            await not_allowed(scope, receive, send)
        else:
            active[token] += 1
            try:
                await app(scope, receive, send)
            finally:
                active[token] -= 1

    return answer


def _token(scope: Any) -> str:
    """The bearer token of a request; an empty text if there is none."""
    from starlette.datastructures import Headers

    scheme, _, token = Headers(scope=scope).get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""
