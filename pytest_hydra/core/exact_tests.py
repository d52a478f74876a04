"""Exact tests of pass rates, and which of several claims hold.

They are exact as few cases and few runs are the rule: the usual approximations are told apart by
chance alone in up to 12% of experiments with four cases.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb, erfc, fsum, sqrt

FEW = 10
"""Below so many differing cases, comparisons use an exact test."""
# With more pairs the exact test of few differing ones hardly changes.
_MOST_PAIRS = 100
# The shares of pairs that differ at which its p-value is looked for.
_STEPS = 60
# From so many passes on, the sum of hypergeometric distributions is taken as normal.
_MOST_EXACT = 400
# How much less likely an outcome may be than the observed one and still count as equal.
_EQUAL = 1 + 1e-9


@lru_cache(1024)
def unconditional_p(pairs: int, better: int, worse: int) -> float:
    """The two-sided p-value of a paired comparison of two rates (Suissa and Shuster 1985).

    "Exact unconditional sample sizes for the 2 by 2 binomial trial", for pairs (1991, "The 2 x 2
    matched-pairs trial"). ``better`` and ``worse`` are the numbers of pairs in which only the first
    and only the second passed. It is the highest chance of a difference so large, over all shares
    of pairs that may differ if both rates are equal.
    """
    if better == worse:
        return 1.0
    pairs = max(better + worse, min(pairs, _MOST_PAIRS))
    limit = abs(better - worse) / sqrt(better + worse) - 1e-12
    tails = [_tail(differing, limit) for differing in range(pairs + 1)]
    return max(
        fsum(
            comb(pairs, count) * share**count * (1 - share) ** (pairs - count) * tail
            for count, tail in enumerate(tails)
            if tail
        )
        for share in (step / _STEPS for step in range(1, _STEPS + 1))
    )


@lru_cache(4096)
def _tail(pairs: int, limit: float) -> float:
    """The chance that so many differing pairs are at least ``limit`` standard errors one-sided."""
    least = limit * sqrt(pairs)
    ways = sum(comb(pairs, n) for n in range(pairs + 1) if pairs and abs(2 * n - pairs) >= least)
    return float(ways * 0.5**pairs)


def flip_p(differences: Sequence[float]) -> float:
    """The two-sided p-value of a mean of differences that are as likely with the other sign.

    It is the share of all choices of signs whose sum is as far from 0 (Fisher 1935); 1 if nothing
    differs. For fewer than `FEW` that are not 0: each of these doubles the number of choices.
    """
    sums = [0.0]
    for size in (abs(each) for each in differences if each):
        sums = [total + step for total in sums for step in (size, -size)]
    seen = abs(fsum(differences)) / _EQUAL
    return sum(abs(total) >= seen for total in sums) / len(sums)


def fisher_exact_p(passes: int, runs: int, other_passes: int, other_runs: int) -> Fraction:
    """The two-sided p-value of a difference between two pass rates (Fisher's exact test)."""
    total_passes = passes + other_passes

    def ways(first: int) -> int:
        return comb(runs, first) * comb(other_runs, total_passes - first)

    observed = ways(passes)
    possible = range(max(0, total_passes - other_runs), min(runs, total_passes) + 1)
    extreme = sum(count for first in possible if (count := ways(first)) <= observed)
    return Fraction(extreme, comb(runs + other_runs, total_passes))


@lru_cache(4096)
def possible_fisher_p(passes: int, runs: int, other_runs: int) -> tuple[Fraction, ...]:
    """The p-values that `fisher_exact_p` can have for so many passes in all, the least first."""
    possible = range(max(0, passes - other_runs), min(runs, passes) + 1)
    return tuple(sorted({fisher_exact_p(n, runs, passes - n, other_runs) for n in possible}))


Rates = tuple[int, int, int, int]
"""The passes and runs of a case now, and those before."""


def stratified_p(cases: Sequence[Rates]) -> tuple[float, float]:
    """How many more passes there are now than expected, and the two-sided p-value.

    If no case has changed its rate, the passes now of each are hypergeometric, given the passes in
    all, and their sum is known exactly (Mantel and Haenszel 1959, without their approximation). The
    p-value is twice the smaller tail; of cases with one run each it is that of the sign test.
    """
    parts = [_hypergeometric(*case) for case in cases if 0 < case[0] + case[2] < case[1] + case[3]]
    if not parts:
        return 0.0, 1.0
    fixed = sum(now for now, runs, before, others in cases if now + before in (0, runs + others))
    seen = sum(now for now, *_ in cases) - fixed
    expected = fsum(start + fsum(n * p for n, p in enumerate(part)) for start, part in parts)
    spread = fsum(_variance(part) for _, part in parts)
    more = seen - expected
    if sum(len(part) - 1 for _, part in parts) > _MOST_EXACT:
        z = max(0.0, abs(more) - 0.5) / sqrt(spread)
        return more, erfc(z / sqrt(2))
    whole = [1.0]
    for _, part in parts:
        sums = [0.0] * (len(whole) + len(part) - 1)
        for place, chance in enumerate(whole):
            for step, other in enumerate(part):
                sums[place + step] += chance * other
        whole = sums
    place = seen - sum(start for start, _ in parts)
    return more, min(1.0, 2 * min(fsum(whole[: place + 1]), fsum(whole[place:])))


@lru_cache(4096)
def _hypergeometric(now: int, runs: int, before: int, others: int) -> tuple[int, tuple[float, ...]]:
    """The least number of passes now, and the chances of it and of each higher one."""
    total = now + before
    first, last = max(0, total - others), min(runs, total)
    ways = [comb(runs, n) * comb(others, total - n) for n in range(first, last + 1)]
    every = sum(ways)
    return first, tuple(count / every for count in ways)


def _variance(chances: Sequence[float]) -> float:
    mean = fsum(n * p for n, p in enumerate(chances))
    return fsum(p * (n - mean) ** 2 for n, p in enumerate(chances))


@dataclass(frozen=True, slots=True)
class PValue:
    """A p-value, and all that were possible, the least first."""

    p: Fraction
    possible: tuple[Fraction, ...]

    @classmethod
    def of(cls, rates: Rates) -> PValue:
        """The test of a change of a pass rate."""
        now, runs, before, others = rates
        return cls(fisher_exact_p(*rates), possible_fisher_p(now + before, runs, others))

    def that_could_be(self, p: Fraction) -> PValue:
        """The same, of which this p-value was possible too."""
        return replace(self, possible=tuple(sorted({*self.possible, p})))


def differing(cases: Sequence[Rates], rate: Fraction) -> list[bool]:
    """Which cases differ beyond chance, of which at most ``rate`` are expected to be false."""
    return discoveries([PValue.of(each) for each in cases], rate)


def discoveries(tests: Sequence[PValue], rate: Fraction) -> list[bool]:
    """Which of several claims hold, of which at most ``rate`` are expected to be false.

    If nothing had changed, a test would have a p-value of at most ``p`` with a chance that is the
    largest possible one up to there: with few runs it is far below ``p``, and often 0. The claims
    up to the largest p-value hold at which the sum of these chances is at most ``rate`` of their
    number (Benjamini and Hochberg 1995, for such tests Heyse 2011).
    """
    chances: dict[Fraction, Fraction] = {test.p: Fraction(0) for test in tests}
    for possible, count in Counter(test.possible for test in tests).items():
        for before, p in pairwise((Fraction(0), *possible)):
            chances[p] = chances.get(p, Fraction(0)) + count * (p - before)
    ranked = sorted(test.p for test in tests)
    expected, level = Fraction(0), Fraction(-1)
    for p in sorted(chances):
        expected += chances[p]
        if expected <= rate * bisect_right(ranked, p):
            level = p
    return [test.p <= level for test in tests]
