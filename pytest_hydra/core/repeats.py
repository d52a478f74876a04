"""What several runs of one thing come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_hydra.core.check import Outcome
from pytest_hydra.core.numbers import Exact
from pytest_hydra.core.statistics import pass_at_k, pass_hat_k, wilson_interval


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
        if self.times == len(runs) == 1 and self.pass_at > 0:
            return runs[0]
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
