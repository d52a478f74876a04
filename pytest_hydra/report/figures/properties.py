"""Additional JUnit XML properties of a result."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_hydra.core.result import Result, flakiness, is_counted, is_flaky
from pytest_hydra.core.text import one_line
from pytest_hydra.report.figures.causes import first_cause

_NAMES = ("subject", "total", "coverage")


def item_properties(result: Result) -> Iterator[tuple[str, object]]:
    """The properties by name: fields of the result that have a value."""
    details = result["details"]
    found = {name: result[name] for name in _NAMES} | result["usage"]
    found |= {name: details.get(name) for name in ("judge", "category")}
    for name, value in found.items():
        if value is not None:
            yield name, one_line(value, 200) if isinstance(value, str) else value
    if "tags" in details:
        yield "tags", ", ".join(map(one_line, details["tags"]))
    if is_flaky(result):
        yield "flaky", flakiness(result)
    if result["status"] != "passed" and is_counted(result):
        yield "cause", first_cause(result).key
