"""Faults that are put into what a bot said: each is one, and leaves a conversation."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_hydra.plugins.mutation.mutations import CONSENT, FAULTS, REFUSAL, mutants
from pytest_hydra.scenarios.reply import (
    Conversation,
    conversation_from_plain,
    conversation_to_plain,
)
from pytest_hydra.transcript.turn import RESPONSE_TYPES, Call, Reply, Turn

PAY = Call(function="pay", params={"amount": 5, "to": "Ada"}, agent="Wallet")
LOG = Call(function="log")

values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(-9, 9) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)
calls = st.builds(
    Call,
    function=st.sampled_from(["pay", "get", "log"]),
    params=st.dictionaries(st.text(max_size=4), values, max_size=3),
    agent=st.none() | st.sampled_from(["Wallet", "Shop"]),
)
texts = st.sampled_from(
    [
        "",
        "Done.",
        "I can't do that, sorry.",
        "Which order?",
        "This costs 5.50 DOT and can't be undone.",
    ]
)
replies = st.builds(
    Reply,
    text=st.lists(texts | st.text(max_size=20), max_size=3).map(" ".join),
    calls=st.lists(calls, max_size=3).map(tuple),
    response_type=st.none() | st.sampled_from(RESPONSE_TYPES),
    asks_for=st.sampled_from([(), ("order",)]),
    warnings=st.sampled_from([(), ("fee",)]),
    rejected=st.none() | st.booleans(),
)
held = st.lists(
    st.builds(Turn, user=st.just("hi"), reply=st.none() | replies), min_size=1, max_size=3
).map(lambda turns: Conversation(turns=tuple(turns), bot="b"))


@given(held)
def test_a_mutant_is_another_valid_conversation(conversation: Conversation) -> None:
    seen = [conversation]
    for mutant in mutants(conversation):
        assert mutant.conversation not in seen
        seen.append(mutant.conversation)
        assert mutant.conversation.turns[mutant.turn - 1].reply == mutant.reply
        assert conversation.turns[mutant.turn - 1].reply == mutant.original
        plain = conversation_to_plain(mutant.conversation)
        assert conversation_from_plain(plain) == mutant.conversation
        others = [
            (before, after)
            for at, (before, after) in enumerate(
                zip(conversation.turns, mutant.conversation.turns, strict=True), start=1
            )
            if at != mutant.turn
        ]
        assert all(before == after for before, after in others)


def changed(fault: str, reply: Reply) -> list[Reply]:
    return [mutation for _, mutation in FAULTS[fault](reply)]


def made(fault: str, *calls: Call) -> list[tuple[Call, ...]]:
    return [reply.calls for reply in changed(fault, Reply(text="Done.", calls=calls))]


def pay(**params: Any) -> tuple[Call, ...]:
    return (Call(function="pay", params=params, agent="Wallet"),)


def test_calls_are_dropped_doubled_and_swapped() -> None:
    assert made("call dropped", PAY, LOG) == [(LOG,), (PAY,)]
    assert made("call doubled", PAY, LOG) == [(PAY, PAY, LOG), (PAY, LOG, LOG)]
    assert made("calls swapped", PAY, LOG) == [(LOG, PAY)]
    assert made("calls swapped", PAY) == []


def test_calls_go_to_another_function_or_agent() -> None:
    ((other,),) = made("another function", PAY)
    assert (other.function, other.params) == ("not_pay", PAY.params)
    (reply,) = changed("another agent", Reply(calls=(PAY, LOG), agent="Wallet"))
    agents = (reply.agent, *[call.agent for call in reply.calls])
    assert agents == ("AnotherWallet", "AnotherWallet", None)


def test_parameters_are_off_by_one_of_another_type_and_left_out() -> None:
    assert made("parameter off by one", PAY) == [pay(amount=6, to="Ada"), pay(amount=5, to="Ad")]
    others = [pay(amount="5", to="Ada"), pay(amount=5, to=["Ada"])]
    assert made("parameter of another type", PAY) == others
    assert made("parameter left out", PAY) == [pay(to="Ada"), pay(amount=5)]


@pytest.mark.parametrize(
    ("value", "off", "other"),
    [
        (True, False, "true"),
        (1.5, 2.5, "1.5"),
        ("01067", "0106", 1067),
        ([1, 2], [1], [[1, 2]]),
        ({"a": {"b": 1}, "c": 1}, {"a": {"b": 2}, "c": 1}, [{"a": {"b": 1}, "c": 1}]),
        (None, [None], [None]),
        ("", [""], [""]),
    ],
)
def test_each_value_has_others(value: object, off: object, other: object) -> None:
    call = Call(function="pay", params={"x": value})
    ((near,),) = made("parameter off by one", call)
    ((far,),) = made("parameter of another type", call)
    assert (near.params, far.params) == ({"x": off}, {"x": other})


def test_a_refusal_becomes_consent_and_consent_a_refusal() -> None:
    refusal = Reply(text="Your order is late. I can't refund it, sorry.", rejected=True)
    (consent,) = changed("refusal or consent", refusal)
    assert (consent.text, consent.rejected) == (f"{CONSENT} Your order is late.", False)
    done = Reply(text="Done.", calls=(PAY,), response_type="action")
    refused = Reply(text=REFUSAL, response_type="rejection")
    assert changed("refusal or consent", done) == [refused]


def test_questions_warnings_and_figures_are_removed() -> None:
    text = "It costs 5.50 DOT. This can't be undone. What is your order number?"
    (silent,) = changed("question removed", Reply(text=text, response_type="clarification"))
    assert (silent.text, silent.response_type) == (text[:40], "answer")
    (careless,) = changed("warning removed", Reply(text=text, warnings=("undone",)))
    assert (careless.text, careless.warnings) == (text.replace("This can't be undone. ", ""), ())
    (vague,) = changed("figure removed", Reply(text=text))
    assert vague.text == text.replace("5.50", "")


def test_a_reply_is_that_of_the_next_turn_or_empty() -> None:
    turns = [Turn(user="a", reply=Reply(text="One.")), Turn(user="b", reply=Reply(text="Two."))]
    found = list(mutants(Conversation(turns=tuple(turns))))
    others = [mutant.reply.text for mutant in found if mutant.fault == "another reply"]
    empty = [mutant.reply for mutant in found if mutant.fault == "empty reply"]
    assert (others, empty) == (["Two.", "One."], [Reply(), Reply()])
