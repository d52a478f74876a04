"""The report of a run, found by the run's name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pytest_hydra.core.text import one_line
from pytest_hydra.record.files import read_file
from pytest_hydra.record.runs import RunFolder, find_run, report_file
from pytest_hydra.report import read_any_report
from pytest_hydra.settings import project_root


def run_report(name: str = "latest") -> Mapping[str, Any]:
    """The report of a run of this project, as in its report.json: by default of the last one.

    ``name`` is a run id, or the path of a run folder or a report. Raises HydraError.
    """
    return report_of(project_root(), name)[0]


def report_of(root: Path, name: str) -> tuple[Mapping[str, Any], RunFolder]:
    """The report of a run, and its folder. Raises HydraError."""
    run = find_run(root, name)
    file = report_file(run.path)
    return read_any_report(one_line(str(file), 200), read_file(file)), run
