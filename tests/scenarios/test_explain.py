"""A scenario in words: of a long conversation, the turns that did not pass."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from pytest_hydra.core.scorecard import Check, Repeat, scorecard, verdict
from pytest_hydra.scenarios.explain import check_lines, explain, transcript, turns_to_show
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.transcript.turn import Reply, Turn


def conversation(turns: int) -> Conversation:
    held = [
        Turn(user=f"question {n}", reply=Reply(text=f"answer {n}")) for n in range(1, turns + 1)
    ]
    return Conversation(turns=tuple(held), bot="shop")


def checks(turns: int, *bad: int | None) -> list[Check]:
    numbers = [*range(1, turns + 1), None]
    return [verdict(n not in bad, name=f"check {n}", kind="k", turn=n) for n in numbers]


def shown(turns: int, *bad: int | None) -> list[str]:
    held, results = conversation(turns), checks(turns, *bad)
    return list(transcript(held, results, turns_to_show(held, results)))


def test_the_turns_that_did_not_pass_and_their_neighbours_are_shown() -> None:
    lines = shown(40, 33)
    assert lines[:3] == [
        "  … turns 1 to 31 passed; -v shows all",
        "  turn 32:",
        "  user: question 32",
    ]
    assert "    \N{BALLOT X} check 33" in lines
    users = [line for line in lines if line.startswith("  user: ")]
    assert users == [f"  user: question {n}" for n in (32, 33, 34)]
    assert "  … turns 35 to 40 passed; -v shows all" in lines
    assert lines[-1] == "    \N{CHECK MARK} check None"


def test_between_failed_turns_it_is_said_what_is_left_out() -> None:
    assert [line for line in shown(9, 1, 5, 9) if "…" in line] == [
        *("  … turn 3 passed; -v shows all", "  … turn 7 passed; -v shows all"),
    ]


def test_the_last_turns_are_shown_if_only_the_whole_conversation_failed() -> None:
    users = [line for line in shown(40, None) if line.startswith("  user: ")]
    assert users == ["  user: question 39", "  user: question 40"]


def test_a_short_conversation_is_shown_whole() -> None:
    lines = shown(6, 1)
    assert sum(line.startswith("  user: ") for line in lines) == 6
    assert not any("turn" in line for line in lines)


def test_nothing_is_said_twice() -> None:
    def lines(message: str, kind: str = "k", **values: Any) -> list[str]:
        return list(check_lines([verdict(False, message=message, kind=kind, name=kind, **values)]))

    refund = ["refund_order"]
    assert lines("called refund_order, which is forbidden", expected=refund)[1:] == []
    assert lines("also changed /a and /b", expected=[], actual=["/a", "/b"])[1:] == []
    assert lines("called another", "forbiddenFunctions", expected=refund)[1:] == [
        '      forbidden: ["refund_order"]'
    ]
    assert lines("is not", expected={"a": 1}, actual={"a": 2})[1:] == [
        '      expected: {"a": 1}',
        '      actual:   {"a": 2}',
    ]


def test_what_all_runs_have_in_common_is_said_once() -> None:
    scenario: Any = SimpleNamespace(repeat=Repeat(2))
    run = (scorecard(checks(1, 1)), conversation(1))
    text = explain(scenario, [run, run], 0)
    assert text.startswith("0 of 2 runs passed, 2 failed; all must pass.\n  all 2 runs: ")
    assert "[RESULT] Some checks failed: 1 of 2" in text
