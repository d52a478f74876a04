"""Whose rules hold in a race, what agents may do, and what ordinary tests add to it."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path

import pytest

from tests.plugin.race_project import FIXED, HYDRA, RaceProject, make_race

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


@pytest.fixture
def race(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> RaceProject:
    return make_race(tmp_path_factory.getbasetemp() / "race-template", tmp_path / "project")


@pytest.mark.parametrize(
    ("arguments", "again_by"),
    [((), ()), (("-pxdist", "-n2"), ("--hydra-policy=today", "-pxdist", "-n2"))],
    ids=["plain", "n2"],
)
def test_a_test_of_candidates_adds_a_dimension(
    race: RaceProject, arguments: tuple[str, ...], again_by: tuple[str, ...]
) -> None:
    race.candidates("good", "reformat")
    (race.path / "test_bench.py").write_text(CANDIDATE_TEST)
    before = race.listing()
    done = race.run("--hydra", "hydra.toml", "test_bench.py", "-rs", *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    assert race.listing() == before
    assert "reformat: bench: " in done.stdout
    assert "1 blocked" in done.stdout
    good, reformat = race.report()["rankings"]
    assert (good["agent"], good["breakdown"]["bench"]) == ("good", 100)
    assert (reformat["agent"], reformat["breakdown"]["bench"]) == ("reformat", 25)
    assert good["weights"]["bench"] == 40
    assert reformat["verdict"] == "mergeable"
    # By a policy that is the same, or by the recorded one: what a test has added stays.
    replayed = race.run("--hydra-replay=latest", "--hydra-report=again.json", *again_by)
    assert replayed.returncode == 0, replayed.stdout
    again = json.loads((race.path / "again.json").read_text())
    assert again["digest"] == race.report()["digest"]
    assert again["race"].get("policy_changes") == ([] if again_by else None)
    (race.path / "hydra.toml").unlink()
    refused = race.run("--hydra-replay=latest", "--hydra-policy=today")
    assert refused.returncode == 4
    assert "--hydra-policy today: there is no hydra.toml" in refused.stderr


def test_a_test_of_a_candidate_that_cannot_be_had_is_no_error_beside_the_race(
    race: RaceProject,
) -> None:
    race.candidates("good", "absent")
    misspelt = "@pytest.mark.hydra(dimnsion='x')\ndef test_x(hydra_candidate): pass\n"
    (race.path / "test_bench.py").write_text(CANDIDATE_TEST)
    said = "absent: no branch, tag or commit is named 'agents/absent'"
    for arguments in ((), ("-pxdist", "-n2")):
        done = race.run("--hydra", "hydra.toml", "test_bench.py", "-rs", *arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        assert said in done.stdout
    # Alone it answers for itself.
    alone = race.run("--hydra", "test_bench.py", "-k", "absent")
    assert alone.returncode == 1, alone.stdout
    assert f"hydra_candidate: {said}" in alone.stdout
    assert "During handling" not in alone.stdout
    (race.path / "test_x.py").write_text(f"import pytest\n{misspelt}")
    refused = race.run("--hydra", "test_x.py", "-k", "base")
    assert "unknown argument 'dimnsion'; did you mean 'dimension'?" in refused.stdout


@pytest.mark.parametrize("arguments", [(), ("-pxdist", "-n1")], ids=["plain", "n1"])
def test_a_race_alone_loads_nothing_of_the_project(
    race: RaceProject, arguments: tuple[str, ...]
) -> None:
    race.candidates("good", "breaks")
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
    done = race.run("hydra.toml", *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    assert race.ranking() == [("good", "mergeable"), ("breaks", "not_mergeable")]
    # Neither is there a path of theirs where no path is named at all.
    source = "--hydra-candidate=own=agents/good"
    done = race.run("--hydra-base=main", source, *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    assert race.ranking() == [("own", "mergeable")]
    (race.path / "hydra.toml").rename(race.path / "race.toml")
    done = race.run("--hydra-config=race.toml", "race.toml::good::lint", *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    (race.path / "race.toml").rename(race.path / "hydra.toml")
    # The recorded race is decided again without the project as well.
    done = race.run("--hydra-replay=latest", *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    # What belongs to tests is read for those that are named, and for a configuration that is.
    (race.path / "own.ini").write_text("[pytest]\n")
    for more in ("tests", "-cown.ini"):
        done = race.run("--hydra", "hydra.toml", more, *arguments)
        assert done.returncode == 4, done.stdout
        assert "RuntimeError: loaded" in done.stderr, done.stderr


def test_a_race_without_candidates_says_what_to_do(race: RaceProject) -> None:
    (race.path / "hydra.toml").write_text('[race]\nbase = "main"\n# [[race.candidates]]\n')
    done = race.run("--hydra", "hydra.toml")
    assert done.returncode == 4
    assert "[race] names no candidate; remove the # before a [[race.candidates]]" in done.stderr
    assert "not found" not in done.stderr


def test_a_file_that_git_does_not_hold_is_told_of_and_made_by_the_setup(race: RaceProject) -> None:
    race.commit({"made/__init__.py": "from made._version import version\n"})
    race.commit({"tests/conftest.py": "import made\n"})
    race.branch("agents/mends", {"shop.py": FIXED})
    race.candidates("mends")
    done = race.run("--hydra", "hydra.toml")
    assert done.returncode == 1, done.stdout
    reasons = {gate["name"]: gate["reason"] for gate in race.report()["rankings"][0]["gates"]}
    said = "exit code 4: E ModuleNotFoundError: No module named 'made._version' (full log: "
    assert said in reasons["tests"]
    assert "; use [race] setup to create" in reasons["tests"]
    toml = (race.path / "hydra.toml").read_text()
    setup = '[race]\nsetup = "echo version = 1 > made/_version.py"'
    (race.path / "hydra.toml").write_text(toml.replace("[race]", setup))
    done = race.run("--hydra", "hydra.toml")
    assert done.returncode == 0, done.stdout
    assert race.ranking() == [("mends", "mergeable")]


def test_a_test_of_candidates_is_skipped_where_there_are_none(race: RaceProject) -> None:
    (race.path / "test_bench.py").write_text(CANDIDATE_TEST)
    for arguments, why in ((("-rs",), "needs --hydra"), (("--hydra", "-rs"), "needs candidates")):
        done = race.run("test_bench.py", *arguments)
        assert done.returncode == 0, done.stdout
        assert f"hydra_candidate {why}" in done.stdout


def test_on_a_branch_the_base_decides_how_it_is_judged(race: RaceProject) -> None:
    race.git("checkout", "--quiet", "agents/breaks")
    race.candidates("breaks", more="\n[scoring.gates]\nmax_test_regression_percent = 100\n")
    refused = race.run("--hydra", "hydra.toml")
    assert refused.returncode == 4
    assert "there is no hydra.toml at the base (main," in refused.stderr
    assert "or use --hydra-config hydra.toml" in refused.stderr

    named = race.run("--hydra", "hydra.toml", "--hydra-config", "hydra.toml")
    assert named.returncode == 0, named.stdout + named.stderr
    assert "policy from the working tree" in named.stdout

    text = (race.path / "hydra.toml").read_text()
    race.git("checkout", "--quiet", "main")
    (race.path / "hydra.toml").unlink()
    race.git("rm", "--quiet", "--cached", "--ignore-unmatch", "hydra.toml")
    (race.path / ".gitignore").write_text(".hydra/\n__pycache__/\n")
    race.commit({"hydra.toml": HYDRA.format(python=sys.executable)})
    race.git("checkout", "--quiet", "agents/breaks")
    # Neither may the branch say what is demanded, or run with the network before all else.
    ran = race.path.parent / "ran"
    ruling = f'[race]\nrequire = "none"\nsetup = "touch {ran}"'
    (race.path / "hydra.toml").write_text(text.replace("[race]", ruling))
    ruled = race.run("--hydra", "hydra.toml")
    assert not ran.exists()
    assert "policy from the base commit" in ruled.stdout, ruled.stdout + ruled.stderr
    assert ruled.returncode == 1
    assert race.ranking() == [("breaks", "not_mergeable")]


AGENT = """
[[race.candidates]]
agent = "robot"
command = ["python3", "../robot.py", "{task}"]
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


def test_agents_run_only_when_they_may_and_are_paid_once(race: RaceProject) -> None:
    robot = race.path.parent / "robot.py"
    robot.write_text(ROBOT)
    race.candidates(more=AGENT.replace("../robot.py", str(robot)))
    text = (race.path / "hydra.toml").read_text().replace("[race]", '[race]\ntask = "task.md"')
    (race.path / "hydra.toml").write_text(text)
    (race.path / "task.md").write_text("Let the discount count.\n")
    keys = {"ROBOT_KEY": "k", "OTHER_KEY": "o"}

    done = race.run("--hydra", "hydra.toml", **keys)
    assert done.returncode == 1
    said = "not run: its agent is started only under --hydra-run-agents"
    assert said in " ".join(done.stdout.split())
    assert race.ranking() == [("robot", "unproven")]
    paid = race.path.parent / "paid"
    assert not paid.exists()

    done = race.run("--hydra", "hydra.toml", "--hydra-run-agents", **keys)
    assert done.returncode == 0, done.stdout + done.stderr
    (entry,) = race.report()["rankings"]
    assert (entry["verdict"], entry["cost_usd"], entry["duration_seconds"]) == ("mergeable", 0.5, 2)
    assert "next: git apply .hydra/runs/" in done.stdout

    done = race.run("--hydra", "hydra.toml", "--hydra-run-agents", "--hydra-no-cache", **keys)
    assert done.returncode == 0, done.stdout + done.stderr
    assert race.report()["rankings"][0]["cost_usd"] == 0.5
    assert paid.read_text() == "x"


KILLER = """
import os, signal
from pytest_hydra.race.agents import Agents

Agents.keep = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
"""


def test_an_agent_that_ended_before_a_kill_is_not_paid_again(race: RaceProject) -> None:
    outside = race.path.parent
    (outside / "robot.py").write_text(ROBOT + "pathlib.Path('kept').mkdir(mode=0)\n")
    (outside / "killer.py").write_text(KILLER)
    race.candidates(more=AGENT.replace("../robot.py", str(outside / "robot.py")))
    text = (race.path / "hydra.toml").read_text().replace("[race]", '[race]\ntask = "task.md"')
    (race.path / "hydra.toml").write_text(text)
    (race.path / "task.md").write_text("Let the discount count.\n")

    arguments = ("--hydra", "hydra.toml", "--hydra-run-agents", "-p", "killer")
    done = race.run(*arguments, ROBOT_KEY="k", PYTHONPATH=str(outside))
    assert done.returncode == -signal.SIGKILL, done.stdout + done.stderr
    (agent,) = (race.path / ".hydra" / "agents").glob("*/")
    assert not (agent / "diff.patch").exists()

    done = race.run("--hydra", "hydra.toml")
    assert done.returncode == 0, done.stdout + done.stderr
    (entry,) = race.report()["rankings"]
    assert (entry["verdict"], entry["cost_usd"], entry["duration_seconds"]) == ("mergeable", 0.5, 2)
    assert (outside / "paid").read_text() == "x"
    left = {path.name for path in agent.iterdir()}
    assert left == {"agent.log", "diff.patch", "spent.json"}


BROKEN = """
[[race.candidates]]
agent = "lost"
command = "agents/run.sh {task}"

[[race.candidates]]
agent = "poor"
command = ["sh", "-c", "echo no credit left >&2; exit 3"]
"""


def test_an_agent_that_cannot_work_says_where_it_begins_and_what_it_left(race: RaceProject) -> None:
    # Beside hydra.toml, where it would be looked for, and not on the base.
    (race.path / "agents").mkdir()
    (race.path / "agents" / "run.sh").write_text("exit 0\n")
    race.candidates(more=BROKEN)
    done = race.run("--hydra", "hydra.toml", "--hydra-run-agents")
    assert done.returncode == 1
    why = {ranking["agent"]: ranking["gates"][0]["reason"] for ranking in race.report()["rankings"]}
    assert why["lost"] == (
        "its agent could not be run: the command agents/run.sh is not in the base's files, "
        "where it starts; use its absolute path, or commit it to the base"
    )
    told, _, log = why["poor"].partition(" (full log: ")
    assert told == "its agent ended with 3: no credit left"
    assert (race.path / log.removesuffix(")")).read_text() == "no credit left\n"
