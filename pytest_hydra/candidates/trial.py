"""What ordinary tests find out about candidates: where they run, and what they add to a race."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any
from uuid import uuid4

from pytest_hydra.candidates.recording import (
    BASE,
    CandidateRecord,
    CommandRun,
    RaceRecord,
    from_plain,
)
from pytest_hydra.core.numbers import exact
from pytest_hydra.errors import HydraError
from pytest_hydra.settings.policy import OwnDimension

Question = Mapping[str, str]
Ask = Callable[[Question], Mapping[str, Any]]


class AbsentError(HydraError):
    """A candidate whose change cannot be had, and why not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What one test found of a candidate or the base: a part of a dimension.

    ``score`` is from 0 to 100; None where the test could not tell.
    """

    agent: str
    dimension: str
    weight: float
    nodeid: str
    score: float | None
    message: str = ""

    def to_plain(self) -> dict[str, Any]:
        """As JSON values."""
        return asdict(self)


class Trial:
    """A candidate as one test has it. ``ask`` puts a question to the process that runs the race."""

    def __init__(self, agent: str, ask: Ask) -> None:
        self.agent = agent
        self._ask = ask

    @contextmanager
    def workspace(self) -> Iterator[Path]:
        """A folder with its files, there inside the block.

        Raises AbsentError where its change cannot be had, and HydraError for what else went wrong.
        """
        told = self._ask({"lay": self.agent, "number": uuid4().hex})
        if "problem" in told:
            raise AbsentError(told["problem"])
        path = told["path"]
        try:
            yield Path(path)
        finally:
            self._ask({"drop": path})

    def run(self, command: str, path: Path, seconds: float) -> CommandRun:
        """Run a shell line there. Raises HydraError."""
        question = {"run": command, "in": str(path), "seconds": repr(seconds)}
        return from_plain(CommandRun, self._ask({**question, "number": uuid4().hex}))


def joined(record: RaceRecord, found: Iterable[Found]) -> RaceRecord:
    """The record with the dimensions that tests have added; several tests of one are their mean.

    A name that the policy knows already keeps its meaning.
    """
    policy = record.policy
    by_name: dict[str, list[Found]] = {}
    for entry in sorted(found, key=lambda item: (item.dimension, item.nodeid, item.agent)):
        if entry.dimension not in policy.names:
            by_name.setdefault(entry.dimension, []).append(entry)
    added = tuple(
        # Read from what was recorded, as a score that a command printed.
        OwnDimension(name=name, weight=parts[0].weight, score="json")
        for name, parts in by_name.items()
    )
    if not added:
        return record
    whole = replace(policy, dimensions=(*policy.dimensions, *added))
    return replace(
        record,
        policy=whole,
        base=_with(record.base, BASE, by_name),
        candidates=tuple(
            _with(candidate, candidate.source.agent, by_name) for candidate in record.candidates
        ),
    )


def _with(
    record: CandidateRecord, agent: str, by_name: Mapping[str, list[Found]]
) -> CandidateRecord:
    runs = dict(record.runs)
    for name, parts in by_name.items():
        own = [part for part in parts if part.agent == agent]
        if own:
            runs[name] = _run(name, own)
    return replace(record, runs=runs)


def _run(name: str, parts: list[Found]) -> CommandRun:
    scores = [part.score for part in parts if part.score is not None]
    told = [part for part in parts if part.message]
    problem = None if len(scores) == len(parts) else "a test could not be graded"
    mean = sum(exact(score) for score in scores) / Fraction(max(1, len(scores)))
    return CommandRun(
        name=name,
        command=parts[0].nodeid.partition("[")[0],
        status="done" if problem is None else "broken",
        exit=0 if not told else 1,
        problem=problem,
        tail="\n".join(f"{entry.nodeid}: {entry.message}" for entry in told),
        score=float(mean) if problem is None else None,
    )
