"""Sessions with coding agents: forbidden calls before a time-out, and what is left of an agent."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.processes import wait_until

if TYPE_CHECKING:
    from tests.conftest import Project

# Runs a command, and hangs. With a file `go` it answers.
AGENT = """#!/bin/sh
pwd >> "$(dirname "$0")/folders.txt"
test -e hello.py && exit 3
touch hello.py
cat "$(dirname "$0")/events.jsonl"
test -e "$(dirname "$0")/go" || exec sleep 300
cat "$(dirname "$0")/end.jsonl"
"""
USE = {"type": "tool_use", "id": "1", "name": "Bash", "input": {"command": "touch hello.py"}}
EVENTS = [
    {"type": "system", "subtype": "init", "session_id": "s"},
    {"type": "assistant", "session_id": "s", "message": {"content": [USE]}},
]
RESULT = {"type": "tool_result", "tool_use_id": "1", "content": ""}
END = [
    {"type": "user", "session_id": "s", "message": {"content": [RESULT]}},
    {"type": "result", "session_id": "s"},
]
RUN = "--hydra-run-agents"
SETTINGS = """
[agents.agent]
preset = "claude-code"
command = ["./agent.sh"]
sandbox = "none"
timeout_seconds = %s
"""
SCENARIOS = """
scenarios:
  - {id: one, steps: [{user: hello, expect: {forbiddenFunctions: %s}}]}
  - {id: two, steps: [{user: hello, expect: {forbiddenFunctions: %s}}]}
"""


def write(project: Project, seconds: int, forbidden: str) -> None:
    project.write("agent.sh", AGENT).chmod(0o755)
    for name, events in (("events", EVENTS), ("end", END)):
        project.write(f"{name}.jsonl", "".join(f"{json.dumps(event)}\n" for event in events))
    project.write("hydra.toml", SETTINGS % seconds)
    project.write("a.scenario.yaml", SCENARIOS % (forbidden, forbidden))


def folders(project: Project) -> list[Path]:
    """The folders in which agents worked."""
    path = project.path / "folders.txt"
    return [Path(line) for line in path.read_text().splitlines()] if path.exists() else []


def test_a_forbidden_call_before_a_time_out_fails(plain_project: Project) -> None:
    write(plain_project, 1, "[Bash]")
    for arguments in (("--hydra", RUN), ("--hydra-replay=latest",)):
        plain_project.run(*arguments, "--hydra-report=report.json")
        for entry in plain_project.report()["scenarios"]:
            assert entry["status"] == "failed"
            assert [check["outcome"] for check in entry["checks"]] == ["failed"]
            assert "did not answer within 1 s" in entry["details"]["error"]


def test_two_scenarios_do_not_see_the_files_of_each_other(project: Project) -> None:
    write(project, 60, "[WebSearch]")
    (project.path / "go").touch()
    project.run("--hydra", RUN).assert_outcomes(passed=2)
    one, two = folders(project)
    assert one != two
    assert not any(path.exists() for path in (one, two, project.path / "hello.py"))


@pytest.mark.parametrize("plugins", [(), ("xdist",)], ids=["plain", "n2"])
def test_ctrl_c_removes_the_folders_of_agents(
    plugins: tuple[str, ...], plain_project: Project
) -> None:
    project = plain_project
    write(project, 600, "[WebSearch]")
    arguments = ("-n2",) if plugins else ()
    command = project.command("--hydra", RUN, *arguments, plugins=plugins)
    with subprocess.Popen(command, cwd=project.path, stdout=subprocess.DEVNULL) as process:
        wait_until(lambda: len(folders(project)) == 2)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 2
    wait_until(lambda: not any(folder.exists() for folder in folders(project)))


# Calls the same command for ever.
LOOPING = """#!/usr/bin/env python3
import itertools, json
for number in itertools.count():
    use = {"type": "tool_use", "id": str(number), "name": "Bash", "input": {"command": "git push"}}
    event = {"type": "assistant", "session_id": "s", "message": {"content": [use]}}
    print(json.dumps(event), flush=True)
"""


def test_an_agent_that_calls_for_ever_is_ended(plain_project: Project) -> None:
    project = plain_project
    write(project, 600, "[Bash]")
    project.write("agent.sh", LOOPING)
    settings = (SETTINGS % 600) + "max_calls = 50\n"
    project.write("hydra.toml", settings)
    project.run("--hydra", RUN, "--hydra-report=report.json")
    for entry in project.report()["scenarios"]:
        assert "made more than 50 calls" in entry["details"]["error"]
        # What it called before is known.
        assert [check["outcome"] for check in entry["checks"]] == ["failed"]


def test_an_agent_is_run_only_on_request(plain_project: Project) -> None:
    write(plain_project, 1, "[Bash]")
    result = plain_project.run("--hydra", "-rs")
    result.assert_outcomes(skipped=2)
    result.stdout.fnmatch_lines(["*agent 'agent' runs only with --hydra-run-agents"])
    assert folders(plain_project) == []


def test_an_agent_can_commit_without_an_author_of_its_own(plain_project: Project) -> None:
    write(plain_project, 60, "[WebSearch]")
    (plain_project.path / "go").touch()
    agent = AGENT.replace("touch hello.py\n", "touch hello.py\ngit add . && git commit -qm x\n")
    plain_project.write("agent.sh", agent).chmod(0o755)
    scenario = "{id: one, steps: [{user: hello, expect: {git: {commits: 1, clean: true}}}]}"
    plain_project.write("a.scenario.yaml", f"scenarios:\n  - {scenario}\n")
    plain_project.run("--hydra", RUN).assert_outcomes(passed=1)
