"""A judge that may say "I don't know"."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from pytest_hydra.plugins.judges.judge_settings import JudgingSettings
from pytest_hydra.plugins.judges.undecided import Band

if TYPE_CHECKING:
    from tests.conftest import Project


@pytest.mark.parametrize(
    ("scores", "is_clear"),
    [
        ([9, 9, 9], True),
        ([3, 3, 3], True),
        # Too near to decide, until enough of them agree.
        ([8, 8, 8], None),
        ([6, 9], False),
        ([9, 9, 8], None),
        ([8] * 9, True),
        ([6] * 9, True),
        ([8] * 8 + [6], False),
    ],
)
def test_near_the_threshold_all_samples_must_agree(
    scores: list[int], is_clear: bool | None
) -> None:
    band = Band.of(JudgingSettings(samples=3), 7)
    assert band is not None
    assert band.is_clear(scores) is is_clear


def test_one_sample_decides_unless_there_is_a_band() -> None:
    assert Band.of(JudgingSettings(), 7) is None
    band = Band.of(JudgingSettings(band=2, max_samples=4), 7)
    assert band == Band(threshold=7, width=2, most=4)
    wide = Band.of(JudgingSettings(samples=20), 7)
    assert wide is not None
    assert wide.most == 20


# Answers by the number of its question, which it keeps in a file.
JUDGE = """
import json, pathlib, sys
text, file = sys.stdin.read(), pathlib.Path("asked")
number = len(file.read_text()) if file.exists() else 0
file.write_text("x" * (number + 1))
score = SCORES[number % len(SCORES)]
answer = {"score": score, "strengths": [], "weaknesses": [f"is a {score}"], "evidence": []}
print(json.dumps(answer))
"""


@pytest.mark.parametrize(
    ("scores", "told", "status", "asked"),
    [
        (
            [6, 8],
            "undecided, as the samples disagree: 6/10 is below 7 (samples 6 8 6",
            "ungraded",
            3,
        ),
        (
            [8, 8, 8, 8, 6],
            "undecided, as the samples disagree: 8/10 (samples 8 8 8 8 6",
            "ungraded",
            5,
        ),
        ([5, 4, 5], "5/10 is below 7 (samples 5 4 5, needs 7): is a 5", "failed", 3),
        ([8], "8/10 (samples 8 8 8 8 8 8 8 8 8, needs 7)", "passed", 9),
    ],
)
def test_a_check_near_the_threshold_is_undecided(
    plain_project: Project, scores: list[int], told: str, status: str, asked: int
) -> None:
    plain_project.write("judge.py", f"SCORES = {scores}\n{JUDGE}")
    plain_project.write("bot.py", "def reply(messages):\n    return 'One tea.'\n")
    command = json.dumps([sys.executable, "judge.py"])
    plain_project.write(
        "hydra.toml",
        f"""
[bots.b]
python = "bot:reply"
[judging]
judge = "j"
samples = 3
[judges.j]
command = {command}
""",
    )
    plain_project.write(
        "a.scenario.yaml", "id: a\nsteps: [{user: tea, expect: {judge: Is it polite?}}]\n"
    )
    plain_project.run("--hydra", "--hydra-report=report.json")
    (result,) = plain_project.report()["scenarios"]
    (check,) = result["checks"]
    assert result["status"] == status
    assert told in check["message"] or status == "passed"
    assert len((plain_project.path / "asked").read_text()) == asked
    plain_project.run("--hydra-replay=latest", "--hydra-report=again.json")
    assert plain_project.report("again.json")["scenarios"][0]["status"] == status
