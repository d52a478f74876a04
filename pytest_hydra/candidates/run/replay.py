"""A race that was recorded, decided again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from pytest_hydra.candidates.decide.decision import decide_race
from pytest_hydra.candidates.decide.judged_changes import AskOfChange, judged_again
from pytest_hydra.candidates.decide.outcome import Outcome, outcome_of, read_record, verdict_of
from pytest_hydra.candidates.recording import CommandRun
from pytest_hydra.candidates.trial import Found
from pytest_hydra.candidates.verdicts import Verdict
from pytest_hydra.errors import HydraError


class Replayed:
    """A race that was recorded: decided again from its file, with nothing run.

    ``ask`` tells what judges said, by what was recorded of it and the diffs beside the file.
    """

    def __init__(self, path: Path, ask: AskOfChange) -> None:
        """Read the record. Raises HydraError."""
        record = read_record(path)
        self.policy = record.policy
        self.record = judged_again(record, self.policy, path.parent, ask)
        self.base_commit = self.record.base_commit
        self.told = (f"race from {self.base_commit[:12]}, as it was recorded",)
        self._result = decide_race(self.record)

    @property
    def agents(self) -> Sequence[str]:
        """The candidates that were recorded."""
        return tuple(candidate.source.agent for candidate in self.record.candidates)

    def ahead(self, agent: str, dimension: str, tell: Callable[[], None] | None = None) -> None:
        """Nothing is to be made."""

    def take(self, agent: str, dimension: str) -> Verdict:
        """The verdict."""
        return verdict_of(self._result, agent, dimension)

    def lay(self, agent: str) -> Path:
        """Nobody asks in a replay: ordinary tests are left out."""
        raise HydraError(f"nothing is run in a replay, so {agent} has no workspace")

    def drop(self, path: Path) -> None:
        """There are no workspaces."""

    def try_out(self, command: str, path: Path, seconds: float) -> CommandRun:
        """Nothing is run."""
        raise HydraError(f"nothing is run in a replay: {command} ({path}, {seconds:g} s)")

    def outcome(self, found: Iterable[Found]) -> Outcome:  # noqa: ARG002 - it is recorded
        """What it comes to."""
        return outcome_of(self.record, {}, None)

    def close(self) -> None:
        """Nothing runs."""
