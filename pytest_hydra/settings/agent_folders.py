"""The folders of coding agents: ours, and those that were added.

A plugin of the registry says what is in such a folder.
"""

from __future__ import annotations

import sys
import tomllib
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from pytest_hydra import registry
from pytest_hydra.errors import HydraError

_added: dict[str, Path] = {}


def add_agent(folder: Path) -> None:
    """Add the folder of an agent, or replace ours of that name. Raises HydraError if it is none."""
    if not (folder / "agent.toml").is_file():
        raise HydraError(f"{folder} is no folder of an agent: it has no agent.toml")
    _added[folder.name] = folder
    for known in (agent_folders, agent_tables, agent_readers, agent_tools):
        known.cache_clear()


@cache
def agent_folders() -> dict[str, Path]:
    """The folder of each agent, by its name."""
    return {path.parent.name: path.parent for path in registry.files("agents")} | _added


@cache
def agent_tables() -> dict[str, dict[str, Any]]:
    """The table of each agent, by the name of its folder. Raises HydraError if one is broken."""
    return {name: _table(folder / "agent.toml") for name, folder in agent_folders().items()}


def _table(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise HydraError(f"{path} cannot be read: {error}") from None


def agent_presets() -> dict[str, dict[str, Any]]:
    """The preset of each agent that has one, by its name."""
    tables = {name.replace("_", "-"): table for name, table in agent_tables().items()}
    return {name: table["preset"] for name, table in tables.items() if "preset" in table}


def printed_formats() -> list[str]:
    """The names of the formats that agents print."""
    folders = agent_folders().items()
    return [name.replace("_", "-") for name, folder in folders if (folder / "reader.py").is_file()]


@cache
def agent_tools() -> tuple[tuple[str, str, str], ...]:
    """What the tools of agents do: the role, the tool, and the parameter with what it does."""
    return tuple(
        dict.fromkeys(
            (role, tool, parameter)
            for table in agent_tables().values()
            for role, tools in table.get("tools", {}).items()
            for tool, parameters in tools.items()
            for parameter in parameters
        )
    )


@cache
def agent_readers() -> dict[str, ModuleType]:
    """The modules that read what agents print and store, by the name of the format."""
    found: dict[str, ModuleType] = {}
    for name, folder in agent_folders().items():
        for kind in ("reader", "session"):
            if (folder / f"{kind}.py").is_file():
                form = name if kind == "reader" else f"{name}_{kind}"
                found[form.replace("_", "-")] = _module(folder, kind)
    return found


def _module(folder: Path, kind: str) -> ModuleType:
    if folder.name not in _added:
        return import_module(f"pytest_hydra.plugins.{folder.parent.name}.{folder.name}.{kind}")
    name = f"hydra_agent_{folder.name}_{kind}"
    spec = spec_from_file_location(name, folder / f"{kind}.py")
    if spec is None or spec.loader is None:
        raise HydraError(f"{folder / kind}.py cannot be loaded")
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
