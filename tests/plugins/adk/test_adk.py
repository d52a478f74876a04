"""Eval sets of Google's ADK, made scenarios."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.__main__ import main
from pytest_hydra.core.scorecard import Check
from pytest_hydra.documents import read
from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.adk.adk import convert
from pytest_hydra.scenarios.expect.kinds import Subject, decide
from pytest_hydra.scenarios.load import Scenario, load_scenarios
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.settings.file import ScenarioSettings
from pytest_hydra.transcript.turn import Call, Reply, Turn

USE = {"id": "x", "name": "roll_die", "args": {"sides": 6}}
TURNS: list[dict[str, Any]] = [
    {
        "invocation_id": "1",
        "user_content": {"parts": [{"text": "Roll a die."}], "role": "user"},
        "final_response": {"parts": [{"text": "It is a 4."}], "role": "model"},
        "intermediate_data": {"tool_uses": [USE], "intermediate_responses": []},
    },
    {
        "user_content": {"parts": [{"text": "Thanks!"}]},
        "intermediate_data": {"tool_uses": []},
    },
]
SET: dict[str, Any] = {
    "eval_set_id": "dice",
    "eval_cases": [
        {
            "eval_id": "Roll once",
            "conversation": TURNS,
            "session_input": {"app_name": "dice", "user_id": "u", "state": {"rolls": 2}},
        },
        {"eval_id": "talk", "conversation": [{"user_content": {"parts": [{"text": "Hi"}]}}]},
    ],
}
OLD = [
    {
        "name": "Roll once",
        "data": [
            {
                "query": "Roll a die.",
                "expected_tool_use": [{"tool_name": "roll_die", "tool_input": {"sides": 6}}],
                "reference": "It is a 4.",
            },
            {"query": "Thanks!", "expected_tool_use": []},
        ],
        "initial_session": {"state": {"rolls": 2}},
    }
]


def camel(value: Any) -> Any:
    if isinstance(value, list):
        return [camel(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    heads = {key: key.split("_") for key in value}
    names = {key: head + "".join(map(str.title, rest)) for key, (head, *rest) in heads.items()}
    return {names[key]: camel(entry) for key, entry in value.items()}


def imported(folder: Path, data: Any, name: str = "dice.evalset.json") -> list[Scenario]:
    (folder / name).write_text(json.dumps(data))
    assert main(["import", "adk", str(folder / name), "-o", str(folder / "made")]) == 0
    path = folder / "made" / "dice.scenario.json"
    return load_scenarios(read(path, path.name), ScenarioSettings())


def checked(scenario: Scenario, *calls: Call) -> list[Check]:
    turns = (
        Turn(user="", reply=Reply(text="x", calls=calls)),
        Turn(user="", reply=Reply(text="y")),
    )
    held = Conversation(turns=turns)
    return [
        check
        for number, step in enumerate(scenario.steps, start=1)
        if step.expect is not None
        for check in decide(step.expect, Subject(conversation=held, turn=number))
    ]


@pytest.mark.parametrize("data", [SET, camel(SET), OLD], ids=["snake", "camel", "old"])
def test_the_expected_trajectory_is_carried_over(
    data: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (scenario,) = imported(tmp_path, data)
    assert (scenario.id, dict(scenario.context)) == ("roll-once", {"rolls": 2})
    assert scenario.messages == ["Roll a die.", "Thanks!"]
    roll = Call(function="roll_die", params={"sides": 6})
    assert [check.score for check in checked(scenario, roll)] == [100, 100]
    assert checked(scenario, roll, roll)[0].score == 0
    assert checked(scenario)[0].score == 0
    out = capsys.readouterr().out
    assert "roll-once: final responses: not carried over: write shouldContain" in out
    assert ("talk: not made: no turn has expected tool uses" in out) == (data != OLD)


@pytest.mark.parametrize(
    "data", [{}, [], {"eval_cases": ["x"]}, {"eval_cases": SET["eval_cases"][1:]}]
)
def test_what_is_no_eval_set_is_refused(data: Any, tmp_path: Path) -> None:
    (tmp_path / "a.test.json").write_text(json.dumps(data))
    with pytest.raises(HydraError, match=r"a\.test\.json"):
        convert(tmp_path / "a.test.json")
