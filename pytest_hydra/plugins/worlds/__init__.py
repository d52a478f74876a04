"""Worlds: state, and tools that read and change it, made anew for each conversation.

Adds the key `world`, the expectations `state`, `onlyChanged` and `sameStateAs`, the command
`world`, and the tools of the servers of `[mcp]`. The record `world` has the state before, and the
changes of each turn: these decide, now and in a replay.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def keys() -> Mapping[str, Any]:
    """The key of scenario files."""
    from pytest_hydra.plugins.worlds.world_key import WorldKey

    return {"world": WorldKey()}


def expectations() -> Mapping[str, Any]:
    """The expectations of the state."""
    from pytest_hydra.plugins.worlds.world_state import STATE_KINDS

    return {kind.name: kind for kind in STATE_KINDS}


def notes() -> Mapping[str, Any]:
    """The lines of a session about choices of tools."""
    from pytest_hydra.plugins.worlds.tool_choice import TOOL, table

    return {TOOL: table}
