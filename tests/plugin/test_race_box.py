"""Whole races whose commands run in boxes."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_hydra.execution.sandbox import Box, preflight
from tests.plugin.race_project import RaceProject, make_race

FOUND = preflight()
pytestmark = pytest.mark.skipif(not isinstance(FOUND, Box), reason=str(FOUND))

ISOLATED = """
[scoring.gates]
require_isolation = true

[sandbox]
mode = "{mode}"
"""


@pytest.fixture
def race(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> RaceProject:
    """The repository; who takes part is told later."""
    return make_race(tmp_path_factory.getbasetemp() / "race-template", tmp_path / "project")


def test_a_race_in_boxes_is_proven_and_comes_to_the_same(race: RaceProject) -> None:
    written = race.path.parent / "written"
    race.commit({"lint.py": f"open({str(written)!r}, 'a').write('x')\n"})
    race.candidates("good", "breaks", more=ISOLATED.format(mode="auto"))
    before = race.listing()
    done = race.run("--hydra", "hydra.toml")
    assert "hydra: isolation: bubblewrap\n" in done.stdout
    assert done.returncode == 0, done.stdout + done.stderr
    assert [entry["isolation"] for entry in race.report()["rankings"]] == ["bubblewrap"] * 2
    assert race.listing() == before
    # The base's linter writes beside the checkout: it was somewhere else.
    assert not written.exists()


def test_what_ran_without_a_box_is_not_proven(race: RaceProject) -> None:
    race.candidates("good", more=ISOLATED.format(mode="none"))
    done = race.run("--hydra", "hydra.toml")
    assert 'isolation: none (mode = "none")' in done.stdout
    assert "were not run in a sandbox" in done.stdout
    assert done.returncode == 1
