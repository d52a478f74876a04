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
    """Columns: a value for each entry, or by their places those of the few that have one."""
    tables = {name: _Table() for name in ("file", "bot", "tag", "kind", "cause")}
    files, bots = tables["file"], tables["bot"]
    keys = [key_of(entry) for entry in entries]
    columns: dict[str, list[Any] | dict[int, Any]] = {
        "id": [entry.get("id", entry.get("nodeid")) for entry in entries],
        "file": [
            files[entry.get("file") or entry["nodeid"].partition("::")[0]] for entry in entries
        ],
        "bot": [bots[entry.get("bot") or entry.get("subject") or ""] for entry in entries],
        "score": [entry["score"] for entry in entries],
        "past": [past.letters.get(key) for key in keys] if past.letters else [],
        "was": [past.score(key) for key in keys] if past.letters else [],
    }
    places = list(enumerate(entries))
    usual = {"threshold": 100}
    for name in ("seconds", "cost_usd", "category", "passes", "threshold"):
        columns[name] = {
            place: value
            for place, entry in places
            if (value := entry.get(name)) is not None and value != usual.get(name)
        }
    columns["runs"] = {place: entry["runs"] for place, entry in places if "passes" in entry}
    columns["name"] = {
        place: entry["name"] for place, entry in places if entry.get("name") != entry.get("id")
    }
    columns["tags"] = {
        place: [tables["tag"][tag] for tag in entry["tags"]]
        for place, entry in places
        if entry.get("tags")
    }
    return {
        "status": "".join(map(letter_of, entries)),
        "columns": {**columns, **_wanting(entries, tables)},
        "tables": {name: list(table) for name, table in tables.items()},
    }


def _wanting(entries: Sequence[Entry], tables: Mapping[str, _Table]) -> dict[str, dict[int, Any]]:
    """The columns of what did not pass: kinds of checks, their causes, and why."""
    columns: dict[str, dict[int, Any]] = {"kinds": {}, "causes": {}, "why": {}}
    for place, entry in enumerate(entries):
        checks = [check for check in entry["checks"] if check["outcome"] != "passed"]
        if not checks and not entry.get("error"):
            continue
        kinds = (tables["kind"][check["kind"]] for check in checks)
        causes = (tables["cause"][check["cause"]] for check in checks if "cause" in check)
        columns["kinds"][place] = list(dict.fromkeys(kinds))
        columns["causes"][place] = list(dict.fromkeys(causes))
        columns["why"][place] = reason(entry)
    return columns


def _detail(entry: Entry, records: Mapping[str, bytes], past: Past) -> bytes:
    """One object of JSON, of parts that are JSON already."""
    text = json_bytes(entry)
    if len(text) > SHORT:
        text = json_bytes(shortened(entry))
    record = record_of(entry, records)
    before = past.before.get(key_of(entry)) if past.before else None
    return b'{"entry":%b,"record":%b,"before":%b,"evidence":"%b"}' % (
        text,
        record or b"null",
        before or b"null",
        entry_evidence(entry, record).encode("ascii"),
    )
