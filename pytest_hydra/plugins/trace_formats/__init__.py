"""Formats of recorded traces: a module each, as `pytest_hydra.scenarios.traces.trace` says.

They are tried in the order of the registry, after those of coding agents. A list of plain messages
needs none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType


def readers() -> Mapping[str, ModuleType]:
    """The readers of the formats."""
    from pytest_hydra.plugins.trace_formats import atif, bedrock, gemini, otel, vercel

    return {"otel": otel, "atif": atif, "bedrock": bedrock, "vercel": vercel, "gemini": gemini}
