"""How the totals of a race were computed: policy, weights, formulas, and excluded tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.core.numbers import format_number
from pytest_hydra.core.text import counted

_MOST_TESTS = 20

Entry = Mapping[str, Any]


def policy_lines(race: Entry) -> list[str]:
    """A note if today's policy decided instead of the recorded one, with the differences."""
    if "policy_changes" not in race:
        return []
    changes = race["policy_changes"] or ["no changes"]
    return ["decided by today's policy instead of the recorded one:", *changes]


def flaky_tests(rankings: Sequence[Entry]) -> list[str]:
    """The tests that are not counted because they are unstable."""
    tests = (entry["details"].get("tests", {}) for entry in rankings)
    return sorted({test for each in tests for test in each.get("flaky", ())})


def flaky_note(rankings: Sequence[Entry]) -> str:
    """The number of flaky tests in words; empty if there are none."""
    number = len(flaky_tests(rankings))
    return f"flaky: {counted(number, 'test')}, not counted" if number else ""


def calculation(race: Entry, rankings: Sequence[Entry]) -> Iterator[str]:
    """The computation of each total and each score below 100; then the flaky tests."""
    for entry in rankings:
        parts = [
            f"{format_number(100 * share, 2)}% of {check['name']} {format_number(score, 1)}"
            for check in entry["checks"]
            for share, score in [(check["details"]["share"], check["score"])]
            if share and score is not None
        ]
        if parts:
            total = format_number(entry["total"], 1)
            yield f"{entry['id']}: total {total} = {' + '.join(parts)}"
        for check in entry["checks"]:
            inputs = check["details"]["inputs"].items()
            values = ", ".join(f"{name} {+x}" for name, x in inputs if isinstance(x, int | float))
            if values and check["score"] not in (None, 100):
                points = format_number(check["score"], 1)
                yield f"{entry['id']}: {check['name']} {points} by {values}"
    for name, text in race.get("formula_texts", {}).items():
        checks = (check for entry in rankings for check in entry["checks"])
        if any(check["name"] == name and check["score"] is not None for check in checks):
            yield f"{name} = {text}"
    flaky = flaky_tests(rankings)
    yield from (f"flaky: {test}" for test in flaky[:_MOST_TESTS])
    if len(flaky) > _MOST_TESTS:
        yield f"flaky: … and {len(flaky) - _MOST_TESTS} more, in report.json"
