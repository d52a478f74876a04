"""Reports of shards, joined into one or refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.__main__ import main
from pytest_hydra.core.numbers import six_places
from pytest_hydra.core.scorecard import Check, scorecard, verdict
from pytest_hydra.errors import HydraError
from pytest_hydra.record.wire import check_entry, total_parts
from pytest_hydra.report.build import build_report
from pytest_hydra.report.merge import merge, read_report
from pytest_hydra.report.report_json import to_json

Result = dict[str, Any]
Change = Callable[[dict[str, Any]], object]


def checks(*passed: bool) -> list[Check]:
    return [
        verdict(entry, name=f"check {number}", kind="check", weight=1 + number)
        for number, entry in enumerate(passed)
    ]


def scenario(name: str, *passed: bool, **fields: Any) -> Result:
    card = scorecard(checks(*passed))
    entry = {
        "id": name,
        "name": name,
        "file": "a.scenario.yaml",
        "line": 1,
        "bot": "wallet",
        "status": card.outcome.value,
        "score": None if card.total is None else six_places(card.total),
        "coverage": 1.0,
        "runs": 1,
        "checks": [check_entry(check) for check in card.checks],
        **fields,
    }
    return {"kind": "scenario", "entry": entry, "total": total_parts(card.total)}


def ordinary(name: str, *passed: bool) -> Result:
    result = scenario(name, *passed)
    entry = {key: result["entry"][key] for key in ("status", "score", "coverage", "checks")}
    return {**result, "kind": "test", "entry": {"nodeid": name, "subject": None, **entry}}


def category(name: str, score: int, place: int) -> Result:
    """What the item of a category sends."""
    told = {
        "name": name,
        "weight": 1,
        "score": score,
        "status": "passed",
        "reason": None,
        "strengths": [],
        "weaknesses": [],
        "evidence": [],
    }
    entry = {
        "path": "runs/one",
        "overall": None,
        "status": "passed",
        "passed": False,
        "threshold": 6,
        "mock": False,
        "coverage": 0.0,
        "reason": "overall was not selected",
        "judge": "j",
        "categories": [told],
        "complete": False,
    }
    return {"kind": "benchmark", "entry": entry, "total": None, "place": place}


def overall(*categories: Result) -> Result:
    """What the item of all of them sends."""
    told = [item["entry"]["categories"][0] for item in categories]
    whole = {"overall": 8, "passed": True, "coverage": 1.0, "reason": None, "complete": True}
    entry = {**categories[0]["entry"], **whole, "categories": told}
    return {**categories[0], "entry": entry, "place": 99}


def candidate(agent: str, verdict: str = "mergeable", **fields: Any) -> dict[str, Any]:
    return {
        "agent": agent,
        "tree": "c" * 40,
        "rank": 1,
        "mergeable": verdict == "mergeable",
        "verdict": verdict,
        "total": 100,
        "coverage": 1.0,
        "breakdown": {"tests": 100},
        "weights": {"tests": 30},
        "gates": [],
        "waivers": [],
        "checks": [],
        "tests": None,
        "review": [],
        "isolation": "none",
        "cost_usd": None,
        "duration_seconds": None,
        "artifacts": {},
        **fields,
    }


def race(**fields: Any) -> dict[str, Any]:
    return {
        "base": "main",
        "base_commit": "a" * 40,
        "baseline": {"tests": {"status": "done", "exit": 0, "seconds": 1.5}},
        "formulas": "hydra-3",
        "audit": {"known_bad": "blocked", "problem": None},
        "require": "one",
        "only_cause": False,
        **fields,
    }


def report(*results: Result, run: str = "r1", **fields: Any) -> dict[str, Any]:
    given = {"verdict": "passed", "complete": True, "policy_digest": "p" * 64, **fields}
    return {**build_report(copy.deepcopy(results), run_id=run, **given)}


def by_name(entries: Sequence[Mapping[str, Any]], _: bool = False) -> list[dict[str, Any]]:
    ordered = sorted(entries, key=lambda entry: str(entry["agent"]))
    return [{**entry, "rank": rank} for rank, entry in enumerate(ordered, 1)]


def merged(*reports: Mapping[str, Any]) -> dict[str, Any]:
    parts = [
        read_report(f"{letter}.json", to_json(entry).encode())
        for letter, entry in zip("abcdef", reports, strict=False)
    ]
    return {**merge(parts, by_name)}


def without(report: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {key: value for key, value in report.items() if key not in names}


RESULTS = (
    scenario("third", True, False),
    scenario("seventh", True, False, True, True, False, True),
    scenario("known", False, xfail="a bug"),
    scenario("broken", status="ungraded", error="no reply"),
    ordinary("test_a.py::test_a", True, True, False),
    ordinary("test_a.py::test_b", True),
)


def test_parts_make_the_whole_in_any_order() -> None:
    whole = report(*RESULTS, verdict="failed")
    parts = [
        report(*some, run=run, verdict="failed")
        for some, run in ((RESULTS[:1], "r2"), (RESULTS[1:4], "r1"), (RESULTS[4:], "r3"))
    ]
    for some in permutations(parts):
        made = merged(*some)
        assert without(made, "run_id", "shards") == without(whole, "run_id")
        assert made["run_id"] == ""
        assert [shard["run_id"] for shard in made["shards"]] == ["r1", "r2", "r3"]
    # Of two that were merged before nothing is forgotten, and nothing is told twice.
    again = merged(merged(parts[0], parts[1]), merged(parts[2], parts[1]))
    assert again == made
    assert read_report("all.json", to_json(made).encode()).report == made


def test_scores_are_added_up_exactly() -> None:
    results = [scenario(f"s{number}", True, False) for number in range(7)]
    whole = report(*results)
    # 33.333333 seven times is not the mean: a third is.
    assert whole["totals"]["score"] == 33.333333
    assert merged(report(*results[:3]), report(*results[3:]))["totals"] == whole["totals"]
    # A score that does not come from the checks that are told, as with repeats, is taken as it is.
    odd = scenario("odd", True, score=12.345678)
    assert merged(report(odd))["totals"]["score"] == 12.345678


def test_an_item_may_stand_twice_where_it_is_the_same() -> None:
    one, other = RESULTS[0], RESULTS[4]
    made = merged(report(one, other), report(other, one, run="r2"))
    assert (len(made["scenarios"]), len(made["tests"])) == (1, 1)


def test_a_benchmark_may_be_graded_in_parts() -> None:
    planning, quality = category("Planning", 7, 0), category("Quality", 9, 1)
    whole = overall(planning, quality)
    both = merged(report(quality), report(planning))
    (alone,) = both["benchmarks"]
    assert both["verdict"] == "error"  # nobody has held it against its threshold
    assert merged(report(quality), report(whole, run="r2"))["verdict"] == "passed"
    assert [entry["name"] for entry in alone["categories"]] == ["Planning", "Quality"]
    assert alone["overall"] is None
    for some in permutations([report(whole), report(quality), report(planning)]):
        assert merged(*some)["benchmarks"] == report(whole)["benchmarks"]
    assert merged(report(whole), report(whole, run="r2"))["benchmarks"][0]["reason"] is None
    with pytest.raises(HydraError, match="runs/one::Quality, with different content"):
        merged(report(whole), report(category("Quality", 3, 1)))
    mocked = category("Quality", 9, 1)
    mocked["entry"]["mock"] = True
    with pytest.raises(HydraError, match="both have runs/one, with different content"):
        merged(report(planning), report(mocked))


def raced(*candidates: dict[str, Any], only_cause: bool = False, **fields: Any) -> dict[str, Any]:
    held = {key: fields.pop(key) for key in ("require", "base", "baseline") if key in fields}
    entries = by_name(candidates)
    return report(rankings=entries, race=race(only_cause=only_cause, **held), **fields)


def test_candidates_are_ranked_together() -> None:
    slow = {"tests": {"status": "done", "exit": 0, "seconds": 2.5}}
    made = merged(
        raced(candidate("codex"), base="origin/main"),
        raced(candidate("claude"), baseline=slow, run="r2"),
        report(RESULTS[5], run="r3"),
    )
    assert [(ranking["rank"], ranking["agent"]) for ranking in made["rankings"]] == [
        (1, "claude"),
        (2, "codex"),
    ]
    assert made["totals"]["candidates"]["mergeable"] == 2
    assert made["race"] == race(baseline=slow)
    assert [shard["agents"] for shard in made["shards"]] == [["codex"], ["claude"], []]


def test_races_that_todays_policy_decided_are_told_to_be() -> None:
    parts = [raced(candidate("codex")), raced(candidate("claude"), run="r2")]
    for part, change in zip(parts, ("codex: total 1 → 2", "claude: total 2 → 3"), strict=True):
        part["race"]["policy_changes"] = ["weights.tests 30 → 40", change]
    assert merged(*parts)["race"]["policy_changes"] == [
        *("claude: total 2 → 3", "codex: total 1 → 2", "weights.tests 30 → 40"),
    ]


BAD, GOOD = candidate("bad", "not_mergeable"), candidate("good")


@pytest.mark.parametrize(
    ("reports", "verdict"),
    [
        # A candidate that is not to be merged ends its own session, and not the race.
        ([raced(BAD, only_cause=True, verdict="failed"), raced(GOOD)], "passed"),
        ([raced(BAD, only_cause=True, verdict="failed", require="all"),
          raced(GOOD, require="all")], "failed"),
        ([raced(BAD, only_cause=True, verdict="failed", require="none")], "passed"),
        ([raced(BAD, only_cause=True, verdict="failed"), report()], "failed"),
        # Something else was wrong there as well.
        ([raced(BAD, verdict="failed"), raced(GOOD)], "failed"),
        ([raced(GOOD, verdict="error"), raced(candidate("other"))], "error"),
        ([report(verdict="error"), report(verdict="failed"), report()], "failed"),
        ([report(), report()], "passed"),
        # One dimension alone was looked at: nobody answers for it.
        ([raced(only_cause=True, verdict="failed"), raced(GOOD)], "failed"),
    ],
)  # fmt: skip
def test_the_verdict_is_the_worst_but_the_race_is_ruled_on_again(
    reports: Iterable[dict[str, Any]], verdict: str
) -> None:
    assert merged(*reports)["verdict"] == verdict


def test_no_report_is_better_than_what_stands_in_it() -> None:
    whole = overall(category("Planning", 7, 0))
    for status, told in (("failed", "failed"), ("ungraded", "error")):
        low = {**whole, "entry": {**whole["entry"], "status": status}}
        for part in (report(scenario("a", True, status=status)), report(low)):
            assert merged(part, report(run="r2"))["verdict"] == told
    assert merged(report(scenario("a", False, xfail="known")))["verdict"] == "passed"


def test_what_plugins_added_is_kept_where_it_is_the_same() -> None:
    first = {**report(), "environment": {"python": "3.12"}, "team": "a"}
    second = {**report(run="r2", complete=False), "environment": {"python": "3.13"}, "team": "a"}
    made = merged(first, second, report(run="r3"))
    assert (made["team"], made["complete"], "environment" in made) == ("a", False, False)
    assert [shard.get("environment") for shard in made["shards"]] == [
        {"python": "3.12"},
        {"python": "3.13"},
        None,
    ]


def put(*path: str | int, to: object) -> Change:
    def change(report: dict[str, Any]) -> None:
        place: Any = report
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = to

    return change


WHOLE = raced(candidate("codex"))
OTHER = raced(candidate("claude"), run="r2")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (put("policy_digest", to="q"), "a.json and b.json were not made by the same policy"),
        (put("race", "base_commit", to="b" * 40), f"different bases: {'a' * 40} and {'b' * 40}"),
        (put("race", "formulas", to="hydra-4"), "different formulas: hydra-3 and hydra-4"),
        (put("race", "policy_changes", to=[]), "some of these races were decided by today's"),
        (put("race", "require", to="all"), "for a race (require): one and all"),
        (put("rankings", 0, "agent", to="codex"), "and b.json both have the candidate codex"),
        (
            put("rankings", 0, "weights", to={"lint": 5}),
            "different dimensions: tests 30 and lint 5",
        ),
        (put("schema_version", to=2), "b.json: its schema_version is 2; this version of"),
        (put("engine", "version", to="0.0"), "b.json: made by pytest-hydra 0.0, but this is"),
        (put("engine", to={"name": "other"}), "b.json: not a report of pytest-hydra"),
        (put("rankings", 0, "mergeable", to=1), "not a valid report: rankings.0.mergeable"),
    ],
)
def test_what_does_not_belong_together_is_refused(change: Change, said: str) -> None:
    other = copy.deepcopy(OTHER)
    change(other)
    with pytest.raises(HydraError) as caught:
        merged(WHOLE, other)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("first", "second", "name"),
    [
        (scenario("a", True), scenario("a", False), "a.scenario.yaml::a::wallet"),
        (ordinary("t.py::t", True), ordinary("t.py::t", True, True), "t.py::t"),
        (overall(category("P", 7, 0)), overall(category("P", 8, 0)), "runs/one::P"),
    ],
)
def test_an_item_with_two_outcomes_is_refused(first: Result, second: Result, name: str) -> None:
    with pytest.raises(HydraError) as caught:
        merged(report(second, run="r2"), report(first))
    assert f"a.json and b.json both have {name}, with different content" in str(caught.value)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "a.json: not JSON: Expecting value"),
        (b"\xff\xfe", "a.json: not JSON"),
        (b"[" * 100_000, "a.json: not JSON"),
        (b'{"schema_version": NaN}', "a.json: not JSON: NaN is not JSON"),
        (b"[]", "a.json: not a report of pytest-hydra; --hydra-report FILE.json creates one"),
        (json.dumps({"engine": "x\x1b"}).encode(), "a.json: not a report of pytest-hydra"),
    ],
)
def test_what_is_no_report_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(HydraError) as caught:
        read_report("a.json", data)
    assert str(caught.value).startswith(said)
    assert "\x1b" not in str(caught.value)


def test_inputs_that_cannot_be_reckoned_with_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = Path(__file__).parents[2] / "benchmarks/fuzz/seeds/report/bad-churn.json"
    with pytest.raises(SystemExit) as caught:
        main(["merge", str(broken), "-o", str(tmp_path / "whole.json")])
    assert caught.value.code == 1
    assert "error: the merged reports are not valid: TypeError" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("merge a.json --min-score nan", "argument --min-score: must be from 1 to 100, not nan"),
        ("merge a.json --min-score inf", "argument --min-score: must be from 1 to 100, not inf"),
        ("mutate latest --min 101", "argument --min: must be from 1 to 100, not 101"),
        ("mutate latest --min -5", "argument --min: must be from 1 to 100, not -5"),
        ("mutate latest --min 0.8", "not 0.8; did you mean 80?"),
        ("mutate latest --min all", "argument --min: invalid limit value: 'all'"),
        ("series --jobs 0", "argument --jobs: must be at least 1, not 0"),
        ("series --jobs two", "argument --jobs: invalid count value: 'two'"),
    ],
)
def test_a_limit_that_limits_nothing_is_refused(
    command: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(command.split())
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
