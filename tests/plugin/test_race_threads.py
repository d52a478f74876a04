"""How many threads a race has: no more with many candidates than with a few."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.plugin.race_project import RaceProject, make_race

CANDIDATES = 20
# Up to 30 threads when nothing else runs, whatever the number of candidates, and up to 60 on a
# busy machine. With a thread for each step of each candidate there would be more than 80.
MOST = 75


@pytest.fixture
def race(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> RaceProject:
    """A race of many, whose commands write down how many threads run it."""
    race = make_race(tmp_path_factory.getbasetemp() / "race-template", tmp_path / "project")
    for number in range(CANDIDATES):
        race.branch(f"agents/many{number}", {"notes.txt": f"{number}\n"})
    command = f"grep ^Threads: /proc/$PPID/status >> {tmp_path / 'threads'}"
    text = '[race]\nbase = "main"\nrequire = "none"\n[sandbox]\nmode = "none"\n'
    text += '[scoring]\nprofile = "none"\n'
    text += "[scoring.commands]\n" + "".join(
        f'{step} = "{command}"\n' for step in ("build", "test", "lint")
    )
    for number in range(CANDIDATES):
        text += f'[[race.candidates]]\nagent = "many{number}"\nref = "agents/many{number}"\n'
    (race.path / "hydra.toml").write_text(text)
    return race


@pytest.mark.skipif(sys.platform != "linux", reason="threads are counted in /proc")
@pytest.mark.parametrize("arguments", [(), ("-pxdist", "-n2")], ids=["alone", "workers"])
def test_many_candidates_need_no_more_threads(
    race: RaceProject, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    done = race.run("--hydra", "hydra.toml", "--hydra-jobs=2", *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(race.ranking()) == CANDIDATES
    told = (tmp_path / "threads").read_text().splitlines()
    assert len(told) >= 3 * CANDIDATES
    assert max(int(line.split()[1]) for line in told) < MOST
