"""Worlds described by a scenario file: tools that read and set paths of the state."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pytest_hydra.core.text import NotFoundError, find, format_pointer, parse_pointer
from pytest_hydra.errors import ToolError
from pytest_hydra.plugins.worlds.differences import edit
from pytest_hydra.plugins.worlds.world_format import PLACE, TYPES, InlineTool
from pytest_hydra.scenarios.environment import Tool


class InlineWorld:
    """A state, and the tools of a scenario file. ``fails`` enables their injected faults."""

    def __init__(self, tools: Sequence[InlineTool], state: Any, fails: bool = True) -> None:
        self.state = state
        self._definitions = {tool.name: tool for tool in tools}
        self.tools = {
            tool.name: Tool(
                tool.name, tool.description, tool.parameters, bool(tool.writes or tool.set)
            )
            for tool in tools
        }
        self._fails = fails
        self._calls: Counter[str] = Counter()

    def run(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """Return the tool's result. Raises ToolError, and then has changed nothing."""
        tool, state = self._definitions[name], self.state
        fault = argument_fault(tool.parameters, arguments, "")
        if fault:
            raise ToolError(fault)
        self._calls[name] += 1
        if tool.fails and self._fails and self._calls[name] in tool.fails.on:
            raise ToolError(tool.fails.error)
        if tool.get is not None:
            _lookup(state, _pointer(tool.get, arguments))
        for place, entry in tool.set.items():
            path = _pointer(place, arguments)
            try:
                state = edit(state, path, _fill(entry, arguments))
            except LookupError:
                raise ToolError(f"there is no {format_pointer(path)} to set") from None
        self.state = state
        if "returns" in tool.model_fields_set:
            return _fill(tool.returns, arguments)
        return _lookup(state, _pointer(tool.get, arguments)) if tool.get else None


def _pointer(text: str, arguments: Mapping[str, Any]) -> tuple[str, ...]:
    """Parse a pointer; a placeholder in braces is always part of one step."""

    def text_of(place: re.Match[str]) -> str:
        return str(arguments.get(place[1], ""))

    return tuple([PLACE.sub(text_of, step) for step in parse_pointer(text)])


def _lookup(state: Any, path: tuple[str, ...]) -> Any:
    try:
        return find(state, path)
    except NotFoundError:
        raise ToolError(f"there is nothing at {format_pointer(path)}") from None


def _fill(value: Any, arguments: Mapping[str, Any]) -> Any:
    """Fill in a value; a text that is only a placeholder becomes the argument, with its type."""
    if isinstance(value, str):
        placeholder = PLACE.fullmatch(value)
        return arguments.get(placeholder[1]) if placeholder else value
    if isinstance(value, Mapping):
        return {key: _fill(entry, arguments) for key, entry in value.items()}
    return [_fill(entry, arguments) for entry in value] if isinstance(value, list) else value


def argument_fault(schema: Mapping[str, Any], value: Any, path: str) -> str | None:
    """Why the value does not fit the schema, or None if it does."""
    kinds = schema.get("type")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(_is_of(kind, value) for kind in kinds):
        return f"{path or 'the arguments'} should be of type {' or '.join(kinds)}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{path} should be one of {', '.join(map(str, schema['enum']))}"
    if isinstance(value, int | float):
        if value < schema.get("minimum", value):
            return f"{path} should be at least {schema['minimum']}"
        if value > schema.get("maximum", value):
            return f"{path} should be at most {schema['maximum']}"
    properties = schema.get("properties", {})
    parts: list[tuple[Any, Any, str]] = []
    if isinstance(value, dict):
        for name in schema.get("required", ()):
            if name not in value:
                return f"{name} is missing"
        for name, entry in value.items():
            if name not in properties and schema.get("additionalProperties") is False:
                valid = ", ".join(properties) or "none"
                return f"unknown parameter {name}; valid: {valid}"
            parts.append((properties.get(name, {}), entry, name))
    elif isinstance(value, list):
        parts = [(schema.get("items", {}), entry, f"{path}[{i}]") for i, entry in enumerate(value)]
    faults = (argument_fault(*entry) for entry in parts)
    return next((fault for fault in faults if fault), None)


def _is_of(kind: str, value: Any) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, TYPES[kind])
