"""Candidates held against each other: totals, speed, cost, order, ties; the report's entries."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from pytest_hydra.core.numbers import Exact
from pytest_hydra.plugins.git.diff import FileChange
from pytest_hydra.plugins.race.decide.decision import decide_race
from pytest_hydra.plugins.race.decide.measure import formula_texts
from pytest_hydra.plugins.race.decide.model import RaceResult
from pytest_hydra.plugins.race.decide.outcome import RaceOutcome, candidate_results, race_entry
from pytest_hydra.plugins.race.decide.tampering import MEANINGS
from pytest_hydra.plugins.race.policy.scoring import WeightSettings
from pytest_hydra.plugins.race.record import CandidateRecord, RaceRecord
from pytest_hydra.plugins.results.outcomes import Finding, Outcome, Sign
from pytest_hydra.record.wire import from_plain
from pytest_hydra.report.model import Race, Result
from pytest_hydra.report.report_json import to_json
from tests.plugins.race.recorded import (
    CHANGE_DIGEST,
    LETTERS,
    base,
    broken,
    candidate,
    counts,
    decided,
    done,
    lint,
    lint_counts,
    names,
    new_waiver,
    one,
    own_dimension,
    race,
    ran,
    rules,
    states,
    timed_out,
)

GREEN: dict[str, Any] = {
    "build": done(seconds=2.5),
    "tests": ran("pppp"),
    "lint": lint_counts(0, 0),
}
NOTHING = dict.fromkeys(WeightSettings.model_fields, 0)


def agent(name: str, duration: float | None = None, **fields: Any) -> CandidateRecord:
    told = ("cost_usd", "tokens", "model")
    source: dict[str, Any] = {key: fields.pop(key) for key in told if key in fields}
    source |= {"duration_seconds": duration, **fields.pop("source", {})}
    signs = fields.pop("signs", None)
    return replace(candidate(name, source=source, **{**GREEN, **fields}), signs=signs)


def order(result: RaceResult) -> list[str]:
    return [entry.agent for entry in result.candidates]


# --- totals -------------------------------------------------------------------------------------


def test_a_total_is_the_weighted_mean() -> None:
    # 84 from tests that lost one of ten; 88 from one new error; 2/3 of the best's speed.
    lost = agent("slow", 300, tests=ran("p" * 9 + "f"), lint=lint_counts(1, 0))
    there = base(**{**GREEN, "tests": ran("p" * 10)})
    result = decided(there, agent("fast", 200, tests=ran("p" * 10)), lost)
    slow = result.candidate("slow")
    assert {dimension.name: dimension.score for dimension in slow.dimensions} == {
        "build": 100,
        "tests": 84,
        "lint": 88,
        "diff_scope": 100,
        "speed": Fraction(200, 3),
    }
    # (100x30 + 84x30 + 88x15 + 100x15 + 66.67x10) / 100
    assert slow.total == Fraction(3000 + 2520 + 1320 + 1500, 100) + Fraction(20, 3)
    assert slow.coverage == 1
    assert result.candidate("fast").total == 100


def test_what_is_missing_is_renormalised_and_what_is_ungraded_lowers_the_coverage() -> None:
    there = base(tests=ran("pppp"), lint=broken())
    found = one(there, candidate(tests=ran("pppf"), lint=lint_counts(0, 0)))
    # No build, no durations: missing. Lint cannot be judged: ungraded.
    assert {
        dimension.name: (dimension.score, dimension.missing) for dimension in found.dimensions
    } == {
        "build": (None, True),
        "tests": (60, False),
        "lint": (None, False),
        "diff_scope": (100, False),
        "speed": (None, True),
    }
    assert found.total == Fraction(60 * 30 + 100 * 15, 45)
    assert found.coverage == Fraction(45, 60)


def test_a_weight_of_nothing_leaves_the_gate() -> None:
    weights = {"tests": 0}
    found = one(base(**GREEN), agent("a", tests=ran("pppf")), policy=rules(weights=weights))
    assert (found.total, states(found)) == (100, {"tests": "block"})


def test_nothing_that_weighs_gives_no_total() -> None:
    found = one(
        base(**GREEN),
        agent("a"),
        policy=rules(weights=NOTHING),
    )
    assert (found.total, found.coverage) == (None, 0)


# --- speed and cost -----------------------------------------------------------------------------


def speeds(result: RaceResult, name: str = "speed") -> dict[str, Exact | None]:
    return {entry.agent: entry.dimension(name).score for entry in result.candidates}


def test_speed_is_held_against_the_fastest_that_succeeded() -> None:
    failed = agent("failed", 50, tests=ran("pppf"))
    silent = agent("silent", tests=ran("pppf"))
    result = decided(base(**GREEN), agent("a", 100), agent("b", 400), silent, failed)
    # The failed one is faster than the fastest that succeeded: 200, and at most 100.
    assert speeds(result) == {"a": 100, "b": 25, "failed": 100, "silent": None}
    assert result.candidate("silent").dimension("speed").missing
    assert result.gaps == ()
    off = rules(speed_of_failed=False)
    result = decided(base(**GREEN), agent("a", 100), failed, policy=off)
    assert speeds(result) == {"a": 100, "failed": None}


CANARY = Sign(kind="canary", file="")
FAST: list[CandidateRecord] = [
    agent("x", 1, source={"changes": ()}),
    agent("x", 1, tests=ran("pppp", signs=(CANARY,))),
    agent("x", 1, security=done(exit=1)),
    agent("x", 1, source={"tree": None, "changes": (), "problem": "it does not apply"}),
]


@pytest.mark.parametrize("fast", FAST)
def test_who_may_not_be_merged_or_changed_nothing_sets_no_pace(fast: CandidateRecord) -> None:
    there = base(**GREEN, security=done())
    for allowed in (False, True):
        policy = rules(security=True, allow_empty_diff=allowed)
        able = agent("a", 100, security=done())
        assert speeds(decided(there, able, fast, policy=policy))["a"] == 100


def test_nobody_wins_by_saying_less() -> None:
    better, worse = agent("better", 100), agent("worse", lint=lint_counts(1, 0))
    fast = agent("fast", 20)
    result = decided(base(**GREEN), better, fast, worse)
    assert order(result) == ["better", "fast", "worse"]
    assert speeds(result) == {"better": None, "fast": None, "worse": None}
    told = "speed is left out for all: the working time of worse is not known"
    assert result.candidate("better").dimension("speed").message == told
    assert RaceOutcome(result, (), {}, {}).next_steps("run", 3)[0] == told
    # Where nobody said anything there is nothing to be told.
    assert decided(base(**GREEN), agent("a"), agent("b")).gaps == ()
    # Who has not been proven yet may win; who cannot be had may not.
    absent = {"tree": None, "changes": (), "problem": "no ref"}
    assert "the working time of u" in str(
        decided(base(**GREEN), fast, agent("u", tests=broken())).gaps
    )
    assert decided(base(**GREEN), fast, agent("n", source=absent)).gaps == ()


def test_what_is_unproven_is_no_failure() -> None:
    slow_tests = agent("b", 50, tests=timed_out(4))
    there = base(**{**GREEN, "tests": ran("pppp", seconds=3)})
    assert speeds(decided(there, agent("a", 100), slow_tests)) == {"a": 50, "b": 100}


@pytest.mark.parametrize(
    "record",
    [agent("a", tests=ran("pppf")), agent("a", 9, tests=ran("pppf")), agent("a")],
)
def test_without_a_success_or_a_duration_speed_is_missing(record: CandidateRecord) -> None:
    found = one(base(**GREEN), record)
    assert found.dimension("speed").missing
    assert found.coverage == 1


def test_no_time_at_all() -> None:
    assert speeds(decided(base(**GREEN), agent("a", 0), agent("b", 5))) == {"a": 100, "b": 0}


def test_cost_is_reported_or_made_of_tokens_and_a_price() -> None:
    policy = rules(weights={"cost": 10}, prices={"gpt-5": {"input": 1.25, "output": 10}})
    tokens = {"input": 400_000, "output": 50_000}
    result = decided(
        base(**GREEN),
        agent("told", cost_usd=0.5),
        agent("priced", tokens=tokens, model="gpt-5"),
        agent("nameless", tokens=tokens),
        agent("other", tokens=tokens, model="gpt-6"),
        agent("half", tokens={"input": 3}, model="gpt-5"),
        policy=policy,
    )
    # 0.4 x 1.25 + 0.05 x 10 = 1 USD
    assert {entry.agent: entry.cost_usd for entry in result.candidates} == {
        "told": Fraction(1, 2),
        "priced": 1,
        "nameless": None,
        "other": None,
        "half": None,
    }
    assert set(speeds(result, "cost").values()) == {None}
    assert result.gaps == (
        "cost is left out for all: the cost of half, nameless, other is not known",
    )
    result = decided(base(**GREEN), *result.record.candidates[:2], policy=policy)
    assert speeds(result, "cost") == {"told": 100, "priced": 50}
    unweighed = decided(base(**GREEN), agent("told", cost_usd=0.5))
    assert "cost" not in unweighed.record.policy.names
    assert unweighed.candidates[0].cost_usd == Fraction(1, 2)


# --- order --------------------------------------------------------------------------------------


def test_the_order() -> None:
    nowhere = candidate("nowhere", source={"tree": None, "changes": (), "problem": "no such ref"})
    blind = candidate("blind", FileChange(path="a", status="modified", added=99), tests=broken())
    result = decided(
        base(**GREEN),
        agent("blocked", 1, tests=ran("pppf")),
        nowhere,
        blind,
        agent("worse", 90, lint=lint_counts(3, 0)),
        agent("best", 90),
    )
    assert order(result) == ["best", "worse", "blind", "nowhere", "blocked"]
    assert [str(entry.verdict) for entry in result.candidates] == [
        *("mergeable", "mergeable", "unproven", "unproven", "not_mergeable"),
    ]


def test_nothing_graded_comes_before_nothing_read() -> None:
    weights = rules(weights=NOTHING)
    nowhere = candidate("a", source={"tree": None, "changes": (), "problem": "no such ref"})
    unproven = candidate("b", FileChange(path="x", status="added", added=9), tests=broken())
    result = decided(base(**GREEN), nowhere, unproven, policy=weights)
    assert order(result) == ["b", "a"]


def test_equals_are_put_in_order_by_churn_and_name() -> None:
    def sized(name: str, lines: int) -> CandidateRecord:
        return candidate(name, FileChange(path="a", status="modified", added=lines), **GREEN)

    result = decided(base(**GREEN), sized("b", 5), sized("c", 3), sized("a", 5))
    assert order(result) == ["c", "a", "b"]
    assert result.tie is None


def test_a_difference_that_flaky_tests_may_have_made_is_a_tie() -> None:
    there = base(**{**GREEN, "tests": ran("p" * 10), "tests_rerun_1": ran("p" * 9 + "f")})
    ten = ran("p" * 10)
    result = decided(there, agent("a", tests=ten), agent("b", tests=ten, lint=lint_counts(1, 0)))
    a, b = result.candidate("a"), result.candidate("b")
    assert a.tests is not None
    assert a.tests.fates["flaky"] == ("tests/test_a.py::t9",)
    # With the flaky one: 100, or 90 - 6; tests weigh 30 of the 90 that are graded.
    assert a.noise == Fraction(16 * 30, 90)
    assert (a.total, b.total) == (100, 100 - Fraction(12 * 15, 90))
    assert result.tie == ("a", "b")
    far = decided(there, agent("a", tests=ten), agent("b", tests=ten, lint=lint_counts(5, 0)))
    assert far.tie is None
    blocked = decided(there, agent("a", tests=ten), agent("b", tests=ten, build=done(exit=1)))
    assert blocked.tie is None


@pytest.mark.parametrize(
    ("require", "good", "bad", "passed"),
    [
        ("one", 1, 1, True), ("one", 0, 2, False), ("one", 0, 0, False),
        ("all", 2, 0, True), ("all", 1, 1, False), ("all", 0, 0, False),
        ("none", 0, 2, True), ("none", 0, 0, True),
    ],
)  # fmt: skip
def test_what_is_required(require: Any, good: int, bad: int, passed: bool) -> None:
    records = [agent(f"good{at}") for at in range(good)]
    records += [agent(f"bad{at}", build=done(exit=1)) for at in range(bad)]
    assert decided(base(**GREEN), *records, policy=rules(require=require)).passed is passed


def test_two_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two candidates have the same name: a, a"):
        decided(base(), agent("a"), agent("a"))


# --- properties ---------------------------------------------------------------------------------

letters = st.text("pfsx.", min_size=4, max_size=4)
# Texts of candidates may have any character: a name of a file has surrogates if it is not UTF-8.
texts = st.text(st.characters(), max_size=8)
signs = st.builds(
    Sign, kind=st.sampled_from([*MEANINGS, "new"]), file=texts, line=st.integers(), text=texts
)


@st.composite
def hostile(draw: st.DrawFn) -> CandidateRecord:
    """A candidate with any values that its files, tests and commands can lead to."""
    outcomes = draw(st.dictionaries(texts, st.sampled_from([*LETTERS.values()]), max_size=3))
    findings = st.builds(
        Finding, rule=texts, file=texts, line=st.integers(), text=texts, message=texts
    )
    found = candidate(
        "a",
        FileChange(path=draw(texts), old_path=draw(texts), status="renamed", added=2**40),
        source={"untracked": (draw(texts),), "notes": (draw(texts),), "model": draw(texts)},
        build=done(exit=draw(st.integers()), tail=draw(texts)),
        tests=ran(outcomes, problems=(draw(texts),), modules={draw(texts): draw(texts)}),
        tests_own=ran(outcomes, files=dict.fromkeys(outcomes, draw(texts))),
        acceptance=counts(passed=draw(st.integers(0)), failed=draw(st.integers(0))),
        lint=lint(*draw(st.lists(findings, max_size=2))),
    )
    run = found.runs["tests"]
    assert run.tests is not None
    signed = replace(run, tests=replace(run.tests, signs=tuple(draw(st.lists(signs, max_size=2)))))
    return replace(
        found, runs={**found.runs, "tests": signed}, signs=tuple(draw(st.lists(signs, max_size=2)))
    )


@settings(max_examples=100, deadline=None)
@given(record=hostile())
def test_any_candidate_makes_an_entry_that_the_report_takes(record: CandidateRecord) -> None:
    """One that does not would end the session, and no other candidate would be ranked."""
    result = decided(base(tests=ran("pppp"), lint=lint_counts(2, 2)), record)
    entries = candidate_results(result)
    TypeAdapter(list[Result]).validate_python(entries)
    assert json.loads(to_json({"rankings": entries}))


@st.composite
def records(draw: st.DrawFn) -> RaceRecord:
    there = base(
        build=done(exit=draw(st.integers(0, 1)), seconds=draw(st.sampled_from([0, 0.1, 30]))),
        tests=ran(draw(st.text("pfsx", min_size=4, max_size=4))),
        tests_rerun_1=ran(draw(letters)),
        lint=lint_counts(2, 2),
    )
    made = [
        candidate(
            name,
            *draw(
                st.lists(
                    st.builds(
                        FileChange,
                        path=st.sampled_from(["src/a.py", "tests/test_a.py", "uv.lock"]),
                        status=st.just("modified"),
                        added=st.integers(0, 2000),
                    ),
                    max_size=3,
                    unique_by=lambda change: change.path,
                )
            ),
            source={
                "duration_seconds": draw(st.sampled_from([None, 0.1, 0.2, 0.7, 1e9])),
                "problem": draw(st.sampled_from([None, None, None, "no such ref"])),
            },
            build=draw(st.sampled_from([done(), done(exit=1), timed_out(1), broken()])),
            tests=ran(draw(letters)),
            tests_own=ran(draw(letters)),
            tests_new=ran(draw(letters)),
            tests_rerun_1=ran(draw(letters)),
            lint=lint_counts(draw(st.integers(0, 4)), 1),
        )
        for name in ("a", "b", "c")
    ]
    return race(there, *made)


def turned(value: Any) -> Any:
    """The same JSON value, its mappings the other way round."""
    if isinstance(value, dict):
        return {key: turned(entry) for key, entry in reversed(value.items())}
    return [turned(entry) for entry in value] if isinstance(value, list | tuple) else value


@settings(max_examples=40, deadline=None)
@given(record=records(), order=st.permutations(range(3)))
def test_nothing_depends_on_an_order(record: RaceRecord, order: list[int]) -> None:
    mixed = replace(record, candidates=tuple(record.candidates[at] for at in order))
    mixed = from_plain(RaceRecord, turned(json.loads(json.dumps(mixed.plain()))))
    first, second = decide_race(record), decide_race(mixed)
    assert json.dumps(candidate_results(first)) == json.dumps(candidate_results(second))
    assert first.tie == second.tie
    assert json.dumps(race_entry(first)) == json.dumps(race_entry(second))


@settings(max_examples=40, deadline=None)
@given(record=records())
def test_every_race_makes_entries_that_the_report_takes(record: RaceRecord) -> None:
    result = decide_race(record)
    entries = candidate_results(result)
    TypeAdapter(list[Result]).validate_python(entries)
    TypeAdapter(Race).validate_python({**race_entry(result), "only_cause": False})
    for entry in entries:
        states = {gate["state"] for gate in entry["gates"]}
        assert (entry["status"] == "passed") is (states == {"pass"})
        assert all(gate["reason"] for gate in entry["gates"] if gate["state"] != "pass")
        scores = [each["score"] for each in entry["checks"] if each["score"] is not None]
        # Weights are renormalised: a mean lies between the lowest and the highest.
        if entry["total"] is not None:
            assert min(scores) <= entry["total"] <= max(scores)


@settings(max_examples=40, deadline=None)
@given(record=records(), lost=st.integers(0, 3))
def test_a_lost_test_never_raises_a_score(record: RaceRecord, lost: int) -> None:
    there = base(tests=ran("pppp"))
    for found in record.candidates:
        told = found.runs["tests"].tests
        assert told is not None
        worse: dict[str, Outcome] = {**told.outcomes, names(lost)[0]: "failed"}
        scores = []
        for run in (found.runs["tests"], ran(worse)):
            runs = {"tests": run, "tests.own": found.runs["tests.own"]}
            source = replace(found.source, problem=None)
            scores.append(
                one(there, replace(found, source=source, runs=runs)).dimension("tests").score
            )
        before, after = scores
        assert before is not None
        assert after is not None
        assert after <= before


# --- entries ------------------------------------------------------------------------------------


def test_what_leads_out_of_the_tree_is_to_be_reviewed() -> None:
    note = "up is a symbolic link out of the tree, to ../.."
    record = agent("codex", tests=ran("pp"))
    record = replace(record, source=replace(record.source, notes=(note,)))
    entry = candidate_results(decided(base(**GREEN), record))[0]
    assert entry["details"]["review"] == [{"what": note, "file": "", "line": None}]


def test_an_entry() -> None:
    record = agent("codex", 312.4, cost_usd=0.82, tests=ran("ppfp", log="codex/tests.log"))
    record = replace(
        record,
        source=replace(record.source, patch="codex/diff.patch", untracked=("new\x1b.py",)),
    )
    entry = candidate_results(decided(base(**GREEN), record))[0]
    TypeAdapter(Result).validate_python(entry)
    assert {key: entry[key] for key in ("id", "status", "total", "coverage")} == {
        "id": "codex", "status": "failed", "total": 86.666667, "coverage": 1,
    }  # fmt: skip
    assert [(check["name"], check["weight"], check["score"]) for check in entry["checks"]] == [
        ("build", 30, 100), ("tests", 30, 60), ("lint", 15, 100), ("diff_scope", 15, 100),
        ("speed", 10, None),
    ]  # fmt: skip
    assert entry["details"]["tests"] == {
        "evidence": "ids", "lost": ["tests/test_a.py::t2"], "silenced": [], "gone": [],
        "disputed": [], "unstable": [], "flaky": [], "fixed": [], "failing": [], "idle": [],
        "new": [], "padding": [], "broken": [],
    }  # fmt: skip
    check = entry["checks"][1]
    assert check["message"] == "1 test that passed on the base fails: tests/test_a.py::t2"
    assert (check["kind"], check["outcome"]) == ("dimension", "failed")
    assert check["details"] == {
        "formula": "hydra-3/tests",
        "inputs": {
            "evidence": "ids", "base_passed": 4, "base_total": 4, "passed": 3, "total": 4,
            "regression": 1, "net_gone": 0, "new_tests": 0, "fixed": 0, "failed_before": 0,
        },
        "share": 0.333333,
        "missing": False,
        "cached": False,
    }  # fmt: skip
    assert entry["details"]["review"] == [
        {
            "what": r"an untracked file is part of the change: new\x1b.py",
            "file": "new\x1b.py",
            "line": None,
        }
    ]
    assert entry["usage"] == {"seconds": 312.4, "cost_usd": 0.82}
    assert entry["details"]["isolation"] == "none"
    assert entry["details"]["artifacts"] == {"diff": "codex/diff.patch", "tests": "codex/tests.log"}


def test_what_the_candidates_were_held_against() -> None:
    result = decided(base(**GREEN, tests_rerun_1=ran("pppp")), agent("a"))
    assert race_entry(result) == {
        "base": "main",
        "base_commit": "a" * 40,
        "baseline": {
            "build": {"status": "done", "exit": 0, "seconds": 2.5},
            "lint": {"status": "done", "exit": 0, "seconds": 0, "errors": 0, "warnings": 0},
            "tests": {
                "status": "done", "exit": 0, "seconds": 0, "evidence": "ids",
                "tests": {"passed": 4},
            },
        },
        "formulas": "hydra-3",
        "formula_texts": formula_texts(rules()),
        "audit": {"known_bad": "not tried", "problem": None},
        "require": "one",
    }  # fmt: skip


def test_the_record_has_the_settings_that_are_not_the_default() -> None:
    policy = rules(
        protected_paths=("a/",), prices={"m": {"input": 1, "output": 2}}, require="all",
        dimensions=(own_dimension(gate=50),), waivers=(new_waiver(),), task_files=["t.py"],
    )  # fmt: skip
    record = race(base(**GREEN), agent("a"), policy=policy)
    plain = json.loads(json.dumps(record.plain()))
    assert plain["policy"] == {
        "race": {"require": "all"},
        "scoring": {
            "diff_scope": {"protected_paths": ["a/"]},
            "dimensions": [{"name": "bench", "command": "make bench", "gate": 50}],
            "waivers": [
                {"agent": "codex", "gate": "tests", "reason": "fine", "change": CHANGE_DIGEST}
            ],
        },
        "prices": {"m": {"input": 1, "output": 2}},
        "task_files": ["t.py"],
    }
    assert from_plain(RaceRecord, plain) == record
