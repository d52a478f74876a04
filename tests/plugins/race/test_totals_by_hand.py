"""What a report says is enough to compute each score and each total by hand."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from pytest_hydra.core.plain import plain
from pytest_hydra.plugins.git.diff import FileChange
from pytest_hydra.plugins.race.decide.decision import decide_race
from pytest_hydra.plugins.race.decide.outcome import candidate_results, race_entry
from pytest_hydra.plugins.race.decide.pace import rank_again
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.report.figures.calculation import calculation
from tests.plugins.race.recorded import (
    NEW_FILE,
    base,
    candidate,
    done,
    lint_counts,
    names,
    own_dimension,
    race,
    ran,
    rules,
)

OWN = own_dimension("size", weight=5, measured_by="json")
LIMITS: Any = {"dimensions": (OWN,), "max_churn_soft": 100, "max_files_soft": 2}
POLICY = rules(**LIMITS)
BIG = [FileChange(path=f"src/{at}.py", status="added", added=41) for at in range(3)]


def entries(policy: Policy = POLICY) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    record = race(
        base(build=done(), tests=ran("ppppf"), lint=lint_counts(1, 1), size=done(score=50)),
        candidate(
            "ada",
            NEW_FILE,
            *BIG,
            source={"duration_seconds": 70},
            build=done(),
            tests=ran("ppfpp"),
            tests_own=ran("pp"),
            lint=lint_counts(3, 4),
            size=done(score=61.3),
        ),
        candidate("bob", source={"duration_seconds": 30}, build=done(), tests=ran("ppppp")),
        candidate(
            "eve",
            source={"duration_seconds": 90},
            build=done(missing=("b",), outputs=3),
            tests=ran("pppff"),
            lint=lint_counts(0, 0),
            size=done(score=7),
        ),
        policy=policy,
    )
    result = decide_race(record)
    race_part: dict[str, Any] = plain(race_entry(result))
    return race_part, candidate_results(result)


def shares_of(result: dict[str, Any]) -> dict[str, float]:
    return {check["name"]: check["details"]["share"] for check in result["checks"]}


def value(text: str, inputs: dict[str, Any]) -> float:
    """What a formula comes to: its words before the semicolon are arithmetic."""
    python = text.partition(";")[0].translate(str.maketrans("×÷−", "*/-"))  # noqa: RUF001
    found: float = eval(python, {"max": max, "min": min, "gone": 0, **inputs})  # noqa: S307
    return min(100, max(0, found))


@pytest.mark.parametrize("weights", [{}, {"tests": 40, "build": 0.35, "cost": 3}])
def test_each_score_and_total_is_what_the_report_says_how_to_compute(
    weights: dict[str, float],
) -> None:
    race_part, rankings = entries(rules(**LIMITS, weights=weights))
    computed = set()
    for entry in rankings:
        for check in entry["checks"]:
            text = race_part["formula_texts"][check["name"]]
            if check["score"] is not None and check["name"] not in ("build", "size"):
                assert value(text, check["details"]["inputs"]) == pytest.approx(
                    check["score"], abs=1e-5
                )
                computed.add(check["name"])
        shares = shares_of(entry)
        scores = {check["name"]: check["score"] for check in entry["checks"]}
        graded = {name: score for name, score in scores.items() if score is not None}
        assert sum(shares.values()) == pytest.approx(1)
        assert all(shares[name] == 0 for name in shares.keys() - graded.keys())
        total = sum(shares[name] * score for name, score in graded.items())
        assert total == pytest.approx(entry["total"], abs=1e-3)
    assert computed == {"tests", "lint", "diff_scope", "speed"}


def test_a_build_is_worth_the_outputs_that_it_makes() -> None:
    race_part, rankings = entries()
    eve = next(entry for entry in rankings if entry["id"] == "eve")
    build = eve["checks"][0]
    assert build["details"]["inputs"] == {
        "passed": False,
        "base_passed": True,
        "made": 2,
        "outputs": 3,
    }
    assert build["score"] == pytest.approx(200 / 3)
    assert "100 × made ÷ outputs" in race_part["formula_texts"]["build"]  # noqa: RUF001


def test_what_is_shown_of_a_candidate_is_the_same_sum() -> None:
    race_part, rankings = entries()
    lines = [*calculation(race_part, rankings)]
    assert (
        "ada: total 73.7 = 28.57% of build 100.0 + 28.57% of tests 65.0 + 14.29% of lint 70.0 + "
        "14.29% of diff_scope 67.0 + 9.52% of speed 42.9 + 4.76% of size 61.3"
    ) in lines
    shown = "ada: lint 70.0 by new_errors 2, new_warnings 3, resolved 0, suppressions 0"
    assert shown in lines
    told = [line.partition(" = ")[0] for line in lines[-6:]]
    assert told == ["build", "tests", "lint", "diff_scope", "speed", "size"]
    ada = next(entry for entry in rankings if entry["id"] == "ada")
    assert names(2)[0] in ada["details"]["tests"]["lost"]


def test_beside_candidates_of_another_session_the_shares_are_made_anew() -> None:
    _, rankings = entries()
    slow = copy.deepcopy(rankings)
    for entry in slow:
        if entry["id"] == "bob":
            # Nobody says how long it worked: speed is left out for all.
            entry["checks"][4]["score"] = None
            entry["checks"][4]["details"] |= {"inputs": {}, "missing": True}
    for entry in (each for each in rank_again(slow) if each["id"] != "bob"):
        assert shares_of(entry)["speed"] == 0
        assert sum(shares_of(entry).values()) == pytest.approx(1)
