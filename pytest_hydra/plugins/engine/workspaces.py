"""Workspaces: folders for commands, each with the files of one tree and no repository.

Files are written from git's objects unchanged: no filters, hooks, line-end conversion or
submodules. Symbolic links stay links, and nothing is ever written through one. The first tree is
written once; a further workspace is a copy of it (`cp -a`) in which the differing files are
replaced, or, for a command in a box, an overlay where possible.
"""

from __future__ import annotations

import os
import tempfile
import threading
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Self

from pytest_hydra.core.path_patterns import matches
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError, HydraWarning
from pytest_hydra.execution import ProcessError
from pytest_hydra.plugins.boxes import untrusted_files
from pytest_hydra.plugins.boxes.box import Box, overlay_problem
from pytest_hydra.plugins.boxes.overlay import Overlay, overlay
from pytest_hydra.plugins.git.repository import Repository
from pytest_hydra.plugins.git.trees import SUBMODULE, SYMLINK, encoded, files_of
from pytest_hydra.record.files import StoreError, is_locked, lock, locked

# The name of a workspace: short, because the path of a socket is limited to about 100 characters.
_NAME = "w"
_LOCK = "lock"
# The size of a batch of objects in memory, in bytes; a single larger object is its own batch.
_AT_ONCE = 2**25
_EXECUTABLE = "100755"
# The path of a file, its mode and its object id.
_File = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Workspace:
    """A workspace: its path for commands, and its mount if it is an overlay.

    ``added_files`` are files of interest that the build or the setup added to folders of the tree.
    """

    path: Path
    mount: Overlay | None = None
    added_files: tuple[str, ...] = ()


def user_folder() -> Path:
    """The folder for all that agents work in, below the system's folder for temporary files.

    Not below the checkout, where agents would find the user's instructions in the folders above.
    Raises HydraError if somebody else made it.
    """
    folder = Path(tempfile.gettempdir()).resolve() / f"pytest-hydra-{os.getuid()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError as error:
        raise HydraError(f"cannot make {folder}: {error.strerror or error}") from error
    if status.st_uid != os.getuid() or status.st_mode & 0o077 or folder.is_symlink():
        raise HydraError(f"{folder} is not a folder of yours alone; remove it")
    return folder


@contextmanager
def own_folder(own: Path) -> Iterator[None]:
    """A new folder of this process, removed afterwards; the next one removes what is left of it.

    Raises StoreError.
    """
    with ExitStack() as stack:
        try:
            own.parent.mkdir(parents=True, exist_ok=True)
            # Under one lock, so that a new folder is not taken for that of a dead process.
            with locked(own.parent / _LOCK):
                for path in sorted(own.parent.glob(f"*.{_LOCK}")):
                    if not is_locked(path):
                        _remove(path.with_suffix(""))
                stack.callback(os.close, lock(own.with_suffix(f".{_LOCK}")))
                own.mkdir(mode=0o700)
        except OSError as error:
            raise StoreError(own, error) from error
        stack.callback(_remove, own)
        yield


def _remove(folder: Path) -> None:
    """Remove the folder of a process and its lock; the next sweep retries failures."""
    try:
        untrusted_files.remove(folder)
    except untrusted_files.WorkspaceError as error:
        warnings.warn(str(error), HydraWarning, stacklevel=2)
    else:
        folder.with_suffix(f".{_LOCK}").unlink(missing_ok=True)


class Workspaces:
    """The workspaces of one process below ``folder``; as a context manager it removes them.

    On entry, leftovers of dead processes are removed. ``shared`` are folders of the checkout, such
    as ``node_modules``: each workspace gets symbolic links to the existing ones, or, with a
    ``box``, empty folders as mount points, unless its tree has an entry of that name.
    ``of_interest`` are patterns of files that are reported if a build or a setup adds them.
    """

    def __init__(
        self,
        repository: Repository,
        folder: Path,
        shared: Sequence[Path] = (),
        *,
        box: Box | None = None,
        of_interest: Sequence[str] = (),
    ) -> None:
        self._repository = repository
        self._folder = folder
        for path in shared:
            if path.is_absolute() or not path.parts or ".." in path.parts:
                raise untrusted_files.WorkspaceError(
                    f"{one_line(str(path), 200)} cannot be shared: name a folder of the checkout, "
                    "relative to its top, such as node_modules"
                )
        self._shared = shared
        self._own = folder / untrusted_files.random_name()
        self._box = box
        self._of_interest = of_interest
        self._layout: tuple[Path, str] | None = None
        # Repositories, by the folder below and their tree.
        self._committed_folders: dict[tuple[Path, str], Path] = {}
        self._layout_lock = threading.Lock()

    def __enter__(self) -> Self:
        """Raises StoreError."""
        with ExitStack() as stack:
            stack.enter_context(own_folder(self._own))
            try:
                untrusted_files.spread(self._own)
                # Ends the search for a repository: a git command in a workspace does not find the
                # user's, and no tool applies .hydra/.gitignore to the workspace.
                (self._own / ".git").write_text("gitdir: none\n", encoding="utf-8")
            except OSError as error:
                raise StoreError(self._own, error) from error
            self._lock = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.close()

    @contextmanager
    def copy(
        self,
        tree: str,
        *,
        on: tuple[Path, str] | None = None,
        with_git: bool = False,
        share: bool = True,
    ) -> Iterator[Path]:
        """A folder with the files of ``tree``, an object id, removed afterwards. Thread-safe.

        ``on`` is a built workspace and its tree: the new workspace is a copy of it in which the
        files that differ between the trees are replaced or removed. ``with_git`` turns it into a
        repository with one commit, and is for commands outside of a box. Without ``share`` it has
        no shared folders. Raises StoreError, WorkspaceError and SourceError.
        """
        place = self._new_folder()
        try:
            yield self._copy(place, tree, on, with_git=with_git, share=share)
        finally:
            _discard(place)

    def permanent_copy(
        self, tree: str, *, on: tuple[Path, str] | None = None, share: bool = True
    ) -> Path:
        """As `copy`, but the folder stays until all are removed. Raises as `copy`."""
        return self._copy(self._new_folder(), tree, on, with_git=False, share=share)

    @contextmanager
    def overlay(
        self, tree: str, *, on: tuple[Path, str] | None = None, restored: Sequence[str] = ()
    ) -> Iterator[Workspace]:
        """A workspace for one command, removed afterwards: an overlay where possible.

        It has the same files as one that `copy` makes with the same arguments. The workspace below
        must not be changed meanwhile. Files of the tree that match the patterns ``restored`` are
        written again if there is a build. Raises as `copy`.
        """
        start, its_tree = self._first(tree) if on is None else on
        restored = restored if on else ()
        with ExitStack() as stack:
            mount = None
            if not self.problem_of_overlays:
                place = self._new_folder()
                stack.callback(_discard, place)
                # Namespaces are limited: fall back to a copy, which is slower.
                with suppress(ProcessError, OSError):
                    mount = stack.enter_context(overlay(start, place, _NAME))
            if mount is None:
                path = stack.enter_context(self.copy(tree, on=(start, its_tree)))
                self._write(path, tree, tree, label=path, restored=restored)
                yield Workspace(path, added_files=self._added_files(path, tree) if on else ())
                return
            workspace = place / _NAME
            path = mount.path
            self._write(path, its_tree, tree, label=workspace, restored=restored)
            self._share(path, linked=False)
            yield Workspace(workspace, mount, self._added_files(path, tree) if on else ())

    @cached_property
    def problem_of_overlays(self) -> str:
        """Why workspaces are copies, in one line; empty if they are overlays."""
        if self._box is None:
            return "there is no box"
        return overlay_problem(self._box, self._own) or ""

    def _copy(
        self, place: Path, tree: str, on: tuple[Path, str] | None, *, with_git: bool, share: bool
    ) -> Path:
        start, its_tree = self._first(tree) if on is None else on
        if with_git:
            start, its_tree = self._committed(start, its_tree, tree), tree
        workspace = place / _NAME
        untrusted_files.copy(start, workspace)
        self._write(workspace, its_tree, tree, label=workspace)
        if share:
            self._share(workspace, linked=with_git or self._box is None)
        return workspace

    def _first(self, tree: str) -> tuple[Path, str]:
        """The folder that further workspaces are copied from, and its tree."""
        with self._layout_lock:
            if self._layout is None:
                folder = self._new_folder()
                try:
                    self._write(folder, None, tree, label=folder)
                except BaseException:
                    untrusted_files.remove(folder)
                    raise
                self._layout = (folder, tree)
            return self._layout

    def _committed(self, start: Path, its_tree: str, tree: str) -> Path:
        """The repository with the files of ``tree`` that further ones are copied from."""
        with self._layout_lock:
            folder = self._committed_folders.get((start, tree))
            if folder is None:
                folder = self._new_folder() / _NAME
                untrusted_files.copy(start, folder)
                self._write(folder, its_tree, tree, label=folder)
                if not os.path.lexists(folder / ".git"):
                    shared = [entry.as_posix() for entry in self._shared]
                    untrusted_files.make_repository(folder, shared)
                self._committed_folders[start, tree] = folder
            return folder

    def _new_folder(self) -> Path:
        place = self._own / untrusted_files.random_name()
        try:
            place.mkdir(mode=0o700)
        except OSError as error:
            raise StoreError(self._own, error) from error
        return place

    def _write(
        self,
        workspace: Path,
        old: str | None,
        new: str,
        *,
        label: Path,
        restored: Sequence[str] = (),
    ) -> None:
        """Turn the files of the old tree, or none, into those of the new; errors name ``label``.

        Files that match the patterns ``restored`` are written even if the trees agree on them.
        """
        if old == new and not restored:
            return
        before = {} if old is None else files_of(self._repository, old)
        after = files_of(self._repository, new)
        removed = [os.fsdecode(encoded(path)) for path in before if path not in after]
        files = [
            (os.fsdecode(encoded(path)), *entry)
            for path, entry in after.items()
            if before.get(path) != entry or matches(path, restored)
        ]
        # Links last: a tree may contain a file below a path that is also a link.
        files.sort(key=lambda file: file[1] == SYMLINK)
        writer = untrusted_files.Writer(workspace)
        at = ""
        try:
            for at in removed:
                writer.remove(at)
            for (at, mode, _), content in self._contents(files):
                if mode == SYMLINK:
                    writer.link(at, content)
                else:
                    writer.file(at, content, executable=mode == _EXECUTABLE)
            for at, mode, _ in files:
                if mode == SUBMODULE:
                    writer.folder(at)
        except OSError as error:
            raise StoreError(label / at, error) from error

    def _added_files(self, workspace: Path, tree: str) -> tuple[str, ...]:
        files, added = files_of(self._repository, tree), []
        for folder in {os.path.dirname(path) for path in files}:
            with suppress(OSError):  # removed, or replaced
                paths = (os.path.join(folder, name) for name in os.listdir(workspace / folder))
                added += [path for path in paths if path not in files]
        return tuple(sorted(path for path in added if matches(path, self._of_interest)))

    def _contents(self, files: Iterable[_File]) -> Iterator[tuple[_File, bytes]]:
        """Each file with its content, read in batches."""
        waiting = [file for file in files if file[1] != SUBMODULE]
        if not waiting:
            return
        names = "".join(f"{name}\n" for _, _, name in waiting).encode("ascii")
        sizes = self._repository.run("cat-file", "--batch-check=%(objectsize)", stdin=names)
        batches: list[list[_File]] = [[]]
        size_of_batch = 0
        for file, size in zip(waiting, sizes.split(b"\n")[:-1], strict=True):
            if not size.isdigit():
                raise untrusted_files.WorkspaceError(
                    f"the repository lacks the content of {one_line(file[0], 200)} "
                    f"(object {file[2]}); fetch it, or make a full clone"
                )
            if batches[-1] and size_of_batch + int(size) > _AT_ONCE:
                batches.append([])
                size_of_batch = 0
            batches[-1].append(file)
            size_of_batch += int(size)
        for batch in batches:
            contents = self._repository.contents([name for _, _, name in batch])
            yield from zip(batch, contents, strict=True)

    def _share(self, workspace: Path, *, linked: bool) -> None:
        for entry in self._shared:
            source, place = self._repository.path / entry, workspace / entry
            if not os.path.isdir(source) or not untrusted_files.is_plain(workspace, entry.parent):
                continue
            with suppress(OSError):  # an empty folder of a submodule
                place.rmdir()
            if os.path.lexists(place):
                continue
            try:
                if linked:
                    _link_folder(place, source, workspace, self._repository.path)
                else:
                    place.mkdir()
            except OSError as error:
                raise StoreError(place, error) from error


def _link_folder(place: Path, source: Path, workspace: Path, checkout: Path) -> None:
    """Link to a folder of the checkout, but for packages that are links to the checkout's code.

    Package managers make these for the packages of a workspace of theirs, also below a scope such
    as ``@shop/``: they lead to the code of ``workspace``.
    """
    names = [name for name in os.listdir(source) if not name.startswith("@")]
    scopes = [name for name in os.listdir(source) if name.startswith("@")]
    names += [os.path.join(scope, name) for scope in scopes for name in _entries(source / scope)]
    top, own = os.path.realpath(checkout), os.path.realpath(source)
    targets: dict[str, str] = {}
    for name in names:
        real = os.path.realpath(source / name)
        is_code = real.startswith(f"{top}/") and not real.startswith(f"{own}/")
        if os.path.islink(source / name) and is_code:
            # Relative, as a workspace may be copied.
            target = workspace / os.path.relpath(real, top)
            targets[name] = os.path.relpath(target, (place / name).parent)
    if not targets:
        place.symlink_to(source)
        return
    for name in names:
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).symlink_to(targets.get(name, source / name))


def _entries(folder: Path) -> list[str]:
    return os.listdir(folder) if os.path.isdir(folder) else []


def _discard(place: Path) -> None:
    # A failure is retried and reported at the end: a candidate that caused it must not spoil the
    # measurement.
    with suppress(untrusted_files.WorkspaceError):
        untrusted_files.remove(place)
