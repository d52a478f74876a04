"""Units of a race on a cluster: Dask's scheduler is told what to run, and waited for.

A unit whose worker dies is run again on another, by Dask; so is one whose trees were only there,
after they were sent again. Whatever else goes wrong is told, and never scored.
"""

from __future__ import annotations

import logging
import os
import threading
from asyncio import CancelledError
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError as FutureCancelled
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from pytest_hydra.candidates.checks import CheckPlan, Collector, environment
from pytest_hydra.candidates.git import Repository
from pytest_hydra.candidates.recordings import CommandRun, command_run_from_plain
from pytest_hydra.candidates.remote import Answer, Conditions, Layer, Work, forget, run_work
from pytest_hydra.candidates.toolchain import installed
from pytest_hydra.core.show import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution.clock import now
from pytest_hydra.execution.tasks import TasksStoppedError
from pytest_hydra.record.files import write_whole

if TYPE_CHECKING:
    from distributed import Future

    from pytest_hydra.candidates.prepared import Prepared
    from pytest_hydra.race_settings import ExecutionSettings

# How long a scheduler may take to answer, in seconds.
_ANSWERS = 15.0
# How often it is looked whether the session ends, in seconds: at first, and at most.
_SOON, _LOOK = 0.25, 4.0
# How often it is looked whether there are workers, in seconds.
_OFTEN = 3.0
# How long a session that ends waits for its workers to tidy up, in seconds.
_TIDY = 15.0
# How often a unit is told again whose trees were lost with their worker.
_TRIES = 5


class Cluster:
    """A cluster at the address of its scheduler, for one session. For any thread.

    ``base`` is the tree that all others are sent as a difference to. ``given`` are the variables
    of ours that commands may see. ``patience`` is how long, in seconds, a cluster may be without
    any worker.
    """

    def __init__(  # noqa: PLR0913 - what it works with, each by its name
        self,
        address: str,
        repository: Repository,
        base: str,
        conditions: Conditions,
        *,
        given: Mapping[str, str],
        patience: float = 60.0,
    ) -> None:
        """Raises HydraError where Dask is not installed, or nobody answers there."""
        try:
            from distributed import Client
        except ImportError as error:
            raise HydraError(
                '[execution] engine = "dask" needs Dask, which is not installed '
                f'({one_line(str(error), 100)}): pip install "pytest-hydra[dask]"'
            ) from None
        # It tells of each lost connection with a traceback, and we tell it in a line.
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
        self.address = address
        self._repository = repository
        self._base = base
        self._conditions = conditions
        self._given = given
        self._patience = patience
        self._lock = threading.Lock()
        self._packs: dict[str, Future[Any]] = {}
        self._asking = threading.Lock()
        self._asked = self._seen = now()
        try:
            self._client = Client(address, timeout=_ANSWERS, set_as_default=False)
        except (OSError, ValueError) as error:
            raise HydraError(
                f"no scheduler of Dask answers at {one_line(address, 200)}: "
                f"{one_line(str(error), 200)}; [execution] scheduler says where it is"
            ) from None

    @property
    def told(self) -> str:
        """Where it is, for people."""
        return f"dask at {one_line(self.address, 100)}"

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
            layers=tuple(replace(one, plan=self._seeing(one.plan)) for one in layers),
            plan=None if plan is None else self._seeing(plan),
            tree=tree,
            collector=collector,
        )
        trees = dict.fromkeys([self._base, *(one.tree for one in work.layers), work.tree])
        for _ in range(_TRIES):
            try:
                packs = [self._pack(tree) for tree in trees]
                name = f"hydra-{uuid4().hex}"
                future = self._client.submit(
                    run_work, work, *packs, key=name, priority=-urgency, pure=False
                )
                answer = self._waited(future, stopped)
            except (HydraError, TasksStoppedError):
                raise
            except (Exception, CancelledError) as error:  # noqa: BLE001 - as a connection breaks
                if stopped():
                    raise TasksStoppedError from None
                raise HydraError(self._what_broke(error)) from None
            if answer is None:
                continue
            if answer.run is None:
                raise HydraError(str(answer.problem))
            write_whole(log, answer.log)
            return command_run_from_plain(answer.run)
        raise HydraError(f"the workers of {self.told} were lost {_TRIES} times")

    def close(self) -> None:
        """End what runs there for the session, and leave nothing behind there."""
        # Where it is gone, or breaks now, what is left goes with its workers.
        with suppress(Exception, CancelledError):
            if self._client.status == "running":
                self._client.cancel(list(self._packs.values()))
                self._client.run(forget, self._conditions.session, on_error="ignore")
        self._client.close(timeout=_TIDY)

    def _seeing(self, plan: CheckPlan) -> CheckPlan:
        """The plan with the variables that commands may see, where nothing else sets them."""
        set_anyway = environment(plan, Path("/"), Path("/"), {})
        given = {name: text for name, text in self._given.items() if name not in set_anyway}
        return replace(plan, environment={**given, **plan.environment})

    def _pack(self, tree: str) -> Future[Any]:
        """A tree's objects, held by some worker; the others take them from each other."""
        with self._lock:
            held = self._packs.get(tree)
            if held is None or held.status not in ("pending", "finished"):
                wanted = f"{tree}\n" if tree == self._base else f"{tree}\n^{self._base}\n"
                pack = self._repository.run(
                    "pack-objects", "--revs", "--thin", "--stdout", "-q", stdin=wanted.encode()
                )
                try:
                    sent = self._client.scatter([(tree, pack)], hash=False, timeout=self._patience)
                except TimeoutError:
                    raise HydraError(self._no_worker) from None
                (held,) = sent
                self._packs[tree] = held
            return held

    def _waited(self, future: Future[Any], stopped: Callable[[], bool]) -> Answer | None:
        """What came of it; None where it was lost with its worker, and is to be told again."""
        done = threading.Event()
        # Told, and not asked for: very many may be waited for, each by a thread of its own.
        future.add_done_callback(lambda _: done.set())
        look = _SOON
        while not done.wait(look):
            if stopped():
                future.cancel()
                raise TasksStoppedError
            self._look_for_workers()
            look = min(2 * look, _LOOK)
        try:
            answer: Answer = future.result(timeout=_ANSWERS)
        except FutureCancelled:
            # Where the scheduler is there, it has lost what the unit needs.
            if self._client.status != "running":
                raise
            return None
        return answer

    def _what_broke(self, error: BaseException) -> str:
        if self._client.status != "running":
            return f"{self.told} went away; what was finished is kept"
        if type(error).__name__ == "KilledWorker":
            return (
                f"the workers of {self.told} died of it, one after the other: perhaps it takes "
                "more memory than they have"
            )
        return f"{self.told}: {type(error).__name__}: {one_line(str(error), 300)}"

    def _look_for_workers(self) -> None:
        """Raise HydraError where there has been none for long. One thread asks for all."""
        if now() - self._asked > _OFTEN and self._asking.acquire(blocking=False):
            try:
                self._asked = now()
                if self._client.scheduler_info()["workers"]:
                    self._seen = now()
            finally:
                self._asking.release()
        if now() - self._seen > self._patience:
            raise HydraError(self._no_worker)

    @property
    def _no_worker(self) -> str:
        starts = f"`dask worker {one_line(self.address, 100)}` starts one"
        return f"{self.told} has had no worker for {self._patience:g} s; {starts}"


def cluster_for(ready: Prepared, execution: ExecutionSettings, session: str) -> Cluster | None:
    """The cluster on which a race is run; None where it is run here. Raises HydraError."""
    if execution.scheduler is None:
        return None
    checkout, python = ready.repository.path, ready.plans.python
    return Cluster(
        execution.scheduler,
        ready.repository,
        str(ready.base.tree),
        Conditions(
            session=session,
            hash=ready.repository.hash,
            checkout=str(checkout),
            shares=tuple(one for one in ready.race.share if (checkout / one).is_dir()),
            sandbox=ready.ruling.sandbox.model_dump(mode="json"),
            isolation=ready.isolation.kind,
            python=python,
            tools="" if python is None else installed(python),
        ),
        given={one: os.environ[one] for one in ready.isolation.variables if one in os.environ},
    )
