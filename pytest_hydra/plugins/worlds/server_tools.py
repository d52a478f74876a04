"""Worlds that have the tools of an MCP server, and answer them in its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from jsonschema import Draft202012Validator, SchemaError
from jsonschema.exceptions import best_match
from jsonschema.validators import validator_for
from pydantic import ValidationError
from referencing import Registry
from referencing.exceptions import Unresolvable

from pytest_hydra.core.text import one_line
from pytest_hydra.errors import ToolError, did_you_mean
from pytest_hydra.plugins.worlds.protocol import World, WorldError
from pytest_hydra.plugins.worlds.world_format import InlineTool
from pytest_hydra.scenarios.environment import Tool


class ServerTools:
    """A world whose tools are as a server lists them, for those that ``world`` has too.

    Calls of the others fail, and arguments must fit the server's schemas.
    """

    def __init__(self, world: World, listed: Mapping[str, Tool]) -> None:
        """Raises WorldError if the world does not fit the tools of the server."""
        self._world, self._answered = world, world.tools
        self.tools = dict(listed)
        self._validators: dict[str, Any] = {}
        for name, own in world.tools.items():
            tool = _listed(name, listed)
            parameters, taken = _names(tool.parameters), _names(own.parameters)
            needed = {*own.parameters.get("required", ())} - {*tool.parameters.get("required", ())}
            if needed or not parameters <= taken:
                raise WorldError(
                    f"the tool {name} of the world does not fit the MCP server's, whose parameters "
                    f"are {', '.join(sorted(parameters)) or 'none'}"
                )
            self.tools[name] = replace(tool, writes=own.writes)
            self._validators[name] = _validator(tool)

    @property
    def state(self) -> Any:
        """The state of the world."""
        return self._world.state

    def run(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """What the world answers. Raises ToolError if it answers no such tool."""
        if name not in self._answered:
            raise ToolError(f"the world answers no {name}, only {', '.join(self._answered)}")
        try:
            error = best_match(self._validators[name].iter_errors(arguments))
        except Unresolvable as unresolvable:
            raise WorldError(
                f"the schema of the tool {name} refers to {unresolvable.ref!r}, which is not in it"
            ) from None
        if error is not None:
            place = error.json_path.removeprefix("$").lstrip(".") or "the arguments"
            raise ToolError(one_line(f"{place}: {error.message}", 300))
        return self._world.run(name, arguments)


def with_parameters(tools: Sequence[InlineTool], listed: Mapping[str, Tool]) -> list[InlineTool]:
    """The tools of a file with the server's parameters. Raises WorldError."""
    found = []
    for tool in tools:
        # The schemas of parameters may have more keywords than those of a file: see `ServerTools`.
        names: dict[str, Any] = {key: {} for key in _names(_listed(tool.name, listed).parameters)}
        schema = {"type": "object", "properties": names, "additionalProperties": True}
        try:
            found.append(InlineTool.model_validate({**tool.definition, "params": schema}))
        except ValidationError as error:
            message = error.errors()[0]["msg"].removeprefix("Value error, ")
            raise WorldError(f"the tool {tool.name} of the world: {message}") from None
    return found


def _listed(name: str, listed: Mapping[str, Tool]) -> Tool:
    if name not in listed:
        valid = sorted(listed)
        hint = did_you_mean(name, valid) or ";"
        raise WorldError(f"the MCP server has no tool {name!r}{hint} valid: {', '.join(valid)}")
    return listed[name]


def _names(schema: Mapping[str, Any]) -> set[str]:
    return {*schema.get("properties", {})}


def _validator(tool: Tool) -> Any:
    schema = dict(tool.parameters)
    dialect = validator_for(schema, default=Draft202012Validator)
    try:
        dialect.check_schema(schema)
    except SchemaError as error:
        raise WorldError(f"the schema of the tool {tool.name}: {error.message}") from None
    # With an empty registry, references out of the schema are never followed.
    return dialect(schema, registry=Registry())
