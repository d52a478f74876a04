"""Races that are ended in the middle: nothing changes, nothing is left, and all goes on."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.plugins.race.race_project import FIXED, RaceProject, make_race
from tests.processes import processes_in, wait_until

RESULT = [("good", "mergeable"), ("breaks", "not_mergeable")]


@pytest.fixture
def race(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> RaceProject:
    race = make_race(tmp_path_factory.getbasetemp() / "race-template", tmp_path / "project")
    race.candidates("good", "breaks")
    return race


@pytest.mark.parametrize(
    ("how", "arguments"),
    # With workers, which do not exist yet, the controller runs the race as it does without.
    [(signal.SIGINT, ()), (signal.SIGKILL, ("-pxdist", "-n2"))],
    ids=["ctrl-c", "killed-n2"],
)
def test_a_race_that_was_ended_goes_on_where_it_stopped(
    race: RaceProject, how: signal.Signals, arguments: tuple[str, ...]
) -> None:
    race.end_and_resume(how, RESULT, *arguments)


def test_killed_at_any_moment_nothing_of_the_users_changes(race: RaceProject) -> None:
    before = race.listing()
    for moment in (0.4, 1.1, 2.3):
        process = race.started()
        time.sleep(moment)
        process.kill()
        process.wait(60)
        wait_until(lambda: not processes_in(race.path))
        assert race.listing() == before
    assert race.run("--hydra", "hydra.toml").returncode == 0
    assert race.ranking() == RESULT


NOTED = """
[[scoring.dimensions]]
name = "noted"
command = "cd {folder} && echo x >> ../count"
[sandbox]
mode = "none"
"""
CRASH = """
import os, pathlib, threading

def pytest_runtest_logstart(nodeid):
    marked = pathlib.Path(__file__).with_name("crashed")
    if "good::speed" in nodeid and "PYTEST_XDIST_WORKER" in os.environ and not marked.exists():
        marked.write_text(str(os.getpid()))
        threading.Timer(0.2, os._exit, [3]).start()
        threading.Event().wait()
"""


def test_a_worker_that_crashes_costs_the_race_nothing(race: RaceProject) -> None:
    count = race.path.parent / "count"
    noted = NOTED.format(folder=race.path)
    race.candidates("good", "breaks", more=noted)
    (race.path / "crash.py").write_text(CRASH)
    done = race.run("--hydra", "hydra.toml", "--hydra-jobs=8", "-pxdist", "-n2", "-pcrash")
    # Its item is a failure, as xdist has it.
    assert done.returncode == 1, done.stdout + done.stderr
    assert "crashed while running 'hydra.toml::good::speed'" in done.stdout
    assert race.ranking() == RESULT
    # Once for each of the candidates, and for the base.
    assert count.read_text() == "x\n" * 3
    digest = race.report()["digest"]
    assert race.run("--hydra", "hydra.toml").returncode == 0
    assert race.report()["digest"] == digest
    assert count.read_text() == "x\n" * 3


def test_a_command_that_hangs_is_ended_with_all_that_it_started(race: RaceProject) -> None:
    # Shells, which are there soon: who does not hang is to be done in time on a busy machine, too.
    # What they do stands in a file that is read, as a script that is run would be the base's.
    race.commit({"slow.txt": "true\n"})
    race.branch("agents/hangs", {"slow.txt": "sleep 600 & sleep 600\n"})
    race.branch("agents/ends", {"shop.py": FIXED})
    text = '\n[[scoring.dimensions]]\nname = "slow"\ncommand = "eval $(cat slow.txt)"\n'
    race.candidates("ends", "hangs", more=f"{text}timeout_seconds = 3\ngate = true\n")
    toml = (race.path / "hydra.toml").read_text().replace('lint = "python lint.py"\n', "")
    (race.path / "hydra.toml").write_text(toml.replace('profile = "python"\n', ""))
    done = race.run("--hydra", "hydra.toml")
    assert done.returncode == 0, done.stdout + done.stderr
    assert race.ranking() == [("ends", "mergeable"), ("hangs", "not_mergeable")]
    assert "timed out after 3 s" in done.stdout
    wait_until(lambda: not processes_in(race.path))


def test_ctrl_c_says_what_is_kept_and_how_to_go_on(race: RaceProject, tmp_path: Path) -> None:
    race.branch("agents/sleeps", {"shop.py": "import time\ntime.sleep(60)\n"})
    race.candidates("good", "sleeps")
    with (tmp_path / "shown").open("wb") as shown:
        command, environment = race.command("--hydra", "hydra.toml"), race.environment()
        process = subprocess.Popen(command, cwd=race.path, stdout=shown, env=environment)
        units = race.path / ".hydra" / "units"
        wait_until(lambda: len([*units.glob("*.json")]) >= 3, seconds=200)
        process.send_signal(signal.SIGINT)
        assert process.wait(200) == pytest.ExitCode.INTERRUPTED
    lines = (tmp_path / "shown").read_text().splitlines()
    (line,) = (line for line in lines if line.startswith("interrupted: "))
    assert re.fullmatch(r"interrupted: the results of \d commands? are kept: run the .*", line)
    assert [*race.path.glob(".hydra/session-*")] == []
