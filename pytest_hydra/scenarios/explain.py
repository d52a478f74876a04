"""A scenario that did not pass, in words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pytest_hydra.core.numbers import exact, format_number, half_up_beside, six_places
from pytest_hydra.core.scorecard import WEIGHS_NOTHING, Check, Outcome, Repeat, Scorecard, figures
from pytest_hydra.core.text import log_text, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_hydra.core.numbers import Exact
    from pytest_hydra.scenarios.load import Scenario
    from pytest_hydra.scenarios.reply import Conversation

# Text is shown up to here: what matters of a reply is seldom its end, and the run folder has all.
_MOST_CHARACTERS = 600
_MOST_LINES = 12
# Of a traceback, or of what a program wrote on its standard error: where it begins, where it ends.
_FIRST_LINES = 10
_LAST_LINES = 30


def headline(scenario: Scenario, cards: Sequence[Scorecard], shown: int) -> str:
    """One line. ``cards`` are those of all runs, ``shown`` is the one that is told, from 0."""
    told = _gist(cards[shown])
    if len(cards) > 1:
        told = f"{_runs_line(scenario.repeat, cards)}; run {shown + 1}: {told}"
    return told


def explain(
    scenario: Scenario, cards: Sequence[Scorecard], shown: int, conversation: Conversation
) -> str:
    """Several lines: what came of all runs, and of one its conversation and its checks."""
    card = cards[shown]
    lines = [_verdict(card), "", *_transcript(conversation), "", *_checks(card, conversation)]
    if len(cards) > 1:
        runs: dict[str, list[str]] = {}
        for number, other in enumerate(cards, start=1):
            if other.outcome is not Outcome.PASSED:
                runs.setdefault(_gist(other), []).append(str(number))
        told = [f"  run {', '.join(numbers)}: {gist}" for gist, numbers in runs.items()]
        line = f"{_runs_line(scenario.repeat, cards)}."
        lines[:0] = [line, *told, "", f"Run {shown + 1}:", ""]
    return "\n".join(lines)


def _gist(card: Scorecard) -> str:
    """What came of a run, and the check that weighs most among those to act on.

    A critical one goes first. Of what is ungraded it is the first: what comes later is often so for
    want of it.
    """
    checks = _checks_to_mend(card)
    worst = max(checks, key=lambda check: (check.critical, check.weight), default=None)
    if card.outcome is Outcome.UNGRADED:
        missing = [check for check in checks if check.score is None]
        worst = min(missing, key=lambda check: check.optional, default=None)
        start = "ungraded" if missing else f"ungraded: {WEIGHS_NOTHING}"
        start += ", and a critical check failed" * card.has_critical_failure
    else:
        start = "failed" if card.shown is None else f"{_points(card.shown, card)}/100"
    if worst is None:
        return start
    name, message = one_line(worst.name), one_line(worst.message, 200)
    # Where a summary has no room for all of it, its end is missing.
    parts = (message, name) if worst.outcome is Outcome.UNGRADED else (name, message)
    return ": ".join((start, *filter(None, parts)))


def _runs_line(repeat: Repeat, cards: Sequence[Scorecard]) -> str:
    """What all runs together say, with the figure that falls short where one is asked for."""
    runs = [card.outcome for card in cards]
    text = f"{runs.count(Outcome.PASSED)} of {len(runs)} runs passed"
    bad = (Outcome.FAILED, Outcome.UNGRADED)
    text += "".join(f", {runs.count(outcome)} {outcome}" for outcome in bad if outcome in runs)
    repeated = figures(repeat, runs)
    if repeated is None or repeat.pass_k is None:
        return text
    value = half_up_beside(repeated.pass_hat_k, 3, exact(repeat.pass_at)).normalize()
    return f"{text}: pass^{repeat.k} is {value:f}, and {float(repeat.pass_at):g} is asked for"


def _points(score: Exact, card: Scorecard) -> str:
    return format_number(score, 0, threshold=card.threshold)


def _verdict(card: Scorecard) -> str:
    if card.outcome is Outcome.UNGRADED:
        missing = sum(check.score is None for check in card.checks)
        if not missing:
            return f"Ungraded: {WEIGHS_NOTHING}. Give a check a weight above 0."
        return f"{missing} of {len(card.checks)} checks could not be graded."
    is_critical = card.total is None or card.total >= card.threshold
    if card.shown is None:
        return "A critical check failed." if is_critical else "Checks failed."
    text = f"Score {_points(card.shown, card)} of 100, threshold {six_places(card.threshold)}"
    return f"{text}{', but a critical check failed' * is_critical}."


def _transcript(conversation: Conversation) -> Iterator[str]:
    for turn in conversation.turns:
        yield from _lines("user", turn.user)
        if turn.reply is not None:
            yield from _lines(conversation.bot, turn.reply.text or "(no text)")
            told = [("calls", call) for call in turn.reply.calls]
            # What it tells of, and never did in its world.
            for verb, call in (*told, *[("only says that it calls", call) for call in turn.said]):
                params = [
                    f"{name}={json.dumps(value, ensure_ascii=False)}"
                    for name, value in call.params.items()
                ]
                came = "" if call.result is None else f" -> {_value_text(call.result)}"
                came = came if call.error is None else f" failed: {call.error}"
                yield "    " + one_line(f"{verb} {call.function}({', '.join(params)}){came}", 200)
        if turn.error is not None:
            is_fault = turn.error == conversation.fault
            who = "(not sent)" if is_fault else conversation.bot or "bot"
            yield from _lines(who, turn.error if is_fault else f"(no reply) {turn.error}")
        if turn.traceback is not None:
            yield from ("    " + line for line in _excerpt(log_text(turn.traceback).splitlines()))
    if conversation.played is not None and conversation.played.done:
        yield f"  (the user was done: {one_line(conversation.played.reason or 'no reason', 200)})"


def _lines(who: str, text: str) -> Iterator[str]:
    excerpt = log_text(text[:_MOST_CHARACTERS])
    if len(text) > _MOST_CHARACTERS:
        excerpt += "…"
    first, *rest = excerpt.splitlines() or [""]
    yield f"  {one_line(who)}: {first}"
    yield from ("    " + line for line in rest[:_MOST_LINES])
    if len(rest) > _MOST_LINES:
        yield f"    … {len(rest) - _MOST_LINES} more lines"


def _excerpt(lines: list[str]) -> list[str]:
    left_out = len(lines) - _FIRST_LINES - _LAST_LINES
    if left_out <= 1:  # saying that one is left out takes a line as well
        return lines
    return [*lines[:_FIRST_LINES], f"… {left_out} more lines", *lines[-_LAST_LINES:]]


def _checks(card: Scorecard, conversation: Conversation) -> Iterator[str]:
    # Why there was no reply stands above already, and is the same for all of its checks.
    errors = {turn.error for turn in conversation.turns}
    for check in _checks_to_mend(card):
        text = one_line(check.name)
        if check.turn is not None and len(conversation.turns) > 1:
            text += f" (turn {check.turn})"
        if check.message not in errors:
            text += f": {one_line(check.message, 400)}"
        yield f"  {check.label}: {text}"
        if check.outcome is Outcome.FAILED:
            yield f"    expected: {_value_text(check.expected)}"
            yield f"    actual:   {_value_text(check.actual)}"


def _checks_to_mend(card: Scorecard) -> list[Check]:
    """The checks that made the outcome; where something is ungraded, the failed ones as well."""
    wanting = [check for check in card.checks if check.outcome is not Outcome.PASSED]
    if card.outcome is Outcome.FAILED:
        return [check for check in wanting if check.outcome is Outcome.FAILED]
    return wanting


def _value_text(value: object) -> str:
    return one_line(json.dumps(value, ensure_ascii=False, sort_keys=True), 300)
