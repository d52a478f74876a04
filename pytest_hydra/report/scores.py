"""The block of a judged benchmark, as the terminal shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from pytest_hydra.core.numbers import exact, half_up, half_up_beside
from pytest_hydra.core.text import one_line

_WIDTH = 60
_NAME = 24
# What judges and people wrote may be wider than the block, and have so many lines.
_TEXT_WIDTH = 80
_MOST_LINES = 6
BLOCKS = ("█", "░")
_PLAIN_BLOCKS = ("#", ".")


def score_block(
    entry: Mapping[str, Any], earlier: Sequence[float], *, plain: bool, notes: bool
) -> Iterator[str]:
    """The lines of one benchmark. ``earlier`` are its overall scores so far, the newest last.

    ``plain``: in characters that every terminal can draw. ``notes``: with those of the categories.
    """
    judge = "MOCK" if entry["mock"] else one_line(str(entry["judge"]).title(), 30)
    yield "=" * _WIDTH
    yield f"  NERV Benchmark Scores (All {judge} Graded)"
    yield "=" * _WIDTH
    yield ""
    told = set()
    for category in entry["categories"]:
        yield _row(f"{category['name']} Score", _out_of_ten(category["score"]))
        # One that breaks for all categories does so for one reason.
        if category["reason"] and category["reason"] not in told:
            told.add(category["reason"])
            yield from wrapped(category["reason"], "    ")
        for note in category.get("notes", ()) if notes else ():
            yield from wrapped(note, "    - ")
    if entry["overall"] is not None:
        bar = _bar(entry["overall"], _PLAIN_BLOCKS if plain else BLOCKS)
        yield _row("Overall Score", f"{bar} {show_overall(entry)}")
    if len(earlier) > 1:
        yield _row("History", " ".join(str(half_up(exact(item), 1)) for item in earlier))
    agreed = entry.get("agreement")
    if agreed:
        yield _row("Agreement with people", _agreement(agreed))
    for note in entry.get("notes", ()):
        yield from wrapped(note, "  ")
    yield ""
    yield "-" * _WIDTH
    yield f"  Pass threshold: {_number(entry['threshold'])}/10"
    yield f"  Result: {show_result(entry)}"
    yield "=" * _WIDTH


def wrapped(text: str, indent: str, width: int = _TEXT_WIDTH) -> list[str]:
    """A text on at most six lines, the first after ``indent``, the others below its text."""
    most = _MOST_LINES * (width - len(indent))
    return wrap(
        one_line(text, most),
        width,
        initial_indent=indent,
        subsequent_indent=" " * len(indent),
        max_lines=_MOST_LINES,
        placeholder=" …",
    )


def _row(name: str, value: str) -> str:
    return f"  {one_line(name, _NAME):<{_NAME}} {value}"


def _out_of_ten(score: float | None) -> str:
    return "not graded" if score is None else f"{_number(score)}/10"


def _agreement(agreed: Mapping[str, Any]) -> str:
    labels = f"{agreed['pairs']} labels"
    if agreed["kappa"] is None:
        return f"no kappa ({labels})"
    shown = [
        f"{half_up(exact(agreed[key]), 2)}"
        for key in ("kappa", "low", "high")
        if agreed[key] is not None
    ]
    interval = f", {shown[1]} to {shown[2]}" if len(shown) == 3 else ""
    return f"kappa {shown[0]}{interval} ({labels})"


def _number(score: float) -> str:
    number = exact(score)
    return str(number) if isinstance(number, int) else str(half_up(number, 1))


def _bar(score: float, blocks: tuple[str, str]) -> str:
    full = int(score)
    return blocks[0] * full + blocks[1] * (10 - full)


def result_of(entry: Mapping[str, Any]) -> str:
    """``passed``, ``failed``, ``ungraded``; or ``open``: what was selected of it passed."""
    in_part = not entry.get("complete", True)
    return "open" if in_part and entry["status"] == "passed" else str(entry["status"])


def show_overall(entry: Mapping[str, Any]) -> str:
    """The overall score as ``8.4/10``; it never looks like one beyond the threshold."""
    return f"{half_up_beside(exact(entry['overall']), exact(entry['threshold']))}/10"


def show_result(entry: Mapping[str, Any]) -> str:
    """The result as the block says it."""
    said = {"passed": "PASS", "failed": "FAIL", "ungraded": "NOT GRADED", "open": "OPEN"}
    return said[result_of(entry)]
