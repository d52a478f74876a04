"""The records of scenarios and tests in run folders."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.record.wire import decode
from pytest_hydra.report.page.source import shorten
from pytest_hydra.report.report_json import json_bytes

# A record up to this size in bytes is copied without parsing.
SHORT: Final = 50_000
# Limits in bytes: a shorten record or one state, and all states together.
_LONGEST = 1_000_000
_ALL_STATES = 4_000_000

_NODEID = lazy_regex(rb'\{"nodeid":("[^"\\]*(?:\\.[^"\\]*)*"),"runs":')
_STATES = b'],"states":{'


def read_records(lines: Iterable[bytes]) -> tuple[dict[str, bytes], dict[str, Any]]:
    """The records by node id, as JSON; and the initial states of worlds."""
    records: dict[str, bytes] = {}
    states: dict[str, Any] = {}
    room = _ALL_STATES
    for line in lines:
        found = _NODEID.match(line)
        if found is None or not line.endswith(b"}"):
            continue
        text = found[1]
        # Most contain no escapes, and parsing all of them would take as long as the rest.
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
            # Each process of a session records the states that it uses.
            if name not in states and size <= min(room, _LONGEST):
                states[name] = state
                room -= size
        short = json_bytes(shorten(record))
        records[nodeid] = short if len(short) <= _LONGEST else json_bytes({"size": len(line)})
    return records, states
