"""Evaluations of skills, as skill-creator and agentskills.io write and read them.

Adds `evals/evals.json` of a skill as a file of scenarios, each held with and without the skill in
a workspace, and the command `export skill`, which writes what a run measured.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def formats() -> Mapping[str, Any]:
    """The format of files of this name."""
    from pytest_hydra.plugins.skills import skill_evals

    return {"evals.json": skill_evals}
