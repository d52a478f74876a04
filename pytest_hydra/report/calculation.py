"""How the totals of a race were made: policy, effective weights, formulas, what left the count."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.core.numbers import format_number
from pytest_hydra.core.text import counted, one_line

_MOST_TESTS = 20
_MOST_OF_A_VALUE = 60

Entry = Mapping[str, Any]


def policy_lines(race: Entry, rankings: Sequence[Entry]) -> Iterator[str]:
    """That today's policy decided, where it differs from the recorded one, and what that makes."""
    policy = race.get("policy")
    if policy is None:
        return
    differs = policy["differences"]
    yield f"decided by today's policy, {'not the' if differs else 'the same as the'} recorded one"
    for each in differs:
        yield f"{each['key']} {_shown(each['recorded'])} → {_shown(each['today'])}"
    before = {each["agent"]: each for each in policy["recorded"]}
    for entry in rankings:
        old, new = _place(before.get(entry["agent"], entry)), _place(entry)
        changes = [f"{word}{old[word]} → {new[word]}" for word in new if old[word] != new[word]]
        if changes:
            yield f"{entry['agent']}: {', '.join(changes)}"


def _shown(value: object) -> str:
    return one_line(json.dumps(value, ensure_ascii=False), _MOST_OF_A_VALUE)


def _place(entry: Entry) -> dict[str, str]:
    """Where a candidate stands, by the word before it."""
    total, verdict = format_number(entry["total"], 1, "-"), entry["verdict"].replace("_", " ")
    return {"rank ": str(entry["rank"]), "total ": total, "": verdict}


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
