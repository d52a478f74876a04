"""The tables of hydra.toml for races: candidates and acceptance tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, Self, cast, get_args

from pydantic import Field, model_validator

from pytest_hydra.documents.validation import FilePath, Name, StrictModel
from pytest_hydra.plugins.race.policy.scoring import DIMENSIONS, ScoringSettings
from pytest_hydra.settings import (
    Amount,
    Command,
    KindSettings,
    Prices,
    PriceSettings,
    Text,
    Variable,
    names_differ,
)

SourceKind = Literal["ref", "patch", "worktree", "command"]
"""The kind of source of a candidate's change."""


class TokenSettings(StrictModel):
    """Tokens that an agent used."""

    input: int = Field(0, ge=0)
    """Input tokens."""
    output: int = Field(0, ge=0)
    """Output tokens."""


class CandidateSettings(KindSettings):
    """One candidate."""

    noun = "candidate"
    kinds = get_args(SourceKind)
    only_for: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "env": ("command",),
        "timeout_seconds": ("command",),
    }

    agent: Name
    """The name of the agent; unique in the race."""
    ref: Text | None = None
    """A branch, a tag or a commit."""
    patch: FilePath | None = None
    """A file with a diff against the base; relative to hydra.toml."""
    worktree: FilePath | None = None
    """A checkout, relative to hydra.toml, with its uncommitted and untracked files."""
    command: Command | None = None
    """Runs the agent; only with `--hydra-run-agents`. `{task}` is the path of the task file."""
    env: list[Variable] = Field(default_factory=list)
    """Environment variables for the command only."""
    timeout_seconds: float = Field(3600.0, gt=0, allow_inf_nan=False)
    """Time limit of the agent's command."""
    duration_seconds: Amount | None = None
    """How long the agent worked. If unknown, speed is not scored."""
    cost_usd: Amount | None = None
    """The cost of its work."""
    tokens: TokenSettings | None = None
    """The tokens of its work, from which `model` and `prices` give the cost."""
    model: Text | None = None
    """Its model, as in `prices`, for the price of tokens."""
    log: FilePath | None = None
    """The agent's log, relative to hydra.toml, for duration, cost and tokens that are not given."""

    @property
    def kind(self) -> SourceKind:
        """The kind of its source."""
        return cast("SourceKind", self.opened_as)


class AcceptanceSettings(StrictModel):
    """Tests of the task: those that no candidate has seen, or tests of the base."""

    tests: Text | None = None
    """A folder laid out like the repository, a patch of the base, or a commit. No candidate may
    contain it. Without it, `fail_to_pass` and `pass_to_pass` name tests of the base."""
    fail_to_pass: list[Text] = Field(default_factory=list)
    """Ids of tests that fail on the base and must pass. Without any ids all must pass."""
    pass_to_pass: list[Text] = Field(default_factory=list)
    """Ids of tests that pass on the base and must still pass."""

    @model_validator(mode="after")
    def _has_tests(self) -> Self:
        if self.tests is None and not (self.fail_to_pass or self.pass_to_pass):
            raise ValueError(
                "tests is missing: name tests of the task, or fail_to_pass of the base"
            )
        return self


class RaceSettings(StrictModel):
    """A race."""

    base: Text = "main"
    """The commit that candidates are compared with."""
    task: FilePath | None = None
    """A file with the task of the agents; relative to hydra.toml."""
    setup: Text | None = None
    """A shell line that installs dependencies, once, with the network. Default: `npm ci` for
    `js-node` with a `package-lock.json`."""
    share: list[Text] = Field(default_factory=lambda: ["node_modules", ".venv"])
    """Git-ignored folders of the checkout that workspaces share (default: `["node_modules",
    ".venv"]`)."""
    require: Literal["one", "all", "none"] = "one"
    """Which candidates must be mergeable."""
    ignore: list[Text] = Field(default_factory=list)
    """Files that are not taken from a worktree; patterns as in .gitignore."""
    candidates: Annotated[list[CandidateSettings], names_differ("candidates", "agent")] = Field(
        default_factory=list
    )
    """The candidates."""
    agents: list[Name] = Field(default_factory=list)
    """Agents of `[agents]` that work at the `task`, as further candidates; only with
    `--hydra-run-agents`."""
    attempts: int = Field(1, ge=1, le=100)
    """How often each of them does."""
    acceptance: AcceptanceSettings | None = None
    """Tests of the task, which no candidate has seen and a mergeable one passes."""
    cross_examination: bool = False
    """Whether to run each candidate's new tests on the others' code. It never blocks."""

    @property
    def lacking(self) -> tuple[str, ...]:
        """What agents lack to make their candidates, in words."""
        attempts = (each for each in self.candidates if isinstance(each, AgentCandidate))
        lines = dict.fromkeys(line for each in attempts for line in each.lacks)
        return tuple(f"{line}; see python -m pytest_hydra doctor" for line in lines)


class RaceTables(StrictModel):
    """The tables for races."""

    race: RaceSettings = RaceSettings()
    scoring: ScoringSettings = ScoringSettings()


class AgentCandidate(CandidateSettings):
    """An attempt of an agent of ``[agents]``; it is no table itself.

    It runs in a sandbox if it is ``boxed``, with this ``environment`` besides the variables ``env``
    of ours, and these files in its ``home``. It ``lacks`` what is not set in our environment.
    """

    boxed: bool
    environment: dict[str, str]
    home: dict[str, str]
    lacks: list[str] = Field(default_factory=list)


class Policy(StrictModel):
    """The settings by which a race is decided; its recording has those that are not the default."""

    race: RaceSettings = RaceSettings()
    """`[race]`, without the candidates."""
    scoring: ScoringSettings = ScoringSettings()
    """`[scoring]`."""
    prices: dict[str, PriceSettings] = Field(default_factory=dict)
    """`[prices]`."""
    task_files: list[str] = Field(default_factory=list)
    """The files of the task's tests, which are found when the race starts."""

    @property
    def names(self) -> tuple[str, ...]:
        """The dimensions of the race, in display order.

        Cost and security are included if they have a weight, security also if it has a command.
        Acceptance and agreement are included if the race has them.
        """
        optional = {
            "acceptance": self.race.acceptance is not None,
            "cost": self.weight("cost") > 0,
            "security": self.scoring.commands.security is not None or self.weight("security") > 0,
            "agreement": self.race.cross_examination,
        }
        own = (dimension.name for dimension in self.scoring.dimensions)
        return (*(name for name in DIMENSIONS if optional.get(name, True)), *own)

    def weight(self, name: str) -> float:
        """The nominal weight of a dimension."""
        if name in DIMENSIONS:
            weight: float = getattr(self.scoring.weights, name)
            return weight
        own = (entry.weight for entry in self.scoring.dimensions if entry.name == name)
        return next(own, 0)


def policy_of(race: RaceSettings, scoring: ScoringSettings, prices: Prices) -> Policy:
    """The policy that these settings define."""
    rules = race.model_copy(update={"candidates": [], "agents": [], "attempts": 1})
    return Policy(race=rules, scoring=scoring, prices=dict(prices))
