"""Run units on a Dask cluster: a workshop on each worker, and what is sent to it and back."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra import __version__
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution import now
from pytest_hydra.plugins.dask.cluster import DaskCluster, is_available, stopper
from pytest_hydra.plugins.engine import command as commands
from pytest_hydra.plugins.engine.executors import Pool, Rank
from pytest_hydra.plugins.engine.installations import installed
from pytest_hydra.plugins.engine.isolation import isolation_of
from pytest_hydra.plugins.engine.unit import CommandRun, Layer, Unit
from pytest_hydra.plugins.engine.workshop import Surroundings, Workshop
from pytest_hydra.plugins.git.repository import Repository, make_git_dir
from pytest_hydra.record.files import write_whole
from pytest_hydra.record.runs import Reuse
from pytest_hydra.record.wire import from_plain

if TYPE_CHECKING:
    from distributed import Future as Sent

# A cluster has a queue of its own, and scales with its length.
_AT_ONCE = 5000
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
    ``shares``, with ``caches``. ``sandbox`` are its settings, as JSON values, and ``isolation`` is
    the resulting kind of isolation. ``packages`` are those of the interpreter ``python``, from
    `installed`. ``hidden`` are paths that no command may see, if they exist on the worker.
    """

    session: str
    hash: str
    checkout: str
    shares: tuple[str, ...]
    caches: tuple[str, ...]
    watched: tuple[str, ...]
    sandbox: Mapping[str, Any]
    isolation: str
    python: str | None
    packages: str
    hidden: tuple[Path, ...]
    engine: str = __version__


def run_unit(conditions: Conditions, unit: Unit, *packs: Pack) -> dict[str, Any]:
    """Run a unit on this worker, as a Dask task.

    Returns the run as JSON values, whether it is repeatable, and the logs of the unit and its
    layers; or a problem. ``packs`` are those of its trees, the base's first. Raises StoppedError
    when the result is no longer needed.
    """
    from distributed import get_worker

    worker = get_worker()
    try:
        with _place(conditions, Path(worker.local_directory)) as place:
            return place.run(unit, packs)
    except (HydraError, OSError) as error:
        return {"problem": f"on the worker {worker.address}: {one_line(str(error), 1000)}"}


async def forget(session: str) -> None:
    """Remove the files of a session from this worker, once its commands have ended."""
    import asyncio

    await asyncio.to_thread(_forget, session)


@dataclass(slots=True)
class _WorkerSession:
    """One session on a worker: the git objects that it received, and its workshop."""

    folder: Path
    repository: Repository
    workshop: Workshop
    lock: threading.Lock = field(default_factory=threading.Lock)
    trees: set[str] = field(default_factory=set)
    used: int = 0
    last: float = 0.0

    def run(self, unit: Unit, packs: Sequence[Pack]) -> dict[str, Any]:
        """Run a unit. Raises HydraError, OSError and StoppedError."""
        # Store the objects of trees that are new here.
        with self.lock:
            for tree, pack in packs:
                if tree not in self.trees:
                    self.repository.run("index-pack", "--stdin", "--fix-thin", stdin=pack)
                    self.trees.add(tree)
        run, is_repeatable = self.workshop.make(unit, stop=stopper())
        log = self.workshop.log(unit)
        output = log.read_bytes() if log.exists() else b""
        return {"run": asdict(run), "repeatable": is_repeatable, "log": output}


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
    if python is not None and installed(local, python, checkout) != conditions.packages:
        raise HydraError(f"{python} is missing, or has other packages than the session's machine")
    program = shutil.which("git")
    if program is None:
        raise HydraError("git was not found on PATH")
    # Imported here, as other tasks of a worker do not need pydantic.
    from pytest_hydra.plugins.engine.engine_settings import SandboxSettings

    isolation = isolation_of(
        SandboxSettings(**conditions.sandbox), checkout, conditions.shares, conditions.caches
    )
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
    hidden = tuple(path for path in conditions.hidden if path.exists())
    surroundings = Surroundings(
        root=folder,
        repository=repository,
        # Variables that the user passes on are in the units.
        isolation=replace(isolation, variables=(), hidden=hidden),
        # The session's machine finds earlier results.
        tools=lambda: "",
        shares=tuple(Path(entry) for entry in conditions.shares),
        watched=conditions.watched,
    )
    return _WorkerSession(folder, repository, Workshop(surroundings, Reuse()))


def _forget(session: str) -> None:
    end = now() + _MOMENT
    while True:
        with _lock:
            place = _sessions.get(session)
            if place is None:
                return
            place.workshop.stop()
            if not place.used or now() > end:
                _close(_sessions.pop(session))
                return
        threading.Event().wait(0.05)


def _close(place: _WorkerSession) -> None:
    place.workshop.close()
    shutil.rmtree(place.folder, ignore_errors=True)


class DaskExecutor:
    """Runs units on the workers of a cluster; results are kept by the workshop of this machine.

    ``base`` is the tree from which all others are sent as differences. ``python`` is the
    interpreter that each worker must have, with the same packages.
    """

    def __init__(  # noqa: PLR0913 - its parts, each by name
        self,
        scheduler: str,
        workshop: Workshop,
        *,
        base: str,
        session: str,
        sandbox: Mapping[str, Any],
        python: str | None,
    ) -> None:
        """Raises HydraError if no scheduler answers at the address."""
        self._dask = DaskCluster(scheduler)
        #: The address of the cluster, for people.
        self.place = self._dask.label
        self._workshop = workshop
        around, isolation = workshop.surroundings, workshop.isolation
        self._repository = around.repository
        self._base = base
        checkout = around.repository.path
        self._conditions = Conditions(
            session=session,
            hash=around.repository.hash,
            checkout=str(checkout),
            shares=tuple(str(entry) for entry in around.shares if os.path.isdir(checkout / entry)),
            caches=isolation.caches,
            watched=around.watched,
            sandbox=sandbox,
            isolation=isolation.kind,
            python=python,
            packages="" if python is None else installed(around.root, python, checkout),
            hidden=isolation.hidden,
        )
        # Our environment variables that commands may see.
        names = isolation.variables
        self._variables = {name: os.environ[name] for name in names if name in os.environ}
        self._lock = threading.Lock()
        self._packs: dict[str, Sent[Any]] = {}
        self._pool = Pool(_AT_ONCE, "hydra-cluster")

    def submit(self, unit: Unit, rank: Rank) -> Future[CommandRun]:
        """Run a unit: see `Executor`."""

        def make(unit: Unit) -> tuple[CommandRun, bool]:
            return self._make(unit, rank)

        return self._pool.submit(rank, lambda: self._workshop.run_once(unit, make))

    def close(self) -> None:
        """End the session's commands on the cluster, and remove its files there."""
        self._pool.close()
        with self._lock:
            packs = list(self._packs.values())
        self._dask.close(packs, forget, self._conditions.session, seconds=_TIDY)

    def _make(self, unit: Unit, rank: Rank) -> tuple[CommandRun, bool]:
        """Run a unit on the cluster, and write its log here: see `Workshop.make`."""
        work = self._with_variables(unit)
        layers = [Layer(self._with_variables(entry.unit), entry.installs) for entry in unit.layers]
        work = replace(work, layers=tuple(layers))
        trees = dict.fromkeys([self._base, *(layer.unit.tree for layer in layers), unit.tree])

        def arguments() -> Iterator[Any]:
            yield self._conditions
            yield work
            yield from map(self._pack, trees)

        answer = self._dask.run(
            run_unit, arguments, urgency=rank[0], stopped=lambda: self._workshop.is_stopped
        )
        if "problem" in answer:
            raise HydraError(answer["problem"])
        write_whole(self._workshop.log(unit), answer["log"])
        return from_plain(CommandRun, answer["run"]), answer["repeatable"]

    def _with_variables(self, unit: Unit) -> Unit:
        """The unit with the variables that the user passes on, unless they are set otherwise."""
        variables = commands.environment(unit, Path("/"), Path("/"), {})
        missing = {name: text for name, text in self._variables.items() if name not in variables}
        return replace(unit, environment={**missing, **unit.environment})

    def _pack(self, tree: str) -> Sent[Any]:
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
