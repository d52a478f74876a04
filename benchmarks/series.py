"""The coverage of the confidence intervals of a series: ``python -m benchmarks.series``.

Series of 40 tasks are simulated for each true share, and for pairs of shares: the share of the
second agent is lower by some points, and some tasks are equally hard for both agents.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from benchmarks.command import Options, run_parts, show, show_heading
from pytest_hydra.core.statistics import paired_interval, wilson_interval

TASKS = 40
SERIES = 20_000
SHARES = tuple(points / 100 for points in range(5, 100, 5))
# By how much the second share is lower, and the share of tasks with one draw for both agents.
PAIRS = tuple((less, alike) for less in (0.0, 0.1, 0.3) for alike in (0.0, 0.5))


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """The percentage of intervals that contain the true value: the mean, and the lowest."""

    what: str
    mean: float
    least: float
    least_at: float


def shares(series: int = SERIES, tasks: int = TASKS, seed: int = 1) -> Coverage:
    """The coverage of the intervals of shares."""
    rng = random.Random(seed)  # noqa: S311 - the same each time, no secret
    coverages = {}
    for share in SHARES:
        hits = 0
        counts = Counter(sum([rng.random() < share for _ in range(tasks)]) for _ in range(series))
        for merged, times in counts.items():
            low, high = wilson_interval(tasks, merged)
            hits += times * (low <= share <= high)
        coverages[share] = 100 * hits / series
    return _coverage("share", coverages)


def differences(
    less: float, alike: float, series: int = SERIES, tasks: int = TASKS, seed: int = 1
) -> Coverage:
    """The coverage of the intervals of paired differences."""
    interval = cache(paired_interval)
    rng = random.Random(seed)  # noqa: S311 - the same each time, no secret
    coverages = {}
    for share in (share for share in SHARES if share - less > 0.04):
        hits = 0
        for _ in range(series):
            better = worse = 0
            for _ in range(tasks):
                first = rng.random()
                second = first if rng.random() < alike else rng.random()
                better += (first < share) & (second >= share - less)
                worse += (first >= share) & (second < share - less)
            low, high = interval(tasks, better, worse)
            hits += low - 1e-9 <= less <= high + 1e-9
        coverages[share] = 100 * hits / series
    same = f", {100 * alike:.0f}% of tasks by one draw" if alike else ""
    return _coverage(f"difference of {100 * less:.0f} points{same}", coverages)


def _coverage(name: str, coverages: dict[float, float]) -> Coverage:
    least = min(coverages, key=coverages.__getitem__)
    mean = sum(coverages.values()) / len(coverages)
    return Coverage(what=name, mean=mean, least=coverages[least], least_at=least)


def report(_folder: Path, options: Options) -> object:
    """Print the coverages: 20,000 series for each share, with ``--full`` 100,000."""
    series = SERIES * (5 if options.full else 1)
    print(f"{series:,} series of {TASKS} tasks for each true share from 0.05 to 0.95\n")
    show_heading("interval of a", "coverage, %", "lowest, %", "at a share of")
    rows = []
    for pair in (None, *PAIRS):
        row = shares(series) if pair is None else differences(*pair, series=series)
        show(row.what, f"{row.mean:.1f}", f"{row.least:.1f}", f"{row.least_at:.2f}")
        rows.append(asdict(row))
    return rows


if __name__ == "__main__":
    run_parts("benchmarks.series", str(__doc__), {"series": report})
