"""The tables of hydra.toml for coding agents, and the presets that say how they are called."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, WithJsonSchema

from pytest_hydra.core.text import one_line, variables
from pytest_hydra.documents import Document, KeyPath
from pytest_hydra.documents.validation import Name, StrictModel, unknown_name
from pytest_hydra.errors import Problem
from pytest_hydra.settings import agent_folders
from pytest_hydra.settings.bots import BotSettings
from pytest_hydra.settings.types import Command, InnerPath, Text, Url, Variable


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
FROM_GIT = "git:"
# The folder of a skill with its evaluations, which no agent gets.
EVALS = "evals"
_SKILL = "SKILL.md"


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


class AgentBot(BotSettings):
    """A coding agent as a bot: what its table and its preset make. It is no table itself.

    ``command`` is followed by ``first`` or by ``resume``. ``skills`` are folders or commits by
    their place in the workspace, below ``skills_place``, and ``texts`` are files of it.
    ``contents`` is the digest of the files that are installed. ``passed`` are the variables of our
    environment that it gets.
    """

    noun = "agent"
    kinds = ("command",)
    only_for: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    format: Format
    first: list[str]
    resume: list[str] | None
    boxed: bool
    permissions: Level
    passed: list[str]
    environment: dict[str, str]
    home: dict[str, str]
    skills: dict[str, str]
    skills_place: str | None
    texts: dict[str, str]
    contents: str
    calls: dict[str, dict[str, str]]
    max_calls: int
    network: bool
    gateway: str | None
    door: PresetGateway | None
    max_cost_usd: float | None
    mcp_words: list[str]

    @property
    def opened_as(self) -> str:
        """The kind of bot."""
        return "agent"

    @property
    def lacks(self) -> str:
        """What else it needs and lacks: its program."""
        program = (self.command or [""])[0]
        is_there = "/" in program or shutil.which(program) is not None
        return "" if is_there else f"the program {program}"


def agent_bot(
    name: str, agent: AgentSettings, presets: Mapping[str, PresetSettings], root: Path
) -> AgentBot:
    """The agent as a bot; ``root`` is the folder of hydra.toml. Raises ValueError."""
    preset = preset_of(agent.preset or name, presets)
    boxed = agent.sandbox == "box"
    level: Level = agent.permissions or ("all" if boxed else "edit")
    _check(agent, agent.preset or name, preset, level)
    allowed = getattr(preset.permissions, level)
    words = [*(agent.command or [str(preset.program)]), *preset.run, *allowed]
    for key, value, form in (
        ("model", agent.model, preset.model),
        ("effort", agent.effort, preset.effort),
    ):
        words += [word.replace(f"{{{key}}}", value) for word in form] if value else []
    skills, texts = _installed(agent, preset, root)
    passed, hidden = [*agent.requires_env, *agent.secrets, *preset.keys], set[str]()
    if agent.gateway is not None and preset.gateway is not None:
        hidden = {*preset.keys, *preset.gateway.keys}
    return AgentBot(
        command=[*words, *agent.args],
        first=preset.first,
        resume=preset.resume,
        format=_known(preset.format),
        boxed=boxed,
        permissions=level,
        passed=[name for name in passed if name not in hidden],
        environment=preset.environment | (preset.in_sandbox if boxed else {}) | agent.env,
        home=agent.files,
        skills=skills,
        skills_place=preset.skills,
        texts=texts,
        contents=_digest(skills, texts, root),
        calls={role: dict(tools) for role, tools in preset.calls.items()},
        max_calls=agent.max_calls,
        network=agent.network,
        gateway=agent.gateway,
        door=preset.gateway,
        max_cost_usd=agent.max_cost_usd,
        mcp=agent.mcp,
        mcp_words=preset.mcp,
        timeout_seconds=agent.timeout_seconds,
        concurrency=agent.concurrency,
        version=agent.version,
        requires_env=agent.requires_env,
        secrets=[*agent.secrets, *preset.keys, *variables(agent.env)],
        when_missing=agent.when_missing,
        read_only=agent.read_only,
    )


def _check(agent: AgentSettings, name: str, preset: PresetSettings, level: Level) -> None:
    """Raise ValueError for settings of an agent that need others, or words of its preset."""
    if agent.command is None and preset.program is None:
        raise ValueError('its preset names no program; add: command = ["goose", "acp"]')
    allowed = getattr(preset.permissions, level) is not None
    has_mcp = preset.mcp or preset.format == "acp"
    gateway = '{model = "https://…", keys = ["MY_KEY"], environment = {MY_URL = "{url}"}}'
    for wanted, known, what, line in (
        (True, allowed, f"how to allow it {level!r}", f"permissions.{level} = []"),
        (agent.model, preset.model, "how to choose a model", 'model = ["--model", "{model}"]'),
        (agent.effort, preset.effort, "how to choose an effort", 'effort = ["-e", "{effort}"]'),
        (agent.skills, preset.skills, "where skills are", 'skills = ".agents/skills"'),
        (
            agent.instructions,
            preset.instructions,
            "where instructions are",
            'instructions = "AGENTS.md"',
        ),
        (agent.mcp, has_mcp, "how to name an MCP server", 'mcp = ["--mcp", "{url}"]'),
        (agent.gateway, preset.gateway, "how to tell it its model", f"gateway = {gateway}"),
    ):
        if wanted and not known:
            raise ValueError(
                f"its preset does not say {what}; add the words for it to [presets.{name}], such "
                f"as: {line}"
            )
    if agent.max_cost_usd is not None and agent.gateway is None:
        raise ValueError("'max_cost_usd' needs 'gateway', which counts what is used")
    if not agent.network and agent.sandbox != "box":
        raise ValueError("'network' needs a sandbox: without one it cannot be denied")


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


def _known(form: Format | None) -> Format:
    assert form is not None  # noqa: S101 - `preset_of` checked it
    return form


def _installed(
    agent: AgentSettings, preset: PresetSettings, root: Path
) -> tuple[dict[str, str], dict[str, str]]:
    """What the agent finds in its workspace: skills and texts. Raises ValueError."""
    skills = {}
    for source in agent.skills:
        name = skill_name(source, root)
        place = f"{preset.skills}/{name}"
        if place in skills:
            raise ValueError(f"two skills are called {name!r}")
        skills[place] = source
    text = agent.instructions or ""
    if text.endswith(".md") and "\n" not in text:
        path = root / text
        if not path.is_file():
            raise ValueError(f"there is no file {one_line(text, 200)}, for its instructions")
        text = path.read_text("utf-8", "replace")
    return skills, {str(preset.instructions): text} if text else {}


def skill_name(source: str, root: Path) -> str:
    """The name of a skill: that of its folder. Raises ValueError if it is no skill."""
    if source.startswith(FROM_GIT):
        ref, _, folder = source.removeprefix(FROM_GIT).partition(":")
        if not ref or not folder.strip("/"):
            raise ValueError(f"{source!r} should be git:REF:FOLDER")
        return folder.strip("/").rpartition("/")[2]
    folder_path = (root / source).resolve()
    if not (folder_path / _SKILL).is_file():
        raise ValueError(f"{source!r} is not a folder with a {_SKILL}")
    return folder_path.name


def _digest(skills: Mapping[str, str], texts: Mapping[str, str], root: Path) -> str:
    """The sha256 of what is installed, but for commits."""
    if not (skills or texts):
        return ""
    digest = hashlib.sha256(repr(sorted(texts.items())).encode())
    for place, source in skills.items():
        top = root / source
        digest.update(f"{place}\0{source if source.startswith(FROM_GIT) else ''}\0".encode())
        for path in sorted(top.rglob("*")) if not source.startswith(FROM_GIT) else ():
            relative = path.relative_to(top)
            if path.is_file() and relative.parts[0] != EVALS and "__pycache__" not in path.parts:
                digest.update(f"{relative}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def agent_problems(
    document: Document,
    agents: Mapping[str, AgentSettings],
    presets: Mapping[str, PresetSettings],
    bots: Iterable[str],
    root: Path,
) -> Iterator[Problem]:
    """Problems of the agents of a hydra.toml."""
    for name, agent in agents.items():
        at: KeyPath = ("agents", name)
        if name in {*bots}:
            yield document.problem(f"there is a bot {name!r} too; choose another name", at)
        try:
            agent_bot(name, agent, presets, root)
        except ValueError as error:
            yield document.problem(str(error), at)
