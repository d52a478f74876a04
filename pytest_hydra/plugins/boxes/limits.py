"""Limits on what one command may use: memory, processes, processors and disk space.

Kernel limits apply to each process. The total over all processes of a command is checked twice a
second, and a command above its limit is ended. If memory runs out all the same, the kernel ends a
command before any other process.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from pytest_hydra.execution import Watch, machine_memory

MOST_PROCESSES = 2048
"""The most processes of one command at a time."""
MOST_FILE_MB = 8192
"""The largest file that a command may write, in MB."""

_MB = 2**20
# Free space, in bytes and in files, below which a command that fills the disk is ended.
_SPARE_BYTES = 2**29
_SPARE_FILES = 20_000
_TURNS = count()
# Since Linux 5.14 processes are counted per user namespace: those outside no longer count.
_COUNTED_PER_NAMESPACE = [5, 14]


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one command; without ``memory_mb`` it may use three quarters of the memory."""

    memory_mb: int | None = None
    processors: int | None = None
    processes: int = MOST_PROCESSES
    file_mb: int = MOST_FILE_MB


def with_limits(command: Sequence[str], limits: Limits, *, own_namespace: bool) -> list[str]:
    """The command line that runs ``command`` under the kernel's limits.

    ``own_namespace``: it runs in a user namespace without other processes. A limit that is already
    lower stays.
    """
    # POSIX units: blocks of 512 bytes and KiB. dash spells -p what other shells spell -u.
    commands = ["ulimit -c 0", f"ulimit -f {limits.file_mb * 2048}"]
    if limits.memory_mb is not None:
        # A process may reserve more memory than it uses: hence twice the limit.
        commands.append(f"ulimit -d {2 * limits.memory_mb * 1024}")
    lines = [f"{entry} 2>/dev/null" for entry in commands]
    kernel = os.uname().release.split("-")[0].split(".")[:2]
    if own_namespace and [int(part) for part in kernel if part.isdigit()] >= _COUNTED_PER_NAMESPACE:
        most = limits.processes
        lines.append(f"ulimit -u {most} 2>/dev/null || ulimit -p {most} 2>/dev/null")
    return ["/bin/sh", "-c", "; ".join([*lines, 'exec "$@"']), "sh", *command]


def watch(limits: Limits, folder: Path) -> Watch:
    """A watch for a command that starts now in ``folder``: the reason to end it, or None."""
    most = machine_memory() * 3 // 4 if limits.memory_mb is None else limits.memory_mb * _MB
    free = _free(folder)
    marked: set[int] = set()

    def look(pids: Collection[int]) -> str | None:
        if len(pids) > limits.processes:
            return f"it had more than {limits.processes} processes at a time"
        for pid in set(pids) - marked:
            with suppress(OSError):  # it ended meanwhile
                # The first to be ended when memory runs out; children inherit this.
                Path(f"/proc/{pid}/oom_score_adj").write_bytes(b"1000")
        marked.update(pids)
        # The resident size counts shared pages once per process; the exact sum takes longer.
        if _resident(pids) > most and _proportional(pids) > most:
            return f"its processes used more than {most // _MB} MB of memory"
        return _disk_excess(folder, free, pids)

    return look


def is_full(folder: Path) -> bool:
    """Whether the disk of a folder has room for no megabyte more, or for no file."""
    room, files = _free(folder)
    return room < _MB or not files


def _disk_excess(folder: Path, before: tuple[int, int], pids: Collection[int]) -> str | None:
    """The reason to end a command that has filled the disk, by bytes or by files; or None."""
    free = _free(folder)
    for at, spare in enumerate((_SPARE_BYTES, _SPARE_FILES)):
        used = before[at] - free[at]
        if used <= 0 or free[at] >= min(spare, before[at] // 8):
            continue
        # Other commands write too: one that has written little is not to blame.
        if 4 * _usage(folder, pids)[at] >= used:
            space = f"room for {free[1]} more files was" if at else f"{free[0] // _MB} MB were"
            return f"it filled the disk: {space} left"
    return None


@contextmanager
def on_processors(number: int | None) -> Iterator[None]:
    """Pin what this thread starts to so many processors, in rotation; a hint, on Linux only."""
    if number is None or not hasattr(os, "sched_setaffinity"):
        yield
        return
    ours = os.sched_getaffinity(0)
    all_ = sorted(ours)
    first = next(_TURNS) * number
    os.sched_setaffinity(0, {all_[(first + entry) % len(all_)] for entry in range(number)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, ours)


def _free(folder: Path) -> tuple[int, int]:
    """Free bytes and free files on the disk of a folder; a huge number where unknown."""
    try:
        status = os.statvfs(folder)
    except OSError:  # it was removed
        return 2**63, 2**63
    return status.f_bavail * status.f_frsize, status.f_favail if status.f_files else 2**63


def _usage(folder: Path, pids: Collection[int]) -> tuple[int, int]:
    """Bytes and count of all files in a folder, including deleted files that are still open."""
    sizes: dict[tuple[int, int], int] = {}
    top, names = os.path.realpath(folder), list[str]()
    with suppress(OSError):
        names = os.listdir(folder)
    unread = [str(folder)]
    while unread:
        with suppress(OSError), os.scandir(unread.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    unread.append(entry.path)
                _count(sizes, entry.stat(follow_symlinks=False))
    disk = {device for device, _ in sizes}
    for pid in pids:
        # A mount in its own namespace has another device number, but uses this disk.
        for name in names:
            with suppress(OSError):
                disk.add(os.stat(f"/proc/{pid}/root{top}/{name}").st_dev)
        with suppress(OSError), os.scandir(f"/proc/{pid}/fd") as entries:
            for entry in entries:
                status = os.stat(entry.path)
                if status.st_dev in disk and not status.st_nlink:
                    _count(sizes, status)
    return sum(sizes.values()), len(sizes)


def _count(sizes: dict[tuple[int, int], int], status: os.stat_result) -> None:
    sizes[status.st_dev, status.st_ino] = status.st_blocks * 512


def _resident(pids: Collection[int]) -> int:
    """Resident bytes of the processes; shared pages count once per process."""
    fields = [_read(pid, "statm").split() for pid in pids]
    return sum(int(entry[1]) for entry in fields if entry) * os.sysconf("SC_PAGE_SIZE")


def _proportional(pids: Collection[int]) -> int:
    """Proportional bytes of the processes; shared pages are divided among them."""
    lines = [line for pid in pids for line in _read(pid, "smaps_rollup").splitlines()]
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith(b"Pss:"))


def _read(pid: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:  # it ended meanwhile
        return b""
