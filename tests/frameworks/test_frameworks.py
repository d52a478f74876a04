"""Agents of three frameworks, whose models follow a script, in a world: with the real libraries."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

LIBRARIES = {
    "langgraph": "langgraph",
    "pydantic-ai": "pydantic_ai.mcp",
    "openai-agents": "agents.mcp",
}


@pytest.mark.parametrize("bot", LIBRARIES)
def test_an_agent_reaches_the_world(bot: str, tmp_path: Path) -> None:
    pytest.importorskip(LIBRARIES[bot], reason="the extra frameworks is not installed")
    folder = tmp_path / "shop"
    ignored = shutil.ignore_patterns("__pycache__", ".hydra")
    shutil.copytree(Path(__file__).parent / "shop", folder, ignore=ignored)
    shutil.copy(Path(__file__).parents[2] / "example_scenarios" / "shop_world.py", folder)
    # Called otherwise beside this file, where it is no scenario of the project's own.
    (folder / "scenarios.yaml").rename(folder / "refund.scenario.yaml")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    command = [sys.executable, "-m", "pytest", "--hydra", "-rA", "-k", bot]
    done = subprocess.run(
        [*command, "--hydra-report=report.json", "-c", "/dev/null", "--rootdir=."],
        cwd=folder,
        env={**environment, "PATH": path},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (scenario,) = json.loads((folder / "report.json").read_text("utf-8"))["scenarios"]
    assert (scenario["subject"], scenario["total"]) == (bot, 100)
    for recording in (folder / ".hydra").rglob("*.json*"):
        assert "Bearer" not in recording.read_text("utf-8")
