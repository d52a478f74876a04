"""Units of work: what is run once, and who waits for whom."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_hydra.candidates.recording import CommandRun
from pytest_hydra.candidates.run import plans
from pytest_hydra.candidates.run.candidates import Prepared, prepare
from pytest_hydra.candidates.run.plans import Unit
from pytest_hydra.candidates.run.runner import Runner
from pytest_hydra.execution.tasks import Slots, Tasks
from pytest_hydra.record.runs import Reuse
from pytest_hydra.settings.file import load_settings
from tests.candidates.conftest import Checkout
from tests.processes import wait_until

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
    return prepare(settings, rules=lambda _text, _shown: settings, named=True)


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
