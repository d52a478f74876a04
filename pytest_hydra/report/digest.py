"""The digest of a report: what was decided, and nothing of where, when or in which words."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pydantic_core import to_json

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
        sha.update(piece)
    return sha.hexdigest()


def _canonical(report: Report | Entry) -> Iterator[bytes]:
    """The canonical JSON in pieces: a large report need not be in memory twice."""
    race = report["race"]
    yield b'{"benchmarks":'
    yield _encoded([_benchmark(entry) for entry in report["benchmarks"]])
    yield b',"race":'
    yield _encoded(None if race is None else {"base_commit": race["base_commit"]})
    yield b',"rankings":'
    yield _encoded([_ranking(entry) for entry in report["rankings"]])
    yield b',"scenarios":'
    yield from _list(report["scenarios"], _OF_SCENARIO)
    yield b',"tests":'
    yield from _list(report["tests"], _OF_TEST)
    yield b',"totals":'
    yield _encoded(report["totals"])
    yield b"}"


def _encoded(value: object) -> bytes:
    return _ENCODE(value).encode("utf-8", "backslashreplace")


def _list(entries: Sequence[Entry], left_out: frozenset[str]) -> Iterator[bytes]:
    between = b"["
    # Many at once, because a call of an encoder costs as much as a small entry.
    for start in range(0, len(entries), _AT_ONCE):
        some = entries[start : start + _AT_ONCE]
        yield between + (_quickly(some, left_out) or _slowly(some, left_out))[1:-1]
        between = b","
    yield b"]" if entries else b"[]"


def _slowly(entries: Sequence[Entry], left_out: frozenset[str]) -> bytes:
    return _encoded([_checked(entry, left_out) for entry in entries])


# --- the same, by an encoder that is far quicker, but sorts nothing -----------------------------

# Those that both encoders write alike. Floats in the range are written without an exponent.
_ALIKE = frozenset({str, int, bool, type(None)})
_LEAST, _MOST = 1e-4, 1e16
# With its message, which is left out.
_KEYS_OF_CHECK = 9


class _UnlikeError(Exception):
    """Something that the two may write differently."""


def _quickly(entries: Sequence[Entry], left_out: frozenset[str]) -> bytes | None:
    """The canonical JSON of a list of entries; None where it is not certain to be that."""
    names: dict[tuple[str, ...], list[str]] = {}
    made = []
    try:
        for entry in entries:
            keys = tuple(entry)
            if keys not in names:
                names[keys] = sorted(_without(entry, left_out))
            checks = [_quick_check(check) for check in entry["checks"]]
            made.append(
                {
                    key: value
                    if type(value := entry[key]) in _ALIKE
                    else (checks if key == "checks" else _sorted(value))
                    for key in names[keys]
                }
            )
        return to_json(made, inf_nan_mode="constants")
    except (_UnlikeError, ValueError):
        return None  # ValueError: half of a surrogate pair, which only the other one writes


def _quick_check(check: Entry) -> Entry:
    """What counts of a check, in sorted keys."""
    if len(check) != _KEYS_OF_CHECK:
        raise _UnlikeError
    actual, expected = check["actual"], check["expected"]
    score, weight = check["score"], check["weight"]
    return {
        "actual": actual if type(actual) in _ALIKE else _sorted(actual),
        "expected": expected if type(expected) in _ALIKE else _sorted(expected),
        "kind": check["kind"],
        "name": check["name"],
        "outcome": check["outcome"],
        "score": score if type(score) in _ALIKE else _sorted(score),
        "turn": check["turn"],
        "weight": weight if type(weight) in _ALIKE else _sorted(weight),
    }


def _sorted(value: Any) -> Any:
    """The value, its mappings in sorted keys."""
    kind = type(value)
    if kind in _ALIKE or (kind is float and (not value or _LEAST <= abs(value) < _MOST)):
        return value
    if kind is list:
        return [_sorted(entry) for entry in value]
    if kind is dict and all(type(key) is str for key in value):
        return {key: _sorted(value[key]) for key in sorted(value)}
    raise _UnlikeError


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
