"""Checks, scorecards, and the outcome of repeated runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pytest_hydra.core.numbers import Exact, quotient
from pytest_hydra.core.plain import value
from pytest_hydra.core.statistics import pass_at_k, pass_hat_k, wilson_interval


class Outcome(StrEnum):
    """The outcome of a check, an item or a subject."""

    PASSED = "passed"
    FAILED = "failed"
    UNGRADED = "ungraded"


# Attribute access on an enum is slow, and there are many checks.
PASSED, FAILED, UNGRADED = Outcome.PASSED, Outcome.FAILED, Outcome.UNGRADED


@value
class Check:
    """One verdict about one subject.

    ``weight`` is at least 0; ``score`` is from 0 to 100, or None when the check is ungraded.
    ``turn`` counts from 1; None means the whole conversation.
    ``critical``: when this check fails its subject fails, whatever the total. ``optional``: when
    this check is ungraded its subject is not. ``expected`` and ``actual`` are plain JSON values.
    """

    name: str
    kind: str
    outcome: Outcome
    score: Exact | None
    weight: Exact = 1
    message: str = ""
    expected: Any = None
    actual: Any = None
    turn: int | None = None
    critical: bool = False
    optional: bool = False

    def __post_init__(self) -> None:
        if self.weight < 0:
            raise ValueError(f"the weight of a check is at least 0, not {self.weight}")
        if (self.score is None) != (self.outcome is UNGRADED):
            raise ValueError("a check has a score unless it is ungraded")
        if self.score is not None and not 0 <= self.score <= 100:
            raise ValueError(f"a score is from 0 to 100, not {self.score}")

    @property
    def label(self) -> str:
        """Its outcome as a word, marked if the check is critical and failed."""
        return f"{self.outcome}{', critical' * (self.critical and self.outcome is FAILED)}"


def graded(score: Exact, **fields: Any) -> Check:
    """A check with this score, from 0 to 100; it passes at 100."""
    outcome = PASSED if score == 100 else FAILED
    return Check(outcome=outcome, score=score, **fields)


def verdict(passed: bool, **fields: Any) -> Check:
    """A check that passed (100) or failed (0)."""
    return graded(100 if passed else 0, **fields)


def ungraded(reason: str, **fields: Any) -> Check:
    """A check that could not be decided, with the reason."""
    return Check(outcome=UNGRADED, score=None, message=reason, **fields)


LEAST_CHECKS = 3
"""The fewest graded checks for which a score is shown; with fewer it would mislead."""

WEIGHS_NOTHING = "all that was graded weighs 0"
"""The reason for a missing total when nothing is ungraded."""


@value
class Scorecard:
    """The checks of one subject with their total, coverage and outcome.

    ``total`` is the weighted mean of the graded checks, from 0 to 100: sum(score x weight) ÷
    sum(weight). It is None when nothing that weighs was graded. ``coverage`` is graded weight ÷
    whole weight, from 0 to 1. ``is_missing``: a check that is not optional is ungraded;
    ``has_critical_failure``: a critical one failed.
    """

    checks: tuple[Check, ...]
    threshold: Exact
    total: Exact | None
    coverage: Exact
    outcome: Outcome
    is_missing: bool
    has_critical_failure: bool

    @property
    def points(self) -> Exact | None:
        """The total, if enough checks were graded to show one."""
        graded = sum(check.score is not None for check in self.checks)
        return self.total if graded >= LEAST_CHECKS else None


def scorecard(
    checks: Iterable[Check], threshold: Exact = 100, *, is_cut_short: bool = False
) -> Scorecard:
    """Sum checks up.

    The outcome is failed when a critical check failed, which nothing can make up for; ungraded when
    a check that is not optional is ungraded, or no check with a weight was graded; failed when the
    total is below the threshold; else passed. Ungraded checks leave the weights: they never count
    as 0. ``is_cut_short``: ungraded checks are never to be graded, so that it is failed also if the
    threshold could not be reached with the full score for each of them.
    """
    checks = tuple(checks)
    weight: Exact = 0
    graded_weight: Exact = 0
    points: Exact = 0
    critical_failed = missing = False
    for check in checks:
        weight += check.weight
        if check.score is None:
            missing = missing or not check.optional
        else:
            graded_weight += check.weight
            points += check.score * check.weight
            critical_failed = critical_failed or (check.critical and check.outcome is FAILED)
    total = quotient(points, graded_weight) if graded_weight else None
    most = points + 100 * (weight - graded_weight)
    if critical_failed or (is_cut_short and most < threshold * weight):
        outcome = FAILED
    elif missing or total is None:
        outcome = UNGRADED
    elif total < threshold:
        outcome = FAILED
    else:
        outcome = PASSED
    coverage = quotient(graded_weight, weight) if weight else 0
    return Scorecard(checks, threshold, total, coverage, outcome, missing, critical_failed)


def mean(totals: Iterable[Exact]) -> Exact | None:
    """The exact arithmetic mean; None for no totals."""
    numbers = tuple(totals)
    if len(numbers) == 1:
        return numbers[0]
    return quotient(sum(numbers), len(numbers)) if numbers else None


@dataclass(frozen=True, slots=True)
class Repeat:
    """The number of runs of an item, and when they pass.

    They pass when pass^k reaches ``pass_at`` (0 to 1) over ``times`` runs (at least 1); without
    ``pass_k`` (1 to ``times``) when every run passes. ``stop_early`` leaves out runs when they can
    no longer pass.
    """

    times: int = 1
    pass_k: int | None = None
    pass_at: Exact = 1
    stop_early: bool = False

    @property
    def k(self) -> int:
        """The k of pass^k."""
        return self.times if self.pass_k is None else self.pass_k

    def outcome(
        self, runs: Sequence[Outcome], *, has_critical_failure: bool = False
    ) -> Outcome | None:
        """The outcome of the runs so far; None while further runs may change it.

        ``has_critical_failure``: in one of them a critical check failed, which other runs cannot
        make up for. Otherwise one ungraded run makes the whole ungraded. Both may happen in any
        run, so that nothing passes before all are made.
        """
        if has_critical_failure:
            return FAILED
        if UNGRADED in runs:
            return UNGRADED
        if self.times == 1 and runs:
            return runs[0]
        passed = sum(run is Outcome.PASSED for run in runs)
        if pass_hat_k(self.times, self.times - len(runs) + passed, self.k) < self.pass_at:
            return Outcome.FAILED
        return Outcome.PASSED if len(runs) == self.times else None


@dataclass(frozen=True, slots=True)
class Repeated:
    """Statistics of complete runs: see `pass_at_k` and the others."""

    passes: int
    pass_at_k: Exact
    pass_hat_k: Exact
    interval: tuple[float, float]


def figures(repeat: Repeat, runs: Sequence[Outcome]) -> Repeated | None:
    """The statistics; None unless all runs were made and graded."""
    if len(runs) < repeat.times or Outcome.UNGRADED in runs:
        return None
    passes = sum(run is Outcome.PASSED for run in runs)
    return Repeated(
        passes,
        pass_at_k(len(runs), passes, repeat.k),
        pass_hat_k(len(runs), passes, repeat.k),
        wilson_interval(len(runs), passes),
    )


def is_confirmed(planned: Sequence[Outcome], again: Sequence[Outcome], most: int) -> bool | None:
    """Whether a failure is real, by its planned runs and those that were asked again.

    It is if more than half of the failed run and the ``most`` ones after it fail; False if it is
    flaky; None while further runs are to be made. All are, unless it is flaky anyway: that none
    passes is what tells a change from an unlucky case. Repeated runs of which half failed are proof
    enough, and a run without a verdict excuses nothing: the failure stays.

    This is no rerun until green. All outcomes are kept, and what was asked again decides the
    outcome of its own scenario and nothing else: shares, scores and comparisons use the planned
    runs, as asking only failures again would make a bot look better than it is.
    """
    if planned[1:] and 2 * planned.count(FAILED) >= len(planned):
        return True
    failures, left = 1 + again.count(FAILED), most - len(again)
    if failures + again.count(PASSED) <= len(again):
        return True
    if 2 * (failures + left) <= most + 1:
        return False
    return None if left else True
