"""The parts of the page that need no script."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.plugins.page.outline import blocks, outline
from pytest_hydra.plugins.page.page import page_of
from pytest_hydra.report.source import ReportSource
from tests.plugins.page.parts import judged, raced
from tests.results import benchmark, category, ordinary
from tests.samples import RUN, check, failed, report, run_folder, scenario


def table(made: dict[str, Any], title: str, folders: Sequence[Path] = ()) -> dict[str, Any]:
    """The table of this title."""
    shown = outline(ReportSource(made, folders), "")["tables"]
    (found,) = (each for each in shown if each["title"] == title)
    return dict(found)


def test_what_did_not_pass_is_listed_with_its_reason() -> None:
    none = check("judge", outcome="ungraded", score=None, message="no judge")
    made = report(
        [
            scenario("bad", [failed("minor"), failed("major", weight=5)], threshold=80),
            scenario("good", [check()]),
            scenario("later", [failed()], xfail="as yet"),
            scenario("open", [check(), none], error="TimeoutError"),
        ]
    )
    assert table(made, "What did not pass")["rows"] == [
        # In the order of causes. A score of only the graded checks would be misleading.
        ["no answer", "shop.scenario.yaml::open (shop)", "–", "TimeoutError"],
        ["failed", "shop.scenario.yaml::bad (shop)", "0", "major: is not"],
    ]


def test_of_many_failures_the_first_are_listed() -> None:
    made = report([scenario(f"s{number:03}", [failed()]) for number in range(203)])
    found = table(made, "What did not pass")
    assert len(found["rows"]) == 200
    assert found["more"] == "and 3 more, in report.json"


def test_races_and_benchmarks_are_listed(tmp_path: Path) -> None:
    made = raced(tmp_path, ("ada", "bob"), benchmarks=[judged(tmp_path)])
    made["rankings"][1]["total"] = None
    assert table(made, "Ranking")["rows"] == [
        ["1", "ada", "99.0", "mergeable", ""],
        ["2", "bob", "–", "not mergeable", "tests"],
    ]
    assert table(made, "Benchmarks")["rows"] == [["runs/one", "7.3", "7", "PASS"]]


def test_bots_that_were_compared_are_listed() -> None:
    made = report(
        [
            scenario(f"s{number}", [check() if bot == "shop" else failed()], subject=bot)
            for number in range(8)
            for bot in ("shop", "till")
        ]
    )
    shown = outline(ReportSource(made), "")["tables"]
    arms, differ = (each for each in shown if each["title"] == "bots compared (8 scenarios)")
    assert [row[:2] for row in arms["rows"]] == [["shop", "100.0"], ["till", "0.0"]]
    ((text,),) = differ["rows"]
    assert text == (
        "shop against till: +100.0 points (95% interval +35 to +100, n = 8): beyond chance"
    )


def test_bots_are_compared_in_each_file_and_with_each_tag() -> None:
    better = {"refund": "shop", "hours": "till"}
    made = report(
        [
            scenario(
                f"{topic}{number}",
                [check() if better[topic] == bot else failed()],
                subject=bot,
                file=f"{topic}.yaml",
                tags=[topic, f"only {number}"],
            )
            for topic in better
            for number in range(8)
            for bot in ("shop", "till")
        ]
    )
    _, top = next(blocks(ReportSource(made)))
    found = json.loads(top)["comparison"]
    assert found[""][0]["text"].startswith("shop against till: +0.0 points (95% interval ")
    for topic, bot in better.items():
        assert found[f"tag {topic}"] == found[f"file {topic}.yaml"]
        assert found[f"tag {topic}"][0]["text"].startswith(f"{bot} against ")
        assert "+100.0 points" in found[f"tag {topic}"][0]["text"]
    assert ", n = 2)" in found["tag only 3"][0]["text"]


@pytest.mark.parametrize(
    ("seconds", "told"), [(9, "took 9.0 s"), (119, "took 119 s"), (150, "took 2 min")]
)
def test_the_duration_is_that_of_the_session(seconds: int, told: str) -> None:
    assert outline(ReportSource(report([], about={"seconds": seconds})), "")["brief"].startswith(
        told
    )


def test_a_base_of_several_sessions_is_named_if_it_is_one(tmp_path: Path) -> None:
    folders = [run_folder(tmp_path / name, report([])) for name in ("one", "two")]
    (folders[0] / "manifest.json").write_text('{"base_commit": "a"}')
    for commit, bases in (("b", []), ("a", ["base a"])):
        (folders[1] / "manifest.json").write_text(json.dumps({"base_commit": commit}))
        facts = outline(ReportSource(report([]), folders), "")["facts"]
        assert [fact for fact in facts if fact.startswith("base")] == bases


def test_the_top_of_a_race_names_the_winner_and_why_a_lower_total_is_above(tmp_path: Path) -> None:
    made = raced(tmp_path, ("ada", "bob"))
    made["rankings"][1]["total"] = 99.5
    record = json.loads((tmp_path / "race.json").read_text())
    record["candidates"][0]["source"] |= {"kind": "ref", "named": "agents/a da"}
    (tmp_path / "race.json").write_text(json.dumps(record))
    made["totals"]["rankings"] |= {"passed": 1, "failed": 1}
    found = outline(ReportSource(made, (tmp_path,)), "")
    # What was proven comes before who won.
    assert found["sentence"] == "best by the base's tests alone: nothing tests the task"
    assert found["verdict"] == "unproven"
    assert found["lead"] == [
        "Winner: ada (99.0 of 100; ⚑ 1 to review)",
        "git merge 'agents/a da'",
        "1 mergeable, 1 not mergeable",
        "Gates rank before totals: bob (99.5) is behind ada (99.0) because of tests",
    ]


@pytest.mark.parametrize(
    ("fixed", "mergeable", "said"),
    [
        ({"fixed": 2, "of": 3}, True, "the winner fixed 2 of 3 failing tests"),
        (None, True, "the winner is mergeable"),
        (None, False, "no candidate is mergeable"),
    ],
)
def test_the_top_of_a_race_says_what_was_proven(
    tmp_path: Path, fixed: dict[str, int] | None, mergeable: bool, said: str
) -> None:
    made = raced(tmp_path, ("ada",))
    (ada,) = made["rankings"]
    ada["checks"].append({**ada["checks"][0], "name": "acceptance"})
    ada["details"]["fixed"], ada["mergeable"] = fixed, mergeable
    made["verdict"] = "failed"
    found = outline(ReportSource(made, (tmp_path,)), "")
    # That others may not be merged is no bad news about the winner.
    assert (found["sentence"], found["verdict"]) == (said, "passed" if mergeable else "failed")
    made["baseline"] = {"since": "b.json", "counts": {"worse": 1}, "changes": [], "others": {}}
    found = outline(ReportSource(made, (tmp_path,)), "")
    assert (found["sentence"], found["verdict"]) == (f"{said} · 1 worse than b.json", "failed")


def test_what_is_measured_is_not_what_failed() -> None:
    entries = [scenario("m", [failed()], xfail="measured"), scenario("p", [check()])]
    made = {**report(entries), "verdict": "passed"}
    found = outline(ReportSource(made), "")["sentence"]
    assert found == "1 of 1 scenario passed · 1 measured"
    made["verdict"] = "failed"
    assert outline(ReportSource(made), "")["sentence"] == f"failed · {found}"
    arm: dict[str, Any] = {"critical": {"m": "c"}, "treatment": "now", "bot": "shop", "share": None}
    arm |= {"scenarios": 1, "runs": 1}
    silent = {"decided": False, "failures": [], "require": {}, "pairs": [], "triggers": []}
    made["experiments"] = [{"file": "a.yaml", "arms": [arm], **silent}]
    said = "1 critical failure in experiments · 1 of 1 scenario passed · 1 measured"
    assert outline(ReportSource(made), "")["sentence"] == said


def test_the_top_names_the_benchmarks_the_project_and_the_job(tmp_path: Path) -> None:
    about = {
        "repository": {"name": "ada/shop", "files": None, "folder": ""},
        "commit": "0123456789abcdef",
        "branch": "fix",
        "ci_url": "https://ci.example/7",
    }
    made = report([], benchmarks=[judged(tmp_path)], about=about)
    found = outline(ReportSource(made), "")
    assert found["lead"] == ["runs/one: 7.3 of 10, threshold 7: PASS"]
    assert found["brief"].endswith(f"ada/shop {RUN}")
    assert [fact for fact in found["facts"] if fact.startswith(("branch", "commit"))] == [
        *("branch fix", "commit 0123456789ab"),
    ]
    assert found["ci_url"] == "https://ci.example/7"
    made["ci_url"] = "javascript:alert()"
    assert outline(ReportSource(made), "")["ci_url"] == ""


def test_earlier_runs_are_bars(tmp_path: Path) -> None:
    tests = [ordinary(name, [check()], file="t.py") for name in "tu"]
    runs = [{"run_id": name, "verdict": "failed"} for name in ("all", "few", "none", "now")]
    letters = {"t.py::t": "ppfp", "t.py::u": "pffp", "t.py::v": "xpu.", "t.py::w": "xf.."}
    made = report([], tests)
    folder = run_folder(tmp_path, made, history={"runs": runs, "letters": letters})
    found = outline(ReportSource(made, (folder,)), "")
    assert [(bar["detail"], bar["height"]) for bar in found["history"]] == [
        ("all: failed, 2 of 2 passed", 100),
        ("few: failed, 2 of 4 passed", 50),
        ("none: failed, 0 of 3 passed", 0),
        ("this run: passed, 2 of 2 passed", 100),
    ]
    assert found["facts"][:2] == ["2 tests: 2 passed", "2 checks: 2 passed"]
    # What is measured counts in no bar, as in no sentence.
    aside = ordinary("u", [failed()], file="t.py", xfail="measured")
    bars = outline(ReportSource(report([], [tests[0], aside]), (folder,)), "")["history"]
    assert bars[-1]["detail"] == "this run: failed, 1 of 1 passed"
    assert bars[0]["detail"] == "all: failed, 1 of 1 passed"
    # A race is none of these runs.
    assert outline(ReportSource(raced(tmp_path, ("ada",)), (folder,)), "")["history"] == []


def test_a_benchmark_below_the_minimum_of_a_category_has_its_overall_as_it_is() -> None:
    low = category("Tests", 2, outcome="failed", min=5, weaknesses=["no test"])
    entry = benchmark("runs/a", [category("Code", 9), low], total=8.1, status="failed")
    lead = outline(ReportSource({**report([]), "benchmarks": [entry]}), "")["lead"]
    assert lead == ["runs/a: 8.1 of 10, threshold 7: FAIL. Tests 2, its minimum is 5: no test"]


def test_the_top_says_why_a_benchmark_is_not_graded() -> None:
    why = 'the evidence quotes 2 texts, and none of it is in the exhibits; the first: "all green"'
    none = category("Tests", None, outcome="ungraded", message=why, notes=["0 of 2 quotes found"])
    entry = benchmark("runs/a", [category("Code", 9), none], total=9, status="ungraded")
    made = {**report([]), "benchmarks": [benchmark("runs/b", [category("Code", 8)]), entry]}
    # The table has those that passed.
    assert outline(ReportSource(made), "")["lead"] == [
        f"runs/a: 9.0 of 10, threshold 7: NOT GRADED. Tests: {why}"
    ]
    said = [row for row in table(made, "What judges said")["rows"] if row[0] == "runs/a: Tests"]
    assert said == [["runs/a: Tests", "-", why, "0 of 2 quotes found"]]


def test_tables_of_one_title_have_one_heading() -> None:
    pairs = [(number, bot) for number in range(8) for bot in ("shop", "till")]
    made = report([scenario(f"s{number}", [check()], subject=bot) for number, bot in pairs])
    titles = [each["title"] for each in outline(ReportSource(made), "")["tables"]]
    assert titles == ["bots compared (8 scenarios)"] * 2
    assert page_of(made, []).count("<h2>bots compared (8 scenarios)</h2>") == 1
