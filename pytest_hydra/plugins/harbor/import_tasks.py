"""Write tasks of Harbor as scenario files, for those who want to change them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from pytest_hydra.commands import Say, write_tasks
from pytest_hydra.documents import read
from pytest_hydra.errors import HydraError, InputError
from pytest_hydra.plugins.harbor.task_file import read_task
from pytest_hydra.plugins.harbor.task_scenario import belongs, scenario_of


def act(options: Any, _: Path, say: Say) -> int:
    """Write the scenario files, and print what was not converted; 1 if that is all."""
    return write_tasks(convert(options.folder, options.output), options.output, say)


def convert(folder: Path, output: Path) -> tuple[dict[str, str], list[str]]:
    """The texts of scenario files by name, and a line for each task that is none.

    Raises HydraError if there is no task.
    """
    files: dict[str, str] = {}
    left_out: list[str] = []
    for path in sorted(folder.rglob("task.toml")):
        if not belongs(path):
            continue
        try:
            task = read_task(read(path, str(path)), path.parent)
        except InputError as error:
            left_out.append(str(error))
            continue
        if task.skip:
            left_out.append(f"{path}: not supported: {task.skip}")
            continue
        scenario = scenario_of(task, os.path.relpath(path.parent, output))
        name = f"{scenario['id']}.scenario.json"
        files[name] = f"{json.dumps({'scenarios': [scenario]}, indent=1, ensure_ascii=False)}\n"
    if not files and not left_out:
        raise HydraError(f"{folder}: there is no task of Harbor")
    return files, left_out
