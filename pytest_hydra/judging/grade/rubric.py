"""Rubrics: the categories by which a benchmark run is graded, and the files that hold them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from pydantic import Field

from pytest_hydra.core.numbers import Exact, exact
from pytest_hydra.documents import read
from pytest_hydra.documents.validation import StrictModel, validate
from pytest_hydra.settings.file import Settings
from pytest_hydra.settings.judges import Categories, CategorySettings, band

DEFAULT: Final = "default"
"""The name in hydra.toml of the rubric that comes with the package."""

_DEFAULT_FILE = "rubric.default.toml"


@dataclass(frozen=True, slots=True)
class ExhibitSpec:
    """An exhibit of a category, which is ungraded without it unless it is ``optional``."""

    name: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Band:
    """The meaning of the scores from ``low`` to ``high``, both included."""

    low: int
    high: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """A category: its exhibits, criteria and weight.

    ``guide`` is empty or covers each score from 1 to 10 once, the best first. ``min`` is the
    category's own minimum score, from 1 to 10. The weight is above 0. ``optional``: the category is
    left out if an exhibit is missing.
    """

    name: str
    weight: Exact = 1
    exhibits: tuple[ExhibitSpec, ...]
    criteria: tuple[str, ...]
    guide: tuple[Band, ...] = ()
    min: Exact | None = None
    optional: bool = False


Rubric = tuple[Category, ...]
"""Categories with unique names, in the order in which they are graded and shown."""


class RubricFile(StrictModel):
    """The contents of a rubric file."""

    categories: Categories = Field(min_length=1)


@cache
def default_rubric() -> Rubric:
    """The rubric that comes with the package: Planning 15, Code Quality 50, NERV Ops 35."""
    return load_rubric(Path(__file__).parent / _DEFAULT_FILE, _DEFAULT_FILE)


def load_rubric(path: Path, label: str) -> Rubric:
    """The rubric in a .toml, .yaml, .yml or .json file; ``label`` is its path in messages.

    Raises InputError with the file, line and key of each problem.
    """
    return tuple(map(_category, validate(RubricFile, read(path, label)).categories))


def rubric_of(settings: Settings) -> Rubric:
    """The rubric of a project.

    Its `[[judging.categories]]`; or the file ``rubric``, to which they are added, replacing those
    of the same name; or the default rubric. Raises InputError.
    """
    judging = settings.judging
    base = None
    if judging.rubric == DEFAULT:
        base = default_rubric()
    elif judging.rubric is not None:
        base = load_rubric(settings.root / judging.rubric, judging.rubric)
    if not judging.categories:
        return base or default_rubric()
    categories = (*(base or ()), *map(_category, judging.categories))
    return tuple({category.name.casefold(): category for category in categories}.values())


def _category(settings: CategorySettings) -> Category:
    bands = [Band(*band(scores), text) for scores, text in settings.guide.items()]
    return Category(
        name=settings.name,
        weight=exact(settings.weight),
        exhibits=tuple(
            ExhibitSpec(name.removesuffix("?"), name.endswith("?")) for name in settings.exhibits
        ),
        criteria=tuple(settings.criteria),
        guide=tuple(sorted(bands, key=lambda entry: -entry.low)),
        min=None if settings.min is None else exact(settings.min),
        optional=settings.optional,
    )
