"""The process that kills our children when we are gone."""

from __future__ import annotations

import atexit
import os
import secrets
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pytest_hydra.execution import reaper
from pytest_hydra.execution.clock import pause


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


def start(  # noqa: PLR0913 - what a child is and has, each by its name
    command: Sequence[str],
    *,
    cwd: Path,
    environment: Mapping[str, str],
    stdin: int,
    stderr: int,
    pass_fds: Sequence[int] = (),
) -> tuple[subprocess.Popen[bytes], str]:
    """Start a child in a session of its own, which dies with us; and the marker of its tree.

    Its output is a pipe that does not block; ``stdin`` and ``stderr`` are as `subprocess` has them.
    Raises OSError and ValueError.
    """
    marker = secrets.token_hex(16)
    # A child of ours may run a pytest that has children of its own: it carries all markers.
    inherited = os.environ.get(reaper.VARIABLE, "")
    _expect(marker)
    try:
        child = subprocess.Popen(  # noqa: S603 - to run it is what we are asked for
            list(command),
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=stderr,
            bufsize=0,
            cwd=cwd,
            env={**environment, reaper.VARIABLE: f"{inherited} {marker}".strip()},
            pass_fds=tuple(pass_fds),
            start_new_session=True,
        )
    except (OSError, ValueError):
        ended(marker)
        raise
    _started(marker, child.pid)
    for pipe in (child.stdin, child.stdout, child.stderr):
        if pipe is not None:
            os.set_blocking(pipe.fileno(), False)
    return child, marker


def ended(marker: str) -> None:
    """Say that nothing of the tree is left."""
    with _lock:
        # At the interpreter's exit the guard was dismissed, and needs no other to be told this.
        if _guards and _guards[0].owner == os.getpid():
            _guards[0].living.pop(marker, None)
            _tell(_guards[0], f"-{marker}\n")


def search(marker: str) -> None:
    """Have everything killed that carries this marker and is still there, soon.

    The child itself is gone. Should this process end before the search, the guard makes up for it.
    """
    with _lock:
        _sought.add(marker)
        if len(_sought) == 1:
            threading.Thread(target=_search, name="hydra-search", daemon=True).start()


def _search() -> None:
    while True:
        pause(_BETWEEN_SEARCHES)
        with _lock:
            markers = frozenset(_sought)
        reaper.kill_carriers(markers)
        for marker in markers:
            ended(marker)
        with _lock:
            _sought.difference_update(markers)
            if not _sought:
                return


def _expect(marker: str) -> None:
    """Say that a tree with this marker is about to be started."""
    with _lock:
        guard = _current()
        guard.living[marker] = None
        _tell(guard, f"+{marker}\n")


def _started(marker: str, group: int) -> None:
    """Say which process group the tree has."""
    with _lock:
        guard = _current()
        guard.living[marker] = group
        _tell(guard, f"={marker} {group}\n")


def kill_all() -> None:
    """Kill every tree that lives, from any thread; who talks with one sees it end."""
    with _lock:
        living = dict(_guards[0].living) if _guards else {}
    reaper.end_trees(living, 0)


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


def _tell(guard: _Guard, line: str) -> None:
    try:
        _write(guard, line)
    except BrokenPipeError:
        # Somebody killed it: another one takes over, and hears everything again.
        _end(guard.process)
        guard.process = _launch()
        for marker, group in guard.living.items():
            _write(guard, f"+{marker}\n" if group is None else f"={marker} {group}\n")


def _write(guard: _Guard, line: str) -> None:
    assert guard.process.stdin is not None  # noqa: S101 - it was started with a pipe
    guard.process.stdin.write(line.encode("ascii"))


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
