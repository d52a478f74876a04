"""The `world` key of a scenario file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from pytest_hydra.core.text import parse_pointer, texts
from pytest_hydra.documents.validation import StrictModel, unknown_name
from pytest_hydra.plugins.worlds.differences import merge

# The placeholder of an argument.
PLACE = re.compile(r"\{([A-Za-z_]\w*)\}")
TYPES: dict[str, type | tuple[type, ...]] = {
    "string": str,
    "number": (int, float),
    "integer": int,
    "boolean": bool,
    "null": type(None),
    "array": list,
    "object": dict,
}
# The JSON Schema keywords that are checked, and those that only describe.
_CHECKED = (
    *("type", "enum", "properties", "required", "additionalProperties", "items"),
    *("minimum", "maximum"),
)
_DESCRIBING = ("title", "description", "default", "examples", "format")


def _pointer(text: str) -> str:
    parse_pointer(text)
    return text


def _target(text: str) -> str:
    module, _, name = text.partition(":")
    if not all(part.isidentifier() for part in (*module.split("."), name)):
        raise ValueError(f"should be package.module:Class, not {text!r}")
    return text


Pointer = Annotated[str, AfterValidator(_pointer)]
_Count = Annotated[int, Field(ge=1)]


def _schema_faults(schema: Any) -> Iterator[str]:
    """The unsupported parts of a schema, in words."""
    if not isinstance(schema, Mapping):
        yield f"should be a JSON Schema such as {{type: string}}, not {schema!r}"
        return
    unknown = [key for key in schema if key not in _CHECKED + _DESCRIBING]
    if unknown:
        yield (
            f"unsupported keyword {unknown[0]!r}; supported: {', '.join(_CHECKED)}. "
            "For more, write the world in Python"
        )
    kinds = schema.get("type", [])
    for kind in kinds if isinstance(kinds, list) else [kinds]:
        if kind not in TYPES:
            yield f"unknown type {kind!r}; valid: {', '.join(TYPES)}"
    items = [schema["items"]] if "items" in schema else []
    for part in (*schema.get("properties", {}).values(), *items):
        yield from _schema_faults(part)


class Faults(StrictModel):
    """When a tool fails on purpose."""

    on: Annotated[
        list[_Count],
        BeforeValidator(
            lambda on: on if isinstance(on, list) else [on],
            json_schema_input_type=list[_Count] | _Count,
        ),
    ]
    """Which of its calls fail, counted from 1."""
    error: str = Field(min_length=1)
    """The error message for the bot."""


class InlineTool(StrictModel):
    """A tool described by a file. `{PARAM}` in a pointer is replaced by the argument."""

    name: str = Field(pattern=r"^[A-Za-z_][A-Za-z0-9_-]*$")
    """The name by which the bot calls it."""
    description: str = ""
    """Its description for a model."""
    params: dict[str, Any] = Field(default_factory=dict)
    """Its parameters: the JSON Schema of each by name (all are required), or one schema of all."""
    get: Pointer | None = None
    """Pointer to what it returns of the state; `{PARAM}` is replaced by the argument."""
    set: dict[Pointer, Any] = Field(default_factory=dict)
    """What it changes: values by pointer."""
    returns: Any = None
    """What it returns instead of a part of the state."""
    writes: bool | None = None
    """Whether it changes the state. Default: whether `set` is given."""
    fails: Faults | None = None
    """Which of its calls fail."""

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """The JSON Schema of all parameters."""
        combined = {"type": "object", "properties": self.params, "required": list(self.params)}
        schema = self.params if self.params.get("type") == "object" else combined
        return {"additionalProperties": False, **schema}

    @cached_property
    def definition(self) -> dict[str, Any]:
        """The tool as written in the file."""
        return self.model_dump(exclude_unset=True)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        for fault in _schema_faults(self.parameters):
            raise ValueError(f"params: {fault}")
        # Those of an MCP server are known later.
        if "params" in self.model_fields_set:
            self.check_places()
        if self.set and self.writes is False:
            raise ValueError("`set` changes the state, so `writes` cannot be false")
        return self

    def check_places(self) -> None:
        """Raise ValueError if a placeholder stands for no parameter."""
        parameters = tuple(self.parameters.get("properties", {}))
        for text in texts([self.get, *self.set, self.set, self.returns]):
            for name in PLACE.findall(text):
                if name not in parameters:
                    raise ValueError(f"{{{name}}}: {unknown_name('parameter', name, parameters)}")


class WorldModel(StrictModel):
    """State, and tools that read and change it; created anew for each conversation."""

    mcp: str = ""
    """A server of `[mcp]`: the bot gets its tools, which `tools` or `use` answer in its place."""
    use: Annotated[str, AfterValidator(_target)] = ""
    """A class, as `package.module:Class`; its methods marked with `@tool` are the tools."""
    state: dict[str, Any] = Field(default_factory=dict)
    """The initial state. A scenario's state is merged over the file's; null removes a key."""
    tools: list[InlineTool] = Field(default_factory=list)
    """The tools of a world without code."""
    timeout_seconds: float | None = Field(None, gt=0, alias="timeoutSeconds")
    """Time limit of a tool in Python, in seconds. Default: 10."""

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if self.use and self.tools:
            raise ValueError("`use` names a class that has its own tools: keep `use` or `tools`")
        names = [tool.name for tool in self.tools]
        duplicate = next((name for name in names if names.count(name) > 1), None)
        if duplicate is not None:
            raise ValueError(f"there are two tools named {duplicate}")
        return self

    @property
    def identity(self) -> dict[str, Any]:
        """The parts of a world that identify a conversation in it: plain JSON."""
        tools = [tool.definition for tool in self.tools]
        return {"use": self.use or None, "state": self.state, "tools": tools}


class ServersWorld(WorldModel):
    """A world with the tools of MCP servers.

    The servers answer for bots with `mcp`. The one that a world names with `mcp` does not.
    """

    servers: dict[str, Any]
    """Their settings by name."""

    @property
    def identity(self) -> dict[str, Any]:
        """The servers, and the world if that answers: plain JSON."""
        servers = {"mcp": {name: server.identity for name, server in self.servers.items()}}
        return super().identity | servers if self.mcp else servers


WorldKey = Annotated[
    WorldModel,
    BeforeValidator(
        lambda world: {"use": world} if isinstance(world, str) else world,
        json_schema_input_type=str | WorldModel,
    ),
]


def world_of(file_world: WorldModel | None, scenario_world: WorldModel | None) -> WorldModel | None:
    """Combine the worlds of the file and of the scenario.

    Raises ValueError if neither has tools.
    """
    worlds = [world for world in (file_world, scenario_world) if world is not None]
    if not worlds:
        return None
    result = WorldModel()
    for world in worlds:
        fields = {name: value for name, value in world if value}
        if fields.keys() & {"use", "tools"}:
            fields = {"use": "", "tools": [], **fields}
        fields["state"] = merge(result.state, world.state)
        result = result.model_copy(update=fields)
    if not (result.use or result.tools):
        raise ValueError("has no tools: name a class with `use`, or describe `tools`")
    for tool in result.tools:
        if not result.mcp:
            tool.check_places()
        elif not {"description", "params"}.isdisjoint(tool.model_fields_set):
            raise ValueError(f"{tool.name}: its description and `params` are those of the server")
    return result
