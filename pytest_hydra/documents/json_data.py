"""What all formats refuse: data that JSON has no words for, or that nests without end."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Any

from pytest_hydra.core.plain import MAX_DEPTH
from pytest_hydra.documents.document import KeyPath

TOO_DEEP = f"is nested more than {MAX_DEPTH} levels deep; write it flatter"
MAX_DIGITS = 1000
TOO_LONG = f"is a number of more than {MAX_DIGITS} digits; write it in quotes if it is text"
_TOO_LARGE = 10**MAX_DIGITS
_ALWAYS_FINE = frozenset({dict, list, str, bool, type(None)})


def find_odd(data: Any) -> tuple[KeyPath, str] | None:
    """The first value that is refused, and what is wrong with it; None when all is well.

    Values are looked at level by level, so that the usual case runs in C and never recurses.
    """
    level = [data]
    for _ in range(MAX_DEPTH):
        if not _ALWAYS_FINE.issuperset(map(type, level)) and any(map(odd_scalar, level)):
            return _first_odd(data)
        below: list[Any] = []
        for value in level:
            if type(value) is dict:
                below.extend(value.values())
            elif type(value) is list:
                below.extend(value)
        if not below:
            return None
        level = below
    return _first_odd(data)


def odd_scalar(value: Any) -> str | None:
    """What is wrong with a scalar, or None. Containers are never wrong."""
    if isinstance(value, float):
        if isfinite(value):
            return None
        return not_finite(value)
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
