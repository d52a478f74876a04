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

# There may be thousands of them, and what would indent an entry is a third of it.
_ON_LINES = frozenset({"scenarios", "tests", "causes"})
# So many entries are a piece.
_AT_ONCE = 50


def to_json(report: Report | Mapping[str, Any]) -> str:
    """The report as JSON, in its own order of keys. Raises HydraError if it can't be.

    It is indented, but for its scenarios, tests and causes, of which each stands on a line.
    """
    return b"".join(json_pieces(report)).decode()


def json_pieces(report: Report | Mapping[str, Any]) -> Iterator[bytes]:
    """The same, in UTF-8, piece by piece: the text of a large report is never all in memory."""
    before = b"{"
    for key, value in report.items():
        yield before + b"\n  " + json_bytes(key) + b": "
        before = b","
        if key in _ON_LINES and isinstance(value, list) and value:
            between = b"[\n    "
            for start in range(0, len(value), _AT_ONCE):
                yield between + b",\n    ".join(map(json_bytes, value[start : start + _AT_ONCE]))
                between = b",\n    "
            yield b"\n  ]"
        else:
            # No line end is within a string: there it is escaped.
            yield json_bytes(value, indent=2).replace(b"\n", b"\n  ")
    yield b"\n}\n"


def json_bytes(value: object, indent: int | None = None) -> bytes:
    """One value in UTF-8, on one line unless it is to be indented. Raises HydraError."""
    try:
        # The standard library, told to indent, encodes in pure Python: ten times slower.
        data = pydantic_core.to_json(value, indent=indent, inf_nan_mode="strings")
    except ValueError:
        pass  # a lone surrogate, which pydantic refuses, and JSON can write as its escape
    else:
        is_plain = data.isascii() and b"##" not in data and b"\x7f" not in data
        return data if is_plain else json_text(data.decode()).encode()
    separators = (",", ":") if indent is None else None
    try:
        text = json.dumps(
            value, indent=indent, separators=separators, ensure_ascii=False, allow_nan=False
        )
    except (TypeError, ValueError, RecursionError) as error:
        raise HydraError(f"the report holds what JSON can't: {error}") from error
    return json_text(text).encode()
