"""Child processes that answer questions or are logged, within limits of time and size.

For POSIX systems. On Linux the whole process tree of a child is killed, including descendants that
left its process group; elsewhere only the process group.
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
from pytest_hydra.execution.tasks import StoppedError

LINE_LIMIT = 16 * 2**20
STDERR_LIMIT = 64 * 2**10
LOG_LIMIT = 64 * 2**20
"""The size limit of a log file in bytes; longer output is cut in the middle."""
# Interval between checks whether a silent child is alive, in seconds. Its end is noticed at once
# unless a descendant keeps its output open.
_LOOK = 0.2
# The same for a logged command: the first interval after it closed its output, and the longest.
_SOON, _LOOK_LOGGED = 0.001, 0.02
# Interval between checks of the resources that a tree uses, in seconds.
_WATCH = 0.5
# Time for a child to exit by itself after its input ends, in seconds.
_END_OF_INPUT = 0.5
# How much a child may write meanwhile, in bytes.
_LAST_OUTPUT = 2**16
# Usual delay between the end of a child's output and its exit, in seconds.
_LAST_STEP = 0.02
# Signals sent from outside, also by the kernel when memory runs out; crashes have other signals.
# A shell reports a signal as 128 plus its number.
_OF_OTHERS = (signal.SIGHUP, signal.SIGINT, signal.SIGKILL, signal.SIGTERM)
_BY_SIGNAL = 128
_LOST = "is lost: something else in this process waits for its children, or ignores SIGCHLD"


class EndedError(ProcessError):
    """A child that ended by a signal, with a status other than 0, or with an unknown status."""

    status = LOST
    """Its exit status, negative for a signal."""


def find_command(command: Sequence[str], cwd: Path) -> list[str]:
    """The command with the absolute path of its program, found in ``cwd`` or on PATH.

    Raises ProcessError when there is no such program.
    """
    if not command or not command[0]:
        raise ProcessError("the command is empty")
    program = command[0]
    name = one_line(program, 200)
    if "\0" in "".join(command):
        raise ProcessError(f"the command {name} contains a NUL character")
    if "/" not in program:
        executable = which(program)
        if executable is None:
            raise ProcessError(
                f"the command {name} was not found on PATH; write a program of the project "
                f"with a slash: ./{name}"
            )
        return [str(Path(executable).absolute()), *command[1:]]
    path = cwd / program
    # Path.exists would raise for a path without permission.
    if not os.path.exists(path):
        raise ProcessError(f"the command {name} was not found in {one_line(str(cwd), 200)}")
    if os.path.isdir(path):
        raise ProcessError(f"the command {name} is a folder")
    if not os.access(path, os.X_OK):
        raise ProcessError(f"the command {name} is not executable; run chmod +x")
    return [str(path), *command[1:]]


class Process:
    """A child with three pipes in its own session; it is ended on exit of the block and with us."""

    def __init__(  # noqa: PLR0913 - what a child is and has, each by its name
        self,
        command: Sequence[str],
        *,
        cwd: Path,
        environment: Mapping[str, str] | None = None,
        line_limit: int = LINE_LIMIT,
        owner: Owner | None = None,
        pass_fds: Sequence[int] = (),
    ) -> None:
        """Start ``command``, whose program is an absolute path, without a shell.

        ``environment`` replaces the inherited one; ``owner`` may end it too. It inherits the
        descriptors ``pass_fds``. Raises ProcessError.
        """
        self._line_limit = line_limit
        self._closed = False
        #: Whether it is not worth waiting for a voluntary exit, as nothing more will be asked.
        self._hopeless = False
        #: The beginning of unexpected output, set by `close`; else empty.
        self.surplus = ""
        self._tree = ProcessTree(
            command,
            cwd=cwd,
            environment=environment_variables() if environment is None else environment,
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            owner=owner,
            pass_fds=pass_fds,
        )
        self._errors = HeadAndTail(STDERR_LIMIT)
        self._pipes = Pipes(self._tree.child, self._errors)

    @property
    def pid(self) -> int:
        """The process id, also the id of its process group."""
        return self._tree.child.pid

    @property
    def output(self) -> bytes:
        """What the child has written to its standard output so far, without lines that `ask` took.

        After an error of `answer` too.
        """
        return bytes(self._pipes.output)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        # After an exception, Ctrl-C above all, nobody waits either.
        self._hopeless = self._hopeless or kind is not None
        self.close()

    def ask(
        self, line: bytes, seconds: float, stopped: Callable[[], bool] = lambda: False
    ) -> bytes:
        """Send one line and return the line that comes back, both without their line ends.

        Raises ProcessError when no line comes within ``seconds`` or before ``stopped`` is true,
        when the child exits or closes its output, when the line exceeds the limit, when there is
        more than one line, or when the child wrote before it was asked.
        """
        self._hopeless = True  # until it has answered
        deadline = now() + seconds
        pipes = self._pipes
        pipes.move(0)
        if pipes.output:
            raise ProcessError(
                f"it wrote before it received a line: {self._output_excerpt()}; it must write one "
                "line for each that it reads, and logs to standard error"
            )
        pipes.send(line + b"\n")
        while True:
            remaining = deadline - now()
            if remaining <= 0:
                raise ProcessError(self._timeout(seconds))
            if stopped():
                raise ProcessError("was stopped before it answered")
            is_gone = self._is_finished(remaining)
            answer = self._answer()
            if answer is not None:
                self._hopeless = False
                return answer
            if is_gone or pipes.is_over:
                raise ProcessError(self._ending())

    def answer(
        self,
        data: bytes,
        seconds: float,
        watch: Callable[[bytearray], str | None] = lambda _: None,
        until: Callable[[bytearray], bool] | None = None,
    ) -> bytes:
        """Send ``data``, end the input, and return everything written until the child exits.

        ``watch`` is called with the output so far, each time that there is more. With ``until`` the
        input stays open, and what was written is returned once that is true of it.

        Raises EndedError for a status other than 0, or for an exit before ``until``, and
        ProcessError when the child does not end within ``seconds`` or writes more than the limit,
        or with the reason that ``watch`` returns.
        """
        self._hopeless = True
        deadline = now() + seconds
        pipes = self._pipes
        pipes.send(data, is_last=until is None)
        # Descendants may keep its output open; they are not waited for.
        while not self._is_finished(remaining := deadline - now()):
            if remaining <= 0:
                raise ProcessError(self._timeout(seconds, suffix=""))
            if len(pipes.output) > self._line_limit:
                raise ProcessError(
                    f"it wrote more than {self._line_limit} bytes: {self._output_excerpt()}"
                )
            if until is not None and until(pipes.output):
                self._hopeless = False
                output = self.output
                pipes.output.clear()
                return output
            if reason := watch(pipes.output):
                raise ProcessError(reason)
        if self._tree.status or until is not None:
            error = EndedError(self._ending(before=""))
            error.status = self._tree.status or 0
            raise error
        self._hopeless = False
        return self.output

    def end_input(self, seconds: float) -> None:
        """End the input, and read what the child writes until it exits, for at most so long.

        A child that writes much is not waited for.
        """
        self._pipes.end_input()
        deadline, most = now() + seconds, len(self._pipes.output) + _LAST_OUTPUT
        while (remaining := deadline - now()) > 0 and not self._is_finished(remaining):
            if len(self._pipes.output) > most:
                return

    def stderr(self) -> str:
        """The beginning and the end of what the child has written to standard error so far."""
        return self._errors.text()

    def failure(self, error: Exception) -> str:
        """The error with the last line of the child's standard error."""
        last = one_line(self.stderr().strip().rpartition("\n")[2], 200)
        return f"{error}; the last line of its standard error: {last}" if last else str(error)

    def close(self) -> None:
        """End the whole tree and wait for the child. May be called more than once."""
        if self._closed:
            return
        self._closed = True
        try:
            self._pipes.end_input()
            if not self._hopeless:
                self._wait_for_end(_END_OF_INPUT)
                self._pipes.move(0)
                self.surplus = self._output_excerpt() if self._pipes.output else ""
            if self._has_ended():
                self._tree.end_soon()
            else:
                self._tree.end(TERMINATION)
        finally:
            self._pipes.close()
            self._tree.kill_group()
            self._tree.child.wait()

    def _is_finished(self, remaining: float) -> bool:
        """Send and receive for a while; whether the child is gone and its output is read."""
        pipes = self._pipes
        seconds = max(0.0, min(remaining, _LOOK))
        if pipes.are_silent:
            self._wait_for_end(seconds)
            return self._has_ended()
        if pipes.move(seconds) or not self._has_ended():
            return False
        # Output may have arrived between the two checks.
        return not pipes.move(0)

    def _answer(self) -> bytes | None:
        try:
            line = self._pipes.take_line(self._line_limit)
        except ValueError:
            raise ProcessError(
                f"it answered with a line of more than {self._line_limit} bytes: "
                f"{self._output_excerpt()}"
            ) from None
        if line is not None and self._pipes.output:
            raise ProcessError(
                f"it wrote more than one line in answer; the second: {self._output_excerpt()}"
            )
        return line

    def _ending(self, before: str = " before it answered") -> str:
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

    def _timeout(self, seconds: float, suffix: str = " without a newline") -> str:
        text = f"did not answer within {seconds:g} s"
        size = len(self._pipes.output)
        if size:
            text += f"; it had written {size} bytes{suffix}: {self._output_excerpt()}"
        return text

    def _output_excerpt(self) -> str:
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


# Takes the ids of all processes of a command; returns the reason to end it, or None.
Watch = Callable[[Collection[int]], str | None]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a command ended: its exit code, negative for a signal, None for a time-out.

    ``excess`` is the reason when it was ended for exceeding a resource limit.
    """

    exit: int | None
    seconds: float
    excess: str | None = None

    @property
    def foreign_signal(self) -> str | None:
        """The name of the external signal that ended it, also as reported by a shell; or None."""
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
    on_start: Callable[[], None] = lambda: None,
    watch: Watch | None = None,
    log_limit: int = LOG_LIMIT,
    grace: float = 0,
) -> Ending:
    """Run ``command``, whose program is an absolute path, and end its whole process tree.

    Standard output and error go to the file ``log``, which is replaced; the input is empty. The
    command runs in its own session with only ``environment``. After ``seconds``, or when it exits,
    what is left of its tree is killed. ``on_start`` is called once it has started, ``stop`` about
    fifty times a second, ``watch`` twice a second: if that returns a reason, all processes are
    killed, the exit code is that of SIGKILL, and the reason becomes the last line of the log.
    After ``stop`` it has ``grace`` seconds to end on SIGTERM.

    Raises ProcessError when it cannot be started or its exit code is unknown, LogError when its
    output cannot be written, and StoppedError when ``stop`` returns true.
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
            on_start()
            exit_code, excess = _follow(tree, pipes, now() + seconds, stop, watch)
            elapsed = now() - started
            tree.end(TERMINATION if exit_code is None else 0)
            pipes.read_last_words()
        except BaseException as error:
            tree.end(grace if isinstance(error, StoppedError) else 0)
            raise
        finally:
            pipes.close()
            tree.child.wait()
        if excess is not None:
            output.add(f"\npytest-hydra: killed: {excess}\n".encode())
    return Ending(exit_code, elapsed, excess)


def _follow(
    tree: ProcessTree, pipes: Pipes, deadline: float, stop: Callable[[], bool], watch: Watch | None
) -> tuple[int | None, str | None]:
    """Log a command's output until it ends; its exit code (None for a time-out) and its excess."""
    look, last_watch = _LOOK_LOGGED, now()
    while True:
        if stop():
            raise StoppedError
        remaining = deadline - now()
        exit_code = tree.status
        if exit_code == LOST:
            raise ProcessError(f"the exit code of the command {_LOST}")
        if exit_code is not None or remaining <= 0:
            return exit_code, None
        if watch is not None and now() - last_watch >= _WATCH:
            excess = watch(tree.members())
            if excess is not None:
                return -signal.SIGKILL, excess
            last_watch = now()
        was_silent = pipes.are_silent
        pipes.move(min(remaining, look))
        if pipes.are_silent:
            look = min(2 * look, _LOOK_LOGGED) if was_silent else _SOON
