"""git: commits, trees, diffs and patches, and checkouts that nobody vouches for.

Offers `commits` to those who read a file at a commit. Of an untrusted repository nothing is run.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def services() -> Mapping[str, Any]:
    """The repository of a folder, and its commits by their names."""
    from pytest_hydra.plugins.git import commits

    return {"commits": commits}
