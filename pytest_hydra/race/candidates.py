"""The candidates of a race, and the record of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from pytest_hydra.core.text import one_line
from pytest_hydra.engine.unit import CommandRun
from pytest_hydra.errors import HydraError
from pytest_hydra.execution import untrusted_files
from pytest_hydra.execution.tasks import Slots, Tasks
from pytest_hydra.git.repository import SourceError
from pytest_hydra.race.agents import Agents
from pytest_hydra.race.change import pin
from pytest_hydra.race.commands import Unit
from pytest_hydra.race.inspect.inspect import INSPECTIONS, inspect
from pytest_hydra.race.known_bad import known_bad
from pytest_hydra.race.preparation import Prepared
from pytest_hydra.race.record import (
    ACCEPTANCE,
    BASE,
    KNOWN_BAD,
    TEST_STEPS,
    TESTS_OF,
    CandidateRecord,
    RaceRecord,
    Source,
)
from pytest_hydra.race.tests_inside import InlineTests, inline_tests
from pytest_hydra.record.files import Cache
from pytest_hydra.results.outcomes import Sign


def _veil_of(ready: Prepared) -> Callable[[Sequence[str], Path], list[str]] | None:
    """What hides the tests of the task from agents that run here; None if nothing can."""
    box, task = ready.isolation.box, ready.acceptance
    if box is None or task is None or task.place is None:
        return None
    # Results of earlier runs show them too.
    return partial(box.veil, hidden=(task.place, ready.settings.root / ".hydra"))


class Candidates:
    """The candidates of a race, its base and the known-bad candidate, and their records.

    ``new_workspace`` creates the folder in which an agent works. ``folder`` belongs to the session,
    and gets the candidates' diffs. Signs found in changes are stored, and reused in later sessions
    unless these are ``fresh``. ``base_tests`` waits for the run of the base's tests. Thread-safe.
    """

    def __init__(  # noqa: PLR0913 - its parts, each by name
        self,
        ready: Prepared,
        *,
        new_workspace: Callable[[], AbstractContextManager[Path]],
        folder: Path,
        tasks: Tasks,
        slots: Slots,
        run_agents: bool,
        fresh: bool,
        base_tests: Callable[[], CommandRun | None],
    ) -> None:
        self._ready = ready
        self._base_tests = base_tests
        self._date = datetime.now(UTC).date().isoformat()
        self._folder = folder
        self._tasks = tasks
        self._slots = slots
        # Candidates are read in slots of their own, so that no command waits for them.
        self._reading = Slots(slots.limit)
        #: The searches for signs in changes, which are needed only for the verdict.
        self.looks = Tasks(slots.limit)
        self._fresh = fresh
        root, race = ready.settings.root, ready.settings.race
        self._settings = {candidate.agent: candidate for candidate in race.candidates}
        self._agents = Agents(
            root=root,
            base=ready.base,
            task=None if race.task is None else root / race.task,
            may_run=run_agents,
            new_workspace=new_workspace,
            remove=untrusted_files.remove,
            stopped=lambda: slots.stopped,
            veil=_veil_of(ready),
        )

    def source(self, agent: str) -> Source:
        """Wait for a candidate, or the base. Its ``problem`` is why it is not available."""
        ready, make = self._ready, partial(self._pin, agent)
        if agent == BASE:
            return ready.base
        if agent == KNOWN_BAD:
            command = ready.plans.command("tests")
            make = partial(known_bad, ready.repository, ready.base, command, ready.policy)
        source: Source = self._tasks.take(("source", agent), make)
        return source

    def inline(self, agent: str, step: str, *, guess: bool = False) -> InlineTests:
        """What a candidate changed in files with tests that are not named like tests.

        A ``guess`` does not wait for the base's tests, which may change the result.
        """
        source, ready = self.source(agent), self._ready
        is_tested = step.partition(".")[0] in TEST_STEPS
        if not is_tested or source.kind == "base" or source.tree is None:
            return InlineTests()
        tests: Callable[[], CommandRun | None] = (lambda: None) if guess else self._base_tests
        base_tree = str(ready.base.tree)
        find = partial(inline_tests, ready.repository, base_tree, source, ready.policy, tests)
        inline: InlineTests = self._tasks.take(("inline", agent, guess), find)
        return inline

    def unit(self, agent: str, step: str, *, guess: bool = False) -> Unit | None:
        """The unit for a step of a candidate, or the base, from `Prepared`."""
        inline = self.inline(agent, step, guess=guess)
        if step.startswith(TESTS_OF):
            author = step.removeprefix(TESTS_OF)
            theirs = self.source(author), self.inline(author, "tests")
            unit = self._ready.crossed(self.source(agent), inline, *theirs)
            return unit and replace(unit, step=step)
        return self._ready.unit(self.source(agent), step, inline)

    def look_ahead(self, agent: str) -> None:
        """Start the search for signs in a candidate's change before it is needed."""
        self.looks.start((agent, (), (), ()), partial(self._inspect, agent, InlineTests()))

    def close(self) -> None:
        """Stop reading candidates, and delete stored signs that were not used for long."""
        self._reading.stop()
        Cache(self._ready.settings.root, INSPECTIONS).forget_old()

    def record(self, agent: str, runs: Mapping[str, CommandRun | None]) -> CandidateRecord:
        """The record of a candidate, or the base; a run that is None is left out.

        Waits for the search for signs. If the change cannot be read, for instance because git takes
        too long, that is its ``problem``: it stays in the race, unproven.
        """
        results = {step: run for step, run in runs.items() if run is not None}
        try:
            return self._record(agent, results)
        except HydraError as error:
            problem = f"its change could not be read: {one_line(str(error), 500)}"
            source = replace(self.source(agent), tree=None, problem=problem)
            kind = self._ready.isolation.kind
            return CandidateRecord(source=source, runs={}, isolation=kind)

    def _record(self, agent: str, runs: Mapping[str, CommandRun]) -> CandidateRecord:
        source, ready = self.source(agent), self._ready
        inline = self.inline(agent, "tests" if "tests" in runs else "")
        is_base = source.kind == "base"
        key = agent, inline.suites, inline.doubtful, inline.product
        find = partial(self._inspect, agent, inline)
        return CandidateRecord(
            source=source,
            runs=runs,
            isolation=ready.isolation.kind,
            test_files=(*inline.suites, *inline.joined),
            product_files=inline.product,
            signs=None if is_base else self.looks.take(key, find),
        )

    def race(
        self,
        base: CandidateRecord,
        candidates: Iterable[CandidateRecord],
        known_bad: CandidateRecord | None = None,
    ) -> RaceRecord:
        """The record of the race with these candidates."""
        return RaceRecord(
            base_ref=self._ready.settings.race.base,
            base_commit=str(self._ready.base.commit),
            policy=self._ready.policy,
            base=base,
            candidates=tuple(candidates),
            date=self._date,
            known_bad=known_bad,
        )

    def _pin(self, agent: str) -> Source:
        candidate, ready = self._settings[agent], self._ready
        name = (
            candidate.ref
            or candidate.patch
            or candidate.worktree
            or " ".join(candidate.command or [])
        )
        # A running agent takes a slot like any command.
        slots = self._slots if candidate.kind == "command" else self._reading
        try:
            with slots.slot(0), self._agents.source(candidate) as origin:
                folder, ignore = self._folder / "candidates", tuple(ready.settings.race.ignore)
                source = pin(ready.repository, ready.base, origin, folder, ignore)
                if source.patch is not None:
                    self._agents.keep(candidate, self._folder / source.patch)
                if ready.acceptance is not None:
                    ready.acceptance.check_unseen(ready.repository, ready.base, source)
        except (SourceError, OSError) as error:
            problem = one_line(str(error), 1000)
            return Source(agent=agent, kind=candidate.kind, named=name, problem=problem)
        return replace(source, named=name)

    def _inspect(self, agent: str, inline: InlineTests) -> tuple[Sign, ...] | None:
        source, ready = self.source(agent), self._ready
        if source.tree is None:
            return None
        policy = inline._replace(joined={}).policy(ready.policy)
        doubts = [Sign(kind="tests-inside", file=file) for file in inline.doubtful]
        # The tests of the task have the same command as all tests.
        steps = [step for step in ready.plans.steps if step != ACCEPTANCE]
        doubts += ready.plans.judges.signs(steps, source.changes)
        cache = None if self._fresh else Cache(ready.settings.root, INSPECTIONS, flush=False)
        signs = inspect(ready.repository, str(ready.base.tree), source, policy, cache)
        return (*signs, *doubts)
