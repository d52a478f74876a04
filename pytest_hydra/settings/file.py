"""hydra.toml: what it may hold, and where it is found."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, ValidationError

from pytest_hydra.documents import Document, read, show
from pytest_hydra.documents.validation import StrictModel, checked_name, unknown_name, validate
from pytest_hydra.errors import InputError, Problem
from pytest_hydra.settings.default_policy import default_policy

if TYPE_CHECKING:
    # Their models take long to make: they are loaded where a hydra.toml has such a table, or where
    # somebody asks for one.
    from pytest_hydra.settings.bots import BotSettings
    from pytest_hydra.settings.judges import JudgeSettings, JudgingSettings
    from pytest_hydra.settings.race import (
        ExecutionSettings,
        PriceSettings,
        RaceSettings,
        SandboxSettings,
    )
    from pytest_hydra.settings.scoring import ScoringSettings

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


class SessionTables(StrictModel):
    """The tables of a hydra.toml that every session reads."""

    hydra: HydraSettings = HydraSettings()
    scenarios: ScenarioSettings = ScenarioSettings()


_OF_JUDGES = frozenset({"judging", "judges"})
_OF_RACES = frozenset({"race", "scoring", "prices", "sandbox", "execution"})


def _later() -> Any:
    """What stands for a table until somebody asks for it."""
    return _later


@dataclass(frozen=True, kw_only=True)
class Settings:
    """A hydra.toml and where it stands.

    ``file`` is None where there is none. Relative paths in it start at ``root``: its folder, else
    the one from which pytest was called. ``judges`` holds the built-in ones too, but for the mock.
    What is not given is as by default, and made when it is asked for.
    """

    root: Path
    file: Path | None = None
    hydra: HydraSettings = field(default_factory=HydraSettings)
    scenarios: ScenarioSettings = field(default_factory=ScenarioSettings)
    bots: Mapping[str, BotSettings] = field(default_factory=dict)
    judging: JudgingSettings = field(default_factory=_later)
    judges: Mapping[str, JudgeSettings] = field(default_factory=_later)
    race: RaceSettings = field(default_factory=_later)
    scoring: ScoringSettings = field(default_factory=_later)
    prices: Mapping[str, PriceSettings] = field(default_factory=_later)
    sandbox: SandboxSettings = field(default_factory=_later)
    execution: ExecutionSettings = field(default_factory=_later)

    def __post_init__(self) -> None:
        given = vars(self)
        for name in [name for name, value in given.items() if value is _later]:
            del given[name]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name not in _OF_JUDGES | _OF_RACES:
                raise AttributeError(f"settings have no {name!r}")
            made = vars(self)[name] = _default(name)
            return made

    def has(self, table: str) -> bool:
        """Whether the table is given, or was asked for; else it is as by default."""
        return table in vars(self)

    @property
    def scheduler(self) -> str | None:
        """The address of the cluster on which conversations are held; None where that is here."""
        return self.execution.scheduler if self.has("execution") else None

    def but(self, **tables: Any) -> Settings:
        """The same with other tables."""
        return Settings(**{**vars(self), **tables})


def _default(table: str) -> Any:
    """A table that is not given."""
    if table in _OF_JUDGES:
        from pytest_hydra.settings.judges import JudgingSettings, judges_of

        return JudgingSettings() if table == "judging" else judges_of({})
    from pytest_hydra.settings.race import RaceTables

    return getattr(RaceTables(), table)


def _settings_file() -> type[SessionTables]:
    """The model of a whole hydra.toml."""
    from pytest_hydra.settings.bots import BotTables
    from pytest_hydra.settings.judges import JudgingTables
    from pytest_hydra.settings.race import RaceTables

    # pydantic takes the fields of the last of them first.
    class SettingsFile(RaceTables, JudgingTables, BotTables, SessionTables):
        """The tables of a hydra.toml."""

    return SettingsFile


def find_settings(start: Path) -> Path | None:
    """The nearest hydra.toml in the folder ``start`` or above it."""
    start = start.absolute()
    for folder in (start, *start.parents):
        # Not Path.is_file, which raises for what may not be looked at.
        if os.path.isfile(folder / FILE_NAME):
            return folder / FILE_NAME
    return None


def load_settings(
    path: Path, shown: str, *, kinds: Callable[[], Collection[str]] | None = None
) -> Settings:
    """Read a hydra.toml; ``shown`` is its path as messages show it.

    ``kinds`` tells, where there are weights, which kinds of expectation they may name, in
    camelCase; they may be written in snake_case and come back in camelCase. With None the weights'
    names are not looked at. Raises InputError.
    """
    # An empty one says where a project's root is, and that all is as it is by default.
    document = read(path, shown, may_be_empty=True)
    problems: list[Problem] = []
    names: dict[str, str] = {}
    if kinds is not None and (written := _written_weights(document)):
        names = {spelling: kind for kind in kinds() for spelling in (_snake(kind), kind)}
        problems += _weight_problems(document, written, names)
    tables: dict[str, Any] = {}
    try:
        tables = _tables(document)
        if "judges" in tables:
            from pytest_hydra.settings.judges import judge_problems, judges_of

            tables["judges"] = judges_of(tables["judges"])
            problems += judge_problems(document, tables["judging"], tables["judges"])
    except InputError as error:
        problems += error.problems
    if problems:
        # What is on no line ("… and 3 more") comes last.
        raise InputError(sorted(problems, key=lambda one: (one.line is None, one.line or 0)))
    path = path.absolute()
    scenarios: ScenarioSettings = tables.pop("scenarios")
    weights = {names.get(name, name): weight for name, weight in scenarios.weights.items()}
    return Settings(
        root=path.parent,
        file=path,
        scenarios=scenarios.model_copy(update={"weights": weights}),
        **tables,
    )


def _tables(document: Document) -> dict[str, Any]:
    """The tables of a hydra.toml, but those of which it has none of the kind. Raises InputError."""
    models: list[type[StrictModel]] = [SessionTables]
    if "bots" in document.data:
        from pytest_hydra.settings.bots import BotTables

        models.append(BotTables)
    if document.data.keys() & _OF_JUDGES:
        from pytest_hydra.settings.judges import JudgingTables

        models.append(JudgingTables)
    if document.data.keys() & _OF_RACES:
        from pytest_hydra.settings.race import RaceTables

        models.append(RaceTables)
    known = {name: model for model in models for name in model.model_fields}
    try:
        if document.data.keys() <= known.keys():
            read = [
                model.model_validate(
                    {name: value for name, value in document.data.items() if known[name] is model}
                )
                for model in models
            ]
            return {name: value for one in read for name, value in one}
    except ValidationError:
        pass  # what is wrong is told by the model of the whole
    return dict(validate(_settings_file(), document))


def default_settings(root: Path) -> Settings:
    """The settings of a project without a hydra.toml."""
    return Settings(root=root.absolute())


def parse_bot_option(text: str) -> tuple[str, BotSettings]:
    """The name and the bot of ``--hydra-bot NAME=TARGET``.

    TARGET is ``package.module:attribute``, an address that begins with ``http://`` or
    ``https://``, or ``cmd:`` and a command line. Raises InputError.
    """
    from pytest_hydra.settings.bots import BotSettings
    from pytest_hydra.settings.types import split_command

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
    told: dict[str, Any] = {
        "scenarios": settings.scenarios.model_dump(mode="json", exclude={"paths", "concurrency"}),
        "bots": {name: bot.public() for name, bot in settings.bots.items()},
        **default_policy(),
    }
    if settings.has("judging"):
        told["judging"] = settings.judging.model_dump(mode="json", exclude=here)
    if settings.has("judges"):
        told["judges"] = {name: judge.public() for name, judge in settings.judges.items()}
    if settings.has("race"):
        told["race"] = settings.race.model_dump(mode="json", include={"setup", "require", "ignore"})
    if settings.has("scoring"):
        told["scoring"] = settings.scoring.model_dump(mode="json", exclude={"python"})
    if settings.has("prices"):
        told["prices"] = {
            name: price.model_dump(mode="json") for name, price in settings.prices.items()
        }
    if settings.has("sandbox"):
        told["sandbox"] = settings.sandbox.model_dump(mode="json")
    return told


def settings_digest(settings: Settings) -> str:
    """The sha256, in hex, of the settings' `policy`."""
    canonical = json.dumps(
        policy(settings), sort_keys=True, ensure_ascii=False, separators=(",", ":")
    )
    return hashlib.sha256(canonical.encode()).hexdigest()


def settings_schema() -> dict[str, Any]:
    """The JSON Schema of a hydra.toml."""
    return _settings_file().model_json_schema()


def _written_weights(document: Document) -> list[str]:
    """The names of the weights, as they are written."""
    scenarios = document.data.get("scenarios")
    weights = scenarios.get("weights") if isinstance(scenarios, dict) else None
    return list(weights) if isinstance(weights, dict) else []


def _weight_problems(
    document: Document, weights: Iterable[str], names: Mapping[str, str]
) -> list[Problem]:
    """What is wrong with the names of weights; ``names`` are the kinds by all their spellings."""
    problems: list[Problem] = []
    seen: dict[str, str] = {}
    for written in weights:
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
