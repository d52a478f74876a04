"""Units of work: what is run once, and who waits for whom."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_hydra.candidates import plans
from pytest_hydra.candidates.prepared import Prepared, prepare
from pytest_hydra.candidates.recordings import CommandRun
from pytest_hydra.candidates.units import Bench, Unit
from pytest_hydra.execution.tasks import Slots, Tasks
from pytest_hydra.record.reuse import Reuse
from pytest_hydra.settings import load_settings
from tests.candidates.conftest import Checkout

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
def bench(ready: Prepared, checkout: Checkout) -> Iterator[Bench]:
    made = Bench(
        ready.plans,
        ready.repository,
        ready.base,
        root=checkout.path,
        shared=(),
        reuse=Reuse(),
        tasks=Tasks(),
        slots=Slots(4),
        isolation=ready.isolation,
    )
    yield made
    made.close()


def test_who_holds_the_bases_own_unit_waits_for_nobody(
    ready: Prepared, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A candidate that leaves the base's tests as they are has the base's unit, and may come first.
    monkeypatch.setitem(plans._TIMEOUTS, "tests", 0.2)

    def asked() -> float:
        raise AssertionError("the base waits for this unit itself")

    assert ready.base.tree is not None
    run = bench.run(
        Unit(agent="nothing", step="tests", tree=ready.base.tree, on=ready.base, base_seconds=asked)
    )
    assert run.status == "timeout"


def test_a_longer_time_is_that_of_the_base(
    ready: Prepared, bench: Bench, checkout: Checkout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(plans._TIMEOUTS, "tests", 0.2)
    tree = checkout.tree("a")
    run = bench.run(
        Unit(agent="a", step="tests", tree=tree, on=ready.base, base_seconds=lambda: 0.1)
    )
    assert (run.status, run.timeout_seconds) == ("timeout", 0.5)


def test_a_unit_runs_once_however_many_ask(ready: Prepared, bench: Bench, tmp_path: Path) -> None:
    assert ready.base.tree is not None
    unit = Unit(agent="base", step="tests", tree=ready.base.tree, on=ready.base)
    found: list[CommandRun] = []
    askers = [threading.Thread(target=lambda: found.append(bench.run(unit))) for _ in range(5)]
    for one in askers:
        one.start()
    (tmp_path / "go").touch()
    for one in askers:
        one.join()
    assert [run.status for run in found] == ["done"] * 5
    assert (tmp_path / "count").read_text() == "x\n"
