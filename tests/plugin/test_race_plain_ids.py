"""A race whose runner's ids do not tell in which file a test is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plugin.race_project import RaceProject, make_race

# A runner that needs no installation: each file in tests/ is a shell script that prints TAP.
RUN = "echo TAP version 13; cat tests/*.tap | sh; echo 1..$(cat tests/*.tap | wc -l)\n"
HYDRA = """
[race]
base = "main"
[[race.candidates]]
agent = "deletes"
ref = "agents/deletes-file"
[scoring.commands]
test = "sh run.sh"
[sandbox]
mode = "none"
"""


@pytest.fixture
def race(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> RaceProject:
    template = tmp_path_factory.getbasetemp() / "race-template"
    return make_race(template, tmp_path / "project")


def test_a_test_that_went_with_its_file_is_known_to_be_gone(race: RaceProject) -> None:
    race.commit(
        {
            "run.sh": RUN,
            "tests/adds.tap": "echo ok 1 - adds\n",
            "tests/parts.tap": "echo ok 2 - parts\n",
        }
    )
    race.branch("agents/deletes-file", {})
    race.git("checkout", "--quiet", "agents/deletes-file")
    race.git("rm", "--quiet", "tests/parts.tap")
    race.commit({"shop.py": "PRICE = 3\n"})
    race.git("checkout", "--quiet", "main")
    (race.path / "hydra.toml").write_text(HYDRA)
    done = race.run("--hydra", "hydra.toml")
    assert done.returncode == 1, done.stdout + done.stderr
    # It passes as the base has it: of so few tests that is too many to be let go in silence.
    assert "deletes: unproven\n    gone: parts\n" in done.stdout, done.stdout
