"""The JSON of mocha's own reporter."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_hydra.candidates.recording import Outcome
from pytest_hydra.candidates.results.cases import Case, Read, inside, load_json, member, objects

_LISTS: tuple[tuple[str, Outcome], ...] = (
    ("passes", "passed"),
    ("failures", "failed"),
    ("pending", "skipped"),
)


def read(data: bytes, roots: Sequence[str] = ()) -> Read:
    """The tests of a run, and the hooks that failed. Raises ResultError.

    An id is ``FILE::FULL TITLE``.
    """
    report = load_json(data)
    stats = member(report, "stats", dict)
    cases: list[Case] = []
    problems: list[str] = []
    for name, outcome in _LISTS:
        tests = objects(report, name)
        told = stats.get(name)
        if told != len(tests):
            problems.append(f"it counts {told!r} {name} and shows {len(tests)}")
        for test in tests:
            file = inside(test.get("file"), roots)
            title = member(test, "fullTitle", str)
            cases.append(Case(f"{file}::{title}" if file else title, outcome, file))
    return Read(tuple(cases), tuple(problems))
