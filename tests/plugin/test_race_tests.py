"""What candidates may do to tests, and to how they are run, in whole races."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plugin.race_project import FIXED, SHOP, TESTS, RaceProject, make_race

PYPROJECT = """
[project]
name = "shop"
dependencies = []

[tool.pytest.ini_options]
addopts = "-q"
"""
# It reads what is the candidate's own in a file that steers.
READS = """
import pathlib
import tomllib


def test_dependencies():
    text = pathlib.Path(__file__).parent.with_name("pyproject.toml").read_text()
    assert tomllib.loads(text)["project"]["dependencies"] == []
"""


@pytest.fixture
def race(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> RaceProject:
    return make_race(tmp_path_factory.getbasetemp() / "race-template", tmp_path / "project")


def test_dependencies_are_its_own_and_how_tests_are_run_is_not(race: RaceProject) -> None:
    race.commit({"pyproject.toml": PYPROJECT, "tests/test_reads.py": READS})
    broken = FIXED.replace("name.strip().title()", "name.title()")
    hides = PYPROJECT.replace("-q", "--deselect=tests/test_shop.py::test_label")
    race.branch("agents/hides", {"shop.py": broken, "pyproject.toml": hides})
    needs = PYPROJECT.replace("[]", '["attrs"]')
    race.branch("agents/needs", {"shop.py": FIXED, "pyproject.toml": needs})
    race.branch("agents/both", {"shop.py": FIXED, "pyproject.toml": needs.replace("-q", "--co")})
    race.candidates("hides", "needs", "both")
    race.run("--hydra", "hydra.toml")
    lost = {one["agent"]: one["tests"]["lost"] for one in race.report()["rankings"]}
    assert lost == {
        "hides": ["tests/test_shop.py::test_label"],
        "needs": ["tests/test_reads.py::test_dependencies"],
        "both": ["tests/test_reads.py::test_dependencies"],
    }


def test_only_a_test_that_it_edited_is_disputed(race: RaceProject) -> None:
    # Both behave otherwise now. One test was edited for it; the other only sees less.
    changed = SHOP.replace("name.strip().title()", "name.upper()").replace(
        "return sum(prices)", "return sum(prices) + 1"
    )
    tests = TESTS.replace('"Tea"', '" TEA "').replace(
        "from shop import label, total",
        "from shop import label\n\n\ndef total(prices, discount=0):\n    return 3",
    )
    race.branch("agents/edits", {"shop.py": changed, "tests/test_shop.py": tests})
    race.candidates("edits")
    race.run("--hydra", "hydra.toml")
    (result,) = race.report()["rankings"]
    assert result["tests"]["disputed"] == ["tests/test_shop.py::test_label"]
    assert result["tests"]["lost"] == ["tests/test_shop.py::test_total"]
