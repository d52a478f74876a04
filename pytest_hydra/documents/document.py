"""A file as plain data, with the line of every value."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Protocol

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


class Places(Protocol):
    """What a format knows of the lines of one text. Lines count from 1."""

    def line(self, path: KeyPath) -> int:
        """The line of the key or element at ``path``, or of its deepest ancestor that exists."""


@dataclass(frozen=True, slots=True)
class Document:
    """One file as plain data: dict, list, str, int, float, bool and None.

    ``file`` is its path as the user is shown it. Keys are text, floats are finite, nothing is
    nested deeper than `MAX_DEPTH`, the limit of all plain values. Parts may be shared (YAML's
    aliases): never change ``data``.
    """

    file: str
    data: Any
    places: Places

    def line(self, path: KeyPath) -> int:
        """The line, from 1, of the key or element at ``path``, or of its deepest ancestor."""
        return self.places.line(path)

    def entry_lines(self, key: str) -> list[int]:
        """The lines of the elements of the list under the top-level ``key``, in order.

        Empty where there is no such list. Linear in the length of the file.
        """
        entries = self.data.get(key) if isinstance(self.data, dict) else None
        return (
            [self.line((key, at)) for at in range(len(entries))]
            if isinstance(entries, list)
            else []
        )

    def problem(self, message: str, at: KeyPath = ()) -> Problem:
        """A problem of the value at ``at``, with this file, the value's line and its key."""
        return Problem(message, self.file, self.line(at), format_path(at) or None)
