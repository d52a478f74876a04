"""The last lines of a summary, however much there is to be told."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from pytest_hydra.core.statistics import wilson_interval
from pytest_hydra.core.text import cells
from pytest_hydra.report.terminal import write_summary
from pytest_hydra.report.verdict import (
    cause_lines,
    group_lines,
    leading_causes,
    next_lines,
    score_parts,
    verdict_lines,
)
from tests import results
from tests.needs import needs
from tests.samples import check, failed, report, scenario

BOTS = [f"helpdesk-of-the-shop-{number}" for number in range(7)]


class Screen:
    """Keeps what is written to it."""

    verbosity = 0

    def __init__(self) -> None:
        self.lines: list[str] = []

    def write_sep(self, _: str, title: str) -> None:
        self.lines.append(title)

    def write_line(self, line: str, **_: bool) -> None:
        self.lines.append(line)


def suite(kinds: int) -> dict[str, Any]:
    """Scenarios with seven bots and twelve tags, which fail for so many causes."""
    entries = [
        scenario(
            f"customer {number}",
            [failed(f"check{number} of what was said", turn=1, critical=not number), check()],
            subject=bot,
            nodeid=f"shop.scenario.yaml::customer {number}[{bot}]",
            tags=[f"tag-{number}", f"another-tag-{number % 5}"],
            seconds=3.0,
            cost_usd=0.2,
            tokens=70_000,
            retries=2,
        )
        for number, bot in product(range(kinds), BOTS)
    ]
    return report([*entries, scenario("fine", [check()], subject=BOTS[0], tags=["fine"])])


def told(
    kinds: int, verbosity: int = 0, about: Mapping[str, Any] | None = None, **options: Any
) -> list[str]:
    """The lines from the verdict on."""
    screen = Screen()
    screen.verbosity = verbosity
    given: dict[str, Any] = {"notes": [], "problems": [], "history": {}, **options}
    write_summary(
        screen, {**suite(kinds), **(about or {})}, width=80, rerun="pytest --hydra --lf", **given
    )
    start = next(n for n, line in enumerate(screen.lines) if line.startswith("FAILED"))
    return screen.lines[start:]


def causes(lines: list[str]) -> list[str]:
    return [line for line in lines if "×" in line]  # noqa: RUF001 - as it is written


@needs("page")
def test_the_last_lines_fit_a_page() -> None:
    lines = told(
        20,
        notes=["the bots cost $1.40 of max_cost_usd = $5.00"] + ["report: report.json"] * 4,
        problems=["score 50.0 is below --hydra-min-score 90"],
        since="since the last run: 12 worse, 3 better: python -m pytest_hydra compare",
        others=["3 other tests failed"],
    )
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 80
    assert len(causes(lines)) == 12
    assert "      8 more causes: 56 failed; -v lists all" in lines
    # The table of the bots above has their shares.
    assert not any(line.startswith("by bot: ") for line in lines)
    assert any(line.startswith("by tag: ") and " more, " in line for line in lines)


@pytest.mark.parametrize(("kinds", "listed"), [(12, 12), (13, 13), (14, 12)])
def test_no_line_says_that_one_is_missing(kinds: int, listed: int) -> None:
    lines = told(kinds)
    assert len(causes(lines)) == listed
    assert any("more cause" in line for line in lines) == (listed < kinds)
    assert len(causes(told(kinds, verbosity=1))) == kinds


@needs("page")
def test_quiet_is_the_verdict_and_a_line_for_each_cause() -> None:
    first, *lines = told(3, verbosity=-1, notes=["page: a.html", "history: 3 runs"])
    assert first == "FAILED  1 of 22 passed (5%) · 21 failed, 7 critical"
    assert causes(lines) == lines[:3]
    assert lines[3:] == ["page: a.html"]


def test_quiet_tells_in_a_line_what_differs_and_what_a_judge_prefers() -> None:
    rows = [["a over b", "80", "10"], ["a over c", "50", "10"]]
    columns = ["pair", "win %", "cases"]
    table = {"title": "preferred", "columns": columns, "rows": rows, "remarks": ["a bias"]}
    differs = ["model of till: gpt-5, was gpt-4", "the code: files beside the suite"]
    exit_status = "exit status 1: 2 worse, 2 ungraded, 9 failed, the suite as a whole is worse"
    notes = [f"{exit_status} (--hydra-fail-on any)"]
    assert told(1, verbosity=-1, notes=notes)[-1] == exit_status
    notes = ["since run-1, the last run that passed:", *[f"  {line}" for line in differs]]
    about = {"tables": [table], "last_green": {"run": "run-1", "differs": differs}}
    assert told(1, verbosity=-1, notes=notes, about=about)[-2:] == [
        "preferred: a over b: win % 80, cases 10",
        "since run-1, the last run that passed; model of till: gpt-5, was gpt-4; the cod…",
    ]


def test_a_missing_answer_is_told_before_other_failures() -> None:
    silent = check(outcome="ungraded", message="ConnectionError: refused")
    entries = [
        *[scenario(f"word {n}", [failed("shouldContain")]) for n in range(3)],
        scenario("call", [failed("forbiddenFunctions", critical=True)]),
        scenario("lost", [silent], error="ConnectionError: refused"),
    ]
    starts = [line.split()[:2] for line, _ in cause_lines(report(entries), 80)]
    assert [word for _, word in starts][:2] == ["CRITICAL", "NO"]


def test_wide_characters_take_two_columns() -> None:
    text = failed("shouldContain", message="没有提到退款的期限" * 12)
    entries = [scenario("退款" * 3 + str(n), [text], subject="b") for n in range(3)]
    ((line, _),) = cause_lines(report(entries), 80)
    assert 76 <= cells(line) <= 80
    assert line.endswith("…   退款退款退款0, …")


def test_what_has_no_answer_is_not_hidden_behind_failures() -> None:
    failed = [
        results.scenario(f"f{n}", [results.check(f"kind{n}", "failed", "no")]) for n in range(20)
    ]
    silent = [
        results.scenario(f"s{n}", [results.check(outcome="ungraded", message="offline")])
        for n in range(30)
    ]
    report = results.report(*failed, *silent)
    assert [cause["text"] for cause in leading_causes(report)][-1] == "offline"
    told = [line for line, _ in cause_lines(report, 80)]
    assert told[-2].startswith("  30\N{MULTIPLICATION SIGN}  ")
    assert "offline" in told[-2]
    assert told[-1] == "      9 more causes: 9 failed; -v lists all"


def test_a_scenario_is_named_so_that_it_is_found() -> None:
    made = suite(1)
    ((line, _),) = next_lines(made, "", 200)
    name = "customer 0[helpdesk-of-the-shop-0]"
    assert shlex.split(line)[-1] == name
    one, other = (scenario("s", [failed()], file=file) for file in ("a.yaml", "b.yaml"))
    assert next(next_lines(report([one, other]), "", 80))[0].endswith("show a.yaml::s")
    assert next(next_lines(report([one]), "", 80))[0].endswith(" show s")


def group(name: str, passed: int, failed: int) -> dict[str, Any]:
    interval = list(wilson_interval(passed + failed, passed))
    runs = {"passed": passed, "failed": failed, "ungraded": 0}
    return {
        "name": name,
        "runs": {**runs, "share": passed / (passed + failed), "interval": interval},
    }


def test_shares_are_of_runs_and_name_who_passed_everything() -> None:
    bots = [group("good", 15, 0), group("bad", 10, 5)]
    returns = {**group("returns", 10, 5), "bots": bots}
    opening = {**group("opening", 15, 0), "bots": [group("good", 15, 0)]}
    made = {"by_bot": bots, "by_tag": [], "by_category": [returns, opening], "by_column": {}}
    made["scenarios"] = []
    assert [line for line, _ in group_lines(made, 80)] == [
        "by bot: bad 67% of 15 (42–85%), good 100% of 15 (80–100%)",
        "by category: returns 67% of 15 (42–85%), opening 100% of 15 (80–100%)",
        "returns: bad 67% of 15 (42–85%), good 100% of 15 (80–100%)",
    ]
    many = [group(f"a bot with a long name {n:02}", n, 30 - n) for n in range(31)]
    made |= {"by_bot": many, "by_category": []}
    lines = [line for line, _ in group_lines(made, 80)]
    assert len(lines) == 1
    assert lines[-1].endswith("more, a bot with a long name 30 100%")


def test_of_cases_the_share_of_a_single_bot_is_told() -> None:
    bad = [scenario(f"qa[{n}]", [failed()], case={"n": str(n)}, subject="rag") for n in range(4)]
    good = [scenario(f"qa[{n}]", [check()], case={"n": str(n)}, subject="rag") for n in range(4, 6)]
    assert [line for line, _ in group_lines(report([*bad, *good]), 80)] == [
        "by bot: rag 33% of 6 (10–70%)"
    ]


def test_a_row_without_an_id_is_named_by_its_place() -> None:
    details = {"row": ["cases.csv:93", "Where is my parcel?"]}
    one = scenario("qa[02f9d3dfb3]", [failed()], **details)
    made = report([one])
    ((line, _),) = cause_lines(made, 100)
    assert line.endswith("cases.csv:93 Where is my parcel?  shop.scenario.yaml:3")
    assert next(next_lines(made, "", 80))[0].endswith(" show cases.csv:93")
    other = {**one, "id": "qa[9999999999]", "details": {"row": ["cases.csv:95", "And mine?"]}}
    ((line, _),) = cause_lines(report([one, other]), 100)
    assert line.endswith("   cases.csv:93, cases.csv:95")


def test_a_total_cost_says_of_how_many_it_is_known() -> None:
    made = report([scenario("a", [check()], cost_usd=0.4), scenario("b", [check()])])
    assert "$0.40 (known of 1 of 2 scenarios)" in score_parts(made)
    assert "$0.40" in score_parts(report([scenario("a", [check()], cost_usd=0.4)]))


def test_an_invented_quote_is_no_quote_below_the_table_of_benchmarks() -> None:
    quotes = {"strict": [1, 1], "mild": [0, 1]}
    checks = [results.category("Tests", 8, quotes=quotes)]
    entries = [results.benchmark(path, checks, agent=path) for path in ("runs/a", "runs/b")]
    screen = Screen()
    write_summary(
        screen,
        {**report([]), "benchmarks": entries},
        width=80,
        notes=[],
        problems=[],
        history={},
    )
    told = [line for line in screen.lines if "quotes" in line]
    assert told == [
        f"{path}: 1 of 2 quotes found; 1 invented, by mild (Tests)" for path in ("runs/a", "runs/b")
    ]
    # Of one benchmark each the table has the mean already.
    assert not any("mean" in line for line in screen.lines)


def test_with_v_a_cause_and_the_names_of_its_items_are_whole() -> None:
    said = f"called {'a-function-with-a-long-name ' * 5}and no other"
    entries = [scenario(f"a customer with a long name {n}", [failed(message=said)]) for n in "abc"]
    lines = [line for line, _ in cause_lines(report(entries), 80, None)]
    assert max(map(cells, lines)) <= 80
    told = " ".join(" ".join(lines).split())
    assert said in told
    assert all(f"a customer with a long name {n}" in told for n in "abc")
    # By default it is one line.
    assert len([*cause_lines(report(entries), 80)]) == 1


def test_of_a_cause_a_scenario_of_several_bots_is_named_once() -> None:
    def of(*bots: str, most: int | None = 3) -> str:
        named = [(name, bot) for name in ("refund", "size") for bot in bots]
        made = report([scenario(name, [failed()], subject=bot) for name, bot in named])
        return " ".join(" ".join(line for line, _ in cause_lines(made, 80, most)).split())

    assert of("ada", "bob", "eve").endswith(" refund (ada, bob, eve), size (ada, bob, eve)")
    assert of("ada", "bob", "eve", "kim").endswith(" refund (4 bots), size (4 bots)")
    long = ("an-agent-with-a-name", "another-agent")
    assert of(*long).endswith(" refund (2 bots), size (2 bots)")
    assert of("ada", "bob", "eve", "kim", most=None).endswith("size (ada, bob, eve, kim)")


def test_a_race_with_a_winner_says_why_the_session_failed() -> None:
    change = {"change": "worse", "kind": "candidate", "name": "bull", "fails": True}
    one = results.candidate("bull")
    made = {**results.report(one), "verdict": "failed"}
    made["baseline"] = {"since": "baseline.json", "changes": [change], "others": {}}
    lines = [line for line, _ in verdict_lines(made, 80, [], "")]
    assert lines[0].startswith("FAILED  1 candidate worse than in baseline.json · 1 candidate: ")
