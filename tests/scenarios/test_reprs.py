"""How our public values are shown where `assert` prints them: briefly, and escaped."""

from __future__ import annotations

import pytest

from pytest_hydra import Call, Check, Conversation, Outcome, Reply, Turn
from tests.plugin.log_corpus import TEXTS, actions

REFUND = Call(function="refund", params={"order": "PC-1", "amount": 5})


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Reply(), "Reply()"),
        (
            Reply(text="Hello", calls=(REFUND,)),
            "Reply('Hello', calls=[refund(order='PC-1', amount=5)])",
        ),
        (Reply(agent="Wallet", rejected=False), "Reply(agent='Wallet', rejected=False)"),
        (Reply(text="x" * 500, tokens=5), f"Reply('{'x' * 59}…', tokens=5)"),
        (REFUND, "refund(order='PC-1', amount=5)"),
        (Call(function="refund", result={"paid": 5}), "refund() -> {'paid': 5}"),
        (Call(function="refund", error="no funds"), "refund() failed: 'no funds'"),
        (Turn(user="hi", reply=Reply(text="Hello")), "Turn('hi', reply=Reply('Hello'))"),
        (Conversation(turns=(Turn(user="hi"),), bot="a"), "Conversation([Turn('hi')], bot='a')"),
        (
            Check(name="total", kind="own", outcome=Outcome.FAILED, score=0),
            "Check('total', kind='own', outcome='failed', score=0)",
        ),
    ],
)
def test_a_value_is_shown_by_what_it_has(value: object, shown: str) -> None:
    assert repr(value) == shown


@pytest.mark.parametrize("text", TEXTS)
def test_nothing_in_it_acts_on_a_log(text: str) -> None:
    call = Call(function=text, params={text: [text]}, result={text: text}, agent=text, id=text)
    reply = Reply(text=text, calls=(call,), asks_for=(text,), agent=text)
    turn = Turn(user=text, reply=reply, error=text, traceback=text, said=(call,))
    values = [
        *(call, Call(function=text, error=text), reply, turn),
        Conversation(turns=(turn,), context={text: text}, history=({"role": text},)),
        Check(name=text, kind="own", outcome=Outcome.PASSED, score=100, message=text, actual=text),
    ]
    assert [*actions("\n".join(map(repr, values)))] == []
    assert all("\n" not in repr(value) for value in values)
