"""Conversations with unusual contents, and addresses that nobody would write."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.plugins.page.page import page_of
from tests.plugins.page.browser import Browser
from tests.results import ordinary
from tests.samples import check, failed, record, report, run_folder, scenario, turn

KEY = "shop.scenario.yaml::{} (shop)".format


def write_page(folder: Path, made: Mapping[str, Any], records: list[Any] | None = None) -> Path:
    """The page of a run with these records."""
    path = run_folder(folder, made, records or []) / "page.html"
    path.write_bytes(page_of(made, [folder]).encode("utf-8", "replace"))
    return path


#: A scenario of several bots, in the view that compares them.
OPEN = "shop.scenario.yaml::s0"


def test_keys_of_a_world_do_not_reach_prototypes(browser: Browser, tmp_path: Path) -> None:
    def world(*paths: str, initial: str = "missing") -> dict[str, Any]:
        return {
            "initial": initial,
            "changes": [[{"op": "add", "path": path, "value": "bad"}] for path in paths],
        }

    hostile, known, other = (scenario(name, [check()]) for name in ("a", "b", "c"))
    paths = ("/__proto__/error", "/constructor/prototype/error", "/__proto__")
    records = [record(hostile, *[turn()] * 3, world=world(*paths))]
    records.append(record(known, turn(), turn(), world=world("/__proto__", "/x", initial="s")))
    records[1]["states"] = {"s": {"x": "good"}}
    page = write_page(tmp_path, report([hostile, known, other]), [*records, record(other, turn())])
    browser.open(page, {"open": KEY("a")})
    browser.first(".detail h2")
    # Without the state, it is not known what was there before.
    assert browser.texts(".state li") == [f'state {path}: "bad"' for path in paths]
    browser.press("j")
    browser.until(lambda: browser.texts(".detail h2")[0].endswith("b"))
    assert browser.texts(".state li") == [
        'added to the state: /__proto__: "bad"',
        'state /x: "good" → "bad"',
    ]
    browser.press("j")
    browser.until(lambda: browser.texts(".detail h2")[0].endswith("c"))
    assert browser.run("return [Object.prototype.error, ({}).error]") == [None, None]
    assert browser.texts(".detail .note") == []


def test_what_the_environment_of_a_plugin_saw_is_shown(browser: Browser, tmp_path: Path) -> None:
    seen = {"ledger": {"rent": "<b>40</b>"}, "by_turn": {"ledger": [{"rent": 0}]}}
    made = scenario("a", [check()])
    page = write_page(tmp_path, report([made]), [record(made, turn(), turn(), **seen)])
    browser.open(page, {"open": KEY("a")})
    browser.first(".detail h2")
    (shown,) = [text for text in browser.texts(".detail details") if "ledger" in text]
    assert shown.startswith("What ledger saw")
    browser.run("for (const each of document.querySelectorAll('.detail details')) each.open = true")
    browser.until(lambda: any("<b>40</b>" in text for text in browser.texts(".detail details")))


def test_marks_are_at_whole_characters(browser: Browser, tmp_path: Path) -> None:
    differing = failed("equals", expected="abcd 😀 x", actual="abcd 😁 x")
    contains = check('shouldContain "done"', expected="done", message='contains "done"')
    overlap = check('shouldContain "is done"', expected="is done")
    unlike = failed("equals", expected="one", actual="two")
    entry = scenario("a", [differing, contains, overlap, unlike])
    said = "İSTANBUL: it is done now"
    page = write_page(tmp_path, report([entry]), [record(entry, turn("hi", said))])
    browser.open(page, {"open": KEY("a")})
    browser.first(".detail h2")
    assert browser.texts(".differences dd") == ["abcd 😀 x", "abcd 😁 x", "one", "two"]
    # With little in common, nothing is marked.
    assert browser.texts(".differences mark") == ["😀", "😁"]
    marked = "return [...document.querySelectorAll('.text mark')].map((e) => e.firstChild.data)"
    assert browser.run(marked) == ["is done"]
    browser.run("for (const each of document.querySelectorAll('.text .unseen')) each.remove()")
    assert browser.texts(".said.bot .text") == [said]


@pytest.mark.parametrize("name", ["sort", "view", "open", "q", "status", "with"])
def test_any_fragment_shows_a_view(browser: Browser, tmp_path: Path, name: str) -> None:
    page = write_page(tmp_path, report([scenario("a", [check()]), scenario("b", [failed()])]))
    for value in ("__proto__", ",", "%"):
        browser.open(page, {name: value})
        assert browser.texts("[role=alert]") == []
        rows = len(browser.all(".row"))
        assert (browser.texts(".shown"), rows) in [(["2 rows"], 2), (["0 rows"], 0)]


def test_causes_filter_the_items_that_they_count(browser: Browser, tmp_path: Path) -> None:
    both = [failed("tone", message="rude"), failed("call", message="none", weight=5)]
    entries = [scenario(f"a{number}", both) for number in range(2)]
    entries += [scenario(f"b{number}", [failed("tone", message="rude")]) for number in range(8)]
    raised = ordinary("t", [check()], status="failed", total=None, error="ValueError: boom")
    browser.open(write_page(tmp_path, report(entries, [raised])))
    listed = [" ".join(text.split()[2:]) for text in browser.texts(".cause")]
    assert listed == ["8× tone: rude", "2× call: none", "1× ValueError: boom"]  # noqa: RUF001
    # Of the first there are some, and the others are one click away.
    assert browser.texts(".row .id")[:6] == [*(f"b{number}" for number in range(5)), "a0"]
    browser.press(*"jjjjjj")
    assert "a0" in browser.driver.switch_to.active_element.text
    browser.first("a.rest").click()
    browser.until(lambda: browser.texts(".shown") == ["8 rows"])
    assert len(browser.all(".row")) == 8
    for cause, count in ((0, 11), (1, 2), (0, 11)):
        browser.all(".cause")[cause].click()
        browser.until(lambda: browser.texts(".shown") == [f"{count} rows"])  # noqa: B023 - at once


def test_the_run_that_decided_is_searched(browser: Browser, tmp_path: Path) -> None:
    entry = scenario("a", [check()], runs=2, passes=1, run=2)
    runs = [record(entry, turn("hi", f"in run {number}"))["runs"][0] for number in (1, 2)]
    runs[1]["conversation"]["history"] = [{"role": "system", "content": "Be kind"}]
    page = write_page(tmp_path, report([entry]), [{**record(entry), "runs": runs}])
    browser.open(page, {"q": "in run 2"})
    browser.until(lambda: browser.texts(".shown") == ["1 row"])
    # What was said before the scenario is there as well.
    browser.press("j", "enter")
    browser.first(".detail summary").click()
    assert "Be kind" in browser.first(".detail .more pre").text


def test_the_command_to_run_it_again_is_quoted(browser: Browser, tmp_path: Path) -> None:
    recorded, other = scenario("a'; echo 1'", [check()]), scenario("b", [check()], file="it's.yaml")
    page = write_page(tmp_path, report([other, recorded]), [record(recorded, turn())])
    commands = {}
    for entry in (recorded, other):
        browser.open(page, {"open": f"{entry['file']}::{entry['id']} (shop)"})
        commands[entry["id"]] = shlex.split(browser.first(".again code").text)
    assert list(commands.values()) == [
        ["pytest", "--hydra", "shop.scenario.yaml::a'; echo 1'"],
        ["pytest", "--hydra", "it's.yaml::b"],
    ]


def test_an_empty_report_says_so(browser: Browser, tmp_path: Path) -> None:
    browser.open(write_page(tmp_path, report([])))
    assert browser.texts("#app main") == ["Nothing was scored."]


def test_bots_differ_by_scores_and_not_by_what_is_ungraded(
    browser: Browser, tmp_path: Path
) -> None:
    checks = {"a": check(outcome="ungraded", score=None), "b": failed()}
    entries = [scenario(name, [each], subject="one") for name, each in checks.items()]
    entries += [scenario(name, [check()], subject="two") for name in checks]
    browser.open(write_page(tmp_path, report(entries)), {"view": "bots"})
    assert browser.texts("p.lead")[0].startswith("They differ in 2 of 2 scenarios.")
    assert browser.texts(".group .what") == ["b", "a"]


def test_the_share_of_a_bot_is_that_of_the_report(browser: Browser, tmp_path: Path) -> None:
    entries = []
    for bot in ("shop", "till"):
        given = [("a", "p"), ("b[one]", "fff"), ("b[two]", "pff"), ("c", "pu"), ("d", "u")]
        for name, letters in given:
            entry = scenario(name, [check()], subject=bot)
            outcomes = {"p": "passed", "f": "failed", "u": "ungraded"}
            entry["runs"] = [{"outcome": outcomes[letter]} for letter in letters]
            entry["status"] = "ungraded" if "u" in letters else "failed"
            entry["status"] = "passed" if letters == "p" else entry["status"]
            entries.append(entry)
    made = report(entries)
    share = made["by_bot"][0]["runs"]["share"]
    assert 0.71 < share < 0.73
    browser.open(write_page(tmp_path, made), {"view": "bots"})
    shown = browser.texts(".heads .cell span:nth-child(2)")
    assert shown == [f"{100 * share:.1f}% of 8 runs passed"] * 2


def test_bots_are_compared_in_the_order_that_is_chosen(browser: Browser, tmp_path: Path) -> None:
    costs = [("cheap", 0.1), ("dear", 0.3), ("fair", 0.2)]
    pairs = [(name, cost, bot) for name, cost in costs for bot in ("shop", "till")]
    made = report([scenario(name, [check()], subject=bot, cost_usd=c) for name, c, bot in pairs])
    page = write_page(tmp_path, made)
    for order, names in (("", ["cheap", "dear", "fair"]), ("cost", ["dear", "fair", "cheap"])):
        browser.open(page, {"view": "bots", "sort": order})
        assert browser.texts(".group .what .id") == names


def test_rows_of_two_scenarios_are_told_apart(browser: Browser, tmp_path: Path) -> None:
    about = [("one", ["row 1", "Hi"]), ("two", ["row 1", "Hi"]), ("three", ["cases.csv:9", "Hi"])]
    rows = [scenario(f"{name}[0123456789]", [failed()], row=row) for name, row in about]
    browser.open(write_page(tmp_path, report(rows)))
    assert sorted(browser.texts(".row .id")) == ["cases.csv:9", "one row 1", "two row 1"]
    browser.press("j", "enter")
    assert browser.first(".detail h2").text.endswith("one row 1")


def test_what_was_expected_is_shown_without_what_was_said(browser: Browser, tmp_path: Path) -> None:
    said = "All right, I cancel it."
    checks = [
        failed("shouldReject", message="does not refuse", expected="shipped", actual=said, turn=1),
        failed("shouldWarn", message="does not warn", expected=True, actual=said, turn=1),
        failed('shouldContain "no"', message='does not contain "no"', expected="no", turn=1),
        failed('passes "run it"', message="ended with 1: 2", expected="run it", actual="1: 2"),
    ]
    entry = scenario("a", checks)
    page = write_page(tmp_path, report([entry]), [record(entry, turn("hi", said))])
    browser.open(page, {"open": KEY("a")})
    browser.first(".detail h2")
    assert browser.texts(".differences") == ["expected\nshipped"]


def test_checks_without_a_turn_to_stand_at_name_it(browser: Browser, tmp_path: Path) -> None:
    late = check("late", outcome="ungraded", score=None, message="not reached", turn=2)
    entries = [scenario("held", [check("first"), late, check("whole", turn=None)])]
    entries.append(scenario("unknown", [check("first"), late]))
    page = write_page(tmp_path, report(entries), [record(entries[0], turn())])
    browser.open(page, {"open": KEY("held")})
    browser.first(".detail h2")
    assert len(browser.texts(".turn .check")) == 1
    assert browser.texts(".turns ~ .checks b") == ["late", "whole"]
    assert browser.texts(".weight") == ["turn 2"]
    browser.open(page, {"open": KEY("unknown")})
    browser.first(".detail h2")
    assert browser.texts(".weight") == ["turn 2", "turn 1"]


def test_a_filter_is_by_the_text_as_it_is(browser: Browser, tmp_path: Path) -> None:
    entries = [
        scenario("a", [check()], tags=["zero\u200bwidth"]),
        scenario("b", [check()], tags=["t"]),
    ]
    browser.open(write_page(tmp_path, report(entries)))
    assert "zero\\u200bwidth (1)" in browser.texts("option")
    browser.run(
        "const tags = document.querySelector('[aria-label=\"All tags\"]');"
        "tags.selectedIndex = 2; tags.dispatchEvent(new Event('change'))"
    )
    assert browser.texts(".row .id") == ["a"]


def test_a_folded_turn_does_not_widen_the_page(browser: Browser, tmp_path: Path) -> None:
    entry = scenario("a", [check(), failed(turn=2)])
    said = record(entry, turn("long " * 50), turn("hi"))
    browser.look(360)
    browser.open(write_page(tmp_path, report([entry]), [said]), {"open": KEY("a")})
    browser.first(".folded")
    assert browser.run("return document.documentElement.scrollWidth") <= 360


def test_long_replies_and_calls_leave_their_checks_in_reach(
    browser: Browser, tmp_path: Path
) -> None:
    call = {"function": "save", "params": {"text": "x" * 5000}, "result": "y" * 5000}
    entry = scenario("a", [failed()])
    said = record(entry, turn("hi", "line\n" * 2000, reply={"calls": [call]}))
    browser.open(write_page(tmp_path, report([entry]), [said]), {"open": KEY("a")})
    place = browser.first(".turn .check").rect["y"] - browser.first(".turns").rect["y"]
    assert place < 1100
    # All of both is there.
    assert browser.run("return document.querySelector('.said.bot .text').tabIndex") == 0
    browser.first(".call summary").click()
    assert "x" * 5000 in browser.first(".call pre").text


def test_shares_and_columns_do_not_widen_a_phone(browser: Browser, tmp_path: Path) -> None:
    entries = [
        scenario(f"s{n}", [check() if bot == "a" else failed()], subject=bot, category=f"kind {n}")
        for n in range(6)
        for bot in ("a", "b", "c", "d")
    ]
    page = write_page(tmp_path, report(entries))
    browser.look(390, 844)
    for fragment in ({"view": "scenarios"}, {"view": "bots"}, {"view": "bots", "open": OPEN}):
        browser.open(page, fragment)
        assert browser.run("return document.documentElement.scrollWidth") == 390
    browser.look()
    # What the shares are of is said once.
    assert browser.texts(".shares > span") == ["runs passed by bot", "by category"]


@pytest.mark.parametrize("fragment", [{}, {"view": "bots"}, {"open": KEY("a0")}])
@pytest.mark.parametrize("width", [390, 1280])
def test_how_many_runs_passed_is_in_each_row(
    browser: Browser, tmp_path: Path, fragment: dict[str, str], width: int
) -> None:
    entries = []
    for number, bot in ((number, bot) for number in range(6) for bot in ("shop", "till", "tram")):
        entry = scenario(f"a{number}", [failed(critical=True)], subject=bot, cost_usd=0.1)
        entry["runs"] = [{"outcome": outcome} for outcome in ("passed", "failed", "passed")]
        entries.append(entry)
    page = write_page(tmp_path, report(entries))
    browser.look(width, 844)
    browser.open(page, fragment)
    shown = ".group .cell small" if "view" in fragment else ".row .figures"
    is_hidden = width < 400 and "open" in fragment
    figures = [" ".join(text.split()) for text in browser.texts(shown)]
    assert is_hidden or all("2 of 3" in text for text in figures)
    assert (width > 400 and fragment == {}) == any("$" in text for text in figures)
    # No cell is higher than its row.
    script = "return [...document.querySelectorAll('.group .cell')].every((cell) => "
    assert browser.run(f"{script}cell.offsetHeight <= cell.closest('.group').offsetHeight)")
    browser.look()


def test_beside_its_details_a_row_has_its_whole_name(browser: Browser, tmp_path: Path) -> None:
    entry = scenario("complaints-about-parcels", [failed()])
    entry["runs"] = [{"outcome": outcome} for outcome in ("passed", "failed")]
    said = record(entry, turn("I have a complaint about what you have sent to me last week"))
    browser.open(write_page(tmp_path, report([entry]), [said]), {"open": KEY(entry["id"])})
    browser.first(".detail h2")
    name = browser.first(".row .id")
    assert browser.run("return arguments[0].scrollWidth <= arguments[0].clientWidth", name)


def test_a_list_is_whole_on_paper(browser: Browser, tmp_path: Path) -> None:
    entries = [scenario(f"s{n:03}", [failed(message=f"{n}")]) for n in range(90)]
    browser.open(write_page(tmp_path, report(entries)), {"sort": "file"})
    assert len(browser.all(".row")) < 60
    browser.run("window.dispatchEvent(new Event('beforeprint'))")
    assert len(browser.all(".row")) == 90
