"""Many races: what they say of the agents that took part in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
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

MERGED = "mergeable"
UNPROVEN = "unproven"
# Up to so many repeats pass^k is told.
_MOST_REPEATS = 8

# An entry of `rankings`: what a race made of an agent's attempt.
_Entry = Mapping[str, Any]
# Of the attempts of an agent that count whether they are merged, by task.
_Merged = Mapping[str, Sequence[bool]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What an agent came to.

    ``share`` is the part of so many tasks ``counted`` that it merged, from 0 to 1, and ``interval``
    its 95% interval (Wilson); with repeats it is the share to be expected of one attempt at each
    task. ``first`` is how often its candidate was the best of a race. What an attempt cost is None
    where it is not known of each; ``seconds`` is the median of those that are known. ``pass_hat``
    is the chance that so many attempts at a task are all merged. ``front``: nobody merges as much
    for less.
    """

    agent: str
    tasks: int
    attempts: int
    unproven: int
    first: int
    counted: int
    share: float | None
    interval: tuple[float, float] | None
    cost_usd: float | None
    cost_per_merged: float | None
    seconds: float | None
    pass_hat: Mapping[int, float]
    front: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """By how much the first of two agents merges a larger share of the tasks that both had.

    ``interval`` holds the true difference with 95% confidence. ``more`` is how many tasks more it
    would take to tell them apart: 0 where they are, None where nothing differs.
    """

    agents: tuple[str, str]
    tasks: int
    difference: float
    interval: tuple[float, float]
    more: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """Many races. ``standings`` are sorted by share; ``notes`` say what was left out.

    What is unproven is left out of shares and differences; ``strict`` is the other reading, in
    which it is not merged.
    """

    tasks: int
    races: int
    standings: Sequence[Standing]
    pairs: Sequence[Difference]
    notes: Sequence[str]
    strict: Series | None = None


def series_of(races: Sequence[tuple[str, Sequence[_Entry]]], notes: Sequence[str] = ()) -> Series:
    """What races come to together, in whatever order they are: each a task and its `rankings`."""
    return replace(_reading(races, notes, ()), strict=_reading(races, (), (UNPROVEN,)))


def _reading(
    races: Sequence[tuple[str, Sequence[_Entry]]], notes: Sequence[str], lost: Sequence[str]
) -> Series:
    """One reading of the verdicts: ``lost`` are those that count as not merged, as others do."""
    grouped: dict[str, dict[str, list[_Entry]]] = defaultdict(lambda: defaultdict(list))
    for task, rankings in races:
        for entry in rankings:
            grouped[entry["agent"]][task].append(entry)
    # Of each attempt that counts whether it is merged.
    merged = {
        agent: {
            task: [
                each["verdict"] == MERGED
                for each in found
                if each["verdict"] in (MERGED, "not_mergeable", *lost)
            ]
            for task, found in tasks.items()
        }
        for agent, tasks in grouped.items()
    }
    standings = [_standing(agent, tasks, merged[agent]) for agent, tasks in grouped.items()]
    # Who is unproven in all has no share, and comes last.
    standings.sort(key=lambda each: (1 if each.share is None else -each.share, each.agent))
    worth = {
        each.agent: (each.share, -each.cost_usd)
        for each in standings
        if each.share is not None and each.cost_usd is not None
    }
    # Nobody merges as much as these for less, or more for as much.
    front = {
        agent
        for agent, own in worth.items()
        if all(each == own or each[0] < own[0] or each[1] < own[1] for each in worth.values())
    }
    pairs = combinations([each.agent for each in standings], 2)
    differences = (_difference(pair, *(_rates(merged[agent]) for agent in pair)) for pair in pairs)
    return Series(
        tasks=len({task for task, _ in races}),
        races=len(races),
        standings=[replace(each, front=each.agent in front) for each in standings],
        pairs=[found for found in differences if found is not None],
        notes=notes,
    )


def _rates(merged: _Merged) -> dict[str, Fraction]:
    """The share of attempts that were merged, by task."""
    return {task: Fraction(sum(found), len(found)) for task, found in merged.items() if found}


def _standing(agent: str, tasks: Mapping[str, Sequence[_Entry]], merged: _Merged) -> Standing:
    every = [entry for entries in tasks.values() for entry in entries]
    solved = [entry for entry in every if entry["verdict"] == MERGED]
    costs = [entry["cost_usd"] for entry in every]
    cost = None if None in costs else sum(costs)
    times = [entry["duration_seconds"] for entry in every if entry["duration_seconds"] is not None]
    rates = _rates(merged)
    whole = float(sum(rates.values()))
    return Standing(
        agent=agent,
        tasks=len(tasks),
        attempts=len(every),
        unproven=sum(entry["verdict"] == UNPROVEN for entry in every),
        first=sum(entry["rank"] == 1 for entry in solved),
        counted=len(rates),
        share=whole / len(rates) if rates else None,
        interval=wilson_interval(len(rates), whole) if rates else None,
        cost_usd=None if cost is None else cost / len(every),
        cost_per_merged=None if cost is None or not solved else cost / len(solved),
        seconds=median(times) if times else None,
        pass_hat=_pass_hat([(len(found), sum(found)) for found in merged.values()]),
    )


def _pass_hat(counts: Sequence[tuple[int, int]]) -> dict[int, float]:
    """Means over the tasks with as many attempts; ``counts`` are these, and how many are merged."""
    figures = {}
    for k in range(1, min(_MOST_REPEATS, max(counts)[0]) + 1):
        chances = [pass_hat_k(runs, merged, k) for runs, merged in counts if runs >= k]
        figures[k] = float(sum(chances) / len(chances))
    return figures


def _difference(
    agents: tuple[str, str], one: Mapping[str, Fraction], other: Mapping[str, Fraction]
) -> Difference | None:
    """As if one attempt were drawn of each, where there are several."""
    both = one.keys() & other.keys()
    if not both:
        return None
    better = float(sum(one[task] * (1 - other[task]) for task in both))
    worse = float(sum(other[task] * (1 - one[task]) for task in both))
    low, high = paired_interval(len(both), better, worse)
    wanted = pairs_to_tell(len(both), better, worse)
    return Difference(
        agents=agents,
        tasks=len(both),
        difference=(better - worse) / len(both),
        interval=(low, high),
        more=0 if low > 0 or high < 0 else wanted and max(1, wanted - len(both)),
    )
