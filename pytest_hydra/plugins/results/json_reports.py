"""The JSON of test runners (CTRF, jest, vitest, mocha, go) and of linters (SARIF, ruff, eslint)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal
from urllib.parse import unquote

from pytest_hydra.core.plain import json_or_none
from pytest_hydra.core.text import plain_lines
from pytest_hydra.plugins.results.outcomes import Finding, Outcome
from pytest_hydra.plugins.results.protocol import (
    ParsedResults,
    ReportedTest,
    ResultError,
    clean_id,
    workspace_path,
)

_COMMON: dict[str, Outcome] = {"passed": "passed", "failed": "failed", "skipped": "skipped"}
_CTRF: dict[str, Outcome] = {**_COMMON, "pending": "skipped", "other": "error"}
_JEST: dict[str, Outcome] = _COMMON | dict.fromkeys(("pending", "todo", "disabled"), "skipped")
_MOCHA: dict[str, Outcome] = {"passes": "passed", "failures": "failed", "pending": "skipped"}
_GO: dict[str, Outcome] = {"pass": "passed", "fail": "failed", "skip": "skipped"}
# Before Go 1.24 build failures are plain text between the lines of JSON.
_BUILD_FAILURE = re.compile(r"^FAIL\t(?P<package>\S+) \[(?:build|setup) failed\]$")


def parse_ctrf(data: bytes, roots: Sequence[str]) -> ParsedResults:
    """The tests in a CTRF report; an id is ``FILE::SUITE > NAME``."""
    results = _member(_load(data), "results", dict)
    cases = []
    for test in _objects(results, "tests"):
        outcome = _outcome(test, _CTRF)
        suite = test.get("suite")
        names = suite if isinstance(suite, list) else [suite]
        parts = [name for name in names if isinstance(name, str)]
        file = workspace_path(test.get("filePath"), roots)
        title = " > ".join([*parts, _member(test, "name", str)])
        cases.append(ReportedTest(f"{file}::{title}" if file else title, outcome, file))
    summary = _member(results, "summary", dict)
    counts = {"tests": len(cases), "failed": sum(case.outcome == "failed" for case in cases)}
    problems = [
        f"its summary has {summary.get(name)!r} for {name!r}, but it lists {count}"
        for name, count in counts.items()
        if summary.get(name) != count
    ]
    return ParsedResults(tuple(cases), tuple(problems))


def parse_jest(data: bytes, roots: Sequence[str]) -> ParsedResults:
    """The tests in a file of jest or vitest; an id is ``FILE::OUTER > INNER > TITLE``."""
    report = _load(data)
    cases: list[ReportedTest] = []
    count = 0
    for suite in _objects(report, "testResults"):
        path = _member(suite, "name", str)
        file = workspace_path(path, roots)
        place = clean_id(file or path)
        tests = []
        for test in _objects(suite, "assertionResults"):
            outcome = _outcome(test, _JEST)
            ancestors = _member(test, "ancestorTitles", list)
            titles = [name for name in ancestors if isinstance(name, str)]
            title = " > ".join([*titles, _member(test, "title", str)])
            tests.append(ReportedTest(f"{place}::{title}", outcome, file))
        count += len(tests)
        cases += tests
        if suite.get("status") == "failed" and all(case.outcome != "failed" for case in tests):
            cases.append(ReportedTest(place, "error", file))  # failed to load
    problems = []
    if (total := report.get("numTotalTests")) != count:
        problems.append(f"it counts {total!r} tests, but lists {count}")
    if report.get("wasInterrupted") is True:
        problems.append("the run was interrupted")
    return ParsedResults(tuple(cases), tuple(problems))


def parse_mocha(data: bytes, roots: Sequence[str]) -> ParsedResults:
    """The tests of a run, and failed hooks; an id is ``FILE::FULL TITLE``."""
    report = _load(data)
    stats = _member(report, "stats", dict)
    cases: list[ReportedTest] = []
    problems: list[str] = []
    for name, outcome in _MOCHA.items():
        tests = _objects(report, name)
        if (total := stats.get(name)) != len(tests):
            problems.append(f"it counts {total!r} {name}, but lists {len(tests)}")
        for test in tests:
            file = workspace_path(test.get("file"), roots)
            title = _member(test, "fullTitle", str)
            cases.append(ReportedTest(f"{file}::{title}" if file else title, outcome, file))
    return ParsedResults(tuple(cases), tuple(problems))


def parse_go(data: bytes, _: Sequence[str]) -> ParsedResults | None:
    """The tests in the output of ``go test -json``; an id is ``PACKAGE::TEST``.

    A test that started but did not end, and a package that failed without a failed test (a compile
    error, or an early exit), are errors. Other lines are skipped.
    """
    tests: dict[tuple[str, str], Outcome | None] = {}
    packages: dict[str, Outcome | None] = {}
    for line in plain_lines(data.decode("utf-8", "replace")):
        if failure := _BUILD_FAILURE.match(line):
            packages[failure["package"]] = "failed"
        if (event := _record(line, "{", "Action", "Package")) is None:
            continue
        package, test, action = event["Package"], event.get("Test"), event["Action"]
        if isinstance(test, str) and test:
            # A test may run several times (-count): one failure is a failure.
            if action in _GO and tests.get((package, test)) != "failed":
                tests[package, test] = _GO[action]
            elif action == "run":
                tests.setdefault((package, test), None)
            packages.setdefault(package, None)
        elif action in _GO:
            packages[package] = _GO[action]
        elif action == "start":
            packages.setdefault(package, None)
    cases = [
        ReportedTest(f"{place}::{name}", end or "error") for (place, name), end in tests.items()
    ]
    failing = {package for (package, _), end in tests.items() if end in ("failed", None)}
    failed = [package for package, end in packages.items() if end == "failed"]
    cases += [ReportedTest(package, "error") for package in failed if package not in failing]
    open_packages = sorted(package for package, end in packages.items() if end is None)
    problems = [f"the package {package} started and did not end" for package in open_packages[:3]]
    return ParsedResults(tuple(cases), tuple(problems)) if cases or problems else None


def parse_ruff(data: bytes, roots: Sequence[str]) -> ParsedResults:
    """The findings of ``ruff check --output-format json``."""
    findings = (
        Finding(
            # Older versions report no code for a file that cannot be parsed.
            rule=_text(entry.get("code")) or "invalid-syntax",
            file=workspace_path(entry.get("filename"), roots) or "",
            line=_line(_get(entry, "location", "row")),
            message=_text(entry.get("message")),
        )
        for entry in _array(_load(data))
    )
    return ParsedResults(findings=tuple(findings))


def parse_eslint(data: bytes, roots: Sequence[str]) -> ParsedResults:
    """The findings of ``eslint --format json``."""
    findings: list[Finding] = []
    for file in _array(_load(data)):
        path = workspace_path(_member(file, "filePath", str), roots) or ""
        findings += [
            Finding(
                # A file that cannot be parsed has no rule.
                rule=_text(entry.get("ruleId")) or "parsing-error",
                file=path,
                line=_line(entry.get("line")),
                severity="warning" if entry.get("severity") == 1 else "error",
                message=_text(entry.get("message")),
            )
            for entry in _objects(file, "messages")
        ]
    return ParsedResults(findings=tuple(findings))


def parse_clippy(data: bytes, roots: Sequence[str]) -> ParsedResults | None:
    """The findings of ``cargo clippy --message-format=json``; None if nothing was built."""
    findings: dict[tuple[object, ...], Finding] = {}
    is_cargo = False
    for line in plain_lines(data.decode("utf-8", "replace")):
        record = _record(line, '{"reason"', "reason")
        if record is None:
            continue
        is_cargo = True
        if record["reason"] == "compiler-message":
            message: Any = record.get("message")
            spans = _list(_get(message, "spans"))
            primary = next((entry for entry in spans if entry.get("is_primary") is True), None)
            level = _get(message, "level")
            # A summary ("2 warnings emitted") has no location.
            if level in ("warning", "error") and primary is not None:
                finding = _rustc(message, level, primary, roots)
                place = (finding.file, finding.line, str(primary.get("column_start")))
                findings[finding.rule, *place, finding.message] = finding
    return ParsedResults(findings=tuple(findings.values())) if is_cargo else None


def _rustc(
    message: dict[str, Any],
    level: Literal["error", "warning"],
    span: dict[str, Any],
    roots: Sequence[str],
) -> Finding:
    lines = span.get("text")
    first = lines[0] if isinstance(lines, list) and lines else None
    return Finding(
        rule=_text(_get(message, "code", "code")) or "rustc",
        file=workspace_path(span.get("file_name"), roots) or "",
        line=_line(span.get("line_start")),
        severity=level,
        text=" ".join(_text(_get(first, "text")).split()),
        message=_text(message.get("message")),
    )


def parse_sarif(data: bytes, roots: Sequence[str]) -> ParsedResults:
    """Findings that are not suppressed; without a level they are errors, notes are warnings."""
    findings: list[Finding] = []
    for run in _objects(_load(data), "runs"):
        rules = _list(_get(run, "tool", "driver", "rules"))
        # The first rule with an id counts.
        by_id = {_text(entry.get("id")): entry for entry in reversed(rules)}
        findings += [
            _sarif_finding(result, rules, by_id, roots)
            for result in _list(run.get("results"))
            if not _list(result.get("suppressions")) and result.get("kind", "fail") == "fail"
        ]
    return ParsedResults(findings=tuple(findings))


def _sarif_finding(
    result: dict[str, Any],
    rules: list[dict[str, Any]],
    by_id: Mapping[str, dict[str, Any]],
    roots: Sequence[str],
) -> Finding:
    name = _text(result.get("ruleId") or _get(result, "rule", "id"))
    index = result.get("ruleIndex", _get(result, "rule", "index"))
    rule = by_id.get(name) if name else None
    if rule is None and type(index) is int and 0 <= index < len(rules):
        rule = rules[index]
        name = name or _text(rule.get("id"))
    level = result.get("level") or _get(rule, "defaultConfiguration", "level")
    location = next(iter(_list(result.get("locations"))), {})
    physical = _get(location, "physicalLocation")
    uri = _get(physical, "artifactLocation", "uri")
    return Finding(
        rule=name,
        file=workspace_path(unquote(uri), roots) or "" if isinstance(uri, str) else "",
        line=_line(_get(physical, "region", "startLine")),
        severity="warning" if level in ("warning", "note", "none") else "error",
        text=" ".join(_text(_get(physical, "region", "snippet", "text")).split()),
        message=_text(_get(result, "message", "text")),
    )


# --- checked access to JSON values --------------------------------------------------------------


def _load(data: bytes) -> Any:
    """The JSON value in a result file. Raises ResultError."""
    if not data.strip():
        raise ResultError("is empty")
    try:
        return json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ResultError("is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise ResultError(f"is not valid JSON from line {error.lineno} on") from None
    except (RecursionError, ValueError):
        raise ResultError("is JSON that is nested too deeply or has infinite numbers") from None


def _record(line: str, beginning: str, *names: str) -> dict[str, Any] | None:
    """The JSON object on a line that begins so, if it has text members of these names."""
    if not line.startswith(beginning):
        return None
    record = json_or_none(line)
    return record if record and all(isinstance(record.get(name), str) for name in names) else None


def _member(value: object, name: str, kind: type) -> Any:
    """A member of a JSON object. Raises ResultError if it is absent or of another type."""
    member = _get(value, name)
    if not isinstance(member, kind):
        raise ResultError(f"has no {name!r} where the format requires it")
    return member


def _objects(value: object, name: str) -> list[dict[str, Any]]:
    """A list of JSON objects under a name. Raises ResultError for anything else."""
    entries: list[Any] = _member(value, name, list)
    if not all(isinstance(entry, dict) for entry in entries):
        raise ResultError(f"has entries that are not objects in {name!r}")
    return entries


def _array(value: object) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise ResultError("is not a list of JSON objects")
    return value


def _outcome(test: dict[str, Any], outcomes: Mapping[str, Outcome]) -> Outcome:
    status = _member(test, "status", str)
    if status not in outcomes:
        raise ResultError(f"has a test of the unknown status {status[:40]!r}")
    return outcomes[status]


def _get(value: object, *names: str) -> Any:
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _list(value: object) -> list[dict[str, Any]]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _line(value: object) -> int | None:
    return value if type(value) is int and value > 0 else None


def _text(value: object) -> str:
    return clean_id(value) if isinstance(value, str) else ""
