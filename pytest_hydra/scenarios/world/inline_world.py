"""Worlds that a scenario file describes: tools that read and set places of the state."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.core.text import NotFoundError, find, format_pointer, parse_pointer, texts
from pytest_hydra.scenarios.world.differences import placed
from pytest_hydra.scenarios.world.protocol import Tool, ToolError

_PLACE = re.compile(r"\{([A-Za-z_]\w*)\}")
_TYPES: dict[str, type | tuple[type, ...]] = {
    "string": str,
    "number": (int, float),
    "integer": int,
    "boolean": bool,
    "null": type(None),
    "array": list,
    "object": dict,
}
# What of JSON Schema is understood, and what only describes.
_CHECKED = (
    *("type", "enum", "properties", "required", "additionalProperties", "items"),
    *("minimum", "maximum"),
)
_DESCRIBING = ("title", "description", "default", "examples", "format")


def parameters_of(params: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON Schema of ``params``, which may be one, or each parameter's by its name."""
    if params.get("type") == "object":
        return {"additionalProperties": False, **params}
    whole = {"type": "object", "properties": dict(params), "required": list(params)}
    return {**whole, "additionalProperties": False}


def schema_faults(schema: Any) -> Iterator[str]:
    """What in a schema is not understood here, in words."""
    if not isinstance(schema, Mapping):
        yield f"should be a JSON Schema such as {{type: string}}, not {schema!r}"
        return
    unknown = [key for key in schema if key not in _CHECKED + _DESCRIBING]
    if unknown:
        yield (
            f"{unknown[0]!r} is not checked here; valid: {', '.join(_CHECKED)}. "
            "For more, write the world in Python"
        )
    kinds = schema.get("type", [])
    for kind in kinds if isinstance(kinds, list) else [kinds]:
        if kind not in _TYPES:
            yield f"unknown type {kind!r}; valid: {', '.join(_TYPES)}"
    inside = [schema["items"]] if "items" in schema else []
    for inner in (*schema.get("properties", {}).values(), *inside):
        yield from schema_faults(inner)


def places_in(tool: Mapping[str, Any]) -> set[str]:
    """The names of the parameters that stand in braces in a tool's pointers and values."""
    changes = tool.get("set", {})
    written = texts([tool.get("get"), *changes, changes, tool.get("returns")])
    return {name for text in written for name in _PLACE.findall(text)}


class InlineWorld:
    """A state, and the tools that a file gives it. ``fails`` says whether faults are on purpose."""

    def __init__(self, tools: Sequence[Mapping[str, Any]], state: Any, fails: bool = True) -> None:
        self.state = state
        self._made = {tool["name"]: tool for tool in tools}
        self.tools = {
            tool["name"]: Tool(
                tool["name"],
                tool.get("description", ""),
                parameters_of(tool.get("params", {})),
                bool(tool.get("writes") or tool.get("set")),
            )
            for tool in tools
        }
        self._fails = fails
        self._calls: Counter[str] = Counter()

    def run(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """What the tool gives. Raises ToolError, and then has changed nothing."""
        made = self._made[name]
        fault = argument_fault(self.tools[name].parameters, arguments, "")
        if fault:
            raise ToolError(fault)
        self._calls[name] += 1
        fails = made.get("fails")
        if fails and self._fails and self._calls[name] in fails["on"]:
            raise ToolError(fails["error"])
        state = self.state
        if made.get("get") is not None:
            _found(state, _pointer(made["get"], arguments))
        for place, entry in made.get("set", {}).items():
            at = _pointer(place, arguments)
            try:
                state = placed(state, at, _filled(entry, arguments))
            except LookupError:
                raise ToolError(f"there is no place {format_pointer(at)}") from None
        self.state = state
        if "returns" in made:
            return _filled(made["returns"], arguments)
        return _found(state, _pointer(made["get"], arguments)) if made.get("get") else None


def _pointer(text: str, arguments: Mapping[str, Any]) -> tuple[str, ...]:
    """The place that a pointer means: what stands in braces is a part of one step."""

    def text_of(place: re.Match[str]) -> str:
        return str(arguments.get(place[1], ""))

    return tuple([_PLACE.sub(text_of, step) for step in parse_pointer(text)])


def _found(state: Any, at: tuple[str, ...]) -> Any:
    try:
        return find(state, at)
    except NotFoundError:
        raise ToolError(f"there is nothing at {format_pointer(at)}") from None


def _filled(value: Any, arguments: Mapping[str, Any]) -> Any:
    """The value; a text that is one name in braces is that argument, with its type."""
    if isinstance(value, str):
        alone = _PLACE.fullmatch(value)
        return arguments.get(alone[1]) if alone else value
    if isinstance(value, Mapping):
        return {key: _filled(entry, arguments) for key, entry in value.items()}
    return [_filled(entry, arguments) for entry in value] if isinstance(value, list) else value


def argument_fault(schema: Mapping[str, Any], value: Any, at: str) -> str | None:
    """Why the value does not fit the schema, or None where it does."""
    kinds = schema.get("type")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(_is_of(kind, value) for kind in kinds):
        return f"{at or 'the arguments'} should be of the type {' or '.join(kinds)}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{at} should be one of {', '.join(map(str, schema['enum']))}"
    for bound, is_within in (("minimum", value.__ge__), ("maximum", value.__le__)) * (
        isinstance(value, int | float)
    ):
        if bound in schema and not is_within(schema[bound]):
            return f"{at} should have the {bound} {schema[bound]}"
    properties = schema.get("properties", {})
    entries: list[tuple[Any, Any, str]] = []
    if isinstance(value, dict):
        for name in schema.get("required", ()):
            if name not in value:
                return f"{name} is missing"
        for name, entry in value.items():
            if name not in properties and schema.get("additionalProperties") is False:
                valid = ", ".join(properties) or "none"
                return f"unknown parameter {name}; valid: {valid}"
            entries.append((properties.get(name, {}), entry, name))
    elif isinstance(value, list):
        entries = [(schema.get("items", {}), entry, f"{at}[{i}]") for i, entry in enumerate(value)]
    faults = (argument_fault(*entry) for entry in entries)
    return next((fault for fault in faults if fault), None)


def _is_of(kind: str, value: Any) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _TYPES[kind])
