"""Sends a run to a collector: at the end of a session, and by the command."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pytest_hydra.commands import Say
from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.otlp.otlp_settings import OtlpSettings
from pytest_hydra.record.runs import RunFolder
from pytest_hydra.run_report import report_of


def send_to(
    settings: OtlpSettings, report: Mapping[str, Any], run: RunFolder, seconds: float = inf
) -> str:
    """Send a run, and return a line that says so. Raises HydraError, also without the extra."""
    try:
        from pytest_hydra.plugins.otlp.send import send_run
    except ImportError as error:
        raise HydraError(f'{error.name} is missing: pip install "pytest-hydra[otlp]"') from None
    return send_run(report, run, settings, seconds)


def act(options: Any, root: Path, say: Say) -> int:
    """Send the conversations of a run, and say how many."""
    headers = {name: text for name, _, text in (each.partition("=") for each in options.header)}
    try:
        to = OtlpSettings(endpoint=options.endpoint, headers=headers)
    except ValidationError as error:
        problem = error.errors()[0]
        raise HydraError(f"{problem['loc'][0]}: {problem['ctx']['error']}") from None
    say(f"{send_to(to, *report_of(root, options.run))}\n")
    return 0
