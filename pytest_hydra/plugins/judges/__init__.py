"""Judges: LLMs and programs that grade texts and changes by criteria, from 1 to 10.

Adds the judge of a session, which expectations, dimensions of candidates, benchmarks and the
fixture `hydra_judge` ask, the judge `mock`, and the tables `[judging]` and `[judges]`. Answers are
validated, sampled, cached in `.hydra/`, and recorded with the question's digest by whoever asked:
the record decides, now and in a replay.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def settings() -> Mapping[str, Any]:
    """The models of the tables of hydra.toml."""
    from pytest_hydra.plugins.judges.judge_settings import JudgingTables

    return dict.fromkeys(("judging", "judges"), JudgingTables)


def problems() -> Mapping[str, Any]:
    """What is wrong in the tables, by the names that plugins offer."""
    from pytest_hydra.plugins.judges.judge_settings import judge_problems

    return {"judging": judge_problems}


def heads() -> Mapping[str, Any]:
    """The judge of a session."""
    from pytest_hydra.plugins.judges.head import JudgeHead

    return {"judge": JudgeHead}


def judges() -> Mapping[str, Any]:
    """The judges that need no table in hydra.toml."""
    from pytest_hydra.plugins.judges.judge_kinds import JUDGES

    return JUDGES


def services() -> Mapping[str, Any]:
    """The judge for sessions without ``--hydra``, and for the fixture."""
    from pytest_hydra.plugins.judges.judge_fixture import hydra_judge, judging_session

    return {"judge": judging_session, "hydra_judge": hydra_judge}


def public() -> Mapping[str, Any]:
    """The names of `pytest_hydra.api`."""
    from pytest_hydra.plugins.judges import protocol

    return vars(protocol)
