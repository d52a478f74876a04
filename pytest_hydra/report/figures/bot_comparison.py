"""Bots compared over the scenarios that both held, and the bots that no other one beats."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.experiment import Comparison, compare, holm
from pytest_hydra.core.numbers import exact, format_number, half_up
from pytest_hydra.core.result import Result, is_counted
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.report.figures.breakdown import by_bot

if TYPE_CHECKING:
    from pytest_hydra.report.model import BotComparisonEntry, BotPair, Group, PairedDifference

# With fewer scenarios in common, no pair is compared.
_LEAST_CASES = 2
# Shorter times are of no interest.
_LEAST_SECONDS = 0.05
# The files and tags, the largest first, in which bots are compared.
_MOST_GROUPS = 50
_RUNS = {"passed": 1.0, "failed": 0.0}
_NONE = "–"


def compare_bots(results: Sequence[Result], groups: Sequence[Group]) -> BotComparisonEntry | None:
    """The bots with scenarios in common, by pairs; None if there are none.

    ``groups`` are the totals of the bots. Variants of a scenario by a matrix, and repeats, count as
    one case.
    """
    held: dict[str, dict[str, Result]] = defaultdict(dict)
    cases: dict[str, str] = {}
    for result in results:
        if result["subject"]:
            unit = f"{result['file']}::{result['id']}"
            held[result["subject"]][unit] = result
            row = result["details"].get("case", {})
            cases[unit] = json.dumps([result["file"], result["id"].partition("[")[0], row])
    ordered = sorted(groups, key=lambda group: (-(group["runs"]["share"] or 0), group["name"]))
    compared: list[tuple[list[str], Comparison, Comparison | None]] = []
    for one, other in combinations([group["name"] for group in ordered], 2):
        units = sorted(held[one].keys() & held[other].keys())
        sides = [{unit: held[bot][unit] for unit in units} for bot in (one, other)]
        passed = _compare(sides, cases, _passes)
        if passed is not None and passed.cases >= _LEAST_CASES:
            compared.append(([one, other], passed, _compare(sides, cases, _score)))
    if not compared:
        return None
    rates = holm([rate for _, rate, _ in compared])
    scores = iter(holm([score for *_, score in compared if score is not None]))
    pairs: list[BotPair] = [
        {
            "bots": bots,
            "cases": rate.cases,
            "left_out": rate.left_out,
            "better": rate.better,
            "worse": rate.worse,
            "passed": _difference(rate),
            "score": None if score is None else _difference(next(scores)),
        }
        for (bots, _, score), rate in zip(compared, rates, strict=True)
    ]
    return {"pairs": pairs, "front": _front(ordered)}


def _compare(
    sides: Sequence[Mapping[str, Result]],
    cases: Mapping[str, str],
    figure: Callable[[Result], list[float | None]],
) -> Comparison | None:
    arm, rival = ({unit: figure(each) for unit, each in side.items()} for side in sides)
    return compare(arm, rival, cases.__getitem__)


def _passes(result: Result) -> list[float | None]:
    return [_RUNS.get(run["outcome"]) for run in result["runs"]]


def _score(result: Result) -> list[float | None]:
    """Its score from 0 to 1; with ungraded checks it would mislead."""
    return [None if result["status"] == "ungraded" else float(result["total"]) / 100]


def _difference(comparison: Comparison) -> PairedDifference:
    low, high = comparison.interval
    return {
        "points": round(100 * comparison.difference, 6),
        "interval": [round(100 * end, 6) for end in (low, high)],
        "p": round(comparison.p, 6),
        "told_apart": comparison.is_told_apart,
        "more": comparison.more,
    }


def _front(groups: Sequence[Group]) -> list[str]:
    """The bots that no other one beats: as many passes, as cheap and as fast, and one of it more.

    A cost or a time counts if it is known of all bots.
    """
    figures = {group["name"]: _figures(group) for group in groups}
    known = [index for index in range(3) if all(row[index] is not None for row in figures.values())]
    worth = {name: [row[index] for index in known] for name, row in figures.items()}
    return [
        name
        for name, own in worth.items()
        if not any(
            other != own and all(theirs >= mine for theirs, mine in zip(other, own, strict=True))
            for other in worth.values()
        )
    ]


def _figures(group: Group) -> list[Any]:
    """The share of passes, minus the cost of a scenario, and minus its time; None if unknown."""
    usage: Mapping[str, float] = group["usage"]  # type: ignore[assignment] # all are numbers
    cost, seconds = usage.get("cost_usd"), usage.get("seconds_p50")
    counts: Mapping[str, int] = group["scenarios"]  # type: ignore[assignment] # all are numbers
    count = sum(counts.values())
    return [
        group["runs"]["share"],
        None if cost is None else -cost / count,
        None if seconds is None else -seconds,
    ]


def comparison_tables(report: Result) -> Iterator[list[list[str]]]:
    """The table of the bots and that of their differences: the heads of the columns, then the rows.

    The second names bots by their numbers in the first. None without an experiment.
    """
    found = report.get("bot_comparison")
    if found is None:
        return
    names = list(dict.fromkeys(bot for pair in found["pairs"] for bot in pair["bots"]))
    groups = {group["name"]: group for group in report["by_bot"]}
    rows = [["", "bot", "passed %", "score", "$ each", "time", "best"]]
    for number, name in enumerate(names, 1):
        share, cost, seconds = _figures(groups[name])
        rows.append(
            [
                str(number),
                one_line(name, 200),
                _NONE if share is None else format_number(100 * exact(share), 1),
                format_number(groups[name]["score"], 1, _NONE),
                _NONE if cost is None else f"{-cost:.2g}",
                _NONE if seconds is None or -seconds < _LEAST_SECONDS else f"{-seconds:.2g} s",
                "*" if name in found["front"] else "",
            ]
        )
    yield rows
    rows = [["", "cases", *("passed", "95 of 100", "more"), *("score", "95 of 100", "more")]]
    for pair in found["pairs"]:
        numbers = [str(names.index(bot) + 1) for bot in pair["bots"]]
        differences = (*_words(pair["passed"]), *_words(pair["score"]))
        rows.append([" - ".join(numbers), str(pair["cases"]), *differences])
    yield rows


def comparison_sentences(found: BotComparisonEntry) -> Iterator[str]:
    """For each pair: which bot passes more often, and whether that may be chance."""
    for pair in found["pairs"]:
        difference = pair["passed"]
        sign = -1 if difference["points"] < 0 else 1
        one, other = (one_line(bot, 200) for bot in pair["bots"][::sign])
        low, high = sorted(sign * end for end in difference["interval"])
        shown = _words({**difference, "interval": [low, high]})[1]
        basis = f"{counted(pair['cases'], 'case')}, 95% interval {shown}"
        if not difference["points"]:
            yield f"{one} and {other} have the same pass rate ({basis})"
            continue
        points = format_number(abs(difference["points"]), 1)
        lead = f"the pass rate of {one} is {points} points above that of {other} ({basis}), "
        if difference["told_apart"]:
            yield f"{lead}more than chance explains"
        else:
            needed = difference["more"]
            more = f": about {counted(needed, 'more case')} would tell" if needed else ""
            yield f"{lead}which may be chance{more}"


def comparisons(report: Result) -> Iterator[tuple[str, list[str]]]:
    """Sentences on the bots in all scenarios (the key is empty), in a file, and with a tag."""
    if "bot_comparison" not in report:
        return
    yield "", list(comparison_sentences(report["bot_comparison"]))
    groups: dict[str, list[Result]] = defaultdict(list)
    regular = [*filter(is_counted, report["scenarios"])]
    for result in regular:
        groups[f"file {result['file']}"].append(result)
        for tag in result["details"].get("tags", ()):
            groups[f"tag {tag}"].append(result)
    parts = [name for name in groups if len(groups[name]) < len(regular)]
    for name in sorted(parts, key=lambda name: -len(groups[name]))[:_MOST_GROUPS]:
        found = compare_bots(groups[name], by_bot(groups[name]))
        none = ["too few cases to compare bots"]
        yield name, none if found is None else list(comparison_sentences(found))


def _words(difference: Result | None) -> tuple[str, str, str]:
    """The points, their interval, and how many more cases would tell the bots apart."""
    if difference is None:
        return _NONE, _NONE, _NONE
    numbers = (difference["points"], *difference["interval"])
    points, low, high = (f"{half_up(exact(number), 1):+}" for number in numbers)
    more = _NONE if difference["more"] is None else str(difference["more"] or "apart")
    return points, f"{low} to {high}", more
