"""What threads use is imported before they start: of a race."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plugin.import_watch import ARGUMENTS, WATCH, check_imports
from tests.plugins.race.race_project import make_race
from tests.plugins.race.test_race_judged import JUDGE, SCORES

JUDGED = """
[judging]
judge = "script"
[judges.script]
command = ["python3", "{judge}"]
[[scoring.dimensions]]
name = "taste"
judge = true
criteria = ["Is it small?"]
"""


def test_a_race_with_a_judge(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    race = make_race(tmp_path_factory.getbasetemp() / "race-template", tmp_path / "project")
    judge = tmp_path / "judge.py"
    judge.write_text(JUDGE.format(scores=[*SCORES, ("", 8)], follows=False))
    agents = ("good", "breaks", "deletes", "nothing")
    race.candidates(*agents, more=JUDGED.format(judge=judge))
    (race.path / "imports.py").write_text(WATCH)
    done = race.run("hydra.toml", *ARGUMENTS, PYTEST_DISABLE_PLUGIN_AUTOLOAD="")
    assert done.returncode == 0, done.stdout + done.stderr
    assert {agent for agent, _ in race.ranking()} == {*agents}
    check_imports(race.path)
