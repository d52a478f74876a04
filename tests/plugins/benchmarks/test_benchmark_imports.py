"""What threads use is imported before they start: of a benchmark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.plugin.import_watch import ARGUMENTS, WATCH, check_imports
from tests.plugins.benchmarks.test_benchmarks import CATEGORIES, prepare

if TYPE_CHECKING:
    from tests.conftest import Project


def test_a_benchmark(plain_project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "")
    project = plain_project
    prepare(project, dict.fromkeys(CATEGORIES, 8))
    project.write("imports.py", WATCH)
    project.run_apart("runs/one", *ARGUMENTS).assert_outcomes(passed=4)
    check_imports(project.path)
