"""Results of scenarios by bot, tag, category or column, with the time and cost of their replies."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from math import ceil, fsum
from statistics import fmean
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.result import case_of, planned_outcomes
from pytest_hydra.core.statistics import share_interval

if TYPE_CHECKING:
    from pytest_hydra.core.result import Result
    from pytest_hydra.report.model import CategoryEntry, Group, RunCounts, Usage

_SUMS = ("seconds", "tokens", "cost_usd", "users_usd", "retries")
_PLACES = {"seconds": 3, "cost_usd": 6, "users_usd": 6}


def usage(results: Sequence[Result]) -> Usage:
    """The time, tokens and cost of the replies, as far as they are known."""
    figures: Any = {}
    spent = [result["usage"] for result in results]
    # For repeated scenarios, the time of one run.
    pairs = zip(spent, results, strict=True)
    times = [each["seconds"] / len(result["runs"]) for each, result in pairs if "seconds" in each]
    firsts = [each["first_token_seconds"] for each in spent if "first_token_seconds" in each]
    for name, values in (("seconds", sorted(times)), ("first_token_seconds", sorted(firsts))):
        for percent in (50, 95) if values else ():
            place = ceil(percent * len(values) / 100) - 1
            figures[f"{name}_p{percent}"] = round(values[place], 3)
    for name in _SUMS:
        values = [each[name] for each in spent if name in each]
        if values:
            # Exact before rounding, so that the order does not matter.
            figures[name] = round(fsum(values), _PLACES[name]) if name in _PLACES else sum(values)
    result: Usage = figures
    return result


def by_bot(results: Iterable[Result]) -> list[Group]:
    """The scenarios of each bot."""
    return _groups(results, lambda result: [result["subject"]] if result["subject"] else [])


def by_tag(results: Iterable[Result]) -> list[Group]:
    """The scenarios with each tag; one with several tags is in each group."""
    return _groups(results, lambda result: result["details"].get("tags", ()))


def by_category(results: Iterable[Result]) -> list[CategoryEntry]:
    """The scenarios of each category, and those of each bot in it."""
    named = [result for result in results if "category" in result["details"]]
    return [
        {
            **group,
            "bots": by_bot(each for each in named if each["details"]["category"] == group["name"]),
        }
        for group in _groups(named, lambda result: [result["details"]["category"]])
    ]


def by_column(results: Iterable[Result]) -> dict[str, list[Group]]:
    """The scenarios by the value of each column that their cases are grouped by."""
    named: dict[str, dict[str, list[Result]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        for column in result["details"].get("by", ()):
            named[column][result["details"]["case"].get(column, "")].append(result)
    return {
        column: [_group(name, members) for name, members in sorted(groups.items())]
        for column, groups in named.items()
    }


def _runs(results: Iterable[Result]) -> RunCounts:
    """The outcomes of all runs; of a scenario that is not repeated, its status."""
    counts = Counter[str]()
    cases: dict[str, list[list[float]]] = defaultdict(list)
    for result in results:
        runs = planned_outcomes(result)
        counts.update(runs)
        if graded := [float(run == "passed") for run in runs if run != "ungraded"]:
            cases[case_of(result)].append(graded)
    share = case_share(cases)
    return {
        "passed": counts["passed"],
        "failed": counts["failed"],
        "ungraded": counts["ungraded"],
        "share": None if share is None else round(share[0], 6),
        "interval": None if share is None else [round(end, 6) for end in share[1]],
    }


def case_share(
    cases: Mapping[str, Sequence[Sequence[float]]],
) -> tuple[float, tuple[float, float]] | None:
    """The mean share of runs that pass, by case, and its interval; None without cases.

    Each case has the graded runs of its units, and its share is the mean of theirs. Cases, and not
    runs, are a sample of what could be asked: repeats only make the share of a case more exact.
    """
    if not cases:
        return None
    # As fmean does it, without two calls for each scenario.
    rates = [
        fsum([fsum(unit) / len(unit) for unit in units]) / len(units) for units in cases.values()
    ]
    runs = sum(map(len, chain.from_iterable(cases.values())))
    return fmean(rates), share_interval(rates, runs)


def _groups(results: Iterable[Result], names: Callable[[Result], Iterable[str]]) -> list[Group]:
    groups = defaultdict(list)
    for each in results:
        for name in dict.fromkeys(names(each)):
            groups[name].append(each)
    return [_group(name, members) for name, members in sorted(groups.items())]


def _group(name: str, members: Sequence[Result]) -> Group:
    statuses = [result["status"] for result in members]
    totals = [result["total"] for result in members if result["total"] is not None]
    return {
        "name": name,
        "scenarios": {
            "passed": statuses.count("passed"),
            "failed": statuses.count("failed"),
            "ungraded": statuses.count("ungraded"),
        },
        "runs": _runs(members),
        "score": round(fsum(totals) / len(totals), 6) if totals else None,
        "usage": usage(members),
    }
