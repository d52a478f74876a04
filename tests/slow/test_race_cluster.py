"""Races on a cluster of Dask's: its scheduler and workers are real processes, and die."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.dask import cluster as dask_cluster
from pytest_hydra.plugins.dask.cluster import DaskCluster
from tests.plugins.race.race_project import RaceProject, make_race
from tests.processes import lives
from tests.slow.local_cluster import PATIENCE, LocalCluster, wait_for

pytest.importorskip("distributed", reason="needs pytest-hydra[dask]")

# So that commands can tell this test where they are.
IN_THE_OPEN = '\n[sandbox]\nmode = "none"\n'


@pytest.fixture
def race(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> RaceProject:
    template = tmp_path_factory.getbasetemp() / "race-template"
    race = make_race(template, tmp_path / "project")
    race.candidates("good", "breaks")
    return race


def set_up(race: RaceProject, cluster: LocalCluster | None, **commands: str) -> None:
    """Have the race run there (or here), with other commands."""
    text = race_text(race)
    for name, command in commands.items():
        text = text.replace(
            "[scoring.commands]\n", f"[scoring.commands]\n{name} = '''{command}'''\n"
        )
    if cluster is not None:
        text += f'\n[execution]\nengine = "dask"\nscheduler = "{cluster.address}"\n'
    (race.path / "hydra.toml").write_text(text)


def race_text(race: RaceProject) -> str:
    """hydra.toml without the lines that `set_up` adds."""
    return (race.path / "hydra.toml").read_text().partition("\n[execution]")[0]


@contextmanager
def session_of(race: RaceProject) -> Iterator[subprocess.Popen[str]]:
    """A session that runs inside the block."""
    command = race.command("--hydra", "hydra.toml")
    with subprocess.Popen(
        command, cwd=race.path, env=race.environment(), stdout=subprocess.PIPE, text=True
    ) as session:
        try:
            yield session
        finally:
            session.kill()


def meets(folder: Path, name: str) -> str:
    """A command that says where its parent is, and waits once, until it is killed."""
    return (
        f"test -e {folder}/{name} && exit 0; echo $PPID >> {folder}/{name}; "
        f"sleep 300 & echo $! > {folder}/child; wait"
    )


def test_a_cluster_decides_as_this_machine_does(race: RaceProject, cluster: LocalCluster) -> None:
    here = race.run("--hydra", "hydra.toml")
    assert here.returncode == 0, here.stdout
    expected = race.report()
    cluster.worker()
    text = (race.path / "hydra.toml").read_text()
    execution = f'\n[execution]\nengine = "dask"\nscheduler = "{cluster.address}"\n'
    (race.path / "hydra.toml").write_text(text + execution)
    there = race.run("--hydra", "hydra.toml", "--hydra-no-cache", "-W", "error")
    assert (there.returncode, there.stderr) == (0, ""), there.stdout + cluster.logs()
    assert f"hydra: engine: dask at {cluster.address}" in there.stdout
    report = race.report()
    assert report["digest"] == expected["digest"]
    assert report["policy_digest"] == expected["policy_digest"]
    logs = race.runs()[-1] / "candidates"
    assert "test_label" in (logs / "breaks" / "tests.log").read_text()
    # Nothing is left on the worker.
    assert [*cluster.folder.glob("local-*/**/hydra-*")] == []


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks at processes through /proc")
def test_a_worker_that_is_killed_costs_a_retry_and_nothing_else(
    race: RaceProject, cluster: LocalCluster, tmp_path: Path
) -> None:
    race.candidates("good", more=IN_THE_OPEN)
    set_up(race, cluster, build=meets(tmp_path, "met"))
    first = cluster.worker()
    with session_of(race) as session:
        wait_for((tmp_path / "child").exists, session)
        wait_for(lambda: (tmp_path / "child").read_text().strip(), session)
        child = int((tmp_path / "child").read_text())
        assert lives(child)
        first.send_signal(signal.SIGKILL)
        cluster.worker()
        said, _ = session.communicate(timeout=PATIENCE)
    assert session.returncode == 0, said + cluster.logs()
    assert race.ranking() == [("good", "mergeable")]
    # What it had started went with it.
    wait_for(lambda: not lives(child))


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks at processes through /proc")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_session_that_ends_leaves_nothing_running_there(
    race: RaceProject, cluster: LocalCluster, tmp_path: Path, how: signal.Signals
) -> None:
    race.candidates("good", more=IN_THE_OPEN)
    set_up(race, cluster, build=meets(tmp_path, "met"))
    cluster.worker()
    with session_of(race) as session:
        wait_for((tmp_path / "child").exists, session)
        wait_for(lambda: (tmp_path / "child").read_text().strip(), session)
        session.send_signal(how)
        session.communicate(timeout=PATIENCE)
    child = int((tmp_path / "child").read_text())
    wait_for(lambda: not lives(child))


def test_a_scheduler_that_goes_away_is_an_error_and_what_was_finished_is_kept(
    race: RaceProject, cluster: LocalCluster, tmp_path: Path
) -> None:
    race.candidates("good", more=IN_THE_OPEN)
    set_up(race, cluster)
    text = (race.path / "hydra.toml").read_text()
    waits = f"touch {tmp_path}/met; sleep 300"
    (race.path / "hydra.toml").write_text(text.replace("python lint.py", waits))
    cluster.worker("--nthreads", "4")
    units = race.path / ".hydra" / "units"
    with session_of(race) as session:
        wait_for(lambda: (tmp_path / "met").exists() and len([*units.glob("*.json")]) == 2, session)
        cluster.scheduler.kill()
        said, _ = session.communicate(timeout=PATIENCE)
    assert session.returncode == 1, said
    assert "is gone; finished results are kept" in said.replace("\n    ", " ")
    assert race.report()["verdict"] == "error"
    finished = [json.loads(path.read_text()) for path in units.glob("*.json")]
    assert [entry["run"]["status"] for entry in finished] == ["done", "done"]
    assert "Traceback" not in said


def test_who_is_not_there_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster, "_ANSWERS", 0.2)
    with pytest.raises(HydraError) as caught:
        DaskCluster("tcp://127.0.0.1:9")
    assert str(caught.value).startswith("no Dask scheduler answers at tcp://127.0.0.1:9: ")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(HydraError, match=r'pip install "pytest-hydra\[dask\]"'):
        DaskCluster("tcp://127.0.0.1:9")


def test_a_worker_that_cannot_do_it_says_why(
    race: RaceProject, cluster: LocalCluster, tmp_path: Path
) -> None:
    race.candidates("good", more=IN_THE_OPEN)
    (tmp_path / "empty").mkdir()
    cluster.worker(PATH=str(tmp_path / "empty"))
    set_up(race, cluster)
    done = race.run("--hydra", "hydra.toml")
    assert done.returncode == 1, done.stdout
    assert "git was not found on PATH" in done.stdout
    assert race.ranking() == [("good", "unproven")]
