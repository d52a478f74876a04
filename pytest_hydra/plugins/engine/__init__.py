"""The engine: commands on trees of files, each in a workspace of its own, in a box where possible.

A ground for workspaces and races, which need it. Adds the tables `[sandbox]` and `[execution]` of
hydra.toml.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def settings() -> Mapping[str, Any]:
    """The models of the tables of hydra.toml."""
    from pytest_hydra.plugins.engine.engine_settings import EngineTables

    return dict.fromkeys(("sandbox", "execution"), EngineTables)
