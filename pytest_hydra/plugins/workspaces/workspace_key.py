"""The key `workspace`: what a scenario asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.plugins.workspaces import workspace_format
from pytest_hydra.plugins.workspaces.workspace_format import (
    WorkspaceModel,
    WorkspaceSource,
    workspace_of,
)
from pytest_hydra.scenarios.keys import Asking, Key, Opening, Plan

if TYPE_CHECKING:
    from pytest_hydra.plugins.workspaces.live_workspace import LiveWorkspace
    from pytest_hydra.plugins.workspaces.start_trees import Workbench


@dataclass(frozen=True, slots=True)
class WorkspacePlan(Plan):
    """A workspace for each conversation."""

    source: WorkspaceSource
    offers = frozenset(("folder",))

    @property
    def identity(self) -> Mapping[str, Any]:
        """The parts of the workspace that identify a conversation in it."""
        return self.source.identity

    def prepare(self, opening: Opening) -> None:
        """Import what `open` needs, and open the workshop. Raises HydraError."""
        import pytest_hydra.plugins.workspaces.live_workspace  # noqa: F401

        _ = _bench(opening).workshop

    @contextmanager
    def open(self, opening: Opening) -> Iterator[LiveWorkspace]:
        """A new workspace. Raises HydraError, StoppedError."""
        from pytest_hydra.plugins.workspaces.live_workspace import opened

        source = self.source
        if opening.bot is not None:  # which finds its skills there
            kit = opening.bot.kit
            source = source._replace(skills=kit.skills, texts=kit.texts, calls=kit.calls)
        with opened(_bench(opening), source, opening.demands) as workspace:
            yield workspace

    def with_files(self, files: Mapping[str, str | Path | None]) -> WorkspacePlan:
        """The plan with further files: texts, copies of paths, and None for none."""
        copies = {name: file for name, file in files.items() if isinstance(file, Path)}
        texts = {name: file for name, file in files.items() if not isinstance(file, Path)}
        model = self.source.model
        if texts:
            model = model.model_copy(update={"files": {**model.files, **texts}})
        source = self.source._replace(model=model, copies={**self.source.copies, **copies})
        return replace(self, source=source)


class WorkspaceKey(Key):
    """The key of scenarios and of files."""

    name = "workspace"
    doc = "Its folder: where the files come from, or a mapping."
    file_doc = "The workspace of its scenarios."
    model: Any = workspace_format.WorkspaceKey
    templates = frozenset(("files", "setup", "solution"))
    texts = frozenset(("files",))

    def plan(
        self, of_file: WorkspaceModel | None, own: WorkspaceModel | None, folder: Path
    ) -> WorkspacePlan | None:
        """The workspaces of the file and of the scenario together."""
        model = workspace_of(of_file, own)
        return None if model is None else WorkspacePlan(WorkspaceSource(model, folder))

    def for_bot(self, plan: Plan | None, asking: Asking) -> Plan | None:
        """The plan; an agent without another folder has a workspace, if only an empty one."""
        if plan is None and "format" in asking.identity and "folder" not in asking.offered:
            return WorkspacePlan(WorkspaceSource(WorkspaceModel(), asking.folder))
        return plan


def _bench(opening: Opening) -> Workbench:
    from pytest_hydra.plugins.workspaces.start_trees import Workbench

    settings = opening.settings
    make = partial(Workbench, settings.root, settings.table("sandbox"), opening.token)
    bench: Workbench = opening.shared("workbench", make)
    return bench
