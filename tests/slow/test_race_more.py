"""Further races in whole sessions: rules, agents, plugins, workspaces and threads."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from pathlib import Path

import pytest

from pytest_hydra.plugins.boxes.box import Box, overlay_problem, preflight
from tests.plugins.race.race_project import FIXED, RaceProject, make_race
from tests.plugins.race.test_race_sessions import AGENT, CANDIDATE_TEST, ROBOT

FOUND = preflight()


@pytest.fixture
def race(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> RaceProject:
    return make_race(tmp_path_factory.getbasetemp() / "race-template", tmp_path / "project")


def test_a_file_that_git_ignores_is_reported_and_made_by_the_setup(race: RaceProject) -> None:
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


KILLER = """
import os, signal
from pytest_hydra.plugins.race.agent_work import Agents

Agents.keep = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
"""


def test_an_agent_that_ended_before_a_kill_is_not_paid_again(race: RaceProject) -> None:
    outside = race.path.parent
    (outside / "robot.py").write_text(ROBOT + "pathlib.Path('kept').mkdir(mode=0)\n")
    (outside / "killer.py").write_text(KILLER)
    race.candidates(more=AGENT.format(robot=outside / "robot.py"))
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
    assert (entry["status"], entry["usage"]) == ("passed", {"seconds": 2, "cost_usd": 0.5})
    assert (outside / "paid").read_text() == "x"
    left = {path.name for path in agent.iterdir()}
    assert left == {"agent.log", "diff.patch", "spent.json"}


def test_a_plugins_dimension_sees_what_was_run_also_in_its_own_item(race: RaceProject) -> None:
    race.candidates("good", more='\n[[scoring.dimensions]]\nname = "ran"\ngate = true\n')
    (race.path / "ran.py").write_text(
        """
def pytest_hydra_dimensions():
    return {"ran": measure}

def measure(subject):
    return subject.scored(50 * len(subject.record.runs.keys() & {"tests", "lint"}))
"""
    )
    refused = race.run("--hydra", "hydra.toml::good::ran")
    assert "no plugin provides 'ran' (no conftest.py is loaded: name it with -p)" in refused.stderr
    done = race.run("--hydra", "hydra.toml::good::ran", "-v", "-pran")
    assert "hydra.toml::good::ran PASSED" in done.stdout, done.stdout


def test_a_test_of_an_absent_candidate_fails_if_the_race_is_not_in_the_session(
    race: RaceProject,
) -> None:
    race.candidates("good", "absent")
    (race.path / "test_bench.py").write_text(CANDIDATE_TEST)
    alone = race.run("--hydra", "test_bench.py", "-k", "absent")
    assert alone.returncode == 1, alone.stdout
    message = "absent: no branch, tag or commit is named 'agents/absent'"
    assert f"hydra_candidate: {message}" in alone.stdout
    assert "During handling" not in alone.stdout


def why_not() -> str:
    """Why there are no overlays in boxes here; empty where there are."""
    with tempfile.TemporaryDirectory() as folder:
        return (overlay_problem(FOUND, Path(folder)) or "") if isinstance(FOUND, Box) else FOUND


WHY_NOT = why_not()


ISOLATED = """
[scoring.gates]
require_isolation = true

[sandbox]
mode = "{mode}"
"""


@pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)
def test_overlays_and_copies_come_to_the_same(race: RaceProject) -> None:
    race.candidates("good", "breaks", more=ISOLATED.format(mode="auto"))
    tools = race.path.parent / "tools"
    tools.mkdir()
    (tools / "unshare").write_text("#!/bin/sh\necho 'unshare: no such luck' >&2; exit 1\n")
    (tools / "unshare").chmod(0o755)
    digests = []
    for told, path in (
        ("overlays", os.environ["PATH"]),
        ("copies (unshare: no such luck)", f"{tools}:{os.environ['PATH']}"),
    ):
        done = race.run("--hydra", "hydra.toml", "--hydra-no-cache", PATH=path)
        assert done.returncode == 0, done.stdout + done.stderr
        assert f"hydra: workspaces: {told}\n" in done.stdout
        digests.append(race.report()["digest"])
    assert digests[0] == digests[1]
    left = [path.name for path in (race.path / ".hydra" / "work").iterdir()]
    assert left == ["lock"]


CANDIDATES = 20


# Up to 30 threads when nothing else runs, whatever the number of candidates, and up to 60 on a
# busy machine. With a thread for each step of each candidate there would be more than 80.
MOST = 75


@pytest.mark.skipif(sys.platform != "linux", reason="threads are counted in /proc")
def test_many_candidates_need_no_more_threads(race: RaceProject, tmp_path: Path) -> None:
    for number in range(CANDIDATES):
        race.branch(f"agents/many{number}", {"notes.txt": f"{number}\n"})
    # Each command writes down how many threads the process has that runs it.
    command = f"grep ^Threads: /proc/$PPID/status >> {tmp_path / 'threads'}"
    text = '[race]\nbase = "main"\nrequire = "none"\n[sandbox]\nmode = "none"\n'
    text += '[scoring]\nprofile = "none"\n'
    text += "[scoring.commands]\n" + "".join(
        f'{step} = "{command}"\n' for step in ("build", "test", "lint")
    )
    for number in range(CANDIDATES):
        text += f'[[race.candidates]]\nagent = "many{number}"\nref = "agents/many{number}"\n'
    (race.path / "hydra.toml").write_text(text)
    done = race.run("--hydra", "hydra.toml", "--hydra-jobs=2")
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(race.ranking()) == CANDIDATES
    lines = (tmp_path / "threads").read_text().splitlines()
    assert len(lines) >= 3 * CANDIDATES
    assert max(int(line.split()[1]) for line in lines) < MOST
