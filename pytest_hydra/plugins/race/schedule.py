"""What to run next in a race: a pure function of what was recorded so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple, TypeVar

from pytest_hydra.plugins.engine.unit import CommandRun
from pytest_hydra.plugins.race.decide.decision import is_mergeable_without, lost_tests
from pytest_hydra.plugins.race.decide.dimensions import failures_to_see
from pytest_hydra.plugins.race.decide.measure import (
    breaks_others,
    files_over_base,
    may_depend_on_others,
    merged_run,
)
from pytest_hydra.plugins.race.decide.pace import RELATIVE
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.plugins.race.record import (
    ACCEPTANCE,
    AGREEMENT,
    BASE,
    GATES,
    KNOWN_BAD,
    MERGED,
    RACE,
    TEST_STEPS,
    TESTS_OF,
    CandidateRecord,
    RaceRecord,
    Role,
    Source,
)
from pytest_hydra.plugins.results.outcomes import Sign

RERUN = "tests.rerun."
"""Prefix of the steps that run lost tests again."""

# A command without a time-out in the settings may take this many times as long as on the base.
_TIMES_THE_BASE = 5
# The first steps are those that others wait for, then those that take longest.
_URGENCY = {"build": 0, "tests": 1, "tests.own": 2, "tests.new": 2}

Wanted = Mapping[str, frozenset[str]]
"""The dimensions that are wanted, by agent; an agent without any is only pinned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Something to do for a race.

    *pin* a candidate; *sort* its files, with the base's tests; *inspect* its change; *run* a step,
    or ask a *judge*. ``files`` limit a run of tests (None: those of the step's tree), ``failures``
    end it, and ``seconds`` are a longer time limit than the usual one. The smallest ``rank`` is
    first.
    """

    kind: Literal["pin", "sort", "inspect", "run", "judge"]
    agent: str
    step: str = ""
    files: tuple[str, ...] | None = None
    failures: int | None = None
    seconds: float | None = None
    rank: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class SortedFiles:
    """What the changed files of a candidate are: their roles, and ``notes`` for people.

    ``touches_tests``: whether it has tests of its own to run. ``differs_from_merge``: whether the
    deciding run has other files than those after the merge.
    """

    touches_tests: bool = False
    differs_from_merge: bool = False
    roles: Mapping[str, Role] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRules:
    """What can be run in a race, by its settings.

    ``agents`` are in the order of the settings. ``commands`` are the steps with a command, and
    ``judges`` the dimensions with a judge. ``limited`` are the steps whose time limit is set.
    ``rerun_budget`` is in seconds.
    """

    policy: Policy
    agents: tuple[str, ...]
    commands: tuple[str, ...] = ()
    judges: tuple[str, ...] = ()
    isolation: Literal["bubblewrap", "none"] = "none"
    skip_after_failed_build: bool = True
    reruns: int = 0
    rerun_budget: float = float("inf")
    limited: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class SoFar:
    """What was recorded of a race so far.

    ``sources`` are the pinned candidates, and the base; ``files`` what their changed files are;
    ``inspected`` what was read in their changes, and ``problems`` why that failed. ``runs`` are by
    agent and step: None if there was nothing to run.
    """

    rules: RunRules
    sources: Mapping[str, Source]
    files: Mapping[str, SortedFiles] = field(default_factory=dict)
    inspected: Mapping[str, tuple[Sign, ...] | None] = field(default_factory=dict)
    problems: Mapping[str, str] = field(default_factory=dict)
    runs: Mapping[tuple[str, str], CommandRun | None] = field(default_factory=dict)

    def runs_of(self, agent: str) -> dict[str, CommandRun]:
        """The runs of a candidate, or the base, by step."""
        runs = {step: run for (who, step), run in self.runs.items() if who == agent and run}
        if agent == BASE and (tests := self.base_tests) is not None:
            runs["tests"] = tests
        return dict(sorted(runs.items()))

    @property
    def base_tests(self) -> CommandRun | None:
        """The tests of the base, or their second run if only that one passed: see `is_doubtful`."""
        run, again = self.runs.get((BASE, "tests")), self.runs.get((BASE, f"{RERUN}1"))
        return again if again is not None and again.succeeded and is_doubtful(run) else run

    def candidate(
        self, agent: str, runs: Mapping[str, CommandRun | None] | None = None
    ) -> CandidateRecord:
        """The record of a candidate, or the base, with some of its runs, or all."""
        rules, source = self.rules, self.sources[agent]
        done = {step: run for step, run in (runs or {}).items() if run is not None}
        done = self.runs_of(agent) if runs is None else done
        if agent in self.problems:
            source = replace(source, tree=None, problem=self.problems[agent])
            return CandidateRecord(source=source, isolation=rules.isolation)
        files = self.files.get(agent, SortedFiles())
        return CandidateRecord(
            source=replace(source, roles=files.roles, notes=(*source.notes, *files.notes)),
            runs=done,
            isolation=rules.isolation,
            signs=self.inspected.get(agent),
        )

    def race(
        self,
        base: CandidateRecord,
        candidates: Iterable[CandidateRecord],
        known_bad: CandidateRecord | None = None,
        *,
        date: str | None = None,
    ) -> RaceRecord:
        """The record of the race with these candidates."""
        source = self.sources[BASE]
        return RaceRecord(
            base_ref=source.named,
            base_commit=str(source.commit),
            policy=self.rules.policy,
            base=base,
            candidates=tuple(candidates),
            date=date,
            known_bad=known_bad,
        )


def is_doubtful(run: CommandRun | None) -> bool:
    """Whether tests failed of which only the exit code is known: one flaky test may be the cause.

    If this is the base, nobody can lose a test.
    """
    if run is None or run.tests is None or run.status != "done":
        return False
    return run.tests.evidence == "exit" and run.exit != 0


def has_lost(race: SoFar, agent: str, own: _Runs, base: _Runs) -> bool:
    """Whether a candidate has lost a test, by these runs of it and of the base."""
    record = race.race(race.candidate(BASE, base), [race.candidate(agent, own)])
    return bool(lost_tests(record))


def may_merge(race: SoFar, agent: str, own: _Runs, base: _Runs) -> bool:
    """Whether nothing speaks against a candidate, by these runs of it and of the base."""
    record = race.race(race.candidate(BASE, base), [race.candidate(agent, own)])
    return is_mergeable_without(record, ACCEPTANCE)


Decides = Callable[[SoFar, str, "_Runs", "_Runs"], bool]


class Questions(NamedTuple):
    """What the plan asks of the runs so far."""

    has_lost: Decides = has_lost
    may_merge: Decides = may_merge


_QUESTIONS: Final = Questions()


def plan(race: SoFar, wanted: Wanted, questions: Questions = _QUESTIONS) -> list[Job]:
    """The jobs that can start, and that have no result yet, whether they run or not.

    A new result never makes a job go that has none.
    """
    planned = _Plan(race, wanted, questions)
    planned.everything()
    return list(planned.jobs)


def settled(race: SoFar, wanted: Wanted, questions: Questions = _QUESTIONS) -> tuple[str, ...]:
    """The agents whose gates are wanted, and for whom everything is recorded."""
    planned = _Plan(race, wanted, questions)
    agents = [agent for agent in race.rules.agents if GATES in wanted.get(agent, ())]
    return tuple(agent for agent in agents if planned.is_settled(agent))


def wanted_of(
    items: Iterable[tuple[str, str]], rules: RunRules, plugins: Sequence[str] = ()
) -> dict[str, frozenset[str]]:
    """What the items of a race, each an agent and a dimension, want.

    The race, and dimensions that compare candidates, want everything. A dimension of a plugin may
    use all runs of its candidate, as the gates do. Candidates are ranked if `GATES` are wanted.
    """
    names, relative = rules.policy.names, {*RELATIVE, AGREEMENT}
    gating = {name for name in names if name not in relative}
    wanted: dict[str, set[str]] = {}
    for agent, name in items:
        every = name == RACE or name in relative
        more = {*names} if every else gating if name in (GATES, *plugins) else {name}
        # The tests of the task are compared with the base's tests.
        more = more | ({"tests"} if name == ACCEPTANCE else set())
        more = more | ({GATES} if name in (RACE, GATES) else set())
        for who in rules.agents if every else (agent,):
            wanted.setdefault(who, set()).update(more)
    return {agent: frozenset(more) for agent, more in wanted.items()}


# --- one plan -------------------------------------------------------------------------------------


class _Wait:
    """In place of a result: it is not recorded yet, or may still be replaced."""


_WAIT: Final = _Wait()
_Run = CommandRun | None
_Runs = Mapping[str, _Run]
_Value = TypeVar("_Value")


class _Plan:
    """Walks through what is wanted: each answer is a recorded result, or waits for jobs."""

    def __init__(self, race: SoFar, wanted: Wanted, questions: Questions) -> None:
        self._race, self._wanted, self._questions = race, wanted, questions
        self._rules = race.rules
        self._places = {name: place for place, name in enumerate((BASE, *race.rules.agents))}
        self._reached: dict[tuple[str, str], _Run | _Wait] = {}
        #: The jobs without a result, as keys, in the order in which they were met.
        self.jobs: dict[Job, None] = {}

    def everything(self) -> None:
        """Reach all that is wanted."""
        for agent in self._rules.agents:
            if agent in self._wanted:
                self.is_settled(agent)

    def is_settled(self, agent: str) -> bool:
        """Whether everything of a candidate is recorded, and what it is compared with."""
        if not self._wanted[agent]:
            return not isinstance(self.source(agent), _Wait)
        steps = [step for step in self._steps(agent) if step not in self._rules.judges]
        base = [self.run(BASE, step) for step in steps]
        trial = [self._trial()] if "tests" in steps else []
        own = [self._rest(agent)]
        if ACCEPTANCE in steps:
            own.append(self.run(agent, ACCEPTANCE))
        return not _waits(*base, *trial, *own)

    def source(self, agent: str) -> Source | _Wait:
        """The candidate, pinned."""
        source = self._race.sources.get(agent)
        return self._job("pin", agent) if source is None else source

    def run(self, agent: str, step: str) -> _Run | _Wait:
        """The run of a step; None if there is nothing to run."""
        key = (agent, step)
        if key not in self._reached:
            # What asks for itself waits.
            self._reached[key] = _WAIT
            self._reached[key] = self._final(agent, step)
        return self._reached[key]

    def _final(self, agent: str, step: str) -> _Run | _Wait:
        if (agent, step) not in self._race.runs:
            return self._begin(agent, step)
        run = self._race.runs[agent, step]
        if agent == BASE and step == "tests" and is_doubtful(run) and self._rules.reruns:
            again = self.run(BASE, f"{RERUN}1")
            return again if isinstance(again, _Wait) else self._race.base_tests
        if run is None or agent == BASE:
            return run
        if step == "tests.own" and run.files:
            base, checked = self.run(BASE, "tests"), self.run(agent, "tests")
            if isinstance(base, _Wait) or isinstance(checked, _Wait):
                return _WAIT
            if may_depend_on_others(run, base) or breaks_others(checked, run, base):
                return self._job("run", agent, step, files=())
        if run.status == "timeout" and step.partition(".")[0] not in self._rules.limited:
            # Without a setting, the base's duration decides.
            base = self.run(BASE, step.partition(".")[0])
            if isinstance(base, _Wait):
                return _WAIT
            known = base is not None and base.status == "done"
            longer = _TIMES_THE_BASE * base.seconds if base is not None and known else 0.0
            if longer > (run.timeout_seconds or 0.0):
                limits: dict[str, Any] = {"failures": self._failures(agent, step)}
                limits["files"] = _files_again(step, run)
                return self._job("run", agent, step, seconds=longer, **limits)
        return run

    def _begin(self, agent: str, step: str) -> _Run | _Wait:
        """Start a step that has no result; None if there is nothing to run."""
        source = self.source(agent)
        if isinstance(source, _Wait):
            return _WAIT
        name = step.partition(".")[0]
        is_judged = step in self._rules.judges
        if source.tree is None or not (name in self._rules.commands or is_judged):
            return None
        skipped = self._is_skipped(agent, step)
        if skipped is not False:
            return _WAIT if isinstance(skipped, _Wait) else None
        if is_judged:
            return self._job("judge", agent, step)
        files: tuple[str, ...] | None = None
        if name in TEST_STEPS:
            sorted_files = self._files(agent)
            if isinstance(sorted_files, _Wait):
                return _WAIT
            if step in ("tests.own", "tests.new") and not sorted_files.touches_tests:
                return None
        if step == "tests.new" or step.startswith(TESTS_OF):
            author = step.removeprefix(TESTS_OF) if step.startswith(TESTS_OF) else agent
            found = self._files_of_interest(author)
            if not found:
                return None
            if isinstance(found, _Wait):
                return _WAIT
            files = () if "" in found else tuple(sorted(found))
        # Last, so that no other run of the candidate can use what it reads there.
        if step == ACCEPTANCE and agent != BASE and _waits(self._rest(agent)):
            return _WAIT
        return self._job("run", agent, step, files=files, failures=self._failures(agent, step))

    def _is_skipped(self, agent: str, step: str) -> bool | _Wait:
        """Whether a step is not run because the build failed."""
        has_build = "build" in self._rules.commands and self._rules.skip_after_failed_build
        if step == "build" or agent == BASE or not has_build:
            return False
        build = self.run(agent, "build")
        return build if isinstance(build, _Wait) else build is not None and not build.succeeded

    def _files(self, agent: str) -> SortedFiles | _Wait:
        """What the candidate's changed files are, for which the base's tests may be needed."""
        if agent in (BASE, KNOWN_BAD):
            return SortedFiles()
        files = self._race.files.get(agent)
        if files is None and not isinstance(self.source(agent), _Wait):
            return _WAIT if _waits(self.run(BASE, "tests")) else self._job("sort", agent)
        return _WAIT if files is None else files

    def _inspection(self, agent: str) -> object:
        """What was read in the change."""
        source = self.source(agent)
        if isinstance(source, _Wait) or source.tree is None or agent in self._race.inspected:
            return source if isinstance(source, _Wait) else None
        if "tests" in self._steps(agent) and _waits(self._files(agent)):
            return _WAIT
        return self._job("inspect", agent)

    def _files_of_interest(self, author: str) -> set[str] | _Wait:
        """The files of an author's own tests that are run on other code."""
        runs = [self.run(BASE, "tests"), self.run(author, "tests"), self.run(author, "tests.own")]
        if _waits(self._files(author), *runs):
            return _WAIT
        tests = [run.tests for run in runs if isinstance(run, CommandRun) and run.tests]
        return files_over_base(*tests) if len(tests) == len(runs) else set()

    def _failures(self, agent: str, step: str) -> int | None:
        """After how many failures a test run may stop; None if never."""
        if agent != KNOWN_BAD or step != "tests":
            return None
        base = self.run(BASE, "tests")
        return None if isinstance(base, _Wait) else failures_to_see(base)

    def _trial(self) -> object:
        """The runs of the known-bad candidate, which checks the race."""
        base = self.run(BASE, "tests")
        if isinstance(base, _Wait) or failures_to_see(base) is None:
            return _WAIT if isinstance(base, _Wait) else None
        builds = [self.run(KNOWN_BAD, "build")]
        tests = self.run(KNOWN_BAD, "tests")
        return _WAIT if _waits(*builds, tests) else None

    def _rest(self, agent: str) -> object:
        """Everything of a candidate but the tests of the task."""
        steps = [step for step in self._steps(agent) if step != ACCEPTANCE]
        found: list[object] = [self.run(agent, step) for step in steps]
        if "tests" in steps:
            found += [self.run(agent, step) for step in ("tests.own", "tests.new")]
        if AGREEMENT in self._wanted.get(agent, ()) and "tests" in self._rules.commands:
            others = (author for author in self._rules.agents if author != agent)
            found += [self.run(agent, f"{TESTS_OF}{author}") for author in others]
        found.append(self._inspection(agent))
        if "tests" in steps:
            found.append(self._reruns(agent))
        if "tests" in steps and not _waits(*found):
            found.append(self._merged(agent))
        return _WAIT if _waits(*found) else None

    def _reruns(self, agent: str) -> object:
        """Runs that repeat the tests of a candidate that lost some, and the base's."""
        source = self.source(agent)
        own = {step: self.run(agent, step) for step in ("tests", "tests.own", "tests.new")}
        theirs = {"tests": self.run(BASE, "tests")}
        if isinstance(source, _Wait) or _waits(*own.values(), *theirs.values()):
            return _WAIT
        if source.tree is None or "tests" not in self._rules.commands:
            return None
        if _waits(self._inspection(agent)):
            return _WAIT
        seconds = 0.0
        for number in range(1, self._rules.reruns + 1):
            if seconds > self._rules.rerun_budget:
                return None
            if not self._questions.has_lost(self._race, agent, _known(own), _known(theirs)):
                return None
            step = f"{RERUN}{number}"
            again, base = self.run(agent, step), self.run(BASE, step)
            if _waits(again, base):
                return _WAIT
            own[step], theirs[step] = again, base
            seconds += again.seconds if isinstance(again, CommandRun) else 0.0
        return None

    def _merged(self, agent: str) -> object:
        """The run of all tests as they are after the merge, if no other run shows that."""
        files, race = self._files(agent), self._race
        if isinstance(files, _Wait) or not files.differs_from_merge:
            return None
        if merged_run(race.candidate(agent)) is not None and (agent, MERGED) not in race.runs:
            return None
        known = (race.runs_of(agent), race.runs_of(BASE))
        runs, base = ({s: run for s, run in side.items() if s != ACCEPTANCE} for side in known)
        is_known = (agent, MERGED) in race.runs
        may_merge = is_known or self._questions.may_merge(race, agent, runs, base)
        return self.run(agent, MERGED) if may_merge else None

    def _steps(self, agent: str) -> list[str]:
        """The steps of the dimensions that are wanted of a candidate."""
        if agent not in self._wanted:
            return []
        names, rules = self._wanted[agent], self._rules
        return [
            name
            for name in rules.policy.names
            if name in names and (name in rules.commands or name in rules.judges)
        ]

    def _job(self, kind: Any, agent: str, step: str = "", **limits: Any) -> _Wait:
        place = self._places.get(agent, len(self._places))
        rank = (_URGENCY.get(step, len(_URGENCY)), place)
        self.jobs[Job(kind=kind, agent=agent, step=step, rank=rank, **limits)] = None
        return _WAIT


def _files_again(step: str, run: CommandRun) -> tuple[str, ...] | None:
    """The files of a step that is run again, if its tree does not decide them."""
    is_own = step in ("tests.own", "tests.new") or step.startswith(TESTS_OF)
    return run.files if is_own else None


def _waits(*found: object) -> bool:
    return any(isinstance(entry, _Wait) for entry in found)


def _known(runs: Mapping[str, _Run | _Wait]) -> dict[str, _Run]:
    return {step: run for step, run in runs.items() if not isinstance(run, _Wait)}
