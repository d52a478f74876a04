"""The weights of dimensions, fitted to what people merged, and whether that says anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pytest_hydra.core.conditional_logit import fitted
from pytest_hydra.core.numbers import exact, format_number, half_up
from pytest_hydra.core.statistics import paired_interval, wilson_interval
from pytest_hydra.core.text import counted

LEAST_CHOICES = 20
"""To fewer choices that weights decide nothing is fitted."""
_ORDER = ("mergeable", "unproven", "not_mergeable")

Weights = Mapping[str, float]
# The scores of a candidate, by dimension.
_Scores = Mapping[str, float | None]
# Among whom weights decide, the best of the race first, and the place of the one that was merged.
_Decided = tuple[Sequence[_Scores], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """What choices say of weights.

    ``told`` of them are decided by weights: the others had nobody else who could be merged, or went
    past a gate. ``agreed`` is in how many the present weights decide as people did; in
    ``agreed_fitted`` the fitted ones do, each time fitted to all other choices; ``difference`` is
    the interval of the one share less the other. ``reason`` is why nothing is fitted.
    """

    choices: int
    told: int
    present: Weights
    agreed: int
    reason: str | None = None
    fitted: Weights | None = None
    agreed_fitted: int = 0
    difference: tuple[float, float] = (0.0, 0.0)


def fit(choices: Sequence[Mapping[str, Any]], present: Weights) -> Fit:
    """Hold choices against the present weights, and fit weights to them.

    A choice has the ``agent`` and the ``candidates``, as `rankings` has them.
    """
    telling = [told for choice in choices if (told := _decided(choice, present)) is not None]
    hits = [_winner(scores, present) == place for scores, place in telling]
    found = Fit(choices=len(choices), told=len(hits), present=present, agreed=sum(hits))
    leads = [_leads(*told, present) for told in telling]
    # Where nobody ever differs a dimension keeps its weight.
    moving = [name for name in present if any(lead[name] for each in leads for lead in each)]
    before = [present[name] for name in moving]
    if len(hits) < LEAST_CHOICES:
        return replace(found, reason=f"it takes {LEAST_CHOICES} choices that weights decide")
    if all(hits):
        return replace(found, reason="the present weights decide all of them as people did")
    if not sum(before):
        return replace(found, reason="nobody differs in a dimension that weighs something")
    vectors = [[[lead[name] for name in moving] for lead in each] for each in leads]
    whole = fitted(vectors, before)
    pairs = []
    for left_out, (scores, place) in enumerate(telling):
        others = fitted(vectors[:left_out] + vectors[left_out + 1 :], before, whole)
        hit = _winner(scores, _scaled(others, moving, present)) == place
        pairs.append((hit, hits[left_out]))
    gained, lost = pairs.count((True, False)), pairs.count((False, True))
    return replace(
        found,
        fitted=_scaled(whole, moving, present),
        agreed_fitted=found.agreed + gained - lost,
        difference=paired_interval(len(pairs), gained, lost),
    )


def _decided(choice: Mapping[str, Any], present: Weights) -> _Decided | None:
    """What weights decided; None where they did not."""
    best = min((each["verdict"] for each in choice["candidates"]), key=_ORDER.index)
    able = {
        each["agent"]: each["breakdown"]
        for each in choice["candidates"]
        if each["verdict"] == best and _total(each["breakdown"], present) is not None
    }
    if len(able) < 2 or choice["agent"] not in able:
        return None
    return list(able.values()), list(able).index(choice["agent"])


def _total(scores: _Scores, weights: Weights) -> float | None:
    """The total by these weights, as races have it: without what has no score."""
    known = {name: score for name, score in scores.items() if score is not None}
    whole = sum(weights.get(name, 0) for name in known)
    return sum(weights.get(name, 0) * known[name] for name in known) / whole if whole else None


def _winner(candidates: Sequence[_Scores], weights: Weights) -> int:
    """The place of the best by these weights; of equals the one that the race had first."""
    totals = [_total(scores, weights) for scores in candidates]
    return max(range(len(totals)), key=lambda place: totals[place] or 0)


def _leads(candidates: Sequence[_Scores], place: int, present: Weights) -> list[dict[str, float]]:
    """By how much the merged one is ahead of each other one, from -1 to 1.

    What others have and one has not stands at its total, by which its present total stays the same.
    """
    full: list[dict[str, float]] = []
    for scores in candidates:
        total = _total(scores, present) or 0
        known = {name: score for name, score in scores.items() if score is not None}
        full.append({**dict.fromkeys(present, total), **known})
    scored = {name for scores in candidates for name in scores if scores[name] is not None}
    merged = full.pop(place)
    return [
        {name: (merged[name] - each[name]) / 100 if name in scored else 0.0 for name in present}
        for each in full
    ]


def _scaled(found: Sequence[float], moving: Sequence[str], present: Weights) -> dict[str, float]:
    """The weights with the sum that they had before."""
    scale = sum(present[name] for name in moving) / (sum(found) or 1)
    return {**present, **{name: w * scale for name, w in zip(moving, found, strict=True)}}


def describe(found: Fit, own: Sequence[str]) -> Iterator[str]:
    """The lines for people; ``own`` are the dimensions that have tables of their own."""
    yield f"{counted(found.choices, 'choice')}, of which weights decide {found.told}"
    if found.told:
        yield f"present weights: {_agreed(found.agreed, found.told)}"
    if found.fitted is None:
        yield f"nothing is fitted: {found.reason}"
        return
    yield f"fitted weights, left out one by one: {_agreed(found.agreed_fitted, found.told)}"
    low, high = (f"{half_up(exact(100 * end), 0):+}" for end in found.difference)
    says = "do not tell whether the fitted weights are better"
    if found.difference[0] > 0:
        says = "tell that the fitted weights are better"
    elif found.difference[1] < 0:
        says = "tell that the present weights are better: keep them"
    yield f"these choices {says} ({low} to {high} points)"
    yield from ("", "[scoring.weights]")
    for name, weight in found.fitted.items():
        line = f"{name} = {half_up(exact(weight), 1)}"
        where = "# of [[scoring.dimensions]]: " if name in own else ""
        yield f"{f'{where}{line}':<20} # {found.present[name]:g} now"


def _agreed(number: int, told: int) -> str:
    low, high = (format_number(100 * end, 0) for end in wilson_interval(told, number))
    return f"as people did {number} of {told} times ({low} to {high} of 100)"
