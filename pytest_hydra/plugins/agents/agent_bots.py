"""Coding agents as bots: what their tables and presets make."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from pydantic import PrivateAttr

from pytest_hydra.core.text import one_line, variables
from pytest_hydra.documents import Document, KeyPath, show
from pytest_hydra.errors import Problem
from pytest_hydra.plugins.agents.agent_settings import (
    AgentSettings,
    Format,
    Level,
    PresetGateway,
    PresetSettings,
    agents_of,
    preset_of,
    presets_of,
)
from pytest_hydra.settings import EVALS, FROM_GIT, BotSettings, Kit, skill_name

if TYPE_CHECKING:
    from pytest_hydra.settings import Settings


class AgentSource(NamedTuple):
    """What an agent was made of, and can be made of again with changes."""

    name: str
    agent: AgentSettings
    presets: Mapping[str, PresetSettings]
    root: Path


class AgentBot(BotSettings):
    """A coding agent as a bot: what its table and its preset make. It is no table itself.

    ``command`` is followed by ``first`` or by ``resume``. ``skills`` are folders or commits by
    their place in the workspace, below ``skills_place``, and ``texts`` are files of it.
    ``contents`` is the digest of the files that are installed. ``passed`` are the variables of our
    environment that it gets.
    """

    noun = "agent"
    kinds = ("command",)
    identifies = (
        *("command", "version", "format", "first", "resume", "boxed", "environment", "home"),
        *("skills", "contents", "gateway"),
    )
    runs_with = "--hydra-run-agents"
    only_for: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    _source: AgentSource = PrivateAttr()

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
    def is_known(self) -> bool:
        """Whether somebody can say if it would answer the same today."""
        return self.version is not None

    @property
    def kit(self) -> Kit:
        """Its skills and instructions, and what its tools do."""
        return Kit(self.skills, self.texts, self.calls, self.skills_place)

    @property
    def changeable(self) -> Collection[str]:
        """What a treatment can change: all that its table says."""
        return AgentSettings.model_fields

    def treated(self, changes: Mapping[str, Any], folder: Path) -> AgentBot:
        """The agent with these changes. Raises ValueError if one is wrong."""
        source = self._source
        placed = {**changes, **_placed(changes, folder, source.root)}
        placed["env"] = source.agent.env | placed.get("env", {})
        placed["args"] = [*source.agent.args, *placed.get("args", ())]
        return agent_bot(*source._replace(agent=source.agent.model_copy(update=placed)))

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
    bot = AgentBot(
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
    bot._source = AgentSource(name, agent, presets, root)
    return bot


def _placed(changes: Mapping[str, Any], folder: Path, root: Path) -> dict[str, Any]:
    """The paths of a treatment, relative to the folder of hydra.toml.

    Raises ValueError for a skill that contains the scenario file.
    """

    def placed(path: str) -> str:
        return path if path.startswith(FROM_GIT) else os.path.relpath(folder / path, root)

    found: dict[str, Any] = {}
    for source in changes.get("skills", ()):
        top, own = (folder / source).resolve(), folder.resolve()
        is_inside = not source.startswith(FROM_GIT) and own.is_relative_to(top)
        if is_inside and own.relative_to(top).parts[:1] != (EVALS,):
            raise ValueError(
                f"the skill {show(source)} has the scenario file in it, which would tell the agent "
                f"what is expected; move it to the skill's folder {EVALS!r}"
            )
    if "skills" in changes:
        found["skills"] = [placed(source) for source in changes["skills"]]
    text = changes.get("instructions", "")
    if text.endswith(".md") and "\n" not in text:
        found["instructions"] = placed(text)
    return found


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


def with_gateway(option: Any, settings: Settings, _: Path) -> Settings:
    """The settings whose agents with a gateway all have that of the option."""
    gateway = option.hydra_gateway
    if gateway is None:
        return settings
    agents = {
        name: agent if agent.gateway is None else agent.model_copy(update={"gateway": gateway})
        for name, agent in agents_of(settings).items()
    }
    return replace(settings, tables={**settings.tables, "agents": agents})


def agent_bots(settings: Settings) -> dict[str, AgentBot]:
    """``[agents]`` as bots, by name."""
    presets = presets_of(settings)
    agents = agents_of(settings).items()
    return {name: agent_bot(name, agent, presets, settings.root) for name, agent in agents}


def agent_problems(
    document: Document, tables: Mapping[str, Any], _: object, __: str, root: Path
) -> Iterator[Problem]:
    """Problems of the agents of a hydra.toml."""
    presets: Mapping[str, PresetSettings] = tables["presets"]
    for name, agent in tables["agents"].items():
        at: KeyPath = ("agents", name)
        if name in tables.get("bots", {}):
            yield document.problem(f"there is a bot {name!r} too; choose another name", at)
        try:
            agent_bot(name, agent, presets, root)
        except ValueError as error:
            yield document.problem(str(error), at)
