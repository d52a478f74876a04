"""The race that options name, and ``python -m pytest_hydra race``: agents that work at a task."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import ValidationError

from pytest_hydra import registry
from pytest_hydra.errors import HydraError, InputError, Problem
from pytest_hydra.options import alone
from pytest_hydra.plugins.race.policy.race_tables import CandidateSettings, RaceSettings

if TYPE_CHECKING:
    from pytest_hydra.settings import Settings


class _AgentsRace:
    """Gives a session its race before the settings are read; xdist hands options to its workers."""

    def __init__(self, race: Mapping[str, Any], command: str) -> None:
        self._race = race
        self._command = command

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        config.option.hydra_agents_race = self._race
        config.option.hydra_command = self._command


def act(options: Any, root: Path, _: Callable[[str], object]) -> int:
    """Run the race in a pytest that loads nothing of the project, and return the exit status."""
    race = {"task": options.task, "agents": options.agent, "attempts": options.attempts}
    command = shlex.join(["python", "-m", "pytest_hydra", *options.given])
    # Our modules are loaded already, and need no assertion rewriting.
    quiet = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
    arguments = [*alone(root), "--hydra-run-agents", *quiet, *options.rest]
    return int(pytest.main(arguments, plugins=[_AgentsRace(race, command)]))


def with_options(option: Any, settings: Settings, start: Path) -> Settings:
    """The settings with what the options say of the race, or the command. Raises HydraError."""
    given: Mapping[str, Any] | None = getattr(option, "hydra_agents_race", None)
    if given is not None and "race" in registry.words("defaults"):
        settings = registry.offered("defaults", "race")(settings)
    changes: dict[str, Any] = {}
    if option.hydra_candidate:
        changes["candidates"] = _candidates_of(option.hydra_candidate, start)
    if option.hydra_base is not None:
        changes["base"] = option.hydra_base
    race = settings.table("race").model_copy(update=changes)
    if given is not None or race.agents:
        race = _with_agents(given, race, settings, start)
    return replace(settings, tables={**settings.tables, "race": race})


def _with_agents(
    given: Mapping[str, Any] | None, race: RaceSettings, settings: Settings, start: Path
) -> RaceSettings:
    """The race with attempts of agents: those of ``[race]``, or only those of the command."""
    from pytest_hydra.plugins.agents.agent_settings import agents_of
    from pytest_hydra.plugins.race.agent_candidates import agent_candidates, named_agents

    named = named_agents(given["agents"], settings) if given else {}
    agents = {**agents_of(settings), **named}
    if unknown := [name for name in race.agents if name not in agents]:
        raise HydraError(f"[race] agents: there is no agent {unknown[0]!r} in [agents]")
    chosen = named or {name: agents[name] for name in race.agents or agents}
    if not chosen:
        raise HydraError("there is no agent: name one, such as --agent claude-code")
    task = start / given["task"] if given else settings.root / (race.task or "")
    number = (given["attempts"] if given else None) or race.attempts
    own = agent_candidates(chosen, number, settings, task)
    others = [] if given else race.candidates
    return race.model_copy(update={"candidates": [*others, *own], "task": str(task)})


def _candidates_of(options: Iterable[str], start: Path) -> list[CandidateSettings]:
    """The candidates of ``--hydra-candidate AGENT=SOURCE`` options, with paths from ``start``.

    Raises InputError for a malformed option and for a duplicate name.
    """
    candidates = [_candidate_of_option(text, start) for text in options]
    try:
        return RaceSettings.model_validate({"candidates": candidates}).candidates
    except ValidationError as error:
        message = str(error.errors()[0]["msg"]).removeprefix("Value error, ")
        raise InputError([Problem(f"--hydra-candidate: {message}")]) from None


def _candidate_of_option(text: str, start: Path) -> dict[str, str]:
    agent, equals, source = text.partition("=")
    if not (equals and agent and source):
        message = "must be AGENT=SOURCE, such as codex=agents/codex"
        raise InputError([Problem(f"--hydra-candidate {text!r}: {message}")])
    path = start / source
    if os.path.isdir(path):
        return {"agent": agent, "worktree": str(path)}
    if source.endswith((".patch", ".diff")):
        return {"agent": agent, "patch": str(path)}
    return {"agent": agent, "ref": source}
