"""The JSON of ruff, eslint and clippy."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Literal

from pytest_hydra.candidates.recording import Finding
from pytest_hydra.candidates.results.cases import (
    ResultError,
    clean_id,
    inside,
    load_json,
    member,
    objects,
)


def read_ruff(data: bytes, roots: Sequence[str] = ()) -> tuple[Finding, ...]:
    """The findings of ``ruff check --output-format json``. Raises ResultError."""
    found = _array(load_json(data))
    return tuple(
        Finding(
            # A file that cannot be parsed has no code in older versions.
            rule=_text(entry.get("code")) or "invalid-syntax",
            file=_place(entry.get("filename"), roots),
            line=_line(_get(entry, "location", "row")),
            message=_text(entry.get("message")),
        )
        for entry in found
    )


def read_eslint(data: bytes, roots: Sequence[str] = ()) -> tuple[Finding, ...]:
    """The findings of ``eslint --format json``. Raises ResultError."""
    findings: list[Finding] = []
    for file in _array(load_json(data)):
        place = _place(member(file, "filePath", str), roots)
        findings += [
            Finding(
                # A file that cannot be parsed breaks no rule.
                rule=_text(value.get("ruleId")) or "parsing-error",
                file=place,
                line=_line(value.get("line")),
                severity="warning" if value.get("severity") == 1 else "error",
                message=_text(value.get("message")),
            )
            for value in objects(file, "messages")
        ]
    return tuple(findings)


def read_clippy(output: str, roots: Sequence[str] = ()) -> tuple[Finding, ...] | None:
    """The findings of ``cargo clippy --message-format=json``; None when cargo told of no build.

    What is found in several targets (a library, and the same built for its tests) counts once.
    """
    findings: dict[tuple[object, ...], Finding] = {}
    is_cargo = False
    for line in output.splitlines():
        record = _cargo_line(line)
        if record is None:
            continue
        is_cargo = True
        told = record.get("message")
        if record["reason"] != "compiler-message" or not isinstance(told, dict):
            continue
        finding, column = _rustc(told, roots)
        if finding is not None:
            findings[finding.rule, finding.file, finding.line, column, finding.message] = finding
    return tuple(findings.values()) if is_cargo else None


def _rustc(told: dict[str, Any], roots: Sequence[str]) -> tuple[Finding | None, object]:
    level = told.get("level")
    spans = told.get("spans")
    found = [span for span in spans if isinstance(span, dict)] if isinstance(spans, list) else []
    primary = next((entry for entry in found if entry.get("is_primary") is True), None)
    # What sums up the others ("2 warnings emitted") speaks of no place.
    if level not in ("warning", "error") or primary is None:
        return None, None
    text = primary.get("text")
    first = text[0] if isinstance(text, list) and text else None
    severity: Literal["error", "warning"] = "error" if level == "error" else "warning"
    finding = Finding(
        rule=_text(_get(told, "code", "code")) or "rustc",
        file=_place(primary.get("file_name"), roots),
        line=_line(primary.get("line_start")),
        severity=severity,
        text=" ".join(_text(_get(first, "text")).split()),
        message=_text(told.get("message")),
    )
    return finding, str(primary.get("column_start"))


def _cargo_line(line: str) -> dict[str, Any] | None:
    if not line.startswith('{"reason"'):
        return None
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) and isinstance(record["reason"], str) else None


def _array(value: object) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise ResultError("is no list of JSON objects")
    return value


def _place(path: object, roots: Sequence[str]) -> str:
    return inside(path, roots) or ""


def _line(value: object) -> int | None:
    return value if type(value) is int and value > 0 else None


def _text(value: object) -> str:
    return clean_id(value) if isinstance(value, str) else ""


def _get(value: object, *names: str) -> Any:
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value
