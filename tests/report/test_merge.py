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
from pytest_hydra.core.scorecard import scorecard, verdict
from pytest_hydra.errors import HydraError
from pytest_hydra.report.merge import NamedReport, merge_parts, read_report, unexplained
from pytest_hydra.report.report_json import to_json
from tests import results
from tests.results import by_card, changed

Result = dict[str, Any]
Change = Callable[[dict[str, Any]], object]


def graded(*passed: bool) -> dict[str, Any]:
    checks = [
        verdict(each, name=f"check {number}", kind="check", weight=1 + number)
        for number, each in enumerate(passed)
    ]
    return by_card(scorecard(checks))


def scenario(name: str, *passed: bool, **fields: Any) -> Result:
    about = {"file": "a.scenario.yaml", "subject": "wallet", **graded(*passed), **fields}
    return changed(results.scenario(name, [results.check()]), **about)


def ordinary(name: str, *passed: bool) -> Result:
    file, _, identity = name.partition("::")
    return changed(results.ordinary(identity, [results.check()]), file=file, **graded(*passed))


def in_part(*checks: Result, **changes: Any) -> Result:
    """A benchmark of which only these categories were selected."""
    about = {"total": None, "coverage": 0.0, "threshold": 6, "complete": False}
    error = "overall was not selected"
    return results.benchmark("runs/one", checks, **{**about, "error": error, **changes})


def overall(*checks: Result) -> Result:
    return in_part(*checks, total=8, coverage=1.0, complete=True, error=None)


def candidate(agent: str, status: str = "passed", **fields: Any) -> Result:
    check = {**results.candidate(agent)["checks"][0], "score": 100, "outcome": "passed"}
    about = {"checks": [check], "total": 100, "status": status, "gates": [], "tests": None}
    return results.candidate(agent, **{**about, **fields})


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


def report(*found: Result, run: str = "r1", **fields: Any) -> dict[str, Any]:
    return results.report(*found, run=run, **fields)


def by_name(found: Sequence[Mapping[str, Any]], _: bool = False) -> list[Result]:
    ordered = sorted(found, key=lambda each: str(each["id"]))
    return [changed(each, rank=rank) for rank, each in enumerate(ordered, 1)]


def merged(*reports: Mapping[str, Any]) -> dict[str, Any]:
    parts = [
        read_report(f"{letter}.json", to_json(entry).encode())
        for letter, entry in zip("abcdef", reports, strict=False)
    ]
    return {**merge_parts(parts, by_name)}


def test_what_failed_without_an_entry_is_named() -> None:
    parts = [
        NamedReport("a.json", report(scenario("one", True), verdict="failed")),
        NamedReport("b.json", report(scenario("two", False), verdict="failed")),
        NamedReport("c.json", report(scenario("three", True), verdict="passed")),
    ]
    assert unexplained(parts) == ["a.json: failed, though all of its results passed"]


def without(report: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {key: value for key, value in report.items() if key not in names}


QUALITY = results.category("Quality", 9, weight=1)
PLANNING = results.category("Planning", 7, weight=1)
RESULTS = (
    scenario("third", True, False),
    scenario("seventh", True, False, True, True, False, True),
    scenario("known", False, xfail="a bug"),
    scenario("broken", status="ungraded", total=None, checks=[], error="no reply"),
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
    found = [scenario(f"s{number}", True, False) for number in range(7)]
    whole = report(*found)
    # 33.333333 seven times is not the mean: a third is.
    assert whole["totals"]["score"] == 33.333333
    assert merged(report(*found[:3]), report(*found[3:]))["totals"] == whole["totals"]
    # A score that does not come from the checks that are told, as with repeats, is taken as it is.
    odd = scenario("odd", True, total=12.345678)
    assert merged(report(odd))["totals"]["score"] == 12.345678


def test_an_item_may_stand_twice_where_it_is_the_same() -> None:
    one, other = RESULTS[0], RESULTS[4]
    made = merged(report(one, other), report(other, one, run="r2"))
    assert (len(made["scenarios"]), len(made["tests"])) == (1, 1)


def test_a_benchmark_may_be_graded_in_parts() -> None:
    planning, quality = in_part(PLANNING), in_part(QUALITY)
    whole = overall(PLANNING, QUALITY)
    both = merged(report(quality), report(planning))
    (alone,) = both["benchmarks"]
    assert both["verdict"] == "error"  # nobody has held it against its threshold
    assert merged(report(quality), report(whole, run="r2"))["verdict"] == "passed"
    assert sorted(check["name"] for check in alone["checks"]) == ["Planning", "Quality"]
    assert alone["total"] is None
    for some in permutations([report(whole), report(quality), report(planning)]):
        assert merged(*some)["benchmarks"] == report(whole)["benchmarks"]
    twice = merged(report(whole), report(whole, run="r2"))["benchmarks"]
    assert "error" not in twice[0]["details"]
    name = "runs/one/event-log.jsonl::overall"
    with pytest.raises(HydraError, match=f"{name}::Quality, with different content"):
        merged(report(whole), report(in_part({**QUALITY, "score": 3})))
    with pytest.raises(HydraError, match=f"both have {name}, with different content"):
        merged(report(planning), report(in_part(QUALITY, mock=True)))


def raced(*candidates: dict[str, Any], only_cause: bool = False, **fields: Any) -> dict[str, Any]:
    held = {key: fields.pop(key) for key in ("require", "base", "baseline") if key in fields}
    ranked = by_name(candidates)
    return report(*ranked, race=race(only_cause=only_cause, **held), **fields)


def test_candidates_are_ranked_together() -> None:
    slow = {"tests": {"status": "done", "exit": 0, "seconds": 2.5}}
    made = merged(
        raced(candidate("codex"), base="origin/main"),
        raced(candidate("claude"), baseline=slow, run="r2"),
        report(RESULTS[5], run="r3"),
    )
    ranked = [(each["details"]["rank"], each["agent"]) for each in made["rankings"]]
    assert ranked == [(1, "claude"), (2, "codex")]
    assert made["totals"]["rankings"]["passed"] == 2
    assert made["race"] == race(baseline=slow)
    assert [shard["agents"] for shard in made["shards"]] == [["codex"], ["claude"], []]


def test_races_that_todays_policy_decided_are_marked() -> None:
    parts = [raced(candidate("codex")), raced(candidate("claude"), run="r2")]
    for part, change in zip(parts, ("codex: total 1 → 2", "claude: total 2 → 3"), strict=True):
        part["race"]["policy_changes"] = ["weights.tests 30 → 40", change]
    assert merged(*parts)["race"]["policy_changes"] == [
        *("claude: total 2 → 3", "codex: total 1 → 2", "weights.tests 30 → 40"),
    ]


BAD, GOOD = candidate("bad", "failed"), candidate("good")


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
    whole = overall(PLANNING)
    for status, told in (("failed", "failed"), ("ungraded", "error")):
        low = changed(whole, status=status)
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
            put("rankings", 0, "checks", 0, "weight", to=5),
            "different dimensions: tests 30 and tests 5",
        ),
        (put("schema_version", to=1), "b.json: its schema_version is 1; this version of"),
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
        (scenario("a", True), scenario("a", False), "a.scenario.yaml::a (wallet)"),
        (ordinary("t.py::t", True), ordinary("t.py::t", True, True), "t.py::t"),
        (
            overall(PLANNING),
            overall({**PLANNING, "score": 8}),
            "runs/one/event-log.jsonl::overall::Planning",
        ),
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


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("merge a.json --min-score nan", "argument --min-score: must be from 1 to 100, not nan"),
        ("merge a.json --min-score inf", "argument --min-score: must be from 1 to 100, not inf"),
    ],
)
def test_a_limit_that_limits_nothing_is_refused(
    command: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(command.split())
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_links_lead_to_the_repository_of_the_job(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = {"name": "a/b", "files": "https://elsewhere.example/x", "folder": ""}
    made = report(scenario("a", False), about={"repository": repository})
    (tmp_path / "one.json").write_text(to_json(made))
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    job = {"SERVER_URL": "https://github.example", "REPOSITORY": "a/b", "SHA": "c" * 40}
    for name, value in job.items():
        monkeypatch.setenv(f"GITHUB_{name}", value)
    assert main(["merge", "one.json", "-o", "all.md"]) == 1
    text = (tmp_path / "all.md").read_text()
    assert f"](https://github.example/a/b/blob/{'c' * 40}/a.scenario.yaml" in text
    assert "elsewhere" not in text
