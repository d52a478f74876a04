from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.errors import HydraError
from pytest_hydra.report.csv_table import csv_table
from pytest_hydra.report.report_json import to_json
from pytest_hydra.report.writers import (
    FORMATS,
    ReportTarget,
    parse_report_option,
    write_report,
)
from tests import results
from tests.needs import needs


@needs("page")
@pytest.mark.parametrize(
    ("text", "format_name", "path"),
    [
        ("report.json", "json", "report.json"),
        ("out/summary.md", "md", "out/summary.md"),
        ("REPORT.JSON", "json", "REPORT.JSON"),
        ("json:report", "json", "report"),
        ("md:summary.json", "md", "summary.json"),
        ("md:/dev/summary", "md", "/dev/summary"),
        ("json:a:b.md", "json", "a:b.md"),
        ("out/page.html", "html", "out/page.html"),
        ("./a:b.json", "json", "a:b.json"),
        (":a.json", "json", ":a.json"),
    ],
)
def test_a_report_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, format_name: str, path: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert parse_report_option(text) == ReportTarget(format_name, tmp_path / path)


@needs("page")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a path is missing"),
        ("md:", "a path is missing"),
        ("json: ", "a path is missing"),
        ("xml:report", "there is no format 'xml'.*formats: csv, html, json, md"),
        ("report.xml", "there is no format 'xml'"),
        ("jsn:report", "did you mean 'json'"),
        ("report", "the format is not given"),
        ("out.d/report", "the format is not given"),
    ],
)
def test_what_is_no_report_is_an_error(text: str, said: str) -> None:
    with pytest.raises(HydraError, match=said):
        parse_report_option(text)


def test_a_table_says_what_is_not_in_totals() -> None:
    failed = [results.check(outcome="failed")]
    report = results.report(
        results.scenario("bad", failed),
        results.scenario("known", failed, xfail="a bug"),
        results.scenario("measured", failed, xfail="measured"),
        results.scenario("new", failed, draft=True),
    )
    rows = csv.DictReader(csv_table(report).splitlines())
    assert {row["id"]: (row["status"], row["left_out"]) for row in rows} == {
        "bad": ("failed", ""),
        "known": ("failed", "xfail"),
        "measured": ("failed", "measured"),
        "new": ("failed", "draft"),
    }


def test_a_plugin_may_bring_a_format(tmp_path: Path) -> None:
    def render(report: Any) -> str:
        return f"<xml>{report['run_id']}</xml>"

    formats = {**FORMATS, "my-xml": render}
    target = parse_report_option(f"my-xml:{tmp_path}/out", formats)
    write_report(target, formats[target.format]({"run_id": 5}))
    assert (tmp_path / "out").read_text() == "<xml>5</xml>"


def test_json_replaces_and_markdown_is_added(tmp_path: Path) -> None:
    for name in ("json", "md"):
        target = ReportTarget(name, tmp_path / "new/folder" / name)
        write_report(target, "one\n")
        write_report(target, "two\n")
    assert (tmp_path / "new/folder/json").read_text() == "two\n"
    assert (tmp_path / "new/folder/md").read_text() == "one\n\ntwo\n"


def test_markdown_begins_an_empty_summary(tmp_path: Path) -> None:
    (tmp_path / "summary").touch()
    write_report(ReportTarget("md", tmp_path / "summary"), "one\n")
    assert (tmp_path / "summary").read_text() == "one\n"


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("folder", "Is a directory"),
        ("file/report", "Not a directory"),
        ("x" * 300, "File name too long"),
    ],
    ids=["folder", "below a file", "long"],
)
@pytest.mark.parametrize("format_name", ["json", "md"])
def test_what_cannot_be_written_is_said(
    tmp_path: Path, path: str, said: str, format_name: str
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    with pytest.raises(HydraError, match=rf"--hydra-report {format_name}:.*: {said}|File exists"):
        write_report(ReportTarget(format_name, tmp_path / path), "text")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["file", "folder"]


def test_json_is_as_the_standard_library_writes_it() -> None:
    value: Any = {
        "ü": [1, 0.1, 83.333333, 1.0, None, True, 10**30, '\x00"', {}, []],
        "a": {"b": -5},
    }
    assert to_json(value) == json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def test_a_lone_surrogate_is_written_as_its_escape() -> None:
    value = {"ü": ["a\ud800b", 1.0]}
    assert to_json(value) == '{\n  "ü": [\n    "a\\ud800b",\n    1.0\n  ]\n}\n'
    assert json.loads(to_json(value)) == value


@pytest.mark.parametrize("text", ["b\n", "\ud800"])
def test_each_scenario_and_test_stands_on_a_line(text: str) -> None:
    entries: Any = [{"id": str(number), "checks": [{"a": text}]} for number in range(120)]
    value = {"verdict": "passed", "scenarios": entries, "tests": [{}], "rankings": [{"a": []}]}
    shown = to_json({**value, "benchmarks": []})
    assert json.loads(shown) == {**value, "benchmarks": []}
    lines = shown.splitlines()
    assert lines[:3] == ["{", '  "verdict": "passed",', '  "scenarios": [']
    assert lines[3:122] == [
        f'    {{"id":"{number}","checks":[{{"a":{json.dumps(text)}}}]}},' for number in range(119)
    ]
    assert lines[123:] == [
        "  ],", '  "tests": [', "    {}", "  ],", '  "rankings": [', "    {", '      "a": []',
        "    }", "  ],", '  "benchmarks": []', "}",
    ]  # fmt: skip


def test_json_refuses_what_it_cannot_hold() -> None:
    with pytest.raises(HydraError, match="the report contains a value that is not JSON"):
        to_json({"key": object()})


def test_json_has_no_nan() -> None:
    assert json.loads(to_json({"key": float("nan")})) == {"key": "NaN"}


def test_nothing_hidden_stands_in_a_report() -> None:
    entry = {"id": "\x85\u202e\x7f", "message": "##[error] \ud800\u2066"}
    for report in ({"scenarios": [entry]}, {"totals": {"id": "\x9b"}}):
        written = to_json(report)
        assert json.loads(written) == report
        assert written.replace("\n", "").isprintable()
        assert "##[" not in written
