"""A file as plain data with the line of every value, and the checks common to all formats."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import compress
from math import isfinite
from typing import Any

from pytest_hydra.core.plain import MAX_DEPTH
from pytest_hydra.core.text import crop
from pytest_hydra.errors import Problem

KeyPath = tuple[str | int, ...]
"""The path to a value: keys of mappings and indexes of lists, from the top."""

_PLAIN_KEY = re.compile(r"[\w-]+")
_SHOWN_LENGTH = 60
_SHOWN_PARTS = 20


def show(value: object) -> str:
    """A scalar for a message: at most 60 characters, with control characters escaped.

    Text is quoted; true, false and null are spelled as in the files.
    """
    if isinstance(value, str):
        return repr(crop(value, _SHOWN_LENGTH))
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return crop(repr(value), _SHOWN_LENGTH)


def format_path(path: KeyPath) -> str:
    """The path for a message: ``("steps", 0, "user")`` is ``steps[0].user``.

    A key that is not a plain word is shown in brackets and quotes: ``expect['a b']``. At most 20
    parts are shown.
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

    ``file`` is the path for messages. Keys are text, floats are finite, and nesting is at most
    `MAX_DEPTH`, the limit of all plain values. YAML aliases share objects: never modify ``data``.
    ``line`` returns the line, from 1, of the key or element at a path, or of its deepest existing
    ancestor. ``text`` is the source.
    """

    file: str
    data: Any
    line: Callable[[KeyPath], int]
    text: str

    def entry_lines(self, key: str) -> list[int]:
        """The lines of the elements of the list under the top-level ``key``; empty if none.

        Linear in the length of the file.
        """
        entries = self.data.get(key) if isinstance(self.data, dict) else None
        count = len(entries) if isinstance(entries, list) else 0
        return [self.line((key, at)) for at in range(count)]

    def problem(self, message: str, at: KeyPath = ()) -> Problem:
        """A problem with the value at ``at``: with the file, the line and the key."""
        return Problem(message, self.file, self.line(at), format_path(at) or None)


TOO_DEEP = f"is nested more than {MAX_DEPTH} levels deep; write it flatter"
MAX_DIGITS = 1000
TOO_LONG = f"is a number of more than {MAX_DIGITS} digits; write it in quotes if it is text"
_TOO_LARGE = 10**MAX_DIGITS
_CONTAINERS = frozenset({dict, list})
_ALWAYS_FINE = _CONTAINERS | {str, bool, type(None)}


def find_invalid(data: Any) -> tuple[KeyPath, str] | None:
    """The first invalid value and its problem; None if all values are valid.

    Values are checked level by level, so that the common case runs in C and never recurses.
    """
    level = [data]
    for _ in range(MAX_DEPTH):
        kinds = list(map(type, level))
        if not _ALWAYS_FINE.issuperset(kinds) and any(map(scalar_problem, level)):
            return _first_invalid(data)
        below: list[Any] = []
        for value in compress(level, map(_CONTAINERS.__contains__, kinds)):
            below.extend(value.values() if type(value) is dict else value)
        if not below:
            return None
        level = below
    return _first_invalid(data)


def scalar_problem(value: Any) -> str | None:
    """The problem with a scalar, or None. Containers have no problem."""
    if isinstance(value, float):
        return None if isfinite(value) else not_finite(value)
    if isinstance(value, int):
        return TOO_LONG if abs(value) >= _TOO_LARGE else None
    if type(value) in _ALWAYS_FINE:
        return None
    return "is a date or a time; write it in quotes, as text"


def not_finite(value: object) -> str:
    """The message for infinities and NaN, spelled as in the file."""
    return f"is {value}, which is not a finite number; write it in quotes if it is text"


def walk(data: Any) -> Iterator[tuple[KeyPath, Any]]:
    """Each value with its path, in file order, without recursion."""
    waiting: list[tuple[KeyPath, Any]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        yield path, value
        if isinstance(value, dict | list):
            items = list(value.items() if isinstance(value, dict) else enumerate(value))
            waiting.extend(((*path, key), child) for key, child in reversed(items))


def _first_invalid(data: Any) -> tuple[KeyPath, str] | None:
    """The same with paths, in file order."""
    for path, value in walk(data):
        message = scalar_problem(value)
        if message:
            return path, message
        if isinstance(value, dict | list) and len(path) >= MAX_DEPTH:
            return path, TOO_DEEP
    return None
