"""The JSON Schema of expectations, made from their kinds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import TypeAdapter

from pytest_hydra.scenarios.expect.compiling import COMPOSITION, MODIFIERS, WEIGHED, camel
from pytest_hydra.scenarios.expect.vocabulary import Kind


def schema_of(kinds: Mapping[str, Kind]) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a mapping of expectations, in both spellings.

    It refers to itself as ``#/$defs/expect``, and to the other types as ``#/$defs/…``.
    """
    inner = {"$ref": "#/$defs/expect"}
    several = {"type": "array", "items": inner, "minItems": 1}
    names = {"enum": [name for kind in (*kinds, *WEIGHED) for name in _both(kind)]}
    composition = {name: several if name in ("all", "any") else inner for name in COMPOSITION}
    listed = {"anyOf": [names, {"type": "array", "items": names}]}
    modifiers: dict[str, Any] = {
        "weights": {
            "type": "object",
            "propertyNames": names,
            "additionalProperties": {"type": "number", "minimum": 0},
        },
        "critical": listed,
        "optional": listed,
        "forbidExtraParams": {"type": "boolean"},
    }
    properties: dict[str, Any] = {}
    definitions: dict[str, Any] = {}
    for kind in kinds.values():
        schema = TypeAdapter(kind.value).json_schema(ref_template="#/$defs/{model}")
        for name, definition in schema.pop("$defs", {}).items():
            definitions[name] = _in_both_spellings(definition)
        for name in _both(kind.name):
            properties[name] = {"description": kind.doc, **schema}
    for name, schema in (composition | modifiers).items():
        doc = COMPOSITION.get(name) or MODIFIERS[name]
        for spelling in _both(name):
            properties[spelling] = {"description": doc, **schema}
    body = {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "minProperties": 1,
    }
    return {**body, "$defs": {**definitions, "expect": body}}


def _in_both_spellings(definition: dict[str, Any]) -> dict[str, Any]:
    """The schema of a mapping whose keys may be written in camelCase too, and no others."""
    properties = definition.get("properties", {})
    spelt = {key: camel(key) for key in properties if camel(key) != key}
    required = definition.get("required", [])
    either = [
        {"anyOf": [{"required": [key]}, {"required": [spelt[key]]}]}
        for key in required
        if key in spelt
    ]
    closed = {
        **definition,
        "properties": {**properties, **{spelt[key]: properties[key] for key in spelt}},
        "required": [key for key in required if key not in spelt],
        "additionalProperties": False,
    }
    return {**closed, "allOf": either} if either else closed


def _both(name: str) -> Iterator[str]:
    yield name
    snake = "".join(f"_{char.lower()}" if char.isupper() else char for char in name)
    if snake != name:
        yield snake
