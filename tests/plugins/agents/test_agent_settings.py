"""[agents] and [presets] of a hydra.toml."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_hydra.errors import InputError
from pytest_hydra.plugins.agents.agent_bots import AgentBot
from pytest_hydra.settings.file import Settings, load_settings


def settings(folder: Path, text: str) -> Settings:
    path = folder / "hydra.toml"
    path.write_text(text)
    return load_settings(path, "hydra.toml")


def agent(folder: Path, text: str, name: str = "a") -> AgentBot:
    bot = settings(folder, text).bots[name]
    assert isinstance(bot, AgentBot)
    return bot


def lines(bot: AgentBot) -> tuple[str, str]:
    """The command lines of the first message, and of the next ones."""
    first, resume = ([*(bot.command or ()), *ends] for ends in (bot.first, bot.resume or ()))
    return " ".join(first), " ".join(resume)


@pytest.mark.parametrize(
    ("table", "first", "resume"),
    [
        (
            '[agents.claude-code]\nmodel = "m"\neffort = "high"\nargs = ["--x"]',
            "claude -p --output-format stream-json --verbose --strict-mcp-config --permission-mode "
            "bypassPermissions --model m --effort high --x",
            " --resume {session}",
        ),
        (
            '[agents.codex]\nsandbox = "none"\neffort = "low"',
            "codex exec --json --skip-git-repo-check --sandbox workspace-write "
            "-c model_reasoning_effort=low -",
            " resume {session} -",
        ),
        (
            '[agents.gemini-cli]\ncommand = "npx gemini"',
            "npx gemini --output-format stream-json --approval-mode yolo -p {message}",
            " --resume {session} -p {message}",
        ),
        (
            '[agents.opencode]\npermissions = "edit"',
            "opencode run --format json {message}",
            " --session {session} {message}",
        ),
        (
            '[agents.acp]\ncommand = ["goose", "acp"]\nargs = ["--x"]',
            "goose acp --x",
            "goose acp --x",
        ),
        (
            "[agents.copilot]",
            "copilot --output-format json --no-ask-user --allow-all-tools --trust-folder "
            "-p {message}",
            " --resume={session} -p {message}",
        ),
    ],
)
def test_a_preset_says_how_an_agent_is_called(
    table: str, first: str, resume: str, tmp_path: Path
) -> None:
    name = table.partition("]")[0].removeprefix("[agents.")
    found = lines(agent(tmp_path, table, name))
    assert found[0] == first
    assert found[1].endswith(resume)


def test_presets_extend_and_replace_others(tmp_path: Path) -> None:
    text = """
[agents.a]
preset = "mine"
[agents.b]
preset = "codex"
[presets.mine]
extends = "codex"
program = "my-codex"
calls = {shell = {run = "line"}}
[presets.codex]
keys = ["MY_KEY"]
"""
    mine, codex = (agent(tmp_path, text, name) for name in ("a", "b"))
    assert lines(mine)[0].startswith("my-codex exec --json")
    assert (mine.format, mine.passed, mine.calls) == (
        "codex",
        ["MY_KEY"],
        {"shell": {"run": "line"}},
    )
    assert (lines(codex)[0].split()[0], codex.passed, codex.calls) == ("codex", ["MY_KEY"], {})


def test_keys_are_passed_and_are_secrets(tmp_path: Path) -> None:
    text = '[agents.codex]\nenv = {A = "x ${TOKEN}"}\nrequires_env = ["HOST"]\nsecrets = ["S"]'
    bot = agent(tmp_path, text, "codex")
    assert bot.passed == ["HOST", "S", "CODEX_API_KEY", "OPENAI_API_KEY"]
    assert {*bot.secrets} == {"S", "CODEX_API_KEY", "OPENAI_API_KEY", "TOKEN"}
    assert bot.environment["A"] == "x ${TOKEN}"
    environ = {"TOKEN": "t-1", "CODEX_API_KEY": "k-1"}
    assert ("k-1", "${CODEX_API_KEY}") in list(bot.hidden_texts(environ))
    assert "secrets" not in bot.public()


def test_an_agent_has_skills_and_instructions(tmp_path: Path) -> None:
    (tmp_path / "skills/pdf/evals").mkdir(parents=True)
    (tmp_path / "skills/pdf/SKILL.md").write_text("---\nname: pdf\n---\n")
    (tmp_path / "rules.md").write_text("Be brief.")
    text = """
[agents.claude-code]
skills = ["skills/pdf", "git:v1:skills/docx"]
instructions = "rules.md"
[agents.codex]
instructions = "Be brief."
"""
    claude, codex = (agent(tmp_path, text, name) for name in ("claude-code", "codex"))
    assert claude.skills == {
        ".claude/skills/pdf": "skills/pdf",
        ".claude/skills/docx": "git:v1:skills/docx",
    }
    assert claude.texts == {"CLAUDE.md": "Be brief."}
    assert codex.texts == {"AGENTS.md": "Be brief."}
    before = claude.contents
    (tmp_path / "skills/pdf/evals/a.scenario.yaml").write_text("x")
    assert agent(tmp_path, text, "claude-code").contents == before
    (tmp_path / "skills/pdf/SKILL.md").write_text("---\nname: pdf\n---\nMore.\n")
    assert agent(tmp_path, text, "claude-code").contents != before


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[agents.claude]", "1: agents.claude: unknown preset 'claude'; did you mean"),
        ('[agents.a]\npreset = "x"\n[presets.x]\nprogram = "x"', "needs 'program' and 'format'"),
        ('[agents.a]\npreset = "acp"', 'names no program; add: command = ["goose", "acp"]'),
        (
            '[agents.a]\npreset = "x"\n[presets.x]\nextends = "y"\n[presets.y]\nextends = "x"',
            "the preset 'y' extends itself",
        ),
        (
            '[agents.gemini-cli]\npermissions = "read"',
            "its preset does not say how to allow it 'read'; add the words for it to "
            "[presets.gemini-cli], such as: permissions.read = []",
        ),
        ('[agents.gemini-cli]\neffort = "high"', 'such as: effort = ["-e", "{effort}"]'),
        ('[agents.acp]\ncommand = "a"\nskills = ["x"]', 'such as: skills = ".agents/skills"'),
        ('[agents.codex]\nskills = ["none"]', "'none' is not a folder with a SKILL.md"),
        ('[agents.codex]\nskills = ["git:v1"]', "'git:v1' should be git:REF:FOLDER"),
        ('[agents.codex]\nskills = ["git:a:x", "git:b:x"]', "two skills are called 'x'"),
        ('[agents.codex]\ninstructions = "none.md"', "there is no file none.md"),
        ('[agents.codex]\nfiles = {"../x" = ""}', "should be the path of a file in the folder"),
        ('[bots.codex]\npython = "a:b"\n[agents.codex]', "there is a bot 'codex' too"),
    ],
)
def test_faults_of_agents_are_reported(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        settings(tmp_path, text)
    assert message in str(error.value)


def test_an_agent_may_be_skipped_where_its_program_is_missing(tmp_path: Path) -> None:
    from pytest_hydra.settings.bots import skip_reason

    text = '[agents.codex]\ncommand = "no-such-program"\nwhen_missing = "skip"'
    bot = agent(tmp_path, text, "codex")
    assert skip_reason("codex", bot) == "agent 'codex' needs the program no-such-program"
