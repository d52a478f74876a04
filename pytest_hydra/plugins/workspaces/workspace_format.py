"""The `workspace` key of a scenario file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator, Field

from pytest_hydra.documents.validation import StrictModel
from pytest_hydra.settings import InnerPath

ProgramName = Annotated[str, Field(pattern=r"^[\w.+-]+$")]


class WorkspaceModel(StrictModel):
    """A folder that the bot works in; created anew for each conversation."""

    source: str = Field("", alias="from")
    """Where its files come from: a folder, relative to the scenario file, or `git:REF` or
    `git:REF:FOLDER`, a commit of the repository around it. Default: there are none."""
    files: dict[InnerPath, str | None] = Field(default_factory=dict)
    """Further files: their texts by path. null removes a file."""
    setup: str = ""
    """A shell line that installs what is needed. It runs once for the same files, and may use the
    network."""
    fakes: dict[ProgramName, str] | Annotated[str, Field(min_length=1)] = Field(
        default_factory=dict
    )
    """Programs that come first on the bot's PATH: their texts by name, or a folder with them,
    relative to the scenario file. Without `#!` a text is a shell script, such as `echo {}`."""
    git: bool | None = None
    """Whether it is a git repository with one commit. Default: true."""
    solution: str = ""
    """A shell line that solves the task, for `python -m pytest_hydra audit workspaces` only."""

    @property
    def identity(self) -> dict[str, Any]:
        """The parts that identify a conversation in it: plain JSON."""
        return self.model_dump(exclude={"solution"}, exclude_defaults=True)


WorkspaceKey = Annotated[
    WorkspaceModel,
    BeforeValidator(
        lambda workspace: {"from": workspace} if isinstance(workspace, str) else workspace,
        json_schema_input_type=str | WorkspaceModel,
    ),
]


class WorkspaceSource(NamedTuple):
    """The workspace of a scenario; ``folder`` is that of the scenario file.

    An agent finds its ``skills`` there, folders or commits by their place, and its ``texts``.
    ``copies`` are further files of it, by their names. ``calls`` says what its tools do, by role,
    if they have unusual names.
    """

    model: WorkspaceModel
    folder: Path
    skills: Mapping[str, str] = MappingProxyType({})
    texts: Mapping[str, str] = MappingProxyType({})
    calls: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    copies: Mapping[str, Path] = MappingProxyType({})

    @property
    def identity(self) -> dict[str, Any]:
        """The parts that identify a conversation in it: plain JSON."""
        copies = {"copies": sorted(self.copies)} if self.copies else {}
        return self.model.identity | copies


def workspace_of(
    file_workspace: WorkspaceModel | None, scenario_workspace: WorkspaceModel | None
) -> WorkspaceModel | None:
    """Combine the workspaces of the file and of the scenario: the scenario's keys win."""
    given = [model for model in (file_workspace, scenario_workspace) if model is not None]
    if not given:
        return None
    values: dict[str, Any] = {}
    for model in given:
        set_here = {name: getattr(model, name) for name in model.model_fields_set}
        values |= {**set_here, "files": values.get("files", {}) | model.files}
    return WorkspaceModel(**values)
