"""Run units of a race on a cluster: the work of a worker, and the data sent to it and back."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra import __version__
from pytest_hydra.core.text import one_line
from pytest_hydra.engine import command as checks
from pytest_hydra.engine.command import CheckPlan, Ground, Layer
from pytest_hydra.engine.installations import installed
from pytest_hydra.engine.isolation import Isolation, isolation_of
from pytest_hydra.engine.unit import CommandRun
from pytest_hydra.engine.workspaces import Workspaces
from pytest_hydra.errors import HydraError
from pytest_hydra.execution.dask import DaskCluster, is_available, stopper
from pytest_hydra.execution.quotas import now
from pytest_hydra.git.repository import Repository, make_git_dir
from pytest_hydra.race.paths import TEST_CONFIGURATION
from pytest_hydra.record.files import write_whole
from pytest_hydra.record.wire import from_plain
from pytest_hydra.results.collectors import ResultCollector

if TYPE_CHECKING:
    from distributed import Future

    from pytest_hydra.race.preparation import Prepared

# How long the files of a session that was not closed are kept on a worker, in seconds.
_KEPT_SECONDS = 3600.0
# How long the commands of a closed session may take to end, in seconds.
_MOMENT = 10.0
# How long a session that is closed waits for workers to clean up, in seconds.
_TIDY = 15.0

Pack = tuple[str, bytes]
"""The id of a tree, and a git pack of its objects that the base does not have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """The conditions shared by all units of a session.

    ``hash`` is the name of git's hash. ``checkout`` is the user's working copy, which contains the
    ``shares``. ``sandbox`` are its settings, as JSON values, and ``isolation`` is the resulting
    kind of isolation. ``tools`` are the packages of the interpreter, from `installed`. ``hidden``
    are paths that no command may see, if they exist on the worker.
    """

    session: str
    hash: str
    checkout: str
    shares: tuple[str, ...]
    sandbox: Mapping[str, Any]
    isolation: str
    python: str | None
    tools: str
    hidden: tuple[Path, ...]
    engine: str = __version__


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """One unit. Without a ``plan`` it is the last of its layers.

    ``collector`` creates the collector of its results, or returns None.
    """

    conditions: Conditions
    layers: tuple[Layer, ...]
    plan: CheckPlan | None
    tree: str
    collector: Callable[[], ResultCollector | None]


def run_work(work: Work, *packs: Pack) -> dict[str, Any]:
    """Run a unit on this worker, as a Dask task.

    Returns the recorded run, as JSON values, and its log; or a problem. ``packs`` are those of its
    trees, the base's first. Raises StoppedError when the result is no longer needed.
    """
    from distributed import get_worker

    worker = get_worker()
    stopped = stopper()
    try:
        with _place(work.conditions, Path(worker.local_directory)) as place:
            return place.run(work, packs, stopped)
    except (HydraError, OSError) as error:
        return {"problem": f"on the worker {worker.address}: {one_line(str(error), 1000)}"}


async def forget(session: str) -> None:
    """Remove the files of a session from this worker, once its commands have ended."""
    import asyncio

    await asyncio.to_thread(_forget, session)


@dataclass(slots=True)
class _WorkerSession:
    """The files of one session on a worker: git objects that it received, and workspaces."""

    folder: Path
    repository: Repository
    workspaces: Workspaces
    isolation: Isolation
    stack: ExitStack
    lock: threading.Lock = field(default_factory=threading.Lock)
    trees: set[str] = field(default_factory=set)
    grounds: dict[str, Ground] = field(default_factory=dict)
    locks: dict[str, threading.Lock] = field(default_factory=dict)
    used: int = 0
    last: float = 0.0

    def run(self, work: Work, packs: Sequence[Pack], stopped: Callable[[], bool]) -> dict[str, Any]:
        """Run a unit. Raises HydraError, OSError and StoppedError."""
        # Store the objects of trees that are new here.
        with self.lock:
            for tree, pack in packs:
                if tree not in self.trees:
                    self.repository.run("index-pack", "--stdin", "--fix-thin", stdin=pack)
                    self.trees.add(tree)
        ground = self._ground(work.layers, stopped)
        if work.plan is None:
            assert ground is not None  # noqa: S101 - the unit is a layer
            return _answer(ground.run, ground.log)
        start = None if ground is None else ground.start
        with self.workspaces.overlay(work.tree, on=start, restored=work.plan.restored) as workspace:
            # Beside the workspace, and removed with it.
            log = workspace.path.parent / "run.log"
            run = checks.run(
                work.plan,
                workspace.path,
                log,
                stop=stopped,
                collector=work.collector(),
                isolation=self.isolation,
                mount=workspace.mount,
            )
            return _answer(checks.with_signs(run, workspace.added_files), log)

    def _ground(self, layers: Sequence[Layer], stopped: Callable[[], bool]) -> Ground | None:
        """The result of the last layer; each layer is run once."""
        if not layers:
            return None
        name = json.dumps([asdict(layer) for layer in layers], sort_keys=True)
        with self.lock:
            lock = self.locks.setdefault(name, threading.Lock())
        with lock, ExitStack() as stack:
            if name in self.grounds:
                return self.grounds[name]
            layer, below = layers[-1], self._ground(layers[:-1], stopped)
            on = None if below is None else below.start
            copy = self.workspaces.copy(layer.tree, on=on, share=not layer.is_setup)
            folder = stack.enter_context(copy)
            log = folder.parent / "layer.log"
            run = checks.run(layer.plan, folder, log, stop=stopped, isolation=self.isolation)
            ground = checks.ground_of(layer, folder, run, log, self.isolation)
            with self.lock:
                self.stack.push(stack.pop_all())
            if not ground.run.was_cut_off:
                self.grounds[name] = ground
            return ground


# A worker is one process with many threads, which share its sessions.
_lock = threading.Lock()
_sessions: dict[str, _WorkerSession] = {}


@contextmanager
def _place(conditions: Conditions, local: Path) -> Iterator[_WorkerSession]:
    """The session on this worker, created on first use."""
    with _lock:
        for session, place in list(_sessions.items()):
            if not place.used and now() - place.last > _KEPT_SECONDS:
                _close(_sessions.pop(session))
        place = _sessions.get(conditions.session) or _open(conditions, local)
        _sessions[conditions.session] = place
        place.used += 1
    try:
        yield place
    finally:
        with _lock:
            place.used -= 1
            place.last = now()


def _open(conditions: Conditions, local: Path) -> _WorkerSession:
    if conditions.engine != __version__:
        raise HydraError(f"it has pytest-hydra {__version__} instead of {conditions.engine}")
    checkout = Path(conditions.checkout)
    for share in conditions.shares:
        if not os.path.isdir(checkout / share):
            raise HydraError(
                f"there is no {checkout / share}, which is in [race] share: make it available at "
                "the same path on the worker, or create it with [race] setup"
            )
    python = conditions.python
    if python is not None and installed(local, python, checkout) != conditions.tools:
        raise HydraError(f"{python} is missing, or has other packages than the session's machine")
    program = shutil.which("git")
    if program is None:
        raise HydraError("git was not found on PATH")
    # Imported here, as other tasks of a worker do not need pydantic.
    from pytest_hydra.settings.race import SandboxSettings

    isolation = isolation_of(SandboxSettings(**conditions.sandbox), checkout, conditions.shares)
    if isolation.kind != conditions.isolation:
        note = f" ({isolation.why})" if isolation.why else ""
        raise HydraError(
            f"its isolation is {isolation.kind}{note}, and that of the race is "
            f"{conditions.isolation}; set [sandbox] mode"
        )
    folder = Path(tempfile.mkdtemp(prefix="hydra-", dir=local))
    store = folder / "git"
    make_git_dir(store, conditions.hash)
    repository = Repository(
        path=checkout,
        git_dir=store,
        common_dir=store,
        store=store,
        objects=store / "objects",
        hash="sha1" if conditions.hash == "sha1" else "sha256",
        shallow=False,
        program=os.path.abspath(program),
    )
    stack = ExitStack()
    shares = [Path(entry) for entry in conditions.shares]
    workspaces = stack.enter_context(
        Workspaces(
            repository,
            folder / "work",
            shares,
            box=isolation.box,
            of_interest=TEST_CONFIGURATION,
        )
    )
    hidden = tuple(path for path in conditions.hidden if path.exists())
    # Variables that the user passes on are in the plans.
    isolation = replace(isolation, variables=(), hidden=hidden)
    return _WorkerSession(folder, repository, workspaces, isolation, stack)


def _forget(session: str) -> None:
    end = now() + _MOMENT
    while True:
        with _lock:
            place = _sessions.get(session)
            if place is None:
                return
            if not place.used or now() > end:
                _close(_sessions.pop(session))
                return
        threading.Event().wait(0.05)


def _close(place: _WorkerSession) -> None:
    place.stack.close()
    shutil.rmtree(place.folder, ignore_errors=True)


def _answer(run: CommandRun, log: Path) -> dict[str, Any]:
    return {"run": asdict(run), "log": log.read_bytes() if log.exists() else b""}


class Cluster:
    """Runs the units of one session on a cluster. Thread-safe."""

    def __init__(self, scheduler: str, ready: Prepared, session: str) -> None:
        """Raises HydraError if no scheduler answers at the address."""
        checkout, python = ready.repository.path, ready.plans.python
        self._dask = DaskCluster(scheduler)
        #: The address of the cluster, for people.
        self.place = self._dask.label
        self._repository = ready.repository
        # All other trees are sent as differences from this one.
        self._base = str(ready.base.tree)
        self._conditions = Conditions(
            session=session,
            hash=ready.repository.hash,
            checkout=str(checkout),
            shares=tuple(entry for entry in ready.race.share if os.path.isdir(checkout / entry)),
            sandbox=ready.ruling.sandbox.model_dump(mode="json"),
            isolation=ready.isolation.kind,
            python=python,
            tools="" if python is None else installed(ready.settings.root, python, checkout),
            hidden=ready.isolation.hidden,
        )
        # Our environment variables that commands may see.
        variables = ready.isolation.variables
        self._variables = {name: os.environ[name] for name in variables if name in os.environ}
        self._lock = threading.Lock()
        self._packs: dict[str, Future[Any]] = {}

    def run(  # noqa: PLR0913 - the parts of a unit
        self,
        layers: Sequence[Layer],
        plan: CheckPlan | None,
        tree: str,
        *,
        collector: Callable[[], ResultCollector | None],
        log: Path,
        urgency: int,
        stopped: Callable[[], bool],
    ) -> CommandRun:
        """Run a unit on the cluster, and write its log here; the smallest ``urgency`` runs first.

        See `Work` for the other parameters. Raises HydraError for problems that are not the
        command's fault, and TasksStoppedError.
        """
        work = Work(
            conditions=self._conditions,
            layers=tuple(replace(layer, plan=self._with_variables(layer.plan)) for layer in layers),
            plan=None if plan is None else self._with_variables(plan),
            tree=tree,
            collector=collector,
        )
        trees = dict.fromkeys([self._base, *(layer.tree for layer in work.layers), work.tree])

        def arguments() -> Iterator[Any]:
            yield work
            yield from map(self._pack, trees)

        answer = self._dask.run(run_work, arguments, urgency=urgency, stopped=stopped)
        if "problem" in answer:
            raise HydraError(answer["problem"])
        write_whole(log, answer["log"])
        return from_plain(CommandRun, answer["run"])

    def close(self) -> None:
        """End the session's commands on the cluster, and remove its files there."""
        with self._lock:
            packs = list(self._packs.values())
        self._dask.close(packs, forget, self._conditions.session, seconds=_TIDY)

    def _with_variables(self, plan: CheckPlan) -> CheckPlan:
        """The plan with the variables that the user passes on, unless they are set otherwise."""
        variables = checks.environment(plan, Path("/"), Path("/"), {})
        missing = {name: text for name, text in self._variables.items() if name not in variables}
        return replace(plan, environment={**missing, **plan.environment})

    def _pack(self, tree: str) -> Future[Any]:
        """A tree's objects on some worker; the other workers copy them from each other."""
        with self._lock:
            future = self._packs.get(tree)
            if future is None or not is_available(future):
                revisions = f"{tree}\n" if tree == self._base else f"{tree}\n^{self._base}\n"
                pack = self._repository.run(
                    "pack-objects", "--revs", "--thin", "--stdout", "-q", stdin=revisions.encode()
                )
                future = self._packs[tree] = self._dask.send((tree, pack))
            return future
