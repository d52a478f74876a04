"""Who takes part in a race: each candidate is pinned once, and its change is looked at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_hydra.candidates.decide.decision import broken
from pytest_hydra.candidates.recording import BASE, KNOWN_BAD, Sign, Source
from pytest_hydra.candidates.run.preparation import Prepared
from pytest_hydra.candidates.source.agents import Agents
from pytest_hydra.candidates.source.git import Repository, SourceError
from pytest_hydra.candidates.source.pins import pin
from pytest_hydra.candidates.source.trees import (
    SUBMODULE,
    SYMLINK,
    files_of,
    write_object,
    write_tree,
)
from pytest_hydra.candidates.tamper.reader_pool import Readers
from pytest_hydra.core.text import one_line
from pytest_hydra.execution.tasks import Slots, Tasks
from pytest_hydra.record.cache import Cache
from pytest_hydra.settings.policy import Policy

if TYPE_CHECKING:
    from pytest_hydra.candidates.run.units import Runner
    from pytest_hydra.candidates.tamper.look import Edited
    from pytest_hydra.settings.file import Settings


def known_bad(repository: Repository, base: Source, command: str, policy: Policy) -> Source:
    """It, made of the base; without a tree where the base has no product code that can be broken.

    ``command`` is that by which tests are run. Raises SourceError.
    """
    files = files_of(repository, str(base.tree))
    contents = {
        path: content
        for path, (mode, _) in files.items()
        if mode not in (SYMLINK, SUBMODULE)
        and (content := broken(path, command, policy)) is not None
    }
    if not contents:
        return Source(agent=KNOWN_BAD, kind="base", named=base.named)
    made = {
        path: (files[path][0], write_object(repository, "blob", content))
        for path, content in contents.items()
    }
    tree = write_tree(repository, {**files, **made})
    return Source(agent=KNOWN_BAD, kind="base", named=base.named, tree=tree)


# How long the first commands have to begin before any change is looked at, in seconds.
_HEAD_START = 1.0


class Entrants:
    """The candidates of a race, its base, and the known-bad one. For any thread.

    ``folder`` is the session's own; the candidates' diffs are written into it. What a look finds
    is kept, and taken from earlier sessions unless this one is to be ``fresh``.
    """

    def __init__(  # noqa: PLR0913 - what it works with, each by its name
        self,
        ready: Prepared,
        settings: Settings,
        runner: Runner,
        *,
        folder: Path,
        tasks: Tasks,
        slots: Slots,
        run_agents: bool,
        fresh: bool,
    ) -> None:
        self._ready = ready
        self._root = settings.root
        self._folder = folder
        self._tasks = tasks
        self._slots = slots
        # Candidates are read beside what runs, so that no command waits for that.
        self._reading = Slots(slots.limit)
        self._underway = runner.underway
        #: The looks at changes, which nobody needs before the verdict.
        self.looks = Tasks(slots.limit)
        self._readers = Readers(slots.limit)
        self._fresh = fresh
        self._named = {candidate.agent: candidate for candidate in settings.race.candidates}
        task = settings.race.task
        self._agents = Agents(
            root=settings.root,
            base=ready.base,
            task=None if task is None else settings.root / task,
            ignore=tuple(settings.race.ignore),
            may_run=run_agents,
            lay=runner.lay_for_agent,
            stopped=lambda: slots.stopped,
        )

    @property
    def names(self) -> Sequence[str]:
        """The candidates, in the order in which they are named."""
        return tuple(self._named)

    def source(self, agent: str) -> Source:
        """The base, or a candidate, waited for; its ``problem`` says why it could not be had."""
        if agent == BASE:
            return self._ready.base
        make = self._break if agent == KNOWN_BAD else partial(self._pin, agent)
        source: Source = self._tasks.take(("source", agent), make)
        return source

    def look_ahead(self, agent: str) -> None:
        """Have a candidate's change looked at before anybody asks."""
        self.looks.start(agent, partial(self._look, agent))

    def signs(self, agent: str) -> tuple[Sign, ...] | None:
        """What a look at a candidate's change found; None where there is none to look at."""
        found: tuple[Sign, ...] | None = self.looks.take(agent, partial(self._look, agent))
        return found

    def edited(self, source: Source) -> Edited:
        """Which tests a candidate edited."""
        found: Edited = self._tasks.take(("edited", source.agent), partial(self._edited, source))
        return found

    def stop(self) -> None:
        """Read no further candidate, nor change."""
        self._reading.stop()
        self._readers.close()

    def forget_old(self) -> None:
        """Delete what was found in changes that nobody asked about for long."""
        from pytest_hydra.candidates.tamper.look import LOOKS

        Cache(self._root, LOOKS).forget_old()

    def _break(self) -> Source:
        ready = self._ready
        return known_bad(ready.repository, ready.base, ready.plans.command("tests"), ready.policy)

    def _pin(self, agent: str) -> Source:
        entrant, ready = self._named[agent], self._ready
        shown = entrant.ref or entrant.patch or entrant.worktree or " ".join(entrant.command or [])
        # An agent that works is as much at work as any command.
        slots = self._slots if entrant.kind == "command" else self._reading
        try:
            with slots.slot(0), self._agents.named(entrant) as named:
                source = pin(ready.repository, ready.base, named, self._folder / "candidates")
                if source.patch is not None:
                    self._agents.keep(entrant, self._folder / source.patch)
        except (SourceError, OSError) as error:
            problem = one_line(str(error), 1000)
            return Source(agent=agent, kind=entrant.kind, named=shown, problem=problem)
        return replace(source, named=shown)

    def _look(self, agent: str) -> tuple[Sign, ...] | None:
        source, ready = self.source(agent), self._ready
        if source.tree is None:
            return None
        self._underway.wait(_HEAD_START)
        from pytest_hydra.candidates.tamper.look import look, look_once

        base_tree = str(ready.base.tree)
        find = partial(look, ready.repository, base_tree, source, ready.policy, self._readers)
        if self._fresh:
            return find()
        return look_once(self._root, find, base_tree, source, ready.policy)

    def _edited(self, source: Source) -> Edited:
        from pytest_hydra.candidates.tamper.look import edited_tests

        ready = self._ready
        base_tree = str(ready.base.tree)
        return edited_tests(ready.repository, base_tree, source, ready.policy, self._readers)
