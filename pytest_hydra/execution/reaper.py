"""End process trees: as a module, and as a program that does so when pytest is gone.

As a program (``python -I -S reaper.py``) it reads from a pipe whose writing end belongs to one
pytest process, which reports its trees: ``+MARKER`` before a start, ``+MARKER PID`` once there is a
process group, ``-MARKER`` after the end. When the pipe ends, or the parent changes, pytest is gone,
and what is left of its trees is killed. It uses only the standard library, so that it starts within
milliseconds. psutil takes longer to load than that, and twice as long for a search.
"""

import os
import select
import signal
import sys
import time

# Environment variable of a child, inherited by all descendants, also outside its process group. Its
# value is a list of markers, as a child may itself run a pytest with children.
VARIABLE = "PYTEST_HYDRA_PROCESS"

_PAUSE = 0.01
# Own references, because tests patch modules and tools that freeze time replace their attributes.
_CLOCK = (time.monotonic, time.sleep)
# The longest pause between two checks whether all have ended; pauses grow up to it.
_LONGEST_PAUSE = 0.05
# How often the tree is searched again for processes that were started while it was killed.
_SEARCHES = 20
# States of processes that have ended but were not reaped.
_ENDED = (b"Z", b"X")


def members(trees: dict[str, int | None]) -> set[int]:
    """The living processes of trees: by marker, by process group, or by descent.

    ``trees`` maps markers to process groups, None while there is none. Uses /proc, so on other
    systems than Linux the set is empty and only the groups are known. A process that left the
    group, lost its parent and cleared its environment is not found.
    """
    parents: dict[int, int] = {}
    pids: set[int] = set()
    markers = {marker.encode("ascii") for marker in trees}
    groups = {group for group in trees.values() if group is not None}
    for pid in _pids():
        try:
            state, parent, its_group = _status(pid)
            if state in _ENDED:
                continue
            parents[pid] = int(parent)
            if int(its_group) in groups or not markers.isdisjoint(_markers(pid)):
                pids.add(pid)
        except OSError:  # it has ended, or belongs to another user
            continue
    return _with_descendants(pids, parents)


def end_trees(trees: dict[str, int | None], grace: float) -> bool:
    """Send SIGTERM to all trees, and SIGKILL after ``grace`` seconds; whether all have ended."""
    now, sleep = _CLOCK
    end = now() + grace
    pids = members(trees)
    if not _signal_all(pids, trees, signal.SIGTERM):
        return True
    pause = _PAUSE
    while (remaining := end - now()) > 0:
        sleep(min(pause, remaining))
        # New descendants are searched for once these have ended.
        pids = {pid for pid in pids if _lives(pid)}
        if not pids:
            pids = members(trees)
            if not _signal_all(pids, trees, 0):
                return True
        pause = min(2 * pause, _LONGEST_PAUSE)
    for _ in range(_SEARCHES):
        # The earlier set too: the parent by which a process was found may have ended since.
        if not _signal_all(pids | members(trees), trees, signal.SIGKILL):
            return True
        pids = set()
        sleep(_PAUSE)
    return False


def _pids() -> list[int]:
    try:
        names = os.listdir("/proc")
    except OSError:
        return []
    return [int(name) for name in names if name.isdigit() and int(name) != os.getpid()]


def _status(pid: int) -> list[bytes]:
    """The state, parent and process group of a process. Raises OSError if there is none."""
    with open(f"/proc/{pid}/stat", "rb") as file:
        # The name in parentheses may hold any character; the fields follow it.
        return file.read().rpartition(b")")[2].split()[:3]


def _lives(pid: int) -> bool:
    try:
        return _status(pid)[0] not in _ENDED
    except OSError:
        return False


def _markers(pid: int) -> list[bytes]:
    """The markers of a process: one for each tree that it belongs to."""
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


def _with_descendants(pids: set[int], parents: dict[int, int]) -> set[int]:
    while True:
        more = {pid for pid, parent in parents.items() if parent in pids and pid not in pids}
        more.discard(os.getpid())
        if not more:
            return pids
        pids |= more


def _signal_all(pids: set[int], trees: dict[str, int | None], number: int) -> bool:
    """Signal the processes, and where /proc is missing the groups; whether there was any."""
    reached = False
    # Oldest first: a shell that outlives its child would print a message about the child's end.
    for pid in sorted(pids):
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
        # Another child of pytest may have inherited the writing end and outlive pytest.
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
    # Ctrl-C and SIGTERM to the whole group are ignored: this ends when pytest does.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    main()
    sys.exit(0)
