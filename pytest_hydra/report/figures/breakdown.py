"""Results of scenarios by bot, by tag and by category, with the time and cost of their replies."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import ceil, fsum
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.statistics import wilson_interval

if TYPE_CHECKING:
    from pytest_hydra.report.model import (
        GroupEntry,
        RunCounts,
        ScenarioCategoryEntry,
        ScenarioEntry,
        Usage,
    )

_SUMS = ("seconds", "tokens", "cost_usd", "retries")
_PLACES = {"seconds": 3, "cost_usd": 6}


def usage(entries: Iterable[Mapping[str, Any]]) -> Usage:
    """The time, tokens and cost of the replies, as far as they are known."""
    entries = list(entries)
    figures: Any = {}
    # For repeated scenarios, the time of one run.
    times = sorted(entry["seconds"] / entry["runs"] for entry in entries if "seconds" in entry)
    for name, share in (("seconds_p50", 0.5), ("seconds_p95", 0.95)):
        if times:
            figures[name] = round(times[ceil(share * len(times)) - 1], 3)
    for name in _SUMS:
        values = [entry[name] for entry in entries if name in entry]
        if values:
            # Exact before rounding, so that the order does not matter.
            figures[name] = round(fsum(values), _PLACES[name]) if name in _PLACES else sum(values)
    result: Usage = figures
    return result


def by_bot(entries: Iterable[ScenarioEntry]) -> list[GroupEntry]:
    """The scenarios of each bot."""
    groups = defaultdict(list)
    for entry in entries:
        if entry["bot"] is not None:
            groups[entry["bot"]].append(entry)
    return _groups(groups)


def by_tag(entries: Iterable[ScenarioEntry]) -> list[GroupEntry]:
    """The scenarios with each tag; one with several tags is in each group."""
    groups = defaultdict(list)
    for entry in entries:
        for tag in dict.fromkeys(entry.get("tags", ())):
            groups[tag].append(entry)
    return _groups(groups)


def by_category(entries: Iterable[ScenarioEntry]) -> list[ScenarioCategoryEntry]:
    """The scenarios of each category, and those of each bot in it."""
    groups = defaultdict(list)
    for entry in entries:
        if "category" in entry:
            groups[entry["category"]].append(entry)
    return [{**group, "bots": by_bot(groups[group["name"]])} for group in _groups(groups)]


def _runs(entries: Iterable[ScenarioEntry]) -> RunCounts:
    """The outcomes of all runs: of a scenario that is not repeated, its own."""
    counts = Counter[str]()
    for entry in entries:
        counts.update(entry.get("outcomes", {entry["status"]: 1}))
    graded = counts["passed"] + counts["failed"]
    interval = wilson_interval(graded, counts["passed"]) if graded else None
    return {
        "passed": counts["passed"],
        "failed": counts["failed"],
        "ungraded": counts["ungraded"],
        "share": round(counts["passed"] / graded, 6) if graded else None,
        "interval": None if interval is None else [round(end, 6) for end in interval],
    }


def _groups(groups: Mapping[str, Sequence[ScenarioEntry]]) -> list[GroupEntry]:
    result: list[GroupEntry] = []
    for name, entries in sorted(groups.items()):
        statuses = [entry["status"] for entry in entries]
        scores = [entry["score"] for entry in entries if entry["score"] is not None]
        result.append(
            {
                "name": name,
                "scenarios": {
                    "passed": statuses.count("passed"),
                    "failed": statuses.count("failed"),
                    "ungraded": statuses.count("ungraded"),
                },
                "runs": _runs(entries),
                "score": round(fsum(scores) / len(scores), 6) if scores else None,
                "usage": usage(entries),
            }
        )
    return result
