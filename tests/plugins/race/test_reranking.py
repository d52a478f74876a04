"""Candidates that were decided apart come out as if they had been decided together."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from pytest_hydra.plugins.git.diff import FileChange
from pytest_hydra.plugins.race.decide.outcome import candidate_results
from pytest_hydra.plugins.race.decide.pace import rank_again
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.plugins.race.record import CandidateRecord
from pytest_hydra.report.model import Result
from tests.plugins.race.recorded import (
    base,
    broken,
    candidate,
    decided,
    done,
    lint_counts,
    ran,
    rules,
)

GREEN: dict[str, Any] = {"build": done(), "tests": ran("pppp"), "lint": lint_counts(0, 0)}


def fates_in(*candidates: CandidateRecord, policy: Policy) -> list[dict[str, Any]]:
    """The rankings as a report has them, written and read."""
    results = candidate_results(decided(base(**GREEN), *candidates, policy=policy))
    checked = TypeAdapter(list[Result]).validate_python(results)
    read: list[dict[str, Any]] = json.loads(json.dumps(checked))
    return read


def agent(name: str, seconds: float | None, cost: float | None, **runs: Any) -> CandidateRecord:
    runs = dict(runs)
    lines = FileChange(path="src/a.py", status="modified", added=runs.pop("added", 3), removed=1)
    source = {"duration_seconds": seconds, "cost_usd": cost, **runs.pop("source", {})}
    return candidate(name, lines, source=source, **{**GREEN, **runs})


spent = st.one_of(st.none(), st.sampled_from([0, 0.5, 30, 100, 312.4, 400]))
outcomes = st.sampled_from(
    [
        {},
        {"tests": ran("pppf")},
        {"build": done(exit=1)},
        {"lint": broken()},
        {"lint": lint_counts(2, 1)},
        {"added": 2000},
        {"source": {"changes": ()}},
        {"source": {"tree": None, "problem": "it does not apply", "changes": ()}},
    ]
)


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.tuples(spent, spent, outcomes), min_size=1, max_size=5),
    st.booleans(),
    st.data(),
)
def test_apart_is_as_together(
    made: list[tuple[float | None, float | None, dict[str, Any]]],
    failed: bool,
    data: st.DataObject,
) -> None:
    policy = rules(weights={"cost": 10}, speed_of_failed=failed, allow_empty_diff=True)
    candidates = [
        agent(f"a{number}", seconds, cost, **runs)
        for number, (seconds, cost, runs) in enumerate(made)
    ]
    whole = fates_in(*candidates, policy=policy)
    apart = [entry for item in candidates for entry in fates_in(item, policy=policy)]
    again = rank_again(data.draw(st.permutations(apart)))
    assert [item["id"] for item in again] == [item["id"] for item in whole]
    for item, other in zip(again, whole, strict=True):
        # Totals are made again from scores of six places.
        assert item["total"] == pytest.approx(other["total"], abs=2e-6)
        assert item["coverage"] == pytest.approx(other["coverage"], abs=2e-6)
        assert {**item, "total": 0, "coverage": 0} == {**other, "total": 0, "coverage": 0}
    assert rank_again(again) == again


def test_the_fastest_of_all_changes_the_order() -> None:
    policy = rules()
    slow = fates_in(agent("slow", 300, None), policy=policy)
    fast = fates_in(agent("fast", 100, None, lint=lint_counts(0, 1)), policy=policy)
    assert [slow[0]["total"], fast[0]["total"]] == [100, 99.7]
    again = rank_again([*slow, *fast])
    assert [(entry["id"], entry["details"]["rank"], entry["total"]) for entry in again] == [
        ("fast", 1, 99.7),
        ("slow", 2, 93.333333),
    ]
    (speed,) = (check for check in again[1]["checks"] if check["name"] == "speed")
    assert (speed["details"]["inputs"], speed["score"]) == ({"best": 100, "own": 300}, 33.333333)


def test_candidates_of_several_sessions_have_no_agreement() -> None:
    policy = rules(weights={"agreement": 10}, cross_examination=True)
    (entry,) = fates_in(agent("a", 60, None), policy=policy)
    for check in entry["checks"]:
        if check["name"] == "agreement":
            check["score"] = 50
            check["details"] |= {"missing": False, "inputs": {"agreed": 1, "weight": 2}}
    entry["total"] = 95
    assert rank_again([entry])[0]["total"] == 95
    (alone,) = rank_again([entry], True)
    (agreement,) = [check for check in alone["checks"] if check["name"] == "agreement"]
    details = agreement["details"]
    assert (agreement["score"], details["missing"], details["inputs"]) == (None, True, {})
    assert "several sessions" in agreement["message"]
    assert alone["total"] == 100
