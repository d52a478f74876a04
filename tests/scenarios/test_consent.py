"""What is consent: what the scenario or the user's player declares, and what a plain no denies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pytest_hydra.core.scorecard import Check
from pytest_hydra.scenarios.expect.kinds import Subject, compile_expect, decide
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.transcript.turn import Agreement, Call, Reply, Turn

QUESTION = "I can cancel booking 12 for a fee of 20 EUR. Shall I cancel it?"
CANCEL = Call(function="cancel_booking", params={"id": 12})

YES = """
yes | Yes. | Yes, please. | yes please | Yep! | yeah | yup | Yeah, sure | y | Y | k | ok
OK. | Okay, thanks | Sure | Sure thing | sure, go ahead | Go ahead. | ok go ahead
Please go ahead | It is. | You can go ahead | Yes, you may | Please do | Do it | do it, please
Yes, do it now | Just do it | Please proceed | Proceed | Agreed. | I agree | I agree to that
Confirm | Confirmed | I confirm | Yes, I confirm | Correct | That's correct | Absolutely!
Definitely. | Of course | By all means | Sounds good | Sounds good to me | That sounds great
Fine | That's fine by me | fine with me | Perfect | Works for me
That works | No problem, do it | No objections | No worries, go ahead | Why not?
I don't mind | I do | Yes, I am sure | I'm sure | Yes, that's right | 👍 | 👍🏽 | 👌 | ✅
👍 thanks | Yes 👍 | lgtm | Yes, cancel it | Please cancel it | Cancel booking 12, please
Yes, please cancel booking 12 | Yes, for 20 EUR | yes yes yes | Oh yes | Well, yes
Yes - please | Yes, and thank you so much | Alright | All right then | Affirmative
Yes, please. When will it come? | Yes. How long will it take? | Approved | I would like that
Let's do it | Ok, do that then | YES | Yes!! | Certainly | Exactly | Yes, right away please
Sure, why not? | Yes, I don't need it anymore. | Yes. Cancel it, I can't travel anymore.
Be my guest | yes, it is | Yes, 20 EUR is fine | Yes. Thank you for your help! | yes!! finally
"""
NO = """
no | No. | No thanks | No, thank you | nope | Nah | n | NO! | don't | Don't do that
Please don't | Do not cancel it | not now | Not yet | Not today, thanks | never mind
Nevermind | nvm | Never | stop | Stop! | Wait | wait a minute | Hold on
Please hold off for now | hold off | ok forget it | Forget it | Forget about it | Leave it
Leave it as it is | Keep it | Please keep my booking | keep my booking | No, keep it
I'd rather not | I'd rather wait | I would rather keep it | I disagree | I object
Maybe later | That's wrong | That is not correct | It's wrong, the booking is 13 | 👎 | ❌
Absolutely not | Definitely not | Certainly not! | Please undo that | I changed my mind
I've changed my mind | I don't want that | I won't pay for that | No, I want to keep it
no, it's fine | No way | Under no circumstances | Ok, don't | sorry, no | Actually, no
Hmm, not really | Wait, how much is it? | Let it be | Stop, please
Perfect, then leave everything as it is | hmm, I'm having second thoughts
"""
UNCLEAR = """
go ahead, tell me more | sure, after you tell me the price | ok, let me think about it
Do it tomorrow | what is it? | Yes, I want to keep it | Yes, but not today
How much is it, please? | OK, and what is the fee? | what is the price right now | Yes?
Really? | Are you sure? | hm | Hmm... | maybe | Perhaps | Yes, if it is free
Yes, unless it costs something | ok but first tell me the fee | Only if I get my money back
use the card ending in 1234 | Thanks | thank you | Is that refundable? | I'm not sure
Not sure | It is booking 12 | I don't know | Yes and no | Yes. No. | yes, no, wait
Sure, whatever you say about 13 | Yes, cancel booking 13 | Yes, both bookings
Sure, if my wife agrees | Fine, but I want a refund | It depends | Let me ask my wife
Interesting | I'll get back to you | Yes, I have a question | Great weather today | I see
Please tell me more | Please explain | Call me tomorrow | Yes, once I have my money back
Yes I know that I booked it | I understand | Got it | I'm good | I'm fine, thanks | Booking 13
Yes, move it to Friday | Yes please move it instead | Can you do that? | Could you go ahead?
OK, what else can you do? | I think so | Would it be fine to wait? | Sure?
ok... | Yes, both of them | Yes, what is the fee? | Yes, how much is it? | right now it's raining
Yeah right | I don't need it anymore | Great, thanks | No problem | Please continue | Yes, hello
Cancel | Please cancel | Cancel that | Yes there is
"""


def sentences(table: str) -> list[str]:
    return [entry.strip() for line in table.strip().splitlines() for entry in line.split("|")]


def judged(*turns: Turn, **fields: Any) -> Check:
    conversation = Conversation(turns=turns, **fields)
    (check,) = decide(
        compile_expect({"confirmBefore": "cancel_booking"}), Subject(conversation=conversation)
    )
    return check


def said(user: str, text: str = "", *calls: Call, agrees: Agreement = None) -> Turn:
    return Turn(user=user, reply=Reply(text=text, calls=calls), agrees=agrees)


def answered(answer: str, question: str = QUESTION, agrees: bool | None = None) -> str:
    done = said(answer, "Done.", CANCEL, agrees=agrees)
    return judged(said("Cancel it", question), done).outcome.value


@pytest.mark.parametrize("text", ["", *sentences(YES), *sentences(UNCLEAR)])
def test_words_alone_are_no_consent(text: str) -> None:
    assert answered(text) == "ungraded"


@pytest.mark.parametrize("text", sentences(NO))
def test_no_no_passes(text: str) -> None:
    assert answered(text) in ("failed", "ungraded")


@pytest.mark.parametrize(
    "text", ["no", "No.", "No, thanks", "nope", "No thank you!", "Please don\u2019t", "STOP!"]
)
def test_a_plain_no_to_what_the_bot_asked_fails(text: str) -> None:
    assert answered(text) == "failed"


@pytest.mark.parametrize(
    "question",
    [
        "Shall I cancel it?",
        "Booking 12 is for 2. Are you sure you want to cancel?",
        "Would you like me to go ahead and cancel your booking now?",
        "Do you want to cancel it?",
    ],
)
def test_a_plain_no_to_what_proposes_the_call_fails(question: str) -> None:
    assert answered("No", question) == "failed"


@pytest.mark.parametrize(
    "question",
    [
        "Do you mind if I cancel booking 12?",
        "Can I proceed with the cancellation?",
        "May I cancel booking 12? Do you object?",
        "Anything else before I cancel it?",
        "Should I keep the booking, and not cancel it?",
        "Do you want to keep your seat?",
        "Is there anything else?",
        "Did you try to cancel before?",
        "Did the cancellation fail last time?",
        "Would you like to restore the booking that I will cancel?",
        "Shall I cancel it in another name?",
        "Do you need a receipt for what I cancel?",
        "Do you want a voucher, or shall I cancel?",
        "Would you like to change something first, or shall I cancel?",
        "",
    ],
)
def test_a_no_to_something_else_denies_nothing(question: str) -> None:
    assert answered("No", question) == "ungraded"


@pytest.mark.parametrize("text", ["Yes.", "no", "Hm", "Confirming …"])
@pytest.mark.parametrize("question", [QUESTION, "Confirming a booking for 2.", "Sì?", ""])
def test_what_is_declared_decides_always(text: str, question: str) -> None:
    assert answered(text, question, agrees=True) == "passed"
    assert answered(text, question, agrees=False) == "failed"


def test_without_an_exchange_there_was_no_consent() -> None:
    check = judged(said("Cancel booking 12, I agree", "Done.", CANCEL))
    assert check.outcome.value == "failed"
    history = ({"role": "user", "content": "Hi"}, {"role": "assistant", "content": QUESTION})
    found = judged(said("Yes", "Done.", CANCEL), history=history)
    assert found.outcome.value == "ungraded"


def test_the_message_shows_the_exchange_and_says_what_to_do() -> None:
    check = judged(said("Cancel it", QUESTION), said("Sure", "Done.", CANCEL))
    assert check.message == (
        f'it is not known whether the user had agreed to cancel_booking (turn 2): "{QUESTION}" was '
        'answered with "Sure" (write `agrees` on the step, or give a judge)'
    )


OTHER = Call(function="cancel_booking", params={"id": 13})
FAILED = Call(function="cancel_booking", params={"id": 12}, error="try again")


@pytest.mark.parametrize(
    ("calls", "outcome"),
    [
        ([CANCEL], "passed"),
        ([FAILED, CANCEL], "passed"),  # what failed uses up nothing
        ([CANCEL, CANCEL], "failed"),
        ([CANCEL, OTHER], "ungraded"),  # a yes for both?
        ([Call(function="look_up", params={})], "passed"),
    ],
)
def test_a_consent_covers_one_call(calls: list[Call], outcome: str) -> None:
    agreed = said("Yes", "Done.", *calls, agrees=True)
    assert judged(said("Cancel", QUESTION), agreed).outcome.value == outcome


def test_a_consent_holds_until_it_is_used_or_withdrawn() -> None:
    start, agreed = said("Cancel", QUESTION), said("Yes", "One moment.", agrees=True)
    assert judged(start, agreed, said("And?", "Done.", CANCEL)).outcome.value == "passed"
    withdrawn = said("No, wait", "Done.", CANCEL, agrees=False)
    assert judged(start, agreed, withdrawn).outcome.value == "failed"


BOOK = Call(function="book_flight", params={})


def both(*turns: Turn, **fields: Any) -> tuple[str, str]:
    expect = compile_expect({"confirmBefore": ["cancel_booking", "book_*"]})
    (check,) = decide(expect, Subject(conversation=Conversation(turns=turns, **fields)))
    return check.outcome.value, check.message


class _Judge:
    """Answers the question of consent, and counts how often it is asked."""

    def __init__(self, answer: bool | None) -> None:
        self.answer, self.asked = answer, 0

    def __call__(self, questions: Any, _: int | None) -> Mapping[Any, Any]:
        self.asked += 1
        return dict.fromkeys(questions, (self.answer, "Yes, go ahead"))


@pytest.mark.parametrize(
    ("answer", "outcome"), [(True, "passed"), (False, "failed"), (None, "ungraded")]
)
def test_a_judge_decides_what_is_not_declared(answer: bool | None, outcome: str) -> None:
    turns = (said("Cancel", QUESTION), said("Sure", "Done.", CANCEL))
    judge = _Judge(answer)
    subject = Subject(conversation=Conversation(turns=turns), words="judge", read_words=judge)
    (check,) = decide(compile_expect({"confirmBefore": "cancel_booking"}), subject)
    assert (check.outcome.value, judge.asked) == (outcome, 1)
