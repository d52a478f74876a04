"""Conversion to plain JSON values, within limits of size."""

from __future__ import annotations

import datetime
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from math import isfinite
from pathlib import PurePath
from typing import Any, NoReturn, TypeVar, dataclass_transform
from uuid import UUID

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.core.text import crop, one_line

T = TypeVar("T")
# The most characters of a repr, and of one text in it.
_MOST_OF_A_REPR = 400
_MOST_OF_A_VALUE = 60


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[T]) -> type[T]:
    """A dataclass with slots that compares and hashes by value, frozen for type checkers only.

    At run time it is not frozen, because creating a frozen instance takes three times as long. Its
    repr is `brief_repr`.
    """
    return dataclass(slots=True, unsafe_hash=True, repr=False)(_shown_briefly(cls))


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def keyword_value(cls: type[T]) -> type[T]:
    """The same with keyword-only fields."""
    return dataclass(slots=True, unsafe_hash=True, kw_only=True, repr=False)(_shown_briefly(cls))


def _shown_briefly(cls: type[T]) -> type[T]:
    if "__repr__" not in vars(cls):
        cls.__repr__ = brief_repr  # type: ignore[method-assign]
    return cls


def brief_repr(value: Any, *names: str) -> str:
    """``Reply('Hello', agent='Wallet')``: a dataclass on one line, without defaults, for a log.

    Texts are cut. ``names`` are the fields to show (default: all).
    """
    shown = []
    for place, entry in enumerate(fields(value)):
        content = getattr(value, entry.name)
        make = entry.default_factory
        default = entry.default if make is MISSING else make()
        if content != default and (entry.name in names or not names):
            shown.append(f"{entry.name}={brief_value(content)}" if place else brief_value(content))
    return one_line(f"{type(value).__name__}({', '.join(shown)})", _MOST_OF_A_REPR)


def brief_value(value: Any) -> str:
    """The repr of a value of a dataclass on one line, cut, for a log."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(brief_value, value))}]"
    if isinstance(value, str):
        return one_line(repr(crop(str(value), _MOST_OF_A_VALUE)), 10 * _MOST_OF_A_VALUE)
    text = str(value) if isinstance(value, Fraction) else repr(value)
    return one_line(text, _MOST_OF_A_VALUE if isinstance(value, Mapping) else _MOST_OF_A_REPR)


MAX_DEPTH = 64
MAX_VALUES = 200_000
MAX_CHARACTERS = 16 * 2**20
# Python refuses to print or read whole numbers of more than 4,300 digits.
_MAX_BITS = 14_000


class NotPlainError(ValueError):
    """A value that JSON cannot carry. ``at`` is its path inside the value that was given."""

    def __init__(self, reason: str, at: tuple[str | int, ...]) -> None:
        place = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in at)
        super().__init__(f"{place.lstrip('.')}: {reason}" if at else reason)
        self.reason = reason
        self.at = at


def json_digest(value: Any) -> str:
    """The sha256, in hex, of a JSON value."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode("ascii")).hexdigest()


def plain(value: Any) -> Any:
    """The value as None, bool, int, float, str, list and dict with string keys, all copied.

    Tuples, sets (sorted), dataclasses, enums, decimals, fractions, dates and times (ISO 8601),
    durations (seconds), paths, UUIDs, numpy-like numbers and arrays (``tolist``) and pydantic-like
    models (``model_dump``) are made plain. Lone surrogates become visible escapes.

    `pydantic_core.to_jsonable_python` is faster, but makes decimals texts, accepts bytes and nan,
    and has no limits.

    Raises NotPlainError for anything else, for nan and infinities, and above `MAX_DEPTH` levels,
    `MAX_VALUES` values or `MAX_CHARACTERS` characters (so a cycle ends too).
    """
    kind = type(value)
    if kind is str and len(value) <= MAX_CHARACTERS:
        return safe_text(value)
    if kind is dict:
        try:
            return _small_mapping(value, 1)
        except _NotSmallError:
            pass  # its size has to be counted, or it holds values to convert
    return _Plain().value(value, ())


class _NotSmallError(Exception):
    pass


# A value within these bounds cannot exceed the limits, so nothing has to be counted.
_SMALL_DEPTH = 4
_SMALL_ENTRIES = 12
_SMALL_TEXT = 300


def _small_mapping(value: dict[Any, Any], depth: int) -> dict[str, Any]:
    """A copy of a small mapping of plain values. Raises _NotSmallError for any other."""
    if len(value) > _SMALL_ENTRIES or depth > _SMALL_DEPTH:
        raise _NotSmallError
    result = {}
    for key, item in value.items():
        if type(key) is not str or len(key) > _SMALL_TEXT or not key.isascii():
            raise _NotSmallError
        short = type(item) is str and len(item) <= _SMALL_TEXT and item.isascii()
        result[key] = item if short else _small(item, depth)
    return result


def _small(item: Any, depth: int) -> Any:
    kind = type(item)
    if kind is str:
        if len(item) > _SMALL_TEXT:
            raise _NotSmallError
        return item if item.isascii() else safe_text(item)
    if item is None or kind is bool:
        return item
    if kind is int and item.bit_length() <= _MAX_BITS:
        return item
    if kind is dict:
        return _small_mapping(item, depth + 1)
    if kind is not list or len(item) > _SMALL_ENTRIES or depth == _SMALL_DEPTH:
        raise _NotSmallError
    return [_small(entry, depth + 1) for entry in item]


def safe_text(text: str) -> str:
    """The text with lone surrogates replaced by escapes, so that it can be encoded as UTF-8."""
    if type(text) is str and text.isascii():
        return text
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


class _Plain:
    """One traversal of a value, which counts values and characters."""

    def __init__(self) -> None:
        self.values = 0
        self.characters = 0

    def value(self, value: Any, at: tuple[str | int, ...]) -> Any:
        self.values += 1
        if self.values > MAX_VALUES:
            raise NotPlainError(f"more than {MAX_VALUES} values", ())
        if len(at) > MAX_DEPTH:
            raise NotPlainError(f"nested more than {MAX_DEPTH} deep, or within itself", at[:3])
        kind = type(value)
        # The common types come first: isinstance of an abstract class is slow.
        if kind is str:
            return self.text(value, at)
        if value is None or kind is bool:
            return value
        if kind is dict:
            return self.mapping(value.items(), at)
        if kind is int:
            return _integer(value, at)
        if isinstance(value, Enum):
            return self.value(value.value, at)
        if isinstance(value, str):
            return self.text(value, at)
        if isinstance(value, int):
            return _integer(int(value), at)
        if isinstance(value, float):
            return _finite(float(value), at)
        if isinstance(value, list | tuple):
            return [self.value(item, (*at, index)) for index, item in enumerate(value)]
        if isinstance(value, Mapping):
            return self.mapping(value.items(), at)
        return self.other(value, at)

    def text(self, text: str, at: tuple[str | int, ...]) -> str:
        self.characters += len(text)
        if self.characters > MAX_CHARACTERS:
            raise NotPlainError(f"more than {MAX_CHARACTERS} characters of text", at[:3])
        return text if text.isascii() and type(text) is str else safe_text(text)

    def mapping(self, items: Iterable[tuple[object, object]], at: tuple[str | int, ...]) -> Any:
        result: dict[str, Any] = {}
        for key, item in items:
            name = self.text(key, at) if type(key) is str else self.key(key, at)
            if name in result:
                raise NotPlainError(f"two keys that are both {one_line(name)!r}", at)
            result[name] = self.value(item, (*at, name))
        return result

    def key(self, key: Any, at: tuple[str | int, ...]) -> str:
        if isinstance(key, Enum):
            key = key.value
        if isinstance(key, str):
            return self.text(key, at)
        if isinstance(key, int) and not isinstance(key, bool):
            return str(_integer(int(key), at))
        raise NotPlainError(f"a key of type {type(key).__name__}; keys are strings", at)

    def other(self, value: Any, at: tuple[str | int, ...]) -> Any:
        if isinstance(value, set | frozenset):
            values = [self.value(item, (*at, 0)) for item in value]
            # Sorted by type and repr, independently of the hash seed.
            return sorted(values, key=lambda item: (type(item).__name__, repr(item)))
        if isinstance(value, Decimal | Fraction):
            return _number(value, at)
        if isinstance(value, datetime.date | datetime.time):
            return value.isoformat()
        if isinstance(value, datetime.timedelta):
            return value.total_seconds()
        if isinstance(value, PurePath | UUID):
            return self.text(str(value), at)
        if isinstance(value, type):
            raise NotPlainError(f"the class {value.__name__}, not a value", at)
        if is_dataclass(value):
            names = (field.name for field in fields(value))
            return self.mapping(((name, getattr(value, name)) for name in names), at)
        for method, limit in (("tolist", MAX_VALUES), ("model_dump", None)):
            dump = getattr(value, method, None)
            if callable(dump):
                return self.conversion(value, dump, limit, at)
        raise NotPlainError(f"a value of type {type(value).__name__}, which JSON lacks", at)

    def conversion(
        self, value: Any, dump: Callable[[], object], limit: int | None, at: tuple[str | int, ...]
    ) -> Any:
        size = getattr(value, "size", 0)
        if limit is not None and isinstance(size, int) and size > limit:
            raise NotPlainError(f"more than {limit} values", at)
        try:
            result = dump()
        except Exception as error:
            reason = one_line(f"{type(error).__name__}: {error}")
            raise NotPlainError(f"a {type(value).__name__} that fails with {reason}", at) from error
        if isinstance(result, type(value)):
            # A method that returns its own object would recurse for ever.
            raise NotPlainError(f"a value of type {type(value).__name__}, which JSON lacks", at)
        return self.value(result, at)


def _integer(value: int, at: tuple[str | int, ...]) -> int:
    if value.bit_length() > _MAX_BITS:
        raise NotPlainError("a whole number of more than 4,000 digits", at)
    return value


def _finite(value: float, at: tuple[str | int, ...]) -> float:
    if not isfinite(value):
        raise NotPlainError(f"{value} is not a finite number", at)
    return value


def _number(value: Decimal | Fraction, at: tuple[str | int, ...]) -> int | float:
    if isinstance(value, Fraction):
        return _integer(value.numerator, at) if value.denominator == 1 else _float(value, at)
    # Only small exponents become ints: 1E+1000000 is short as a decimal but not as an int.
    if value.is_finite() and value.adjusted() < 30 and value == value.to_integral_value():
        return int(value)
    return _float(value, at)


def _float(value: Decimal | Fraction, at: tuple[str | int, ...]) -> float:
    try:
        return _finite(float(value), at)
    except (OverflowError, ValueError) as error:
        raise NotPlainError("a number that is not finite, or too large", at) from error


_FENCED = lazy_regex(
    r"^[ \t]*(`{3,}|~{3,})[ \t]*(\w*)[^\n]*\n(.*?)\n?^[ \t]*\1[ \t]*$", re.DOTALL | re.MULTILINE
)

_FENCED_LINE = lazy_regex(r"(?<!`)(```)(?!`)[ \t]*(\w*)[ \t]*([{\[][^`\n]*?)[ \t]*```")


def unfenced(text: str) -> str:
    """What is in the only fenced block of a text, perhaps among prose, or the only one marked JSON.

    Any other text as it is, without a byte order mark.
    """
    text = text.removeprefix("\ufeff")
    blocks = _FENCED.findall(text) if "```" in text or "~~~" in text else []
    blocks = blocks or _FENCED_LINE.findall(text)
    marked = [block for block in blocks if block[1].lower() in ("json", "jsonc", "json5")]
    chosen = marked or [block for block in blocks if not block[1]]
    return chosen[0][2] if len(chosen) == 1 else text


def json_or_none(text: str) -> Any:
    """The JSON value in a text; None if it is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def unwrapped_json(value: Any) -> Any:
    """The value of a text that is a JSON object or array; anything else as it is."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "["):
        return value
    found = json_or_none(value)
    return value if found is None else found


def read_json(text: str, parse_float: Callable[[str], Any] | None = None) -> Any:
    """Parse JSON. Raises ValueError, also for NaN and infinities, and for a duplicate key.

    Parsers differ in which value of a duplicate key they take.
    """
    hooks: Any = {"parse_constant": refuse_constant, "object_pairs_hook": each_once}
    return json.loads(text, parse_float=parse_float, **hooks)


def read_json_values(text: str) -> list[Any]:
    """Parse JSON values with white space between them, such as JSON lines. Raises ValueError."""
    decoder = json.JSONDecoder(parse_constant=refuse_constant, object_pairs_hook=each_once)
    values: list[Any] = []
    text, at = text.removeprefix("\ufeff").strip(), 0
    while at < len(text):
        value, at = decoder.raw_decode(text, at)
        values.append(value)
        while text[at : at + 1].isspace():
            at += 1
    return values


def each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A mapping of these pairs. Raises ValueError for a duplicate key."""
    values = dict(pairs)
    if len(values) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {one_line(repr(twice))} occurs twice in one object")
    return values


def refuse_constant(constant: str) -> NoReturn:
    """Raise ValueError for ``NaN`` and infinities, which Python's JSON parser accepts."""
    raise ValueError(f"{constant} is not JSON")


def differences(before: Any, after: Any, *, key: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The differing values with their dotted keys, such as ``weights.tests``."""
    old, new = _table(before), _table(after)
    if old is not None and new is not None:
        for name in dict.fromkeys([*old, *new]):
            yield from differences(old.get(name), new.get(name), key=f"{key}.{name}")
    elif before != after:
        yield key.removeprefix("."), before, after


def _table(value: Any) -> Mapping[str, Any] | None:
    """A table, or a list of tables keyed by name; None for any other value."""
    if isinstance(value, list) and value:
        are_named = all(isinstance(entry, Mapping) and "name" in entry for entry in value)
        entries = [{**entry} for entry in value] if are_named else []
        return {str(entry.pop("name")): entry for entry in entries} or None
    return value if isinstance(value, Mapping) else None


def brief(value: Any) -> str:
    """A value of the settings in TOML syntax, shortened."""
    return "not set" if value in (None, []) else one_line(_toml(value), 60)


def _toml(value: Any) -> str:
    """The value in TOML syntax; of a table only what is set."""
    if isinstance(value, dict):
        keys = [f"{key} = {_toml(item)}" for key, item in value.items() if item not in (None, [])]
        return f"{{ {', '.join(keys)} }}" if keys else "set"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return f"{value:.12g}" if isinstance(value, float) else json.dumps(value, ensure_ascii=False)


def says_nothing(error: object) -> bool:
    """Whether an error says that there was none: "", "None", false, ``{"message": null}``."""
    if isinstance(error, str):
        return error.strip().lower() in ("", "none", "null")
    if isinstance(error, Mapping | list | tuple):
        parts = error.values() if isinstance(error, Mapping) else error
        return all(map(says_nothing, parts))
    return not error
