"""What is loaded for a race: nothing of the other heads."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_hydra.registry import table
from tests.plugin.test_loaded import CONFTEST, HEADS, OF_REPORTS, loaded_of
from tests.plugins.race.race_project import make_race


def test_a_race_loads_nothing_of_scenarios_and_clusters(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    race = make_race(tmp_path_factory.getbasetemp() / "race-template", tmp_path / "project")
    race.candidates("nothing")
    (race.path / "look.py").write_text(CONFTEST)
    done = race.run("--hydra", "hydra.toml", "-k", "lint", "-plook")
    assert done.returncode == 0, done.stdout
    loaded = set(json.loads((race.path / "loaded.json").read_text()))
    assert loaded_of("scenarios", loaded) == {"head"}
    needed = ("race", *table()["race"]["needs"], *OF_REPORTS)
    others = {name for name in loaded_of("plugins", loaded) if name.split(".")[0] not in needed}
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
    assert loaded_of("scenarios", loaded) <= {"head", "shortfall"}
