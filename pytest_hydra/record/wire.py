"""Plain data between workers and the controller, in recordings and in reports."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from pytest_hydra.core.plain import refuse_constant

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Record = TypeVar("Record")

_ENCODER = json.JSONEncoder(allow_nan=False, separators=(",", ":"))


def encode(payload: Mapping[str, Any]) -> str:
    """The payload as a line of JSON in ASCII. Raises ValueError for a value that JSON lacks."""
    try:
        return _ENCODER.encode(payload)
    except (TypeError, RecursionError) as error:
        raise ValueError(f"this is not plain data: {error}") from error


def encode_plain(payload: Mapping[str, Any]) -> str:
    """The same in UTF-8, for plain data, several times as fast. Raises ValueError too."""
    import pydantic_core  # on use: not needed to read lines

    try:
        text = pydantic_core.to_json(payload, inf_nan_mode="constants").decode()
    except ValueError:
        return encode(payload)  # a lone surrogate can be escaped but not encoded as UTF-8
    # These may also be words in a text; encoding again does no harm.
    return encode(payload) if "NaN" in text or "Infinity" in text else text


def decode(text: str | bytes) -> dict[str, Any]:
    """The inverse of `encode`. Raises ValueError for anything but one JSON object."""
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


@contextmanager
def paused_gc(*, for_good: bool = False) -> Iterator[None]:
    """Disable the garbage collector inside the block, where all new objects are kept.

    ``for_good``: they live until the end, such as modules, so that it never looks at them again.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
        if for_good:
            gc.freeze()
    finally:
        if was_enabled:
            gc.enable()


def to_plain(record: Any) -> dict[str, Any]:
    """A record (a dataclass) as JSON values."""
    kind: Any = type(record)  # mypy takes no type for hashable
    plain: dict[str, Any] = _adapter(kind).dump_python(record, mode="json")
    return plain


def from_plain(kind: type[Record], plain: object) -> Record:
    """The inverse of `to_plain`, for a record of this kind. Raises ValueError for other data."""
    key: Any = kind
    record: Record = _adapter(key).validate_python(plain)
    return record


@cache
def _adapter(kind: type[Any]) -> TypeAdapter[Any]:
    # On use: not needed to write and read lines.
    from pydantic import TypeAdapter

    return TypeAdapter(kind)


# Created once: that takes as long as decoding a short text.
_DECODER = json.JSONDecoder(parse_constant=refuse_constant)
