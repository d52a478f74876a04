"""Tasks of tau2-bench, made scenarios."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.__main__ import main
from pytest_hydra.documents import read
from pytest_hydra.scenarios.load import load_scenarios
from pytest_hydra.settings.file import ScenarioSettings

LOOK = {"name": "get_order", "arguments": {"order": "W1"}}
PAY = {"name": "pay_back", "arguments": {"order": "W1", "items": [1]}, "requestor": "assistant"}
TASKS: list[dict[str, Any]] = [
    {
        "id": "0",
        "description": {"purpose": "A refund.", "notes": None},
        "user_scenario": {
            "persona": "impatient",
            "instructions": {
                "domain": "shop",
                "reason_for_call": "You want your money back.",
                "known_info": "You are Ada. Your order is W1.",
                "unknown_info": None,
                "task_instructions": "Take no voucher.",
            },
        },
        "initial_state": None,
        "evaluation_criteria": {
            "actions": [LOOK, PAY],
            "communicate_info": ["1,290", "Friday"],
            "nl_assertions": ["It is polite."],
            "reward_basis": ["DB", "COMMUNICATE", "ACTION"],
        },
    },
    {
        "id": "[net]reset[PERSONA:None]",
        "user_scenario": {"persona": None, "instructions": "Your phone has no signal."},
        "initial_state": {
            "initialization_data": {"agent_data": {"lines": {"L1": "up"}}, "user_data": {"sim": 1}},
            "initialization_actions": [{"env_type": "user", "func_name": "f", "arguments": {}}],
        },
        "evaluation_criteria": {
            "actions": [{"name": "reboot", "arguments": {}, "requestor": "user"}],
            "env_assertions": [{"func_name": "g"}],
            "reward_basis": ["ENV_ASSERTION"],
        },
    },
    {
        "id": "2",
        "user_scenario": {"persona": None, "instructions": "Your phone rings."},
        "initial_state": {"initialization_data": {"agent_data": {"lines": {"L1": "up"}}}},
        "evaluation_criteria": {"actions": [], "reward_basis": ["DB"]},
    },
]


def test_tasks_become_scenarios_and_what_does_not_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    domain, target = tmp_path / "shop", tmp_path / "made"
    domain.mkdir()
    (domain / "tasks.json").write_text(json.dumps(TASKS))
    (domain / "db.json").write_text(json.dumps({"orders": {"W1": {"paid": 1290}}}))
    assert main(["import", "tau2", str(domain), "-o", str(target)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        str(target / "tau2_shop.scenario.json"),
        str(target / "tau2_shop.py"),
        "shop-0: nl_assertions: they count here, although reward_basis does not list them",
        "shop-net-reset-persona-none: initialization_data.user_data: not carried over",
        "shop-net-reset-persona-none: initialization_actions: not carried over",
        "shop-net-reset-persona-none: env_assertions: not carried over",
        "shop-net-reset-persona-none: actions of the user: not carried over",
        "shop-net-reset-persona-none: not made: none of its criteria can be carried over",
        "tau2_shop.py: write the code of the tools (2), which is not in the tasks",
    ]
    file = target / "tau2_shop.scenario.json"
    refund, rings = load_scenarios(read(file, file.name), ScenarioSettings())
    user = refund.plans["user"].identity["part"]
    assert user["goal"] == "You want your money back.\n\nTake no voucher."
    assert (user["style"], user["knows"]) == (
        "impatient",
        {"about you": "You are Ada. Your order is W1."},
    )
    assert refund.plans["world"].identity["use"] == "tau2_shop:World"
    assert rings.plans["world"].identity["state"] == {
        "orders": {"W1": {"paid": 1290}},
        "lines": {"L1": "up"},
    }
    first, second = json.loads(file.read_text("utf-8"))["scenarios"]
    calls = [
        {"function": "get_order", "params": {"order": "W1"}},
        {"function": "pay_back", "params": {"order": "W1", "items": [1]}},
    ]
    assert first["expect"] == {
        "sameStateAs": calls,
        "expectedCalls": {"calls": calls, "others": True},
        "shouldContain": [1290, "Friday"],
        "judge": ["It is polite."],
    }
    assert second["expect"] == {"onlyChanged": []}
    source = (target / "tau2_shop.py").read_text("utf-8")
    compile(source, "tau2_shop.py", "exec")
    assert "def pay_back(self, order=None, items=None):" in source
    with pytest.raises(SystemExit):
        main(["import", "tau2", str(domain), "-o", str(target)])
    assert "exists already" in capsys.readouterr().err


@pytest.mark.parametrize("tasks", ["{}", "[1]", '[{"id": 1}]', '[{"id": 1, "user_scenario": 5}]'])
def test_what_holds_no_tasks_is_refused(
    tmp_path: Path, tasks: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tasks.json").write_text(tasks)
    with pytest.raises(SystemExit):
        main(["import", "tau2", str(tmp_path), "-o", str(tmp_path)])
    assert "tasks.json" in capsys.readouterr().err
