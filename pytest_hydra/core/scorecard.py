"""Weighted checks become one score, with its coverage and its outcome."""

from __future__ import annotations

from collections.abc import Iterable

from pytest_hydra.core.check import FAILED, PASSED, UNGRADED, Check, Outcome
from pytest_hydra.core.numbers import Exact, quotient
from pytest_hydra.core.plain import value

WEIGHS_NOTHING = "all that was graded weighs 0"
"""Why there is no total, though nothing is ungraded."""


@value
class Scorecard:
    """The checks of one subject and what they come to.

    ``total`` is the weighted mean of the graded checks, from 0 to 100: sum(score x weight) ÷
    sum(weight). It is None when nothing that weighs was graded. ``coverage`` is graded weight ÷
    whole weight, from 0 to 1.
    """

    checks: tuple[Check, ...]
    threshold: Exact
    total: Exact | None
    coverage: Exact
    outcome: Outcome

    @property
    def graded(self) -> int:
        """How many checks were graded."""
        return sum(check.score is not None for check in self.checks)


def scorecard(checks: Iterable[Check], threshold: Exact = 100) -> Scorecard:
    """Add checks up.

    The outcome is failed when the total is below the threshold or a critical check failed; else
    ungraded when a check that is not optional is ungraded, or nothing that weighs was graded; else
    passed. Ungraded checks leave the weights: they are never counted as 0.
    """
    checks = tuple(checks)
    whole: Exact = 0
    graded_weight: Exact = 0
    points: Exact = 0
    critical_failed = missing = False
    for check in checks:
        whole += check.weight
        if check.score is None:
            missing = missing or not check.optional
        else:
            graded_weight += check.weight
            points += check.score * check.weight
            critical_failed = critical_failed or (check.critical and check.outcome is FAILED)
    total = quotient(points, graded_weight) if graded_weight else None
    if critical_failed or (total is not None and total < threshold):
        outcome = FAILED
    elif missing or total is None:
        outcome = UNGRADED
    else:
        outcome = PASSED
    coverage = quotient(graded_weight, whole) if whole else 0
    return Scorecard(checks, threshold, total, coverage, outcome)


def mean(totals: Iterable[Exact]) -> Exact | None:
    """The plain mean, exact; None for no totals."""
    numbers = tuple(totals)
    return quotient(sum(numbers), len(numbers)) if numbers else None
