"""The pipes to a child's standard input, output and error: none is left full while we wait."""

from __future__ import annotations

import os
import select
import subprocess
from typing import IO

STDERR_LIMIT = 64 * 2**10
_CHUNK = 2**16


class Pipes:
    """What goes to a child and what comes back.

    Each system call lets another thread go on, which may take its time before it lets us: there
    are as few of them as can be.
    """

    def __init__(self, child: subprocess.Popen[bytes], limit: int) -> None:
        """Take over the pipes of a child, which do not block; ``limit`` is that of its output."""
        assert child.stdin and child.stdout and child.stderr  # noqa: S101, PT018 - so it is started
        self._stdin, self._stdout, self._stderr = child.stdin, child.stdout, child.stderr
        self._limit = limit
        self._unsent = memoryview(b"")
        self._is_last = False
        #: What the child wrote and nobody took out yet: at most a little more than the limit.
        self.output = bytearray()
        self._searched = 0
        #: Whether it, and all that it started, closed the standard output.
        self.is_over = False
        self.errors = HeadAndTail(STDERR_LIMIT)
        self._open = {pipe.fileno(): pipe for pipe in (self._stdout, self._stderr)}
        self._poll = select.poll()
        for number in self._open:
            self._poll.register(number, select.POLLIN)

    def send(self, data: bytes, *, is_last: bool = False) -> None:
        """Begin to send; what does not fit goes on in `move`. The input ends with the last."""
        # Who answered before it had read all it was sent reads the rest of that first.
        self._unsent = memoryview(bytes(self._unsent) + data)
        self._is_last = is_last
        if self._write():
            self._open[self._stdin.fileno()] = self._stdin
            self._poll.register(self._stdin.fileno(), select.POLLOUT)

    def move(self, seconds: float) -> bool:
        """Send and receive what can be, and wait so long for anything; whether anything was.

        Standard error is not counted.
        """
        has_moved = False
        for number, _ in self._poll.poll(seconds * 1000):
            pipe = self._open[number]
            if pipe is self._stderr:
                goes_on = self._read_errors()
            else:
                has_moved = True
                goes_on = self._write() if pipe is self._stdin else self._read()
            if not goes_on:
                self._poll.unregister(number)
                del self._open[number]
        return has_moved

    @property
    def are_silent(self) -> bool:
        """Whether there is nothing to wait for at any of them."""
        return not self._open

    def end_of_line(self) -> int:
        """Where the first line of the output ends; -1 where it has not ended yet."""
        end = self.output.find(b"\n", self._searched)
        self._searched = len(self.output) if end < 0 else end
        return end

    def take(self, end: int) -> bytes:
        """The output up to there; the byte after it, the line's end, is dropped."""
        taken = bytes(self.output[:end])
        del self.output[: end + 1]
        self._searched = 0
        return taken

    def wait_until_over(self, seconds: float) -> None:
        """Wait until the output is closed, though nothing of it is read any more."""
        hung_up = select.poll()
        hung_up.register(self._stdout.fileno(), 0)
        hung_up.poll(seconds * 1000)

    def _read_errors(self) -> bool:
        """Take a part of standard error, so that a flood of it stops nothing; False at its end."""
        data = _read(self._stderr)
        if data:
            self.errors.add(data)
        return data != b""

    def read_last_errors(self) -> None:
        """Take what a child that has ended left of standard error, as far as it is kept."""
        # It may be longer than a pipe; what is left out need not be read.
        for _ in range(2 * STDERR_LIMIT // _CHUNK):
            if not self._read_errors():
                return

    def end_input(self) -> None:
        """Close the child's standard input."""
        self._stdin.close()

    def close(self) -> None:
        """Close all three."""
        for pipe in (self._stdin, self._stdout, self._stderr):
            pipe.close()

    def _read(self) -> bool:
        """Take what has been written, up to just above the limit; False at the end of it."""
        while len(self.output) <= self._limit:
            data = _read(self._stdout)
            if data == b"":
                self.is_over = True
                return False
            if data is None:
                break
            self.output += data
            if len(data) < _CHUNK:
                break
        return True

    def _write(self) -> bool:
        """Send what fits; False when nothing is left."""
        try:
            self._unsent = self._unsent[os.write(self._stdin.fileno(), self._unsent[:_CHUNK]) :]
        except BlockingIOError:
            return True
        except BrokenPipeError:
            # It reads no more. It may have answered all the same: what it wrote decides.
            self._unsent = memoryview(b"")
        if self._unsent:
            return True
        if self._is_last:
            self._stdin.close()
        return False


class HeadAndTail:
    """The beginning and the end of what was written, and how much was left out between."""

    def __init__(self, limit: int) -> None:
        self._half = limit // 2
        self._head = b""
        self._tail = b""
        self._left_out = 0

    def add(self, data: bytes) -> None:
        """Take what comes next."""
        room = self._half - len(self._head)
        self._head += data[:room]
        tail = self._tail + data[room:]
        self._tail = tail[-self._half :]
        self._left_out += len(tail) - len(self._tail)

    def text(self) -> str:
        """What is kept of it."""
        gap = f"\n... {self._left_out} bytes left out ...\n" if self._left_out else ""
        head, tail = (part.decode("utf-8", "backslashreplace") for part in (self._head, self._tail))
        return f"{head}{gap}{tail}"


def _read(pipe: IO[bytes]) -> bytes | None:
    """What is there; None where nothing is, and no bytes at the end."""
    try:
        return os.read(pipe.fileno(), _CHUNK)
    except BlockingIOError:
        return None
