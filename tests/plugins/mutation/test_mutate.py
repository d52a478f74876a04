"""``python -m pytest_hydra audit mutations``: the faults that a suite would not notice."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from pytest_hydra.documents import read

if TYPE_CHECKING:
    from tests.conftest import Project

BOT = """
def reply(messages, tools=None):
    said = messages[-1]["content"]
    if "refund" in said:
        tools["refund_order"](order="PC-1")
        return "PC-1 is refunded."
    if "hello" in said:
        return "Hello, how are you?"
    call = {"function": "pay", "params": {"amount": 5, "to": "Ada"}}
    return {"text": "Paid 5 DOT.", "calls": [call]}
"""
VALIDATORS = """
def broken(reply, conversation):
    raise RuntimeError("no")

def first_call(reply, conversation):
    return reply.calls[0].function == "pay"
"""
WORLD = """
from pathlib import Path
from pytest_hydra import tool

class Desk:
    def __init__(self, state):
        self.state = state

    @tool(writes=True)
    def refund_order(self, order: str):
        self.state[order] = "closed" if Path(__file__).with_name("closed").exists() else "refunded"
"""
SCENARIOS = """
scenarios:
  - id: closed
    world: desk:Desk
    steps: [{user: refund}]
    expect: {state: {PC-1: refunded}}
  - id: loose
    steps:
      - {user: hello}
      - {user: pay, expect: {expectedFunction: pay}}
  - id: lenient
    threshold: 50
    steps: [{user: pay, expect: {expectedFunction: pay, shouldContain: 5 DOT, shouldMention: no}}]
  - id: judged
    steps: [{user: pay, expect: {expectedFunction: pay, judge: it is polite}}]
  - id: validated
    steps: [{user: pay, expect: {customValidator: "validators:first_call"}}]
  - id: broken
    steps: [{user: pay, expect: {customValidator: "validators:broken"}}]
  - id: fails
    steps: [{user: pay, expect: {expectedFunction: refund}}]
  - id: refund
    world:
      state: {orders: {PC-1: {status: delivered}}}
      tools:
        - {name: get_order, params: {order: {type: string}}, get: "/orders/{order}"}
        - {name: refund_order, params: {order: {type: string}},
           set: {"/orders/{order}/status": refunded}, writes: true}
    steps: [{user: refund}]
    expect: {state: {orders: {PC-1: {status: refunded}}}}
"""


JUDGED = """
[judging]
judge = "script"

[judges.script]
command = ["python3", "judge.py"]
"""
JUDGE = """
import json
print(json.dumps({"score": 8, "strengths": [], "weaknesses": [], "evidence": []}))
"""


def mutate(project: Project, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest_hydra", "audit", "mutations", "latest", *arguments]
    return subprocess.run(
        command, cwd=project.path, capture_output=True, encoding="utf-8", check=False
    )


def faults(report: dict[str, Any], name: str, verdict: str) -> list[str]:
    (scenario,) = (each for each in report["scenarios"] if each["nodeid"].endswith(f"::{name}"))
    return [each["what"] for each in scenario["faults"] if each["verdict"] == verdict]


def test_faults_that_are_missed_are_reported_with_what_would_notice_them(
    plain_project: Project,
) -> None:
    project = plain_project
    project.write("wallet_bot.py", BOT)
    project.write("validators.py", VALIDATORS)
    project.write("desk.py", WORLD)
    project.write("judge.py", JUDGE)
    settings = (project.path / "hydra.toml").read_text("utf-8")
    project.write("hydra.toml", settings + JUDGED)
    file = project.write("a.scenario.yaml", SCENARIOS)
    project.run("--hydra")
    closed = project.write("closed", "")

    done = mutate(project, "--json", "all.json", "--min", "99.9")

    report = json.loads((project.path / "all.json").read_text("utf-8"))
    assert done.returncode == 1
    assert done.stdout.endswith(" of 100\nthe score is below --min 99.9\n"), (
        done.stdout + done.stderr
    )
    ids = [each["nodeid"].partition("::")[2] for each in report["scenarios"]]
    assert ids == ["closed", "loose", "lenient", "judged", "validated", "refund"]
    told = [line for line in done.stdout.splitlines() if line.endswith(", not:")]
    by_name = {each["nodeid"]: each["missed"] for each in report["scenarios"]}
    missed = [by_name[line.partition(" (line")[0]] for line in told]
    assert missed == sorted(missed) == sorted(filter(None, by_name.values()))
    # Nothing is expected of the first reply.
    assert "it refuses instead of answering" in faults(report, "loose", "equivalent")
    assert "pay is not called" in faults(report, "loose", "noticed")
    assert "pay lacks to" in faults(report, "loose", "missed")
    # What fails in any case says nothing of a fault.
    assert "pay lacks to" in faults(report, "lenient", "missed")
    assert "its text lacks 5" in faults(report, "judged", "needs_judge")
    assert "pay is not called" in faults(report, "judged", "noticed")
    # A validator that raises is an error.
    assert "pay is not called" in faults(report, "validated", "noticed")
    # A world that does not do the same again says nothing.
    assert "refund_order is not called" in faults(report, "closed", "not_tried")
    # Calls are made in the world.
    assert 'refund_order has order: "PC-", not "PC-1"' in faults(report, "refund", "noticed")
    assert "refund_order is called twice" in faults(report, "refund", "equivalent")

    # What is told holds for the bot as it is, and leaves nothing that is missed.
    closed.unlink()
    data = json.loads(json.dumps(read(file, "a").data))
    scenarios = {each["id"]: each for each in data["scenarios"]}
    for tested in report["scenarios"]:
        scenario = scenarios[tested["nodeid"].partition("::")[2]]
        for added in tested["add"]:
            step = scenario["steps"][added["turn"] - 1]
            step["expect"] = {**step.get("expect", {}), "all": added["all"]}
    file.write_text(json.dumps(data), encoding="utf-8")
    project.run("--hydra").assert_outcomes(passed=6, failed=1, errors=1)
    done = mutate(project, "--min", "80")
    assert done.returncode == 0, done.stdout + done.stderr
    # More counts now: a reply of which nothing was expected, a world that does the same again.
    told = [line for line in done.stdout.splitlines() if line.endswith(", not:")]
    assert {line.partition(" ")[0] for line in told} == {
        "a.scenario.yaml::closed",
        "a.scenario.yaml::loose",
    }


def test_what_cannot_be_mutated_is_said(plain_project: Project) -> None:
    plain_project.write(
        "a.scenario.yaml", "id: a\nsteps: [{user: hi, expect: {shouldContain: no}}]"
    )
    plain_project.run("--hydra")
    done = mutate(plain_project)
    assert done.returncode == 1
    assert done.stderr.endswith("no scenario passes, and failing ones cannot be used\n")
    plain_project.write(
        "a.scenario.yaml", "id: a\nsteps: [{user: hi, expect: {shouldContian: no}}]"
    )
    done = mutate(plain_project)
    assert done.returncode == 2
    assert "a.scenario.yaml:2" in done.stdout
    assert "shouldContain" in done.stdout
