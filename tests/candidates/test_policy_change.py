"""A recorded race, decided by another policy than its own."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any

from pytest_hydra.candidates.decide.decision import decide_race
from pytest_hydra.candidates.decide.policy_change import policy_entry, with_policy
from pytest_hydra.candidates.recording import (
    Judged,
    OwnDimension,
    Policy,
    RaceRecord,
    Waiver,
)
from pytest_hydra.record.wire import from_plain
from pytest_hydra.report.calculation import policy_lines
from pytest_hydra.report.model import PolicyEntry
from tests.candidates.recorded import base, candidate, done, lint_counts, race, states, tried

BENCH = OwnDimension(name="bench", score="json", weight=20)
TIDY = OwnDimension(name="tidy", score="judge", criteria=("Is it tidy?",), gate=60)
RECORDED = Policy(dimensions=(BENCH, TIDY))


def judged(score: float) -> Any:
    return done("judge mock", score=score, judged=Judged(judge="mock", said="so-so"))


def record(policy: Policy = RECORDED, **base_runs: Any) -> RaceRecord:
    """Ada is slower to lint, and Bob loses a test."""
    return race(
        base(tests=tried("pppp"), lint=lint_counts(0, 0), bench=done(score=50), **base_runs),
        candidate(
            "ada",
            source={"duration_seconds": 90},
            tests=tried("pppp"),
            lint=lint_counts(4, 0),
            bench=done(score=10),
            tidy=judged(50),
        ),
        candidate(
            "bob",
            source={"duration_seconds": 90},
            tests=tried("pppf"),
            lint=lint_counts(0, 0),
            bench=done(score=100),
            tidy=judged(90),
        ),
        policy=policy,
    )


def entry(recorded: RaceRecord, today: Policy) -> dict[str, Any]:
    found = policy_entry(decide_race(recorded), decide_race(with_policy(recorded, today)))
    # As it is in report.json.
    return from_plain(dict, json.loads(json.dumps(found)))


def test_todays_weights_and_gates_decide() -> None:
    recorded = record()
    today = replace(
        RECORDED,
        weights={**RECORDED.weights, "tests": 50.0, "lint": 2.5},
        max_test_regression_percent=25,
        dimensions=(BENCH, replace(TIDY, gate=None)),
    )
    before, after = decide_race(recorded), decide_race(with_policy(recorded, today))
    assert {each.agent: states(each) for each in before.candidates} == {
        "ada": {"tidy": "block"},
        "bob": {"tests": "block"},
    }
    assert {each.agent: str(each.verdict) for each in after.candidates} == {
        "ada": "mergeable",
        "bob": "mergeable",
    }
    assert policy_entry(before, after)["differences"] == [
        {"key": "weights.tests", "recorded": 30, "today": 50},
        {"key": "weights.lint", "recorded": 15, "today": 2.5},
        {"key": "max_test_regression_percent", "recorded": 0, "today": 25},
        {"key": "dimensions.tidy.gate", "recorded": 60, "today": None},
    ]


def test_a_waiver_of_today_holds_on_the_day_of_the_race() -> None:
    for until, gates in (("2026-06-01", {}), ("2026-05-31", {"tidy": "block"})):
        waiver = Waiver(agent="ada", gate="tidy", reason="x", tree="c" * 40, until=until)
        found = decide_race(with_policy(record(), replace(RECORDED, waivers=(waiver,))))
        assert states(found.candidate("ada")) == gates


def test_what_a_test_has_added_stays_and_what_a_command_made_goes() -> None:
    assert with_policy(record(), Policy()).policy.names[-1] == "bench"
    logged = record(build=done())
    runs = {**logged.base.runs, "bench": done(score=50, log="base/bench.log")}
    logged = replace(logged, base=replace(logged.base, runs=runs))
    assert "bench" not in with_policy(logged, Policy()).policy.names


def test_what_is_asked_for_today_and_was_not_run_cannot_be_graded() -> None:
    size = OwnDimension(name="size", gate=100)
    found = decide_race(with_policy(record(), Policy(dimensions=(size,), security=True)))
    for each in found.candidates:
        assert (each.dimension("size").score, each.dimension("size").missing) == (None, False)
        assert each.dimension("security").message == (
            "on the base it was not run when the race was recorded"
        )
        assert {"size", "security"} <= states(each).keys()


def test_what_a_judge_said_is_no_answer_of_a_command() -> None:
    command = replace(TIDY, score="exit", criteria=())
    found = decide_race(with_policy(record(), Policy(dimensions=(command,))))
    assert found.candidate("bob").dimension("tidy").score is None
    assert states(found.candidate("bob"))["tidy"] == "unproven"


def test_the_same_policy_decides_the_same() -> None:
    again = with_policy(record(), RECORDED)
    assert asdict(again) == asdict(record())
    assert entry(record(), RECORDED)["differences"] == []


def test_what_differs_is_told_with_who_gains_by_it() -> None:
    dimension = OwnDimension(name="s" * 90)
    today = replace(RECORDED, dimensions=(BENCH, dimension), max_test_regression_percent=25)
    policy = entry(record(), today)
    after = decide_race(with_policy(record(), today)).candidates
    rankings = [
        {"agent": each.agent, "rank": rank, "verdict": str(each.verdict), "total": total}
        for (rank, each), total in zip(enumerate(reversed(after), 1), (None, 88.25), strict=True)
    ]
    lines = [*policy_lines({"policy": policy}, rankings)]
    assert lines[:2] == [
        "decided by today's policy, not the recorded one",
        "max_test_regression_percent 0 → 25",
    ]
    assert lines[2].startswith('dimensions.tidy {"weight": 10, "gate": 60')
    assert lines[2].endswith("… → null")
    assert lines[-2:] == [
        "ada: rank 2 → 1, total 66.4 → -, not mergeable → mergeable",
        "bob: rank 1 → 2, total 85.6 → 88.3, not mergeable → mergeable",
    ]
    assert [*policy_lines({"policy": {**policy, "differences": []}}, [])] == [
        "decided by today's policy, the same as the recorded one"
    ]
    assert [*policy_lines({}, rankings)] == []
    assert policy.keys() == PolicyEntry.__annotations__.keys()
