"""hydra.toml: its tables, how it is found and how it is read."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, Literal, TypeVar

from pydantic import AfterValidator, Field, ValidationError

from pytest_hydra import registry
from pytest_hydra.core.numbers import LEAST_LIMIT, checked_limit
from pytest_hydra.core.text import camel
from pytest_hydra.documents import Document, read, show
from pytest_hydra.documents.validation import (
    FilePath,
    StrictModel,
    Weight,
    unknown_name,
    validate,
)
from pytest_hydra.errors import InputError, Problem

if TYPE_CHECKING:
    # These models are slow to build: they are imported when hydra.toml has such a table, or on
    # first use.
    from pytest_hydra.settings.bots import BotSettings
    from pytest_hydra.settings.mcp import McpSettings
    from pytest_hydra.settings.prices import Prices

T = TypeVar("T")

FILE_NAME = "hydra.toml"


class ScenarioSettings(StrictModel):
    """Defaults of all scenario files."""

    paths: list[FilePath] = Field(default_factory=list)
    """Folders and files that `pytest --hydra` without a path also collects; relative to
    hydra.toml."""
    threshold: Annotated[float, AfterValidator(checked_limit)] = Field(
        100.0, le=100, json_schema_extra=LEAST_LIMIT
    )
    """The score that a scenario must reach."""
    weights: dict[str, Weight] = Field(default_factory=dict)
    """Weights of expectations, such as `expectedParams = 5`."""
    words: Literal["rules", "always", "judge"] = "rules"
    """Who reads replies: `rules` for English, `always` these, sure or not, or the `judge`."""
    read_only: list[Annotated[str, Field(min_length=1)]] | None = None
    """Functions that only read, for bots without a `read_only` of their own."""
    concurrency: int | None = Field(None, ge=1)
    """The most conversations at a time (default 8). If set, Python bots run ahead too."""
    repeat: int = Field(1, ge=1, le=10_000)
    """How often each scenario runs."""
    pass_k: int | None = Field(None, ge=1)
    """A scenario passes when pass^k reaches `pass_at`. Default: when every run passes."""
    pass_at: float = Field(1.0, gt=0, le=1)
    """The required pass^k, at most 1."""
    stop_early: bool = False
    """Stop as soon as further runs cannot change the verdict."""
    confirm: int = Field(0, ge=0, le=20)
    """How often a scenario that failed is asked again before it makes the session red."""
    user_retries: int = Field(2, ge=0, le=20)
    """How often a run is repeated when its simulated user was at fault."""
    max_cost_usd: float | None = Field(None, ge=0, allow_inf_nan=False)
    """The most that all conversations of a session may cost. What it does not cover is ungraded."""


class HydraSettings(StrictModel):
    """Settings of every run."""

    keep_runs: int = Field(20, ge=1)
    """How many run folders to keep."""
    history: FilePath = ".hydra/history.jsonl"
    """The file to which each run appends a line; relative to hydra.toml."""


class ReportSettings(StrictModel):
    """Reports of each run."""


class SessionTables(StrictModel):
    """The tables that every session reads."""

    hydra: HydraSettings = HydraSettings()
    report: ReportSettings = ReportSettings()
    scenarios: ScenarioSettings = ScenarioSettings()


def _session_tables(report_keys: Iterable[str]) -> type[SessionTables]:
    """The tables that every session reads, with these keys of plugins in ``[report]``."""
    mixed = dict.fromkeys(registry.offered("report_keys", key) for key in report_keys)
    if not mixed:
        return SessionTables

    class ReportTable(*mixed):  # type: ignore[misc]
        """Reports of each run."""

    class TablesWithKeys(SessionTables):
        report: ReportTable = ReportTable()

    return TablesWithKeys


def _models_of(tables: Collection[str], report_keys: Iterable[str] = ()) -> list[type[StrictModel]]:
    """The models of these tables, and those that every session reads."""
    models: list[type[StrictModel]] = [_session_tables(report_keys)]
    if "bots" in tables:
        from pytest_hydra.settings.bots import BotTables

        models.append(BotTables)
    if "mcp" in tables:
        from pytest_hydra.settings.mcp import McpTables

        models.append(McpTables)
    if "prices" in tables:
        from pytest_hydra.settings.prices import PriceTables

        models.append(PriceTables)
    return [*models, *_models_of_plugins(tables)]


def _models_of_plugins(tables: Collection[str]) -> list[type[StrictModel]]:
    given = [name for name in registry.words("settings") if name in tables]
    return [*dict.fromkeys(registry.offered("settings", name) for name in given)]


class _Table(Generic[T]):
    """A table of hydra.toml, or its defaults, which are built on first use."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, settings: Settings, owner: type) -> T:
        table: T | None = settings.tables.get(self.name)
        if table is None:
            table = _default(self.name)
        # From now on the attribute shadows this non-data descriptor.
        vars(settings)[self.name] = table
        return table


def _default(table: str) -> Any:
    """A table that is not given."""
    return getattr(_models_of({table})[-1](), table)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """A hydra.toml and its location.

    ``file`` is None if there is none. Relative paths in it start at ``root``: its folder, else the
    invocation directory. ``tables`` holds the tables that are given, by name; all others have their
    defaults, which are built on first use, because their models are slow to import.
    """

    root: Path
    file: Path | None = None
    tables: Mapping[str, Any] = field(default_factory=dict)
    #: Reads another hydra.toml with the same valid names.
    again: Callable[[Path, str], Settings] = field(default_factory=lambda: load_settings)

    hydra: ClassVar[_Table[HydraSettings]] = _Table()
    report: ClassVar[_Table[ReportSettings]] = _Table()
    scenarios: ClassVar[_Table[ScenarioSettings]] = _Table()

    def has(self, table: str) -> bool:
        """Whether the table is given."""
        return table in self.tables

    @property
    def unknown(self) -> list[str]:
        """What is called and its answers can't be reused, as it has no ``version``: the names."""
        tables = self.called.values()
        return [name for bots in tables for name, bot in bots.items() if not bot.is_known]

    def table(self, name: str) -> Any:
        """A table that a plugin offers, or its defaults."""
        return self.tables[name] if name in self.tables else _default(name)

    @cached_property
    def bots(self) -> Mapping[str, BotSettings]:
        """``[bots]``, and those that tables of plugins describe, by name."""
        bots = dict(self.tables.get("bots") or {})
        for table in registry.words("bot_tables"):
            if self.tables.get(table):
                bots |= registry.offered("bot_tables", table)(self)
        return bots

    @property
    def mcp(self) -> Mapping[str, McpSettings]:
        """``[mcp]``, by name."""
        return self.tables.get("mcp") or {}

    @cached_property
    def called(self) -> Mapping[str, Mapping[str, BotSettings]]:
        """What is called: ``bots``, and those tables of plugins like it that are given."""
        return {"bots": self.bots, **self.others}

    @property
    def others(self) -> Mapping[str, Mapping[str, BotSettings]]:
        """What is called beside the bots."""
        tables = registry.words("called")
        return {name: self.tables[name] for name in tables if self.tables.get(name)}

    @property
    def all_called(self) -> list[BotSettings]:
        """The settings of all that is called."""
        return [bot for bots in self.called.values() for bot in bots.values()]

    @property
    def prices(self) -> Prices:
        """``[prices]``, by model."""
        return self.tables.get("prices") or {}


def _settings_file() -> type[SessionTables]:
    """The model of a whole hydra.toml."""
    from pytest_hydra.settings.bots import BotTables
    from pytest_hydra.settings.mcp import McpTables
    from pytest_hydra.settings.prices import PriceTables

    plugins = _models_of_plugins(registry.words("settings"))
    session = _session_tables(registry.words("report_keys"))
    # pydantic orders fields from the last base class to the first.
    bases = (*plugins, PriceTables, McpTables, BotTables, session)

    class SettingsFile(*bases):  # type: ignore[misc]
        """The tables of a hydra.toml."""

    return SettingsFile


def find_settings(start: Path) -> Path | None:
    """The nearest hydra.toml in the folder ``start`` or above it."""
    start = start.absolute()
    places = (folder / FILE_NAME for folder in (start, *start.parents))
    # Path.is_file would raise for a path without permission.
    return next(filter(os.path.isfile, places), None)


def project_root() -> Path:
    """The folder of the nearest hydra.toml; without one the current folder."""
    file = find_settings(Path.cwd())
    return Path.cwd() if file is None else file.parent


def load_settings(
    path: Path,
    label: str,
    *,
    kinds: Callable[[], Collection[str]] | None = None,
    dimensions: Callable[[], Collection[str]] | None = tuple,
    judges: Callable[[], Collection[str]] | None = tuple,
) -> Settings:
    """Read a hydra.toml; ``label`` is its path as messages show it.

    ``kinds`` returns the kinds of expectations that weights may name, in camelCase; the file may
    use snake_case. ``dimensions`` and ``judges`` return the names that plugins provide. A name is
    not checked where the function is None. Raises InputError.
    """
    # An empty file marks a project's root, with all defaults.
    document = read(path, label, may_be_empty=True)
    problems: list[Problem] = []
    if kinds is not None and (names := _written_weights(document)):
        problems += _weight_problems(document, names, sorted(kinds()))
    tables: dict[str, Any] = {}
    try:
        tables = _tables(document)
        owners = ("bots", *registry.words("bot_tables"))
        users = {name: tables[name] for name in owners if tables.get(name)}
        if any(entry.mcp for entries in users.values() for entry in entries.values()):
            from pytest_hydra.settings.mcp import mcp_problems

            problems += mcp_problems(document, users, tables.get("mcp", {}))
        root = path.absolute().parent
        hint = " (no conftest.py is loaded: name it with -p)" if judges is None else ""
        offered = {"dimensions": dimensions, "judges": judges}
        for name in registry.words("problems"):
            if name in tables:
                problems += registry.offered("problems", name)(
                    document, tables, offered, hint, root
                )
    except InputError as error:
        problems += error.problems
    if problems:
        # Problems without a line ("… and 3 more") come last.
        raise InputError(
            sorted(problems, key=lambda problem: (problem.line is None, problem.line or 0))
        )
    path = path.absolute()
    scenarios: ScenarioSettings = tables["scenarios"]
    weights = {
        name if kinds is None else camel(name): weight for name, weight in scenarios.weights.items()
    }
    tables["scenarios"] = scenarios.model_copy(update={"weights": weights})
    again = partial(load_settings, dimensions=dimensions, judges=judges)
    return Settings(root=path.parent, file=path, tables=tables, again=again)


def _tables(document: Document) -> dict[str, Any]:
    """The validated tables of a hydra.toml, by name. Raises InputError."""
    data, report = document.data, document.data.get("report")
    given = [
        key for key in registry.words("report_keys") if isinstance(report, dict) and key in report
    ]
    models = _models_of(data.keys(), given)
    try:
        if data.keys() <= {name for model in models for name in model.model_fields}:
            return {
                name: table
                for model in models
                for name, table in model.model_validate(
                    {name: data[name] for name in model.model_fields if name in data}
                )
            }
    except ValidationError:
        pass  # the model of the whole file reports the error
    return dict(validate(_settings_file(), document))


# What changes no score.
_NO_POLICY = {"paths", "concurrency", "confirm"}


def policy(settings: Settings) -> dict[str, Any]:
    """The policy as plain data: thresholds, weights, repeats, bots, judges, tables of plugins.

    Paths, candidates, retention and concurrency are not part of it, nor are the categories of a
    rubric file. Defaults of tables that are not given come from a data file, so that their models
    need not be imported; a test compares the file with the models.
    """
    plain: dict[str, Any] = {
        "scenarios": settings.scenarios.model_dump(mode="json", exclude=_NO_POLICY),
        "prices": {},
    }
    for name, entry in registry.policy().items():
        if not settings.has(name):
            plain[name] = entry["default"]
        elif isinstance(table := settings.table(name), Mapping):
            plain[name] = {key: each.public() for key, each in table.items()}
        else:
            fields = {key: set(entry[key]) for key in ("include", "exclude") if key in entry}
            plain[name] = table.model_dump(mode="json", **fields)
    for table, bots in settings.called.items():
        plain[table] = {name: bot.public() for name, bot in bots.items()}
    if settings.has("prices"):
        plain["prices"] = {
            name: price.model_dump(mode="json") for name, price in settings.prices.items()
        }
    return plain


def settings_digest(settings: Settings) -> str:
    """The sha256 of the settings' `policy`, in hex."""
    canonical = json.dumps(
        policy(settings), sort_keys=True, ensure_ascii=False, separators=(",", ":")
    )
    return hashlib.sha256(canonical.encode()).hexdigest()


def settings_schema() -> dict[str, Any]:
    """The JSON Schema of a hydra.toml."""
    return _settings_file().model_json_schema()


def _written_weights(document: Document) -> list[str]:
    """The names of the weights as spelled in the file."""
    scenarios = document.data.get("scenarios")
    weights = scenarios.get("weights") if isinstance(scenarios, dict) else None
    return list(weights) if isinstance(weights, dict) else []


def _weight_problems(
    document: Document, weights: Iterable[str], kinds: Sequence[str]
) -> Iterator[Problem]:
    """Problems of the names of weights, which must be one of these kinds in either spelling."""
    spellings: dict[str, str] = {}
    for name in weights:
        before = spellings.setdefault(camel(name), name)
        message = None
        if camel(name) not in kinds:
            message = unknown_name("kind of expectation", name, kinds)
        elif before != name:
            message = f"is given twice, as {show(before)} and as {show(name)}; keep one"
        if message:
            yield document.problem(message, ("scenarios", "weights", name))
