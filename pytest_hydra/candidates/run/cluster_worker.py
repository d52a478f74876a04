"""What a worker of a cluster does for a race: it lays the trees that it was sent, and runs a check.

A unit comes as a value, and all that comes back is what was recorded and the log. Nothing here
knows a race: the same unit, run again on any worker, is the same unit.
"""

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
from typing import Any

from pytest_hydra import __version__
from pytest_hydra.candidates.recording import CommandRun, to_plain
from pytest_hydra.candidates.run import checks
from pytest_hydra.candidates.run.checks import CheckPlan, Collector, Layer, failed_setup
from pytest_hydra.candidates.source.git import Repository, make_git_dir
from pytest_hydra.candidates.workspace.isolation import Isolation, installed, isolation_of
from pytest_hydra.candidates.workspace.workspaces import Workspaces
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution.dask import stopper
from pytest_hydra.execution.runtime import now
from pytest_hydra.settings.race import SandboxSettings

# How long what a session left is kept that did not say goodbye, in seconds.
_KEPT_SECONDS = 3600.0
# How long the commands of a session that has ended may take to be gone, in seconds.
_MOMENT = 10.0

Pack = tuple[str, bytes]
"""The id of a tree, and a git pack of all its objects that the base has not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """What is the same for all units of a session.

    ``hash`` is git's name for its hash; ``checkout`` is where the user's files are there, where the
    ``shares`` are lent from; ``sandbox`` are its settings, as JSON values, and ``isolation`` what
    they came to there; ``tools`` is what the interpreter has, as `installed` tells it.
    """

    session: str
    hash: str
    checkout: str
    shares: tuple[str, ...]
    sandbox: Mapping[str, Any]
    isolation: str
    python: str | None
    tools: str
    engine: str = __version__


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """One unit. Without a ``plan`` it is the last of its layers.

    ``collector`` makes what reads its results, if anything does.
    """

    conditions: Conditions
    layers: tuple[Layer, ...]
    plan: CheckPlan | None
    tree: str
    collector: Callable[[], Collector | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came of a unit: a recording as JSON values and its log, or why there is none."""

    run: Mapping[str, Any] | None = None
    log: bytes = b""
    problem: str | None = None


def run_work(work: Work, *packs: Pack) -> Answer:
    """Run a unit on the worker that this is called on, as a task of Dask's.

    The packs are those of its trees, the base's first. Raises StoppedError when nobody wants the
    result any more.
    """
    from distributed import get_worker

    worker = get_worker()
    stopped = stopper()
    try:
        with _place(work.conditions, Path(worker.local_directory)) as place:
            return place.run(work, packs, stopped)
    except (HydraError, OSError) as error:
        return Answer(problem=f"on the worker {worker.address}: {one_line(str(error), 1000)}")


async def forget(session: str) -> None:
    """Remove what this worker has of a session, once its commands are gone."""
    import asyncio

    await asyncio.to_thread(_forget, session)


@dataclass(slots=True)
class _Made:
    """A layer: the folder that it left, and what was recorded."""

    folder: Path
    tree: str
    run: CommandRun
    log: Path


@dataclass(slots=True)
class _Place:
    """What a worker has of one session: the objects it was sent, and workspaces laid from them."""

    folder: Path
    repository: Repository
    workspaces: Workspaces
    isolation: Isolation
    stack: ExitStack
    lock: threading.Lock = field(default_factory=threading.Lock)
    known: set[str] = field(default_factory=set)
    made: dict[str, _Made] = field(default_factory=dict)
    making: dict[str, threading.Lock] = field(default_factory=dict)
    used: int = 0
    last: float = 0.0

    def run(self, work: Work, packs: Sequence[Pack], stopped: Callable[[], bool]) -> Answer:
        """Run a unit. Raises HydraError, OSError and StoppedError."""
        self._take(packs)
        below = self._layer(work.layers, stopped)
        if work.plan is None:
            assert below is not None  # noqa: S101 - it is a layer itself
            return Answer(run=to_plain(below.run), log=_read(below.log))
        start = None if below is None else (below.folder, below.tree)
        with self.workspaces.overlay(work.tree, on=start) as laid:
            # Beside the workspace, and gone with it.
            log = laid.path.parent / "run.log"
            run = checks.run(
                work.plan,
                laid.path,
                log,
                stop=stopped,
                collector=work.collector(),
                isolation=self.isolation,
                over=laid.over,
            )
            return Answer(run=to_plain(run), log=_read(log))

    def _take(self, packs: Sequence[Pack]) -> None:
        """Put the objects of trees that are new here into the store."""
        with self.lock:
            for tree, pack in packs:
                if tree not in self.known:
                    self.repository.run("index-pack", "--stdin", "--fix-thin", stdin=pack)
                    self.known.add(tree)

    def _layer(self, layers: Sequence[Layer], stopped: Callable[[], bool]) -> _Made | None:
        """What the last of the layers left; each is made once."""
        if not layers:
            return None
        name = json.dumps([asdict(layer) for layer in layers], sort_keys=True)
        with self.lock:
            making = self.making.setdefault(name, threading.Lock())
        with making:
            made = self.made.get(name)
            if made is None:
                below = self._layer(layers[:-1], stopped)
                made = self.made[name] = self._make(layers[-1], below, stopped)
            return made

    def _make(self, layer: Layer, below: _Made | None, stopped: Callable[[], bool]) -> _Made:
        start = None if below is None else (below.folder, below.tree)
        with ExitStack() as stack:
            laid = self.workspaces.lay(layer.tree, on=start, share=not layer.is_setup)
            folder = stack.enter_context(laid)
            log = folder.parent / "layer.log"
            run = checks.run(layer.plan, folder, log, stop=stopped, isolation=self.isolation)
            if layer.is_setup and not run.succeeded:
                raise HydraError(failed_setup(layer.plan, run, self.isolation))
            with self.lock:
                self.stack.push(stack.pop_all())
        return _Made(folder, layer.tree, run, log)


# A worker is one process with many threads: what it has of a session is there once.
_lock = threading.Lock()
_places: dict[str, _Place] = {}


@contextmanager
def _place(conditions: Conditions, local: Path) -> Iterator[_Place]:
    """What this worker has of the session, made when it is first needed."""
    with _lock:
        for session, place in list(_places.items()):
            if not place.used and now() - place.last > _KEPT_SECONDS:
                _close(_places.pop(session))
        place = _places.get(conditions.session) or _open(conditions, local)
        _places[conditions.session] = place
        place.used += 1
    try:
        yield place
    finally:
        with _lock:
            place.used -= 1
            place.last = now()


def _open(conditions: Conditions, local: Path) -> _Place:
    if conditions.engine != __version__:
        raise HydraError(f"it has pytest-hydra {__version__}, and not {conditions.engine}")
    checkout = Path(conditions.checkout)
    for share in conditions.shares:
        if not os.path.isdir(checkout / share):
            raise HydraError(
                f"there is no {checkout / share}, which [race] share lends: let the worker see it "
                "at the same place, or have [race] setup make it"
            )
    if conditions.python is not None and installed(conditions.python) != conditions.tools:
        raise HydraError(
            f"{conditions.python} is not there, or has other packages than where the race is run"
        )
    program = shutil.which("git")
    if program is None:
        raise HydraError("git was not found on PATH")
    here = isolation_of(SandboxSettings(**conditions.sandbox), checkout, conditions.shares)
    if here.kind != conditions.isolation:
        why = f" ({here.why})" if here.why else ""
        raise HydraError(
            f"its isolation is {here.kind}{why}, and that of the race is {conditions.isolation}; "
            "say in [sandbox] mode which it is to be"
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
    workspaces = stack.enter_context(Workspaces(repository, folder / "work", shares, box=here.box))
    # What people let commands see came with the plans.
    return _Place(folder, repository, workspaces, replace(here, variables=()), stack)


def _forget(session: str) -> None:
    end = now() + _MOMENT
    while True:
        with _lock:
            place = _places.get(session)
            if place is None:
                return
            if not place.used or now() > end:
                _close(_places.pop(session))
                return
        threading.Event().wait(0.05)


def _close(place: _Place) -> None:
    place.stack.close()
    shutil.rmtree(place.folder, ignore_errors=True)


def _read(log: Path) -> bytes:
    return log.read_bytes() if log.exists() else b""
