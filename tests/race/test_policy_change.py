"""A recorded race, decided by another policy than its own."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from pytest_hydra.engine.unit import Opinion
from pytest_hydra.race.decide.decision import decide_race
from pytest_hydra.race.decide.policy_change import policy_changes, with_policy
from pytest_hydra.race.record import (
    Acceptance,
    CandidateRecord,
    OwnDimension,
    Policy,
    Price,
    RaceRecord,
    Waiver,
)
from pytest_hydra.report.figures.calculation import policy_lines
from tests.race.recorded import base, candidate, done, lint_counts, race, states, tried

BENCH = OwnDimension(name="bench", score="json", weight=20)
TIDY = OwnDimension(name="tidy", score="judge", criteria=("Is it tidy?",), gate=60)
RECORDED = Policy(dimensions=(BENCH, TIDY))


def judged(score: float) -> Any:
    return done("judge mock", score=score, judged=Opinion(judge="mock", said="so-so"))


def record(policy: Policy = RECORDED, **base_runs: Any) -> RaceRecord:
    """Ada is slower to lint, and Bob loses a test."""

    def raced(agent: str, tests: str, errors: int, bench: float, tidy: float) -> CandidateRecord:
        return candidate(
            agent,
            source={"duration_seconds": 90},
            tests=tried(tests),
            lint=lint_counts(errors, 0),
            bench=done(score=bench),
            tidy=judged(tidy),
        )

    return race(
        base(tests=tried("pppp"), lint=lint_counts(0, 0), bench=done(score=50), **base_runs),
        raced("ada", "pppp", 4, 10, 50),
        raced("bob", "pppf", 0, 100, 90),
        policy=policy,
    )


def changes(recorded: RaceRecord, today: Policy) -> list[str]:
    return policy_changes(decide_race(recorded), decide_race(with_policy(recorded, today)))


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
    assert policy_changes(before, after) == [
        "weights.tests 30 → 50",
        "weights.lint 15 → 2.5",
        "max_test_regression_percent 0 → 25",
        "dimensions.tidy.gate 60 → not set",
        "bob: total 85.6 → 80.5, not mergeable → mergeable",
        "ada: total 66.4 → 77.5, not mergeable → mergeable",
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
    assert asdict(with_policy(record(), RECORDED)) == asdict(record())
    assert changes(record(), RECORDED) == []
    assert policy_lines({"policy_changes": []})[1:] == ["no changes"]
    assert policy_lines({}) == []


def test_what_differs_is_told_with_who_gains_by_it() -> None:
    dimension = OwnDimension(name="s" * 90)
    weights = {**RECORDED.weights, "lint": 3000}
    first, *lines = changes(record(), replace(RECORDED, weights=weights, dimensions=(dimension,)))
    assert first == "weights.lint 15 → 3000"
    assert lines[0].startswith("dimensions.tidy { weight = 10, gate = 60, criteria = [")
    assert lines[0].endswith("… → not set")
    assert lines[1] == f'dimensions.{"s" * 90} not set → {{ weight = 10, score = "exit" }}'
    assert lines[2:] == [
        "ada: rank 2 → 1, total 66.4 → 52.6, not mergeable → mergeable",
        "bob: rank 1 → 2, total 85.6 → 99.6",
    ]


def test_what_differs_is_told_as_hydra_toml_has_it() -> None:
    waiver = Waiver(agent="ada", gate="tidy", reason="it is", tree="c" * 12)
    today = replace(
        RECORDED,
        acceptance=Acceptance(files=("tests/test_a.py",), fail_to_pass=("a::b",)),
        security=True,
        require_isolation=True,
        test_files=("checks/",),
        dimensions=(BENCH, replace(TIDY, score="exit", criteria=())),
        waivers=(waiver,),
        prices={"small": Price(input=0.25, output=1)},
    )
    lines = changes(record(), today)
    assert [line for line in lines if not line.startswith(("ada:", "bob:"))] == [
        "require_isolation false → true",
        'dimensions.tidy.criteria ["Is it tidy?"] → not set',
        "dimensions.tidy.judge true → not set",
        'dimensions.tidy.score not set → "exit"',
        'waivers not set → [{ agent = "ada", gate = "tidy", reason = "it is", tree = "…',
        "prices.small not set → { input = 0.25, output = 1 }",
        'acceptance not set → { fail_to_pass = ["a::b"] }',
        'tests.files not set → ["checks/"]',
        "commands.security not set → set",
    ]
    assert changes(record(), replace(RECORDED, acceptance=Acceptance(files=("a.py",))))[0] == (
        "acceptance not set → set"
    )
