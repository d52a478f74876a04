"""Matchers at the places of a nested value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pytest_hydra.core.text import Pointer
from pytest_hydra.errors import BadValueError
from pytest_hydra.scenarios.expect.matchers import KeyPath, Matcher, Operators, compile_matcher
from pytest_hydra.scenarios.expect.rules import ALIASES, quoted


class Place(NamedTuple):
    """What is expected at one place of a value."""

    at: Pointer
    matcher: Matcher


def places_in(
    value: Mapping[Any, Any], at: KeyPath, prefix: Pointer, operators: Operators
) -> Iterator[Place]:
    """What nested mappings of keys to values or matchers expect. Raises BadValueError."""
    for key, entry in value.items():
        if not isinstance(key, str):
            raise BadValueError(f"the key {quoted(key)} is not a text; quote it", at)
        is_mapping = isinstance(entry, Mapping) and bool(entry)
        if is_mapping and not any(ALIASES.get(inner, inner) in operators for inner in entry):
            yield from places_in(entry, (*at, key), (*prefix, key), operators)
        else:
            yield Place((*prefix, key), compile_matcher(entry, (*at, key), operators))
