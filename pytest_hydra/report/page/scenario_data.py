"""The blocks of the scenarios, and of the tests with the fixture: an index, and details in parts.

The index holds what a list needs, as columns. The details of so many entries are a block of their
own, ``scenarios-0`` and so on: the entry of report.json, what was recorded of its conversations,
and both as they were in the run before where that was another. ``states`` holds the states with
which worlds began.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pytest_hydra.report.label_agreement import entry_evidence
from pytest_hydra.report.page.entries import (
    SHORT,
    Entry,
    entries_of,
    key_of,
    letter_of,
    reason,
    record_of,
    recorded,
)
from pytest_hydra.report.page.history import Past, past_of
from pytest_hydra.report.page.source import Block, Source, block, shortened
from pytest_hydra.report.report_json import json_bytes

#: The entries of one block of details.
AT_ONCE: Final = 200


def blocks(source: Source) -> Iterator[Block]:
    """The blocks of all scenarios and tests, in the order of the report."""
    entries = entries_of(source.report)
    if not entries:
        return
    past = past_of(source)
    sizes = {
        "count": len(entries),
        "scenarios": len(source.report["scenarios"]),
        "chunk": AT_ONCE,
    }
    yield block("scenarios", {**sizes, **_index(entries, past)})
    records, states = recorded(source.lines("scenarios.jsonl"))
    for start in range(0, len(entries), AT_ONCE):
        details = (_detail(entry, records, past) for entry in entries[start : start + AT_ONCE])
        yield f"scenarios-{start // AT_ONCE}", b"[" + b",".join(details) + b"]"
    if states:
        yield block("states", states)


class _Table(dict[str, int]):
    """Texts that come again and again, each by its place among them."""

    def __missing__(self, text: str) -> int:
        self[text] = place = len(self)
        return place


def _index(entries: Sequence[Entry], past: Past) -> dict[str, Any]:
    tables = {name: _Table() for name in ("file", "bot", "tag", "kind", "cause")}
    columns: dict[str, list[Any]] = {
        "id": [entry.get("id") or entry["nodeid"] for entry in entries],
        "name": [
            entry.get("name") if entry.get("name") != entry.get("id") else None for entry in entries
        ],
        "file": [
            tables["file"][entry.get("file") or entry["nodeid"].partition("::")[0]]
            for entry in entries
        ],
        "bot": [tables["bot"][entry.get("bot") or entry.get("subject") or ""] for entry in entries],
        "tags": [[tables["tag"][tag] for tag in entry.get("tags", ())] for entry in entries],
        "category": [entry.get("category") for entry in entries],
        "score": [entry["score"] for entry in entries],
        "runs": [_runs(entry) for entry in entries],
    }
    for name in ("threshold", "coverage", "seconds", "tokens", "cost_usd", "retries"):
        columns[name] = [entry.get(name) for entry in entries]
    wanting = [_wanting(entry) for entry in entries]
    columns["kinds"] = [list(dict.fromkeys(tables["kind"][check["kind"]] for check in checks))
                        for checks in wanting]  # fmt: skip
    columns["causes"] = [
        list(dict.fromkeys(tables["cause"][check["cause"]] for check in checks if "cause" in check))
        for checks in wanting
    ]
    columns["why"] = [
        reason(entry) if checks or entry.get("error") else None
        for entry, checks in zip(entries, wanting, strict=True)
    ]
    keys = [key_of(entry) for entry in entries]
    columns["past"] = [past.letters.get(key) for key in keys]
    columns["was"] = [past.score(key) for key in keys]
    return {
        "status": "".join(map(letter_of, entries)),
        # A column in which nothing stands is left out.
        "columns": {
            name: column for name, column in columns.items() if any(map(_is_there, column))
        },
        "tables": {name: list(table) for name, table in tables.items()},
    }


def _is_there(value: object) -> bool:
    return value is not None and value != []


def _runs(entry: Entry) -> list[int] | None:
    if entry.get("passes") is None:
        return None
    return [entry["passes"], entry["runs"]]


def _wanting(entry: Entry) -> list[Entry]:
    return [check for check in entry["checks"] if check["outcome"] != "passed"]


def _detail(entry: Entry, records: Mapping[str, bytes], past: Past) -> bytes:
    """One object of JSON, of parts that are JSON already."""
    text = json_bytes(entry)
    parts = [b'{"entry":', text if len(text) <= SHORT else json_bytes(shortened(entry))]
    record = record_of(entry, records)
    if record is not None:
        parts += [b',"record":', record]
    before = past.before.get(key_of(entry))
    if before is not None:
        parts += [b',"before":', before]
    parts += [b',"evidence":"', entry_evidence(entry, record).encode("ascii"), b'"']
    return b"".join([*parts, b"}"])
