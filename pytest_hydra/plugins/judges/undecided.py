"""A judge that may say "I don't know": a verdict near the threshold needs samples that agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_hydra.core.numbers import Exact
from pytest_hydra.plugins.judges.judge_settings import JudgingSettings

_WIDTH = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """Where a score is too near to the ``threshold`` for one sample to decide.

    A judge that flips around it would give either verdict: by chance alone, ``most`` samples are on
    one side in 2 of 2^most sessions.
    """

    threshold: Exact
    width: float
    most: int

    @classmethod
    def of(cls, settings: JudgingSettings, threshold: Exact) -> Band | None:
        """The band of the settings; None if the first judgment decides."""
        if settings.band is None and settings.samples == 1:
            return None
        width = _WIDTH if settings.band is None else settings.band
        return cls(
            threshold=threshold, width=width, most=max(settings.max_samples, settings.samples)
        )

    def is_clear(self, scores: Sequence[int]) -> bool | None:
        """Whether these samples decide; None while more of them may."""
        if len({score >= self.threshold for score in scores}) > 1:
            return False
        is_near = any(abs(score - float(self.threshold)) <= self.width for score in scores)
        return None if is_near and len(scores) < self.most else True
