"""Sessions with scenarios that are made from rows of files."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

import pytest

from pytest_hydra.__main__ import main
from tests.needs import needs

if TYPE_CHECKING:
    from tests.conftest import Project

TEMPLATE = """
id: support
cases: {file: data/*.csv, by: [difficulty]}
steps:
  - user: "{{question}}"
    expect: {expectedFunction: "{{function}}"}
"""
CSV = """id,question,function,category,difficulty
send,please send 5 DOT,transfer,money,easy
owe,=please send 7,null,money,hard
greet,hello,null,talk,easy
"""


def test_results_are_grouped_by_columns_and_written_as_csv(plain_project: Project) -> None:
    project = plain_project
    project.write("data/cases.csv", CSV)
    project.write("a.scenario.yaml", TEMPLATE)
    reports = [f"--hydra-report=report.{name}" for name in ("json", "csv", "md")]
    result = project.run("--hydra", *reports)
    result.assert_outcomes(passed=2, failed=1)
    text = result.stdout.str()
    assert "a.scenario.yaml::support[owe]" in text
    assert "by category: money 50% of 2" in text
    assert "by difficulty: hard 0% of 1" in text
    report = project.report()
    assert {
        group["name"]: group["scenarios"]["passed"] for group in report["by_column"]["difficulty"]
    } == {"easy": 2, "hard": 0}
    rows = [*csv.DictReader((project.path / "report.csv").read_text("utf-8").splitlines())]
    assert [(row["id"], row["status"], row["case.difficulty"]) for row in rows] == [
        ("support[greet]", "passed", "easy"),
        ("support[owe]", "failed", "hard"),
        ("support[send]", "passed", "easy"),
    ]
    # No spreadsheet takes a cell for a formula.
    assert rows[1]["case.question"] == "'=please send 7"
    assert "| hard | 0 | 1 | 0 |" in (project.path / "report.md").read_text("utf-8")


READER = """
import sqlite3


def pytest_hydra_cases():
    return {"sqlite": read}


def read(source, folder):
    file, _, query = source.partition("?")
    database = sqlite3.connect(folder / file)
    database.row_factory = sqlite3.Row
    yield from map(dict, database.execute(query))
    database.close()
"""


@needs("experiments")
def test_a_reader_of_a_conftest_is_used_and_its_rows_are_compared(plain_project: Project) -> None:
    import sqlite3

    project = plain_project
    project.write("conftest.py", READER)
    query = "'sqlite:shop.db?select * from cases'"
    project.write("a.scenario.yaml", TEMPLATE.replace("data/*.csv", query))
    database = sqlite3.connect(project.path / "shop.db")
    database.execute("create table cases (id, question, function, difficulty)")
    database.execute("insert into cases values ('a', 'please send 5', 'transfer', 'easy')")
    database.commit()
    project.run("--hydra", "--hydra-report=before.json").assert_outcomes(passed=1)
    database.execute("update cases set function = null")
    database.commit()
    database.close()
    result = project.run("--hydra", "--hydra-baseline=latest")
    result.assert_outcomes(failed=1)
    # What is demanded became another thing, although the scenario file is the same.
    assert "support[a]" in result.stdout.str()


@needs("users")
def test_a_case_is_frozen_with_its_values(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = plain_project
    project.write("data/cases.csv", CSV)
    project.write("a.scenario.yaml", TEMPLATE + "expect: {maxCalls: 1, text: {not: '{{id}}'}}\n")
    project.run("--hydra")
    monkeypatch.chdir(project.path)
    assert main(["draft", "conversation", "latest", "support[send]", "-o", "b.scenario.json"]) == 0
    frozen = json.loads((project.path / "b.scenario.json").read_text("utf-8"))
    assert frozen["steps"][0]["user"] == "please send 5 DOT"
    assert frozen["expect"] == {"maxCalls": 1, "text": {"not": "send"}}
    project.run("--hydra", "b.scenario.json").assert_outcomes(passed=1)
