"""Ends process trees: called by us, and run as a program that does so when we are gone.

As a program (``python -I -S reaper.py``) it holds the reading end of a pipe whose writing end
belongs to one pytest process, and hears which trees live: ``+MARKER`` before one is started,
``+MARKER PID`` when it has its process group, ``-MARKER`` when it has ended. When the pipe ends,
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
# Our own references: a test may have patched the module, and what freezes time replaces what it
# finds as attributes of modules.
_CLOCK = (time.monotonic, time.sleep)
# How long is waited between two looks whether all have ended: longer each time.
_LONGEST_PAUSE = 0.05
# How often the tree is searched again for what was started while it was being killed.
_SEARCHES = 20
# The states of processes that have ended, and that nobody has waited for.
_ENDED = (b"Z", b"X")


def members(trees: dict[str, int | None]) -> set[int]:
    """The living processes of trees: those that carry a marker, are in its group, or descend.

    ``trees`` has each tree's process group by its marker; None while there is none.
    Through /proc, so on Linux only; elsewhere the set is empty, and the group alone is known.
    A process that left the group, lost its parent and cleared its environment is not found.
    """
    parents: dict[int, int] = {}
    found: set[int] = set()
    wanted = {marker.encode("ascii") for marker in trees}
    groups = {group for group in trees.values() if group is not None}
    for pid in _pids():
        try:
            state, parent, its_group = _status(pid)
            if state in _ENDED:
                continue
            parents[pid] = int(parent)
            if int(its_group) in groups or not wanted.isdisjoint(_markers(pid)):
                found.add(pid)
        except OSError:  # it ended meanwhile, or belongs to somebody else
            continue
    return _with_descendants(found, parents)


def end_trees(trees: dict[str, int | None], grace: float) -> bool:
    """Ask all of the trees to end, and after ``grace`` seconds make them; whether they have."""
    now, sleep = _CLOCK
    end = now() + grace
    found = members(trees)
    if not _signal_all(found, trees, signal.SIGTERM):
        return True
    pause = _PAUSE
    while (left := end - now()) > 0:
        sleep(min(pause, left))
        # Whom they have started meanwhile is looked for once these have ended.
        found = {pid for pid in found if _lives(pid)}
        if not found:
            found = members(trees)
            if not _signal_all(found, trees, 0):
                return True
        pause = min(2 * pause, _LONGEST_PAUSE)
    for _ in range(_SEARCHES):
        # Also who was found by a parent that has ended since.
        if not _signal_all(found | members(trees), trees, signal.SIGKILL):
            return True
        found = set()
        sleep(_PAUSE)
    return False


def _pids() -> list[int]:
    try:
        names = os.listdir("/proc")
    except OSError:
        return []
    return [int(name) for name in names if name.isdigit() and int(name) != os.getpid()]


def _status(pid: int) -> list[bytes]:
    """The state of a process, its parent and its group. Raises OSError where there is none."""
    with open(f"/proc/{pid}/stat", "rb") as file:
        # The name in parentheses may hold anything; what is told comes after it.
        return file.read().rpartition(b")")[2].split()[:3]


def _lives(pid: int) -> bool:
    try:
        return _status(pid)[0] not in _ENDED
    except OSError:
        return False


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


def _signal_all(found: set[int], trees: dict[str, int | None], number: int) -> bool:
    """Signal the members of the trees that were found; whether there was any."""
    reached = False
    # A shell is older than what it waits for. Asked after that had ended, it might tell of its end.
    for pid in sorted(found):
        try:
            os.kill(pid, number)
            reached = True
        except OSError:  # it ended meanwhile
            continue
    groups = [] if os.path.isdir("/proc/self") else [group for group in trees.values() if group]
    for group in groups:
        try:
            os.killpg(group, number)
            reached = True
        except OSError:
            continue
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
                marker, _, group = line[1:].decode("ascii").partition(" ")
                if line.startswith(b"-"):
                    living.pop(marker, None)
                else:
                    living[marker] = int(group) if group else None
        elif os.getppid() != parent:
            break
    end_trees(living, grace=0.2)


if __name__ == "__main__":
    # Ctrl-C and a polite SIGTERM to everybody are for others: this ends when pytest does.
    for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(one, signal.SIG_IGN)
    main()
    sys.exit(0)
