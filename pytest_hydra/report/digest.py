"""The digest of a report: what was decided, and nothing of where, when or in which words."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pytest_hydra.report.model import Report

# Left out of the entries of each list, and of those of the lists in them: by field of the model, as
# a key of the same name in what a bot said is data like any.
LEFT_OUT: dict[str, tuple[set[str], dict[str, set[str]]]] = {
    "rankings": (
        {"duration_seconds", "artifacts", "isolation", "waivers"},
        {"gates": {"reason"}, "checks": {"message"}, "review": {"file", "line"}},
    ),
    "scenarios": ({"file", "line", "error", "xfail"}, {"checks": {"message"}}),
    # What people said and whose work it is lies beside what was decided.
    "benchmarks": ({"path", "reason", "agreement", "notes"}, {"categories": {"reason", "notes"}}),
    "tests": ({"error", "xfail"}, {"checks": {"message"}}),
}

Entry = Mapping[str, Any]


def digest(report: Report | Entry) -> str:
    """The sha256, in hex, of the canonical JSON of what was decided.

    That is one object with the keys ``rankings``, ``race`` (null, or an object with its
    ``base_commit``), ``scenarios``, ``benchmarks``, ``tests`` and ``totals``, in sorted keys,
    UTF-8, without spaces; without the fields that hold messages, reasons, durations, artifacts,
    isolation, waivers that could be, files, paths and lines. Raises ValueError or TypeError for
    what is not plain JSON.
    """
    race = report["race"]
    decided: dict[str, Any] = {
        "race": None if race is None else {"base_commit": race["base_commit"]},
        "totals": report["totals"],
    }
    entries: Entry = report
    for kind, (left_out, inner) in LEFT_OUT.items():
        decided[kind] = [_without(entry, left_out) for entry in entries[kind]]
        for entry in decided[kind]:
            for key, fields in inner.items():
                entry[key] = [_without(member, fields) for member in entry[key]]
    canonical = json.dumps(
        decided, allow_nan=False, ensure_ascii=False, separators=(",", ":"), sort_keys=True
    )
    return hashlib.sha256(canonical.encode("utf-8", "backslashreplace")).hexdigest()


def _without(entry: Entry, left_out: set[str]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key not in left_out}
