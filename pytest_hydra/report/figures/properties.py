"""Additional JUnit XML properties of a scenario, test or benchmark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_hydra.core.text import one_line
from pytest_hydra.record.wire import is_counted
from pytest_hydra.report.figures.causes import first_cause

_NAMES = (
    *("bot", "judge", "category", "score", "overall", "coverage"),
    *("seconds", "tokens", "cost_usd", "retries"),
)


def properties(entry: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """The properties by name: fields of the report's entry that have a value."""
    for name in _NAMES:
        if entry.get(name) is not None:
            value = entry[name]
            yield name, one_line(value, 200) if isinstance(value, str) else value
    if entry.get("tags"):
        yield "tags", ", ".join(map(one_line, entry["tags"]))
    if "checks" in entry and entry["status"] != "passed" and is_counted(entry):
        yield "cause", first_cause(entry).key
