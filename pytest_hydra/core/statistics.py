"""Pass rates and their intervals, paired tests, and agreement of graders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import atan2, comb, cos, fsum, pi, sin, sqrt
from statistics import stdev, variance

Z95 = 1.959963984540054
"""The 97.5th percentile of the standard normal distribution, for a two-sided 95% interval."""
FEWEST_FOR_SPREAD = 5
"""Cases that must differ, so that their spread says something."""
# Student's t for so few degrees of freedom that its expansion is inexact.
_T_FEW = {1: 12.706205, 2: 4.302653, 3: 3.182446}
# The coefficients of powers of z in the expansion of t, for each power of 1 ÷ degrees of freedom.
_T_TERMS = (
    {1: 1.0},
    {3: 1 / 4, 1: 1 / 4},
    {5: 5 / 96, 3: 16 / 96, 1: 3 / 96},
    {7: 3 / 384, 5: 19 / 384, 3: 17 / 384, 1: -15 / 384},
    {9: 79 / 92160, 7: 776 / 92160, 5: 1482 / 92160, 3: -1920 / 92160, 1: -945 / 92160},
)


def pass_at_k(runs: int, passes: int, k: int) -> Fraction:
    """The unbiased estimate, from all runs, that at least one of k runs passes.

    1 - C(n-c, k) ÷ C(n, k) (Chen et al. 2021, "Evaluating Large Language Models Trained on Code").
    """
    return 1 - Fraction(comb(runs - passes, k), comb(runs, k))


def pass_hat_k(runs: int, passes: int, k: int) -> Fraction:
    """The unbiased estimate, from all runs, that all of k runs pass.

    C(c, k) ÷ C(n, k) (Yao et al. 2024, "tau-bench").
    """
    return Fraction(comb(passes, k), comb(runs, k))


def wilson_interval(runs: int, passes: float) -> tuple[float, float]:
    """The 95% confidence interval of a pass rate (Wilson 1927).

    Both ends are from 0 to 1.
    """
    return _wilson(passes / runs, runs, Z95)


def share_interval(rates: Sequence[float], runs: int) -> tuple[float, float]:
    """The 95% confidence interval of the mean pass rate of cases, each the mean of its runs.

    It is Wilson's over the cases if all or none of each one's runs passed. Else it is Wilson's with
    the effective number of independent runs, which follows from the spread of the cases, and with
    Student's t (Korn and Graubard 1998): Student's own interval covers the share of few cases in 82
    of 100 samples where nearly all pass. ``runs`` is the number of all runs.
    """
    count, share = len(rates), fsum(rates) / len(rates)
    if {*rates} <= {0, 1}:
        return _wilson(share, count, Z95)
    if count == 1:
        return _wilson(share, runs, Z95)
    spread = variance(rates)
    effective = share * (1 - share) * count / spread if spread else float(runs)
    return _wilson(share, min(float(runs), max(float(count), effective)), _t95(count - 1))


def _wilson(rate: float, runs: float, quantile: float) -> tuple[float, float]:
    squared = quantile * quantile / runs
    centre = (rate + squared / 2) / (1 + squared)
    half = quantile * sqrt(rate * (1 - rate) / runs + squared / (4 * runs)) / (1 + squared)
    # Exact at the ends, where rounding would leave 1e-17.
    low = 0.0 if rate == 0 else max(0.0, centre - half)
    high = 1.0 if rate == 1 else min(1.0, centre + half)
    return low, high


def paired_interval(pairs: int, better: float, worse: float) -> tuple[float, float]:
    """The 95% confidence interval of the difference of two paired rates.

    ``better`` and ``worse`` count the pairs in which only the first, or only the second, passed;
    if they are sums of rates, the interval is conservative, and `clustered_interval` is for these.
    Both ends are from -1 to 1. The interval
    inverts a score test (Tango 1998, "Equivalence test and confidence interval for the difference
    in proportions for the paired-sample design").
    """
    if better < worse:
        low, high = paired_interval(pairs, worse, better)
        return -high, -low
    difference = (better - worse) / pairs
    return (
        _interval_end(pairs, better, worse, difference, -1.0),
        1.0 if better == pairs else _interval_end(pairs, better, worse, difference, 1.0),
    )


def clustered_interval(differences: Sequence[float]) -> tuple[float, float]:
    """The 95% confidence interval of the mean difference of two rates over cases with repeats.

    Each element is the difference of the two rates of one case, from -1 to 1. The interval is
    Student's for the mean of the cases; that of the rates as if they were outcomes is far too wide,
    as repeats make rates vary less. If fewer than five cases differ, or all by the same, it is
    `paired_interval`, as they say nothing about the spread.
    """
    count, mean = len(differences), fsum(differences) / len(differences)
    spread = stdev(differences) if count > 1 else 0.0
    if not spread or sum(entry != 0 for entry in differences) < FEWEST_FOR_SPREAD:
        better, worse = (fsum(max(0.0, sign * d) for d in differences) for sign in (1, -1))
        return paired_interval(count, better, worse)
    half = _t95(count - 1) * spread / sqrt(count)
    return max(-1.0, mean - half), min(1.0, mean + half)


def mean_interval(values: Sequence[float]) -> tuple[float, float] | None:
    """The 95% confidence interval of the mean (Student 1908).

    None for fewer than two values, and if all are equal: it would have no width, however few.
    """
    count, mean = len(values), fsum(values) / len(values)
    if count < 2 or not (spread := stdev(values)):
        return None
    half = _t95(count - 1) * spread / sqrt(count)
    return mean - half, mean + half


def _t95(freedom: int) -> float:
    """The 97.5th percentile of Student's t (Abramowitz and Stegun 26.7.5 and, below 4, 26.10)."""
    if freedom in _T_FEW:
        return _T_FEW[freedom]
    z, terms = Z95, 0.0
    for power, polynomial in enumerate(_T_TERMS):
        terms += sum(c * z**k for k, c in polynomial.items()) / freedom**power
    return terms


def t_tails(t: float, freedom: int) -> float:
    """The probability that Student's t is further from 0 (Abramowitz and Stegun 26.7.3 and 4)."""
    angle = atan2(abs(t), sqrt(freedom))
    odd = freedom % 2
    term, terms = (cos(angle) if odd else 1.0), []
    for step in range(1 + odd, freedom, 2):
        terms.append(term)
        term *= cos(angle) ** 2 * step / (step + 1)
    inside = sin(angle) * fsum(terms)
    return max(0.0, 1 - (2 / pi * (angle + inside) if odd else inside))


def _interval_end(pairs: int, better: float, worse: float, inside: float, outside: float) -> float:
    """The end of the interval between these two differences, by bisection of the score test.

    For an assumed difference, the maximum-likelihood share of pairs in which only the second passes
    is the larger root of a quadratic equation.
    """
    for _ in range(50):
        difference = (inside + outside) / 2
        linear = (2 * pairs - better + worse) * difference - better - worse
        constant = -worse * difference * (1 - difference)
        root = sqrt(max(0.0, linear * linear - 8 * pairs * constant))
        variance = (root - linear) / 2 + pairs * difference * (1 - difference)
        if (better - worse - pairs * difference) ** 2 <= Z95 * Z95 * variance:
            inside = difference
        else:
            outside = difference
    return inside


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Agreement over pairs of (label, judgment); shares are from 0 to 1, None without pairs.

    ``kappa`` is from -1 to 1: 1 is full agreement, 0 is chance. It is None where it is undefined:
    with fewer than two pairs, and when all labels and judgments are one and the same score.
    ``low`` and ``high`` are the ends of its 95% interval, None if there is none.
    """

    pairs: int
    exact: Fraction | None
    within_one: Fraction | None
    kappa: Fraction | None
    low: float | None
    high: float | None


def agreement(pairs: Iterable[tuple[int, int]]) -> Agreement:
    """The agreement of two columns of whole scores, in any order.

    Kappa is Cohen's weighted kappa (1968) with squared distances. Its interval is normal, with the
    standard error of Fleiss, Cohen and Everitt (1969, "Large sample standard errors of kappa and
    weighted kappa"), clipped to -1 and 1; it is too narrow for few pairs. If that error is 0, as
    with full agreement, there is no interval: it would have no width, however few the pairs.
    """
    counts = Counter(pairs)
    total = counts.total()
    if total == 0:
        return Agreement(pairs=0, exact=None, within_one=None, kappa=None, low=None, high=None)
    kappa, variance = _kappa(counts, total) if total > 1 else (None, Fraction(0))
    low = high = None
    if kappa is not None and variance:
        half = Z95 * sqrt(variance)
        low, high = max(-1.0, float(kappa) - half), min(1.0, float(kappa) + half)
    return Agreement(
        pairs=total,
        exact=Fraction(sum(n for (a, b), n in counts.items() if a == b), total),
        within_one=Fraction(sum(n for (a, b), n in counts.items() if abs(a - b) <= 1), total),
        kappa=kappa,
        low=low,
        high=high,
    )


def least_kappa(pairs: Iterable[tuple[int, int]]) -> float | None:
    """The lower end of the 95% interval of kappa; None if nothing is known of it.

    With full agreement it follows from Wilson's interval of the share that agrees, and from the
    agreement by chance: 1 - (1 - low) ÷ (1 - chance).
    """
    pairs = list(pairs)
    found = agreement(pairs)
    if found.low is not None or found.kappa != 1:
        return found.low
    labels = Counter(first for first, _ in pairs)
    chance = sum((count / len(pairs)) ** 2 for count in labels.values())
    return 1 - (1 - wilson_interval(len(pairs), len(pairs))[0]) / (1 - chance)


def _kappa(counts: Counter[tuple[int, int]], total: int) -> tuple[Fraction | None, Fraction]:
    """Weighted kappa and its variance; no kappa if chance alone would give full agreement.

    Disagreements d = (a-b)² are used in place of the weights 1 - d ÷ d_max of the paper. With them
    kappa = 1 - q_o ÷ q_e, for the mean disagreement observed and the one by chance, and
    var = (Σ p (d·q_e - q_o·(r_a + c_b))² - (q_o·q_e)²) ÷ (n·q_e⁴), where r_a and c_b are the mean
    disagreements of a label and of a score with the other column: d_max cancels out.
    """
    labels: Counter[int] = Counter()
    scores: Counter[int] = Counter()
    for (label, score), count in counts.items():
        labels[label] += count
        scores[score] += count
    observed = Fraction(sum(n * (a - b) ** 2 for (a, b), n in counts.items()), total)
    of_label = {
        a: Fraction(sum(n * (a - b) ** 2 for b, n in scores.items()), total) for a in labels
    }
    of_score = {
        b: Fraction(sum(n * (a - b) ** 2 for a, n in labels.items()), total) for b in scores
    }
    chance = sum((n * of_label[a] for a, n in labels.items()), Fraction(0)) / total
    if chance == 0:
        return None, Fraction(0)
    squares = sum(
        (
            n * ((a - b) ** 2 * chance - observed * (of_label[a] + of_score[b])) ** 2
            for (a, b), n in counts.items()
        ),
        Fraction(0),
    )
    variance = (squares / total - (observed * chance) ** 2) / (total * chance**4)
    return 1 - observed / chance, variance
