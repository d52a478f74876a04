"""The pytest items of a race: one for each dimension of each candidate, and one for the race."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from pytest_hydra.errors import HydraError, ShortfallError
from pytest_hydra.execution import TasksStoppedError
from pytest_hydra.plugins.race.decide.outcome import Verdict
from pytest_hydra.plugins.race.record import GATES, RACE


class AbsentError(HydraError):
    """The change of a candidate is not available; the message says why."""


@dataclass(slots=True)
class RaceItems:
    """What this process collects of a race, and what waits for the verdict of an item.

    ``has_race``: whether the item ``race`` is in the session, and fails for all candidates.
    """

    agents: Sequence[str]
    dimensions: Sequence[str]
    take: Callable[[str, str], Verdict]
    has_race: bool = False


RACE_ITEMS = pytest.StashKey[RaceItems]()

# The JUnit XML property of an item whose judge was a mock.
MOCKED = ("hydra_judge", "MOCK")


class RaceFile(pytest.File):
    """The hydra.toml, which represents the race; without one, the path where it would be."""

    @property
    def item_count(self) -> int:
        """How many items the race has, selected or not."""
        race = self.config.stash[RACE_ITEMS]
        return len(race.agents) * (len(race.dimensions) + 1) + 1

    def collect(self) -> Iterator[CandidateNode | RaceItem]:
        """Yield the candidates, then the race itself."""
        race = self.config.stash[RACE_ITEMS]
        for agent in race.agents:
            yield CandidateNode.from_parent(self, name=agent)
        yield RaceItem.from_parent(self, name=RACE, agent="")


class RaceFolder(pytest.Directory):
    """The folder of a race without a hydra.toml. Nothing else is collected from it."""

    def collect(self) -> Iterator[pytest.Collector]:
        """Yield the collector of the race in place of the hydra.toml."""
        hook = self.ihook
        yield from hook.pytest_collect_file(file_path=self.path / "hydra.toml", parent=self)


class CandidateNode(pytest.Collector):
    """One candidate."""

    def collect(self) -> Iterator[RaceItem]:
        """Yield an item for each dimension, and one for all gates."""
        for name in (*self.config.stash[RACE_ITEMS].dimensions, GATES):
            yield RaceItem.from_parent(self, name=name, agent=self.name)


class RaceItem(pytest.Item):
    """One dimension of a candidate, all its gates, or the whole race.

    A plain item: fixtures of the user do not run for it, so that they cannot affect the race. A
    dimension that could not be measured raises in the setup phase, so that it is an error.
    """

    def __init__(self, *, agent: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.agent = agent
        self.add_marker(pytest.mark.hydra)
        self._verdict: Verdict | None = None

    @property
    def is_race(self) -> bool:
        """Whether the item is for the whole race."""
        return not self.agent

    def reportinfo(self) -> tuple[Any, int, str]:
        """The item has no line of its own."""
        return self.path, 0, f"{self.agent}::{self.name}" if self.agent else self.name

    def setup(self) -> None:
        """Wait for the verdict. Skip a missing dimension, raise for an ungraded one."""
        if self.config.getoption("setuponly", False):
            return
        self._verdict = None
        try:
            self._verdict = self.config.stash[RACE_ITEMS].take(self.agent, self.name)
        except TasksStoppedError:
            self.session.shouldstop = "the session was stopped"
            pytest.skip("the session was stopped before the race was decided")
        except HydraError as error:
            headline = str(error).partition("\n")[0]
            self._verdict = Verdict(state="ungraded", headline=headline, text=str(error))
        if self._verdict.state == "missing":
            pytest.skip(self._verdict.headline)
        if self._verdict.state == "ungraded":
            raise self._shortfall(self._verdict)
        if self._verdict.mock and MOCKED not in self.user_properties:
            self.user_properties.append(MOCKED)

    def runtest(self) -> None:
        """Fail if a gate does not pass, unless the item ``race`` is there to fail for it."""
        verdict = self._verdict
        if verdict is None or verdict.state == "passed":
            return
        if verdict.state in ("blocked", "unproven") and self.config.stash[RACE_ITEMS].has_race:
            pytest.skip(f"{verdict.state}: {verdict.headline}")
        raise self._shortfall(verdict)

    def carry_result(self, report: pytest.TestReport) -> None:
        """Attach the verdict, as plain data, to the report that decides the item's outcome."""
        verdict = self._verdict
        is_decisive = report.when == "call" or (report.when == "setup" and not report.passed)
        if verdict is None or not is_decisive:
            return
        if report.skipped:
            # Point to hydra.toml, not to a line of the plugin's code.
            report.longrepr = (str(self.path), 1, _reason(verdict))
        if verdict.state in ("blocked", "unproven") and report.skipped:
            report.hydra_state = verdict.state  # type: ignore[attr-defined]
        report.hydra_mock = verdict.mock  # type: ignore[attr-defined]
        report.hydra_kind = "race"  # type: ignore[attr-defined]
        # The candidates are reported together, once the race is decided.
        report.hydra = {  # type: ignore[attr-defined]
            "result": None,
            "exact": None,
            "agent": self.agent,
            "dimension": self.name,
            "state": verdict.state,
            "reason": verdict.headline,
        }

    def _shortfall(self, verdict: Verdict) -> ShortfallError:
        text = verdict.text or verdict.headline
        return ShortfallError(_reason(verdict), text, (str(self.path), 1))


def _reason(verdict: Verdict) -> str:
    if verdict.state in ("blocked", "unproven", "ungraded"):
        return f"{verdict.state}: {verdict.headline}"
    return verdict.headline
