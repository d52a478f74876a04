"""Changes that a judge grades: asked once, recorded with the race, and read again in a replay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from pytest_hydra.candidates.recording import (
    CandidateRecord,
    CommandRun,
    Judged,
    RaceRecord,
    Source,
)
from pytest_hydra.core.gates import ChangeRuling
from pytest_hydra.core.numbers import six_places
from pytest_hydra.record.files import StoreError, write_whole
from pytest_hydra.settings.policy import OwnDimension, Policy

# A judge gives 1 to 10, a dimension has 0 to 100.
_POINT = 10


class AskOfChange(Protocol):
    """Whom to ask what a judge says of a change."""

    def __call__(
        self,
        diff: Path,
        name: str,
        criteria: Sequence[str],
        *,
        makers: Sequence[str],
        recorded: Mapping[str, Any] | None = None,
    ) -> ChangeRuling:
        """The ruling on the diff in a file, or of ``recorded`` if that is given.

        ``name`` is the dimension's, ``makers`` who made the change. Raises HydraError, and
        TasksStoppedError.
        """


def judge_first(
    ask: AskOfChange, own_dimension: OwnDimension, source: Source, folder: Path
) -> CommandRun | None:
    """What a judge says of a candidate's change, with the question as its log, below ``folder``.

    None where there is no change, or nothing but the base. Raises as `AskOfChange` does, and
    StoreError.
    """
    if source.patch is None or not source.changes:
        return None
    run, question = _judge(ask, own_dimension, source, folder / source.patch)
    if not question:
        return run
    log = f"candidates/{source.agent}/{own_dimension.name}.question.txt"
    try:
        write_whole(folder / log, question.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise StoreError(folder / log, error) from error
    return replace(run, log=log)


def judged_again(record: RaceRecord, policy: Policy, folder: Path, ask: AskOfChange) -> RaceRecord:
    """The record with what judges said decided again, by the diffs in its run's ``folder``."""
    if not policy.judged:
        return record
    candidates = (_judged_again(candidate, policy, folder, ask) for candidate in record.candidates)
    return replace(record, candidates=tuple(candidates))


def _judged_again(
    record: CandidateRecord, policy: Policy, folder: Path, ask: AskOfChange
) -> CandidateRecord:
    runs = dict(record.runs)
    for entry in policy.judged:
        run = runs.get(entry.name)
        # What nobody was asked for stays as it is.
        if run is not None and run.judged is not None and record.source.patch is not None:
            diff = folder / record.source.patch
            runs[entry.name], _ = _judge(ask, entry, record.source, diff, run)
    return replace(record, runs=runs)


def _judge(
    ask: AskOfChange,
    own_dimension: OwnDimension,
    source: Source,
    diff: Path,
    recorded: CommandRun | None = None,
) -> tuple[CommandRun, str]:
    """What a judge says of a change, and the question; of what was recorded if that is given."""
    kept = None if recorded is None or recorded.judged is None else recorded.judged.record
    makers = [name for name in (source.agent, source.model) if name]
    ruling = ask(diff, own_dimension.name, own_dimension.criteria, makers=makers, recorded=kept)
    ungraded = ruling.score is None
    run = CommandRun(
        name=own_dimension.name,
        command=f"judge {ruling.judge}",
        status="broken" if ungraded else "done",
        exit=None if ungraded else 0,
        problem=ruling.shown if ungraded else None,
        log=None if recorded is None else recorded.log,
        score=None if ruling.score is None else float(six_places(ruling.score * _POINT)),
        judged=Judged(
            judge=ruling.judge,
            said=ruling.shown,
            mock=ruling.mock,
            digest=ruling.digest,
            record=dict(ruling.record),
        ),
    )
    return run, ruling.question
