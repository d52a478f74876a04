from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pytest_hydra import registry

if TYPE_CHECKING:
    from tests.conftest import Project
from tests.plugins.users.test_played_sessions import entries, played

pytestmark = pytest.mark.skipif("judging" not in registry.words("settings"), reason="needs judges")

JUDGED = """
[bots.shop]
python = "shop:reply"

[users.ada]
script = ["It is PC-1003"]
review = "judge"

[judging]
judge = "script"

[judges.script]
command = ["python3", "judge.py"]
"""


JUDGE = """
import json, sys
# It is told the part, and shown the conversation.
score = 2 if "the voucher" in sys.stdin.read() else 9
print(json.dumps({"score": score, "strengths": [], "weaknesses": ["too kind"], "evidence": []}))
"""


REVIEWED = """
scenarios:
  - id: well
    user: {opening: Hm., goal: a refund}
    expect: {expectedFunction: refund}
  - id: badly
    user: {opening: Hm., goal: anything but the voucher}
    expect: {expectedFunction: refund}
"""


def test_a_judge_may_look_through_how_the_part_was_played(plain_project: Project) -> None:
    project = played(plain_project)
    project.write("hydra.toml", JUDGED)
    project.write("judge.py", JUDGE)
    project.write("a.scenario.yaml", REVIEWED)
    project.run("--hydra", "--hydra-report=report.json").assert_outcomes(passed=1, errors=1)
    found = entries(project)
    assert found["badly"]["details"]["user"]["faults"] == {"found out of its part": 1}
    assert found["badly"]["status"] == "ungraded"
    (project.path / "judge.py").unlink()
    again = project.run("--hydra-replay=latest", "--hydra-report=again.json")
    again.assert_outcomes(passed=1, errors=1)
    assert project.report("again.json")["digest"] == project.report()["digest"]
    mocked = project.run("--hydra", "--hydra-judge=mock", "--hydra-report=mocked.json")
    mocked.assert_outcomes(errors=2)
    assert entries(project, "mocked.json")["well"]["details"]["user"]["faults"] == {
        "not reviewed": 1
    }
