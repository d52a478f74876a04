"""The tables of hydra.toml for coding agents, and the presets that say how they are called."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, Field, WithJsonSchema

from pytest_hydra.documents.validation import Name, StrictModel, unknown_name
from pytest_hydra.settings import Command, InnerPath, Text, Url, Variable, agent_folders

if TYPE_CHECKING:
    from pytest_hydra.settings import Settings


def _known_format(name: str) -> str:
    if name not in agent_folders.printed_formats():
        raise ValueError(unknown_name("format", name, agent_folders.printed_formats()))
    return name


Format = Annotated[
    str,
    AfterValidator(_known_format),
    WithJsonSchema({"enum": agent_folders.printed_formats(), "type": "string"}),
]
Role = Literal["shell", "read", "skill"]
Level = Literal["all", "edit", "read"]


class Permissions(StrictModel):
    """The words that allow an agent something."""

    all: list[str] | None = None
    """Everything, for a sandbox."""
    edit: list[str] | None = None
    """To edit files and to run commands, by its own rules."""
    read: list[str] | None = None
    """To read."""


class PresetGateway(StrictModel):
    """How an agent is told where its model is.

    `{url}` is the address of the gateway, and `{key}` the name of the variable with its key.
    """

    model: Url
    """The address of the model."""
    base: Variable | None = None
    """The environment variable with another address of it."""
    keys: list[Variable] = Field(min_length=1)
    """The environment variables with its key. The agent gets a token instead."""
    environment: dict[Variable, str] = Field(default_factory=dict)
    """Environment variables of the agent."""
    args: list[str] = Field(default_factory=list)
    """Arguments of the agent."""
    files: dict[InnerPath, str] = Field(default_factory=dict)
    """Files of its home folder that it lacks."""


class PresetSettings(StrictModel):
    """How a coding agent is called: the words of its command.

    `{model}`, `{effort}`, `{session}` and `{message}` are replaced.
    """

    extends: Text | None = None
    """The preset whose other keys it has. Default: the built-in one of its name."""
    program: Text | None = None
    """The program, on PATH."""
    install: Text | None = None
    """How to install it, for people."""
    format: Format | None = None
    """What it prints. `acp`: the Agent Client Protocol."""
    run: list[str] = Field(default_factory=list)
    """The words of each call, after the program."""
    first: list[str] = Field(default_factory=list)
    """The last words for the first message, which is on standard input without `{message}` here."""
    resume: list[str] | None = None
    """The last words for all other messages, with the `{session}`."""
    model: list[str] = Field(default_factory=list)
    """The words that choose a model."""
    effort: list[str] = Field(default_factory=list)
    """The words that choose an effort."""
    permissions: Permissions = Field(default_factory=Permissions)
    """The words that allow it what it may do."""
    keys: list[Variable] = Field(default_factory=list)
    """Environment variables that it gets if they are set: secrets."""
    environment: dict[Variable, str] = Field(default_factory=dict)
    """Other environment variables, and their values."""
    in_sandbox: dict[Variable, str] = Field(default_factory=dict)
    """The same, for a sandbox."""
    skills: InnerPath | None = None
    """The folder of its skills, in a project."""
    instructions: InnerPath | None = None
    """The file with its instructions, in a project."""
    gateway: PresetGateway | None = None
    """How it is told where its model is."""
    mcp: list[str] = Field(default_factory=list)
    """The words that name an MCP server over HTTP, with its `{url}` and its bearer `{token}`."""
    calls: dict[Role, dict[str, str]] = Field(default_factory=dict)
    """For unusual tools: by role (`shell`, `read`, `skill`) and tool, the parameter with the line,
    path or skill."""


class AgentSettings(StrictModel):
    """A coding agent. It is run only with `--hydra-run-agents`."""

    preset: Text | None = None
    """The name of an agent that `python -m pytest_hydra doctor` lists, or one of `[presets]`.
    Default: the name of the table."""
    model: Text | None = None
    """The model, by the agent's name for it."""
    effort: Text | None = None
    """The effort."""
    command: Command | None = None
    """Instead of the preset's program, such as `["npx", "-y", "@openai/codex@0.171.0"]`."""
    args: list[str] = Field(default_factory=list)
    """Further arguments."""
    permissions: Level | None = None
    """What it may do without asking. Default: `all` in a sandbox, else `edit`."""
    sandbox: Literal["box", "none"] = "box"
    """`none`: it runs without a sandbox, with your rights."""
    network: bool = True
    """Whether it has the network in a sandbox. If not, the `gateway` still reaches its model."""
    gateway: Literal["live", "record", "replay"] | None = None
    """A proxy to its model keeps the key and counts costs. `record` stores the answers, `replay`
    gives them again."""
    max_cost_usd: float | None = Field(None, ge=0, allow_inf_nan=False)
    """With `gateway`: the most that a conversation may cost, by `[prices]`."""
    skills: list[Text] = Field(default_factory=list)
    """Its skills: folders with a `SKILL.md`, relative to hydra.toml, or `git:REF:FOLDER`."""
    instructions: Text | None = None
    """Its instructions: a text, or the path of an `.md` file relative to hydra.toml."""
    mcp: list[Name] = Field(default_factory=list)
    """Servers of `[mcp]` that it may use, in scenarios without a world."""
    files: dict[InnerPath, str] = Field(default_factory=dict)
    """Files of its home folder, such as `.codex/config.toml`: texts by path."""
    env: dict[Variable, str] = Field(default_factory=dict)
    """Environment variables that it gets. `${NAME}` is replaced from the environment, and is a
    secret."""
    max_calls: int = Field(200, ge=1)
    """The most calls of a conversation."""
    timeout_seconds: float = Field(900.0, gt=0, allow_inf_nan=False)
    """Time limit of one message."""
    concurrency: int = Field(2, ge=1)
    """The most conversations at a time."""
    version: Text | None = None
    """Its version. Without it answers are not reused."""
    requires_env: list[Variable] = Field(default_factory=list)
    """Environment variables that it needs, and gets."""
    secrets: list[Variable] = Field(default_factory=list)
    """Variables that it gets, and whose values are never stored or shown."""
    when_missing: Literal["error", "skip"] = "error"
    """What happens when its program or a variable is missing."""
    read_only: list[Text] | None = None
    """Functions that only read; see `[bots]`."""


class AgentTables(StrictModel):
    """The tables ``[agents]`` and ``[presets]``."""

    agents: dict[Name, AgentSettings] = Field(default_factory=dict)
    presets: dict[Name, PresetSettings] = Field(default_factory=dict)


def preset_names(presets: Iterable[str]) -> list[str]:
    """The names of all presets: the built-in ones and these."""
    return sorted({*agent_folders.agent_presets(), *presets})


def preset_of(name: str, presets: Mapping[str, PresetSettings]) -> PresetSettings:
    """The preset of this name, with the keys that it extends. Raises ValueError."""
    values, seen = _preset_values(name, presets, ())
    preset = PresetSettings(**values)
    if preset.format is None or (preset.program is None and preset.format != "acp"):
        raise ValueError(f"the preset {seen[0]!r} needs 'program' and 'format'")
    return preset


def missing_variables(agent: AgentSettings, preset: PresetSettings) -> list[str]:
    """What an agent lacks in our environment, in words."""
    unset = [name for name in agent.requires_env if not os.environ.get(name)]
    keys = [*preset.keys, *agent.secrets, *agent.requires_env]
    has_key = any(map(os.environ.get, keys)) or not preset.keys or agent.gateway == "replay"
    problems = [f"it needs {', '.join(unset)}"] if unset else []
    return [*problems, *([] if has_key else ["it has no key"])]


def _preset_values(
    name: str, presets: Mapping[str, PresetSettings], seen: tuple[str, ...]
) -> tuple[dict[str, Any], tuple[str, ...]]:
    built_in, own, seen = _built_in(name), presets.get(name), (*seen, name)
    if own is None and built_in is None:
        raise ValueError(unknown_name("preset", name, preset_names(presets)))
    below: dict[str, Any] = {} if built_in is None else _set_values(built_in)
    if own is None:
        return below, seen
    if own.extends is not None and own.extends != name:
        if own.extends in seen:
            raise ValueError(f"the preset {name!r} extends itself")
        below, seen = _preset_values(own.extends, presets, seen)
    return {**below, **_set_values(own)}, seen


def _set_values(preset: PresetSettings) -> dict[str, Any]:
    return {key: getattr(preset, key) for key in preset.model_fields_set if key != "extends"}


def _built_in(name: str) -> PresetSettings | None:
    values = agent_folders.agent_presets().get(name)
    return None if values is None else PresetSettings(**values)


def agents_of(settings: Settings) -> Mapping[str, AgentSettings]:
    """``[agents]``, by name."""
    return settings.tables.get("agents") or {}


def presets_of(settings: Settings) -> Mapping[str, PresetSettings]:
    """``[presets]``, by name, without the built-in ones."""
    return settings.tables.get("presets") or {}
