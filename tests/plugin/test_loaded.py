"""What is loaded for what a session has: nothing for the heads that it does not use."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

import pytest

from pytest_hydra.registry import table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.conftest import Project

CONFTEST = """
import json, pathlib, sys

def pytest_unconfigure(config):
    names = sorted(name for name in sys.modules if name.startswith(("pytest_hydra.", "asyncio")))
    # Not by the environment: the session of this test may be a worker too.
    worker = getattr(config, "workerinput", {}).get("workerid", "")
    pathlib.Path(f"loaded{worker}.json").write_text(json.dumps(names))
"""


def loaded_of(room: str, loaded: Iterable[str]) -> set[str]:
    """The modules of a room that were loaded, by their names in it."""
    inside = f"pytest_hydra.{room}."
    return {name.removeprefix(inside) for name in loaded if name.startswith(inside)}


# The plugins with a head, which every session imports.
HEADS = {name for name, entry in table().items() if "heads" in entry}
# Those that take part in each report.
OF_REPORTS = {
    name
    for name, entry in table().items()
    if "publishers" in entry or "experiments" in entry.get("services", ())
}
SCENARIO = "{id: a, steps: [{user: hi, expect: {shouldContain: hi}}]}\n"


def test_scenarios_load_nothing_of_judges_and_races(plain_project: Project) -> None:
    project = plain_project
    project.write("conftest.py", CONFTEST)
    project.write("a.scenario.yaml", SCENARIO)
    assert project.run_apart("--hydra").ret == 0
    loaded = set(json.loads((project.path / "loaded.json").read_text()))
    assert loaded_of("plugins.race", loaded) == set()
    others = {each for each in loaded_of("plugins", loaded) if each.split(".")[0] not in OF_REPORTS}
    assert others <= {*HEADS, *map("{}.head".format, HEADS)}
    assert (
        loaded & {f"pytest_hydra.settings.{name}" for name in ("judges", "race", "scoring")}
        == set()
    )
    assert loaded & {"pytest_hydra.report.model"} == set()
    # What was used is there.
    assert {"pytest_hydra.settings.file", "pytest_hydra.report.build"} <= loaded


def test_a_command_runs_where_warnings_are_errors(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = plain_project
    project.write("pytest.ini", "[pytest]\nfilterwarnings = error\n")
    # As a wheel installs it: pytest would rewrite the package, which is imported by then.
    installed = project.write("site/as_wheel-1.dist-info/METADATA", "Name: as-wheel\nVersion: 1\n")
    installed.with_name("RECORD").write_text("pytest_hydra/docs/report.md,,\n")
    installed.with_name("entry_points.txt").write_text("[pytest11]\nas_wheel = wallet_bot\n")
    monkeypatch.setenv("PYTHONPATH", str(project.path / "site"), prepend=os.pathsep)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "")
    done = project.pytester.run(sys.executable, "-m", "pytest_hydra", "write", "schema", "scenario")
    assert done.ret == 0, done.stderr.str()
