"""What the parts of a total weigh, judged by what people chose: a conditional logit.

A choice is what was chosen held against each alternative: by how much it is ahead, part by part.
The chance that it is chosen is 1 ÷ (1 + Σ exp(-weights · lead)) (McFadden 1974, "Conditional logit
analysis of qualitative choice behavior").
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

Choice = Sequence[Sequence[float]]
"""The leads of what was chosen, one for each alternative: a number for each part, from -1 to 1."""

# How strongly weights are drawn to those before, whatever the scale of all; and their scale to 0,
# as it would have no end where the choices are never in doubt.
_RIDGE, _SCALE_RIDGE = 0.15, 0.001
# The curvature along a weight changes less than threefold in such a step, so each is a gain.
_LONGEST_STEP = 0.5
_ENOUGH, _ROUNDS = 1e-4, 5_000


def fitted(
    choices: Sequence[Choice], before: Sequence[float], start: Sequence[float] | None = None
) -> list[float]:
    """The weights, each at least 0, that make the choices likeliest, near those ``before``.

    Only their ratios are to be held against others': their scale says how sure the choices are.
    ``start`` is a fit of nearly the same choices. One weight after the other takes a step of
    Newton's, which ends at 0, until none moves.
    """
    weights = list(before if start is None else start)
    length = sum(weight * weight for weight in before)
    ahead = [[_dot(weights, lead) for lead in choice] for choice in choices]
    for _ in range(_ROUNDS):
        furthest = 0.0
        for part, weight in enumerate(weights):
            # What costs the direction of the weights, as far as it is not that of those before.
            drawn = weight - before[part] * _dot(weights, before) / length
            slope = _RIDGE * drawn + _SCALE_RIDGE * weight
            bend = _RIDGE * (1 - before[part] ** 2 / length) + _SCALE_RIDGE
            for choice, leads in zip(choices, ahead, strict=True):
                # Further off no number tells the difference, and exp has an end.
                odds = [exp(min(600.0, -lead)) for lead in leads]
                whole = 1 + sum(odds)
                pulls = [odd * lead[part] / whole for odd, lead in zip(odds, choice, strict=True)]
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


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum([a * b for a, b in zip(one, other, strict=True)])
