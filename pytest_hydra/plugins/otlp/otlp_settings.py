"""The key of `[report]` that names a collector."""

from __future__ import annotations

from pydantic import Field

from pytest_hydra.documents.validation import StrictModel
from pytest_hydra.settings import Headers, ReportSettings, Url


class OtlpSettings(StrictModel):
    """A collector of OpenTelemetry."""

    endpoint: Url
    """Its URL, with or without `/v1/traces`. `${NAME}` is replaced from the environment."""
    headers: Headers = Field(default_factory=dict)
    """Headers of each request. `${NAME}` is replaced from the environment."""


class OtlpReport(ReportSettings):
    """The key of `[report]`."""

    otlp: OtlpSettings | None = None
    """Where the conversations of each run are sent as traces; needs the extra `otlp`."""
