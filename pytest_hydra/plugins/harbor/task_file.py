"""Read a task: ``task.toml``, of the schemas 1.0 to 1.4, and the files beside it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import AliasChoices, Field

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.core.text import one_line
from pytest_hydra.documents import Document, KeyPath
from pytest_hydra.documents.validation import StrictModel, validate
from pytest_hydra.errors import BadValueError, HydraError, InputError, did_you_mean
from pytest_hydra.plugins.harbor.dockerfile import read_dockerfile
from pytest_hydra.plugins.harbor.harbor_settings import VerifierMode

SCHEMAS = ("1.0", "1.1", "1.2", "1.3", "1.4")
_LARGEST = 2**20
_COMPOSED = ("docker-compose.yaml", "docker-compose.yml", "compose.yaml", "compose.yml")
_SIZES = {"": 1, "k": 2**-10, "m": 1, "g": 2**10, "t": 2**20}
_SIZE = lazy_regex(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?\s*", re.I)
_VARIABLE = lazy_regex(r"\$\{(\w+)(?::-([^}]*))?\}")

Network = Literal["public", "no-network", "allowlist"]
Seconds = Field(600.0, gt=0, allow_inf_nan=False)


class TaskAgent(StrictModel):
    """The agent of a task."""

    timeout_sec: float | None = Field(None, gt=0, allow_inf_nan=False)
    user: str | int | None = None
    network_mode: Network | None = None
    allowed_hosts: list[str] = Field(default_factory=list)


class TaskVerifier(StrictModel):
    """The tests of a task."""

    timeout_sec: float = Seconds
    env: dict[str, str] = Field(default_factory=dict)
    user: str | int | None = None
    network_mode: Network | None = None
    allowed_hosts: list[str] = Field(default_factory=list)
    environment_mode: Literal["shared", "separate"] | None = None
    environment: dict[str, Any] = Field(default_factory=dict)
    collect: list[Any] = Field(default_factory=list)


class TaskEnvironment(StrictModel):
    """What a task runs in."""

    docker_image: str | None = None
    build_timeout_sec: float = Seconds
    cpus: int | None = Field(None, ge=1)
    memory_mb: int | None = Field(None, ge=1)
    memory: str | None = None
    storage_mb: int | None = None
    storage: str | None = None
    gpus: int = 0
    gpu_types: list[str] | None = None
    os: str = "linux"
    workdir: str | None = None
    env: dict[str, str] = Field(default_factory=dict)
    mcp_servers: list[Any] = Field(default_factory=list)
    skills_dir: str | None = None
    healthcheck: dict[str, Any] | None = None
    network_mode: Network | None = None
    allowed_hosts: list[str] = Field(default_factory=list)
    allow_internet: bool | None = None


class TaskSolution(StrictModel):
    """The solution of a task."""

    env: dict[str, str] = Field(default_factory=dict)


class TaskModel(StrictModel):
    """A ``task.toml``."""

    schema_version: str = Field("1.0", validation_alias=AliasChoices("schema_version", "version"))
    task: dict[str, Any] = Field(default_factory=dict)
    metadata: dict[str, Any] = Field(default_factory=dict)
    agent: TaskAgent = TaskAgent()
    verifier: TaskVerifier = TaskVerifier()
    environment: TaskEnvironment = TaskEnvironment()
    solution: TaskSolution = TaskSolution()
    artifacts: list[Any] = Field(default_factory=list)
    steps: list[Any] = Field(default_factory=list)


_KEYS = (*TaskModel.model_fields, "version")


@dataclass(frozen=True, slots=True)
class HarborTask:
    """A task: its folder, its model, and its ``instruction``.

    ``skip`` is what it needs and does not get here, and ``ignored`` names what is left out.
    """

    folder: Path
    model: TaskModel
    instruction: str = ""
    skip: str = ""
    ignored: tuple[str, ...] = ()

    @property
    def memory_mb(self) -> int | None:
        """The most memory of one command."""
        given = self.model.environment
        return given.memory_mb if given.memory is None else round(_megabytes(given.memory))

    def has_network(self, part: TaskAgent | TaskVerifier) -> bool:
        """Whether the agent, or the verifier, has the network."""
        given = self.model.environment
        mode = part.network_mode or given.network_mode
        return given.allow_internet is not False if mode is None else mode == "public"

    @property
    def mode(self) -> VerifierMode | None:
        """Where its tests run, if it says so."""
        modes: dict[str | None, VerifierMode] = {"shared": "shared", "separate": "fresh"}
        return modes.get(self.model.verifier.environment_mode)

    @property
    def artifacts(self) -> tuple[str, ...]:
        """The absolute paths that the verifier gets beside the working folder."""
        return tuple(str(_source(entry)) for entry in self.model.artifacts)


def read_task(document: Document, folder: Path) -> HarborTask:
    """The task of a ``task.toml`` in a folder. Raises InputError."""
    data = document.data
    if not isinstance(data, dict):
        raise InputError([document.problem("should be a table")])
    for key in ("schema_version", "version"):
        version = data.get(key, SCHEMAS[0])
        if isinstance(version, str) and version not in SCHEMAS:
            reason = f"{key} {one_line(version, 20)!r} of task.toml is not known"
            return HarborTask(folder, TaskModel(), _instruction(folder), reason)
    strange = [key for key in data if key not in _KEYS and not did_you_mean(key, _KEYS)]
    known = {key: entry for key, entry in data.items() if key not in strange}
    model = validate(TaskModel, Document(document.file, known, document.line, document.text))
    problems = [document.problem(str(fault), fault.at) for fault in _faults(model, folder)]
    if problems:
        raise InputError(problems)
    skip = next(_unsupported(model, folder), "")
    ignored = [f"[{key}]" for key in strange]
    ignored += ["environment.storage_mb"] if model.environment.storage_mb else []
    ignored += ["environment/.dockerignore"] if _has(folder, "environment/.dockerignore") else []
    return HarborTask(folder, model, _instruction(folder), skip, tuple(ignored))


def filled(variables: Mapping[str, str], where: str) -> dict[str, str]:
    """The variables, with those of our environment in place of ``${NAME}`` and ``${NAME:-text}``.

    Raises HydraError for one that is not set and has no text.
    """

    def value(match: re.Match[str]) -> str:
        found = os.environ.get(match[1], match[2])
        if found is None:
            raise HydraError(f"task.toml: {where} needs the variable {match[1]}, which is not set")
        return found

    return {name: _VARIABLE.sub(value, text) for name, text in variables.items()}


def _has(folder: Path, name: str) -> bool:
    return (folder / name).exists()


def _instruction(folder: Path) -> str:
    path = folder / "instruction.md"
    return path.read_text("utf-8", "replace") if path.is_file() else ""


def _faults(model: TaskModel, folder: Path) -> Iterator[BadValueError]:
    """What makes the task unusable, each with its key."""
    if not model.steps:
        for name in ("instruction.md", "tests/test.sh"):
            path = folder / name
            if not path.is_file():
                yield BadValueError(f"there is no {name} beside it")
            elif path.is_file() and path.stat().st_size > _LARGEST:
                yield BadValueError(f"{name} is larger than 1 MB")
    given, at = model.environment, ("environment",)
    if given.memory is not None and _SIZE.fullmatch(given.memory) is None:
        message = f"should be a size such as 2G, not {one_line(given.memory, 20)!r}"
        yield BadValueError(message, (*at, "memory"))
    for key in ("workdir", "skills_dir"):
        path = getattr(given, key)
        if path is not None and not _is_absolute(path):
            yield BadValueError("should be an absolute path", (*at, key))
    for index, entry in enumerate(model.artifacts):
        source = _source(entry)
        if not isinstance(source, str) or not _is_absolute(source) or not source.strip("/."):
            place: KeyPath = ("artifacts", index)
            yield BadValueError("should be an absolute path below /, or {source = PATH}", place)


def _is_absolute(path: str) -> bool:
    return path.startswith("/") and ".." not in path.split("/") and "\0" not in path


def _source(entry: Any) -> Any:
    return entry.get("source") if isinstance(entry, dict) else entry


def _megabytes(size: str) -> float:
    match = _SIZE.fullmatch(size)
    assert match is not None  # noqa: S101 - checked when the file was read
    return float(match[1]) * _SIZES[match[2].lower()]


def _unsupported(model: TaskModel, folder: Path) -> Iterator[str]:
    """What the task needs and does not get here, by its name."""
    given, place = model.environment, folder / "environment"
    yield from (f"environment/{name}" for name in _COMPOSED if (place / name).exists())
    if model.steps:
        yield "[[steps]] of task.toml"
    if given.os.lower() != "linux":
        yield f"environment.os {one_line(given.os, 20)!r} of task.toml"
    if given.gpus:
        yield "environment.gpus of task.toml"
    for name, part in (
        ("agent", model.agent),
        ("verifier", model.verifier),
        ("environment", given),
    ):
        if part.network_mode == "allowlist" or part.allowed_hosts:
            yield f"{name}.allowed_hosts of task.toml"
    wanted = {
        "environment.healthcheck": given.healthcheck,
        "environment.mcp_servers": given.mcp_servers,
        "verifier.environment": model.verifier.environment,
        "verifier.collect": model.verifier.collect,
    }
    yield from (f"{name} of task.toml" for name, value in wanted.items() if value)
    if given.docker_image is None and (place / "Dockerfile").exists():
        try:
            read_dockerfile(place / "Dockerfile")
        except InputError as error:
            yield one_line(str(error), 200)
    elif given.docker_image is None:
        yield "a task without environment/Dockerfile and docker_image"
