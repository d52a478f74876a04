"""The block of a judged benchmark, as the terminal shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from pytest_hydra.core.numbers import exact, half_up
from pytest_hydra.core.show import one_line

_WIDTH = 60
_NAME = 24
BLOCKS = ("█", "░")
_PLAIN_BLOCKS = ("#", ".")


def score_block(
    entry: Mapping[str, Any], earlier: Sequence[float], *, plain: bool
) -> Iterator[str]:
    """The lines of one benchmark. ``earlier`` are its overall scores so far, the newest last.

    ``plain``: in characters that every terminal can draw.
    """
    judge = "MOCK" if entry["mock"] else one_line(str(entry["judge"]).title(), 30)
    yield "=" * _WIDTH
    yield f"  NERV Benchmark Scores (All {judge} Graded)"
    yield "=" * _WIDTH
    yield ""
    for category in entry["categories"]:
        yield _row(f"{category['name']} Score", _out_of_ten(category["score"]))
        if category["reason"]:
            yield f"    {one_line(category['reason'], _WIDTH + 14)}"
    if entry["overall"] is not None:
        bar = _bar(entry["overall"], _PLAIN_BLOCKS if plain else BLOCKS)
        yield _row("Overall Score", f"{bar} {half_up(exact(entry['overall']), 1)}/10")
    if len(earlier) > 1:
        yield _row("History", " ".join(str(half_up(exact(one), 1)) for one in earlier))
    agreed = entry.get("agreement")
    if agreed:
        yield _row("Agreement with people", _agreement(agreed))
    for note in entry.get("notes", ()):
        yield from (f"  {line}" for line in wrap(one_line(note, 300), _WIDTH - 2))
    yield ""
    yield "-" * _WIDTH
    yield f"  Pass threshold: {_number(entry['threshold'])}/10"
    yield f"  Result: {_result(entry)}"
    yield "=" * _WIDTH


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


def _result(entry: Mapping[str, Any]) -> str:
    if entry["overall"] is None or entry["status"] == "ungraded":
        return "NOT GRADED"
    return "PASS" if entry["passed"] else "FAIL"
