"""The table of fates: complete, as documented, and never unfair."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from pytest_hydra.plugins.race.decide.fates import FATES, Fate, fate, fate_of_new, fates_of
from pytest_hydra.plugins.race.policy.race_tables import Policy
from tests.plugins.race.recorded import TEST_CHANGE, base, candidate, ids, ran

DOCS = Path(__file__).parents[3] / "docs" / "candidates.md"

BASE, V, OWN, NEW = "PFS", "PFS-", "=PFS-?", "PFS-?"


class Case(NamedTuple):
    """Outcomes of one test of the base, with and without the conditions of the table."""

    base: str
    v: str
    own: str
    new: str
    rerun: bool
    mixed: bool
    succeeded: bool

    @property
    def fate(self) -> Fate:
        reruns = "P" if self.rerun else ""
        return fate(*self[:4], reruns=reruns, mixed=self.mixed, succeeded=self.succeeded)

    def holds(self, words: str) -> bool:
        """Whether a condition of the documentation holds."""
        if "run again" in words:
            return self.rerun
        return self.succeeded if "new test" in words else self.mixed or not words


FLAGS = [*product((False, True), repeat=3)]
CASES = [
    Case(base, v, own, new, rerun, mixed, succeeded)
    for base, v, own, new in product(BASE, V, OWN, NEW)
    for rerun, mixed, succeeded in FLAGS
]


def documented_rows() -> Iterator[tuple[list[str], str, str]]:
    """The rows of the table in the documentation: outcomes, condition, and fate."""
    section = DOCS.read_text(encoding="utf-8").partition("### The fate of a test")[2]
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if re.fullmatch(r"\d+", cells[0]):
            outcomes = [cell.replace("–", "-").replace(" ", "") for cell in cells[1:5]]
            yield outcomes, cells[5], cells[6].strip("*")


def test_the_documentation_has_the_same_table() -> None:
    (_, condition, flaky), *rows = documented_rows()
    assert (len(rows), flaky) == (17, "flaky")
    assert "the runs of the base disagree" in condition
    for case in CASES:
        expected = next(
            result
            for outcomes, words, result in rows
            if case.holds(words)
            and all(
                not cell or letter in cell
                for cell, letter in zip(
                    outcomes, (case.base, case.v, case.own, case.new), strict=True
                )
            )
        )
        assert case.fate == expected, case


@pytest.mark.parametrize("runs", ["PF", "PPS", "FP", "SF", "P-", "PP-"])
def test_runs_of_the_base_that_disagree_make_a_test_flaky(runs: str) -> None:
    assert {fate(runs, v, own, new) for v, own, new in product(V, OWN, NEW)} == {"flaky"}


# From what counts for the candidate to what blocks it.
ORDER: list[set[Fate]] = [
    {"kept", "fixed"},
    {"gone", "idle", "failing"},
    {"unstable", "disputed"},
    {"lost", "silenced"},
]


def test_a_test_that_passes_in_v_never_has_a_worse_fate() -> None:
    rank = {name: place for place, names in enumerate(ORDER) for name in names}
    # V is only run again for tests that do not pass.
    for case in (case for case in CASES if case.v != "P" and not case.rerun):
        assert rank[case._replace(v="P").fate] <= rank[case.fate], case


def test_only_a_test_that_passed_on_the_base_is_lost_or_disputed() -> None:
    for case in CASES:
        if case.base != "P":
            assert case.fate not in ("kept", "lost", "disputed", "unstable", "gone") or (
                case.fate == "gone" and case.base == "F"
            )


@pytest.mark.parametrize(
    ("own", "new", "expected"),
    [
        *(("P", new, "new") for new in "FS-"),
        ("P", "P", "padding"),
        # It was not run there, so nobody saw it fail.
        ("P", "?", "padding"),
        *(("F", new, "broken") for new in NEW),
        *(("S", new, "idle") for new in NEW),
    ],
)
def test_tests_that_only_the_candidate_has(own: str, new: str, expected: Fate) -> None:
    assert fate_of_new(own, new) == expected


def test_the_base_as_its_own_candidate_gains_and_loses_nothing() -> None:
    record = base(tests=ran("pfesxX"))
    fates = fates_of(record, record, Policy())
    assert {name for name in FATES if fates.of(name)} == {"kept", "failing", "idle"}
    assert len(fates.of("kept", "failing", "idle")) == 6


def test_a_test_that_another_file_inherits_changes_with_it() -> None:
    """tests/test_b.py runs the tests of a class in tests/test_a.py, which was changed."""
    heir = "tests/test_b.py"
    before = base(tests=ran({**ids("pp"), **ids("pp", heir)}))
    new_code = {**ids("pf"), **ids("pf", heir)}
    cases: list[tuple[str, Fate]] = [("pp", "disputed"), ("pf", "lost")]
    for own, expected in cases:
        run = ran({**ids("pp"), **ids(own, heir)})
        old_code = ran({**ids("pf"), **ids("pf", heir)})
        record = candidate("a", TEST_CHANGE, tests=ran(new_code), tests_own=run, tests_new=old_code)
        assert f"{heir}::t1" in fates_of(record, before, Policy()).of(expected)
        unknown = candidate("a", TEST_CHANGE, tests=ran(new_code), tests_own=run)
        assert f"{heir}::t1" in fates_of(unknown, before, Policy()).of("lost")
    # Where only the changed file was run, the other is as on the base.
    part = ran(ids("pp"), only=("tests/test_a.py",))
    record = candidate("a", TEST_CHANGE, tests=ran(new_code), tests_own=part)
    assert f"{heir}::t1" in fates_of(record, before, Policy()).of("lost")
