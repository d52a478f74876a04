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


def encode_plain(payload: Mapping[str, Any]) -> str:
    """The same for what is known to be plain data, several times as fast, and in UTF-8.

    Raises ValueError for nan and infinities, and where `encode` would.
    """
    from pydantic_core import to_json

    try:
        text = to_json(payload, inf_nan_mode="constants").decode()
    except ValueError:
        return encode(payload)  # half of a surrogate pair can be escaped, and is not UTF-8
    # These may be words of a text as well: then no harm is done by looking again.
    return encode(payload) if "NaN" in text or "Infinity" in text else text


def decode(text: str | bytes) -> dict[str, Any]:
    """What `encode` made a string of. Raises ValueError for anything but one JSON object."""
    if isinstance(text, bytes):
        text = text.decode(json.detect_encoding(text), "surrogatepass")
    try:
        payload = _DECODER.decode(text)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if not isinstance(payload, dict):
        kind = type(payload).__name__
        raise ValueError(f"a JSON object is expected, not {kind}")  # noqa: TRY004 - bad text
    return payload


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


# Made once: for a short text that takes as long as reading it.
_DECODER = json.JSONDecoder(parse_constant=_refuse)
