"""Look up fields of what an API or a log says: of JSON, or of a library's own objects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Fields = dict[str, Any]


def get(value: object, name: str) -> Any:
    """The value of a mapping's key or an object's attribute; None if there is none."""
    if isinstance(value, Mapping):
        return value.get(name)
    return getattr(value, name, None)


def fields_of(item: object, names: Iterable[str]) -> list[Any]:
    """The values of all these names, each None if there is none."""
    return [get(item, name) for name in names]


def first(item: object, names: Iterable[str]) -> Any:
    """The value of the first name that exists."""
    return next((value for name in names if (value := get(item, name)) is not None), None)


def text(item: object, name: str) -> str:
    """A text; empty if it is none."""
    return found if isinstance(found := get(item, name), str) else ""


def id_of(item: object, name: str = "id") -> str | None:
    """An id, as a text: a text that is not empty, or a whole number."""
    found = get(item, name)
    if isinstance(found, int) and not isinstance(found, bool):
        return str(found)
    return found if isinstance(found, str) and found else None


def elements(value: object) -> Sequence[Any]:
    """The elements of a list; empty if it is not a list."""
    return value if isinstance(value, list | tuple) else ()


def as_list(value: object) -> Sequence[Any]:
    """The calls or blocks of a message, which may also be a single one without a list."""
    return elements(value) if isinstance(value, list | tuple | str | None) else [value]


def entries(document: object, *keys: str) -> list[Mapping[str, Any]]:
    """The mappings in the first non-empty list among these keys of a document."""
    items = next(filter(None, [elements(get(document, key)) for key in keys]), ())
    return [entry for entry in items if isinstance(entry, Mapping)]
