"""What a world costs: the same conversations by its tools, and by a bot that says its calls itself.

A thousand conversations of one turn with four calls each, by a bot in Python that answers at once.
With a world the calls go through the tools of a file, and the state that is left is checked too.
"""

from __future__ import annotations

import json
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
    """What the conversations took by the bot alone and in a world, and the ratio of these."""

    conversations: int
    alone_seconds: float
    world_seconds: float
    wall: float
    cpu: float


def report(folder: Path, options: Options) -> object:
    """Print the table; the row of it."""
    row = measure(folder, options.rounds)
    show_heading("conversations", "alone", "in a world", "wall", "cpu")
    times = (f"{row.alone_seconds:.2f} s", f"{row.world_seconds:.2f} s")
    show(str(row.conversations), *times, f"{row.wall:.2f}", f"{row.cpu:.2f}")
    return asdict(row)


def measure(folder: Path, rounds: int, count: int = _COUNT) -> Row:
    """Hold so many conversations either way, in turn."""
    commands = {}
    for name in ("by_itself", "by_tools"):
        project = folder / name
        project.mkdir(parents=True)
        (project / "desk.py").write_text(_BOT)
        (project / "hydra.toml").write_text(f'[bots.desk]\npython = "desk:{name}"\n')
        (project / "a.scenario.json").write_text(json.dumps(_file(count, name == "by_tools")))
        arguments = ("-m", "pytest", "-q", "-p", "pytest_hydra.plugin", "--hydra")
        commands[name] = Command(arguments, project, f"{count} passed")
    taken = take_rounds(commands, rounds)
    alone, world = (typical(taken[name], "wall") for name in ("by_itself", "by_tools"))
    return Row(
        conversations=count,
        alone_seconds=alone,
        world_seconds=world,
        wall=ratio(taken, "by_tools", "by_itself", "wall"),
        cpu=ratio(taken, "by_tools", "by_itself", "cpu"),
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
