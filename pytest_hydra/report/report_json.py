"""The report as JSON, piece by piece."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import pydantic_core

from pytest_hydra.core.text import json_text
from pytest_hydra.errors import HydraError

if TYPE_CHECKING:
    from pytest_hydra.report.model import Report

# There may be thousands of them, and indentation would make up a third of an entry.
_LINE_LISTS = frozenset({"scenarios", "tests", "causes"})
# The number of entries in a piece.
_BATCH = 50


def to_json(report: Report | Mapping[str, Any]) -> str:
    """The report as JSON, in its own order of keys. Raises HydraError if it is not plain JSON.

    It is indented, except for scenarios, tests and causes, which are one line each.
    """
    return b"".join(json_pieces(report)).decode()


def json_pieces(report: Report | Mapping[str, Any]) -> Iterator[bytes]:
    """The same in UTF-8, piece by piece, so that a large report is never in memory as a whole."""
    separator = b"{"
    for key, value in report.items():
        yield separator + b"\n  " + json_bytes(key) + b": "
        separator = b","
        if key in _LINE_LISTS and isinstance(value, list) and value:
            delimiter = b"[\n    "
            for start in range(0, len(value), _BATCH):
                yield delimiter + b",\n    ".join(map(json_bytes, value[start : start + _BATCH]))
                delimiter = b",\n    "
            yield b"\n  ]"
        else:
            # Line ends within strings are escaped, so these are all between values.
            yield json_bytes(value, indent=2).replace(b"\n", b"\n  ")
    yield b"\n}\n"


def json_bytes(value: object, indent: int | None = None) -> bytes:
    """One value as JSON in UTF-8, on one line without ``indent``. Raises HydraError."""
    try:
        # With indent, the standard library encodes in pure Python: ten times slower.
        data = pydantic_core.to_json(value, indent=indent, inf_nan_mode="strings")
    except ValueError:
        pass  # a lone surrogate, which pydantic refuses but JSON can escape
    else:
        is_plain = data.isascii() and b"##" not in data and b"\x7f" not in data
        return data if is_plain else json_text(data.decode()).encode()
    separators = (",", ":") if indent is None else None
    try:
        text = json.dumps(
            value, indent=indent, separators=separators, ensure_ascii=False, allow_nan=False
        )
    except (TypeError, ValueError, RecursionError) as error:
        raise HydraError(f"the report contains a value that is not JSON: {error}") from error
    return json_text(text).encode()
