"""MCP servers whose tools bots and agents get, and the table of what they called."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.core.scorecard import FAILED, PASSED, UNGRADED, Check
from pytest_hydra.errors import ToolError
from pytest_hydra.plugins.mcp.mcp_server import McpServer
from pytest_hydra.plugins.worlds.inline_world import InlineWorld
from pytest_hydra.plugins.worlds.live_world import LiveWorld
from pytest_hydra.plugins.worlds.protocol import WorldError
from pytest_hydra.plugins.worlds.tool_choice import choices, table
from pytest_hydra.plugins.worlds.world_format import InlineTool, ServersWorld
from pytest_hydra.plugins.worlds.world_kinds import open_world
from pytest_hydra.scenarios.environment import Environments, tool
from pytest_hydra.scenarios.tool_calls import ToolCalls
from pytest_hydra.settings.mcp import McpSettings
from pytest_hydra.transcript.turn import Call, Reply, Turn

if TYPE_CHECKING:
    from pytest_hydra.plugins.worlds.mcp_client import McpWorld
    from tests.conftest import Project

pytest.importorskip("mcp", reason="the extra mcp is not installed")

# A server on standard input and output, with the standard library alone.
SERVER = """
import json, os, sys, time

PLACE = {"type": "object", "properties": {"order": {"type": "string"}}, "required": ["order"]}
NAMES = ("refund_order", "cancel_order", "fail", "hang", "secret")

def answer(method, params):
    if method == "initialize":
        about = {"name": "shop", "version": "1"}
        version = params["protocolVersion"]
        return {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": about}
    if method == "tools/list":
        at = int(params.get("cursor", 0))
        tool = {"name": NAMES[at], "description": "Of an order.", "inputSchema": PLACE}
        more = {"nextCursor": str(at + 1)} if at + 1 < len(NAMES) else {}
        return {"tools": [tool], **more}
    name, order = params["name"], params["arguments"].get("order")
    if name == "hang":
        time.sleep(60)
    text = os.environ.get("SECRET", "") if name == "secret" else f"{name} {order}"
    return {"content": [{"type": "text", "text": text}], "isError": name == "fail"}

for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        known = message["method"] in ("initialize", "tools/list", "tools/call")
        error = {"code": -32601, "message": "unknown"}
        params = message.get("params", {})
        body = {"result": answer(message["method"], params)} if known else {"error": error}
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **body}), flush=True)
"""
COMMAND = [sys.executable, "-S", "-c", SERVER]


def world(root: Path, **servers: Mapping[str, Any]) -> McpWorld:
    from pytest_hydra.plugins.worlds.mcp_client import McpWorld

    settings = {name: McpSettings.model_validate(server) for name, server in servers.items()}
    return McpWorld(settings, root)


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[McpWorld]:
    found = world(tmp_path, shop={"command": COMMAND, "timeout_seconds": 5})
    yield found
    found.close()


def test_all_pages_of_tools_are_listed(shop: McpWorld) -> None:
    assert list(shop.tools) == ["refund_order", "cancel_order", "fail", "hang", "secret"]
    refund = shop.tools["refund_order"]
    assert (refund.description, refund.parameters["required"]) == ("Of an order.", ["order"])


def test_a_tool_answers_or_fails(shop: McpWorld) -> None:
    assert shop.run("refund_order", {"order": "A"}) == "refund_order A"
    with pytest.raises(ToolError, match="fail A"):
        shop.run("fail", {"order": "A"})


def test_a_server_may_hang(tmp_path: Path) -> None:
    shop = world(tmp_path, shop={"command": COMMAND, "timeout_seconds": 1})
    with pytest.raises(ToolError, match=r"did not answer within 1 s"):
        shop.run("hang", {"order": "A"})
    shop.close()


def test_variables_of_a_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OURS", "of us")
    shop = world(tmp_path, shop={"command": COMMAND, "env": {"SECRET": "x ${OURS}"}})
    assert shop.run("secret", {"order": "A"}) == "x of us"
    shop.close()


@pytest.mark.parametrize(
    ("server", "reason"),
    [
        ({"command": ["no-such-server"]}, "no-such-server"),
        ({"command": ["sh", "-c", "echo no licence >&2; exit 3"]}, "no licence"),
        ({"command": ["sleep", "60"], "timeout_seconds": 0.5}, "did not answer in time"),
        ({"url": "http://127.0.0.1:1/mcp", "timeout_seconds": 5}, "connect"),
    ],
)
def test_a_server_that_does_not_start(server: dict[str, Any], reason: str, tmp_path: Path) -> None:
    with pytest.raises(
        WorldError, match=f"(?i)the MCP server 'shop'.* cannot be used: .*{reason}"
    ) as told:
        world(tmp_path, shop=server)
    assert ("'shop' at http://127.0.0.1:1/mcp cannot" in str(told.value)) == ("url" in server)


def test_two_servers_with_one_tool(tmp_path: Path) -> None:
    with pytest.raises(WorldError, match="'shop' and 'other' both have a tool 'refund_order'"):
        world(tmp_path, shop={"command": COMMAND}, other={"command": COMMAND})


def test_a_server_over_http(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = InlineTool(name="look", params={"order": {"type": "string"}}, get="/orders/{order}")
    make = partial(InlineWorld, [tool], {"orders": {"A": "delivered"}}, fails=False)
    listener = McpServer()
    around = Environments({"world": LiveWorld("world", make, None)})
    with listener.serve(around) as address:
        monkeypatch.setenv("TOKEN", address.token)
        headers = {"Authorization": "Bearer ${TOKEN}"}
        shop = world(tmp_path, shop={"url": address.url, "headers": headers})
        assert shop.run("look", {"order": "A"}) == "delivered"
        shop.close()
    listener.close()


BOT = """
def reply(messages, tools):
    text = messages[-1]["content"]
    name = "cancel_order" if "cancel" in text or "damaged" in text else "refund_order"
    return {"text": tools[name](order="A")}
"""
SCENARIOS = """
scenarios:
  - {id: refund, steps: [{user: I want my money back., expect: {expectedFunction: refund_order}}]}
  - {id: cancel, steps: [{user: Please cancel it., expect: {expectedFunction: cancel_order}}]}
  - {id: damaged, steps: [{user: It came damaged., expect: {expectedFunction: refund_order}}]}
"""


def configure(project: Project, more: str = "") -> None:
    project.write("shop_bot.py", BOT)
    command = json.dumps(COMMAND)
    bot = 'python = "shop_bot:reply"\nmcp = ["shop"]'
    project.write("hydra.toml", f"[mcp.shop]\ncommand = {command}\n{more}\n[bots.mini]\n{bot}\n")
    project.write("a.scenario.yaml", SCENARIOS)


def test_a_bot_has_the_tools_of_its_servers(plain_project: Project) -> None:
    configure(plain_project)
    result = plain_project.run("--hydra")
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(
        [
            "tools called as expected: mini 2 of 3",
            "  mini: refund_order \N{RIGHTWARDS ARROW} cancel_order 1 of 2",
        ]
    )


def test_secrets_of_a_server_are_not_stored(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OURS", "a-secret-of-ours")
    configure(plain_project, 'env = {SECRET = "${OURS}"}')
    plain_project.write(
        "shop_bot.py",
        'def reply(messages, tools):\n    return {"text": tools["secret"](order="A")}\n',
    )
    plain_project.run("--hydra")
    recorded = (plain_project.runs()[-1] / "scenarios.jsonl").read_text()
    assert "${OURS}" in recorded
    assert "a-secret-of-ours" not in recorded


def test_an_unknown_server_is_named(plain_project: Project) -> None:
    configure(plain_project)
    text = (plain_project.path / "hydra.toml").read_text()
    plain_project.write("hydra.toml", text.replace('["shop"]', '["shpo"]'))
    result = plain_project.run("--hydra")
    result.stderr.fnmatch_lines("*bots.mini.mcp[[]0]: *'shpo'; did you mean 'shop'?*")


def test_the_tools_of_a_server_are_listed(plain_project: Project) -> None:
    configure(plain_project)
    command = [sys.executable, "-m", "pytest_hydra", "doctor", "tools", "shop"]
    done = subprocess.run(command, cwd=plain_project.path, capture_output=True, check=True)
    assert b"refund_order\n    " in done.stdout


def check(outcome: Any, expected: object, actual: object) -> Check:
    score = {PASSED: 100, FAILED: 0, UNGRADED: None}[outcome]
    return Check("f", "expectedFunction", outcome, score, expected=expected, actual=actual)


def test_wrong_choices_are_counted() -> None:
    checks = [
        check(PASSED, ["b"], ["a", "b"]),
        check(FAILED, ["b"], ["a", "c"]),
        check(FAILED, "b", []),
        check(UNGRADED, ["b"], None),
    ]
    assert table(choices("mini", checks, []), is_whole=False) == [
        "tools called as expected: mini 1 of 3",
        "  mini: b \N{RIGHTWARDS ARROW} a 1 of 3",
        "  mini: b \N{RIGHTWARDS ARROW} none 1 of 3",
    ]
    good = choices("mini", checks[:1], [])
    assert table(good, is_whole=False) == []
    assert table(good, is_whole=True) == ["tools called as expected: mini 1 of 1"]
    assert table({}, is_whole=True) == []


def test_a_tool_that_was_called_and_failed_was_chosen() -> None:
    call = Call(function="refund_order", error="there is no order PC-9")
    turns = [Turn(user="Hello"), Turn(user="My money!", reply=Reply(calls=(call,)))]
    failed = replace(check(FAILED, "refund_order", []), turn=2)
    found = choices("mini", [failed, replace(failed, turn=1), replace(failed, turn=None)], turns)
    assert table(found, is_whole=False) == [
        "tools called as expected: mini 2 of 3",
        "  mini: refund_order \N{RIGHTWARDS ARROW} none 1 of 3",
    ]


# Worlds that answer in the place of a server

ANSWER = {"name": "refund_order", "set": {"/orders/{order}": "refunded"}, "returns": "paid back"}
HERE = Path(__file__).parents[3]


class ShopWorld:
    """Answers one tool of the server."""

    def __init__(self, state: Any) -> None:
        self.state = state

    @tool(writes=True)
    def refund_order(self, order: str) -> str:
        """Not what a bot sees."""
        self.state["orders"][order] = "refunded"
        return "paid back"


class OtherWorld(ShopWorld):
    """Its tool has another parameter than the server's."""

    @tool(writes=True)
    def refund_order(self, place: str) -> str:
        return place


def answered(server: str = SERVER, **given: Any) -> LiveWorld:
    """A world that answers with these keys in the place of the server."""
    command = [sys.executable, "-S", "-c", server]
    servers = {"shop": McpSettings.model_validate({"command": command})}
    model = ServersWorld.model_validate(
        {"mcp": "shop", "servers": servers, "state": {"orders": {"A": "delivered"}}, **given}
    )
    return open_world(model, HERE)


@pytest.fixture(params=[{"tools": [ANSWER]}, {"use": f"{__name__}:ShopWorld"}])
def shop_world(request: pytest.FixtureRequest) -> Iterator[LiveWorld]:
    found = answered(**request.param)
    yield found
    found.close()


def test_a_world_has_all_tools_as_the_server_describes_them(shop_world: LiveWorld) -> None:
    assert list(shop_world.tools) == ["refund_order", "cancel_order", "fail", "hang", "secret"]
    refund = shop_world.tools["refund_order"]
    assert (refund.description, refund.parameters["required"]) == ("Of an order.", ["order"])


def test_a_world_answers_in_the_place_of_the_server(shop_world: LiveWorld) -> None:
    call = shop_world.call("refund_order", {"order": "A"})
    assert (call.result, call.error, shop_world.fault) == ("paid back", None, None)
    (change,) = shop_world.changed_since({"orders": {"A": "delivered"}})
    assert (change["path"], change["value"]) == ("/orders/A", "refunded")


@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        ("cancel_order", {"order": "A"}, "the world answers no cancel_order, only refund_order"),
        ("refund_order", {}, "the arguments: 'order' is a required property"),
        ("refund_order", {"order": 5}, "order: 5 is not of type 'string'"),
        ("refund", {}, "there is no tool 'refund'; did you mean 'refund_order'? valid: "),
    ],
)
def test_a_call_that_the_world_does_not_answer_fails(
    shop_world: LiveWorld, name: str, arguments: dict[str, Any], error: str
) -> None:
    call = ToolCalls(shop_world).call(name, arguments)
    assert str(call.error).startswith(error)
    assert shop_world.fault is None


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (
            {"tools": [{"name": "refund", "returns": 1}]},
            "the MCP server has no tool 'refund'; did you mean 'refund_order'? valid: cancel_order",
        ),
        (
            {"tools": [{"name": "refund_order", "get": "/orders/{ordr}"}]},
            "the tool refund_order of the world: {ordr}: unknown parameter 'ordr'; did you mean",
        ),
        (
            {"use": f"{__name__}:OtherWorld"},
            "the tool refund_order of the world does not fit the MCP server's, whose parameters "
            "are order",
        ),
    ],
)
def test_a_world_that_does_not_fit_the_server(given: dict[str, Any], error: str) -> None:
    with pytest.raises(WorldError, match=re.escape(error)):
        answered(**given)


def test_a_schema_of_the_server_may_be_broken() -> None:
    server = SERVER.replace('{"type": "string"}', '{"type": "text"}')
    with pytest.raises(WorldError, match="the schema of the tool refund_order: 'text' is not"):
        answered(server, tools=[ANSWER])


def test_a_schema_of_the_server_may_refer_to_nothing() -> None:
    server = SERVER.replace('{"type": "string"}', '{"$ref": "http://127.0.0.1:1/order"}')
    world = answered(server, tools=[ANSWER])
    ToolCalls(world).call("refund_order", {"order": "A"})
    assert world.fault is not None
    assert "refers to 'http://127.0.0.1:1/order', which is not in it" in world.fault
    world.close()


ANSWERED = """
world:
  mcp: shop
  state: {orders: {A: delivered}}
  tools: [{name: refund_order, set: {"/orders/{order}": refunded}, returns: paid back}]
scenarios:
  - id: refund
    steps: [{user: I want my money back.}]
    expect: {state: {orders: {A: refunded}}, shouldContain: paid back, onlyChanged: [/orders/A]}
  - id: damaged
    steps: [{user: It came damaged., expect: {expectedFunction: refund_order}}]
"""


def test_scenarios_of_a_world_with_the_tools_of_a_server(plain_project: Project) -> None:
    configure(plain_project)
    plain_project.write("shop_bot.py", BOT.replace('tools[name](order="A")', "call(tools[name])"))
    with (plain_project.path / "shop_bot.py").open("a") as file:
        file.write(
            "\ndef call(tool):\n"
            "    try:\n        return tool(order='A')\n"
            "    except Exception as error:\n        return str(error)\n"
        )
    plain_project.write("a.scenario.yaml", ANSWERED)
    result = plain_project.run("--hydra")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        ['*calls cancel_order(order="A") failed: the world answers no cancel_order*']
    )
    replayed = plain_project.run("--hydra", "--hydra-replay", plain_project.runs()[-1].name)
    replayed.assert_outcomes(passed=1, failed=1)


def test_an_unknown_server_of_a_world_is_named(plain_project: Project) -> None:
    configure(plain_project)
    plain_project.write("a.scenario.yaml", ANSWERED.replace("mcp: shop", "mcp: shpo"))
    plain_project.run("--hydra").stdout.fnmatch_lines(
        "*world.mcp: unknown MCP server 'shpo'; did you mean 'shop'? valid: shop*"
    )
