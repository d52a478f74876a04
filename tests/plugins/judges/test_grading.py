from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.core.scorecard import Outcome
from pytest_hydra.plugins.judges.grading import REPAIRS, AnswerStore, ask_judges
from pytest_hydra.plugins.judges.judge_kinds import (
    RecordedJudgment,
    mock,
    open_judge,
    recorded_judge,
)
from pytest_hydra.plugins.judges.judge_settings import JudgeSettings
from pytest_hydra.plugins.judges.prompt import control_word
from pytest_hydra.plugins.judges.protocol import Judge, JudgeAnswer, JudgeError, Panel, Question
from tests.plugins.judges.conftest import answer, category, exhibit, scripted, store_of

if TYPE_CHECKING:
    from pytest_hydra.plugins.judges.exhibits import Exhibit
    from pytest_hydra.plugins.judges.grades import Answer, Grading
    from tests.conftest import Server
    from tests.plugins.judges.conftest import Programs


def grading(
    judge: Judge | Panel,
    exhibits: dict[str, Exhibit],
    store: AnswerStore,
    samples: int = 1,
) -> Grading:
    return ask_judges(judge, category(), exhibits, range(1, samples + 1), store)


def only(grading: Grading) -> Answer:
    (answer,) = grading.answers
    return answer


def test_a_judgment_is_recorded_with_all_about_it(
    exhibits: dict[str, Exhibit], store: AnswerStore
) -> None:
    judge, asked = scripted(answer(8))
    grading_ = grading(judge, exhibits, store)
    (question,) = asked
    assert question.category == "Planning"
    assert "def add(item" in question.exhibits
    sample = only(grading_)
    assert sample.judgment is not None
    assert sample.judgment.score == 8
    assert (sample.asked, sample.cost_usd, sample.model) == (1, 0.5, "script-1")
    assert json.loads(sample.text) == answer(8)
    assert (grading_.judge, grading_.mock) == ("scripted", False)
    assert grading_.prompt_digest == question.prompt_digest
    assert grading_.score == 8


def test_no_two_questions_share_a_fence_or_a_secret_word(
    exhibits: dict[str, Exhibit], store: AnswerStore
) -> None:
    judge, asked = scripted(answer())
    grading(judge, exhibits, store, samples=3)
    assert len({question.instructions for question in asked}) == 3
    assert len({question.prompt_digest for question in asked}) == 1


def test_an_unusable_answer_is_asked_for_again(
    exhibits: dict[str, Exhibit], store: AnswerStore
) -> None:
    judge, asked = scripted("I give it an 8.", answer(11), answer(8))
    sample = only(grading(judge, exhibits, store))
    assert sample.judgment is not None
    assert (sample.judgment.score, sample.asked, sample.cost_usd) == (8, 3, 1.5)
    assert "exhibit problem" not in asked[0].exhibits
    assert "the answer holds no JSON object" in asked[1].exhibits
    assert "less than or equal to 10, not 11" in asked[2].exhibits


def test_it_is_asked_for_only_so_often(exhibits: dict[str, Exhibit], store: AnswerStore) -> None:
    judge, asked = scripted(answer("8"))
    grade = grading(judge, exhibits, store)
    assert len(asked) == 1 + REPAIRS
    assert grade.score is None
    assert grade.reason == 'score: input should be a valid integer, not "8" (asked 3 times)'


def test_a_judge_that_followed_an_instruction_is_not_asked_again(
    exhibits: dict[str, Exhibit], store: AnswerStore
) -> None:
    def obeys(question: Question) -> dict[str, Any]:
        secret = question.instructions.partition("Your secret word is ")[2].partition(".")[0]
        return answer(10, strengths=[control_word(secret)])

    judge, asked = scripted(obeys)
    grade = grading(judge, exhibits, store, samples=3)
    assert len(asked) == 1
    assert (grade.score, grade.obeyed) == (None, True)
    assert "followed an instruction" in (grade.reason or "")


def test_a_judge_that_breaks_is_not_asked_again(
    exhibits: dict[str, Exhibit], store: AnswerStore
) -> None:
    judge, asked = scripted(JudgeError("no such program"))
    grade = grading(judge, exhibits, store, samples=5)
    assert (len(asked), grade.reason) == (1, "no such program")


def test_each_sample_is_asked_for(exhibits: dict[str, Exhibit], store: AnswerStore) -> None:
    judge, asked = scripted(answer(5), answer(9), answer(8))
    grade = grading(judge, exhibits, store, samples=3)
    assert [question.sample for question in asked] == [1, 2, 3]
    assert (grade.score, grade.spread) == (8, 4)


def test_a_panel_is_asked_one_by_one(exhibits: dict[str, Exhibit], store: AnswerStore) -> None:
    first, _ = scripted(answer(9), name="first")
    second, _ = scripted(JudgeError("exit status 1"), name="second")
    third, asked = scripted("what?", answer(4), name="third")
    grading_ = grading(Panel("panel", (first, second, third)), exhibits, store)
    assert [answer.judge for answer in grading_.answers] == ["first", "second", "third"]
    assert len(asked) == 2
    grade = grading_
    assert str(grade.score) == "13/2"
    assert "second gave no score: exit status 1" in grade.notes


def test_members_of_one_kind_are_each_asked_for_an_opinion(
    exhibits: dict[str, Exhibit], tmp_path: Path
) -> None:
    like = {"command": ["judge"]}
    said = [answer(score) for score in (9, 3, 6)]
    asked: list[int] = []

    def ask(question: Question) -> JudgeAnswer:
        asked.append(question.sample)
        return JudgeAnswer(json.dumps(said[len(asked) - 1]), 0.0)

    panel = Panel("panel", tuple(Judge(name, like, ask) for name in ("a", "b", "c")))
    for _ in range(2):
        grade = grading(panel, exhibits, store_of(tmp_path))
        assert grade.scores == {"a": 9, "b": 3, "c": 6}
        assert grade.score == 6
    assert asked == [1, 1, 1]
    # What one alone was asked before is known of the first of them.
    assert grading(panel.members[2], exhibits, store_of(tmp_path)).score == 9


# What is known already.


def test_nothing_is_asked_twice(exhibits: dict[str, Exhibit], store: AnswerStore) -> None:
    judge, asked = scripted(answer(8))
    first, second = (grading(judge, exhibits, store, samples=2) for _ in range(2))
    assert len(asked) == 2
    assert [answer.reused for answer in first.answers] == [False, False]
    assert [answer.reused for answer in second.answers] == [True, True]
    assert first.score == second.score


def test_what_got_no_judgment_is_not_asked_again_in_a_session(
    exhibits: dict[str, Exhibit], tmp_path: Path
) -> None:
    judge, asked = scripted("no", "no", "no", answer(8))
    store = store_of(tmp_path)
    reasons = {grading(judge, exhibits, store).reason for _ in range(3)}
    assert len(reasons) == 1
    assert len(asked) == 3
    # The next session tries again: no failure is kept.
    assert grading(judge, exhibits, store_of(tmp_path)).score == 8


def test_grading_goes_on_where_it_was_cut_off(exhibits: dict[str, Exhibit], tmp_path: Path) -> None:
    def interrupted(_question: Question) -> object:
        raise KeyboardInterrupt

    judge, asked = scripted(answer(8), answer(6), interrupted)
    with pytest.raises(KeyboardInterrupt):
        grading(judge, exhibits, store_of(tmp_path), samples=3)
    judge, asked = scripted(answer(7))
    grade = grading(judge, exhibits, store_of(tmp_path), samples=3)
    assert [question.sample for question in asked] == [3]
    assert [judgment.score for judgment in grade.judgments] == [8, 6, 7]


def changed_text(exhibits: dict[str, Exhibit]) -> dict[str, Exhibit]:
    return {**exhibits, "git-diff": exhibit("git-diff", "+changed")}


def fewer(exhibits: dict[str, Exhibit]) -> dict[str, Exhibit]:
    return {"event-log": exhibits["event-log"]}


@pytest.mark.parametrize("change", [changed_text, fewer])
def test_another_question_is_asked(
    exhibits: dict[str, Exhibit],
    change: Callable[[dict[str, Exhibit]], dict[str, Exhibit]],
    store: AnswerStore,
) -> None:
    judge, asked = scripted(answer(8))
    grading(judge, exhibits, store)
    grading(judge, change(exhibits), store)
    assert len(asked) == 2


def test_another_judge_is_asked(
    exhibits: dict[str, Exhibit], store: AnswerStore, tmp_path: Path
) -> None:
    one, _ = scripted(answer(8), name="one")
    other, asked = scripted(answer(4), name="other")
    nameless = Judge("nameless", None, other.ask)
    assert grading(one, exhibits, store).score == 8
    assert grading(other, exhibits, store).score == 4
    # It is not known whether one without a key is the same in the next session.
    for _ in range(2):
        grading(nameless, exhibits, store)
    assert len(asked) == 2
    grading(nameless, exhibits, store_of(tmp_path))
    assert len(asked) == 3


@pytest.mark.parametrize("damage", [{"score": 99}, {"score": "8"}, {"evidence": None}])
def test_a_judgment_that_was_spoilt_is_made_again(
    exhibits: dict[str, Exhibit], damage: dict[str, Any], tmp_path: Path
) -> None:
    judge, asked = scripted(answer(8))
    grading(judge, exhibits, store_of(tmp_path))
    (file,) = (tmp_path / ".hydra/judgments").glob("*.json")
    kept = json.loads(file.read_text())
    kept["answer"]["judgment"].update(damage)
    file.write_text(json.dumps(kept))
    assert grading(judge, exhibits, store_of(tmp_path)).score == 8
    assert len(asked) == 2


def test_threads_that_want_the_same_ask_once(
    exhibits: dict[str, Exhibit], store: AnswerStore
) -> None:
    going = threading.Event()

    def slowly(_question: Question) -> dict[str, Any]:
        going.wait(60)
        return answer(8)

    judge, asked = scripted(slowly)
    found: list[Grading] = []
    threads = [
        threading.Thread(target=lambda: found.append(grading(judge, exhibits, store)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    going.set()
    for thread in threads:
        thread.join(60)
    assert len(found) == 8
    assert len(asked) == 1


# What it may cost.


def test_the_cost_is_added_up(exhibits: dict[str, Exhibit], tmp_path: Path) -> None:
    store = store_of(tmp_path, most_usd=5)
    judge, _ = scripted("no", answer(8))
    grading(judge, exhibits, store)
    grading(judge, exhibits, store)
    assert (store.budget.spent, store.budget.unknown) == (1, 0)


def test_what_the_cap_leaves_undone_is_ungraded(
    exhibits: dict[str, Exhibit], tmp_path: Path
) -> None:
    store = store_of(tmp_path, most_usd=1, subject="the judges")
    judge, asked = scripted(answer(8))
    grading(judge, exhibits, store)
    grade = grading(judge, changed_text(exhibits), store, samples=4)
    assert len(asked) == 2
    assert grade.score is None
    assert grade.reason == (
        "sample 2: the judges have cost $1.00, and max_cost_usd is $1.00: no more calls"
    )
    # What is known costs nothing.
    assert grading(judge, exhibits, store).score == 8


def test_the_cap_holds_between_repairs(exhibits: dict[str, Exhibit], tmp_path: Path) -> None:
    judge, asked = scripted("no")
    sample = only(grading(judge, exhibits, store_of(tmp_path, most_usd=0.75)))
    assert (len(asked), sample.asked, sample.cost_usd) == (2, 2, 1.0)
    assert "no more calls; the last answer: the answer holds no JSON object" in sample.reason


def test_an_unknown_cost_stays_unknown(exhibits: dict[str, Exhibit], tmp_path: Path) -> None:
    store = store_of(tmp_path, most_usd=0.1)
    judge, _ = scripted(answer(8), cost_usd=None)
    assert only(grading(judge, exhibits, store)).cost_usd is None
    assert (
        store.budget.spent,
        store.budget.unknown,
        store.budget.is_spent,
    ) == (0, 1, False)


def test_what_a_broken_judge_cost_counts(exhibits: dict[str, Exhibit], tmp_path: Path) -> None:
    store = store_of(tmp_path, most_usd=5)
    judge, _ = scripted(JudgeError("max turns", cost_usd=0.25))
    assert only(grading(judge, exhibits, store)).cost_usd == 0.25
    assert float(store.budget.spent) == 0.25


def test_what_came_before_an_answer_is_paid_for_beside_it(
    exhibits: dict[str, Exhibit], tmp_path: Path
) -> None:
    for cost_usd, spent, unknown in ((None, 2, 1), (0.5, 2.5, 0)):
        store = store_of(tmp_path, most_usd=5)
        said = JudgeAnswer(json.dumps(answer()), cost_usd, None, failed_usd=2.0)
        sample = only(grading(Judge("j", None, lambda _, said=said: said), exhibits, store))  # type: ignore[misc]
        assert (float(store.budget.spent), store.budget.unknown) == (spent, unknown)
        assert sample.cost_usd == (None if unknown else spent)


def test_a_cap_of_nothing_lets_the_mock_and_recordings_speak(
    exhibits: dict[str, Exhibit], tmp_path: Path
) -> None:
    store = store_of(tmp_path, most_usd=0)
    record = RecordedJudgment(category="Planning", answer=answer(3))
    assert grading(mock(), exhibits, store).score == 8
    assert grading(recorded_judge("r", [record], "r.jsonl"), exhibits, store).score == 3
    judge, asked = scripted(answer())
    assert grading(judge, exhibits, store).score is None
    assert asked == []


# What is there to be shown.


def test_nobody_is_asked_when_an_exhibit_is_missing(
    exhibits: dict[str, Exhibit], store: AnswerStore
) -> None:
    judge, asked = scripted(answer())
    grade = grading(judge, {"git-diff": exhibits["git-diff"]}, store)
    assert (grade.score, grade.reason, asked) == (None, "the exhibit event-log is missing", [])
    wants = category("C", "prd?", "spec?")
    nothing = ask_judges(judge, wants, exhibits, [1], store)
    assert nothing.reason == "the exhibits prd, spec are missing"
    # Of what is optional too, as of what the rubric gives no question mark.
    assert nothing.check(wants.model_copy(update={"optional": True})).optional
    assert asked == []


def test_only_what_the_category_names_is_shown(
    exhibits: dict[str, Exhibit], store: AnswerStore
) -> None:
    judge, asked = scripted(answer(evidence=[]))
    ask_judges(judge, category("Planning", "git-diff"), exhibits, [1], store)
    assert "merge_failed" not in asked[0].prompt
    assert "merges failed" not in asked[0].prompt
    assert "def add(item" in asked[0].prompt


def test_a_mock_says_so(exhibits: dict[str, Exhibit], store: AnswerStore) -> None:
    grading_ = grading(mock(), exhibits, store)
    grade = grading_
    assert (grading_.mock, grade.score) == (True, 8)
    assert grade.notes[0].startswith("MOCK")


# From end to end: a real program, a real server.

TEXT = json.dumps(answer(8))
UNGRADED = {
    "exit code 1": ("raise SystemExit(1)", "it ended with exit status 1"),
    "time-out": ("import time; time.sleep(60)", "did not answer within 1 s"),
    "empty": ("pass", "the command answered nothing"),
    "prose": ("print('I would say 8 out of 10.')", "holds no JSON object"),
    "two objects": (f"print({TEXT!r} + {TEXT.replace('8', '9')!r})", "two different JSON objects"),
    "0": (f"print({TEXT.replace('8', '0')!r})", "not 0"),
    "11": (f"print({TEXT.replace('8', '11')!r})", "not 11"),
    "text": (f"print({TEXT.replace('8', chr(34) + '8' + chr(34))!r})", 'not "8"'),
    "null": (f"print({TEXT.replace('8', 'null')!r})", "not null"),
    "NaN": (f"print({TEXT.replace('8', 'NaN')!r})", "NaN is not JSON"),
    "a key is missing": (
        f"print({TEXT.replace('weaknesses', 'flaws')!r})",
        "lacks the key 'weaknesses'",
    ),
    "truncated": (f"print({TEXT[:40]!r})", "cut off"),
    "50 MB": ("print('x' * 50 * 2**20)", "it wrote more than 8388608 bytes"),
    "another category": (
        f"print({json.dumps(answer(8, category='Code Quality'))!r})",
        "'Planning' was asked for",
    ),
    "invented quotes": (
        f"print({json.dumps(answer(8, evidence=['`never was there`']))!r})",
        "none of it is in the exhibits",
    ),
    "the secret word": (
        "import re, sys, json\nword = re.search('secret word is (.*?)[.]', sys.stdin.read())[1]\n"
        f"print({TEXT!r}.replace('parser', word))",
        "it gave away the secret word",
    ),
}


@pytest.mark.parametrize(("code", "reason"), UNGRADED.values(), ids=UNGRADED)
def test_a_program_that_is_no_judge_leaves_it_ungraded(
    program: Programs, exhibits: dict[str, Exhibit], code: str, reason: str, store: AnswerStore
) -> None:
    settings = program(code, timeout_seconds=1.0 if "sleep" in code else 60)
    judge = open_judge("program", settings, Path.cwd())
    check = grading(judge, exhibits, store).check(category())
    judge.stop()
    assert (check.outcome, check.score) == (Outcome.UNGRADED, None)
    assert reason in check.message


def test_a_program_that_is_one_grades(
    program: Programs, exhibits: dict[str, Exhibit], store: AnswerStore
) -> None:
    wrapped = {"type": "result", "result": f"Well:\n```json\n{TEXT}\n```", "total_cost_usd": 0.02}
    judge = open_judge("program", program(f"print({json.dumps(wrapped)!r})"), Path.cwd())
    sample = only(grading(judge, exhibits, store))
    judge.stop()
    assert sample.judgment is not None
    assert (sample.judgment.score, sample.cost_usd) == (8, 0.02)


def test_a_model_is_repaired(
    server: Server, exhibits: dict[str, Exhibit], store: AnswerStore
) -> None:
    said = ({"choices": [{"message": {"content": text}}]} for text in ("an 8", TEXT))
    server.answers(*said)
    settings = JudgeSettings(model="openai:m", base_url=server.url)
    judge = open_judge("gpt", {"gpt": settings}, Path.cwd())
    grade = grading(judge, exhibits, store)
    judge.stop()
    assert (grade.score, len(server.requests)) == (8, 2)


def test_an_answer_is_kept_only_in_part_when_it_is_long(
    exhibits: dict[str, Exhibit], store: AnswerStore
) -> None:
    def long(_question: Question) -> str:
        return "x" * 120_000

    judge, _ = scripted(long)
    sample = only(grading(judge, exhibits, store))
    assert len(sample.text) == 100_000
