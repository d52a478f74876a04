"""What a scenario file may hold under ``world``."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from pytest_hydra.core.text import parse_pointer
from pytest_hydra.documents.validation import StrictModel, unknown_name
from pytest_hydra.scenarios.world.differences import merged
from pytest_hydra.scenarios.world.inline_world import parameters_of, places_in, schema_faults
from pytest_hydra.scenarios.world.protocol import WorldSource


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


class Faults(StrictModel):
    """When a tool fails on purpose."""

    on: Annotated[
        list[_Count],
        BeforeValidator(
            lambda on: on if isinstance(on, list) else [on],
            json_schema_input_type=list[_Count] | _Count,
        ),
    ]
    """Which of its calls fail, from 1 on."""
    error: str = Field(min_length=1)
    """What the bot is told."""


class InlineTool(StrictModel):
    """A tool that a file describes. `{PARAM}` in a pointer stands for what the bot gave."""

    name: str = Field(pattern=r"^[A-Za-z_][A-Za-z0-9_-]*$")
    """What the bot calls it by."""
    description: str = ""
    """What a model is told of it."""
    params: dict[str, Any] = Field(default_factory=dict)
    """Its parameters: the JSON Schema of each by its name, all required, or that of all of them."""
    get: Pointer | None = None
    """What it gives: the place of the state. It fails where nothing is there."""
    set: dict[Pointer, Any] = Field(default_factory=dict)
    """What it changes: values by their places."""
    returns: Any = None
    """What it gives instead of a place of the state."""
    writes: bool | None = None
    """Whether it changes the state; where it sets something, it does."""
    fails: Faults | None = None
    """Which of its calls fail."""

    @model_validator(mode="after")
    def _fits(self) -> Self:
        schema = parameters_of(self.params)
        for fault in schema_faults(schema):
            raise ValueError(f"params: {fault}")
        for name in sorted(places_in(self.model_dump()) - schema.get("properties", {}).keys()):
            message = unknown_name("parameter", name, tuple(schema.get("properties", {})))
            raise ValueError(f"{{{name}}}: {message}")
        if self.set and self.writes is False:
            raise ValueError("it sets something, and so it writes")
        return self


class WorldModel(StrictModel):
    """State, and tools that read and change it; made anew for each conversation."""

    use: Annotated[str, AfterValidator(_target)] = ""
    """A class, as `package.module:Class`; its methods marked with `@tool` are the tools."""
    state: dict[str, Any] = Field(default_factory=dict)
    """What it begins with. That of a scenario is merged over the file's: null takes a key away."""
    tools: list[InlineTool] = Field(default_factory=list)
    """The tools of a world that needs no code."""
    timeout_seconds: float | None = Field(None, gt=0, alias="timeoutSeconds")
    """How long a tool in Python may take. Without it: 10."""

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if self.use and self.tools:
            raise ValueError("`use` names a class, which has tools of its own: keep it or `tools`")
        names = [tool.name for tool in self.tools]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise ValueError(f"there are two tools named {twice}")
        return self


WorldKey = Annotated[
    WorldModel,
    BeforeValidator(
        lambda world: {"use": world} if isinstance(world, str) else world,
        json_schema_input_type=str | WorldModel,
    ),
]


def world_source(file: WorldModel | None, own: WorldModel | None) -> WorldSource | None:
    """Where a scenario's worlds come from, by what the file says and what it says itself.

    Raises ValueError where neither says which tools there are.
    """
    said = [world for world in (file, own) if world is not None]
    if not said:
        return None
    values: dict[str, Any] = {"state": {}}
    for world in said:
        values["state"] = merged(values["state"], world.state)
        if world.use or world.tools:
            values["use"] = world.use or None
            values["tools"] = tuple([tool.model_dump(exclude_unset=True) for tool in world.tools])
        if world.timeout_seconds is not None:
            values["timeout_seconds"] = world.timeout_seconds
    if not values.get("use") and not values.get("tools"):
        raise ValueError("has no tools: name a class with `use`, or describe `tools`")
    return WorldSource(**values)
