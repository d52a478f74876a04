"""hydra.toml: what it may hold, and where it is found."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError

from pytest_hydra.bot_settings import BotSettings as BotSettings  # noqa: PLC0414 - theirs as well
from pytest_hydra.documents import Document, read, show
from pytest_hydra.documents.validation import (
    Name,
    StrictModel,
    checked_name,
    unknown_name,
    validate,
)
from pytest_hydra.errors import InputError, Problem
from pytest_hydra.judge_settings import JudgeSettings, JudgingSettings, judge_problems, judges_of
from pytest_hydra.race_settings import (
    ExecutionSettings,
    PriceSettings,
    RaceSettings,
    SandboxSettings,
)
from pytest_hydra.scoring_settings import ScoringSettings
from pytest_hydra.setting_types import split_command

FILE_NAME = "hydra.toml"


class ScenarioSettings(StrictModel):
    """Defaults for all scenario files."""

    paths: list[str] = Field(
        default_factory=list,
        description="Folders and files that `pytest --hydra` collects when it is given no path; "
        "relative to hydra.toml.",
    )
    threshold: float = Field(
        100.0, ge=0, le=100, description="The score that a scenario must reach."
    )
    weights: dict[str, Annotated[float, Field(ge=0, allow_inf_nan=False)]] = Field(
        default_factory=dict,
        description="Other weights for kinds of expectations, such as `expectedParams = 5`.",
    )
    concurrency: int | None = Field(
        None,
        ge=1,
        description="How many conversations are held at a time in the whole session (default 8), "
        "ahead of their items. Given, it lets python bots run ahead too.",
    )
    repeat: int = Field(1, ge=1, le=10_000, description="How often each scenario is run.")
    pass_k: int | None = Field(
        None,
        ge=1,
        description="A scenario passes when pass^k reaches `pass_at`. Without it: when every run "
        "passes.",
    )
    pass_at: float = Field(1.0, ge=0, le=1, description="What pass^k must reach, from 0 to 1.")
    stop_early: bool = Field(False, description="Make no run that can change nothing.")
    max_cost_usd: float | None = Field(
        None,
        ge=0,
        allow_inf_nan=False,
        description="What all conversations of a session may cost, by what the replies say; what "
        "it leaves unasked is ungraded. With pytest-xdist each worker has its share of it.",
    )


class HydraSettings(StrictModel):
    """What holds for every run."""

    keep_runs: int = Field(
        20, ge=1, description="How many run folders are kept; older ones are deleted."
    )


class SettingsFile(StrictModel):
    """The tables of a hydra.toml."""

    hydra: HydraSettings = HydraSettings()
    scenarios: ScenarioSettings = ScenarioSettings()
    bots: dict[Name, BotSettings] = Field(default_factory=dict)
    judging: JudgingSettings = JudgingSettings()
    judges: dict[Name, JudgeSettings] = Field(default_factory=dict)
    race: RaceSettings = RaceSettings()
    scoring: ScoringSettings = ScoringSettings()
    prices: dict[str, PriceSettings] = Field(default_factory=dict)
    sandbox: SandboxSettings = SandboxSettings()
    execution: ExecutionSettings = ExecutionSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """A hydra.toml and where it stands.

    ``file`` is None where there is none. Relative paths in it start at ``root``: its folder, else
    the one from which pytest was called. ``judges`` holds the built-in ones too, but for the mock.
    """

    root: Path
    file: Path | None = None
    hydra: HydraSettings = field(default_factory=HydraSettings)
    scenarios: ScenarioSettings = field(default_factory=ScenarioSettings)
    bots: Mapping[str, BotSettings] = field(default_factory=dict)
    judging: JudgingSettings = field(default_factory=JudgingSettings)
    judges: Mapping[str, JudgeSettings] = field(default_factory=lambda: judges_of({}))
    race: RaceSettings = field(default_factory=RaceSettings)
    scoring: ScoringSettings = field(default_factory=ScoringSettings)
    prices: Mapping[str, PriceSettings] = field(default_factory=dict)
    sandbox: SandboxSettings = field(default_factory=SandboxSettings)
    execution: ExecutionSettings = field(default_factory=ExecutionSettings)


def find_settings(start: Path) -> Path | None:
    """The nearest hydra.toml in the folder ``start`` or above it."""
    start = start.absolute()
    for folder in (start, *start.parents):
        if (folder / FILE_NAME).is_file():
            return folder / FILE_NAME
    return None


def load_settings(path: Path, shown: str, *, kinds: Collection[str] | None = None) -> Settings:
    """Read a hydra.toml; ``shown`` is its path as messages show it.

    ``kinds`` are the kinds of expectation that weights may name, in camelCase; they may be written
    in snake_case and come back in camelCase. With None the weights' names are not looked at.
    Raises InputError.
    """
    # An empty one says where a project's root is, and that all is as it is by default.
    document = read(path, shown, may_be_empty=True)
    problems: list[Problem] = []
    names = {spelling: kind for kind in kinds or () for spelling in (_snake(kind), kind)}
    if kinds is not None:
        problems += _weight_problems(document, names)
    try:
        file = validate(SettingsFile, document)
        judges = judges_of(file.judges)
        problems += judge_problems(document, file.judging, judges)
    except InputError as error:
        problems += error.problems
    if problems:
        # What is on no line ("… and 3 more") comes last.
        raise InputError(sorted(problems, key=lambda one: (one.line is None, one.line or 0)))
    path = path.absolute()
    weights = {names.get(name, name): weight for name, weight in file.scenarios.weights.items()}
    return Settings(
        root=path.parent,
        file=path,
        hydra=file.hydra,
        scenarios=file.scenarios.model_copy(update={"weights": weights}),
        bots=file.bots,
        judging=file.judging,
        judges=judges,
        race=file.race,
        scoring=file.scoring,
        prices=file.prices,
        sandbox=file.sandbox,
        execution=file.execution,
    )


def default_settings(root: Path) -> Settings:
    """The settings of a project without a hydra.toml."""
    return Settings(root=root.absolute())


def parse_bot_option(text: str) -> tuple[str, BotSettings]:
    """The name and the bot of ``--hydra-bot NAME=TARGET``.

    TARGET is ``package.module:attribute``, an address that begins with ``http://`` or
    ``https://``, or ``cmd:`` and a command line. Raises InputError.
    """
    name, equals, target = text.partition("=")
    if not equals:
        raise _bad_option(text, "must be NAME=TARGET, such as wallet=wallet.bot:reply")
    try:
        checked_name(name)
        if target.startswith("cmd:"):
            return name, BotSettings(command=split_command(target.removeprefix("cmd:")))
    except ValueError as error:
        raise _bad_option(text, str(error)) from None
    kind = "url" if target.startswith(("http://", "https://")) else "python"
    try:
        return name, BotSettings.model_validate({kind: target})
    except ValidationError as error:
        raise _bad_option(text, str(error.errors()[0]["ctx"]["error"])) from None


def policy(settings: Settings) -> dict[str, Any]:
    """What the settings decide, as plain data: thresholds, weights, repeats, bots, judges, races.

    Not where things stand, who takes part in a race, how many runs are kept, nor how much is done
    at a time. The categories of a rubric file are not in it.
    """
    here = {"benchmarks", "spec", "history", "concurrency"}
    return {
        "scenarios": settings.scenarios.model_dump(mode="json", exclude={"paths", "concurrency"}),
        "bots": {name: bot.public() for name, bot in settings.bots.items()},
        "judging": settings.judging.model_dump(mode="json", exclude=here),
        "judges": {name: judge.public() for name, judge in settings.judges.items()},
        "race": settings.race.model_dump(mode="json", include={"setup", "require", "ignore"}),
        "scoring": settings.scoring.model_dump(mode="json", exclude={"python"}),
        "prices": {name: price.model_dump(mode="json") for name, price in settings.prices.items()},
        "sandbox": settings.sandbox.model_dump(mode="json"),
    }


def settings_digest(settings: Settings) -> str:
    """The sha256, in hex, of the settings' `policy`."""
    canonical = json.dumps(
        policy(settings), sort_keys=True, ensure_ascii=False, separators=(",", ":")
    )
    return hashlib.sha256(canonical.encode()).hexdigest()


def settings_schema() -> dict[str, Any]:
    """The JSON Schema of a hydra.toml."""
    return SettingsFile.model_json_schema()


def _weight_problems(document: Document, names: Mapping[str, str]) -> list[Problem]:
    """What is wrong with the names of weights; ``names`` are the kinds by all their spellings."""
    scenarios = document.data.get("scenarios")
    weights = scenarios.get("weights") if isinstance(scenarios, dict) else None
    problems: list[Problem] = []
    seen: dict[str, str] = {}
    for written in weights if isinstance(weights, dict) else ():
        kind = names.get(written)
        if kind is None:
            message = unknown_name("kind of expectation", written, sorted(set(names.values())))
        elif kind in seen:
            message = f"stands here twice, as {show(seen[kind])} and as {show(written)}; keep one"
        else:
            seen[kind] = written
            continue
        problems.append(document.problem(message, ("scenarios", "weights", written)))
    return problems


def _snake(name: str) -> str:
    return re.sub(r"(?=[A-Z])", "_", name).lower()


def _bad_option(text: str, message: str) -> InputError:
    return InputError([Problem(f"--hydra-bot {show(text)}: {message}")])
