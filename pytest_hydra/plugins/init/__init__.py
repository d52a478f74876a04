"""Creates a hydra.toml for a repository: inspects its files, and tries the commands.

Adds the command `init`. Where hydra.toml says nothing of what a race runs, the command `race` takes
what `init` would write. Nothing is recorded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def defaults() -> Mapping[str, Any]:
    """What gives settings the tables that they lack."""
    from pytest_hydra.plugins.init.init import with_found_commands

    return {"race": with_found_commands}
