"""A log that nobody else can write: each line has a number and a keyed hash.

PYTEST_DONT_REWRITE. A signed log is a plain namespace, as classes can be listed.
"""

from __future__ import annotations

import builtins
import os
from hashlib import blake2b
from itertools import count
from types import SimpleNamespace
from typing import Any

# A private copy: rebinding a builtin elsewhere has no effect here.
globals()["__builtins__"] = vars(builtins).copy()

_write = os.write
_getpid = os.getpid

# Characters that JSON requires to be escaped, and lone surrogates, which UTF-8 cannot encode.
_ESCAPES = {
    **{code: f"\\u{code:04x}" for code in [*range(32), 0x7F, *range(0xD800, 0xE000)]},
    ord('"'): '\\"',
    ord("\\"): "\\\\",
}
# Lines that an xdist worker passes to its controller, which gets outcomes from xdist itself.
_WORKER_LINES = ('{"sign":', '{"module":', '{"example":', '{"whole":')


def make(fd: int | None, key: bytes) -> Any:
    """A signed log that writes to ``fd``; without one it collects its lines for `answer`."""
    return SimpleNamespace(
        fd=fd,
        has_pipe=fd is not None,
        hash=blake2b(key=key, digest_size=16),
        number=count(),
        pid=_getpid(),
        lines=[],
    )


def write(signed_log: Any, **record: object) -> None:
    """Write one line; values are texts and whole numbers."""
    parts = [f"{_text(key)}:{_text(value)}" for key, value in record.items()]
    copy(signed_log, "{" + ",".join(parts) + "}")


def copy(signed_log: Any, text: str) -> None:
    """Write a line that is already encoded."""
    # A process forked by a test has a copy of this log, but is not pytest.
    if _getpid() != signed_log.pid:
        return
    if not signed_log.has_pipe:
        if text.startswith(_WORKER_LINES):
            signed_log.lines.append(text)
        return
    line = _seal(signed_log, text)
    try:
        while line and signed_log.fd is not None:
            line = line[_write(signed_log.fd, line) :]
    except OSError:
        signed_log.fd = None  # no reader: without its end the record is not trusted


def answer(signed_log: Any) -> str:
    """The collected lines, sealed together."""
    return _seal(signed_log, "\n".join(signed_log.lines)).decode("utf-8")


def parse_answer(signed_log: Any, text: str) -> list[str] | None:
    """The lines of an `answer` of a signed log with the same key; None if it is invalid."""
    lines = text.partition(" ")[2].partition(" ")[2].rstrip("\n")
    return lines.splitlines() if text == _seal(signed_log, lines).decode("utf-8") else None


def exact(value: object) -> str:
    """A plain str, not a subclass, so that its methods run no foreign code."""
    if type(value) is str:
        return value
    return str.__str__(value) if isinstance(value, str) else ""


def _seal(signed_log: Any, text: str) -> bytes:
    line = b"%d %s" % (next(signed_log.number), text.encode("utf-8"))
    seal = signed_log.hash.copy()
    seal.update(line)
    return b"%s %s\n" % (seal.hexdigest().encode("ascii"), line)


def _text(value: object) -> str:
    return str(value) if type(value) is int else '"' + exact(value).translate(_ESCAPES) + '"'
