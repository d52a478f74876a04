"""Output of a series: tables as text, Markdown and HTML, and JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from pytest_hydra import registry
from pytest_hydra.core.numbers import format_number, percent, rounded, signed
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.plugins.series.standings import Difference, Series, Standing
from pytest_hydra.report import aligned, escape, wrap_text

_AGENT = 14
_NONE = "-"
# From this many seconds on, times are in minutes.
_MOST = 600

_TITLES = {
    "agent": "Agents",
    "difference": "Differences between agents",
    "all merged": "Repeats: how likely all attempts are merged",
}


def tables(series: Series) -> Iterator[Sequence[Sequence[str]]]:
    """The tables of agents, of pairs of agents, and of repeats, if there are any.

    Each is the names of its columns, then the rows; all columns but the first are numbers.
    """
    head = ("agent", "tasks", "merged %", "95% range", "unproven", "first", "$/merged", "time")
    agents = [
        (
            one_line(entry.agent, _AGENT),
            str(entry.tasks),
            *_share(entry),
            str(entry.unproven),
            str(entry.first),
            format_number(entry.cost_per_merged, 2, _NONE),
            _time(entry.seconds),
            "*" if entry.front else "",
        )
        for entry in series.standings
    ]
    yield [(*head, "front"), *agents]
    pairs = [
        (_names(pair.agents, _AGENT), str(pair.tasks), *_difference(pair)) for pair in series.pairs
    ]
    if pairs:
        yield [("difference", "tasks", "points", "95% range", "more tasks"), *pairs]
    repeats = range(1, 1 + max(len(entry.pass_hat) for entry in series.standings))
    if len(repeats) > 1:
        chances = [
            (one_line(entry.agent, _AGENT), *(percent(entry.pass_hat.get(k)) for k in repeats))
            for entry in series.standings
        ]
        yield [("all merged", *(f"of {k}" for k in repeats)), *chances]


def notes(series: Series) -> Iterator[str]:
    """Remarks on the tables: unproven attempts, unknown costs, and races left out."""
    strict = series.strict or series
    other_shares = {entry.agent: _share(entry) for entry in strict.standings}
    for entry in series.standings:
        if entry.unproven:
            share, interval = other_shares[entry.agent]
            yield (
                f"{one_line(entry.agent, 40)}: {entry.unproven} of "
                f"{counted(entry.attempts, 'attempt')} unproven, and left out; counted as not "
                f"merged: {share} ({interval}) instead of {_share(entry)[0]}"
            )
    certain = {frozenset(pair.agents): pair.more == 0 for pair in series.pairs}
    for pair in strict.pairs:
        if certain.get(frozenset(pair.agents), pair.more == 0) != (pair.more == 0):
            points, interval, _ = _difference(pair)
            yield (
                f"{_names(pair.agents, 40)}: the difference depends on unproven attempts; "
                f"counted as not merged: {points} ({interval})"
            )
    unknown = [entry.agent for entry in series.standings if entry.cost_usd is None]
    if 0 < len(unknown) < len(series.standings):
        yield f"cost: unknown for some attempts of {_names(unknown, 40)}"
    yield from series.notes


def as_text(series: Series) -> str:
    """The tables, at most 80 characters wide, and the notes below them."""
    lines = [_title(series)]
    for table in tables(series):
        lines += ["", *aligned(table)]
    remarks = [line for note in notes(series) for line in wrap_text(note, "", "  ")]
    return "\n".join((*lines, *([""] if remarks else []), *remarks, ""))


def as_markdown(series: Series) -> str:
    """The tables and notes in Markdown."""
    lines = [f"## pytest-hydra: {_title(series)}"]
    for head, *rows in tables(series):
        lines += ["", f"| {' | '.join(head)} |", f"|---|{'---:|' * (len(head) - 1)}"]
        lines += [f"| {' | '.join(map(escape, row))} |" for row in rows]
    remarks = [f"- {escape(note)}" for note in notes(series)]
    return "\n".join((*lines, *([""] if remarks else []), *remarks, ""))


def as_json(series: Series) -> dict[str, Any]:
    """The series as plain data, with shares from 0 to 1."""
    plain: dict[str, Any] = rounded(asdict(series))
    return plain


def series_schema() -> dict[str, Any]:
    """The JSON Schema of the result of `as_json`."""
    from pydantic import TypeAdapter

    return TypeAdapter(Series).json_schema(mode="serialization")


def as_json_text(series: Series) -> str:
    """The series as JSON."""
    return json.dumps(as_json(series), indent=2, ensure_ascii=False) + "\n"


def as_page(series: Series) -> str:
    """The tables and notes as an HTML page. Raises HydraError if Jinja2 is not installed."""
    data = [
        {
            "title": _TITLES[head[0]],
            "columns": list(head),
            "rows": [list(row) for row in rows],
            "more": "",
        }
        for head, *rows in tables(series)
    ]
    page_of_tables: Callable[..., str] = registry.offered("services", "page_of_tables")
    return page_of_tables("series", _title(series), list(notes(series)), data)


PRINTED = {"text": as_text, "json": as_json_text, "md": as_markdown}
"""The formats for printing, by name."""
WRITTEN = {"json": as_json_text, "md": as_markdown}
"""The formats for files, by name."""
if "page_of_tables" in registry.words("services"):
    WRITTEN["html"] = as_page


def _title(series: Series) -> str:
    return f"{counted(series.tasks, 'task')}, {counted(series.races, 'race')}"


def _names(agents: Sequence[str], most: int) -> str:
    return ", ".join(one_line(agent, most) for agent in agents)


def _share(entry: Standing) -> tuple[str, str]:
    return percent(entry.share), "-".join(map(percent, entry.interval or (None,)))


def _difference(pair: Difference) -> tuple[str, str, str]:
    """The difference in points, its interval, and the number of further tasks needed."""
    more = _NONE if pair.more is None else str(pair.more or "told apart")
    points, *interval = (signed(100 * each, 1) for each in (pair.difference, *pair.interval))
    return points, " to ".join(interval), more


def _time(seconds: float | None) -> str:
    if seconds is None:
        return _NONE
    return f"{seconds:.0f} s" if seconds < _MOST else f"{seconds / 60:.0f} min"
