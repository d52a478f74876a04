"""Rubrics: the categories by which a benchmark is graded, and the files that hold them."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Final

from pydantic import Field

from pytest_hydra.documents import read
from pytest_hydra.documents.validation import StrictModel, validate
from pytest_hydra.plugins.judges.exhibits import SPEC
from pytest_hydra.plugins.judges.judge_settings import Categories, Category, JudgingSettings
from pytest_hydra.settings import Settings

DEFAULT, NERV = "default", "nerv"
BUILT_IN: Final = (DEFAULT, NERV)
"""The names in hydra.toml of the rubrics that come with the package."""

Rubric = tuple[Category, ...]
"""Categories with unique names, in the order in which they are graded and shown."""


class RubricFile(StrictModel):
    """The contents of a rubric file."""

    categories: Categories = Field(min_length=1)


def load_rubric(path: Path, label: str) -> Rubric:
    """The rubric in a .toml, .yaml, .yml or .json file; ``label`` is its path in messages.

    Raises InputError with the file, line and key of each problem.
    """
    return tuple(validate(RubricFile, read(path, label)).categories)


@cache
def built_in(name: str) -> Rubric:
    """One of `BUILT_IN`."""
    file = f"rubric.{name}.toml"
    return load_rubric(Path(__file__).parent / file, file)


def rubric_name(settings: Settings, folder: Path) -> str | None:
    """The rubric by which a benchmark folder is graded; None if hydra.toml has all categories.

    Without a setting it is `NERV` for the folders of that harness, which hold a spec beside the
    log.
    """
    judging: JudgingSettings = settings.table("judging")
    if judging.rubric is not None or judging.categories:
        return judging.rubric
    is_nerv = judging.log is None and os.path.lexists(folder / SPEC)
    return NERV if is_nerv else DEFAULT


def rubric_of(settings: Settings, name: str | None) -> Rubric:
    """The categories of a rubric by its `rubric_name`.

    `[[judging.categories]]` are added, or replace those of the same name. Raises InputError.
    """
    if name is None:
        categories: Rubric = ()
    elif name in BUILT_IN:
        categories = built_in(name)
    else:
        categories = load_rubric(settings.root / name, name)
    categories += tuple(settings.table("judging").categories)
    return tuple({category.name.casefold(): category for category in categories}.values())
