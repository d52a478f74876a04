"""Whether a failure is real, by the runs that were asked again."""

from __future__ import annotations

import pytest

from pytest_hydra.core.scorecard import FAILED, PASSED, UNGRADED, Outcome, is_confirmed

RUNS = {"p": PASSED, "f": FAILED, "u": UNGRADED}


def outcomes(letters: str) -> list[Outcome]:
    return [RUNS[letter] for letter in letters]


@pytest.mark.parametrize(
    ("planned", "again", "most", "confirmed"),
    [
        ("f", "", 2, None),
        ("f", "f", 2, None),
        ("f", "ff", 2, True),
        ("f", "p", 2, None),
        ("f", "pp", 2, False),
        ("f", "pf", 2, True),
        # One more decides against a single failure only by another one.
        ("f", "", 1, None),
        ("f", "p", 1, False),
        ("f", "f", 1, True),
        ("f", "ppf", 4, None),
        ("f", "ppff", 4, True),
        ("f", "fff", 4, None),
        ("f", "ppp", 4, False),
        # Half of the planned runs are proof enough; one of five is not.
        ("ffppp", "", 2, None),
        ("fffpp", "", 2, True),
        ("pf", "", 2, True),
        ("fpppp", "pp", 2, False),
        # What has no verdict excuses nothing.
        ("f", "u", 2, True),
        ("f", "pu", 2, True),
    ],
)
def test_a_failure_is_confirmed_by_most_of_its_runs(
    planned: str, again: str, most: int, confirmed: bool | None
) -> None:
    assert is_confirmed(outcomes(planned), outcomes(again), most) is confirmed
