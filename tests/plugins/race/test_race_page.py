"""What the page holds of a race."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.plugins.race.page import race_page
from pytest_hydra.plugins.results.outcomes import OUTCOMES
from pytest_hydra.report.source import ReportSource
from tests.results import candidate

code = pytest.importorskip("pytest_hydra.plugins.page.code")


PATCH = """\
--- a/tests/test_a.py
+++ b/tests/test_a.py
@@ -1,2 +1,1 @@
-def test_one(): pass
 def test_two(): pass
"""


def ranking(agent: str, tests: Any = (), **more: Any) -> dict[str, Any]:
    made = {"agent": agent, "mergeable": False, **candidate(agent, **more)}
    made["details"]["tests"] |= tests
    return made


def run(**outcomes: str) -> dict[str, Any]:
    tests = {f"tests/test_a.py::{name}": outcome for name, outcome in outcomes.items()}
    return {"tests": {"tests": {"outcomes": tests, "files": {}}}}


def race(folder: Path, *rankings: dict[str, Any]) -> ReportSource:
    """A race of a base with two tests that pass."""
    change = {"path": "tests/test_a.py", "added": 0, "removed": 1}
    candidates = [
        {
            "source": {"agent": entry["agent"], "changes": [change]},
            "runs": run(test_one="failed", test_two="passed"),
        }
        for entry in rankings
    ]
    base = {"runs": run(test_one="passed", test_two="passed")}
    (folder / "race.json").write_text(json.dumps({"base": base, "candidates": candidates}))
    return ReportSource({"race": {"base_commit": "c"}, "rankings": rankings}, (folder,))


def test_a_race_is_a_ranking_and_a_matrix(tmp_path: Path) -> None:
    lost = {"lost": ["tests/test_a.py::test_one"]}
    found = dict(race_page.blocks(race(tmp_path, ranking("ada", tests=lost), ranking("b"))))
    assert list(found) == ["race", "candidate-0", "candidate-1"]
    tests = found["race"]["tests"]
    assert tests["ids"] == ["tests/test_a.py::test_one", "tests/test_a.py::test_two"]
    assert tests["outcomes"] == ["pff", "ppp"]
    assert tests["fates"] == [[[0, "lost"]], []]


def test_tests_of_the_task_and_of_the_candidate_are_in_the_matrix(tmp_path: Path) -> None:
    source = race(tmp_path, ranking("ada"), ranking("bob"))
    record = json.loads((tmp_path / "race.json").read_text())
    record["base"]["runs"] |= {"acceptance": run(task="failed", test_one="passed")["tests"]}
    ada, bob = (each["runs"] for each in record["candidates"])
    ada |= {"acceptance": run(task="passed")["tests"], "tests.own": run(own="passed")["tests"]}
    bob |= {"acceptance": run(task="failed")["tests"]}
    (tmp_path / "race.json").write_text(json.dumps(record))
    tests = dict(race_page.blocks(source))["race"]["tests"]
    place = "tests/test_a.py::"
    outcomes = dict(zip(tests["ids"], tests["outcomes"], strict=True))
    assert tests["ids"][0] == f"task: {place}task"
    assert tests["fates"][0] == [[1, "missed"]]
    assert outcomes == {
        f"task: {place}task": "fpf",
        f"{place}test_one": "pff",
        f"{place}test_two": "ppp",
        f"{place}own": "-p-",
    }


def test_lost_tests_stand_at_their_lines(tmp_path: Path) -> None:
    (tmp_path / "d.patch").write_text(PATCH)
    gone = {"gone": ["tests/test_a.py::test_one[x]"], "lost": ["tests/test_b.py::test_far"]}
    review = [
        {"what": "the test test_one is gone", "file": "tests/test_a.py", "line": None},
        {"what": "look at this", "file": "tests/test_a.py", "line": 1},
    ]
    entry = ranking("ada", tests=gone, review=review, artifacts={"diff": "d.patch"})
    [_, candidate] = dict(race_page.blocks(race(tmp_path, entry))).values()
    assert candidate["has_diff"]
    assert [(note["text"], note["side"], note["line"]) for note in candidate["notes"]] == [
        ("a test is lost: tests/test_b.py::test_far", None, None),
        ("a test is gone: tests/test_a.py::test_one[x]", "old", 1),
        ("look at this", "new", 1),
    ]


def test_a_note_on_another_test_is_not_taken_for_the_same(tmp_path: Path) -> None:
    (tmp_path / "d.patch").write_text(PATCH)
    gone = {"gone": ["tests/test_a.py::test_one", "tests/test_a.py::[x]"]}
    what = "the test 'test_one_more' is gone"
    review = [{"what": what, "file": "tests/test_a.py", "line": None}]
    entry = ranking("ada", tests=gone, review=review, artifacts={"diff": "d.patch"})
    [_, candidate] = dict(race_page.blocks(race(tmp_path, entry))).values()
    assert [(note["text"], note["line"]) for note in candidate["notes"]] == [
        ("a test is gone: tests/test_a.py::test_one", 1),
        ("a test is gone: tests/test_a.py::[x]", None),
        (what, None),
    ]


def test_a_note_on_a_renamed_file_is_not_on_the_file_in_its_place(tmp_path: Path) -> None:
    renamed = PATCH.replace("b/tests/test_a.py", "b/tests/test_b.py")
    new = "--- /dev/null\n+++ b/tests/test_a.py\n@@ -0,0 +1 @@\n+def test_one(): pass\n"
    (tmp_path / "d.patch").write_text(renamed + new)
    review = [{"what": "look at this", "file": "tests/test_a.py", "line": 1}]
    lost = {"lost": ["tests/test_a.py::test_one"]}
    entry = ranking("ada", tests=lost, review=review, artifacts={"diff": "d.patch"})
    [_, candidate] = dict(race_page.blocks(race(tmp_path, entry))).values()
    assert [(note["file"], note["side"]) for note in candidate["notes"]] == [
        ("tests/test_b.py", "old"),
        ("tests/test_a.py", "new"),
    ]
    paths = [(file["path"], file["old_path"]) for file in candidate["files"]]
    assert paths == [("tests/test_b.py", "tests/test_a.py"), ("tests/test_a.py", None)]


def test_a_test_is_marked_in_the_file_that_its_runner_reports(tmp_path: Path) -> None:
    (tmp_path / "d.patch").write_text(PATCH)
    lost = {"lost": ["test_a.Suite::test_one"]}
    source = race(tmp_path, ranking("ada", tests=lost, artifacts={"diff": "d.patch"}))
    data = json.loads((tmp_path / "race.json").read_text())
    tests = data["base"]["runs"]["tests"]["tests"]
    tests["files"] = {"test_a.Suite::test_one": "tests/test_a.py"}
    (tmp_path / "race.json").write_text(json.dumps(data))
    (note,) = dict(race_page.blocks(source))["candidate-0"]["notes"]
    assert (note["file"], note["side"], note["line"]) == ("tests/test_a.py", "old", 1)


def test_figures_of_a_file_are_those_of_the_whole_change(tmp_path: Path) -> None:
    lines = "".join(f"+line {number}\n" for number in range(code.MOST_LINES + 5))
    head = f"--- a/tests/test_a.py\n+++ b/tests/test_a.py\n@@ -0,0 +1,{code.MOST_LINES + 5} @@\n"
    (tmp_path / "d.patch").write_text(head + lines)
    source = race(tmp_path, ranking("ada", artifacts={"diff": "d.patch"}))
    changes = [("tests/test_a.py", code.MOST_LINES + 9), ("z.py", 3)]
    for known in (False, True):
        record = json.loads((tmp_path / "race.json").read_text())
        record["candidates"][0]["source"]["changes"] = [
            {"path": path, "status": "modified", "added": added, "removed": 0}
            for path, added in changes
            if known
        ]
        (tmp_path / "race.json").write_text(json.dumps(record))
        files = dict(race_page.blocks(source))["candidate-0"]["files"]
        figures = [(each["path"], each["change"]["added"], each["cut"]) for each in files]
        # The diff has only the beginning, if it is too long to be read.
        whole = [("tests/test_a.py", code.MOST_LINES + 9, 9), ("z.py", 3, 3)]
        assert figures == (whole if known else [("tests/test_a.py", code.MOST_LINES + 5, 5)])


def test_of_a_log_that_is_too_long_to_read_both_ends_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(race_page, "_MOST_READ", 10_000)
    (tmp_path / "log").write_text("".join(f"line {number:06}\n" for number in range(50_000)))
    source = race(tmp_path, ranking("ada", artifacts={"tests": "log"}))
    log = dict(race_page.blocks(source))["candidate-0"]["logs"]["tests"]
    assert [log[0], log[60], log[-1]] == ["line 000000", None, "line 049999"]


def test_files_outside_of_the_run_are_not_shown(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (tmp_path / "secret").write_text("secret")
    (folder / "link").symlink_to(tmp_path / "secret")
    logs = {"a": "../secret", "b": str(tmp_path / "secret"), "c": "link", "d": ".", "e": "\0"}
    found = list(race_page.blocks(race(folder, ranking("ada", artifacts=logs))))
    assert dict(found)["candidate-0"]["logs"] == {}
    assert "secret" not in str(found[1])


def test_a_race_without_a_record_is_a_ranking(tmp_path: Path) -> None:
    source = race(tmp_path, ranking("ada"))
    (tmp_path / "race.json").unlink()
    found = dict(race_page.blocks(source))
    assert (found["race"]["records"], found["race"]["tests"]["ids"]) == ([None], [])
    assert list(race_page.blocks(ReportSource({"race": None, "rankings": []}))) == []


def test_what_a_linter_finds_anew_stands_at_its_line(tmp_path: Path) -> None:
    def lint(*lines: int) -> dict[str, Any]:
        found = [{"rule": "E5", "file": "a.py", "line": line, "text": "x"} for line in lines]
        return {"lint": {"lint": {"findings": found}}}

    source = race(tmp_path, ranking("ada"))
    record = json.loads((tmp_path / "race.json").read_text())
    record["base"]["runs"] |= lint(3)
    record["candidates"][0]["runs"] |= lint(4, 9)
    (tmp_path / "race.json").write_text(json.dumps(record))
    (note,) = dict(race_page.blocks(source))["candidate-0"]["notes"]
    assert (note["text"], note["file"], note["line"]) == ("E5", "a.py", 9)


def test_each_outcome_of_a_test_is_in_the_matrix(tmp_path: Path) -> None:
    source = race(tmp_path, ranking("ada"))
    record = json.loads((tmp_path / "race.json").read_text())
    record["candidates"][0]["runs"] = run(**{f"test_{each}": each for each in OUTCOMES})
    (tmp_path / "race.json").write_text(json.dumps(record))
    tests = dict(race_page.blocks(source))["race"]["tests"]
    letters = {each[1] for each in tests["outcomes"]} - {"-"}
    assert len(letters) == len(OUTCOMES)
