"""The digest of a report: what was decided, and nothing of where, when or in which words."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
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

_ENCODE = json.JSONEncoder(
    allow_nan=False, ensure_ascii=False, separators=(",", ":"), sort_keys=True
).encode

_AT_ONCE = 50

Entry = Mapping[str, Any]


def digest(report: Report | Entry) -> str:
    """The sha256, in hex, of the canonical JSON of what was decided.

    That is one object with the keys ``rankings``, ``race`` (null, or an object with its
    ``base_commit``), ``scenarios``, ``benchmarks``, ``tests`` and ``totals``, in sorted keys,
    UTF-8, without spaces; without the fields that hold messages, reasons, durations, artifacts,
    isolation, waivers that could be, files, paths and lines. Raises ValueError or TypeError for
    what is not plain JSON.
    """
    sha = hashlib.sha256()
    for piece in _canonical(report):
        sha.update(piece.encode("utf-8", "backslashreplace"))
    return sha.hexdigest()


def _canonical(report: Report | Entry) -> Iterator[str]:
    """The canonical JSON in pieces: a large report need not be in memory twice."""
    race = report["race"]
    yield '{"benchmarks":'
    yield from _list(_benchmark(entry) for entry in report["benchmarks"])
    yield ',"race":'
    yield _ENCODE(None if race is None else {"base_commit": race["base_commit"]})
    yield ',"rankings":'
    yield from _list(_ranking(entry) for entry in report["rankings"])
    yield ',"scenarios":'
    yield from _list(_checked(entry, _OF_SCENARIO) for entry in report["scenarios"])
    yield ',"tests":'
    yield from _list(_checked(entry, _OF_TEST) for entry in report["tests"])
    yield ',"totals":'
    yield _ENCODE(report["totals"])
    yield "}"


def _list(entries: Iterable[Entry]) -> Iterator[str]:
    entries = iter(entries)
    between = "["
    # Many at once, because a call of the encoder costs as much as a small entry.
    while some := list(islice(entries, _AT_ONCE)):
        yield between + _ENCODE(some)[1:-1]
        between = ","
    yield "]" if between == "," else "[]"


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
