"""Read YAML, TOML and JSON files into plain data with the line of every value."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pytest_hydra.core.plain import read_json as read_value
from pytest_hydra.core.text import one_line, plain_lines
from pytest_hydra.documents.document import Document, KeyPath, format_path, show
from pytest_hydra.errors import input_error

__all__ = ["Document", "KeyPath", "format_path", "parse", "read", "read_lines", "read_text", "show"]


def read(path: Path, file: str, *, may_be_empty: bool = False) -> Document:
    """Read a .yaml, .yml, .toml or .json file; ``file`` is its path as messages show it.

    An empty file is an error unless ``may_be_empty``; empty TOML is an empty table.

    YAML is read as YAML 1.2 (core schema), one document per file, without merge keys and custom
    tags. Raises InputError when the file cannot be read or holds values that JSON does not have.
    """
    suffix = path.suffix.lower()
    if suffix not in _SUFFIXES:
        valid = ", ".join(_SUFFIXES)
        message = f"a file ending in {show(suffix)} is not supported; valid: {valid}"
        raise input_error(file, None, message)
    text = read_text(path, file)
    if not text.strip() and not (may_be_empty and suffix == ".toml"):
        raise input_error(file, 1, "is empty")
    return parse(text, file, suffix)


def parse(text: str, file: str, suffix: str) -> Document:
    """Parse a text in the format of ``suffix``. Raises InputError."""
    # Each parser is imported on use.
    if suffix == ".json":
        from pytest_hydra.documents.json_reader import read_json

        return read_json(text, file)
    if suffix == ".toml":
        from pytest_hydra.documents.toml_reader import read_toml

        return read_toml(text, file)
    from pytest_hydra.documents.yaml_reader import read_yaml

    return read_yaml(text, file)


def read_lines(
    path: Path, file: str, parse_float: Callable[[str], Any] | None = None
) -> Iterator[Document]:
    """Read JSON lines: each line that is not blank is a document. Raises InputError."""
    for number, line in enumerate(plain_lines(read_text(path, file)), start=1):
        if line.strip():
            yield _line(line, file, number, parse_float)


def _line(text: str, file: str, number: int, parse_float: Callable[[str], Any] | None) -> Document:
    try:
        value = read_value(text, parse_float)
    except (ValueError, RecursionError) as error:
        reason = one_line(str(error), 200)
        raise input_error(file, number, f"is not valid JSON: {reason}") from None
    return Document(file, value, lambda _path: number, text)


_SUFFIXES = (".yaml", ".yml", ".toml", ".json")
_LONGEST = 2**26


def read_text(path: Path, file: str) -> str:
    """The file's text, without a byte order mark. Raises InputError."""
    # Path.is_dir would raise for a path without permission.
    if os.path.isdir(path):
        raise input_error(file, None, "is a folder, not a file; name a file in it")
    if os.path.exists(path) and not os.path.isfile(path):
        # A pipe would block, and a device may have no end.
        raise input_error(file, None, "is not a regular file")
    if os.path.exists(path) and os.path.getsize(path) > _LONGEST:
        raise input_error(file, None, f"is longer than {_LONGEST // 2**20} MiB; split it")
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raise input_error(file, None, "there is no such file") from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        message = f"cannot be read: {reason}; check its permissions"
        raise input_error(file, None, message) from None
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise input_error(file, 1, "is written in UTF-16; save it as UTF-8")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        byte = f"0x{raw[error.start]:02x}"
        message = f"is not UTF-8: the byte {byte} is on this line; save the file as UTF-8"
        raise input_error(file, line, message) from None
    nul = text.find("\0")
    if nul >= 0:
        line = text.count("\n", 0, nul) + 1
        raise input_error(file, line, "contains a NUL character; remove it if this is a text file")
    return text
