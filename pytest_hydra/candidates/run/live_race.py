"""One race: what is pinned and run, each unit of work once, whoever asks for it and in any order.

Nothing is run that nobody asked for. A verdict takes the units that it needs; those that wait for
others (a candidate's tests for its build) wait in threads that hold no slot, so that as many
commands run at a time as there are slots, the most urgent first, the base's beside the candidates'.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_hydra.candidates.recording import (
    ACCEPTANCE,
    AGREEMENT,
    BASE,
    KNOWN_BAD,
    TESTS_OF,
    CandidateRecord,
    CommandRun,
    RaceRecord,
)
from pytest_hydra.candidates.run.candidates import Candidates
from pytest_hydra.candidates.run.plans import Unit, urgency_of
from pytest_hydra.candidates.run.preparation import RaceOffers, Rules, prepare
from pytest_hydra.candidates.run.replay import AskOfChange, judge_change
from pytest_hydra.candidates.run.runner import Runner
from pytest_hydra.candidates.verdicts import GATES, RACE, AbsentError, Verdict
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution.quotas import now
from pytest_hydra.execution.tasks import Slots, Tasks

if TYPE_CHECKING:
    from pytest_hydra.candidates.decide.model import Audit, RaceResult
    from pytest_hydra.candidates.decide.outcome import Measurement, Outcome
    from pytest_hydra.record.runs import Reuse
    from pytest_hydra.settings.file import Settings

# How long what still runs may take to end when the session does, in seconds.
_MOMENT = 5.0
# What is at work at a time, for each slot: one runs, and the next is made ready.
_READY = 2
# A cluster has a queue of its own, and grows by its length.
_ON_A_CLUSTER = 5000
# What is told by all candidates together.
_RELATIVE = ("speed", "cost", AGREEMENT)

_RERUN = "tests.rerun."

# The task that tries the race itself, by its known-bad candidate.
_AUDIT = ("audit",)

# Candidates, and those of their dimensions that a verdict is made of.
_Scope = tuple[tuple[str, ...], tuple[str, ...]]


class Race:
    """The race of this session. All of its methods may be called from any thread.

    ``rules`` and ``named`` are as `prepare` has them. ``folder`` is the session's own. ``judge``
    tells whom to ask of changes, by the rules that hold; commands of judges run in the folder that
    it is given with them. ``offers`` are what may be used in this session.
    """

    def __init__(  # noqa: PLR0913 - what it works with, each by its name
        self,
        settings: Settings,
        *,
        rules: Rules,
        named: bool,
        folder: Path,
        reuse: Reuse,
        jobs: int,
        run_agents: bool,
        judge: Callable[[Settings, Callable[[], Path]], AskOfChange],
        offers: RaceOffers,
    ) -> None:
        """Find the base. Raises HydraError where it, or the policy that holds, cannot be read."""
        ready = prepare(settings, rules, offers.parsers, named=named)
        self._offers = offers
        self._ready = ready
        self.policy, self._plans = ready.policy, ready.plans
        self._folder = folder
        self._judged = {
            entry.name: entry for entry in self.policy.dimensions if entry.score == "judge"
        }
        scheduler = settings.execution.scheduler
        self._slots = Slots(jobs)
        self._tasks = Tasks(_READY * jobs if scheduler is None else _ON_A_CLUSTER)
        # Judges are waited for beside what runs, and one verdict is made after the other.
        self._judging = Tasks(ready.ruling.judging.concurrency if self._judged else 1)
        self._verdicts = Tasks(1)
        self._begun: set[_Scope] = set()
        self._decided: set[str] = set()
        self._budget = ready.ruling.scoring.tests.rerun_budget_seconds or float("inf")
        self._runner = Runner(ready, reuse=reuse, tasks=self._tasks, slots=self._slots)
        laid = partial(self._tasks.take, ("base's files",), self._runner.lay_base)
        self._ask = judge(ready.ruling, laid)
        self._candidates = Candidates(
            ready,
            lay=self._runner.lay_for_agent,
            folder=folder,
            tasks=self._tasks,
            slots=self._slots,
            run_agents=run_agents,
            fresh=reuse.fresh,
            base_tests=partial(self._run, BASE, "tests"),
        )
        #: The candidates, in the order in which they are named.
        self.agents = tuple(candidate.agent for candidate in settings.race.candidates)
        #: The id of the base commit.
        self.base_commit = str(ready.base.commit)
        self._places = {name: place for place, name in enumerate((BASE, *self.agents))}

    @property
    def header(self) -> tuple[str, ...]:
        """What people are to know of the race before it is run, line by line."""
        ref, ready = one_line(self._ready.settings.race.base, 30), self._ready
        origin = f"race from {ref} ({self.base_commit[:12]}), by the policy of {ready.whose}"
        return (origin, *ready.isolation.header, *self._runner.header, *self._plans.header)

    def ahead(self, agent: str, dimension: str, tell: Callable[[], None] | None = None) -> None:
        """Have this verdict made before it is asked for, and ``tell`` when it is."""
        scope = self._scope(agent, dimension)
        if scope not in self._begun:
            self._begin(*scope)
        # In the order in which commands run; what has to wait for all candidates comes last.
        last = dimension in (RACE, *_RELATIVE)
        rank = (int(last), *self._rank(agent, dimension))
        make = partial(self._verdict, agent, dimension)
        self._verdicts.start(("verdict", agent, dimension), make, rank)
        if tell is not None:
            self._verdicts.start(("told", agent, dimension), tell, rank)

    def show(self, look: Callable[[float | None], object]) -> None:
        """Have this called while somebody waits for a verdict, as `Tasks.look` is."""
        self._verdicts.look = look

    def progress(self) -> tuple[list[CommandRun], list[str], list[tuple[str, str, float]]]:
        """The commands that are done, the steps that are not, and what runs, for how long."""
        done, waiting = [], []
        for key, task in self._tasks.started().items():
            match key:
                case ("run", str(), str(step)):
                    waiting += [] if task.is_done else [step]
                    done += [task.result] if task.result is not None else []
        running = list(self._runner.running)
        names = {KNOWN_BAD: "trial"}
        return done, waiting, [(names.get(who, who), step, now() - t) for who, step, t in running]

    def take(self, agent: str, dimension: str) -> Verdict:
        """The verdict, waited for. Raises TasksStoppedError, and HydraError for what went wrong."""
        verdict: Verdict = self._verdicts.take(
            ("verdict", agent, dimension), partial(self._verdict, agent, dimension)
        )
        return verdict

    def lay(self, agent: str) -> Path:
        """A workspace for a test, until it is dropped.

        Raises AbsentError where the change cannot be had, and else as `take` does.
        """
        source = self._candidates.source(agent)
        if source.problem is not None:
            raise AbsentError(f"{agent}: {source.problem}")
        return self._runner.lay(source)

    def drop(self, path: Path) -> None:
        """Remove a workspace that was laid for a test."""
        self._runner.drop(path)

    def run_line(self, command: str, path: Path, seconds: float) -> CommandRun:
        """Run a shell line of a test's in a workspace that was laid for it."""
        with self._slots.slot(urgency_of("run")):
            return self._runner.check(command, path, seconds)

    def outcome(self, measurements: Iterable[Measurement]) -> Outcome:
        """What is known by now: all candidates whose gates were decided. Runs nothing.

        ``measurements`` is what ordinary tests add.
        """
        from pytest_hydra.candidates.decide.outcome import outcome_of, with_measurements

        agents = [BASE, *(agent for agent in self.agents if agent in self._decided)]
        runs: dict[str, dict[str, CommandRun | None]] = {agent: {} for agent in agents}
        results = self._tasks.known() | self._judging.known()
        for key, result in results.items():
            match key:
                case ("run", str(agent), str(step)) if agent in runs:
                    runs[agent][step] = result
        base, *candidates = (
            self._candidates.record(agent, dict(sorted(steps.items())))
            for agent, steps in runs.items()
        )
        race = self._candidates.race(base, candidates, results.get(_AUDIT))
        record = with_measurements(race, measurements)
        return outcome_of(
            record, self._runner.logs, self._folder / "candidates", self._offers.dimensions
        )

    def close(self) -> None:
        """End what runs, and remove the workspaces."""
        self._slots.stop()
        self._candidates.close()
        every = (self._tasks, self._judging, self._verdicts, self._candidates.looks)
        for tasks in every:
            tasks.stop(0)
        # Only now, as they wait for each other.
        end = now() + _MOMENT
        for tasks in every:
            tasks.stop(end - now())
        self._runner.close()

    # Verdicts.

    def _verdict(self, agent: str, dimension: str) -> Verdict:
        scope = self._scope(agent, dimension)
        decide = partial(self._decide, *scope)
        if dimension in (RACE, *_RELATIVE):
            # All of these verdicts are taken from one result.
            result: RaceResult = self._verdicts.take(("result", *scope), decide)
        else:
            result = decide()
        if dimension in (RACE, GATES):
            self._decided.update(scope[0])
        from pytest_hydra.candidates.decide.outcome import verdict_of

        return verdict_of(result, agent, dimension)

    def _decide(self, agents: Sequence[str], names: Sequence[str]) -> RaceResult:
        record = self._record(agents, self._begin(agents, names), names)
        from pytest_hydra.candidates.decide.decision import audit_race, decide_race

        trial: Audit | None = None
        if "tests" in record.base.runs:
            # The same for all verdicts: the base and the known-bad candidate are run once.
            trial = self._verdicts.take(("trial",), partial(audit_race, record))
        return decide_race(record, trial, self._offers.dimensions)

    def _scope(self, agent: str, dimension: str) -> _Scope:
        """Whose dimensions, and which of them, a verdict is made of."""
        if dimension in (RACE, *_RELATIVE):
            return self.agents, self.policy.names
        gating = tuple(name for name in self.policy.names if name not in _RELATIVE)
        # What a plugin measures may look at all that was run.
        offered = {entry.name for entry in self.policy.dimensions if entry.score == "plugin"}
        # What the tests of the task do is held against what the base's do.
        names = ("tests", ACCEPTANCE) if dimension == ACCEPTANCE else (dimension,)
        return (agent,), gating if dimension in {GATES, *offered} else names

    def _begin(self, agents: Sequence[str], names: Sequence[str]) -> Sequence[str]:
        """Have run what these dimensions of these candidates need, side by side; the steps."""
        steps = [name for name in names if self._plans.has(name) or name in self._judged]
        self._begun.add((tuple(agents), tuple(names)))
        for agent in (BASE, *agents):
            for step in steps:
                self._start(agent, step)
        for agent in agents:
            if "tests" in steps:
                self._start(agent, "tests.own")
            for step in self._crossed(agent, names):
                self._start(agent, step)
            self._candidates.look_ahead(agent)
        return steps

    def _crossed(self, agent: str, names: Sequence[str]) -> list[str]:
        """The steps by which the tests of all others are run on a candidate's code."""
        if AGREEMENT not in names or not self._plans.has("tests"):
            return []
        return [f"{TESTS_OF}{author}" for author in self.agents if author != agent]

    def _record(
        self, agents: Sequence[str], steps: Sequence[str], names: Sequence[str]
    ) -> RaceRecord:
        """What came of these steps, for these dimensions, of these candidates, waited for."""
        every = {agent: [*steps, *self._crossed(agent, names)] for agent in agents}
        candidates = [self._candidate(agent, own) for agent, own in every.items()]
        # Last, because it has the reruns that candidates needed.
        runs = {step for candidate in candidates for step in candidate.runs}
        base = self._candidate(
            BASE, [*steps, *sorted(step for step in runs if step.startswith(_RERUN))]
        )
        bad = self._tasks.take(_AUDIT, self._audit) if "tests" in steps else None
        return self._candidates.race(base, candidates, bad)

    def _audit(self) -> CandidateRecord | None:
        """The base with its product code broken; None where its tests could not tell."""
        if self._failures(KNOWN_BAD, "tests") is None or (
            self._candidates.source(KNOWN_BAD).tree is None
        ):
            return None
        steps = [step for step in ("build", "tests") if self._plans.has(step)]
        runs = {step: self._run(KNOWN_BAD, step) for step in steps}
        return self._candidates.record(KNOWN_BAD, runs)

    def _candidate(self, agent: str, steps: Sequence[str]) -> CandidateRecord:
        return self._candidates.record(agent, self._runs(agent, steps))

    def _runs(self, agent: str, steps: Sequence[str]) -> dict[str, CommandRun | None]:
        """What came of these steps of a candidate, or the base, and of what belongs to them."""
        needed = list(steps)
        if "tests" in steps and agent != BASE:
            needed += ["tests.own", "tests.new"]
            reruns: int = self._tasks.take(("reruns", agent), partial(self._rerun, agent))
            needed += [f"{_RERUN}{number}" for number in range(1, reruns + 1)]
        return {step: self._run(agent, step) for step in needed}

    # Units of work.

    def _start(self, agent: str, step: str) -> None:
        make = partial(self._make, agent, step)
        self._tasks_of(step).start(("run", agent, step), make, self._rank(agent, step))

    def _run(self, agent: str, step: str) -> CommandRun | None:
        make = partial(self._make, agent, step)
        run: CommandRun | None = self._tasks_of(step).take(("run", agent, step), make)
        return run

    def _tasks_of(self, step: str) -> Tasks:
        return self._judging if step in self._judged else self._tasks

    def _rank(self, agent: str, step: str) -> tuple[int, int]:
        """When its turn is: the most urgent first, and the candidates in their order."""
        return urgency_of(step), self._places.get(agent, len(self._places))

    def _make(self, agent: str, step: str) -> CommandRun | None:
        """One command run for a candidate or the base; None where there is nothing to run."""
        run = self._run_now(agent, step)
        if step == "tests":
            # What follows from how its tests went.
            if agent == BASE:
                self._tasks.start(_AUDIT, self._audit, self._rank(KNOWN_BAD, step))
            elif agent != KNOWN_BAD:
                rank = self._rank(agent, "tests.own")
                self._tasks.start(("reruns", agent), partial(self._rerun, agent), rank)
        return run

    def _run_now(self, agent: str, step: str) -> CommandRun | None:
        source = self._candidates.source(agent)
        is_known = self._plans.has(step) or step in self._judged
        if source.tree is None or not is_known or self._is_spared(agent, step):
            return None
        if step == ACCEPTANCE and agent != BASE:
            # Of what is read there nothing may reach another run of the candidate.
            every = [*self._plans.steps, *self._judged, *self._crossed(agent, self.policy.names)]
            self._runs(agent, [name for name in every if name != ACCEPTANCE])
        try:
            if step in self._judged:
                run = judge_change(self._ask, self._judged[step], source, self._folder)
                if run is not None and run.log is not None:
                    self._runner.logs[run.log] = self._folder / run.log
                return run
            knows_base = ("run", BASE, "tests") in self._tasks.known()
            if source.kind != "base" and step in ("tests", "tests.own") and not knows_base:
                guess = self._unit(agent, step, guess=True)
                # Found again below, unless the base's tests tell otherwise.
                _ = guess and self._runner.run(guess)
            unit = self._unit(agent, step)
            return None if unit is None else self._run_unit(unit)
        except HydraError as error:
            problem = one_line(str(error), 500)
            return CommandRun(name=step, command="", status="broken", problem=problem)

    def _unit(self, agent: str, step: str, *, guess: bool = False) -> Unit | None:
        unit = self._candidates.unit(agent, step, guess=guess)
        if unit is not None and (step == "tests.new" or step.startswith(TESTS_OF)):
            author = step.removeprefix(TESTS_OF) if step.startswith(TESTS_OF) else agent
            unit = self._over_others(author, unit)
        return unit and replace(
            unit,
            failures=self._failures(agent, step),
            base_seconds=partial(self._base_seconds, agent, step),
        )

    def _run_unit(self, unit: Unit) -> CommandRun:
        run = self._runner.run(unit)
        if unit.step != "tests.own" or not run.files:
            return run
        from pytest_hydra.candidates.decide.measure import may_hang_on_others

        may_hang = may_hang_on_others(run, self._run(BASE, "tests"))
        return self._runner.run(replace(unit, files=())) if may_hang else run

    def _over_others(self, agent: str, unit: Unit) -> Unit | None:
        """A candidate's own tests over others' code, of which those are run that tell."""
        steps = ((BASE, "tests"), (agent, "tests"), (agent, "tests.own"))
        tests = [run.tests for place in steps if (run := self._run(*place)) and run.tests]
        from pytest_hydra.candidates.decide.measure import files_over_base

        files = files_over_base(*tests) if len(tests) == len(steps) else set()
        return replace(unit, files=() if "" in files else tuple(sorted(files))) if files else None

    def _failures(self, agent: str, step: str) -> int | None:
        """After how many failures nothing more is to be learned from tests."""
        if agent != KNOWN_BAD or step != "tests":
            return None
        from pytest_hydra.candidates.decide.dimensions import failures_to_see

        return failures_to_see(self._run(BASE, "tests"))

    def _is_spared(self, agent: str, step: str) -> bool:
        if step == "build" or not self._plans.scoring.skip_after_failed_build or agent == BASE:
            return False
        build = self._run(agent, "build") if self._plans.has("build") else None
        return build is not None and not build.succeeded

    def _base_seconds(self, agent: str, step: str) -> float | None:
        """How long the same took on the base; None where that is not known."""
        name = step.partition(".")[0]
        run = None if agent == BASE else self._run(BASE, name)
        return run.seconds if run is not None and run.status == "done" else None

    def _rerun(self, agent: str) -> int:
        """Run the tests that a candidate lost again, with the base's; how often that was done."""
        if not self._plans.has("tests") or self._candidates.source(agent).tree is None:
            return 0
        own = {step: self._run(agent, step) for step in ("tests", "tests.own", "tests.new")}
        theirs = {"tests": self._run(BASE, "tests")}
        from pytest_hydra.candidates.decide.decision import lost_tests

        records = self._candidates.record
        spent = 0.0
        for number in range(1, self._plans.scoring.tests.reruns + 1):
            base, candidate = records(BASE, theirs), records(agent, own)
            record = self._candidates.race(base, [candidate])
            if not lost_tests(record) or spent > self._budget:
                return number - 1
            step = f"{_RERUN}{number}"
            self._start(BASE, step)
            own[step] = self._run(agent, step)
            theirs[step] = self._run(BASE, step)
            again = own[step]
            spent += again.seconds if again is not None else 0.0
        return self._plans.scoring.tests.reruns
