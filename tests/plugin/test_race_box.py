"""Whole races whose commands run in boxes."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from pytest_hydra.execution.box import Box, overlay_problem, preflight
from tests.plugin.race_project import RaceProject, make_race

FOUND = preflight()
pytestmark = pytest.mark.skipif(not isinstance(FOUND, Box), reason=str(FOUND))


def why_not() -> str:
    """Why there are no overlays in boxes here; empty where there are."""
    with tempfile.TemporaryDirectory() as folder:
        return (overlay_problem(FOUND, Path(folder)) or "") if isinstance(FOUND, Box) else FOUND


WHY_NOT = why_not()
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


@pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)
def test_overlays_and_copies_come_to_the_same(race: RaceProject) -> None:
    race.candidates("good", "breaks", more=ISOLATED.format(mode="auto"))
    tools = race.path.parent / "tools"
    tools.mkdir()
    (tools / "unshare").write_text("#!/bin/sh\necho 'unshare: no such luck' >&2; exit 1\n")
    (tools / "unshare").chmod(0o755)
    digests = []
    for told, path in (
        ("overlays", os.environ["PATH"]),
        ("copies (unshare: no such luck)", f"{tools}:{os.environ['PATH']}"),
    ):
        done = race.run("--hydra", "hydra.toml", "--hydra-no-cache", PATH=path)
        assert done.returncode == 0, done.stdout + done.stderr
        assert f"hydra: workspaces: {told}\n" in done.stdout
        digests.append(race.report()["digest"])
    assert digests[0] == digests[1]
    left = [path.name for path in (race.path / ".hydra" / "work").iterdir()]
    assert left == ["lock"]


def test_what_ran_without_a_box_is_not_proven(race: RaceProject) -> None:
    race.candidates("good", more=ISOLATED.format(mode="none"))
    done = race.run("--hydra", "hydra.toml")
    assert 'isolation: none (mode = "none")' in done.stdout
    assert "were not run in a sandbox" in done.stdout
    assert done.returncode == 1
