"""Watch which files are read, by whatever path: inotify on their inodes."""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

_LIBC = ctypes.CDLL(None, use_errno=True)
# Read; and closed without having been writable, as by who maps it into memory.
_READ, _CLOSED, _LOST = 0x1, 0x10, 0x4000
# Events of files have no names, and so this size.
_EVENT = struct.Struct("=iIII")
_MOST = 2**16


class ReadWatch:
    """Which of these files are read, or opened for reading and closed, from now on.

    ``lost``: so much was read at once that the kernel has dropped events.
    """

    def __init__(self, files: Mapping[str, Path]) -> None:
        """``files`` by their names; others' hard links to them count as well. Raises OSError."""
        self.lost = False
        self._names: dict[int, str] = {}
        self._queue = _LIBC.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self._queue < 0:
            raise _error("inotify")
        for name, path in files.items():
            watch = _LIBC.inotify_add_watch(self._queue, os.fsencode(path), _READ | _CLOSED)
            if watch < 0:
                error = _error(str(path))
                self.close()
                raise error
            self._names[watch] = name

    def take(self) -> set[str]:
        """Those that were read since the last time."""
        names: set[str] = set()
        with suppress(BlockingIOError):
            while data := os.read(self._queue, _MOST):
                for watch, mask, _, _ in _EVENT.iter_unpack(data):
                    self.lost = self.lost or bool(mask & _LOST)
                    if mask & (_READ | _CLOSED) and watch in self._names:
                        names.add(self._names[watch])
        return names

    def close(self) -> None:
        """Stop watching."""
        os.close(self._queue)


def _error(name: str) -> OSError:
    return OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), name)
