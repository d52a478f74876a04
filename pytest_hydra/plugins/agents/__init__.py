"""Coding agents: a folder each, with all that this package knows of it.

``agent.toml`` has the ``preset``, how the agent is called, and its ``tools``: by role (``shell``,
``read``, ``write``, ``skill`` and others, which docs/extending.md explains) the parameters of a
tool. ``reader.py`` reads what it prints, and ``session.py`` what it stores, as
`pytest_hydra.scenarios.traces.trace` says; beside each is a sample of the same name, ``.jsonl``. A
folder without a reader has tools or a preset alone.

`pytest_hydra.settings.agent_folders` finds the folders by the registry, so nothing else names one.

The other modules are the agent as a bot (`coding_agent`, `agent_bots`), its tables of hydra.toml,
and a gateway to its model, which counts what is used and records the answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def settings() -> Mapping[str, Any]:
    """The tables of hydra.toml: agents, and how they are called."""
    from pytest_hydra.plugins.agents.agent_settings import AgentTables

    return {"agents": AgentTables, "presets": AgentTables}


def bot_tables() -> Mapping[str, Any]:
    """The agents as bots."""
    from pytest_hydra.plugins.agents.agent_bots import agent_bots

    return {"agents": agent_bots}


def problems() -> Mapping[str, Any]:
    """What is wrong in the table."""
    from pytest_hydra.plugins.agents.agent_bots import agent_problems

    return {"agents": agent_problems}


def openers() -> Mapping[str, Any]:
    """The kind of bot that an agent is."""
    from pytest_hydra.plugins.agents.coding_agent import open_agent

    return {"agent": open_agent}


def overrides() -> Mapping[str, Any]:
    """What an option says of all gateways."""
    from pytest_hydra.plugins.agents.agent_bots import with_gateway

    return {"agents": with_gateway}
