from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pytest_hydra.core.scorecard import Check
from pytest_hydra.errors import BadValueError
from pytest_hydra.scenarios.expect.kinds import Subject, compile_expect, decide
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.transcript.turn import Call, Reply, Turn
from tests.plugins.baseline.test_loosening import SCENARIO, found, suite

# How each agent activates a skill: Claude Code, OpenCode, Copilot, Gemini CLI, Codex, and others.
WAYS = [
    Call(function="Skill", params={"skill": "pdf"}),
    Call(function="Skill", params={"skill": "office:pdf"}),
    Call(function="skill", params={"name": "pdf"}),
    Call(function="skill", params={"skill": "pdf"}),
    Call(function="activate_skill", params={"name": "pdf"}),
    Call(
        function="command_execution",
        params={"command": "/bin/bash -lc \"sed -n '1,80p' .agents/skills/pdf/SKILL.md\""},
    ),
    Call(function="Bash", params={"command": "cd .claude && cat < skills/pdf/SKILL.md"}),
    Call(function="Bash", params={"command": "cd .claude/skills/pdf && cat SKILL.md"}),
    Call(function="Read", params={"file_path": "/run/box/w/.claude/skills/pdf/SKILL.md"}),
    Call(function="view", params={"path": ".agents/skills/pdf/SKILL.md"}),
]
OTHERS = [
    Call(function="Bash", params={"command": "cat pdf/README.md"}),
    Call(function="Read", params={"file_path": "pdf/SKILL.md.bak"}),
    Call(function="Write", params={"file_path": "pdf/SKILL.md", "content": "x"}),
    Call(function="Skill", params={"skill": "pdf-forms"}),
]
UNKNOWN = [
    Call(function="Bash", params={"command": "cat .claude/skills/*/SKILL.md"}),
    Call(function="Bash", params={"command": "ls .claude/skills/pdf/SKILL.md"}),
    Call(function="Bash", params={"command": "false && cat .claude/skills/pdf/SKILL.md; true"}),
    Call(function="Bash", params={"command": "exit; cat .claude/skills/pdf/SKILL.md"}),
    Call(function="Bash", params={"command": "cat SKILL.md"}),
]


def judged(expect: Mapping[str, Any], *calls: Call, workspace: Mapping[str, Any] | None) -> Check:
    turn = Turn(user="go", reply=Reply(text="Done.", calls=calls))
    records = {} if workspace is None else {"workspace": workspace}
    conversation = Conversation(turns=(turn,), records=records)
    (check,) = decide(compile_expect(expect), Subject(conversation=conversation))
    return check


def outcome(
    expect: Mapping[str, Any], *calls: Call, files: tuple[str, ...] = ("skills/pdf/SKILL.md",)
) -> str:
    workspace = {"files": dict.fromkeys(files), "turns": (), "calls": {}}
    return judged(expect, *calls, workspace=workspace).outcome.value


@pytest.mark.parametrize("call", WAYS)
def test_a_skill_is_activated_in_the_way_of_each_agent(call: Call) -> None:
    assert outcome({"expectedSkill": "pdf"}, call) == "passed"
    assert outcome({"expectedSkill": ["docx", "pdf"]}, call) == "passed"
    assert outcome({"forbiddenSkills": "pdf"}, call) == "failed"
    assert outcome({"forbiddenSkills": "docx"}, call) == "passed"
    assert outcome({"expectedSkill": None}, call) == "failed"
    assert judged({"expectedSkill": "pdf"}, call, workspace=None).outcome.value == "passed"


@pytest.mark.parametrize("call", OTHERS)
def test_a_name_in_another_place_activates_nothing(call: Call) -> None:
    assert outcome({"expectedSkill": "pdf"}, call) == "failed"
    assert outcome({"forbiddenSkills": "pdf"}, call) == "passed"


@pytest.mark.parametrize("unknown", UNKNOWN)
def test_what_is_not_known_is_ungraded(unknown: Call) -> None:
    assert outcome({"expectedSkill": "pdf"}, unknown) == "ungraded"
    assert outcome({"forbiddenSkills": "pdf"}, unknown) == "ungraded"
    assert outcome({"expectedSkill": None}) == "passed"
    # The agent did not have it.
    assert outcome({"expectedSkill": "pdf"}, files=()) == "ungraded"


def test_an_activation_that_failed_is_none() -> None:
    failed = Call(function="Skill", params={"skill": "pdf"}, error="Unknown skill: pdf")
    assert outcome({"expectedSkill": "pdf"}, failed) == "failed"
    assert outcome({"forbiddenSkills": "pdf"}, failed) == "failed"


def test_tools_of_unusual_names_have_the_role_that_the_record_says() -> None:
    roles = {"skill": {"use": "what"}, "shell": {"run": "line"}}
    workspace = {"files": {}, "turns": (), "calls": roles}
    used = Call(function="use", params={"what": "pdf"})
    ran = Call(function="run", params={"line": "git push"})
    assert judged({"expectedSkill": "pdf"}, used, workspace=workspace).outcome.value == "passed"
    found = judged({"forbiddenCommands": "git push"}, ran, workspace=workspace)
    assert found.outcome.value == "failed"


@pytest.mark.parametrize("value", [5, [], [5], {"a": 1}])
def test_a_skill_is_a_name(value: object) -> None:
    with pytest.raises(BadValueError):
        compile_expect({"forbiddenSkills": value})


@pytest.mark.parametrize(
    ("before", "after", "is_loosened"),
    [
        ({"expectedSkill": ["pdf", "docx"]}, {"expectedSkill": "pdf"}, False),
        ({"expectedSkill": "pdf"}, {"expectedSkill": ["pdf", "docx"]}, True),
        ({"expectedSkill": "pdf"}, {"expectedSkill": None}, True),
        ({"forbiddenSkills": "pdf"}, {"forbiddenSkills": ["pdf", "docx"]}, False),
        ({"forbiddenSkills": ["pdf", "docx"]}, {"forbiddenSkills": "pdf"}, True),
    ],
)
def test_what_is_easier(before: dict[str, Any], after: dict[str, Any], is_loosened: bool) -> None:
    scenarios = [{**SCENARIO, "expect": expect, "threshold": 100} for expect in (before, after)]
    assert bool(found(suite(scenarios[0]), suite(scenarios[1]))) is is_loosened
