"""Tests of a base of which no file is known to be a test: nobody knows whose version ran."""

from __future__ import annotations

from pytest_hydra.race.decide.model import Objections, unproven
from pytest_hydra.race.record import CandidateRecord
from pytest_hydra.race.roles import is_document, sides


def unexplained(record: CandidateRecord, base: CandidateRecord) -> Objections:
    """The objection to a candidate that changed files which may be the tests that ran."""
    run = base.runs.get("tests")
    if base.source.tests_known or run is None or run.tests is None or run.tests.files:
        return ()
    roles = record.source.roles
    files = [
        path
        for path in sorted(sides(record.source.changes))
        if roles.get(path, "product") == "product" and not is_document(path)
    ]
    reason = (
        "no file of the base is known to be a test, so the tests that ran may be the candidate's: "
        "name the test files in [scoring.tests] files"
    )
    return (unproven(reason, tuple(files)),) if files else ()
