"""Pipes to and from a child process, and logs of its output."""

from __future__ import annotations

import os
import select
import subprocess
from pathlib import Path
from typing import IO, Self

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError

_CHUNK = 2**16
# Reads after a child's end: together more than a pipe can hold.
_LAST_READS = 64
_TAIL_BYTES = 2**14


class LogError(HydraError):
    """A log file that could not be written."""

    def __init__(self, path: Path, error: OSError) -> None:
        name = one_line(str(path), 200)
        super().__init__(f"cannot write the log {name}: {error.strerror or type(error).__name__}")


class HeadAndTail:
    """Keep the beginning and the end of a stream in memory, each up to half of the limit."""

    def __init__(self, limit: int) -> None:
        self._half = limit // 2
        self._size = 0
        self._data = bytearray()

    @property
    def left_out(self) -> int:
        """The number of bytes left out between the two."""
        return max(0, self._size - 2 * self._half)

    def add(self, data: bytes) -> None:
        """Append data. The second half is a ring buffer."""
        unwritten = memoryview(data)
        while unwritten:
            if self._size < self._half:
                at, room = self._size, self._half - self._size
            else:
                turn = (self._size - self._half) % self._half
                at, room = self._half + turn, self._half - turn
            self._write(unwritten[:room], at)
            self._size += len(unwritten[:room])
            unwritten = unwritten[room:]

    def text(self) -> str:
        """Beginning and end, with a note on what was left out."""
        gap = f"\n... {self.left_out} bytes left out ...\n" if self.left_out else ""
        parts = bytes(self._data[: self._half]), self._in_order(bytes(self._data[self._half :]))
        head, tail = (part.decode("utf-8", "backslashreplace") for part in parts)
        return f"{head}{gap}{tail}"

    def _in_order(self, ring: bytes) -> bytes:
        turn = self.left_out % self._half
        return ring[turn:] + ring[:turn]

    def _write(self, data: memoryview, at: int) -> None:
        self._data[at : at + len(data)] = data


class Log(HeadAndTail):
    """The same in a file, with a note on what was left out. Raises LogError."""

    def __init__(self, path: Path, limit: int) -> None:
        super().__init__(limit)
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o666)
        except OSError as error:
            raise LogError(path, error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            if self.left_out:
                ring = os.pread(self._file, self._half, self._half)
                tail = _gap(self.left_out) + self._in_order(ring)
                self._write(memoryview(tail), self._half)
        finally:
            os.close(self._file)

    def _write(self, data: memoryview, at: int) -> None:
        try:
            while data:
                count = os.pwrite(self._file, data, at)
                data, at = data[count:], at + count
        except OSError as error:
            raise LogError(self._path, error) from error


def read_log(path: Path, most: int) -> str:
    """The text of a log in ``most`` bytes: its beginning and its end. Raises LogError."""
    size, head, tail = _ends(path, most // 2, most - most // 2)
    left_out = size - len(head) - len(tail)
    gap = _gap(left_out) if left_out else b""
    return (head + gap + tail).decode("utf-8", "replace")


def last_lines(path: Path, most: int = 40) -> str:
    """The last lines of a log, at most ``most`` and at most 16 KiB. Raises LogError."""
    _, _, tail = _ends(path, 0, _TAIL_BYTES)
    return "\n".join(tail.decode("utf-8", "replace").rstrip().splitlines()[-most:])


def _ends(path: Path, first: int, last: int) -> tuple[int, bytes, bytes]:
    """The size of a file, its first bytes, and the last bytes of the rest."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(0)
            head = file.read(first)
            file.seek(max(len(head), size - last))
            return size, head, file.read(last)
    except OSError as error:
        raise LogError(path, error) from error


def _gap(left_out: int) -> bytes:
    return f"\n… {left_out} bytes left out …\n".encode()


class Pipes:
    """The non-blocking pipes of a child.

    Of its standard error only beginning and end go to ``sink``; of its output too if both share one
    pipe. Each system call gives up the interpreter's lock, and getting it back can take long: there
    are as few calls as possible.
    """

    def __init__(self, child: subprocess.Popen[bytes], sink: HeadAndTail) -> None:
        """Take over the pipes of a child."""
        self._stdin, self._stdout = child.stdin, child.stdout
        self._sink_pipe = child.stderr or child.stdout
        self._sink = sink
        self._unsent = memoryview(b"")
        self._is_last = False
        #: Output of the child that has not been consumed yet.
        self.output = bytearray()
        self._searched = 0
        #: Whether the child and its descendants have closed the standard output.
        self.is_over = False
        self._pipes = [pipe for pipe in (child.stdin, child.stdout, child.stderr) if pipe]
        self._open = {pipe.fileno(): pipe for pipe in self._pipes if pipe is not self._stdin}
        self._poll = select.poll()
        for number in self._open:
            self._poll.register(number, select.POLLIN)

    def send(self, data: bytes, *, is_last: bool = False) -> None:
        """Start to send; `move` sends what does not fit. ``is_last`` ends the input afterwards."""
        assert self._stdin is not None  # noqa: S101 - it was opened as a pipe
        # A child may answer before it has read everything: the rest goes first.
        self._unsent = memoryview(bytes(self._unsent) + data)
        self._is_last = is_last
        if self._write():
            self._open[self._stdin.fileno()] = self._stdin
            self._poll.register(self._stdin.fileno(), select.POLLOUT)

    def move(self, seconds: float) -> bool:
        """Send and receive for so long; whether there was any input or consumable output."""
        has_moved = False
        for number, _ in self._poll.poll(seconds * 1000):
            pipe = self._open[number]
            if pipe is self._sink_pipe:
                goes_on = self._read_sink() != b""
            else:
                has_moved = True
                goes_on = self._write() if pipe is self._stdin else self._read()
            if not goes_on:
                self._poll.unregister(number)
                del self._open[number]
        return has_moved

    @property
    def are_silent(self) -> bool:
        """Whether no open pipe is left to wait for."""
        return not self._open

    def take_line(self, limit: int) -> bytes | None:
        """The first complete line of the output, or None. ValueError if it exceeds the limit."""
        end = self.output.find(b"\n", self._searched)
        self._searched = len(self.output) if end < 0 else end
        if self._searched > limit:
            raise ValueError
        if end < 0 and not (self.is_over and self.output):
            return None
        line = bytes(self.output[: self._searched])
        del self.output[: self._searched + 1]
        self._searched = 0
        return line

    def wait_until_over(self, seconds: float) -> None:
        """Wait until the output is closed, without reading it."""
        assert self._stdout is not None  # noqa: S101 - it was opened as a pipe
        hung_up = select.poll()
        hung_up.register(self._stdout.fileno(), 0)
        hung_up.poll(seconds * 1000)

    def read_last_words(self) -> None:
        """Read what a child that has ended left in its pipe."""
        for _ in range(_LAST_READS):
            if not self._read_sink():
                return

    def end_input(self) -> None:
        """Close the child's standard input."""
        if self._stdin is not None and not self._stdin.closed:
            if self._open.pop(self._stdin.fileno(), None):
                self._poll.unregister(self._stdin.fileno())
            self._stdin.close()

    def close(self) -> None:
        """Close all of them."""
        for pipe in self._pipes:
            pipe.close()

    def _read(self) -> bool:
        """Read a part of the output; False at its end."""
        data = _read(self._stdout)
        self.output += data or b""
        self.is_over = data == b""
        return not self.is_over

    def _read_sink(self) -> bytes | None:
        data = _read(self._sink_pipe)
        if data:
            self._sink.add(data)
        return data

    def _write(self) -> bool:
        """Send what fits; False when nothing is left."""
        assert self._stdin is not None  # noqa: S101 - it was opened as a pipe
        try:
            self._unsent = self._unsent[os.write(self._stdin.fileno(), self._unsent[:_CHUNK]) :]
        except BlockingIOError:
            return True
        except BrokenPipeError:
            # The child stopped reading. It may have answered all the same.
            self._unsent = memoryview(b"")
        if self._unsent:
            return True
        if self._is_last:
            self._stdin.close()
        return False


def _read(pipe: IO[bytes] | None) -> bytes | None:
    """What can be read now; None when there is nothing yet, no bytes at the end."""
    assert pipe is not None  # noqa: S101 - it was opened as a pipe
    try:
        return os.read(pipe.fileno(), _CHUNK)
    except BlockingIOError:
        return None
