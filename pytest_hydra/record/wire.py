"""Plain data as JSON strings: what crosses from a worker to the controller, and into recordings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

_ENCODER = json.JSONEncoder(allow_nan=False, separators=(",", ":"))
_SURROGATE = re.compile("[\ud800-\udfff]")
# Deeper than what a person reads, and far from where the interpreter's stack ends.
_DEEPEST = 100


def encode(payload: Mapping[str, Any]) -> str:
    """The payload as one line of JSON, in ASCII.

    Raises ValueError for what JSON has no word for: nan, infinities, objects, nesting without end.
    """
    try:
        return _ENCODER.encode(payload)
    except (TypeError, RecursionError) as error:
        raise ValueError(f"this is not plain data: {error}") from error


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


def plain(value: Any) -> Any:
    """The value as JSON can say it; what it can't is shown as a string.

    Subclasses become str, int, float, dict and list; sets are sorted; keys are strings; nan,
    infinities, bytes and other objects become their ``repr``; a lone surrogate, which no UTF-8
    file can hold, becomes its escape; what is nested more than 100 deep becomes ``"…"``.
    """
    return _plain(value, 0)


def _plain(value: Any, depth: int) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _well_formed(value)
    if isinstance(value, int):
        # Python refuses to print longer ones in decimal.
        return int(value) if value.bit_length() < 10_000 else hex(value)
    if isinstance(value, float):
        return float(value) if abs(value) < float("inf") else repr(float(value))
    if depth >= _DEEPEST:
        return "…"
    if isinstance(value, Mapping):
        return {_key(key): _plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item, depth + 1) for item in value]
    if isinstance(value, set | frozenset):
        return _sorted(_plain(item, depth + 1) for item in value)
    return _shown(value)


def _key(key: Any) -> str:
    return _well_formed(key) if isinstance(key, str) else _shown(key)


def _sorted(items: Iterable[Any]) -> list[Any]:
    # By their JSON: the order of a set depends on the hash seed, and its items may not compare.
    return sorted(items, key=_ENCODER.encode)


def _well_formed(text: str) -> str:
    # str(), because a subclass of str may not be what it looks like to the other end.
    text = str(text) if type(text) is not str else text
    if text.isascii():
        return text
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _shown(value: Any) -> str:
    try:
        return _well_formed(repr(value))
    except Exception as error:  # noqa: BLE001 - a repr of the user's, which may raise anything
        return f"<{type(value).__name__} whose repr raised {type(error).__name__}>"


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")
