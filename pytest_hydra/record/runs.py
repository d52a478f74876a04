"""Run folders: which there are, how they begin, and what may be reused of them."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from errno import ENOENT
from itertools import takewhile
from pathlib import Path
from typing import Any
from uuid import uuid4

from pytest_hydra.core.plain import plain
from pytest_hydra.errors import HydraError, did_you_mean
from pytest_hydra.record.files import StoreError, is_locked, locked, reason
from pytest_hydra.record.wire import decode

MANIFEST = "manifest.json"
LOCK = "lock"
# The heads whose recordings can be decided again.
REPLAYABLE = ("scenarios", "judging", "race")
SCHEMA_VERSION = 1
_RUN_ID = re.compile(r"\d{8}-\d{6}-\d{6}-[0-9a-f]{4}")
# A run on its way out. What a killed sweep leaves, the next one deletes.
_SWEPT = ".swept-"


def runs_folder(root: Path) -> Path:
    """Where the runs of a project are. ``root`` is the folder of hydra.toml."""
    return root / ".hydra" / "runs"


@dataclass(frozen=True, slots=True)
class RunFolder:
    """A run that was recorded: ``manifest`` is what its manifest.json holds."""

    path: Path
    manifest: dict[str, Any]

    @property
    def run_id(self) -> str:
        """Its name, which sorts by time."""
        return str(self.manifest["run_id"])

    @property
    def session(self) -> str:
        """What names the files of its session; empty where the manifest says nothing that could."""
        token = self.manifest.get("session")
        return token if isinstance(token, str) and token.isalnum() else ""

    @property
    def finished(self) -> bool:
        """Whether the session came to its end."""
        return self.manifest["finished"] is True

    @property
    def complete(self) -> bool:
        """Whether it finished, and nothing was left out by a selection."""
        return self.finished and self.manifest["complete"] is True

    @property
    def can_be_replayed(self) -> bool:
        """Whether it holds recordings; the checks of ordinary tests are none."""
        return any(f"{head}.jsonl" in self.manifest["files"] for head in REPLAYABLE)

    def verify(self) -> None:
        """Raise HydraError, naming the file, when a finished run is not what was written."""
        if not self.finished:
            return
        own = self.path.resolve()
        for name, expected in sorted(self.manifest["files"].items()):
            path = self.path / name
            try:
                # What lies elsewhere is not the run's, and a pipe would be waited for.
                if not os.path.isfile(path) or not path.resolve().is_relative_to(own):
                    raise FileNotFoundError(ENOENT, os.strerror(ENOENT))
                actual = sha256(path)
            except OSError as error:
                raise HydraError(
                    f"{path}: cannot be read ({reason(error)}), but the run has recorded it; "
                    "this run can't be trusted any more"
                ) from error
            if actual != expected:
                raise HydraError(
                    f"{path}: was changed after the run finished (its sha256 is not the one in "
                    f"{MANIFEST}); this run can't be trusted any more"
                )

    def records(self, head: str) -> Iterator[dict[str, Any]]:
        """The recordings of one head, in order, but for a torn last line. Raises HydraError."""
        path = self.path / f"{head}.jsonl"
        if self.finished and path.name not in self.manifest["files"]:
            return
        try:
            with path.open("rb") as file:
                for number, line in enumerate(file, start=1):
                    if not line.endswith(b"\n") and not self.finished:
                        return
                    try:
                        record = decode(line)
                    except ValueError as error:
                        raise HydraError(f"{path}:{number}: a broken recording: {error}") from error
                    yield record
        except FileNotFoundError:
            return
        except OSError as error:
            raise HydraError(f"cannot read {path}: {reason(error)}") from error


def sha256(path: Path) -> str:
    """The sha256 of a file's contents, in hex. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def find_run(root: Path, name: str) -> RunFolder:
    """The run that a person means, verified.

    ``name`` is a run id, ``latest`` (the last one that is complete and has recordings), or the path
    of a run folder, wherever it is. Raises HydraError where there is none, with what there is;
    where the run is still being written; and where its files are not what was written.
    """
    if name == "latest":
        runs = map(_read, _started(root))
        folder = next((run for run in runs if run.complete and run.can_be_replayed), None)
        if folder is None:
            raise HydraError(
                f"no run of {root} has recordings, finished and was complete; {_listing(root)}"
            )
    elif _RUN_ID.fullmatch(name) and os.path.isdir(runs_folder(root) / name):
        folder = _read(runs_folder(root) / name)
    elif os.path.isfile(Path(name) / MANIFEST):
        folder = _read(Path(name))
    else:
        raise HydraError(
            f"there is no run {name!r}: a run id, 'latest' or the path of a run folder is expected"
            f"{did_you_mean(name, ['latest', *_run_ids(root)]) or ';'} {_listing(root)}"
        )
    if not folder.finished and _alive(folder.path):
        raise HydraError(f"{folder.path}: this run is still being written; wait until it ends")
    folder.verify()
    return folder


def is_run(root: Path, name: str) -> bool:
    """Whether this names a run, as `find_run` knows them."""
    is_id = _RUN_ID.fullmatch(name) and os.path.isdir(runs_folder(root) / name)
    return name == "latest" or bool(is_id) or os.path.isfile(Path(name) / MANIFEST)


def report_file(folder: Path) -> Path:
    """The report of a run. Raises HydraError where there is none."""
    file = folder / "report.json"
    if not file.exists():
        raise HydraError(f"{folder}: this run was cut off, and has no report.json")
    return file


def complete_runs(root: Path) -> Iterator[RunFolder]:
    """The runs that finished with nothing left out and have recordings, newest first."""
    return (entry for entry in readable_runs(root) if entry.complete and entry.can_be_replayed)


def unfinished_runs(root: Path, fingerprint: Callable[[], str]) -> list[RunFolder]:
    """The runs that were cut off after the last that finished, with this ``fingerprint``."""
    runs = list(takewhile(lambda folder: not folder.finished, readable_runs(root)))
    if not runs:
        return []  # most often, and a fingerprint reads all files of the project
    wanted = fingerprint()
    return [
        folder
        for folder in runs
        if folder.manifest.get("fingerprint") == wanted and not _alive(folder.path)
    ]


def sweep(root: Path, keep: int) -> list[str]:
    """Delete the oldest runs beyond the ``keep`` newest; the ids of those that went.

    The last complete run always stays, and so does one that is still being written. Nothing that
    is not a run folder is touched, no symbolic link is followed. Raises StoreError for the first
    one that can't be deleted, after the others are.
    """
    runs = runs_folder(root)
    if not runs.is_dir():
        return []
    gone: list[str] = []
    failed: StoreError | None = None
    try:
        # Held, so that no run is born between the look at its lock and the deletion.
        with locked(root / ".hydra" / LOCK):
            old = [runs / run_id for run_id in _run_ids(root)[max(keep, 0) :]]
            latest = next((run.path for run in complete_runs(root)), None)
            doomed = [path for path in old if path != latest and not _alive(path)]
            for path in doomed:
                # Renamed first: half of a deleted run must not look like a run.
                path.rename(runs / f"{_SWEPT}{path.name}")
                gone.append(path.name)
            for path in sorted(runs.glob(f"{_SWEPT}*")):
                try:
                    shutil.rmtree(path)
                except OSError as error:
                    failed = failed or StoreError(path, error, "delete")
    except OSError as error:
        raise StoreError(runs, error, "sweep") from error
    if failed is not None:
        raise failed
    return gone


def _alive(path: Path) -> bool:
    try:
        return is_locked(path / LOCK)
    except OSError as error:
        raise HydraError(f"cannot read {path / LOCK}: {reason(error)}") from error


def _run_ids(root: Path) -> list[str]:
    """Newest first. Links and whatever else lies there are not ours."""
    try:
        names = [
            path.name
            for path in runs_folder(root).iterdir()
            if _RUN_ID.fullmatch(path.name) and path.is_dir() and not path.is_symlink()
        ]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise HydraError(f"cannot read {runs_folder(root)}: {reason(error)}") from error
    return sorted(names, reverse=True)


def _started(root: Path) -> Iterator[Path]:
    """Newest first. A run that was ended before it had a manifest has recorded nothing."""
    paths = (runs_folder(root) / run_id for run_id in _run_ids(root))
    # Not Path.exists, which raises for what may not be looked at.
    return (path for path in paths if os.path.exists(path / MANIFEST))


def readable_runs(root: Path) -> Iterator[RunFolder]:
    """Newest first, without what is damaged or of another version: it must not stop a session."""
    for path in _started(root):
        with suppress(HydraError):
            yield _read(path)


def _read(path: Path) -> RunFolder:
    file = path / MANIFEST
    try:
        manifest = plain(json.loads(file.read_bytes()))
    except FileNotFoundError as error:
        raise HydraError(f"{path}: this run was ended before it had recorded anything") from error
    except OSError as error:
        raise HydraError(f"cannot read {file}: {reason(error)}") from error
    except (ValueError, RecursionError) as error:
        raise HydraError(f"{file}: not the manifest of a run: {error}") from error
    if not isinstance(manifest, dict) or manifest.get("schema_version") != SCHEMA_VERSION:
        raise HydraError(
            f"{file}: not the manifest of a run that this version can read "
            f"(schema_version {SCHEMA_VERSION} is expected)"
        )
    manifest.setdefault("bots", {})
    kinds = {"run_id": str, "finished": bool, "complete": bool, "files": dict, "bots": dict}
    for key, kind in kinds.items():
        if not isinstance(manifest.get(key), kind):
            raise HydraError(f"{file}: {key}: a {kind.__name__} is expected")
    return RunFolder(path, manifest)


def _listing(root: Path) -> str:
    states = ("unfinished", "finished, not complete", "complete")
    runs = [f"{run.run_id} ({states[run.finished + run.complete]})" for run in readable_runs(root)]
    if not runs:
        return f"there are no runs in {runs_folder(root)}"
    more = f" and {len(runs) - 10} older" if len(runs) > 10 else ""
    return f"runs in {runs_folder(root)}: {', '.join(runs[:10])}{more}"


@dataclass(slots=True)
class Reuse:
    """The recordings that this session uses.

    ``replayed`` is a run that is decided again, and nobody is asked. ``resumed`` were cut off,
    newest first. ``fresh``: nothing else of an earlier session is used either. ``token`` is the
    same in all processes of this session, and in no other session.
    """

    replayed: RunFolder | None = None
    resumed: tuple[RunFolder, ...] = ()
    fresh: bool = False
    token: str = field(default_factory=lambda: uuid4().hex)

    def to_wire(self) -> str:
        """As one string, for xdist's workers, which must not look for themselves."""
        paths = [run and str(run.path) for run in (self.replayed, *self.resumed)]
        return json.dumps([paths, self.fresh, self.token])

    @classmethod
    def from_wire(cls, text: str, root: Path) -> Reuse:
        """What `to_wire` wrote. Raises HydraError."""
        paths, fresh, token = json.loads(text)
        replayed, *resumed = (path and find_run(root, path) for path in paths)
        return cls(replayed, tuple(resumed), fresh=fresh, token=token)
