"""Coding agents themselves in tasks of Harbor, in a root that has neither them nor Node.js."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.plugins.agents.scripted_model import ScriptedModel
from tests.plugins.agents.test_real_agents import AGENTS, KEY, MODULES, PROVIDERS
from tests.plugins.roots.able import needs_roots, slim_root

if TYPE_CHECKING:
    from tests.conftest import Project

pytestmark = [
    needs_roots(),
    pytest.mark.skipif(
        not MODULES.is_dir(), reason="npm install --prefix tests/plugins/agents installs the agents"
    ),
]
SCRIPT = (("cat given.txt > hello.txt", "cat hello.txt", "I wrote it."),)
TEST = """#!/bin/sh
if grep -q Hello hello.txt; then echo 1; else echo 0; fi > /logs/verifier/reward.txt
"""
TASK = {
    "task.toml": """[environment]
network_mode = "no-network"
""",
    "instruction.md": "Write what given.txt says to hello.txt.",
    "environment/Dockerfile": "FROM slim\nWORKDIR /app\nRUN echo Hello > given.txt",
    "tests/test.sh": TEST,
}
# Codex starts by Node.js, which this root lacks; the program of Claude Code needs only libraries.
PROGRAMS = {"claude-code": "claude", "codex": "codex"}


@pytest.mark.parametrize("agent", AGENTS)
def test_an_agent_solves_a_task_in_a_root_and_is_replayed(
    agent: str, plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    if agent == "codex" and shutil.which("node") is None:
        pytest.skip("Node.js is not installed")
    project = plain_project
    image = slim_root(project.path / "slim")
    for name, text in TASK.items():
        project.write(f"tasks/hello/{name}", text)
    key, address, more = PROVIDERS[agent]
    settings = {
        "command": [str(MODULES / ".bin" / PROGRAMS[agent])],
        "network": False,
        "gateway": "replay",
        "timeout_seconds": 120,
        **more,
    }
    lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
    images = ["[harbor.images]", 'slim = "slim"']
    project.write("hydra.toml", "\n".join([f"[agents.{agent}]", *lines, *images]))
    monkeypatch.setenv("HOME", str(project.path / "home"))
    monkeypatch.setenv(key, KEY)
    options = ("--hydra", "--hydra-run-agents", "tasks")
    with ScriptedModel(SCRIPT) as model:
        monkeypatch.setenv(address, model.url)
        project.run(*options, "--hydra-gateway=record").assert_outcomes(passed=1)
        assert len(model.requests) >= 3
    # Without the key and the model; and then without the agent and the image.
    monkeypatch.delenv(key)
    monkeypatch.setenv(address, "http://127.0.0.1:1")
    project.run(*options).assert_outcomes(passed=1)
    shutil.rmtree(image)
    shutil.rmtree(project.path / ".hydra" / "cache")
    project.run("--hydra-replay=latest", "tasks").assert_outcomes(passed=1)
