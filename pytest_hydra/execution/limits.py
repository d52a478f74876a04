"""What one command may use of the machine: memory, processes, processors, the size of its files.

Limits of the kernel hold for each process. What all of a command's processes hold together is
looked at twice a second; who has too much is ended.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count

from pytest_hydra.execution.command import Watch

MOST_PROCESSES = 2048
"""How many processes one command may have at a time."""
MOST_FILE_MB = 8192
"""How large a file may become that it writes."""

_MB = 2**20
_TURNS = count()
# Since Linux 5.14 processes are counted by user namespace: those outside do not count as well.
_COUNTED_APART = (5, 14)


@dataclass(frozen=True, slots=True)
class Limits:
    """``memory_mb`` is for all processes of a command together; None is without limit.

    ``processors`` is how many of the machine's it may use; None is all.
    """

    memory_mb: int | None = None
    processors: int | None = None
    processes: int = MOST_PROCESSES
    file_mb: int = MOST_FILE_MB


def limited(command: Sequence[str], limits: Limits, *, counted_apart: bool) -> list[str]:
    """The command line that runs ``command`` within the limits of the kernel.

    ``counted_apart``: it runs where its user has no other processes. A limit that is lower
    already stays.
    """
    # In units of 512 bytes and of 1 KiB, as POSIX has them; dash says -p where others say -u.
    asked = ["ulimit -c 0", f"ulimit -f {limits.file_mb * 2048}"]
    if limits.memory_mb is not None:
        # What a process may ask for, which may be more than it uses: so twice as much.
        asked.append(f"ulimit -d {2 * limits.memory_mb * 1024}")
    lines = [f"{one} 2>/dev/null" for one in asked]
    if counted_apart and _kernel() >= _COUNTED_APART:
        most = limits.processes
        lines.append(f"ulimit -u {most} 2>/dev/null || ulimit -p {most} 2>/dev/null")
    return ["/bin/sh", "-c", "; ".join([*lines, 'exec "$@"']), "sh", *command]


def watch(limits: Limits) -> Watch:
    """What says, given the ids of all processes of a command, why it is to be ended, if it is."""

    def look(pids: Collection[int]) -> str | None:
        if len(pids) > limits.processes:
            return f"it had more than {limits.processes} processes at a time"
        if limits.memory_mb is None or _resident(pids) <= limits.memory_mb * _MB:
            return None
        # What several hold in common was counted for each; to share it out takes longer.
        if _proportional(pids) <= limits.memory_mb * _MB:
            return None
        return f"its processes used more than {limits.memory_mb} MB of memory"

    return look


@contextmanager
def on_processors(number: int | None) -> Iterator[None]:
    """Have what this thread starts run on so many processors; each time on others, in turn.

    It keeps commands from each other's way, and is no fence. On Linux only.
    """
    if number is None or not hasattr(os, "sched_setaffinity"):
        yield
        return
    ours = os.sched_getaffinity(0)
    all_ = sorted(ours)
    first = next(_TURNS) * number
    os.sched_setaffinity(0, {all_[(first + one) % len(all_)] for one in range(number)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, ours)


def _kernel() -> tuple[int, ...]:
    numbers = os.uname().release.split("-")[0].split(".")[:2]
    return tuple(int(one) for one in numbers if one.isdigit())


def _resident(pids: Collection[int]) -> int:
    """Bytes that the processes hold, with what is held in common counted for each."""
    page = os.sysconf("SC_PAGE_SIZE")
    return sum(int(_read(pid, "statm").split()[1]) * page for pid in pids if _read(pid, "statm"))


def _proportional(pids: Collection[int]) -> int:
    """Bytes that the processes hold, with what is held in common shared out among them."""
    total = 0
    for pid in pids:
        for line in _read(pid, "smaps_rollup").splitlines():
            if line.startswith(b"Pss:"):
                total += int(line.split()[1]) * 1024
    return total


def _read(pid: int, name: str) -> bytes:
    try:
        with open(f"/proc/{pid}/{name}", "rb") as file:
            return file.read()
    except OSError:  # it ended meanwhile
        return b""
