"""Run folders: find, verify, sweep, and decide which recordings may be reused."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
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
# The heads whose recordings can be replayed.
REPLAYABLE = ("scenarios", "judging", "race")
SCHEMA_VERSION = 1
_RUN_ID = re.compile(r"\d{8}-\d{6}-\d{6}-[0-9a-f]{4}")
# The prefix of a run being deleted. The next sweep deletes what a killed one left.
_SWEPT = ".swept-"


def runs_folder(root: Path) -> Path:
    """The folder with the runs of a project. ``root`` is the folder of hydra.toml."""
    return root / ".hydra" / "runs"


@dataclass(frozen=True, slots=True)
class RunFolder:
    """A recorded run; ``manifest`` is the content of its manifest.json."""

    path: Path
    manifest: dict[str, Any]

    @property
    def run_id(self) -> str:
        """Its id, which sorts by time."""
        return str(self.manifest["run_id"])

    @property
    def session(self) -> str:
        """The token in the file names of its session; empty if the manifest has no valid one."""
        token = self.manifest.get("session")
        return token if isinstance(token, str) and token.isalnum() else ""

    @property
    def finished(self) -> bool:
        """Whether the session ended normally."""
        return self.manifest["finished"] is True

    @property
    def complete(self) -> bool:
        """Whether it finished and no selection left anything out."""
        return self.finished and self.manifest["complete"] is True

    @property
    def graded(self) -> bool:
        """Whether anything was graded: else it says nothing of what was tested."""
        return self.manifest.get("graded") is not False

    @property
    def can_be_replayed(self) -> bool:
        """Whether it holds recordings; checks of ordinary tests cannot be replayed."""
        return any(f"{head}.jsonl" in self.manifest["files"] for head in REPLAYABLE)

    def verify(self) -> None:
        """Raise HydraError, with the file, if a finished run was changed after it was written."""
        if not self.finished:
            return
        own = self.path.resolve()
        for name, expected in sorted(self.manifest["files"].items()):
            path = self.path / name
            try:
                # A file outside is not part of the run, and a pipe would block.
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
        """The recordings of one head, in order, without a torn last line. Raises HydraError."""
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
                        raise HydraError(
                            f"{path}:{number}: the recording is broken: {error}"
                        ) from error
                    yield record
        except FileNotFoundError:
            return
        except OSError as error:
            raise HydraError(f"cannot read {path}: {reason(error)}") from error


def age_of(run_id: str) -> str:
    """How long ago a run started, by its id, in words: ``3 h``."""
    started = datetime.strptime(run_id[:15], "%Y%m%d-%H%M%S").replace(tzinfo=UTC)
    seconds = max((datetime.now(UTC) - started).total_seconds(), 0)
    for unit, length in (("days", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} s"


def sha256(path: Path) -> str:
    """The sha256 of a file's contents, in hex. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def find_run(root: Path, name: str) -> RunFolder:
    """Find and verify a run.

    ``name`` is a run id, ``latest`` (the first of `complete_runs`), or the path of a run folder
    anywhere. Raises HydraError if there is none, with the existing ones; if the run is still
    being written; and if its files were changed.
    """
    if name == "latest":
        folder = next(_complete(map(_read, _run_paths(root))), None)
        if folder is None:
            raise HydraError(f"no run in {root} is finished and complete; {_listing(root)}")
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


def recorded_run(root: Path, name: str) -> RunFolder:
    """Find and verify a run, as `find_run`. Raises HydraError also if it has no recordings."""
    run = find_run(root, name)
    if run.finished and not run.can_be_replayed:
        raise HydraError(f"run {run.run_id} has no recordings: ordinary tests have none")
    return run


def is_run(root: Path, name: str) -> bool:
    """Whether `find_run` would find a run of this name."""
    is_id = _RUN_ID.fullmatch(name) and os.path.isdir(runs_folder(root) / name)
    is_latest = name == "latest" and next(complete_runs(root), None) is not None
    return is_latest or bool(is_id) or os.path.isfile(Path(name) / MANIFEST)


def report_file(folder: Path) -> Path:
    """The path of a run's report. Raises HydraError if there is none."""
    file = folder / "report.json"
    if not file.exists():
        raise HydraError(f"{folder}: this run was interrupted, and has no report.json")
    return file


def complete_runs(root: Path) -> Iterator[RunFolder]:
    """The complete runs with recordings, newest first; without any, those of ordinary tests."""
    return _complete(readable_runs(root))


def _complete(runs: Iterable[RunFolder]) -> Iterator[RunFolder]:
    has_recordings, others = False, []
    for run in runs:
        if run.complete and run.can_be_replayed:
            has_recordings = True
            yield run
        elif run.complete:
            others.append(run)
    if not has_recordings:
        yield from others


def unfinished_runs(root: Path, fingerprint: Callable[[], str]) -> list[RunFolder]:
    """Interrupted runs since the last finished one that have this ``fingerprint``."""
    runs = list(takewhile(lambda folder: not folder.finished, readable_runs(root)))
    if not runs:
        return []  # the common case; a fingerprint reads all files of the project
    current = fingerprint()
    return [
        folder
        for folder in runs
        if folder.manifest.get("fingerprint") == current and not _alive(folder.path)
    ]


def sweep(root: Path, keep: int) -> list[str]:
    """Delete all but the ``keep`` newest runs, and return the ids of the deleted ones.

    The last complete run and runs that are being written always stay. Other folders are not
    touched, and symbolic links not followed. Raises StoreError for the first run that cannot be
    deleted, after deleting the others.
    """
    runs = runs_folder(root)
    if not runs.is_dir():
        return []
    deleted: list[str] = []
    failed: StoreError | None = None
    try:
        # Locked, so that no run starts between the check of its lock and the deletion.
        with locked(root / ".hydra" / LOCK):
            old = [runs / run_id for run_id in _run_ids(root)[max(keep, 0) :]]
            latest = next((run.path for run in complete_runs(root)), None)
            doomed = [path for path in old if path != latest and not _alive(path)]
            for path in doomed:
                # Renamed first: a half-deleted run must not look like a run.
                path.rename(runs / f"{_SWEPT}{path.name}")
                deleted.append(path.name)
            for path in sorted(runs.glob(f"{_SWEPT}*")):
                try:
                    shutil.rmtree(path)
                except OSError as error:
                    failed = failed or StoreError(path, error, "delete")
    except OSError as error:
        raise StoreError(runs, error, "sweep") from error
    if failed is not None:
        raise failed
    return deleted


def _alive(path: Path) -> bool:
    try:
        return is_locked(path / LOCK)
    except OSError as error:
        raise HydraError(f"cannot read {path / LOCK}: {reason(error)}") from error


def _run_ids(root: Path) -> list[str]:
    """Run ids, newest first, without links and other files."""
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


def _run_paths(root: Path) -> Iterator[Path]:
    """Run folders with a manifest, newest first; one without has recorded nothing."""
    paths = (runs_folder(root) / run_id for run_id in _run_ids(root))
    # Path.exists would raise for a path without permission.
    return (path for path in paths if os.path.exists(path / MANIFEST))


def readable_runs(root: Path) -> Iterator[RunFolder]:
    """Readable runs, newest first; damaged ones and those of other versions are skipped."""
    for path in _run_paths(root):
        with suppress(HydraError):
            yield _read(path)


def _read(path: Path) -> RunFolder:
    file = path / MANIFEST
    try:
        manifest = plain(json.loads(file.read_bytes()))
    except FileNotFoundError as error:
        raise HydraError(f"{path}: this run ended before it recorded anything") from error
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
    """The recordings that this session reuses.

    ``replayed`` is a run to decide again without any bot. ``reused`` is a run whose conversations
    are taken where nothing changed. ``resumed`` are interrupted runs, newest first. ``fresh``:
    nothing from earlier sessions is reused. ``token`` identifies the session across its processes.
    """

    replayed: RunFolder | None = None
    resumed: tuple[RunFolder, ...] = ()
    reused: RunFolder | None = None
    fresh: bool = False
    token: str = field(default_factory=lambda: uuid4().hex)

    def to_wire(self) -> str:
        """As one string, for xdist's workers, which must not search themselves."""
        runs = (self.replayed, self.reused, *self.resumed)
        paths = [run and str(run.path) for run in runs]
        return json.dumps([paths, self.fresh, self.token])

    @classmethod
    def from_wire(cls, text: str, root: Path) -> Reuse:
        """The inverse of `to_wire`. Raises HydraError."""
        paths, fresh, token = json.loads(text)
        replayed, reused, *resumed = (path and find_run(root, path) for path in paths)
        return cls(replayed, tuple(resumed), reused, fresh=fresh, token=token)
