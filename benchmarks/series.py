"""How often the intervals of a series hold what is true: ``python -m benchmarks.series``.

Series of 40 tasks are drawn for each true share, and each pair of them: of the second agent the
share is smaller by so many points, and some tasks are as hard for the one as for the other.
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
# By how much the second agent merges less, and of how many tasks both find out by one draw.
PAIRS = tuple((less, alike) for less in (0.0, 0.1, 0.3) for alike in (0.0, 0.5))


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """Of 100 intervals how many hold what is true: on average over all shares, and at worst."""

    what: str
    mean: float
    least: float
    least_at: float


def shares(series: int = SERIES, tasks: int = TASKS, seed: int = 1) -> Coverage:
    """The coverage of the shares' intervals."""
    rng = random.Random(seed)  # noqa: S311 - the same each time, no secret
    found = {}
    for share in SHARES:
        held = 0
        drawn = Counter(sum([rng.random() < share for _ in range(tasks)]) for _ in range(series))
        for merged, times in drawn.items():
            low, high = wilson_interval(tasks, merged)
            held += times * (low <= share <= high)
        found[share] = 100 * held / series
    return _coverage("share", found)


def differences(
    less: float, alike: float, series: int = SERIES, tasks: int = TASKS, seed: int = 1
) -> Coverage:
    """The coverage of the intervals of paired differences."""
    interval = cache(paired_interval)
    rng = random.Random(seed)  # noqa: S311 - the same each time, no secret
    found = {}
    for share in (share for share in SHARES if share - less > 0.04):
        held = 0
        for _ in range(series):
            better = worse = 0
            for _ in range(tasks):
                one = rng.random()
                other = one if rng.random() < alike else rng.random()
                better += (one < share) & (other >= share - less)
                worse += (one >= share) & (other < share - less)
            low, high = interval(tasks, better, worse)
            held += low - 1e-9 <= less <= high + 1e-9
        found[share] = 100 * held / series
    same = f", {100 * alike:.0f} of 100 tasks by one draw" if alike else ""
    return _coverage(f"difference of {100 * less:.0f} points{same}", found)


def _coverage(what: str, found: dict[float, float]) -> Coverage:
    least = min(found, key=found.__getitem__)
    mean = sum(found.values()) / len(found)
    return Coverage(what=what, mean=mean, least=found[least], least_at=least)


def report(_folder: Path, options: Options) -> object:
    """The table of coverages: 20,000 series for each share, with ``--full`` 100,000."""
    series = SERIES * (5 if options.full else 1)
    print(f"{series:,} series of {TASKS} tasks for each true share from 0.05 to 0.95\n")
    show_heading("interval of a", "holds what is true, of 100", "at worst", "at a share of")
    rows = []
    for pair in (None, *PAIRS):
        row = shares(series) if pair is None else differences(*pair, series=series)
        show(row.what, f"{row.mean:.1f}", f"{row.least:.1f}", f"{row.least_at:.2f}")
        rows.append(asdict(row))
    return rows


if __name__ == "__main__":
    run_parts("benchmarks.series", str(__doc__), {"series": report})
