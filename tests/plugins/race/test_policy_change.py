"""A recorded race, decided by another policy than its own."""

from __future__ import annotations

from typing import Any

from pytest_hydra.plugins.engine.unit import Opinion
from pytest_hydra.plugins.race.decide.decision import decide_race
from pytest_hydra.plugins.race.decide.policy_change import policy_changes, with_policy
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.plugins.race.record import CandidateRecord, RaceRecord
from pytest_hydra.report.figures.calculation import policy_lines
from tests.plugins.race.recorded import (
    base,
    candidate,
    done,
    lint_counts,
    new_waiver,
    own_dimension,
    race,
    ran,
    rules,
    states,
)

BENCH = own_dimension("bench", "json", weight=20)
# A test added it: no command and no judge, but a run.
ADDED = own_dimension("speedy", "plugin")
TIDY: dict[str, Any] = {"name": "tidy", "measured_by": "judge", "criteria": ["Is it tidy?"]}
RECORDED = rules(dimensions=[BENCH, own_dimension(**TIDY, gate=60)])


def judged(score: float) -> Any:
    return done("judge mock", score=score, judged=Opinion(judge="mock", said="so-so"))


def record(policy: Policy = RECORDED, **base_runs: Any) -> RaceRecord:
    """Ada is slower to lint, and Bob loses a test."""

    def raced(agent: str, tests: str, errors: int, bench: float, tidy: float) -> CandidateRecord:
        return candidate(
            agent,
            source={"duration_seconds": 90},
            tests=ran(tests),
            lint=lint_counts(errors, 0),
            bench=done(score=bench),
            tidy=judged(tidy),
        )

    return race(
        base(tests=ran("pppp"), lint=lint_counts(0, 0), bench=done(score=50), **base_runs),
        raced("ada", "pppp", 4, 10, 50),
        raced("bob", "pppf", 0, 100, 90),
        policy=policy,
    )


def changes(recorded: RaceRecord, today: Policy) -> list[str]:
    return policy_changes(decide_race(recorded), decide_race(with_policy(recorded, today)))


def test_todays_weights_and_gates_decide() -> None:
    recorded = record()
    today = rules(
        weights={"tests": 50.0, "lint": 2.5},
        max_test_regression_percent=25,
        dimensions=[BENCH, own_dimension(**TIDY)],
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
    assert policy_changes(before, after) == [
        "weights.tests 30 → 50",
        "weights.lint 15 → 2.5",
        "gates.max_test_regression_percent 0 → 25",
        "dimensions.tidy.gate 60 → false",
        "bob: total 85.6 → 80.5, not mergeable → mergeable",
        "ada: total 66.4 → 77.5, not mergeable → mergeable",
    ]


def test_a_waiver_of_today_holds_on_the_day_of_the_race() -> None:
    for until, gates in (("2026-06-01", {}), ("2026-05-31", {"tidy": "block"})):
        waiver = new_waiver(agent="ada", gate="tidy", until=until)
        today = rules(dimensions=RECORDED.scoring.dimensions, waivers=[waiver])
        found = decide_race(with_policy(record(), today))
        assert states(found.candidate("ada")) == gates


def test_dimensions_that_a_test_added_stay() -> None:
    added = record(rules(dimensions=[BENCH, ADDED]), speedy=done(score=50))
    assert with_policy(added, Policy()).policy.names[-1] == "speedy"
    # A plugin's has no run, and a command's is not wanted any more.
    without = record(rules(dimensions=[BENCH, ADDED]))
    assert with_policy(without, Policy()).policy.names == Policy().names


def test_what_was_not_run_cannot_be_graded() -> None:
    size = own_dimension("size", gate=100)
    found = decide_race(with_policy(record(), rules(dimensions=[size], security=True)))
    for each in found.candidates:
        assert (each.dimension("size").score, each.dimension("size").missing) == (None, False)
        assert each.dimension("security").message == (
            "on the base it was not run when the race was recorded"
        )
        assert {"size", "security"} <= states(each).keys()


def test_a_judge_s_answer_is_no_result_of_a_command() -> None:
    found = decide_race(with_policy(record(), rules(dimensions=[own_dimension("tidy", gate=60)])))
    assert found.candidate("bob").dimension("tidy").score is None
    assert states(found.candidate("bob"))["tidy"] == "unproven"


def test_the_same_policy_decides_the_same() -> None:
    assert with_policy(record(), RECORDED) == record()
    assert changes(record(), RECORDED) == []
    assert policy_lines({"policy_changes": []})[1:] == ["no changes"]
    assert policy_lines({}) == []


def test_differences_are_in_the_words_of_hydra_toml() -> None:
    today = rules(
        require="all",
        acceptance={"tests": "x", "fail_to_pass": ["a::b"]},
        weights={"lint": 3000},
        security=True,
        require_isolation=True,
        test_files=["checks/"],
        dimensions=[BENCH, own_dimension("tidy", gate=60)],
        waivers=[new_waiver(agent="ada", gate="tidy")],
        prices={"small": {"input": 0.25, "output": 1}},
    )
    lines = changes(record(), today)
    assert [line for line in lines if not line.startswith(("ada:", "bob:"))] == [
        "weights.lint 15 → 3000",
        "gates.require_isolation false → true",
        'tests.files not set → ["checks/"]',
        "dimensions.tidy.judge true → false",
        'dimensions.tidy.criteria ["Is it tidy?"] → not set',
        'waivers not set → [{ agent = "ada", gate = "tidy", reason = "fine", change =…',
        "commands.security not set → set",
        'race.require "one" → "all"',
        'race.acceptance not set → { fail_to_pass = ["a::b"] }',
        "prices.small not set → { input = 0.25, output = 1 }",
    ]
