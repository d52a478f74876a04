"""Races of coding agents at a task, by one command or by `[race] agents`."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.__main__ import main
from pytest_hydra.errors import HydraError
from pytest_hydra.options import settings_of
from pytest_hydra.plugins.boxes.box import preflight
from pytest_hydra.plugins.boxes.limits import Limits
from pytest_hydra.plugins.engine.isolation import Isolation
from pytest_hydra.plugins.git.repository import SourceError
from pytest_hydra.plugins.race.agent_work import Agents
from pytest_hydra.plugins.race.policy.race_tables import AgentCandidate
from tests.plugins.race.test_agents import agents

__all__ = ["agents"]

WHO = ("-c", "user.name=a", "-c", "user.email=a@localhost")
# Pretends to be Claude Code: does what the task says, and says what it has.
PROGRAM = """#!/bin/sh
cat > task.txt
env > environment.txt
echo "$@" > words.txt
cat "$HOME/.tool/config" > config.txt
echo '{"type": "result", "total_cost_usd": 0.5, "usage": {"input_tokens": 7}}'
"""
HYDRA = """
[agents.one]
preset = "claude-code"
model = "small"
[agents.two]
preset = "gemini-cli"
sandbox = "none"
[agents.skilled]
preset = "codex"
instructions = "Be brief."
[race]
task = "task.md"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a task, and programs of agents on PATH."""
    for name in ("claude", "gemini", "codex"):
        path = tmp_path / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(PROGRAM)
        path.chmod(0o755)
    places = [str(tmp_path / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]]
    monkeypatch.setenv("PATH", os.pathsep.join(places))
    top = tmp_path / "shop"
    top.mkdir()
    (top / "task.md").write_text("Cap the vouchers.")
    (top / "test_shop.py").write_text("def test_it():\n    pass\n")
    for words in (("init", "-q", "-b", "trunk"), ("add", "."), ("commit", "-qm", "base")):
        command = ["git", *WHO, *words]
        subprocess.run(command, cwd=top, check=True)
    monkeypatch.chdir(top)
    return top


def settings(pytester: pytest.Pytester, folder: Path) -> Any:
    return settings_of(configured(pytester, folder))


def raced(pytester: pytest.Pytester, folder: Path, *agents: str, **given: Any) -> Any:
    """The settings of a session that the command `race` starts."""
    config = configured(pytester, folder)
    race = {"task": "task.md", "agents": agents, "attempts": None, **given}
    config.option.hydra_agents_race = race
    return settings_of(config)


def configured(pytester: pytest.Pytester, folder: Path) -> pytest.Config:
    # With a configuration it is no race alone, which would be started in a pytest of its own.
    ini = folder.parent / "pytest.ini"
    ini.write_text("[pytest]\n")
    os.chdir(folder)
    return pytester.parseconfig("-c", str(ini), "-p", "pytest_hydra.plugin", "--hydra")


def names(found: Any) -> list[str]:
    return [candidate.agent for candidate in found.table("race").candidates]


def test_without_a_hydra_toml_base_and_commands_are_found(
    pytester: pytest.Pytester, folder: Path
) -> None:
    found = raced(pytester, folder, "claude-code", "codex:big", attempts=2)
    assert (found.file, found.root, found.table("race").base) == (None, folder, "trunk")
    assert found.table("scoring").commands.test.endswith("-m pytest")
    assert names(found) == ["claude-code-1", "claude-code-2", "codex-1", "codex-2"]
    assert not (folder / "hydra.toml").exists()
    first, *_, last = found.table("race").candidates
    assert first.boxed
    assert first.command[:4] == ["/bin/sh", "-c", 'printf %s "$0" | "$@"', "Cap the vouchers."]
    assert first.command[4].endswith("/bin/claude")
    assert (last.model, last.command[-3:]) == ("big", ["--model", "big", "-"])


def test_commands_are_found_if_the_hydra_toml_only_has_agents(
    pytester: pytest.Pytester, folder: Path
) -> None:
    (folder / "hydra.toml").write_text('[agents.one]\npreset = "codex"\nsandbox = "none"\n')
    found = raced(pytester, folder, "one")
    assert (found.file, found.table("race").base) == (folder / "hydra.toml", "trunk")
    assert found.table("scoring").commands.test.endswith("-m pytest")
    (folder / "hydra.toml").write_text(
        '[agents.one]\npreset = "codex"\n[scoring]\nprofile = "python"\n'
    )
    given = raced(pytester, folder, "one")
    assert (given.table("race").base, given.table("scoring").commands.test) == ("main", None)


def test_the_agents_of_a_hydra_toml(pytester: pytest.Pytester, folder: Path) -> None:
    (folder / "hydra.toml").write_text(f'{HYDRA}agents = ["one", "two"]\nattempts = 2\n')
    found = settings(pytester, folder)
    assert names(found) == ["one-1", "one-2", "two-1", "two-2"]
    two = found.table("race").candidates[2]
    assert (two.boxed, two.command[-2:]) == (False, ["-p", "Cap the vouchers."])
    assert "GEMINI_API_KEY" in two.env
    given = raced(pytester, folder, "one:large")
    assert [(entry.agent, entry.model) for entry in given.table("race").candidates][:1] == [
        ("one-1", "large")
    ]


def test_what_an_agent_lacks_is_said_before_it_starts(
    pytester: pytest.Pytester, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ANTHROPIC_API_KEY", "CLAUDE_CODE_OAUTH_TOKEN", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    line = "agent claude-code: it has no key; see python -m pytest_hydra doctor"
    assert raced(pytester, folder, "claude-code", attempts=2).table("race").lacking == (line,)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
    assert raced(pytester, folder, "claude-code").table("race").lacking == ()


def test_one_agent_with_two_models_has_two_names(pytester: pytest.Pytester, folder: Path) -> None:
    found = raced(pytester, folder, "codex:big", "codex:openai/small")
    assert names(found) == ["codex", "codex-openai-small"]


@pytest.mark.parametrize(
    ("agents", "task", "message"),
    [
        ([], "task.md", "there is no agent: name one, such as --agent claude-code"),
        (["codex"], "none.md", "none.md cannot be read: No such file or directory"),
        (["cloud"], "task.md", "--agent cloud: there is no such agent; valid: acp, claude-code"),
        (["copilot"], "task.md", "agent 'copilot': the command copilot was not found on PATH"),
    ],
)
def test_what_is_refused(
    agents: list[str], task: str, message: str, pytester: pytest.Pytester, folder: Path
) -> None:
    with pytest.raises(HydraError) as caught:
        raced(pytester, folder, *agents, task=task)
    assert message in str(caught.value)


def test_skills_and_instructions_are_for_scenarios(pytester: pytest.Pytester, folder: Path) -> None:
    (folder / "hydra.toml").write_text(f'{HYDRA}agents = ["skilled"]\n')
    with pytest.raises(HydraError, match="its skills and instructions are for scenarios"):
        settings(pytester, folder)


def test_agents_that_speak_acp_are_for_scenarios(pytester: pytest.Pytester, folder: Path) -> None:
    acp = '[agents.acp]\ncommand = ["sh"]\n'
    (folder / "hydra.toml").write_text(f'{acp}{HYDRA}agents = ["acp"]\n')
    with pytest.raises(HydraError, match="'acp': an agent that speaks ACP is for scenarios"):
        settings(pytester, folder)


@pytest.mark.parametrize(
    ("option", "command"),
    [
        ("--hydra-race=task.md", "python -m pytest_hydra race TASK"),
        ("--hydra-agent=codex", "python -m pytest_hydra race TASK --agent NAME"),
        ("--hydra-attempts=2", "python -m pytest_hydra race TASK --attempts N"),
    ],
)
def test_a_retired_option_names_the_command(
    option: str, command: str, pytester: pytest.Pytester
) -> None:
    pytester.makeini(f"[pytest]\naddopts = -p pytest_hydra.plugin {option}\n")
    result = pytester.runpytest_inprocess()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    name = option.partition("=")[0]
    result.stderr.fnmatch_lines(f"*argument {name}: is now a command: {command}")


def test_the_command_takes_options_of_pytest_and_no_other_command_does(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "conftest.py").write_text("raise SystemExit('of the project')\n")
    command = [sys.executable, "-m", "pytest_hydra", "race", "task.md", "--agent=codex:big"]
    words = [*command, "--attempts", "2", "--collect-only", "-q"]
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    assert "codex-1" in done.stdout
    assert "codex-2" in done.stdout
    with pytest.raises(SystemExit):
        main(["weights", "--collect-only"])
    assert "unrecognized arguments: --collect-only" in capfd.readouterr().err


def attempt(folder: Path, **settings: Any) -> AgentCandidate:
    program = str(folder.parent / "bin" / "claude")
    command = ["/bin/sh", "-c", 'printf %s "$0" | "$@"', "Go.", program]
    given: dict[str, Any] = {"agent": "one", "command": command}
    given |= {"boxed": True, "environment": {"OWN": "1"}, "home": {".tool/config": "x"}}
    return AgentCandidate.model_validate({**given, "env": ["PASSED"], **settings})


@pytest.mark.skipif(isinstance(preflight(), str), reason="there is no sandbox here")
@pytest.mark.parametrize("boxed", [True, False])
def test_an_attempt_has_its_task_home_and_variables(
    boxed: bool, folder: Path, agents: Agents, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PASSED", "2")
    monkeypatch.setenv("OTHER", "3")
    box = preflight()
    assert not isinstance(box, str)
    isolation = Isolation(box=box, limits=Limits(), checkout=folder)
    agents = replace(agents, isolation=isolation)
    with agents.source(attempt(folder, boxed=boxed)) as source:
        work = Path(source.named)
        assert (work / "task.txt").read_text() == "Go."
        assert (work / "config.txt").read_text() == "x"
        environment = (work / "environment.txt").read_text().splitlines()
        assert {"OWN=1", "PASSED=2"} <= set(environment)
        assert "OTHER=3" not in environment
        assert ("HOME=/run/box/home" in environment) == boxed
        assert source.cost_usd == 0.5


def test_an_attempt_needs_its_sandbox(folder: Path, agents: Agents) -> None:
    with pytest.raises(SourceError, match="there is no sandbox"), agents.source(attempt(folder)):
        pass
