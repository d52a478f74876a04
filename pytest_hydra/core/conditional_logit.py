"""Fit the weights of a total to people's choices, by a conditional logit.

A choice compares what was chosen with each alternative: its lead in each part of the total. The
probability of the choice is 1 ÷ (1 + Σ exp(-weights · lead)) (McFadden 1974, "Conditional logit
analysis of qualitative choice behavior").
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

Choice = Sequence[Sequence[float]]
"""The leads over each alternative: one number from -1 to 1 for each part."""

# Ridge towards the direction of the previous weights, and a weak one on their scale, which would
# grow without bound if the choices were perfectly consistent.
_RIDGE, _SCALE_RIDGE = 0.15, 0.001
# The curvature along a weight changes less than threefold in such a step, so each step is a gain.
_LONGEST_STEP = 0.5
_ENOUGH, _ROUNDS = 1e-4, 5_000


def fit_logit(
    choices: Sequence[Choice], before: Sequence[float], start: Sequence[float] | None = None
) -> list[float]:
    """The most likely weights, each at least 0, drawn towards those ``before``.

    Only their ratios are comparable: their scale reflects how consistent the choices are. ``start``
    is a fit of nearly the same choices. Coordinate descent: each weight in turn takes a Newton
    step, bounded at 0, until none moves.
    """
    weights = list(before if start is None else start)
    length = sum(weight * weight for weight in before)
    ahead = [[_dot(weights, lead) for lead in choice] for choice in choices]
    for _ in range(_ROUNDS):
        furthest = 0.0
        for part, weight in enumerate(weights):
            # The part of the weights that is orthogonal to the previous ones is penalised.
            deviation = weight - before[part] * _dot(weights, before) / length
            slope = _RIDGE * deviation + _SCALE_RIDGE * weight
            bend = _RIDGE * (1 - before[part] ** 2 / length) + _SCALE_RIDGE
            for choice, leads in zip(choices, ahead, strict=True):
                # Clipped, as exp overflows.
                odds = [exp(min(600.0, -lead)) for lead in leads]
                total = 1 + sum(odds)
                pulls = [o * lead[part] / total for o, lead in zip(odds, choice, strict=True)]
                mean = sum(pulls)
                slope -= mean
                bend += sum([p * lead[part] for p, lead in zip(pulls, choice, strict=True)])
                bend -= mean * mean
            step = max(-weight, -_LONGEST_STEP, min(_LONGEST_STEP, -slope / bend))
            weights[part] += step
            furthest = max(furthest, abs(step))
            for choice, leads in zip(choices, ahead, strict=True):
                leads[:] = [a + step * lead[part] for a, lead in zip(leads, choice, strict=True)]
        if furthest < _ENOUGH:
            break
    return weights


def _dot(left: Sequence[float], right: Sequence[float]) -> float:
    return sum([a * b for a, b in zip(left, right, strict=True)])
