"""Scenarios, and tests with the fixture, as reports and run folders have them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from pytest_hydra.core.text import one_line
from pytest_hydra.record.wire import decode, nodeids
from pytest_hydra.report.figures.causes import first_check
from pytest_hydra.report.page.source import Source, shortened
from pytest_hydra.report.report_json import json_bytes

Entry = Mapping[str, Any]

ABSENT: Final = "."
"""The letter for a run that did not have the entry."""

# A record of fewer bytes is taken as it is, without being read.
SHORT: Final = 50_000
# What is left of a long one is shown up to here, and so are states, one and all of them.
_LONGEST = 1_000_000
_ALL_STATES = 4_000_000

# How an entry begins in report.json, where each stands on a line.
_BEGINNINGS = (b'    {"id":', b'    {"nodeid":')
_NODEID = re.compile(rb'\{"nodeid":("[^"\\]*(?:\\.[^"\\]*)*"),"runs":')
_STATES = b'],"states":{'


def entries_of(report: Mapping[str, Any]) -> list[Entry]:
    """All scenarios and tests, in the order of the report."""
    return [*report["scenarios"], *report["tests"]]


def entry_lines(source: Source) -> list[bytes]:
    """The entries as JSON, as they stand in report.json of a run folder."""
    lines = (line for line in source.lines("report.json") if line.startswith(_BEGINNINGS))
    return [line.strip(b" ,") for line in lines]


def entry_texts(source: Source) -> list[bytes]:
    """Each entry of the report as JSON: as the folder of its run has it, else written once more."""
    entries, own = entries_of(source.report), source.report["run_id"]
    if own and [each.get("run_id") for each in source.documents("manifest.json")] == [own]:
        found = entry_lines(source)
        if len(found) == len(entries):
            return found
    return [*map(json_bytes, entries)]


def reason(entry: Entry) -> str:
    """What the check says that matters most of those that did not pass, or what went wrong."""
    worst = first_check(entry)
    if worst is None or entry["status"] == "passed":
        wanting = (check for check in entry["checks"] if check["outcome"] != "passed")
        worst = next(wanting, None)
    if worst is None or entry.get("error"):
        return one_line(entry.get("error") or "", 200)
    return one_line(f"{worst['name']}: {worst['message']}", 200)


def recorded(lines: Iterable[bytes]) -> tuple[dict[str, bytes], dict[str, Any]]:
    """What was recorded, by node id and as JSON; and the states with which worlds began."""
    records: dict[str, bytes] = {}
    states: dict[str, Any] = {}
    room = _ALL_STATES
    for line in lines:
        found = _NODEID.match(line)
        if found is None or not line.endswith(b"}"):
            continue
        text = found[1]
        # Most have nothing that is escaped, and reading all as JSON would take as long as the rest.
        nodeid = json.loads(text) if b"\\" in text else text[1:-1].decode(errors="replace")
        if len(line) <= SHORT and _STATES not in line:
            records[nodeid] = line
            continue
        try:
            record = decode(line)
        except ValueError:
            continue
        for name, state in record.pop("states", {}).items():
            size = len(json_bytes(state))
            if size <= min(room, _LONGEST):
                states[name] = state
                room -= size
        short = json_bytes(shortened(record))
        records[nodeid] = short if len(short) <= _LONGEST else json_bytes({"size": len(line)})
    return records, states


def record_of(entry: Entry, records: Mapping[str, bytes]) -> bytes | None:
    """What was recorded of an entry, by the node ids that its item may have had; else None."""
    for name in nodeids(entry):
        if name in records:
            return records[name]
    return None
