"""The order in which to look at failures, and the conversations of the first of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from pytest_hydra.record.wire import is_counted, item_name, nodeids
from pytest_hydra.report.figures.causes import first_cause
from pytest_hydra.report.verdict import HANDFUL

Entry = Mapping[str, Any]

_MOST_CONVERSATIONS = 10
# Only the beginning and the end of a long conversation are kept.
_FIRST_LINES, _LAST_LINES = 40, 20


def triage(report: Entry) -> list[tuple[Entry, bool]]:
    """All scenarios and tests that did not pass, and whether each is the first of its cause.

    New failures since the baseline come before known ones. Within each group, one item of each
    cause comes before a second one of any cause, in the order of the report's causes.
    """
    failures = [
        entry
        for entry in (*report["scenarios"], *report["tests"])
        if entry["status"] != "passed" and is_counted(entry)
    ]
    new = regressions(report)
    places = {cause["cause"]: place for place, cause in enumerate(report.get("causes", ()))}
    seen = Counter[tuple[bool, str]]()
    ranked = []
    for entry in failures:
        cause = first_cause(entry).key
        group = (item_name(entry) not in new, cause)
        rank = (group[0], seen[group], places.get(cause, len(places)))
        seen[group] += 1
        ranked.append((rank, entry))
    ranked.sort(key=lambda pair: pair[0])
    return [(entry, not is_repeat) for (_, is_repeat, _), entry in ranked]


def regressions(report: Entry) -> set[str]:
    """The names of all items that fail the comparison with the baseline."""
    changes = report.get("baseline", {}).get("changes", ())
    return {change["name"] for change in changes if change["fails"]}


def conversations(report: Entry, texts: Mapping[str, object]) -> dict[str, list[str]]:
    """The conversations of at most ten failures, one of each cause, in lines, by item name.

    ``texts`` holds the failure texts that pytest shows, by node id; or, for a merged report, the
    conversations of its shards, by item name. With five failures or fewer, each is included.
    """
    excerpts: dict[str, list[str]] = {}
    ranked = triage(report)
    for entry in [entry for entry, is_first in ranked if is_first or len(ranked) <= HANDFUL]:
        names = (item_name(entry), *nodeids(entry))
        text = next((str(texts[name]) for name in names if name in texts), "")
        lines = text.splitlines()
        more = len(lines) - _FIRST_LINES - _LAST_LINES
        if more > 1:
            lines[_FIRST_LINES:-_LAST_LINES] = [f"  … {more} more lines"]
        if lines and len(excerpts) < _MOST_CONVERSATIONS:
            excerpts[item_name(entry)] = lines
    return excerpts
