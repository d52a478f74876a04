"""``python -m pytest_hydra doctor``: what it finds, and its trial of an agent."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.__main__ import main
from pytest_hydra.plugins.boxes.box import preflight
from pytest_hydra.settings.agent_folders import agent_presets
from tests.plugins.agents.scripted_model import Script, ScriptedModel
from tests.plugins.agents.test_gateways import AGENT

KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "NEEDED")
PROGRAM = "#!/bin/sh\necho 1.2.3 of tool\n"
TABLE = """
[agents.{name}]
preset = "claude-code"
command = {command}
sandbox = "none"
"""

HAS_BOX = not isinstance(preflight(), str)
needs_box = pytest.mark.skipif(not HAS_BOX, reason="there is no sandbox here")


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
    assert names == sorted(name for name, each in agent_presets().items() if "program" in each)
    assert "not installed: npm install -g @openai/codex" in lines[names.index("codex")]


def test_an_agent_that_can_run(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-a-key")
    program = tmp_path_factory.mktemp("bin") / "tool"
    program.write_text(PROGRAM)
    program.chmod(0o755)
    (tmp_path / "hydra.toml").write_text(agent("mine", [str(program)]))
    assert rows(capsys) == (
        0,
        [
            {
                "agent": "mine",
                "preset": "claude-code",
                "program": str(program),
                "version": "1.2.3 of tool" if HAS_BOX else "-",
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
    assert row["key"] == ("- (replay)" if "replay" in more else "none: set ANTHROPIC_API_KEY")
    assert f"mine: {problem}\n" in doctor(capsys)[1]


@needs_box
def test_an_agent_in_a_sandbox(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "hydra.toml").write_text("[agents.codex]")
    assert rows(capsys)[1][0]["isolation"] == "sandbox"


# An agent that does its work whatever it is asked, and says what it was given.
EAGER = """#!/bin/sh
echo "$0 $*" >> {traces}/started
echo work > {project}/work
echo work > work
echo "key=$ANTHROPIC_API_KEY home=$HOME in=$(ls -A | wc -l)"
"""


@pytest.fixture
def eager(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> tuple[Path, Path]:
    """An agent, and the file that it leaves where it is started outside of a sandbox."""
    traces, program = tmp_path_factory.mktemp("traces"), tmp_path / "agent.sh"
    program.write_text(EAGER.format(traces=traces, project=tmp_path))
    program.chmod(0o755)
    return program, traces / "started"


@pytest.mark.parametrize("more", [[], ["--version"], ["agent.py"]])
def test_the_words_of_a_command_are_not_run(
    more: list[str],
    eager: tuple[Path, Path],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-a-key")
    (tmp_path / "hydra.toml").write_text(agent("mine", ["./agent.sh", *more]))
    status, (row,) = rows(capsys)
    assert (status, row["program"], row["version"]) == (0, str(eager[0]), "-")
    assert not eager[1].exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["agent.sh", "hydra.toml"]


@needs_box
def test_another_program_is_asked_for_its_version_in_a_sandbox(
    eager: tuple[Path, Path],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-a-key")
    program = eager[0].rename(tmp_path_factory.mktemp("bin") / "agent.sh")
    (tmp_path / "hydra.toml").write_text(agent("mine", [str(program)]))
    _, (row,) = rows(capsys)
    assert row["version"] == "key= home=/run/box/home in=1"
    assert not eager[1].exists()
    assert [path.name for path in tmp_path.iterdir()] == ["hydra.toml"]


@pytest.mark.parametrize("boxed", [True, False])
def test_a_presets_program_is_asked_in_an_empty_folder(
    boxed: bool,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-a-key")
    if not boxed:
        monkeypatch.setattr("pytest_hydra.plugins.engine.isolation.preflight", lambda: "no sandbox")
    elif not HAS_BOX:
        pytest.skip("there is no sandbox here")
    place = tmp_path_factory.mktemp("bin")
    (place / "claude").write_text(
        '#!/bin/sh\necho "$* key=$ANTHROPIC_API_KEY in=$(ls -A | wc -l)"\npwd > "$HOME/x"\n'
        "test ! -e hydra.toml || echo work > work\n"
    )
    (place / "claude").chmod(0o755)
    monkeypatch.setenv("PATH", str(place), prepend=os.pathsep)
    (tmp_path / "hydra.toml").write_text("[agents.claude-code]")
    _, (row,) = rows(capsys)
    assert row["version"] == "--version key= in=0"
    assert [path.name for path in tmp_path.iterdir()] == ["hydra.toml"]


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
