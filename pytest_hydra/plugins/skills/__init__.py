"""Evaluations of skills, as skill-creator and agentskills.io write and read them.

Adds the expectations `expectedSkill` and `forbiddenSkills`, `evals/evals.json` of a skill as a file
of scenarios, each held with and without the skill in a workspace, and the command `export skill`,
which writes what a run measured.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def formats() -> Mapping[str, Any]:
    """The format of files of this name."""
    from pytest_hydra.plugins.skills import skill_evals

    return {"evals.json": skill_evals}


def expectations() -> Mapping[str, Any]:
    """The expectations of the skills that an agent activated."""
    from pytest_hydra.plugins.skills.skill_kinds import SKILL_KINDS

    return {kind.name: kind for kind in SKILL_KINDS}


def services() -> Mapping[str, Any]:
    """Whether calls decide what a skill's triggers ask."""
    from pytest_hydra.plugins.skills.skill_kinds import has_fired

    return {"has_fired": has_fired}
