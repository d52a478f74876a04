"""Many races: what they say of the agents that took part in them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from statistics import median
from typing import Any

from pytest_hydra.core.statistics import (
    paired_interval,
    pairs_to_tell,
    pass_hat_k,
    wilson_interval,
)
from pytest_hydra.core.text import counted, one_line

MERGED = "mergeable"
UNPROVEN = "unproven"
MOST_REPEATS = 8
"""Up to so many repeats pass^k is told."""

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """What one race made of one candidate. ``first``: it is the one that would be merged."""

    task: str
    run_id: str
    agent: str
    verdict: str
    first: bool
    tree: str | None
    cost_usd: float | None
    seconds: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """How many of so many tasks an agent has merged, from 0 to 1, and its 95% interval (Wilson).

    With repeats it is the share to be expected of one attempt at each task. None without a task.
    """

    tasks: int
    share: float | None
    interval: Interval | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What an agent came to.

    ``proven`` leaves attempts out that are unproven; ``strict`` has them as not merged. ``first``
    is how often its candidate was the best of a race. What it cost is None where it is not known of
    each attempt, and for a merged task where none is merged; ``seconds`` is the median of those
    that are known. ``pass_hat`` is the chance that so many attempts at a task are all merged, and
    the number of tasks with as many. ``front``: nobody else merges as much for less.
    """

    agent: str
    attempts: int
    unproven: int
    first: int
    proven: Share
    strict: Share
    cost_usd: float | None
    cost_per_merged: float | None
    seconds: float | None
    pass_hat: Mapping[int, tuple[float, int]]
    front: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """By how much the first of two agents merges a larger share of the tasks that both had.

    ``interval`` holds the true difference with 95% confidence; ``more`` is how many tasks more it
    would take to tell them apart, None where nothing differs, 0 where the interval does.
    """

    tasks: int
    difference: float
    interval: Interval
    more: int | None

    @property
    def is_told(self) -> bool:
        """Whether the two are told apart."""
        return self.interval[0] > 0 or self.interval[1] < 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two agents, in both readings of what is unproven; None where they had no task together."""

    agents: tuple[str, str]
    proven: Difference | None
    strict: Difference | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """Many races. ``standings`` are sorted by share; ``notes`` are for people."""

    tasks: int
    races: int
    standings: tuple[Standing, ...]
    pairs: tuple[Pair, ...]
    notes: tuple[str, ...]


def attempts_of(task: str, report: Mapping[str, Any]) -> list[Attempt]:
    """The attempts of a report that holds a race."""
    return [
        Attempt(
            task=task,
            run_id=report["run_id"],
            agent=entry["agent"],
            verdict=entry["verdict"],
            first=entry["rank"] == 1 and entry["verdict"] == MERGED,
            tree=entry["tree"],
            cost_usd=entry["cost_usd"],
            seconds=entry["duration_seconds"],
        )
        for entry in report["rankings"]
    ]


def series_of(attempts: Iterable[Attempt], notes: Sequence[str] = ()) -> Series:
    """What the attempts come to together, in whatever order they are."""
    grouped: dict[str, dict[str, list[Attempt]]] = defaultdict(lambda: defaultdict(list))
    runs = set()
    for attempt in attempts:
        grouped[attempt.agent][attempt.task].append(attempt)
        runs.add((attempt.task, attempt.run_id))
    standings = _with_front([_standing(agent, tasks) for agent, tasks in grouped.items()])
    # Who is unproven in all has no share, and comes last.
    standings.sort(
        key=lambda each: (each.proven.share is None, -(each.proven.share or 0), each.agent)
    )
    agents = [each.agent for each in standings]
    pairs = tuple(
        _pair(pair, *(grouped[name] for name in pair)) for pair in combinations(agents, 2)
    )
    return Series(
        tasks=len({task for task, _ in runs}),
        races=len(runs),
        standings=tuple(standings),
        pairs=pairs,
        notes=(*notes, *_alike(grouped)),
    )


# --- one agent ----------------------------------------------------------------------------------


def _rate(attempts: Sequence[Attempt], *, strict: bool) -> Fraction | None:
    """The share of attempts at a task that are merged; None where none counts."""
    counting = [each for each in attempts if strict or each.verdict != UNPROVEN]
    merged = sum(each.verdict == MERGED for each in counting)
    return Fraction(merged, len(counting)) if counting else None


def _standing(agent: str, tasks: Mapping[str, Sequence[Attempt]]) -> Standing:
    every = [attempt for attempts in tasks.values() for attempt in attempts]
    merged = sum(each.verdict == MERGED for each in every)
    costs = [each.cost_usd for each in every if each.cost_usd is not None]
    cost = sum(costs) if len(costs) == len(every) else None
    times = [each.seconds for each in every if each.seconds is not None]
    return Standing(
        agent=agent,
        attempts=len(every),
        unproven=sum(each.verdict == UNPROVEN for each in every),
        first=sum(each.first for each in every),
        proven=_share(tasks.values(), strict=False),
        strict=_share(tasks.values(), strict=True),
        cost_usd=None if cost is None else cost / len(every),
        cost_per_merged=None if cost is None or not merged else cost / merged,
        seconds=median(times) if times else None,
        pass_hat=_pass_hat(tasks.values()),
    )


def _share(tasks: Iterable[Sequence[Attempt]], *, strict: bool) -> Share:
    rates = [rate for attempts in tasks if (rate := _rate(attempts, strict=strict)) is not None]
    if not rates:
        return Share(tasks=0, share=None, interval=None)
    merged = float(sum(rates))
    return Share(
        tasks=len(rates), share=merged / len(rates), interval=wilson_interval(len(rates), merged)
    )


def _pass_hat(tasks: Iterable[Sequence[Attempt]]) -> dict[int, tuple[float, int]]:
    proven = [
        [each.verdict == MERGED for each in attempts if each.verdict != UNPROVEN]
        for attempts in tasks
    ]
    figures = {}
    for k in range(1, min(MOST_REPEATS, max(map(len, proven))) + 1):
        enough = [found for found in proven if len(found) >= k]
        chances = [pass_hat_k(len(found), sum(found), k) for found in enough]
        figures[k] = float(sum(chances) / len(enough)), len(enough)
    return figures


def _with_front(standings: Sequence[Standing]) -> list[Standing]:
    """With those marked of whom nobody merges as much for less, or more for as much."""
    from dataclasses import replace

    told = {
        each.agent: (each.proven.share, each.cost_usd)
        for each in standings
        if each.proven.share is not None and each.cost_usd is not None
    }
    beaten = {
        agent
        for agent, (share, cost) in told.items()
        for other, spent in told.values()
        if other >= share and spent <= cost and (other, spent) != (share, cost)
    }
    return [replace(each, front=each.agent in told.keys() - beaten) for each in standings]


# --- two agents ---------------------------------------------------------------------------------


def _pair(
    agents: tuple[str, str],
    one: Mapping[str, Sequence[Attempt]],
    other: Mapping[str, Sequence[Attempt]],
) -> Pair:
    both = [(one[task], other[task]) for task in one if task in other]
    return Pair(
        agents=agents,
        proven=_difference(both, strict=False),
        strict=_difference(both, strict=True),
    )


def _difference(
    tasks: Sequence[tuple[Sequence[Attempt], Sequence[Attempt]]], *, strict: bool
) -> Difference | None:
    """As if one attempt were drawn of each, where there are several."""
    better = worse = Fraction(0)
    pairs = 0
    for one, other in tasks:
        first, second = _rate(one, strict=strict), _rate(other, strict=strict)
        if first is not None and second is not None:
            pairs += 1
            better += first * (1 - second)
            worse += second * (1 - first)
    if not pairs:
        return None
    counts = pairs, float(better), float(worse)
    low, high = interval = paired_interval(*counts)
    wanted = pairs_to_tell(*counts)
    return Difference(
        tasks=pairs,
        difference=float(better - worse) / pairs,
        interval=interval,
        more=0 if low > 0 or high < 0 else wanted and max(1, wanted - pairs),
    )


def _alike(grouped: Mapping[str, Mapping[str, Sequence[Attempt]]]) -> list[str]:
    """Attempts that may be one, which was judged again."""
    alike: Counter[str] = Counter()
    for agent, tasks in grouped.items():
        for attempts in tasks.values():
            trees = [each.tree for each in attempts if each.tree is not None]
            alike[agent] += len(set(trees)) < len(trees)
    return [
        f"{one_line(agent, 40)}: attempts at {counted(tasks, 'task')} have the same tree; where "
        "these are one attempt that was judged again, name the last run alone"
        for agent, tasks in sorted(alike.items())
        if tasks
    ]
