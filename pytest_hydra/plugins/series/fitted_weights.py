"""The weights of dimensions, fitted to what people merged, with a test for significance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pytest_hydra.core.conditional_logit import fit_logit
from pytest_hydra.core.numbers import exact, format_number, half_up, signed
from pytest_hydra.core.statistics import paired_interval, wilson_interval
from pytest_hydra.core.text import counted

LEAST_CHOICES = 20
"""The minimum number of choices decided by weights; with fewer, nothing is fitted."""
_ORDER = ("passed", "ungraded", "failed")

Weights = Mapping[str, float]
# The scores of a candidate, by dimension.
_Scores = Mapping[str, float | None]
# The candidates among which weights decide, the best of the race first, and the merged one's index.
_Case = tuple[Sequence[_Scores], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """Weights fitted to choices, compared with the present weights.

    ``decided`` is the number of choices that depend on weights: in the others there was no second
    candidate to merge, or a gate was ignored. ``agreed`` is the number that the present weights
    decide as people did; ``agreed_fitted`` is the same for the fitted weights, cross-validated by
    leaving each choice out. ``difference`` is the interval of the share of ``agreed_fitted`` minus
    that of ``agreed``. ``reason`` says why nothing is fitted.
    """

    choices: int
    decided: int
    present: Weights
    agreed: int
    reason: str | None = None
    fitted: Weights | None = None
    agreed_fitted: int = 0
    difference: tuple[float, float] = (0.0, 0.0)


def fit(choices: Sequence[Mapping[str, Any]], present: Weights) -> Fit:
    """Compare choices with the present weights, and fit weights to them.

    A choice has the merged ``agent``, and ``candidates`` as in `rankings`.
    """
    cases = [case for choice in choices if (case := _case(choice, present)) is not None]
    hits = [_winner(scores, present) == place for scores, place in cases]
    result = Fit(choices=len(choices), decided=len(hits), present=present, agreed=sum(hits))
    leads = [_leads(*case, present) for case in cases]
    # A dimension in which no candidates differ keeps its weight.
    moving = [name for name in present if any(lead[name] for rivals in leads for lead in rivals)]
    before = [present[name] for name in moving]
    if len(hits) < LEAST_CHOICES:
        return replace(result, reason=f"fewer than {LEAST_CHOICES} choices that weights decide")
    if all(hits):
        return replace(result, reason="the present weights agree with all of them")
    if not sum(before):
        return replace(result, reason="no candidates differ in a dimension that has a weight")
    vectors = [[[lead[name] for name in moving] for lead in rivals] for rivals in leads]
    solution = fit_logit(vectors, before)
    pairs = []
    for left_out, (scores, place) in enumerate(cases):
        weights = fit_logit(vectors[:left_out] + vectors[left_out + 1 :], before, solution)
        hit = _winner(scores, _rescale(weights, moving, present)) == place
        pairs.append((hit, hits[left_out]))
    gained, lost = pairs.count((True, False)), pairs.count((False, True))
    return replace(
        result,
        fitted=_rescale(solution, moving, present),
        agreed_fitted=result.agreed + gained - lost,
        difference=paired_interval(len(pairs), gained, lost),
    )


def _case(choice: Mapping[str, Any], present: Weights) -> _Case | None:
    """The candidates of a choice that depends on weights, and the merged one; None otherwise."""
    best = min((entry["status"] for entry in choice["candidates"]), key=_ORDER.index)
    able = {
        entry["agent"]: entry["breakdown"]
        for entry in choice["candidates"]
        if entry["status"] == best and _total(entry["breakdown"], present) is not None
    }
    if len(able) < 2 or choice["agent"] not in able:
        return None
    return list(able.values()), list(able).index(choice["agent"])


def _total(scores: _Scores, weights: Weights) -> float | None:
    """The total by these weights, as in races: missing scores are left out."""
    valid = {name: score for name, score in scores.items() if score is not None}
    weight = sum(weights.get(name, 0) for name in valid)
    return sum(weights.get(name, 0) * valid[name] for name in valid) / weight if weight else None


def _winner(candidates: Sequence[_Scores], weights: Weights) -> int:
    """The index of the best candidate by these weights; on a tie, the first one in the race."""
    totals = [_total(scores, weights) for scores in candidates]
    return max(range(len(totals)), key=lambda place: totals[place] or 0)


def _leads(candidates: Sequence[_Scores], place: int, present: Weights) -> list[dict[str, float]]:
    """The lead of the merged candidate over each other one, by dimension, from -1 to 1.

    A missing score counts as the candidate's total, which leaves its present total unchanged.
    """
    full: list[dict[str, float]] = []
    for scores in candidates:
        total = _total(scores, present) or 0
        valid = {name: score for name, score in scores.items() if score is not None}
        full.append({**dict.fromkeys(present, total), **valid})
    scored = {name for scores in candidates for name in scores if scores[name] is not None}
    merged = full.pop(place)
    return [
        {name: (merged[name] - other[name]) / 100 if name in scored else 0.0 for name in present}
        for other in full
    ]


def _rescale(weights: Sequence[float], moving: Sequence[str], present: Weights) -> dict[str, float]:
    """The weights, scaled to the sum of the present ones."""
    scale = sum(present[name] for name in moving) / (sum(weights) or 1)
    return {**present, **{name: w * scale for name, w in zip(moving, weights, strict=True)}}


def describe(result: Fit, own: Sequence[str]) -> Iterator[str]:
    """The result in lines; ``own`` are the dimensions with a table in [[scoring.dimensions]]."""
    yield f"{counted(result.choices, 'choice')}, {result.decided} decided by weights"
    if result.decided:
        yield f"present weights: {_agreement(result.agreed, result.decided)}"
    if result.fitted is None:
        yield f"nothing is fitted: {result.reason}"
        return
    yield f"fitted weights, leave-one-out: {_agreement(result.agreed_fitted, result.decided)}"
    low, high = (signed(100 * end, 0) for end in result.difference)
    verdict = "do not show whether the fitted weights are better"
    if result.difference[0] > 0:
        verdict = "show that the fitted weights are better"
    elif result.difference[1] < 0:
        verdict = "show that the present weights are better: keep them"
    yield f"these choices {verdict} ({low} to {high} points)"
    yield from ("", "[scoring.weights]")
    for name, weight in result.fitted.items():
        line = f"{name} = {half_up(exact(weight), 1)}"
        prefix = "# of [[scoring.dimensions]]: " if name in own else ""
        yield f"{f'{prefix}{line}':<20} # {result.present[name]:g} now"


def _agreement(number: int, total: int) -> str:
    low, high = (format_number(100 * end, 0) for end in wilson_interval(total, number))
    return f"agree with people {number} of {total} times ({low} to {high} of 100)"
