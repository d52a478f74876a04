"""Tasks of Harbor: folders with a `task.toml`, an environment, tests, and often a solution.

Adds `task.toml` as a file of one scenario, the key `task`, the expectation `reward`, the table
`[harbor]` and the commands `import harbor` and `audit tasks`, and writes trajectories into the
folder of a run. A task has a root of its own, in which an agent works at the path that the task
names. Its tests run when the agent has ended, in a fresh root unless the task, the scenario or the
settings say `shared`. The record `task` has the rewards that they wrote, or why there are none:
these decide.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def keys() -> Mapping[str, Any]:
    """The key of scenario files."""
    from pytest_hydra.plugins.harbor.task_key import TaskKey

    return {"task": TaskKey()}


def expectations() -> Mapping[str, Any]:
    """The expectation of rewards."""
    from pytest_hydra.plugins.harbor.reward_state import REWARD_KIND

    return {"reward": REWARD_KIND}


def formats() -> Mapping[str, Any]:
    """The format of files of this name."""
    from pytest_hydra.plugins.harbor import task_scenario

    return {"task.toml": task_scenario}


def settings() -> Mapping[str, Any]:
    """The model of the table of hydra.toml."""
    from pytest_hydra.plugins.harbor.harbor_settings import HarborTables

    return {"harbor": HarborTables}


def followers() -> Mapping[str, Any]:
    """What adds to the folder of a run with rewards."""
    from pytest_hydra.plugins.harbor.trajectories import write_trajectories

    return {"reward": write_trajectories}


def headers() -> Mapping[str, str]:
    """What is said of images that the table does not name."""
    from pytest_hydra.plugins.harbor.docker_image import programs

    found = " or ".join(programs())
    how = f"fetched by {found}" if found else "no docker or podman is installed"
    return {"harbor": f"other images than those of [harbor.images]: {how}"}
