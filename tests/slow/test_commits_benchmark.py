"""The benchmark of real commits: what it expects, what it races, and what it prints."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks.commits.commit import Commit, read_commits, read_projects
from benchmarks.commits.racing import RaceResult
from benchmarks.commits.suite import Truth, read_results
from benchmarks.commits.summary import Result, of_plain, summary, to_plain
from benchmarks.repository import commit as commit_all
from benchmarks.repository import git
from pytest_hydra.plugins.boxes.box import Box, preflight
from tools.environments import make_environment

ROOT = Path(__file__).parents[2]
DATA = ROOT / "benchmarks" / "commits"
SHOP = "def total(prices, voucher=0):\n    return {}\n"
TESTS = """\
from shop import total

def test_total():
    assert total([3, 4]) == 7

def test_voucher():
    assert total([3, 4], 5) == 2
"""
REQUIREMENTS = ["pytest"]
SETS = ("known", "unseen", "tasks", "later")


@pytest.mark.parametrize("name", SETS)
def test_each_commit_has_a_project_and_is_named_once(name: str) -> None:
    commits = read_commits(DATA / name / "commits.jsonl")
    projects = read_projects(DATA / name / "repositories.json")
    assert {commit.repo for commit in commits} == set(projects)
    assert len({commit.key for commit in commits}) == len(commits)
    assert all(len(commit.base) == len(commit.candidate) == 40 for commit in commits)


def test_no_commit_is_in_two_sets() -> None:
    keys = [commit.key for name in SETS for commit in read_commits(DATA / name / "commits.jsonl")]
    assert len(set(keys)) == len(keys)


def test_a_line_that_lacks_a_key_is_named(tmp_path: Path) -> None:
    path = tmp_path / "commits.jsonl"
    path.write_text('\n{"repo": "a/b", "base": "1"}\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"commits\.jsonl:2: 'candidate' is missing"):
        read_commits(path)


def test_commits_are_raced_once_and_held_against_plain_pytest(tmp_path: Path) -> None:
    source, cache = tmp_path / "repos" / "ada" / "shop", tmp_path / "cache"
    source.mkdir(parents=True)
    git(source, "init", "--quiet", "--initial-branch=main")
    ids = []
    codes = ["sum(prices) - voucher", "max(0, sum(prices) - voucher)", "sum(prices)"]
    for code in (*codes, codes[0]):
        (source / "shop.py").write_text(SHOP.format(code), encoding="utf-8")
        # One takes away the test that it loses, and the next brings it back.
        tests = TESTS if "voucher" in code else TESTS.partition("def test_voucher")[0]
        (source / "test_shop.py").write_text(tests, encoding="utf-8")
        commit_all(source)
        said = ["git", "rev-parse", "HEAD"]
        done = subprocess.run(said, cwd=source, capture_output=True, text=True, check=True)
        ids.append(done.stdout.strip())
    git(tmp_path / "repos", "clone", "--quiet", "--bare", str(source), f"{source}.git")
    lines = [
        {"repo": "ada/shop", "base": base, "candidate": candidate, "subject": candidate[:7]}
        for base, candidate in pairwise(ids)
    ]
    commits, repositories = tmp_path / "commits.jsonl", tmp_path / "repositories.json"
    commits.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    repositories.write_text(
        json.dumps({"ada/shop": {"requirements": REQUIREMENTS}}), encoding="utf-8"
    )
    environment = cache / "environments" / "ada+shop"
    make_environment(environment)
    (environment / "requirements.txt").write_text("pytest\n", encoding="utf-8")
    command = [sys.executable, "-m", "benchmarks.commits", str(commits), str(repositories)]
    command += ["--repos", str(tmp_path / "repos"), "--cache", str(cache)]
    first = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert first.returncode == 0, first.stdout + first.stderr
    assert "| all tests of the base pass, and its own | 2 | 2 (100.0%) |" in first.stdout
    assert "| a test of the base is lost | 1 | 0 (0.0%) |" in first.stdout
    written = (cache / "commits.results.jsonl").read_text(encoding="utf-8")
    honest, loser, _ = map(json.loads, written.splitlines())
    assert (honest["verdict"], honest["lost"]) == ("mergeable", [])
    assert (loser["verdict"], loser["lost"]) == ("not_mergeable", ["test_shop.py::test_voucher"])
    again = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "| a test of the base is lost | 1 | 0 (0.0%) |" in again.stdout
    assert (cache / "commits.results.jsonl").read_text(encoding="utf-8") == written
    # By the test that it brings the last is raced, and so is who does nothing.
    accepted = subprocess.run(
        [*command, "--acceptance"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "raced by their own tests: 1, of 3 commits" in accepted.stdout, accepted.stdout
    proven = "mergeable" if isinstance(preflight(), Box) else "unproven"
    assert f"as it was merged: 1 {proven}\n" in accepted.stdout
    assert "undone but for a comment: 1 not_mergeable\n" in accepted.stdout


def test_a_test_is_called_by_the_file_that_it_was_found_in(tmp_path: Path) -> None:
    files = {
        "tests/test_a.py": "class TestA:\n    def test_one(self):\n        pass\n",
        "tests/test_b.py": "from tests.test_a import TestA\nclass TestB(TestA):\n    pass\n",
        "guide.txt": ">>> 1\n2\n",
    }
    (tmp_path / "tests").mkdir()
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-o", "junit_family=xunit1"]
    command += ["--doctest-glob=*.txt", "-p", "no:cacheprovider", "--junitxml=results.xml"]
    subprocess.run([*command, "--rootdir=."], cwd=tmp_path, capture_output=True, check=False)
    run = read_results(tmp_path / "results.xml", tmp_path, 1.0)
    ids = ("test_a.py::TestA", "test_b.py::TestA", "test_b.py::TestB")
    assert run.passed == {f"tests/{one}::test_one" for one in ids}
    assert run.failed == {"guide.txt::guide.txt"}


def _result(verdict: str, *, lost: tuple[str, ...] = (), base: int = 3) -> Result:
    commit = Commit(
        repo="a/b", base="1" * 40, candidate=verdict.ljust(40, "0"), subject="change",
        kind=("src",), verdict="mergeable", classification="mergeable",
    )  # fmt: skip
    truth = Truth(base=base, lost=lost, own=())
    reasons = () if verdict == "mergeable" else ("tests: lost",)
    raced = RaceResult(
        verdict=verdict, total=90.0, reasons=reasons, review=(), seconds=5.0, suite_seconds=2.0
    )  # fmt: skip
    return Result(commit=commit, truth=truth, race=raced)


def test_a_false_alarm_and_a_false_pass_are_listed_with_what_they_are_known_by() -> None:
    told = list(summary([_result("unproven"), _result("mergeable", lost=("test_a::one",))]))
    assert "false alarms: 1" in told
    assert "    tests: lost" in told
    assert "false passes: 1" in told
    assert "    lost: test_a::one" in told
    assert "| product code alone | 2 | 2.50 | 2.50 |" in told
    assert "    mergeable -> unproven (mergeable)" in told


def test_of_a_base_that_cannot_be_tested_no_verdict_is_right_or_wrong() -> None:
    result = _result("unproven", base=0)
    assert result.right is None
    assert result.line().startswith("untestable a/b@")
    assert "false alarms: 0" in list(summary([result]))


def test_a_result_is_read_as_it_was_written() -> None:
    result = _result("unproven", lost=("test_a::one",))
    assert of_plain(result.commit, json.loads(json.dumps(to_plain(result, "abc")))) == result
