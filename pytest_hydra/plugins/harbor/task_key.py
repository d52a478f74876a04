"""The key `task`: the folder of a task, whose root a bot works in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BeforeValidator, Field

from pytest_hydra.documents import read
from pytest_hydra.documents.validation import StrictModel
from pytest_hydra.errors import InputError
from pytest_hydra.plugins.harbor.harbor_settings import VerifierMode
from pytest_hydra.plugins.harbor.task_file import HarborTask, read_task
from pytest_hydra.record.files import StoreError
from pytest_hydra.scenarios.keys import Key, Opening, Plan

if TYPE_CHECKING:
    from pytest_hydra.plugins.harbor.live_task import LiveTask
    from pytest_hydra.plugins.harbor.task_images import Images

# What decides of a task; a change of its solution or its README changes no conversation.
_PARTS = ("task.toml", "instruction.md", "environment", "tests")


class TaskPlace(StrictModel):
    """A task of Harbor."""

    folder: str = Field(alias="from", min_length=1)
    """Its folder, relative to the scenario file."""
    verifier: VerifierMode | None = None
    """Where its tests run. Default: as the task, or else `[harbor]`, says."""


_Place = Annotated[
    TaskPlace,
    BeforeValidator(
        lambda place: {"from": place} if isinstance(place, str) else place,
        json_schema_input_type=str | TaskPlace,
    ),
]


@dataclass(frozen=True)
class TaskPlan(Plan):
    """A root for each conversation, and tests at its end."""

    task: HarborTask
    verifier: VerifierMode | None = None
    files: Mapping[str, str | Path | None] = field(default_factory=lambda: MappingProxyType({}))
    offers = frozenset(("folder",))

    @property
    def identity(self) -> Mapping[str, Any]:
        """The task's files by their digest, and where its tests run."""
        own = {} if self.verifier is None else {"verifier": self.verifier}
        names = {"files": sorted(self.files)} if self.files else {}
        return {"task": self._digest, **own, **names}

    @cached_property
    def _digest(self) -> str:
        from pytest_hydra.plugins.harbor.task_layers import digest_below

        return digest_below(self.task.folder, _PARTS)

    def prepare(self, opening: Opening) -> None:
        """Import what `open` needs. Raises HydraError."""
        import pytest_hydra.plugins.harbor.live_task  # noqa: F401

        _images(opening)

    @contextmanager
    def open(self, opening: Opening) -> Iterator[LiveTask]:
        """The task in a root of its own. Raises HydraError."""
        from pytest_hydra.plugins.harbor.live_task import LiveTask
        from pytest_hydra.plugins.harbor.task_root import TaskRoot

        images = _images(opening)
        default: VerifierMode = opening.settings.table("harbor").verifier
        with ExitStack() as stack:
            try:
                root = TaskRoot(self.task, images, stack)
                live = LiveTask(root, self.verifier or self.task.mode or default)
                live.install(opening.bot, self.files, images.project)
            except OSError as error:
                raise StoreError(images.own, error) from error
            yield live

    def with_files(self, files: Mapping[str, str | Path | None]) -> TaskPlan:
        """The plan with further files of the working folder."""
        return replace(self, files={**self.files, **files})


class TaskKey(Key):
    """The key of scenarios and of files."""

    name = "task"
    doc = "A task of Harbor: its folder, or a mapping."
    file_doc = "The task of its scenarios."
    model: Any = _Place

    def plan(self, of_file: TaskPlace | None, own: TaskPlace | None, folder: Path) -> Plan | None:
        """The task of the scenario, or else of the file. Raises ValueError for a faulty one."""
        place = own or of_file
        if place is None:
            return None
        found = (folder / place.folder).resolve()
        try:
            task = task_in(found)
        except InputError as error:
            raise ValueError(str(error.problems[0])) from None
        # A file of Harbor itself becomes a scenario that is skipped.
        if task.skip and place.folder != ".":
            raise ValueError(f"this task is not supported: {task.skip}")
        return TaskPlan(task, place.verifier)


def task_in(folder: Path) -> HarborTask:
    """The task of a folder. Raises InputError."""
    return read_task(read(folder / "task.toml", f"{folder.name}/task.toml"), folder)


def _images(opening: Opening) -> Images:
    from pytest_hydra.plugins.harbor.task_images import Images

    settings = opening.settings
    make = partial(Images, settings.root, settings.table("harbor"))
    images: Images = opening.shared("harbor", make)
    return images
