"""Sessions whose scenarios have worlds, and their replays without world and bot."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

    from tests.conftest import Project

WORLD = """
from pytest_hydra import tool

class Shop:
    def __init__(self, state):
        self.state = state

    @tool
    def get_order(self, order: str):
        return self.state["orders"][order]

    @tool(writes=True)
    def refund_order(self, order: str):
        if self.state["orders"][order]["status"] != "delivered":
            raise ValueError("it was not delivered")
        self.state["orders"][order]["status"] = "refunded"

class Broken:
    def __init__(self, state):
        raise RuntimeError("no database")

    @tool
    def get(self):
        pass
"""
BOT = """
from pytest_hydra import ToolError

def reply(messages, tools):
    order = messages[0]["content"].split()[0]
    if len(messages) == 1:
        tools["get_order"](order)
        return "Shall I refund it?"
    try:
        tools["refund_order"](order)
    except ToolError as error:
        return str(error)
    return "Done."
"""
SCENARIOS = """
world: {use: "shop_world:Shop", state: {orders: {A: {status: delivered}, B: {status: open}}}}
scenarios:
  - id: refund
    repeat: 2
    steps: [{user: A is broken}, {user: hm, agrees: true}]
    expect: &all
      state: {orders: {A: {status: refunded}}}
      onlyChanged: [/orders/A/status]
      confirmBefore: refund_order
      sameStateAs: [{function: refund_order, params: {order: A}}]
      maxFailedCalls: 0
  - id: too-early
    steps: [{user: B is broken}, {user: "no", agrees: false}]
    expect: *all
  - id: broken
    world: shop_world:Broken
    steps: [{user: A}]
    expect: {onlyChanged: []}
"""


def test_a_session_and_its_replay_without_world_and_bot(project: Project) -> None:
    project.write("shop_world.py", WORLD)
    project.write("wallet_bot.py", BOT)
    project.write("a.scenario.yaml", SCENARIOS)
    result = project.run("--hydra", "--hydra-report=first.json")
    result.assert_outcomes(passed=1, failed=1, errors=1)
    result.stdout.fnmatch_lines(
        [
            "*world shop_world:Broken cannot be created: RuntimeError: no*",
            '*calls refund_order(order="B") failed: ValueError: it was not delivered*',
        ]
    )
    lines = (project.runs()[0] / "scenarios.jsonl").read_text().splitlines()
    kept = [state for line in lines for state in json.loads(line).get("states", {}).values()]
    # Once for each process that held conversations.
    assert 1 <= len(kept) <= 2
    assert kept[0] == {"orders": {"A": {"status": "delivered"}, "B": {"status": "open"}}}
    (project.path / "shop_world.py").unlink()
    (project.path / "wallet_bot.py").unlink()
    result = project.run("--hydra-replay=latest", "--hydra-report=again.json")
    result.assert_outcomes(passed=1, failed=1, errors=1)
    assert project.report("again.json")["digest"] == project.report("first.json")["digest"]
    # Other calls lead to a state that nobody has seen; another state is another conversation.
    changed = SCENARIOS.replace("params: {order: A}", "params: {order: B}")
    project.write(
        "a.scenario.yaml",
        changed.replace("id: too-early", "id: too-early\n    world: {state: {x: 1}}"),
    )
    result = project.run("--hydra-replay=latest")
    result.assert_outcomes(errors=3)
    result.stdout.fnmatch_lines(["*lacks the state after*"])


def test_a_secret_that_only_the_state_has_changes_no_verdict(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain_project.write(
        "safe.py",
        """
import os
from pytest_hydra import tool

class Safe:
    def __init__(self, state):
        self.state = {}

    @tool(writes=True)
    def open(self) -> None:
        self.state["key"] = os.environ["DEMO_KEY"]
""",
    )
    plain_project.write(
        "wallet_bot.py", "def reply(_, tools):\n    tools['open']()\n    return 'ok'"
    )
    settings = (plain_project.path / "hydra.toml").read_text()
    plain_project.write(
        "hydra.toml", settings.replace("python =", 'secrets = ["DEMO_KEY"]\npython =')
    )
    plain_project.write(
        "a.scenario.yaml",
        """
id: a
world: safe:Safe
steps: [{user: hello}]
expect: {state: {key: {regex: "^tr.+re$"}}}
""",
    )
    monkeypatch.setenv("DEMO_KEY", "treasure")
    plain_project.run("--hydra").assert_outcomes(passed=1)
    assert "treasure" not in (plain_project.runs()[0] / "scenarios.jsonl").read_text()
    plain_project.run("--hydra-replay=latest").assert_outcomes(passed=1)
    monkeypatch.delenv("DEMO_KEY")
    plain_project.run("--hydra-replay=latest").assert_outcomes(passed=1)
