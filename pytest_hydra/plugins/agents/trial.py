"""A short conversation with a coding agent, which shows what can be known of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.scorecard import PASSED, scorecard
from pytest_hydra.documents import Document
from pytest_hydra.plugins.agents.agent_settings import agents_of, preset_of, presets_of
from pytest_hydra.scenarios.bots.bot_kinds import OPENERS
from pytest_hydra.scenarios.expect.kinds import KINDS
from pytest_hydra.scenarios.expect.matchers import OPERATORS
from pytest_hydra.scenarios.explain import transcript
from pytest_hydra.scenarios.load import load_scenarios
from pytest_hydra.scenarios.running.offers import Offers
from pytest_hydra.scenarios.running.session import ScenarioSession

if TYPE_CHECKING:
    from pytest_hydra.settings import Settings

# A file, by a skill, and then an answer in the same session.
_SKILL = "---\nname: say-ok\ndescription: How to write ok.txt, whenever that is asked for.\n---\n"
_TRIAL: dict[str, Any] = {
    "id": "trial",
    "steps": [
        {
            "user": "Use the skill say-ok, and write a file ok.txt with the text ok.",
            "expect": {"files": {"ok.txt": "created"}},
        },
        {
            "user": "What is the name of the file that you wrote? Answer with the name alone.",
            "expect": {"text": {"contains": "ok.txt"}},
        },
    ],
    "expect": {"maxTokens": 10**7},
}


def try_agent(name: str, settings: Settings) -> tuple[bool, list[str]]:
    """Whether all is as it should be, and the conversation with the agent of this name."""
    agent = agents_of(settings)[name]
    preset = preset_of(agent.preset or name, presets_of(settings))
    trial: Mapping[str, Any] = {**_TRIAL, "workspace": {}}
    if preset.format == "acp" and agent.gateway is None:  # it counts no tokens
        trial = {key: value for key, value in trial.items() if key != "expect"}
    if preset.skills is not None:
        place = f"{preset.skills}/say-ok/SKILL.md"
        files = {place: f"{_SKILL}Write the word ok, and nothing else.\n"}
        expect = {**trial.get("expect", {}), "expectedSkill": "say-ok"}
        trial = {**trial, "workspace": {"files": files}, "expect": expect}
    document = Document("doctor", trial, lambda _: 1, "")
    (scenario,) = load_scenarios(document, settings.scenarios, folder=settings.root)
    session = ScenarioSession(settings, Offers(KINDS, OPERATORS, OPENERS))
    try:
        conversation = session.holder.hold(
            name, scenario, partial(session.holder.bot, name), f"doctor-{name}"
        )
        checks, shown, _ = session.decider.decide(name, scenario.demands, conversation, {})
    finally:
        session.close()
    is_good = scorecard(checks, scenario.threshold).outcome is PASSED
    return is_good, list(transcript(shown, checks))
