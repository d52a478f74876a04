"""What is loaded for what a session has: nothing for the heads that it does not use."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conftest import Project

CONFTEST = """
import json, pathlib, sys

def pytest_unconfigure():
    names = sorted(name for name in sys.modules if name.startswith("pytest_hydra."))
    pathlib.Path("loaded.json").write_text(json.dumps(names))
"""
SCENARIO = "{id: a, steps: [{user: hi, expect: {shouldContain: hi}}]}\n"


def test_scenarios_load_nothing_of_judges_and_races(plain_project: Project) -> None:
    project = plain_project
    project.write("conftest.py", CONFTEST)
    project.write("a.scenario.yaml", SCENARIO)
    assert project.run("--hydra").ret == 0
    loaded = set(json.loads((project.path / "loaded.json").read_text()))
    rooms = {name.split(".")[1] for name in loaded}
    assert rooms & {"candidates", "judging", "judge_settings", "race_settings", "racing"} == set()
    assert "scoring_settings" not in rooms
    assert loaded & {"pytest_hydra.report.model", "pytest_hydra.report.shape"} == set()
    # What was used is there.
    assert {"pytest_hydra.settings", "pytest_hydra.report.build"} <= loaded
