"""The cost of a world: the same conversations with its tools, and with calls that a bot reports.

A thousand conversations of one turn with four calls each, by a bot in Python that answers
immediately. With a world the calls go through the tools of a file, and the final state is checked
too. Then conversations with programs that call over MCP, sixteen at a time, and the same programs
without calls: the difference divided by the number of calls is the time of a call.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.command import Options, run_parts, show, show_heading
from benchmarks.measure import Command, ratio, take_rounds, typical

_COUNT = 1_000
_BOT = """
ORDERS = ["PC-1", "PC-2"]


def by_tools(messages, tools):
    for order in ORDERS:
        tools["get_order"](order=order)
        tools["refund_order"](order=order)
    return "Both are refunded."


def by_itself(messages):
    made = [(name, {"order": order}) for order in ORDERS for name in ("get_order", "refund_order")]
    calls = [{"function": name, "params": params, "result": {"ok": True}} for name, params in made]
    return {"text": "Both are refunded.", "calls": calls}
"""
_AT_ONCE, _CALLS = 16, 25
_PROGRAM = """
import http.client, json, os, sys
from urllib.parse import urlsplit

CALLS = int(sys.argv[1])
place = urlsplit(os.environ["HYDRA_MCP_URL"])
connection = http.client.HTTPConnection(place.hostname, place.port)
HEADERS = {
    "Authorization": "Bearer " + os.environ["HYDRA_MCP_TOKEN"],
    "Accept": "application/json, text/event-stream",
    "Content-Type": "application/json",
    "MCP-Protocol-Version": "2025-06-18",
}
params = {"name": "get_order", "arguments": {"order": "PC-1"}}
for line in sys.stdin:
    for number in range(CALLS):
        message = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
        connection.request("POST", place.path, json.dumps(message), HEADERS)
        assert "delivered" in connection.getresponse().read().decode()
    print(json.dumps("Both are refunded."), flush=True)
"""
_PARAMS = {"order": {"type": "string"}}
_WORLD = {
    "state": {"orders": {f"PC-{number}": {"status": "delivered"} for number in range(20)}},
    "tools": [
        {"name": "get_order", "params": _PARAMS, "get": "/orders/{order}"},
        {
            "name": "refund_order",
            "params": _PARAMS,
            "set": {"/orders/{order}/status": "refunded"},
            "returns": {"ok": True},
        },
    ],
}


@dataclass(frozen=True, slots=True)
class Row:
    """The time of the conversations with the bot alone and in a world, and their ratios."""

    conversations: int
    alone_seconds: float
    world_seconds: float
    wall: float
    cpu: float


@dataclass(frozen=True, slots=True)
class McpRow:
    """The time of all calls over MCP, and of one call in milliseconds of wall time."""

    conversations: int
    calls: int
    seconds: float
    without_seconds: float
    call_ms: float


def report(folder: Path, options: Options) -> object:
    """Print the tables, and return their rows."""
    row = measure(folder, options.rounds)
    show_heading("conversations", "without a world", "in a world", "wall", "cpu")
    times = (f"{row.alone_seconds:.2f} s", f"{row.world_seconds:.2f} s")
    show(str(row.conversations), *times, f"{row.wall:.2f}", f"{row.cpu:.2f}")
    mcp = over_mcp(folder, options.rounds)
    print()
    show_heading("conversations over MCP", "calls", "time", "time without calls", "per call")
    cells = (f"{mcp.seconds:.2f} s", f"{mcp.without_seconds:.2f} s", f"{mcp.call_ms:.1f} ms")
    show(str(mcp.conversations), str(mcp.calls), *cells)
    return [asdict(row), asdict(mcp)]


def measure(folder: Path, rounds: int, count: int = _COUNT) -> Row:
    """Run ``count`` conversations in both ways, in turn."""
    commands = {}
    for name in ("by_itself", "by_tools"):
        project = folder / name
        project.mkdir(parents=True)
        (project / "desk.py").write_text(_BOT)
        (project / "hydra.toml").write_text(f'[bots.desk]\npython = "desk:{name}"\n')
        (project / "a.scenario.json").write_text(json.dumps(_file(count, name == "by_tools")))
        arguments = ("-m", "pytest", "-q", "-p", "pytest_hydra.plugin", "--hydra")
        commands[name] = Command(arguments, project, f"{count} passed")
    usages = take_rounds(commands, rounds)
    alone, world = (typical(usages[name], "wall") for name in ("by_itself", "by_tools"))
    return Row(
        conversations=count,
        alone_seconds=alone,
        world_seconds=world,
        wall=ratio(usages, "by_tools", "by_itself", "wall"),
        cpu=ratio(usages, "by_tools", "by_itself", "cpu"),
    )


def over_mcp(folder: Path, rounds: int, count: int = 10 * _AT_ONCE) -> McpRow:
    """Run ``count`` conversations with programs that call, and that do not, in turn."""
    commands = {}
    for calls in (0, _CALLS):
        project = folder / f"mcp-{calls}"
        project.mkdir(parents=True)
        (project / "clerk.py").write_text(_PROGRAM)
        command = json.dumps([sys.executable, "-S", "clerk.py", str(calls)])
        settings = f"[bots.clerk]\ncommand = {command}\nconcurrency = {_AT_ONCE}\n"
        (project / "hydra.toml").write_text(settings)
        scenarios = [
            {
                "id": f"s{number}",
                "steps": [{"user": f"look {number}"}],
                "expect": {"shouldContain": "refunded", "onlyChanged": []},
            }
            for number in range(count)
        ]
        content = json.dumps({"world": _WORLD, "scenarios": scenarios})
        (project / "a.scenario.json").write_text(content)
        arguments = ("-m", "pytest", "-q", "-p", "pytest_hydra.plugin", "--hydra")
        commands[str(calls)] = Command(arguments, project, f"{count} passed")
    usages = take_rounds(commands, rounds)
    seconds, without = (typical(usages[str(calls)], "wall") for calls in (_CALLS, 0))
    call_count = count * _CALLS
    return McpRow(
        conversations=count,
        calls=call_count,
        seconds=seconds,
        without_seconds=without,
        call_ms=(seconds - without) / call_count * 1000,
    )


def _file(count: int, has_world: bool) -> dict[str, Any]:
    expect: dict[str, Any] = {"shouldContain": "refunded", "maxCalls": 4}
    if has_world:
        expect["state"] = {"orders": {"PC-1": {"status": "refunded"}}}
    scenarios = [
        {"id": f"s{number}", "steps": [{"user": f"refund {number}"}], "expect": expect}
        for number in range(count)
    ]
    return {**({"world": _WORLD} if has_world else {}), "scenarios": scenarios}


if __name__ == "__main__":
    run_parts("benchmarks.worlds", str(__doc__), {"worlds": report})
