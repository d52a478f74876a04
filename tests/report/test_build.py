from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from pytest_hydra.core.numbers import Exact
from pytest_hydra.core.scorecard import Check, Scorecard, graded, scorecard, ungraded, verdict
from pytest_hydra.report import model
from pytest_hydra.report.build import build_report, digest, session_verdict
from pytest_hydra.report.model import Report, report_schema
from pytest_hydra.report.report_json import to_json
from pytest_hydra.report.verdict import score_parts
from tests.results import RACE, benchmark, by_card, candidate, category, changed, sent
from tests.results import check as make_check
from tests.results import ordinary as make_ordinary
from tests.results import report as make_report
from tests.results import scenario as make_scenario

Result = dict[str, Any]
CHECK = make_check()

CHECKS = (
    verdict(True, name="expectedFunction", kind="expectedFunction", weight=3, turn=1,
            message="calls transfer", expected="transfer", actual="transfer"),
    verdict(True, name="expectedParams.amount", kind="expectedParams", weight=2, turn=1),
    verdict(False, name="shouldMention", kind="shouldMention", weight=1, turn=1,
            message="does not mention the fee", expected={"message": "fee"}),
)  # fmt: skip


def graded_item(result: Result, card: Scorecard, **fields: Any) -> Result:
    """What an item sends whose checks are those of a scorecard."""
    new = changed(result, **by_card(card), **fields)
    return sent(new, None if card.total is None else card.total)


def scenario(*checks: Check, threshold: Exact = 100, **fields: Any) -> Result:
    about = {"id": "transfer", "subject": "wallet", "file": "wallet.scenario.yaml", **fields}
    return graded_item(make_scenario("", [CHECK]), scorecard(checks or CHECKS, threshold), **about)


def ordinary(*checks: Check, **fields: Any) -> Result:
    about = {"id": "test_transfer", "file": "tests/test_wallet.py", **fields}
    return graded_item(make_ordinary("", [CHECK]), scorecard(checks or CHECKS), **about)


def build(*results: Result) -> Report:
    report = build_report(
        results, run_id="20261231-235959-000000-abcd", verdict="failed", complete=True,
        policy_digest="p",
    )  # fmt: skip
    return TypeAdapter(Report).validate_python(report)


def test_the_seeds_example() -> None:
    report = build(scenario(threshold=80))
    (entry,) = report["scenarios"]
    assert (entry["total"], entry["status"], entry["coverage"]) == (83.333333, "passed", 1.0)
    assert type(entry["coverage"]) is float
    assert report["totals"] == {
        "score": 83.333333,
        "scenarios": {"passed": 1, "failed": 0, "ungraded": 0},
        "checks": {"passed": 2, "failed": 1, "ungraded": 0},
        **{
            name: {"passed": 0, "failed": 0, "ungraded": 0}
            for name in ("rankings", "benchmarks", "tests")
        },
    }


def test_keys_stand_in_the_order_of_the_contract() -> None:
    report = build(scenario(tags=["a"]), ordinary())
    assert list(report) == [
        "run_id", "rankings", "schema_version", "engine", "verdict", "complete", "started",
        "seconds", "repository", "commit", "branch", "ci_url", "policy_digest", "race",
        "scenarios", "benchmarks", "tests", "totals", "usage", "by_bot", "by_category", "by_tag",
        "by_column", "experiments", "causes", "digest",
    ]  # fmt: skip
    keys = list(model.Result.__annotations__)
    assert [list(each) for each in report["scenarios"]] == [keys]
    assert list(report["scenarios"][0]["checks"][0]) == [
        "name", "kind", "weight", "outcome", "score", "message", "expected", "actual", "turn",
    ]  # fmt: skip
    ranked = build_report(
        [], run_id="", verdict="passed", complete=True, policy_digest="", race=RACE,
        candidates=[candidate("codex")],
    )["rankings"]  # fmt: skip
    assert list(ranked[0])[:4] == ["agent", "mergeable", "total", "breakdown"]
    assert ranked[0]["breakdown"] == {"tests": 92}


def test_lists_are_sorted() -> None:
    report = build(
        ordinary(id="b"),
        scenario(file="b", id="a"),
        scenario(file="a", id="b", subject="y"),
        ordinary(id="a"),
        scenario(file="a", id="b", subject="w"),
        scenario(file="a", id="b", subject="x"),
        scenario(file="a", id="a", subject="z"),
    )
    assert [(entry["file"], entry["id"], entry["subject"]) for entry in report["scenarios"]] == [
        ("a", "a", "z"), ("a", "b", "w"), ("a", "b", "x"), ("a", "b", "y"), ("b", "a", "wallet"),
    ]  # fmt: skip
    assert [test["id"] for test in report["tests"]] == ["a", "b"]


def test_the_score_is_the_exact_mean_of_scenarios_and_tests() -> None:
    third = graded(Fraction(100, 3), name="n", kind="k")
    report = build(scenario(third), scenario(third, id="2"), ordinary(third, id="3"))
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
    assert report["scenarios"][1]["total"] is None


def test_of_repeated_scenarios_the_runs_are_counted_and_no_checks() -> None:
    report = build(scenario(runs=3, passes=2), ordinary())
    assert report["totals"]["checks"] == {"passed": 2, "failed": 1, "ungraded": 0}
    assert "2 of 3 checks passed" in score_parts(report)


def test_what_is_expected_to_fail_is_shown_and_not_counted() -> None:
    report = build(scenario(xfail="known", tags=[]), ordinary(xfail="known"))
    assert [entry["details"]["xfail"] for entry in report["scenarios"]] == ["known"]
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
        ({"total": 101}, "total"),
        ({"total": "83"}, "total"),
        ({"details": {"extra": 1}}, "details.extra: Extra inputs are not permitted"),
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
    ordinary(id=f"{number}") for number in range(3)
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


BENCHMARK = benchmark("results", [category("Planning", 8)])


def _of_benchmark(**changes: Any) -> Result:
    return sent(changed(BENCHMARK, **changes), place=3)


def _of_category(name: str, status: str, place: int = 0) -> Result:
    own = category(name, 8, outcome=status)
    error = "overall was not selected"
    part = changed(BENCHMARK, total=None, status=status, checks=[own], error=error, complete=False)
    return sent(part, place=place)


def test_a_benchmark_does_not_pass_where_a_category_is_under_its_own_floor() -> None:
    (entry,) = build(_of_category("Planning", "failed"), _of_benchmark())["benchmarks"]
    assert (entry["total"], entry["status"]) == (8.35, "failed")


@pytest.mark.parametrize("order", [("A", "B"), ("B", "A")])
def test_a_selection_of_categories_is_no_better_than_its_worst(order: tuple[str, str]) -> None:
    better, worse = order
    (entry,) = build(_of_category(better, "passed"), _of_category(worse, "ungraded"))["benchmarks"]
    assert entry["status"] == "ungraded"


@pytest.mark.parametrize("places", [(0, 1), (1, 0)])
def test_selected_categories_stand_in_the_order_of_the_rubric(places: tuple[int, int]) -> None:
    names = ("Planning", "Code")
    parts = [_of_category(names[place], "passed", place) for place in places]
    (entry,) = build(*parts)["benchmarks"]
    assert [check["name"] for check in entry["checks"]] == ["Planning", "Code"]
    details = entry["details"]
    assert (details["complete"], details["error"]) == (False, "overall was not selected")


def test_a_threshold_may_be_one_that_everything_reaches() -> None:
    (entry,) = build(_of_benchmark(threshold=0))["benchmarks"]
    assert entry["details"]["threshold"] == 0


@pytest.mark.parametrize(
    "change",
    [
        _case(_in_check("outcome", "ungraded"), "outcome"),
        _case(_in_check("score", 50), "score"),
        _case(_in_check("weight", 2), "weight"),
        _case(_in_check("expected", {"message": "price"}), "data under a key left out elsewhere"),
        _case(_in_scenario("status", "ungraded"), "status"),
        _case(_in_scenario("subject", "another"), "subject"),
        _case(_at_the_top("race", RACE), "race"),
        _case(_at_the_top("rankings", [candidate("codex")]), "rankings"),
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
        _case(_in_check("actual", "what was measured"), "actual"),
        _case(_in_scenario("file", "moved"), "file"),
        _case(_in_scenario("line", 99), "line"),
        _case(_in_scenario("usage", {"seconds": 5}), "usage"),
        _case(_in_scenario("details", {"error": "slow today"}), "details"),
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
        (("rankings", 0, "checks", 0, "score"), 91, True),
        (("rankings", 0, "usage", "seconds"), 1.0, False),
        (("rankings", 0, "details", "isolation"), "none", False),
        (("rankings", 0, "total"), 92.6, True),
        (("race", "base"), "x", False),
        (("race", "baseline"), {"x": 1}, False),
        (("race", "base_commit"), "d" * 40, True),
        (("benchmarks", 0, "file"), "x", False),
        (("benchmarks", 0, "details", "error"), "x", False),
        (("benchmarks", 0, "total"), 8, True),
        (("benchmarks", 0, "checks", 0, "score"), 9, True),
    ],
)
def test_the_digest_of_the_other_heads(
    place: tuple[str | int, ...], value: object, counts: bool
) -> None:
    report: Any = make_report(candidate("codex"), BENCHMARK)
    jsonschema.Draft202012Validator(report_schema()).validate(report)
    before = digest(report)
    inner = report
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    assert (digest(report) != before) is counts


def test_each_property_of_the_schema_is_described() -> None:
    schema = report_schema()
    for name, node in {**schema["$defs"], "Report": schema}.items():
        for key, value in node["properties"].items():
            assert value.get("description"), f"{name}.{key}"


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_what_is_no_number_has_no_digest(number: float) -> None:
    report = build(*MANY)
    report["scenarios"][0]["checks"][0]["expected"] = number
    with pytest.raises(ValueError, match="not JSON compliant"):
        digest(report)


# As the documentation says it, once more, in one piece.
def test_the_digest_can_be_computed_from_the_file_alone() -> None:
    report = json.loads(to_json(build(*MANY)))
    lines = [None, report["totals"]]
    for result in report["scenarios"] + report["tests"]:
        for key in ("nodeid", "file", "line", "usage", "details"):
            del result[key]
        for check in result["checks"]:
            del check["message"], check["actual"]
            check.pop("cause", None)
        lines.append(result)
    texts = (
        json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        for line in lines
    )
    whole = "".join(f"{text}\n" for text in texts)
    assert hashlib.sha256(whole.encode()).hexdigest() == report["digest"]


ELSEWHERE = """
import sys
sys.path[:0] = sys.argv[1:]
from tests.report.test_build import MANY, build
print(build(*MANY)["digest"])
"""


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_the_digest_is_the_same_in_another_process(hash_seed: str) -> None:
    said = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, str(Path(__file__).parents[2])],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "TZ": "Asia/Tokyo", "LC_ALL": "C"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert said.strip() == build(*MANY)["digest"]
