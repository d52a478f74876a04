"""What the kernel refuses to who is in a box: sockets that no namespace holds, and its keyrings.

A filter of system calls (seccomp) in the form that bubblewrap takes: instructions that the kernel
runs at each call.
"""

from __future__ import annotations

import errno
import os
import struct
from dataclasses import dataclass

# Of sockets only those that the file system or a network namespace holds: unix, inet, inet6 and
# netlink. Others, such as those by which a virtual machine speaks to its host, reach out of both.
_FAMILIES = (1, 2, 10, 16)

# Where a filter finds the number of the call, its architecture and its first argument.
_NUMBER, _ARCHITECTURE, _FIRST = 0, 4, 16
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000
# Numbers of x86_64 from here on are those of another architecture that is one with it.
_X32 = 0x40000000


@dataclass(frozen=True, slots=True)
class _Calls:
    """The numbers of calls of an architecture.

    ``refused`` are add_key, request_key and keyctl, as keyrings are the user's, whatever the box;
    and io_uring_setup, as it opens sockets too. ``socketcall`` hides the kind of a socket behind an
    address: whoever uses it has ``socket`` as well.
    """

    architecture: int
    socket: int
    refused: tuple[int, ...]
    socketcall: int | None = None


_IO_URING = 425  # the same number everywhere
_I386 = _Calls(0x40000003, 359, (286, 287, 288, _IO_URING), 102)
_ARM = _Calls(0x40000028, 281, (309, 310, 311, _IO_URING), 102)
_KNOWN = {
    "x86_64": (_Calls(0xC000003E, 41, (248, 249, 250, _IO_URING)), _I386),
    "aarch64": (_Calls(0xC00000B7, 198, (217, 218, 219, _IO_URING)), _ARM),
}


def call_filter() -> bytes | None:
    """The filter for this machine; None for a machine whose calls are not known here."""
    known = _KNOWN.get(os.uname().machine)
    if known is None:
        return None
    program = [_load(_ARCHITECTURE)]
    for calls in known:
        block = _block(calls)
        program += [_if(_EQUAL, calls.architecture, len(block)), *block]
    return b"".join([*program, _refuse(errno.ENOSYS)])


def _block(calls: _Calls) -> list[bytes]:
    families = [one for family in _FAMILIES for one in (_if(_EQUAL, family, 1), _return(_ALLOW))]
    opened = [_load(_FIRST), *families, _refuse(errno.EAFNOSUPPORT)]
    made = [_load(_NUMBER), _if(_AT_LEAST, _X32, 1), _refuse(errno.ENOSYS)]
    for number in calls.refused:
        made += [_if(_EQUAL, number, 1), _refuse(errno.EPERM)]
    if calls.socketcall is not None:
        made += [_if(_EQUAL, calls.socketcall, 1), _refuse(errno.ENOSYS)]
    return [*made, _if(_EQUAL, calls.socket, len(opened)), *opened, _return(_ALLOW)]


def _load(offset: int) -> bytes:
    return struct.pack("=HBBI", _LOAD, 0, 0, offset)


def _if(comparison: int, value: int, instructions: int) -> bytes:
    """Go on where it holds, else behind so many instructions."""
    return struct.pack("=HBBI", comparison, 0, instructions, value)


def _return(action: int) -> bytes:
    return struct.pack("=HBBI", _RETURN, 0, 0, action)


def _refuse(error: int) -> bytes:
    return _return(_REFUSE | error)
