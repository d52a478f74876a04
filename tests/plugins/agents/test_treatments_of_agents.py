from __future__ import annotations

from pathlib import Path

import pytest

from pytest_hydra.plugins.agents.agent_bots import AgentBot
from pytest_hydra.scenarios.treatments import Treatment, treated
from pytest_hydra.settings.file import Settings, load_settings
from tests.scenarios.test_treatments import load

SETTINGS = """
[agents.claude-code]
skills = ["skills/docx"]
env = {A = "1"}
args = ["--x"]
[bots.mini]
openai = {model = "m", system = "Be brief."}
[bots.python]
python = "a:b"
"""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    for name in ("docx", "pdf"):
        (tmp_path / "skills" / name / "evals").mkdir(parents=True)
        (tmp_path / "skills" / name / "SKILL.md").write_text(f"---\nname: {name}\n---\n")
    (tmp_path / "hydra.toml").write_text(SETTINGS)
    return load_settings(tmp_path / "hydra.toml", "hydra.toml")


def test_a_treatment_changes_a_bot(settings: Settings, tmp_path: Path) -> None:
    folder = tmp_path / "skills/pdf/evals"
    changes = {"skills": [".."], "model": "opus", "env": {"B": "2"}, "args": ["--y"]}
    agent = treated(settings, "claude-code", Treatment("now", changes, {}, folder))
    assert isinstance(agent, AgentBot)
    assert agent.skills == {".claude/skills/pdf": "skills/pdf"}
    assert (agent.command or [])[-4:] == ["--model", "opus", "--x", "--y"]
    assert agent.environment["A"] + agent.environment["B"] == "12"
    nothing = Treatment("without", {}, {}, folder)
    assert treated(settings, "claude-code", nothing) == settings.bots["claude-code"]
    model = treated(settings, "mini", Treatment("now", {"system": "Be kind."}, {}, folder))
    assert model.openai is not None
    assert (model.openai.model, model.openai.system) == ("m", "Be kind.")


def test_a_skill_does_not_tell_what_is_expected_of_it(settings: Settings, tmp_path: Path) -> None:
    for folder in ("skills/pdf", "skills/pdf/other"):
        (tmp_path / folder).mkdir(exist_ok=True)
        source = "../" * folder.count("/", len("skills/")) or "."
        now = Treatment("now", {"skills": [source]}, {}, tmp_path / folder)
        with pytest.raises(ValueError, match="has the scenario file in it"):
            treated(settings, "claude-code", now)


@pytest.mark.parametrize(
    ("bot", "key"), [("claude-code", "system"), ("mini", "skills"), ("python", "model")]
)
def test_a_bot_without_it_is_named(bot: str, key: str, settings: Settings, tmp_path: Path) -> None:
    changes = {key: [".."] if key == "skills" else "x"}
    with pytest.raises(ValueError, match=f"bot '{bot}' has no {key} to change"):
        treated(settings, bot, Treatment("now", changes, {}, tmp_path))


def test_a_treatment_adds_to_the_context_for_any_kind_of_bot(
    settings: Settings, tmp_path: Path
) -> None:
    text = """
    treatments: {now: {context: {prompt: new}}}
    scenarios:
      - {id: a, context: {prompt: old, day: 1}, steps: [{user: Hi, expect: {text: Hi}}]}
    """
    (scenario,) = load(text, tmp_path)
    assert scenario.experiment is not None
    (treatment,) = scenario.experiment.treatments
    assert treatment.context == {"prompt": "new"}
    assert treated(settings, "python", treatment) is settings.bots["python"]
