"""The blocks of the scenarios, and of the tests with the fixture: rows, and details in parts.

``scenarios`` holds what a list needs of each entry. The details of so many entries are a block of
their own, ``scenarios-0`` and so on: the entry of report.json, what was recorded of its
conversations, and both as they were in the run before where that was another. ``states`` holds the
states with which worlds began.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Any, Final

from pytest_hydra.record.past_runs import letter_of
from pytest_hydra.record.wire import item_name
from pytest_hydra.report.figures.label_agreement import entry_evidence
from pytest_hydra.report.page.entries import (
    ABSENT,
    SHORT,
    Entry,
    entries_of,
    entry_texts,
    reason,
    record_of,
    recorded,
)
from pytest_hydra.report.page.history import Past, past_of
from pytest_hydra.report.page.source import Block, Source, block, shortened
from pytest_hydra.report.report_json import json_bytes

#: The entries of one block of details.
AT_ONCE: Final = 200
_FIGURES = ("category", "threshold", "seconds", "cost_usd", "runs", "passes")


def blocks(source: Source) -> Iterator[Block]:
    """The blocks of all scenarios and tests, in the order of the report."""
    entries = entries_of(source.report)
    if not entries:
        return
    past = past_of(source)
    rows = [_row(entry, past) for entry in entries]
    yield block("scenarios", {"chunk": AT_ONCE, "rows": rows})
    texts = entry_texts(source)
    records, states = recorded(source.lines("scenarios.jsonl"))
    details = map(partial(_detail, records, past), entries, texts)
    for number in range(-(-len(entries) // AT_ONCE)):
        yield f"scenarios-{number}", b"[" + b",".join(islice(details, AT_ONCE)) + b"]"
    if states:
        yield block("states", states)


def _row(entry: Entry, past: Past) -> dict[str, Any]:
    """What the list needs of an entry."""
    key, is_test = item_name(entry), "nodeid" in entry
    wanting = [check for check in entry["checks"] if check["outcome"] != "passed"]
    return {
        "item": key,
        "is_test": is_test,
        "id": key if is_test else entry["id"],
        "name": entry.get("name"),
        "file": key.partition("::")[0] if is_test else entry["file"],
        "bot": entry.get("bot") or entry.get("subject") or "",
        "tags": entry.get("tags", []),
        "kinds": wanting and list(dict.fromkeys(check["kind"] for check in wanting)),
        "causes": list(dict.fromkeys(each["cause"] for each in wanting if "cause" in each)),
        "why": reason(entry) if wanting or entry.get("error") else None,
        "status": letter_of(entry),
        # What was graded of the others says nothing of the whole.
        "score": None if entry["status"] == "ungraded" else entry["score"],
        "change": past.changes.get(key, ""),
        "past": past.letters.get(key, ABSENT) if past.letters else "",
        **{name: entry.get(name) for name in _FIGURES},
    }


def _detail(records: Mapping[str, bytes], past: Past, entry: Entry, text: bytes) -> bytes:
    """One object of JSON, of parts that are JSON already, as is the ``text`` of the entry."""
    if len(text) > SHORT:
        text = json_bytes(shortened(entry))
    record = record_of(entry, records)
    before = past.before.get(item_name(entry)) if past.before else None
    return b'{"entry":%b,"record":%b,"before":%b,"evidence":"%b"}' % (
        text,
        record or b"null",
        before or b"null",
        entry_evidence(entry, record).encode("ascii"),
    )
