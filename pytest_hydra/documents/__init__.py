"""Files that people write (YAML, TOML, JSON) as plain data, with the line of every value."""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from pytest_hydra.core.plain import MAX_DEPTH
from pytest_hydra.errors import InputError, Problem

__all__ = [
    "MAX_DEPTH",
    "Document",
    "KeyPath",
    "Places",
    "format_path",
    "paused_gc",
    "read",
    "show",
]

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

    def entry_lines(self, key: str) -> list[int]:
        """The lines of the elements of the list under the top-level ``key``; else empty."""


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
        return self.places.entry_lines(key)

    def problem(self, message: str, at: KeyPath = ()) -> Problem:
        """A problem of the value at ``at``, with this file, the value's line and its key."""
        return Problem(message, self.file, self.line(at), format_path(at) or None)


@contextmanager
def paused_gc() -> Iterator[None]:
    """Pause the cyclic garbage collector, and leave it as it was found.

    Reading a large file makes many objects and no cycles: each collection would walk all of them
    and free none.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def read(path: Path, shown: str, *, may_be_empty: bool = False) -> Document:
    """Read a .yaml, .yml, .toml or .json file; ``shown`` is its path as messages show it.

    An empty file is an error, unless it is TOML, where that is a table, and ``may_be_empty``.

    YAML is read as YAML 1.2 (core schema), one document a file, without merge keys and tags of
    one's own. Raises InputError when the file cannot be read, or holds what JSON has no words for.
    """
    suffix = path.suffix.lower()
    if suffix not in _SUFFIXES:
        raise _unreadable(
            shown, f"a file ending in {show(suffix)} is not read; valid: {', '.join(_SUFFIXES)}"
        )
    text = _text(path, shown)
    if not text.strip() and not (may_be_empty and suffix == ".toml"):
        raise _unreadable(shown, "is empty", 1)
    with paused_gc():
        # Only the parser that is needed is loaded, and the first two need no other's.
        if suffix == ".json":
            from pytest_hydra.documents.json_reader import read_json

            return read_json(text, shown)
        if suffix == ".toml":
            from pytest_hydra.documents.toml_reader import read_toml

            return read_toml(text, shown)
        from pytest_hydra.documents.yaml_reader import read_yaml

        return read_yaml(text, shown)


_SUFFIXES = (".yaml", ".yml", ".toml", ".json")


def _text(path: Path, shown: str) -> str:
    """The file's text, without a byte order mark."""
    # Not Path.is_dir, which raises for what may not be looked at.
    if os.path.isdir(path):
        raise _unreadable(shown, "is a folder, not a file; name a file in it")
    if os.path.exists(path) and not os.path.isfile(path):
        # A pipe would be waited for, a device read without end.
        raise _unreadable(shown, "is not a regular file")
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raise _unreadable(shown, "there is no such file") from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise _unreadable(shown, f"cannot be read: {reason}; check its permissions") from None
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _unreadable(shown, "is written in UTF-16; save it as UTF-8", 1)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        byte = f"0x{raw[error.start]:02x}"
        message = f"is not UTF-8: the byte {byte} stands on this line; save the file as UTF-8"
        raise _unreadable(shown, message, line) from None
    nul = text.find("\0")
    if nul >= 0:
        line = text.count("\n", 0, nul) + 1
        raise _unreadable(shown, "holds a NUL character; is it a text file? remove it", line)
    return text


def _unreadable(shown: str, message: str, line: int | None = None) -> InputError:
    return InputError([Problem(message, shown, line)])
