"""A scorecard: the checks of one subject, weighted and added up; and one of several runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pytest_hydra.core.check import FAILED, PASSED, UNGRADED, Check, Outcome
from pytest_hydra.core.numbers import Exact, quotient
from pytest_hydra.core.plain import value
from pytest_hydra.core.statistics import pass_at_k, pass_hat_k, wilson_interval

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


@dataclass(frozen=True, slots=True)
class Repeat:
    """How often something is run, and when that passes.

    It passes when pass^k reaches ``pass_at`` (0-1), over ``times`` runs (at least 1). Without
    ``pass_k`` (1 to ``times``) that is: when every run passes. ``stop_early``: no run is made that
    can change nothing.
    """

    times: int = 1
    pass_k: int | None = None
    pass_at: Exact = 1
    stop_early: bool = False

    @property
    def k(self) -> int:
        """How many runs must all pass."""
        return self.times if self.pass_k is None else self.pass_k

    def outcome(self, runs: Sequence[Outcome]) -> Outcome | None:
        """What the runs so far come to; None while the rest of them may change it.

        A run that could not be graded may have passed or failed: where that matters not, the
        verdict stands; it never passes as long as one is ungraded.
        """
        passed = sum(run is Outcome.PASSED for run in runs)
        unknown = self.times - sum(run is not Outcome.UNGRADED for run in runs)
        if pass_hat_k(self.times, passed + unknown, self.k) < self.pass_at:
            return Outcome.FAILED
        if Outcome.UNGRADED in runs:
            return Outcome.UNGRADED if len(runs) == self.times else None
        if pass_hat_k(self.times, passed, self.k) >= self.pass_at:
            return Outcome.PASSED
        return None


@dataclass(frozen=True, slots=True)
class Repeated:
    """The figures of runs that were all made: see `pytest_hydra.core.statistics`."""

    passes: int
    pass_at_k: Exact
    pass_hat_k: Exact
    interval: tuple[float, float]


def figures(repeat: Repeat, runs: Sequence[Outcome]) -> Repeated | None:
    """The figures; None when not all runs were made, or not all of them graded."""
    if len(runs) < repeat.times or Outcome.UNGRADED in runs:
        return None
    passes = sum(run is Outcome.PASSED for run in runs)
    return Repeated(
        passes,
        pass_at_k(len(runs), passes, repeat.k),
        pass_hat_k(len(runs), passes, repeat.k),
        wilson_interval(len(runs), passes),
    )
