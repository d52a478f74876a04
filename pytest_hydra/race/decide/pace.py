"""Speed and cost: compare candidates with each other, of one session or of several."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any, NamedTuple

from pytest_hydra.core.gates import Mergeable, place_in_race
from pytest_hydra.core.numbers import Exact, exact, quotient, six_places
from pytest_hydra.core.scorecard import Scorecard, graded, scorecard, ungraded
from pytest_hydra.engine.endings import listed
from pytest_hydra.race.decide import dimensions, measure
from pytest_hydra.race.decide.dimensions import Dimension
from pytest_hydra.race.decide.model import CandidateResult, DimensionResult, check_of
from pytest_hydra.race.record import AGREEMENT
from pytest_hydra.settings.race import Policy

_GAPS = {
    "speed": "speed is left out for all: the working time of {} is not known",
    "cost": "cost is left out for all: the cost of {} is not known",
}

_APART = "the candidates ran in several sessions, so no tests of one ran on another's code"
_FAILED = {"source", "build", "tests", "acceptance"}
_ABSENT = ("source", "unproven")

RELATIVE: Mapping[str, Dimension] = dict.fromkeys(("speed", "cost"), dimensions.relative)
"""The dimensions that are compared with the best of all candidates that succeeded."""


def score_relatives(
    results: Sequence[CandidateResult], policy: Policy
) -> tuple[list[CandidateResult], tuple[str, ...]]:
    """The candidates with relative scores and totals, and messages about missing values."""
    efforts = [_effort_of(result, policy) for result in results]
    pace = _pace_of(efforts)
    pairs = zip(results, efforts, strict=True)
    gaps = tuple(entry for entry in pace.values() if isinstance(entry, str))
    return [_with_total(*pair, pace, policy) for pair in pairs], gaps


class _Effort(NamedTuple):
    """What a candidate spent by dimension, None if unknown, and the gates that stop it."""

    agent: str
    usage: Mapping[str, Exact | None]
    stops: Set[str]
    has_changes: bool


# The least that was spent, by dimension; or a message about the value that is missing for it.
_Pace = Mapping[str, Exact | str]


def _effort_of(result: CandidateResult, policy: Policy) -> _Effort:
    source, names = result.record.source, [name for name in policy.names if name in RELATIVE]
    usage = {name: dimensions.usage_of(name, source, policy) for name in names}
    stops = _stops((gate.name, gate.state) for gate in result.gates)
    return _Effort(result.agent, usage, stops, bool(source.changes))


def _stops(states: Iterable[tuple[str, str]]) -> set[str]:
    """The gates that keep a candidate from being merged."""
    return {name for name, state in states if state == "block" or (name, state) == _ABSENT}


def _pace_of(efforts: Sequence[_Effort]) -> _Pace:
    """The least that was spent by mergeable candidates with changes, if all of them report it."""
    pace: dict[str, Exact | str] = {}
    rivals = [effort for effort in efforts if not effort.stops]
    for name, message in _GAPS.items():
        usages = {
            effort.agent: usage
            for effort in efforts
            if (usage := effort.usage.get(name)) is not None
        }
        agents = sorted(
            effort.agent for effort in rivals if name in effort.usage and effort.agent not in usages
        )
        paces = [
            usages[effort.agent]
            for effort in rivals
            if effort.agent in usages and effort.has_changes
        ]
        if usages and agents:
            pace[name] = message.format(listed(agents))
        elif paces:
            pace[name] = min(paces)
    return pace


def _with_total(
    result: CandidateResult, effort: _Effort, pace: _Pace, policy: Policy
) -> CandidateResult:
    """The candidate with its relative scores, total and coverage."""
    results = tuple(_relative(entry, effort, pace, policy) for entry in result.dimensions)
    card = _card(results)
    graded_weight = sum(entry.weight for entry in results if entry.score is not None)
    tests = result.dimension("tests")
    noise: Exact = 0
    if tests.score is not None and graded_weight:
        noise = quotient(tests.tests.noise * tests.weight, graded_weight)
    return replace(
        result, dimensions=results, total=card.total, coverage=card.coverage, noise=noise
    )


def _relative(
    dimension: DimensionResult, effort: _Effort, pace: _Pace, policy: Policy
) -> DimensionResult:
    usage = effort.usage.get(dimension.name)
    if usage is None or "source" in effort.stops:
        return dimension
    if dimension.name == "speed" and effort.stops & _FAILED and not policy.scoring.speed_of_failed:
        reason = "an agent that failed gets no score for speed"
        return replace(dimension, message=reason, inputs={})
    return _with_pace(dimension, usage, pace)


def _with_pace(dimension: DimensionResult, usage: Exact, pace: _Pace) -> DimensionResult:
    """A relative dimension, scored for its ``usage``; unchanged if there is no pace."""
    best, own = pace.get(dimension.name), {"own": six_places(usage)}
    if best is None:
        return dimension
    if isinstance(best, str):
        return replace(dimension, score=None, missing=True, message=best, inputs=own)
    score, inputs = measure.relative_score(best, usage), {"best": six_places(best), **own}
    return replace(dimension, score=score, message="", missing=False, inputs=inputs)


def _card(results: Iterable[DimensionResult]) -> Scorecard:
    """The scorecard of dimensions, without those that are missing."""
    checks = []
    for entry in results:
        fields = {"name": entry.name, "kind": entry.name, "weight": entry.weight}
        if entry.score is not None:
            checks.append(graded(entry.score, message=entry.message, **fields))
        elif not entry.missing:
            checks.append(ungraded(entry.message, **fields))
    return scorecard(checks)


# --- candidates of several sessions -------------------------------------------------------------

Entry = Mapping[str, Any]


def rank_again(entries: Sequence[Entry], is_apart: bool = False) -> list[dict[str, Any]]:
    """The entries of `rankings`, best first, as if one session had decided them all.

    Relative scores, for speed and cost, are decided again from what each candidate spent, which is
    in the inputs. A total is calculated again, from scores with six decimal places, only if one of
    its scores changed. The result does not depend on the order of the entries.

    ``is_apart``: the entries come from several sessions, none of which could run all tests on all
    code, so that no candidate gets a score for agreement.
    """
    pace = _pace_of(list(map(_effort_of_entry, entries)))
    rescored = (_rescored(entry, pace, is_apart) for entry in entries)
    decided = sorted(rescored, key=_rank_key_of_entry)
    return [{**entry, "rank": place} for place, entry in enumerate(decided, 1)]


def _effort_of_entry(entry: Entry) -> _Effort:
    inputs = {check["name"]: check["inputs"] for check in entry["checks"]}
    own = {name: inputs[name].get("own") for name in RELATIVE if name in inputs}
    return _Effort(
        entry["agent"],
        {name: None if usage is None else exact(usage) for name, usage in own.items()},
        _stops((gate["name"], gate["state"]) for gate in entry["gates"]),
        inputs.get("diff_scope", {}).get("files") != 0,
    )


def _rescored(entry: Entry, pace: _Pace, is_apart: bool) -> dict[str, Any]:
    """The entry, scored again by the best of all entries."""
    is_pinned = "source" not in _stops((gate["name"], gate["state"]) for gate in entry["gates"])
    results, checks, scores = [], [], {}
    for check in entry["checks"]:
        result = DimensionResult(
            name=check["name"],
            weight=exact(check["weight"]),
            score=None if check["score"] is None else exact(check["score"]),
            missing=check["missing"],
            inputs=check["inputs"],
        )
        update, own = result, result.inputs.get("own")
        if result.name in RELATIVE and own is not None:
            update = _with_pace(result, exact(own), pace)
        elif result.name == AGREEMENT and is_apart and is_pinned:
            update = replace(result, score=None, missing=True, message=_APART, inputs={})
        results.append(update)
        is_changed = update is not result
        fields = check_of(update, check["formula"].partition("/")[0]) if is_changed else {}
        checks.append({**check, **fields})
        scores[result.name] = checks[-1]["score"]
    if scores == entry["breakdown"]:
        return {**entry, "checks": checks}
    card = _card(results)
    return {
        **entry,
        "checks": checks,
        "breakdown": scores,
        "effective_weights": measure.effective_weights(results),
        "total": None if card.total is None else six_places(card.total),
        "coverage": float(six_places(card.coverage)),
    }


def _rank_key_of_entry(entry: Entry) -> tuple[Any, ...]:
    total = None if entry["total"] is None else exact(entry["total"])
    scope = next((check for check in entry["checks"] if check["name"] == "diff_scope"), None)
    churn = None
    if scope is not None and "added" in scope["inputs"]:
        churn = int(scope["inputs"]["added"]) + int(scope["inputs"]["removed"])
    return place_in_race(entry["agent"], Mergeable(entry["verdict"]), total, churn)
