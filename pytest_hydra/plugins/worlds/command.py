"""The command `world`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pytest_hydra.plugins.worlds.world_kinds import tool_text, tools_of


def list_tools(options: Any, root: Path, say: Callable[[str], object]) -> int:
    """Print the tools of the target class."""
    tools = tools_of(options.target, root)
    text = json.dumps([tool.schema for tool in tools], indent=2, ensure_ascii=False)
    say(f"{text}\n" if options.output == "json" else "\n".join(map(tool_text, tools)))
    return 0
