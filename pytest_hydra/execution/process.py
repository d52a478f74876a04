"""A child process that answers, line by line or once: in time, in bounds, and never left behind.

For POSIX systems. On Linux the whole tree of a child is found and killed, also what left its
process group; elsewhere its process group.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from shutil import which
from types import TracebackType
from typing import Self

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution import environ, guard, reaper
from pytest_hydra.execution.clock import now, pause
from pytest_hydra.execution.pipes import Pipes

LINE_LIMIT = 16 * 2**20
# How often it is looked whether a silent child still lives, in seconds. Its end is seen at once but
# where something that it started holds its output open.
_LOOK = 0.2
# How long a child has to end by itself when its input ends, and when it is asked to, in seconds.
_END_OF_INPUT = 0.5
_TERMINATION = 0.5
# How long it may take from the end of a child's output to its own, in seconds, most often.
_LAST_STEP = 0.02
# Instead of an exit status, of which there are 256.
_LOST = 256


class ProcessError(HydraError):
    """A child that could not be started, or that did not answer; the text says why."""


class EndedError(ProcessError):
    """A child that ended by a signal, or with another exit status than 0, or nobody knows how."""


def find_command(command: Sequence[str], cwd: Path) -> list[str]:
    """The command with its program as an absolute path.

    A program with a slash is meant from ``cwd``, any other is looked up on PATH. Raises
    ProcessError when it is not there or cannot be executed.
    """
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
    """A child with pipes to its standard input, output and error, in a session of its own.

    It dies with this process, however this one ends. A context manager: leaving it ends the tree.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        cwd: Path,
        environment: Mapping[str, str] | None = None,
        line_limit: int = LINE_LIMIT,
    ) -> None:
        """Start ``command``, whose program is an absolute path, without a shell.

        ``environment`` replaces the inherited one. Raises ProcessError.
        """
        self._line_limit = line_limit
        self._status: int | None = None
        self._closed = False
        self._hopeless = False
        try:
            self._child, self._marker = guard.start(
                command,
                cwd=cwd,
                environment=environ.current() if environment is None else environment,
                stdin=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except (OSError, ValueError) as error:
            raise ProcessError(_not_started(command[0], cwd, error)) from error
        self._pipes = Pipes(self._child, line_limit)

    @property
    def pid(self) -> int:
        """The process id, which is the id of its group too."""
        return self._child.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
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
        try:
            return self._ask(line, seconds, stopped)
        except ProcessError:
            # It will not be asked again, so there is nothing to be gained by patience.
            self._hopeless = True
            raise

    def answer(self, data: bytes, seconds: float) -> bytes:
        """Send ``data``, end the input, and return all that is written until the child has ended.

        Raises EndedError when it ends badly, and ProcessError when it does not end within
        ``seconds`` or writes more than the limit.
        """
        try:
            return self._answer_whole(data, seconds)
        except ProcessError:
            self._hopeless = True
            raise

    def stderr(self) -> str:
        """What the child wrote to standard error so far: its beginning and its end."""
        return self._pipes.errors.text()

    def close(self) -> None:
        """End the whole tree, and wait for the child. May be called again."""
        if self._closed:
            return
        self._closed = True
        try:
            self._pipes.end_input()
            if not self._hopeless:
                self._wait_for_end(_END_OF_INPUT)
            if self._has_ended():
                # Its group is killed below. Whoever left that group is looked for in good time,
                # for many children at once: it takes a walk through all processes.
                guard.search(self._marker)
            elif reaper.end_trees({self._marker: self._child.pid}, _TERMINATION):
                guard.ended(self._marker)
        finally:
            self._pipes.close()
            # Also when Ctrl-C came in between. The rest is then killed when this process ends.
            with suppress(OSError):
                os.killpg(self._child.pid, signal.SIGKILL)
            self._child.wait()

    def _ask(self, line: bytes, seconds: float, stopped: Callable[[], bool]) -> bytes:
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
                return answer
            if is_gone or pipes.is_over:
                raise ProcessError(self._gone())

    def _answer_whole(self, data: bytes, seconds: float) -> bytes:
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
        if self._status:
            raise EndedError(self._gone(before=""))
        return bytes(pipes.output)

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
        pipes = self._pipes
        end = pipes.end_of_line()
        if (end if end >= 0 else len(pipes.output)) > self._line_limit:
            raise ProcessError(
                f"it answered with a line of more than {self._line_limit} bytes: "
                f"{self._shown_output()}"
            )
        if end < 0:
            if not (pipes.is_over and pipes.output):
                return None
            end = len(pipes.output)
        line = pipes.take(end)
        if pipes.output:
            raise ProcessError(
                f"it wrote more than one line in answer; the second: {self._shown_output()}"
            )
        return line

    def _gone(self, before: str = " before it answered") -> str:
        self._wait_for_end(_END_OF_INPUT)
        self._pipes.read_last_errors()
        if not self._has_ended():
            return "it closed its standard output without an answer"
        assert self._status is not None  # noqa: S101 - known since it ended
        if self._status == _LOST:
            return (
                f"it ended{before}, and its exit status is lost: something else in this process "
                "waits for its children, or ignores SIGCHLD"
            )
        if self._status < 0:
            return f"it was killed by {_signal_name(-self._status)}{before}"
        return f"it ended with exit status {self._status}{before}"

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
        """Whether the child has, without releasing its id: it names the group that is killed."""
        if self._status is None:
            self._status = _status_of(self._child)
        return self._status is not None


def _status_of(child: subprocess.Popen[bytes]) -> int | None:
    """The exit status, negative for a signal; None while the child lives; _LOST for no knowing."""
    if not hasattr(os, "waitid"):  # macOS before Python 3.13: the id is released
        return child.poll()
    try:
        ended = os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:  # somebody else waited for it
        return _LOST
    if ended is None:
        return None
    return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _not_started(program: str, cwd: Path, error: OSError | ValueError) -> str:
    shown = one_line(program, 200)
    if not os.path.isdir(cwd):
        return f"the command {shown} cannot be started in {one_line(str(cwd), 200)}: no such folder"
    if isinstance(error, FileNotFoundError) and os.path.exists(program):
        return f"the command {shown} cannot be started: the program of its #! line was not found"
    reason = one_line(str(error.strerror if isinstance(error, OSError) else error))
    hint = "; a script begins with a line like #!/bin/sh" if "format" in reason else ""
    return f"the command {shown} cannot be started: {reason}{hint}"
