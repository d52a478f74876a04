"""Coding agents that run once for each message: where they work, and calls before a failure."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.scenarios.bots.bot_kinds import open_bot
from pytest_hydra.scenarios.bots.protocol import Bot
from pytest_hydra.scenarios.conversation import converse
from pytest_hydra.scenarios.reply import Call, Conversation
from pytest_hydra.settings.bots import BotSettings

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

request = sys.stdin.read()
if request == "commit":
    commit("hello.py")
elif request == "lock":
    os.makedirs("locked/folder")
    open("locked/folder/file", "x").close()
    os.chmod("locked/folder", 0o500)
elif request == "fail":
    sys.exit(f"failed in {os.getcwd()}")
log = subprocess.run(["git", "log", "--format=%s"], capture_output=True, text=True).stdout.split()
turn(sys.argv[1], json.dumps([os.getcwd(), os.environ["PWD"], sorted(os.listdir()), log]))
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


def agent(root: Path, name: str = "claude-code", **settings: Any) -> Bot:
    command = [*COMMAND, name]
    given = {"command": command, "resume": command, "format": name, "timeout_seconds": 60}
    return open_bot("agent", BotSettings.model_validate(given | settings), root)


def told(conversation: Conversation) -> list[tuple[Path, list[str], list[str]]]:
    """Of each turn the folder that the agent was in, the files there, and the commits."""
    texts = []
    for turn in conversation.turns:
        assert turn.reply is not None, turn.error
        folder, pwd, files, commits = json.loads(turn.reply.text)
        assert folder == pwd
        texts.append((Path(folder), files, commits))
    return texts


@pytest.mark.parametrize("name", ["claude-code", "codex", "cursor", "gemini-cli"])
def test_each_conversation_with_an_agent_has_a_new_repository(name: str, checkout: Path) -> None:
    bot = agent(checkout, name)
    folders = set()
    for _ in range(2):
        ((folder, files, commits),) = told(converse(bot, ["commit"], {}))
        assert (files, commits) == ([".git", "hello.py"], ["hello.py"])
        assert not folder.is_relative_to(checkout)
        assert not folder.exists()
        folders.add(folder)
    assert len(folders) == 2
    assert git(checkout, "log", "--format=%s").split() == ["mine"]
    assert git(checkout, "status", "--porcelain") == ""


@pytest.mark.parametrize("name", ["claude-code", "codex", "cursor", "gemini-cli"])
def test_the_messages_of_a_conversation_share_a_folder(name: str, checkout: Path) -> None:
    first, second = told(converse(agent(checkout, name), ["look", "commit"], {}))
    assert first == (second[0], [".git"], [])
    assert second[1:] == ([".git", "hello.py"], ["hello.py"])


def test_an_agent_of_a_session_in_a_git_hook_does_not_work_on_its_repository(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", str(checkout / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(checkout))
    monkeypatch.setenv("GIT_INDEX_FILE", str(checkout / ".git" / "index"))
    ((_, _, commits),) = told(converse(agent(checkout), ["commit"], {}))
    assert commits == ["hello.py"]
    monkeypatch.undo()
    assert git(checkout, "log", "--format=%s").split() == ["mine"]


def test_the_folder_of_an_agent_is_removed_whatever_it_leaves_there(checkout: Path) -> None:
    ((folder, files, _),) = told(converse(agent(checkout), ["lock"], {}))
    assert files == [".git", "locked"]
    assert not folder.exists()


def test_the_folder_of_an_agent_is_removed_after_a_failure(checkout: Path) -> None:
    (turn,) = converse(agent(checkout), ["fail"], {}).turns
    assert turn.error is not None
    folder = Path(turn.error.rpartition("failed in ")[2])
    assert folder.name.startswith("hydra-agent-")
    assert not folder.exists()


def test_files_of_the_project_in_the_command_of_an_agent_are_found(checkout: Path) -> None:
    program = checkout / "tools" / "agent.sh"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\nexec "$@"\n')
    program.chmod(0o755)
    bot = agent(checkout, command=["tools/agent.sh", *COMMAND, "claude-code"])
    ((_, files, _),) = told(converse(bot, ["look"], {}))
    assert files == [".git"]


def test_an_agent_needs_git(
    checkout: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path_factory.mktemp("empty")))
    (turn,) = converse(agent(checkout), ["look"], {}).turns
    assert turn.error is not None
    assert turn.error.startswith("no git repository can be made for the agent: the command git was")


def test_an_agent_that_prints_nothing_for_a_message_has_no_reply(checkout: Path) -> None:
    first, second = converse(agent(checkout, resume=["true"]), ["look", "look"], {}).turns
    assert first.reply is not None
    assert second.error == "the command printed no turn"


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
    (turn,) = converse(bot, ["list"], {}).turns
    assert turn.error is not None
    assert turn.error.startswith(reason)
    assert (turn.reply, turn.arrived) == (None, (MADE[name],))


@pytest.mark.parametrize("name", STARTED)
def test_calls_of_an_earlier_message_are_not_those_of_one_that_failed(
    name: str, checkout: Path
) -> None:
    bot = agent(checkout, name, resume=["false"])
    _, second = converse(bot, ["look", "look"], {}).turns
    assert (second.reply, second.arrived) == (None, ())
