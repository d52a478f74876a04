"""The top of the page, and what of it stands there without JavaScript."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, TypedDict

from pytest_hydra.core.numbers import format_number
from pytest_hydra.core.text import counted
from pytest_hydra.record.wire import is_counted, item_name
from pytest_hydra.report.page.entries import Entry, entries_of, reason
from pytest_hydra.report.page.history import earlier_runs
from pytest_hydra.report.page.source import Block, Source, block

# Of more failures, the script shows the others.
_MOST_ROWS = 200


class Table(TypedDict):
    """A table in plain HTML; ``more`` says what was left out of it."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    more: str


def blocks(source: Source) -> Iterator[Block]:
    """The block ``top``: what is known of the whole run."""
    report = source.report
    manifests = source.documents("manifest.json")
    started = [entry["started"] for entry in manifests if isinstance(entry.get("started"), str)]
    commits = {entry.get("base_commit") for entry in manifests} - {None}
    more = ("by_bot", "by_tag", "causes", "usage")
    yield block(
        "top",
        {
            "run_id": report["run_id"],
            "shards": len(report.get("shards", ())),
            "verdict": report["verdict"],
            "complete": report["complete"],
            "engine": report["engine"],
            "totals": report["totals"],
            "environment": report.get("environment"),
            "started": min(started, default=None),
            "seconds": _seconds(source),
            "commit": commits.pop() if len(commits) == 1 else None,
            "history": earlier_runs(source),
            "exit_reason": report.get("exit_reason"),
            "since": next(_since(report), None),
            **{key: report[key] for key in more if report.get(key)},
        },
    )


def _seconds(source: Source) -> float | None:
    """How long the session took, by the journal of its run; None where that does not say."""
    events = ("started", "finished", "interrupted")
    times = [
        datetime.fromisoformat(entry["t"])
        for entry in source.objects("journal.jsonl")
        if entry.get("event") in events and isinstance(entry.get("t"), str)
    ]
    # Several sessions were at work at the same time, or one after the other.
    return (max(times) - min(times)).total_seconds() if len(times) == 2 else None


def outline(source: Source) -> dict[str, Any]:
    """What the template shows: the verdict, figures, and tables of what is to be mended."""
    report = source.report
    totals = report["totals"]
    score = totals["score"]
    name = report["run_id"] or counted(len(report.get("shards", ())), "merged session")
    scenarios = totals["scenarios"]
    facts = [
        "" if score is None else f"score {format_number(score, 1)} of 100",
        _counts(scenarios, "scenario") if any(scenarios.values()) else "",
        _counts(totals["checks"], "check") if any(totals["checks"].values()) else "",
        "" if report["complete"] else "not complete: something was left out",
        report.get("exit_reason", ""),
    ]
    return {
        "title": f"{report['verdict']} · hydra {name}",
        "headline": f"hydra · {name}",
        "verdict": report["verdict"],
        "facts": [fact for fact in facts if fact],
        "tables": [table for table in (*_since(report), *_tables(report)) if table["rows"]],
    }


def _counts(counts: Mapping[str, int], what: str) -> str:
    told = (f"{number} {status}" for status, number in counts.items() if number)
    return f"{counted(sum(counts.values()), what)}: {', '.join(told)}"


def _points(entry: Entry) -> str:
    # What was graded of the others says nothing of the whole.
    score = None if entry["status"] == "ungraded" else entry["score"]
    return format_number(score, 0, "–", entry.get("threshold", 0))


def _since(report: Mapping[str, Any]) -> Iterator[Table]:
    """What changed since the baseline, and what made the suite easier, where it has one."""
    baseline = report.get("baseline")
    if baseline is None:
        return
    rows = [[each["change"], each["name"], each["told"]] for each in baseline["changes"]]
    rows += [[title, "", line] for title, lines in baseline["others"].items() for line in lines]
    counts = (f"{count} {word}" for word, count in baseline["counts"].items() if count)
    more = len(rows) - _MOST_ROWS
    yield {
        "title": f"Since {baseline['since']}: {', '.join(counts) or 'nothing changed'}",
        "columns": ["change", "where", "what"],
        "rows": rows[:_MOST_ROWS],
        "more": f"and {more} more, in report.json" if more > 0 else "",
    }


def _tables(report: Mapping[str, Any]) -> Iterator[Table]:
    entries = filter(is_counted, entries_of(report))
    bad = [entry for entry in entries if entry["status"] != "passed"]
    more = len(bad) - _MOST_ROWS
    yield {
        "title": "What did not pass",
        "columns": ["status", "where", "score", "why"],
        "rows": [
            [entry["status"], item_name(entry), _points(entry), reason(entry)]
            for entry in bad[:_MOST_ROWS]
        ],
        "more": f"and {more} more, which the page shows with JavaScript" if more > 0 else "",
    }
    yield {
        "title": "Ranking",
        "columns": ["rank", "agent", "total", "verdict", "gates that do not pass"],
        "rows": [
            [
                str(entry["rank"]),
                entry["agent"],
                format_number(entry["total"], 1, "–"),
                entry["verdict"].replace("_", " "),
                ", ".join(gate["name"] for gate in entry["gates"] if gate["state"] != "pass"),
            ]
            for entry in report["rankings"]
        ],
        "more": "",
    }
    yield {
        "title": "Benchmarks",
        "columns": ["path", "overall", "threshold", "status"],
        "rows": [
            [
                entry["path"],
                format_number(entry["overall"], 1, "–"),
                format_number(entry["threshold"], 1),
                entry["status"],
            ]
            for entry in report["benchmarks"]
        ],
        "more": "",
    }
