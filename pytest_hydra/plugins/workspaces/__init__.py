"""Workspaces: a folder of files, made anew for each conversation, that programs work in.

Adds the key `workspace`, and the expectations `files`, `onlyChangedFiles`, `git` and `passes`, and
those of the commands that an agent ran. It has one, if only an empty one. The record `workspace`
has the files at the start and their changes in each turn, the commits, what was observed of
programs, and the runs of commands on the files: these decide.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def keys() -> Mapping[str, Any]:
    """The key of scenario files."""
    from pytest_hydra.plugins.workspaces.workspace_key import WorkspaceKey

    return {"workspace": WorkspaceKey()}


def expectations() -> Mapping[str, Any]:
    """The expectations of files, of the repository, and of commands."""
    from pytest_hydra.plugins.workspaces.shell_commands import SHELL_KINDS
    from pytest_hydra.plugins.workspaces.workspace_state import WORKSPACE_KINDS

    return {kind.name: kind for kind in (*WORKSPACE_KINDS, *SHELL_KINDS)}


def lines() -> Mapping[str, Any]:
    """What a conversation shows of the record."""
    from pytest_hydra.plugins.workspaces.workspace_lines import lines_of

    return {"workspace": lines_of}
