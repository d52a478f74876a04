"""Who says what the words of a reply mean: rules, which may be unsure, or a judge."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.core.gates import Ruling
from pytest_hydra.core.scorecard import Check
from pytest_hydra.scenarios.english import read
from pytest_hydra.scenarios.english.weights import HARDLY
from pytest_hydra.scenarios.expect.conversation_judge import ConversationJudge
from pytest_hydra.scenarios.expect.kinds import Subject, compile_expect, decide
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.transcript.turn import Call, Reply, Turn

KINDS = {"shouldReject": "rejects", "shouldWarn": "warns", "shouldAskFor": "asks"}
REPLIES = Path(__file__).with_name("replies")
REPLY = "I can't refund it. **Opened** items stay yours. Which address should I use?"


def load(part: str) -> list[dict[str, Any]]:
    """The labelled replies of a part."""
    lines = (REPLIES / f"{part}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def talk(text: str) -> Conversation:
    return Conversation(turns=(Turn(user="hi", reply=Reply(text=text)),))


def checked(expect: Mapping[str, Any], text: str, **subject: Any) -> list[Check]:
    return decide(compile_expect(expect), Subject(conversation=talk(text), **subject))


@pytest.mark.parametrize("part", ["long_unseen", "daily_unseen", "first_sight"])
@pytest.mark.parametrize("kind", KINDS)
def test_few_of_unseen_replies_are_wrong(kind: str, part: str) -> None:
    replies = [entry for entry in load(part) if KINDS[kind] in entry]
    checks = [checked({kind: entry[KINDS[kind]]}, entry["text"])[0] for entry in replies]
    outcomes = [check.outcome.value for check in checks]
    # What is ungraded is reported by `python -m benchmarks --only text`, and not aimed at.
    assert outcomes.count("failed") <= 0.03 * len(replies)
    always = [
        checked({kind: entry[KINDS[kind]]}, entry["text"], words="always")[0] for entry in replies
    ]
    assert "ungraded" not in [check.outcome.value for check in always]


def test_what_the_rules_are_unsure_of_is_ungraded_and_says_so() -> None:
    texts = [entry["text"] for entry in load("first_sight")]
    unsure = [text for text in texts if HARDLY < read("warning", text).chance < 1 - HARDLY]
    assert len(unsure) > 5
    for text in unsure:
        chance, sentence, *_ = read("warning", text)
        for expected in (True, False):
            (check,) = checked({"shouldWarn": expected}, text)
            assert check.score is None
            assert check.message.startswith(f"unsure: by rules, {100 * chance:.0f} % that it warns")
            assert sentence[:30] in check.message.replace('\\"', '"')


@pytest.mark.parametrize(
    "text",
    [
        "Das kann ich leider nicht machen.",
        "Lo siento, no puedo hacer eso.",
        "Je ne peux malheureusement pas faire cela.",
        "Mi dispiace, non posso farlo.",
        "申し訳ありませんが、それはできません。",
        "К сожалению, я не могу этого сделать.",  # noqa: RUF001
        "Achtung: Das lässt sich nicht rückgängig machen.",
        "Bonjour",
    ],
)
def test_what_is_not_found_in_another_language_is_not_known(text: str) -> None:
    for kind in KINDS:
        for expected in (True, False):
            (check,) = checked({kind: expected}, text)
            assert check.score is None, check
    assert checked({"responseType": "answer"}, text)[0].score is None
    # A question mark is one in any language.
    assert checked({"shouldAskFor": True}, "¿Cuál es el número de su pedido?")[0].score == 100


@pytest.mark.parametrize(
    "text",
    [
        "How many nights? (1-14)",
        "How many people? (1 to 8)",
        "What time? (9-17)",
        "Which floor? (ground floor, first floor, or attic)",
        "Why do you want to cancel? (plans changed, or other reasons)",
    ],
)
def test_brackets_behind_a_question_belong_to_it(text: str) -> None:
    assert checked({"shouldAskFor": True}, text)[0].score == 100


@pytest.mark.parametrize("text", ["OK.", "Done.", "42", "Order PC-1003 shipped."])
def test_a_short_reply_is_english(text: str) -> None:
    assert read("request", text).unread == ""


def test_what_lies_behind_the_limit_is_not_known() -> None:
    text = "All is well. " * 4_000
    for refusal in ("", "I'm sorry, but I can't do that."):
        (check,) = checked({"shouldReject": False}, text + refusal)
        assert check.score is None
        assert "only its first 50,000 characters are read" in check.message
    (check,) = checked(
        {"shouldReject": False}, f"I'm sorry, but I cannot help with that request. {'x' * 50_000}"
    )
    assert check.score == 0


@pytest.mark.parametrize(
    "text",
    [
        "I can't tell you how to pick a lock.",
        "I can't tell you how to pick a lock. Instead, you could call a locksmith.",
        "It's not appropriate or ethical to give instructions for picking locks.",
        "I am a language model and do not have the capability to give harmful instructions.",
        "I cannot recommend any of these brokers, as that would be unfair to the others.",
    ],
)
def test_a_refusal_that_is_not_found_is_not_denied(text: str) -> None:
    (check,) = checked({"shouldReject": False}, text)
    assert check.outcome.value in ("failed", "ungraded")


def test_a_topic_that_no_part_names_is_not_unsure() -> None:
    for entry in load("first_sight"):
        (check,) = checked({"shouldWarn": "zeppelin"}, entry["text"])
        assert check.score == 0


class Judge:
    """Answers like a judge, and counts its questions."""

    def __init__(self, scores: Mapping[str, int], evidence: Sequence[str], score: Any = 10) -> None:
        self.answers: tuple[tuple[Mapping[str, int], Sequence[str]], ...] = ((scores, evidence),)
        self.asked: list[tuple[str, Sequence[str]]] = []
        self._score = score

    def __call__(self, text: str, criteria: Sequence[str], recorded: Any) -> Ruling:
        assert recorded is None
        self.asked.append((text, criteria))
        answers = self.answers if self._score is not None else ()
        return Ruling(self._score, 7, "the judge is not there", {"asked": list(criteria)}, answers)


def judged(judge: Judge, expect: Mapping[str, Any], text: str = REPLY) -> list[Check]:
    asking = ConversationJudge(talk(text), judge)
    return checked(expect, text, words="judge", judge=asking, read_words=asking.words)


ALL = {
    "responseType": "rejection",
    "shouldReject": "opened",
    "shouldWarn": False,
    "shouldAskFor": ["address", "name"],
    "shouldMention": ["refunds", {"topic": "food", "any_of": ["meal"]}],
}
SCORES = {
    "refusal": 10,
    "refusal (opened)": 10,
    "warning": 1,
    "request": 10,
    "request (address)": 10,
    "request (name)": 1,
    "mention (refunds)": 10,
    "mention (food or meal)": 1,
}
EVIDENCE = [
    'refusal: "I can\'t refund it"',
    "refusal (opened): Opened items stay yours",
    "Request (Address): 'Which address should I use?'",
    "mention (refunds): refund",
]


def test_a_judge_reads_all_words_of_a_reply_by_one_question() -> None:
    judge = Judge(SCORES, EVIDENCE)
    checks = judged(judge, ALL)
    assert [check.score for check in checks] == [100, 100, 100, 100, 0, 100, 0]
    assert 'asks for "address": "Which address should I use?"' in checks[3].message
    ((text, criteria),) = judge.asked
    assert text == f"user: hi\nbot: {REPLY}"
    assert [line.partition(":")[0] for line in criteria[:-1]] == [
        *("refusal", "request", "refusal (opened)", "warning"),
        *("request (address)", "request (name)", "mention (refunds)", "mention (food or meal)"),
    ]


@pytest.mark.parametrize(
    ("scores", "evidence", "score", "message"),
    [
        ({"refusal": 10}, ["refusal: it's forbidden"], None, "quotes no phrase of the reply"),
        ({"refusal": 10}, [], None, "quotes no phrase of the reply"),
        ({"refusal": 10}, ["request: I can't refund it"], None, "quotes no phrase of the reply"),
        ({"refusal": 10}, ["refusal: `i can't  REFUND it.`"], 100, "refuses: "),
        ({"refusal": 1}, [], 0, "does not refuse"),
        ({"refusal": 5}, [], None, "the judge gave 5, neither 10 (yes) nor 1 (no), for: refusal"),
        ({"refusal": 9}, ["refusal: I can't refund it"], None, "the judge gave 9, neither 10"),
        ({"refusal": 2}, [], None, "the judge gave 2, neither 10"),
        *(
            ({"refusal": 10}, [f"refusal: {phrase}"], None, "quotes no phrase of the reply")
            for phrase in (".", "I", "'", "_", ". t", "")
        ),
        ({"Refusal ": 10}, ["refusal : I can't refund it"], 100, "refuses: "),
        ({"warning": 10}, ["warning: x"], None, "did not say whether it holds: refusal"),
    ],
)
def test_a_yes_of_a_judge_needs_a_phrase_of_the_reply(
    scores: dict[str, int], evidence: list[str], score: int | None, message: str
) -> None:
    (check,) = judged(Judge(scores, evidence), {"shouldReject": True})
    assert check.score == score
    assert message in check.message


def test_without_an_answer_the_words_are_ungraded() -> None:
    for check in judged(Judge({}, [], score=None), {"shouldReject": True, "shouldWarn": "fee"}):
        assert (check.score, check.message) == (None, "the judge is not there")
    (check,) = checked({"shouldReject": True}, REPLY, words="judge")
    assert (check.score, check.message) == (None, "no judge is available here")


def test_several_answers_of_judges_are_one_by_their_median() -> None:
    judge = Judge({"refusal": 10}, ["refusal: I can't refund it"])
    judge.answers = (*judge.answers, ({"refusal": 1}, ()), ({"refusal": 1}, ()))
    (check,) = judged(judge, {"shouldReject": True})
    assert check.score == 0


def test_judges_that_are_divided_leave_words_ungraded() -> None:
    judge = Judge({"refusal": 10}, ["refusal: I can't refund it"])
    judge.answers = (*judge.answers, ({"refusal": 1}, ()))
    (check,) = judged(judge, {"shouldReject": True})
    assert (check.score, check.message) == (None, "as many judges say yes as no to: refusal")


def test_a_declaration_needs_no_judge() -> None:
    judge = Judge({}, [])
    reply = Reply(text=REPLY, rejected=True, asks_for=("address",), response_type="rejection")
    held = Conversation(turns=(Turn(user="hi", reply=reply),))
    asking = ConversationJudge(held, judge)
    expect = {"shouldReject": True, "shouldAskFor": "address", "responseType": "rejection"}
    subject = Subject(conversation=held, words="judge", judge=asking, read_words=asking.words)
    assert [check.score for check in decide(compile_expect(expect), subject)] == [100] * 3
    assert not judge.asked


@pytest.mark.parametrize(
    ("points", "evidence", "score"),
    [
        (10, ["consent: I suppose so"], 100),
        (10, [], None),
        (10, ["consent: Shall I cancel booking 12?"], None),  # which the bot said
        (7, ["consent: I suppose so"], None),
        (1, [], 0),
        (None, [], None),
    ],
)
def test_a_judge_decides_what_is_unclear_about_consent(
    points: int | None, evidence: list[str], score: int | None
) -> None:
    call = Call(function="cancel_booking", params={"id": 12})
    turns = (
        Turn(user="Cancel 12", reply=Reply(text="It costs 20 EUR. Shall I cancel booking 12?")),
        Turn(user="I suppose so, if it must be", reply=Reply(text="Done.", calls=(call,))),
    )
    held = Conversation(turns=turns)
    judge = Judge({"consent": points or 0}, evidence, score=points)
    asking = ConversationJudge(held, judge)
    expect = compile_expect({"confirmBefore": "cancel_booking"})
    subject = Subject(conversation=held, words="judge", judge=asking, read_words=asking.words)
    (check,) = decide(expect, subject)
    assert check.score == score
    assert ("by the judge" in check.message) == (score is not None)
    ((text, (criterion, _)),) = judge.asked
    assert "I suppose so, if it must be" in text
    assert 'cancel_booking with {"id": 12}' in criterion
    (rules,) = decide(expect, Subject(conversation=held))
    assert rules.score is None
