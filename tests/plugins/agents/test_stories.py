"""What people ask about coding agents, from their files to the summary, with agents themselves.

A scripted model on loopback answers them. outputs.txt has what is printed, by the tests.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_hydra.plugins.agents.model_requests import ModelRequest
from tests.plugins.agents.scripted_model import Script, ScriptedModel
from tests.plugins.agents.test_real_agents import AGENTS, MODULES, PROVIDERS, table
from tests.plugins.worlds.test_mcp_servers import COMMAND

if TYPE_CHECKING:
    from pytest_hydra.plugins.agents.gateway import ModelAnswer
    from tests.conftest import Project

pytestmark = pytest.mark.skipif(
    not MODULES.is_dir(), reason="npm install --prefix tests/plugins/agents installs the agents"
)
RUN = ("--hydra", "--hydra-run-agents")
SHOP = "def total(prices, voucher=0):\n    return sum(prices) - voucher\n"
TEST = "from shop import total\n\n\ndef test_total():\n    assert total([3, 4]) == 7\n"
# The tests that an agent does not see: the first demand is in the task, the other is not.
HIDDEN = """
from shop import total


def test_nobody_is_owed_anything():
    assert total([3, 4], voucher=9) == 0


def test_a_small_voucher_is_taken_off():
    assert total([3, 4], voucher=2) == 5
"""
TASK = "total([3, 4], voucher=9) must be 0, not negative. Fix it, run the tests and commit."
TESTS = f"{sys.executable} -m pytest -q"
WHO = ("-c", "user.name=a", "-c", "user.email=a@b")
COMMIT = "git commit -qam 'Cap vouchers'"


class ModelOfTasks(ScriptedModel):
    """A model that follows the script of the first words that a request contains."""

    def __init__(self, scripts: Mapping[str, Script]) -> None:
        super().__init__(())
        self._scripts = scripts

    def _follow(self, request: ModelRequest) -> ModelAnswer:
        text = request.body.decode()
        self.script = next((steps for word, steps in self._scripts.items() if word in text), ())
        return super()._follow(request)


@pytest.fixture
def agents(plain_project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """The keys of the agents, a home of the user, and a path with the tests' own python."""
    for key, _, _ in PROVIDERS.values():
        monkeypatch.setenv(key, "sk-a-key-for-tests")
    monkeypatch.setenv("HOME", str(plain_project.path / "home"))
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")


def settings(models: Mapping[str, ScriptedModel], more: str = "") -> str:
    """The tables of agents, each with its model."""
    lines = []
    for agent, model in models.items():
        keys = {"sandbox": "none", "timeout_seconds": 120, **table(agent, model)}
        tables = {name: keys.pop(name, {}) for name in ("env", "files")}
        lines += [f"[agents.{agent}]", *(f"{key} = {json.dumps(keys[key])}" for key in keys), more]
        for name, entries in tables.items():
            assert isinstance(entries, dict)
            pairs = [f"{json.dumps(key)} = {json.dumps(entries[key])}" for key in entries]
            lines.append(f"{name} = {{{', '.join(pairs)}}}")
    return "\n".join(lines)


def expected(request: pytest.FixtureRequest) -> list[str]:
    """The lines of outputs.txt for a test; … stands for any text."""
    text = Path(__file__).with_name("outputs.txt").read_text("utf-8")
    _, _, rest = text.partition(f"# {request.node.name.removeprefix('test_')}\n")
    lines = rest.partition("\n# ")[0].splitlines()
    return [line.replace("[", "[[]").replace("…", "*") for line in lines]


@contextmanager
def models(scripts: Mapping[str, Mapping[str, Script]]) -> Iterator[Mapping[str, ScriptedModel]]:
    """Running models by agent."""
    found = {agent: ModelOfTasks(words) for agent, words in scripts.items()}
    claude, codex = found.values()
    with claude, codex:
        yield found


def fix(line: str) -> Script:
    """An agent that replaces the sum by a line, runs the tests and commits."""
    change = f"sed -i 's/sum(prices) - voucher/{line}/' shop.py"
    return [(change, TESTS, COMMIT, "The total is never negative now.")]


@pytest.mark.usefixtures("agents")
def test_does_my_agent_fix_this_and_only_this(
    plain_project: Project, request: pytest.FixtureRequest
) -> None:
    plain_project.write("fixtures/shop/shop.py", SHOP)
    plain_project.write("fixtures/shop/test_shop.py", TEST)
    plain_project.write("hidden/test_cap.py", HIDDEN)
    plain_project.write(
        "scenarios/voucher.scenario.yaml",
        f"""
        workspace: ../fixtures/shop
        scenarios:
          - id: no-negative-total
            steps: [{{user: "{TASK}"}}]
            expect:
              files: {{shop.py: changed, test_shop.py: unchanged}}
              onlyChangedFiles: [shop.py, "test_*.py"]
              expectedCommands: python* -m pytest
              forbiddenCommands: [git push, rm -rf]
              git: {{commits: 1, clean: true}}
              passes: {{command: python -m pytest -q, with: ../hidden}}
              maxCalls: 30
        """,
    )
    scripts = {
        "claude-code": {"voucher": fix("max(0, sum(prices) - voucher)")},
        "codex": {"voucher": fix("0 if voucher else sum(prices)")},
    }
    with models(scripts) as each:
        paths = '[scenarios]\npaths = ["scenarios"]\n'
        plain_project.write("hydra.toml", paths + settings(each))
        lines = plain_project.run(*RUN, "scenarios").stdout
    lines.fnmatch_lines(expected(request))


SKILL = "---\nname: shout\ndescription: Writes texts in capitals. Use it to shout.\n---\nTr.\n"
WRITE: Script = [
    (
        {"skill": "shout"},
        "cat .claude/skills/*/* .agents/skills/*/* | grep capitals && printf DONE > out.txt",
        "Done.",
    )
]


@pytest.mark.usefixtures("agents")
def test_does_my_skill_help(plain_project: Project, request: pytest.FixtureRequest) -> None:
    plain_project.write("skills/shout/SKILL.md", SKILL)
    plain_project.write(
        "skills/shout/evals/shout.scenario.yaml",
        """
        treatments: {without: {}, now: {skills: [..]}}
        require: {now: not worse}
        scenarios:
          - id: write
            cases: [{text: Bread}, {text: Honey}, {text: Milk}]
            steps: [{user: "Write loud: {{text}}"}]
            expect: {files: {out.txt: {text: DONE}}, expectedSkill: shout}
        """,
    )
    with models({agent: {"Write loud": WRITE} for agent in AGENTS}) as each:
        plain_project.write("hydra.toml", settings(each))
        lines = plain_project.run(*RUN, "skills").stdout
    lines.fnmatch_lines(expected(request))


@pytest.mark.usefixtures("agents")
def test_does_it_fire_and_only_when_it_should(
    plain_project: Project, request: pytest.FixtureRequest
) -> None:
    plain_project.write("skills/shout/SKILL.md", SKILL)
    plain_project.write(
        "skills/shout/evals/triggers.scenario.yaml",
        """
        treatments: {now: {skills: [..]}}
        triggers:
          skill: shout
          fires: [Make this loud., Shout at the children!]
          silent: [Say hello., Turn the loud music off.]
        require: {recall: 90, precision: 60}
        """,
    )
    use: Script = [({"skill": "shout"}, "Done.")]
    scripts = {
        "claude-code": {
            "Make this loud": use,
            "Shout at": use,
            "Turn the loud": use,
            "": [("Hello.",)],
        },
        "codex": {"Shout at": use, "": [("Hello.",)]},
    }
    with models(scripts) as each:
        plain_project.write("hydra.toml", settings(each))
        lines = plain_project.run(*RUN, "skills").stdout
    lines.fnmatch_lines(expected(request))


@pytest.mark.usefixtures("agents")
def test_does_it_choose_the_right_tool_of_my_server(
    plain_project: Project, request: pytest.FixtureRequest
) -> None:
    plain_project.write(
        "tools.scenario.yaml",
        """
        scenarios:
          - id: refund
            steps:
              - user: PC-1003 came damaged, I want my money back.
                expect: {expectedFunction: refund_order, forbiddenFunctions: cancel_order}
          - id: cancel
            steps:
              - user: Stop PC-1004, I no longer need it.
                expect: {expectedFunction: cancel_order}
        """,
    )
    refund: Script = [({"tool": "refund_order", "params": {"order": "PC-1003"}}, "It is refunded.")]
    scripts = {
        "claude-code": {
            "money back": refund,
            "Stop": [({"tool": "cancel_order", "params": {"order": "PC-1004"}}, "It is stopped.")],
        },
        "codex": {"PC-1": refund},
    }
    with models(scripts) as each:
        shop = f"[mcp.shop]\ncommand = {json.dumps(COMMAND)}\n"
        plain_project.write("hydra.toml", shop + settings(each, 'mcp = ["shop"]'))
        lines = plain_project.run(*RUN).stdout
    lines.fnmatch_lines(expected(request))


@pytest.mark.usefixtures("agents")
def test_which_of_them_does_it_best(plain_project: Project, request: pytest.FixtureRequest) -> None:
    plain_project.write("shop.py", SHOP)
    plain_project.write("test_shop.py", TEST)
    plain_project.write("task.md", TASK)
    scripts = {
        "claude-code": {"voucher": fix("max(0, sum(prices) - voucher)")},
        "codex": {"voucher": fix("0 if prices else sum(prices)")},
    }
    with models(scripts) as each:
        plain_project.write("hydra.toml", settings(each))
        plain_project.write(".gitignore", "hydra.toml\nhome\n.hydra\n")
        for words in (("init", "-q", "-b", "main"), ("add", "."), ("commit", "-qm", "Add a shop")):
            git = ["git", *WHO, *words]
            subprocess.run(git, cwd=plain_project.path, check=True)
        command = [sys.executable, "-m", "pytest_hydra", "race", "task.md", "--attempts=2"]
        options = [f"--agent={agent}" for agent in AGENTS]
        lines = plain_project.pytester.run(*command, *options).stdout
    lines.fnmatch_lines(expected(request))
