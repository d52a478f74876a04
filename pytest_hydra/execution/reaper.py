"""Ends process trees: called by us, and run as a program that does so when we are gone.

As a program (``python -I -S reaper.py``) it holds the reading end of a pipe whose writing end
belongs to one pytest process, and hears which trees live: ``+MARKER`` before one is started,
``=MARKER PID`` when it has its process group, ``-MARKER`` when it has ended. When the pipe ends,
or its parent changes, pytest is gone, however it went: what still lives is killed. It imports
nothing but the standard library, so that it starts within milliseconds.
"""

import os
import select
import signal
import sys
import time

# Set for a child and inherited by all that it starts, also by what leaves its process group. Its
# value is one marker after the other, as a child may run a pytest that has children of its own.
VARIABLE = "PYTEST_HYDRA_PROCESS"

_PAUSE = 0.01
# Our own reference: a test may have patched the module.
_sleep = time.sleep
# How often the tree is searched again for what was started while it was being killed.
_SEARCHES = 20


def members(marker: str, group: int | None) -> set[int]:
    """The living processes of a tree: those that carry the marker, are in the group, or descend.

    Through /proc, so on Linux only; elsewhere the set is empty, and the group alone is known.
    A process that left the group, lost its parent and cleared its environment is not found.
    """
    parents: dict[int, int] = {}
    found: set[int] = set()
    wanted = marker.encode("ascii")
    for pid in _pids():
        try:
            with open(f"/proc/{pid}/stat", "rb") as file:
                # The name in parentheses may hold anything; after it come state, parent, group.
                state, parent, its_group = file.read().rpartition(b")")[2].split()[:3]
            if state in (b"Z", b"X"):
                continue
            parents[pid] = int(parent)
            if (group is not None and int(its_group) == group) or wanted in _markers(pid):
                found.add(pid)
        except OSError:  # it ended meanwhile, or belongs to somebody else
            continue
    return _with_descendants(found, parents)


def end_tree(marker: str, group: int | None, grace: float) -> bool:
    """Ask all of a tree to end (SIGTERM), and after ``grace`` seconds make it (SIGKILL).

    Returns whether all of it is gone, as far as it can be known.
    """
    if not _signal_all(marker, group, signal.SIGTERM):
        return True
    # Counted, not timed: a test may have frozen the clock.
    for _ in range(int(grace / _PAUSE)):
        _sleep(_PAUSE)
        if not _signal_all(marker, group, 0):
            return True
    for _ in range(_SEARCHES):
        if not _signal_all(marker, group, signal.SIGKILL):
            return True
        _sleep(_PAUSE)
    return False


def kill_carriers(markers: frozenset[str]) -> None:
    """Kill every process that carries one of these markers, in as few walks as can be."""
    wanted = {marker.encode("ascii") for marker in markers}
    for _ in range(_SEARCHES):
        found = [pid for pid in _pids() if not wanted.isdisjoint(_markers(pid))]
        if not found:
            return
        for pid in found:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:  # it ended meanwhile
                continue
        _sleep(_PAUSE)


def _pids() -> list[int]:
    try:
        names = os.listdir("/proc")
    except OSError:
        return []
    return [int(name) for name in names if name.isdigit() and int(name) != os.getpid()]


def _markers(pid: int) -> list[bytes]:
    """The markers that a process carries: one for each tree that it belongs to."""
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            environment = file.read()
    except OSError:
        return []
    start = f"{VARIABLE}=".encode()
    for entry in environment.split(b"\0"):
        if entry.startswith(start):
            return entry.removeprefix(start).split()
    return []


def _with_descendants(found: set[int], parents: dict[int, int]) -> set[int]:
    while True:
        more = {pid for pid, parent in parents.items() if parent in found and pid not in found}
        more.discard(os.getpid())
        if not more:
            return found
        found |= more


def _signal_all(marker: str, group: int | None, number: int) -> bool:
    """Signal every process of the tree; whether there was any (zombies do not count)."""
    reached = False
    found = members(marker, group)
    for pid in found:
        try:
            os.kill(pid, number)
            reached = True
        except OSError:  # it ended meanwhile
            continue
    if not os.path.isdir("/proc/self") and group is not None:
        try:
            os.killpg(group, number)
            reached = True
        except OSError:
            pass
    return reached


def main() -> None:
    """Listen on standard input until it ends, then kill what lives."""
    parent = os.getppid()
    living: dict[str, int | None] = {}
    unread = b""
    while True:
        # Another child of pytest's may have inherited the other end of the pipe, and outlive it.
        ready, _, _ = select.select([0], [], [], 1.0 if living else None)
        if ready:
            data = os.read(0, 65536)
            if not data:
                break
            *lines, unread = (unread + data).split(b"\n")
            for line in lines:
                _hear(line.decode("ascii"), living)
        elif os.getppid() != parent:
            break
    for marker, group in living.items():
        end_tree(marker, group, grace=0.2)


def _hear(line: str, living: dict[str, int | None]) -> None:
    marker, _, group = line[1:].partition(" ")
    if line[0] == "-":
        living.pop(marker, None)
    else:
        living[marker] = int(group) if group else None


if __name__ == "__main__":
    # Ctrl-C and a polite SIGTERM to everybody are for others: this ends when pytest does.
    for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(one, signal.SIG_IGN)
    main()
    sys.exit(0)
