"""The digest of a report: what was decided, and nothing of where, when or in which words."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pytest_hydra.report.model import Report

# Left out, by field of the model: a key of the same name in what a bot said is data like any.
_OF_SCENARIO = frozenset({"file", "line", "error", "xfail"})
_OF_TEST = frozenset({"error", "xfail"})
_OF_CHECK = frozenset({"message"})
_OF_RANKING = frozenset({"duration_seconds", "artifacts", "isolation", "waivers"})
_OF_GATE = frozenset({"reason"})
_OF_DIMENSION = frozenset({"message"})
_OF_REVIEW = frozenset({"file", "line"})
# What people said and whose work it is lies beside what was decided.
_OF_BENCHMARK = frozenset({"path", "reason", "agreement", "notes"})
_OF_CATEGORY = frozenset({"reason", "notes"})

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
    decided = {
        "rankings": [_ranking(entry) for entry in report["rankings"]],
        "race": None if race is None else {"base_commit": race["base_commit"]},
        "scenarios": [_checked(entry, _OF_SCENARIO) for entry in report["scenarios"]],
        "benchmarks": [_benchmark(entry) for entry in report["benchmarks"]],
        "tests": [_checked(entry, _OF_TEST) for entry in report["tests"]],
        "totals": report["totals"],
    }
    canonical = json.dumps(
        decided, allow_nan=False, ensure_ascii=False, separators=(",", ":"), sort_keys=True
    )
    return hashlib.sha256(canonical.encode("utf-8", "backslashreplace")).hexdigest()


def _without(entry: Entry, left_out: frozenset[str]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key not in left_out}


def _checked(entry: Entry, left_out: frozenset[str]) -> dict[str, Any]:
    kept = _without(entry, left_out)
    kept["checks"] = [_without(check, _OF_CHECK) for check in entry["checks"]]
    return kept


def _ranking(entry: Entry) -> dict[str, Any]:
    kept = _without(entry, _OF_RANKING)
    kept["gates"] = [_without(gate, _OF_GATE) for gate in entry["gates"]]
    kept["checks"] = [_without(dimension, _OF_DIMENSION) for dimension in entry["checks"]]
    kept["review"] = [_without(place, _OF_REVIEW) for place in entry["review"]]
    return kept


def _benchmark(entry: Entry) -> dict[str, Any]:
    kept = _without(entry, _OF_BENCHMARK)
    kept["categories"] = [_without(category, _OF_CATEGORY) for category in entry["categories"]]
    return kept
