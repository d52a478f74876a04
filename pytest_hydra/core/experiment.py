"""Experiments: the same cases measured in two arms, such as two bots or with and without a skill.

Cases are a sample of what could have been asked, so they, and not their runs, are what intervals
count: repeats of a case, and other units that are like it, only make its figures more exact.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb, erfc, fsum, sqrt
from statistics import fmean, median, stdev

from pytest_hydra.core.statistics import (
    FEWEST_FOR_SPREAD,
    cases_to_tell,
    clustered_interval,
    paired_interval,
    pairs_to_tell,
    t_tails,
)

Arm = Mapping[str, Sequence[float | None]]
"""The runs of each unit, from 0 to 1: whether it passed, or its score. None is ungraded."""
_LEVEL = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The mean of one arm minus that of the other, over the cases that both have.

    ``better`` and ``worse`` count cases. ``left_out`` counts the units without a graded run in one
    arm, or in both. ``p`` is two-sided. ``needed`` is the number of cases that tells the arms apart
    with a power of 80%, if they differ as observed; None if nothing differs.
    """

    cases: int
    left_out: int
    better: int
    worse: int
    difference: float
    interval: tuple[float, float]
    p: float
    needed: int | None

    @property
    def is_told_apart(self) -> bool:
        """Whether so large a difference is unlikely by chance alone (5%)."""
        return self.p < _LEVEL

    @property
    def more(self) -> int | None:
        """How many more cases are needed to tell the arms apart: 0 for none, None if unknown."""
        if self.is_told_apart:
            return 0
        return None if self.needed is None else max(1, self.needed - self.cases)


def compare(arm: Arm, other: Arm, case_of: Callable[[str], str] = str) -> Comparison | None:
    """Compare two arms, paired by unit; None without a unit that was graded in both.

    Units with the same ``case_of`` are one case, which counts by its mean. If each case was run
    once and either passed or not, the interval is Tango's; otherwise it is
    `core.statistics.clustered_interval`.
    """
    cases: dict[str, list[tuple[float, float]]] = defaultdict(list)
    runs_once = True
    units = dict.fromkeys((*arm, *other))
    for unit in units:
        graded = [[run for run in runs.get(unit, ()) if run is not None] for runs in (arm, other)]
        if all(graded):
            first, second = map(fmean, graded)
            case = cases[case_of(unit)]
            case.append((first, second))
            once = len(case) == 1 and all(len(runs) == 1 for runs in graded)
            runs_once = runs_once and once and {first, second} <= {0, 1}
    if not cases:
        return None
    differences = [fmean(first - second for first, second in case) for case in cases.values()]
    count = len(differences)
    gained, lost = (fsum(max(0.0, sign * entry) for entry in differences) for sign in (1, -1))
    if runs_once:
        interval, needed = paired_interval(count, gained, lost), pairs_to_tell(count, gained, lost)
    else:
        interval, needed = clustered_interval(differences), cases_to_tell(differences)
    return Comparison(
        cases=count,
        left_out=len(units) - sum(map(len, cases.values())),
        better=sum(entry > 0 for entry in differences),
        worse=sum(entry < 0 for entry in differences),
        difference=(gained - lost) / count,
        interval=interval,
        p=_score_p(gained, lost) if runs_once else _clustered_p(differences, gained, lost),
        needed=needed,
    )


def holm(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """The comparisons of one experiment, with p-values that allow for their number (Holm 1979).

    By chance alone, any of them is told apart in at most 5% of experiments. Intervals stay.
    """
    adjusted = list(comparisons)
    least, left = 0.0, len(adjusted)
    for index in sorted(range(left), key=lambda index: comparisons[index].p):
        least = max(least, min(1.0, left * comparisons[index].p))
        adjusted[index] = replace(comparisons[index], p=least)
        left -= 1
    return adjusted


def ratio(pairs: Iterable[tuple[float, float]]) -> tuple[float, tuple[float, float] | None] | None:
    """The median ratio of paired amounts, such as costs, and its interval.

    The interval holds at least 95% and consists of two of the ratios (order statistics); None for
    fewer than six pairs. Pairs with an amount of 0 have no ratio; without any the result is None.
    """
    ratios = sorted(first / second for first, second in pairs if first > 0 and second > 0)
    if not ratios:
        return None
    count, rank, tail = len(ratios), 0, 0
    while 40 * (tail := tail + comb(count, rank)) <= 2**count:
        rank += 1
    return median(ratios), (ratios[rank - 1], ratios[-rank]) if rank else None


def _score_p(gained: float, lost: float) -> float:
    """The p-value of Tango's score test of no difference (McNemar's test)."""
    return erfc(abs(gained - lost) / sqrt(2 * (gained + lost))) if gained + lost else 1.0


def _clustered_p(differences: Sequence[float], gained: float, lost: float) -> float:
    """The p-value that belongs to `clustered_interval`."""
    spread = stdev(differences) if len(differences) > 1 else 0.0
    if not spread or sum(entry != 0 for entry in differences) < FEWEST_FOR_SPREAD:
        return _score_p(gained, lost)
    return t_tails(fmean(differences) * sqrt(len(differences)) / spread, len(differences) - 1)
