"""The tables of hydra.toml for judges and judged benchmarks."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import AfterValidator, Field, ValidationInfo

from pytest_hydra.core.numbers import LEAST_LIMIT, MOST_WEIGHT, checked_limit
from pytest_hydra.documents import Document, KeyPath, show
from pytest_hydra.documents.validation import FilePath, Name, StrictModel, unknown_name
from pytest_hydra.errors import InputError, Problem
from pytest_hydra.settings import (
    OPENAI_KEY,
    OPENAI_URL,
    Command,
    KindSettings,
    Text,
    Url,
    Variable,
    names_differ,
)

EXHIBITS: Final = (
    "event-log",
    "spec",
    "git-diff",
    "prd",
    "summary",
    "config",
    "git-log",
    "tasks",
    "cycles",
)
"""What a category may show to the judge."""

MOCK: Final = "mock"
"""The name of the mock judge, which gives each category the same score without a call."""

OVERALL: Final = "overall"

LOWEST: Final = 1
HIGHEST: Final = 10
"""The lowest and the highest score of a judge; scores are whole numbers."""

Offered = Callable[[], Collection[str]]
"""Returns the names of the judges that plugins provide."""

PROVIDERS: Final = {
    "openai": (OPENAI_URL, OPENAI_KEY),
    "anthropic": ("https://api.anthropic.com/v1", "ANTHROPIC_API_KEY"),
    "gemini": ("https://generativelanguage.googleapis.com/v1beta/openai", "GEMINI_API_KEY"),
}
"""The URL of each provider's chat completions, in OpenAI's format, and the variable of its key."""

_PROVIDER = "openai:"
_BAND = re.compile(r"(\d{1,2})(?:\s*[-–]\s*(\d{1,2}))?")
_MOST_IN_A_NAME = 60


def _checked_category(name: str) -> str:
    if name.lower() == OVERALL:
        raise ValueError(f"the name {show(name)} is reserved for the overall score; choose another")
    if not name.isprintable() or name != name.strip() or re.search(r"::|[\[\]/\\]", name):
        raise ValueError(
            f"{show(name)} is not a valid category name: use no '::', brackets or slashes, and "
            "begin and end with a visible character"
        )
    return name


def _checked_exhibit(exhibit: str) -> str:
    if exhibit.removesuffix("?") not in EXHIBITS:
        raise ValueError(unknown_name("exhibit", exhibit.removesuffix("?"), EXHIBITS))
    return exhibit


def _each_once(names: list[str]) -> list[str]:
    bare = [name.removesuffix("?") for name in names]
    for name in bare:
        if bare.count(name) > 1:
            raise ValueError(f"{show(name)} is listed twice; keep one")
    return names


def band(text: str) -> tuple[int, int]:
    """The lowest and the highest score of a band such as ``9-10`` or ``5``. Raises ValueError."""
    match = _BAND.fullmatch(text.strip())
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not LOWEST <= low <= high <= HIGHEST:
        raise ValueError(
            f"{show(text)} is not a valid band of scores, such as '7-8', from {LOWEST} to {HIGHEST}"
        )
    return low, high


def _checked_guide(guide: dict[str, str]) -> dict[str, str]:
    scores = [score for low, high in map(band, guide) for score in range(low, high + 1)]
    for score in range(LOWEST, HIGHEST + 1) if guide else ():
        if scores.count(score) != 1:
            bands = "two bands contain" if score in scores else "no band contains"
            raise ValueError(
                f"{bands} {score}; each score from {LOWEST} to {HIGHEST} must be in one band"
            )
    return guide


def _checked_model(model: str, info: ValidationInfo) -> str:
    if info.data.get("provider") is None and (
        not model.startswith(_PROVIDER) or model == _PROVIDER
    ):
        raise ValueError(
            f"must be 'openai:' followed by the name of a model, not {show(model)}; or write a "
            "`provider` and the name alone"
        )
    return model


class Category(StrictModel):
    """One category of a rubric."""

    name: Annotated[
        str, Field(min_length=1, max_length=_MOST_IN_A_NAME), AfterValidator(_checked_category)
    ]
    """Its name."""
    weight: float = Field(1.0, ge=0.000001, le=MOST_WEIGHT)
    """Its weight in the overall score."""
    exhibits: Annotated[
        list[Annotated[str, AfterValidator(_checked_exhibit)]],
        Field(min_length=1),
        AfterValidator(_each_once),
    ] = Field(
        description="What the judge is shown: "
        + ", ".join(f"`{name}`" for name in EXHIBITS)
        + ". One that ends in `?` may be missing."
    )
    criteria: list[Text] = Field(min_length=1)
    """The criteria for the judge."""
    guide: Annotated[dict[str, Text], AfterValidator(_checked_guide)] = Field(default_factory=dict)
    """The meaning of scores, by bands from 1 to 10: `"9-10" = "…"`."""
    min: float | None = Field(None, ge=LOWEST, le=HIGHEST)
    """The lowest score with which it passes."""
    optional: bool = False
    """Whether it is left out, instead of ungraded, when an exhibit is missing."""

    @property
    def bands(self) -> list[tuple[int, int, str]]:
        """The guide: the lowest and the highest score of each band, and its text; best first."""
        return sorted(((*band(scores), text) for scores, text in self.guide.items()), reverse=True)


Categories = Annotated[list[Category], names_differ("categories", "name")]


class LogKeys(StrictModel):
    """The keys of events in logs of another harness."""

    event: Text | None = None
    """The key that says what happened (default: `event`, `type`, `kind` or `name`)."""
    time: Text | None = None
    """The key of the time (default: `t`, `ts`, `time` or `timestamp`)."""


class JudgingSettings(StrictModel):
    """Grading of benchmark runs."""

    benchmarks: list[FilePath] = Field(default_factory=list)
    """Benchmark folders that `pytest --hydra` grades without a path; relative to hydra.toml."""
    spec: FilePath | None = None
    """The spec for benchmark folders without a spec.md; relative to hydra.toml."""
    judge: Text = "claude"
    """One of `[judges]`, `claude` or `mock`."""
    threshold: Annotated[float, AfterValidator(partial(checked_limit, most=10))] = Field(
        7.0, le=10, json_schema_extra=LEAST_LIMIT
    )
    """The overall score that a benchmark must reach."""
    samples: int = Field(1, ge=1, le=99)
    """Judgments per category; their median counts."""
    band: float | None = Field(None, ge=0, le=9)
    """For expectations: with a score so near to the threshold, samples must agree; as soon as two
    do not, the check is undecided (default: 1 with several `samples`, else the first decides)."""
    max_samples: int = Field(9, ge=1, le=99)
    """The most judgments of a score within the `band`."""
    pairwise: bool = False
    """Whether the judge also compares the benchmarks of two agents for the same spec in pairs."""
    health: bool = False
    """Whether to grade each category twice more, to show how many scores change."""
    max_cost_usd: float | None = Field(None, ge=0, allow_inf_nan=False)
    """The most that all judgments of a session may cost. What it does not cover is ungraded."""
    history: FilePath = ".hydra/history.jsonl"
    """The file to which each graded benchmark appends a line; relative to hydra.toml."""
    rubric: FilePath | None = None
    """`default`, `nerv` or a file of categories. Default: `nerv` for a folder with a `spec.md`,
    unless `log` is set, else `default`."""
    categories: Categories = Field(default_factory=list)
    """Categories instead of a rubric; with `rubric` they are added to it, or replace those of
    the same name."""
    log: LogKeys | None = None
    """The keys of the events in logs of another harness."""
    concurrency: int = Field(4, ge=1, le=64)
    """The most judgments at a time."""


class Trusted(StrictModel):
    """How far people's labels must agree with a judge that decides."""

    labels: int = Field(50, ge=2)
    """The least number of labels of its verdicts, by the same criterion."""
    agreement: float = Field(0.85, gt=0, lt=1)
    """What the lower end of the interval of kappa must reach."""


class JudgeSettings(KindSettings):
    """One judge."""

    noun = "judge"
    kinds = ("command", "model", "panel", "recorded")
    only_for: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "provider": ("model",),
        "base_url": ("model",),
        "api_key_env": ("model",),
        "temperature": ("model",),
        "version": ("command",),
        "timeout_seconds": ("command", "model"),
        "retries": ("command", "model"),
        "requests_per_second": ("command", "model"),
    }

    command: Command | None = None
    """A program: the prompt on standard input, the answer on standard output."""
    provider: Literal["openai", "anthropic", "gemini"] | None = None
    """Whose model it is. The key is in `OPENAI_API_KEY`, `ANTHROPIC_API_KEY` or
    `GEMINI_API_KEY`."""
    model: Annotated[Text, AfterValidator(_checked_model)] | None = None
    """A model of the `provider`; or `openai:NAME`, of OpenAI's API or a compatible server."""
    panel: Annotated[list[str], Field(min_length=2), AfterValidator(_each_once)] | None = None
    """Other judges; the median of their scores counts."""
    recorded: FilePath | None = None
    """A file of judgments, a line each: `{"category": …, "answer": {…}}`; relative to
    hydra.toml."""
    base_url: Url = OPENAI_URL
    """The base URL of its API (default: that of the `provider`)."""
    api_key_env: Variable | None = None
    """The environment variable with the API key (default: that of the `provider`; none with a
    `base_url`)."""
    temperature: float | None = Field(None, ge=0, le=2)
    """The temperature."""
    version: Text | None = None
    """Its version. Without it judgments of a `command` are not reused later."""
    trusted: Trusted | None = None
    """Where labels say less than this, it only advises: its checks are optional, and ungraded."""
    timeout_seconds: float = Field(300.0, gt=0, allow_inf_nan=False)
    """Time limit of one answer."""
    retries: int = Field(2, ge=0, le=20)
    """Retries when it cannot be reached."""
    requests_per_second: float | None = Field(None, gt=0, allow_inf_nan=False)
    """The most requests per second, in the whole session."""

    @property
    def model_name(self) -> str | None:
        """The name of the model on its server; None if the judge is not a model."""
        return None if self.model is None else self.model.removeprefix(_PROVIDER)

    @property
    def key_variable(self) -> str | None:
        """The environment variable with the key; None if no key is sent."""
        url, key = PROVIDERS[self.provider or "openai"]
        is_usual = self.model is not None and self.api_key_env is None and self.url == url
        return key if is_usual else self.api_key_env

    @property
    def url(self) -> str:
        """The base URL of the model's API."""
        is_own = "base_url" in self.model_fields_set
        return self.base_url if is_own else PROVIDERS[self.provider or "openai"][0]

    def public(self) -> dict[str, Any]:
        """The settings that identify the judge, as JSON values without secrets.

        Retries and rates are not included.
        """
        fields = {*self.kinds, "provider", "temperature", "version"}
        plain = self.model_dump(mode="json", exclude_none=True, include=fields)
        return plain if self.model is None else {**plain, "base_url": self.url}


BUILT_IN: Final[Mapping[str, JudgeSettings]] = {
    # It is run in an empty folder, and reads nothing but the prompt.
    "claude": JudgeSettings(command=["claude", "--print", "--output-format", "json"], version="1")
}
"""Built-in judges besides `MOCK`; hydra.toml may redefine them."""


def _with_built_in(judges: dict[str, JudgeSettings]) -> dict[str, JudgeSettings]:
    return {**BUILT_IN, **judges}


class JudgingTables(StrictModel):
    """The tables ``[judging]`` and ``[judges]``."""

    judging: JudgingSettings = JudgingSettings()
    judges: Annotated[dict[Name, JudgeSettings], AfterValidator(_with_built_in)] = Field(
        default_factory=lambda: dict(BUILT_IN)
    )


def check_judge(
    name: str, judges: Mapping[str, JudgeSettings], option: str, offered: Offered
) -> None:
    """Raise InputError unless ``name``, given by ``option``, is the name of a judge."""
    message = _unknown_judge(name, judges, offered)
    if message:
        raise InputError([Problem(f"{option}: {message}")])


def judge_problems(
    document: Document, tables: Mapping[str, Any], names: Mapping[str, Offered | None], *_: object
) -> list[Problem]:
    """Problems of the names of judges in a hydra.toml; ``names`` are those of plugins."""
    judging, judges, offered = tables["judging"], tables["judges"], names["judges"]
    if offered is None:
        return []
    problems: list[tuple[str | None, KeyPath]] = [
        (_unknown_judge(judging.judge, judges, offered), ("judging", "judge"))
    ]
    if MOCK in judges:
        message = f"the name {show(MOCK)} is reserved for the built-in mock; choose another"
        problems.append((message, ("judges", MOCK)))
    for name, judge in judges.items():
        for index, member in enumerate(judge.panel or ()):
            problems.append((_bad_member(member, judges), ("judges", name, "panel", index)))
    return [document.problem(message, at) for message, at in problems if message]


def _unknown_judge(name: str, judges: Mapping[str, JudgeSettings], offered: Offered) -> str | None:
    if name == MOCK or name in judges or name in offered():
        return None
    return unknown_name("judge", name, list(dict.fromkeys([*judges, *offered(), MOCK])))


def _bad_member(name: str, judges: Mapping[str, JudgeSettings]) -> str | None:
    if name == MOCK:
        return "the mock cannot be a member of a panel, as its scores would not be marked"
    valid = [judge for judge, settings in judges.items() if settings.panel is None]
    if name in judges and name not in valid:
        return f"{show(name)} is a panel itself; name its judges"
    return None if name in valid else unknown_name("judge", name, valid)
