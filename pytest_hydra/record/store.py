"""Write the run folder, by one process, so that finished work is never lost.

``.hydra/runs/<run id>/`` holds ``manifest.json`` (what was run and under which policy, whether it
finished, a sha256 of every file), ``journal.jsonl`` (what happened when), a ``<head>.jsonl`` with
one recording a line, and what else was written. `pytest_hydra.record.runs` reads it.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from secrets import token_hex
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

import pytest_hydra
from pytest_hydra.core.text import json_text
from pytest_hydra.record.checkout import git
from pytest_hydra.record.files import (
    StoreError,
    flush_all,
    lock,
    locked,
    make_folder,
    reason,
    write_whole,
)
from pytest_hydra.record.runs import LOCK, MANIFEST, SCHEMA_VERSION, runs_folder, sha256
from pytest_hydra.record.wire import decode, encode

# Lone surrogates, which UTF-8 cannot encode, are written as escapes.
_ESCAPE = "backslashreplace"


class Run:
    """A run that is being written. Start with `create`; end with `finish` or `close`.

    The first write that fails raises StoreError and is stored in ``broken``; afterwards nothing is
    written and nothing raises: the session continues, its run stays unfinished, and the next
    session resumes from its recordings.
    """

    def __init__(self, path: Path, manifest: dict[str, Any], lock_descriptor: int) -> None:
        self.path = path
        self.broken: StoreError | None = None
        self._manifest = manifest
        self._lock_descriptor: int | None = lock_descriptor
        self._appending: dict[Path, int] = {}
        self._paths: dict[str, Path] = {}

    @classmethod
    def create(cls, root: Path, manifest: Mapping[str, Any]) -> Run:
        """Create a run folder in the ``.hydra/`` of ``root``, locked until the run's process ends.

        ``manifest`` is plain data to store with the run (a next session with the same
        ``fingerprint`` may resume it); the engine's version, the time and the state are added.
        Raises StoreError.
        """
        hydra = root / ".hydra"
        try:
            make_folder(root, "runs")
            # Locked, so that a sweep never sees a new run without a lock.
            with locked(hydra / LOCK):
                path, started = _new_folder(root)
                lock_descriptor = lock(path / LOCK)
        except OSError as error:
            raise StoreError(hydra, error) from error
        run = cls(
            path,
            {
                "schema_version": SCHEMA_VERSION,
                "run_id": path.name,
                "engine": {"name": "pytest-hydra", "version": pytest_hydra.__version__},
                "started": _timestamp(started),
                "finished": False,
                "complete": False,
                **manifest,
                "files": {},
            },
            lock_descriptor,
        )
        try:
            run._write_manifest()
            run.log("started")
        except BaseException:
            run.close()
            raise
        return run

    @property
    def run_id(self) -> str:
        """Its id, which sorts by time: ``20261231-235959-000001-a1b2``, in UTC."""
        return self.path.name

    @property
    def fingerprint(self) -> str:
        """The digest of what its answers depend on, as far as known."""
        return str(self._manifest.get("fingerprint", ""))

    def record(self, head: str, line: str) -> None:
        """Append one recording, a JSON object on one line, to ``<head>.jsonl``.

        The operating system has it when this returns, so it survives a kill. Raises StoreError
        (once, see the class).
        """
        path = self._paths.get(head)
        if path is None:
            # Cached: creating a Path takes longer than writing a line.
            path = self._paths[head] = self.path / f"{head}.jsonl"
        self._guard(path, lambda: self._append(path, line))

    def log(self, event: str, **fields: Any) -> None:
        """Append an event to the journal. ``fields`` are plain data. Raises StoreError."""
        self.record(
            "journal", encode({"t": _timestamp(datetime.now(UTC)), "event": event, **fields})
        )

    def write(self, name: str, content: str | Iterable[bytes]) -> None:
        """Write a file of the run atomically; it is flushed by `finish`. Raises StoreError."""
        parts = name.split("/")
        if not all(parts) or {".", ".."} & set(parts) or name in (MANIFEST, LOCK):
            raise ValueError(f"{name!r} does not name a file of a run")
        path = self.path.joinpath(*parts)

        def act() -> None:
            self._look()
            # Only folders below the run: a run folder that was removed is not created again.
            for folder in reversed(path.relative_to(self.path).parents[:-1]):
                (self.path / folder).mkdir(exist_ok=True)
            write_whole(path, data, flush=False)

        data = content.encode("utf-8", _ESCAPE) if isinstance(content, str) else content
        self._guard(path, act)

    def finish(self, complete: bool, graded: bool = True) -> None:
        """Seal the run unless it is broken; ``complete``: nothing left out. Raises StoreError.

        ``graded``: something passed or failed.
        """
        try:
            self.log("finished", complete=complete)
            self._guard(self.path, lambda: self._seal(complete, graded))
        finally:
            self.close()

    def close(self) -> None:
        """Release the run, unfinished unless `finish` was called. Never raises."""
        for descriptor in self._appending.values():
            os.close(descriptor)
        self._appending.clear()
        if self._lock_descriptor is not None:
            os.close(self._lock_descriptor)
            self._lock_descriptor = None

    def _guard(self, path: Path, act: Callable[[], None]) -> None:
        """Write unless the run is broken or closed; the first failure breaks it."""
        if self.broken is not None:
            return
        if self._lock_descriptor is None:
            raise ValueError("this run is closed")
        try:
            act()
        except OSError as error:
            self.broken = StoreError(path, error)
            raise self.broken from error

    def _append(self, path: Path, line: str) -> None:
        descriptor = self._appending.get(path)
        if descriptor is None:
            descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
            self._appending[path] = descriptor
        data = f"{line}\n".encode("utf-8", _ESCAPE)
        offset = os.write(descriptor, data)
        while offset < len(data):
            offset += os.write(descriptor, data[offset:])

    def _look(self) -> None:
        """Raise FileNotFoundError if an open file was removed."""
        for path, descriptor in self._appending.items():
            if os.fstat(descriptor).st_nlink == 0:
                raise FileNotFoundError(0, f"{path.name} was removed while it was being written")

    def _seal(self, complete: bool, graded: bool) -> None:
        self._look()
        files = {
            path.relative_to(self.path).as_posix(): path
            for path in self.path.rglob("*")
            if path.is_file() and not path.is_symlink()
        }
        files = {name: files[name] for name in sorted(files) if name not in (MANIFEST, LOCK)}
        flush_all(files.values())
        self._manifest["files"] = {name: sha256(path) for name, path in files.items()}
        self._manifest |= {"finished": True, "complete": complete, "graded": graded}
        self._write_manifest()

    def _write_manifest(self) -> None:
        text = json.dumps(self._manifest, indent=2, ensure_ascii=False, allow_nan=False)
        path = self.path / MANIFEST
        self._guard(path, lambda: write_whole(path, f"{json_text(text)}\n".encode()))


def _new_folder(root: Path) -> tuple[Path, datetime]:
    while True:
        now = datetime.now(UTC)
        path = runs_folder(root) / f"{now:%Y%m%d-%H%M%S-%f}-{token_hex(2)}"
        try:
            path.mkdir()
        except FileExistsError:
            continue
        return path, now


def _timestamp(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%S.%fZ}"


_SKIPPED = frozenset({"__pycache__", "node_modules"})


def fingerprint(
    root: Path, extra_files: Iterable[Path] = (), suffixes: tuple[str, ...] = (".py",)
) -> str:
    """The sha256 of names and contents of the files below ``root`` with these suffixes, and others.

    Folders whose name starts with a dot, ``__pycache__``, ``node_modules``, virtual environments
    and links to folders are left out. An unreadable file changes the fingerprint once it becomes
    readable.
    """
    paths = {os.fspath(path) for path in files_below(root, suffixes)}
    paths.update(os.path.abspath(path) for path in extra_files)
    entries = sorted((os.fsencode(os.path.relpath(path, root)), path) for path in paths)
    digest = hashlib.sha256()
    for name, path in entries:
        content = "absent"
        with suppress(OSError):
            # A pipe or a device could block for ever.
            content = sha256(Path(path)) if os.path.isfile(path) else content
        digest.update(b"%s\0%s\0" % (name, content.encode()))
    return digest.hexdigest()


# The object ids of tracked files, and the changes in the working tree.
_TRACKED = (
    ("ls-files", "-s", "-z", "--", "."),
    ("diff", "--binary", "--no-ext-diff", "--no-textconv", "--no-color", "--", "."),
)


def tracked(folder: Path, without: Iterable[str] = ()) -> str:
    """The sha256 of the tracked files below a folder, as they are now; empty without git.

    Untracked files, such as the log of a bot, do not count. ``without`` are patterns of paths that
    do not count either.
    """
    rest = [f":(exclude,glob){pattern}" for pattern in without]
    digest = hashlib.sha256()
    try:
        with TemporaryDirectory(prefix="pytest-hydra-") as place:
            index = git(folder, "rev-parse", "--git-path", "index")
            # On a copy: `git diff` refreshes the index, and the user's repository is only read.
            copy = Path(place, "index")
            copyfile(Path(folder, os.fsdecode(index.removesuffix(b"\n"))), copy)
            for command in _TRACKED:
                digest.update(git(folder, *command, *rest, GIT_INDEX_FILE=str(copy)))
    except (OSError, subprocess.SubprocessError):
        return ""
    return digest.hexdigest()


# Bytecode caches, git's data and our own.
_NO_CONTENT = frozenset({"__pycache__", ".git", ".hydra"})
# A file changed this recently, in ns, may change again without a change of its timestamp.
_UNSETTLED = 2 * 10**9


def contents(root: Path, paths: Iterable[str], name: str = "contents.json") -> str:
    """The sha256 of the contents of files and folders, and of the targets of links in them.

    As with git's index, a file is read again only when its size, its times or its inode change. The
    index is stored below ``.hydra/`` under ``name``. Raises StoreError.
    """
    place = root / ".hydra" / name
    try:
        cached = decode(place.read_bytes())
    except (OSError, ValueError):
        cached = {}
    index: dict[str, list[Any]] = {}
    digests: dict[str, str] = {}
    waiting = [os.path.abspath(path) for path in paths]
    tops = tuple(waiting)
    while waiting:
        path = waiting.pop()
        if path in digests:
            continue
        try:
            about = os.lstat(path)
            if stat.S_ISREG(about.st_mode):
                signs = [about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_ino]
                then, content = cached.get(path) or (None, "")
                if then != signs:
                    content = sha256(Path(path))
                digests[path] = f"{about.st_mode & 0o111} {content}"
                if max(signs[1:3]) < time.time_ns() - _UNSETTLED:
                    index[path] = [signs, content]
                continue
            digests[path] = f"{stat.S_IFMT(about.st_mode)}"
            if stat.S_ISDIR(about.st_mode):
                names = set(os.listdir(path)) - _NO_CONTENT
                waiting += [f"{path}/{name}" for name in names]
            elif stat.S_ISLNK(about.st_mode):
                digests[path], target = os.readlink(path), os.path.realpath(path)
                # A link to a parent folder would include everything.
                if not any(entry.startswith(f"{target.rstrip('/')}/") for entry in tops):
                    waiting.append(target)
        except OSError as error:
            digests[path] = reason(error)
    if index != cached:
        try:
            make_folder(root, ".")
            write_whole(place, encode(index).encode("ascii"), flush=False)
        except OSError as error:
            raise StoreError(place, error) from error
    lines = (f"{path}\0{digest}\0" for path, digest in sorted(digests.items()))
    return hashlib.sha256("".join(lines).encode("utf-8", "surrogateescape")).hexdigest()


def environment(pytest_version: str) -> dict[str, Any]:
    """Versions and platform, for the manifest, without names of people or machines.

    ``genai_prices`` is the version of the package with the prices of models, if it is installed.
    """
    prices = {}
    with suppress(PackageNotFoundError):
        prices["genai_prices"] = version("genai-prices")
    return {
        "engine": pytest_hydra.__version__,
        "pytest": pytest_version,
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": sys.platform,
        "machine": platform.machine(),
        **prices,
    }


def files_below(root: Path, suffixes: tuple[str, ...]) -> Iterator[str]:
    """The files below ``root`` with these suffixes, without those that `fingerprint` leaves out."""
    folders = [os.path.abspath(root)]
    while folders:
        try:
            with os.scandir(folders.pop()) as scan:
                entries = list(scan)
        except OSError:
            continue  # its files cannot be read either
        if any(entry.name == "pyvenv.cfg" for entry in entries):
            continue
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if not entry.name.startswith(".") and entry.name not in _SKIPPED:
                    folders.append(entry.path)
            elif entry.name.endswith(suffixes):
                yield entry.path
