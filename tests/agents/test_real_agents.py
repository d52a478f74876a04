"""Claude Code and Codex themselves, in workspaces, with a scripted model on loopback."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from pytest_hydra.execution.box import preflight
from tests.agents.scripted_model import ScriptedModel

if TYPE_CHECKING:
    from tests.conftest import Project

MODULES = Path(__file__).parent / "node_modules"
pytestmark = pytest.mark.skipif(
    not MODULES.is_dir(), reason="npm install --prefix tests/agents installs the agents"
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
VARIABLES = {
    "ANTHROPIC_API_KEY": "sk-a-key-for-tests",
    "OPENAI_API_KEY": "sk-a-key-for-tests",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "CLAUDE_CODE_MAX_RETRIES": "0",
}


@pytest.fixture
def model() -> Iterator[ScriptedModel]:
    """A running model."""
    server = ScriptedModel(SCRIPT)
    Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def commands(agent: str, model: ScriptedModel) -> tuple[list[str], list[str]]:
    """The command lines of an agent for the first message, and for the next ones."""
    if agent == "claude-code":
        options = ["-p", "--output-format", "stream-json", "--verbose"]
        line = [str(MODULES / ".bin" / "claude"), *options, "--allowedTools", "Bash"]
        return line, [*line, "--resume", "{session}"]
    (program,) = MODULES.glob("@openai/codex-*/vendor/*/bin/codex")
    provider = {"name": "x", "base_url": f"{model.url}/v1", "wire_api": "responses"}
    provider["env_key"] = "OPENAI_API_KEY"
    settings = {f"model_providers.x.{key}": value for key, value in provider.items()}
    settings |= {"model": "scripted", "model_provider": "x"}
    words = [word for key, text in settings.items() for word in ("-c", f"{key}={json.dumps(text)}")]
    options = ["--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"]
    line = [str(program), "exec", *options, *words]
    return [*line, "-"], [*line, "resume", "{session}", "-"]


@pytest.mark.parametrize("place", ["own_home", "sandbox"])
@pytest.mark.parametrize("agent", ["claude-code", "codex"])
def test_what_an_agent_does_is_read_and_nothing_of_the_user_reaches_it(
    agent: str,
    place: str,
    plain_project: Project,
    model: ScriptedModel,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if place == "sandbox" and isinstance(preflight(), str):
        pytest.skip("there is no sandbox here")
    for name, text in PLACES.items():
        plain_project.write(name, text)
    variables = {**VARIABLES, "ANTHROPIC_BASE_URL": model.url}
    for name, text in {**variables, "HOME": str(plain_project.path / "home")}.items():
        monkeypatch.setenv(name, text)
    monkeypatch.delenv("CLAUDECODE", raising=False)
    first, next_ones = commands(agent, model)
    settings = {"command": first, "resume": next_ones, "format": agent, "timeout_seconds": 120}
    settings |= {place: True, "requires_env": list(variables)}
    lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
    plain_project.write("hydra.toml", "\n".join(["[bots.agent]", *lines]))
    plain_project.write("a.scenario.yaml", SCENARIOS)
    plain_project.run("--hydra").assert_outcomes(passed=1)
    assert model.requests
    assert [text for text in model.requests if MARKER in text] == []
