"""Sessions that score what other tools recorded, without a bot."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_hydra.__main__ import main

if TYPE_CHECKING:
    from tests.conftest import Project

MADE = Path(__file__).with_name("samples")
SETTINGS = """
[bots.production]
recorded = "traces/*.json"
[scenarios]
max_cost_usd = 0
[prices]
scripted-1 = {input = 10, output = 100}
"""
SCENARIOS = """
scenarios:
  - id: twice
    steps:
      - {user: Send 5 DOT to Alice., expect: {expectedFunction: transfer}}
      - {user: And 500 to Bob?, expect: {shouldContain: too low}}
  - id: nobody
    steps: [{user: Hi, expect: {shouldMention: hello}}]
"""


def prepare(project: Project) -> None:
    project.write("hydra.toml", SETTINGS)
    project.write("a.scenario.yaml", SCENARIOS)
    project.write("traces/other.json", json.dumps([{"role": "user", "content": "Bye"}]))
    for name in ("otel-pydantic-ai.json", "vercel-page.json"):
        shutil.copy(MADE / name, project.path / "traces")


def test_traces_are_scored_as_replies_are_and_replayed(plain_project: Project) -> None:
    prepare(plain_project)
    result = plain_project.run("--hydra", "--hydra-report=report.json", "-n1", plugins=("xdist",))
    result.assert_outcomes(passed=1, errors=1)
    nobody, twice = plain_project.report()["scenarios"]
    assert (twice["status"], twice["subject"]) == ("passed", "production")
    assert [run["outcome"] for run in twice["runs"]] == ["passed"] * 2
    # One of the two says what it took; nothing of it is asked for now.
    assert (twice["usage"]["tokens"], twice["usage"]["cost_usd"]) == (415, 0.01252)
    assert nobody["details"]["error"] == "no trace for 'nobody': 3 traces read from traces/*.json"
    text = result.stdout.str()
    assert "1 of 3 traces of bot 'production' belongs to no scenario: other" in text
    # What was recorded is decided again, without the traces.
    shutil.rmtree(plain_project.path / "traces")
    changed = SCENARIOS.replace("too low", "too high")
    plain_project.write("a.scenario.yaml", changed)
    plain_project.run("--hydra", "--hydra-replay=latest", "--hydra-report=report.json")
    _, twice = plain_project.report()["scenarios"]
    assert (twice["status"], twice["usage"]["tokens"]) == ("failed", 415)


def test_each_trace_is_an_item(plain_project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(plain_project)
    plain_project.write(
        "a.scenario.yaml", "{id: all, each: trace, expect: {forbiddenFunctions: [delete]}}"
    )
    result = plain_project.run("--hydra", "-v")
    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(
        [
            "a.scenario.yaml::all?chat-7? PASSED*",
            "a.scenario.yaml::all?other? ERROR*",
            "a.scenario.yaml::all?page-1? PASSED*",
        ]
    )
    assert "belong" not in result.stdout.str()
    # What was said in production becomes a test: its steps are fixed, and any bot may answer.
    monkeypatch.chdir(plain_project.path)
    words = ["latest", "a.scenario.yaml::all[chat-7]", "-o", "b.scenario.json"]
    assert main(["draft", "conversation", *words]) == 0
    frozen = json.loads((plain_project.path / "b.scenario.json").read_text("utf-8"))
    assert [step["user"] for step in frozen["steps"]] == [
        "Send 5 DOT to Alice.",
        "And 500 to Bob?",
    ]
    plain_project.run("--hydra", "b.scenario.json").assert_outcomes(passed=1)
    plain_project.write("hydra.toml", '[bots.w]\npython = "wallet_bot:reply"')
    result = plain_project.run("--hydra")
    result.stdout.fnmatch_lines(["*a.scenario.yaml:1: each: `each: trace` is for bots that are*"])


LARK = Path(__file__).parents[2] / "plugins" / "agents" / "lark"
ADDS_LARK = """
from pathlib import Path

import pytest_hydra

pytest_hydra.add_agent(Path(__file__).parent / "lark")
"""
LARKS = """
id: rules
each: trace
expect: {forbiddenCommands: git push, shouldContain: Pushed}
"""


def test_an_agent_that_a_conftest_adds_is_read_as_ours_are(plain_project: Project) -> None:
    shutil.copytree(LARK, plain_project.path / "lark")
    plain_project.write("conftest.py", ADDS_LARK)
    plain_project.write("hydra.toml", '[bots.lark]\nrecorded = "traces/*.jsonl"')
    plain_project.write("a.scenario.yaml", LARKS)
    events = [{"lark": "did", "line": "git push"}, {"lark": "said", "text": "Pushed."}]
    told = "\n".join(map(json.dumps, [*events, {"lark": "over"}]))
    plain_project.write("traces/one.jsonl", told)
    result = plain_project.run("--hydra", "--hydra-report=report.json", "-n1", plugins=("xdist",))
    result.assert_outcomes(failed=1)
    (one,) = plain_project.report()["scenarios"]
    assert one["status"] == "failed"
