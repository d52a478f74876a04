"""Plain data as JSON strings: what crosses from a worker to the controller, and into recordings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

_ENCODER = json.JSONEncoder(allow_nan=False, separators=(",", ":"))


def encode(payload: Mapping[str, Any]) -> str:
    """The payload as one line of JSON, in ASCII.

    Raises ValueError for what JSON has no word for: nan, infinities, objects, nesting without end.
    """
    try:
        return _ENCODER.encode(payload)
    except (TypeError, RecursionError) as error:
        raise ValueError(f"this is not plain data: {error}") from error


def joined(one: str, other: str) -> str:
    """Two payloads that `encode` made, neither empty, as one: the keys of both."""
    return f"{one[:-1]},{other[1:]}"


def decode(text: str | bytes) -> dict[str, Any]:
    """What `encode` made a string of. Raises ValueError for anything but one JSON object."""
    try:
        payload = json.loads(text, parse_constant=_refuse)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if not isinstance(payload, dict):
        kind = type(payload).__name__
        raise ValueError(f"a JSON object is expected, not {kind}")  # noqa: TRY004 - bad text
    return payload


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")
