"""``python -m pytest_hydra doctor``: which coding agents can run here."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.errors import HydraError

if TYPE_CHECKING:
    from pytest_hydra.plugins.agents.agent_settings import AgentSettings, PresetSettings
    from pytest_hydra.settings import Settings

Say = Callable[[str], object]

_COLUMNS = ("agent", "preset", "program", "version", "key", "isolation")


def act(options: Any, root: Path, say: Say) -> int:
    """Print what was found, and return the exit status."""
    from pytest_hydra.plugins.agents.agent_settings import (
        AgentSettings,
        agents_of,
        preset_names,
        preset_of,
        presets_of,
    )
    from pytest_hydra.settings import FILE_NAME, Settings, load_settings

    file = root / FILE_NAME
    settings = load_settings(file, FILE_NAME) if file.exists() else Settings(root=root)
    given, presets = agents_of(settings), presets_of(settings)
    agents = given or {
        name: AgentSettings()
        for name in preset_names(presets)
        if preset_of(name, presets).program is not None
    }
    rows = [_row(name, agent, settings) for name, agent in agents.items()]
    if options.output == "json":
        say(json.dumps(rows, indent=2) + "\n")
    else:
        if not given:
            say("no [agents] in hydra.toml: these are the presets\n")
        say(_table([_COLUMNS, *([row[key] for key in _COLUMNS] for row in rows)]))
        problems = [row for row in rows if given and row["problem"]]
        say("".join(f"{row['agent']}: {row['problem']}\n" for row in problems))
    if options.name is None:
        return int(bool(given) and any(row["problem"] for row in rows))
    if options.name not in agents:
        raise HydraError(f"there is no agent {options.name!r}; there are: {', '.join(agents)}")
    agent = agents[options.name]
    # Nothing is recorded of it.
    agent = agent.model_copy(update={"gateway": "live"}) if agent.gateway else agent
    tables = {**settings.tables, "agents": {options.name: agent}}
    from pytest_hydra.plugins.agents.trial import try_agent

    is_good, lines = try_agent(options.name, replace(settings, tables=tables))
    say("\n" + "".join(f"{line}\n" for line in lines))
    return int(not is_good)


def _row(name: str, agent: AgentSettings, settings: Settings) -> dict[str, Any]:
    from pytest_hydra.plugins.agents.agent_settings import missing_variables, preset_of, presets_of
    from pytest_hydra.plugins.boxes.box import preflight

    preset = preset_of(agent.preset or name, presets_of(settings))
    program, version = _program(agent, preset, settings.root)
    row: dict[str, Any] = {"agent": name, "preset": agent.preset or name}
    hint = f": {preset.install}" if preset.install and not agent.command else ""
    row |= {"program": program or f"not installed{hint}", "version": version}
    problems = [] if program else ["its program is not installed"]
    keys = [
        key for key in [*preset.keys, *agent.secrets, *agent.requires_env] if os.environ.get(key)
    ]
    row["key"] = ", ".join(keys) or (f"none: set {preset.keys[0]}" if preset.keys else "-")
    if agent.gateway == "replay":
        row["key"] = "- (replay)"
    problems += missing_variables(agent, preset)
    box = preflight()
    row["isolation"] = "none" if agent.sandbox == "none" else "sandbox"
    if agent.sandbox == "box" and isinstance(box, str):
        row["isolation"] = f"none here: {box}"
        problems.append("there is no sandbox")
    return {**row, "problem": "; ".join(problems) or None}


def _program(agent: AgentSettings, preset: PresetSettings, root: Path) -> tuple[str | None, str]:
    """The program of an agent, None if there is none, and its version, ``-`` if it is not asked."""
    from pytest_hydra.execution import ProcessError, find_command
    from pytest_hydra.plugins.engine.program_version import program_version

    words = agent.command or [str(preset.program)]
    try:
        program = find_command(words, root)[0]
    except ProcessError:
        return None, "-"
    # More words may be a script, which could do its work all the same; so may a program of the
    # project, which a sandbox does not see.
    if len(words) > 1 or Path(program).is_relative_to(root):
        return program, "-"
    return program, program_version(program, root, boxed_only=words != [preset.program])


def _table(rows: list[Any]) -> str:
    widths = [max(len(row[at]) for row in rows) for at in range(len(_COLUMNS))]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
    return "".join(f"{line.rstrip()}\n" for line in lines)
