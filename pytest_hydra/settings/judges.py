"""What hydra.toml may say of judges and of what they grade."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Annotated, Any, ClassVar, Final

from pydantic import AfterValidator, Field

from pytest_hydra.core.numbers import LEAST_LIMIT, MOST_WEIGHT, checked_limit
from pytest_hydra.documents import Document, KeyPath, show
from pytest_hydra.documents.validation import FilePath, Name, StrictModel, unknown_name
from pytest_hydra.errors import InputError, Problem
from pytest_hydra.settings.types import (
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
"""The judge that is none: it gives each category the same score and asks nobody."""

OVERALL: Final = "overall"

LOWEST: Final = 1
HIGHEST: Final = 10
"""The scores that a judge may give: whole numbers from the lowest to the highest."""

Offered = Callable[[], Collection[str]]
"""What tells the names of the judges that plugins offer, where it is asked."""

_PROVIDER = "openai:"
_BAND = re.compile(r"(\d{1,2})(?:\s*[-–]\s*(\d{1,2}))?")
_MOST_IN_A_NAME = 60


def _checked_category(name: str) -> str:
    if name.lower() == OVERALL:
        raise ValueError(f"the name {show(name)} means the score of all; choose another")
    if not name.isprintable() or name != name.strip() or re.search(r"::|[\[\]/\\]", name):
        raise ValueError(
            f"{show(name)} is no name of a category: it has no '::', brackets or slashes, and "
            "begins and ends with something visible"
        )
    return name


def _checked_exhibit(exhibit: str) -> str:
    if exhibit.removesuffix("?") not in EXHIBITS:
        raise ValueError(unknown_name("exhibit", exhibit.removesuffix("?"), EXHIBITS))
    return exhibit


def _each_once(names: list[str]) -> list[str]:
    bare = [written.removesuffix("?") for written in names]
    for name in bare:
        if bare.count(name) > 1:
            raise ValueError(f"{show(name)} stands here twice; keep one")
    return names


def band(written: str) -> tuple[int, int]:
    """The lowest and the highest score of a band such as ``9-10`` or ``5``. Raises ValueError."""
    match = _BAND.fullmatch(written.strip())
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not LOWEST <= low <= high <= HIGHEST:
        raise ValueError(
            f"{show(written)} is no band of scores; one looks like '7-8', from {LOWEST} to "
            f"{HIGHEST}"
        )
    return low, high


def _checked_guide(guide: dict[str, str]) -> dict[str, str]:
    held = [score for low, high in map(band, guide) for score in range(low, high + 1)]
    for score in range(LOWEST, HIGHEST + 1) if guide else ():
        if held.count(score) != 1:
            bands = "two bands hold" if score in held else "no band holds"
            raise ValueError(
                f"{bands} {score}; together they hold each score from {LOWEST} to {HIGHEST} once"
            )
    return guide


def _checked_model(model: str) -> str:
    if not model.startswith(_PROVIDER) or model == _PROVIDER:
        raise ValueError(f"must be 'openai:' and the name of a model, not {show(model)}")
    return model


class CategorySettings(StrictModel):
    """One category: what is graded, by what, and how much it counts."""

    name: Annotated[
        str, Field(min_length=1, max_length=_MOST_IN_A_NAME), AfterValidator(_checked_category)
    ]
    """What it is called, in items and reports."""
    weight: float = Field(1.0, ge=0.000001, le=MOST_WEIGHT)
    """How much it counts beside the others."""
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
    """What the judge is asked."""
    guide: Annotated[dict[str, Text], AfterValidator(_checked_guide)] = Field(default_factory=dict)
    """What the scores mean, by bands: `"9-10" = "…"`. Together they hold each score from 1 to
    10."""
    min: float | None = Field(None, ge=LOWEST, le=HIGHEST)
    """The score that this category must reach itself."""
    optional: bool = False
    """Whether it is left out where an exhibit of it is missing, instead of ungraded."""


Categories = Annotated[list[CategorySettings], names_differ("categories", "name")]


class JudgingSettings(StrictModel):
    """How benchmark runs are graded."""

    benchmarks: list[FilePath] = Field(default_factory=list)
    """Benchmark folders that `pytest --hydra` grades when it is given no path; relative to
    hydra.toml."""
    spec: FilePath | None = None
    """The spec of benchmark folders that have no spec.md; relative to hydra.toml."""
    judge: Text = "claude"
    """The judge's name: one of `[judges]`, or `mock`."""
    threshold: Annotated[float, AfterValidator(partial(checked_limit, most=10))] = Field(
        7.0, le=10, json_schema_extra=LEAST_LIMIT
    )
    """What the overall score must reach."""
    samples: int = Field(1, ge=1, le=99)
    """How often the judge is asked about each category; the median counts."""
    health: bool = False
    """Whether each category is asked about twice more, in the rubric's order and in the opposite
    one, to show how many scores and verdicts change; they decide nothing."""
    max_cost_usd: float | None = Field(None, ge=0, allow_inf_nan=False)
    """What all judgments of a session may cost; what it leaves undone is ungraded."""
    history: FilePath = ".hydra/history.jsonl"
    """The file that gets a line for each graded benchmark; relative to hydra.toml."""
    rubric: FilePath | None = None
    """A file with categories instead of the default ones; relative to hydra.toml. `default` means
    the default ones."""
    categories: Categories = Field(default_factory=list)
    """Categories, instead of the default ones. With `rubric` they are added to those, or take the
    place of one with the same name."""
    concurrency: int = Field(4, ge=1, le=64)
    """How many judgments are asked for at a time."""


class JudgeSettings(KindSettings):
    """One judge: a command, a model, a panel of judges, or judgments that were recorded."""

    what = "judge"
    kinds = ("command", "model", "panel", "recorded")
    only_for: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "base_url": ("model",),
        "api_key_env": ("model",),
        "temperature": ("model",),
        "timeout_seconds": ("command", "model"),
        "retries": ("command", "model"),
        "requests_per_second": ("command", "model"),
    }

    command: Command | None = None
    """A command line, or the list of its words: a program that reads the prompt and writes its
    answer."""
    model: Annotated[str, AfterValidator(_checked_model)] | None = None
    """`openai:NAME`: a model of OpenAI's API, or of a server like it."""
    panel: Annotated[list[str], Field(min_length=2), AfterValidator(_each_once)] | None = None
    """The names of other judges; the median of their scores counts."""
    recorded: FilePath | None = None
    """A file of judgments that were made before, a line for each category: `{"category": …,
    "answer": {…}}`; relative to hydra.toml."""
    base_url: Url = OPENAI_URL
    """Where the model's API begins."""
    api_key_env: Variable | None = None
    """The environment variable that holds the key. `OPENAI_API_KEY` where no `base_url` is given;
    else no key is sent unless this says which."""
    temperature: float | None = Field(None, ge=0, le=2)
    """From 0 to 2."""
    timeout_seconds: float = Field(300.0, gt=0, allow_inf_nan=False)
    """How long one answer may take."""
    retries: int = Field(2, ge=0, le=20)
    """How often a judge is asked again that could not be reached."""
    requests_per_second: float | None = Field(None, gt=0, allow_inf_nan=False)
    """How many requests are sent in a second, at most, by the whole session."""

    @property
    def model_name(self) -> str | None:
        """The model's name, as its server knows it; None where it is no model."""
        return None if self.model is None else self.model.removeprefix(_PROVIDER)

    @property
    def key_variable(self) -> str | None:
        """The environment variable with the key; None where no key is sent."""
        if self.model is not None and self.api_key_env is None and self.base_url == OPENAI_URL:
            return OPENAI_KEY
        return self.api_key_env

    def public(self) -> dict[str, Any]:
        """What makes the judge that it is, as JSON values that may be written down.

        Not how often it is asked again, nor how fast.
        """
        fields = {*self.kinds, "base_url", "temperature"}
        plain = self.model_dump(mode="json", exclude_none=True, include=fields)
        return plain if self.model is not None else {self.opened_as: plain[self.opened_as]}


class JudgingTables(StrictModel):
    """The tables of a hydra.toml that say what is judged, and by whom."""

    judging: JudgingSettings = JudgingSettings()
    judges: dict[Name, JudgeSettings] = Field(default_factory=dict)


BUILT_IN: Final[Mapping[str, JudgeSettings]] = {
    "claude": JudgeSettings(command=["claude", "--print", "--output-format", "json"])
}
"""The judges that need no settings, beside `MOCK`; hydra.toml may say something else of them."""


def judges_of(written: Mapping[str, JudgeSettings]) -> dict[str, JudgeSettings]:
    """The judges of a hydra.toml, and the built-in ones that it does not replace."""
    return {**BUILT_IN, **written}


def check_judge(
    name: str, judges: Mapping[str, JudgeSettings], option: str, offered: Offered
) -> None:
    """Raise InputError unless ``name``, which was given by ``option``, is a judge's name."""
    message = _unknown_judge(name, judges, offered)
    if message:
        raise InputError([Problem(f"{option}: {message}")])


def judge_problems(
    document: Document,
    judging: JudgingSettings,
    judges: Mapping[str, JudgeSettings],
    offered: Offered,
) -> list[Problem]:
    """What is wrong with the names of judges in a hydra.toml; ``judges`` with the built-in ones."""
    problems: list[tuple[str | None, KeyPath]] = [
        (_unknown_judge(judging.judge, judges, offered), ("judging", "judge"))
    ]
    if MOCK in judges:
        message = f"the name {show(MOCK)} is that of the built-in mock; choose another"
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
        return "the mock is no member of a panel: nobody would see that it was asked"
    valid = [judge for judge, settings in judges.items() if settings.panel is None]
    if name in judges and name not in valid:
        return f"{show(name)} is a panel itself; name its judges"
    return None if name in valid else unknown_name("judge", name, valid)
