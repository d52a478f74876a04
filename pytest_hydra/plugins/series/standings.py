"""The standings of agents over many races."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from statistics import median
from typing import Annotated, Any

from pydantic import ConfigDict, Field, with_config

from pytest_hydra.core.experiment import compare, holm
from pytest_hydra.core.result import Result
from pytest_hydra.core.statistics import pass_hat_k, wilson_interval
from pytest_hydra.report import Count

# The largest k of pass^k.
_MOST_REPEATS = 8

# Whether each counted attempt of an agent was merged, by task.
_Merged = Mapping[str, Sequence[bool]]

# For the JSON Schema: all fields are always written.
_entry = with_config(ConfigDict(extra="forbid", json_schema_serialization_defaults_required=True))


def _doc(description: str) -> Any:
    return Field(description=description)


_Amount = Annotated[float, Field(ge=0)]
_Share = Annotated[float, Field(ge=0, le=1)]
_Difference = Annotated[float, Field(ge=-1, le=1)]


@_entry
@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The results of one agent."""

    agent: str
    tasks: Count
    attempts: Count
    unproven: Annotated[Count, _doc("The attempts that could not be judged.")]
    first: Annotated[Count, _doc("How often its candidate won a race.")]
    counted: Annotated[Count, _doc("The tasks that count in the share.")]
    share: Annotated[
        _Share | None,
        _doc("The share of them that is mergeable; with repeats, the mean of the tasks' shares."),
    ]
    interval: Annotated[tuple[_Share, _Share] | None, _doc("Its 95% interval (Wilson).")]
    cost_usd: Annotated[_Amount | None, _doc("The mean cost of an attempt; null if unknown.")]
    cost_per_merged: Annotated[_Amount | None, _doc("The whole cost per mergeable attempt.")]
    seconds: Annotated[_Amount | None, _doc("The median of the known times.")]
    pass_hat: Annotated[
        Mapping[int, _Share], _doc("The probability that k attempts at a task are all mergeable.")
    ]
    front: Annotated[bool, _doc("On the Pareto front of share and cost.")] = False


@_entry
@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """The first agent's merged share minus the second's, on the tasks that both had."""

    agents: tuple[str, str]
    tasks: Count
    difference: _Difference
    interval: Annotated[
        tuple[_Difference, _Difference],
        _doc("Its 95% interval (Tango; Student over tasks if there are repeats)."),
    ]
    more: Annotated[
        Count | None,
        _doc(
            "Further tasks needed to tell them apart: 0 for none, null if nothing differs. With "
            "several pairs the test allows for their number (Holm)."
        ),
    ]


@_entry
@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """Many races. Unproven attempts are left out of shares and differences."""

    tasks: Count
    races: Count
    standings: Annotated[Sequence[Standing], _doc("The agents, the largest share first.")]
    pairs: Annotated[Sequence[Difference], _doc("Each pair of agents with a common task.")]
    notes: Annotated[Sequence[str], _doc("What was left out, and why.")]
    strict: Annotated[
        Series | None, _doc("The same with unproven attempts as not merged; null inside of itself.")
    ] = None


def series_of(races: Sequence[tuple[str, Sequence[Result]]], notes: Sequence[str] = ()) -> Series:
    """Summarize races, each a task and its `rankings`, in any order."""
    return replace(_reading(races, notes, ()), strict=_reading(races, (), ("ungraded",)))


def _reading(
    races: Sequence[tuple[str, Sequence[Result]]], notes: Sequence[str], lost: Sequence[str]
) -> Series:
    """Summarize races; attempts with a status in ``lost`` also count as not merged."""
    by_agent: dict[str, dict[str, list[Result]]] = defaultdict(lambda: defaultdict(list))
    for task, rankings in races:
        for entry in rankings:
            by_agent[entry["agent"]][task].append(entry)
    # Whether each counted attempt was merged.
    merged = {
        agent: {
            task: [
                entry["mergeable"]
                for entry in entries
                if entry["status"] in ("passed", "failed", *lost)
            ]
            for task, entries in tasks.items()
        }
        for agent, tasks in by_agent.items()
    }
    standings = [_standing(agent, tasks, merged[agent]) for agent, tasks in by_agent.items()]
    # An agent with only unproven attempts has no share, and comes last.
    standings.sort(key=lambda entry: (1 if entry.share is None else -entry.share, entry.agent))
    worth = {
        entry.agent: (entry.share, -entry.cost_usd)
        for entry in standings
        if entry.share is not None and entry.cost_usd is not None
    }
    # The Pareto front: no agent merges as much for less, or more for as much.
    front = {
        agent
        for agent, own in worth.items()
        if all(rival == own or rival[0] < own[0] or rival[1] < own[1] for rival in worth.values())
    }
    return Series(
        tasks=len({task for task, _ in races}),
        races=len(races),
        standings=[replace(entry, front=entry.agent in front) for entry in standings],
        pairs=_differences([entry.agent for entry in standings], merged),
        notes=notes,
    )


def _rates(merged: _Merged) -> dict[str, Fraction]:
    """The share of attempts that were merged, by task."""
    return {task: Fraction(sum(hits), len(hits)) for task, hits in merged.items() if hits}


def _standing(agent: str, tasks: Mapping[str, Sequence[Result]], merged: _Merged) -> Standing:
    every = [entry for entries in tasks.values() for entry in entries]
    solved = [entry for entry in every if entry["mergeable"]]
    costs = [entry["usage"].get("cost_usd") for entry in every]
    cost = None if None in costs else sum(costs)
    times = [entry["usage"]["seconds"] for entry in every if "seconds" in entry["usage"]]
    rates = _rates(merged)
    total = float(sum(rates.values()))
    return Standing(
        agent=agent,
        tasks=len(tasks),
        attempts=len(every),
        unproven=sum(entry["status"] == "ungraded" for entry in every),
        first=sum(entry["details"]["rank"] == 1 for entry in solved),
        counted=len(rates),
        share=total / len(rates) if rates else None,
        interval=wilson_interval(len(rates), total) if rates else None,
        cost_usd=None if cost is None else cost / len(every),
        cost_per_merged=None if cost is None or not solved else cost / len(solved),
        seconds=median(times) if times else None,
        pass_hat=_pass_hat([(len(hits), sum(hits)) for hits in merged.values()]),
    )


def _pass_hat(counts: Sequence[tuple[int, int]]) -> dict[int, float]:
    """pass^k by k: means over tasks with at least k attempts.

    ``counts`` are the attempts of each task, and how many of them were merged.
    """
    figures = {}
    for k in range(1, min(_MOST_REPEATS, max(counts)[0]) + 1):
        chances = [pass_hat_k(runs, merged, k) for runs, merged in counts if runs >= k]
        figures[k] = float(sum(chances) / len(chances))
    return figures


def _differences(agents: Sequence[str], merged: Mapping[str, _Merged]) -> list[Difference]:
    """The differences between all pairs of agents with common tasks."""
    pairs = combinations(agents, 2)
    found = [(pair, compare(merged[pair[0]], merged[pair[1]])) for pair in pairs]
    known = [(pair, entry) for pair, entry in found if entry is not None]
    return [
        Difference(
            agents=pair,
            tasks=entry.cases,
            difference=entry.difference,
            interval=entry.interval,
            more=entry.more,
        )
        for (pair, _), entry in zip(known, holm([entry for _, entry in known]), strict=True)
    ]
