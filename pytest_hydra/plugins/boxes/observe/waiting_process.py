"""Read what a process that waits is about to run: from its memory, and from /proc."""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from typing import NamedTuple

from pytest_hydra.plugins.boxes.observe.system_calls import Notice

_LIBC = ctypes.CDLL(None, use_errno=True)
_OPENAT2, _IN_ROOT = 437, 0x10
_PAGE, _PIECE = 4096, 512
_MOST_TEXT, _MOST_WORDS = 2**18, 2**16
_FIRST_FOLDER = 2**31
"""From here on, the number of a folder is negative: the current one."""


class Announced(NamedTuple):
    """An execve as it is announced: below which entry of /proc its ``name`` is looked up."""

    base: str
    name: str
    words: tuple[str, ...]


def announced(notice: Notice) -> Announced:
    """What an execve or execveat is to run. Raises OSError, ValueError, OverflowError."""
    given, base = [*notice.arguments], "cwd"
    if notice.number in notice.calls.execveat:
        folder = given.pop(0)
        base = "cwd" if folder % 2**32 >= _FIRST_FOLDER else f"fd/{folder}"
    memory = os.open(f"/proc/{notice.thread}/mem", os.O_RDONLY | os.O_CLOEXEC)
    try:
        name = _text(memory, given[0])
        words = _words(memory, given[1], notice.calls.pointer)
    finally:
        os.close(memory)
    return Announced(base, os.fsdecode(name), words)


def running(process: int) -> tuple[tuple[str, ...], tuple[int, int]]:
    """The words and the file of the program that a process runs. Raises OSError."""
    words = _content(f"/proc/{process}/cmdline").split(b"\0")[:-1]
    return tuple(map(os.fsdecode, words)), identity(os.stat(f"/proc/{process}/exe"))


def leader_of(thread: int) -> int:
    """The process of a thread. Raises OSError, ValueError."""
    _, _, rest = _content(f"/proc/{thread}/status").partition(b"\nTgid:\t")
    return int(rest.partition(b"\n")[0])


def _content(path: str) -> bytes:
    """A file of /proc; a file object of Python's takes several times as long for each."""
    file, pieces = os.open(path, os.O_RDONLY | os.O_CLOEXEC), []
    try:
        while piece := os.read(file, _MOST_TEXT):
            pieces.append(piece)
    finally:
        os.close(file)
    return b"".join(pieces)


def open_as(process: int, base: str, name: str) -> int:
    """A file by the name that a process gives it, in the process's own root. Raises OSError."""
    if not name:
        return os.open(f"/proc/{process}/{base}", os.O_RDONLY | os.O_CLOEXEC)
    if not name.startswith("/"):
        name = f"{os.readlink(f'/proc/{process}/{base}')}/{name}"
    root = os.open(f"/proc/{process}/root", os.O_PATH | os.O_CLOEXEC)
    try:
        how = struct.pack("=QQQ", os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK, 0, _IN_ROOT)
        path = ctypes.c_char_p(os.fsencode(name))
        file = _LIBC.syscall(_OPENAT2, root, path, how, len(how))
    finally:
        os.close(root)
    if file < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), name)
    return int(file)


def identity(status: os.stat_result) -> tuple[int, int]:
    """What tells a file from each other one, whatever its names are."""
    return status.st_dev, status.st_ino


def _text(memory: int, at: int) -> bytes:
    text = b""
    while b"\0" not in text and len(text) < _MOST_TEXT:
        start = at + len(text)
        # Never over the end of a page: the next one may not be there.
        piece = os.pread(memory, min(_PIECE, _PAGE - start % _PAGE), start)
        if not piece:
            raise ValueError("the memory ends")
        text += piece
    return text.partition(b"\0")[0]


def _words(memory: int, at: int, size: int) -> tuple[str, ...]:
    words: list[str] = []
    while at:
        place = int.from_bytes(os.pread(memory, size, at), sys.byteorder)
        if not place:
            break
        if len(words) == _MOST_WORDS:
            raise ValueError("too many words")
        words.append(os.fsdecode(_text(memory, place)))
        at += size
    return tuple(words)
