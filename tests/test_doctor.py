"""``python -m pytest_hydra doctor``: what it finds, and its trial of an agent."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.__main__ import main
from pytest_hydra.execution.box import preflight
from tests.agents.scripted_model import Script, ScriptedModel
from tests.scenarios.test_gateways import AGENT

KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "NEEDED")
PROGRAM = "#!/bin/sh\necho 1.2.3 of tool\n"
TABLE = """
[agents.{name}]
preset = "claude-code"
command = {command}
sandbox = "none"
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)


def doctor(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, str]:
    return main(["doctor", *options]), capsys.readouterr().out


def rows(capsys: pytest.CaptureFixture[str]) -> tuple[int, list[dict[str, Any]]]:
    status, text = doctor(capsys, "-o", "json")
    return status, json.loads(text)


def agent(name: str, command: list[str], more: str = "") -> str:
    return TABLE.format(name=name, command=json.dumps(command)) + more


def test_without_agents_the_presets_are_listed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    status, text = doctor(capsys)
    assert status == 0
    first, head, *lines = text.splitlines()
    assert first == "no [agents] in hydra.toml: these are the presets"
    assert head.split() == ["agent", "preset", "program", "version", "key", "isolation"]
    names = [line.split()[0] for line in lines]
    assert names == ["claude-code", "codex", "copilot", "gemini-cli", "opencode"]
    assert "not installed: npm install -g @openai/codex" in lines[1]


def test_an_agent_that_can_run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-a-key")
    (tmp_path / "tool").write_text(PROGRAM)
    (tmp_path / "tool").chmod(0o755)
    (tmp_path / "hydra.toml").write_text(agent("mine", ["./tool"]))
    assert rows(capsys) == (
        0,
        [
            {
                "agent": "mine",
                "preset": "claude-code",
                "program": str(tmp_path / "tool"),
                "version": "1.2.3 of tool",
                "key": "ANTHROPIC_API_KEY",
                "isolation": "none",
                "problem": None,
            }
        ],
    )
    assert "sk-a-key" not in doctor(capsys)[1]


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ("", "its program is not installed; it has no key"),
        ('gateway = "replay"', "its program is not installed"),
        (
            'requires_env = ["NEEDED"]',
            "its program is not installed; it needs NEEDED; it has no key",
        ),
    ],
)
def test_an_agent_that_cannot_run(
    more: str, problem: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "hydra.toml").write_text(agent("mine", ["no-such-tool"], more))
    status, (row,) = rows(capsys)
    assert (status, row["problem"], row["version"]) == (1, problem, "-")
    assert f"mine: {problem}\n" in doctor(capsys)[1]


@pytest.mark.skipif(isinstance(preflight(), str), reason="there is no sandbox here")
def test_an_agent_in_a_sandbox(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "hydra.toml").write_text("[agents.codex]")
    assert rows(capsys)[1][0]["isolation"] == "sandbox"


GOOD = [({"skill": "say-ok"}, "printf ok > ok.txt", "Done."), ("ok.txt",)]
BAD = [("true", "Done."), ("nothing",)]


@pytest.mark.parametrize(("script", "status", "marks"), [(GOOD, 0, "✓✓✓✓"), (BAD, 1, "✗✗✓✗")])
def test_a_trial_shows_file_session_tokens_and_skill(  # noqa: PLR0917 - fixtures
    script: Script,
    status: int,
    marks: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    permissions = "permissions = {all = [], edit = []}"
    preset = f'[presets.claude-code]\nrun = []\nresume = ["--again"]\n{permissions}\n'
    command = [sys.executable, "-S", "-c", AGENT]
    (tmp_path / "hydra.toml").write_text(agent("mine", command, 'gateway = "record"\n' + preset))
    with ScriptedModel(script) as model:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", model.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-a-key")
        found, text = doctor(capsys, "--try", "mine")
    assert found == status
    assert "".join(mark for mark in text if mark in "✓✗") == marks
    assert sorted(path.name for path in tmp_path.iterdir()) == [".hydra", "hydra.toml"]


# Speaks just enough of ACP.
ACP_AGENT = """
import json, sys

def send(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)

for line in sys.stdin:
    request = json.loads(line)
    result = {"protocolVersion": 1, "sessionId": "1"}
    if request["method"] == "session/prompt":
        open("ok.txt", "a").write("ok")
        text = {"type": "text", "text": "ok.txt"}
        update = {"sessionUpdate": "agent_message_chunk", "content": text}
        send(method="session/update", params={"sessionId": "1", "update": update})
        result = {"stopReason": "end_turn"}
    send(id=request["id"], result=result)
"""


def test_a_trial_of_an_agent_that_speaks_acp_counts_no_tokens(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.py").write_text(ACP_AGENT)
    command = json.dumps([sys.executable, "mine.py"])
    table = TABLE.format(name="mine", command=command).replace("claude-code", "acp")
    (tmp_path / "hydra.toml").write_text(table)
    found, text = doctor(capsys, "--try", "mine")
    assert (found, text.count("✓")) == (0, 2), text
