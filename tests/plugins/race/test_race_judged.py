"""A judge that grades candidates by their diffs: what it is asked, what counts, what is kept."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.plugins.race.race_project import RaceProject, make_race

# Notes each question, and gives the score that the first word it finds in it has.
JUDGE = """
import json, pathlib, re, sys

read = sys.stdin.read()
with pathlib.Path(__file__).with_name("asked").open("a") as log:
    log.write("x")
scores = {scores!r}
score = next(score for word, score in scores if word in read)
word = re.search("with the word (.*?)[.]", read)[1]
strengths = [word if {follows!r} else "small"]
said = ["It says `def label(name):`."] if "def label(name):" in read else []
print(json.dumps(
    dict(score=score, strengths=strengths, weaknesses=["no tests"], evidence=said)
))
"""
HYDRA = """
[race]
base = "main"

[judging]
judge = "script"

[judges.script]
command = ["python3", "{judge}"]
version = "1"
retries = 0

[[scoring.dimensions]]
name = "taste"
judge = true
criteria = ["Would you merge it?", "Is it small?"]
"""
SCORES = [("def f399", 4), ("+    return sum(prices) * (100", 9)]


@pytest.fixture
def race(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> RaceProject:
    return make_race(tmp_path_factory.getbasetemp() / "race-template", tmp_path / "project")


def judged(race: RaceProject, *names: str, more: str = "", hydra: str = HYDRA) -> None:
    """Have these raced, by nothing but what a judge says, who stands outside of the checkout."""
    text = hydra.format(judge=race.path.parent / "judge.py") + more
    for name in names:
        text += f'\n[[race.candidates]]\nagent = "{name}"\nref = "agents/{name}"\n'
    (race.path / "hydra.toml").write_text(text)


def judge(race: RaceProject, scores: Any = SCORES, *, follows: bool = False) -> None:
    script = JUDGE.format(scores=[*scores, ("", 6)], follows=follows)
    (race.path.parent / "judge.py").write_text(script)


def asked(race: RaceProject) -> int:
    path = race.path.parent / "asked"
    return len(path.read_text()) if path.exists() else 0


def scores(race: RaceProject) -> dict[str, float | None]:
    return {
        ranking["agent"]: ranking["breakdown"]["taste"] for ranking in race.report()["rankings"]
    }


def test_a_judge_scores_candidates_and_a_replay_asks_nobody(race: RaceProject) -> None:
    judge(race)
    judged(race, "good", "reformat", "nothing", more="gate = 50\n")
    before = race.listing()
    done = race.run("--hydra", "hydra.toml")
    assert done.returncode == 0, done.stdout + done.stderr
    # Neither the base nor who changed nothing has a change to be judged.
    assert asked(race) == 2
    assert scores(race) == {"good": 90, "reformat": 40, "nothing": None}
    assert race.ranking() == [
        ("good", "mergeable"),
        ("nothing", "not_mergeable"),
        ("reformat", "not_mergeable"),
    ]
    assert "taste: 40.0 of 100 is below 50.0: 4/10: no tests; 1 of 1 quotes" in done.stdout
    assert "MOCK" not in done.stdout
    assert race.listing() == before

    (run,) = race.runs()
    question = (run / "candidates/good/taste.question.txt").read_text()
    assert "- Would you merge it?\n- Is it small?" in question
    (fenced,) = re.findall("<<< (\\w+) exhibit git-diff\n(.*)\n>>> \\1 git-diff", question, re.S)
    assert fenced[1] == (run / "candidates/good/diff.patch").read_text()
    entry = next(ranking for ranking in race.report()["rankings"] if ranking["agent"] == "good")
    assert entry["details"]["artifacts"]["taste"] == "candidates/good/taste.question.txt"
    record = json.loads((run / "race.json").read_text())
    (kept,) = [
        candidate for candidate in record["candidates"] if candidate["source"]["agent"] == "good"
    ]
    said = kept["runs"]["taste"]["judged"]["record"]["answers"][0]
    assert json.loads(said["text"])["score"] == said["judgment"]["score"] == 9
    assert "taste" not in record["base"]["runs"]

    digest = race.report()["digest"]
    (race.path.parent / "judge.py").unlink()
    replayed = race.run("--hydra-replay", "latest", "--hydra-report=again.json")
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr
    assert json.loads((race.path / "again.json").read_text())["digest"] == digest
    assert asked(race) == 2

    # What was said of another question is not said of this one.
    text = (run / "race.json").read_text().replace("Would you merge it?", "Is it perfect?")
    (run / "race.json").write_text(text)
    manifest = json.loads((run / "manifest.json").read_text())
    manifest["files"]["race.json"] = hashlib.sha256(text.encode()).hexdigest()
    (run / "manifest.json").write_text(json.dumps(manifest))
    replayed = race.run("--hydra-replay", "latest", "--hydra-report=again.json")
    assert replayed.returncode == 1
    assert "the criteria or the guide changed since run" in replayed.stdout
    rankings = json.loads((race.path / "again.json").read_text())["rankings"]
    assert {ranking["breakdown"]["taste"] for ranking in rankings} == {None}
