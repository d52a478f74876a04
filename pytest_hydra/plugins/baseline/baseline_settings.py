"""The key of `[report]` that names the baseline."""

from __future__ import annotations

from pydantic import Field

from pytest_hydra.settings import ReportSettings


class BaselineReport(ReportSettings):
    """The key of `[report]`."""

    baseline: str | None = Field(None, min_length=1)
    """The default of `--hydra-baseline`; a path is relative to hydra.toml."""
