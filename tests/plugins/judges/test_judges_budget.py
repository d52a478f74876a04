from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conftest import Project


JUDGED = """
import pytest
def test_judged(hydra):
    hydra.expect("hello", judge="Is it polite?")

def test_poor(hydra):
    hydra.score("near", 79.96)
    hydra.expect("poor", judge="Is it kind?")

test_poor = pytest.mark.hydra(threshold=80)(test_poor)

def test_graded(hydra_judge):
    assert hydra_judge.grade("hi", "Is it polite?").score == 9
"""


PRICED_JUDGE = """
import json, sys
score = 2 if "poor" in sys.stdin.read() else 9
result = {"score": score, "strengths": [], "weaknesses": [], "evidence": []}
print(json.dumps({"type": "result", "total_cost_usd": 0.25, "result": json.dumps(result)}))
"""


def test_what_judges_cost_is_reported(plain_project: Project) -> None:
    plain_project.write("judge.py", PRICED_JUDGE)
    plain_project.write("test_judge.py", JUDGED)
    command = f'command = ["{sys.executable}", "judge.py"]\nversion = "1"'
    plain_project.write("hydra.toml", f'[judging]\njudge = "j"\n[judges.j]\n{command}')
    options = ("--hydra", "--hydra-report=report.json")
    result = plain_project.run(*options, "-n2", plugins=("xdist",))
    result.assert_outcomes(passed=2, failed=1)
    assert "the judges cost $0.75\n" in result.stdout.str()
    assert "near (79.96/100)" in result.stdout.str()
    assert "judge: 2/10 is below 7" in result.stdout.str()
    assert plain_project.report()["usage"] == {"judges_usd": 0.75}
    # The second session takes the judgments of the first.
    result = plain_project.run(*options)
    assert "the judges cost" not in result.stdout.str()
    assert plain_project.report()["usage"] == {}
