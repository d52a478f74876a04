"""What the page holds of scenarios and tests."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

from pytest_hydra.plugins.baseline.label_agreement import labeled_results
from pytest_hydra.plugins.page import scenario_data
from pytest_hydra.plugins.page.block import Block
from pytest_hydra.report.source import ReportSource
from tests.results import ordinary
from tests.samples import check, failed, record, report, run_folder, scenario, turn

ITEMS = ["shop.scenario.yaml::said (shop)", "shop.scenario.yaml::silent (shop)"]


def read(blocks: list[Block]) -> dict[str, Any]:
    return {name: json.loads(data) for name, data in blocks}


def test_a_label_from_the_page_is_of_the_evidence_that_compare_looks_for(tmp_path: Path) -> None:
    said = scenario("said", [failed()])
    silent = scenario("silent", [check(score=66.666667)])
    made = report([said, silent])
    folder = run_folder(tmp_path / "run", made, [record(said, turn("h\u00e9llo \U0001f600"))])
    blocks = read(list(scenario_data.blocks(ReportSource(made, (folder,)))))
    shown = labeled_results(json.loads((folder / "report.json").read_text()), folder, ITEMS)
    assert [each["evidence"] for each in blocks["scenarios-0"]] == [
        shown[item, "shouldContain (turn 1)"].evidence for item in ITEMS
    ]


def test_only_the_digest_of_a_conversation_is_left_out(tmp_path: Path) -> None:
    entry = scenario("s", [check()])
    call = {"function": "verify", "params": {"digest": "a" * 64, "order": 1}}
    made = report([entry])
    folder = run_folder(tmp_path, made, [record(entry, turn(reply={"calls": [call]}))])
    data = dict(scenario_data.blocks(ReportSource(made, (folder,))))["scenarios-0"]
    [run] = json.loads(data)[0]["record"]["runs"]
    assert run.keys() == {"conversation"}
    assert run["conversation"]["turns"][0]["reply"]["calls"] == [call]


def test_rows_are_marked_by_what_repeats_and_new_questions_show() -> None:
    again = {"passed": 2, "failed": 0}
    silent = check(outcome="ungraded", score=None)
    entries = [
        scenario("all", [check()], runs=3, passes=3),
        scenario("some", [failed()], runs=3, passes=1),
        scenario("later", [check()], again=again),
        scenario("never", [failed()], again={"passed": 0, "failed": 2}),
        scenario("silent", [silent], error="TimeoutError: no reply"),
    ]
    blocks = dict(scenario_data.blocks(ReportSource(report(entries))))
    marks = {row["id"]: row.get("about", []) for row in json.loads(blocks["rows"])}
    assert marks == {
        "all": [],
        "some": ["flaky"],
        "later": ["flaky"],
        "never": ["confirmed"],
        "silent": [],
    }
    # Without an answer no check failed, of any kind.
    (place,) = (n for n, row in enumerate(json.loads(blocks["rows"])) if row.get("silent"))
    assert list(marks)[place] == "silent"
    assert json.loads(blocks["scenarios"])["failures"][str(place)]["kinds"] == []


def test_entries_are_those_of_the_report_whatever_lies_beside_it(tmp_path: Path) -> None:
    said = failed(message='said "é\u2028" {"id":"x"},', expected={"id": [1, "\ud800"]})
    made = report([scenario("one", [said]), scenario("two", [check()])])
    made["tests"] = [ordinary("a", [check()], file="t.py")]
    folder = run_folder(tmp_path, made)
    blocks = list(scenario_data.blocks(ReportSource(made, (folder,))))
    assert blocks == list(scenario_data.blocks(ReportSource(made)))
    # What another run says is not taken for it.
    shorter = report([scenario("one", [check()]), scenario("two", [check()])])
    for other in (shorter, {**made, "scenarios": shorter["scenarios"], "run_id": "another"}):
        run_folder(tmp_path, other)
        assert list(scenario_data.blocks(ReportSource(made, (folder,)))) == blocks


def test_pictures_of_messages_are_in_the_page(tmp_path: Path) -> None:
    picture = b"\x89PNG\r\n\x1a\n and more"
    (tmp_path / "files").mkdir()
    (tmp_path / "files/text").write_text("no picture")
    (tmp_path / "files/shot").write_bytes(picture)
    made = report([scenario("s", [check()])])
    found = dict(scenario_data.blocks(ReportSource(made, (tmp_path,))))
    shown = {"shot": f"data:image/png;base64,{b64encode(picture).decode()}"}
    assert json.loads(found["pictures"]) == shown
