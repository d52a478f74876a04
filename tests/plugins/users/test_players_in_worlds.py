from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from pytest_hydra import registry
from pytest_hydra.__main__ import main

if TYPE_CHECKING:
    from tests.conftest import Project
from tests.plugins.users.test_played_sessions import entries

pytestmark = pytest.mark.skipif("world" not in registry.words("keys"), reason="needs worlds")

DESK = """
def reply(messages, tools):
    said = messages[-1]["content"]
    if "at once" in said:
        tools["refund_order"](order="PC-1003")
        return "Refunded. Who are you?"
    if len(messages) == 1:
        return "Shall I refund PC-1003?"
    tools["refund_order"](order="PC-1003")
    return "Done."
"""


DESK_USERS = """
[bots.desk]
python = "desk:reply"

[users.agrees]
script = [
    {message = "Go ahead.", done = false, agrees = ["refund_order"]},
    {message = "Bye", done = true},
]

[users.knows]
script = ["I am Bob Ross."]
"""


IN_A_WORLD = """
world:
  state: {orders: {PC-1003: {status: delivered, owner: Ada Lovelace}, PC-1004: {owner: Bob Ross}}}
  tools:
    - name: refund_order
      params: {order: {type: string}}
      set: {"/orders/{order}/status": refunded}
scenarios:
  - id: refund
    user: {player: agrees, opening: PC-1003 came damaged, goal: a refund}
    expect: &expect
      state: {orders: {PC-1003: {status: refunded}}}
      onlyChanged: [/orders/PC-1003/status]
      confirmBefore: refund_order
  - id: impostor
    user: {player: knows, opening: PC-1003 came damaged, goal: a refund}
    expect: *expect
  - id: hasty
    user: {player: knows, opening: Refund it at once, goal: a refund}
    expect: *expect
"""


def test_a_user_does_not_see_the_state_and_excuses_no_change_of_it(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = plain_project
    project.write("desk.py", DESK)
    project.write("hydra.toml", DESK_USERS)
    project.write("a.scenario.yaml", IN_A_WORLD)
    result = project.run("--hydra", "--hydra-report=report.json")
    result.assert_outcomes(passed=1, failed=1, errors=1)
    found = entries(project)
    assert found["impostor"]["details"]["user"]["faults"] == {"says what it cannot know": 1}
    assert {check["outcome"] for check in found["impostor"]["checks"]} == {"ungraded"}
    assert {check["kind"]: check["outcome"] for check in found["hasty"]["checks"]} == {
        "state": "ungraded",
        "onlyChanged": "ungraded",
        "confirmBefore": "failed",
    }
    again = project.run("--hydra-replay=latest", "--hydra-report=again.json")
    again.assert_outcomes(passed=1, failed=1, errors=1)
    assert project.report("again.json")["digest"] == project.report()["digest"]
    monkeypatch.chdir(project.path)
    assert main(["draft", "conversation", "latest", "refund", "-o", "frozen.scenario.json"]) == 0
    frozen = json.loads((project.path / "frozen.scenario.json").read_text("utf-8"))
    [scenario] = frozen["scenarios"]
    assert scenario["steps"][1]["agrees"] == ["refund_order"]
    project.run("--hydra", "frozen.scenario.json").assert_outcomes(passed=1)
