"""What a worker of a cluster does before it runs a unit; the clusters are in tests/slow."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from pytest_hydra.plugins.dask.executor import Conditions
from pytest_hydra.plugins.dask.executor import _open as open_session
from pytest_hydra.plugins.engine.command import run
from pytest_hydra.plugins.engine.unit import Unit
from tests.plugins.race.boxes import SECRET, make_machine, needs_box


@needs_box
def test_a_worker_of_a_cluster_hides_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = make_machine(tmp_path, monkeypatch)
    secret = machine.checkout / "lent" / "hidden" / "test_task.py"
    secret.parent.mkdir(parents=True)
    for path in (secret, machine.checkout / "lent" / "other"):
        path.write_text(SECRET)
    conditions = Conditions(
        session="a",
        hash="sha1",
        checkout=str(machine.checkout),
        shares=("lent",),
        caches=(),
        sandbox={"mode": "bubblewrap"},
        isolation="bubblewrap",
        python=None,
        packages="",
        watched=(),
        hidden=(secret.parent, machine.checkout / "lent" / "gone"),
    )
    (machine.top / "local").mkdir()
    (machine.workspace / "lent").mkdir()
    worker = open_session(conditions, machine.top / "local")
    with closing(worker.workshop):
        line = f"ls lent lent/hidden {machine.checkout}/lent/hidden; cat lent/other"
        plan = Unit(name="x", command=line, timeout_seconds=90)
        done = run(plan, machine.workspace, machine.log, isolation=worker.workshop.isolation)
    assert (done.exit, "test_task.py" in done.tail) == (0, False), done.tail
    assert done.tail.endswith(SECRET)
