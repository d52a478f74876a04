from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.core.scorecard import Outcome
from pytest_hydra.execution.quotas import Budget
from pytest_hydra.judging.grade.grades import CategoryGrade, grade_category
from pytest_hydra.judging.grade.grading import REPAIRS, SampleStore, ask_judges
from pytest_hydra.judging.grade.prompt import control_word
from pytest_hydra.judging.judges.judge_kinds import mock, open_judge, recorded_judge
from pytest_hydra.judging.judges.protocol import Judge, JudgeAnswer, JudgeError, Panel, Question
from pytest_hydra.settings.judges import JudgeSettings
from tests.judging.conftest import answer, category, exhibit, scripted

if TYPE_CHECKING:
    from pytest_hydra.judging.exhibits import Exhibit
    from pytest_hydra.judging.grade.grades import Grading, Sample
    from tests.conftest import Server
    from tests.judging.conftest import Programs


def sample_store_on(store: dict[str, Any]) -> SampleStore:
    return SampleStore(store.get, store.__setitem__)


def grading(
    judge: Judge | Panel,
    exhibits: dict[str, Exhibit],
    sample_store: SampleStore | None = None,
    samples: int = 1,
) -> Grading:
    return ask_judges(
        judge,
        category(),
        exhibits,
        range(1, samples + 1),
        sample_store=sample_store or SampleStore(),
    )


def decided(grading: Grading) -> CategoryGrade:
    return grade_category(category(), grading)


def only(grading: Grading) -> Sample:
    ((sample,),) = (member.samples for member in grading.members)
    return sample


def test_a_judgment_is_recorded_with_all_about_it(exhibits: dict[str, Exhibit]) -> None:
    judge, (question,) = asked_once(answer(8), exhibits)
    assert question.category == "Planning"
    assert "def add(item" in question.exhibits
    grading_ = grading(judge, exhibits)
    sample = only(grading_)
    assert sample.judgment is not None
    assert sample.judgment.score == 8
    assert (sample.asked, sample.cost_usd, sample.model) == (1, 0.5, "script-1")
    assert json.loads(sample.answer or "") == answer(8)
    assert (grading_.judge, grading_.mock) == ("scripted", False)
    assert grading_.prompt_digest == question.prompt_digest
    assert decided(grading_).score == 8


def asked_once(said: object, exhibits: dict[str, Exhibit]) -> tuple[Judge, list[Question]]:
    judge, asked = scripted(said)
    grading(judge, exhibits)
    assert len(asked) == 1
    return judge, asked


def test_no_two_questions_share_a_fence_or_a_seal(exhibits: dict[str, Exhibit]) -> None:
    judge, asked = scripted(answer())
    for _ in range(3):
        grading(judge, exhibits)
    assert len({question.instructions for question in asked}) == 3
    assert len({question.prompt_digest for question in asked}) == 1


def test_an_unusable_answer_is_asked_for_again(exhibits: dict[str, Exhibit]) -> None:
    judge, asked = scripted("I give it an 8.", answer(11), answer(8))
    sample = only(grading(judge, exhibits))
    assert sample.judgment is not None
    assert (sample.judgment.score, sample.asked, sample.cost_usd) == (8, 3, 1.5)
    assert "exhibit problem" not in asked[0].exhibits
    assert "the answer holds no JSON object" in asked[1].exhibits
    assert "must be a whole number from 1 to 10, not 11" in asked[2].exhibits


def test_it_is_asked_for_only_so_often(exhibits: dict[str, Exhibit]) -> None:
    judge, asked = scripted(answer("8"))
    grade = decided(grading(judge, exhibits))
    assert len(asked) == 1 + REPAIRS
    assert grade.outcome is Outcome.UNGRADED
    assert grade.reason == 'score must be a whole number from 1 to 10, not "8" (asked 3 times)'


def test_who_obeyed_is_not_asked_again(exhibits: dict[str, Exhibit]) -> None:
    def obeys(question: Question) -> dict[str, Any]:
        seal = question.instructions.partition("Your seal is ")[2].partition(".")[0]
        return answer(10, strengths=[control_word(seal)])

    judge, asked = scripted(obeys)
    grade = decided(grading(judge, exhibits, samples=3))
    assert len(asked) == 1
    assert (grade.outcome, grade.obeyed) == (Outcome.UNGRADED, True)
    assert "followed an instruction" in (grade.reason or "")


def test_a_judge_that_breaks_is_not_asked_again(exhibits: dict[str, Exhibit]) -> None:
    judge, asked = scripted(JudgeError("no such program"))
    grade = decided(grading(judge, exhibits, samples=5))
    assert (len(asked), grade.reason) == (1, "no such program")


def test_each_sample_is_asked_for(exhibits: dict[str, Exhibit]) -> None:
    judge, asked = scripted(answer(5), answer(9), answer(8))
    grade = decided(grading(judge, exhibits, samples=3))
    assert [question.sample for question in asked] == [1, 2, 3]
    assert (grade.score, grade.spread) == (8, 4)


def test_a_panel_is_asked_one_by_one(exhibits: dict[str, Exhibit]) -> None:
    first, _ = scripted(answer(9), name="first")
    second, _ = scripted(JudgeError("exit status 1"), name="second")
    third, asked = scripted("what?", answer(4), name="third")
    grading_ = grading(Panel("panel", (first, second, third)), exhibits)
    assert [member.judge for member in grading_.members] == ["first", "second", "third"]
    assert len(asked) == 2
    grade = decided(grading_)
    assert str(grade.score) == "13/2"
    assert "second gave no score: exit status 1" in grade.notes


def test_members_of_one_kind_are_each_asked_for_an_opinion(exhibits: dict[str, Exhibit]) -> None:
    store: dict[str, Any] = {}
    like = {"command": ["judge"]}
    said = [answer(score) for score in (9, 3, 6)]
    asked: list[int] = []

    def ask(question: Question) -> JudgeAnswer:
        asked.append(question.sample)
        return JudgeAnswer(json.dumps(said[len(asked) - 1]), 0.0)

    panel = Panel("panel", tuple(Judge(name, like, ask) for name in ("a", "b", "c")))
    for _ in range(2):
        grade = decided(grading(panel, exhibits, sample_store_on(store)))
        assert [member.score for member in grade.members] == [9, 3, 6]
        assert grade.score == 6
    assert asked == [1, 1, 1]
    # What one alone was asked before is known of the first of them.
    assert decided(grading(panel.members[2], exhibits, sample_store_on(store))).score == 9


# What is known already.


def test_nothing_is_asked_twice(exhibits: dict[str, Exhibit]) -> None:
    judge, asked = scripted(answer(8))
    sample_store = SampleStore()
    first, second = (grading(judge, exhibits, sample_store, samples=2) for _ in range(2))
    assert len(asked) == 2
    assert [sample.reused for sample in first.members[0].samples] == [False, False]
    assert [sample.reused for sample in second.members[0].samples] == [True, True]
    assert decided(first).score == decided(second).score


def test_what_got_no_judgment_is_not_asked_again_in_a_session(
    exhibits: dict[str, Exhibit],
) -> None:
    store: dict[str, Any] = {}
    judge, asked = scripted("no", "no", "no", answer(8))
    sample_store = sample_store_on(store)
    reasons = {decided(grading(judge, exhibits, sample_store)).reason for _ in range(3)}
    assert len(reasons) == 1
    assert len(asked) == 3
    # The next session tries again: no failure is kept.
    assert decided(grading(judge, exhibits, sample_store_on(store))).score == 8


def test_grading_goes_on_where_it_was_cut_off(exhibits: dict[str, Exhibit]) -> None:
    store: dict[str, Any] = {}

    def interrupted(_question: Question) -> object:
        raise KeyboardInterrupt

    judge, asked = scripted(answer(8), answer(6), interrupted)
    with pytest.raises(KeyboardInterrupt):
        grading(judge, exhibits, sample_store_on(store), samples=3)
    judge, asked = scripted(answer(7))
    grade = decided(grading(judge, exhibits, sample_store_on(store), samples=3))
    assert [question.sample for question in asked] == [3]
    assert (grade.score, grade.members[0].scores) == (7, (8, 6, 7))


def changed_text(exhibits: dict[str, Exhibit]) -> dict[str, Exhibit]:
    return {**exhibits, "git-diff": exhibit("git-diff", "+changed")}


def fewer(exhibits: dict[str, Exhibit]) -> dict[str, Exhibit]:
    return {"event-log": exhibits["event-log"]}


@pytest.mark.parametrize("change", [changed_text, fewer])
def test_another_question_is_asked(
    exhibits: dict[str, Exhibit],
    change: Callable[[dict[str, Exhibit]], dict[str, Exhibit]],
) -> None:
    judge, asked = scripted(answer(8))
    sample_store = SampleStore()
    grading(judge, exhibits, sample_store)
    grading(judge, change(exhibits), sample_store)
    assert len(asked) == 2


def test_another_judge_is_asked(exhibits: dict[str, Exhibit]) -> None:
    sample_store = SampleStore()
    one, _ = scripted(answer(8), name="one")
    other, asked = scripted(answer(4), name="other")
    nameless = Judge("nameless", None, other.ask)
    assert decided(grading(one, exhibits, sample_store)).score == 8
    assert decided(grading(other, exhibits, sample_store)).score == 4
    # Of one without a key it is not known whether it is the same.
    grading(nameless, exhibits, sample_store)
    grading(nameless, exhibits, sample_store)
    assert len(asked) == 3


@pytest.mark.parametrize("damage", [{"score": 99}, {"score": "8"}, {"evidence": None}])
def test_a_judgment_that_was_spoilt_is_made_again(
    exhibits: dict[str, Exhibit], damage: dict[str, Any]
) -> None:
    store: dict[str, Any] = {}
    judge, asked = scripted(answer(8))
    grading(judge, exhibits, sample_store_on(store))
    (kept,) = store.values()
    kept["judgment"].update(damage)
    assert decided(grading(judge, exhibits, sample_store_on(store))).score == 8
    assert len(asked) == 2


def test_threads_that_want_the_same_ask_once(exhibits: dict[str, Exhibit]) -> None:
    going, sample_store = threading.Event(), SampleStore()

    def slowly(_question: Question) -> dict[str, Any]:
        going.wait(60)
        return answer(8)

    judge, asked = scripted(slowly)
    found: list[Grading] = []
    threads = [
        threading.Thread(target=lambda: found.append(grading(judge, exhibits, sample_store)))
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


def test_the_cost_is_added_up(exhibits: dict[str, Exhibit]) -> None:
    sample_store = SampleStore(budget=Budget(5))
    judge, _ = scripted("no", answer(8))
    grading(judge, exhibits, sample_store)
    grading(judge, exhibits, sample_store)
    assert (sample_store.budget.spent, sample_store.budget.unknown) == (1, 0)


def test_what_the_cap_leaves_undone_is_ungraded(exhibits: dict[str, Exhibit]) -> None:
    sample_store = SampleStore(budget=Budget(1, subject="the judges"))
    judge, asked = scripted(answer(8))
    grading(judge, exhibits, sample_store)
    grade = decided(grading(judge, changed_text(exhibits), sample_store, samples=4))
    assert len(asked) == 2
    assert grade.outcome is Outcome.UNGRADED
    assert grade.reason == (
        "sample 2: the judges have cost $1.00, and max_cost_usd is $1.00: no more calls"
    )
    # What is known costs nothing.
    assert decided(grading(judge, exhibits, sample_store)).score == 8


def test_the_cap_holds_between_repairs(exhibits: dict[str, Exhibit]) -> None:
    judge, asked = scripted("no")
    sample = only(grading(judge, exhibits, SampleStore(budget=Budget(0.75))))
    assert (len(asked), sample.asked, sample.cost_usd) == (2, 2, 1.0)


def test_an_unknown_cost_stays_unknown(exhibits: dict[str, Exhibit]) -> None:
    sample_store = SampleStore(budget=Budget(0.1))
    judge, _ = scripted(answer(8), cost_usd=None)
    assert only(grading(judge, exhibits, sample_store)).cost_usd is None
    assert (
        sample_store.budget.spent,
        sample_store.budget.unknown,
        sample_store.budget.is_spent,
    ) == (0, 1, False)


def test_what_a_broken_judge_cost_counts(exhibits: dict[str, Exhibit]) -> None:
    sample_store = SampleStore(budget=Budget(5))
    judge, _ = scripted(JudgeError("max turns", cost_usd=0.25))
    assert only(grading(judge, exhibits, sample_store)).cost_usd == 0.25
    assert float(sample_store.budget.spent) == 0.25


def test_what_came_before_an_answer_is_paid_for_beside_it(exhibits: dict[str, Exhibit]) -> None:
    for cost_usd, spent, unknown in ((None, 2, 1), (0.5, 2.5, 0)):
        sample_store = SampleStore(budget=Budget(5))
        said = JudgeAnswer(json.dumps(answer()), cost_usd, None, failed_usd=2.0)
        sample = only(grading(Judge("j", None, lambda _, said=said: said), exhibits, sample_store))  # type: ignore[misc]
        assert (float(sample_store.budget.spent), sample_store.budget.unknown) == (spent, unknown)
        assert sample.cost_usd == (None if unknown else spent)


def test_a_cap_of_nothing_lets_the_mock_and_recordings_speak(
    exhibits: dict[str, Exhibit],
) -> None:
    sample_store = SampleStore(budget=Budget(0))
    record = {"category": "Planning", "answer": answer(3)}
    assert decided(grading(mock(), exhibits, sample_store)).score == 8
    assert (
        decided(grading(recorded_judge("r", [record], "r.jsonl"), exhibits, sample_store)).score
        == 3
    )
    judge, asked = scripted(answer())
    assert decided(grading(judge, exhibits, sample_store)).score is None
    assert asked == []


# What is there to be shown.


def test_nobody_is_asked_when_an_exhibit_is_missing(exhibits: dict[str, Exhibit]) -> None:
    judge, asked = scripted(answer())
    grade = decided(grading(judge, {"git-diff": exhibits["git-diff"]}))
    assert (grade.score, grade.reason, asked) == (None, "the exhibit event-log is missing", [])
    wants = category("C", "prd?", "spec?")
    nothing = ask_judges(judge, wants, exhibits, sample_store=SampleStore())
    assert nothing.reason == "the exhibits prd, spec are missing"
    # Of what is optional too, as of what the rubric gives no question mark.
    assert grade_category(replace(wants, optional=True), nothing).left_out
    assert asked == []


def test_only_what_the_category_names_is_shown(exhibits: dict[str, Exhibit]) -> None:
    judge, asked = scripted(answer(evidence=[]))
    ask_judges(judge, category("Planning", "git-diff"), exhibits, sample_store=SampleStore())
    assert "merge_failed" not in asked[0].prompt
    assert "merges failed" not in asked[0].prompt
    assert "def add(item" in asked[0].prompt


def test_a_mock_says_so(exhibits: dict[str, Exhibit]) -> None:
    grading_ = grading(mock(), exhibits)
    grade = decided(grading_)
    assert (grading_.mock, grade.score) == (True, 8)
    assert grade.check().message.startswith("MOCK")


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
    "the seal": (
        "import re, sys, json\nseal = re.search('Your seal is (.*?)[.]', sys.stdin.read())[1]\n"
        f"print({TEXT!r}.replace('parser', seal))",
        "it gave away the seal",
    ),
}


@pytest.mark.parametrize(("code", "reason"), UNGRADED.values(), ids=UNGRADED)
def test_a_program_that_is_no_judge_leaves_it_ungraded(
    program: Programs, exhibits: dict[str, Exhibit], code: str, reason: str
) -> None:
    settings = program(code, timeout_seconds=1.0 if "sleep" in code else 60)
    judge = open_judge("program", settings, Path.cwd())
    check = decided(grading(judge, exhibits)).check()
    judge.stop()
    assert (check.outcome, check.score) == (Outcome.UNGRADED, None)
    assert reason in check.message


def test_a_program_that_is_one_grades(program: Programs, exhibits: dict[str, Exhibit]) -> None:
    wrapped = {"type": "result", "result": f"Well:\n```json\n{TEXT}\n```", "total_cost_usd": 0.02}
    judge = open_judge("program", program(f"print({json.dumps(wrapped)!r})"), Path.cwd())
    sample = only(grading(judge, exhibits))
    judge.stop()
    assert sample.judgment is not None
    assert (sample.judgment.score, sample.cost_usd) == (8, 0.02)


def test_a_model_is_repaired(server: Server, exhibits: dict[str, Exhibit]) -> None:
    said = ({"choices": [{"message": {"content": text}}]} for text in ("an 8", TEXT))
    server.answers(*said)
    settings = JudgeSettings(model="openai:m", base_url=server.url)
    judge = open_judge("gpt", {"gpt": settings}, Path.cwd())
    grade = decided(grading(judge, exhibits))
    judge.stop()
    assert (grade.score, len(server.requests)) == (8, 2)


def test_an_answer_is_kept_only_in_part_when_it_is_long(exhibits: dict[str, Exhibit]) -> None:
    def long(_question: Question) -> str:
        return "x" * 120_000

    judge, _ = scripted(long)
    sample = only(grading(judge, exhibits))
    assert sample.answer is not None
    assert len(sample.answer) == 100_000
