"""What to look at first of what did not pass, and what was said there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from pytest_hydra.record.wire import is_counted, item_name, nodeids
from pytest_hydra.report.figures.causes import first_cause
from pytest_hydra.report.verdict import HANDFUL

Entry = Mapping[str, Any]

_MOST_CONVERSATIONS = 10
# Of a long conversation the beginning and the end are kept.
_FIRST_LINES, _LAST_LINES = 40, 20


def triage(report: Entry) -> list[tuple[Entry, bool]]:
    """All scenarios and tests that did not pass, each with whether it is the first of its cause.

    What is new since the baseline comes before what is known. Of either one of each cause comes,
    in the order of the causes, before a second one of any.
    """
    wanting = [
        entry
        for entry in (*report["scenarios"], *report["tests"])
        if entry["status"] != "passed" and is_counted(entry)
    ]
    new = regressed(report)
    places = {cause["cause"]: place for place, cause in enumerate(report.get("causes", ()))}
    seen = Counter[tuple[bool, str]]()
    ranked = []
    for entry in wanting:
        cause = first_cause(entry).key
        alike = (item_name(entry) not in new, cause)
        rank = (alike[0], seen[alike], places.get(cause, len(places)))
        seen[alike] += 1
        ranked.append((rank, entry))
    ranked.sort(key=lambda pair: pair[0])
    return [(entry, not earlier) for (_, earlier, _), entry in ranked]


def regressed(report: Entry) -> set[str]:
    """The names of what is worse than in the baseline, or new there and did not pass."""
    changes = report.get("baseline", {}).get("changes", ())
    return {change["name"] for change in changes if change["fails"]}


def conversations(report: Entry, texts: Mapping[str, object]) -> dict[str, list[str]]:
    """What was said where to look first, one of each cause, in lines and by name: at most ten.

    ``texts`` is what pytest shows of failures, by node id, or what was kept of it, by name.
    """
    found: dict[str, list[str]] = {}
    ranked = triage(report)
    for entry in [entry for entry, is_first in ranked if is_first or len(ranked) <= HANDFUL]:
        names = (item_name(entry), *nodeids(entry))
        text = next((str(texts[name]) for name in names if name in texts), "")
        lines = text.splitlines()
        more = len(lines) - _FIRST_LINES - _LAST_LINES
        if more > 1:
            lines[_FIRST_LINES:-_LAST_LINES] = [f"  … {more} more lines"]
        if lines and len(found) < _MOST_CONVERSATIONS:
            found[item_name(entry)] = lines
    return found
