"""To what a simulated user agrees: it has to say so, and may contradict itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.documents.yaml_reader import read_yaml
from pytest_hydra.errors import InputError
from pytest_hydra.scenarios.load import load_scenarios
from pytest_hydra.settings.file import ScenarioSettings, load_settings
from pytest_hydra.transcript.turn import Call
from tests.scenarios.test_consent import BOOK, CANCEL, QUESTION, both, said

PLAYED = {"played": {"player": "ada"}}


@pytest.mark.parametrize(
    ("agrees", "calls", "outcome"),
    [
        (("cancel_booking",), [CANCEL], "passed"),
        (("cancel_booking",), [BOOK], "ungraded"),
        (("cancel_booking",), [CANCEL, BOOK], "ungraded"),
        (("book_flight", "cancel_booking"), [BOOK, CANCEL], "passed"),
        (("cancel_booking",), [CANCEL, CANCEL], "failed"),
        (("book_flight",), [Call(function="mcp__shop__book_flight", params={})], "passed"),
        (("look_up",), [CANCEL], "ungraded"),
        (True, [CANCEL], "ungraded"),
        (False, [CANCEL], "failed"),
    ],
)
def test_a_simulated_user_has_to_say_to_what_it_agrees(
    agrees: Any, calls: list[Call], outcome: str
) -> None:
    turns = said("Cancel it", QUESTION), said("Yes", "Done.", *calls, agrees=agrees)
    assert both(*turns, records=PLAYED)[0] == outcome
    # An author of steps may leave it out.
    alone = outcome if agrees is not True else "passed"
    assert both(*turns)[0] == alone


def test_a_yes_of_a_simulated_user_to_something_else_is_no_consent() -> None:
    turns = said("Hi", "Shall I look it up?"), said("Yes", "Done.", CANCEL, agrees=True)
    outcome, message = both(*turns, records=PLAYED)
    assert outcome == "ungraded"
    assert message.endswith("(let the user's player name it in `agrees`, or give a judge)")


def test_a_named_yes_lasts_until_its_call() -> None:
    turns = (
        said("Cancel it, and book another", QUESTION),
        said("Yes", "Shall I book one?", agrees=("cancel_booking",)),
        said("Yes", "Done.", BOOK, CANCEL, agrees=("book_flight",)),
    )
    assert both(*turns, records=PLAYED)[0] == "passed"


def test_a_user_that_contradicts_itself_is_unclear() -> None:
    turns = said("hi", QUESTION), said("No, don't.", "Done.", CANCEL, agrees=("cancel_booking",))
    assert both(*turns, records=PLAYED)[0] == "ungraded"
    assert both(*turns)[0] == "passed"  # the author of a step knows


def test_a_user_has_no_matrix(tmp_path: Path) -> None:
    file = tmp_path / "hydra.toml"
    file.write_text('[users.u]\nscript = ["Hi"]\nmatrix = {a = ["f"]}')
    with pytest.raises(InputError, match=r"users\.u: 'matrix' is for bots"):
        load_settings(file, "hydra.toml")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("id: a", "a scenario needs `steps`, or `user`"),
        (
            "id: a\nuser: {goal: x}\nsteps: [{user: hi}]",
            "`steps` and `user` both give the user's messages; keep one",
        ),
        (
            "id: a\nuser: {goal: x}\nmessages: [{role: user, content: hi}]",
            "`messages` need `steps`; `user` starts a new conversation",
        ),
        ("scenarios: [{id: a}]\nuser: {goal: x}", "unknown key 'user'"),
    ],
)
def test_a_user_stands_in_place_of_steps(text: str, fault: str) -> None:
    with pytest.raises(InputError) as raised:
        load_scenarios(read_yaml(text, "a.scenario.yaml"), ScenarioSettings())
    assert fault in str(raised.value)
