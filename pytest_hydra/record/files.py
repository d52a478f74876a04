"""Atomic writes, file locks, and a content-addressed cache."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from errno import ELOOP, ENOENT
from pathlib import Path
from secrets import token_hex
from typing import Any

from pytest_hydra.errors import HydraError
from pytest_hydra.record import wire

# The number of files to flush at a time.
_AT_ONCE = 8


class StoreError(HydraError):
    """A file below ``.hydra/`` that could not be written or deleted."""

    def __init__(self, path: Path, error: OSError, doing: str = "write") -> None:
        super().__init__(f"cannot {doing} {path}: {reason(error)}")


def reason(error: OSError) -> str:
    """The system's error message, without the path."""
    return error.strerror or type(error).__name__


def read_file(file: Path) -> bytes:
    """The contents of a file that the user named. Raises HydraError."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise HydraError(f"{file}: cannot read it: {reason(error)}") from None


def write_whole(path: Path, data: bytes | Iterable[bytes], *, flush: bool = True) -> None:
    """Write a file atomically: write beside, flush, rename. Raises OSError with ``path``.

    ``data`` may come in pieces. A symbolic link stays and its target is replaced; a device or a
    pipe is written to directly. Without ``flush`` the file may be empty or missing if the machine
    crashes within half a minute: for files that are flushed later, or can be made again.
    """
    pieces = [data] if isinstance(data, bytes) else data
    if path.exists() and not path.is_file():
        with path.open("wb") as device:
            device.writelines(pieces)
        return
    name = str(path)
    path = Path(os.path.realpath(path))  # Path.resolve may raise for a cycle of links
    draft = path.with_name(f".{path.name[:100]}.{os.getpid()}-{token_hex(4)}")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(pieces)
            if flush:
                file.flush()
                os.fsync(file.fileno())
        draft.replace(path)
    except BaseException as error:
        with suppress(OSError):
            draft.unlink()
        if isinstance(error, OSError):  # it names the temporary file
            raise OSError(error.errno, error.strerror, name) from None
        raise


def write_new(files: Mapping[Path, str], say: Callable[[str], object]) -> None:
    """Write files and say where they are. Raises HydraError, and writes none, if one exists."""
    for path in files:
        if path.exists():
            raise HydraError(f"{path} exists already: choose another name")
    for path, text in files.items():
        write_whole(path, text.encode())
        say(f"{path}\n")


def flush_all(paths: Iterable[Path]) -> None:
    """Flush files to disk, several at a time, as they share a commit. Raises OSError."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(_AT_ONCE) as pool:
        for flushed in [pool.submit(_flush, path) for path in paths]:
            flushed.result()


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(root: Path, name: str) -> Path:
    """Create a folder below the project's ``.hydra/``, which git ignores. Raises OSError."""
    hydra = root / ".hydra"
    folder = hydra / name
    folder.mkdir(parents=True, exist_ok=True)
    if not (hydra / ".gitignore").exists():
        write_whole(hydra / ".gitignore", b"*\n")
    return folder


def lock(path: Path) -> int:
    """Lock a file; the lock is held until the returned descriptor is closed. Raises OSError.

    A symbolic link is refused: its target may belong to somebody else, or would be created.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666)
    except OSError as error:
        if error.errno == ELOOP:
            error.strerror = f"{path.name!r} is a link, but a lock must be a file; remove it"
        raise
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the file's lock inside the block. Raises OSError."""
    descriptor = lock(path)
    try:
        yield
    finally:
        os.close(descriptor)


def is_locked(path: Path) -> bool:
    """Whether the file's lock is held; False if there is no file."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    except OSError as error:
        if error.errno in (ENOENT, ELOOP):  # links are never locked
            return False
        raise
    try:
        # Shared, so that two simultaneous checks do not see each other as the holder.
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


SESSION = "session-"
"""The prefix of the name of a session's cache, before its token."""

# Locked in a folder as long as the process lives that uses it.
_HELD = ".held"
_DAY = 24 * 60 * 60
# The time after which an unused result is deleted, in seconds.
_KEPT_SECONDS = 31 * _DAY
_ADDRESS = re.compile(r"[0-9a-f]{64}")


class Cache:
    """Results by address below ``.hydra/NAME/``. An address is the sha256 of all inputs.

    A process claims an address before it does the work; others that need the same result wait for
    it. A claim ends with its process.
    """

    def __init__(self, root: Path, name: str, *, flush: bool = True) -> None:
        """Without ``flush`` the last results may be lost in a crash of the machine."""
        self._root = root
        self._name = name
        self._flush = flush

    @contextmanager
    def claim(self, address: str) -> Iterator[None]:
        """Claim the address inside the block, exclusively. Raises StoreError."""
        path = self._path(address, "lock")
        with ExitStack() as stack:
            try:
                make_folder(self._root, self._name)
                stack.enter_context(locked(path))
            except OSError as error:
                raise StoreError(path, error) from error
            yield

    def get(self, address: str) -> dict[str, Any] | None:
        """The result at an address, marked as used; None if there is none, or none readable."""
        path = self._path(address, "json")
        try:
            data = path.read_bytes()
            with suppress(OSError):
                os.utime(path)
            return wire.decode(data)
        except (FileNotFoundError, ValueError):
            return None
        except OSError as error:
            raise StoreError(path, error, "read") from error

    def put(self, address: str, value: Mapping[str, Any]) -> None:
        """Store a result, atomically. Raises StoreError."""
        path = self._path(address, "json")
        try:
            make_folder(self._root, self._name)
            write_whole(path, wire.encode(value).encode("ascii"), flush=self._flush)
        except OSError as error:
            raise StoreError(path, error) from error

    def forget_old(self) -> None:
        """Delete results that were not used for a month, with their logs."""
        for path in (self._root / ".hydra" / self._name).glob("*.json"):
            with suppress(OSError):
                if path.stat().st_mtime < time.time() - _KEPT_SECONDS:
                    for suffix in (".json", ".log", ".lock"):
                        path.with_suffix(suffix).unlink(missing_ok=True)

    def _path(self, address: str, suffix: str) -> Path:
        if not _ADDRESS.fullmatch(address):
            raise ValueError(f"an address is a sha256 in hex, not {address!r}")
        return self._root / ".hydra" / self._name / f"{address}.{suffix}"


def drop_session(root: Path, token: str) -> None:
    """Delete the exchange folder of a session, and what killed sessions left.

    What the next session may reuse stays for a day; `own_folder` is of no use to others.
    """
    shutil.rmtree(root / ".hydra" / f"{SESSION}{token}", ignore_errors=True)
    for path in (root / ".hydra").glob(f"{SESSION}*"):
        with suppress(OSError):
            if path.stat().st_mtime < time.time() - _DAY:
                shutil.rmtree(path, ignore_errors=True)
            left = [held.parent for held in path.glob(f"*/{_HELD}") if not is_locked(held)]
            for folder in left:
                shutil.rmtree(folder, ignore_errors=True)
            if left:
                path.rmdir()  # if nothing else is in it


def own_folder(root: Path, token: str, name: str) -> Path:
    """A folder of a session that only this process uses, until it ends. Raises StoreError."""
    folder = root / ".hydra" / f"{SESSION}{token}" / name
    try:
        make_folder(root, f"{SESSION}{token}/{name}")
        # The lock ends with the process.
        lock(folder / _HELD)
    except OSError as error:
        raise StoreError(folder, error) from error
    return folder
