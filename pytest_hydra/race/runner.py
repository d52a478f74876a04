"""Run the units of a race: a command on a tree, run once and cached by its address."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from pytest_hydra.engine import command as checks
from pytest_hydra.engine.command import CheckPlan, Ground, Layer, printed_score
from pytest_hydra.engine.isolation import LINE
from pytest_hydra.engine.unit import CommandRun
from pytest_hydra.engine.workspaces import Workspaces
from pytest_hydra.execution.limits import run_bounded
from pytest_hydra.execution.pipes import read_log
from pytest_hydra.execution.process import StoppedError
from pytest_hydra.execution.process_tree import ProcessError
from pytest_hydra.execution.quotas import now
from pytest_hydra.execution.tasks import Slots, Tasks, TasksStoppedError
from pytest_hydra.race.commands import Unit, is_manifest
from pytest_hydra.race.paths import TEST_CONFIGURATION
from pytest_hydra.race.record import BASE, Source
from pytest_hydra.record.files import Cache, StoreError, make_folder
from pytest_hydra.record.wire import from_plain

if TYPE_CHECKING:
    from pytest_hydra.execution.overlay import Overlay
    from pytest_hydra.race.cluster import Cluster
    from pytest_hydra.race.preparation import Prepared
    from pytest_hydra.record.runs import Reuse

# A check without a time-out in the settings may take this many times as long as on the base.
_TIMES_THE_BASE = 5
# The rank of short tasks, which run before all commands.
_AT_ONCE = (-1,)


class Runner:
    """Runs units in workspaces. Thread-safe.

    With a cluster, units are run there, as many at a time as it accepts. Commands of tests, and
    agents, are run here in any case.
    """

    def __init__(
        self,
        ready: Prepared,
        *,
        reuse: Reuse,
        tasks: Tasks,
        slots: Slots,
    ) -> None:
        self.plans = ready.plans
        self.isolation = ready.isolation
        self._repository = ready.repository
        self._base = ready.base
        self._root = root = ready.settings.root
        self._shared = [Path(entry) for entry in ready.race.share]
        self._reuse = reuse
        self._tasks = tasks
        self._slots = slots
        self._cluster: Cluster | None = None
        scheduler = ready.settings.execution.scheduler
        if scheduler is not None:
            from pytest_hydra.race import cluster

            self._cluster = cluster.Cluster(scheduler, ready, reuse.token)
        self._stack = ExitStack()
        # Not flushed: a lost result is made again.
        self._cache = Cache(root, "units", flush=False)
        self._folder = make_folder(root, "units")
        self._lock = threading.Lock()
        self._workspaces: Workspaces | None = None
        # What removes the workspace of a single command, or test.
        self._cleanups: dict[Path, ExitStack] = {}
        #: The running commands: agent, step, and start time.
        self.running: list[tuple[str, str, float]] = []
        #: The logs of this session, by their names in the run folder.
        self.logs: dict[str, Path] = {}
        if any((root / ".hydra" / "work").glob("*.lock")):
            self._open()  # removes files of sessions that were killed

    @property
    def header(self) -> tuple[str, ...]:
        """Lines for the session's header: the engine, the workspaces, and stored results."""
        count = 0 if self._reuse.fresh else sum(1 for _ in self._folder.glob("*.json"))
        lines = (f"stored results that may be reused: {count}",) if count else ()
        if self._cluster is not None:
            return (f"engine: {self._cluster.place}", *lines)
        if self.isolation.box is None:
            return lines
        try:
            problem = self._open().problem_of_overlays
        except StoreError as error:
            return (f"workspaces: {error}",)
        line = f"workspaces: copies ({problem})" if problem else "workspaces: overlays"
        return (*wrap(line, LINE, subsequent_indent="  "), *lines)

    def run(self, unit: Unit) -> CommandRun:
        """Run a unit, or take its result from the cache.

        Raises HydraError for problems that are not the command's fault, and TasksStoppedError.
        """
        plan = self.plans.plan(unit.step, unit.files, unit.failures, unit.restored)
        address = self._address(plan, unit.tree, unit.built)
        name = re.sub(r"[^\w.-]", "_", unit.step)
        log = f"candidates/{unit.agent}/{name}.log"
        self.logs[log] = self._log(address)
        # Wait if the unit is already running, here or in another session.
        with ExitStack() as claims:
            with self._tasks.resting():
                claims.enter_context(self._cache.claim(address))
            run = self._cached(address)
            if run is None:
                run = self._run_new(unit, plan, address)
                self._keep(address, run, self._is_chancy(unit, run))
        return replace(run, name=unit.step, log=log)

    def workspace(self, source: Source) -> Path:
        """A workspace with the files of a candidate or the base, on top of its build."""
        assert source.tree is not None  # noqa: S101 - the source is pinned
        with ExitStack() as stack:
            path = stack.enter_context(self._open().copy(source.tree, on=self._start(source)))
            with self._lock:
                self._cleanups[path] = stack.pop_all()
        return path

    def drop(self, path: Path) -> None:
        """Remove the workspace of a test or of a command. Does nothing if it was removed."""
        with self._lock:
            cleanup = self._cleanups.pop(path, None)
        if cleanup is not None:
            cleanup.close()

    def agent_workspace(self) -> AbstractContextManager[Path]:
        """A folder with the base's files for an agent, which is a git repository."""
        return self._open().copy(str(self._base.tree), with_git=True)

    def base_folder(self) -> Path:
        """The folder of hydra.toml in a workspace with the base's files, until the race ends."""
        folder = self._root.resolve().relative_to(self._repository.path.resolve())
        return self._open().permanent_copy(str(self._base.tree)) / folder

    def check(self, command: str, workspace: Path, seconds: float) -> CommandRun:
        """Run a command of a test in its workspace."""
        plan = self.plans.plan_of("run", command, seconds)
        # The test gets its last lines; the log is beside the workspace, and removed with it.
        return self._run(plan, workspace, workspace.parent / "run.log", collect=False)

    def close(self) -> None:
        """Remove the workspaces."""
        if self._cluster is not None:
            self._cluster.close()
        for path in list(self._cleanups):
            self.drop(path)
        with self._lock:
            self._stack.close()
            self._workspaces = None
        self._cache.forget_old()

    def _run_new(self, unit: Unit, plan: CheckPlan, address: str) -> CommandRun:
        log = self._log(address)
        run = checks.with_retry(partial(self._once, unit, plan, log))
        if run.status != "timeout" or self.plans.timeout(unit.step) is not None:
            return run
        base = self._base
        if address == self._address(plan, str(base.tree), str(base.tree)):
            return run  # it is the base's own run, which cannot wait for itself
        # Without a setting, the base's duration decides. The base is only waited for now.
        longer = _TIMES_THE_BASE * (unit.base_seconds() or 0)
        if longer <= plan.timeout_seconds:
            return run
        plan = replace(plan, timeout_seconds=longer)
        return checks.with_retry(partial(self._once, unit, plan, log))

    def _once(self, unit: Unit, plan: CheckPlan, log: Path) -> CommandRun:
        if self._cluster is not None:
            return self._run_on(self._cluster, unit, plan, log)
        if self.isolation.box is not None:
            # Found in the background while the first workspace is created.
            variables = checks.environment(plan, self._root, self._root, os.environ)
            find = partial(self.isolation.tools, variables, plan.python, plan.command)
            self._tasks.start("tools", find, _AT_ONCE)
        if unit.step == "build":
            return self._ground(self._layers(unit.on)).run
        start = self._start(unit.on, unit.built)
        with ExitStack() as stack, self._slots.queue(unit.urgency) as wait:
            workspace = stack.enter_context(
                self._open().overlay(unit.tree, on=start, restored=plan.restored)
            )
            wait()
            with self._activity(unit.agent, plan.name):
                run = self._run(plan, workspace.path, log, mount=workspace.mount)
                run = checks.with_signs(run, workspace.added_files)
            with self._lock:
                self._cleanups[workspace.path] = stack.pop_all()
            # Removed in the background: only `close` waits for it.
            drop = partial(self.drop, workspace.path)
            self._tasks.start(("removed", workspace.path), drop, _AT_ONCE)
        return self._with_score(unit, run, log)

    def _run_on(self, cluster: Cluster, unit: Unit, plan: CheckPlan, log: Path) -> CommandRun:
        """Run a unit on a cluster. A build has no plan: it is the last of its layers."""
        builds = unit.step == "build"
        run = cluster.run(
            self._layers(unit.on, unit.built),
            None if builds else plan,
            unit.tree,
            collector=self.plans.collector_maker(plan),
            log=log,
            urgency=unit.urgency,
            stopped=lambda: self._slots.stopped,
        )
        return run if builds else self._with_score(unit, run, log)

    def _with_score(self, unit: Unit, run: CommandRun, log: Path) -> CommandRun:
        own = self.plans.own.get(unit.step)
        if own is None or run.status != "done":
            return run
        output = read_log(log, checks.OUTPUT_LIMIT) if log.exists() else ""
        if own.score != "regex":
            return replace(run, score=printed_score(own, output))
        seconds, memory_mb = run.timeout_seconds or 60.0, self.isolation.limits.memory_mb
        try:
            # In a process with limits, as a candidate's output may make a pattern very slow.
            score = run_bounded(printed_score, own, output, seconds=seconds, memory_mb=memory_mb)
        except ProcessError as error:
            return replace(run, status="broken", problem=f"its score cannot be read: {error}")
        return replace(run, score=score)

    def _run(
        self,
        plan: CheckPlan,
        workspace: Path,
        log: Path,
        *,
        collect: bool = True,
        mount: Overlay | None = None,
    ) -> CommandRun:
        # Written beside the log, as another session may be reading that.
        draft = log.with_name(f".{log.name}.{self._reuse.token}")
        collector = self.plans.collector_maker(plan)() if collect else None
        try:
            run = checks.run(
                plan,
                workspace,
                draft,
                stop=lambda: self._slots.stopped,
                collector=collector,
                isolation=self.isolation,
                mount=mount,
            )
            if draft.exists():
                draft.replace(log)
        except StoppedError:
            raise TasksStoppedError from None
        finally:
            draft.unlink(missing_ok=True)
        return run

    @contextmanager
    def _activity(self, agent: str, step: str) -> Iterator[None]:
        """List a command as running inside the block."""
        entry = (agent, step, now())
        self.running.append(entry)
        try:
            yield
        finally:
            self.running.remove(entry)

    # The layers that workspaces start from.

    def _layers(self, source: Source, built: str | None = None) -> tuple[Layer, ...]:
        """The layers below the steps of a candidate, or the base: setup and build.

        The setup is the base's. It is run again on the candidate if that changed a manifest. The
        build is of the tree ``built``, or of the source's.
        """
        layers = []
        if self.plans.setup is not None:
            plan = self.plans.plan_of("setup", self.plans.setup)
            # The base's setup is trusted with the network; a candidate's has it only if checks do.
            layers.append(Layer(BASE, replace(plan, network=True), str(self._base.tree)))
            if any(is_manifest(change.path) for change in source.changes):
                layers.append(Layer(source.agent, plan, str(source.tree)))
        if self.plans.builds:
            layers.append(Layer(source.agent, self.plans.plan("build"), built or str(source.tree)))
        return tuple(layers)

    def _start(self, source: Source, built: str | None = None) -> tuple[Path, str] | None:
        """What workspaces of a candidate start from; None if there are no layers."""
        layers = self._layers(source, built)
        return self._ground(layers).start if layers else None

    def _ground(self, layers: tuple[Layer, ...]) -> Ground:
        """The result of the last layer, kept until the race ends; each layer is run once."""
        key = ("ground", *((layer.plan.name, layer.tree) for layer in layers))
        ground: Ground = self._tasks.take(key, partial(self._make_ground, *layers))
        return ground

    def _make_ground(self, *layers: Layer) -> Ground:
        *below, layer = layers
        on = self._ground(tuple(below)).start if below else None
        log = self._folder / f"setup-{layer.agent}.log"
        name = f"candidates/{layer.agent}/setup.log"
        if layer.is_setup:
            self.logs[name] = log
        else:
            log = self._log(self._address(layer.plan, layer.tree))
        folders = []

        def make() -> CommandRun:
            with self._slots.queue(0) as wait:
                # No shared folders for a setup: it would install into them for everybody.
                workspace = self._open().permanent_copy(layer.tree, on=on, share=not layer.is_setup)
                folders.append(workspace)
                wait()
                with self._activity(layer.agent, layer.plan.name):
                    return self._run(layer.plan, workspace, log, collect=False)

        run = checks.with_retry(make)
        run = replace(run, log=name) if layer.is_setup else run
        return checks.ground_of(layer, folders[-1], run, log, self.isolation)

    def _open(self) -> Workspaces:
        with self._lock:
            if self._slots.stopped:
                raise TasksStoppedError
            if self._workspaces is None:
                folder = make_folder(self._root, "work")
                box = self.isolation.box
                opened = Workspaces(
                    self._repository,
                    folder,
                    self._shared,
                    box=box,
                    of_interest=TEST_CONFIGURATION,
                )
                self._workspaces = self._stack.enter_context(opened)
            return self._workspaces

    # Results of earlier runs.

    def _cached(self, address: str) -> CommandRun | None:
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

    def _address(self, plan: CheckPlan, tree: str, built: str = "") -> str:
        tools = self._tasks.take(("contents",), self.plans.tools)
        return self.plans.address(plan, tree, built, tools=tools)

    def _is_chancy(self, unit: Unit, run: CommandRun) -> bool:
        """Whether it depends on a failed build, which the network may have caused."""
        # Only a box keeps commands off the network.
        if not self.plans.builds or not (self.isolation.box is None or self.isolation.network):
            return False
        built: CommandRun | None = run
        if unit.step != "build" and self._cluster is None:
            built = self._ground(self._layers(unit.on, unit.built)).run
        elif unit.step != "build":
            # Workers build by themselves; here only the result of the step ``build`` is known.
            tree = unit.built
            built = self._cached(self._address(self.plans.plan("build"), tree, tree))
        return built is None or not built.succeeded

    def _keep(self, address: str, run: CommandRun, is_chancy: bool) -> None:
        doubts = [results.problems for results in (run.tests, run.lint) if results is not None]
        foreign = run.tests is not None and bool(run.tests.modules)
        good = run.status == "done" and not any(doubts) and not foreign and not is_chancy
        self._cache.put(address, {"session": self._reuse.token, "good": good, "run": asdict(run)})

    def _log(self, address: str) -> Path:
        return self._folder / f"{address}.log"
