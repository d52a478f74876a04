"""The command `world`."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from pytest_hydra.plugins.worlds.world_kinds import tool_text, tools_of
from pytest_hydra.settings import FILE_NAME, load_settings


def list_tools(options: Any, root: Path, say: Callable[[str], object]) -> int:
    """Print the tools of the target: a class, or a server of hydra.toml."""
    file = root / FILE_NAME
    servers = load_settings(file, FILE_NAME).mcp if file.is_file() else {}
    if options.target in servers:
        from pytest_hydra.plugins.worlds.mcp_client import tools_of_server

        listed = tools_of_server(options.target, servers[options.target], root).values()
        tools = [replace(tool, writes=False) for tool in listed]  # of a server nobody knows it
    else:
        tools = tools_of(options.target, root)
    text = json.dumps([tool.schema for tool in tools], indent=2, ensure_ascii=False)
    say(f"{text}\n" if options.output == "json" else "\n".join(map(tool_text, tools)))
    return 0
