"""What a race says at its end: who won, and what to do."""

from __future__ import annotations

import pytest

from pytest_hydra.candidates.outcome import outcome_of
from pytest_hydra.candidates.recordings import RaceRecord
from tests.candidates.recorded import base, candidate, race, tried


def steps(record: RaceRecord, of: int, run: str = ".hydra/runs/r") -> list[str]:
    return outcome_of(record, {}, None).next_steps(run, of)


def test_the_winner_and_how_to_take_it() -> None:
    record = race(
        base(tests=tried("pp")),
        candidate("good", tests=tried("pp")),
        candidate("bad", tests=tried("pf")),
    )
    assert steps(record, 2) == ["winner: good (100.0 of 100)", "next: git merge agents/good"]


@pytest.mark.parametrize(
    ("letters", "line"),
    [
        ("pp", "best so far, with 1 of 3 looked at: good (100.0 of 100)"),
        ("pf", "no candidate is mergeable, with 1 of 3 looked at"),
    ],
)
def test_there_is_no_winner_where_not_all_were_looked_at(letters: str, line: str) -> None:
    assert (
        steps(race(base(tests=tried("pp")), candidate("good", tests=tried(letters))), 3)[0] == line
    )


def test_a_race_that_ran_nothing_says_so() -> None:
    record = race(base(), candidate())
    assert steps(record, 1)[:2] == [
        "no command was run: only the size of the changes was compared",
        'say what to run in hydra.toml: [scoring] profile = "python", or commands',
    ]
