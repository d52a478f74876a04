from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conftest import Project


JUDGE = """
import json, pathlib, sys
prompt = sys.stdin.read()
with pathlib.Path("asked.txt").open("a") as log:
    log.write("asked\\n")
print(json.dumps({
    "score": 10, "strengths": [], "weaknesses": [], "evidence": ['warning: "said: keep off"'],
    "criteria": {"warning": 10, "refusal": 1, "request": 1},
}))
"""


def test_a_judge_reads_the_words_of_a_reply_once_and_not_again_in_a_replay(
    plain_project: Project,
) -> None:
    settings = (plain_project.path / "hydra.toml").read_text()
    judge = '[judges.script]\ncommand = ["python3", "judge.py"]\n[judging]\njudge = "script"\n'
    plain_project.write("hydra.toml", f'{settings}\n[scenarios]\nwords = "judge"\n{judge}')
    plain_project.write("judge.py", JUDGE)
    plain_project.write(
        "a.scenario.yaml",
        "id: a\nsteps:\n  - user: keep off\n"
        "    expect: {shouldWarn: true, shouldReject: false, responseType: answer}\n",
    )
    result = plain_project.run("--hydra", "-vv")
    result.assert_outcomes(passed=1)
    assert '  ✓ shouldWarn: warns about anything: "said: keep off"' in result.outlines
    plain_project.run("--hydra", "--hydra-replay", "latest").assert_outcomes(passed=1)
    assert (plain_project.path / "asked.txt").read_text() == "asked\n"
