"""Candidates that are attempts of coding agents at the task."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_hydra.core.text import fill
from pytest_hydra.errors import HydraError
from pytest_hydra.execution import ProcessError, find_command
from pytest_hydra.plugins.agents.agent_bots import AgentBot, agent_bot
from pytest_hydra.plugins.agents.agent_settings import (
    AgentSettings,
    agents_of,
    missing_variables,
    preset_names,
    preset_of,
    presets_of,
)
from pytest_hydra.plugins.race.policy.race_tables import AgentCandidate, CandidateSettings

if TYPE_CHECKING:
    from pytest_hydra.settings import Settings

# Hands the task to an agent that reads it from standard input.
_GIVE = 'printf %s "$0" | "$@"'
_MESSAGE = "{message}"


def named_agents(options: Sequence[str], settings: Settings) -> dict[str, AgentSettings]:
    """The agents of ``--agent NAME[:MODEL]`` options, by name. Raises HydraError.

    NAME is an agent of hydra.toml, or a preset.
    """
    agents: dict[str, AgentSettings] = {}
    for text in options:
        name, _, model = text.partition(":")
        agent = agents_of(settings).get(name)
        if agent is None:
            known = preset_names(presets_of(settings))
            if name not in known:
                valid = ", ".join(dict.fromkeys([*agents_of(settings), *known]))
                raise HydraError(f"--agent {text}: there is no such agent; valid: {valid}")
            agent = AgentSettings(preset=name)
        if model:
            agent = agent.model_copy(update={"model": model, "preset": agent.preset or name})
        if name in agents:
            name = re.sub(r"[^A-Za-z0-9._-]+", "-", f"{name}-{model}")
        agents[name] = agent
    return agents


def agent_candidates(
    agents: Mapping[str, AgentSettings], attempts: int, settings: Settings, task: Path
) -> list[CandidateSettings]:
    """So many attempts of each agent at the task, a file. Raises HydraError."""
    try:
        text = task.read_text("utf-8", "replace")
    except OSError as error:
        raise HydraError(f"{task} cannot be read: {error.strerror}") from None
    return [entry for name in agents for entry in _attempts(name, agents, attempts, settings, text)]


def _attempts(
    name: str,
    agents: Mapping[str, AgentSettings],
    attempts: int,
    settings: Settings,
    task: str,
) -> Iterator[CandidateSettings]:
    agent = agents[name]
    try:
        bot = agent_bot(name, agent, presets_of(settings), settings.root)
    except ValueError as error:
        raise HydraError(f"agent {name!r}: {error}") from None
    if bot.skills or bot.texts:
        raise HydraError(
            f"agent {name!r}: its skills and instructions are for scenarios; in a race it has "
            "those of the repository"
        )
    if bot.format == "acp":
        raise HydraError(
            f"agent {name!r}: an agent that speaks ACP is for scenarios; a race runs a command line"
        )
    if bot.gateway is not None:
        raise HydraError(f"agent {name!r}: its gateway is for scenarios; a race runs without one")
    words = _words(name, bot, settings.root, task)
    environment = fill(bot.environment, "{{{{{}}}}}".format, lambda key: os.environ.get(key, ""))
    lacks = missing_variables(agent, preset_of(agent.preset or name, presets_of(settings)))
    for number in range(1, attempts + 1):
        yield AgentCandidate(
            agent=name if attempts == 1 else f"{name}-{number}",
            command=words,
            env=bot.passed,
            model=agent.model,
            timeout_seconds=agent.timeout_seconds,
            boxed=bot.boxed,
            environment=environment,
            home=bot.home,
            lacks=[f"agent {name}: {each}" for each in lacks],
        )


def _words(name: str, bot: AgentBot, root: Path, task: str) -> list[str]:
    """The command line of an attempt."""
    try:
        command = find_command(list(bot.command or ()), root)
    except ProcessError as error:
        raise HydraError(f"agent {name!r}: {error}") from None
    words = [*command, *(word.replace(_MESSAGE, task) for word in bot.first)]
    if any(_MESSAGE in word for word in bot.first):
        return words
    return ["/bin/sh", "-c", _GIVE, task, *words]
