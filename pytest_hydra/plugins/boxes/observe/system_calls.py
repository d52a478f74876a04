"""The system calls that a kernel holds for us: the filter, and the notices of its listener.

See seccomp(2) and seccomp_unotify(2).
"""

from __future__ import annotations

import os
import struct
from contextlib import suppress
from fcntl import ioctl
from typing import NamedTuple

_RECEIVE, _SEND, _IS_VALID = 0xC0502100, 0xC0182101, 0x40082102
_NOTICE, _ANSWER = struct.Struct("=QIIiIQ6Q"), struct.Struct("=QqiI")
_CONTINUE = 1
_ALLOW, _NOTIFY = 0x7FFF0000, 0x7FC00000
# Instructions of a filter: load a word, jump if equal, return; and where the words of a call are.
_LOAD, _JUMP, _RETURN = 0x20, 0x15, 0x06
_NUMBER_AT, _MARK_AT, _ARGUMENT_AT = 0, 4, 16


class Calls(NamedTuple):
    """The numbers of an architecture, which its ``mark`` names.

    Each program makes the call ``first`` once when it starts, with ``value`` if that is not None.
    """

    mark: int
    execve: tuple[int, ...]
    execveat: tuple[int, ...]
    first: int
    value: int | None
    ends: int
    pointer: int


_X86 = (
    # With the numbers of x32.
    Calls(0xC000003E, (59, 0x40000208), (322, 0x40000221), 158, 0x1002, 231, 8),
    Calls(0x40000003, (11,), (358,), 258, None, 252, 4),
)
_ARM = (
    Calls(0xC00000B7, (221,), (281,), 96, None, 94, 8),
    Calls(0x40000028, (11,), (387,), 256, None, 248, 4),
)
CALLS = {"x86_64": _X86, "aarch64": _ARM}.get(os.uname().machine, ())
"""Of the machine: those of its own programs, and of programs of 32 bits."""


class Notice(NamedTuple):
    """A call that waits. ``thread`` is the id of its thread, as this process sees it."""

    id: int
    thread: int
    number: int
    calls: Calls
    arguments: tuple[int, ...]


def filter_program() -> bytes:
    """The filter: these calls wait for the listener, and all others are allowed."""
    lines = [(_LOAD, 0, 0, _MARK_AT)]
    for calls in CALLS:
        block = _filter_block(calls)
        lines += [(_JUMP, 0, len(block), calls.mark), *block]
    return b"".join(struct.pack("=HBBI", *line) for line in [*lines, (_RETURN, 0, 0, _ALLOW)])


def _filter_block(calls: Calls) -> list[tuple[int, int, int, int]]:
    numbers = [*calls.execve, *calls.execveat, calls.ends]
    check = []
    if calls.value is None:
        numbers.append(calls.first)
    else:
        check = [
            (_JUMP, 0, 2, calls.first),
            (_LOAD, 0, 0, _ARGUMENT_AT),
            (_JUMP, 1, 0, calls.value),
        ]
    behind = len(check) + 1
    jumps = [
        (_JUMP, len(numbers) - at - 1 + behind, 0, number) for at, number in enumerate(numbers)
    ]
    return [
        (_LOAD, 0, 0, _NUMBER_AT),
        *jumps,
        *check,
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _NOTIFY),
    ]


def receive(listener: int) -> Notice:
    """The next call that waits. Raises FileNotFoundError if it was killed meanwhile."""
    data = bytearray(_NOTICE.size)
    ioctl(listener, _RECEIVE, data)
    number, thread, _, call, mark, _, *arguments = _NOTICE.unpack(data)
    calls = next(calls for calls in CALLS if calls.mark == mark)
    return Notice(number, thread, call, calls, tuple(arguments))


def is_valid(listener: int, notice: Notice) -> bool:
    """Whether the call still waits; if not, its id may be another process's by now."""
    with suppress(FileNotFoundError):
        ioctl(listener, _IS_VALID, struct.pack("=Q", notice.id))
        return True
    return False


def let_go(listener: int, notice: Notice, error: int = 0) -> None:
    """Let the call go on, or fail with an error number."""
    flags = 0 if error else _CONTINUE
    with suppress(FileNotFoundError):  # it was killed meanwhile
        ioctl(listener, _SEND, _ANSWER.pack(notice.id, 0, -error, flags))
