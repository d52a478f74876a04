"""Builds of candidates, which tests start from: they decide nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plugin.race_project import BRANCHES, FIXED, TESTS, RaceProject, make_race

# As a compiler does: what is tested is what the build made of the tests.
BUILD = """
import pathlib
import shutil

built = pathlib.Path("built")
built.mkdir()
shutil.copy("tests/test_shop.py", built / "test_built.py")
"""
WRONG = BRANCHES["breaks"]["shop.py"]
OTHER = TESTS.replace('== "Tea"', '== " Tea "')
REWRITES = BUILD + 'pathlib.Path("tests/test_shop.py").write_text("def test_label(): pass")\n'
PLANTS = BUILD + 'pathlib.Path("tests/conftest.py").write_text("import shop; shop.label = str")\n'
COMMANDS = '[scoring.commands]\nbuild = "python build.py"'


@pytest.fixture
def race(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> RaceProject:
    return make_race(tmp_path_factory.getbasetemp() / "race-template", tmp_path / "project")


def test_a_build_brings_no_tests_of_its_own(race: RaceProject) -> None:
    race.commit({"build.py": BUILD, ".gitignore": ".hydra/\nhydra.toml\nbuilt/\n__pycache__/\n"})
    more = f"{TESTS}\n\ndef test_more():\n    assert total([100], discount=50) == 50\n"
    race.branch("agents/adds", {"shop.py": FIXED, "tests/test_shop.py": more})
    race.branch("agents/weakens", {"shop.py": WRONG, "tests/test_shop.py": OTHER})
    race.branch("agents/rewrites", {"shop.py": WRONG, "build.py": REWRITES})
    race.branch("agents/plants", {"shop.py": FIXED, "build.py": PLANTS})
    race.candidates("adds", "weakens", "rewrites", "plants")
    file = race.path / "hydra.toml"
    file.write_text(file.read_text().replace("[scoring.commands]", COMMANDS))
    race.run("--hydra", "hydra.toml")
    results = {ranking["agent"]: ranking for ranking in race.report()["rankings"]}
    stopped = {
        agent: [gate["name"] for gate in result["gates"] if gate["state"] == "block"]
        for agent, result in results.items()
    }
    assert results["adds"]["verdict"] == "mergeable", results["adds"]["gates"]
    assert results["adds"]["tests"]["fixed"] != []
    assert results["weakens"]["verdict"] != "mergeable"
    assert "built/test_built.py::test_label" in results["weakens"]["tests"]["lost"]
    assert stopped["rewrites"] == ["tests"]
    assert "tests/test_shop.py::test_label" in results["rewrites"]["tests"]["lost"]
    assert "tampering" in stopped["plants"]
