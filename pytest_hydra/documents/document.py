"""A file as plain data, with the line of every value; and what all formats refuse."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import compress
from math import isfinite
from typing import Any

from pytest_hydra.core.plain import MAX_DEPTH
from pytest_hydra.errors import Problem

KeyPath = tuple[str | int, ...]
"""The way to a value: keys of mappings and positions in lists, from the top."""

_PLAIN_KEY = re.compile(r"[\w-]+")
_SHOWN_LENGTH = 60
_SHOWN_PARTS = 20


def show(value: object) -> str:
    """A scalar as a message shows it: at most 60 characters, control characters escaped.

    Text stands in quotes; true, false and null are spelled as in the files.
    """
    if isinstance(value, str):
        return repr(value if len(value) <= _SHOWN_LENGTH else value[: _SHOWN_LENGTH - 1] + "…")
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    text = repr(value)
    return text if len(text) <= _SHOWN_LENGTH else text[: _SHOWN_LENGTH - 1] + "…"


def format_path(path: KeyPath) -> str:
    """The path as messages show it: ``("steps", 0, "user")`` is ``steps[0].user``.

    A key that is no plain word stands in brackets and quotes: ``expect['a b']``; after 20 parts
    comes an ellipsis.
    """
    parts = []
    for part in path[:_SHOWN_PARTS]:
        if isinstance(part, int):
            parts.append(f"[{part}]")
        elif len(part) <= _SHOWN_LENGTH and _PLAIN_KEY.fullmatch(part):
            parts.append(f".{part}" if parts else part)
        else:
            parts.append(f"[{show(part)}]")
    return "".join(parts) + ("…" if len(path) > _SHOWN_PARTS else "")


@dataclass(frozen=True, slots=True)
class Document:
    """One file as plain data: dict, list, str, int, float, bool and None.

    ``file`` is its path as the user is shown it. Keys are text, floats are finite, nothing is
    nested deeper than `MAX_DEPTH`, the limit of all plain values. Parts may be shared (YAML's
    aliases): never change ``data``. ``line`` is the line, from 1, of the key or element at a path,
    or of its deepest ancestor that exists. ``text`` is what was read.
    """

    file: str
    data: Any
    line: Callable[[KeyPath], int]
    text: str

    def entry_lines(self, key: str) -> list[int]:
        """The lines of the elements of the list under the top-level ``key``, in order.

        Empty where there is no such list. Linear in the length of the file.
        """
        entries = self.data.get(key) if isinstance(self.data, dict) else None
        count = len(entries) if isinstance(entries, list) else 0
        return [self.line((key, at)) for at in range(count)]

    def problem(self, message: str, at: KeyPath = ()) -> Problem:
        """A problem of the value at ``at``, with this file, the value's line and its key."""
        return Problem(message, self.file, self.line(at), format_path(at) or None)


TOO_DEEP = f"is nested more than {MAX_DEPTH} levels deep; write it flatter"
MAX_DIGITS = 1000
TOO_LONG = f"is a number of more than {MAX_DIGITS} digits; write it in quotes if it is text"
_TOO_LARGE = 10**MAX_DIGITS
_CONTAINERS = frozenset({dict, list})
_ALWAYS_FINE = _CONTAINERS | {str, bool, type(None)}


def find_odd(data: Any) -> tuple[KeyPath, str] | None:
    """The first value that is refused, and what is wrong with it; None when all is well.

    Values are looked at level by level, so that the usual case runs in C and never recurses.
    """
    level = [data]
    for _ in range(MAX_DEPTH):
        kinds = list(map(type, level))
        if not _ALWAYS_FINE.issuperset(kinds) and any(map(odd_scalar, level)):
            return _first_odd(data)
        below: list[Any] = []
        for value in compress(level, map(_CONTAINERS.__contains__, kinds)):
            below.extend(value.values() if type(value) is dict else value)
        if not below:
            return None
        level = below
    return _first_odd(data)


def odd_scalar(value: Any) -> str | None:
    """What is wrong with a scalar, or None. Containers are never wrong."""
    if isinstance(value, float):
        return None if isfinite(value) else not_finite(value)
    if isinstance(value, int):
        return TOO_LONG if abs(value) >= _TOO_LARGE else None
    if type(value) in _ALWAYS_FINE:
        return None
    return "is a date or a time; write it in quotes, as text"


def not_finite(value: object) -> str:
    """The message for infinities and nan, as they were written."""
    return f"is {value}, which is not a finite number; write it in quotes if it is text"


def walk(data: Any) -> Iterator[tuple[KeyPath, Any]]:
    """Each value with its path, in the order of the file, without recursing."""
    waiting: list[tuple[KeyPath, Any]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        yield path, value
        if isinstance(value, dict | list):
            items = list(value.items() if isinstance(value, dict) else enumerate(value))
            waiting.extend(((*path, key), child) for key, child in reversed(items))


def _first_odd(data: Any) -> tuple[KeyPath, str] | None:
    """The same again with paths, in the order of the file."""
    for path, value in walk(data):
        message = odd_scalar(value)
        if message:
            return path, message
        if isinstance(value, dict | list) and len(path) >= MAX_DEPTH:
            return path, TOO_DEEP
    return None
