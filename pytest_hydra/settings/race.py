"""What hydra.toml may say of a race: its candidates, and where and at what prices it is run."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, ClassVar, Literal, cast, get_args

from pydantic import Field, ValidationError, model_validator

from pytest_hydra.documents.validation import FilePath, Name, StrictModel
from pytest_hydra.errors import InputError, Problem
from pytest_hydra.settings.scoring import ScoringSettings
from pytest_hydra.settings.types import Command, KindSettings, Text, Variable, names_differ

SourceKind = Literal["ref", "patch", "worktree", "command"]
"""What a candidate's change may be taken from."""

Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class TokenSettings(StrictModel):
    """How many tokens an agent read and wrote."""

    input: int = Field(0, ge=0)
    """Tokens that it read."""
    output: int = Field(0, ge=0)
    """Tokens that it wrote."""


class CandidateSettings(KindSettings):
    """One candidate: an agent, and where its change is."""

    what = "candidate"
    kinds = get_args(SourceKind)
    only_for: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "env": ("command",),
        "timeout_seconds": ("command",),
    }

    agent: Name
    """Who made the change; each candidate has its own name."""
    ref: Text | None = None
    """A branch, a tag or a commit."""
    patch: FilePath | None = None
    """A file with a diff from the base; relative to hydra.toml."""
    worktree: FilePath | None = None
    """A folder with a checkout, relative to hydra.toml: changes that are not committed and files
    that are not tracked count."""
    command: Command | None = None
    """A command line, or the list of its words, that runs the agent in a workspace of its own, only
    under `--hydra-run-agents`. `{task}` stands for the file of the task."""
    env: list[Variable] = Field(default_factory=list)
    """Environment variables that the agent's command may see, and nothing else."""
    timeout_seconds: float = Field(3600.0, gt=0, allow_inf_nan=False)
    """How long the agent's command may work."""
    duration_seconds: Amount | None = None
    """How long the agent worked. Where nothing says it, speed is not scored."""
    cost_usd: Amount | None = None
    """What its work cost."""
    tokens: TokenSettings | None = None
    """The tokens of its work: with `model` and `prices` they make its cost."""
    model: Text | None = None
    """The model that it used, as `prices` calls it; without it no price holds."""
    log: FilePath | None = None
    """The agent's own log, relative to hydra.toml: duration, cost and tokens that are not given are
    read from it."""

    @property
    def kind(self) -> SourceKind:
        """What its change is taken from."""
        return cast("SourceKind", self.opened_as)


class AcceptanceSettings(StrictModel):
    """Tests of the task, which no candidate has seen."""

    tests: Text
    """Where they are: a folder whose files stand as in the repository, a patch of the base, both
    relative to hydra.toml, or a branch, a tag or a commit. No candidate may have it."""
    fail_to_pass: list[Text] = Field(default_factory=list)
    """The ids of tests that fail on the base and must pass. Without ids here and in `pass_to_pass`
    all of them must pass, but for those that are skipped on the base too."""
    pass_to_pass: list[Text] = Field(default_factory=list)
    """The ids of tests that pass on the base and must pass still."""


class RaceSettings(StrictModel):
    """What is raced: the base, the candidates, and what makes them ready."""

    base: Text = "main"
    """The branch, tag or commit that the candidates are held against. It is pinned to a commit at
    once."""
    task: FilePath | None = None
    """A file with what the agents were asked; relative to hydra.toml."""
    setup: Text | None = None
    """A shell command that makes the dependencies ready, once, on the base, with the network.
    Without it: `npm ci` for `js-node` where the base has a `package-lock.json`."""
    share: list[Text] = Field(default_factory=lambda: ["node_modules", ".venv"])
    """Folders of the checkout that git ignores and workspaces are lent, where they exist (without
    it `["node_modules", ".venv"]`); relative to its top."""
    require: Literal["one", "all", "none"] = "one"
    """How many candidates must be mergeable for the race to pass."""
    ignore: list[Text] = Field(default_factory=list)
    """Files that are never taken from a worktree, as patterns of .gitignore."""
    candidates: Annotated[list[CandidateSettings], names_differ("candidates", "agent")] = Field(
        default_factory=list
    )
    """The changes that are raced."""
    # Without it digests stay as they were.
    acceptance: AcceptanceSettings | None = Field(None, exclude_if=lambda value: value is None)
    """Tests of the task, which no candidate has seen: who is mergeable passes them."""
    cross_examination: bool = Field(False, exclude_if=lambda value: not value)
    """Whether the new tests of each candidate are run on the code of the others. What they tell is
    for review, and keeps nobody from being merged."""


class SeriesSettings(StrictModel):
    """Many races, that `python -m pytest_hydra series` runs and adds up."""

    races: list[Text] = Field(default_factory=list)
    """The hydra.toml of each race, as globs from the folder of this one: `tasks/*/hydra.toml`."""


class PriceSettings(StrictModel):
    """What a model's tokens cost."""

    input: Amount
    """USD for a million tokens that it reads."""
    output: Amount
    """USD for a million tokens that it writes."""
    cached: Amount | None = Field(None, exclude_if=lambda value: value is None)
    """USD for a million tokens that it reads from a cache, in the traces of bots. Without it those
    cost what others do."""


class SandboxSettings(StrictModel):
    """What the commands that are checked may reach."""

    mode: Literal["auto", "bubblewrap", "none"] = "auto"
    """What keeps them apart: `bubblewrap` (Linux), or limits alone with `none`. `auto` takes
    bubblewrap where it works, and the session's header says which and why."""
    network: bool = False
    """Whether checks may use the network. Only a sandbox can keep them off."""
    env: list[Variable] = Field(default_factory=list)
    """Environment variables that checks may see beside the usual ones."""
    memory_mb: int | None = Field(None, ge=1)
    """The memory of all processes of one check together, in MB (Linux), without it three quarters
    of what the machine or the container has. What has more is ended, and failed."""
    cpu: int | None = Field(None, ge=1)
    """How many processors one check may use (Linux)."""


class ExecutionSettings(StrictModel):
    """Where the commands of a race are run, and the bots of scenarios asked."""

    engine: Literal["local", "dask"] = "local"
    """What runs them."""
    scheduler: Text | None = None
    """The address of Dask's scheduler, such as `tcp://10.0.0.1:8786`."""

    @model_validator(mode="after")
    def _scheduler_of_dask(self) -> ExecutionSettings:
        if self.scheduler is not None and self.engine != "dask":
            raise ValueError("'scheduler' is for engine = \"dask\"")
        if self.scheduler is None and self.engine == "dask":
            raise ValueError("engine = \"dask\" needs a 'scheduler', such as tcp://10.0.0.1:8786")
        return self


class RaceTables(StrictModel):
    """The tables of a hydra.toml that say how candidates are raced."""

    race: RaceSettings = RaceSettings()
    series: SeriesSettings = SeriesSettings()
    scoring: ScoringSettings = ScoringSettings()
    prices: dict[str, PriceSettings] = Field(default_factory=dict)
    sandbox: SandboxSettings = SandboxSettings()
    execution: ExecutionSettings = ExecutionSettings()


def candidates_of_options(options: Iterable[str], start: Path) -> list[CandidateSettings]:
    """The candidates of ``--hydra-candidate AGENT=SOURCE`` options; paths are from ``start``.

    Raises InputError for one that is no such thing, and for a name that is there twice.
    """
    candidates = [_candidate_of_option(text, start) for text in options]
    try:
        return RaceSettings.model_validate({"candidates": candidates}).candidates
    except ValidationError as error:
        message = str(error.errors()[0]["msg"]).removeprefix("Value error, ")
        raise InputError([Problem(f"--hydra-candidate: {message}")]) from None


def _candidate_of_option(text: str, start: Path) -> dict[str, str]:
    agent, equals, source = text.partition("=")
    if not (equals and agent and source):
        message = "must be AGENT=SOURCE, such as codex=agents/codex"
        raise InputError([Problem(f"--hydra-candidate {text!r}: {message}")])
    path = start / source
    if os.path.isdir(path):
        return {"agent": agent, "worktree": str(path)}
    if source.endswith((".patch", ".diff")):
        return {"agent": agent, "patch": str(path)}
    return {"agent": agent, "ref": source}
