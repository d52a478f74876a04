"""Speed and cost: compare candidates with each other, of one session or of several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any, NamedTuple

from pytest_hydra.core.gates import Merits, place_in_race
from pytest_hydra.core.numbers import Exact, exact, quotient, six_places
from pytest_hydra.core.result import Result
from pytest_hydra.core.scorecard import Scorecard, graded, scorecard, ungraded
from pytest_hydra.core.text import listed
from pytest_hydra.plugins.race.decide import dimensions, measure
from pytest_hydra.plugins.race.decide.dimensions import Dimension
from pytest_hydra.plugins.race.decide.model import (
    STATUSES,
    CandidateResult,
    DimensionResult,
    check_of,
)
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.plugins.race.record import AGREEMENT

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


def rank_again(results: Sequence[Result], is_apart: bool = False) -> list[dict[str, Any]]:
    """The results of candidates, best first, as if one session had decided them all.

    Relative scores, for speed and cost, are decided again from what each candidate spent, which is
    in the inputs. A total is calculated again, from scores with six decimal places, only if one of
    its scores changed. The result does not depend on the order of the candidates.

    ``is_apart``: they come from several sessions, none of which could run all tests on all code, so
    that no candidate gets a score for agreement.
    """
    pace = _pace_of(list(map(_effort_of_result, results)))
    rescored = (_rescored(result, pace, is_apart) for result in results)
    decided = sorted(rescored, key=_rank_key_of_result)
    return [
        {**result, "details": {**result["details"], "rank": rank}}
        for result, rank in zip(decided, ranks(decided), strict=True)
    ]


def _effort_of_result(result: Result) -> _Effort:
    inputs = _inputs(result)
    own = {name: inputs[name].get("own") for name in RELATIVE if name in inputs}
    return _Effort(
        result["id"],
        {name: None if usage is None else exact(usage) for name, usage in own.items()},
        _stops((gate["name"], gate["state"]) for gate in result["gates"]),
        inputs.get("diff_scope", {}).get("files") != 0,
    )


def _inputs(result: Result) -> dict[str, Any]:
    """The inputs of each dimension."""
    return {check["name"]: check["details"]["inputs"] for check in result["checks"]}


def _rescored(result: Result, pace: _Pace, is_apart: bool) -> dict[str, Any]:
    """The result, scored again by the best of all candidates."""
    stops = _stops((gate["name"], gate["state"]) for gate in result["gates"])
    before = list(map(_dimension, result["checks"]))
    after = []
    for dimension in before:
        update, own = dimension, dimension.inputs.get("own")
        if dimension.name in RELATIVE and own is not None:
            update = _with_pace(dimension, exact(own), pace)
        elif dimension.name == AGREEMENT and is_apart and "source" not in stops:
            update = replace(dimension, score=None, missing=True, message=_APART, inputs={})
        after.append(update)
    shares = measure.effective_weights(after)
    checks = []
    for check, old, new in zip(result["checks"], before, after, strict=True):
        details = check["details"]
        if new is not old:
            formulas = details["formula"].partition("/")[0]
            checks.append(check_of(new, formulas, shares[new.name], details["cached"]))
        else:
            checks.append({**check, "details": {**details, "share": shares[new.name]}})
    if [check["score"] for check in checks] == [check["score"] for check in result["checks"]]:
        return {**result, "checks": checks}
    card = _card(after)
    return {
        **result,
        "checks": checks,
        "total": None if card.total is None else six_places(card.total),
        "coverage": float(six_places(card.coverage)),
    }


def _dimension(check: Result) -> DimensionResult:
    return DimensionResult(
        name=check["name"],
        weight=exact(check["weight"]),
        score=None if check["score"] is None else exact(check["score"]),
        missing=check["details"]["missing"],
        inputs=check["details"]["inputs"],
    )


def _rank_key_of_result(result: Result) -> tuple[Any, ...]:
    total = None if result["total"] is None else exact(result["total"])
    verdict = next(key for key, status in STATUSES.items() if status == result["status"])
    return place_in_race(result["id"], verdict, total, merits_of(_inputs(result)))


def merits_of(inputs: Mapping[str, Mapping[str, Any]]) -> Merits:
    """What decides between candidates with one total, from the inputs of each dimension."""
    tests, task = inputs.get("tests", {}), inputs.get("acceptance", {})
    cost = inputs.get("cost", {}).get("own")
    lines = inputs.get("diff_scope", {}).get("product")
    return Merits(
        fixed=int(tests.get("fixed", 0)) + int(task.get("fixed", 0)),
        new=int(tests.get("new_tests", 0)),
        lines=None if lines is None else int(lines),
        cost=None if cost is None else exact(cost),
    )


def ranks(results: Iterable[Result]) -> Iterator[int]:
    """The rank of each candidate, best first: who made the same change has the same rank."""
    trees: dict[object, int] = {}
    for place, result in enumerate(results, 1):
        key = (result["status"], result["total"], result["details"].get("tree") or object())
        yield trees.setdefault(key, place)
