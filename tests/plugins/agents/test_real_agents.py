"""Coding agents themselves, in workspaces, with a scripted model on loopback."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.plugins.boxes.box import preflight
from tests.plugins.agents.scripted_model import ScriptedModel
from tests.plugins.worlds.test_mcp_servers import COMMAND

if TYPE_CHECKING:
    from tests.conftest import Project

MODULES = Path(__file__).parent / "node_modules"
AGENTS = ("claude-code", "codex")
# These are large, and tried if they are installed beside the others: @github/copilot,
# @google/gemini-cli and opencode-ai.
LARGE = {"copilot": "copilot", "gemini-cli": "gemini", "opencode": "opencode"}
pytestmark = pytest.mark.skipif(
    not MODULES.is_dir(), reason="npm install --prefix tests/plugins/agents installs the agents"
)
COMMIT = "git -c user.name=a -c user.email=a@b commit -qam 'feat: say hello'"
SCRIPT = (
    (
        "printf 'print(1)' > hello.py",
        f"python3 hello.py && git add . && {COMMIT}",
        "I committed it.",
    ),
    ("cat README.md && echo more >> notes.txt", "Done."),
)
SCENARIOS = """
workspace: {files: {README.md: demo}}
scenarios:
  - id: hello
    steps:
      - user: Write hello.py and commit it.
        expect:
          files: {hello.py: {is: created, text: print(1)}, README.md: unchanged}
          git: {commits: 1, messages: {regex: ^feat}, clean: true}
          text: I committed it.
      - user: Go on.
        expect: {files: {notes.txt: created}, onlyChangedFiles: notes.txt}
    expect:
      expectedCommands: [git commit, python3 hello.py, cat]
      forbiddenCommands: [git push, rm]
      forbiddenReads: "secret*"
      not: {forbiddenReads: "README*"}
      passes: python3 hello.py
      maxTokens: 100000
"""
MARKER = "MARKER-OF-THE-USER"
SKILL = f"---\nname: own\ndescription: {MARKER}\n---\nDo it.\n"
PLACES = {
    "home/.claude/CLAUDE.md": MARKER,
    "home/.claude/skills/own/SKILL.md": SKILL,
    "home/.codex/AGENTS.md": MARKER,
    "home/.agents/skills/own/SKILL.md": SKILL,
    "CLAUDE.md": MARKER,
    "AGENTS.md": MARKER,
    ".claude/skills/own/SKILL.md": SKILL,
    ".agents/skills/own/SKILL.md": SKILL,
}
KEY = "sk-a-key-for-tests"
KEYS = ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "COPILOT_PROVIDER_API_KEY")


@pytest.fixture
def model() -> Iterator[ScriptedModel]:
    """A running model."""
    with ScriptedModel(SCRIPT) as server:
        yield server


def table(agent: str, model: ScriptedModel) -> dict[str, object]:
    """The table of an agent that asks the scripted model."""
    if agent == "claude-code":
        env = {"ANTHROPIC_BASE_URL": model.url, "CLAUDE_CODE_MAX_RETRIES": "0"}
        return {"command": [str(MODULES / ".bin" / "claude")], "env": env}
    if agent == "codex":
        (program,) = MODULES.glob("@openai/codex-*/vendor/*/bin/codex")
        provider = f'name = "x"\nbase_url = "{model.url}/v1"\nwire_api = "responses"\n'
        provider += 'env_key = "OPENAI_API_KEY"\n'
        config = f'model_provider = "x"\n[model_providers.x]\n{provider}'
        return {
            "command": [str(program)],
            "model": "scripted",
            "permissions": "all",  # its own sandbox does not let it commit
            "files": {".codex/config.toml": config},
        }
    if agent == "gemini-cli":
        auth = json.dumps({"security": {"auth": {"selectedType": "gemini-api-key"}}})
        return {
            "command": [str(MODULES / ".bin" / "gemini")],
            "model": "gemini-2.5-pro",
            "permissions": "all",  # it runs no shell line without a question otherwise
            "env": {"GOOGLE_GEMINI_BASE_URL": model.url, "GEMINI_CLI_TRUST_WORKSPACE": "true"},
            "files": {".gemini/settings.json": auth},
        }
    if agent == "copilot":
        env = {"COPILOT_OFFLINE": "true", "COPILOT_MODEL": "scripted"}
        env |= {"COPILOT_PROVIDER_BASE_URL": f"{model.url}/v1"}
        return {"command": [str(MODULES / ".bin" / "copilot")], "env": env}
    options = {"baseURL": f"{model.url}/v1", "apiKey": KEY}
    model_of_x: dict[str, object] = {
        "npm": "@ai-sdk/openai-compatible",
        "options": options,
        "models": {"m": {}},
    }
    opencode = {"provider": {"x": model_of_x}, "model": "x/m", "small_model": "x/m"}
    return {
        "command": [str(MODULES / ".bin" / "opencode")],
        "files": {".config/opencode/opencode.json": json.dumps(opencode)},
    }


def write(project: Project, agent: str, model: ScriptedModel, /, **settings: object) -> None:
    """Write hydra.toml with this agent, which asks the model."""
    values = {"timeout_seconds": 120, **table(agent, model), **settings}
    tables = {name: values.pop(name, {}) for name in ("files", "env")}
    lines = [f"[agents.{agent}]"]
    lines += [f"{key} = {json.dumps(value)}" for key, value in values.items() if value]
    for name, entries in tables.items():
        assert isinstance(entries, dict)
        lines += [f"[agents.{agent}.{name}]"]
        lines += [f"{json.dumps(key)} = {json.dumps(text)}" for key, text in entries.items()]
    project.write("hydra.toml", "\n".join(lines))


def skip_missing(agent: str) -> None:
    """Skip a test of an agent that is not installed."""
    if agent in LARGE and not (MODULES / ".bin" / LARGE[agent]).exists():
        pytest.skip(f"{agent} is not installed")


@pytest.fixture
def keys(plain_project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """The keys of all agents, and a home of the user."""
    for name in KEYS:
        monkeypatch.setenv(name, KEY)
    monkeypatch.setenv("HOME", str(plain_project.path / "home"))


@pytest.mark.usefixtures("keys")
@pytest.mark.parametrize("sandbox", ["none", "box"])
@pytest.mark.parametrize("agent", [*AGENTS, *LARGE])
def test_what_an_agent_does_is_read_and_nothing_of_the_user_reaches_it(
    agent: str, sandbox: str, plain_project: Project, model: ScriptedModel
) -> None:
    skip_missing(agent)
    if sandbox == "box" and (agent in LARGE or isinstance(preflight(), str)):
        pytest.skip("there is no sandbox here, or no file beside a program in it")
    for name, text in PLACES.items():
        plain_project.write(name, text)
    write(plain_project, agent, model, sandbox=sandbox)
    limit = "" if agent == "copilot" else "maxTokens: 100000"  # it prints no tokens
    plain_project.write("a.scenario.yaml", SCENARIOS.replace("maxTokens: 100000", limit))
    plain_project.run("--hydra", "--hydra-run-agents").assert_outcomes(passed=1)
    assert model.requests
    assert [text for text in model.requests if MARKER in text] == []


# The words by which agents speak ACP. That of Claude Code is a program of its own.
ACP = {
    "claude-code": ("claude-agent-acp",),
    "gemini-cli": ("gemini", "--acp", "--model", "gemini-2.5-pro"),
    "opencode": ("opencode", "acp"),
}


def speak_acp(project: Project, agent: str, model: ScriptedModel, **settings: object) -> None:
    """Write hydra.toml with this agent, which speaks ACP. Skip if it is not installed."""
    program, *words = ACP[agent]
    path = MODULES / ".bin" / program
    if not path.exists():
        pytest.skip(f"{program} is not installed")
    known: dict[str, Any] = table(agent, model)
    files, env = dict(known.get("files", {})), dict(known.get("env", {}))
    if agent == "claude-code":
        # Its own default asks a model what is allowed, and it hides tools until they are sought.
        files[".claude/settings.json"] = '{"permissions": {"defaultMode": "default"}}'
        env["ENABLE_TOOL_SEARCH"] = "false"
    given = {
        "preset": "acp",
        "model": None,
        "command": [str(path), *words],
        "secrets": list(KEYS),
        **settings,
    }
    write(project, agent, model, **given, files=files, env=env)


@pytest.mark.usefixtures("keys")
@pytest.mark.parametrize("sandbox", ["none", "box"])
@pytest.mark.parametrize("agent", ACP)
def test_what_an_agent_does_is_read_by_acp(
    agent: str, sandbox: str, plain_project: Project, model: ScriptedModel
) -> None:
    if sandbox == "box" and isinstance(preflight(), str):
        pytest.skip("there is no sandbox here")
    speak_acp(plain_project, agent, model, sandbox=sandbox)
    scenarios = SCENARIOS.replace("maxTokens: 100000", "")  # their meaning is not said
    plain_project.write("a.scenario.yaml", scenarios)
    plain_project.run("--hydra", "--hydra-run-agents").assert_outcomes(passed=1)
    assert model.requests


SKILL_SCRIPT = (({"skill": "own"}, "echo used > used.txt", "Done."),)
TREATMENTS = """
treatments: {without: {}, now: {skills: [../skills/own]}}
require: {now: 100}
scenarios:
  - id: use
    steps: [{user: Do it.}]
    expect: {files: {used.txt: created}, expectedSkill: own, forbiddenSkills: other}
"""
TRIGGERS = """
treatments: {now: {skills: [../skills/own]}}
triggers: {skill: own, fires: [Do it.], silent: [Say hello.]}
require: {recall: 100}
"""


@pytest.mark.usefixtures("keys")
@pytest.mark.parametrize("agent", [*AGENTS, *LARGE])
def test_a_skill_that_an_agent_activates_is_known_and_ends_a_trigger(
    agent: str, plain_project: Project
) -> None:
    skip_missing(agent)
    if agent == "opencode" and shutil.which("rg") is None:
        pytest.skip("opencode needs ripgrep for skills")
    plain_project.write("skills/own/SKILL.md", SKILL)
    plain_project.write("evals/a.scenario.yaml", TREATMENTS)
    plain_project.write("evals/b.scenario.yaml", TRIGGERS)
    with ScriptedModel(SKILL_SCRIPT) as model:
        write(plain_project, agent, model, sandbox="none")
        plain_project.run("--hydra", "--hydra-run-agents", "--hydra-report=report.json")
    treatments, triggers = plain_project.report()["experiments"]
    without, now = treatments["arms"]
    assert (now["share"], now["used"], now["offered"]) == (1, 1, 1)
    assert without["offered"] == 0
    (row,) = triggers["triggers"]
    assert [(row[name]["count"], row[name]["of"]) for name in ("recall", "specificity")] == [
        (1, 1),
        (0, 1),
    ]
    # The description of an installed skill reaches the model; no other request has it.
    assert any(MARKER in text for text in model.requests)
    assert treatments["failures"] == triggers["failures"] == []


# The key and the address of each agent's provider, and what else its table has.
PROVIDERS = {
    "claude-code": ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", {}),
    "codex": ("OPENAI_API_KEY", "OPENAI_BASE_URL", {"model": "scripted"}),
}


def provide(
    agent: str,
    sandbox: str,
    model: ScriptedModel,
    project: Project,
    monkeypatch: pytest.MonkeyPatch,
) -> dict[str, Any]:
    """The keys of an agent's table; its provider is the model, by variables of the environment."""
    if sandbox == "box" and isinstance(preflight(), str):
        pytest.skip("there is no sandbox here")
    key, address, more = PROVIDERS[agent]
    monkeypatch.setenv("HOME", str(project.path / "home"))
    monkeypatch.setenv(key, KEY)
    monkeypatch.setenv(address, model.url)
    return {"command": table(agent, model)["command"], "sandbox": sandbox, **more}


@pytest.mark.parametrize("sandbox", ["none", "box"])
@pytest.mark.parametrize("agent", AGENTS)
def test_a_recorded_run_is_replayed_with_the_same_transcript_calls_and_files(
    agent: str,
    sandbox: str,
    plain_project: Project,
    model: ScriptedModel,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    key, address, _ = PROVIDERS[agent]
    settings = provide(agent, sandbox, model, plain_project, monkeypatch)
    settings |= {"network": sandbox == "none", "gateway": "replay", "timeout_seconds": 120}
    # Codex's own sandbox lets it commit nothing; Claude Code refuses root all permissions.
    settings["permissions"] = "edit" if (agent, sandbox) == ("claude-code", "none") else "all"
    lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
    plain_project.write("hydra.toml", "\n".join([f"[agents.{agent}]", *lines]))
    plain_project.write("a.scenario.yaml", SCENARIOS)
    options = ("--hydra", "--hydra-run-agents")
    plain_project.run(*options, "--hydra-gateway=record").assert_outcomes(passed=1)
    asked = len(model.requests)
    assert asked >= 5
    monkeypatch.delenv(key)
    monkeypatch.setenv(address, "http://127.0.0.1:1")
    plain_project.run(*options).assert_outcomes(passed=1)
    assert len(model.requests) == asked
    recorded, replayed = map(conversation, plain_project.runs())
    assert replayed == recorded


def conversation(run: Path) -> str:
    """The conversation of a run, without what differs from run to run."""
    (held,) = json.loads((run / "scenarios.jsonl").read_text())["runs"]
    workspace = held["conversation"]["workspace"]
    del workspace["runs"]  # with their times
    for turn in workspace["turns"]:
        turn.pop("ran", None)  # likewise, and an agent starts programs in the background
    text = json.dumps(
        [[{**turn, "seconds": 0} for turn in held["conversation"]["turns"]], workspace]
    )
    # The folder of one conversation, ids of commits, and times.
    text = text.replace(workspace["place"], "")
    return re.sub(r"\b[0-9a-f]{7}\b|\d+\.\d+ ?s\w*", "", text)


MCP_SCENARIO = """
scenarios:
  - id: refund
    steps: [{user: I want my money back for A., expect: {expectedFunction: refund_order}}]
    expect: {forbiddenFunctions: cancel_order, expectedParams: {order: A}}
"""


@pytest.mark.usefixtures("keys")
@pytest.mark.parametrize("agent", ACP)
def test_an_agent_calls_a_tool_of_an_mcp_server_by_acp(agent: str, plain_project: Project) -> None:
    step = {"tool": "refund_order", "params": {"order": "A"}}
    with ScriptedModel([(step, "It is refunded.")]) as server:
        speak_acp(plain_project, agent, server, sandbox="none", mcp=["shop"])
        text = (plain_project.path / "hydra.toml").read_text("utf-8")
        shop = f"[mcp.shop]\ncommand = {json.dumps(COMMAND)}\n"
        plain_project.write("hydra.toml", shop + text)
        plain_project.write("a.scenario.yaml", MCP_SCENARIO)
        plain_project.run("--hydra", "--hydra-run-agents").assert_outcomes(passed=1)


@pytest.mark.parametrize("sandbox", ["none", "box"])
@pytest.mark.parametrize("agent", AGENTS[:2])
def test_an_agent_calls_a_tool_of_an_mcp_server(
    agent: str,
    sandbox: str,
    plain_project: Project,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    step = {"tool": "refund_order", "params": {"order": "A"}}
    with ScriptedModel([(step, "It is refunded.")]) as server:
        settings = provide(agent, sandbox, server, plain_project, monkeypatch)
        settings |= {"gateway": "live", "timeout_seconds": 120, "mcp": ["shop"]}
        lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
        shop = ["[mcp.shop]", f"command = {json.dumps(COMMAND)}"]
        plain_project.write("hydra.toml", "\n".join([*shop, f"[agents.{agent}]", *lines]))
        plain_project.write("a.scenario.yaml", MCP_SCENARIO)
        plain_project.run("--hydra", "--hydra-run-agents").assert_outcomes(passed=1)
