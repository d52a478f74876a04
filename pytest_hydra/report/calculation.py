"""How the totals of a race were made: effective weights, formulas, and what left the count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.core.numbers import format_number
from pytest_hydra.core.text import counted, one_line

_MOST_TESTS = 20

Entry = Mapping[str, Any]


def total_sum(ranking: Entry) -> str:
    """The total of a candidate as a sum of its scores by their effective weights."""
    shares = ranking.get("effective_weights", {})
    parts = [
        f"{format_number(100 * share, 2)}% of {name} {format_number(score, 1)}"
        for name, share in shares.items()
        if share and (score := ranking["breakdown"].get(name)) is not None
    ]
    return f"total {format_number(ranking['total'], 1)} = {' + '.join(parts)}" if parts else ""


def score_inputs(ranking: Entry) -> Iterator[str]:
    """What went into each score that is not full, as its formula calls it."""
    for check in ranking["checks"]:
        told = {name: value for name, value in check["inputs"].items() if _is_number(value)}
        numbers = [f"{name} {+value}" for name, value in told.items()]
        if check["score"] not in (None, 100) and numbers:
            points = format_number(check["score"], 1)
            yield f"{check['name']} {points} by {', '.join(numbers)}"


def _is_number(value: object) -> bool:
    """Whether it can be computed with, as what is true or not can: 1 or 0."""
    return isinstance(value, int | float)


def formula_lines(race: Entry, rankings: Sequence[Entry]) -> Iterator[str]:
    """The formulas of the dimensions that have a score, in words of their inputs."""
    texts = race.get("formula_texts", {})
    for name, text in texts.items():
        if any(ranking["breakdown"].get(name) is not None for ranking in rankings):
            yield f"{name} = {text}"


def flaky_tests(rankings: Sequence[Entry]) -> list[str]:
    """How many tests have left the count as they are unstable, then the first of them."""
    tests = sorted({test for entry in rankings for test in (entry["tests"] or {}).get("flaky", ())})
    if not tests:
        return []
    more = len(tests) - _MOST_TESTS
    return [
        f"flaky: {counted(len(tests), 'test')}, which left the count",
        *(one_line(test, 200) for test in tests[:_MOST_TESTS]),
        *([f"… and {more} more, in report.json"] if more > 0 else []),
    ]
