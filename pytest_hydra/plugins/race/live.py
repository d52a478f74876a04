"""One race: a thread that starts what `plan` says, records what ends, and asks again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

from pytest_hydra import registry
from pytest_hydra.core.gates import AskOfChange
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution import StoppedError, TasksStoppedError, now
from pytest_hydra.plugins.engine.executors import Executor, LocalExecutor, Pool
from pytest_hydra.plugins.engine.unit import CommandRun, Unit
from pytest_hydra.plugins.race.decide.decision import decide_race
from pytest_hydra.plugins.race.decide.outcome import (
    Measurement,
    RaceOutcome,
    Verdict,
    outcome_of,
    verdict_of,
    with_measurements,
)
from pytest_hydra.plugins.race.preparation import (
    Prepared,
    RaceOffers,
    Rules,
    open_workshop,
    prepare,
)
from pytest_hydra.plugins.race.record import BASE, KNOWN_BAD, RaceRecord, Source
from pytest_hydra.plugins.race.replay import judge_change
from pytest_hydra.plugins.race.schedule import (
    Decides,
    Job,
    Questions,
    RunRules,
    SoFar,
    SortedFiles,
    Wanted,
    has_lost,
    may_merge,
    plan,
    settled,
)
from pytest_hydra.plugins.race.work import Work, author_of

if TYPE_CHECKING:
    from pytest_hydra.plugins.race.decide.model import RaceResult
    from pytest_hydra.record.runs import Reuse
    from pytest_hydra.settings import Settings

Judge = Callable[["Settings", Callable[[], Path]], AskOfChange]
"""Opens the judge of changes, from the settings in force and the folder for judge commands."""

Value = TypeVar("Value")

# How long running commands may take to end when the session ends, in seconds.
_MOMENT = 5.0
# Interval between checks for Ctrl-C, in seconds.
_PAUSE = 0.25


class LiveRace:
    """The race of this process. Thread-safe.

    ``rules`` and ``explicit`` are as in `prepare`. ``folder`` belongs to the session. ``judge``
    opens the judge of changes. ``offers`` are the dimensions and parsers of this session.
    """

    def __init__(  # noqa: PLR0913 - its parts, each by name
        self,
        settings: Settings,
        *,
        rules: Rules,
        explicit: bool,
        folder: Path,
        reuse: Reuse,
        jobs: int,
        run_agents: bool,
        judge: Judge,
        offers: RaceOffers,
    ) -> None:
        """Find the base. Raises HydraError if it, or the policy in force, cannot be read."""
        ready = prepare(settings, rules, offers.parsers, explicit=explicit)
        self._ready, self._offers, self._folder, self._jobs = ready, offers, folder, jobs
        self.policy = ready.policy
        self._date = datetime.now(UTC).date().isoformat()
        self._own = {entry.name: entry for entry in self.policy.scoring.dimensions}
        self._workshop = open_workshop(ready, reuse)
        # Commands of this machine; what reads git; inspections; and judges.
        self._here = Pool(jobs)
        self._reading = Pool(jobs, "hydra-reading")
        self._inspecting = Pool(jobs, "hydra-inspecting")
        has_judge = any(entry.judge for entry in self._own.values())
        self._judging = Pool(
            ready.ruling.table("judging").concurrency if has_judge else 1, "hydra-judging"
        )
        self._executor = self._open_executor(reuse)
        self._work = Work(ready, self._workshop, folder, run_agents=run_agents, fresh=reuse.fresh)
        #: The candidates, in the order of the settings.
        self.agents = tuple(each.agent for each in ready.settings.table("race").candidates)
        #: What can be run.
        self.rules = _run_rules(ready, self.agents)
        self._wanted: Wanted = {}
        self._so_far = SoFar(rules=self.rules, sources={BASE: ready.base})
        self._questions = Questions(_Memory(has_lost), _Memory(may_merge))
        self._pinned = {agent: Future[Source]() for agent in (BASE, *self.agents)}
        self._pinned[BASE].set_result(ready.base)
        # What runs now, what ended and is not recorded yet, and since when commands run.
        self._open: dict[Job, Future[Any]] = {}
        self._ended: SimpleQueue[tuple[Job, Future[Any]] | None] = SimpleQueue()
        self._since: dict[Job, float] = {}
        self._base_lock = threading.Lock()
        self._base_place: Path | None = None
        self._result: Future[RaceResult] = Future()
        self._thread: threading.Thread | None = None
        #: The candidates of which everything is known so far.
        self.decided: tuple[str, ...] = ()
        #: The id of the base commit.
        self.base_commit = str(ready.base.commit)
        if has_judge:
            self._ask = judge(ready.ruling, self._base_folder)

    @property
    def header(self) -> tuple[str, ...]:
        """Lines about the race for the session's header."""
        ref, ready = one_line(self._ready.settings.table("race").base, 30), self._ready
        origin = f"race from {ref} ({self.base_commit[:12]}), policy from {ready.origin}"
        place = getattr(self._executor, "place", None)
        engine = () if place is None else (f"engine: {place}",)
        lines = () if place is not None else self._workshop.header
        commands = ready.settings.table("scoring").commands
        steps = [(step, getattr(commands, step)) for step in ("build", "test", "lint")]
        found = ", ".join(f"{step} = {one_line(line, 60)}" for step, line in steps if line)
        found_lines = (f"commands: {found}",) if found and ready.settings.file is None else ()
        lacking, isolation = ready.settings.table("race").lacking, ready.isolation.header
        return (origin, *found_lines, *lacking, *isolation, *engine, *lines, *ready.header)

    def start(self, wanted: Wanted, pinned: Mapping[str, Source] | None = None) -> None:
        """Start the race, once; ``pinned`` are candidates that another process has pinned."""
        if self._thread is not None:
            return
        self._wanted = wanted
        for source in (pinned or {}).values():
            self._keep_source(source.agent, source, SortedFiles())
        self._thread = threading.Thread(target=self._run, name="hydra-race", daemon=True)
        try:
            self._thread.start()
        except RuntimeError as error:
            failure = HydraError(f"the system has no more threads: {error}")
            self._end(failure)

    def wait(self, on_wait: Callable[[float | None], object] = lambda _: None) -> RaceResult:
        """Wait for the whole race, and call ``on_wait`` meanwhile with the seconds so far.

        Raises HydraError for a failure, and TasksStoppedError.
        """
        return _wait(self._result, on_wait)

    def take(
        self, agent: str, dimension: str, on_wait: Callable[[float | None], object] = lambda _: None
    ) -> Verdict:
        """Wait for the race, and return the verdict of one item. Raises as `wait`."""
        return verdict_of(self.wait(on_wait), agent, dimension)

    def source(
        self, agent: str, on_wait: Callable[[float | None], object] = lambda _: None
    ) -> Source:
        """Wait until a candidate is pinned. Raises as `wait`."""
        return _wait(self._pinned[agent], on_wait)

    @property
    def sources(self) -> Mapping[str, Source]:
        """The candidates that were pinned."""
        return {
            agent: self._so_far.sources[agent]
            for agent in self.agents
            if agent in self._so_far.sources
        }

    @contextmanager
    def workspace(self, source: Source) -> Iterator[Path]:
        """A workspace for a test, with a candidate's files on top of its build.

        Raises HydraError, and StoppedError.
        """
        layers = self._ready.commands.layers(source)
        with self._workshop.workspace(str(source.tree), layers) as path:
            yield path

    def run_line(self, command: str, path: Path, seconds: float) -> CommandRun:
        """Run a shell line of a test in its workspace. Raises StoppedError."""
        return self._workshop.run_in(path, self._ready.commands.unit_of("run", command, seconds))

    def progress(self) -> tuple[list[CommandRun], list[str], list[tuple[str, str, float]], bool]:
        """The runs of finished steps, the other steps, the running ones, and if these are all.

        The running ones are agent, step, and seconds so far.
        """
        done = [run for run in self._so_far.runs.values() if run is not None]
        jobs, running, moment = dict(self._open), [], now()
        is_here = isinstance(self._executor, LocalExecutor)
        for job, future in jobs.items():
            if job.kind == "run" and is_here and future.running():
                # It is asked for often enough.
                begun = self._since.setdefault(job, moment)
                agent = "trial" if job.agent == KNOWN_BAD else job.agent
                running.append((agent, job.step, moment - begun))
        waiting = [job.step for job in jobs if job.kind in ("run", "judge")]
        # The results of tests decide which steps follow.
        is_all = all(job.kind in ("run", "judge") and job.step != "tests" for job in jobs)
        return done, waiting, running, is_all

    def outcome(self, measurements: Iterable[Measurement]) -> RaceOutcome:
        """The outcome so far: the candidates of which everything wanted is recorded.

        ``measurements`` are scores from ordinary tests. Starts nothing more.
        """
        self.stop()
        so_far = self._so_far
        agents = settled(so_far, self._wanted, self._questions)
        record = with_measurements(self._race(agents), measurements)
        result = decide_race(record, measures=self._offers.dimensions)
        return outcome_of(result, self._workshop.logs, self._folder / "candidates")

    def stop(self) -> None:
        """End all that runs, and start nothing more."""
        self._workshop.stop()
        for pool in (self._here, self._reading, self._inspecting, self._judging):
            pool.close()
        self._ended.put(None)

    def close(self) -> None:
        """Stop, and remove the workspaces."""
        self.stop()
        self._executor.close()
        self._work.close()
        if self._thread is not None:
            self._thread.join(_MOMENT)
        for pool in (self._here, self._reading, self._inspecting, self._judging):
            pool.close(_MOMENT)
        self._workshop.close()

    # The loop.

    def _run(self) -> None:
        try:
            self._loop()
            agents = [agent for agent in self.agents if self._wanted.get(agent)]
            result = decide_race(self._race(agents), measures=self._offers.dimensions)
        except BaseException as error:  # noqa: BLE001 - raised where it is waited for
            self._end(error)
        else:
            self._result.set_result(result)

    def _loop(self) -> None:
        started: set[Job] = set()
        while True:
            for job in plan(self._so_far, self._wanted, self._questions):
                if job not in started:
                    started.add(job)
                    self._follow(job, self._begin(job))
            if not self._open:
                return
            ended = self._ended.get()
            if ended is None:
                raise TasksStoppedError
            self._take(*ended)
            self.decided = settled(self._so_far, self._wanted, self._questions)

    def _begin(self, job: Job) -> Future[Any]:
        work, rank, agent = self._work, job.rank, job.agent
        if job.kind == "pin":
            pool = self._here if work.runs_an_agent(agent) else self._reading
            return pool.submit(rank, lambda: work.pin(agent))
        source = self._so_far.sources[agent]
        if job.kind == "sort":
            base_tests = self._so_far.base_tests
            return self._reading.submit(rank, lambda: work.sort(source, base_tests))
        if job.kind == "inspect":
            return self._inspecting.submit(rank, lambda: work.inspect(source))
        if job.kind == "judge":
            own = self._own[job.step]
            return self._judging.submit(
                rank, lambda: judge_change(self._ask, own, source, self._folder)
            )
        author = author_of(job.step)
        theirs = None if author is None else self._so_far.sources[author]
        return self._reading.submit(rank, lambda: work.unit(job, source, theirs))

    def _follow(self, job: Job, future: Future[Any]) -> None:
        self._open[job] = future
        future.add_done_callback(lambda ended: self._ended.put((job, ended)))

    def _take(self, job: Job, future: Future[Any]) -> None:
        """Record the result of a job, or run the unit that was found for it."""
        try:
            value = future.result()
        except (StoppedError, CancelledError):
            raise TasksStoppedError from None
        except HydraError as error:
            value = error
        if isinstance(value, Unit):
            unit = value
            self._follow(job, self._executor.submit(unit, job.rank))
            return
        del self._open[job]
        so_far, agent = self._so_far, job.agent
        if job.kind in ("run", "judge"):
            run = _run_of(job, value)
            if job.kind == "judge" and run is not None and run.log is not None:
                self._workshop.logs[run.log] = self._folder / run.log
            self._so_far = replace(so_far, runs={**so_far.runs, (agent, job.step): run})
            return
        if isinstance(value, HydraError) and job.kind != "pin":
            problem = f"its change could not be read: {one_line(str(value), 500)}"
            self._so_far = so_far = replace(so_far, problems={**so_far.problems, agent: problem})
            value = SortedFiles() if job.kind == "sort" else None
        if job.kind == "sort":
            self._so_far = replace(so_far, files={**so_far.files, agent: value})
        elif job.kind == "inspect":
            self._so_far = replace(so_far, inspected={**so_far.inspected, agent: value})
        else:
            self._keep_source(agent, *_pinned_of(agent, value))

    def _keep_source(self, agent: str, source: Source, files: SortedFiles | None) -> None:
        so_far = self._so_far
        known = so_far.files if files is None else {**so_far.files, agent: files}
        self._so_far = replace(so_far, sources={**so_far.sources, agent: source}, files=known)
        if agent in self._pinned:
            self._pinned[agent].set_result(source)

    def _race(self, agents: Iterable[str]) -> RaceRecord:
        """The record of the race with these candidates."""
        so_far = self._so_far
        trial = so_far.runs_of(KNOWN_BAD)
        is_tried = "tests" in trial or ("build" in trial and not trial["build"].succeeded)
        return so_far.race(
            so_far.candidate(BASE),
            map(so_far.candidate, agents),
            so_far.candidate(KNOWN_BAD) if is_tried else None,
            date=self._date,
        )

    def _end(self, error: BaseException) -> None:
        futures: list[Future[Any]] = [self._result, *self._pinned.values()]
        for future in futures:
            if not future.done():
                future.set_exception(error)

    def _open_executor(self, reuse: Reuse) -> Executor:
        execution = self._ready.settings.table("execution")
        if execution.engine == "local":
            return LocalExecutor(self._workshop.run, self._here)
        executor: Executor = registry.offered("executors", execution.engine)(
            execution.scheduler,
            self._workshop,
            base=str(self._ready.base.tree),
            session=reuse.token,
            sandbox=self._ready.ruling.table("sandbox").model_dump(mode="json"),
            python=self._ready.commands.python,
        )
        return executor

    def _base_folder(self) -> Path:
        """The folder of hydra.toml in a workspace with the base's files, until the race ends."""
        with self._base_lock:
            if self._base_place is None:
                ready = self._ready
                top = ready.repository.path.resolve()
                folder = ready.settings.root.resolve().relative_to(top)
                place = self._workshop.lasting_workspace(str(ready.base.tree))
                self._base_place = place / folder
            return self._base_place


class _Memory:
    """An answer from runs, calculated once for the same ones."""

    def __init__(self, decides: Decides) -> None:
        self._decides = decides
        # The runs are kept, so that no other has their id.
        self._known: dict[tuple[object, ...], tuple[bool, list[object]]] = {}

    def __call__(
        self,
        race: SoFar,
        agent: str,
        own: Mapping[str, CommandRun | None],
        base: Mapping[str, CommandRun | None],
    ) -> bool:
        runs: list[object] = [*own.values(), *base.values()]
        key = (agent, len(own), *map(id, runs))
        if key not in self._known:
            self._known[key] = (self._decides(race, agent, own, base), runs)
        return self._known[key][0]


def _run_of(job: Job, value: CommandRun | HydraError | None) -> CommandRun | None:
    """The run to record for a job."""
    if isinstance(value, HydraError):
        problem = one_line(str(value), 500)
        return CommandRun(name=job.step, command="", status="broken", problem=problem)
    return value and replace(value, name=job.step)


def _pinned_of(
    agent: str, value: tuple[Source, SortedFiles | None] | HydraError
) -> tuple[Source, SortedFiles | None]:
    """The result of a pin; a failure is the candidate's problem."""
    if isinstance(value, HydraError):
        problem = one_line(str(value), 1000)
        return Source(agent=agent, kind="ref", named=agent, problem=problem), SortedFiles()
    return value


def _run_rules(ready: Prepared, agents: tuple[str, ...]) -> RunRules:
    commands, tests = ready.commands, ready.ruling.table("scoring").tests
    return RunRules(
        policy=ready.policy,
        agents=agents,
        commands=commands.steps,
        judges=tuple(entry.name for entry in ready.policy.scoring.dimensions if entry.judge),
        isolation=ready.isolation.kind,
        skip_after_failed_build=commands.scoring.skip_after_failed_build,
        reruns=tests.reruns,
        rerun_budget=tests.rerun_budget_seconds or float("inf"),
        limited=frozenset(step for step in commands.steps if commands.timeout(step) is not None),
    )


def _wait(future: Future[Value], on_wait: Callable[[float | None], object]) -> Value:
    """The result of a future; the main thread wakes up regularly, so that Ctrl-C can end it."""
    start = now()
    on_wait(0.0)
    try:
        while True:
            try:
                return future.result(_PAUSE)
            except TimeoutError:
                if future.done():
                    raise
                on_wait(now() - start)
    finally:
        on_wait(None)
