"""``python -m pytest_hydra show --page``: write the page of a run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pytest_hydra.plugins.page.page import page_of
from pytest_hydra.record.files import write_whole
from pytest_hydra.record.labels import saved_labels
from pytest_hydra.run_report import report_of


def act(options: Any, root: Path, say: Callable[[str], object]) -> int:
    """Write the page of a run, by default into its folder, and print its path."""
    report, run = report_of(root, options.id or "latest")
    path = options.output or run.path / "report.html"
    page = page_of(report, [run.path], saved_labels(root)[0])
    write_whole(path, page.encode("utf-8", "replace"))
    say(f"{path}\n")
    return 0
