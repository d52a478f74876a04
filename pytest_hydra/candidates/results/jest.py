"""The JSON of jest, and of vitest, which writes the same."""

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
    "pending": "skipped",
    "skipped": "skipped",
    "todo": "skipped",
    "disabled": "skipped",
}


def read(data: bytes, roots: Sequence[str] = ()) -> Read:
    """The tests in the file that ``--outputFile`` names. Raises ResultError.

    An id is ``FILE::OUTER > INNER > TITLE``; a file that could not be loaded is an error of its
    own, named by the file.
    """
    report = load_json(data)
    cases: list[Case] = []
    tests = 0
    for suite in objects(report, "testResults"):
        path = member(suite, "name", str)
        file = inside(path, roots)
        found = [_case(test, file or path) for test in objects(suite, "assertionResults")]
        tests += len(found)
        cases += [Case(name, outcome, file) for name, outcome in found]
        broken = suite.get("status") == "failed"
        if broken and not any(outcome == "failed" for _, outcome in found):
            cases.append(Case(file or path, "error", file))
    problems = []
    told = report.get("numTotalTests")
    if told != tests:
        problems.append(f"it counts {told!r} tests and shows {tests}")
    if report.get("wasInterrupted") is True:
        problems.append("the run was interrupted")
    return Read(tuple(cases), tuple(problems))


def _case(test: dict[str, Any], place: str) -> tuple[str, Outcome]:
    status = member(test, "status", str)
    if status not in _OUTCOMES:
        raise ResultError(f"has a test of the unknown status {status[:40]!r}")
    above = [name for name in member(test, "ancestorTitles", list) if isinstance(name, str)]
    return f"{place}::{' > '.join([*above, member(test, 'title', str)])}", _OUTCOMES[status]
