"""Sessions of parts of a suite, merged, against the session of the whole."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from pytest_hydra.__main__ import main
from pytest_hydra.report.markdown import MARKER
from pytest_hydra.report.model import report_schema
from tests.plugins.race.race_project import RaceProject, make_race

if TYPE_CHECKING:
    from tests.conftest import Project

# What belongs to one session and not to what it found.
OF_A_SESSION = {"run_id", "complete", "shards", "started", "seconds"}
SCENARIOS = """
scenarios:
  - id: left
    steps: [{user: please send 5 DOT, expect: {expectedFunction: transfer, shouldContain: "6 DOT"}}]
  - id: right
    steps: [{user: hello, expect: {shouldContain: [hello, dear]}}]
  - id: left-boom
    steps: [{user: boom, expect: {shouldContain: hello}}]
"""
TESTS = """
def test_left(hydra):
    hydra.check("one", True, weight=2)
    hydra.check("two", False)

def test_right(hydra):
    hydra.score("tone", 70)
"""


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def timeless(value: Any) -> Any:
    """What a report holds without how long that took."""
    if isinstance(value, dict):
        return {k: timeless(v) for k, v in value.items() if not k.startswith("seconds")}
    return [timeless(item) for item in value] if isinstance(value, list) else value


def merge(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest_hydra", "merge", *arguments]
    return subprocess.run(
        command, cwd=folder, capture_output=True, encoding="utf-8", timeout=300, check=False
    )


def test_shards_of_scenarios_make_the_whole(plain_project: Project) -> None:
    project = plain_project
    project.write("a.scenario.yaml", SCENARIOS)
    project.write("test_a.py", TESTS)
    for name, arguments in {"all": (), "left": ("-k", "left"), "right": ("-k", "right")}.items():
        done = project.run("--hydra", f"--hydra-report={name}.json", *arguments)
        assert done.ret == 1, done.stdout.str()
    made = merge(
        project.path, "left.json", "right.json", "-o", "merged.json", "-o", "md:summary.txt"
    )
    assert (made.returncode, made.stderr) == (1, "")
    said = "FAILED  0 of 3 scenarios passed · 0 of 2 tests passed · 4 failed · 1 no answer\n"
    assert said in made.stdout
    assert "        score 65.4/100 · " in made.stdout
    assert "2 reports merged, of 2 sessions\nreport: " in made.stdout
    summary = (project.path / "summary.txt").read_text()
    assert summary.startswith(f"{MARKER}\n## pytest-hydra: failed\n")

    whole, merged = project.report("all.json"), project.report("merged.json")
    assert timeless({k: v for k, v in merged.items() if k not in OF_A_SESSION}) == timeless(
        {k: v for k, v in whole.items() if k not in OF_A_SESSION}
    )
    jsonschema.validate(merged, report_schema())
    again = merge(project.path, "right.json", "left.json", "-o", "again.json")
    assert again.returncode == 1
    assert project.report("again.json") == merged
    below = merge(project.path, "left.json", "right.json", "-o", "below.json", "--min-score", "66")
    assert "hydra: the score is below --min-score 66" in below.stdout
    assert (below.returncode, project.report("below.json")["verdict"]) == (1, "failed")


@pytest.fixture
def race(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> RaceProject:
    template = tmp_path_factory.getbasetemp() / "race-template"
    race = make_race(template, tmp_path / "project")
    race.candidates("good", "breaks")
    text = (race.path / "hydra.toml").read_text()
    timed = text.replace('"agents/good"\n', '"agents/good"\nduration_seconds = 300\n')
    timed = timed.replace('"agents/breaks"\n', '"agents/breaks"\nduration_seconds = 100\n')
    (race.path / "hydra.toml").write_text(timed)
    return race


def test_shards_of_a_race_make_the_whole(race: RaceProject) -> None:
    shards = {
        "all": (0, "hydra.toml"),
        "good": (0, "hydra.toml::good::gates"),
        "breaks": (1, "hydra.toml::breaks::gates"),
    }
    for name, (status, path) in shards.items():
        done = race.run("--hydra", f"--hydra-report={name}.json", path)
        assert done.returncode == status, done.stdout + done.stderr
    whole = read(race.path / "all.json")
    alone = read(race.path / "breaks.json")
    assert (alone["verdict"], alone["race"]["only_cause"]) == ("failed", True)
    assert alone["rankings"][0]["breakdown"]["speed"] is None

    made = merge(race.path, "breaks.json", "good.json", "-o", "merged.json")
    assert (made.returncode, made.stderr) == (0, ""), made.stdout
    assert " 1 good " in made.stdout
    assert "2 candidates: 1 mergeable, 1 not mergeable" in made.stdout
    merged = read(race.path / "merged.json")
    assert merged["digest"] == whole["digest"]
    rankings = [*merged["rankings"], *whole["rankings"]]
    for check in (check for entry in rankings for check in entry["checks"]):
        check["details"].pop("cached")  # the shards took what the whole had run
    assert merged["rankings"] == whole["rankings"]
    assert merged["verdict"] == whole["verdict"] == "passed"
    assert [shard["agents"] for shard in merged["shards"]] == [["good"], ["breaks"]]
    assert merged["rankings"][1]["breakdown"]["speed"] == 100


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["missing.json", "-o", "all.json"], "missing.json: cannot read it: No such file"),
        ([".", "-o", "all.json"], ".: cannot read it: Is a directory"),
        (["bad.json", "-o", "all.json"], "bad.json: not JSON: Expecting value"),
        (["bad.json", "-o", "bad.json"], "it is one of the reports to merge"),
        (["bad.json", "-o", "all.docx"], "-o all.docx: there is no format 'docx'"),
    ],
)  # fmt: skip
def test_what_cannot_be_merged_is_reported_in_a_line(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.json").write_text("no report")
    with pytest.raises(SystemExit) as caught:
        main(["merge", *arguments])
    assert caught.value.code == 1
    told = capsys.readouterr().err
    assert told.startswith("python -m pytest_hydra merge: error: ")
    assert said in told
    assert told.count("\n") == 1
    assert (tmp_path / "bad.json").read_text() == "no report"
