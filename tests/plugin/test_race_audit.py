"""Races that try themselves: with the base's product code broken, its tests must not pass."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.plugin.race_project import SHOP, TESTS, RaceProject, make_race


@pytest.fixture
def race(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> RaceProject:
    return make_race(tmp_path_factory.getbasetemp() / "race-template", tmp_path / "project")


def test_a_race_whose_tests_test_something_else_cannot_be_trusted(race: RaceProject) -> None:
    # The tests have a copy of the product of their own.
    own = {"tests/conftest.py": "", "tests/product.py": SHOP}
    race.commit({**own, "tests/test_shop.py": TESTS.replace("from shop", "from product")})
    race.branch("agents/worse", {"shop.py": SHOP.replace("sum(prices)", "0")})
    race.candidates("worse")
    done = race.run("--hydra", "hydra.toml")
    assert done.returncode == 1, done.stdout
    assert race.ranking() == [("worse", "unproven")]
    assert "this race cannot be trusted: the base's tests still pass" in " ".join(
        done.stdout.split()
    )
    audit = race.report()["race"]["audit"]
    assert audit["known_bad"] == "passed"
    digest = race.report()["digest"]
    again = race.run("--hydra", "--hydra-replay=latest", "--hydra-report=again.json")
    assert again.returncode == 1, again.stdout
    assert json.loads((race.path / "again.json").read_text())["digest"] == digest


def test_a_race_tries_itself_with_one_failing_test(race: RaceProject) -> None:
    # The product is run as a program, and imported by nobody.
    tests = """
        import subprocess, sys

        import pytest

        @pytest.mark.parametrize("number", range(50))
        def test_it(number):
            subprocess.run([sys.executable, "shop.py"], check=True)
    """.replace("\n        ", "\n")
    race.commit({"tests/test_shop.py": tests})
    race.branch("agents/fine", {"shop.py": SHOP + "\n\nprint()\n"})
    race.candidates("fine")
    done = race.run("--hydra", "hydra.toml")
    assert done.returncode == 0, done.stdout
    assert race.report()["race"]["audit"]["known_bad"] == "blocked"
    assert "trusted" not in done.stdout
    (run,) = race.runs()
    record = json.loads((run / "race.json").read_text())["known_bad"]
    assert list(record["runs"]["tests"]["tests"]["outcomes"].values()) == ["failed"]
    # What was said by its tests is kept with the others' logs.
    assert "broken on purpose" in (run / record["runs"]["tests"]["log"]).read_text()


def test_where_no_test_is_run_a_race_does_not_try_itself(race: RaceProject) -> None:
    race.candidates("good")
    assert race.run("--hydra", "hydra.toml::good::lint").returncode == 0
    assert race.report()["race"]["audit"]["known_bad"] == "not tried"
    assert "_known-bad" not in {path.name for path in race.runs()[-1].glob("candidates/*")}


def test_a_change_of_the_product_alone_is_tested_by_one_run(race: RaceProject) -> None:
    # What is done against tampering beside it: the look at its diff, and the canaries in that run.
    race.candidates("good")
    done = race.run("--hydra", "hydra.toml", "-v")
    assert done.returncode == 0, done.stdout
    assert "the race was verified: the base's tests fail when" in done.stdout
    (run,) = race.runs()
    record = json.loads((run / "race.json").read_text())
    (good,) = record["candidates"]
    assert sorted(good["runs"]) == sorted(record["base"]["runs"]) == ["lint", "tests"]
    # The race tries itself once, whoever takes part.
    assert sorted(record["known_bad"]["runs"]) == ["tests"]
    assert len(list((race.path / ".hydra" / "units").glob("*.json"))) == 5
