"""A workshop: each unit is run once, each layer is made once, and results are kept."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import pytest

from pytest_hydra.errors import HydraError
from pytest_hydra.execution.tasks import StoppedError
from pytest_hydra.plugins.engine.executors import LocalExecutor, Pool
from pytest_hydra.plugins.engine.isolation import Isolation
from pytest_hydra.plugins.engine.unit import CommandRun, Unit
from pytest_hydra.plugins.engine.workshop import Surroundings, Workshop
from pytest_hydra.plugins.git.repository import Repository
from pytest_hydra.plugins.race.ownership import Ownership
from pytest_hydra.plugins.race.preparation import open_workshop, prepare
from pytest_hydra.record.files import make_folder
from pytest_hydra.record.runs import Reuse
from pytest_hydra.settings.file import load_settings
from tests.plugins.race.conftest import Checkout
from tests.processes import wait_until


@pytest.fixture
def workshop(checkout: Checkout) -> Iterator[Workshop]:
    root = checkout.path
    surroundings = Surroundings(
        root=root,
        repository=Repository.find(root, make_folder(root, "objects")),
        isolation=Isolation(),
        tools=lambda: "",
    )
    opened = Workshop(surroundings, Reuse())
    yield opened
    opened.close()


def unit(checkout: Checkout, command: str, **fields: object) -> Unit:
    made = Unit(name="tests", command=command, timeout_seconds=30, tree=checkout.tree("main"))
    return replace(made, **fields)  # type: ignore[arg-type] # each test names real fields


def waiting(tmp_path: Path) -> str:
    """A command that notes that it was started, and waits for the file ``go``."""
    count, go = tmp_path / "count", tmp_path / "go"
    return f"echo x >> {count}; while test ! -e {go}; do sleep 0.01; done"


def test_a_unit_runs_once_however_many_ask(
    workshop: Workshop, checkout: Checkout, tmp_path: Path
) -> None:
    wanted = unit(checkout, waiting(tmp_path))
    runs: list[CommandRun] = []
    threads = [threading.Thread(target=lambda: runs.append(workshop.run(wanted))) for _ in range(5)]
    for thread in threads:
        thread.start()
    (tmp_path / "go").touch()
    for thread in threads:
        thread.join()
    assert [run.status for run in runs] == ["done"] * 5
    assert (tmp_path / "count").read_text() == "x\n"


def workspaces(checkout: Checkout) -> list[Path]:
    """The workspaces of commands that exist."""
    return list((checkout.path / ".hydra/work").glob("*/*/w/calc.py"))


def test_the_workspace_of_a_unit_is_removed(workshop: Workshop, checkout: Checkout) -> None:
    assert workshop.run(unit(checkout, "test -e calc.py")).succeeded
    wait_until(lambda: not workspaces(checkout))
    workshop.close()
    assert list((checkout.path / ".hydra/work").iterdir()) == [checkout.path / ".hydra/work/lock"]


def test_a_workspace_for_others_has_the_files_of_its_tree(
    workshop: Workshop, checkout: Checkout
) -> None:
    with workshop.workspace(checkout.tree("main")) as path:
        assert (path / "calc.py").is_file()
        run = workshop.run_in(path, unit(checkout, "cat calc.py; exit 3", tree=""))
        assert (run.status, run.exit) == ("done", 3)
    wait_until(lambda: not path.exists())


def test_a_stopped_workshop_ends_what_runs_and_starts_nothing(
    workshop: Workshop, checkout: Checkout, tmp_path: Path
) -> None:
    executor = LocalExecutor(workshop.run, Pool(1))
    running = executor.submit(unit(checkout, waiting(tmp_path)), (0,))
    later = executor.submit(unit(checkout, "true"), (1,))
    wait_until((tmp_path / "count").exists)
    executor.close()
    workshop.stop()
    with pytest.raises(StoppedError):
        running.result(60)
    with pytest.raises(CancelledError):
        later.result(60)
    with pytest.raises(StoppedError):
        workshop.run(unit(checkout, "true"))


def test_a_pool_runs_the_smallest_rank_first_in_as_many_threads_as_it_has() -> None:
    pool, go, done = Pool(1), threading.Event(), list[int]()
    first = pool.submit((9,), go.wait)
    others = [pool.submit((rank,), lambda rank=rank: done.append(rank)) for rank in (3, 1, 2)]  # type: ignore[misc]
    go.set()
    assert first.result(60)
    for future in others:
        future.result(60)
    assert done == [1, 2, 3]
    pool.close(60)


def test_a_pool_says_so_if_the_system_has_no_thread() -> None:
    usual = threading.stack_size()
    threading.stack_size(2**46)  # more than any machine has
    try:
        with pytest.raises(HydraError, match="no more threads"):
            Pool(1).submit((0,), list)
    finally:
        threading.stack_size(usual)


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
        workshop = open_workshop(ready, Reuse())
        runs = []
        try:
            for step, agent in zip(steps, cycle(agents), strict=False):
                target = ready.unit(replace(ready.base, agent=agent), step, Ownership(ready.rules))
                assert target is not None
                runs.append(workshop.run(ready.commands.unit(target)))
        finally:
            workshop.close()
        return runs

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
