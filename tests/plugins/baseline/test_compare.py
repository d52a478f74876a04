"""Two reports held against each other."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.__main__ import main
from pytest_hydra.core.exact_tests import fisher_exact_p
from pytest_hydra.core.result import MEASURED
from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.baseline.compare import Verdict, compare, describe
from pytest_hydra.plugins.baseline.earlier_report import easier, short_form
from pytest_hydra.plugins.baseline.session_baseline import by_reason
from pytest_hydra.record.labels import evidence_of
from pytest_hydra.record.store import Run
from pytest_hydra.report.merge import read_for_comparison
from tests import results

if TYPE_CHECKING:
    from tests.conftest import Project

NAME = "runs/a/event-log.jsonl::overall"


def entry(
    name: str, passes: int | str = 1, runs: int = 1, *checks: str, **more: Any
) -> dict[str, Any]:
    """A scenario of a report."""
    status = passes if isinstance(passes, str) else "passed" if passes == runs else "failed"
    shown = [results.check(each) for each in checks or ("check",)]
    about = {"file": "a.yaml", "subject": "b", "status": status, **more}
    if runs > 1:
        about |= {"passes": passes, "runs": runs}
    made = results.scenario(name, shown, **about)
    return made if checks else {**made, "checks": []}


def report(*entries: dict[str, Any], **more: Any) -> dict[str, Any]:
    return results.report(*entries, **{"policy_digest": "a", **more})


def benchmark(overall: float, status: str, *categories: str, **more: Any) -> dict[str, Any]:
    """A report of one benchmark."""
    shown = [
        results.category(name, 5, weight=50, outcome=status, message="under its own minimum")
        for name in categories
    ]
    about = {"total": overall, "status": status, **more}
    return report(results.benchmark("runs/a", shown, **about))


def suite(**tables: Any) -> dict[str, Any]:
    """A report whose settings say this."""
    return report(suite={"policy": tables, "files": {}})


@pytest.mark.parametrize(
    ("before", "after", "key"),
    [
        ({"bots": {"a": {}}}, {"bots": {"a": {"read_only": ["pay"]}}}, "bots.a.read_only"),
        ({"scenarios": {}}, {"scenarios": {"read_only": ["pay"]}}, "scenarios.read_only"),
        ({"prices": {"m": {"input": 3}}}, {"prices": {"m": {"input": 1}}}, "prices.m.input"),
        ({"bots": {"a": {"url": "x"}}}, {"bots": {"a": {"url": "y"}}}, None),
    ],
)
def test_what_calls_and_tokens_are_taken_for_is_named(
    before: Any, after: Any, key: str | None
) -> None:
    found = easier(suite(**before), suite(**after), {})
    assert found is not None
    assert [line.split(": ")[1] for line in found] == ([] if key is None else [key])


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({"threshold": 7}, {"threshold": 6}, ["judging.threshold: 7 to 6"]),
        ({"threshold": 7}, {"threshold": 8}, []),
        ({"max_cost_usd": None}, {"max_cost_usd": 2}, []),
        ({"max_cost_usd": 2}, {"max_cost_usd": None}, ["judging.max_cost_usd: 2 to not set"]),
        (
            {"weights": {"a": 30, "b": 5}},
            {"weights": {"a": 10}},
            ["weights.a: 30 to 10", "weights.b"],
        ),
        (
            {"gates": {"require_build_pass": True}},
            {"gates": {"require_build_pass": False}},
            ["gates.require_build_pass: true to false"],
        ),
        ({"gates": {"require_build_pass": False}}, {"gates": {"require_build_pass": True}}, []),
        ({"gates": {"allow_empty_diff": True}}, {"gates": {"allow_empty_diff": False}}, []),
        (
            {"categories": [{"name": "Code", "min": 5}, {"name": "Plan"}]},
            {"categories": [{"name": "Code", "min": 4}, {"name": "Plan"}]},
            ["hydra.toml: judging.categories.Code.min: 5 to 4"],
        ),
        # What came later than the earlier report says nothing.
        ({}, {"cross_examination": False, "ignore": []}, []),
    ],
)
def test_settings_that_judge_less_strictly_are_named(
    before: Any, after: Any, told: list[str]
) -> None:
    bot = {"command": ["a"]}
    one, other = suite(judging=before, bots={"a": bot}), suite(judging=after, bots={})
    found = easier(one, other, {})
    assert found is not None
    assert len(found) == len(told)
    assert all(each in line for each, line in zip(told, found, strict=True))
    assert easier(report(), other, {}) is None
    # Which they are is told beside the digest.
    others = compare(one, {**other, "policy_digest": "b"}).sections
    (line,) = others["scores cannot be compared, as these differ"]
    assert line.startswith("the settings of hydra.toml: ")
    assert "bots.a" in line


@pytest.mark.parametrize("bad", [None, 1, "x", [1], {"a": None}])
def test_a_suite_may_be_anything(bad: Any) -> None:
    fine = suite(bots={"a": {"read_only": ["pay"]}})
    forged = suite(bots=bad, scenarios=bad)
    forged["suite"]["files"] = {"a.scenario.yaml": "\ud800"}
    for pair in ((fine, forged), (forged, fine), (forged, suite())):
        assert easier(*pair, {}) is not None


def candidate(status: str, **gates: str) -> dict[str, Any]:
    """A report of a race."""
    states = [{"name": name, "state": state, "reason": "so"} for name, state in gates.items()]
    return report(results.candidate("ada", status=status, gates=states))


def failed(name: str, *checks: str, **more: Any) -> dict[str, Any]:
    """A scenario for which some checks fail."""
    return {
        **entry(name, 0),
        "checks": [results.check(check, "failed", "no", **more) for check in checks],
    }


def checked(name: str, **outcomes: str) -> dict[str, Any]:
    """A scenario that fails, with these outcomes of its checks."""
    checks = [results.check(check, outcome, "no") for check, outcome in outcomes.items()]
    return {**entry(name, 0), "checks": checks}


def rows(*outcomes: str) -> dict[str, Any]:
    """A scenario with checks of one name."""
    return {**entry("s", 0), "checks": [results.check("a", each, "no") for each in outcomes]}


def repeated(*runs: str) -> dict[str, Any]:
    """A scenario of which these checks, named by letters, fail in each run."""
    shown = [{"outcome": "failed", "checks": failed("s", *run)["checks"]} for run in runs]
    return {**failed("s", *runs[0]), "runs": shown}


@pytest.mark.parametrize(
    ("before", "after", "word", "told"),
    [
        # Nothing was repeated: there is no noise to hide in.
        (entry("s"), entry("s", 0), "worse", "passed, now failed"),
        (entry("s", 0), entry("s"), "better", "failed, now passed"),
        (entry("s", 0), entry("s", 0), None, ""),
        (entry("s"), entry("s", "ungraded"), "worse", "passed, now ungraded"),
        (entry("s", 0), entry("s", "ungraded"), "ungraded", "failed, now ungraded"),
        (entry("s", "ungraded"), entry("s", 0), "worse", "ungraded, now failed"),
        (entry("s", "ungraded"), entry("s"), "better", "ungraded, now passed"),
        # It failed before; but not for this.
        (failed("s", "a"), failed("s", "b", "a"), "worse", "still fails, now also: b: no"),
        (
            failed("s", "a", "b"),
            checked("s", a="passed", b="failed"),
            "better",
            "still fails, but no longer in: a",
        ),
        # A check that is gone, was not graded or is no longer critical is not fixed.
        (failed("s", "a", "b"), failed("s", "b"), None, ""),
        (failed("s", "a", "b"), checked("s", a="ungraded", b="failed"), None, ""),
        (failed("s", "a", critical=True), failed("s", "a"), None, ""),
        (
            failed("s", "a"),
            failed("s", "a", critical=True),
            "worse",
            "still fails, now also: a: no",
        ),
        (failed("s", "a", critical=True), failed("s", "a", critical=True), None, ""),
        # Checks with one name are counted.
        (rows("failed", *["passed"] * 3), rows(*["failed"] * 3, "passed"), "worse", "still fails"),
        (rows("failed", "failed"), rows("failed", "passed"), "better", "still fails, but no"),
        (rows("failed", "passed"), rows("failed", "passed"), None, ""),
        # All runs failed before: their checks are compared.
        (
            repeated(*["a"] * 10),
            repeated(*["ab"] * 10),
            "worse",
            "0 of 10 runs passed, now 0 of 10; b passed in 10, now in 0",
        ),
        (repeated(*["a"] * 10), repeated(*["ab"] * 3, *["a"] * 7), None, ""),
        (repeated(*["ab"] * 10), repeated(*["ab"] * 10), None, ""),
        # Repeated: Fisher's exact test, but for what is worse whatever chance has to do with it.
        (entry("s", 10, 10), entry("s", 2, 10), "worse", "10 of 10 runs passed, now 2 of 10; p ="),
        (entry("s", 2, 10), entry("s", 10, 10), "better", "2 of 10 runs passed, now 10 of 10; p"),
        (entry("s", 10, 10), entry("s", 8, 10), "within noise", "10 of 10 runs passed, now 8 of"),
        (entry("s", 3, 3), entry("s", 2, 3), "within noise", "3 of 3 runs passed, now 2 of 3; p"),
        (
            entry("s", 3, 3),
            entry("s", 0, 3),
            "within noise",
            "3 of 3 runs passed, now 0 of 3; p = 0.1",
        ),
        (entry("s", 6, 10), entry("s", 3, 5), None, ""),
        (
            entry("s", 9, 10),
            {**entry("s", 8, 10), "checks": failed("", "a", critical=True)["checks"]},
            "worse",
            "9 of 10 runs passed, now 8 of 10; critical: a",
        ),
    ],
)
def test_what_became_of_one_scenario(
    before: dict[str, Any], after: dict[str, Any], word: str | None, told: str
) -> None:
    changes = compare(report(before), report(after)).changes
    assert [change.word for change in changes] == ([word] if word else [])
    assert all(change.detail.startswith(told) for change in changes)
    assert all(change.fails == (word in ("worse", "ungraded")) for change in changes)
    if word != "worse":
        return
    # The same goes for a test with checks.
    about = {"kind": "test", "file": "t.py", "id": "t", "subject": None}
    tests = [{**side, **about} for side in (before, after)]
    (change,) = compare(report(tests[0]), report(tests[1])).changes
    assert (change.word, change.kind, change.name) == ("worse", "test", "t.py::t")


@pytest.mark.parametrize(
    ("before", "after", "worse", "any_", "never"),
    [
        ([entry("a")], [entry("a")], "", "", ""),
        ([entry("a", 0)], [entry("a", 0)], "", "1 failed", ""),
        ([entry("a")], [entry("a", 0)], "1 worse", "1 worse, 1 failed", ""),
        ([entry("a")], [], "1 gone", "1 gone", ""),
        ([entry("a")], [entry("a", 0, xfail="so")], "1 gone", "1 gone", ""),
        ([], [entry("a")], "", "", ""),
        (
            [],
            [entry("a", 0)],
            "1 new that did not pass",
            "1 new that did not pass, 1 failed",
            "",
        ),
        # What nobody could grade is never forgiven.
        *(
            ([entry("a", before)], [entry("a", "ungraded")], *["1 ungraded"] * 3)
            for before in (0, "ungraded")
        ),
    ],
)
def test_what_must_not_pass(
    before: list[dict[str, Any]], after: list[dict[str, Any]], worse: str, any_: str, never: str
) -> None:
    found = compare(report(*before), report(*after))
    assert found.failure("worse") == worse
    assert found.failure("any") == any_
    assert found.failure("never") == never


def test_a_new_failure_is_told_by_its_critical_check() -> None:
    before = report(results.scenario("a", [results.check("soft"), results.check("hard")]))
    checks = [
        results.check("soft", "failed", "not so"),
        results.check("hard", "failed", "called refund", critical=True),
    ]
    (change,) = compare(before, report(results.scenario("a", checks))).changes
    assert change.detail == "passed, now failed: hard: called refund"
    checks[1].pop("critical")
    checks[0]["weight"] = 2
    (change,) = compare(before, report(results.scenario("a", checks))).changes
    assert change.detail == "passed, now failed: soft: not so"


def test_what_nobody_wanted_to_see_is_not_gone() -> None:
    key = ("scenario", "a.yaml::a (b)")
    found = compare(report(entry("a")), report(), left_out=[key])
    assert (found.changes, found.failure("worse")) == ([], "")


def test_a_candidate_is_held_against_itself() -> None:
    fine = candidate("passed", tests="pass")
    found = compare(fine, candidate("failed", tests="block"))
    assert [change.detail for change in found.changes] == [
        "mergeable, now not mergeable: gate tests: so"
    ]
    assert found.failure("worse") == "1 worse"
    assert compare(fine, candidate("ungraded", tests="unproven")).failure("worse") == "1 worse"
    blocked = candidate("failed", tests="block", lint="pass")
    assert compare(blocked, blocked).changes == []
    # Who takes part is another each time, and what one of several is not proven to be is no fault.
    assert compare(fine, report()).changes[0].word == "gone"
    assert compare(fine, report()).failure("worse") == ""
    assert compare(report(), candidate("ungraded")).failure("worse") == ""


@pytest.mark.parametrize(
    ("worse", "better", "verdict"),
    [
        (0, 0, "same"),
        (6, 0, "regressed"),
        (0, 6, "improved"),
        (1, 0, "within noise"),
        (4, 3, "within noise"),
    ],
)
def test_all_scenarios_together(worse: int, better: int, verdict: Verdict) -> None:
    names = [f"s{number}" for number in range(20)]
    before = [entry(name, 4 + 5 * (index >= better), 10) for index, name in enumerate(names)]
    after = [entry(name, 4 + 5 * (index < 20 - worse), 10) for index, name in enumerate(names)]
    found = compare(report(*before), report(*after))
    assert found.together == verdict
    # Of each alone it may be noise.
    assert {change.word for change in found.changes} <= {"within noise"}
    told = "the suite as a whole is worse" if verdict == "regressed" else ""
    assert (found.failure("worse"), found.failure("never")) == (told, "")


def test_too_few_runs_tell_nothing_of_all_scenarios_together() -> None:
    before, after = [entry(str(n)) for n in range(5)], [entry(str(n), 0) for n in range(5)]
    assert compare(report(*before), report(*after)).together == "not enough runs"
    more = [entry(str(n)) for n in range(6)], [entry(str(n), 0) for n in range(6)]
    assert compare(report(*more[0]), report(*more[1])).together == "regressed"


def test_of_many_scenarios_some_are_worse_by_chance() -> None:
    """Sixty of which one falls from 5 of 5 to 1 of 5, and the others stay."""
    names = [f"s{number}" for number in range(60)]
    before = [entry(name, 5 if name == "s0" else 3, 5) for name in names]
    after = [entry(name, 1 if name == "s0" else 3, 5) for name in names]
    (change,) = compare(report(*before), report(*after)).changes
    assert (change.word, change.fails) == ("within noise", False)
    assert change.detail == "5 of 5 runs passed, now 1 of 5; p = 0.048"
    # Alone it is no chance, and neither is a fall that chance would not cause among sixty.
    (change,) = compare(report(before[0]), report(after[0])).changes
    assert change.word == "worse"
    before, after = before[1:], after[1:]
    before.append(entry("t", 20, 20))
    after.append(entry("t", 2, 20))
    (change,) = compare(report(*before), report(*after)).changes
    assert change.word == "worse"


def test_what_makes_a_suite_easier_is_shown() -> None:
    before = report(
        entry("gone"), entry("thin", 1, 1, "one", "two"), entry("low"), entry("broken", "ungraded")
    )
    after = report(
        entry("thin", 1, 1, "one"), entry("low", threshold=80), entry("broken"), entry("fresh")
    )
    found = compare(before, after)
    assert found.compared == {"scenario": 3}
    assert [(change.word, change.name) for change in found.changes] == [
        ("gone", "a.yaml::gone (b)"),
        ("new", "a.yaml::fresh (b)"),
        ("better", "a.yaml::broken (b)"),
    ]
    assert found.sections["dropped checks"] == ["a.yaml::thin (b): two"]
    assert found.sections["lowered thresholds"] == ["a.yaml::low (b): 100 to 80"]
    text = "\n".join(describe(found, "run 1"))
    assert text.startswith("3 scenarios compared with run 1: 0 worse, 1 better, 1 gone, 1 new\n")
    assert "lowered thresholds:\n  a.yaml::low (b): 100 to 80" in text
    assert "dropped checks:\n  a.yaml::thin (b): two" in text


def test_a_benchmark_is_held_against_itself() -> None:
    before = benchmark(8.35, "passed", "Code", "Plan")
    found = compare(before, benchmark(6, "failed", "Code", threshold=6.5))
    assert found.failure("worse") == "1 worse"
    assert (found.compared, found.together) == ({"benchmark": 1}, "same")
    assert [change.detail for change in found.changes] == [
        "passed with 8.35, now failed with 6: Code: under its own minimum"
    ]
    lines = {
        "judged lower": [f"{NAME}: 8.35 to 6 of 10"],
        "dropped checks": [f"{NAME}: Plan"],
        "lowered thresholds": [f"{NAME}: 7 to 6.5"],
    }
    assert {title: entries for title, entries in found.sections.items() if entries} == lines
    assert describe(found, "run 1")[0].startswith("0 scenarios and 1 benchmark compared with run 1")
    better = compare(before, benchmark(9, "passed", "Code", "Plan"))
    assert not better.failure("any")
    assert better.sections["judged higher"] == [f"{NAME}: 8.35 to 9 of 10"]
    # What nobody can grade any more is gone. Of a part only the categories are compared.
    thinner = benchmark(9, "passed", "Code", "Plan")
    thinner["benchmarks"][0]["checks"][1]["outcome"] = "ungraded"
    assert compare(before, thinner).sections["dropped checks"] == [f"{NAME}: Plan"]
    part = benchmark(8, "passed", "Plan", total=None, complete=False)
    found = compare(before, part)
    assert (found.failure("any"), found.sections["dropped checks"]) == ("", [])
    failed = benchmark(8, "passed", "Plan")
    failed["benchmarks"][0]["status"] = "failed"
    assert compare(failed, part).changes == compare(part, failed).changes == []
    part["benchmarks"][0]["status"] = "failed"
    part["benchmarks"][0]["checks"][0]["outcome"] = "failed"
    assert compare(before, part).failure("worse") == "1 worse"
    (thin,) = thinner["benchmarks"]
    thin |= results.changed(thin, status="ungraded", total=None, complete=False)
    found = compare(before, thinner)
    assert [(change.word, change.name) for change in found.changes] == [("worse", NAME)]
    # What the mock says is nothing that a judge said.
    mocked = compare(before, benchmark(8, "passed", "Code", "Plan", mock=True))
    assert mocked.failure("never") == "1 ungraded"
    assert mocked.sections["judged lower"] == []
    assert compare(before, report()).failure("worse") == "1 gone"


def test_scores_of_another_scale_are_reported() -> None:
    before = benchmark(6, "failed", "Code", "Plan", judge="claude")
    after = benchmark(9, "passed", "Code", "Plan", judge="gpt")
    (old,), (new,) = before["benchmarks"], after["benchmarks"]
    old["checks"][0]["details"]["min"] = 6
    old["checks"][1]["details"]["min"] = 5
    new["checks"][0]["weight"] = 15
    new["checks"][0]["details"]["min"] = 4
    before["scenarios"] = [entry(name, 1, 1, "one", "two") for name in "ab"]
    after["scenarios"] = [entry(name, 1, 1, "two", "three") for name in "ab"]
    for changed in after["scenarios"]:
        changed["checks"][0]["weight"] = 2.5
    found = compare(before, {**after, "policy_digest": "b"})
    title = "scores cannot be compared, as these differ"
    policy, *others = found.sections[title]
    assert policy.startswith("the settings of hydra.toml (policy_digest")
    assert others == [
        "weight of two: 1 to 2.5, in a.yaml::a (b) and 1 more",
        f"weight of Code: 50 to 15, in {NAME}",
        f"judge: claude to gpt, in {NAME}",
    ]
    lowered = [f"{NAME}: Code: 6 to 4", f"{NAME}: Plan: 5 to 0"]
    assert found.sections["lowered thresholds"] == lowered
    assert compare(before, before).sections[title] == []
    raced = candidate("passed")
    raced["rankings"][0]["checks"][0]["weight"] = 20
    found = compare(candidate("passed"), raced)
    assert found.sections[title] == ["weight of tests: 30 to 20, in hydra.toml::ada"]


def test_the_short_form_says_the_same_as_the_whole() -> None:
    blocked = [{"name": "a", "state": "block", "reason": "x"}]
    whole = report(
        results.scenario("s", [results.check("a", "failed")], passes=1, runs=3, cost_usd=0.5),
        results.ordinary("t", [results.check("a", "failed", "no")]),
        results.benchmark("runs/a", [results.category("Code", 4), results.category("Plan", 8)]),
        results.candidate("a"),
        results.candidate("b", status="failed", gates=blocked),
    )
    short = short_form(whole)
    assert short["scenarios"][0]["usage"] == {}
    assert short["tests"][0]["checks"][0]["message"] == ""
    one, other = (
        read_for_comparison("a.json", json.dumps(side).encode()) for side in (whole, short)
    )
    found = compare(one, other)
    assert found.compared == {"scenario": 1, "test": 1, "candidate": 2, "benchmark": 1}
    assert (found.changes, any(found.sections.values())) == ([], False)


def test_what_is_expected_to_fail_says_nothing() -> None:
    found = compare(report(entry("a", 0, xfail="known")), report(entry("a", 1, xfail="known")))
    assert (found.compared, found.changes) == ({}, [])
    assert not any(found.sections.values())


def test_fishers_test_agrees_with_its_definition() -> None:
    for runs, others in ((1, 1), (3, 5), (6, 4)):
        for passes in range(runs + 1):
            for other in range(others + 1):
                both = passes + other
                chance = [
                    Fraction(
                        comb(runs, first) * comb(others, both - first), comb(runs + others, both)
                    )
                    for first in range(runs + 1)
                    if 0 <= both - first <= others
                ]
                seen = Fraction(comb(runs, passes) * comb(others, other), comb(runs + others, both))
                expected = sum(item for item in chance if item <= seen)
                assert fisher_exact_p(passes, runs, other, others) == expected
    # The lady tasting tea (Fisher 1935): three of four cups right.
    assert fisher_exact_p(3, 4, 1, 4) == Fraction(34, 70)


def test_what_is_ungraded_as_before_is_named() -> None:
    both = report(entry("a", "ungraded"), entry("b"))
    found = compare(both, report(entry("a", "ungraded"), entry("b", "ungraded")))
    assert describe(found, "r")[-1] == "ungraded, as before: a.yaml::a (b)"
    assert found.failure("worse") == "1 worse, 2 ungraded"


def test_what_passed_before_is_no_group_with_what_failed_before() -> None:
    bad = [results.check("check", outcome="failed")]
    before = report(entry("a"), entry("b", 0), entry("c"))
    after = report(*({**entry(name, 0), "checks": bad} for name in "abc"))
    found = compare(before, after)
    groups = [
        (detail, [each.name for each in changes])
        for (_, detail), changes in by_reason(found.changes, found.after)
    ]
    assert [names for _, names in groups] == [["a.yaml::a (b)", "a.yaml::c (b)"], ["a.yaml::b (b)"]]


def test_runs_are_compared_by_their_names(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(plain_project.path)
    scenario = "id: a\nthreshold: 50\nsteps: [{user: hello, expect: {shouldContain: hello}}]"
    plain_project.write("a.scenario.yaml", scenario)
    plain_project.run("--hydra").assert_outcomes(passed=1)
    with pytest.raises(SystemExit) as caught:
        main(["compare"])
    assert caught.value.code == 1
    assert "error: there is no complete run before" in capsys.readouterr().err
    plain_project.write("a.scenario.yaml", scenario.replace("50", "40").replace(": hello}", ": x}"))
    plain_project.run("--hydra").assert_outcomes(failed=1)
    assert main(["compare"]) == 1
    out = capsys.readouterr().out
    first = plain_project.runs()[0].name
    assert f"1 scenario compared with run {first}: 1 worse, 0 better" in out
    assert "together: not enough runs (p = 1, exact test over scenarios)" in out
    why = 'shouldContain "x": does not contain "x"'
    assert f"worse:\n  a.scenario.yaml::a (wallet): passed, now failed: {why}\n" in out
    assert "easier than before:\n  a.scenario.yaml::a: threshold: 50 to 40\n" in out
    assert out.endswith("\n\nexit status 1: 1 worse (--fail-on worse)\n")
    assert "labels" not in out
    label = {"item": "a.scenario.yaml::a (wallet)", "check": 'shouldContain "x" (turn 1)'}
    last = plain_project.runs()[-1] / "scenarios.jsonl"
    label |= {"verdict": "disagree", "outcome": "failed", "by": "ada", "note": "near enough"}
    label["evidence"] = evidence_of(last.read_bytes().rstrip(b"\n"))
    plain_project.write("labels.jsonl", f"{json.dumps(label)}\n5\n")
    assert main(["compare", "latest", first]) == 0
    out = capsys.readouterr().out
    assert "0 worse, 1 better" in out
    assert "1 label left out: this run has other evidence" in out
    assert main(["compare"]) == 1
    assert 'failed; ada says passed: "near enough"' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"[" * 100_000, "not JSON"),
        (b"[]", "not a report of pytest-hydra"),
        (b'{"engine": {"name": "pytest-hydra"}, "schema_version": 2}', "rankings: Input should"),
        (b'{"engine": {"name": "pytest-hydra"}, "schema_version": 1e999}', "1e999 is not JSON"),
    ],
)
def test_a_malformed_report_is_named(
    plain_project: Project, capsys: pytest.CaptureFixture[str], data: bytes, said: str
) -> None:
    for name in ("one", "two"):
        run = Run.create(plain_project.path, {})
        run.write("report.json", data.decode())
        run.finish(complete=True)
        plain_project.path.joinpath(name).symlink_to(run.path)
    with pytest.raises(SystemExit) as caught:
        main(["compare", "one", "two"])
    assert caught.value.code == 1
    assert said in capsys.readouterr().err


def test_a_report_with_too_many_runs_is_refused() -> None:
    item = results.scenario("s", [results.check()], passes=3, runs=20_000)
    whole = report(item)
    with pytest.raises(HydraError, match="s: 20000 runs"):
        read_for_comparison("a.json", json.dumps(whole).encode())


def test_the_difference_has_its_size_in_all_and_by_category() -> None:
    before = [entry(f"s{n}", 0, 1, category="ab"[n % 2]) for n in range(20)]
    after = [entry(f"s{n}", int(n < 15), 1, category="ab"[n % 2]) for n in range(20)]
    lines = describe(compare(report(*before), report(*after)), "last week")
    assert lines[1].startswith("together: improved (p = ")
    assert lines[1].endswith(": +75 points (cases like these: +47 to +89)")
    assert lines[2] == "by category: a +80 points (+30 to +94), b +70 points (+23 to +89)"


def measured(outcome: str, **more: Any) -> dict[str, Any]:
    """A report of a scenario that is only measured; its check is critical."""
    checks = [results.check("command", outcome, "ran git push", critical=True)]
    status = "failed" if outcome == "failed" else "passed"
    about = {"file": "a.yaml", "status": status, "xfail": MEASURED, **more}
    return report(results.scenario("note", checks, **about))


def test_a_critical_check_of_a_measured_scenario_that_newly_fails_is_worse() -> None:
    found = compare(measured("passed"), measured("failed"))
    (change,) = found.changes
    assert (change.word, change.fails) == ("worse", True)
    assert change.detail == "measured; a critical check newly fails: command: ran git push"
    assert found.failure("worse") == "1 worse"
    # What failed before is known, and of a new case nothing was better before.
    for before in (measured("failed"), report()):
        assert compare(before, measured("failed")).failure("worse") == ""
    # That it did not pass decides nothing.
    soft = measured("failed")
    soft["scenarios"][0]["checks"][0].pop("critical")
    assert compare(measured("passed"), soft).changes == []


def experiment(*failures: str, **more: Any) -> dict[str, Any]:
    entry = {"file": "a.yaml", "require": {"now": "better"}, "decided": True, **more}
    return report(experiments=[{**entry, "failures": [*failures]}])


def test_what_an_experiment_requires_is_held_against_the_baseline() -> None:
    lacking = "now (claude) is not shown to be better than without: {} points"
    few, more = (experiment(lacking.format(points)) for points in ("+12.5", "-3.0"))
    found = compare(experiment(), few)
    (change,) = found.changes
    assert (change.word, change.kind, change.name, change.fails) == (
        *("worse", "experiment", "a.yaml"),
        True,
    )
    assert change.detail == f"now better: held before, now {lacking.format('+12.5')}"
    assert found.failure("worse") == "1 worse"
    (change,) = compare(few, experiment()).changes
    assert (change.word, change.fails) == ("better", False)
    # Other figures are no change, and neither is what was not decided or is newly required.
    assert compare(few, more).changes == []
    assert compare(experiment(decided=False), few).changes == []
    assert compare(experiment(require={"now": "not worse"}), few).changes == []


def test_a_baseline_keeps_what_held_of_experiments() -> None:
    entry = experiment()["experiments"][0]
    short = short_form(report(experiments=[{**entry, "arms": [], "pairs": []}]))
    assert short["experiments"] == [entry]
    read = read_for_comparison("a.json", json.dumps(short).encode())
    assert compare(read, experiment("no")).failure("worse") == "1 worse"
    # An older one does not have them.
    old = {**report(entry_of_measured()), "experiments": None}
    (line,) = compare(old, experiment("no")).sections["not compared"]
    assert line.endswith("does not say what held of the experiments: a.yaml")


def entry_of_measured() -> dict[str, Any]:
    return dict(measured("passed")["scenarios"][0])
