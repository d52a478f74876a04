"""What is worse of scenarios that are only measured, and of the experiments that they belong to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pytest_hydra.core.result import MEASURED, Result, item_name, row_of
from pytest_hydra.core.text import one_line
from pytest_hydra.plugins.baseline.regressions import Change, Word, new_failures

_FIGURES = re.compile(r"[-+]?\d+(?:\.\d+)?|\bunknown\b")


def critical_changes(before: Iterable[Result], after: Iterable[Result]) -> list[Change]:
    """The critical checks of measured scenarios that newly fail.

    Whether a measured scenario passes decides nothing, and is left to its experiment; but what may
    never happen is worse under any treatment.
    """
    known = {item_name(result): result for result in before if _is_measured(result)}
    changes = []
    for result in filter(_is_measured, after):
        name = item_name(result)
        failures = new_failures(known[name], result) if name in known else {}
        critical = {key: check for key, check in failures.items() if check.get("critical")}
        for (check, _), found in critical.items():
            told = ": ".join(filter(None, (check, found["message"])))
            detail = one_line(f"measured; a critical check newly fails: {told}", 300)
            changes.append(Change("worse", "scenario", name, detail, True, row_of(result)))
            break  # one is enough
    return changes


def _is_measured(result: Result) -> bool:
    return bool(result["kind"] == "scenario" and result["details"].get("xfail") == MEASURED)


def required_changes(
    before: Iterable[Mapping[str, Any]], after: Iterable[Mapping[str, Any]]
) -> list[Change]:
    """What experiments require that held and does not now, or the other way round."""
    known = {entry["file"]: entry for entry in before if entry["require"] and entry["decided"]}
    changes: list[Change] = []
    for entry in after:
        old = known.get(entry["file"])
        if old is None or not entry["decided"] or old["require"] != entry["require"]:
            continue
        was, now = (
            {_without_figures(text): text for text in each["failures"]} for each in (old, entry)
        )
        lost, won = (
            [text for key, text in one.items() if key not in other]
            for one, other in ((now, was), (was, now))
        )
        what = ", ".join(f"{name} {_wanted(wanted)}" for name, wanted in entry["require"].items())
        detail = (
            f"{what}: held before, now {'; '.join(lost)}"
            if lost
            else f"{what}: holds now, before {'; '.join(won)}"
        )
        if lost or won:
            word: Word = "worse" if lost else "better"
            name = str(entry["file"])
            changes.append(Change(word, "experiment", name, one_line(detail, 300), bool(lost), ""))
    return changes


def _wanted(wanted: Any) -> str:
    return wanted if isinstance(wanted, str) else f"at least {wanted:g}%"


def _without_figures(text: str) -> str:
    """What does not hold, whatever the figures are."""
    return _FIGURES.sub("", text)
