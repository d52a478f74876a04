"""Sessions with programs that reach a world's tools over MCP, and their replays."""

from __future__ import annotations

import json
import sys
from http.client import HTTPConnection
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

if TYPE_CHECKING:
    from tests.conftest import Line, Project, Request, Server

pytest.importorskip("mcp", reason="the extra mcp is not installed")

HEADERS = {
    "Accept": "application/json, text/event-stream",
    "Content-Type": "application/json",
    "MCP-Protocol-Version": "2025-06-18",
}
# Calls a tool over MCP with the standard library alone.
CLIENT = (
    f"""
import json, os, sys, urllib.request
HEADERS = {HEADERS!r}
"""
    + """
HEADERS["Authorization"] = "Bearer " + os.environ["HYDRA_MCP_TOKEN"]
def call(name, arguments):
    params = {"name": name, "arguments": arguments}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    body = json.dumps(message).encode()
    request = urllib.request.Request(os.environ["HYDRA_MCP_URL"], body, HEADERS)
    return json.load(urllib.request.urlopen(request))
def say(reply):
    print(json.dumps(reply), flush=True)
"""
)
PLAYER = """
import json, sys
for line in sys.stdin:
    if len(json.loads(line)["messages"]) > 2:
        print(json.dumps({"message": "", "done": True}), flush=True)
    else:
        open("has-called").read()  # waits for the bot
        print(json.dumps({"message": "yes, please", "done": False}), flush=True)
"""
WORLD = """
world:
  state: {orders: {A: delivered}}
  tools:
    - {name: get, params: {order: {type: string}}, get: "/orders/{order}"}
    - {name: refund, params: {order: {type: string}}, set: {"/orders/{order}": refunded}}
"""


def write(project: Project, bots: dict[str, str], scenarios: str) -> None:
    """Write the programs of bots, and scenarios in the world."""
    settings = ""
    for name, program in bots.items():
        project.write(f"{name}.py", CLIENT + program)
        command = json.dumps([sys.executable, f"{name}.py"])
        settings += f"[bots.{name}]\ncommand = {command}\ntimeout_seconds = 60\n"
    project.write("player.py", PLAYER)
    command = json.dumps([sys.executable, "player.py"])
    settings += f"[users.player]\ncommand = {command}\ntimeout_seconds = 60\n"
    project.write("hydra.toml", settings)
    project.write("a.scenario.yaml", WORLD + scenarios)


def outcomes(project: Project) -> dict[str, dict[str, str]]:
    """The outcome of each check of each scenario, the same in the run and in its replay."""
    project.run("--hydra", "--hydra-run-agents", "--hydra-report=report.json")
    report = project.report()
    project.run("--hydra-replay=latest", "--hydra-report=again.json")
    assert project.report("again.json")["digest"] == report["digest"]
    return {
        f"{entry['id']} {entry['subject']}": {
            check["name"]: check["outcome"] for check in entry["checks"]
        }
        for entry in report["scenarios"]
    }


def test_calls_count_until_the_bot_has_ended(plain_project: Project) -> None:
    project = plain_project
    bots = {
        "late": """
for line in sys.stdin:
    call("get", {"order": "A"})
    say({"text": "Done.", "calls": [{"function": "refund", "params": {"order": "A"}}]})
call("refund", {"order": "A"})
""",
        "surplus": """
for line in sys.stdin:
    call("refund", {"order": "A"})
    say("Done.")
print("Goodbye")
""",
    }
    scenarios = """
scenarios:
  - id: a
    steps: [{user: hello}, {user: thanks}]
    expect: {forbiddenFunctions: refund, onlyChanged: []}
  - id: b
    steps: [{user: hello}, {user: thanks, expect: {expectedFunction: refund}}]
"""
    write(project, bots, scenarios)
    ended = outcomes(project)
    assert ended["a late"] == {"forbiddenFunctions": "failed", "onlyChanged": "failed"}
    assert ended["a surplus"]["forbiddenFunctions"] == "failed"
    assert ended["b late"] == {"expectedFunction": "passed"}
    result = project.run("--hydra-replay=latest", "-v", "-k", "a and surplus")
    result.stdout.fnmatch_lines(['*calls refund(order="A")*', "*(no reply) the command failed*"])


def test_a_call_counts_from_when_it_is_sent(plain_project: Project, server: Server) -> None:
    connections: list[HTTPConnection] = []

    def answer(line: Line, asked: Request) -> None:
        place = urlsplit(asked.headers["X-Url"])
        params = {"name": "refund", "arguments": {"order": "A"}}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        connection = HTTPConnection(str(place.hostname), place.port)
        headers = {**HEADERS, "Authorization": f"Bearer {asked.headers['X-Token']}"}
        connection.request("POST", place.path, json.dumps(message), headers)
        connections.append(connection)
        # The call is sent, and its result is not waited for.
        line.answer({"text": "Shall I refund it?"})

    server.handler = answer
    scenarios = """
scenarios:
  - id: last
    steps: [{user: hello}]
    expect: {forbiddenFunctions: refund}
  - id: first
    steps: [{user: hello, expect: {onlyChanged: []}}, {user: "yes"}]
    expect: {confirmBefore: refund}
"""
    write(plain_project, {}, scenarios)
    headers = '{X-Url = "{{mcp_url}}", X-Token = "{{mcp_token}}"}'
    plain_project.write("hydra.toml", f'[bots.b]\nurl = "{server.url}"\nheaders = {headers}\n')
    assert outcomes(plain_project) == {
        "last b": {"forbiddenFunctions": "failed"},
        "first b": {"onlyChanged": "failed", "confirmBefore": "failed"},
    }
    for connection in connections:
        connection.close()


def test_a_call_between_two_turns_belongs_to_the_first(plain_project: Project) -> None:
    bot = """
os.mkfifo("has-called")
for line in sys.stdin:
    say("Shall I refund it?")
    if len(json.loads(line)["messages"]) == 1:
        call("refund", {"order": "A"})
        open("has-called", "w").close()
"""
    scenarios = """
id: a
user: {player: player, opening: "A is broken", goal: a refund, knows: {}, max_turns: 3}
expect: {confirmBefore: refund}
"""
    write(plain_project, {"hasty": bot}, scenarios)
    assert outcomes(plain_project) == {"a hasty": {"confirmBefore": "failed"}}
    result = plain_project.run("--hydra-replay=latest")
    result.stdout.fnmatch_lines(["*called before the user agreed: refund (turn 1)*"])


def test_a_call_under_the_name_of_its_server_is_the_call_that_arrived(
    plain_project: Project,
) -> None:
    agent = """
sys.stdin.read()
result = call("refund", {"order": "A"})["result"]
use = {"type": "tool_use", "id": "1", "name": "mcp__shop__refund", "input": {"order": "A"}}
text = {"type": "text", "text": "Done."}
done = {"type": "tool_result", "tool_use_id": "1", "content": result["content"]}
for kind, content in (("assistant", use), ("user", done), ("assistant", text)):
    message = {"content": [content]}
    say({"type": kind, "session_id": "s", "message": message})
say({"type": "result", "session_id": "s"})
"""
    scenarios = """
id: a
steps: [{user: hello}]
expect: {expectedCalls: [{function: refund}], maxCalls: 1}
"""
    write(plain_project, {"agent": agent}, scenarios)
    settings = (plain_project.path / "hydra.toml").read_text()
    agent = '[agents.agent]\npreset = "claude-code"\nsandbox = "none"\n'
    plain_project.write("hydra.toml", settings.replace("[bots.agent]\n", agent))
    assert outcomes(plain_project) == {"a agent": {"expectedCalls": "passed", "maxCalls": "passed"}}


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ('""', "(no name)"),
        ('"refund" * 100_000', "refundrefund*"),
        ('"refund " + os.environ["HYDRA_MCP_TOKEN"]', "refund {{mcp_token}}"),
    ],
)
def test_any_name_of_a_tool_can_be_recorded(name: str, shown: str, plain_project: Project) -> None:
    bot = f"""
for line in sys.stdin:
    assert call({name}, {{}})["result"]["isError"]
    say("Done.")
"""
    scenarios = """
id: a
steps: [{user: hello}]
expect: {forbiddenFunctions: ["refund*", (no name)]}
"""
    write(plain_project, {"odd": bot}, scenarios)
    assert outcomes(plain_project) == {"a odd": {"forbiddenFunctions": "failed"}}
    result = plain_project.run("--hydra-replay=latest")
    result.stdout.fnmatch_lines([f"*calls {shown}*"])
    assert (plain_project.runs()[0] / "scenarios.jsonl").stat().st_size < 10_000
