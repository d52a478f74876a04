"""The door to worlds for programs, servers and frameworks: MCP over HTTP, on loopback alone.

There is one listener for the process. Each conversation has a token of its own, which says whose
world a request means; without one nobody is answered.
"""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any

from pytest_hydra.scenarios.bots.protocol import BotError, Chat
from pytest_hydra.scenarios.world.protocol import McpAddress

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    import uvicorn

    from pytest_hydra.scenarios.world.live_world import LiveWorld

_HOST = "127.0.0.1"
_PATH = "/mcp"
# How long a request may be, in bytes.
_LONGEST = 1_000_000
# How long the listener may take to end, in seconds.
_END = 5.0


@contextmanager
def over_mcp(
    world: LiveWorld, start: Callable[..., AbstractContextManager[Chat]]
) -> Iterator[Chat]:
    """A conversation with a bot that reaches the world's tools over MCP.

    ``start`` is given the ``address``. Raises BotError where nothing can listen.
    """
    with world.over_mcp() as address, start(address=address) as chat:
        world.address = address
        yield chat


class McpServer:
    """What listens for all conversations of a process, from the first that needs it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._worlds: dict[str, LiveWorld] = {}
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None
        self._url = ""

    @contextmanager
    def serve(self, world: LiveWorld) -> Iterator[McpAddress]:
        """The address of this world, for as long as its conversation lasts.

        Raises BotError where the library is missing, or nothing can listen.
        """
        with self._lock:
            if self._server is None:
                self._start()
        token = token_urlsafe(32)
        self._worlds[token] = world
        try:
            yield McpAddress(self._url, token)
        finally:
            del self._worlds[token]

    def close(self) -> None:
        """Listen no more. Requests that still run are let go."""
        if self._server is not None and self._thread is not None:
            self._server.should_exit = self._server.force_exit = True
            self._thread.join(_END)

    def _start(self) -> None:
        listener = _listener()
        try:
            import uvicorn

            app = _guarded(_app(self._worlds), self._worlds)
        except ModuleNotFoundError:
            listener.close()
            raise BotError(
                "this bot reaches a world's tools over MCP, which needs a library that is not "
                'installed: pip install "pytest-hydra[mcp]"'
            ) from None
        # What goes wrong with a request, who sent it is told.
        self._server = uvicorn.Server(uvicorn.Config(app, log_config=None, log_level="critical"))
        self._url = f"http://{_HOST}:{listener.getsockname()[1]}{_PATH}"
        self._thread = threading.Thread(
            target=self._server.run, args=([listener],), name="hydra-mcp", daemon=True
        )
        self._thread.start()


def _listener() -> socket.socket:
    # Answers are small: asyncio sends them at once, but only where the protocol is named.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.bind((_HOST, 0))
        listener.listen()
    except OSError as error:
        listener.close()
        raise BotError(f"cannot listen on {_HOST}: {error}") from None
    return listener


def _app(worlds: dict[str, LiveWorld]) -> Any:
    """The protocol, by the library: whose tools are listed and called, the token says."""
    import anyio.to_thread
    from mcp import types
    from mcp.server.lowlevel import Server

    def world_of(context: Any) -> LiveWorld:
        return worlds[_token(context.request.scope)]

    async def list_tools(context: Any, _: Any) -> types.ListToolsResult:
        tools = [
            types.Tool(
                name=tool.name,
                description=tool.description,
                input_schema=dict(tool.parameters),
                annotations=types.ToolAnnotations(read_only_hint=not tool.writes),
            )
            for tool in world_of(context).tools.values()
        ]
        return types.ListToolsResult(tools=tools)

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        world, arguments = world_of(context), params.arguments or {}
        call = await anyio.to_thread.run_sync(world.call, params.name, arguments)
        told = call.result if call.error is None else call.error
        text = told if isinstance(told, str) else json.dumps(told, ensure_ascii=False)
        content = [types.TextContent(type="text", text=text)]
        return types.CallToolResult(content=content, is_error=call.error is not None)

    server: Any = Server("world", on_list_tools=list_tools, on_call_tool=call_tool)
    # On this host the library answers only requests whose Host and Origin are this machine.
    return server.streamable_http_app(
        host=_HOST,
        streamable_http_path=_PATH,
        json_response=True,
        stateless_http=True,
        max_request_body_size=_LONGEST,
    )


def _guarded(app: Any, worlds: dict[str, LiveWorld]) -> Any:
    """The same for those alone whose token is one of ours; of others not even the body is read.

    Nor is there a stream of messages that nobody asked for: nothing is told but answers.
    """
    from starlette.responses import Response

    refused = Response(status_code=401, headers={"WWW-Authenticate": "Bearer"})
    no_stream = Response(status_code=405, headers={"Allow": "POST"})

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        answering = app
        if scope["type"] == "http":  # else it is the start or the end of the server
            if _token(scope) not in worlds:
                answering = refused
            elif scope["method"] != "POST":
                answering = no_stream
        await answering(scope, receive, send)

    return answer


def _token(scope: Any) -> str:
    """What a request gives as its bearer token; an empty text where it gives none."""
    from starlette.datastructures import Headers

    scheme, _, token = Headers(scope=scope).get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""
