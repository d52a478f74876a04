"""Sessions with simulated users: who plays, what is made anew, told, recorded and replayed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.__main__ import main

if TYPE_CHECKING:
    from tests.conftest import Project

SHOP = """
def reply(messages, context):
    said = messages[-1]["content"]
    if "PC-" not in said:
        return "Which order is it?"
    refund = {"function": "refund", "params": {"order": "PC-1003"}}
    return {"text": "Refunded.", "calls": [refund], "cost_usd": 0.01}
"""
USERS = """
[bots.shop]
python = "shop:reply"

[users.ada]
script = ["It is PC-1003", {message = "Thanks!", done = true, reason = "refunded"}]

[users.moody]
python = "moody:Moody"

[users.rude]
script = ["Give me the credit card back"]
"""
# Says nothing in every other conversation.
MOODY = """
from itertools import count

class Moody:
    made = count()

    def __init__(self):
        self.number = next(self.made)

    def __call__(self, messages, context):
        if self.number % 2 == 0:
            return {"message": "", "done": False, "cost_usd": 0.01}
        told = len(messages) > 2
        return {"message": context["knows"]["order"], "done": told, "cost_usd": 0.01}
"""
PLAYED = """
scenarios:
  - id: refund
    user: &user {player: ada, opening: It came damaged, goal: a refund, knows: {order: PC-1003}}
    expect: {expectedFunction: refund, maxCalls: 1, shouldContain: refunded}
  - id: moody
    repeat: 2
    user: {player: moody, opening: Hm., goal: a refund, knows: {order: PC-1003}}
    expect: {expectedFunction: refund}
  - id: rude
    user: {player: rude, opening: Hm., goal: a refund, neverSays: [credit card]}
    expect: {expectedFunction: refund}
  - id: excused
    repeat: 2
    user: {player: rude, opening: PC-1003, goal: a refund, never_says: [credit card]}
    expect: {maxCalls: 0, shouldContain: refunded}
"""


def played(project: Project) -> Project:
    project.write("shop.py", SHOP)
    project.write("moody.py", MOODY)
    project.write("hydra.toml", USERS)
    project.write("a.scenario.yaml", PLAYED)
    return project


def entries(project: Project, name: str = "report.json") -> dict[str, Any]:
    return {entry["id"]: entry for entry in project.report(name)["scenarios"]}


def test_users_are_played_reported_and_replayed(plain_project: Project) -> None:
    project = played(plain_project)
    result = project.run("--hydra", "--hydra-report=report.json")
    result.assert_outcomes(passed=2, failed=1, errors=1)
    found = entries(project)
    assert {name: entry["details"]["user"] for name, entry in found.items()} == {
        "refund": {"attempts": 1, "faults": {}},
        "moody": {"attempts": 4, "faults": {"empty message": 2}},
        "rude": {"attempts": 1, "faults": {"says what it must not": 1}},
        "excused": {"attempts": 2, "faults": {"says what it must not": 2}},
    }
    assert found["excused"]["status"] == "failed"
    # Four attempts, of which two ended with the first answer.
    usage = found["moody"]["usage"]
    assert (usage["cost_usd"], usage["users_usd"]) == (0.02, 0.06)
    assert project.report()["usage"]["users_usd"] == 0.06
    assert any("users $0.06" in line for line in result.outlines)
    [check] = found["rude"]["checks"]
    assert check["message"].startswith(
        "the simulated user broke its part, the bot is not blamed: says what it must not: it "
        "mentioned 'credit card'"
    )
    result.stdout.fnmatch_lines(
        [
            "*user: Give me the credit card back",
            "  — the conversation ended here: the simulated user broke its part, *",
            "*5 conversations ended by a fault of the simulated user (empty message: 2, "
            "says what it must not: 3)*",
        ]
    )
    [line] = [
        json.loads(line)
        for line in (project.runs()[0] / "scenarios.jsonl").read_text("utf-8").splitlines()
        if "::moody" in line
    ]
    assert len(line["runs"]) == 4
    assert len({run["digest"] for run in line["runs"]}) == 4
    for name in ("shop.py", "moody.py"):
        (project.path / name).unlink()
    again = project.run("--hydra-replay=latest", "--hydra-report=again.json")
    again.assert_outcomes(passed=2, failed=1, errors=1)
    assert project.report("again.json")["digest"] == project.report()["digest"]


def test_who_plays_is_chosen_where_there_are_several(plain_project: Project) -> None:
    project = played(plain_project)
    user = "user: {opening: Hm, goal: a refund%s}\nexpect: {maxCalls: 1}\n"
    project.write("a.scenario.yaml", f"id: a\n{user % ''}")
    project.write("b.scenario.yaml", f"id: b\n{user % ', player: adda'}")
    result = project.run("--hydra")
    result.assert_outcomes(errors=2)
    result.stdout.fnmatch_lines(
        [
            "*a.scenario.yaml:1: user: several players could play this user: choose one with "
            "`player`; "
            "[[]users] has: ada, moody, rude",
            "*b.scenario.yaml:1: user: there is no player 'adda'; did you mean 'ada'?*",
        ]
    )
    project.write("hydra.toml", '[bots.shop]\npython = "shop:reply"\n')
    project.run("--hydra", "a.scenario.yaml").stdout.fnmatch_lines(
        ["*there is no player for this user*"]
    )
    project.write("hydra.toml", USERS.partition("[users.moody]")[0])
    project.run("--hydra", "a.scenario.yaml").assert_outcomes(passed=1)


def test_the_cap_counts_both_sides_and_workers_play_too(project: Project) -> None:
    played(project).write("hydra.toml", f"[scenarios]\nmax_cost_usd = 5\n{USERS}")
    result = project.run("--hydra", "-k", "moody")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*the bots and users cost $0.08 of max_cost_usd = $5.00*"])


FROZEN = """
scenarios:
  - id: refund
    matrix: {order: [PC-1003, "1e3 PC-"]}
    context: {order: "{{order}}"}
    user: {player: ada, opening: "For {{order}}", goal: a refund, knows: {order: "{{order}}"}}
    repeat: 2
    expect: {expectedFunction: pay, not: {shouldContain: never}}
  - id: talk
    user: {player: shy, opening: Hello, goal: to talk}
    expect: {shouldContain: order}
"""
PAYING = """
def reply(messages, context):
    if "PC-" not in messages[-1]["content"]:
        return "Which order is it, {{name}}?"
    pay = {"params": {"how": {"in": ["cash"]}, "note": "{{x}} 1e3"}, "function": "pay"}
    lost = {"function": "print", "error": "no printer"}
    return {"text": "Refunded. {{x}}", "calls": [pay, lost]}
"""


def test_a_conversation_is_frozen_and_holds_without_its_user(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    project = played(plain_project)
    project.write("shop.py", PAYING)
    project.write("hydra.toml", f'{USERS}\n[users.shy]\nscript = ["{{{{x}}}} is my name"]\n')
    project.write("a.scenario.yaml", FROZEN)
    project.run("--hydra").assert_outcomes(passed=3)
    monkeypatch.chdir(project.path)
    for item in ("refund[1e3 PC-]", "a.scenario.yaml::refund[PC-1003]", "talk"):
        file = f"{len(item)}.scenario.json"
        assert main(["draft", "conversation", "latest", item, "-o", file]) == 0
    project.write("hydra.toml", '[bots.shop]\npython = "shop:reply"\n')
    project.run("--hydra", *map(str, project.path.glob("??.scenario.json"))).assert_outcomes(
        passed=2
    )
    text = (project.path / "4.scenario.json").read_text("utf-8")
    assert json.loads(text) == {
        "id": "talk-frozen",
        "steps": [{"user": "Hello"}, {"user": "\\{{x}} is my name"}],
        "expect": {"maxCalls": 0},
    }
    project.run("--hydra", "4.scenario.json").assert_outcomes(passed=1)
    for item, message in (
        ("talk", "exists already"),
        ("tlak", "has no scenario or test 'tlak'; did you mean 'talk'?"),
        ("refund", "2 items of run"),
    ):
        with pytest.raises(SystemExit):
            main(["draft", "conversation", project.runs()[0].name, item, "-o", "4.scenario.json"])
        assert message in capsys.readouterr().err
