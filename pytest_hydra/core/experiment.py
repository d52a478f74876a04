"""Experiments: the same cases measured in two arms, such as two bots or with and without a skill.

Cases are a sample of what could have been asked, so they, and not their runs, are what intervals
count: repeats of a case, and other units that are like it, only make its figures more exact.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, comb, erfc, fsum, log2, sqrt
from statistics import NormalDist, fmean, median, stdev, variance
from typing import Any

from pytest_hydra.core.exact_tests import FEW, flip_p, unconditional_p
from pytest_hydra.core.statistics import (
    FEWEST_FOR_SPREAD,
    clustered_interval,
    paired_interval,
    t_tails,
)

Arm = Mapping[str, Sequence[float | None]]
"""The runs of each unit, from 0 to 1: whether it passed, or its score. None is ungraded."""
_LEVEL = 0.05
_POWER = NormalDist().inv_cdf(0.8)
_CRITICAL = NormalDist().inv_cdf(1 - _LEVEL / 2)
FEWEST = 6
"""Fewer cases may all differ in one direction by chance alone, however often they are run."""
# More repeats than these are not advised.
_MOST_RUNS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """How much the difference of one case varies: what decides how many cases are needed.

    ``equal`` and ``observed`` are standard deviations, if both arms were equal, and as they are.
    ``runs`` is the least number of runs of a case, and ``within`` the part of the variance that is
    that of its runs: more repeats would lower it. None if that is unknown.
    """

    equal: float
    observed: float
    runs: int = 1
    within: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The mean of one arm minus that of the other, over the cases that both have.

    ``better`` and ``worse`` count cases. ``left_out`` counts the units with an ungraded run in one
    arm, or in both. ``p`` is two-sided, and to be below ``level``, which is lower if the arms are
    one pair of several. The interval contains 0 if ``p`` is not below 5%.
    """

    cases: int
    left_out: int
    better: int
    worse: int
    difference: float
    interval: tuple[float, float]
    p: float
    spread: Spread
    level: float = _LEVEL

    @property
    def is_told_apart(self) -> bool:
        """Whether so large a difference is unlikely by chance alone (5%)."""
        return self.p < _LEVEL

    @property
    def more(self) -> int | None:
        """How many more cases tell the arms apart with a power of 80%, if they differ as observed.

        0 if they are told apart; None if nothing differs.
        """
        if self.is_told_apart:
            return 0
        if not self.difference:
            return None
        level = NormalDist().inv_cdf(1 - self.level / 2)
        reach = level * self.spread.equal + _POWER * self.spread.observed
        # Student's t needs a few more (Guenther 1981).
        needed = ceil((reach / self.difference) ** 2 + level * level / 2)
        differing = (self.better + self.worse) / self.cases
        # All of these in one direction are 2 of 2^n ways.
        fewest = max(FEWEST, 1 + ceil(log2(1 / self.level)))
        return max(1, max(needed, ceil(fewest / differing)) - self.cases)

    @property
    def repeats(self) -> int | None:
        """How many runs of each case, of as many cases, would tell the arms apart as `more` does.

        None if no number would, or if it is unknown how much runs of a case vary.
        """
        within = self.spread.within
        if self.is_told_apart or not self.difference or not within:
            return None
        level = NormalDist().inv_cdf(1 - self.level / 2)
        # The variance of a case at which so many cases are enough.
        enough = (self.cases - level * level / 2) * (self.difference / (level + _POWER)) ** 2
        between = max(0.0, self.spread.observed**2 - within)
        if enough <= between or self.better + self.worse < FEWEST:
            return None
        runs = ceil(within * self.spread.runs / (enough - between))
        return max(runs, self.spread.runs + 1) if runs <= _MOST_RUNS else None


def compare(arm: Arm, other: Arm, case_of: Callable[[str], str] = str) -> Comparison | None:
    """Compare two arms, paired by unit; None without a unit that was graded in both.

    Units with the same ``case_of`` are one case, which counts by its mean. Units of which a run is
    ungraded count for neither arm. If each case was run once and either passed or not, the interval
    is Tango's; otherwise it is `core.statistics.clustered_interval`.
    """
    cases: dict[str, list[tuple[Sequence[Any], Sequence[Any]]]] = defaultdict(list)
    units = dict.fromkeys((*arm, *other))
    for unit in units:
        pair = arm.get(unit, ()), other.get(unit, ())
        if all(runs and None not in runs for runs in pair):
            cases[case_of(unit)].append(pair)
    if not cases:
        return None
    left_out = len(units) - sum(map(len, cases.values()))
    differences = [
        fmean(fmean(first) - fmean(second) for first, second in case) for case in cases.values()
    ]
    single = all(
        len(case) == 1 and all(len(runs) == 1 and runs[0] in (0, 1) for runs in case[0])
        for case in cases.values()
    )
    gained, lost = (fsum(max(0.0, sign * entry) for entry in differences) for sign in (1, -1))
    # Thirds add up to 0 only nearly.
    count, mean = len(differences), round(fmean(differences), 12)
    if single:
        interval, p = paired_interval(count, gained, lost), _paired_p(count, gained, lost)
        share = (gained + lost) / count
        spread = Spread(equal=sqrt(share), observed=sqrt(share - mean * mean))
    else:
        interval, p = clustered_interval(differences), _clustered_p(differences, gained, lost)
        spread = _spread(differences, list(cases.values()))
    return Comparison(
        cases=count,
        left_out=left_out,
        better=sum(entry > 0 for entry in differences),
        worse=sum(entry < 0 for entry in differences),
        difference=mean,
        interval=interval if p < _LEVEL else (min(0.0, interval[0]), max(0.0, interval[1])),
        p=p,
        spread=spread,
    )


def _spread(
    differences: Sequence[float], cases: Sequence[Sequence[tuple[Sequence[Any], Sequence[Any]]]]
) -> Spread:
    whole = stdev(differences) if differences[1:] else 0.0
    # Without a spread the verdict is by the score test, which takes the sums for outcomes.
    equal = whole or sqrt(abs(fmean(differences)))
    runs = min(len(each) for case in cases for pair in case for each in pair)
    if runs == 1:
        return Spread(equal=equal, observed=whole)
    within = fmean(
        fsum(variance(each) / len(each) for pair in case for each in pair) / len(case) ** 2
        for case in cases
    )
    return Spread(equal=equal, observed=whole, runs=runs, within=within)


WORST_NOISE = 0.25
"""The variance of a run whose pass rate is one half, where it varies most."""


def noise_of(counts: Iterable[tuple[int, int]]) -> float | None:
    """The mean variance of a run, by how many runs of each case passed, of how many.

    None if fewer than `FEWEST` cases were run twice.
    """
    # Each without bias: a case that was run once says nothing of its own variance.
    found = [passed * (runs - passed) / (runs * (runs - 1)) for passed, runs in counts if runs > 1]
    return min(WORST_NOISE, fmean(found)) if len(found) >= FEWEST else None


def chance_to_find(
    difference: float, cases: int, runs: int = 1, noise: float = WORST_NOISE
) -> float:
    """With what chance two arms are told apart that differ by so much.

    ``noise`` is the variance of a run; at worst it is that of pass rates around one half. Cases are
    alike.
    """
    if cases < FEWEST:
        return 0.0
    equal, observed = _spread_of(difference, runs, noise)
    return NormalDist().cdf((difference * sqrt(cases) - _CRITICAL * equal) / observed)


def runs_to_find(difference: float, cases: int, noise: float = WORST_NOISE) -> int | None:
    """How many runs of each case find such a difference with a chance of 80%; None if none do."""
    runs = (
        n for n in range(1, _MOST_RUNS + 1) if chance_to_find(difference, cases, n, noise) >= 0.8
    )
    return next(runs, None)


def cases_to_find(difference: float, runs: int = 1, noise: float = WORST_NOISE) -> int:
    """How many cases find such a difference with a chance of 80%."""
    equal, observed = _spread_of(difference, runs, noise)
    return max(FEWEST, ceil(((_CRITICAL * equal + _POWER * observed) / difference) ** 2))


def _spread_of(difference: float, runs: int, noise: float) -> tuple[float, float]:
    """Standard deviations of a case's difference: if both arms were equal, and as they are."""
    # The other arm's pass rate is nearer to one half, where runs vary more.
    rate = max(1 + sqrt(max(0.0, 1 - 4 * noise)), 1 + difference) / 2
    other = rate - difference
    observed = (rate * (1 - rate) + other * (1 - other)) / runs
    return sqrt(observed + difference * difference / runs), sqrt(observed)


def holm(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """The comparisons of one experiment, with p-values that allow for their number (Holm 1979).

    By chance alone, any of them is told apart in at most 5% of experiments. Intervals stay. The
    ``level`` is the one that a p-value had to be below.
    """
    adjusted = list(comparisons)
    least, left = 0.0, len(adjusted)
    for index in sorted(range(left), key=lambda index: comparisons[index].p):
        least = max(least, min(1.0, left * comparisons[index].p))
        adjusted[index] = replace(comparisons[index], p=least, level=_LEVEL / left)
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


def _paired_p(pairs: int, gained: float, lost: float) -> float:
    """The p-value of Tango's score test of no difference (McNemar's), exact if few differ."""
    score = _score_p(gained, lost)
    if gained + lost >= FEW:
        return score
    return max(score, unconditional_p(pairs, int(gained), int(lost)))


def _score_p(gained: float, lost: float) -> float:
    return erfc(abs(gained - lost) / sqrt(2 * (gained + lost))) if gained + lost else 1.0


def _clustered_p(differences: Sequence[float], gained: float, lost: float) -> float:
    """The p-value that belongs to `clustered_interval`, exact if few cases differ."""
    spread = stdev(differences) if len(differences) > 1 else 0.0
    number = sum(entry != 0 for entry in differences)
    if not spread or number < FEWEST_FOR_SPREAD:
        p = _score_p(gained, lost)
    else:
        p = t_tails(fmean(differences) * sqrt(len(differences)) / spread, len(differences) - 1)
    return max(p, flip_p(differences)) if number < FEW else p
