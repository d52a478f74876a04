"""The tables of experiments, for the terminal and the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.core.numbers import exact, format_number, half_up, percent, points
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.report.figures.experiments import label

_NAME = 14
_NONE = "-"
# From this many seconds on, times are in minutes.
_MOST_SECONDS = 600
Table = Sequence[Sequence[str]]


def headline(entry: Mapping[str, Any]) -> str:
    """What was decided, in words."""
    if not entry["decided"]:
        return "not decided, as something was left out"
    if entry["failures"]:
        return "; ".join(entry["failures"])
    if not entry["require"]:
        return "measured, and nothing is required"
    held = [f"{name} {_wanted(wanted)}" for name, wanted in entry["require"].items()]
    return f"holds: {', '.join(held)}"


def _wanted(wanted: str | float) -> str:
    return wanted if isinstance(wanted, str) else f"at least {wanted:g}%"


def tables(entry: Mapping[str, Any]) -> Iterator[Table]:
    """The tables of an experiment: the names of the columns, and rows of texts."""
    rows = entry["treatments"]
    has_bots, has_arms = (len({row[key] for row in rows}) > 1 for key in ("subject", "name"))

    def name(text: str, row: Mapping[str, Any]) -> str:
        parts = [one_line(text, _NAME)] * has_arms
        return ", ".join([*parts, *[one_line(row["subject"], _NAME)] * (has_bots or not parts)])

    if any(row["share"] is not None for row in rows):
        head = ("treatment", "passed %", "95 of 100", "ungraded", "$", "tokens", "time", "skill")
        yield [
            head,
            *[
                (
                    name(row["name"], row),
                    percent(row["share"]),
                    _range(row["interval"]),
                    str(row["ungraded"]),
                    format_number(row["cost_usd"], 2, _NONE),
                    _NONE if row["tokens"] is None else f"{row['tokens']:,.0f}",
                    _time(row["seconds"]),
                    f"{row['used']} of {row['offered']}" if row["offered"] else _NONE,
                )
                for row in rows
            ],
        ]
    if entry["differences"]:
        yield [
            ("difference", "cases", "points", "95 of 100", "$", "tokens", "more cases"),
            *[
                (
                    name(", ".join(one_line(each, _NAME) for each in pair["names"]), pair),
                    str(pair["cases"]),
                    points(pair["difference"]),
                    " to ".join(map(points, pair["interval"])),
                    _change(pair["cost_usd"]),
                    _change(pair["tokens"]),
                    _NONE if pair["more"] is None else str(pair["more"] or "told apart"),
                )
                for pair in entry["differences"]
            ],
        ]
    if entry["triggers"]:
        yield [
            ("triggers", "fired when it should", "silent when it should", "precision"),
            *[
                (
                    name(row["treatment"], row),
                    f"{row['fired']} of {row['should']} ({_range(row['recall'])})",
                    f"{row['silent']} of {row['should_not']} ({_range(row['specificity'])})",
                    percent(row["precision"]),
                )
                for row in entry["triggers"]
            ],
        ]


def remarks(entry: Mapping[str, Any]) -> Iterator[str]:
    """Lines below the tables."""
    for pair in entry["differences"]:
        if pair["left_out"]:
            who = label(", ".join(pair["names"]), pair)
            yield f"{who}: {counted(pair['left_out'], 'pair')} ungraded, and left out"
    for row in entry["triggers"]:
        for alarm in row["false_alarms"]:
            text = one_line(alarm["text"], 60)
            subject = label(row["treatment"], row)
            yield f'{subject}: fired {alarm["fired"]} of {alarm["runs"]}: "{text}"'


def title(entry: Mapping[str, Any]) -> str:
    """The heading of an experiment."""
    rows = entry["treatments"]
    runs, units = (max(row[key] for row in rows) for key in ("runs", "scenarios"))
    each = f", {runs} runs each" if runs > 1 else ""
    return f"experiment of {one_line(entry['file'], 60)} ({counted(units, 'scenario')}{each})"


def _range(interval: Sequence[float] | None) -> str:
    return _NONE if interval is None else "-".join(format_number(100 * x, 0) for x in interval)


def _change(found: Mapping[str, Any] | None) -> str:
    """A ratio as a change in percent, with its interval."""
    if found is None:
        return _NONE
    middle, *ends = (
        f"{half_up(exact(100 * (each - 1)), 0):+}"
        for each in (found["median"], *(found["interval"] or ()))
    )
    return f"{middle}%" + (f" ({' to '.join(ends)})" if ends else "")


def _time(seconds: float | None) -> str:
    if seconds is None:
        return _NONE
    return f"{seconds:.1f} s" if seconds < _MOST_SECONDS else f"{seconds / 60:.0f} min"
