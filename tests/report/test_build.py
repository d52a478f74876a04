from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from pytest_hydra.core.numbers import Exact, six_places
from pytest_hydra.core.scorecard import Check, graded, scorecard, ungraded, verdict
from pytest_hydra.race.decide.fates import FATES
from pytest_hydra.record.wire import check_entry, total_parts
from pytest_hydra.report import build as rules
from pytest_hydra.report import model, race_model
from pytest_hydra.report.build import build_report, digest, session_verdict
from pytest_hydra.report.model import Report, report_schema
from pytest_hydra.report.report_json import to_json

Result = dict[str, Any]

CHECKS = (
    verdict(True, name="expectedFunction", kind="expectedFunction", weight=3, turn=1,
            message="calls transfer", expected="transfer", actual="transfer"),
    verdict(True, name="expectedParams.amount", kind="expectedParams", weight=2, turn=1),
    verdict(False, name="shouldMention", kind="shouldMention", weight=1, turn=1,
            message="does not mention the fee", expected={"message": "fee"}),
)  # fmt: skip


def scenario(*checks: Check, threshold: Exact = 100, **fields: Any) -> Result:
    card = scorecard(checks or CHECKS, threshold)
    entry = {
        "checks": [check_entry(check) for check in card.checks],
        "coverage": float(six_places(card.coverage)),
        "runs": 1,
        "score": None if card.total is None else six_places(card.total),
        "status": card.outcome.value,
        "bot": "wallet",
        "line": 3,
        "file": "wallet.scenario.yaml",
        "name": "Small transfer",
        "id": "transfer",
    }
    return {"kind": "scenario", "entry": entry | fields, "total": total_parts(card.total)}


def ordinary(*checks: Check, **fields: Any) -> Result:
    card = scorecard(checks or CHECKS)
    entry = {
        "nodeid": "tests/test_wallet.py::test_transfer",
        "subject": "wallet",
        "status": card.outcome.value,
        "score": None if card.total is None else six_places(card.total),
        "coverage": float(six_places(card.coverage)),
        "checks": [check_entry(check) for check in card.checks],
    }
    return {"kind": "test", "entry": entry | fields, "total": total_parts(card.total)}


def build(*results: Result) -> Report:
    report = build_report(
        results, run_id="20261231-235959-000000-abcd", verdict="failed", complete=True,
        policy_digest="p",
    )  # fmt: skip
    return TypeAdapter(Report).validate_python(report)


def test_the_seeds_example() -> None:
    report = build(scenario(threshold=80))
    (entry,) = report["scenarios"]
    assert (entry["score"], entry["status"], entry["coverage"]) == (83.333333, "passed", 1.0)
    assert type(entry["coverage"]) is float
    assert report["totals"] == {
        "score": 83.333333,
        "scenarios": {"passed": 1, "failed": 0, "ungraded": 0},
        "checks": {"passed": 2, "failed": 1, "ungraded": 0},
        "candidates": {"mergeable": 0, "not_mergeable": 0, "unproven": 0},
    }


def test_keys_stand_in_the_order_of_the_contract() -> None:
    report = build(scenario(tags=["a"]), ordinary())
    assert list(report) == [
        "schema_version", "run_id", "engine", "verdict", "complete", "policy_digest", "rankings",
        "race", "scenarios", "benchmarks", "tests", "totals", "usage", "by_bot", "by_category",
        "by_tag", "causes", "digest",
    ]  # fmt: skip
    assert list(report["scenarios"][0]) == [
        "id", "name", "file", "line", "bot", "status", "score", "coverage", "runs", "checks",
        "tags",
    ]  # fmt: skip
    assert list(report["scenarios"][0]["checks"][0]) == [
        "name", "kind", "weight", "outcome", "score", "message", "expected", "actual", "turn",
    ]  # fmt: skip


def test_lists_are_sorted() -> None:
    report = build(
        ordinary(nodeid="b"),
        scenario(file="b", id="a"),
        scenario(file="a", id="b", bot="y"),
        ordinary(nodeid="a"),
        scenario(file="a", id="b", bot=None),
        scenario(file="a", id="b", bot="x"),
        scenario(file="a", id="a", bot="z"),
    )
    assert [(entry["file"], entry["id"], entry["bot"]) for entry in report["scenarios"]] == [
        ("a", "a", "z"), ("a", "b", None), ("a", "b", "x"), ("a", "b", "y"), ("b", "a", "wallet"),
    ]  # fmt: skip
    assert [test["nodeid"] for test in report["tests"]] == ["a", "b"]


def test_the_score_is_the_exact_mean_of_scenarios_and_tests() -> None:
    third = graded(Fraction(100, 3), name="n", kind="k")
    report = build(scenario(third), scenario(third, id="2"), ordinary(third, nodeid="3"))
    # The mean of the rounded ones would end in 333333 as well; of 33.333333 and 0 it would not.
    assert report["totals"]["score"] == 33.333333
    two = build(scenario(third), ordinary(graded(0, name="n", kind="k")))
    assert two["totals"]["score"] == 16.666667


def test_what_is_ungraded_is_counted_and_never_averaged() -> None:
    lost = ungraded("the bot timed out", name="n", kind="k")
    report = build(scenario(lost, error="the bot timed out"), scenario(id="2"), ordinary(lost))
    assert report["totals"]["score"] == 83.333333
    assert report["totals"]["scenarios"] == {"passed": 0, "failed": 1, "ungraded": 1}
    assert report["totals"]["checks"] == {"passed": 2, "failed": 1, "ungraded": 2}
    assert report["scenarios"][1]["score"] is None


def test_what_is_expected_to_fail_is_shown_and_not_counted() -> None:
    report = build(scenario(xfail="known", tags=[]), ordinary(xfail="known"))
    assert [entry["xfail"] for entry in report["scenarios"]] == ["known"]
    assert report["totals"]["score"] is None
    assert set(report["totals"]["scenarios"].values()) == {0}
    assert set(report["totals"]["checks"].values()) == {0}


@pytest.mark.parametrize(
    ("status", "negative", "said"),
    [(0, False, "passed"), (1, True, "failed"), (1, False, "error"), (2, True, "failed"),
     (2, False, "error"), (3, False, "error"), (5, False, "error")],
)  # fmt: skip
def test_the_verdict(status: int, negative: bool, said: str) -> None:
    assert session_verdict(status, negative) == said


def test_the_report_is_as_its_schema_says() -> None:
    report = json.loads(to_json(build(scenario(xfail="x", error=None), ordinary(error="y"))))
    jsonschema.Draft202012Validator(report_schema()).validate(report)
    report["scenarios"][0]["checks"][0]["score"] = 101
    with pytest.raises(jsonschema.ValidationError, match="101 is not valid"):
        jsonschema.Draft202012Validator(report_schema()).validate(report)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"extra": 1}, "extra: Extra inputs are not permitted"),
        ({"status": "fine"}, "status: Input should be 'passed'"),
        ({"score": 101}, "score"),
        ({"score": "83"}, "score"),
        ({"line": 0}, "line: Input should be greater"),
        ({"line": True}, "line: Input should be a valid integer"),
    ],
)
def test_an_entry_that_is_not_in_the_contract_is_refused(fields: dict[str, Any], said: str) -> None:
    report = build(scenario())
    report["scenarios"][0].update(fields)  # type: ignore[typeddict-item]
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(Report).validate_python(report)
    first = caught.value.errors()[0]
    place = ".".join(str(part) for part in first["loc"][2:])
    assert f"{place}: {first['msg']}".startswith(said)


MANY = [scenario(id=f"{number}", file=f"{number % 3}") for number in range(6)] + [
    ordinary(nodeid=f"{number}") for number in range(3)
]


@settings(max_examples=30, deadline=None)
@given(st.permutations(MANY))
def test_the_report_does_not_depend_on_the_order_of_results(results: list[Result]) -> None:
    assert to_json(build(*results)) == to_json(build(*MANY))


def _in_check(field: str, value: Any) -> Callable[[Report], None]:
    def act(report: Report) -> None:
        check: Any = report["scenarios"][0]["checks"][2]
        check[field] = value

    return act


def _in_scenario(field: str, value: Any) -> Callable[[Report], None]:
    def act(report: Report) -> None:
        entry: Any = report["scenarios"][0]
        entry[field] = value

    return act


def _at_the_top(field: str, value: Any) -> Callable[[Report], None]:
    def act(report: Report) -> None:
        anything: Any = report
        anything[field] = value

    return act


def _case(act: Callable[[Report], None], name: str) -> Any:
    return pytest.param(act, id=name)


RACE = {
    "base": "main", "base_commit": "c" * 40, "baseline": {}, "formulas": "hydra-3",
    "audit": {"known_bad": "blocked", "problem": None},
    "require": "one", "only_cause": False,
}  # fmt: skip
BENCHMARK: dict[str, Any] = {
    "path": "results", "overall": 8.35, "status": "passed", "passed": True, "threshold": 7,
    "mock": False, "coverage": 1.0, "reason": None, "judge": "claude",
    "categories": [{"name": "Planning", "weight": 15, "score": 8, "status": "passed",
                    "reason": None, "strengths": [], "weaknesses": [], "evidence": []}],
}  # fmt: skip
RANKING: dict[str, Any] = {
    "agent": "codex", "tree": "c" * 40, "rank": 1, "mergeable": True, "verdict": "mergeable",
    "total": 92.7, "coverage": 1.0, "breakdown": {"build": 100}, "weights": {"build": 30},
    "gates": [{"name": "build", "state": "pass", "reason": ""}],
    "waivers": [{"agent": "codex", "gate": "tests", "reason": "", "change": "c" * 12,
                 "file": None, "until": None}],
    "checks": [{"name": "build", "weight": 30, "outcome": "passed", "score": 100,
                "missing": False, "formula": "build", "inputs": {"exit": 0}, "message": ""}],
    "tests": {"evidence": "ids", **{fate: [] for fate in FATES if fate != "kept"}},
    "review": [{"what": "assertion edited", "file": "tests/test_a.py", "line": 12}],
    "isolation": "bubblewrap", "cost_usd": None, "duration_seconds": 312.4,
    "artifacts": {"diff": "candidates/codex/diff.patch"},
}  # fmt: skip


def _of_benchmark(entry: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "benchmark", "entry": {**BENCHMARK, **entry}, "total": None, "place": 3}


def _of_category(name: str, status: str, place: int = 0) -> dict[str, Any]:
    category = {**BENCHMARK["categories"][0], "name": name, "status": status}
    entry = {
        "overall": None, "passed": False, "status": status, "categories": [category],
        "reason": "overall was not selected", "complete": False,
    }  # fmt: skip
    return {**_of_benchmark(entry), "place": place}


def test_a_benchmark_does_not_pass_where_a_category_is_under_its_own_floor() -> None:
    (entry,) = build(_of_category("Planning", "failed"), _of_benchmark({}))["benchmarks"]
    assert (entry["overall"], entry["status"], entry["passed"]) == (8.35, "failed", False)


@pytest.mark.parametrize("order", [("A", "B"), ("B", "A")])
def test_a_selection_of_categories_is_no_better_than_its_worst(order: tuple[str, str]) -> None:
    better, worse = order
    (entry,) = build(_of_category(better, "passed"), _of_category(worse, "ungraded"))["benchmarks"]
    assert (entry["status"], entry["passed"]) == ("ungraded", False)


@pytest.mark.parametrize("places", [(0, 1), (1, 0)])
def test_selected_categories_stand_in_the_order_of_the_rubric(places: tuple[int, int]) -> None:
    names = ("Planning", "Code")
    parts = [_of_category(names[place], "passed", place) for place in places]
    (entry,) = build(*parts)["benchmarks"]
    assert [category["name"] for category in entry["categories"]] == ["Planning", "Code"]
    assert (entry["complete"], entry["reason"]) == (False, "overall was not selected")


def test_a_threshold_may_be_one_that_everything_reaches() -> None:
    (entry,) = build(_of_benchmark({"threshold": 0}))["benchmarks"]
    assert entry["threshold"] == 0


@pytest.mark.parametrize(
    "change",
    [
        _case(_in_check("outcome", "ungraded"), "outcome"),
        _case(_in_check("score", 50), "score"),
        _case(_in_check("weight", 2), "weight"),
        _case(_in_check("expected", {"message": "price"}), "data under a key left out elsewhere"),
        _case(_in_check("actual", {"line": 1}), "actual"),
        _case(_in_scenario("status", "ungraded"), "status"),
        _case(_in_scenario("bot", "another"), "bot"),
        _case(_at_the_top("race", RACE), "race"),
        _case(_at_the_top("rankings", [RANKING]), "rankings"),
        _case(_at_the_top("benchmarks", [BENCHMARK]), "benchmarks"),
        _case(_at_the_top("tests", []), "tests"),
    ],
)
def test_the_digest_depends_on_what_was_decided(change: Callable[[Report], None]) -> None:
    report = build(*MANY)
    change(report)
    assert digest(report) != report["digest"]


@pytest.mark.parametrize(
    "change",
    [
        _case(_in_check("message", "in other words"), "message"),
        _case(_in_scenario("file", "moved"), "file"),
        _case(_in_scenario("line", 99), "line"),
        _case(_in_scenario("error", "slow today"), "error"),
        _case(_in_scenario("xfail", "in other words"), "xfail"),
        _case(_at_the_top("run_id", "another"), "run_id"),
        _case(_at_the_top("verdict", "error"), "verdict"),
        _case(_at_the_top("engine", {}), "engine"),
    ],
)
def test_the_digest_depends_on_nothing_else(change: Callable[[Report], None]) -> None:
    report = build(*MANY)
    change(report)
    assert digest(report) == report["digest"]


@pytest.mark.parametrize(
    ("place", "value", "counts"),
    [
        (("rankings", 0, "gates", 0, "reason"), "x", False),
        (("rankings", 0, "gates", 0, "state"), "block", True),
        (("rankings", 0, "checks", 0, "message"), "x", False),
        (("rankings", 0, "checks", 0, "inputs"), {"message": 1}, True),
        (("rankings", 0, "review", 0, "line"), 13, False),
        (("rankings", 0, "review", 0, "file"), "x", False),
        (("rankings", 0, "review", 0, "what"), "x", True),
        (("rankings", 0, "isolation"), "none", False),
        (("rankings", 0, "duration_seconds"), 1.0, False),
        (("rankings", 0, "artifacts"), {}, False),
        (("rankings", 0, "waivers"), [], False),
        (("rankings", 0, "tree"), "d" * 40, True),
        (("rankings", 0, "total"), 92.6, True),
        (("race", "base"), "x", False),
        (("race", "baseline"), {"x": 1}, False),
        (("race", "base_commit"), "d" * 40, True),
        (("benchmarks", 0, "path"), "x", False),
        (("benchmarks", 0, "reason"), "x", False),
        (("benchmarks", 0, "overall"), 8, True),
        (("benchmarks", 0, "categories", 0, "reason"), "x", False),
        (("benchmarks", 0, "categories", 0, "score"), 9, True),
    ],
)
def test_the_digest_of_the_other_heads(
    place: tuple[str | int, ...], value: object, counts: bool
) -> None:
    report: Any = build(scenario())
    report |= json.loads(
        json.dumps({"rankings": [RANKING], "race": RACE, "benchmarks": [BENCHMARK]})
    )
    jsonschema.Draft202012Validator(report_schema()).validate(report)
    before = digest(report)
    inner = report
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    assert (digest(report) != before) is counts


def test_whatever_the_digest_leaves_out_is_in_the_model() -> None:
    inner = {
        "gates": race_model.GateEntry,
        "review": race_model.ReviewEntry,
        "categories": model.CategoryEntry,
    }
    left_out = []
    for entry, (names, lists) in zip(
        (race_model.RankingEntry, model.ScenarioEntry, model.BenchmarkEntry, model.TestEntry),
        rules.LEFT_OUT.values(),
        strict=True,
    ):
        checks = race_model.DimensionEntry if entry is race_model.RankingEntry else model.CheckEntry
        left_out.append((entry, names))
        left_out += [(inner.get(key, checks), fields) for key, fields in lists.items()]
    for entry, names in left_out:
        assert names <= entry.__annotations__.keys()


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_what_is_no_number_has_no_digest(number: float) -> None:
    report = build(*MANY)
    report["scenarios"][0]["checks"][0]["actual"] = number
    with pytest.raises(ValueError, match="not JSON compliant"):
        digest(report)


# As the documentation says it, once more, in one piece.
def test_the_digest_can_be_computed_from_the_file_alone() -> None:
    report = json.loads(to_json(build(*MANY)))
    kept = {key: report[key] for key in ("rankings", "scenarios", "benchmarks", "tests", "totals")}
    kept["race"] = None
    for entry in kept["scenarios"] + kept["tests"]:
        for field in ("file", "line"):
            entry.pop(field, None)
        for check in entry["checks"]:
            del check["message"]
            check.pop("cause", None)
    text = json.dumps(kept, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(text.encode()).hexdigest() == report["digest"]


ELSEWHERE = """
import sys
sys.path.insert(0, sys.argv[1])
from test_build import MANY, build
print(build(*MANY)["digest"])
"""


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_the_digest_is_the_same_in_another_process(hash_seed: str) -> None:
    said = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, os.path.dirname(__file__)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "TZ": "Asia/Tokyo", "LC_ALL": "C"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert said.strip() == build(*MANY)["digest"]
