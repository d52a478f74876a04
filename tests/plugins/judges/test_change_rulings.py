"""What a judge says of a change: asked once, held against its question, with what to know of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.core.gates import ChangeQuestion
from pytest_hydra.plugins.judges.judge_settings import JudgeSettings
from pytest_hydra.plugins.judges.judging_session import JudgingSession
from pytest_hydra.record.runs import Reuse
from pytest_hydra.settings.file import Settings
from tests.plugins.judges.conftest import DIFF, Programs, answer

JUDGE = """
import json, pathlib, sys
read = sys.stdin.read()
with pathlib.Path(__file__).with_name("asked").open("a") as log:
    log.write("x")
print(json.dumps(%s))
"""


GOOD = answer(7, evidence=["It does `items.append(item)`."])


def opened(root: Path, programs: Programs, said: Any, name: str = "program") -> JudgingSession:
    judges = {name: programs(JUDGE % json.dumps(said))["program"]}
    return JudgingSession(Settings(root=root, tables={"judges": judges}), name, Reuse())


def patch(root: Path, text: str = DIFF) -> str:
    path = root / "diff.patch"
    path.write_text(text)
    return str(path)


def asked(root: Path) -> int:
    path = root / "asked"
    return len(path.read_text()) if path.exists() else 0


def test_a_change_is_ruled_once(tmp_path: Path, program: Programs) -> None:
    session = opened(tmp_path, program, GOOD)
    diff = patch(tmp_path)
    rulings = [
        session.rule_change(ChangeQuestion(diff, "taste", ["Is it good?"], ["codex"]))
        for _ in range(2)
    ]
    ruling = rulings[0]
    assert (ruling.score, ruling.judge, ruling.mock) == (7, "program", False)
    assert ruling.reason.startswith("7/10: storage was not; ")
    assert "items.append(item)" in ruling.question
    assert "- Is it good?" in ruling.question
    assert rulings[1][:-1] == ruling[:-1]
    # Another question, to whom it is known: another criterion, or another change.
    session.rule_change(ChangeQuestion(diff, "taste", ["Is it short?"], []))
    session.rule_change(ChangeQuestion(patch(tmp_path, f"{DIFF}\n+    return"), "taste", ["b"], []))
    assert asked(tmp_path) == 3
    session.close()


def test_what_was_recorded_answers_its_own_question_only(tmp_path: Path, program: Programs) -> None:
    session = opened(tmp_path, program, GOOD)
    diff = patch(tmp_path)
    first = session.rule_change(ChangeQuestion(diff, "taste", ["Is it good?"], []))
    record = json.loads(json.dumps(first.record))
    again = session.rule_change(ChangeQuestion(diff, "taste", ["Is it good?"], [], record))
    assert (again.score, again.reason, again.digest) == (7, first.reason, first.digest)
    other = session.rule_change(ChangeQuestion(diff, "taste", ["Is it short?"], [], record))
    assert other.score is None
    assert "the criteria or the guide changed" in other.reason
    changed = patch(tmp_path, DIFF.replace("append", "insert"))
    other = session.rule_change(ChangeQuestion(changed, "taste", ["Is it good?"], [], record))
    assert other.score is None
    assert "git-diff changed since" in other.reason
    assert asked(tmp_path) == 1
    session.close()


def test_what_to_know_of_a_score_is_said_with_it(tmp_path: Path, program: Programs) -> None:
    session = opened(tmp_path, program, answer(7, evidence=[]))
    hunk = "".join(f"+line {number} of a long change\n" for number in range(9000))
    diff = patch(tmp_path, f"--- a/a.py\n+++ b/a.py\n@@ -0,0 +1,9000 @@\n{hunk}")
    ruling = session.rule_change(ChangeQuestion(diff, "taste", ["b"], ["my-program", "gpt-5"]))
    assert "quotes nothing" in ruling.reason
    assert (
        "the judge saw only a part of git-diff: of 1 hunks in 1 files the 0 smallest"
        in ruling.reason
    )
    assert "is of the family" not in ruling.reason
    assert len(ruling.question) < 70_000
    session.close()


def test_a_judge_of_the_makers_family_is_warned_of(tmp_path: Path, program: Programs) -> None:
    session = opened(tmp_path, program, GOOD, name="claude")
    for makers, warned in ((["codex"], False), (["claude"], True), (["a", "claude-9"], True)):
        ruling = session.rule_change(ChangeQuestion(patch(tmp_path), "taste", ["b"], makers))
        assert ("judges favour their own family" in ruling.reason) == warned
        assert ruling.score == 7
    session.close()


def test_the_mock_says_that_it_is_one(tmp_path: Path) -> None:
    session = JudgingSession(Settings(root=tmp_path), "mock", Reuse())
    ruling = session.rule_change(ChangeQuestion(patch(tmp_path), "taste", ["b"], ["claude"]))
    assert (ruling.score, ruling.mock) == (8, True)
    assert ruling.reason == "MOCK: no judge was called, and nothing was read"
    session.close()


@pytest.mark.parametrize("said", [{"score": 11}, {"score": "8"}, "I like it"])
def test_a_judge_that_breaks_gives_no_number(
    tmp_path: Path, program: Programs, said: object
) -> None:
    session = opened(tmp_path, program, said)
    ruling = session.rule_change(ChangeQuestion(patch(tmp_path), "taste", ["b"], []))
    assert ruling.score is None
    assert "(asked 3 times)" in ruling.reason
    session.close()


def test_the_mock_leaves_texts_ungraded(tmp_path: Path) -> None:
    session = JudgingSession(Settings(root=tmp_path), "mock", Reuse())
    ruling = session.rule("bot: Hello", ["Is it polite?"], None)
    assert (ruling.score, ruling.answers) == (None, ())
    assert ruling.reason == "MOCK: no judge was called, and nothing was read"
    assert session.rule("bot: Hello", ["Is it polite?"], ruling.record) == ruling
    assert session.grade_text("Hello", ["Is it polite?"]).score is None


def test_a_ruling_names_members_of_a_panel_without_a_score(
    tmp_path: Path, program: Programs
) -> None:
    judges = {
        **program(JUDGE % json.dumps(answer(8, weaknesses=[], evidence=[]))),
        "gone": JudgeSettings(command=["no-such-judge"]),
        "both": JudgeSettings(panel=["program", "gone"]),
    }
    settings = Settings(root=tmp_path, tables={"judges": judges})
    ruling = JudgingSession(settings, "both", Reuse()).rule("bot: Hi", ["Is it?"], None)
    assert ruling.score == 8
    assert ruling.reason.startswith("8/10; gone gave no score: ")
