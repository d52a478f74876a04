"""Benchmark folders in a session: what is collected, graded, shown, written, and how it ends."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import sys
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Project

LOG = "".join(
    json.dumps({"t": f"2026-01-01T09:00:0{number}Z", "event": event}) + "\n"
    for number, event in enumerate(("run_started", "cycle_started", "task_created"))
)
CATEGORIES = ("Planning", "Code Quality", "NERV Ops")

# Answers by category with the scores of the file beside it, and notes each question.
JUDGE = """
import json, pathlib, sys

prompt = sys.stdin.read()
here = pathlib.Path(__file__).parent
scores = json.loads((here / "scores.json").read_text())
category = next(name for name in scores if name in prompt)
with (here / "asked.txt").open("a") as log:
    log.write(category + "\\n")
answer = scores[category]
if isinstance(answer, int):
    print(json.dumps({"score": answer, "strengths": [], "weaknesses": ["is slow"], "evidence": []}))
else:
    print(answer)
"""

HYDRA_TOML = """
[judging]
judge = "script"
[judges.script]
command = ["python3", "judge.py"]
version = "1"
"""


def prepare(project: Project, scores: dict[str, Any]) -> None:
    """A benchmark folder and a judge that gives these scores."""
    project.write("hydra.toml", HYDRA_TOML)
    project.write("judge.py", JUDGE)
    project.write("scores.json", json.dumps(scores))
    project.write("runs/one/event-log.jsonl", LOG)
    project.write("runs/one/spec.md", "A list of things to do.\n")
    project.write("runs/one/git-diff.patch", "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n")


def asked(project: Project) -> list[str]:
    """Which categories the judge was asked about, in all sessions so far."""
    path = project.path / "asked.txt"
    return sorted(path.read_text().splitlines()) if path.exists() else []


def test_the_overall_score_is_the_weighted_mean(plain_project: Project) -> None:
    prepare(plain_project, dict(zip(CATEGORIES, (8, 8, 9), strict=True)))
    result = plain_project.run(
        "--hydra", "runs/one", "--hydra-report=report.json", "--strict-markers"
    )
    result.assert_outcomes(passed=4)
    assert result.ret == 0
    result.stdout.fnmatch_lines(
        [
            "  NERV Benchmark Scores (All Script Graded)",
            "  Planning Score           8/10",
            "  Code Quality Score       8/10",
            "  NERV Ops Score           9/10",
            "  Overall Score            ████████░░ 8.4/10",
            "  Pass threshold: 7/10",
            "  Result: PASS",
        ]
    )
    (entry,) = plain_project.report()["benchmarks"]
    assert (entry["details"]["path"], entry["total"], entry["status"]) == (
        "runs/one",
        8.35,
        "passed",
    )
    assert (entry["details"]["judge"], entry["details"]["mock"], entry["coverage"]) == (
        "script",
        False,
        1.0,
    )
    assert [category["score"] for category in entry["checks"]] == [8, 8, 9]
    # Asked once for each, though the overall item needs them all and may run elsewhere.
    assert asked(plain_project) == sorted(CATEGORIES)
    written = json.loads((plain_project.path / "runs/one/score-report.json").read_text())
    assert (written["total"], written["run_id"]) == (8.35, plain_project.report()["run_id"])
    (line,) = (plain_project.path / ".hydra/history.jsonl").read_text().splitlines()
    assert json.loads(line)["scores"] == {"Planning": 8, "Code Quality": 8, "NERV Ops": 9}
    assert not [
        path for path in (plain_project.path / ".hydra").iterdir() if "session" in path.name
    ]


def test_below_the_threshold_the_session_fails(plain_project: Project) -> None:
    prepare(plain_project, {"Planning": 6, "Code Quality": 7, "NERV Ops": 7})
    labels = '{"category": "Planning", "score": 6}\n{"category": "Ops", "score": 7}\n'
    plain_project.write("runs/one/labels.jsonl", labels)
    result = plain_project.run("--hydra", "runs/one", "--hydra-report=report.json")
    result.assert_outcomes(passed=3, failed=1)
    assert result.ret == 1
    text = result.stdout.str()
    assert "6.85/10 is below the threshold of 7" in text or "6.9/10 is below" in text
    assert "Result: FAIL" in text
    assert "not compared: runs/one/labels.jsonl:2: unknown category 'Ops'" in text
    assert plain_project.report()["verdict"] == "failed"


@pytest.mark.parametrize(
    "answers",
    [
        ("I like it.", '{"score": 8', 9),
        ('{"score": 11}', '{"score": "8", "strengths": []}', ""),
    ],
)
def test_a_judge_that_breaks_is_never_a_number(
    plain_project: Project, answers: tuple[str | int, ...]
) -> None:
    prepare(plain_project, dict(zip(CATEGORIES, answers, strict=True)))
    result = plain_project.run("--hydra", "runs/one", "--hydra-report=report.json")
    broken = [isinstance(answer, str) for answer in answers]
    result.assert_outcomes(passed=broken.count(False), errors=broken.count(True) + 1)
    assert result.ret == 1
    (entry,) = plain_project.report()["benchmarks"]
    assert entry["status"] == "ungraded"
    assert [category["score"] is None for category in entry["checks"]] == broken
    assert [bool(category["message"]) for category in entry["checks"]] == broken
    assert plain_project.report()["verdict"] == "error"
    assert "Result: NOT GRADED" in result.stdout.str()
    assert not (plain_project.path / "runs/one/score-report.json").exists()


def test_a_plain_walk_sends_nothing_to_a_judge(plain_project: Project) -> None:
    prepare(plain_project, dict.fromkeys(CATEGORIES, 8))
    plain_project.write("test_one.py", "def test_one(): pass")
    plain_project.run("--hydra").assert_outcomes(passed=1)
    assert asked(plain_project) == []
    plain_project.write(
        "hydra.toml", HYDRA_TOML.replace("[judging]", '[judging]\nbenchmarks = ["runs/*"]')
    )
    plain_project.run("--hydra").assert_outcomes(passed=5)


def test_what_hydra_toml_names_is_graded_wherever_it_lies(plain_project: Project) -> None:
    project = plain_project
    prepare(project, dict.fromkeys(CATEGORIES, 8))
    # pytest's own walk passes over a folder of this name.
    project.write("runs/build/event-log.jsonl", LOG)
    project.write("runs/build/spec.md", "A list of things to do.\n")
    project.write(
        "hydra.toml", HYDRA_TOML.replace("[judging]", '[judging]\nbenchmarks = ["runs/*"]')
    )
    result = project.run("--hydra")
    assert "2 benchmarks" in result.stdout.str()
    result = project.run("--hydra", "--ignore=runs/build")
    assert "1 benchmark:" in result.stdout.str()


ONE = """
[[judging.categories]]
name = "Planning"
exhibits = ["event-log"]
criteria = ["Was it planned?"]
"""


def prepare_odd_folders(project: Project, folder: Path, *good: str) -> None:
    """Benchmarks with these names, and some whose log is no file."""
    for name in (*good, "fifo", "folder", "gone"):
        (folder / name).mkdir(parents=True)
        (folder / name / "spec.md").write_text("A list of things to do.\n")
        if name in good:
            (folder / name / "event-log.jsonl").write_text(LOG)
    os.mkfifo(folder / "fifo/event-log.jsonl")
    (folder / "folder/event-log.jsonl").mkdir()
    (folder / "gone/score-report.json").write_text("{}")
    project.write("hydra.toml", '[judging]\njudge = "mock"\nbenchmarks = ["runs/*"]\n' + ONE)


def test_no_benchmark_that_is_named_is_passed_over(
    plain_project: Project, tmp_path_factory: pytest.TempPathFactory
) -> None:
    project = plain_project
    prepare_odd_folders(project, project.path / "runs", "build", ".x", "a::b", "a::c")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    others = [elsewhere / "p/one", elsewhere / "q/one"]
    for other in others:
        shutil.copytree(project.path / "runs/build", other)
    (project.path / "link").symlink_to(project.path / "runs/build")
    paths = ["runs", "link", *map(str, others)]
    result = project.run("--hydra", "--rootdir=.", *paths, "--hydra-report=report.json")
    result.assert_outcomes(passed=14, errors=6)
    entries = project.report()["benchmarks"]
    graded = {entry["details"]["path"]: entry["status"] for entry in entries}
    good = ["link", *(f"runs/{name}" for name in ("build", ".x", "a::b", "a::c"))]
    good += [os.path.relpath(other, project.path) for other in others]
    odd = [f"runs/{name}" for name in ("fifo", "folder", "gone")]
    assert graded == {**dict.fromkeys(good, "passed"), **dict.fromkeys(odd, "ungraded")}
    reasons = {
        entry["details"]["path"]: entry["details"]["error"]
        for entry in entries
        if "error" in entry["details"]
    }
    assert reasons == {
        "runs/fifo": "runs/fifo/event-log.jsonl: is not a regular file",
        "runs/folder": "runs/folder/event-log.jsonl: is a folder, not a file",
        "runs/gone": "runs/gone/event-log.jsonl: there is no such file",
    }
    assert (others[1] / "score-report.json").is_file()


def test_no_benchmark_of_hydra_toml_is_passed_over(plain_project: Project) -> None:
    prepare_odd_folders(plain_project, plain_project.path / "runs", "good")
    result = plain_project.run("--hydra")
    result.assert_outcomes(passed=2, errors=4)
    for name in ("fifo", "folder"):
        (plain_project.path / f"runs/{name}").rename(plain_project.path / name)
    # The one whose log is gone is no item, and the session does not pass all the same.
    result = plain_project.run("--hydra", "--hydra-report=report.json")
    assert result.ret == 1
    assert "runs/gone: not graded, as its event-log.jsonl is missing" in result.stdout.str()
    assert plain_project.report()["verdict"] == "error"


@pytest.mark.parametrize("named", ["runs", "runs/test-one", ""])
def test_nothing_of_a_benchmark_is_run(plain_project: Project, named: str) -> None:
    project, one = plain_project, plain_project.path / "runs/test-one"
    prepare_odd_folders(project, project.path / "runs", "test-one")
    for name in ("fifo", "folder", "gone"):
        shutil.rmtree(project.path / "runs" / name)
    (one / "tasks").mkdir()
    for name in ("conftest.py", "__init__.py", "test_a.py", "tasks/conftest.py", "tasks/test_b.py"):
        (one / name).write_text(f"from pathlib import Path\nPath({str(one / 'ran')!r}).touch()\n")
    project.run("--hydra", *filter(None, [named])).assert_outcomes(passed=2)
    assert not (one / "ran").exists()
    # Who is in such a folder works in it.
    (one / "conftest.py").write_text("def pytest_report_header():\n    return 'mine'\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(one)
        assert "mine" in project.run("--hydra", "event-log.jsonl").stdout.str()
    (one / "pytest.ini").write_text("[pytest]\naddopts = --hydra-judge=mock\n")
    refused = project.run("--hydra", "runs/test-one")
    assert refused.ret == pytest.ExitCode.USAGE_ERROR
    assert (
        "runs/test-one/pytest.ini: a benchmark cannot configure pytest; use -c"
        in refused.stderr.str()
    )


def test_judgments_are_used_again_and_a_new_log_is_judged_again(plain_project: Project) -> None:
    project = plain_project
    prepare(project, dict.fromkeys(CATEGORIES, 8))
    told = "3 judgments reused from earlier sessions"
    # Nobody knows what the program has read.
    project.write("hydra.toml", HYDRA_TOML.replace('version = "1"', ""))
    for _ in range(2):
        assert told not in project.run("--hydra", "runs/one").stdout.str()
    assert len(asked(project)) == 6
    for name in ("asked.txt", ".hydra/history.jsonl"):
        (project.path / name).unlink()
    project.write("hydra.toml", HYDRA_TOML)
    assert told not in project.run("--hydra", "runs/one").stdout.str()
    # With -q as well: the verdict hangs on it.
    again = project.run("--hydra", "runs/one", "-q")
    again.assert_outcomes(passed=4)
    assert told in again.stdout.str()
    assert len(asked(project)) == 3
    history = project.path / ".hydra/history.jsonl"
    assert len(history.read_text().splitlines()) == 1
    project.run("--hydra", "runs/one", "--hydra-no-cache").assert_outcomes(passed=4)
    assert len(asked(project)) == 6
    assert len(history.read_text().splitlines()) == 2
    project.write("runs/one/event-log.jsonl", LOG + '{"t": "2026-01-01T10:00:00Z", "event": "x"}\n')
    project.run("--hydra", "runs/one").assert_outcomes(passed=4)
    # The code is what it was, so nobody is asked about it again.
    assert asked(project).count("Code Quality") == 2
    project.write("judge.py", JUDGE + "# another judge\n")
    project.run("--hydra", "runs/one").assert_outcomes(passed=4)
    assert asked(project).count("Code Quality") == 3
    project.write("hydra.toml", HYDRA_TOML.replace('version = "1"', 'version = "2"'))
    project.run("--hydra", "runs/one").assert_outcomes(passed=4)
    assert asked(project).count("Code Quality") == 4


def test_a_replay_asks_no_judge_and_writes_nothing_beside_it(project: Project) -> None:
    prepare(project, {"Planning": 8, "Code Quality": "no", "NERV Ops": 9})
    project.run("--hydra", "runs/one", "--hydra-report=first.json")
    (project.path / "judge.py").unlink()
    history = (project.path / ".hydra/history.jsonl").exists()
    again = project.run("--hydra-replay=latest", "runs/one", "--hydra-report=again.json")
    assert "again; no bot or judge is called" in again.stdout.str()
    assert project.report("again.json")["digest"] == project.report("first.json")["digest"]
    assert (project.path / ".hydra/history.jsonl").exists() == history


def test_a_folder_is_graded_as_far_as_its_exhibits_allow(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(plain_project, dict.fromkeys(CATEGORIES, 9))
    (plain_project.path / "runs/one/git-diff.patch").unlink()
    result = plain_project.run("--hydra", "runs/one", "--hydra-report=report.json")
    result.assert_outcomes(passed=3, skipped=1)
    assert result.ret == 0
    shown = result.stdout.str()
    assert "Code Quality Score       not graded\n    the exhibit git-diff is missing" in shown
    assert "Result: PASS, by 50% of the weights" in shown
    (entry,) = plain_project.report()["benchmarks"]
    assert (entry["total"], entry["status"], entry["coverage"]) == (9, "passed", 0.5)
    again = plain_project.run("--hydra-replay=latest", "runs/one", "--hydra-report=again.json")
    assert again.ret == 0
    assert plain_project.report("again.json")["digest"] == plain_project.report()["digest"]
    # Below the threshold it is not ungraded, whatever is left out.
    plain_project.write("hydra.toml", HYDRA_TOML.replace("[judging]", "[judging]\nthreshold = 9.5"))
    below = plain_project.run("--hydra-replay=latest", "runs/one")
    assert "\n9/10 is below the threshold of 9.5\n" in below.stdout.str()
    plain_project.write("hydra.toml", HYDRA_TOML)
    # What was missing when it was recorded is so no more.
    plain_project.write("runs/one/git-diff.patch", "")
    plain_project.run("--hydra-replay=latest", "runs/one", "--hydra-report=again.json")
    (entry,) = plain_project.report("again.json")["benchmarks"]
    assert entry["status"] == "ungraded"
    assert "has no judgment: the exhibit git-diff is missing" in entry["checks"][1]["message"]
    (plain_project.path / "runs/one/git-diff.patch").unlink()
    # A category of one's own says so itself, and what is broken is no exhibit that is missing.
    monkeypatch.setenv("NERV_MOCK_CLAUDE", "1")
    assert plain_project.run("--hydra", "runs/one").ret == 0
    plain_project.write("hydra.toml", HYDRA_TOML + RUBRIC)
    plain_project.run("--hydra", "runs/one").assert_outcomes(passed=1, errors=2)


# It forgets what it said, and thinks the less of one the later it is asked.
MOODY = JUDGE.replace(
    "answer = scores[category]",
    'answer = 10 - (here / "asked.txt").read_text().count("\\n")',
)


def test_a_judge_that_changes_its_mind_is_found_out(plain_project: Project) -> None:
    prepare(plain_project, dict.fromkeys(CATEGORIES, 9))
    plain_project.write("judge.py", MOODY)
    plain_project.write(
        "hydra.toml", HYDRA_TOML.replace("[judging]", "[judging]\nhealth = true\nconcurrency = 1")
    )
    result = plain_project.run("--hydra", "runs/one", "--hydra-report=report.json")
    assert len(asked(plain_project)) == 9
    (entry,) = plain_project.report()["benchmarks"]
    # 9, 8 and 7; then 6, 5 and 4; and in another order 3, 2 and 1.
    assert [category["score"] for category in entry["checks"]] == [9, 8, 7]
    assert (
        entry["details"]["health"] == [{"scores": 3, "changed": 3, "flips": 3, "ungraded": 0}] * 2
    )
    assert (entry["total"], entry["status"]) == (7.8, "passed")
    order = (plain_project.path / "asked.txt").read_text().splitlines()
    assert order[3:] == [*CATEGORIES, *CATEGORIES[::-1]]
    result.stdout.fnmatch_lines(
        [
            "  Asked again              3 of 3 scores changed, and 3 verdicts",
            "  In another order         3 of 3 scores changed, and 3 verdicts",
        ]
    )
    plain_project.run("--hydra-replay=latest", "runs/one", "--hydra-report=again.json")
    (again,) = plain_project.report("again.json")["benchmarks"]
    assert again["details"]["health"] == entry["details"]["health"]


def test_a_replay_takes_as_many_samples_as_are_wanted(plain_project: Project) -> None:
    prepare(plain_project, dict.fromkeys(CATEGORIES, 9))
    plain_project.write("judge.py", MOODY)
    for samples, replay, score in ((3, (), 8), (1, ("--hydra-replay=latest",), 9)):
        settings = f"[judging]\nsamples = {samples}"
        plain_project.write("hydra.toml", HYDRA_TOML.replace("[judging]", settings) + ONE)
        plain_project.run("--hydra", "runs/one", "--hydra-report=report.json", *replay)
        (entry,) = plain_project.report()["benchmarks"]
        assert entry["total"] == score


RUBRIC = """
[[judging.categories]]
name = "Planning"
exhibits = ["event-log"]
criteria = ["Was it planned?"]
[[judging.categories]]
name = "Code Quality"
exhibits = ["git-diff"]
criteria = ["Is it tested?"]
"""


@pytest.mark.parametrize(
    ("file", "text", "reasons"),
    [
        (
            "hydra.toml",
            HYDRA_TOML + RUBRIC.replace("Was it planned?", "Was it planned well?"),
            ["the criteria or the guide changed since", None],
        ),
        (
            "runs/one/event-log.jsonl",
            LOG + '{"event": "x"}\n',
            ["event-log changed since", None],
        ),
        (
            "runs/one/git-diff.patch",
            "",
            [None, "git-diff changed since"],
        ),
        (
            "hydra.toml",
            HYDRA_TOML + RUBRIC.replace('"event-log"', '"event-log", "prd"'),
            ["prd changed since", None],
        ),
        (
            "hydra.toml",
            HYDRA_TOML.replace("[judging]", "[judging]\nsamples = 3") + RUBRIC,
            ["has only 1 sample instead of 3"] * 2,
        ),
        (
            "hydra.toml",
            HYDRA_TOML.replace("[judging]", "[judging]\nthreshold = 8")
            + RUBRIC.replace('name = "Planning"', 'name = "Planning"\nweight = 9\nmin = 2'),
            [None, None],
        ),
    ],
)
def test_a_replay_takes_no_judgment_of_another_question(
    plain_project: Project, file: str, text: str, reasons: list[str | None]
) -> None:
    project = plain_project
    prepare(project, dict.fromkeys(CATEGORIES, 8))
    project.write("hydra.toml", HYDRA_TOML + RUBRIC)
    project.run("--hydra", "runs/one").assert_outcomes(passed=3)
    project.write(file, text)
    result = project.run("--hydra-replay=latest", "runs/one", "--hydra-report=again.json")
    assert result.ret == (1 if any(reasons) else 0)
    (entry,) = project.report("again.json")["benchmarks"]
    for category, reason in zip(entry["checks"], reasons, strict=True):
        assert category["score"] == (None if reason else 8)
        if reason:
            assert reason in category["message"]
            assert "grade it again, without --hydra-replay" in category["message"]
    assert len(asked(project)) == 2


def long_log() -> str:
    """A log that is longer than a judge is shown."""
    lines = ({"event": f"kind_{n % 7}", "n": n, "text": "word " * 20} for n in range(1000))
    return "".join(json.dumps(line) + "\n" for line in lines)


def test_what_a_judge_was_shown_is_kept_and_what_was_cut_is_reported(
    plain_project: Project,
) -> None:
    project = plain_project
    prepare(project, dict.fromkeys(CATEGORIES, 8))
    project.write("runs/one/event-log.jsonl", long_log())
    result = project.run("--hydra", "runs/one", "-v", "--hydra-report=report.json")
    assert result.ret == 0
    (entry,) = project.report()["benchmarks"]
    planning, code, _ = entry["checks"]
    cut = "the judge saw only a part of event-log: of 1,000 events the first"
    assert [note for note in planning["details"]["notes"] if note.startswith(cut)]
    assert not [note for note in code["details"]["notes"] if "a part of" in note]
    assert f"    - {cut}" in result.stdout.str()
    (run,) = project.runs()
    for category in entry["checks"]:
        prompt = (run / f"judging/{category['details']['prompt_digest']}.txt").read_text()
        assert f'in one category: "{category["name"]}"' in prompt
    prompt = (run / f"judging/{planning['details']['prompt_digest']}.txt").read_text()
    assert "[all 1,000 events by kind]" in prompt
    assert "A list of things to do." in prompt
    (whole,) = (run / "judging/whole").iterdir()
    raw = (project.path / "runs/one/event-log.jsonl").read_bytes()
    assert gzip.decompress(whole.read_bytes()) == raw
    assert whole.name == f"{hashlib.sha256(raw).hexdigest()}.gz"
    kept = json.loads((run / "manifest.json").read_text())["files"]
    assert f"judging/whole/{whole.name}" in kept
    assert f"judging/{planning['details']['prompt_digest']}.txt" in kept
    # Without -v the block has no more than the scores.
    quiet = project.run("--hydra", "runs/one", "--hydra-report=report.json")
    assert "a part of" not in quiet.stdout.str()
    # A run that uses judgments again says what they were made of as well.
    newest = project.runs()[-1]
    assert sorted(path.name for path in (newest / "judging").iterdir()) == sorted(
        path.name for path in (run / "judging").iterdir()
    )


def test_a_judge_without_costs_is_reported_where_there_is_a_cap(plain_project: Project) -> None:
    prepare(plain_project, dict.fromkeys(CATEGORIES, 8))
    said = "3 answers reported no cost, so max_cost_usd does not count them"
    assert "reported no cost" not in plain_project.run("--hydra", "runs/one").stdout.str()
    toml = HYDRA_TOML.replace("[judging]", "[judging]\nmax_cost_usd = 5")
    plain_project.write("hydra.toml", toml)
    result = plain_project.run(
        "--hydra", "runs/one", "--hydra-no-cache", "--hydra-report=report.json"
    )
    result.assert_outcomes(passed=4)
    assert result.stdout.str().count(said) == 1
    # What is known already costs nothing.
    assert "reported no cost" not in plain_project.run("--hydra", "runs/one").stdout.str()


def test_a_cap_of_0_uses_what_is_known_and_asks_nobody(plain_project: Project) -> None:
    project = plain_project
    prepare(project, dict.fromkeys(CATEGORIES, 8))
    project.run("--hydra", "runs/one").assert_outcomes(passed=4)
    toml = HYDRA_TOML.replace("[judging]", "[judging]\nmax_cost_usd = 0")
    project.write("hydra.toml", toml)
    project.run("--hydra", "runs/one").assert_outcomes(passed=4)
    result = project.run("--hydra", "runs/one", "--hydra-no-cache")
    result.assert_outcomes(errors=4)
    assert "max_cost_usd is 0, so nothing that may cost money is called" in result.stdout.str()
    assert len(asked(project)) == 3


def test_one_category_alone_is_not_the_whole(plain_project: Project) -> None:
    project = plain_project
    prepare(project, dict.fromkeys(CATEGORIES, 8))
    result = project.run(
        "--hydra", "runs/one/event-log.jsonl::Planning", "--hydra-report=report.json"
    )
    result.assert_outcomes(passed=1)
    report = project.report()
    assert report["complete"] is False
    (entry,) = report["benchmarks"]
    assert (entry["total"], [category["name"] for category in entry["checks"]]) == (
        None,
        ["Planning"],
    )
    assert (entry["details"]["complete"], entry["details"]["error"]) == (
        False,
        "overall was not selected",
    )
    assert asked(project) == ["Planning"]
    result.stdout.fnmatch_lines(
        ["  Result: OPEN", "  overall was not selected", "PASSED  1 benchmark: 1 open"]
    )
    assert "NOT GRADED" not in result.stdout.str()


def test_no_report_that_lay_there_outlives_a_session_that_is_stopped(
    plain_project: Project,
) -> None:
    prepare(plain_project, {"Planning": 3})
    plain_project.write("hydra.toml", f"{HYDRA_TOML}{ONE}min = 6\n")
    planted = plain_project.path / "runs/one/score-report.json"
    planted.write_text('{"passed": true}')
    plain_project.run("--hydra", "runs/one", "--co")
    assert planted.exists()
    plain_project.run("--hydra", "runs/one", "-x", "-p", "no:randomly").assert_outcomes(failed=1)
    assert not planted.exists()


def test_the_whole_alone_fails_where_a_category_is_under_its_own_floor(
    plain_project: Project,
) -> None:
    prepare(plain_project, {"Planning": 3})
    low = HYDRA_TOML.replace("[judging]", "[judging]\nthreshold = 2")
    plain_project.write("hydra.toml", f"{low}{ONE}min = 6\n")
    overall = "runs/one/event-log.jsonl::overall"
    result = plain_project.run("--hydra", overall, "--hydra-report=report.json")
    result.assert_outcomes(failed=1)
    assert "3/10, but Planning is below its own minimum" in result.stdout.str()
    (entry,) = plain_project.report()["benchmarks"]
    assert (entry["total"], entry["status"]) == (3, "failed")
    assert entry["details"]["error"] == "Planning is below its own minimum"
    assert entry["checks"][0]["details"]["min"] == 6
    # So it does where another category has no judgment.
    plain_project.write("scores.json", '{"Planning": 3, "Speed": "no idea"}')
    speed = ONE.replace("Planning", "Speed")
    plain_project.write("hydra.toml", f"{low}{ONE}min = 6\n{speed}")
    result = plain_project.run("--hydra", overall)
    result.assert_outcomes(failed=1)
    assert "3/10, but Planning is below its own minimum" in result.stdout.str()
    assert "Result: FAIL, by 50% of the weights" in result.stdout.str()


def test_selected_categories_stand_in_the_order_of_the_rubric(plain_project: Project) -> None:
    project = plain_project
    prepare(project, dict.fromkeys(CATEGORIES, 8))
    project.run("--hydra", "runs/one", "-k", "not overall", "--hydra-report=report.json")
    (entry,) = project.report()["benchmarks"]
    assert [category["name"] for category in entry["checks"]] == list(CATEGORIES)
    assert (entry["total"], entry["status"], entry["details"]["complete"]) == (
        None,
        "passed",
        False,
    )
    assert project.report()["complete"] is False


def test_a_block_stands_one_line_below_what_is_above_it(plain_project: Project) -> None:
    project = plain_project
    prepare(project, dict.fromkeys(CATEGORIES, 8))
    project.write("runs/two/event-log.jsonl", LOG)
    project.write("test_a.py", "def test_a(hydra): hydra.check('fine', True)\n")
    project.write("runs/two/spec.md", "A list.\n")
    table = "NERV Benchmark Scores (All Script Graded), threshold 7/10; -v shows each"
    for verbose in (["-vv"], []):
        result = project.run("--hydra", "test_a.py", "runs", *verbose)
        lines = result.stdout.str().partition("= hydra =")[2].splitlines()
        for first in ("runs/one", "runs/two") if verbose else (table,):
            place = lines.index(first)
            assert lines[place - 1] == ""
            assert lines[place - 2] != ""
        assert ("Check Details" in lines) == bool(verbose)


def test_mock_is_loud(plain_project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(plain_project, dict.fromkeys(CATEGORIES, 1))
    monkeypatch.setenv("NERV_MOCK_CLAUDE", "1")
    plain_project.write("runs/one/labels.jsonl", '{"category": "Planning", "score": 8}\n')
    # Nobody is measured where nobody is asked.
    plain_project.write("hydra.toml", HYDRA_TOML.replace("[judging]", "[judging]\nhealth = true"))
    result = plain_project.run(
        *("--hydra", "runs/one", "-v", "--hydra-report=report.json", "--junitxml=junit.xml")
    )
    result.assert_outcomes(passed=4)
    told = '<property name="hydra_judge" value="MOCK"'
    junit = (plain_project.path / "junit.xml").read_text()
    assert junit.count(told) == junit.count('<property name="judge"') == 4
    assert junit.count('<property name="total"') == 1
    text = result.stdout.str()
    assert text.count("PASSED (MOCK)") == 4
    assert "NERV Benchmark Scores (All MOCK Graded)" in text
    (entry,) = plain_project.report()["benchmarks"]
    assert {"agreement", "health"}.isdisjoint(entry["details"])
    assert plain_project.report()["benchmarks"][0]["details"]["mock"] is True
    assert json.loads((plain_project.path / ".hydra/history.jsonl").read_text())["mock"] is True
    assert asked(plain_project) == []


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"runs/one/spec.md": None}, "runs/one/spec.md: "),
        ({"runs/one/event-log.jsonl": LOG + "{broken\n"}, "runs/one/event-log.jsonl:4: "),
    ],
)
def test_a_folder_that_cannot_be_graded_says_why(
    plain_project: Project, files: dict[str, str | None], said: str
) -> None:
    prepare(plain_project, dict.fromkeys(CATEGORIES, 8))
    for name, text in files.items():
        if text is None:
            (plain_project.path / name).unlink()
        else:
            plain_project.write(name, text)
    result = plain_project.run("--hydra", "runs/one", "--hydra-report=report.json")
    result.assert_outcomes(errors=4)
    shown = result.stdout.str()
    assert "_ runs/one::overall _" in shown
    assert f"\nungraded: {said}" in shown
    assert "Traceback" not in shown
    assert plain_project.report()["benchmarks"][0]["total"] is None


def test_what_is_wrong_with_the_judge_is_reported_once_for_each_item(
    plain_project: Project,
) -> None:
    prepare(plain_project, dict.fromkeys(CATEGORIES, 8))
    plain_project.write("judge.py", "import sys\nsys.exit('no credit left')\n")
    result = plain_project.run("--hydra", "runs/one", "-rN")
    result.assert_outcomes(errors=4)
    errors, _, summary = result.stdout.str().partition("= hydra =")
    assert errors.count("no credit left") == len(CATEGORIES) + 1
    assert errors.count("_ runs/one::") == 4
    assert summary.count("no credit left") == 1


def test_the_header_of_benchmarks_alone_misses_no_bot(plain_project: Project) -> None:
    prepare(plain_project, dict.fromkeys(CATEGORIES, 8))
    result = plain_project.run("--hydra", "runs/one")
    result.stdout.fnmatch_lines(["hydra: hydra.toml"])


def test_an_unknown_judge_is_a_usage_error(plain_project: Project) -> None:
    prepare(plain_project, dict.fromkeys(CATEGORIES, 8))
    result = plain_project.run("--hydra", "runs/one", "--hydra-judge=scirpt")
    assert result.ret == 4
    assert "did you mean 'script'?" in result.stderr.str()


def test_a_shared_spec_stands_for_the_folders_own(plain_project: Project) -> None:
    prepare(plain_project, dict.fromkeys(CATEGORIES, 8))
    (plain_project.path / "runs/one/spec.md").rename(plain_project.path / "shared.md")
    default = {"Task completion": 8, "Quality": 8, "Process": 8}
    plain_project.write("scores.json", json.dumps(default))
    plain_project.run("--hydra", "runs/one", "--hydra-spec=shared.md").assert_outcomes(passed=4)
    assert asked(plain_project) == sorted(default)
    assert plain_project.run("--hydra", "runs/one", "--hydra-spec=lost.md").ret == 4


TALK = """
id: polite
steps:
  - user: hello
    expect: {shouldContain: hello, judge: The bot is polite}
"""


@pytest.mark.parametrize(
    ("answer", "outcomes", "status"),
    [
        (8, {"passed": 1}, "passed"),
        (6, {"failed": 1}, "failed"),
        ("I like it.", {"errors": 1}, "ungraded"),
    ],
)
def test_a_judge_decides_an_expectation_and_a_replay_asks_nobody(
    plain_project: Project, answer: object, outcomes: dict[str, int], status: str
) -> None:
    project = plain_project
    prepare(project, {"The bot is polite": answer})
    toml = HYDRA_TOML + '[bots.wallet]\npython = "wallet_bot:reply"\n'
    project.write("hydra.toml", toml)
    project.write("a.scenario.yaml", TALK)
    project.run("--hydra", "--hydra-report=first.json").assert_outcomes(**outcomes)
    (entry,) = project.report("first.json")["scenarios"]
    assert entry["status"] == status
    (project.path / "judge.py").unlink()
    project.run("--hydra-replay=latest", "--hydra-report=again.json").assert_outcomes(**outcomes)
    assert project.report("again.json")["digest"] == project.report("first.json")["digest"]


def test_a_mock_decides_no_expectation(plain_project: Project) -> None:
    project = plain_project
    prepare(project, {"The bot is polite": 8})
    project.write("hydra.toml", HYDRA_TOML + '[bots.wallet]\npython = "wallet_bot:reply"\n')
    project.write("a.scenario.yaml", TALK)
    project.run("--hydra").assert_outcomes(passed=1)
    mocked = project.run("--hydra", "--hydra-judge=mock", "--hydra-report=report.md")
    mocked.assert_outcomes(errors=1)
    said = "MOCK: no judge was called"
    assert said in mocked.stdout.str()
    assert said in (project.path / "report.md").read_text()
    # So it is when that run is decided again, whoever would be the judge today.
    project.run("--hydra-replay=latest").assert_outcomes(errors=1)


def test_a_session_that_is_cut_off_leaves_nothing_but_what_it_finished(
    plain_project: Project,
) -> None:
    project = plain_project
    prepare(project, dict.fromkeys(CATEGORIES, 8))
    # Somebody presses Ctrl-C, once, after a question was answered.
    project.write(
        "conftest.py",
        """
import os, signal

def pytest_runtest_logfinish(nodeid):
    if not os.path.exists("pressed"):
        open("pressed", "w").close()
        os.kill(os.getpid(), signal.SIGINT)
""",
    )
    result = project.run_apart("--hydra", "runs/one", "-p", "no:randomly")
    assert result.ret == 2
    assert len(project.runs()) == 1
    # The next session goes on from the judgments that this one left.
    project.run("--hydra", "runs/one").assert_outcomes(passed=4)
    assert sorted(asked(project)) == sorted(CATEGORIES)
    assert [*(project.path / ".hydra").glob("session-*")] == []


def test_a_judge_in_ordinary_tests(plain_project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project = plain_project
    prepare(project, {"Is it short?": 9, "Is it polite?": "no idea"})
    project.write(
        "test_letter.py",
        """
def test_letter(hydra_judge, hydra):
    grade = hydra_judge.grade("Dear Sir", "Is it short?")
    assert (grade.score, grade.reason) == (9, None)
    hydra.score("short", grade.score * 10)
    assert hydra_judge.grade("Dear Sir", ["Is it polite?"]).score is None

def test_expect(hydra):
    hydra.expect("Dear Sir", judge="Is it short?")

def test_nothing(hydra_judge):
    hydra_judge.grade("Dear Sir", [])
""",
    )
    result = project.run()
    result.assert_outcomes(passed=1, failed=2)
    assert "90/100" in result.stdout.str()
    assert "hydra_judge.grade needs at least one criterion" in result.stdout.str()
    # The mock says so, where nothing else of ours is shown too.
    monkeypatch.setenv("NERV_MOCK_CLAUDE", "1")
    mocked = project.run("-k", "letter or expect", "-Wdefault").stdout.str()
    assert mocked.count("HydraWarning: MOCK: no judge is called") == 2


def test_a_failed_category_names_who_found_what_and_all_samples(plain_project: Project) -> None:
    prepare(plain_project, {})
    script = (
        "import json, sys; sys.stdin.read(); "
        "score = int(sys.argv[1]); "
        "print(json.dumps({'score': score, 'strengths': [], "
        "'weaknesses': [f'is a {score}'], 'evidence': []}))"
    )
    judges = "".join(
        f"[judges.{name}]\ncommand = {json.dumps([sys.executable, '-c', script, str(score)])}\n"
        for name, score in (("low", 4), ("high", 6))
    )
    settings = '[judging]\njudge = "both"\nrubric = "default"\nsamples = 2\n'
    panel = '[judges.both]\npanel = ["low", "high"]\n'
    plain_project.write("hydra.toml", settings + judges + panel)
    result = plain_project.run("--hydra", "runs/one", "--hydra-report=report.json")
    result.stdout.fnmatch_lines(
        [
            "  Quality: 5/10 (samples low 4 4, high 6 6)",
            "    - low: is a 4",
            "*",
            "    - high: is a 6",
        ]
    )
    (benchmark,) = plain_project.report()["benchmarks"]
    assert benchmark["details"]["answered"] == {"judges": {"low, high": 3}}
    assert benchmark["checks"][0]["details"]["samples"] == [4, 4, 6, 6]
