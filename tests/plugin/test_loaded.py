"""What is loaded for what a session has: nothing for the heads that it does not use."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from pytest_hydra.registry import table
from tests.plugin.race_project import make_race

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tests.conftest import Project

CONFTEST = """
import json, pathlib, sys

def pytest_unconfigure(config):
    names = sorted(name for name in sys.modules if name.startswith(("pytest_hydra.", "asyncio")))
    # Not by the environment: the session of this test may be a worker too.
    worker = getattr(config, "workerinput", {}).get("workerid", "")
    pathlib.Path(f"loaded{worker}.json").write_text(json.dumps(names))
"""


def _loaded_of(room: str, loaded: Iterable[str]) -> set[str]:
    """The modules of a room that were loaded, by their names in it."""
    inside = f"pytest_hydra.{room}."
    return {name.removeprefix(inside) for name in loaded if name.startswith(inside)}


# The plugins with a head, which every session imports.
HEADS = {name for name, entry in table().items() if "heads" in entry}
SCENARIO = "{id: a, steps: [{user: hi, expect: {shouldContain: hi}}]}\n"


def test_scenarios_load_nothing_of_judges_and_races(plain_project: Project) -> None:
    project = plain_project
    project.write("conftest.py", CONFTEST)
    project.write("a.scenario.yaml", SCENARIO)
    assert project.run_apart("--hydra").ret == 0
    loaded = set(json.loads((project.path / "loaded.json").read_text()))
    assert _loaded_of("plugins.race", loaded) == set()
    assert _loaded_of("plugins", loaded) <= {*HEADS, *map("{}.head".format, HEADS)}
    assert (
        loaded & {f"pytest_hydra.settings.{name}" for name in ("judges", "race", "scoring")}
        == set()
    )
    assert loaded & {"pytest_hydra.report.model"} == set()
    # What was used is there.
    assert {"pytest_hydra.settings.file", "pytest_hydra.report.build"} <= loaded


def test_a_race_loads_nothing_of_scenarios_and_clusters(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    race = make_race(tmp_path_factory.getbasetemp() / "race-template", tmp_path / "project")
    race.candidates("nothing")
    (race.path / "look.py").write_text(CONFTEST)
    done = race.run("--hydra", "hydra.toml", "-k", "lint", "-plook")
    assert done.returncode == 0, done.stdout
    loaded = set(json.loads((race.path / "loaded.json").read_text()))
    assert _loaded_of("scenarios", loaded) == {"head"}
    needed = ("race", *table()["race"]["needs"])
    others = {name for name in _loaded_of("plugins", loaded) if name.split(".")[0] not in needed}
    assert others <= {*HEADS, *map("{}.head".format, HEADS)}
    assert (
        loaded & {"pytest_hydra.settings.bots", "pytest_hydra.plugins.judges.judge_settings"}
        == set()
    )
    assert loaded & {"asyncio", "pytest_hydra.plugins.dask"} == set()
    assert "pytest_hydra.plugins.race.live" in loaded


def test_a_worker_that_others_may_steal_from_loads_no_scenarios_for_a_race(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    pytest.importorskip("xdist")
    race = make_race(tmp_path_factory.getbasetemp() / "race-template", tmp_path / "project")
    race.candidates("nothing")
    (race.path / "look.py").write_text(CONFTEST)
    arguments = ("-k", "lint or build", "-pxdist", "-n1", "--dist=worksteal", "-plook")
    done = race.run("--hydra", "hydra.toml", *arguments)
    assert done.returncode == 0, done.stdout
    loaded = json.loads((race.path / "loadedgw0.json").read_text())
    assert "pytest_hydra.plugins.race.items" in loaded
    assert _loaded_of("scenarios", loaded) <= {"head", "shortfall"}
