"""Units of a race on a cluster: what each is, its trees, and what comes of it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.candidates.recording import CommandRun, from_plain
from pytest_hydra.candidates.run.checks import CheckPlan, Collector, Layer, environment
from pytest_hydra.candidates.run.cluster_worker import (
    Answer,
    Conditions,
    Work,
    forget,
    run_work,
)
from pytest_hydra.candidates.source.git import Repository
from pytest_hydra.candidates.workspace.isolation import installed
from pytest_hydra.errors import HydraError
from pytest_hydra.execution.dask import DaskCluster, is_held
from pytest_hydra.record.files import write_whole

if TYPE_CHECKING:
    from distributed import Future

    from pytest_hydra.candidates.run.candidates import Prepared

# How long a session that ends waits for its workers to tidy up, in seconds.
_TIDY = 15.0


class Cluster:
    """What runs the units of one session on a cluster. For any thread.

    ``base`` is the tree that all others are sent as a difference to. ``given`` are the variables
    of ours that commands may see.
    """

    def __init__(
        self,
        dask: DaskCluster,
        repository: Repository,
        base: str,
        conditions: Conditions,
        *,
        given: Mapping[str, str],
    ) -> None:
        self._dask = dask
        self._repository = repository
        self._base = base
        self._conditions = conditions
        self._given = given
        self._lock = threading.Lock()
        self._packs: dict[str, Future[Any]] = {}

    @property
    def place(self) -> str:
        """Where it is, for people."""
        return self._dask.told

    def run(  # noqa: PLR0913 - all that makes a unit one
        self,
        layers: Sequence[Layer],
        plan: CheckPlan | None,
        tree: str,
        *,
        collector: Callable[[], Collector | None],
        log: Path,
        urgency: int,
        stopped: Callable[[], bool],
    ) -> CommandRun:
        """Run a unit there, and write its log here; the smallest ``urgency`` goes first.

        See `Work` for the rest. Raises HydraError for what is not the command's fault, and
        TasksStoppedError.
        """
        work = Work(
            conditions=self._conditions,
            layers=tuple(replace(layer, plan=self._seeing(layer.plan)) for layer in layers),
            plan=None if plan is None else self._seeing(plan),
            tree=tree,
            collector=collector,
        )
        trees = dict.fromkeys([self._base, *(layer.tree for layer in work.layers), work.tree])

        def arguments() -> Iterator[Any]:
            yield work
            yield from map(self._pack, trees)

        answer: Answer = self._dask.run(run_work, arguments, urgency=urgency, stopped=stopped)
        if answer.run is None:
            raise HydraError(str(answer.problem))
        write_whole(log, answer.log)
        return from_plain(CommandRun, answer.run)

    def close(self) -> None:
        """End what runs there for the session, and leave nothing behind there."""
        with self._lock:
            packs = list(self._packs.values())
        self._dask.close(packs, forget, self._conditions.session, seconds=_TIDY)

    def _seeing(self, plan: CheckPlan) -> CheckPlan:
        """The plan with the variables that commands may see, where nothing else sets them."""
        set_anyway = environment(plan, Path("/"), Path("/"), {})
        given = {name: text for name, text in self._given.items() if name not in set_anyway}
        return replace(plan, environment={**given, **plan.environment})

    def _pack(self, tree: str) -> Future[Any]:
        """A tree's objects, held by some worker; the others take them from each other."""
        with self._lock:
            held = self._packs.get(tree)
            if held is None or not is_held(held):
                wanted = f"{tree}\n" if tree == self._base else f"{tree}\n^{self._base}\n"
                pack = self._repository.run(
                    "pack-objects", "--revs", "--thin", "--stdout", "-q", stdin=wanted.encode()
                )
                held = self._packs[tree] = self._dask.send((tree, pack))
            return held


def cluster_at(scheduler: str, ready: Prepared, session: str) -> Cluster:
    """The cluster on which a race is run, by its scheduler's address. Raises HydraError."""
    checkout, python = ready.repository.path, ready.plans.python
    return Cluster(
        DaskCluster(scheduler),
        ready.repository,
        str(ready.base.tree),
        Conditions(
            session=session,
            hash=ready.repository.hash,
            checkout=str(checkout),
            shares=tuple(entry for entry in ready.race.share if os.path.isdir(checkout / entry)),
            sandbox=ready.ruling.sandbox.model_dump(mode="json"),
            isolation=ready.isolation.kind,
            python=python,
            tools="" if python is None else installed(python),
        ),
        given={
            variable: os.environ[variable]
            for variable in ready.isolation.variables
            if variable in os.environ
        },
    )
