"""A race in this process: what runs meanwhile, and what a failure to read a change means."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from pytest_hydra.execution.tasks import TasksStoppedError
from pytest_hydra.plugins.git.repository import SourceError
from pytest_hydra.plugins.race.decide.decision import DIMENSIONS
from pytest_hydra.plugins.race.live import LiveRace
from pytest_hydra.plugins.race.preparation import RaceOffers
from pytest_hydra.plugins.race.schedule import wanted_of
from pytest_hydra.plugins.results.parsers import PARSERS
from pytest_hydra.record.runs import Reuse
from pytest_hydra.settings.file import load_settings
from tests.plugins.race.conftest import Checkout
from tests.processes import wait_until

HYDRA = """
[sandbox]
mode = "none"
[scoring]
profile = "none"
[scoring.commands]
test = "echo x >> {count}; while test ! -e {go}; do sleep 0.01; done"
[[race.candidates]]
agent = "b"
ref = "b"
"""


@pytest.fixture
def race(checkout: Checkout, tmp_path: Path) -> Iterator[LiveRace]:
    """A race of one, whose tests run until a file ``go`` is there."""
    checkout.branch("b", {"notes.txt": "new\n"})
    text = HYDRA.format(count=tmp_path / "count", go=tmp_path / "go")
    file = checkout.write("hydra.toml", text)
    settings = load_settings(file, "hydra.toml")
    race = LiveRace(
        settings,
        rules=lambda _text, _label: settings,
        explicit=True,
        folder=tmp_path / "run",
        reuse=Reuse(),
        jobs=2,
        run_agents=False,
        judge=lambda _settings, _folder: lambda *_args, **_more: pytest.fail("no judge is asked"),
        offers=RaceOffers(DIMENSIONS, PARSERS),
    )
    yield race
    race.close()


def start(race: LiveRace) -> None:
    race.start(wanted_of([("b", "gates")], race.rules))


def test_the_number_of_steps_is_known_once_nothing_can_add_to_them(
    race: LiveRace, tmp_path: Path
) -> None:
    start(race)
    wait_until((tmp_path / "count").exists)
    assert (race.progress()[3], race.decided) == (False, ())
    (tmp_path / "go").touch()
    race.wait()
    assert race.decided == ("b",)
    done, waiting, running, is_all = race.progress()
    # Of the base, of the candidate, and of the one that is known to be bad.
    assert (len(done), waiting, running, is_all) == (3, [], [], True)


@pytest.fixture
def unreadable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes cannot be read, as when git takes too long on a busy machine."""

    def fail(*_: object) -> NoReturn:
        raise SourceError("git cat-file took longer than 60 s")

    monkeypatch.setattr("pytest_hydra.plugins.race.work.ownership_of", fail)


@pytest.mark.usefixtures("unreadable")
def test_a_candidate_whose_change_cannot_be_read_is_unproven_and_not_missing(
    race: LiveRace, tmp_path: Path
) -> None:
    (tmp_path / "go").touch()
    start(race)
    assert race.take("b", "gates").state == "unproven"
    (entry,) = race.outcome(()).candidates
    assert entry["status"] == "ungraded"
    (gate,) = [gate for gate in entry["gates"] if gate["state"] != "pass"][:1]
    assert gate["name"] == "source"
    assert "took longer than 60 s" in gate["reason"]


def test_a_stopped_race_has_no_verdict_and_ranks_nobody(race: LiveRace, tmp_path: Path) -> None:
    start(race)
    wait_until((tmp_path / "count").exists)
    assert race.outcome(()).candidates == []
    with pytest.raises(TasksStoppedError):
        race.wait()


def test_a_failure_of_the_loop_reaches_whoever_waits(
    race: LiveRace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> NoReturn:
        raise ZeroDivisionError

    monkeypatch.setattr("pytest_hydra.plugins.race.live.plan", fail)
    start(race)
    with pytest.raises(ZeroDivisionError):
        race.wait()


def test_candidates_that_only_a_test_needs_are_only_pinned(race: LiveRace, tmp_path: Path) -> None:
    race.start({"b": frozenset()})
    source = race.source("b")
    assert source.is_pinned
    with race.workspace(source) as path:
        assert (path / "notes.txt").read_text() == "new\n"
        assert race.run_line("exit 4", path, 30).exit == 4
    assert not (tmp_path / "count").exists()
