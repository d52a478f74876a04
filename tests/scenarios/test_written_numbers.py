"""Numbers as people write them."""

from __future__ import annotations

import pytest

from pytest_hydra.core.scorecard import Check
from pytest_hydra.scenarios.expect.kinds import Subject, compile_expect, decide
from pytest_hydra.scenarios.expect.written_numbers import numbers_in
from pytest_hydra.scenarios.reply import Conversation, Reply, Turn


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("You pay 1,500 EUR in total.", [1500]),
        ("12,500 and 3,141 visitors, 99,900, 7,250", [12500, 3141, 99900, 7250]),
        ("12,50 EUR", [12.5]),
        ("1.250,50 EUR", [1250.5]),
        ("1,250.50 EUR", [1250.5]),
        ("1.500 l", [1.5]),
        ("1.500 EUR, or 12,50 EUR", [1500, 12.5]),
        ("1.250.000", [1250000]),
        ("\u20b91,00,000 and 12,34,567.50", [100000, 1234567.5]),
        ("Rs.500, Rs 500, R5,000, EUR5, USD5.50", [500, 500, 5000, 5, 5.5]),
        ("$5, -$5, $-5, US$5", [5, -5, -5, 5]),
        ("3-5 days", [3, 5]),
        ("3\u20135 days, 10 - 12", [3, 5, 10, 12]),
        ("1,000-1,500 EUR", [1000, 1500]),
        ("\u00bd cup, 1\u00bd, 2 \u00be", [0.5, 1.5, 2.75]),
        ("It is .50", [0.5]),
        ("0,500 kg, 0.500 kg", [0.5, 0.5]),
        ("1 250 EUR, 1'250.50", [1250, 1250.5]),
        ("5%, 5kg, (5), 5., 5!", [5, 5, 5, 5, 5]),
        ("from -5 to 5", [-5, 5]),
        ("**1,500**", [1500]),
        ("\uff11\uff12", [12]),
        ("PC-5, A5, a_5, 5_000, 1.5.2, 2024-05-05, 12:30, 5\u00b2, 5e3, 24.05.2024, R5", []),
        ("1,2,3", []),
        ("12,3456", [12.3456]),
        ("1234,567", [1234.567]),
        ("...5", []),
    ],
)
def test_numbers(text: str, values: list[float]) -> None:
    assert [number.value for number in numbers_in(text)] == values


def checked(number: object, text: str) -> Check:
    talk = Conversation(turns=(Turn(user="hi", reply=Reply(text=text)),))
    (check,) = decide(compile_expect({"shouldContain": number}), Subject(conversation=talk))
    return check


def test_the_message_says_how_a_number_is_read() -> None:
    check = checked(1.5, "You pay 1,500 EUR.")
    assert (check.score, check.message) == (0, 'does not contain 1.5 ("1,500" is read as 1500)')
    check = checked(1500, "You pay 1,500 EUR, or 20,000 RSD.")
    assert (check.score, check.message) == (100, 'contains 1500 ("1,500" is read as 1500)')
    assert checked(5, "It is 5.").message == "contains 5"
