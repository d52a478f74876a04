"""Results of scenarios by bot and by tag, with the time and cost of their replies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import ceil, fsum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pytest_hydra.report.model import GroupEntry, ScenarioEntry, Usage

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
                "score": round(fsum(scores) / len(scores), 6) if scores else None,
                "usage": usage(entries),
            }
        )
    return result
