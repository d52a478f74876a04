"""Cases: rows of files that make scenarios from a template."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.documents import parse
from pytest_hydra.errors import InputError
from pytest_hydra.scenarios.cases import Reader, read_cases, with_rows
from pytest_hydra.scenarios.expect.kinds import Subject, decide
from pytest_hydra.scenarios.load import Scenario, load_scenarios
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.settings.file import ScenarioSettings
from pytest_hydra.transcript.turn import Reply, Turn

TEMPLATE = """
id: support
tags: [all]
context: {amount: "{{amount}}"}
steps:
  - user: "Please {{what}} {{amount}}"
    expect: {expectedFunction: "{{function}}"}
"""
CSV = """what,amount,function,category,tags,threshold
refund,1.50,refund,money,"vip, old",80
"say, politely,
hello",007,null,talk,,
"""
ROWS: list[dict[str, Any]] = [
    {"what": "refund", "amount": 1.5, "function": "refund", "category": "money"},
    {"what": "say hello", "amount": "007", "function": None, "category": "talk"},
]


def scenarios(
    folder: Path, cases: str, text: str = TEMPLATE, readers: Mapping[str, Reader] | None = None
) -> list[Scenario]:
    document = parse(f"cases: {cases}\n{text}", "a/b.scenario.yaml", ".yaml")
    reader = partial(read_cases, folder=folder, file=document.file, readers=readers or {})
    return load_scenarios(document, ScenarioSettings(), read_rows=reader)


def problem(folder: Path, cases: str, text: str = TEMPLATE) -> str:
    with pytest.raises(InputError) as caught:
        scenarios(folder, cases, text)
    return str(caught.value)


def test_a_row_of_csv_fills_in_the_template(tmp_path: Path) -> None:
    (tmp_path / "cases.csv").write_text(CSV)
    first, second = scenarios(tmp_path, "cases.csv")
    # A text has the spelling of the cell, and a whole value its type.
    assert first.messages == ["Please refund 1.50"]
    assert first.context == {"amount": 1.5}
    assert second.messages == ["Please say, politely,\nhello 007"]
    assert second.context == {"amount": "007"}
    assert (first.tags, second.tags) == (("all", "vip", "old"), ("all",))
    assert (first.threshold, second.threshold) == (80, 100)
    assert (first.category, second.category) == ("money", "talk")
    assert first.case["amount"] == "1.50"


def test_columns_may_be_declared_as_texts(tmp_path: Path) -> None:
    (tmp_path / "cases.csv").write_text(CSV)
    first, _ = scenarios(tmp_path, "{file: cases.csv, text: amount}")
    assert first.context == {"amount": "1.50"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("c.jsonl", "\n".join(map(json.dumps, ROWS))),
        ("c.json", json.dumps(ROWS)),
        ("c.yaml", json.dumps({"cases": ROWS})),
        (
            "c.toml",
            '[[cases]]\nwhat = "refund"\namount = 1.5\nfunction = "refund"\n'
            '[[cases]]\nwhat = "say hello"\namount = "007"\nfunction = "x"\n',
        ),
    ],
)
def test_rows_have_their_types_in_other_formats(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    found = scenarios(tmp_path, name)
    assert [each.context["amount"] for each in found] == [1.5, "007"]
    assert [each.messages[0] for each in found] == ["Please refund 1.5", "Please say hello 007"]


def test_rows_may_be_in_the_file_itself_and_multiply_a_matrix(tmp_path: Path) -> None:
    text = TEMPLATE.replace("Please", "{{word}}") + "matrix: {word: [Please, Pray]}\n"
    rows = [{"id": "a", **ROWS[0]}, {"id": "b", **ROWS[1]}]
    found = scenarios(tmp_path, json.dumps(rows), text)
    assert [each.variant for each in found] == ["a-Please", "a-Pray", "b-Please", "b-Pray"]


def test_ids_do_not_depend_on_the_order(tmp_path: Path) -> None:
    lines = [json.dumps({**ROWS[0], "what": f"refund {number}"}) for number in range(50)]
    (tmp_path / "c.jsonl").write_text("\n".join([*lines, lines[0]]))
    before = {each.variant: each.messages for each in scenarios(tmp_path, "c.jsonl")}
    sample = "{file: c.jsonl, sample: 10, seed: 3}"
    chosen = {each.variant for each in scenarios(tmp_path, sample)}
    lines.reverse()
    (tmp_path / "c.jsonl").write_text("\n".join([lines[0], *lines]))
    after = {each.variant: each.messages for each in scenarios(tmp_path, "c.jsonl")}
    assert len(before) == len(after) == 51
    # The same row again has a number.
    assert {name for name in before if "-" not in str(name)} == {
        name for name in after if "-" not in str(name)
    }
    assert all(before[name] == after[name] for name in before if name in after)
    assert len(chosen & {each.variant for each in scenarios(tmp_path, sample)}) >= 9
    assert chosen != {each.variant for each in scenarios(tmp_path, sample.replace("3", "4"))}


def test_rows_are_selected_by_their_values(tmp_path: Path) -> None:
    (tmp_path / "cases.csv").write_text(CSV)
    count = {
        "{file: cases.csv, where: {category: money}}": 1,
        "{file: cases.csv, where: {category: [money, talk]}}": 2,
        "{file: cases.csv, where: {amount: 1.5}}": 0,
        "{file: cases.csv, where: {amount: '1.50'}}": 1,
        "{file: cases.csv, where: {category: {not: talk}}}": 1,
        "{file: cases.csv, where: {amount: {not: [null, '']}}}": 2,
        "{file: cases.csv, where: {category: {not: [money, talk]}}}": 0,
        "{file: cases.csv, limit: 1}": 1,
        "{file: '*.csv', sample: 1}": 1,
        "[cases.csv]": 2,
    }
    for cases, expected in count.items():
        if expected:
            assert len(scenarios(tmp_path, cases)) == expected
        else:
            assert "no row is left" in problem(tmp_path, cases)


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("c.csv", "a,b\n1\n", "a/c.csv:2: has 1 cell, and the first line names 2 columns"),
        ("c.csv", "a;b\n1;2\n", "a/c.csv:1: cells are separated by `;`: separate them by commas"),
        ("c.csv", 'a,b\n"1\n', "a/c.csv:2: is not valid CSV: unexpected end of data"),
        ("c.csv", "a,a\n1,2\n", "a/c.csv:1: the first line should name each column once"),
        ("c.csv", "id,what\nx,1\n\nx,2\n", "a/c.csv:4: id: the id 'x' is taken by a/c.csv:2"),
        ("c.csv", "id,what\nx::y,1\n", "a/c.csv:2: id: an id is part of a pytest node id"),
        ("c.csv", "what,threshold\nx,200\n", "a/c.csv:2: threshold: the threshold must be from"),
        ("c.csv", "what\nx\n", "function'; there are: what (\\{{function}} is the literal text)"),
        ("c.csv", "other\nx\n", "cases: no column is used; write one as in {{other}}"),
        ("c.jsonl", '{"what": 1}\n[]\n', "a/c.jsonl:2: a case should be a mapping"),
        ("c.jsonl", '{"what": 1}\n{"what"\n', "a/c.jsonl:2: is not valid JSON"),
        ("c.json", '{"what": 1}', "a/c.json:1: cases should be a list of mappings"),
        ("c.yaml", "- what: 1\n- 5\n", "a/c.yaml:2: a case should be a mapping"),
        ("c.xlsx", "", "a/c.xlsx: no reader of cases for 'xlsx'; there are: csv, json"),
    ],
)
def test_an_error_says_where(tmp_path: Path, name: str, text: str, told: str) -> None:
    (tmp_path / name).write_text(text)
    assert told in problem(tmp_path, name)


def test_a_fault_of_a_filled_scenario_names_the_row(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text('what,amount,function\nx,1,pay\n,2,"[1]"\n')
    told = problem(tmp_path, "c.csv")
    assert "steps[0].expect.expectedFunction" in told
    assert "(in the case at a/c.csv:3)" in told
    assert "there is no 'd.csv' beside this file" in problem(tmp_path, "d.csv")
    told = problem(tmp_path, "{file: c.csv, where: {Amount: 1}}")
    assert "there is no column 'Amount'; did you mean 'amount'?" in told


def test_all_rows_with_faults_are_named_at_once(tmp_path: Path) -> None:
    rows = ["x,1,pay", ",2,[1]", "y,3,[2]", ",4,[3]", "z,5,pay"]
    (tmp_path / "c.csv").write_text("\n".join(["what,amount,function", *rows]))
    told = problem(tmp_path, "c.csv").splitlines()
    assert len(told) == 1
    assert "should be" in told[0]
    assert told[0].endswith("(in the case at a/c.csv:3; also a/c.csv:4, a/c.csv:5)")

    (tmp_path / "d.csv").write_text("what,threshold,id\n1\nx,200,a\ny\nz,1,b\nz,1,b\n")
    told = problem(tmp_path, "d.csv").splitlines()
    assert [line.split(": ")[0] for line in told] == ["a/d.csv:2", "a/d.csv:4"]

    (tmp_path / "e.csv").write_text("what,threshold,id\nx,200,a\nz,1,b\nz,1,b\n")
    told = problem(tmp_path, "e.csv").splitlines()
    assert [": ".join(line.split(": ")[:2]) for line in told] == [
        "a/e.csv:2: threshold",
        "a/e.csv:4: id",
    ]


def test_a_plugin_reads_other_sources(tmp_path: Path) -> None:
    def read(source: str, folder: Path) -> Iterator[Mapping[str, Any]]:
        assert folder == tmp_path
        yield {**ROWS[0], "what": source}

    def fails(_source: str, _folder: Path) -> Iterator[Mapping[str, Any]]:
        yield ROWS[0]
        raise OSError("no network")

    (tmp_path / "c.parquet").touch()

    def odd(_source: str, _folder: Path) -> list[Mapping[str, Any]]:
        return [{"what": object()}]

    readers: dict[str, Reader] = {"parquet": read, "hf": read, "bad": fails, "odd": odd}
    for source, what in {"hf:shop/questions": "shop/questions", "'*.parquet'": "c.parquet"}.items():
        (found,) = scenarios(tmp_path, source, readers=readers)
        assert found.messages == [f"Please {what} 1.5"]
    with pytest.raises(InputError, match="bad:x: its reader failed after 1 rows: OSError: no netw"):
        scenarios(tmp_path, "bad:x", readers=readers)
    with pytest.raises(InputError, match="odd:x: row 1: what: is no value of JSON"):
        scenarios(tmp_path, "odd:x", readers=readers)


def test_a_stored_file_has_its_rows(tmp_path: Path) -> None:
    (tmp_path / "cases.csv").write_text(CSV)
    document = parse(f"cases: cases.csv\n{TEMPLATE}", "b.scenario.yaml", ".yaml")
    rows: list[Any] = []

    def reader(settings: Any) -> Any:
        cases = read_cases(settings, tmp_path, document.file, {})
        rows.append({"rows": [case.row("id") for case in cases], "id": "id"})
        return cases

    before = load_scenarios(document, ScenarioSettings(), read_rows=reader)
    stored = parse(with_rows(document, rows), document.file, ".yaml")
    after = load_scenarios(stored, ScenarioSettings())
    assert [each.variant for each in after] == [each.variant for each in before]
    assert [each.expect for each in after] == [each.expect for each in before]


@pytest.mark.parametrize(
    ("cell", "reply", "passes"),
    [
        ("1.10", "Version 1.10", True),
        ("1.10", "Version 1.1", False),
        ("12.50", "It is $12.50.", True),
        ("1250.50", "It is $1,250.50.", True),
        ("12.5", "It is $12.50.", True),
        ("20", "It is 20.00 EUR.", True),
        ("true", "It is true.", True),
    ],
)
def test_a_cell_in_the_place_of_a_text_keeps_its_spelling(
    tmp_path: Path, cell: str, reply: str, passes: bool
) -> None:
    (tmp_path / "cases.csv").write_text(f"answer\n{cell}\n")
    text = 'id: q\nsteps: [{user: "hi", expect: {shouldContain: "{{answer}}"}}]'
    (scenario,) = scenarios(tmp_path, "cases.csv", text)
    conversation = Conversation(turns=(Turn(user="hi", reply=Reply(text=reply)),))
    expect = scenario.steps[0].expect
    assert expect is not None
    (check,) = decide(expect, Subject(conversation=conversation, turn=1))
    assert check.outcome.value == ("passed" if passes else "failed")


def test_a_row_without_an_id_is_named_by_its_line(tmp_path: Path) -> None:
    (tmp_path / "cases.csv").write_text(CSV)
    assert [each.row for each in scenarios(tmp_path, "cases.csv")] == ["cases.csv:2", "cases.csv:3"]
    inline = '[{what: "refund", amount: 1, function: f}]'
    assert [each.row for each in scenarios(tmp_path, inline)] == ["row 1"]
    (tmp_path / "ids.csv").write_text("id,what,amount,function\none,refund,1,f\n")
    assert [each.row for each in scenarios(tmp_path, "ids.csv")] == [""]


def test_columns_in_expectations_are_known(tmp_path: Path) -> None:
    (tmp_path / "cases.csv").write_text(CSV)
    assert {each.filled for each in scenarios(tmp_path, "cases.csv")} == {("function",)}
