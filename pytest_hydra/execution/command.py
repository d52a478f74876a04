"""A command whose output goes to a log file: in time, in bounds, and never left behind.

For POSIX systems, within the limits that `pytest_hydra.execution.reaper` names.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution.process_tree import LOST, TERMINATION, ProcessError, ProcessTree
from pytest_hydra.execution.runtime import now

LOG_LIMIT = 64 * 2**20
"""What a log file holds of an output, in bytes; of a longer one its beginning and its end."""

_CHUNK = 2**18
# How long nothing looks whether a child has ended that says nothing, in seconds: at first, after
# it closed its output, and at most.
_SOON = 0.001
_LOOK = 0.02
# How often it is looked what the tree uses of the machine, in seconds.
_WATCH = 0.5
# More than a pipe can hold: what the dead have left in it.
_LAST_WORDS = 2**22
_TAIL_BYTES = 2**14


# Given the ids of all processes of a command, why it is to be ended, if it is.
Watch = Callable[[Collection[int]], str | None]


class LogError(HydraError):
    """A log file that could not be written."""

    def __init__(self, path: Path, error: OSError) -> None:
        shown = one_line(str(path), 200)
        super().__init__(f"cannot write the log {shown}: {error.strerror or type(error).__name__}")


class StoppedError(Exception):
    """The command was ended because nobody wants its result any more."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended: its exit code, negative for a signal; None when its time was up."""

    exit: int | None
    seconds: float


def run_logged(  # noqa: PLR0913 - all that makes a command one, each by name
    command: Sequence[str],
    *,
    cwd: Path,
    environment: Mapping[str, str],
    log: Path,
    seconds: float,
    pass_fds: Sequence[int] = (),
    stop: Callable[[], bool] = lambda: False,
    begun: Callable[[], None] = lambda: None,
    watch: Watch | None = None,
    log_limit: int = LOG_LIMIT,
) -> Ended:
    """Run ``command``, whose program is an absolute path, and wait for it and all it started.

    Both its outputs go to the file ``log``, which is replaced; its input is empty. It has a session
    of its own and ``environment`` alone. After ``seconds``, or when it has ended, whatever lives of
    its tree is killed. ``begun`` is told once it is started, and ``stop`` asked some fifty times a
    second. ``watch`` is asked twice a
    second, with the ids of all its processes: for a reason that it gives all of them are killed,
    the exit code is that of SIGKILL, and the reason is the last line of the log.

    Raises ProcessError when it cannot be started or its exit code is not to be had, LogError when
    its output cannot be kept, and StoppedError when ``stop`` said so.
    """
    with _Log(log, log_limit) as output, _Run(command, cwd, environment, pass_fds) as run:
        begun()
        exit_code = run.follow(output, now() + seconds, stop, watch)
        spent = run.age
        run.end(TERMINATION if exit_code is None else 0)
        run.read(output, _LAST_WORDS)
        if run.excess is not None:
            output.add(f"\npytest-hydra: ended, as {run.excess}\n".encode())
    return Ended(exit_code, spent)


def read_log(path: Path, most: int) -> str:
    """The text of a log, of a longer one the beginning and the end, in all ``most`` bytes or less.

    What is not UTF-8 is replaced. Raises LogError.
    """
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(0)
            if size <= most:
                return file.read(most).decode("utf-8", "replace")
            head = file.read(most // 2)
            file.seek(-(most // 2), os.SEEK_END)
            tail = file.read(most // 2)
    except OSError as error:
        raise LogError(path, error) from error
    gap = _gap(size - len(head) - len(tail))
    return (head + gap + tail).decode("utf-8", "replace")


def last_lines(path: Path, most: int = 40) -> str:
    """The last lines of a log, at most so many and 16 KiB. Raises LogError."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - _TAIL_BYTES))
            data = file.read(_TAIL_BYTES)
    except OSError as error:
        raise LogError(path, error) from error
    return "\n".join(data.decode("utf-8", "replace").rstrip().splitlines()[-most:])


class _Run:
    """A command that runs, and what it says. Leaving it ends what lives."""

    def __init__(
        self,
        command: Sequence[str],
        cwd: Path,
        environment: Mapping[str, str],
        pass_fds: Sequence[int],
    ) -> None:
        self._started = self._watched = now()
        self._tree = ProcessTree(
            command,
            cwd=cwd,
            environment=environment,
            stdin=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
            pass_fds=pass_fds,
        )
        assert self._tree.child.stdout is not None  # noqa: S101 - it was opened as a pipe
        self._pipe = self._tree.child.stdout
        self._is_over = False
        #: What the tree had too much of, if that is why it is ended.
        self.excess: str | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            if not self._is_over:
                self.end(0)
        finally:
            self._pipe.close()
            self._tree.child.wait()

    @property
    def age(self) -> float:
        """Seconds since it was started."""
        return now() - self._started

    def follow(
        self,
        output: _Log,
        deadline: float,
        stop: Callable[[], bool],
        watch: Watch | None,
    ) -> int | None:
        """Write down what it says until it ends; its exit code, or None when its time is up.

        What it started may hold its output open, and is not waited for.
        """
        look = _LOOK
        with selectors.DefaultSelector() as selector:
            selector.register(self._pipe, selectors.EVENT_READ)
            while True:
                if stop():
                    raise StoppedError
                left = deadline - now()
                exit_code = self._tree.status
                if exit_code == LOST:
                    raise ProcessError(
                        "the exit code of the command is lost: something else in this process "
                        "waits for its children, or ignores SIGCHLD"
                    )
                if exit_code is not None:
                    return exit_code
                if left <= 0:
                    return None
                if self._has_too_much(watch):
                    return -signal.SIGKILL
                if selector.select(min(left, look)):
                    if not self.read(output, _CHUNK):
                        selector.unregister(self._pipe)
                        look = _SOON
                else:
                    look = min(2 * look, _LOOK)

    def read(self, output: _Log, most: int) -> bool:
        """Write down what it has said, up to about so many bytes; False at the end of it."""
        while most > 0:
            try:
                data = os.read(self._pipe.fileno(), _CHUNK)
            except BlockingIOError:
                return True
            if not data:
                return False
            output.add(data)
            most -= len(data)
        return True

    def end(self, grace: float) -> None:
        """Kill what lives of the tree, after ``grace`` seconds."""
        if not grace:
            # At once, however many they are: to find them one by one takes its time.
            self._tree.kill_group()
        self._tree.end(grace)
        self._is_over = True

    def _has_too_much(self, watch: Watch | None) -> bool:
        if watch is None or now() - self._watched < _WATCH:
            return False
        self.excess = watch(self._tree.members())
        self._watched = now()
        return self.excess is not None


class _Log:
    """A file with the first half of the limit of what is added, and then the last half."""

    def __init__(self, path: Path, limit: int) -> None:
        self._path = path
        self._half = limit // 2
        self._size = 0
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o666)
        except OSError as error:
            raise LogError(path, error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._unroll()
        finally:
            os.close(self._file)

    def add(self, data: bytes) -> None:
        """Write on. The second half of the file is written round and round."""
        unwritten = memoryview(data)
        while unwritten:
            if self._size < self._half:
                at, room = self._size, self._half - self._size
            else:
                turn = (self._size - self._half) % self._half
                at, room = self._half + turn, self._half - turn
            written = self._write(unwritten[:room], at)
            self._size += written
            unwritten = unwritten[written:]

    def _unroll(self) -> None:
        """Put the second half in order, behind a word on what was left out."""
        left_out = self._size - 2 * self._half
        if left_out <= 0:
            return
        ring = os.pread(self._file, self._half, self._half)
        turn = left_out % self._half
        unwritten = memoryview(_gap(left_out) + ring[turn:] + ring[:turn])
        at = self._half
        while unwritten:
            written = self._write(unwritten, at)
            at += written
            unwritten = unwritten[written:]

    def _write(self, data: memoryview, at: int) -> int:
        try:
            return os.pwrite(self._file, data, at)
        except OSError as error:
            raise LogError(self._path, error) from error


def _gap(left_out: int) -> bytes:
    return f"\n… {left_out} bytes left out …\n".encode()
