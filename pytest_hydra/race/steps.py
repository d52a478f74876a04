"""The steps of a race: each step of the base and the candidates is run once, when first needed.

Steps that wait for others (a candidate's tests for its build) wait in threads without a slot, so
that as many commands run at a time as there are slots. The most urgent are first, and the base's
run beside the candidates'.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_hydra.core.gates import AskOfChange
from pytest_hydra.core.text import one_line
from pytest_hydra.engine.unit import CommandRun
from pytest_hydra.errors import HydraError
from pytest_hydra.execution.quotas import now
from pytest_hydra.execution.tasks import Slots, Tasks
from pytest_hydra.race.candidates import Candidates
from pytest_hydra.race.commands import Unit, urgency_of
from pytest_hydra.race.decide.decision import lost_tests
from pytest_hydra.race.decide.dimensions import failures_to_see
from pytest_hydra.race.decide.measure import files_over_base, may_depend_on_others
from pytest_hydra.race.preparation import Prepared
from pytest_hydra.race.record import (
    ACCEPTANCE,
    AGREEMENT,
    BASE,
    KNOWN_BAD,
    TESTS_OF,
    CandidateRecord,
)
from pytest_hydra.race.replay import judge_change
from pytest_hydra.race.runner import Runner
from pytest_hydra.race.verdicts import AbsentError

if TYPE_CHECKING:
    from pytest_hydra.record.runs import Reuse
    from pytest_hydra.settings.file import Settings

Judge = Callable[["Settings", Callable[[], Path]], AskOfChange]
"""Opens the judge of changes, from the settings in force and the folder for judge commands."""

RERUN = "tests.rerun."
"""Prefix of the steps that run lost tests again."""

# Tasks at the same time for each slot: one runs, and the next is prepared.
_READY = 2
# A cluster has a queue of its own, and scales with its length.
_ON_A_CLUSTER = 5000

# The task that checks the race itself, with its known-bad candidate.
_AUDIT = ("audit",)


class Steps:
    """The steps of a race, and what they need. Thread-safe.

    ``folder`` belongs to the session.
    """

    def __init__(  # noqa: PLR0913 - its parts, each by name
        self,
        ready: Prepared,
        *,
        folder: Path,
        reuse: Reuse,
        jobs: int,
        run_agents: bool,
        judge: Judge,
    ) -> None:
        self._policy, self._plans, self._folder = ready.policy, ready.plans, folder
        self._judge_dimensions = {
            entry.name: entry for entry in self._policy.dimensions if entry.score == "judge"
        }
        scheduler = ready.settings.execution.scheduler
        self._slots = Slots(jobs)
        self._tasks = Tasks(_READY * jobs if scheduler is None else _ON_A_CLUSTER)
        # Judges are called in threads of their own, without a slot.
        self._judging = Tasks(ready.ruling.judging.concurrency if self._judge_dimensions else 1)
        self._budget = ready.ruling.scoring.tests.rerun_budget_seconds or float("inf")
        self.runner = Runner(ready, reuse=reuse, tasks=self._tasks, slots=self._slots)
        base_folder = partial(self._tasks.take, ("base's files",), self.runner.base_folder)
        self._ask = judge(ready.ruling, base_folder)
        self.candidates = Candidates(
            ready,
            new_workspace=self.runner.agent_workspace,
            folder=folder,
            tasks=self._tasks,
            slots=self._slots,
            run_agents=run_agents,
            fresh=reuse.fresh,
            base_tests=partial(self.run, BASE, "tests"),
        )
        #: The candidates, in the order of the settings.
        self.agents = tuple(candidate.agent for candidate in ready.settings.race.candidates)
        self._places = {name: place for place, name in enumerate((BASE, *self.agents))}

    def has(self, name: str) -> bool:
        """Whether a dimension has a command or a judge."""
        return self._plans.has(name) or name in self._judge_dimensions

    def progress(self) -> tuple[list[CommandRun | None], list[str], bool]:
        """The runs of finished steps, the other steps, and whether no more steps will follow."""
        finished, waiting, is_all = [], [], True
        tasks = self._tasks.started()
        for key, task in tasks.items():
            match key:
                case ("run", str(), str(step)) if task.is_done:
                    finished.append(task.result)
                case ("run", str(), str(step)):
                    waiting.append(step)
                    # The results of tests decide which steps follow.
                    is_all = is_all and step != "tests"
                case _:
                    is_all = is_all and task.is_done
        return finished, waiting, is_all and len(self._tasks.started()) == len(tasks)

    def running(self) -> list[tuple[str, str, float]]:
        """The running commands: agent, step, and seconds so far."""
        running = list(self.runner.running)
        names = {KNOWN_BAD: "trial"}
        return [(names.get(agent, agent), step, now() - since) for agent, step, since in running]

    def workspace(self, agent: str) -> Path:
        """A workspace for a test, until it is dropped.

        Raises AbsentError if the change is not available, and as `Race.take` does.
        """
        source = self.candidates.source(agent)
        if source.problem is not None:
            raise AbsentError(f"{agent}: {source.problem}")
        return self.runner.workspace(source)

    def run_line(self, command: str, path: Path, seconds: float) -> CommandRun:
        """Run a shell line of a test in the workspace that `workspace` returned."""
        with self._slots.slot(urgency_of("run")):
            return self.runner.check(command, path, seconds)

    def results(self) -> tuple[dict[str, dict[str, CommandRun | None]], CandidateRecord | None]:
        """The runs of all finished steps, by agent; and the record of the trial."""
        results = self._tasks.results() | self._judging.results()
        runs: dict[str, dict[str, CommandRun | None]] = {}
        for key, result in results.items():
            match key:
                case ("run", str(agent), str(step)):
                    runs.setdefault(agent, {})[step] = result
        return runs, results.get(_AUDIT)

    def stop(self) -> list[Tasks]:
        """Start no more steps. Returns the tasks that may still run."""
        self._slots.stop()
        self.candidates.close()
        return [self._tasks, self._judging, self.candidates.looks]

    def trial(self) -> CandidateRecord | None:
        """Wait for the record of the known-bad candidate, which checks the race."""
        bad: CandidateRecord | None = self._tasks.take(_AUDIT, self._audit)
        return bad

    def crossed(self, agent: str, names: Sequence[str]) -> list[str]:
        """The steps that run the tests of all other candidates on a candidate's code."""
        if AGREEMENT not in names or not self._plans.has("tests"):
            return []
        return [f"{TESTS_OF}{author}" for author in self.agents if author != agent]

    def candidate(self, agent: str, steps: Sequence[str]) -> CandidateRecord:
        """Wait for the record of a candidate, or the base, with these steps."""
        return self.candidates.record(agent, self._runs(agent, steps))

    def _runs(self, agent: str, steps: Sequence[str]) -> dict[str, CommandRun | None]:
        """Wait for these steps of a candidate, or the base, and those that belong to them."""
        needed = list(steps)
        if "tests" in steps and agent != BASE:
            needed += ["tests.own", "tests.new"]
            reruns: int = self._tasks.take(("reruns", agent), partial(self._rerun, agent))
            needed += [f"{RERUN}{number}" for number in range(1, reruns + 1)]
        return {step: self.run(agent, step) for step in needed}

    def start(self, agent: str, step: str) -> None:
        """Start a step in the background."""
        make = partial(self._make, agent, step)
        self._tasks_of(step).start(("run", agent, step), make, self.rank(agent, step))

    def run(self, agent: str, step: str) -> CommandRun | None:
        """Wait for the run of a step; None if there is nothing to run."""
        make = partial(self._make, agent, step)
        run: CommandRun | None = self._tasks_of(step).take(("run", agent, step), make)
        return run

    def _tasks_of(self, step: str) -> Tasks:
        return self._judging if step in self._judge_dimensions else self._tasks

    def rank(self, agent: str, step: str) -> tuple[int, int]:
        """The rank of a step: by urgency, then by the order of the candidates."""
        return urgency_of(step), self._places.get(agent, len(self._places))

    def _audit(self) -> CandidateRecord | None:
        """The record of the known-bad candidate; None if the base's tests could show nothing."""
        if self._failures(KNOWN_BAD, "tests") is None or (
            self.candidates.source(KNOWN_BAD).tree is None
        ):
            return None
        steps = [step for step in ("build", "tests") if self._plans.has(step)]
        runs = {step: self.run(KNOWN_BAD, step) for step in steps}
        return self.candidates.record(KNOWN_BAD, runs)

    def _make(self, agent: str, step: str) -> CommandRun | None:
        """Run one step of a candidate or the base; None if there is nothing to run."""
        run = self._run_now(agent, step)
        if step == "tests":
            # The steps that follow from the results of the tests.
            if agent == BASE:
                self._tasks.start(_AUDIT, self._audit, self.rank(KNOWN_BAD, step))
            elif agent != KNOWN_BAD:
                rank = self.rank(agent, "tests.own")
                self._tasks.start(("reruns", agent), partial(self._rerun, agent), rank)
        return run

    def _run_now(self, agent: str, step: str) -> CommandRun | None:
        source = self.candidates.source(agent)
        if source.tree is None or not self.has(step) or self._is_spared(agent, step):
            return None
        if step == ACCEPTANCE and agent != BASE:
            # Last, so that no other run of the candidate can use what it reads there.
            crossed = self.crossed(agent, self._policy.names)
            every = [*self._plans.steps, *self._judge_dimensions, *crossed]
            self._runs(agent, [name for name in every if name != ACCEPTANCE])
        try:
            if step in self._judge_dimensions:
                run = judge_change(self._ask, self._judge_dimensions[step], source, self._folder)
                if run is not None and run.log is not None:
                    self.runner.logs[run.log] = self._folder / run.log
                return run
            knows_base = ("run", BASE, "tests") in self._tasks.results()
            if source.kind != "base" and step in ("tests", "tests.own") and not knows_base:
                guess = self._unit(agent, step, guess=True)
                # Cached for the run below, unless the base's tests change the unit.
                _ = guess and self.runner.run(guess)
            unit = self._unit(agent, step)
            return None if unit is None else self._run_unit(unit)
        except HydraError as error:
            problem = one_line(str(error), 500)
            return CommandRun(name=step, command="", status="broken", problem=problem)

    def _unit(self, agent: str, step: str, *, guess: bool = False) -> Unit | None:
        unit = self.candidates.unit(agent, step, guess=guess)
        if unit is not None and (step == "tests.new" or step.startswith(TESTS_OF)):
            author = step.removeprefix(TESTS_OF) if step.startswith(TESTS_OF) else agent
            unit = self._on_other_code(author, unit)
        return unit and replace(
            unit,
            failures=self._failures(agent, step),
            base_seconds=partial(self._base_seconds, agent, step),
        )

    def _run_unit(self, unit: Unit) -> CommandRun:
        run = self.runner.run(unit)
        if unit.step != "tests.own" or not run.files:
            return run
        may_hang = may_depend_on_others(run, self.run(BASE, "tests"))
        return self.runner.run(replace(unit, files=())) if may_hang else run

    def _on_other_code(self, agent: str, unit: Unit) -> Unit | None:
        """A candidate's own tests on other code, limited to files that are of interest."""
        steps = ((BASE, "tests"), (agent, "tests"), (agent, "tests.own"))
        tests = [run.tests for place in steps if (run := self.run(*place)) and run.tests]
        files = files_over_base(*tests) if len(tests) == len(steps) else set()
        return replace(unit, files=() if "" in files else tuple(sorted(files))) if files else None

    def _failures(self, agent: str, step: str) -> int | None:
        """After how many failures a test run may stop; None if never."""
        if agent != KNOWN_BAD or step != "tests":
            return None
        return failures_to_see(self.run(BASE, "tests"))

    def _is_spared(self, agent: str, step: str) -> bool:
        if step == "build" or not self._plans.scoring.skip_after_failed_build or agent == BASE:
            return False
        build = self.run(agent, "build") if self._plans.has("build") else None
        return build is not None and not build.succeeded

    def _base_seconds(self, agent: str, step: str) -> float | None:
        """How long the step took on the base, in seconds; None if unknown."""
        name = step.partition(".")[0]
        run = None if agent == BASE else self.run(BASE, name)
        return run.seconds if run is not None and run.status == "done" else None

    def _rerun(self, agent: str) -> int:
        """Rerun the tests of a candidate that lost some, and the base's; the number of reruns."""
        own = {step: self.run(agent, step) for step in ("tests", "tests.own", "tests.new")}
        if not self._plans.has("tests") or self.candidates.source(agent).tree is None:
            return 0
        theirs = {"tests": self.run(BASE, "tests")}
        records = self.candidates.record
        seconds = 0.0
        for number in range(1, self._plans.scoring.tests.reruns + 1):
            base, candidate = records(BASE, theirs), records(agent, own)
            record = self.candidates.race(base, [candidate])
            if not lost_tests(record) or seconds > self._budget:
                return number - 1
            step = f"{RERUN}{number}"
            self.start(BASE, step)
            own[step] = self.run(agent, step)
            theirs[step] = self.run(BASE, step)
            again = own[step]
            seconds += again.seconds if again is not None else 0.0
        return self._plans.scoring.tests.reruns
