"""Where workspaces are made, and the files that they start from."""

from __future__ import annotations

import shutil
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_hydra.core.plain import json_digest
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.engine.isolation import isolation_of
from pytest_hydra.plugins.engine.unit import Layer, Unit
from pytest_hydra.plugins.engine.workshop import Surroundings, Workshop
from pytest_hydra.plugins.engine.workspaces import user_folder
from pytest_hydra.plugins.git.repository import Repository, SourceError, make_git_dir
from pytest_hydra.plugins.git.trees import files_of, with_contents, write_tree
from pytest_hydra.plugins.git.worktrees import CACHES, FolderTree, read_files
from pytest_hydra.record.files import make_folder
from pytest_hydra.record.runs import Reuse
from pytest_hydra.settings import EVALS, FROM_GIT

if TYPE_CHECKING:
    from pytest_hydra.plugins.engine.engine_settings import SandboxSettings
    from pytest_hydra.plugins.workspaces.workspace_format import WorkspaceSource

_SETUP_SECONDS = 1800.0


@dataclass(slots=True)
class StartTree:
    """What a workspace starts from: the id of a tree, and the commands of a setup on it.

    It may be a repository. All workspaces look as the first one does: ``files`` and ``commit`` are
    what is there before a bot has started.
    """

    tree: str
    layers: tuple[Layer, ...]
    with_git: bool
    files: FolderTree | None = None
    commit: str = ""


class Workbench:
    """Makes the workspaces of one session, outside of the user's checkout. Thread-safe.

    ``root`` is the folder of hydra.toml, and ``token`` identifies the session.
    """

    def __init__(self, root: Path, sandbox: SandboxSettings, token: str) -> None:
        self._root = root
        self._sandbox = sandbox
        self._token = token
        self._lock = threading.Lock()
        self._workshop: Workshop | None = None
        self._starts: dict[str, StartTree] = {}
        #: Why commands cannot be observed, in a box or without one.
        self._doubts: dict[bool, str | None] = {}

    @property
    def workshop(self) -> Workshop:
        """The workshop, opened on first use. Raises HydraError."""
        with self._lock:
            return self._open()

    @property
    def python(self) -> str:
        """The interpreter of Python commands: that of .venv, or else our own."""
        own = self._root / ".venv" / "bin" / "python"
        return str(own) if own.exists() else sys.executable

    def start_tree(self, plan: WorkspaceSource) -> StartTree:
        """What the workspaces of a scenario start from, read once. Raises HydraError."""
        installed = [dict(plan.skills), dict(plan.texts)]
        copies = {name: str(path) for name, path in plan.copies.items()}
        key = json_digest([plan.model.identity, str(plan.folder), *installed, copies])
        with self._lock:
            if key not in self._starts:
                self._starts[key] = self._read(plan)
            return self._starts[key]

    def unobservable(self, boxed: bool, prove: Callable[[], str | None]) -> str | None:
        """Why commands of workspaces cannot be observed; None if they can. Proved once."""
        with self._lock:
            if boxed not in self._doubts:
                self._doubts[boxed] = prove()
            return self._doubts[boxed]

    def close(self) -> None:
        """Remove the workspaces."""
        with self._lock:
            if self._workshop is not None:
                self._workshop.close()

    def _open(self) -> Workshop:
        if self._workshop is None:
            repository = _repository(self._root)
            around = Surroundings(
                root=self._root,
                repository=repository,
                isolation=isolation_of(self._sandbox, repository.path),
                # Results are reused in this session only, in which no tool changes.
                tools=lambda: "",
                work=user_folder(),
            )
            self._workshop = Workshop(around, Reuse(fresh=True, token=self._token))
        return self._workshop

    def _read(self, plan: WorkspaceSource) -> StartTree:
        model, repository = plan.model, self._open().surroundings.repository
        tree = write_tree(repository, {})
        if model.source.startswith(FROM_GIT):
            tree = _tree_of_ref(repository, model.source.removeprefix(FROM_GIT))
        elif model.source:
            tree = self._folder_tree(repository, plan)
        removed = [path for path, text in model.files.items() if text is None]
        if removed:
            files = files_of(repository, tree)
            tree = write_tree(repository, {k: v for k, v in files.items() if k not in removed})
        texts = {**model.files, **plan.texts}
        written = {path: text.encode() for path, text in texts.items() if text is not None}
        written |= {name: path.read_bytes() for name, path in plan.copies.items()}
        tree = self._with_skills(repository, with_contents(repository, tree, written), plan)
        with_git = model.git is not False
        if not model.setup:
            return StartTree(tree, (), with_git)
        setup = Unit(
            name="setup",
            command=model.setup,
            timeout_seconds=_SETUP_SECONDS,
            tree=tree,
            python=self.python,
            network=True,
        )
        return StartTree(tree, (Layer(setup, installs=True),), with_git)

    def _with_skills(self, repository: Repository, tree: str, plan: WorkspaceSource) -> str:
        """The tree with the skills of an agent, but for their evaluations."""
        files = dict(files_of(repository, tree))
        for place, source in plan.skills.items():
            if source.startswith(FROM_GIT):
                found = _tree_of_ref(repository, source.removeprefix(FROM_GIT))
            else:
                found = read_files(repository, self._root / source, CACHES).tree
            for path, entry in files_of(repository, found).items():
                if not path.startswith(f"{EVALS}/"):
                    files[f"{place}/{path}"] = entry
        return write_tree(repository, files) if plan.skills else tree

    @staticmethod
    def _folder_tree(repository: Repository, plan: WorkspaceSource) -> str:
        name, folder = one_line(plan.model.source, 200), plan.folder / plan.model.source
        if not folder.is_dir():
            raise HydraError(f"workspace: {name} is not a folder beside the scenario file")
        if plan.folder.resolve().is_relative_to(folder.resolve()):
            raise HydraError(
                f"workspace: {name} has the scenario file in it, which would tell the bot what is "
                "expected; take a folder of its own"
            )
        return read_files(repository, folder, CACHES).tree


def _tree_of_ref(repository: Repository, text: str) -> str:
    """The tree of ``REF`` or ``REF:FOLDER``. Raises SourceError."""
    ref, _, folder = text.partition(":")
    name = f"{ref}:{folder.strip('/')}" if folder.strip("/") else f"{ref}^{{tree}}"
    try:
        answer = repository.run("rev-parse", "--verify", "--end-of-options", name, as_user=True)
        tree = answer.decode("ascii").strip()
        files_of(repository, tree)
    except SourceError as error:
        raise SourceError(f"workspace: git:{one_line(text, 200)}: {error}") from None
    return tree


def _repository(root: Path) -> Repository:
    """The repository of the project, or an empty one if the project is in none.

    It is only read. Raises SourceError.
    """
    objects = make_folder(root, "objects")
    try:
        return Repository.find(root, objects)
    except SourceError:
        if shutil.which("git") is None:
            raise
    empty = make_folder(root, "empty")
    make_git_dir(empty / ".git", "sha1", bare=False)
    return Repository.find(empty, make_folder(root, "objects-of-agents"))
