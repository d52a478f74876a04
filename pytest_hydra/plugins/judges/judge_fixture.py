"""The judge in ordinary tests: the fixture ``hydra_judge``, and questions without ``--hydra``."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence

import pytest

from pytest_hydra.errors import HydraWarning
from pytest_hydra.fixtures import scenario_session
from pytest_hydra.plugins.judges.grades import Grading
from pytest_hydra.plugins.judges.head import judge_of, judge_offers
from pytest_hydra.plugins.judges.judging_session import JudgingSession
from pytest_hydra.record.runs import Reuse

JUDGING = pytest.StashKey[JudgingSession]()


class HydraJudge:
    """The judge of hydra.toml, in an ordinary test."""

    def __init__(self, session: JudgingSession, redact: Callable[[str], str]) -> None:
        self.name = session.judge_name
        self._session = session
        self._redact = redact

    def grade(self, exhibit: str, criteria: str | Sequence[str]) -> Grading:
        """Grade a text by one or more criteria. The judge sees no secrets of bots.

        The result's ``score`` is from 1 to 10, or None if ungraded, with the ``reason``.
        ``judgments`` are the judge's answers, ``notes`` are remarks on them.
        """
        texts = [criteria] if isinstance(criteria, str) else list(criteria)
        if not any(map(str.strip, texts)):
            raise ValueError("hydra_judge.grade needs at least one criterion")
        return self._session.grade_text(self._redact(exhibit), texts)


def hydra_judge(config: pytest.Config) -> HydraJudge:
    """The value of the fixture."""
    return HydraJudge(judging_session(config), scenario_session(config).hidden.redact)


def judging_session(config: pytest.Config) -> JudgingSession:
    """The session's judge, set up on first use unless --hydra has done so. Warns of the mock."""
    head = config.pluginmanager.get_plugin("hydra-judge")
    session: JudgingSession = _own_judging_session(config) if head is None else head.session
    if session.judge.mock:
        warnings.warn("MOCK: no judge is called", HydraWarning, stacklevel=2)
    return session


def _own_judging_session(config: pytest.Config) -> JudgingSession:
    if JUDGING not in config.stash:
        settings = scenario_session(config).settings
        judge = judge_of(config, settings)
        config.stash[JUDGING] = JudgingSession(
            settings, judge, Reuse(), openers=judge_offers(config)
        )
    return config.stash[JUDGING]
