"""Plain data between workers and the controller, in recordings and in reports."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pytest_hydra.core.numbers import Exact, quotient, six_places
from pytest_hydra.core.plain import MAX_CHARACTERS, NotPlainError, plain, refuse_constant, safe_text
from pytest_hydra.core.scorecard import FAILED, UNGRADED, Check, mean
from pytest_hydra.core.text import one_line

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
def paused_gc() -> Iterator[None]:
    """Disable the garbage collector inside the block, where all new objects are kept."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
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


def check_entry(check: Check) -> dict[str, Any]:
    """The check as an entry of ``checks`` in report.json; values that JSON lacks as ``repr``."""
    entry = {
        "name": safe_text(check.name),
        "kind": safe_text(check.kind),
        "weight": six_places(check.weight),
        "outcome": str(check.outcome),
        "score": None if check.score is None else six_places(check.score),
        "message": safe_text(check.message),
        "expected": _value(check.expected),
        "actual": _value(check.actual),
        "turn": None if check.turn is None else int(check.turn),
    }
    if check.outcome is FAILED and check.critical:
        entry["critical"] = True
    elif check.outcome is UNGRADED and check.optional:
        entry["optional"] = True
    return entry


def total_parts(total: Exact | None) -> list[int] | None:
    """An exact total on the wire: ``[numerator, denominator]``."""
    return None if total is None else [total.numerator, total.denominator]


UNDECIDED: Final = "the scenario could not be decided"
"""The error of an entry when a fixture or a validator of the suite raised an exception."""


def is_counted(entry: Mapping[str, Any]) -> bool:
    """Whether an entry counts in totals: expected failures do not, unless they are ungraded."""
    return entry.get("xfail") is None or entry["status"] == "ungraded"


def nodeids(entry: Mapping[str, Any]) -> list[str]:
    """Possible node ids of an entry's item: with several bots they include the bot."""
    if "nodeid" in entry:
        return [entry["nodeid"]]
    start, bot = f"{entry['file']}::{entry['id']}", entry["bot"]
    # A variant has brackets already; it may share them with the bot.
    joined = [f"{start[:-1]}-{bot}]"] if start.endswith("]") else []
    return [start, f"{start}[{bot}]", *joined]


def item_name(entry: Mapping[str, Any]) -> str:
    """The display name of a scenario or a test: its place, and its bot."""
    if "nodeid" in entry:
        return str(entry["nodeid"])
    bot = f" ({entry['bot']})" if entry["bot"] else ""
    return f"{entry['file']}::{entry['id']}{bot}"


def session_score(results: Iterable[Mapping[str, Any]]) -> Exact | None:
    """The mean of the totals (0 to 100) of the results that count; None without any."""
    parts = (result["total"] for result in results if is_counted(result["entry"]))
    return mean(quotient(*total) for total in parts if total is not None)


def _value(value: Any) -> Any:
    kind = type(value)
    if kind is str and value.isascii() and len(value) <= MAX_CHARACTERS:
        return value
    if value is None or kind is bool or kind is int:
        return value
    try:
        return plain(value)
    except NotPlainError:
        pass
    try:
        return one_line(repr(value), 500)
    except Exception as error:  # noqa: BLE001 - a user's __repr__ may raise anything
        return f"a {type(value).__name__}, whose repr raised {type(error).__name__}"
