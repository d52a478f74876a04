"""The order in which to look at failures, and the conversations of the first of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from pytest_hydra.core.result import HANDFUL, Result, is_counted, item_name, scored

_MOST_CONVERSATIONS = 10
# Only the beginning and the end of a long conversation are kept.
_FIRST_LINES, _LAST_LINES = 40, 20


def triage(report: Result) -> list[tuple[Result, bool]]:
    """All scenarios and tests that did not pass, and whether each is the first of its cause.

    New failures since the baseline come before known ones. Within each group, one item of each
    cause comes before a second one of any cause, in the order of the report's causes.
    """
    failures = [
        result for result in filter(is_counted, scored(report)) if result["status"] != "passed"
    ]
    if not failures:
        return []
    from pytest_hydra.report.figures.causes import first_cause

    new = regressions(report)
    places = {cause["cause"]: place for place, cause in enumerate(report.get("causes", ()))}
    seen = Counter[tuple[bool, str]]()
    ranked = []
    for result in failures:
        cause = first_cause(result).key
        group = (item_name(result) not in new, cause)
        rank = (group[0], seen[group], places.get(cause, len(places)))
        seen[group] += 1
        ranked.append((rank, result))
    ranked.sort(key=lambda pair: pair[0])
    return [(result, not is_repeat) for (_, is_repeat, _), result in ranked]


def regressions(report: Result) -> set[str]:
    """The names of all results that fail the comparison with the baseline."""
    changes = report.get("baseline", {}).get("changes", ())
    return {change["name"] for change in changes if change["fails"]}


def conversations(report: Result, texts: Mapping[str, object]) -> dict[str, list[str]]:
    """The conversations of at most ten failures, one of each cause, in lines, by node id.

    ``texts`` holds the failure texts that pytest shows, or the conversations of the shards of a
    merged report, by node id. With five failures or fewer, each is included.
    """
    excerpts: dict[str, list[str]] = {}
    ranked = triage(report)
    for result in [each for each, is_first in ranked if is_first or len(ranked) <= HANDFUL]:
        lines = str(texts.get(result["nodeid"], "")).splitlines()
        more = len(lines) - _FIRST_LINES - _LAST_LINES
        if more > 1:
            lines[_FIRST_LINES:-_LAST_LINES] = [f"  … {more} more lines"]
        if lines and len(excerpts) < _MOST_CONVERSATIONS:
            excerpts[result["nodeid"]] = lines
    return excerpts
