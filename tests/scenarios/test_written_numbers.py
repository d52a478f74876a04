"""Numbers as people write them."""

from __future__ import annotations

import pytest

from pytest_hydra.core.scorecard import Check
from pytest_hydra.documents.yaml_reader import read_yaml
from pytest_hydra.errors import InputError
from pytest_hydra.scenarios.expect.kinds import Subject, compile_expect, decide
from pytest_hydra.scenarios.expect.written_numbers import decimal_sign, numbers_in
from pytest_hydra.scenarios.load import Scenario, load_scenarios
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.settings.file import ScenarioSettings
from pytest_hydra.transcript.turn import Reply, Turn


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
        ("\u5408\u8a08\uff15\uff10\uff10\u5186", [500]),
        ("PC-5, A5, a_5, 5_000, 1.5.2, 2024-05-05, 12:30, 5\u00b2, x5e3, 24.05.2024, R5", []),
        ("1,2,3 and 12,13,14, or 1.5,2.5", [1, 2, 3, 12, 13, 14, 1.5, 2.5]),
        ("12/15 points, 4.5/5, 24/7, 1,500/2,000", [12, 15, 4.5, 5, 24, 7, 1500, 2000]),
        ("due 12/31/2026, by 31/12", [12, 31, 2026, 31, 12]),
        ("1e6 rows, 1.5e3, 5.0E2, 2E-3, 1e999", [1_000_000, 1500, 500, 0.002]),
        ("12.345,-", [12345]),
        ("12,3456", [12.3456]),
        ("1234,567", [1234.567]),
        ("...5", []),
        ("2 3/4 cups, 1 1/2 and 3/4", [2.75, 1.5, 3, 4]),
        ("25%-30%, 5\u20ac\u201310\u20ac, -5%", [25, 30, 5, 10, -5]),
        (
            "10k users, $1.2 million, $5m, 5m, 5 lakh, 3 bn, 5 km",
            [10_000, 1.2e6, 5e6, 5, 500_000, 3e9, 5],
        ),
        ("9am-5pm, 9am\u20135pm, 5kg-7kg", [9, 5, 9, 5, 5, 7]),
        ("5...7, 5..7, 5\u20267, 5x3, 0x10", [5, 7, 5, 7, 5, 7, 5, 3, 0]),
        ("In 2024 500 people came; 1001,1002", [2024, 500, 1001, 1002]),
        ("Rp1.500.000, KSh1,500, No.5", [1500000, 1500, 5]),
        ("AED500, Fr.50, RM50, z\u0142 50", [500, 50, 50, 50]),
    ],
)
def test_numbers(text: str, values: list[float]) -> None:
    assert [number.value for number in numbers_in(text)] == values


@pytest.mark.parametrize(
    ("locales", "text", "values"),
    [
        ("de", "1.500 EUR, 1,5 l, 1,500 kg, 1.500,50 EUR", [1500, 1.5, 1500.5]),
        ("en", "1.500 l, or 12,50 EUR", [1.5, 12.5]),
        ("de-CH", "1.500 l", [1.5]),
        ("pt-BR", "R$ 1.500", [1500]),
        ("en de", "1.500 and 1,500, 2.5 and 1,234.5", [1500, 1.5, 2.5, 1234.5]),
        ("de fr", "0.500, 2024, 1.2345", [0.5, 2024, 1.2345]),
    ],
)
def test_a_locale_decides_what_is_ambiguous(locales: str, text: str, values: list[float]) -> None:
    signs = "".join(sorted({decimal_sign(name) for name in locales.split()}))
    found = [number.value for number in numbers_in(text, signs)]
    assert list(dict.fromkeys(found)) == values  # each once


@pytest.mark.parametrize(
    ("head", "expect", "reply", "outcome", "message"),
    [
        ("", "shouldContain: 1500", "Es kostet 1.500 EUR.", "failed", '"1.500" is read as 1.5'),
        ("locale: de", "shouldContain: 1500", "1.500 EUR", "passed", '"1.500" is read as 1500'),
        ("locale: de", "shouldContain: 1.5", "1.500 EUR", "failed", '"1.500" is read as 1500'),
        ("locale: [de, en]", "shouldContain: 1.5", "1.500", "passed", '"1.500" is read as 1.5'),
        ("locale: [de, en]", "shouldNotContain: 1500", "1.500", "failed", "is read as 1500"),
        ("locale: de", "text: {number: {gte: 1000}}", "1.500 EUR", "passed", "fits"),
        ("locale: en", "text: {number: {gte: 1000}}", "1.500 EUR", "failed", "does not fit"),
    ],
)
def test_the_file_names_the_locale(
    head: str, expect: str, reply: str, outcome: str, message: str
) -> None:
    text = f"id: a\n{head}\nsteps: [{{user: hi}}]\nexpect: {{{expect}}}\n"
    (scenario,) = scenarios_of(text)
    talk = Conversation(turns=(Turn(user="hi", reply=Reply(text=reply)),))
    (check,) = decide(scenario.expect[0], Subject(conversation=talk))
    assert check.outcome == outcome
    assert message in check.message


def test_a_file_of_scenarios_has_a_locale_for_all() -> None:
    text = """
locale: de
scenarios:
  - {id: a, steps: [{user: hi}], expect: {shouldContain: 1500}}
  - {id: b, locale: en, steps: [{user: hi}], expect: {shouldContain: 1500}}
"""
    talk = Conversation(turns=(Turn(user="hi", reply=Reply(text="1.500 EUR")),))
    checks = [decide(s.expect[0], Subject(conversation=talk))[0] for s in scenarios_of(text)]
    assert [check.outcome for check in checks] == ["passed", "failed"]


def test_an_unknown_locale_is_refused() -> None:
    with pytest.raises(InputError, match="'xx' is not a known locale; valid: en, "):
        scenarios_of("id: a\nlocale: xx\nsteps: [{user: hi}]\nexpect: {shouldContain: 1}\n")


def scenarios_of(text: str) -> list[Scenario]:
    return load_scenarios(read_yaml(text, "a.scenario.yaml"), ScenarioSettings())


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


def test_a_matcher_finds_the_numbers_that_are_displayed() -> None:
    talk = Conversation(turns=(Turn(user="hi", reply=Reply(text="$12\\.50")),))
    (check,) = decide(compile_expect({"text": {"number": 12.5}}), Subject(conversation=talk))
    assert check.outcome == "passed"


def test_a_number_of_a_list_is_written_as_itself() -> None:
    assert numbers_in("-1.5,2,3") == ((-1.5, "-1.5"), (2, "2"), (3, "3"))


@pytest.mark.parametrize("piece", ["9", "1/", "1.1,", "1,000."])
def test_the_time_is_linear_in_the_length_of_a_text(piece: str) -> None:
    # In quadratic time this would take minutes.
    assert len(numbers_in(piece * 50_000)) < 100_001
