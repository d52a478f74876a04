"""Rulings of judges on changes, recorded once; and deciding a recorded race again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_hydra.core.gates import AskOfChange, ChangeQuestion
from pytest_hydra.core.numbers import six_places
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.engine.unit import CommandRun, Opinion
from pytest_hydra.plugins.race.decide.decision import decide_race
from pytest_hydra.plugins.race.decide.outcome import (
    Measurement,
    RaceOutcome,
    Verdict,
    outcome_of,
    verdict_of,
)
from pytest_hydra.plugins.race.decide.policy_change import policy_changes, with_policy
from pytest_hydra.plugins.race.record import FORMULAS, RaceRecord, Source
from pytest_hydra.record.files import StoreError, write_whole
from pytest_hydra.record.wire import from_plain

if TYPE_CHECKING:
    from pytest_hydra.plugins.race.decide.dimensions import Dimension
    from pytest_hydra.plugins.race.policy.race_tables import Policy
    from pytest_hydra.plugins.race.policy.scoring import DimensionSettings

# Judges grade from 1 to 10, dimensions from 0 to 100.
_POINT = 10


def judge_change(
    ask: AskOfChange, dimension: DimensionSettings, source: Source, folder: Path
) -> CommandRun | None:
    """The ruling of a judge on a candidate's change, with the question as its log in ``folder``.

    None if there is no change, as for the base. Raises StoreError, and as ``ask`` does.
    """
    if source.patch is None or not source.changes:
        return None
    run, question = _judge(ask, dimension, source, folder / source.patch)
    if not question:
        return run
    log = f"candidates/{source.agent}/{dimension.name}.question.txt"
    try:
        write_whole(folder / log, question.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise StoreError(folder / log, error) from error
    return replace(run, log=log)


def judge_again(record: RaceRecord, folder: Path, ask: AskOfChange) -> RaceRecord:
    """The record with rulings of judges decided again, by the diffs in the run's ``folder``."""
    candidates = []
    for candidate in record.candidates:
        runs, patch = dict(candidate.runs), candidate.source.patch
        for entry in record.policy.scoring.dimensions:
            run = runs.get(entry.name)
            # Runs without a ruling stay unchanged.
            if run is not None and run.judged is not None and patch is not None:
                runs[entry.name], _ = _judge(ask, entry, candidate.source, folder / patch, run)
        candidates.append(replace(candidate, runs=runs))
    return replace(record, candidates=tuple(candidates))


def _judge(
    ask: AskOfChange,
    dimension: DimensionSettings,
    source: Source,
    diff: Path,
    recorded: CommandRun | None = None,
) -> tuple[CommandRun, str]:
    """The ruling of a judge on a change, and the question; from the ``recorded`` run if given."""
    record = None if recorded is None or recorded.judged is None else recorded.judged.record
    makers = [name for name in (source.agent, source.model) if name]
    ruling = ask(ChangeQuestion(str(diff), dimension.name, dimension.criteria, makers, record))
    ungraded = ruling.score is None
    run = CommandRun(
        name=dimension.name,
        command=f"judge {ruling.judge}",
        status="broken" if ungraded else "done",
        exit=None if ungraded else 0,
        problem=ruling.reason if ungraded else None,
        log=None if recorded is None else recorded.log,
        score=None if ruling.score is None else float(six_places(ruling.score * _POINT)),
        judged=Opinion(
            judge=ruling.judge,
            said=ruling.reason,
            mock=ruling.mock,
            digest=ruling.digest,
            record=dict(ruling.record),
        ),
    )
    return run, ruling.question


def read_record(path: Path) -> RaceRecord:
    """Read the record of a race from a file. Raises HydraError."""
    try:
        plain = json.loads(path.read_bytes())
        if plain["formulas"] != FORMULAS:
            made = one_line(str(plain["formulas"]), 40)
            reason = f"recorded by the formulas {made}; this version decides by {FORMULAS}"
            raise HydraError(f"{path}: {reason}")
        return from_plain(RaceRecord, plain)
    except OSError as error:
        raise HydraError(f"cannot read {path}: {error.strerror or error}") from error
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise HydraError(f"{path}: not the record of a race: {one_line(reason, 200)}") from error


class RecordedRace:
    """A recorded race, decided again from its file without running anything.

    ``ask`` decides the recorded answers of judges again, with the diffs beside the file.
    ``measures`` are the available dimensions. A ``policy`` replaces the recorded one.
    """

    def __init__(
        self,
        path: Path,
        ask: AskOfChange,
        measures: Mapping[str, Dimension],
        policy: Policy | None = None,
    ) -> None:
        """Read the record. Raises HydraError."""
        recorded = read_record(path)
        record = recorded if policy is None else with_policy(recorded, policy)
        self.policy = record.policy
        self.record = judge_again(record, path.parent, ask)
        self.agents = tuple(candidate.source.agent for candidate in record.candidates)
        self.base_commit = self.record.base_commit
        origin = "as it was recorded" if policy is None else "decided by today's policy"
        self.header = (f"race from {self.base_commit[:12]}, {origin}",)
        self._result = decide_race(self.record, measures=measures)
        self._marks: dict[str, list[str]] = {}
        if policy is not None:
            before = decide_race(judge_again(recorded, path.parent, ask), measures=measures)
            self._marks["policy_changes"] = policy_changes(before, self._result)

    def take(self, agent: str, dimension: str) -> Verdict:
        """The verdict."""
        return verdict_of(self._result, agent, dimension)

    def outcome(self, measurements: Iterable[Measurement]) -> RaceOutcome:  # noqa: ARG002 - recorded
        """The outcome of the race."""
        outcome = outcome_of(self._result, {}, None)
        return replace(outcome, race={**outcome.race, **self._marks}, is_replay=True)

    def close(self) -> None:
        """Do nothing: nothing runs."""
