"""Coding agents that run once for each message: where they work, and calls before a failure."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.plugins.agents.agent_bots import agent_bot
from pytest_hydra.plugins.agents.agent_settings import AgentSettings, Permissions, PresetSettings
from pytest_hydra.plugins.boxes.box import preflight
from pytest_hydra.plugins.engine.engine_settings import SandboxSettings
from pytest_hydra.plugins.workspaces.live_workspace import opened
from pytest_hydra.plugins.workspaces.start_trees import Workbench
from pytest_hydra.plugins.workspaces.workspace_format import WorkspaceModel, WorkspaceSource
from pytest_hydra.scenarios.bots.bot_kinds import open_bot
from pytest_hydra.scenarios.bots.protocol import Bot
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.transcript.turn import Call
from tests.scenarios.surrounded import held_in

# Prints the events of a turn in either format. It commits a file that must not be there yet.
AGENT = """
import json, os, subprocess, sys

def say(**event):
    print(json.dumps(event), flush=True)

def turn(format, text):
    if format == "codex":
        say(type="thread.started", thread_id="s")
        say(type="turn.started")
        say(type="item.completed", item={"id": "1", "type": "agent_message", "text": text})
        say(type="turn.completed", usage={"input_tokens": 1})
    elif format == "gemini-cli":
        say(type="init", session_id="s", model="m")
        say(type="message", role="user", content=request)
        say(type="message", role="assistant", content=text, delta=True)
        say(type="result", status="success", stats={"total_tokens": 3})
    elif format == "opencode":
        part = {"text": text}
        say(type="step_start", sessionID="s", part={})
        say(type="text", sessionID="s", part=part)
        say(type="step_finish", sessionID="s", part={"reason": "stop"})
    elif format == "copilot":
        say(type="user.message", data={"content": request})
        say(type="assistant.message", data={"content": text, "toolRequests": []})
        say(type="result", sessionId="s", exitCode=0)
    elif format == "cursor":
        content = [{"type": "text", "text": text}]
        say(type="system", subtype="init", session_id="s")
        say(type="user", session_id="s", message={"content": [{"type": "text", "text": request}]})
        say(type="assistant", session_id="s", message={"content": content})
        say(type="result", subtype="success", session_id="s", result=text)
    else:
        content = [{"type": "text", "text": text}]
        say(type="system", subtype="init", session_id="s")
        say(type="assistant", session_id="s", message={"content": content})
        say(type="result", subtype="success", session_id="s")

def commit(name):
    open(name, "x").close()
    author = ["-c", "user.name=agent", "-c", "user.email=agent@localhost"]
    subprocess.run(["git", "add", name], check=True)
    subprocess.run(["git", *author, "commit", "-qm", name], check=True)

request = sys.stdin.read() or sys.argv[-1]
if request == "commit":
    commit("hello.py")
elif request == "lock":
    os.makedirs("locked/folder")
    open("locked/folder/file", "x").close()
    os.chmod("locked/folder", 0o500)
elif request == "nothing":
    sys.exit()
elif request == "fail":
    sys.exit(f"failed in {os.getcwd()}")
log = subprocess.run(["git", "log", "--format=%s"], capture_output=True, text=True).stdout.split()
turn(os.environ["FORMAT"], json.dumps([os.getcwd(), os.environ["PWD"], sorted(os.listdir()), log]))
"""
COMMAND = [sys.executable, "-S", "agent.py"]


def git(folder: Path, *words: str) -> str:
    author = ("-c", "user.name=user", "-c", "user.email=user@localhost")
    command = ["git", *author, *words]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The user's repository, with the program of the agent."""
    (tmp_path / "agent.py").write_text(AGENT)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "mine")
    return tmp_path


PRESETS = {
    "cursor": PresetSettings(
        program="cursor-agent", format="cursor", resume=[], permissions=Permissions(edit=[])
    )
}
NAMES = ["claude-code", "codex", "copilot", "cursor", "gemini-cli", "opencode"]


def agent(root: Path, preset: str = "claude-code", **settings: Any) -> Bot:
    given = {"command": COMMAND, "preset": preset, "sandbox": "none", "env": {"FORMAT": preset}}
    table = AgentSettings.model_validate(given | {"timeout_seconds": 60} | settings)
    return open_bot("agent", agent_bot("agent", table, PRESETS, root), root)


def converse(bot: Bot, messages: list[str], root: Path, mode: Any = "none") -> Conversation:
    """The conversation in a new workspace."""
    bench = Workbench(root, SandboxSettings(mode=mode), "token")
    try:
        with opened(bench, WorkspaceSource(WorkspaceModel(), root), ()) as workspace:
            return held_in(bot, {"workspace": workspace}, messages)
    finally:
        bench.close()


def told(conversation: Conversation) -> list[tuple[Path, list[str], list[str]]]:
    """Of each turn the folder that the agent was in, the files there, and its commits."""
    texts = []
    for turn in conversation.turns:
        assert turn.reply is not None, turn.error
        folder, pwd, files, commits = json.loads(turn.reply.text)
        assert folder == pwd
        texts.append((Path(folder), files, commits[:-1]))
    return texts


@pytest.mark.parametrize("name", NAMES)
def test_each_conversation_with_an_agent_has_a_new_repository(name: str, checkout: Path) -> None:
    bot = agent(checkout, name)
    folders = set()
    for _ in range(2):
        ((folder, files, commits),) = told(converse(bot, ["commit"], checkout))
        assert (files, commits) == ([".git", "hello.py"], ["hello.py"])
        assert not folder.is_relative_to(checkout)
        assert not folder.exists()
        folders.add(folder)
    assert len(folders) == 2
    assert git(checkout, "log", "--format=%s").split() == ["mine"]
    assert git(checkout, "status", "--porcelain", "--untracked-files=no") == ""


@pytest.mark.parametrize("name", NAMES)
def test_the_messages_of_a_conversation_share_a_folder(name: str, checkout: Path) -> None:
    first, second = told(converse(agent(checkout, name), ["look", "commit"], checkout))
    assert first == (second[0], [".git"], [])
    assert second[1:] == ([".git", "hello.py"], ["hello.py"])


def test_an_agent_of_a_session_in_a_git_hook_does_not_work_on_its_repository(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = agent(checkout)
    monkeypatch.setenv("GIT_DIR", str(checkout / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(checkout))
    monkeypatch.setenv("GIT_INDEX_FILE", str(checkout / ".git" / "index"))
    ((_, _, commits),) = told(converse(bot, ["commit"], checkout))
    assert commits == ["hello.py"]
    monkeypatch.undo()
    assert git(checkout, "log", "--format=%s").split() == ["mine"]


@pytest.mark.parametrize("mode", ["none", "bubblewrap"])
def test_the_path_in_the_settings_of_an_agent_comes_first(checkout: Path, mode: str) -> None:
    if mode == "bubblewrap" and isinstance(preflight(), str):
        pytest.skip("bubblewrap does not work here")
    (checkout / "fakes").mkdir()
    (checkout / "fakes" / "git").write_text("#!/bin/sh\necho a fake commit\n")
    (checkout / "fakes" / "git").chmod(0o755)
    (checkout / "fakes" / "agent.py").write_text(AGENT)
    command = [sys.executable, "-S", "fakes/agent.py"]
    for path in ("fakes", f"{checkout}/fakes:${{PATH}}"):
        settings = {"FORMAT": "claude-code", "PATH": path}
        sandbox = "none" if mode == "none" else "box"
        bot = agent(checkout, env=settings, sandbox=sandbox, command=command)
        (turn,) = converse(bot, ["look"], checkout, mode).turns
        assert turn.reply is not None, turn.error
        assert json.loads(turn.reply.text)[-1] == ["a", "fake", "commit"]


def test_the_folder_of_an_agent_is_removed_after_a_failure(checkout: Path) -> None:
    (turn,) = converse(agent(checkout), ["fail"], checkout).turns
    assert turn.error is not None
    assert not Path(turn.error.rpartition("failed in ")[2]).exists()


@pytest.mark.parametrize("mode", ["none", "bubblewrap"])
def test_files_of_the_project_in_the_command_of_an_agent_are_found(
    checkout: Path, mode: str
) -> None:
    if mode == "bubblewrap" and isinstance(preflight(), str):
        pytest.skip("bubblewrap does not work here")
    program = checkout / "tools" / "agent.sh"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\nexec "$@"\n')
    program.chmod(0o755)
    (program.parent / "secret.txt").write_text("not for the agent")
    sandbox = "none" if mode == "none" else "box"
    bot = agent(checkout, command=["tools/agent.sh", *COMMAND], sandbox=sandbox)
    ((_, files, _),) = told(converse(bot, ["look"], checkout, mode))
    assert files == [".git"]


def test_an_agent_that_prints_nothing_for_a_message_has_no_reply(checkout: Path) -> None:
    first, second = converse(agent(checkout), ["look", "nothing"], checkout).turns
    assert first.reply is not None
    assert second.error == "the command printed no turn"


def test_an_agent_is_nothing_for_a_conversation_without_a_workspace(checkout: Path) -> None:
    (turn,) = held_in(agent(checkout), {}, ["look"]).turns
    assert turn.error == "a coding agent works in a workspace, and is for scenarios alone"


# What an agent did before a failure

SESSION = {"session_id": "s"}
USE = {"type": "tool_use", "id": "1", "name": "Bash", "input": {"command": "ls"}}
ITEM = {"id": "1", "type": "command_execution", "command": "ls", "status": "in_progress"}
STARTED: dict[str, list[object]] = {
    "claude-code": [
        {"type": "system", "subtype": "init", **SESSION},
        {"type": "assistant", "message": {"content": [USE]}, **SESSION},
    ],
    "codex": [
        {"type": "thread.started", "thread_id": "s"},
        {"type": "turn.started"},
        {"type": "item.started", "item": ITEM},
    ],
}
MADE = {
    "claude-code": Call(function="Bash", params={"command": "ls"}, id="1"),
    "codex": Call(function="command_execution", params={"command": "ls"}, id="1"),
}


def printing(root: Path, events: list[object], end: str) -> list[str]:
    """The command of an agent that prints these events, and half of another one."""
    lines = "".join(f"{json.dumps(event)}\n" for event in events)
    (root / "events.jsonl").write_text(f'{lines}{{"type": "ass')
    (root / "agent.sh").write_text(f"#!/bin/sh\ncat $1\n{end}\n")
    (root / "agent.sh").chmod(0o755)
    return ["./agent.sh", "events.jsonl"]


@pytest.mark.parametrize("name", STARTED)
@pytest.mark.parametrize(
    ("end", "reason"),
    [
        ("exec sleep 300", "the command failed: did not answer within 1 s"),
        ("exit 3", "the command failed: it ended with exit status 3"),
        ("kill -9 $$", "the command failed: it was killed by SIGKILL"),
    ],
)
def test_calls_before_a_failure_were_made(end: str, reason: str, name: str, tmp_path: Path) -> None:
    command = printing(tmp_path, STARTED[name], end)
    bot = agent(tmp_path, name, command=command, timeout_seconds=1)
    (turn,) = converse(bot, ["list"], tmp_path).turns
    assert turn.error is not None
    assert turn.error.startswith(reason)
    assert (turn.reply, turn.arrived) == (None, (MADE[name],))


@pytest.mark.parametrize("name", STARTED)
def test_calls_of_an_earlier_message_are_not_those_of_one_that_failed(
    name: str, checkout: Path
) -> None:
    _, second = converse(agent(checkout, name), ["look", "fail"], checkout).turns
    assert (second.reply, second.arrived) == (None, ())


def test_an_agent_is_ended_once_it_has_done_what_was_waited_for(tmp_path: Path) -> None:
    command = printing(tmp_path, STARTED["claude-code"], "exec sleep 300")
    bot = agent(tmp_path, command=command)
    bench = Workbench(tmp_path, SandboxSettings(mode="none"), "token")

    def is_done(calls: Sequence[Call]) -> bool:
        return any(call.function == "Bash" for call in calls)

    try:
        with opened(bench, WorkspaceSource(WorkspaceModel(), tmp_path), ()) as workspace:
            (turn,) = held_in(bot, {"workspace": workspace}, ["list"], until=is_done).turns
    finally:
        bench.close()
    assert turn.reply is not None, turn.error
    assert turn.reply.calls == (MADE["claude-code"],)
