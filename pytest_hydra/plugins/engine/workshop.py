"""A workshop: everything that is needed to run a command on a tree, once.

The layers below a unit are each made once and kept until the workshop is closed. Results are kept
by the address of their unit, so that later sessions find them.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from pytest_hydra.errors import HydraError
from pytest_hydra.execution import ProcessError, StoppedError, read_log, run_bounded
from pytest_hydra.plugins.engine import command as commands
from pytest_hydra.plugins.engine.command import printed_score
from pytest_hydra.plugins.engine.endings import SETUP, ending
from pytest_hydra.plugins.engine.executors import Pool
from pytest_hydra.plugins.engine.isolation import LINE, Isolation
from pytest_hydra.plugins.engine.unit import CommandRun, Layer, Unit
from pytest_hydra.plugins.engine.workspaces import Workspaces
from pytest_hydra.record.files import Cache, StoreError, make_folder
from pytest_hydra.record.wire import from_plain

if TYPE_CHECKING:
    from pytest_hydra.plugins.boxes.overlay import Overlay
    from pytest_hydra.plugins.git.repository import Repository
    from pytest_hydra.record.runs import Reuse

# How long the removal of workspaces may take at the end, in seconds.
_TIDY = 60.0
_AT_ONCE = (0,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What the commands of a workshop have in common.

    ``root`` is the folder whose ``.hydra`` has the results, and the workspaces unless they are in
    the folder ``work``. ``shares`` are folders of the checkout that workspaces get. ``watched`` are
    patterns of files that are reported if a layer adds them. ``tools`` identifies all that commands
    use outside of their trees; it is slow.
    """

    root: Path
    repository: Repository
    isolation: Isolation
    tools: Callable[[], str]
    shares: tuple[Path, ...] = ()
    watched: tuple[str, ...] = ()
    work: Path | None = None

    @property
    def place(self) -> Path:
        """The folder in which workspaces are made."""
        return self.root / ".hydra" / "work" if self.work is None else self.work


@dataclass(frozen=True, slots=True)
class _Made:
    """What a layer made: its workspace, its tree, and its run."""

    folder: Path
    tree: str
    run: CommandRun

    @property
    def start(self) -> tuple[Path, str]:
        """The folder and the tree for a workspace. Raises HydraError if the run is broken."""
        if self.run.status == "broken":
            problem = self.run.problem or "no reason was given"
            raise HydraError(
                f"the step before it could not be run: `{self.run.command}`: {problem}"
            )
        return self.folder, self.tree


class Workshop:
    """Runs units. Thread-safe. ``reuse`` names the session, and whether it uses earlier results."""

    def __init__(self, surroundings: Surroundings, reuse: Reuse) -> None:
        self.surroundings = surroundings
        self.isolation = surroundings.isolation
        self._reuse = reuse
        # Not flushed: a lost result is made again.
        self._cache = Cache(surroundings.root, "units", flush=False)
        self._folder = make_folder(surroundings.root, "units")
        self._stack = ExitStack()
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._workspaces: Workspaces | None = None
        self._tools: str | None = None
        self._tools_lock = threading.Lock()
        self._layers: dict[str, _Made | HydraError] = {}
        self._locks: dict[str, threading.Lock] = {}
        # Removes workspaces, and finds the tools of commands, beside the commands.
        self._background = Pool(1, "hydra-workspaces")
        #: The logs of this session, by their names in the run folder.
        self.logs: dict[str, Path] = {}
        if any(surroundings.place.glob("*.lock")):
            self._open()  # removes files of sessions that were killed

    @property
    def header(self) -> tuple[str, ...]:
        """Lines for the session's header: about the workspaces, and stored results."""
        count = 0 if self._reuse.fresh else sum(1 for _ in self._folder.glob("*.json"))
        lines = (f"stored results that may be reused: {count}",) if count else ()
        if self.isolation.box is None:
            return lines
        try:
            problem = self._open().problem_of_overlays
        except StoreError as error:
            return (f"workspaces: {error}",)
        line = f"workspaces: copies ({problem})" if problem else "workspaces: overlays"
        return (*wrap(line, LINE, subsequent_indent="  "), *lines)

    def run(self, unit: Unit) -> CommandRun:
        """Run a unit, or take its result from an earlier run.

        Raises HydraError for problems that are not the command's fault, and StoppedError.
        """
        return self.run_once(unit, self.make)

    def run_once(self, unit: Unit, make: Callable[[Unit], tuple[CommandRun, bool]]) -> CommandRun:
        """The recorded result of a unit, or what ``make`` returns: see `make`. Raises as `run`."""
        address = self._address(unit)
        if unit.log:
            self.logs[unit.log] = self._log(address)
        # Wait if the unit is already running, here or in another session.
        with self._cache.claim(address):
            self._check()
            run = self._recorded(address)
            if run is None:
                run, is_repeatable = make(unit)
                self._keep(address, run, is_repeatable=is_repeatable)
        return replace(run, log=unit.log or run.log)

    def make(self, unit: Unit, stop: Callable[[], bool] = lambda: False) -> tuple[CommandRun, bool]:
        """Run a unit now; and whether another time would give the same result.

        It may not if it depends on a failed layer that the network may have caused. ``stop`` ends
        the unit alone.
        """
        if self.isolation.box is not None:
            # Found while the first workspace is created.
            places = (self.surroundings.root, self.surroundings.root)
            variables = commands.environment(unit, *places, os.environ)
            self._background.submit(
                _AT_ONCE, lambda: self.isolation.tools(variables, unit.python, unit.command)
            )
        if unit.kept:
            made = self._layer((*unit.layers, Layer(unit)), stop)
            return made.run, self._is_repeatable(made)
        below = self._layer(unit.layers, stop) if unit.layers else None
        run = _with_retry(lambda: self._once(unit, below, stop))
        return run, below is None or self._is_repeatable(below)

    def _once(self, unit: Unit, below: _Made | None, stop: Callable[[], bool]) -> CommandRun:
        start = None if below is None else below.start
        log = self._log(self._address(unit))
        with ExitStack() as stack:
            overlay = self._open().overlay(unit.tree, on=start, restored=unit.restored)
            workspace = stack.enter_context(overlay)
            run = self._run(unit, workspace.path, log, mount=workspace.mount, stop=stop)
            run = commands.with_signs(run, workspace.added_files)
            self._remove(stack.pop_all())
        return self._with_score(unit, run, log)

    def _remove(self, workspace: ExitStack) -> None:
        """Remove a workspace beside the commands: only `close` waits for it."""
        if self._background.submit(_AT_ONCE, workspace.close).cancelled():
            workspace.close()

    @contextmanager
    def workspace(
        self, tree: str, layers: Sequence[Layer] = (), *, with_git: bool = False
    ) -> Iterator[Path]:
        """A folder with the files of a tree on top of layers, removed afterwards.

        ``with_git`` turns it into a repository with one commit. Raises HydraError, StoppedError.
        """
        start = self._layer(tuple(layers)).start if layers else None
        with ExitStack() as stack:
            yield stack.enter_context(self._open().copy(tree, on=start, with_git=with_git))
            self._remove(stack.pop_all())

    def lasting_workspace(self, tree: str) -> Path:
        """A folder with the files of a tree that stays until the workshop is closed."""
        return self._open().permanent_copy(tree)

    def run_in(self, workspace: Path, unit: Unit) -> CommandRun:
        """Run a command in a workspace that is there; its log is removed with the workspace."""
        return self._run(unit, workspace, workspace.parent / "run.log")

    def log(self, unit: Unit) -> Path:
        """The file with the output of a unit; absent if it has not run."""
        return self._log(self._address(unit))

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stop.is_set()

    def stop(self) -> None:
        """End all that runs, and run nothing more."""
        self._stop.set()

    def close(self) -> None:
        """Stop, and remove the workspaces."""
        self.stop()
        self._background.close(_TIDY)
        with self._lock:
            self._stack.close()
            self._workspaces = None
        self._cache.forget_old()

    def _check(self) -> None:
        if self._stop.is_set():
            raise StoppedError

    def _open(self) -> Workspaces:
        with self._lock:
            self._check()
            if self._workspaces is None:
                around = self.surroundings
                opened = Workspaces(
                    around.repository,
                    around.place,
                    around.shares,
                    box=self.isolation.box,
                    of_interest=around.watched,
                )
                self._workspaces = self._stack.enter_context(opened)
            return self._workspaces

    # Layers.

    def _layer(self, layers: tuple[Layer, ...], stop: Callable[[], bool] = lambda: False) -> _Made:
        """What the last of these layers made; each is made once. Raises as `run`.

        If ``stop`` ends it, whoever waits for the same layer makes it again.
        """
        unit = replace(layers[-1].unit, layers=layers[:-1])
        name = unit.address("")
        with self._lock:
            lock = self._locks.setdefault(name, threading.Lock())
        with lock:
            made = self._layers.get(name)
            if made is None:
                try:
                    made = self._make_layer(layers[-1], unit, stop)
                except HydraError as error:
                    made = error
                self._layers[name] = made
        if isinstance(made, HydraError):
            raise made
        return made

    def _make_layer(self, layer: Layer, unit: Unit, stop: Callable[[], bool]) -> _Made:
        start = self._layer(unit.layers, stop).start if unit.layers else None
        log = self._log(self._address(unit))
        if unit.log:
            self.logs[unit.log] = log
        folders: list[Path] = []

        def make() -> CommandRun:
            share = not layer.installs
            folders.append(self._open().permanent_copy(unit.tree, on=start, share=share))
            return self._run(unit, folders[-1], log, stop=stop)

        run = _with_retry(make)
        run = replace(run, log=unit.log or run.log)
        if layer.installs and not run.succeeded:
            reason = f"{SETUP} {ending(run)}"
            if self.isolation.box and unit.network is None and not self.isolation.network:
                reason += " (it ran without the network: [sandbox] network = true allows it)"
            raise HydraError(reason)
        return _Made(folders[-1], unit.tree, run)

    def _is_repeatable(self, made: _Made) -> bool:
        # Only a box keeps commands off the network.
        return made.run.succeeded or not (self.isolation.box is None or self.isolation.network)

    # One command.

    def _run(
        self,
        unit: Unit,
        workspace: Path,
        log: Path,
        *,
        mount: Overlay | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> CommandRun:
        # Written beside the log, as another session may be reading that.
        draft = log.with_name(f".{log.name}.{self._reuse.token}")
        try:
            run = commands.run(
                unit,
                workspace,
                draft,
                stop=lambda: self._stop.is_set() or stop(),
                collector=None if unit.collector is None else unit.collector(),
                isolation=self.isolation,
                mount=mount,
            )
            if draft.exists():
                draft.replace(log)
        finally:
            draft.unlink(missing_ok=True)
        return run

    def _with_score(self, unit: Unit, run: CommandRun, log: Path) -> CommandRun:
        own = unit.score
        if own is None or run.status != "done":
            return run
        output = read_log(log, commands.OUTPUT_LIMIT) if log.exists() else ""
        if own.score != "regex":
            return replace(run, score=printed_score(own, output))
        seconds, memory_mb = run.timeout_seconds or 60.0, self.isolation.limits.memory_mb
        try:
            # In a process with limits, as untrusted output may make a pattern very slow.
            score = run_bounded(printed_score, own, output, seconds=seconds, memory_mb=memory_mb)
        except ProcessError as error:
            return replace(run, status="broken", problem=f"its score cannot be read: {error}")
        return replace(run, score=score)

    # Results of earlier runs.

    def _recorded(self, address: str) -> CommandRun | None:
        plain = self._cache.get(address)
        if plain is None:
            return None
        mine = plain.get("session") == self._reuse.token
        if not mine and (self._reuse.fresh or plain.get("good") is not True):
            return None
        try:
            return replace(from_plain(CommandRun, plain["run"]), cached=not mine)
        except (KeyError, TypeError, ValueError):
            return None  # from another version: run it again

    def _keep(self, address: str, run: CommandRun, *, is_repeatable: bool) -> None:
        doubts = [results.problems for results in (run.tests, run.lint) if results is not None]
        foreign = run.tests is not None and bool(run.tests.modules)
        good = run.status == "done" and not any(doubts) and not foreign and is_repeatable
        self._cache.put(address, {"session": self._reuse.token, "good": good, "run": asdict(run)})

    def _address(self, unit: Unit) -> str:
        with self._tools_lock:
            if self._tools is None:
                isolation = json.dumps(self.isolation.to_plain())
                self._tools = f"{self.surroundings.tools()} {isolation}"
        return unit.address(self._tools)

    def _log(self, address: str) -> Path:
        return self._folder / f"{address}.log"


def _with_retry(make: Callable[[], CommandRun]) -> CommandRun:
    """Run a command, and once more if another program ended it."""
    run = make()
    if not run.was_cut_off:
        return run
    run = make()
    return replace(run, problem=f"twice: {run.problem}") if run.was_cut_off else run
