"""A series as people and programs read it: tables of text and Markdown, and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pytest_hydra.core.numbers import exact, format_number, half_up, six_places
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.report.markdown import escape
from pytest_hydra.report.series import Difference, Interval, Series, Standing
from pytest_hydra.report.tables import wrapped

_AGENT = 16
_NONE = "-"
# From so many on time is told in the next larger unit.
_MOST = 600


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the names of its columns, and its rows. All columns but the first are numbers."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]


def tables(series: Series) -> Iterator[Table]:
    """The agents, the pairs of them, and what repeats say, as far as there is any of it."""
    head = ("agent", "tasks", "merged %", "95 of 100", "unproven", "first", "$/merged", "time")
    rows = [
        (
            one_line(each.agent, _AGENT),
            str(each.strict.tasks),
            _percent(each.proven.share),
            _interval(each.proven.interval),
            str(each.unproven),
            str(each.first),
            format_number(each.cost_per_merged, 2, _NONE),
            _time(each.seconds),
            "*" if each.front else "",
        )
        for each in series.standings
    ]
    yield Table((*head, "front"), rows)
    told = [(pair, pair.proven) for pair in series.pairs if pair.proven is not None]
    if told:
        pairs = [
            (
                ", ".join(one_line(agent, _AGENT) for agent in pair.agents),
                str(found.tasks),
                _points(found.difference),
                _points_interval(found),
                _more(found),
            )
            for pair, found in told
        ]
        yield Table(("difference", "tasks", "points", "95 of 100", "tasks more"), pairs)
    most = max((max(each.pass_hat, default=0) for each in series.standings), default=0)
    if most > 1:
        every = range(1, most + 1)
        repeats = [
            (one_line(each.agent, _AGENT), *(_pass_hat(each, k) for k in every))
            for each in series.standings
        ]
        yield Table(("all merged", *(f"of {k}" for k in every)), repeats)


def notes(series: Series) -> Iterator[str]:
    """What is to be known beside the tables."""
    for each in series.standings:
        if each.unproven:
            one, other = each.proven, each.strict
            yield (
                f"{one_line(each.agent, 40)}: {each.unproven} of "
                f"{counted(each.attempts, 'attempt')} unproven, and left out; taken as not "
                f"merged: {_percent(other.share)} ({_interval(other.interval)}) of "
                f"{counted(other.tasks, 'task')} instead of {_percent(one.share)}"
            )
    for pair in series.pairs:
        one_way, other_way = pair.proven, pair.strict
        if one_way and other_way and one_way.is_told != other_way.is_told:
            yield (
                f"{', '.join(one_line(agent, 40) for agent in pair.agents)}: whether they are told "
                f"apart hangs on what is unproven; taken as not merged: "
                f"{_points(other_way.difference)} ({_points_interval(other_way)})"
            )
    unknown = [one_line(each.agent, 40) for each in series.standings if each.cost_usd is None]
    if unknown and len(unknown) < len(series.standings):
        yield f"cost: not known of every attempt of {', '.join(unknown)}"
    yield from series.notes


def as_text(series: Series) -> str:
    """The tables, at most 80 characters wide, and the notes below them."""
    lines = [_title(series)]
    for table in tables(series):
        sizes = [max(map(len, column)) for column in zip(table.head, *table.rows, strict=True)]
        lines.append("")
        for row in (table.head, *table.rows):
            first, *others = (
                cell.rjust(size) if place else cell.ljust(size)
                for place, (cell, size) in enumerate(zip(row, sizes, strict=True))
            )
            lines.append(" ".join((f" {first}", *others)).rstrip())
    for number, note in enumerate(notes(series)):
        lines += ["", *wrapped(note, "", "  ")] if number == 0 else wrapped(note, "", "  ")
    return "\n".join((*lines, ""))


def as_markdown(series: Series) -> str:
    """The same in Markdown."""
    lines = [f"## pytest-hydra: {_title(series)}"]
    for table in tables(series):
        lines += ["", f"| {' | '.join(table.head)} |", f"|---|{'---:|' * (len(table.head) - 1)}"]
        lines += [f"| {' | '.join(map(escape, row))} |" for row in table.rows]
    told = [f"- {escape(note)}" for note in notes(series)]
    return "\n".join((*lines, *([""] if told else []), *told, ""))


def as_json(series: Series) -> dict[str, Any]:
    """The same as plain data, shares from 0 to 1."""
    plain: dict[str, Any] = _rounded(asdict(series))
    return plain


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _rounded(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(entry) for entry in value]
    return six_places(exact(value)) if isinstance(value, float) else value


def _title(series: Series) -> str:
    return f"{counted(series.tasks, 'task')}, {counted(series.races, 'race')}"


def _percent(share: float | None) -> str:
    return _NONE if share is None else format_number(100 * share, 1)


def _interval(interval: Interval | None) -> str:
    return _NONE if interval is None else "-".join(map(_percent, interval))


def _points(difference: float) -> str:
    return f"{half_up(exact(100 * difference), 1):+}"


def _points_interval(difference: Difference) -> str:
    low, high = difference.interval
    return f"{_points(low)} to {_points(high)}"


def _more(difference: Difference) -> str:
    if difference.is_told:
        return "told apart"
    return _NONE if difference.more is None else str(difference.more)


def _time(seconds: float | None) -> str:
    if seconds is None:
        return _NONE
    if seconds < _MOST:
        return f"{seconds:.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < _MOST else f"{minutes / 60:.0f} h"


def _pass_hat(standing: Standing, k: int) -> str:
    chance, _tasks = standing.pass_hat.get(k, (None, 0))
    return _percent(chance)
