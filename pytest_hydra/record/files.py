"""Files that appear whole or not at all, and locks that fall with their holder."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from pytest_hydra.errors import HydraError

# How many files are flushed at a time.
_AT_ONCE = 8


class StoreError(HydraError):
    """Something below ``.hydra/`` that could not be written or deleted."""

    def __init__(self, path: Path, error: OSError, doing: str = "write") -> None:
        super().__init__(f"cannot {doing} {path}: {reason(error)}")


def reason(error: OSError) -> str:
    """What the system says was wrong, without the path."""
    return error.strerror or type(error).__name__


def write_whole(path: Path, data: bytes | Iterable[bytes], *, flush: bool = True) -> None:
    """Write beside, flush, rename: nobody ever sees half of the file. Raises OSError.

    ``data`` may come in pieces. A symbolic link stays and what it points at is replaced; a device
    or a pipe is written into. Without ``flush`` the file may be empty, or gone, when the machine
    goes down within the next half minute: for what is flushed later, or can be made again.
    """
    pieces = [data] if isinstance(data, bytes) else data
    if path.exists() and not path.is_file():
        with path.open("wb") as device:
            device.writelines(pieces)
        return
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
    except BaseException:
        with suppress(OSError):
            beside.unlink()
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
    """An open descriptor that holds the file's lock until it is closed. Raises OSError."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
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
        descriptor = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return False
    try:
        # Shared, so that two who ask at once don't take each other for the holder.
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False
