"""What repeated runs say, and how sure that is."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt

Z95 = 1.959963984540054
"""The 97.5th percentile of the standard normal distribution, for a two-sided 95% interval."""


def pass_at_k(runs: int, passes: int, k: int) -> Fraction:
    """The chance that at least one of k runs passes, estimated without bias from all runs made.

    1 - C(n-c, k) ÷ C(n, k) (Chen et al. 2021, "Evaluating Large Language Models Trained on Code").
    Raises ValueError unless 0 <= passes <= runs and 1 <= k <= runs.
    """
    _valid(runs, passes, k)
    return 1 - Fraction(comb(runs - passes, k), comb(runs, k))


def pass_hat_k(runs: int, passes: int, k: int) -> Fraction:
    """The chance that all of k runs pass, estimated without bias from all runs made.

    C(c, k) ÷ C(n, k) (Yao et al. 2024, "tau-bench"). Raises ValueError as `pass_at_k` does.
    """
    _valid(runs, passes, k)
    return Fraction(comb(passes, k), comb(runs, k))


def wilson_interval(runs: int, passes: int, z: float = Z95) -> tuple[float, float]:
    """The interval that holds the true pass rate with 95% confidence (Wilson 1927).

    Both ends are from 0 to 1. Raises ValueError unless 0 <= passes <= runs and runs >= 1.
    """
    _valid(runs, passes, 1)
    rate = passes / runs
    squared = z * z / runs
    centre = (rate + squared / 2) / (1 + squared)
    half = z * sqrt(rate * (1 - rate) / runs + squared / (4 * runs)) / (1 + squared)
    # The ends are exact where the formula is: rounding must not leave 1e-17 of doubt there.
    low = 0.0 if passes == 0 else max(0.0, centre - half)
    high = 1.0 if passes == runs else min(1.0, centre + half)
    return low, high


def paired_exact_p(better: int, worse: int) -> Fraction:
    """The two-sided p-value of a paired comparison (McNemar's exact test, the sign test).

    ``better`` and ``worse`` count the pairs that changed; pairs that did not change say nothing.
    """
    if better < 0 or worse < 0:
        raise ValueError("counts are at least 0")
    pairs = better + worse
    tail = sum(comb(pairs, i) for i in range(min(better, worse) + 1))
    return min(Fraction(1), Fraction(2 * tail, 2**pairs))


def fisher_exact_p(passes: int, runs: int, other_passes: int, other_runs: int) -> Fraction:
    """The two-sided p-value of a difference between two pass rates (Fisher's exact test).

    Raises ValueError unless 0 <= passes <= runs and runs >= 1, for both.
    """
    _valid(runs, passes, 1)
    _valid(other_runs, other_passes, 1)
    both = passes + other_passes

    def ways(first: int) -> int:
        return comb(runs, first) * comb(other_runs, both - first)

    seen = ways(passes)
    possible = range(max(0, both - other_runs), min(runs, both) + 1)
    as_far = sum(count for first in possible if (count := ways(first)) <= seen)
    return Fraction(as_far, comb(runs + other_runs, both))


def _valid(runs: int, passes: int, k: int) -> None:
    if not 0 <= passes <= runs:
        raise ValueError(f"passes must be from 0 to {runs} (the runs), not {passes}")
    if not 1 <= k <= runs:
        raise ValueError(f"k must be from 1 to {runs} (the runs), not {k}")
