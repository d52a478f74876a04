"""The jobs of a race, each done when `plan` says so: what only reads git, and agents."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from pytest_hydra.core.text import one_line
from pytest_hydra.plugins.boxes import untrusted_files
from pytest_hydra.plugins.engine.unit import CommandRun, Unit
from pytest_hydra.plugins.engine.workshop import Workshop
from pytest_hydra.plugins.git.repository import SourceError
from pytest_hydra.plugins.git.trees import files_of
from pytest_hydra.plugins.race.agent_work import Agents
from pytest_hydra.plugins.race.change import known_bad, pin
from pytest_hydra.plugins.race.inspect.inspect import INSPECTIONS, inspect
from pytest_hydra.plugins.race.ownership import Ownership, ownership_of
from pytest_hydra.plugins.race.preparation import Prepared
from pytest_hydra.plugins.race.product_places import product_at_places_of_tests
from pytest_hydra.plugins.race.record import KNOWN_BAD, TESTS_OF, Source
from pytest_hydra.plugins.race.roles import is_test, with_roles
from pytest_hydra.plugins.race.schedule import Job, SortedFiles
from pytest_hydra.plugins.results.outcomes import Sign
from pytest_hydra.record.files import Cache

# Folders that may be places of tests: the roles of all files of a repository would take long.
_LIKE_TESTS = re.compile(r"/[^/]*(?:test|spec)[^/]*/")


class Work:
    """Does the jobs of a race that run no unit, and finds the units of the others. Thread-safe.

    ``folder`` belongs to the session, and gets the candidates' diffs. What was read in changes is
    stored, and reused in later sessions unless these are ``fresh``.
    """

    def __init__(
        self,
        ready: Prepared,
        workshop: Workshop,
        folder: Path,
        *,
        run_agents: bool,
        fresh: bool,
    ) -> None:
        self._ready, self._folder, self._fresh = ready, folder, fresh
        root, race = ready.settings.root, ready.settings.table("race")
        self._settings = {candidate.agent: candidate for candidate in race.candidates}
        self._ownership: dict[str, Ownership] = {}
        self._agents = Agents(
            root=root,
            base=ready.base,
            task=None if race.task is None else root / race.task,
            may_run=run_agents,
            new_workspace=partial(workshop.workspace, str(ready.base.tree), with_git=True),
            remove=untrusted_files.remove,
            stopped=lambda: workshop.is_stopped,
            conceal=_concealment(ready),
            isolation=ready.isolation,
        )

    def runs_an_agent(self, agent: str) -> bool:
        """Whether an agent may have to be run to pin a candidate."""
        return agent in self._settings and self._settings[agent].kind == "command"

    def pin(self, agent: str) -> tuple[Source, SortedFiles | None]:
        """A candidate, pinned, and what its files are, if that does not depend on the base's tests.

        Its ``problem`` is why it is not available. Raises HydraError.
        """
        ready = self._ready
        if agent == KNOWN_BAD:
            command = ready.commands.command("tests")
            policy = with_roles(ready.policy, dict.fromkeys(self._misplaced(), "product"))
            return known_bad(ready.repository, ready.base, command, policy), SortedFiles()
        source = self._pin(agent)
        if source.tree is None:
            return source, SortedFiles()
        asked: list[bool] = []

        def base_tests() -> None:
            asked.append(True)

        try:
            files = self._sort(source, base_tests)
        except SourceError:
            return source, None  # the job that sorts them reports it
        return source, None if asked else files

    def sort(self, source: Source, base_tests: CommandRun | None) -> SortedFiles:
        """What the changed files of a candidate are. Raises SourceError."""
        return self._sort(source, lambda: base_tests)

    def inspect(self, source: Source) -> tuple[Sign, ...]:
        """What is read in a change. Raises HydraError."""
        ready, ownership = self._ready, self._owned(source.agent)
        policy = with_roles(ready.policy, ownership.roles)
        cache = None if self._fresh else Cache(ready.settings.root, INSPECTIONS, flush=False)
        signs = inspect(ready.repository, str(ready.base.tree), source, policy, cache)
        return (*signs, *ownership.doubts)

    def unit(self, job: Job, source: Source, author: Source | None) -> Unit | None:
        """The unit of a job, None if there is nothing to run; ``author`` wrote the tests of it.

        Raises SourceError.
        """
        ready = self._ready
        ownership = self._owned(job.agent)
        if author is not None:
            target = ready.with_tests_of(source, ownership, author, self._owned(author.agent))
            target = target and replace(target, step=job.step)
        else:
            target = ready.unit(source, job.step, ownership)
        if target is None:
            return None
        if job.files is not None:
            target = replace(target, files=job.files)
        return ready.commands.unit(target, failures=job.failures, seconds=job.seconds)

    def close(self) -> None:
        """Delete what was stored of changes and not used for long."""
        Cache(self._ready.settings.root, INSPECTIONS).forget_old()

    def _pin(self, agent: str) -> Source:
        candidate, ready = self._settings[agent], self._ready
        words = " ".join(candidate.command or [])
        name = candidate.ref or candidate.patch or candidate.worktree or words
        try:
            with self._agents.source(candidate) as origin:
                folder, ignore = (
                    self._folder / "candidates",
                    tuple(ready.settings.table("race").ignore),
                )
                source = pin(ready.repository, ready.base, origin, folder, ignore)
                if source.patch is not None:
                    self._agents.keep(candidate, self._folder / source.patch)
                if ready.acceptance is not None:
                    ready.acceptance.check_unseen(ready.repository, ready.base, source)
        except (SourceError, OSError) as error:
            problem = one_line(str(error), 1000)
            return Source(agent=agent, kind=candidate.kind, named=name, problem=problem)
        return replace(source, named=name)

    def _misplaced(self) -> list[str]:
        """The base's product code in folders of tests that are inside of others."""
        ready, tree = self._ready, str(self._ready.base.tree)
        files = files_of(ready.repository, tree)
        tops = {path.partition("/")[0] for path in files}
        of_tests = {top for top in tops if is_test(f"{top}/_.py") or is_test(f"{top}/_.js")}
        inner = (
            path
            for path in files
            if _LIKE_TESTS.search(path) and path.partition("/")[0] not in of_tests
        )
        return product_at_places_of_tests(ready.repository, dict.fromkeys(inner, tree), ready.rules)

    def _sort(self, source: Source, base_tests: Callable[[], CommandRun | None]) -> SortedFiles:
        ready = self._ready
        tree = str(ready.base.tree)
        ownership = ownership_of(ready.repository, tree, source, ready.rules, base_tests)
        self._ownership[source.agent] = ownership
        return SortedFiles(
            touches_tests=ownership.touches_tests,
            differs_from_merge=ownership.differs_from_merge,
            roles=ownership.roles,
            notes=ownership.notes,
        )

    def _owned(self, agent: str) -> Ownership:
        return self._ownership.get(agent, Ownership(self._ready.rules))


def author_of(step: str) -> str | None:
    """The author of the tests of a step, if it runs those of another candidate."""
    return step.removeprefix(TESTS_OF) if step.startswith(TESTS_OF) else None


def _concealment(ready: Prepared) -> Callable[[Sequence[str], Path], list[str]] | None:
    """What hides the tests of the task from agents that run here; None if nothing can."""
    box, task = ready.isolation.box, ready.acceptance
    if box is None or task is None or task.place is None:
        return None
    # Results of earlier runs show them too.
    return partial(box.conceal, hidden=(task.place, ready.settings.root / ".hydra"))
