"""The keys of `[report]` that are the page's."""

from __future__ import annotations

from pydantic import Field

from pytest_hydra.settings import ReportSettings


class PageReport(ReportSettings):
    """The keys of `[report]`."""

    html: bool = True
    """Whether run folders get a page; needs the extra `html`."""
    url: str | None = Field(None, pattern=r"^https?://[^\s()<>]+$")
    """Where CI publishes the page: a link in Markdown reports. `${NAME}` is replaced from the
    environment."""
