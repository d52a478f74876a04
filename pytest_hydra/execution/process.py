"""A child process that answers line by line: in time, within bounds, and never left behind.

For POSIX systems. On Linux the whole tree of a child is found and killed, also what left its
process group; elsewhere its process group.
"""

from __future__ import annotations

import os
import secrets
import selectors
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import which
from types import TracebackType
from typing import IO, Self

from pytest_hydra.core.show import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution import guard, reaper
from pytest_hydra.execution.clock import now, pause

LINE_LIMIT = 16 * 2**20
_STDERR_LIMIT = 64 * 2**10
_CHUNK = 2**16
# How often it is looked whether a silent child still lives, in seconds.
_LOOK = 0.05
# How long a child has to end by itself when its input ends, and when it is asked to, in seconds.
_END_OF_INPUT = 0.5
_TERMINATION = 0.5


class ProcessError(HydraError):
    """A child that could not be started, or that did not answer; the text says why."""


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
    if not path.exists():
        raise ProcessError(f"the command {shown} was not found in {one_line(str(cwd), 200)}")
    if path.is_dir():
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
        self._marker = secrets.token_hex(16)
        self._line_limit = line_limit
        self._output = bytearray()
        self._errors = _HeadAndTail(_STDERR_LIMIT)
        self._ended: os.waitid_result | None = None
        self._closed = False
        self._hopeless = False
        given = dict(os.environ if environment is None else environment)
        given[reaper.VARIABLE] = f"{given.get(reaper.VARIABLE, '')} {self._marker}".strip()
        guard.expect(self._marker)
        try:
            self._child = subprocess.Popen(  # noqa: S603 - to run it is what we are asked for
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=cwd,
                env=given,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            guard.ended(self._marker)
            raise ProcessError(_not_started(command[0], cwd, error)) from error
        guard.started(self._marker, self._child.pid)
        for pipe in self._pipes():
            os.set_blocking(pipe.fileno(), False)

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
        self.close()

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Send one line (its end is added) and return the one that comes back, without its end.

        Raises ProcessError when none comes within ``seconds``, when the child ends or closes its
        output, when the line is longer than the limit, or when it is not just one.
        """
        try:
            return self._ask(line, seconds)
        except ProcessError:
            # It will not be asked again, so there is nothing to be gained by patience.
            self._hopeless = True
            raise

    def stderr(self) -> str:
        """What the child wrote to standard error so far: its beginning and its end."""
        return self._errors.text()

    def close(self) -> None:
        """End the whole tree, and wait for the child. May be called again."""
        if self._closed:
            return
        self._closed = True
        try:
            self._child.stdin.close()  # type: ignore[union-attr]  # it was opened as a pipe
            if not self._hopeless:
                self._wait_for_end(_END_OF_INPUT)
            reaper.end_tree(self._marker, self._child.pid, _TERMINATION)
        finally:
            for pipe in self._pipes():
                pipe.close()
            self._child.wait()
            guard.ended(self._marker)

    def _ask(self, line: bytes, seconds: float) -> bytes:
        deadline = now() + seconds
        assert self._child.stdin and self._child.stdout and self._child.stderr  # noqa: S101, PT018
        self._read(self._child.stdout)
        if self._output:
            raise ProcessError(f"it wrote more than one line in answer: {self._shown_output()}")
        unsent = memoryview(line + b"\n")
        with selectors.DefaultSelector() as selector:
            selector.register(self._child.stdin, selectors.EVENT_WRITE)
            selector.register(self._child.stdout, selectors.EVENT_READ)
            selector.register(self._child.stderr, selectors.EVENT_READ)
            while True:
                left = deadline - now()
                if left <= 0:
                    raise ProcessError(self._late(seconds))
                has_ended = self._has_ended()
                for key, _ in selector.select(0 if has_ended else min(left, _LOOK)):
                    pipe = key.fileobj
                    if pipe is self._child.stdin:
                        unsent = self._send(unsent)
                        is_done = not unsent
                    elif pipe is self._child.stdout:
                        is_done = not self._read(pipe)
                    else:
                        is_done = not self._read_errors()
                    if is_done:
                        selector.unregister(pipe)
                answer = self._answer(at_end=self._child.stdout not in selector.get_map())
                if answer is not None:
                    return answer
                if has_ended or self._child.stdout not in selector.get_map():
                    raise ProcessError(self._gone())
        raise AssertionError  # the loop is left by return or raise only

    def _answer(self, *, at_end: bool) -> bytes | None:
        end = self._output.find(b"\n")
        if (end if end >= 0 else len(self._output)) > self._line_limit:
            raise ProcessError(
                f"it answered with a line of more than {self._line_limit} bytes: "
                f"{self._shown_output()}"
            )
        if end < 0:
            if not (at_end and self._output):
                return None
            end = len(self._output)
        line = bytes(self._output[:end])
        del self._output[: end + 1]
        if self._output:
            raise ProcessError(
                f"it wrote more than one line in answer; the second: {self._shown_output()}"
            )
        return line

    def _send(self, unsent: memoryview) -> memoryview:
        assert self._child.stdin is not None  # noqa: S101 - it was opened as a pipe
        try:
            return unsent[os.write(self._child.stdin.fileno(), unsent[:_CHUNK]) :]
        except BlockingIOError:
            return unsent
        except BrokenPipeError:
            # It reads no more. It may have answered all the same: what it wrote decides.
            return unsent[len(unsent) :]
