"""Which tools of MCP servers were expected, and which were called: counts, and wrong choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.scorecard import PASSED, UNGRADED, Check
from pytest_hydra.core.text import one_line

if TYPE_CHECKING:
    from pytest_hydra.transcript.turn import Turn

#: The prefix of amounts in a result that count them: the bot, the expected tool, and the called.
TOOL = "tool: "
_NONE = "none"
_BETWEEN = "\x1f"


def choices(bot: str, checks: Iterable[Check], turns: Sequence[Turn]) -> Mapping[str, int]:
    """The amounts of these checks of a conversation. A call that failed was chosen as well."""
    counts: Counter[str] = Counter()
    for check in checks:
        if check.kind == "expectedFunction" and check.outcome is not UNGRADED:
            expected, called = _first(check.expected), _first(check.actual)
            if check.outcome is PASSED:
                called = expected
            elif called == _NONE:
                called = _tried(turns if check.turn is None else turns[check.turn - 1 : check.turn])
            counts[TOOL + _BETWEEN.join((bot, expected, called))] += 1
    return counts


def _tried(turns: Sequence[Turn]) -> str:
    """The function of the first call, whether or not it failed."""
    calls = [call for turn in turns for call in (turn.reply.calls if turn.reply else turn.arrived)]
    return _first([call.function for call in calls])


def _first(names: Any) -> str:
    name = next(iter(names), None) if isinstance(names, list | tuple) else names
    return one_line(name, 60) if isinstance(name, str) and name else _NONE


def table(amounts: Mapping[str, float], *, is_whole: bool) -> list[str]:
    """How many calls were as expected, by bot, and each wrong choice with how often it was made.

    None if each call was as expected, unless it ``is_whole``.
    """
    counts: dict[tuple[str, str], Counter[str]] = {}
    for name, count in amounts.items():
        if name.startswith(TOOL):
            bot, expected, called = name.removeprefix(TOOL).split(_BETWEEN)
            counts.setdefault((bot, expected), Counter())[called] += int(count)
    wrong = [
        (bot, f"{expected} \N{RIGHTWARDS ARROW} {called}", number, found.total())
        for (bot, expected), found in counts.items()
        for called, number in found.items()
        if called != expected
    ]
    if not wrong and not (counts and is_whole):
        return []
    right, totals = Counter[str](), Counter[str]()
    for (bot, expected), found in counts.items():
        right[bot] += found[expected]
        totals[bot] += found.total()
    shares = ", ".join(f"{bot} {right[bot]} of {totals[bot]}" for bot in sorted(totals))
    wrong.sort(key=lambda each: (each[0], -each[2], each[1]))
    return [
        f"tools called as expected: {shares}",
        *(f"  {bot}: {choice} {number} of {whole}" for bot, choice, number, whole in wrong),
    ]
