"""Which tools of MCP servers were expected, and which were called: counts, and their table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    """The lines of the table; none if each call was as expected, unless it ``is_whole``."""
    counts = {
        tuple(name.removeprefix(TOOL).split(_BETWEEN)): int(count)
        for name, count in amounts.items()
        if name.startswith(TOOL)
    }
    if all(expected == called for _, expected, called in counts) and not (counts and is_whole):
        return []
    others = sorted({called for *_, called in counts} - {_NONE})
    columns = [*others, _NONE]
    rows: list[Sequence[str]] = [("tools: expected, then called", "", *columns)]
    rows += _rows(counts, columns)
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if at < 2 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _rows(counts: Mapping[tuple[str, ...], int], columns: Sequence[str]) -> Iterator[Sequence[str]]:
    latest = ""
    for bot, expected in sorted({(bot, expected) for bot, expected, _ in counts}):
        numbers = [str(counts.get((bot, expected, called), 0)) for called in columns]
        yield ("" if bot == latest else bot, expected, *numbers)
        latest = bot
