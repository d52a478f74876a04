"""Results of each kind, as heads make them."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from pytest_hydra.core.numbers import six_places
from pytest_hydra.core.result import new_check, new_result, total_parts
from pytest_hydra.core.scorecard import Scorecard
from pytest_hydra.report.build import build_report
from pytest_hydra.report.model import CandidateTests

_USAGE = ("seconds", "tokens", "cost_usd", "retries")


def changed(result: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    """The result with other values of its keys, of its usage and of its details.

    None removes a detail. ``passes`` of ``runs`` are the numbers of runs.
    """
    new = {**result, "usage": {**result["usage"]}, "details": {**result["details"]}}
    count, passed = changes.pop("runs", None), changes.pop("passes", 0)
    if count is not None:
        outcomes = ["passed"] * passed + ["failed"] * (count - passed)
        new["runs"] = [{"outcome": outcome} for outcome in outcomes]
    for key, value in changes.items():
        if key in _USAGE:
            new["usage"][key] = value
        elif key in new:
            new[key] = value
        elif value is None:
            new["details"].pop(key, None)
        else:
            new["details"][key] = value
    if not {"nodeid"} & {*changes}:
        new["nodeid"] = nodeid(new)
    return new


def nodeid(result: Mapping[str, Any]) -> str:
    """The node id of an item that is not parametrized with a bot."""
    return f"{result['file']}::{result['id']}"


def scenario(identity: str, checks: Iterable[Mapping[str, Any]], **changes: Any) -> dict[str, Any]:
    """A scenario whose status and total are those of its checks."""
    checks = [dict(each) for each in checks]
    outcomes = {each["outcome"] for each in checks}
    status = next((bad for bad in ("ungraded", "failed") if bad in outcomes), "passed")
    scores = [each["score"] for each in checks if each["score"] is not None]
    result = new_result(
        "scenario",
        id=identity,
        nodeid="",
        file="shop.scenario.yaml",
        line=3,
        subject="shop",
        status=status,
        total=None,
        coverage=Fraction(len(scores), len(checks)),
        checks=checks,
        threshold=100,
    )
    result["total"] = sum(scores) / len(scores) if scores else None
    return changed(result, **changes)


def ordinary(identity: str, checks: Iterable[Mapping[str, Any]], **changes: Any) -> dict[str, Any]:
    """A test with the fixture."""
    about = {"kind": "test", "file": "test_shop.py", "subject": None, **changes}
    return scenario(identity, checks, **about)


def check(
    name: str = "shouldContain", outcome: str = "passed", message: str = "", **changes: Any
) -> dict[str, Any]:
    """A check of a scenario."""
    entry = {
        "name": name,
        "kind": name.partition(" ")[0].partition(".")[0],
        "weight": 1,
        "outcome": outcome,
        "score": {"passed": 100, "failed": 0, "ungraded": None}[outcome],
        "message": message,
        "expected": None,
        "actual": None,
        "turn": 1,
    }
    return {**entry, **changes}


def by_card(card: Scorecard) -> dict[str, Any]:
    """What a scorecard says of a result."""
    return {
        "checks": list(map(new_check, card.checks)),
        "status": card.outcome.value,
        "total": None if card.total is None else six_places(card.total),
        "coverage": float(six_places(card.coverage)),
    }


def sent(result: Mapping[str, Any], exact: Any = None, **more: Any) -> dict[str, Any]:
    """What the item of a result sends; the exact total is that of its checks by default."""
    scores = [
        (Fraction(each["score"]), Fraction(each["weight"]))
        for each in result["checks"]
        if each["score"] is not None
    ]
    weight = sum(each for _, each in scores)
    counts = result["kind"] in ("scenario", "test") and result["total"] is not None and weight
    if counts and exact is None:
        exact = sum(score * each for score, each in scores) / weight
    return {"result": result, "exact": total_parts(exact), **more}


def report(
    *results: Mapping[str, Any], run: str = "20261231-235959-000000-abcd", **fields: Any
) -> dict[str, Any]:
    """The report of a session with these results; further keys replace those of the report."""
    given: dict[str, Any] = {"verdict": "passed", "complete": True, "policy_digest": "p" * 64}
    given |= {key: fields.pop(key) for key in (*given, "race", "about") if key in fields}
    results = tuple(copy.deepcopy(results))
    candidates = [each for each in results if each["kind"] == "candidate"]
    others = [sent(each) for each in results if each["kind"] != "candidate"]
    if candidates:
        given.setdefault("race", RACE)
    return {**build_report(others, run_id=run, candidates=candidates, **given), **fields}


RACE: dict[str, Any] = {
    "base": "main",
    "base_commit": "c" * 40,
    "baseline": {},
    "formulas": "hydra-3",
    "audit": {"known_bad": "blocked", "problem": None},
    "require": "one",
    "only_cause": False,
}


def candidate(agent: str, rank: int = 1, **changes: Any) -> dict[str, Any]:
    """A candidate with a score for its tests, that passes its gate."""
    details = {
        "formula": "hydra-3/tests",
        "inputs": {},
        "share": 1,
        "missing": False,
        "cached": False,
    }
    check = {
        "name": "tests",
        "kind": "dimension",
        "weight": 30,
        "outcome": "failed",
        "score": 92,
        "message": "",
        "expected": None,
        "actual": None,
        "turn": None,
        "details": details,
    }
    result = new_result(
        "candidate",
        id=agent,
        nodeid="",
        file="hydra.toml",
        status="passed",
        total=92,
        coverage=1,
        checks=[check],
        gates=[{"name": "tests", "state": "pass", "reason": ""}],
        rank=rank,
        tree=f"{rank:040x}",
        tests={**{fate: [] for fate in CandidateTests.__annotations__}, "evidence": "ids"},
        isolation="bubblewrap",
        artifacts={},
    )
    return changed(result, **changes)


def category(name: str, score: float | None, **changes: Any) -> dict[str, Any]:
    """A judged category."""
    details: dict[str, Any] = {"strengths": [], "weaknesses": [], "evidence": [], "notes": []}
    check = {
        "name": name,
        "kind": "category",
        "weight": 15,
        "score": score,
        "message": "",
        "expected": None,
        "actual": None,
        "turn": None,
        "outcome": "ungraded" if score is None else "passed",
    }
    own = {key: value for key, value in changes.items() if key not in check}
    own_check = {key: value for key, value in changes.items() if key in check}
    return {**check, **own_check, "details": {**details, **own}}


def benchmark(path: str, checks: Iterable[Mapping[str, Any]], **changes: Any) -> dict[str, Any]:
    """A judged benchmark that passes with 8.35."""
    result = new_result(
        "benchmark",
        id="overall",
        nodeid="",
        file=f"{path}/event-log.jsonl",
        status="passed",
        total=None,
        coverage=1,
        checks=list(checks),
        path=path,
        judge="claude",
        mock=False,
        threshold=7,
        scale=10,
        complete=True,
    )
    return changed({**result, "total": 8.35}, **changes)
