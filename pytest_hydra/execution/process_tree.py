"""Children with all that they start: none outlives its owner, nor this process, however it ends.

For POSIX systems, within the limits that `pytest_hydra.execution.reaper` names. A program beside
us, the guard, kills what lives of our children when we are gone.
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
"""How long a tree has to end by itself when it is asked to, in seconds."""
LOST = 256
"""Stands for an exit status, of which there are 256, that nobody can know."""


class ProcessError(HydraError):
    """A child that could not be started, or that did not answer; the text says why."""


class Owner:
    """Who starts trees, and may kill its own, all at once and from any thread, and no other's."""

    def __init__(self) -> None:
        #: The process groups of those that live, by their markers; None while there is none.
        self.living: dict[str, int | None] = {}

    def kill_all(self) -> None:
        """Kill every tree of this owner that lives; who talks with one sees it end."""
        reaper.end_trees(dict(self.living), 0)


class ProcessTree:
    """A child in a session of its own, and all that it starts. On Linux also what left its group.

    Its output is a pipe that does not block; ``stdin`` and ``stderr`` are as `subprocess` has them.
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
        # A child of ours may run a pytest that has children of its own: it carries all markers.
        markers = f"{os.environ.get(reaper.VARIABLE, '')} {self._marker}".strip()
        try:
            _announce(self._marker, None)
            # Before it is there: else one that is just being started could be missed.
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
            _ended(self._marker)
            self._owned.pop(self._marker, None)
            raise ProcessError(_not_started(command[0], cwd, error)) from error
        _announce(self._marker, self.child.pid)
        self._owned[self._marker] = self.child.pid
        for pipe in (self.child.stdin, self.child.stdout, self.child.stderr):
            if pipe is not None:
                os.set_blocking(pipe.fileno(), False)

    @property
    def status(self) -> int | None:
        """The child's exit status, negative for a signal; None while it lives; LOST for no knowing.

        Its id is not released: it names the group that is killed.
        """
        if self._status is None:
            self._status = _status_of(self.child)
        return self._status

    def members(self) -> set[int]:
        """The ids of all its processes that live."""
        return reaper.members({self._marker: self.child.pid})

    def end(self, grace: float) -> None:
        """Ask it to end, and kill what lives of it after ``grace`` seconds."""
        if not grace:
            # At once, however many they are: to find them one by one takes its time.
            self.kill_group()
        try:
            if reaper.end_trees({self._marker: self.child.pid}, grace):
                _ended(self._marker)
        finally:
            # Also when Ctrl-C came in between. The rest is then killed when this process ends.
            self.kill_group()

    def end_soon(self) -> None:
        """Have what is left of it killed, where the child itself has ended.

        Whoever left the group is looked for in good time, for many trees at once: it takes a walk
        through all processes. Should this process end before, the guard makes up for it.
        """
        with _lock:
            _sought.add(self._marker)
            if len(_sought) == 1:
                threading.Thread(target=_search_all, name="hydra-search", daemon=True).start()
        self.kill_group()

    def kill_group(self) -> None:
        """Kill the child's process group at once; then its owner has nothing more to end."""
        # The child is not waited for yet, so its id still names its group, and no other.
        with suppress(OSError):
            os.killpg(self.child.pid, signal.SIGKILL)
        self._owned.pop(self._marker, None)


def _status_of(child: subprocess.Popen[bytes]) -> int | None:
    if not hasattr(os, "waitid"):  # macOS before Python 3.13: the id is released
        return child.poll()
    try:
        ended = os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:  # somebody else waited for it
        return LOST
    if ended is None:
        return None
    return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status


def _not_started(program: str, cwd: Path, error: OSError | ValueError) -> str:
    shown = one_line(program, 200)
    if not os.path.isdir(cwd):
        return f"the command {shown} cannot be started in {one_line(str(cwd), 200)}: no such folder"
    if isinstance(error, FileNotFoundError) and os.path.exists(program):
        return f"the command {shown} cannot be started: the program of its #! line was not found"
    reason = one_line(str(error.strerror if isinstance(error, OSError) else error))
    hint = "; a script begins with a line like #!/bin/sh" if "format" in reason else ""
    return f"the command {shown} cannot be started: {reason}{hint}"


@dataclass(slots=True)
class _Guard:
    process: subprocess.Popen[bytes]
    owner: int
    living: dict[str, int | None] = field(default_factory=dict)


# One for each pytest process, started with its first child. A process has one set of children, so
# this is one of the few things that there can be only one of.
_lock = threading.Lock()
_guards: list[_Guard] = []
# Markers of children that have ended, whose descendants nobody has looked for yet.
_sought: set[str] = set()
# A search looks at every process of the system, and other threads of ours wait meanwhile.
_BETWEEN_SEARCHES = 0.5


def _ended(marker: str) -> None:
    """Say that nothing of the tree is left."""
    with _lock:
        # At the interpreter's exit the guard was dismissed, and needs no other to be told this.
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
            _ended(marker)
        with _lock:
            _sought.difference_update(markers)
            if not _sought:
                return


def _announce(marker: str, group: int | None) -> None:
    """Say that a tree is about to be started, or which process group it has."""
    with _lock:
        guard = _current()
        guard.living[marker] = group
        _tell(guard, {marker: group})


def _current() -> _Guard:
    if _guards and _guards[0].owner != os.getpid():
        # We are a fork: the guard is our parent's, and so is all that it watches.
        inherited = _guards.pop()
        if inherited.process.stdin:
            inherited.process.stdin.close()
        inherited.process.returncode = 0  # not ours to wait for
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
        # Somebody killed it: another one takes over, and hears everything again.
        _end(guard.process)
        guard.process = _launch()
        _tell(guard, guard.living)


def _dismiss() -> None:
    with _lock:
        dismissed = _guards and _guards[0].owner == os.getpid() and _guards.pop()
    if dismissed:
        _end(dismissed.process)


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.stdin:
        process.stdin.close()
    # It ends by itself: at once, or when it has killed what was left, which takes no second.
    process.wait()
