"""What a page says of earlier runs, and how it comes into the run folder.

``history.json`` of a run is made of the lines that earlier ones left: figures of each of the last
complete runs, the run itself the last of them, and for each entry a letter for each run.
``baseline.jsonl`` holds entries of that run, with what was recorded of them, that were other than
they are now, or are not as they should be.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pytest_hydra.record.past_runs import letter_of
from pytest_hydra.record.runs import RunFolder
from pytest_hydra.record.wire import decode, item_name
from pytest_hydra.report.page.entries import (
    ABSENT,
    STATUSES,
    Entry,
    entries_of,
    record_of,
    recorded,
)
from pytest_hydra.report.page.source import Source
from pytest_hydra.report.regressions import status_change
from pytest_hydra.report.report_json import json_bytes

HISTORY: Final = "history.json"
BASELINE: Final = "baseline.jsonl"

# So many runs are kept of a suite, and of so many entries what they were before.
_MOST_RUNS = 30
_MOST_ENTRIES = 1_000

# How an entry begins in report.json, where each stands on a line.
_ENTRY = re.compile(rb' *\{"(?:id|nodeid)":("(?:[^"\\]|\\.)*"),')


@dataclass(frozen=True, slots=True)
class Past:
    """What is known of earlier runs.

    ``runs`` are the last ones, the oldest first. ``letters`` are of entries, by their keys: one for
    each run; ``scores`` are those of the last run that were not 100. ``before`` holds entries as
    they were in the last run, as JSON.
    """

    runs: list[dict[str, Any]] = field(default_factory=list)
    letters: Mapping[str, str] = field(default_factory=dict)
    scores: Mapping[str, float | None] = field(default_factory=dict)
    before: Mapping[str, bytes] = field(default_factory=dict)

    def score(self, key: str) -> float | None:
        """The score of an entry in the last run; None where it had none."""
        was_there = self.letters.get(key, ABSENT)[-1] != ABSENT
        return self.scores.get(key, 100) if was_there else None


def past_of(source: Source) -> Past:
    """What the run folder has of earlier runs; nothing of those of several shards."""
    found = _histories(source)
    if len(found) != 1 or not found[0]["runs"][1:]:
        return Past()
    history = found[0]
    letters = {key: past[:-1] for key, past in history["letters"].items()}
    lines = (line for line in source.objects(BASELINE) if "entry" in line)
    before = {item_name(line["entry"]): json_bytes(line) for line in lines}
    return Past(history["runs"][:-1], letters, history["before"], before)


def history_files(
    report: Mapping[str, Any], last: RunFolder | None, runs: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[str, bytes]]:
    """The names and the contents of both files.

    ``runs`` are the lines of the complete runs before, ``last`` the folder of the last of them.
    """
    folder = Source({}, () if last is None else (last.path,))
    past, entries = _known(runs), {item_name(entry): entry for entry in entries_of(report)}
    yield HISTORY, json_bytes(_continued(past, report, entries))
    if last is None:
        return
    wanted = {
        key: entry
        for key, entry in entries.items()
        if letter_of(entry) != "p"
        or past.letters.get(key, "p")[-1] not in ("p", ABSENT)
        or past.score(key) not in (entry["score"], None)
    }
    if wanted:
        yield BASELINE, b"".join(_as_before(folder, wanted))


def earlier_runs(source: Source) -> list[dict[str, Any]]:
    """Figures of the runs before this one, the oldest first."""
    found = _histories(source)
    return found[0]["runs"][:-1] if len(found) == 1 else []


def _histories(source: Source) -> list[dict[str, Any]]:
    found = source.documents(HISTORY)
    return [each for each in found if isinstance(each.get("runs"), list)]


def changes(history: bytes) -> tuple[int, int]:
    """How many entries are worse than in the run before, and how many better."""
    last = [letters[-2:] for letters in decode(history)["letters"].values() if len(letters) > 1]
    judged = [pair for pair in last if all(letter in STATUSES for letter in pair)]
    words = [status_change(*(STATUSES[letter] for letter in pair)) for pair in judged]
    return words.count("worse"), words.count("better")


def _known(runs: Sequence[Mapping[str, Any]]) -> Past:
    """What is known of these runs."""
    runs = runs[-_MOST_RUNS:]
    keys = dict.fromkeys(key for run in runs for key in run["letters"])
    return Past(
        [{name: run[name] for name in ("run_id", "verdict", "totals")} for run in runs],
        {key: "".join([run["letters"].get(key, ABSENT) for run in runs]) for key in keys},
        runs[-1]["scores"] if runs else {},
    )


def _continued(
    past: Past, report: Mapping[str, Any], entries: Mapping[str, Entry]
) -> dict[str, Any]:
    """The history with this run: ``scores`` are of it, and ``before`` of the one before."""
    figures = {key: report[key] for key in ("run_id", "verdict", "totals")}
    absent = ABSENT * len(past.runs)
    letters = {
        key: (past.letters.get(key, absent) + letter_of(entry))[-_MOST_RUNS:]
        for key, entry in entries.items()
    }
    for key in sorted(past.letters.keys() - letters.keys()):
        kept = (past.letters[key] + ABSENT)[-_MOST_RUNS:]
        if kept.strip(ABSENT):
            letters[key] = kept
    return {
        "runs": [*past.runs, figures][-_MOST_RUNS:],
        "letters": letters,
        "scores": {key: entry["score"] for key, entry in entries.items() if entry["score"] != 100},
        "before": past.scores,
    }


def _as_before(last: Source, wanted: Mapping[str, Entry]) -> Iterator[bytes]:
    """Lines of these entries as they were in the last run, with what was recorded of them."""
    names = {entry.get("id", entry.get("nodeid")) for entry in wanted.values()}
    found: dict[str, Entry] = {}
    for line in last.lines("report.json"):
        start = _ENTRY.match(line)
        if start is not None and json.loads(start[1]) in names and len(found) < _MOST_ENTRIES:
            entry = decode(line.strip().rstrip(b","))
            found[item_name(entry)] = entry
    records, _ = recorded(last.lines("scenarios.jsonl"))
    for key in sorted(found.keys() & wanted.keys()):
        record = record_of(found[key], records)
        parts = [b'{"entry":', json_bytes(found[key])]
        parts += [] if record is None else [b',"record":', record]
        yield b"".join([*parts, b"}\n"])
