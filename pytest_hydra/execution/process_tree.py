"""Process trees that never outlive their owner or this process, however it ends.

For POSIX systems, within the limits documented in `pytest_hydra.execution.reaper`. A helper
process, the guard, kills what is left of our children when this process is gone.
"""

from __future__ import annotations

import atexit
import os
import secrets
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution import reaper
from pytest_hydra.execution.quotas import pause

TERMINATION = 0.5
"""Time between SIGTERM and SIGKILL, in seconds."""
LOST = 256
"""Stands for an exit status that cannot be known; real ones are below 256."""


class ProcessError(HydraError):
    """A child that could not be started, or that did not answer; the text says why."""


class Owner:
    """Owns the trees that it starts, and can kill all of them, and no others, from any thread."""

    def __init__(self) -> None:
        #: Process groups of living trees by marker; None while the child is being started.
        self.living: dict[str, int | None] = {}

    def kill_all(self) -> None:
        """Kill every living tree of this owner."""
        reaper.end_trees(dict(self.living), 0)


class ProcessTree:
    """A child in its own session, with its descendants; on Linux also those outside its group.

    Its output is a non-blocking pipe; ``stdin`` and ``stderr`` are as for `subprocess.Popen`.
    """

    def __init__(  # noqa: PLR0913 - what a child is and has, each by its name
        self,
        command: Sequence[str],
        *,
        cwd: Path,
        environment: Mapping[str, str],
        stdin: int,
        stderr: int,
        pass_fds: Sequence[int] = (),
        owner: Owner | None = None,
    ) -> None:
        """Start ``command``, whose program is an absolute path. Raises ProcessError."""
        self._marker = secrets.token_hex(16)
        self._owned = {} if owner is None else owner.living
        self._status: int | None = None
        # A child may itself run a pytest with children: they carry the markers of both.
        markers = f"{os.environ.get(reaper.VARIABLE, '')} {self._marker}".strip()
        try:
            _announce(self._marker, None)
            # Registered before the start, so that kill_all does not miss a child being started.
            self._owned[self._marker] = None
            self.child = subprocess.Popen(  # noqa: S603 - to run it is what we are asked for
                list(command),
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=stderr,
                bufsize=0,
                cwd=cwd,
                env={**environment, reaper.VARIABLE: markers},
                pass_fds=tuple(pass_fds),
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            _report_end(self._marker)
            self._owned.pop(self._marker, None)
            raise ProcessError(_start_failure(command[0], cwd, error)) from error
        _announce(self._marker, self.child.pid)
        self._owned[self._marker] = self.child.pid
        for pipe in (self.child.stdin, self.child.stdout, self.child.stderr):
            if pipe is not None:
                os.set_blocking(pipe.fileno(), False)

    @property
    def status(self) -> int | None:
        """The child's exit status, negative for a signal; None while it lives; LOST if unknown.

        The child is not reaped: its id keeps naming the process group to kill.
        """
        if self._status is None:
            self._status = _status_of(self.child)
        return self._status

    def members(self) -> set[int]:
        """The ids of all its living processes."""
        return reaper.members({self._marker: self.child.pid})

    def end(self, grace: float) -> None:
        """Send SIGTERM, and kill what is left after ``grace`` seconds."""
        if not grace:
            # The whole group at once: finding the processes one by one takes longer.
            self.kill_group()
        try:
            if reaper.end_trees({self._marker: self.child.pid}, grace):
                _report_end(self._marker)
        finally:
            # Also after Ctrl-C in between; the guard kills the rest when this process ends.
            self.kill_group()

    def end_soon(self) -> None:
        """Kill what is left after the child itself has ended.

        Descendants outside the group are searched for later, for many trees at once, because that
        needs a walk through all processes. If this process ends first, the guard does it.
        """
        with _lock:
            _sought.add(self._marker)
            if len(_sought) == 1:
                threading.Thread(target=_search_all, name="hydra-search", daemon=True).start()
        self.kill_group()

    def kill_group(self) -> None:
        """Kill the child's process group; its owner has nothing more to end."""
        # The child has not been reaped, so its id still names this group and no other.
        with suppress(OSError):
            os.killpg(self.child.pid, signal.SIGKILL)
        self._owned.pop(self._marker, None)


def _status_of(child: subprocess.Popen[bytes]) -> int | None:
    if not hasattr(os, "waitid"):  # macOS before Python 3.13: this reaps the child
        return child.poll()
    try:
        ended = os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:  # reaped by somebody else
        return LOST
    if ended is None:
        return None
    return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status


def _start_failure(program: str, cwd: Path, error: OSError | ValueError) -> str:
    name = one_line(program, 200)
    if not os.path.isdir(cwd):
        return f"the command {name} cannot be started in {one_line(str(cwd), 200)}: no such folder"
    if isinstance(error, FileNotFoundError) and os.path.exists(program):
        return f"the command {name} cannot be started: the program of its #! line was not found"
    reason = one_line(str(error.strerror if isinstance(error, OSError) else error))
    hint = "; a script begins with a line like #!/bin/sh" if "format" in reason else ""
    return f"the command {name} cannot be started: {reason}{hint}"


@dataclass(slots=True)
class _Guard:
    process: subprocess.Popen[bytes]
    owner: int
    living: dict[str, int | None] = field(default_factory=dict)


# One guard per pytest process, started with its first child. Children belong to the process as a
# whole, hence a module-level singleton.
_lock = threading.Lock()
_guards: list[_Guard] = []
# Markers of ended children whose descendants have not been searched for yet.
_sought: set[str] = set()
# A search visits every process of the system, while our other threads wait.
_BETWEEN_SEARCHES = 0.5


def _report_end(marker: str) -> None:
    """Tell the guard that nothing of the tree is left."""
    with _lock:
        # At the interpreter's exit the guard is already dismissed.
        if _guards and _guards[0].owner == os.getpid():
            _guards[0].living.pop(marker, None)
            _write(_guards[0], f"-{marker}\n")


def _search_all() -> None:
    while True:
        pause(_BETWEEN_SEARCHES)
        with _lock:
            markers = frozenset(_sought)
        reaper.end_trees(dict.fromkeys(markers), 0)
        for marker in markers:
            _report_end(marker)
        with _lock:
            _sought.difference_update(markers)
            if not _sought:
                return


def _announce(marker: str, group: int | None) -> None:
    """Tell the guard that a tree is about to start, or which process group it has."""
    with _lock:
        guard = _current()
        guard.living[marker] = group
        _tell(guard, {marker: group})


def _current() -> _Guard:
    if _guards and _guards[0].owner != os.getpid():
        # This process is a fork: the guard and the trees belong to the parent.
        guard = _guards.pop()
        if guard.process.stdin:
            guard.process.stdin.close()
        guard.process.returncode = 0  # the parent reaps it
    if not _guards:
        _guards.append(_Guard(_launch(), os.getpid()))
        atexit.register(_dismiss)
    return _guards[0]


def _launch() -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-I", "-S", reaper.__file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        cwd="/",
        start_new_session=True,
    )


def _tell(guard: _Guard, living: Mapping[str, int | None]) -> None:
    _write(guard, "".join(f"+{marker} {group or ''}\n" for marker, group in living.items()))


def _write(guard: _Guard, lines: str) -> None:
    assert guard.process.stdin is not None  # noqa: S101 - it was started with a pipe
    try:
        guard.process.stdin.write(lines.encode("ascii"))
    except BrokenPipeError:
        # The guard was killed: start another one and tell it everything again.
        _end(guard.process)
        guard.process = _launch()
        _tell(guard, guard.living)


def _dismiss() -> None:
    with _lock:
        guard = _guards and _guards[0].owner == os.getpid() and _guards.pop()
    if guard:
        _end(guard.process)


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.stdin:
        process.stdin.close()
    # It exits by itself, at the latest after killing what was left, within a second.
    process.wait()
