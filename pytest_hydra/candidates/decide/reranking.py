"""Candidates that were decided in several sessions, put in one order: a pure function."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pytest_hydra.candidates.decide.formulas import relative_score
from pytest_hydra.core.check import Outcome
from pytest_hydra.core.gates import Contender, Mergeable, rank
from pytest_hydra.core.numbers import Exact, exact, quotient, six_places

Entry = Mapping[str, Any]


def rank_again(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """The entries of `rankings`, best first, as if one session had decided them all.

    What a candidate is given beside the others, its speed and its cost, is decided again: the
    inputs say what each took. So is its total where that changes it, from scores of six places;
    every other total stays as it is. Nothing depends on the order of the entries.
    """
    best: dict[str, Exact] = {}
    for entry in entries:
        if _is_successful(entry):
            for name, own in _relative(entry):
                best[name] = min(own, best.get(name, own))
    decided = [_beside(entry, best) for entry in entries]
    by_agent = {entry["agent"]: entry for entry in decided}
    return [
        {**by_agent[item.agent], "rank": place}
        for place, item in enumerate(rank(_contenders(decided)), 1)
    ]


def _relative(entry: Entry) -> Iterator[tuple[str, Exact]]:
    """What a candidate took of what the least is the best of, by dimension."""
    for check in entry["checks"]:
        if check["name"] in ("speed", "cost") and "own" in check["inputs"]:
            yield check["name"], exact(check["inputs"]["own"])


def _is_successful(entry: Entry) -> bool:
    blocked = {gate["name"] for gate in entry["gates"] if gate["state"] == "block"}
    return not blocked & {"build", "tests"}


def _beside(entry: Entry, best: Mapping[str, Exact]) -> dict[str, Any]:
    """The entry, held against what the best of all took."""
    scores = {
        name: six_places(relative_score(best[name], own))
        for name, own in _relative(entry)
        if name in best
    }
    checks = [
        _scored(check, scores[check["name"]], best[check["name"]])
        if check["name"] in scores
        else check
        for check in entry["checks"]
    ]
    if all(score == entry["breakdown"][name] for name, score in scores.items()):
        return {**entry, "checks": checks}
    counted = [check for check in checks if not check["missing"]]
    graded = [check for check in counted if check["score"] is not None]
    points = sum(exact(check["score"]) * exact(check["weight"]) for check in graded)
    weight, whole = _weight(graded), _weight(counted)
    return {
        **entry,
        "checks": checks,
        "breakdown": {**entry["breakdown"], **scores},
        "total": six_places(quotient(points, weight)) if weight else None,
        "coverage": float(six_places(quotient(weight, whole))) if whole else 0.0,
    }


def _scored(check: Entry, score: int | float, best: Exact) -> dict[str, Any]:
    return {
        **check,
        "outcome": str(Outcome.PASSED if score == 100 else Outcome.FAILED),
        "score": score,
        "missing": False,
        "inputs": {**check["inputs"], "best": six_places(best)},
        "message": "",
    }


def _weight(checks: Iterable[Entry]) -> Exact:
    return sum(exact(check["weight"]) for check in checks)


def _contenders(entries: Sequence[Entry]) -> list[Contender]:
    churns = {entry["agent"]: _churn(entry) for entry in entries}
    # What could not even be read comes last among what is unproven.
    last = 1 + max((churn for churn in churns.values() if churn is not None), default=0)
    return [
        Contender(
            entry["agent"],
            Mergeable(entry["verdict"]),
            None if entry["total"] is None else exact(entry["total"]),
            last if (churn := churns[entry["agent"]]) is None else churn,
        )
        for entry in entries
    ]


def _churn(entry: Entry) -> int | None:
    """All lines added and removed; None where nothing was read."""
    for check in entry["checks"]:
        if check["name"] == "diff_scope" and "added" in check["inputs"]:
            return int(check["inputs"]["added"]) + int(check["inputs"]["removed"])
    return None
