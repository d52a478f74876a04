"""Whether a judge decides or only advises, by how far people's labels agree with it. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from pytest_hydra.core.numbers import format_number
from pytest_hydra.core.statistics import least_kappa
from pytest_hydra.core.text import counted
from pytest_hydra.plugins.judges.judge_settings import Trusted
from pytest_hydra.record.labels import Label

ADVISES = "the judge only advises"


def doubt(labels: Iterable[Label], judge: str, rubric: str, needed: Trusted) -> str:
    """Why a judge only advises by a rubric, its digest; empty if it decides.

    Labels count that were given to verdicts of the same judge and model by the same rubric.
    """
    known = [
        (int(label.outcome == "passed") if label.score is None else label.score, label.judged)
        for label in labels
        if label.judged is not None and (label.judge, label.rubric) == (judge, rubric)
    ]
    if len(known) < needed.labels:
        return f"{ADVISES} ({len(known)} of {counted(needed.labels, 'label')})"
    low = least_kappa(known)
    if low is not None and low >= needed.agreement:
        return ""
    reached = "no kappa" if low is None else f"kappa is at least {format_number(low, 2)}"
    return f"{ADVISES} ({reached}, needs {needed.agreement:g})"
