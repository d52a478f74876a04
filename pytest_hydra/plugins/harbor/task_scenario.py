"""``task.toml`` of Harbor as a file of one scenario."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pytest_hydra.core.text import listed, one_line
from pytest_hydra.documents import Document
from pytest_hydra.errors import HydraWarning
from pytest_hydra.plugins.harbor.task_file import HarborTask, read_task
from pytest_hydra.scenarios.format import literal, slug

#: Whether files below a folder on the command line are read too.
below_named = True
_BESIDE = ("instruction.md", "environment", "steps")


def belongs(path: Path) -> bool:
    """Whether a ``task.toml`` is Harbor's: an instruction, an environment or steps beside it."""
    return any((path.parent / name).exists() for name in _BESIDE)


def as_scenarios(document: Document, path: Path) -> tuple[Document, dict[str, Any]]:
    """The file as a scenario file. Raises InputError."""
    task = read_task(document, path.parent)
    if task.ignored:
        message = f"{document.file}: {listed(task.ignored)} of this task is ignored"
        warnings.warn(message, HydraWarning, stacklevel=2)
    whole = {"scenarios": [scenario_of(task, ".")]}
    text = json.dumps(whole, ensure_ascii=False)
    return Document(document.file, whole, lambda _: 1, text), {}


def scenario_of(task: HarborTask, place: str) -> Mapping[str, Any]:
    """The scenario of a task, whose folder has this ``place`` beside the scenario file."""
    given, metadata = task.model.task, task.model.metadata
    words = [
        metadata.get("difficulty"),
        *_list(metadata.get("tags")),
        *_list(given.get("keywords")),
    ]
    tags = dict.fromkeys(slug(word) for word in words if isinstance(word, str) and word.strip())
    name, category = given.get("name"), metadata.get("category")
    scenario: dict[str, Any] = {
        "id": slug(task.folder.resolve().name),
        "task": place,
        "steps": [{"user": literal(task.instruction.strip() or "(no instruction)")}],
        "expect": {"reward": "all"},
    }
    scenario |= {"name": one_line(name, 200)} if isinstance(name, str) and name.strip() else {}
    scenario |= {"category": slug(category)} if isinstance(category, str) and category else {}
    scenario |= {"tags": [*tags]} if tags else {}
    return scenario | ({"skip": f"not supported: {task.skip}"} if task.skip else {})


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
