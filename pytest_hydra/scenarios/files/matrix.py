"""One scenario written once, and run with each combination of some values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from pytest_hydra.errors import BadValueError, did_you_mean

MOST_VARIANTS = 10_000
_LONGEST_SHOWN = 40
_PLACE = re.compile(r"\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}")


@dataclass(frozen=True, slots=True)
class Variant:
    """One combination: the id that tells it apart from the others, and the value of each name."""

    id: str
    values: Mapping[str, Any]


def variants(matrix: Mapping[str, Sequence[Any]]) -> list[Variant]:
    """Every combination, the last name varying fastest.

    An id is the values' texts joined by ``-``. Where two ids would be the same, all are made of the
    values' positions instead. Raises BadValueError when there are more than `MOST_VARIANTS`.
    """
    count = prod(len(values) for values in matrix.values())
    if count > MOST_VARIANTS:
        raise BadValueError(
            f"makes {count} combinations; {MOST_VARIANTS} are the most that one scenario can have"
        )
    rows = list(product(*matrix.values()))
    positions = list(product(*(range(len(values)) for values in matrix.values())))
    ids = [
        "-".join(_shown(value, index) for value, index in zip(row, places, strict=True))
        for row, places in zip(rows, positions, strict=True)
    ]
    if len(set(ids)) < len(ids):
        ids = ["-".join(map(str, places)) for places in positions]
    return [
        Variant(own, dict(zip(matrix, row, strict=True)))
        for own, row in zip(ids, rows, strict=True)
    ]


def substitute(value: Any, values: Mapping[str, Any]) -> Any:
    """The value with each ``{{name}}`` in its texts replaced; keys of mappings stay as they are.

    A text that is a lone ``{{name}}`` becomes the value itself, with its type. Raises BadValueError
    for a name that has no value.
    """
    if isinstance(value, str):
        return _filled_in(value, values)
    if isinstance(value, Mapping):
        return {key: _inside(key, item, values) for key, item in value.items()}
    if isinstance(value, list):
        return [_inside(index, item, values) for index, item in enumerate(value)]
    return value


def in_text(text: str, values: Mapping[str, Any]) -> str:
    """The text with each ``{{name}}`` replaced by its value as text. Raises as `substitute`."""
    return _PLACE.sub(lambda place: _as_text(_value(place[1], values)), text)


def names_in(value: Any) -> Iterator[str]:
    """The names that stand in ``{{…}}`` anywhere in the value's texts."""
    if isinstance(value, str):
        yield from _PLACE.findall(value)
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from names_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from names_in(item)


def _inside(key: str | int, value: Any, values: Mapping[str, Any]) -> Any:
    try:
        return substitute(value, values)
    except BadValueError as error:
        raise BadValueError(error.message, (key, *error.at)) from None


def _filled_in(text: str, values: Mapping[str, Any]) -> Any:
    alone = _PLACE.fullmatch(text)
    return _value(alone[1], values) if alone else in_text(text, values)


def _value(name: str, values: Mapping[str, Any]) -> Any:
    if name not in values:
        raise BadValueError(
            f"the matrix has no {name!r}{did_you_mean(name, list(values)) or ';'} it has: "
            + ", ".join(values)
        )
    return values[name]


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _shown(value: Any, index: int) -> str:
    if isinstance(value, list | dict):
        return str(index)
    text = _as_text(value)
    fits = 0 < len(text) <= _LONGEST_SHOWN and text == text.strip() and text.isprintable()
    return text if fits and not any(mark in text for mark in ("::", "[", "]")) else str(index)
