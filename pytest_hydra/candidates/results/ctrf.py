"""CTRF, the common test report format: one JSON object for any runner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pytest_hydra.candidates.recording import Outcome
from pytest_hydra.candidates.results.cases import (
    Case,
    Read,
    ResultError,
    inside,
    load_json,
    member,
    objects,
)

_OUTCOMES: dict[str, Outcome] = {
    "passed": "passed",
    "failed": "failed",
    "skipped": "skipped",
    "pending": "skipped",
    "other": "error",
}


def read(data: bytes, roots: Sequence[str] = ()) -> Read:
    """The tests in a CTRF report. Raises ResultError. An id is ``FILE::SUITE > NAME``."""
    results = member(load_json(data), "results", dict)
    cases = tuple(_case(test, roots) for test in objects(results, "tests"))
    summary = member(results, "summary", dict)
    problems = []
    for name, outcomes in (("tests", None), ("failed", ("failed",))):
        told = summary.get(name)
        found = sum(outcomes is None or case.outcome in outcomes for case in cases)
        if told != found:
            problems.append(f"its summary says {told!r} for {name!r}, and it shows {found}")
    return Read(cases, tuple(problems))


def _case(test: dict[str, Any], roots: Sequence[str]) -> Case:
    status = member(test, "status", str)
    if status not in _OUTCOMES:
        raise ResultError(f"has a test of the unknown status {status[:40]!r}")
    suite = test.get("suite")
    names = suite if isinstance(suite, list) else [suite]
    parts = [name for name in names if isinstance(name, str)]
    file = inside(test.get("filePath"), roots)
    shown = " > ".join([*parts, member(test, "name", str)])
    return Case(f"{file}::{shown}" if file else shown, _OUTCOMES[status], file)
