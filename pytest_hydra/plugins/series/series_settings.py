"""`[series]` of hydra.toml."""

from __future__ import annotations

from pydantic import Field

from pytest_hydra.documents.validation import StrictModel
from pytest_hydra.settings import Text


class SeriesSettings(StrictModel):
    """Many races, run and summarized by `python -m pytest_hydra series`."""

    races: list[Text] = Field(default_factory=list)
    """Globs of hydra.toml files, such as `tasks/*/hydra.toml`."""


class SeriesTables(StrictModel):
    """The table for many races."""

    series: SeriesSettings = SeriesSettings()
