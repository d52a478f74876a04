"""The scenarios of a report as CSV: a row for each one and bot, with the columns of its case."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from pytest_hydra.core.result import MEASURED, Result, is_counted, passes
from pytest_hydra.core.text import one_line
from pytest_hydra.report.figures.causes import reason

_SPENT = ("seconds", "tokens", "cost_usd")
# A spreadsheet takes a text that begins like this for a formula, and bots write some of them.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_LONGEST = 1000


def csv_table(report: Mapping[str, Any]) -> str:
    """The table; the columns of cases are after ours, with ``case.`` before their names.

    *Save as CSV* on the page writes the same: see ``script/filters.js``.
    """
    results: Sequence[Any] = report["scenarios"]
    columns = dict.fromkeys(name for each in results for name in each["details"].get("case", ()))
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    head = ("file", "id", "bot", "status", "left_out", "score", "coverage", "runs", "passed_runs")
    more = ("category", "tags", "why", "error")
    writer.writerow([*head, *_SPENT, *more, *(_text(f"case.{name}") for name in columns)])
    for each in results:
        details = each["details"]
        why = "" if each["status"] == "passed" else reason(each)
        tags = ",".join(details.get("tags", ()))
        texts = (details.get("category"), tags, why, details.get("error"))
        case = details.get("case", {})
        writer.writerow(
            [
                *map(_text, (each["file"], each["id"], each["subject"], each["status"])),
                *(_left_out(each), each["total"], each["coverage"]),
                *(len(each["runs"]), passes(each)),
                *(each["usage"].get(name) for name in _SPENT),
                *map(_text, (*texts, *(case.get(name) for name in columns))),
            ]
        )
    return file.getvalue()


def _left_out(result: Result) -> str:
    """Why a result is not in totals; empty if it is."""
    details = result["details"]
    if is_counted(result):
        return ""
    if "draft" in details:
        return "draft"
    return MEASURED if details["xfail"] == MEASURED else "xfail"


def _text(text: str | None) -> str | None:
    if text is None:
        return None
    line = one_line(text, _LONGEST)
    return f"'{line}" if line.startswith(_FORMULA) and not _is_number(line) else line


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
