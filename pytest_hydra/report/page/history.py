"""Earlier runs on the page, and the files in the run folder that hold them.

``history.json`` of a run is made from the history lines of earlier runs: figures of the last
complete runs, up to and including this one, a letter for each entry and run, and the id of the
previous run with the changes of entries since then.
``baseline.jsonl`` holds entries of the previous run with their records, if they differ from now or
do not pass now.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pytest_hydra.record.past_runs import letter_of
from pytest_hydra.record.runs import RunFolder
from pytest_hydra.record.wire import decode, item_name
from pytest_hydra.report.page.entries import Entry, entries_of, read_records, record_of
from pytest_hydra.report.page.source import Source
from pytest_hydra.report.regressions import changes_of, items_of
from pytest_hydra.report.report_json import json_bytes

HISTORY: Final = "history.json"
BASELINE: Final = "baseline.jsonl"

# Limits: runs in the history, and entries of the previous run.
_MOST_RUNS = 30
_MOST_ENTRIES = 1_000
_FIGURES = ("run_id", "verdict")

# The letter for a run that did not have the entry.
_ABSENT = "."
# The start of an entry in report.json, where each is on a line.
_START = re.compile(rb'    \{"(?:id|nodeid)":("(?:[^"\\]|\\.)*"),')


def history_of(source: Source) -> dict[str, Any]:
    """The history in the run folder, this run included; empty for several shards.

    ``runs`` are figures of each run, the oldest first. ``letters`` has one letter for each run, by
    entry name; ``changes`` has a word for each entry that changed since the run ``previous``, which
    may be none of ``runs``: the history may be another machine's.
    """
    found = [each for each in source.documents(HISTORY) if isinstance(each.get("runs"), list)]
    empty = {"runs": [], "previous": "", "letters": {}, "changes": {}}
    return {**empty, **(found[0] if len(found) == 1 else {})}


def before_of(source: Source) -> dict[str, bytes]:
    """The entries in the previous run, as JSON by their names."""
    lines = (line for line in source.objects(BASELINE) if "entry" in line)
    return {item_name(line["entry"]): json_bytes(line) for line in lines}


def history_files(
    report: Mapping[str, Any], last: RunFolder | None, runs: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[str, bytes]]:
    """The names and the contents of both files.

    ``runs`` are the lines of earlier complete runs, ``last`` is the folder of the last of them.
    """
    folder = Source({}, () if last is None else (last.path,))
    entries = {item_name(entry): entry for entry in entries_of(report)}
    now = {key: letter_of(entry) for key, entry in entries.items()}
    letters = [*(run["letters"] for run in runs), now][-_MOST_RUNS:]
    past, scores = (runs[-1]["letters"], runs[-1]["scores"]) if runs else ({}, {})
    wanted = {
        key: entry
        for key, entry in entries.items()
        if {now[key], past.get(key, "p")} != {"p"}
        or (key in past and scores.get(key, 100) != entry["score"])
    }
    before = dict(_before(folder, wanted)) if wanted else {}
    figures = [{name: run[name] for name in _FIGURES} for run in (*runs, report)]
    history = {
        "runs": figures[-_MOST_RUNS:],
        "previous": "" if last is None else last.run_id,
        "letters": {
            key: "".join([run.get(key, _ABSENT) for run in letters])
            for key in dict.fromkeys(key for run in reversed(letters) for key in run)
        },
        "changes": {
            **{
                key: "new"
                for key in entries
                if runs and all(key not in run for run in letters[:-1])
            },
            **_changes(before, wanted),
        },
    }
    yield HISTORY, json_bytes(history)
    if before:
        yield BASELINE, b"".join(_lines(folder, before))


def changes(history: bytes) -> tuple[int, int]:
    """The numbers of entries that are worse and better than in the previous run."""
    words = [*decode(history).get("changes", {}).values()]
    return words.count("worse"), words.count("better")


def _changes(before: Mapping[str, Entry], now: Mapping[str, Entry]) -> dict[str, str]:
    """The changes of entries that are in both runs."""
    sides = []
    for entries in (before, {key: now[key] for key in before}):
        kinds: dict[str, list[Entry]] = {"scenarios": [], "tests": []}
        for entry in entries.values():
            kinds["tests" if "nodeid" in entry else "scenarios"].append(entry)
        sides.append(items_of({**kinds, "rankings": [], "benchmarks": []}))
    words = ("worse", "better", "within noise")
    return {each.name: each.word for each in changes_of(*sides) if each.word in words}


def _before(last: Source, wanted: Mapping[str, Entry]) -> Iterator[tuple[str, Entry]]:
    """These entries in the previous run."""
    names = {entry.get("id", entry.get("nodeid")) for entry in wanted.values()}
    for line in last.lines("report.json"):
        start = _START.match(line)
        if start is not None and json.loads(start[1]) in names:
            entry = decode(line.strip(b" ,"))
            if item_name(entry) in wanted:
                yield item_name(entry), entry


def _lines(last: Source, before: Mapping[str, Entry]) -> Iterator[bytes]:
    """The lines of baseline.jsonl: entries of the previous run with their records."""
    records, _ = read_records(last.lines("scenarios.jsonl"))
    for key in sorted(before)[:_MOST_ENTRIES]:
        record = record_of(before[key], records)
        parts = [b'{"entry":', json_bytes(before[key])]
        parts += [] if record is None else [b',"record":', record]
        yield b"".join([*parts, b"}\n"])
