"""Units of work: what is run once, and who waits for whom."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import NoReturn

import pytest

from pytest_hydra.engine.unit import CommandRun
from pytest_hydra.errors import HydraError
from pytest_hydra.execution.tasks import Slots, Tasks
from pytest_hydra.git.repository import SourceError
from pytest_hydra.race import commands as plans
from pytest_hydra.race.commands import Unit
from pytest_hydra.race.decide.decision import DIMENSIONS
from pytest_hydra.race.live import Race
from pytest_hydra.race.preparation import Prepared, RaceOffers, prepare
from pytest_hydra.race.runner import Runner
from pytest_hydra.record.runs import Reuse
from pytest_hydra.results.parsers import PARSERS
from pytest_hydra.settings.file import load_settings
from tests.processes import wait_until
from tests.race.conftest import Checkout

HYDRA = """
[sandbox]
mode = "none"
[scoring]
profile = "none"
[scoring.commands]
test = "echo x >> {count}; while test ! -e {go}; do sleep 0.01; done"
"""


@pytest.fixture
def ready(checkout: Checkout, tmp_path: Path) -> Prepared:
    checkout.branch("a", {"calc.py": "x = 1\n"})
    text = HYDRA.format(count=tmp_path / "count", go=tmp_path / "go")
    file = checkout.write("hydra.toml", text)
    settings = load_settings(file, "hydra.toml")
    return prepare(settings, rules=lambda _text, _shown: settings, explicit=True)


@pytest.fixture
def tasks() -> Tasks:
    return Tasks()


@pytest.fixture
def slots() -> Slots:
    return Slots(4)


@pytest.fixture
def runner(ready: Prepared, tasks: Tasks, slots: Slots) -> Iterator[Runner]:
    made = Runner(ready, reuse=Reuse(), tasks=tasks, slots=slots)
    yield made
    made.close()


def test_who_holds_the_bases_own_unit_waits_for_nobody(
    ready: Prepared, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A candidate that leaves the base's tests as they are has the base's unit, and may come first.
    monkeypatch.setitem(plans._TIMEOUTS, "tests", 0.2)

    def asked() -> float:
        raise AssertionError("the base waits for this unit itself")

    assert ready.base.tree is not None
    run = runner.run(
        Unit(agent="nothing", step="tests", tree=ready.base.tree, on=ready.base, base_seconds=asked)
    )
    assert run.status == "timeout"


def test_a_longer_time_is_that_of_the_base(
    ready: Prepared, runner: Runner, checkout: Checkout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(plans._TIMEOUTS, "tests", 0.2)
    tree = checkout.tree("a")
    run = runner.run(
        Unit(agent="a", step="tests", tree=tree, on=ready.base, base_seconds=lambda: 0.1)
    )
    assert (run.status, run.timeout_seconds) == ("timeout", 0.5)


def test_a_unit_runs_once_however_many_ask(ready: Prepared, runner: Runner, tmp_path: Path) -> None:
    assert ready.base.tree is not None
    unit = Unit(agent="base", step="tests", tree=ready.base.tree, on=ready.base)
    found: list[CommandRun] = []
    askers = [threading.Thread(target=lambda: found.append(runner.run(unit))) for _ in range(5)]
    for asker in askers:
        asker.start()
    (tmp_path / "go").touch()
    for asker in askers:
        asker.join()
    assert [run.status for run in found] == ["done"] * 5
    assert (tmp_path / "count").read_text() == "x\n"


def workspaces(checkout: Checkout) -> list[Path]:
    """The workspaces of commands that are there now."""
    return list((checkout.path / ".hydra/work").glob("*/*/w/calc.py"))


@pytest.mark.parametrize("slots", [Slots(1)])
def test_the_next_workspace_is_laid_out_while_a_command_runs(
    ready: Prepared, runner: Runner, checkout: Checkout, tmp_path: Path
) -> None:
    tree, count = checkout.tree("a"), tmp_path / "count"
    assert ready.base.tree is not None
    units = [
        Unit(agent="base", step="tests", tree=ready.base.tree, on=ready.base),
        Unit(agent="a", step="tests", tree=tree, on=ready.base),
    ]
    threads = [threading.Thread(target=runner.run, args=(unit,)) for unit in units]
    threads[0].start()
    wait_until(count.exists)
    threads[1].start()
    wait_until(lambda: len(workspaces(checkout)) == 2)
    assert count.read_text() == "x\n"
    (tmp_path / "go").touch()
    for thread in threads:
        thread.join()
    assert count.read_text() == "x\nx\n"
    wait_until(lambda: not workspaces(checkout))


def test_a_workspace_that_no_task_removes_any_more_goes_with_the_bench(
    ready: Prepared, runner: Runner, checkout: Checkout, tmp_path: Path, tasks: Tasks
) -> None:
    assert ready.base.tree is not None
    unit = Unit(agent="base", step="tests", tree=ready.base.tree, on=ready.base)
    running = threading.Thread(target=runner.run, args=(unit,))
    running.start()
    wait_until((tmp_path / "count").exists)
    tasks.stop(0)
    (tmp_path / "go").touch()
    running.join()
    assert len(workspaces(checkout)) == 1
    runner.close()
    assert workspaces(checkout) == []
    assert list((checkout.path / ".hydra/work").iterdir()) == [checkout.path / ".hydra/work/lock"]


class Sessions:
    """Sessions with the same repository, one after the other, and what they have run."""

    def __init__(self, checkout: Checkout, count: Path) -> None:
        self.checkout = checkout
        self.count = count

    def run(self, toml: str, *steps: str, agents: Sequence[str] = ("base",)) -> list[CommandRun]:
        """The runs of a new session, on the base's tree, which these ``agents`` have."""
        file = self.checkout.write("hydra.toml", toml)
        settings = load_settings(file, "hydra.toml")
        ready = prepare(settings, rules=lambda _text, _shown: settings, explicit=True)
        runner = Runner(ready, reuse=Reuse(), tasks=Tasks(), slots=Slots(4))
        tree = str(ready.base.tree)
        try:
            whose = zip(steps, cycle(agents), strict=False)
            on = {agent: replace(ready.base, agent=agent) for agent in agents}
            units = (Unit(agent=one, step=step, tree=tree, on=on[one]) for step, one in whose)
            return [runner.run(unit) for unit in units]
        finally:
            runner.close()

    def runs(self) -> int:
        """How often the command has noted that it was run, since this was asked."""
        number = len(self.count.read_text()) if self.count.exists() else 0
        self.count.unlink(missing_ok=True)
        return number


@pytest.fixture
def sessions(checkout: Checkout, tmp_path: Path) -> Sessions:
    return Sessions(checkout, tmp_path / "count")


def commands(share: str = "", **lines: str) -> str:
    """A hydra.toml; each command notes that it is run where it says ``{count}``."""
    texts = "".join(f"{name} = {json.dumps(line)}\n" for name, line in lines.items())
    race = f"[race]\nshare = [{json.dumps(share)}]\n" if share else ""
    sandbox = '[sandbox]\nmode = "none"\n'
    return f'{race}{sandbox}[scoring]\nprofile = "none"\n[scoring.commands]\n{texts}'


def test_what_others_ended_is_run_once_more_and_never_kept(sessions: Sessions) -> None:
    note = f"printf x >> {sessions.count}"
    toml = commands(test=f"{note}; kill -KILL $$")
    for _ in range(2):
        (run,) = sessions.run(toml, "tests")
        assert (run.status, run.was_cut_off, sessions.runs()) == ("broken", True, 2)
    # The second time it may come to its end.
    there = f"cd {sessions.count.parent}"  # a file that is named by a whole path would count
    toml = commands(test=f"{note}; {there}; test -e once || {{ touch once; kill -TERM $$; }}")
    (run,) = sessions.run(toml, "tests")
    assert (run.succeeded, run.cached, sessions.runs()) == (True, False, 2)
    (run,) = sessions.run(toml, "tests")
    assert (run.succeeded, run.cached, sessions.runs()) == (True, True, 0)
    # What crashed has come to its end as well.
    for count in (1, 0):
        (run,) = sessions.run(commands(test=f"{note}; kill -SEGV $$"), "tests")
        assert (run.status, sessions.runs()) == ("done", count)


def test_a_tree_is_built_once_however_many_have_it(sessions: Sessions) -> None:
    toml = commands(build=f"printf x >> {sessions.count}", test="true", lint="true")
    runs = sessions.run(toml, "tests", "lint", agents=("base", "nothing"))
    assert [run.exit for run in runs] == [0, 0]
    assert sessions.runs() == 1


def test_nothing_is_run_on_a_build_that_others_ended(sessions: Sessions) -> None:
    note = f"printf x >> {sessions.count}"
    toml = commands(build=f"{note}; kill -KILL $$", test=f"{note}; exit 1")
    (run,) = sessions.run(toml, "build")
    assert (run.was_cut_off, sessions.runs()) == (True, 2)
    with pytest.raises(
        HydraError, match=r"the step before it could not be run: .* twice: it was killed"
    ):
        sessions.run(toml, "tests")
    assert sessions.runs() == 2


def test_what_failed_with_the_network_is_not_kept(sessions: Sessions) -> None:
    note, server = f"printf x >> {sessions.count}", sessions.count.with_name("server")
    # Not by its whole path, by which it would count.
    build = f"{note}; at={server.parent}; cp $at/server got"
    toml = commands(build=build, test=f"{note}; test -e got")
    runs = sessions.run(toml, "build", "tests")
    assert [run.exit for run in runs] == [1, 1]
    assert sessions.runs() == 2
    server.touch()
    # Neither the build nor what was run on what it left.
    runs = sessions.run(toml, "build", "tests")
    assert [(run.exit, run.cached) for run in runs] == [(0, False)] * 2
    assert sessions.runs() == 2
    server.unlink()
    runs = sessions.run(toml, "build", "tests")
    assert [(run.exit, run.cached) for run in runs] == [(0, True)] * 2


def test_what_is_lent_counts_by_what_it_holds(sessions: Sessions) -> None:
    inner = sessions.checkout.write("deps/a/b/package.txt", "broken")
    toml = commands("deps", test=f"printf x >> {sessions.count}; grep mended deps/a/b/package.txt")
    sessions.checkout.write(".gitignore", "deps/\n")

    def run() -> tuple[int | None, int]:
        (run,) = sessions.run(toml, "tests")
        return run.exit, sessions.runs()

    assert run() == (1, 1)
    assert run() == (1, 0)
    # In its place, as long as it was, with the time that it had: no folder above it changes.
    about = inner.stat()
    inner.write_text("mended")
    os.utime(inner, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert run() == (0, 1)
    inner.write_text("broken")
    assert run() == (1, 0)


@pytest.fixture
def unreadable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes cannot be read, as when git takes too long on a busy machine."""

    def fail(*_: object) -> NoReturn:
        raise SourceError("git cat-file took longer than 60 s")

    monkeypatch.setattr("pytest_hydra.race.candidates.inline_tests", fail)


@pytest.fixture
def race(checkout: Checkout, tmp_path: Path) -> Iterator[Race]:
    """A race of one, whose tests run until a file ``go`` is there."""
    # A text may hold examples that are tested, which only the base's run tells.
    checkout.branch("b", {"notes.txt": ">>> 1\n1\n"})
    text = HYDRA.format(count=tmp_path / "count", go=tmp_path / "go")
    file = checkout.write("hydra.toml", f'{text}[[race.candidates]]\nagent = "b"\nref = "b"\n')
    settings = load_settings(file, "hydra.toml")
    race = Race(
        settings,
        rules=lambda _text, _shown: settings,
        explicit=True,
        folder=tmp_path / "run",
        reuse=Reuse(),
        jobs=2,
        run_agents=False,
        judge=lambda _settings, _folder: lambda *_args, **_more: pytest.fail("nobody is asked"),
        offers=RaceOffers(DIMENSIONS, PARSERS),
    )
    race.ahead("b", "tests")
    yield race
    race.close()


def test_nobody_waits_for_the_bases_tests_before_they_tell_of_what_was_changed(
    race: Race, tmp_path: Path
) -> None:
    count = tmp_path / "count"
    wait_until(lambda: count.exists() and count.read_text() == "x\n" * 2)
    (tmp_path / "go").touch()
    race.take("b", "tests")
    # And the base's, broken: nothing is run again.
    assert count.read_text() == "x\n" * 3


def test_how_many_steps_there_are_is_told_once_nothing_can_add_to_them(
    race: Race, tmp_path: Path
) -> None:
    told = []

    def tells_all() -> bool:
        done, waiting, is_all = race.steps.progress()
        told.append((len(done) + len(waiting), is_all))
        return is_all

    for _ in range(20):
        assert not tells_all()
    (tmp_path / "go").touch()
    wait_until(tells_all)
    race.take("b", "tests")
    assert tells_all()
    assert not race.steps.progress()[1]
    wholes = [whole for whole, _ in told]
    assert wholes == sorted(wholes)
    assert len({whole for whole, is_all in told if is_all}) == 1


@pytest.mark.usefixtures("unreadable")
def test_a_candidate_whose_change_cannot_be_read_is_unproven_and_not_missing(
    race: Race, tmp_path: Path
) -> None:
    (tmp_path / "go").touch()
    verdict = race.take("b", "gates")
    assert verdict.state == "unproven"
    outcome = race.outcome(())
    (entry,) = outcome.rankings
    assert entry["verdict"] == "unproven"
    (gate,) = [gate for gate in entry["gates"] if gate["state"] != "pass"][:1]
    assert gate["name"] == "source"
    assert "took longer than 60 s" in gate["reason"]
