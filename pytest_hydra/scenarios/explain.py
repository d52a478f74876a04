"""A scenario in words: its conversation, and the results of its checks by turn."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pytest_hydra import registry
from pytest_hydra.core.numbers import exact, format_number, half_up_beside, six_places
from pytest_hydra.core.scorecard import (
    WEIGHS_NOTHING,
    Check,
    Outcome,
    Repeat,
    Scorecard,
    figures,
    mean,
)
from pytest_hydra.core.text import counted, log_text, one_line, wrap_cells

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pytest_hydra.core.numbers import Exact
    from pytest_hydra.scenarios.load import Scenario
    from pytest_hydra.scenarios.reply import Conversation
    from pytest_hydra.transcript.turn import Turn

# Longer texts are cut: the end of a reply seldom matters, and the run folder has all of it.
_MOST_CHARACTERS = 600
_MOST_LINES = 12
# Of tracebacks and standard error, the first and last lines are shown.
_FIRST_LINES = 10
_LAST_LINES = 30
_WIDTH = 80
# Of a longer conversation only the turns that did not pass are shown, and their neighbours.
_MOST_TURNS = 6
#: The prefix of a check's line. Other texts are indented further.
MARKS = {
    Outcome.PASSED: "    \N{CHECK MARK} ",
    Outcome.FAILED: "    \N{BALLOT X} ",
    Outcome.UNGRADED: "    \N{EN DASH} ",
}
_INDENT = " " * 6

Run = tuple[Scorecard, "Conversation"]


def headline(runs: Sequence[Run], index: int) -> str:
    """One line, which begins with the cause. ``index`` is the index of the run to describe."""
    card, conversation = runs[index]
    worst = _worst(card)
    if card.outcome is not Outcome.FAILED or worst is None or not worst.message:
        text = _gist(card, conversation)
    else:
        message = one_line(worst.message, 200)
        if worst.kind == "expectedParams":  # the name has the parameter, and the message its call
            message = message.partition(": ")[2] or message
        text = f"{'critical: ' * worst.critical}{message} ({one_line(worst.name)})"
    if len(runs) > 1:
        passed = sum(card.outcome is Outcome.PASSED for card, _ in runs)
        text = f"{text}, {passed} of {len(runs)} runs passed"
    return text


def explain(scenario: Scenario, runs: Sequence[Run], index: int, *, is_whole: bool = False) -> str:
    """Several lines: the result of all runs, and the conversation and checks of one.

    Turns that passed are one line each, unless ``is_whole``.
    """
    card, conversation = runs[index]
    lines = [_verdict(card, conversation)]
    # The score is of one run; of the scenario it is their mean.
    totals = [one.total for one, _ in runs if one.total is not None]
    has_mean = card.points is not None and len({*totals}) > 1
    if len(runs) > 1:
        lines[0] += f" · {_runs_line(scenario.repeat, [card for card, _ in runs])}"
        gists: dict[str, list[str]] = {}
        for number, (other, dialogue) in enumerate(runs, start=1):
            if other.outcome is not Outcome.PASSED:
                gists.setdefault(_gist(other, dialogue), []).append(str(number))
        if len(gists) > 1:
            lines += [f"  {_which(names, len(runs))}: {gist}" for gist, names in gists.items()]
            lines.append(f"  run {index + 1}:")
        elif not has_mean and not any(len(names) == len(runs) for names in gists.values()):
            lines[0] += f" · run {index + 1}"
    if has_mean:
        whole = format_number(mean(totals), 0, threshold=card.threshold)
        lines.insert(1, f"  this is run {index + 1}; the mean of all runs is {whole}/100")
    bad = None if is_whole else turns_to_show(conversation, card.checks)
    return "\n".join([*lines, *transcript(conversation, card.checks, bad)])


def _which(numbers: Sequence[str], count: int) -> str:
    return f"all {count} runs" if len(numbers) == count else f"run {', '.join(numbers)}"


def _worst(card: Scorecard) -> Check | None:
    """The heaviest check to act on; critical ones come first.

    Of ungraded checks it is the first, since later ones often depend on it.
    """
    checks = _checks_to_mend(card)
    if card.outcome is Outcome.UNGRADED:
        missing = [check for check in checks if check.score is None]
        return min(missing, key=lambda check: check.optional, default=None)
    return max(checks, key=lambda check: (check.critical, check.weight), default=None)


def _gist(card: Scorecard, conversation: Conversation) -> str:
    """The outcome of a run, and the heaviest check to act on."""
    worst = _worst(card)
    if card.outcome is Outcome.UNGRADED:
        start = f"ungraded: {WEIGHS_NOTHING}" if worst is None else "ungraded"
        if worst is not None and _has_no_answer(conversation):
            start = "no answer"
        if card.has_critical_failure:
            start += ", and a critical check failed"
    else:
        start = "failed" if card.points is None else f"{_points(card.points, card)}/100"
    if worst is None:
        return start
    name, message = one_line(worst.name), one_line(worst.message, 200)
    if start == "no answer":
        name = ""  # without an answer it does not matter for which check
    # A summary that lacks space cuts the end.
    parts = (message, name) if worst.outcome is Outcome.UNGRADED else (name, message)
    return ": ".join((start, *filter(None, parts)))


def _runs_line(repeat: Repeat, cards: Sequence[Scorecard]) -> str:
    """A summary of all runs, with what is required of them."""
    runs = [card.outcome for card in cards]
    text = f"{runs.count(Outcome.PASSED)} of {len(runs)} runs passed"
    if 0 < runs.count(Outcome.UNGRADED) < len(runs):
        text += f", {runs.count(Outcome.UNGRADED)} ungraded"
    statistics = figures(repeat, runs)
    if repeat.pass_k is None:
        return f"{text}; all must pass"
    if any(card.has_critical_failure for card in cards):
        return f"{text}; in none may a critical check fail"
    if statistics is None:
        return f"{text}; pass^{repeat.k} must be {float(repeat.pass_at):g}"
    value = half_up_beside(statistics.pass_hat_k, 3, exact(repeat.pass_at)).normalize()
    return f"{text}: pass^{repeat.k} is {value:f}, and {float(repeat.pass_at):g} is required"


def _points(score: Exact, card: Scorecard) -> str:
    return format_number(score, 0, threshold=card.threshold)


def _verdict(card: Scorecard, conversation: Conversation) -> str:
    if card.outcome is Outcome.UNGRADED:
        missing = sum(check.score is None for check in card.checks)
        if not missing:
            return f"[RESULT] {WEIGHS_NOTHING}: give a check a weight above 0"
        start = "No answer: " * _has_no_answer(conversation)
        return f"[RESULT] {start}{missing} of {len(card.checks)} checks could not be graded"
    is_critical = card.total is None or card.total >= card.threshold
    if card.points is None:
        if is_critical:
            return "[RESULT] A critical check failed"
        failed = sum(check.outcome is Outcome.FAILED for check in card.checks)
        return f"[RESULT] Some checks failed: {failed} of {len(card.checks)}"
    graded = counted(sum(check.score is not None for check in card.checks), "check")
    text = f"[SCORE] {_points(card.points, card)}/100 ({graded}), threshold"
    critical = ", but a critical check failed" if is_critical else ""
    return f"{text} {six_places(card.threshold)}{critical}"


def _has_no_answer(conversation: Conversation) -> bool:
    return not conversation.fault and any(turn.reply is None for turn in conversation.turns)


def turns_to_show(conversation: Conversation, checks: Sequence[Check]) -> set[int]:
    """The numbers of the turns that did not pass; the last one if only the whole did not."""
    bad = {check.turn for check in checks if check.outcome is not Outcome.PASSED} - {None}
    bad |= {n for n, turn in enumerate(conversation.turns, start=1) if turn.reply is None}
    return {n for n in bad if n is not None} or {len(conversation.turns)}


def transcript(
    conversation: Conversation, checks: Sequence[Check], shown: set[int] | None = None
) -> Iterator[str]:
    """The conversation, with checks below their turn, or at the end.

    With ``shown`` the turns of other numbers are one line each, and the checks of the whole
    conversation one, if they passed. Far from those that are shown, turns are only counted.
    """
    count = len(conversation.turns)
    is_long, whole = count > 1, [check for check in checks if check.turn is None]
    left_out: list[int] = []
    talk = None
    yield from _messages(conversation, conversation.history)
    for number, turn in enumerate(conversation.turns, start=1):
        if turn.talk not in (talk, None):
            talk = turn.talk
            yield from _left_out(left_out)
            left_out = []
            yield f"  conversation {talk}:"
        scope = (number,) if is_long else (None, number)
        own = [check for check in checks if check.turn in scope]
        if shown is not None and number not in shown:
            if count > _MOST_TURNS and not shown & {number - 1, number + 1}:
                left_out.append(number)
                continue
            yield from _left_out(left_out)
            left_out = []
            yield _passed_turn(number, turn, own)
            continue
        yield from _left_out(left_out)
        left_out = []
        yield from _messages(conversation, turn.before)
        if turn.user:
            yield from _lines("user", turn.user)
        yield from _reply_lines(conversation, turn)
        if number == count:
            yield from _record_lines(conversation)
        yield from check_lines(own, turn)
    yield from _left_out(left_out)
    if shown is not None and count not in shown:
        yield from _record_lines(conversation)
    if is_long and whole:
        if shown is not None and all(check.outcome is Outcome.PASSED for check in whole):
            yield f"  the whole conversation: {_passed(whole)}"
            return
        yield "  the whole conversation:"
        yield from check_lines(whole, conversation.turns[-1])


def _passed_turn(number: int, turn: Turn, checks: Sequence[Check]) -> str:
    """A turn without a check that did not pass."""
    end = f" · {_passed(checks)}" if checks else ""
    start = f"  turn {number}: "
    return start + one_line(turn.user or "(no message)", _WIDTH - len(start) - len(end)) + end


def _passed(checks: Sequence[Check]) -> str:
    return f"{MARKS[Outcome.PASSED].strip()} {counted(len(checks), 'check')}"


def _messages(conversation: Conversation, messages: Sequence[Mapping[str, str]]) -> Iterator[str]:
    for message in messages:
        role = message["role"]
        yield from _lines(conversation.bot if role == "assistant" else role, message["content"])


def _left_out(numbers: Sequence[int]) -> Iterator[str]:
    if numbers:
        span = f"{numbers[0]} to {numbers[-1]}" if numbers[1:] else f"{numbers[0]}"
        yield f"  … turn{'s' if numbers[1:] else ''} {span} passed; -v shows all"


def _reply_lines(conversation: Conversation, turn: Turn) -> Iterator[str]:
    if turn.reply is not None:
        for text in (*turn.reply.earlier_texts, turn.reply.text or "(no text)"):
            yield from _lines(conversation.bot, text)
    calls = [("calls", call) for call in (turn.reply.calls if turn.reply else turn.arrived)]
    lines: list[str] = []
    # Calls that are mentioned in the reply, but never arrived in the world.
    for verb, call in (*calls, *[("only says that it calls", call) for call in turn.said]):
        params = [
            f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in call.params.items()
        ]
        outcome = "" if call.result is None else f" -> {_value_text(call.result)}"
        outcome = outcome if call.error is None else f" failed: {call.error}"
        shown = "only requests" if call.requested else verb
        lines.append(one_line(f"{shown} {call.function}({', '.join(params)}){outcome}", 200))
    for line in _excerpt(lines):
        yield from wrapped("    ", line)
    if turn.error is not None:
        if turn.error == conversation.fault:
            yield from wrapped("  — ", f"the conversation ended here: {one_line(turn.error, 400)}")
        else:
            yield from _lines(conversation.bot or "bot", f"(no reply) {turn.error}")
    if turn.traceback is not None:
        # Lines that only underline the one above say nothing in a log.
        trace = [line for line in log_text(turn.traceback).splitlines() if line.strip(" ^~")]
        yield from (_INDENT + line for line in _excerpt(trace))


def _record_lines(conversation: Conversation) -> Iterator[str]:
    """What its environments say of what they saw, a line each."""
    for name in registry.words("lines"):
        if name in conversation.records:
            for line in registry.offered("lines", name)(conversation.records[name]):
                yield from wrapped("    ", line)


def _lines(speaker: str, text: str) -> Iterator[str]:
    excerpt = log_text(text[:_MOST_CHARACTERS])
    if len(text) > _MOST_CHARACTERS:
        excerpt += "…"
    first, *rest = excerpt.splitlines() or [""]
    lines = wrapped(f"  {one_line(speaker)}: ", first)
    lines += [part for line in rest for part in wrapped(_INDENT, line)]
    yield from lines[: _MOST_LINES + 1]
    if len(lines) > _MOST_LINES + 1:
        yield f"{_INDENT}… {len(lines) - _MOST_LINES - 1} more lines"


def _excerpt(lines: list[str]) -> list[str]:
    omitted = len(lines) - _FIRST_LINES - _LAST_LINES
    if omitted <= 1:  # the note itself takes a line
        return lines
    return [*lines[:_FIRST_LINES], f"… {omitted} more lines", *lines[-_LAST_LINES:]]


def check_lines(checks: Sequence[Check], turn: Turn | None = None) -> Iterator[str]:
    """One line for each check that passed, and as many as needed for the others.

    ``turn`` is the turn shown above; its text is not repeated.
    """
    missing: dict[str, list[str]] = {}
    for check in checks:
        name, message = one_line(check.name), one_line(check.message, 400)
        if check.outcome is Outcome.UNGRADED:
            missing.setdefault(message, []).append(name)
            continue
        mark = MARKS[check.outcome]
        critical = "" if check.label == check.outcome else "critical: "
        score = ""
        if check.outcome is Outcome.FAILED and check.score:
            score = f" ({format_number(check.score, 0)}/100)"
        text = ": ".join(filter(None, (f"{critical}{name}{score}", message)))
        if check.outcome is Outcome.PASSED:
            yield mark + one_line(text, _WIDTH - len(mark))
            continue
        yield from wrapped(mark, text)
        reply_text = turn.reply.text if turn is not None and turn.reply is not None else ""
        title = "forbidden: " if check.kind.startswith(("forbidden", "shouldNot")) else "expected: "
        for name, value in ((title, check.expected), ("actual:   ", check.actual)):
            # Nothing is shown twice: neither what the message says, nor the reply above.
            parts = value if isinstance(value, list | tuple) else [value]
            is_said = all(
                isinstance(part, str) and (part in message or part.rstrip("…") in reply_text)
                for part in parts
            )
            # That true was expected says nothing.
            is_said = is_said or isinstance(value, bool)
            if value is not None and not is_said and _value_text(value) not in message:
                yield from wrapped(f"{_INDENT}{name}", _value_text(value))
    for message, names in missing.items():
        is_repeated = turn is not None and message == one_line(turn.error or "", 400)
        reason = "" if is_repeated or not message else f": {message}"
        yield from wrapped(MARKS[Outcome.UNGRADED], f"not graded: {', '.join(names)}{reason}")


def wrapped(mark: str, text: str) -> list[str]:
    """The text after a mark, wrapped into lines."""
    return wrap_cells(text, _WIDTH, mark, _INDENT)


def _checks_to_mend(card: Scorecard) -> list[Check]:
    """The checks that determine the outcome; if some are ungraded, the failed ones as well."""
    checks = [check for check in card.checks if check.outcome is not Outcome.PASSED]
    if card.outcome is Outcome.FAILED:
        return [check for check in checks if check.outcome is Outcome.FAILED]
    return checks


def _value_text(value: object) -> str:
    return one_line(json.dumps(value, ensure_ascii=False, sort_keys=True), 300)
