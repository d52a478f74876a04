"""What is recorded of a race: of one candidate, of all, and of what is known by now."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pytest_hydra.candidates.recording import (
    BASE,
    CandidateRecord,
    CommandRun,
    RaceRecord,
    Source,
)
from pytest_hydra.candidates.run.candidates import Entrants
from pytest_hydra.candidates.run.preparation import Prepared

if TYPE_CHECKING:
    from pytest_hydra.settings.file import Settings

AUDIT = "audit"
"""The task that has the base's tests tried, alone in its key."""
RUN = "run"
"""What the key of a task begins with that runs a step of a candidate; both follow."""


class Records:
    """Puts together what is recorded of a race. For any thread."""

    def __init__(self, settings: Settings, ready: Prepared, entrants: Entrants) -> None:
        self._base_ref = settings.race.base
        self._ready = ready
        self._entrants = entrants
        self._date = datetime.now(UTC).date().isoformat()

    def candidate(self, source: Source, runs: Mapping[str, CommandRun | None]) -> CandidateRecord:
        """A candidate, or the base, with its runs by step; None is no run. Waits for the look."""
        there = {step: run for step, run in runs.items() if run is not None}
        # Asked only where its own tests were run: what it edited is held against nothing else.
        edited = self._entrants.edited(source) if "tests.own" in there else None
        return CandidateRecord(
            source=source,
            runs=there,
            isolation=self._ready.isolation.kind,
            edited_tests=None if edited is None else edited.tests,
            folded_tests=() if edited is None else edited.folded,
            signs=None if source.kind == "base" else self._entrants.signs(source.agent),
        )

    def race(
        self,
        base: CandidateRecord,
        candidates: Iterable[CandidateRecord],
        known_bad: CandidateRecord | None = None,
    ) -> RaceRecord:
        """The race of these candidates."""
        return RaceRecord(
            base_ref=self._base_ref,
            base_commit=str(self._ready.base.commit),
            policy=self._ready.policy,
            base=base,
            candidates=tuple(candidates),
            date=self._date,
            known_bad=known_bad,
        )

    def known(self, results: Mapping[Hashable, Any], agents: Sequence[str]) -> RaceRecord:
        """The race of these candidates by what tasks have made until now, by their keys."""
        known: dict[str, dict[str, CommandRun | None]] = {agent: {} for agent in (BASE, *agents)}
        for key, run in results.items():
            if isinstance(key, tuple) and key[0] == RUN and key[1] in known:
                known[key[1]][key[2]] = run
        base, *candidates = (
            self.candidate(self._entrants.source(agent), dict(sorted(runs.items())))
            for agent, runs in known.items()
        )
        return self.race(base, candidates, results.get((AUDIT,)))
