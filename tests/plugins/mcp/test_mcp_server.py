from __future__ import annotations

import http.client
import json
import socket
import sys
import textwrap
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from pytest_hydra.plugins.mcp.address import McpAddress
from pytest_hydra.plugins.mcp.mcp_server import McpServer
from pytest_hydra.plugins.worlds.live_world import LiveWorld
from pytest_hydra.plugins.worlds.world_format import WorldModel
from pytest_hydra.plugins.worlds.world_kinds import open_world
from pytest_hydra.scenarios.bots.bot_kinds import open_bot
from pytest_hydra.scenarios.bots.protocol import BotError
from pytest_hydra.scenarios.conversation import converse
from pytest_hydra.scenarios.environment import Address, Environments
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.settings.bots import BotSettings
from pytest_hydra.transcript.turn import Call
from tests.processes import wait_until
from tests.scenarios.surrounded import arrived, held_in

if TYPE_CHECKING:
    from tests.conftest import Line, Request, Server

pytest.importorskip("mcp", reason="the extra mcp is not installed")

TOOLS = [
    {"name": "get", "params": {"order": {"type": "string"}}, "get": "/orders/{order}"},
    {
        "name": "close",
        "params": {"order": {"type": "string"}},
        "set": {"/orders/{order}": "closed"},
        "returns": "closed",
        "writes": True,
    },
]
HEADERS = {
    "Accept": "application/json, text/event-stream",
    "Content-Type": "application/json",
    "MCP-Protocol-Version": "2025-06-18",
}


@pytest.fixture(scope="module")
def listening() -> Iterator[McpServer]:
    server = McpServer()
    yield server
    server.close()


@contextmanager
def shop() -> Iterator[LiveWorld]:
    world = open_world(
        WorldModel.model_validate({"state": {"orders": {"A": "open"}}, "tools": TOOLS}), Path()
    )
    yield world
    world.close()


def request(method: str, **params: Any) -> bytes:
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return json.dumps(message).encode()


def send(
    address: Address, body: bytes, method: str = "POST", **headers: str
) -> tuple[int, dict[str, Any]]:
    """The status, and the JSON that was answered."""
    place = urlsplit(address.url)
    connection = http.client.HTTPConnection(str(place.hostname), place.port or 0, timeout=60)
    own = {"Authorization": f"Bearer {address.token}"}
    connection.request(method, place.path, body, {**HEADERS, **own, **headers})
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    return answer.status, json.loads(data) if data.startswith(b"{") else {}


def test_tools_are_listed_and_called(listening: McpServer) -> None:
    with shop() as world, listening.serve(around := Environments({"world": world})) as address:
        listed = send(address, request("tools/list"))[1]["result"]["tools"]
        assert [(tool["name"], tool["annotations"]["readOnlyHint"]) for tool in listed] == [
            ("get", True),
            ("close", False),
        ]
        assert listed[0]["inputSchema"]["properties"] == {"order": {"type": "string"}}
        for order, told, failed in (("A", "open", False), ("B", "nothing", True)):
            body = request("tools/call", name="get", arguments={"order": order})
            result = send(address, body)[1]["result"]
            assert told in result["content"][0]["text"]
            assert bool(result.get("isError")) is failed
        send(address, request("tools/call", name="close", arguments={"order": "A"}))
        made = arrived(around)
        assert [(call.function, call.error is None) for call in made] == [
            ("get", True),
            ("get", False),
            ("close", True),
        ]
        assert world.record()["changes"] == [
            [{"op": "replace", "path": "/orders/A", "value": "closed"}],
        ]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Authorization": ""}, 401),
        ({"Authorization": "Bearer x"}, 401),
        ({"Authorization": "Basic {token}"}, 401),
        ({"Host": "example.org"}, 421),
        ({"Origin": "http://example.org"}, 403),
    ],
)
def test_nobody_else_is_answered(
    listening: McpServer, headers: dict[str, str], status: int
) -> None:
    body = request("tools/call", name="close", arguments={"order": "A"})
    with shop() as world, listening.serve(around := Environments({"world": world})) as address:
        filled = {name: value.format(token=address.token) for name, value in headers.items()}
        assert send(address, body, **filled) == (status, {})
        assert arrived(around) == ()


def test_it_takes_no_long_request_and_opens_no_stream(listening: McpServer) -> None:
    body = request("tools/call", name="get", arguments={"order": "A" * 1_000_000})
    with shop() as world, listening.serve(around := Environments({"world": world})) as address:
        assert send(address, body)[0] == 413
        assert send(address, b"", method="GET")[0] == 405
        assert send(address, b"", method="DELETE")[0] == 405
        assert arrived(around) == ()


def test_a_token_ends_with_its_conversation(listening: McpServer) -> None:
    with shop() as world:
        with listening.serve(Environments({"world": world})) as address:
            assert send(address, request("tools/list"))[0] == 200
        assert send(address, request("tools/list"))[0] == 401


def test_conversations_at_a_time_have_their_own_worlds(listening: McpServer) -> None:
    everybody = threading.Barrier(8)

    def hold(number: int) -> list[Call]:
        with shop() as world, listening.serve(around := Environments({"world": world})) as address:
            everybody.wait()
            for order in (f"{number}", "A"):
                send(address, request("tools/call", name="get", arguments={"order": order}))
            return list(arrived(around))

    with ThreadPoolExecutor(8) as pool:
        held = list(pool.map(hold, range(8)))
    assert [[call.params["order"] for call in calls] for calls in held] == [
        [str(number), "A"] for number in range(8)
    ]


def test_many_calls_of_a_conversation_do_not_delay_another(listening: McpServer) -> None:
    body = request("tools/call", name="get", arguments={"order": "A"})
    with (
        ThreadPoolExecutor(50) as pool,
        shop() as busy,
        shop() as other,
        listening.serve(around := Environments({"world": busy})) as address,
        listening.serve(Environments({"world": other})) as other_address,
    ):
        with around._calls["world"]._lock:
            held = [pool.submit(send, address, body) for _ in range(50)]
            wait_until(lambda: sum("AnyIO" in t.name for t in threading.enumerate()) >= 40)
            assert send(other_address, body)[0] == 200
        assert [task.result()[0] for task in held] == [200] * 50
        assert len(arrived(around)) == 50


def test_it_listens_on_loopback_alone_and_not_after_its_end() -> None:
    server = McpServer()
    with shop() as world, server.serve(Environments({"world": world})) as address:
        place = urlsplit(address.url)
        assert place.hostname == "127.0.0.1"
        send(address, request("tools/list"))
    server.close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", place.port or 0), timeout=60)


# A program that calls one tool over MCP with the standard library alone, and tells all it knows.
PROGRAM = f"""
import json, os, sys, urllib.request
URL, TOKEN = os.environ["HYDRA_MCP_URL"], os.environ["HYDRA_MCP_TOKEN"]
for line in sys.stdin:
    order = json.loads(line)["messages"][-1]["content"]
    params = {{"name": "close", "arguments": {{"order": order}}}}
    message = {{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}}
    headers = {{**{HEADERS!r}, "Authorization": "Bearer " + TOKEN}}
    request = urllib.request.Request(URL, json.dumps(message).encode(), headers)
    result = json.load(urllib.request.urlopen(request))["result"]
    call = {{"function": "close", "params": {{"order": order}}}}
    made_up = {{"function": "get", "params": {{"order": order}}}}
    text = result["content"][0]["text"] + " by " + TOKEN + " at " + URL
    print(json.dumps({{"text": text, "calls": [call, made_up]}}), flush=True)
"""


def held(bot: BotSettings, listening: McpServer, root: Path) -> Conversation:
    opened = open_bot("clerk", bot, root)
    try:
        with shop() as world:
            parts = {"world": world}
            conversation = held_in(opened, parts, ["A"], serve=listening.serve)
            assert conversation.records["world"]["unknown"] is None
    finally:
        opened.stop()
    return conversation


def test_a_program_reaches_the_tools(listening: McpServer, tmp_path: Path) -> None:
    (tmp_path / "clerk.py").write_text(textwrap.dedent(PROGRAM))
    bot = BotSettings(command=[sys.executable, "clerk.py"], timeout_seconds=60)
    (turn,) = held(bot, listening, tmp_path).turns
    assert turn.reply is not None, turn.error
    # Neither where the tools were nor the token is told; what never arrived was only said.
    assert turn.reply.text == "closed by {{mcp_token}} at {{mcp_url}}"
    assert turn.reply.calls == (Call(function="close", params={"order": "A"}, result="closed"),)
    assert [call.function for call in turn.said] == ["get"]


def test_what_a_program_says_when_it_fails_tells_no_token(
    listening: McpServer, tmp_path: Path
) -> None:
    (tmp_path / "clerk.py").write_text("import os; raise ValueError(os.environ['HYDRA_MCP_TOKEN'])")
    bot = BotSettings(command=[sys.executable, "clerk.py"], timeout_seconds=60)
    (turn,) = held(bot, listening, tmp_path).turns
    assert turn.reply is None
    assert "ValueError: {{mcp_token}}" in f"{turn.error} {turn.traceback}"


def test_a_token_that_a_program_hands_on_stands_nowhere(listening: McpServer) -> None:
    with (
        shop() as world,
        (around := Environments({"world": world}, listening.serve)).served() as address,
    ):
        send(address, request("tools/call", name="close", arguments={"order": address.token}))
        (call,) = arrived(around)
        assert call.params == {"order": "{{mcp_token}}"}
        assert address.token not in json.dumps(world.record()["changes"])


@pytest.mark.parametrize("place", ["request", "headers"])
def test_a_server_reaches_the_tools(
    place: str, listening: McpServer, server: Server, tmp_path: Path
) -> None:
    def answer(line: Line, asked: Request) -> None:
        said = asked.json if place == "request" else asked.headers
        address = McpAddress(said["X-Url"], said["X-Token"])
        body = request("tools/call", name="close", arguments={"order": "A"})
        line.answer({"text": send(address, body)[1]["result"]["content"][0]["text"]})

    server.handler = answer
    where = {"X-Url": "{{mcp_url}}", "X-Token": "{{mcp_token}}"}
    bot = BotSettings.model_validate({"url": server.url, place: where})
    (turn,) = held(bot, listening, tmp_path).turns
    assert turn.reply is not None, turn.error
    assert turn.reply.text == "closed"
    assert [call.function for call in turn.reply.calls] == ["close"]


def test_a_server_that_does_not_learn_where_the_tools_are(
    listening: McpServer, server: Server, tmp_path: Path
) -> None:
    (turn,) = held(BotSettings(url=server.url), listening, tmp_path).turns
    assert "put {{mcp_url}} and {{mcp_token}}" in str(turn.error)
    assert not server.requests


def test_without_a_world_such_a_header_is_not_sent(server: Server, tmp_path: Path) -> None:
    headers = {"X-Token": "Bearer {{mcp_token}}", "X-Other": "{{this}}"}
    request_body = {"text": "{{message}}", "tools": "{{mcp_url}}"}
    settings = BotSettings(url=server.url, headers=headers, request=request_body)
    converse(open_bot("clerk", settings, tmp_path), ["A"], {})
    assert server.requests[0].json == {"text": "A", "tools": None}
    assert "X-Token" not in server.requests[0].headers
    assert server.requests[0].headers["X-Other"] == "{{this}}"


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    server = McpServer()
    with (
        shop() as world,
        pytest.raises(BotError, match=r'pip install "pytest-hydra\[mcp\]"'),
        server.serve(Environments({"world": world})),
    ):
        pass
