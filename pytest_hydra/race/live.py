"""One race: its verdicts, in any order, each with the steps that it needs.

Steps that no verdict needs are not run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_hydra.core.text import one_line
from pytest_hydra.execution.quotas import now
from pytest_hydra.execution.tasks import Tasks
from pytest_hydra.race.decide.decision import audit_race, decide_race
from pytest_hydra.race.decide.outcome import outcome_of, verdict_of, with_measurements
from pytest_hydra.race.preparation import RaceOffers, Rules, prepare
from pytest_hydra.race.record import ACCEPTANCE, AGREEMENT, BASE, RaceRecord
from pytest_hydra.race.steps import RERUN, Judge, Steps
from pytest_hydra.race.verdicts import GATES, RACE, Verdict

if TYPE_CHECKING:
    from pytest_hydra.race.decide.model import Audit, RaceResult
    from pytest_hydra.race.decide.outcome import Measurement, Outcome
    from pytest_hydra.record.runs import Reuse
    from pytest_hydra.settings.file import Settings

# How long running tasks may take to end when the session ends, in seconds.
_MOMENT = 5.0
# Dimensions that need all candidates.
_RELATIVE = ("speed", "cost", AGREEMENT)

# Candidates, and the dimensions of them that a verdict needs.
_Scope = tuple[tuple[str, ...], tuple[str, ...]]


class Race:
    """The race of this session. Thread-safe.

    ``rules`` and ``explicit`` are as in `prepare`. ``folder`` belongs to the session. ``judge``
    opens the judge for the settings in force, with the folder in which judge commands run.
    ``offers`` are the dimensions and parsers of this session.
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
        self._offers, self._ready, self._folder = offers, ready, folder
        self.policy = ready.policy
        #: The steps of the race.
        self.steps = Steps(
            ready, folder=folder, reuse=reuse, jobs=jobs, run_agents=run_agents, judge=judge
        )
        self.agents = self.steps.agents
        # One verdict at a time.
        self._verdicts = Tasks(1)
        self._scopes: set[_Scope] = set()
        self._decided: set[str] = set()
        #: The id of the base commit.
        self.base_commit = str(ready.base.commit)

    @property
    def header(self) -> tuple[str, ...]:
        """Lines about the race for the session's header."""
        ref, ready = one_line(self._ready.settings.race.base, 30), self._ready
        origin = f"race from {ref} ({self.base_commit[:12]}), policy from {ready.origin}"
        return (origin, *ready.isolation.header, *self.steps.runner.header, *ready.plans.header)

    def ahead(self, agent: str, dimension: str, tell: Callable[[], None] | None = None) -> None:
        """Start this verdict before it is needed, and call ``tell`` when it is ready."""
        scope = self._scope(agent, dimension)
        if scope not in self._scopes:
            self._begin(*scope)
        # In the order of the commands; verdicts that need all candidates come last.
        last = dimension in (RACE, *_RELATIVE)
        rank = (int(last), *self.steps.rank(agent, dimension))
        make = partial(self._verdict, agent, dimension)
        self._verdicts.start(("verdict", agent, dimension), make, rank)
        if tell is not None:
            self._verdicts.start(("told", agent, dimension), tell, rank)

    def show(self, look: Callable[[float | None], object]) -> None:
        """Call ``look`` while a caller waits for a verdict, like `Tasks.look`."""
        self._verdicts.look = look

    def take(self, agent: str, dimension: str) -> Verdict:
        """Wait for the verdict. Raises TasksStoppedError, and HydraError for a failure."""
        verdict: Verdict = self._verdicts.take(
            ("verdict", agent, dimension), partial(self._verdict, agent, dimension)
        )
        return verdict

    def outcome(self, measurements: Iterable[Measurement]) -> Outcome:
        """The outcome so far: all candidates whose gates were decided. Runs nothing.

        ``measurements`` are scores from ordinary tests.
        """
        agents = [BASE, *(agent for agent in self.agents if agent in self._decided)]
        runs, trial = self.steps.results()
        base, *candidates = (
            self.steps.candidates.record(agent, dict(sorted(runs.get(agent, {}).items())))
            for agent in agents
        )
        race = self.steps.candidates.race(base, candidates, trial)
        record = with_measurements(race, measurements)
        result = decide_race(record, measures=self._offers.dimensions)
        return outcome_of(result, self.steps.runner.logs, self._folder / "candidates")

    def close(self) -> None:
        """End everything that runs, and remove the workspaces."""
        every = [*self.steps.stop(), self._verdicts]
        for tasks in every:
            tasks.stop(0)
        # Wait only after all were stopped, as they wait for each other.
        end = now() + _MOMENT
        for tasks in every:
            tasks.stop(end - now())
        self.steps.runner.close()

    # Verdicts.

    def _verdict(self, agent: str, dimension: str) -> Verdict:
        scope = self._scope(agent, dimension)
        decide = partial(self._decide, *scope)
        if dimension in (RACE, *_RELATIVE):
            # These verdicts share one result.
            result: RaceResult = self._verdicts.take(("result", *scope), decide)
        else:
            result = decide()
        if dimension in (RACE, GATES):
            self._decided.update(scope[0])
        return verdict_of(result, agent, dimension)

    def _decide(self, agents: Sequence[str], names: Sequence[str]) -> RaceResult:
        record = self._record(agents, self._begin(agents, names), names)
        trial: Audit | None = None
        if "tests" in record.base.runs:
            # Shared by all verdicts: the base and the known-bad candidate are run once.
            trial = self._verdicts.take(("trial",), partial(audit_race, record))
        return decide_race(record, trial, self._offers.dimensions)

    def _scope(self, agent: str, dimension: str) -> _Scope:
        """The candidates and dimensions that a verdict needs."""
        if dimension in (RACE, *_RELATIVE):
            return self.agents, self.policy.names
        gating = tuple(name for name in self.policy.names if name not in _RELATIVE)
        # A plugin's dimension may use all runs.
        offered = {entry.name for entry in self.policy.dimensions if entry.score == "plugin"}
        # The tests of the task are compared with the base's tests.
        names = ("tests", ACCEPTANCE) if dimension == ACCEPTANCE else (dimension,)
        return (agent,), gating if dimension in {GATES, *offered} else names

    def _begin(self, agents: Sequence[str], names: Sequence[str]) -> Sequence[str]:
        """Start the steps that these dimensions of these candidates need, and return them."""
        steps = [name for name in names if self.steps.has(name)]
        self._scopes.add((tuple(agents), tuple(names)))
        for agent in (BASE, *agents):
            for step in steps:
                self.steps.start(agent, step)
        for agent in agents:
            if "tests" in steps:
                self.steps.start(agent, "tests.own")
            for step in self.steps.crossed(agent, names):
                self.steps.start(agent, step)
            self.steps.candidates.look_ahead(agent)
        return steps

    def _record(
        self, agents: Sequence[str], steps: Sequence[str], names: Sequence[str]
    ) -> RaceRecord:
        """Wait for these steps of these candidates, and return the record."""
        every = {agent: [*steps, *self.steps.crossed(agent, names)] for agent in agents}
        candidates = [self.steps.candidate(agent, own) for agent, own in every.items()]
        # The base is last, as it includes the reruns that candidates needed.
        runs = {step for candidate in candidates for step in candidate.runs}
        base = self.steps.candidate(
            BASE, [*steps, *sorted(step for step in runs if step.startswith(RERUN))]
        )
        bad = self.steps.trial() if "tests" in steps else None
        return self.steps.candidates.race(base, candidates, bad)
