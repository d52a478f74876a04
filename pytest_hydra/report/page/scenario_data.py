"""The blocks of the scenarios, and of the tests with the fixture: rows, and details in parts.

``rows`` holds the figures of each entry of the report. ``scenarios`` holds the reasons of failures,
and the outcomes in earlier runs. Details are in blocks of 200 entries, ``scenarios-0`` and so on:
the entry of report.json, the record of its conversations, and both from the previous run if they
differ. ``states`` holds the initial states of worlds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain, islice
from typing import Any, Final

from pytest_hydra.record.past_runs import letter_of
from pytest_hydra.record.wire import is_counted, item_name
from pytest_hydra.report.figures.causes import first_cause
from pytest_hydra.report.figures.label_agreement import entry_evidence
from pytest_hydra.report.page.entries import (
    SHORT,
    Entry,
    entries_of,
    read_records,
    reason,
    record_of,
)
from pytest_hydra.report.page.history import before_of, history_of
from pytest_hydra.report.page.source import Block, Source, block, shorten
from pytest_hydra.report.report_json import json_bytes

#: The number of entries in one block of details.
AT_ONCE: Final = 200
# The digests of conversations are not shown, and do not compress.
_DIGEST = re.compile(rb'"digest":"[0-9a-f]{64}",(?="conversation":)')
_SHOWN = (
    *("id", "nodeid", "name", "file", "bot", "subject", "tags", "category", "status", "xfail"),
    *("score", "threshold", "runs", "passes", "seconds", "cost_usd"),
)


def blocks(source: Source) -> Iterator[Block]:
    """The blocks of all scenarios and tests, in the order of the report."""
    entries = entries_of(source.report)
    if not entries:
        return
    rows = [{key: entry[key] for key in _SHOWN if entry.get(key) is not None} for entry in entries]
    yield block("rows", rows)
    history = history_of(source)
    letters, changes = history["letters"], history["changes"]
    more = {
        "chunk": AT_ONCE,
        "failures": dict(_failures(entries)),
        "letters": letters,
        # A replay may decide otherwise than the run whose changes these are.
        "changes": {
            name: changes[name]
            for entry in (entries if changes else ())
            if (name := item_name(entry)) in changes and letters[name][-1] == letter_of(entry)
        },
    }
    yield block("scenarios", more)
    kinds = ("scenarios.jsonl", "tests.jsonl")
    records, states = read_records(chain.from_iterable(map(source.lines, kinds)))
    details = map(partial(_detail, records, before_of(source)), entries)
    for number in range(-(-len(entries) // AT_ONCE)):
        yield f"scenarios-{number}", b"[" + b",".join(islice(details, AT_ONCE)) + b"]"
    if states:
        yield block("states", states)


def _failures(entries: list[Entry]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Index, reason, kinds of checks and cause of entries with checks that did not pass."""
    for place, entry in enumerate(entries):
        checks = [check for check in entry["checks"] if check["outcome"] != "passed"]
        if checks or entry.get("error"):
            kinds = dict.fromkeys(check["kind"] for check in checks)
            # As in the report: an item counts for one cause, and only if it did not pass.
            is_counted_failure = entry["status"] != "passed" and is_counted(entry)
            cause = first_cause(entry).key if is_counted_failure else ""
            yield place, {"why": reason(entry), "kinds": [*kinds], "cause": cause}


def _detail(records: Mapping[str, bytes], before: Mapping[str, bytes], entry: Entry) -> bytes:
    """A JSON object joined from parts that are JSON already."""
    text = json_bytes(entry)
    if len(text) > SHORT:
        text = json_bytes(shorten(entry))
    record = record_of(entry, records)
    shown = None if record is None else _DIGEST.sub(b"", record)
    return b'{"entry":%b,"record":%b,"before":%b,"evidence":"%b"}' % (
        text,
        shown or b"null",
        (before and before.get(item_name(entry))) or b"null",
        entry_evidence(entry, record).encode("ascii"),
    )
