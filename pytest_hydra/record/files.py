"""Files that appear whole or not at all, and what is kept in them by the address of its inputs."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from errno import ELOOP, ENOENT
from pathlib import Path
from secrets import token_hex
from typing import Any

from pytest_hydra.errors import HydraError
from pytest_hydra.record import wire

# How many files are flushed at a time.
_AT_ONCE = 8


class StoreError(HydraError):
    """Something below ``.hydra/`` that could not be written or deleted."""

    def __init__(self, path: Path, error: OSError, doing: str = "write") -> None:
        super().__init__(f"cannot {doing} {path}: {reason(error)}")


def reason(error: OSError) -> str:
    """What the system says was wrong, without the path."""
    return error.strerror or type(error).__name__


def read_file(file: Path) -> bytes:
    """What a file holds that a person named. Raises HydraError."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise HydraError(f"{file}: cannot read it: {reason(error)}") from None


def write_whole(path: Path, data: bytes | Iterable[bytes], *, flush: bool = True) -> None:
    """Write beside, flush, rename: nobody ever sees half of the file. Raises OSError, of ``path``.

    ``data`` may come in pieces. A symbolic link stays and what it points at is replaced; a device
    or a pipe is written into. Without ``flush`` the file may be empty, or gone, when the machine
    goes down within the next half minute: for what is flushed later, or can be made again.
    """
    pieces = [data] if isinstance(data, bytes) else data
    if path.exists() and not path.is_file():
        with path.open("wb") as device:
            device.writelines(pieces)
        return
    named = str(path)
    path = Path(os.path.realpath(path))  # Path.resolve may raise for links that go in a circle
    beside = path.with_name(f".{path.name[:100]}.{os.getpid()}-{token_hex(4)}")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(pieces)
            if flush:
                file.flush()
                os.fsync(file.fileno())
        beside.replace(path)
    except BaseException as error:
        with suppress(OSError):
            beside.unlink()
        if isinstance(error, OSError):  # which tells of the file beside
            raise OSError(error.errno, error.strerror, named) from None
        raise


def flush_all(paths: Iterable[Path]) -> None:
    """Have files be on the disk, several at a time as they share a commit. Raises OSError."""
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
    """A folder below ``.hydra/`` of the project, which git is told to ignore. Raises OSError."""
    hydra = root / ".hydra"
    folder = hydra / name
    folder.mkdir(parents=True, exist_ok=True)
    if not (hydra / ".gitignore").exists():
        write_whole(hydra / ".gitignore", b"*\n")
    return folder


def lock(path: Path) -> int:
    """An open descriptor that holds the file's lock until it is closed. Raises OSError.

    A link is no lock: what it leads to is another's, or would be made wherever it leads.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666)
    except OSError as error:
        if error.errno == ELOOP:
            error.strerror = f"{path.name!r} is a link, which a lock must not be; remove it"
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
    """Whether somebody holds the file's lock; a file that is not there has no holder."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    except OSError as error:
        if error.errno in (ENOENT, ELOOP):  # nobody locks a link
            return False
        raise
    try:
        # Shared, so that two who ask at once don't take each other for the holder.
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


SESSION = "session-"
"""How the cache of a session is called, before its token."""

_DAY = 24 * 60 * 60
# How long a result is kept that nobody asks for, in seconds.
_KEPT_SECONDS = 31 * _DAY
_ADDRESS = re.compile(r"[0-9a-f]{64}")


class Cache:
    """Results by address, below ``.hydra/NAME/``. An address is the sha256 of all that matters.

    Whoever does the work of an address claims it first: others who want the same wait, and find
    it done. A claim falls with the process that holds it.
    """

    def __init__(self, root: Path, name: str, *, flush: bool = True) -> None:
        """Without ``flush`` the last results may be lost when the machine goes down."""
        self._root = root
        self._name = name
        self._flush = flush

    @contextmanager
    def claim(self, address: str) -> Iterator[None]:
        """Be the only one at work on this address. Raises StoreError."""
        path = self._path(address, "lock")
        with ExitStack() as stack:
            try:
                make_folder(self._root, self._name)
                stack.enter_context(locked(path))
            except OSError as error:
                raise StoreError(path, error) from error
            yield

    def get(self, address: str) -> dict[str, Any] | None:
        """What was put there, which is used and so not forgotten; None for nothing readable."""
        path = self._path(address, "json")
        try:
            found = path.read_bytes()
            with suppress(OSError):
                os.utime(path)
            return wire.decode(found)
        except (FileNotFoundError, ValueError):
            return None
        except OSError as error:
            raise StoreError(path, error, "read") from error

    def put(self, address: str, value: Mapping[str, Any]) -> None:
        """Keep a result, whole or not at all. Raises StoreError."""
        path = self._path(address, "json")
        try:
            make_folder(self._root, self._name)
            write_whole(path, wire.encode(value).encode("ascii"), flush=self._flush)
        except OSError as error:
            raise StoreError(path, error) from error

    def forget_old(self) -> None:
        """Delete what nobody asked for in a month, and the log that lies beside it."""
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
    """Delete what processes of a session told each other, and what killed ones left for a day."""
    shutil.rmtree(root / ".hydra" / f"{SESSION}{token}", ignore_errors=True)
    for path in (root / ".hydra").glob(f"{SESSION}*"):
        with suppress(OSError):
            if path.stat().st_mtime < time.time() - _DAY:
                shutil.rmtree(path, ignore_errors=True)
