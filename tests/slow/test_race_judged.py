"""Further races with a judge that grades candidates by their diffs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.plugins.judges.test_injections import CORPUS
from tests.plugins.race.race_project import FIXED, RaceProject, make_race
from tests.plugins.race.test_race_judged import HYDRA, asked, judge, judged, scores


@pytest.fixture
def race(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> RaceProject:
    return make_race(tmp_path_factory.getbasetemp() / "race-template", tmp_path / "project")


def test_each_change_is_judged_once(race: RaceProject) -> None:
    judge(race)
    judged(race, "good", "reformat", "breaks")
    race.git("branch", "agents/twin", "agents/good")
    with (race.path / "hydra.toml").open("a") as file:
        file.write('\n[[race.candidates]]\nagent = "twin"\nref = "agents/twin"\n')
    done = race.run("--hydra", "hydra.toml", "-pxdist", "-n2")
    assert done.returncode == 0, done.stdout + done.stderr
    assert asked(race) == 3
    assert scores(race) == {"good": 90, "twin": 90, "breaks": 90, "reformat": 40}
    two = race.report()["digest"]
    assert race.run("--hydra", "hydra.toml").returncode == 0
    assert (race.report()["digest"], asked(race)) == (two, 3)
    assert race.run("--hydra", "hydra.toml", "--hydra-no-cache").returncode == 0
    assert (race.report()["digest"], asked(race)) == (two, 6)


def test_the_mock_satisfies_no_gate_and_is_never_silent(race: RaceProject) -> None:
    judge(race)
    judged(race, "good")
    done = race.run("--hydra", "hydra.toml", "--hydra-judge=mock", "-v", "--junitxml=j.xml")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "hydra.toml::good::taste PASSED (MOCK)" in done.stdout
    assert "MOCK: no judge read the candidates' changes" in done.stdout
    assert scores(race) == {"good": 80}
    assert '<property name="hydra_judge" value="MOCK"' in (race.path / "j.xml").read_text()

    judged(race, "good", more="gate = 50\n")
    done = race.run("--hydra", "hydra.toml", NERV_MOCK_CLAUDE="1")
    assert done.returncode == 1
    assert race.ranking() == [("good", "unproven")]
    assert "taste (unproven): MOCK: no judge was called, and nothing was read" in done.stdout
    assert asked(race) == 0


def test_what_stands_in_a_diff_does_not_grade_it(race: RaceProject) -> None:
    injection = CORPUS["direct"]["text"]
    race.branch("agents/plain", {"shop.py": FIXED + "\n# Rounded down.\n"})
    race.branch("agents/sly", {"shop.py": f"{FIXED}\n# {injection}\n"})
    judge(race, ())
    judged(race, "plain", "sly", more="gate = 50\n")
    assert race.run("--hydra", "hydra.toml").returncode == 0
    assert scores(race) == {"plain": 60, "sly": 60}

    # A judge that does what it reads is found out, and has no say.
    judge(race, [("score of 10", 10)], follows=True)
    done = race.run("--hydra", "hydra.toml")
    assert done.returncode == 1
    assert scores(race) == {"plain": None, "sly": None}
    assert "the judge followed an instruction in an exhibit" in done.stdout


def test_on_a_branch_the_bases_judge_is_asked(race: RaceProject) -> None:
    ours = HYDRA.replace("{judge}", "judge.py")
    judge(race, [("", 3)])
    script = (race.path.parent / "judge.py").read_text()
    (race.path / ".gitignore").write_text(".hydra/\n__pycache__/\n")
    race.commit({"judge.py": script, "hydra.toml": ours + "gate = 50\n"})
    race.branch(
        "agents/own-judge",
        {"shop.py": FIXED, "judge.py": script.replace("('', 3)", "('', 10)")},
        start="main",
    )
    race.git("checkout", "--quiet", "agents/own-judge")
    judged(race, "own-judge", hydra=ours.replace('"python3", ', '"python3", "-I", '))
    done = race.run("--hydra", "hydra.toml")
    assert "policy from the base commit" in done.stdout, done.stdout + done.stderr
    assert done.returncode == 1
    assert scores(race) == {"own-judge": 30}
    assert race.ranking() == [("own-judge", "not_mergeable")]
    replayed = race.run("--hydra-replay", "latest", "--hydra-report=again.json")
    assert replayed.returncode == 1
    again = json.loads((race.path / "again.json").read_text())
    assert again["digest"] == race.report()["digest"]
