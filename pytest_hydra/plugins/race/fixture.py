"""The fixture ``hydra_candidate``: its tests run once for each candidate, and for the base."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_hydra.marker import CARD, marker_settings

if TYPE_CHECKING:
    from pytest_hydra.plugins.engine.unit import CommandRun
    from pytest_hydra.plugins.race.head import RaceHead

NAME = "hydra_candidate"


class CandidateUnderTest:
    """A candidate, or the base, in a workspace of its own.

    ``agent`` is its name, ``base`` for the base. ``path`` is the workspace, in which the test may
    change anything. ``base`` is whether it is the base, which candidates are compared with.
    """

    def __init__(self, agent: str, path: Path, race: RaceHead) -> None:
        self.agent = agent
        self.path = path
        self._race = race

    @property
    def base(self) -> bool:
        """Whether it is the base, not a candidate."""
        return self.agent == "base"

    def run(self, command: str, *, timeout: float = 600.0) -> CommandRun:
        """Run a shell line in the workspace, in the same way as the checks of a race.

        A failing command does not raise: ``succeeded``, ``exit``, ``seconds``, ``status`` and
        ``tail`` (its last lines) report how it ended. After ``timeout`` seconds it is ended with
        all that it started.
        """
        return self._race.run_line(command, self.path, timeout)


def candidate_under_test(request: pytest.FixtureRequest) -> Iterator[CandidateUnderTest]:
    """The value of the fixture ``hydra_candidate``."""
    from pytest_hydra.errors import HydraError
    from pytest_hydra.execution import TasksStoppedError
    from pytest_hydra.plugins.race.items import AbsentError

    race = race_of(request.config)
    agent: str | None = getattr(request, "param", None)
    if race is None or agent is None:
        if request.config.pluginmanager.get_plugin("hydra-collection") is None:
            pytest.skip(f"{NAME} needs --hydra")
        source = "candidates: [[race.candidates]] in hydra.toml, or --hydra-candidate"
        pytest.skip(f"{NAME} needs {source}")
    marker_settings(request.node)  # fails a test with an invalid marker
    try:
        with race.workspace(agent) as path:
            yield CandidateUnderTest(agent, path, race)
            return
    except AbsentError as error:
        problem = str(error)
        # Its gate reports the problem: with the race in the session it is unproven, not an error.
        if race.items.has_race:
            pytest.skip(problem)
    except TasksStoppedError:
        request.session.shouldstop = "the session was stopped"
        pytest.skip("the session was stopped before the candidate's workspace was ready")
    except HydraError as error:
        problem = str(error)
    # Outside the try block, so that pytest does not also show the exception that was caught.
    pytest.fail(f"{NAME}: {problem}", pytrace=False)


def parametrize_candidate(metafunc: pytest.Metafunc) -> None:
    """Parametrize a test with hydra_candidate: once for each candidate, and for the base."""
    race = race_of(metafunc.config)
    if race is not None:
        agents = ["base", *race.items.agents]
        metafunc.parametrize(NAME, agents, indirect=True, ids=agents)


def carry_candidate(item: pytest.Item, report: pytest.TestReport) -> None:
    """Attach the score of a candidate to the report of its test's call, for the race.

    A failed test lowers the candidate's dimension; it does not fail the session.
    """
    from pytest_hydra.core.text import one_line

    callspec = getattr(item, "callspec", None)
    agent = None if callspec is None else callspec.params.get(NAME)
    if agent is None or report.skipped or hasattr(report, "wasxfail"):
        return
    marker = item.get_closest_marker("hydra")
    marks = {} if marker is None else marker.kwargs
    checks = item.stash.get(CARD, None)
    card = None if checks is None else checks.card()
    score: float | None = 100.0 if report.passed else 0.0
    if checks is not None and checks.is_undecided:
        score = None
        # It is counted once, as the error that follows.
        report.hydra_ungraded = True  # type: ignore[attr-defined]
    elif card is not None and checks is not None and checks.error is None:
        score = None if card.total is None else float(card.total)
    message = "" if report.passed else report.longreprtext.strip().rpartition("\n")[2]
    measurement = {
        "agent": agent,
        "dimension": marks.get("dimension") or item.name.partition("[")[0],
        "weight": marks.get("weight", 10),
        "nodeid": item.nodeid,
        "score": score,
        "message": one_line(message, 300),
    }
    report.hydra_extra = {"measurement": measurement}  # type: ignore[attr-defined]
    if report.failed:
        reason = f"{'the base' if agent == 'base' else 'blocked'}: {one_line(message, 300)}"
        report.outcome = "skipped"
        report.longrepr = (str(item.path), (item.location[1] or 0) + 1, reason)
        if agent != "base":
            report.hydra_state = "blocked"  # type: ignore[attr-defined]


def race_of(config: pytest.Config) -> RaceHead | None:
    """The race of the session; None if it has none."""
    head: RaceHead | None = config.pluginmanager.get_plugin("hydra-race")
    return head
