"""Eval sets of Google's Agent Development Kit, made scenarios."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.__main__ import main
from pytest_hydra.documents import read
from pytest_hydra.errors import HydraError
from pytest_hydra.scenarios.foreign.adk import convert
from pytest_hydra.scenarios.load import load_scenarios
from pytest_hydra.settings.file import ScenarioSettings

SNAKE: dict[str, Any] = {
    "eval_set_id": "shop",
    "eval_cases": [
        {
            "eval_id": "Refund, broken",
            "conversation": [
                {
                    "user_content": {"parts": [{"text": "Refund PC-1"}], "role": "user"},
                    "final_response": {"parts": [{"text": "Done."}], "role": "model"},
                    "intermediate_data": {
                        "tool_uses": [{"name": "refund", "args": {"orderId": "PC-1"}}]
                    },
                },
                {"user_content": {"parts": [{"text": "a"}, {"thought": True, "text": "x"}]}},
            ],
            "session_input": {"app_name": "shop", "state": {"userId": 7}},
        },
        {"eval_id": "planned", "conversation_scenario": {"starting_prompt": "Hello"}},
    ],
}
CAMEL = {
    "evalCases": [
        {
            "evalId": "Refund, broken",
            "conversation": [
                {
                    "userContent": {"parts": [{"text": "Refund PC-1"}]},
                    "finalResponse": {"parts": [{"text": "Done."}]},
                    "intermediateData": {
                        "invocationEvents": [
                            {
                                "author": "shop",
                                "content": {
                                    "parts": [
                                        {
                                            "functionCall": {
                                                "name": "refund",
                                                "args": {"orderId": "PC-1"},
                                            }
                                        }
                                    ]
                                },
                            }
                        ]
                    },
                },
                {"userContent": {"parts": [{"text": "a"}]}},
            ],
            "sessionInput": {"state": {"userId": 7}},
        }
    ]
}
OLD = [
    {
        "name": "Refund, broken",
        "data": [
            {
                "query": "Refund PC-1",
                "expected_tool_use": [{"tool_name": "refund", "tool_input": {"orderId": "PC-1"}}],
                "reference": "Done.",
            },
            {"query": "a", "expected_tool_use": []},
        ],
        "initial_session": {"state": {"userId": 7}},
    }
]
CALLS = [{"function": "refund", "params": {"orderId": "PC-1"}, "forbid_extra": True}]
SCENARIO = {
    "id": "refund-broken",
    "context": {"userId": 7},
    "steps": [
        {"user": "Refund PC-1", "expect": {"expectedCalls": {"calls": CALLS, "order": "exact"}}},
        {"user": "a", "expect": {"expectedFunction": None}},
    ],
}


@pytest.mark.parametrize("data", [SNAKE, CAMEL, OLD], ids=["snake", "camel", "old"])
def test_a_case_becomes_a_scenario(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: Any
) -> None:
    file = tmp_path / "shop.evalset.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    assert main(["import", "adk", str(file), "-o", str(tmp_path / "made")]) == 0
    made = tmp_path / "made" / "shop.scenario.json"
    document: Any = read(made, made.name).data
    assert document == {"scenarios": [SCENARIO]}
    (scenario,) = load_scenarios(read(made, made.name), ScenarioSettings())
    assert scenario.id == "refund-broken"
    assert "not carried over: write what the reply must say" in capsys.readouterr().out


def test_what_is_not_carried_over_is_listed(tmp_path: Path) -> None:
    file = tmp_path / "shop.test.json"
    file.write_text(json.dumps(SNAKE), encoding="utf-8")
    _, notes = convert(file)
    assert [note.split(":")[:2] for note in notes] == [
        ["refund-broken", " final_response"],
        ["planned", " conversation_scenario"],
        ["planned", " not made"],
    ]


@pytest.mark.parametrize(
    "data", [{}, [1], {"eval_cases": 5}, {"eval_cases": [{"conversation": 1}]}]
)
def test_another_file_is_refused(tmp_path: Path, data: Any) -> None:
    file = tmp_path / "other.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(HydraError, match="does not contain an eval set of ADK"):
        convert(file)
