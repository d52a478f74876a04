"""A scenario in words: of a long conversation, the turns that did not pass."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from pytest_hydra.core.scorecard import Check, Repeat, scorecard, verdict
from pytest_hydra.core.text import cells
from pytest_hydra.scenarios.explain import (
    check_lines,
    explain,
    headline,
    transcript,
    turns_to_show,
)
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


def test_turns_that_passed_are_one_line_and_far_ones_are_counted() -> None:
    assert shown(40, 33) == [
        "  … turns 1 to 31 passed; -v shows all",
        "  turn 32: question 32 · \N{CHECK MARK} 1 check",
        "  user: question 33",
        "  shop: answer 33",
        "    \N{BALLOT X} check 33",
        "  turn 34: question 34 · \N{CHECK MARK} 1 check",
        "  … turns 35 to 40 passed; -v shows all",
        "  the whole conversation: \N{CHECK MARK} 1 check",
    ]


def test_between_failed_turns_it_is_said_what_is_left_out() -> None:
    assert [line for line in shown(9, 1, 5, 9) if "…" in line] == [
        *("  … turn 3 passed; -v shows all", "  … turn 7 passed; -v shows all"),
    ]


def test_the_last_turn_is_shown_if_only_the_whole_conversation_failed() -> None:
    assert shown(40, None)[-6:] == [
        "  turn 39: question 39 · \N{CHECK MARK} 1 check",
        "  user: question 40",
        "  shop: answer 40",
        "    \N{CHECK MARK} check 40",
        "  the whole conversation:",
        "    \N{BALLOT X} check None",
    ]


def test_of_a_short_conversation_no_turn_is_left_out() -> None:
    lines = shown(6, 1)
    assert sum(line.startswith("  user: ") for line in lines) == 1
    assert [line for line in lines if line.startswith("  turn ")] == [
        f"  turn {n}: question {n} · \N{CHECK MARK} 1 check" for n in range(2, 7)
    ]


def test_all_of_a_conversation_is_shown_with_verbose() -> None:
    held, results = conversation(40), checks(40, 33)
    lines = list(transcript(held, results))
    assert sum(line.startswith("  user: ") for line in lines) == 40
    assert sum(line.startswith("    \N{CHECK MARK} ") for line in lines) == 40


def test_a_long_reply_keeps_its_indentation_in_columns() -> None:
    text = "订单已经退款" * 40
    held = Conversation(turns=(Turn(user="Hello", reply=Reply(text=text)),), bot="shop")
    lines = list(transcript(held, []))
    assert all(line.startswith(("  user: ", "  shop: ", " " * 6)) for line in lines)
    assert max(map(cells, lines)) <= 80
    assert "".join(line.removeprefix("  shop: ").strip() for line in lines[1:]) == text


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


def test_one_line_says_how_all_runs_ended() -> None:
    scenario: Any = SimpleNamespace(repeat=Repeat(2))
    run = (scorecard(checks(1, 1)), conversation(1))
    good = (scorecard(checks(1)), conversation(1))
    head = "[RESULT] Some checks failed: 1 of 2 · "
    first = explain(scenario, [run, run], 0).splitlines()[0]
    assert first == f"{head}0 of 2 runs passed; all must pass"
    first = explain(scenario, [good, run], 1).splitlines()[0]
    assert first == f"{head}1 of 2 runs passed; all must pass · run 2"


def test_a_score_of_one_run_says_so_and_gives_the_mean_of_all() -> None:
    scenario: Any = SimpleNamespace(repeat=Repeat(2))
    good, bad = ((scorecard(checks(3, *some)), conversation(3)) for some in ((), (1,)))
    first, second, *_ = explain(scenario, [good, bad], 1).splitlines()
    assert first == "[SCORE] 75/100 (4 checks), threshold 100 · 1 of 2 runs passed; all must pass"
    assert second == "  this is run 2; the mean of all runs is 88/100"
    # If all are alike, one score says it.
    assert "mean" not in explain(scenario, [bad, bad], 0)


def test_a_headline_begins_with_the_cause() -> None:
    run = (scorecard([verdict(False, message="is 2, not 1", name="count", kind="k")]),)
    assert headline([(*run, conversation(1))], 0) == "is 2, not 1 (count)"
    both = [(*run, conversation(1))] * 2
    assert headline(both, 0) == "is 2, not 1 (count), 0 of 2 runs passed"
