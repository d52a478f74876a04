"""Agents that reach their model by a gateway: what they see, cost, and reach; recorded runs."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.plugins.agents.agent_bots import agent_bot
from pytest_hydra.plugins.agents.agent_settings import AgentSettings, PresetSettings
from pytest_hydra.plugins.boxes.box import preflight
from tests.conftest import unwrapped
from tests.plugins.agents.scripted_model import ScriptedModel

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Project

# Asks its model, runs what that says, and prints events as Claude Code does. Its session is kept in
# its home folder.
AGENT = """
import json, os, pathlib, subprocess, sys, urllib.request

def say(**event):
    print(json.dumps({"session_id": "1", **event}), flush=True)

session = pathlib.Path(os.environ["HOME"], "session.json")
messages = json.loads(session.read_text()) if session.exists() else []
messages.append({"role": "user", "content": [{"type": "text", "text": sys.stdin.read()}]})
say(type="system", subtype="init")
block = {}
while block.get("type") != "text":
    tools = [{"name": "Bash"}, {"name": "Skill"}]
    body = {"model": "small", "messages": messages, "tools": tools}
    headers = {"x-api-key": os.environ["ANTHROPIC_API_KEY"]}
    url = os.environ["ANTHROPIC_BASE_URL"] + "/v1/messages"
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    (block,) = json.load(urllib.request.urlopen(request))["content"]
    say(type="assistant", message={"content": [block]})
    messages.append({"role": "assistant", "content": [block]})
    if block["type"] == "tool_use":
        line = block["input"].get("command", "true")
        done = subprocess.run(line, shell=True, capture_output=True, text=True)
        result = {"type": "tool_result", "tool_use_id": block["id"], "content": done.stdout}
        say(type="user", message={"content": [result | {"is_error": done.returncode != 0}]})
        messages.append({"role": "user", "content": [result]})
session.write_text(json.dumps(messages))
say(type="result", subtype="success", total_cost_usd=99.0)
"""
# What an agent may try, whether it is answered. Each line is run by itself.
ATTEMPTS = {
    "http": "urllib.request.urlopen('{model}/v1/models', timeout=5)",
    "tcp": "socket.create_connection(('127.0.0.1', {port}), 5)",
    "name": "socket.getaddrinfo('localhost.localdomain.example.org', 80)",
    "raw": "socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)",
    "packet": "socket.socket(socket.AF_PACKET, socket.SOCK_RAW)",
    "udp": "(s := socket.socket(type=socket.SOCK_DGRAM)).connect(('192.0.2.1', 53))",
}
LINES = ("printf 1 > one.txt", "env && cat one.txt", "Done.")
SCENARIOS = """
workspace: {}
scenarios:
  - id: one
    steps: [{user: Write one.txt., expect: {text: Done.}}]
    expect: {onlyChangedFiles: one.txt, expectedCommands: cat one.txt, maxTokens: 400}
"""
KEY = "sk-the-key-of-the-user"
PRICES = "\n[prices.small]\ninput = 40\noutput = 50\n"
needs_box = pytest.mark.skipif(isinstance(preflight(), str), reason="there is no sandbox here")


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedModel]:
    """A model, and the user's variables for it."""
    with ScriptedModel([LINES]) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        yield server


def configure(project: Project, more: str = PRICES, **settings: Any) -> None:
    # The folder of hydra.toml is not seen in a sandbox.
    given = {"command": [sys.executable, "-S", "-c", AGENT], "sandbox": "none", "gateway": "live"}
    lines = [f"{key} = {json.dumps(value)}" for key, value in {**given, **settings}.items()]
    preset = (
        '[presets.agent]\nextends = "claude-code"\nrun = []\npermissions = {all = [], edit = []}\n'
    )
    project.write("hydra.toml", "\n".join(["[agents.agent]", *lines, preset, more]))
    project.write("a.scenario.yaml", SCENARIOS)


def run(project: Project, *options: str) -> pytest.RunResult:
    return project.run("--hydra", "--hydra-run-agents", *options)


def turns(project: Project) -> list[dict[str, Any]]:
    """The turns of the last run, without times."""
    record = json.loads((project.runs()[-1] / "scenarios.jsonl").read_text())
    (run,) = record["runs"]
    return [
        {key: value for key, value in turn.items() if key != "seconds"}
        for turn in run["conversation"]["turns"]
    ]


def output(project: Project) -> str:
    """What the agent's commands printed in the last run."""
    (turn,) = turns(project)
    return str([call.get("result") for call in turn["reply"]["calls"]])


def test_the_key_is_not_in_the_agents_environment_and_its_use_is_counted(
    plain_project: Project, model: ScriptedModel
) -> None:
    configure(plain_project)
    run(plain_project).assert_outcomes(passed=1)
    (turn,) = turns(plain_project)
    assert "ANTHROPIC_API_KEY=" in output(plain_project)
    assert KEY not in output(plain_project)
    assert model.url not in output(plain_project)
    # Three requests of 100 and 20 tokens each, whatever the agent says.
    assert (turn["reply"]["tokens"], turn["reply"]["cost_usd"]) == (360, pytest.approx(0.015))
    assert len(model.requests) == 3


def test_a_recorded_run_is_replayed_without_a_model(
    plain_project: Project, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model, "script", [("printf 1 > one.txt", "cat one.txt", "Done.")])
    configure(plain_project, gateway="replay")
    run(plain_project, "--hydra-gateway=record").assert_outcomes(passed=1)
    recorded = turns(plain_project)
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
    run(plain_project).assert_outcomes(passed=1)
    assert turns(plain_project) == recorded
    assert len(model.requests) == 3
    plain_project.write("a.scenario.yaml", SCENARIOS.replace("Write", "Please write"))
    result = run(plain_project)
    result.assert_outcomes(errors=1)
    assert "the agent's request 1 was not recorded (new: messages 1):" in unwrapped(result)
    assert len(model.requests) == 3


def test_what_was_never_recorded_is_ungraded(plain_project: Project, model: ScriptedModel) -> None:
    configure(plain_project, gateway="replay")
    result = run(plain_project)
    result.assert_outcomes(errors=1)
    assert "a.scenario.yaml-one-1.jsonl was not recorded: record it first" in unwrapped(result)
    assert model.requests == []


def test_a_cap_of_a_cent_ends_a_run_before_its_next_request(
    plain_project: Project, model: ScriptedModel
) -> None:
    configure(plain_project, max_cost_usd=0.01)
    result = run(plain_project)
    result.assert_outcomes(errors=1)
    assert "it was ended before its next request, as it has cost $0.01," in unwrapped(result)
    # Each costs half a cent.
    assert len(model.requests) == 2
    (turn,) = turns(plain_project)
    assert [call["function"] for call in turn["arrived"]] == ["Bash", "Bash"]


def test_costs_of_a_run_that_was_ended_count_for_the_session(
    plain_project: Project, model: ScriptedModel
) -> None:
    limits = "\n[scenarios]\nmax_cost_usd = 0.01"
    configure(plain_project, PRICES + limits, max_cost_usd=0.01, concurrency=1)
    again = SCENARIOS.partition("scenarios:\n")[2].replace("id: one", "id: two")
    plain_project.write("a.scenario.yaml", SCENARIOS + again)
    run(plain_project).assert_outcomes(errors=2)
    assert len(model.requests) == 2


def test_an_agent_that_asks_elsewhere_is_ungraded(
    plain_project: Project, model: ScriptedModel
) -> None:
    elsewhere = AGENT.replace('os.environ["ANTHROPIC_BASE_URL"]', repr(model.url))
    configure(plain_project, command=[sys.executable, "-S", "-c", elsewhere])
    result = run(plain_project)
    result.assert_outcomes(errors=1)
    assert "no request of the agent reached its gateway:" in unwrapped(result)


def test_without_a_key_the_bot_cannot_be_opened(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    configure(plain_project)
    result = run(plain_project)
    result.assert_outcomes(errors=1)
    assert (
        "its gateway needs the environment variable ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN"
        in unwrapped(result)
    )


@needs_box
@pytest.mark.parametrize("network", [True, False])
def test_an_agent_without_network_reaches_its_model_and_nothing_else(
    network: bool,
    plain_project: Project,
    model: ScriptedModel,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    port = model.url.rpartition(":")[2]
    lines = []
    for name, attempt in ATTEMPTS.items():
        code = f"import socket, urllib.request; {attempt.format(model=model.url, port=port)}"
        lines.append(f'{sys.executable} -S -c "{code}" 2>&1 && echo {name} reached')
    curl = (
        f"curl --silent --show-error --max-time 5 {model.url}/v1/models 2>&1 && echo curl reached"
    )
    monkeypatch.setattr(
        model, "script", [(*lines, curl, "ls /run /run/box; touch one.txt", "Done.")]
    )
    configure(plain_project, sandbox="box", network=network)
    run(plain_project)
    (turn,) = turns(plain_project)
    assert turn["reply"]["text"] == "Done."
    printed = output(plain_project)
    reached = {name for name in ("curl", *ATTEMPTS) if f"{name} reached" in printed}
    if network:
        assert reached >= {"http", "tcp"}
    else:
        assert reached == set()
    assert KEY not in printed
    # Its own requests, and with the network two attempts.
    assert len(model.requests) == len(lines) + 3 + 2 * network


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"preset": "mine"}, "its preset does not say how to tell it its model; add the words"),
        ({"gateway": None, "max_cost_usd": 1}, "'max_cost_usd' needs 'gateway'"),
        ({"network": False, "sandbox": "none"}, "'network' needs a sandbox"),
    ],
)
def test_settings_that_do_not_fit_are_refused(
    settings: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    agent = AgentSettings.model_validate({"preset": "codex", "gateway": "live", **settings})
    mine = {"program": "mine", "format": "codex", "permissions": {"all": []}}
    presets = {"mine": PresetSettings.model_validate(mine)}
    with pytest.raises(ValueError, match=reason):
        agent_bot("agent", agent, presets, tmp_path)


def test_a_preset_says_how_an_agent_learns_its_model(
    plain_project: Project, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model, "script", [('cat "$HOME/where"; touch one.txt', "Done.")])
    lines = [f"model = {json.dumps(model.url)}", 'keys = ["ANTHROPIC_API_KEY"]']
    lines += ["environment = {ANTHROPIC_BASE_URL = '{url}'}", "files = {where = '{url} {key}'}"]
    configure(plain_project, "\n".join(["[presets.agent.gateway]", *lines]))
    run(plain_project)
    assert re.search(r"http://127.0.0.1:\d+ ANTHROPIC_API_KEY", output(plain_project))
