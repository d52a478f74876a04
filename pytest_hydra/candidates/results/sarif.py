"""SARIF, the format that most analysers can write."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal

from pytest_hydra.candidates.recording import Finding
from pytest_hydra.candidates.results.cases import (
    clean_id,
    inside,
    load_json,
    objects,
    without_halves,
)


def read(data: bytes, roots: Sequence[str] = ()) -> tuple[Finding, ...]:
    """The findings that are not suppressed. Raises ResultError.

    The text of a finding is that of its snippet. A finding of no level is an error; a note counts
    as a warning.
    """
    return tuple(
        finding
        for run in objects(load_json(data), "runs")
        for result in _list(run.get("results"))
        if (finding := _finding(result, _rules(run), roots)) is not None
    )


def _rules(run: dict[str, Any]) -> list[dict[str, Any]]:
    return _list(_get(run, "tool", "driver", "rules"))


def _finding(
    result: dict[str, Any], rules: list[dict[str, Any]], roots: Sequence[str]
) -> Finding | None:
    if _list(result.get("suppressions")) or result.get("kind", "fail") != "fail":
        return None
    rule = result.get("ruleId") or _get(result, "rule", "id")
    index = result.get("ruleIndex", _get(result, "rule", "index"))
    known = next((entry for entry in rules if entry.get("id") == rule), None)
    if known is None and type(index) is int and 0 <= index < len(rules):
        known = rules[index]
        rule = rule or known.get("id")
    level = result.get("level") or _get(known, "defaultConfiguration", "level")
    place = next(iter(_list(result.get("locations"))), {})
    physical = _get(place, "physicalLocation")
    line = _get(physical, "region", "startLine")
    uri = _get(physical, "artifactLocation", "uri")
    return Finding(
        rule=_string(rule),
        file=inside(_unquoted(uri), roots) or "" if isinstance(uri, str) else "",
        line=line if type(line) is int and line > 0 else None,
        severity=_severity(level),
        text=" ".join(_string(_get(physical, "region", "snippet", "text")).split()),
        message=_string(_get(result, "message", "text")),
    )


def _unquoted(uri: str) -> str:
    """A URI reference as a path: ``%20`` is a space."""
    data = re.sub(
        rb"%([0-9a-fA-F]{2})",
        lambda match: bytes([int(match[1], 16)]),
        uri.encode("utf-8", "surrogatepass"),
    )
    return data.decode("utf-8", "replace")


def _severity(level: object) -> Literal["error", "warning"]:
    return "warning" if level in ("warning", "note", "none") else "error"


def _string(value: object) -> str:
    return clean_id(without_halves(value)) if isinstance(value, str) else ""


def _list(value: object) -> list[dict[str, Any]]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _get(value: object, *names: str) -> Any:
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value
