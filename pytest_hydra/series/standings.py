"""Many races: what they say of the agents that took part in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
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

# The share of its attempts that an agent has merged, by task.
_Rates = Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A candidate at a task: the entry that it has in the `rankings` of the report of a run."""

    task: str
    run_id: str
    entry: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """The share of so many tasks that is merged, from 0 to 1, and its 95% interval (Wilson).

    With repeats it is the share to be expected of one attempt at each task.
    """

    tasks: int
    share: float
    interval: tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What an agent came to.

    ``proven`` leaves attempts out that are unproven, ``strict`` has them as not merged. ``first``
    is how often its candidate was the best of a race. What an attempt cost is None where it is not
    known of each; ``seconds`` is the median of those that are known. ``pass_hat`` is the chance
    that so many attempts at a task are all merged. ``front``: nobody merges as much for less.
    """

    agent: str
    tasks: int
    attempts: int
    unproven: int
    first: int
    proven: Share | None
    strict: Share | None
    cost_usd: float | None
    cost_per_merged: float | None
    seconds: float | None
    pass_hat: Mapping[int, float]
    front: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """By how much the first of two agents merges a larger share of the tasks that both had.

    ``interval`` holds the true difference with 95% confidence. ``more`` is how many tasks more it
    would take to tell them apart: 0 where they are, None where nothing differs. ``strict`` has what
    is unproven as not merged; else it is left out.
    """

    agents: tuple[str, str]
    strict: bool
    tasks: int
    difference: float
    interval: tuple[float, float]
    more: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """Many races. ``standings`` are sorted by share; ``notes`` say what was left out."""

    tasks: int
    races: int
    standings: Sequence[Standing]
    pairs: Sequence[Difference]
    notes: Sequence[str]


def series_of(attempts: Iterable[Attempt], notes: Sequence[str] = ()) -> Series:
    """What the attempts come to together, in whatever order they are."""
    grouped: dict[str, dict[str, list[Attempt]]] = defaultdict(lambda: defaultdict(list))
    runs = set()
    for attempt in attempts:
        grouped[attempt.entry["agent"]][attempt.task].append(attempt)
        runs.add((attempt.task, attempt.run_id))
    rates = {
        agent: (_rates(tasks, strict=False), _rates(tasks, strict=True))
        for agent, tasks in grouped.items()
    }
    standings = [_standing(agent, grouped[agent], *rates[agent]) for agent in grouped]
    # Who is unproven in all has no share, and comes last.
    standings.sort(key=lambda each: (-each.proven.share if each.proven else 1, each.agent))
    return Series(
        tasks=len({task for task, _ in runs}),
        races=len(runs),
        standings=[replace(each, front=_is_on_front(each, standings)) for each in standings],
        pairs=[
            found
            for pair in combinations([each.agent for each in standings], 2)
            for strict in (False, True)
            if (
                found := _difference(pair, *(rates[agent][strict] for agent in pair), strict=strict)
            )
        ],
        notes=notes,
    )


def _rates(tasks: Mapping[str, Sequence[Attempt]], *, strict: bool) -> _Rates:
    rates = {}
    for task, attempts in tasks.items():
        verdicts = [attempt.entry["verdict"] for attempt in attempts]
        counting = len(verdicts) if strict else len(verdicts) - verdicts.count(UNPROVEN)
        if counting:
            rates[task] = Fraction(verdicts.count(MERGED), counting)
    return rates


def _standing(
    agent: str, tasks: Mapping[str, Sequence[Attempt]], proven: _Rates, strict: _Rates
) -> Standing:
    every = [attempt.entry for attempts in tasks.values() for attempt in attempts]
    merged = [entry for entry in every if entry["verdict"] == MERGED]
    costs = [entry["cost_usd"] for entry in every]
    cost = None if None in costs else sum(costs)
    times = [entry["duration_seconds"] for entry in every if entry["duration_seconds"] is not None]
    return Standing(
        agent=agent,
        tasks=len(tasks),
        attempts=len(every),
        unproven=sum(entry["verdict"] == UNPROVEN for entry in every),
        first=sum(entry["rank"] == 1 for entry in merged),
        proven=_share(proven),
        strict=_share(strict),
        cost_usd=None if cost is None else cost / len(every),
        cost_per_merged=None if cost is None or not merged else cost / len(merged),
        seconds=median(times) if times else None,
        pass_hat=_pass_hat(tasks.values()),
    )


def _share(rates: _Rates) -> Share | None:
    if not rates:
        return None
    tasks, merged = len(rates), float(sum(rates.values()))
    return Share(tasks=tasks, share=merged / tasks, interval=wilson_interval(tasks, merged))


def _pass_hat(tasks: Iterable[Sequence[Attempt]]) -> dict[int, float]:
    """On average over the tasks that have as many attempts which are proven."""
    verdicts = [[attempt.entry["verdict"] for attempt in attempts] for attempts in tasks]
    counts = [(len(each) - each.count(UNPROVEN), each.count(MERGED)) for each in verdicts]
    figures = {}
    for k in range(1, min(_MOST_REPEATS, max(counts)[0]) + 1):
        chances = [pass_hat_k(runs, merged, k) for runs, merged in counts if runs >= k]
        figures[k] = float(sum(chances) / len(chances))
    return figures


def _is_on_front(standing: Standing, standings: Iterable[Standing]) -> bool:
    """Whether nobody merges as much for less, or more for as much; who is unknown is nowhere."""
    own, *told = (
        (each.proven.share, -each.cost_usd)
        if each.proven is not None and each.cost_usd is not None
        else None
        for each in (standing, *standings)
    )
    others = [each for each in told if each not in (None, own)]
    return own is not None and not any(
        each[0] >= own[0] and each[1] >= own[1] for each in others if each
    )


def _difference(
    agents: tuple[str, str], one: _Rates, other: _Rates, *, strict: bool
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
        strict=strict,
        tasks=len(both),
        difference=(better - worse) / len(both),
        interval=(low, high),
        more=0 if low > 0 or high < 0 else wanted and max(1, wanted - len(both)),
    )
