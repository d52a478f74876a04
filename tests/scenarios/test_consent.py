"""What is consent: a clear yes to a question that names what is done."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.scenarios.english import Exchange, agrees, names_call
from pytest_hydra.scenarios.expect.kinds import Subject, compile_expect, decide
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.transcript.turn import Call, Reply, Turn

QUESTION = "I can cancel booking 12 for a fee of 20 EUR. Shall I cancel it?"

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


@pytest.mark.parametrize("text", sentences(YES))
def test_a_clear_yes(text: str) -> None:
    assert agrees(text, QUESTION) is True


@pytest.mark.parametrize("text", sentences(NO))
def test_a_clear_no(text: str) -> None:
    assert agrees(text, QUESTION) is False


@pytest.mark.parametrize(
    ("answer", "agreed"),
    [
        *[("No", True), ("No, not at all.", True), ("Of course not, go ahead", True)],
        *[("Yes, I do", False), ("Yes, I would. I need it.", False)],
        *[("Yes", None), ("No, keep it", None), ("No, please don't", None), ("Why?", None)],
    ],
)
def test_to_who_asks_whether_the_user_minds_a_no_agrees(answer: str, agreed: bool | None) -> None:
    assert agrees(answer, "Do you mind if I cancel booking 12?") is agreed


@pytest.mark.parametrize("text", ["", *sentences(UNCLEAR)])
def test_neither(text: str) -> None:
    assert agrees(text, QUESTION) is None


NAMED = [
    ("cancel_booking", "Shall I cancel booking 12?"),
    ("cancel_booking", "Do you want me to cancel it?"),
    ("cancel_booking", "Would you like to cancel your reservation?"),
    ("cancel_booking", "Are you sure you want to cancel booking 12?"),
    ("cancel_booking", "Should I go ahead and cancel booking 12 for you?"),
    ("cancel_booking", "Shall I proceed with the cancellation?"),
    ("cancel_booking", "Please confirm the cancellation of booking 12."),
    ("cancel_booking", "Do you confirm that you want to cancel booking 12?"),
    ("cancel_booking", "Cancel booking 12?"),
    ("cancel_booking", "Just to confirm: you'd like me to cancel booking #12?"),
    ("cancel_booking", "Reply YES to cancel booking 12."),
    ("cancel_booking", "I can cancel booking 12 for 20 EUR. Shall I go ahead?"),
    ("cancel_booking", "Booking 12 will be cancelled. Is that OK?"),
    ("cancel_booking", "Cancelling booking 12 costs 20 EUR. Are you sure?"),
    ("cancel_booking", "I'm about to cancel booking 12. Please confirm (yes/no)."),
    ("cancelBooking", "May I cancel booking 12 now?"),
    ("mcp__shop__cancel_booking", "OK to cancel booking 12?"),
    ("cancel_booking", "Shall I refund the bag and cancel booking 12?"),
    ("cancel_booking", "Shall I cancel it? Anything else?"),
    ("pay", "Shall I pay?"),
    ("process_payment", "Shall I make the payment now?"),
    ("process_payment", "May I charge your card 20 EUR?"),
    ("refund_order", "Shall I refund the order?"),
    ("refund_order", "Shall I refund you the 64.90 EUR?"),
    ("refund_order", "Shall I refund 64.90 EUR?"),
    ("issue_refund", "Would you like a refund?"),
    ("create_reservation", "Shall I reserve the table for Friday?"),
    ("book_flight", "Shall I book this flight?"),
    ("delete_account", "Do you really want to delete your account?"),
    ("delete_account", "Are you sure you want to permanently delete your account?"),
    ("send_email", "Shall I send the email?"),
    ("update_address", "Shall I change the address?"),
    ("place_order", "Shall I place the order?"),
    ("transfer_money", "Do you want me to transfer the money?"),
    ("send_invoice", "Shall I send you the invoice?"),
    ("cancel_booking", "I can cancel booking 12. Would you like that?"),
    ("cancel_booking", "I can cancel booking 12. Would you like me to do that?"),
    ("cancel_booking", "I can cancel booking 12. Is that all right?"),
    ("cancel_booking", "I'll cancel booking 12. Is that all right with you?"),
    ("cancel_booking", "I can cancel booking 12 for a fee, so I'd cancel it. Shall I?"),
    (
        "cancel_booking",
        "Would you like me to cancel booking 12? Reply yes and I'll do it.",
    ),
    ("send_transfer", "Reply CONFIRM to send the transfer, or CANCEL to stop."),
    ("cancel_booking", "I will cancel booking 12. Sounds good?"),
    ("cancel_booking", "I'd cancel booking 12. Does that work for you?"),
    ("refund_order", "Shall I refund you 12 EUR for the order?"),
    ("charge_card", "Should I charge your Visa ending in 1234?"),
    ("exchange_order", "Shall I exchange the order for a larger size?"),
    ("cancel_booking", "So I should cancel booking 12, right?"),
    ("cancel_booking", "Is it OK if I cancel booking 12?"),
    ("cancel_booking", "Do you mind if I cancel booking 12?"),
]
NOT_NAMED = [
    ("cancel_booking", "Your booking is on Friday. Anything else?"),
    ("cancel_booking", "Do you want an extra bag for 15 EUR?"),
    ("cancel_booking", "Shall I book a hotel for you?"),
    ("cancel_booking", "Your booking is on Friday. Shall I go ahead?"),
    ("cancel_booking", "Shall I change booking 12?"),
    ("cancel_booking", "Shall I cancel the insurance?"),
    ("cancel_booking", "Shall I cancel booking 13?"),
    ("cancel_booking", "Would you like to know how to cancel booking 12?"),
    ("cancel_booking", "Shall I send you the cancellation policy of booking 12?"),
    ("cancel_booking", "Would you like to see the cancellation fee for booking 12?"),
    ("cancel_booking", "Did you cancel booking 12 yourself?"),
    ("cancel_booking", "Why do you want to cancel booking 12?"),
    ("cancel_booking", "Shall I keep booking 12 and not cancel it?"),
    ("cancel_booking", "Before I cancel booking 12, do you want an extra bag?"),
    ("cancel_booking", "Shall I cancel booking 12 or move it?"),
    ("cancel_booking", "Shall I cancel booking 12? Or do you want to move it?"),
    ("cancel_booking", "I can't cancel booking 12, but I can move it. Shall I?"),
    ("cancel_booking", "Is your name Ada?"),
    ("cancel_booking", "Does that help?"),
    ("cancel_booking", "How can I help you?"),
    ("delete_account", "Shall I delete the old message?"),
    ("pay", "Would you like to see the payment methods?"),
    ("pay", "Is this your card?"),
    ("refund_order", "Shall I track the order?"),
    ("refund_order", "Do you want to know the refund status of the order?"),
    ("send_email", "Shall I read the email to you?"),
    ("delete_row", "Shall I show the row?"),
    ("send_invoice", "Shall I send you a reminder about the invoice?"),
    ("cancel_booking", "Can you cancel it yourself?"),
    ("cancel_booking", "I can cancel booking 12. Do you like that idea?"),
    ("cancel_booking", "I could cancel booking 12, but I'd keep it. Shall I go ahead?"),
    ("cancel_booking", "Would you like me to cancel booking 12 if the price rises?"),
    ("cancel_booking", 'The mail said "We will cancel booking 12.". OK?'),
    ("send_transfer", "Do you want a receipt for the transfer?"),
    ("delete_table", "Shall I show you the columns of the table before I delete it?"),
    ("delete_file", "Shall I make a copy of the file, so that I can delete it later?"),
    ("cancel_booking", "I can cancel booking 12. Is this your booking?"),
    ("cancel_booking", "I can cancel booking 12. Does everything look correct?"),
    ("cancel_booking", "I can cancel booking 12. Would you like to see the fees?"),
    ("book_flight", "I found a flight. Do you like it?"),
    ("cancel_booking", "Are you cancelling booking 12 yourself?"),
    ("cancel_booking", "Will you cancel booking 12 or shall I?"),
    ("pay_invoice", "Shall I send the invoice so that you can pay it?"),
    ("deploy", "Shall I write a script to deploy it?"),
    ("cancel_booking", "Booking 12 has been cancelled. OK?"),
    ("send_email", "I just sent the email. All good?"),
    ("charge_card", "Your old card was charged. OK?"),
    ("delete_account", "Shall I delete your account's payment method?"),
    ("delete_account", "Shall I deactivate your account?"),
]


@pytest.mark.parametrize(("function", "question"), NAMED)
def test_questions_that_name_the_call(function: str, question: str) -> None:
    params = {"id": 12} if "booking" in function.lower() else {}
    assert names_call(Exchange("Hello", question, "yes"), function, params)


@pytest.mark.parametrize(("function", "question"), NOT_NAMED)
def test_questions_that_do_not_name_the_call(function: str, question: str) -> None:
    params = {"id": 12} if "booking" in function.lower() else {}
    assert not names_call(Exchange("Hello", question, "yes"), function, params)


def test_a_short_question_refers_to_the_users_request() -> None:
    request = "Please cancel booking 12"
    for question, named in (("Are you sure?", True), ("I can move it instead. Shall I?", False)):
        assert names_call(Exchange(request, question, "yes"), "cancel_booking", {}) is named


def test_of_several_choices_the_answer_names_one() -> None:
    question = "Shall I cancel booking 12 or move it?"
    for answer, named in (("Please cancel it", True), ("yes", False), ("Move it", False)):
        assert names_call(Exchange("", question, answer), "cancel_booking", {}) is named


def test_another_amount_is_not_what_was_agreed_to() -> None:
    exchange = Exchange("", "Shall I transfer 100 EUR to Bob?", "yes")
    for amount, named in ((100, True), (1000, False)):
        params = {"to": "Bob", "amount": amount}
        assert names_call(exchange, "transfer_money", params) is named


def test_another_recipient_is_not_what_was_agreed_to() -> None:
    exchange = Exchange("", "Shall I transfer 100 EUR to Bob?", "yes")
    own = Exchange("", "Shall I transfer 100 EUR to your account?", "yes")
    for asked, to, named in (
        (exchange, "Bob", True),
        (exchange, "bob@example.com", True),
        (exchange, "Eve", False),
        (own, "Ann", False),
    ):
        assert names_call(asked, "transfer_money", {"to": to, "amount": 100}) is named


# Calls after a question or a request that names their values, or others, or none.
VALUES = [
    json.loads(line)
    for line in (Path(__file__).parent / "consent_values.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("case", VALUES, ids=lambda case: case["question"])
def test_consent_is_to_the_values_that_were_named(case: dict[str, Any]) -> None:
    request = case.get("request", "Hello")
    exchange = Exchange(request, case["question"], "yes", request)
    assert names_call(exchange, case["function"], case["params"]) is case["consent"]


def test_a_word_for_something_else_is_no_yes() -> None:
    delete = "Shall I delete the file notes.txt? (yes/cancel)"
    assert not agrees("cancel", delete)
    command = "Reply CONFIRM to send the transfer, or CANCEL to stop."
    for answer, named in (("CONFIRM", True), ("CANCEL", False)):
        assert names_call(Exchange("", command, answer), "send_transfer", {}) is named
    assert agrees("yes, pause", "Shall I cancel it? You could also pause for free.") is None


def confirmed(*turns: tuple[str, str, list[str]]) -> tuple[Any, str]:
    talk = [
        Turn(
            user=user,
            reply=Reply(text=text, calls=tuple([Call(function=name) for name in called])),
        )
        for user, text, called in turns
    ]
    expect = compile_expect({"confirmBefore": ["cancel_booking", "refund_order"]})
    (check,) = decide(expect, Subject(conversation=Conversation(turns=tuple(talk))))
    return check.score, check.message


def test_the_message_shows_the_question_and_the_answer() -> None:
    ask, call = "Shall I cancel booking 12?", ["cancel_booking"]
    score, message = confirmed(("hi", ask, []), ("yes", "Done.", call))
    assert score == 100
    assert message == (
        f'the user had agreed to cancel_booking (turn 2): "{ask}" was answered with "yes"'
    )
    score, message = confirmed(("hi", ask, []), ("Please hold off for now", "Done.", call))
    assert (score, '"Please hold off for now"' in message) == (0, True)
    score, message = confirmed(("hi", "Anything else?", []), ("yes", "Done.", call))
    assert (score, '"Anything else?" was answered with "yes"' in message) == (None, True)


def test_one_yes_is_for_one_call_of_what_it_names() -> None:
    both = "Shall I cancel booking 12 and refund the order?"
    calls = ["cancel_booking", "refund_order"]
    assert confirmed(("hi", both, []), ("yes", "Done.", calls))[0] == 100
    assert confirmed(("hi", both, []), ("yes", "Done.", [*calls, "refund_order"]))[0] == 0
    one = "Shall I cancel booking 12?"
    assert confirmed(("hi", one, []), ("yes", "Done.", calls))[0] is None
    score, message = confirmed(("hi", one, []), ("yes", "Done.", ["cancel_booking"] * 2))
    assert (score, message.count("which covered an earlier call")) == (0, 1)


@pytest.mark.parametrize(("amount", "score"), [(20, 100), (200, None)])
def test_a_value_may_have_been_said_in_an_earlier_turn(amount: int, score: int | None) -> None:
    turns = (
        Turn(user="I want 20 EUR back.", reply=Reply(text="What is your name?")),
        Turn(user="Ada", reply=Reply(text="Thanks. Shall I refund it?")),
        Turn(user="yes", reply=Reply(calls=(Call(function="refund", params={"eur": amount}),))),
    )
    expect = compile_expect({"confirmBefore": "refund"})
    (check,) = decide(expect, Subject(conversation=Conversation(turns=turns)))
    assert check.score == score


@pytest.mark.parametrize(
    ("question", "score"),
    [("Shall I cancel bookings 12 and 13?", None), ("Shall I cancel booking 12?", 0)],
)
def test_whether_a_yes_is_for_two_calls_is_unclear(question: str, score: int | None) -> None:
    calls = [Call(function="cancel_booking", params={"id": number}) for number in (12, 13)]
    turns = (
        Turn(user="hi", reply=Reply(text=question)),
        Turn(user="yes", reply=Reply(calls=tuple(calls))),
    )
    expect = compile_expect({"confirmBefore": "cancel_booking"})
    (check,) = decide(expect, Subject(conversation=Conversation(turns=turns)))
    assert check.score == score
