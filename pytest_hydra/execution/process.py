"""A child process that answers or is logged: in time, in bounds, and never left behind.

For POSIX systems. On Linux the whole tree of a child is found and killed, also what left its
process group; elsewhere its process group.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from typing import Self

from pytest_hydra.core.text import one_line
from pytest_hydra.execution.pipes import HeadAndTail, Log, Pipes
from pytest_hydra.execution.process_tree import LOST, TERMINATION, Owner, ProcessError, ProcessTree
from pytest_hydra.execution.quotas import environment_variables, now, pause

LINE_LIMIT = 16 * 2**20
STDERR_LIMIT = 64 * 2**10
LOG_LIMIT = 64 * 2**20
"""What a log file holds of an output, in bytes; of a longer one its beginning and its end."""
# How often it is looked whether a silent child still lives, in seconds. Its end is seen at once but
# where something that it started holds its output open.
_LOOK = 0.2
# The same for one that is logged: at first, after it closed its output, and at most.
_SOON, _LOOK_LOGGED = 0.001, 0.02
# How often it is looked what the tree uses of the machine, in seconds.
_WATCH = 0.5
# How long a child has to end by itself when its input ends, in seconds.
_END_OF_INPUT = 0.5
# How long it may take from the end of a child's output to its own, in seconds, most often.
_LAST_STEP = 0.02
# By these others end a command, the system too where memory ends; its crashes have signals of their
# own. A shell adds a number to that of a signal.
_OF_OTHERS = (signal.SIGHUP, signal.SIGINT, signal.SIGKILL, signal.SIGTERM)
_BY_SIGNAL = 128
_LOST = "is lost: something else in this process waits for its children, or ignores SIGCHLD"


class EndedError(ProcessError):
    """A child that ended by a signal, or with another exit status than 0, or nobody knows how."""

    output = b""
    """What it had written."""
    status = LOST
    """How it ended: its exit status, negative for a signal."""


class StoppedError(Exception):
    """The command was ended because nobody wants its result any more."""


def find_command(command: Sequence[str], cwd: Path) -> list[str]:
    """The command with its program, of ``cwd`` or PATH, as an absolute path: or ProcessError."""
    if not command or not command[0]:
        raise ProcessError("the command is empty")
    program = command[0]
    shown = one_line(program, 200)
    if "\0" in "".join(command):
        raise ProcessError(f"the command {shown} holds a NUL character")
    if "/" not in program:
        found = which(program)
        if found is None:
            raise ProcessError(
                f"the command {shown} was not found on PATH; a program of the project is "
                f"written with a slash: ./{shown}"
            )
        return [str(Path(found).absolute()), *command[1:]]
    path = cwd / program
    # Not Path.exists, which raises for what may not be looked at.
    if not os.path.exists(path):
        raise ProcessError(f"the command {shown} was not found in {one_line(str(cwd), 200)}")
    if os.path.isdir(path):
        raise ProcessError(f"the command {shown} is a folder")
    if not os.access(path, os.X_OK):
        raise ProcessError(f"the command {shown} is not executable; chmod +x makes it so")
    return [str(path), *command[1:]]


class Process:
    """A child with three pipes, in a session of its own; it ends when it is left, and with us."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        cwd: Path,
        environment: Mapping[str, str] | None = None,
        line_limit: int = LINE_LIMIT,
        owner: Owner | None = None,
    ) -> None:
        """Start ``command``, whose program is an absolute path, without a shell.

        ``environment`` replaces the inherited one; ``owner`` may end it too. Raises ProcessError.
        """
        self._line_limit = line_limit
        self._closed = False
        #: Whether it will not be asked again, so that there is nothing to be gained by patience.
        self._hopeless = False
        #: The beginning of what it wrote beside its answers, once it is closed; else empty.
        self.surplus = ""
        self._tree = ProcessTree(
            command,
            cwd=cwd,
            environment=environment_variables() if environment is None else environment,
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            owner=owner,
        )
        self._errors = HeadAndTail(STDERR_LIMIT)
        self._pipes = Pipes(self._tree.child, self._errors)

    @property
    def pid(self) -> int:
        """The process id, which is the id of its group too."""
        return self._tree.child.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        # Whoever leaves with an exception, Ctrl-C above all, has no patience either.
        self._hopeless = self._hopeless or kind is not None
        self.close()

    def ask(
        self, line: bytes, seconds: float, stopped: Callable[[], bool] = lambda: False
    ) -> bytes:
        """Send one line (its end is added) and return the one that comes back, without its end.

        Raises ProcessError when none comes within ``seconds``, or before it is ``stopped``, when
        the child ends or closes its output, when the line is longer than the limit, when it is
        not just one, or when the child wrote before it was asked.
        """
        self._hopeless = True  # until it has answered
        deadline = now() + seconds
        pipes = self._pipes
        pipes.move(0)
        if pipes.output:
            raise ProcessError(
                f"it wrote before it was asked: {self._shown_output()}; it is to write one line in "
                "answer to each that it reads, and logs on standard error"
            )
        pipes.send(line + b"\n")
        while True:
            left = deadline - now()
            if left <= 0:
                raise ProcessError(self._late(seconds))
            if stopped():
                raise ProcessError("was stopped before it answered")
            is_gone = self._says_no_more(left)
            answer = self._answer()
            if answer is not None:
                self._hopeless = False
                return answer
            if is_gone or pipes.is_over:
                raise ProcessError(self._gone())

    def answer(self, data: bytes, seconds: float) -> bytes:
        """Send ``data``, end the input, and return all that is written until the child has ended.

        Raises EndedError when it ends badly, and ProcessError when it does not end within
        ``seconds`` or writes more than the limit.
        """
        self._hopeless = True
        deadline = now() + seconds
        pipes = self._pipes
        pipes.send(data, is_last=True)
        # What it started may hold its output open, and is not waited for.
        while not self._says_no_more(left := deadline - now()):
            if left <= 0:
                raise ProcessError(self._late(seconds, without=""))
            if len(pipes.output) > self._line_limit:
                raise ProcessError(
                    f"it wrote more than {self._line_limit} bytes: {self._shown_output()}"
                )
        if self._tree.status:
            error = EndedError(self._gone(before=""))
            error.output, error.status = bytes(pipes.output), self._tree.status
            raise error
        self._hopeless = False
        return bytes(pipes.output)

    def stderr(self) -> str:
        """What the child wrote to standard error so far: its beginning and its end."""
        return self._errors.text()

    def failure(self, error: Exception) -> str:
        """What went wrong with the child, and the last that it said itself."""
        last = one_line(self.stderr().strip().rpartition("\n")[2], 200)
        return f"{error}; the last line of its standard error: {last}" if last else str(error)

    def close(self) -> None:
        """End the whole tree, and wait for the child. May be called again."""
        if self._closed:
            return
        self._closed = True
        try:
            self._pipes.end_input()
            if not self._hopeless:
                self._wait_for_end(_END_OF_INPUT)
                self._pipes.move(0)
                self.surplus = self._shown_output() if self._pipes.output else ""
            if self._has_ended():
                self._tree.end_soon()
            else:
                self._tree.end(TERMINATION)
        finally:
            self._pipes.close()
            self._tree.kill_group()
            self._tree.child.wait()

    def _says_no_more(self, left: float) -> bool:
        """Send and receive what can be, and wait a while for it; whether the child is gone."""
        pipes = self._pipes
        seconds = max(0.0, min(left, _LOOK))
        if pipes.are_silent:
            self._wait_for_end(seconds)
            return self._has_ended()
        if pipes.move(seconds) or not self._has_ended():
            return False
        # Its last words may have come in between.
        return not pipes.move(0)

    def _answer(self) -> bytes | None:
        try:
            line = self._pipes.take_line(self._line_limit)
        except ValueError:
            raise ProcessError(
                f"it answered with a line of more than {self._line_limit} bytes: "
                f"{self._shown_output()}"
            ) from None
        if line is not None and self._pipes.output:
            raise ProcessError(
                f"it wrote more than one line in answer; the second: {self._shown_output()}"
            )
        return line

    def _gone(self, before: str = " before it answered") -> str:
        self._wait_for_end(_END_OF_INPUT)
        self._pipes.read_last_words()
        if not self._has_ended():
            return "it closed its standard output without an answer"
        status = self._tree.status
        assert status is not None  # noqa: S101 - known since it ended
        if status == LOST:
            return f"it ended{before}, and its exit status {_LOST}"
        if status < 0:
            return f"it was killed by {_signal_name(-status)}{before}"
        return f"it ended with exit status {status}{before}"

    def _late(self, seconds: float, without: str = " without the end of a line") -> str:
        text = f"did not answer within {seconds:g} s"
        size = len(self._pipes.output)
        if size:
            text += f"; it had written {size} bytes{without}: {self._shown_output()}"
        return text

    def _shown_output(self) -> str:
        return repr(one_line(self._pipes.output[:400].decode("utf-8", "backslashreplace"), 120))

    def _wait_for_end(self, seconds: float) -> None:
        deadline = now() + seconds
        if not self._has_ended():
            self._pipes.wait_until_over(min(seconds, _LAST_STEP))
        step = 0.0005
        while not self._has_ended() and now() < deadline:
            pause(step)
            step = min(2 * step, 0.02)

    def _has_ended(self) -> bool:
        return self._tree.status is not None


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


# Given the ids of all processes of a command, why it is to be ended, if it is.
Watch = Callable[[Collection[int]], str | None]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended: its exit code, negative for a signal; None when its time was up.

    ``excess`` says why we ended it, where it used too much of the machine.
    """

    exit: int | None
    seconds: float
    excess: str | None = None

    @property
    def foreign_signal(self) -> str | None:
        """The name of the signal by which others ended it, also as a shell tells of it; or None."""
        if self.exit is None or self.excess is not None:
            return None
        number = -self.exit if self.exit < 0 else self.exit - _BY_SIGNAL
        return _signal_name(number) if number in _OF_OTHERS else None


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
    second. ``watch`` is asked twice a second: for a reason that it gives all processes are killed,
    the exit code is that of SIGKILL, and the reason is the last line of the log.

    Raises ProcessError when it cannot be started or its exit code is not to be had, LogError when
    its output cannot be kept, and StoppedError when ``stop`` said so.
    """
    started = now()
    with Log(log, log_limit) as output:
        tree = ProcessTree(
            command,
            cwd=cwd,
            environment=environment,
            stdin=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
            pass_fds=pass_fds,
        )
        pipes = Pipes(tree.child, output)
        try:
            begun()
            exit_code, excess = _follow(tree, pipes, now() + seconds, stop, watch)
            spent = now() - started
            tree.end(TERMINATION if exit_code is None else 0)
            pipes.read_last_words()
        except BaseException:
            tree.end(0)
            raise
        finally:
            pipes.close()
            tree.child.wait()
        if excess is not None:
            output.add(f"\npytest-hydra: ended, as {excess}\n".encode())
    return Ended(exit_code, spent, excess)


def _follow(
    tree: ProcessTree, pipes: Pipes, deadline: float, stop: Callable[[], bool], watch: Watch | None
) -> tuple[int | None, str | None]:
    """Log what a command says until its exit code, or None when its time is up, or its excess."""
    look, watched = _LOOK_LOGGED, now()
    while True:
        if stop():
            raise StoppedError
        left = deadline - now()
        exit_code = tree.status
        if exit_code == LOST:
            raise ProcessError(f"the exit code of the command {_LOST}")
        if exit_code is not None or left <= 0:
            return exit_code, None
        if watch is not None and now() - watched >= _WATCH:
            excess = watch(tree.members())
            if excess is not None:
                return -signal.SIGKILL, excess
            watched = now()
        was_silent = pipes.are_silent
        pipes.move(min(left, look))
        if pipes.are_silent:
            look = min(2 * look, _LOOK_LOGGED) if was_silent else _SOON
