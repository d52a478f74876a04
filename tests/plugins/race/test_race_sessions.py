"""Races as users run them: the sessions in which processes are what matters.

Claims about what is run are tested with `plan`, and claims about deciding with recordings, both in
tests/plugins/race. Further sessions are in tests/slow.
"""

from __future__ import annotations

import json
import re
import shutil
import signal
import sys
from pathlib import Path

import pytest

from pytest_hydra.plugins.boxes.box import Box, preflight
from tests.plugins.race.race_project import BRANCHES, HYDRA, RaceProject, make_race

HAS_BOX = isinstance(preflight(), Box)
EXPECTED = [
    ("good", "mergeable"),
    ("reformat", "mergeable"),
    ("deletes", "not_mergeable"),
    ("nothing", "not_mergeable"),
    ("breaks", "not_mergeable"),
]


@pytest.fixture
def race(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> RaceProject:
    """The repository, with all five as candidates."""
    template = tmp_path_factory.getbasetemp() / "race-template"
    race = make_race(template, tmp_path / "project")
    race.candidates(*BRANCHES)
    return race


def test_five_candidates_are_ranked_with_their_reasons(race: RaceProject) -> None:
    # The base's linter writes beside the checkout; in a box that is another folder.
    written = race.path.parent / "written"
    race.commit({"lint.py": f"open({str(written)!r}, 'a').write('x')\n"})
    before = race.listing()
    done = race.run("--hydra", "hydra.toml", "-v")
    assert done.returncode == 0, done.stdout + done.stderr
    assert race.ranking() == EXPECTED
    assert "race from main" in done.stdout
    assert "policy from the working tree" in done.stdout
    assert "bots:" not in done.stdout
    assert "the race was verified: the base's tests fail when" in done.stdout
    if HAS_BOX:
        assert "hydra: isolation: bubblewrap\n" in done.stdout
        assert not written.exists()
    for line in (
        "    lost: tests/test_shop.py::test_label",
        "    silenced: tests/test_shop.py::test_discount",
        "    empty_diff: it changes nothing",
        "next: git merge agents/good",
    ):
        assert line in done.stdout.splitlines(), done.stdout
    assert re.search(r"^ 1 good +100\.0 .* mergeable$", done.stdout, re.MULTILINE)
    section = done.stdout.partition("= hydra =")[2]
    assert max(map(len, section.splitlines())) <= 80
    # A candidate that a gate stops is not counted as skipped, and fails nothing.
    assert re.search(r"\d+ passed, \d+ skipped, \d+ blocked", done.stdout)
    assert race.listing() == before

    (run,) = race.runs()
    kept = {path.relative_to(run).as_posix() for path in run.rglob("*") if path.is_file()}
    assert {
        "race.json",
        "candidates/good/diff.patch",
        "candidates/good/tests.log",
        "candidates/base/tests.log",
        "candidates/deletes/tests.own.log",
        "candidates/breaks/tests.rerun.2.log",
    } <= kept
    manifest = json.loads((run / "manifest.json").read_text())
    assert manifest["base_commit"] == race.git("rev-parse", "main")
    assert set(manifest["files"]) == kept - {"manifest.json", "lock", "report.html"}
    # A change of product code alone is tested by one run, and the race tries itself once.
    record = json.loads((run / "race.json").read_text())
    runs = {entry["source"]["agent"]: sorted(entry["runs"]) for entry in record["candidates"]}
    assert runs["good"] == runs["reformat"] == ["lint", "tests"]
    assert sorted(record["known_bad"]["runs"]) == ["tests"]
    # Workspaces and temporary files are gone.
    left = {path.name for path in (race.path / ".hydra").rglob("*")}
    assert {"w", "first"}.isdisjoint(left)
    assert list((race.path / ".hydra").glob("session-*")) == []

    # Decided again by two workers, from its files alone.
    digest = race.report()["digest"]
    (race.path / ".hydra" / "units").rename(race.path / ".hydra" / "gone")
    again = ("--hydra-report=again.json", "--hydra-policy=today", "-pxdist", "-n2")
    replayed = race.run("--hydra-replay", "latest", *again)
    assert replayed.returncode == 0, replayed.stdout
    report = json.loads((race.path / "again.json").read_text())
    assert (report["digest"], report["run_id"]) == (digest, run.name)
    assert report["race"]["policy_changes"] == []
    assert not (race.path / ".hydra" / "units").exists()
    assert race.runs() == [run]


CANDIDATE_TEST = """
import pytest

@pytest.mark.hydra(dimension="bench", weight=40)
def test_bench(hydra_candidate, hydra):
    assert hydra_candidate.base is (hydra_candidate.agent == "base")
    assert (hydra_candidate.path / "shop.py").exists()
    (hydra_candidate.path / "shop.py").write_text((hydra_candidate.path / "shop.py").read_text())
    done = hydra_candidate.run("echo hello $((6 * 7)) && test -f shop.py")
    assert done.succeeded and done.tail == "hello 42", done
    assert hydra_candidate.run("exit 3").exit == 3
    hydra.score("size", 100 if hydra_candidate.agent != "reformat" else 25)
"""


def test_workers_run_each_unit_once_and_tests_of_candidates_add_a_dimension(
    race: RaceProject,
) -> None:
    # Counted outside of all workspaces, where a box lets nobody write.
    race.candidates("good", "reformat", "absent", more='\n[sandbox]\nmode = "none"\n')
    counted = race.path.parent / "counted"
    race.commit({"lint.py": f"open({str(counted)!r}, 'a').write('x')\n"})
    (race.path / "test_bench.py").write_text(CANDIDATE_TEST)
    before = race.listing()
    done = race.run("--hydra", "hydra.toml", "test_bench.py", "-rs", "-pxdist", "-n2")
    assert done.returncode == 0, done.stdout + done.stderr
    assert race.listing() == before
    assert len(counted.read_text()) == 3  # the base and two candidates
    good, reformat, absent = race.report()["rankings"]
    assert (good["agent"], good["breakdown"]["bench"]) == ("good", 100)
    assert (reformat["agent"], reformat["breakdown"]["bench"]) == ("reformat", 25)
    weights = {check["name"]: check["weight"] for check in good["checks"]}
    assert (weights["bench"], reformat["status"]) == (40, "passed")
    assert "reformat: bench: " in done.stdout
    # A candidate that does not exist stops no other, and no test of candidates.
    assert absent["status"] == "ungraded"
    assert "absent: no branch, tag or commit is named 'agents/absent'" in done.stdout
    # Nothing is left to run: the header and each check say so.
    known = race.run("--hydra", "hydra.toml", "-v")
    assert known.returncode == 0
    assert len(counted.read_text()) == 3
    assert re.search(r"^hydra: stored results that may be reused: \d+$", known.stdout, re.MULTILINE)
    assert re.search(r"^(\d+) of \1 results come from earlier ses", known.stdout, re.MULTILINE)
    assert "    reused from an earlier session: " in known.stdout
    for check in (check for entry in race.report()["rankings"][:2] for check in entry["checks"]):
        assert check["details"]["cached"] is (check["name"] in ("tests", "lint"))


def test_a_part_of_a_race_can_be_run_alone(race: RaceProject) -> None:
    done = race.run("--hydra", "hydra.toml::nothing::gates")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "blocked: empty_diff: it changes nothing" in done.stdout
    assert race.report()["complete"] is False
    # Candidates whose gates were not decided are not ranked.
    assert race.ranking() == [("nothing", "not_mergeable")]


def test_what_is_collected(race: RaceProject) -> None:
    race.candidates("good")
    items = [f"hydra.toml::good::{name}" for name in ("build", "tests", "lint", "diff_scope")]
    items += ["hydra.toml::good::speed", "hydra.toml::good::gates", "hydra.toml::race"]
    tests = [f"tests/test_shop.py::test_{name}" for name in ("total", "discount", "label")]
    # Collecting calls no git, and writes nothing.
    (race.path / ".git").rename(race.path / "not-git")
    for arguments, expected in (((), [*tests, *items]), (("tests",), tests)):
        done = race.run("--co", "-q", "--hydra", *arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        collected = [line for line in done.stdout.splitlines() if "::" in line]
        assert sorted(collected) == sorted(expected)
    assert not (race.path / ".hydra").exists()


def test_candidates_of_the_command_line_need_no_hydra_toml(race: RaceProject) -> None:
    (race.path / "hydra.toml").unlink()
    patch = race.path.parent / "breaks.patch"
    patch.write_text(race.git("diff", "main", "agents/breaks") + "\n")
    tree = race.path.parent / "tree"
    race.git("worktree", "add", "--quiet", "--detach", str(tree), "main")
    (tree / "added.py").write_text("x = 1\n")
    candidates = ("good=agents/good", "patched=../breaks.patch", f"tree={tree}")
    done = race.run(
        "--hydra", "--hydra-base=main", *(f"--hydra-candidate={text}" for text in candidates)
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert [line for line in done.stdout.splitlines() if "tests/test_shop.py" in line] == []
    report = race.report()
    assert {ranking["agent"] for ranking in report["rankings"]} == {"good", "patched", "tree"}
    (of_tree,) = [ranking for ranking in report["rankings"] if ranking["agent"] == "tree"]
    assert of_tree["details"]["review"][0]["file"] == "added.py"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--hydra-candidate=good",), "must be AGENT=SOURCE"),
        (
            ("--hydra-base=nowhere", "hydra.toml"),
            "the base of the race: no branch, tag or commit is named 'nowhere' (set [race] base in",
        ),
    ],
    ids=["candidate", "base"],
)
def test_an_invalid_option_is_reported_in_a_line(
    race: RaceProject, arguments: tuple[str, ...], message: str
) -> None:
    done = race.run("--hydra", *arguments)
    assert done.returncode == 4, done.stdout
    assert message in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_a_race_alone_loads_nothing_of_the_project(race: RaceProject) -> None:
    race.candidates("breaks", "nothing")
    for folder in ("", "tests/"):
        (race.path / f"{folder}conftest.py").write_text("raise RuntimeError('loaded')")
    (race.path / "early").mkdir()
    (race.path / "early" / "graphlib.py").write_text("raise RuntimeError('loaded')")
    (race.path / "pyproject.toml").write_text("""
[tool.pytest.ini_options]
addopts = "--cov-fail-under 100 --cov=shop --strict-config -W error -m unit --maxfail 1 --hydra"
filterwarnings = ["error"]
testpaths = ["tests"]
pythonpath = ["early"]
markers = 3
asyncio_mode = "never"
""")
    # Settings that are named may have any name.
    (race.path / "hydra.toml").rename(race.path / "second.toml")
    done = race.run("second.toml")
    assert done.returncode == 1, done.stdout + done.stderr
    # Without a winner the race fails.
    assert 'FAILED second.toml::race - 0 of 2 candidates mergeable; require = "one"' in done.stdout
    assert race.report()["verdict"] == "failed"
    # Tests that are named are collected with all that belongs to them.
    done = race.run("--hydra", "second.toml", "tests")
    assert done.returncode == 4, done.stdout
    assert "RuntimeError: loaded" in done.stderr, done.stderr


def test_on_a_branch_the_base_decides_how_it_is_judged(race: RaceProject) -> None:
    (race.path / ".gitignore").write_text(".hydra/\n__pycache__/\n")
    race.commit({"hydra.toml": HYDRA.format(python=sys.executable)})
    race.git("checkout", "--quiet", "agents/breaks")
    race.candidates("breaks", more="\n[scoring.gates]\nmax_test_regression_percent = 100\n")
    # The branch cannot say either what is required, or run a setup with the network.
    ran = race.path.parent / "ran"
    text = (race.path / "hydra.toml").read_text()
    rules = f'[race]\nrequire = "none"\nsetup = "touch {ran}"'
    (race.path / "hydra.toml").write_text(text.replace("[race]", rules))
    done = race.run("--hydra", "hydra.toml")
    assert not ran.exists()
    assert "policy from the base commit" in done.stdout, done.stdout + done.stderr
    assert done.returncode == 1
    assert race.ranking() == [("breaks", "not_mergeable")]


AGENT = """
[[race.candidates]]
agent = "robot"
command = ["python3", "{robot}", "{{task}}"]
env = ["ROBOT_KEY"]
"""
ROBOT = """
import json, os, pathlib, subprocess, sys
assert os.environ["ROBOT_KEY"] == "k" and "OTHER_KEY" not in os.environ
assert "discount" in pathlib.Path(sys.argv[1]).read_text()
assert subprocess.run(["git", "status", "--short"], capture_output=True).stdout == b""
count = pathlib.Path(os.path.dirname(sys.argv[0]), "paid")
with open(count, "a") as file:
    file.write("x")
shop = pathlib.Path("shop.py")
shop.write_text(shop.read_text().replace("sum(prices)", "sum(prices) * (100 - discount) // 100"))
result = {"type": "result", "total_cost_usd": 0.5, "duration_ms": 2000,
          "usage": {"input_tokens": 3, "output_tokens": 4}}
print(json.dumps(result))
"""


def test_an_agent_is_run_and_paid_once(race: RaceProject) -> None:
    robot = race.path.parent / "robot.py"
    robot.write_text(ROBOT)
    race.candidates(more=AGENT.format(robot=robot))
    text = (race.path / "hydra.toml").read_text().replace("[race]", '[race]\ntask = "task.md"')
    (race.path / "hydra.toml").write_text(text)
    (race.path / "task.md").write_text("Let the discount count.\n")
    keys = {"ROBOT_KEY": "k", "OTHER_KEY": "o"}
    for more in ((), ("--hydra-no-cache",)):
        done = race.run("--hydra", "hydra.toml", "--hydra-run-agents", *more, **keys)
        assert done.returncode == 0, done.stdout + done.stderr
        (entry,) = race.report()["rankings"]
        assert entry["usage"] == {"seconds": 2, "cost_usd": 0.5}
        assert "next: git apply .hydra/runs/" in done.stdout
    assert (race.path.parent / "paid").read_text() == "x"


def test_a_race_that_was_killed_goes_on_where_it_stopped(race: RaceProject) -> None:
    race.candidates("good", "breaks")
    race.end_and_resume(signal.SIGKILL, [("good", "mergeable"), ("breaks", "not_mergeable")])


LOCK = """
{"name": "shop", "lockfileVersion": 3, "requires": true, "packages": {"": {"name": "shop"}}}
"""
NODE_TESTS = """
const test = require("node:test"), assert = require("node:assert");
const { total } = require("./shop.js");
test("sums", () => assert.equal(total([3, 4]), 7));
"""
NODE = """
[race]
base = "main"
[[race.candidates]]
agent = "syntax"
ref = "agents/syntax"
[scoring]
profile = "js-node"
tests = {reruns = 0}
[sandbox]
mode = "none"
"""


@pytest.mark.skipif(shutil.which("npm") is None, reason="needs npm")
def test_a_project_of_node_is_set_up_and_tested_with_its_own_tools(race: RaceProject) -> None:
    race.commit(
        {
            "package.json": '{"name": "shop", "scripts": {"test": "node --test"}}',
            # Nothing is fetched.
            ".npmrc": "audit=false\nfund=false\nupdate-notifier=false\n",
            "package-lock.json": LOCK,
            "shop.js": "exports.total = all => all.reduce((a, b) => a + b, 0);\n",
            "shop.test.js": NODE_TESTS,
        }
    )
    race.branch("agents/syntax", {"shop.js": "exports.total = all => all.reduce(\n"})
    (race.path / "hydra.toml").write_text(NODE)
    done = race.run("--hydra", "hydra.toml")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "hydra: setup: npm ci, as there is a lock file" in done.stdout
    assert "    lost: sums" in done.stdout, done.stdout
    assert "1 test file cannot be collected any more: shop.test.js (see" in done.stdout
    assert "gone" not in done.stdout
    (run,) = race.runs()
    assert "up to date" in (run / "candidates" / "base" / "setup.log").read_text()
