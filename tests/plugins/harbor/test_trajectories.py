"""Trajectories in ATIF, against what its schema demands, and read back as traces."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from pytest_hydra.plugins.harbor.trajectories import trajectory
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.scenarios.traces.formats import traces_in
from pytest_hydra.transcript.turn import Call, Reply, Turn

# What a step may have whose source is not the agent.
_OF_ALL = {"step_id", "timestamp", "source", "message", "observation", "extra"}
_STEP = _OF_ALL | {"model_name", "reasoning_content", "tool_calls", "metrics"}


def check(document: dict[str, Any]) -> None:
    """Fail for a document that the schema refuses."""
    keys = {"schema_version", "session_id", "agent", "steps", "final_metrics", "extra"}
    assert document.keys() <= keys
    assert re.fullmatch(r"ATIF-v1\.[0-8]", document["schema_version"])
    assert isinstance(document["session_id"], str)
    agent = document["agent"]
    assert {"name", "version"} <= agent.keys() <= {"name", "version", "model_name", "extra"}
    assert all(isinstance(text, str) for text in agent.values())
    assert [step["step_id"] for step in document["steps"]] == [
        *range(1, len(document["steps"]) + 1)
    ]
    assert document["steps"]
    for step in document["steps"]:
        assert step["source"] in {"system", "user", "agent"}
        assert isinstance(step["message"], str)
        assert step.keys() <= (_STEP if step["source"] == "agent" else _OF_ALL)
        ids = set()
        for call in step.get("tool_calls", ()):
            assert call.keys() == {"tool_call_id", "function_name", "arguments"}
            assert isinstance(call["arguments"], dict)
            ids.add(call["tool_call_id"])
        for result in step.get("observation", {"results": []})["results"]:
            assert result.keys() == {"source_call_id", "content"}
            assert result["source_call_id"] in ids
            assert isinstance(result["content"], str)
    assert document["final_metrics"].keys() <= {"total_cost_usd", "total_steps", "extra"}
    json.dumps(document, allow_nan=False)


CALLS = (
    Call(function="Bash", params={"command": "ls"}, result="a\n", id="t1"),
    Call(function="Read", params={"path": "b"}, error="no such file"),
    Call(function="Plan", params={}, result={"steps": [1]}),
    Call(function="Edit", params={"path": "a"}, requested=True),
)
REPLY = Reply(
    text="Done.",
    calls=CALLS,
    earlier_texts=("I look.",),
    thoughts="Hm.",
    cost_usd=0.25,
    tokens=300,
    answered_by={"program": "Claude Code 2.1", "model": "claude-x"},
)

TURN = Turn(user="Do it.", reply=REPLY)
SILENT = Turn(user="Do it.", error="it took too long", arrived=CALLS[:1], cost_usd=0.5)


def test_harbors_own_models_accept_it() -> None:
    reason = "pip install harbor"
    models = pytest.importorskip("harbor.models.trajectories.trajectory", reason=reason)
    for turns in ([TURN], [TURN, SILENT]):
        document = trajectory(Conversation(turns=tuple(turns), bot="agent"), "run-1", {})
        assert models.Trajectory.model_validate(document).to_json_dict() == document


def test_a_trajectory_has_all_that_is_known_and_can_be_read_back() -> None:
    turns = (TURN, Turn(user="Go on.", reply=Reply(text="Yes.")))
    document = trajectory(Conversation(turns=turns, bot="agent"), "run-1", {"nodeid": "x"})
    check(document)
    assert document["agent"] == {
        "name": "agent",
        "version": "Claude Code 2.1",
        "model_name": "claude-x",
    }
    assert document["final_metrics"] == {"total_steps": 9}  # the second turn's are not known
    (trace,) = traces_in(json.dumps(document), "file", {})
    first, second = [turn.reply for turn in trace.turns]
    assert first is not None
    assert second is not None
    assert (first.text, second.text) == ("Done.", "Yes.")
    made = [(call.function, dict(call.params)) for call in first.calls]
    assert made == [(call.function, dict(call.params)) for call in CALLS]
    assert first.calls[0].result == "a\n"


def test_a_trajectory_without_an_answer() -> None:
    document = trajectory(Conversation(turns=(SILENT,), bot="agent"), "run-1", {})
    check(document)
    assert [step["source"] for step in document["steps"]] == ["user", "agent", "system"]
    assert document["steps"][2]["message"] == "There is no answer: it took too long"
    assert document["final_metrics"] == {"total_steps": 3, "total_cost_usd": 0.5}
