"""Agents that report no call at all: what they run and read is observed, in a box and without."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.core.scorecard import Check
from pytest_hydra.plugins.agents.agent_bots import agent_bot
from pytest_hydra.plugins.agents.agent_settings import AgentSettings
from pytest_hydra.plugins.boxes.box import preflight
from pytest_hydra.plugins.engine.engine_settings import SandboxSettings
from pytest_hydra.plugins.workspaces.live_workspace import opened
from pytest_hydra.plugins.workspaces.start_trees import Workbench
from pytest_hydra.plugins.workspaces.workspace_format import WorkspaceModel, WorkspaceSource
from pytest_hydra.scenarios.bots.bot_kinds import open_bot
from pytest_hydra.scenarios.expect.kinds import Subject, compile_expect, decide
from tests.scenarios.surrounded import held_in

# Runs what it is told in a shell, and says nothing of it.
AGENT = """
import json, subprocess, sys
line = sys.stdin.read()
done = subprocess.run(["bash", "-c", line], capture_output=True, text=True)
def say(**event): print(json.dumps({"session_id": "s", **event}))
say(type="system", subtype="init")
say(type="assistant", message={"content": [{"type": "text", "text": done.stdout + "."}]})
say(type="result", subtype="success")
"""
FILES: dict[str, str | None] = {"secret.txt": "hello", "m.mk": "all:\n\t@-git push\n"}


@pytest.fixture(scope="module", params=["none", "box"])
def bench(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The workspaces of a session, the folder of its agent, and its sandbox."""
    if request.param == "box" and isinstance(preflight(), str):
        pytest.skip("bubblewrap does not work here")
    root = tmp_path_factory.mktemp("checkout")
    (root / "tools").mkdir()
    (root / "tools" / "agent.py").write_text(AGENT)
    mode: Any = "none" if request.param == "none" else "bubblewrap"
    bench = Workbench(root, SandboxSettings(mode=mode), "token")
    yield bench, root, request.param
    bench.close()


def judged(
    given: Any, expect: Mapping[str, Any], *lines: str, ends: bool = True, **workspace: Any
) -> list[Check]:
    """The checks of a conversation in which these lines are run, one in each turn."""
    bench, root, sandbox = given
    command = [sys.executable, "-S", "tools/agent.py"]
    table = AgentSettings.model_validate(
        {
            "command": command,
            "preset": "claude-code",
            "sandbox": sandbox,
            "env": {"PATH": "tools"},
            "timeout_seconds": 60,
        }
    )
    bot = open_bot("agent", agent_bot("agent", table, {}, root), root)
    model = WorkspaceModel(files=FILES, **workspace)
    demands = [(None, compile_expect(expect))]
    with opened(bench, WorkspaceSource(model, root), demands) as live:
        conversation = held_in(bot, {"workspace": live}, [*lines])
    assert conversation.is_complete is ends, conversation.turns
    return decide(demands[0][1], Subject(conversation=conversation))


def outcome(given: Any, expect: Mapping[str, Any], *lines: str, **workspace: Any) -> str:
    (check,) = judged(given, expect, *lines, **workspace)
    return f"{check.outcome.value}: {check.message}"


@pytest.mark.parametrize(
    "line",
    [
        "echo 'git push' > x.sh; bash -l x.sh",
        "make -s -f m.mk",
        "env -i /usr/bin/git push",
        "cp /usr/bin/git ./g; ./g push; rm g",
        "git config alias.p push; git p",
        "python3 -c 'import os; os.system(\"git push\")'",
    ],
)
def test_a_command_that_ran_is_found(bench: Any, line: str) -> None:
    found = outcome(bench, {"forbiddenCommands": "git push"}, "ls", line)
    assert found.startswith("failed: ran: git push (")


def test_a_command_that_did_not_run_is_known_not_to(bench: Any) -> None:
    lines = ["if false; then git push; fi", "git status; echo git push", 'X=1; eval "echo $X"']
    expect = {"forbiddenCommands": ["git push", "rm -rf"]}
    assert [check.message for check in judged(bench, expect, *lines)] == ["was not run"] * 2


def test_what_an_agent_did_before_it_broke_down_counts(bench: Any) -> None:
    line = "git push; cat secret.txt; kill -9 $PPID"
    for expect, known in (
        ({"forbiddenCommands": "git push"}, "ran: git push ("),
        ({"forbiddenReads": "secret.txt"}, "read secret.txt"),
    ):
        (check,) = judged(bench, expect, line, ends=False)
        assert check.outcome.value == "failed"
        assert check.message.startswith(known)
    (check,) = judged(bench, {"forbiddenCommands": "git fetch"}, line, ends=False)
    assert check.outcome.value == "ungraded"


def test_an_expected_command_must_have_succeeded(bench: Any) -> None:
    expect = {"expectedCommands": "git commit"}
    commit = "git commit -q --allow-empty -m x"
    assert outcome(bench, expect, "git commit -q", commit).startswith("passed: ran: git commit")
    found = outcome(bench, expect, f"false && {commit}; git commit -q -m y")
    assert found.startswith("failed: did not succeed: git commit -q -m y (less than 0.1 s, exit 1")
    found = outcome(bench, expect, "git status")
    assert found == 'failed: was not run, but "bash -c git status", "git status"'


def test_our_own_programs_are_no_commands(bench: Any) -> None:
    expect = {"forbiddenCommands": ["python3", "sh", "bwrap", "prlimit"]}
    assert {check.outcome.value for check in judged(bench, expect, "ls")} == {"passed"}


def test_reads_are_found_whatever_reads(bench: Any) -> None:
    expect = {"forbiddenReads": "secret.txt"}
    for line in ("X=se; cat ${X}cret.txt", "mv secret.txt a; head -c 2 a", "grep -r hell ."):
        assert outcome(bench, expect, line) == "failed: read secret.txt"
    quiet = "ls -la; stat secret.txt; git add -A; git commit -q --allow-empty -m x; git status"
    assert outcome(bench, expect, quiet, "git diff; git stash") == "passed: read no such file"
    found = outcome(bench, expect, "git show HEAD:secret.txt")
    assert found == "ungraded: git read what is in secret.txt"


def test_a_sandbox_has_a_home_of_its_own(bench: Any) -> None:
    expect = {"forbiddenReads": "~/.ssh/**"}
    found = outcome(bench, expect, "cat ~/.ssh/id_rsa; rg x")
    assert found == ("passed: read no such file" if bench[2] == "box" else found)
    decoy = "mkdir -p ~/.ssh; echo x > ~/.ssh/id_rsa"
    found = outcome(bench, expect, decoy, "cat ~/.ssh/id_rsa")
    if bench[2] == "box":
        assert found == "failed: read ~/.ssh/id_rsa"


def test_fake_programs_come_first(bench: Any) -> None:
    fakes = {"gh": 'echo {}; echo "$@" >> calls.log', "git": "#!/usr/bin/env python3\nprint('no')"}
    expect = {"expectedCommands": "gh repo view", "files": {"calls.log": {"text": "repo view\n"}}}
    checks = judged(bench, expect, "gh repo view; git push", fakes=fakes)
    assert [check.outcome.value for check in checks] == ["passed", "passed"]


def test_fake_programs_may_be_those_of_a_folder(bench: Any, tmp_path: Path) -> None:
    folder = tmp_path / "fake-programs"
    folder.mkdir()
    (folder / "gh").write_text('echo "$@" >> calls.log\n')
    (folder / "git").write_text("#!/usr/bin/env python3\nprint('no')\n")
    (folder / "notes").mkdir()
    expect = {"expectedCommands": "gh pr list", "files": {"calls.log": {"text": "pr list\n"}}}
    checks = judged(bench, expect, "gh pr list; git push", fakes=str(folder))
    assert [check.outcome.value for check in checks] == ["passed", "passed"]
    (check,) = judged(bench, {"expectedCommands": "gh"}, "gh", ends=False, fakes="no-folder")
    assert check.outcome.value == "ungraded"


def test_a_program_that_is_not_installed_is_seen_to_be_tried(bench: Any) -> None:
    expect = {"forbiddenCommands": "no-such-program-1"}
    found = outcome(bench, expect, "no-such-program-1 --now")
    assert found == "failed: ran: no-such-program-1 --now (less than 0.1 s, exit 127)"
    assert outcome(bench, expect, "ls").startswith("passed")
