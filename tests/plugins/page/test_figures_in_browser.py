"""Figures, statuses and notes, as the page words them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_hydra.plugins.page.page import page_of
from tests.plugins.page.browser import Browser
from tests.plugins.page.parts import judged, raced
from tests.results import benchmark, category, changed
from tests.samples import check, failed, record, report, run_folder, scenario

KEY = "shop.scenario.yaml::{} (shop)".format


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Scenarios with all figures, a race and a benchmark."""
    none = check("judge", outcome="ungraded", score=None, message="no judge")
    repeated = {"runs": 3, "passes": 2, "interval": [0.2, 0.9], "pass_hat_k": 0.25}
    repeated |= {"k": 2, "pass_at": 0.9}
    figures = {"threshold": 80, "tokens": 1200, "retries": 2, "tags": ["money"]}
    entries = [
        scenario("all", [failed("a", critical=True, weight=3), check("b")], **repeated, **figures),
        scenario("later", [failed()], xfail="as yet", seconds=9.96, cost_usd=0.0123),
        scenario("open", [check(), none], error="boom", seconds=0.05, cost_usd=0),
        scenario("slow", [check()], seconds=7260, cost_usd=2),
        scenario("near", [check()], status="failed", total=79.96, threshold=80, seconds=119),
        scenario("most", [check()], total=99.97, threshold=90),
    ]
    folder = tmp_path_factory.mktemp("figures")
    judgment = judged(folder)
    judgment = changed(judgment, mock=True, coverage=0.5)
    made = raced(folder, ("ada", "bob", "eve"), report=report(entries), benchmarks=[judgment])
    ada, bob, eve = made["rankings"]
    ada["details"]["isolation"], ada["checks"][0]["details"]["cached"] = "none", True
    bob["usage"]["cost_usd"], bob["total"] = 0.1, 99.5
    eve["usage"]["cost_usd"] = 0.2
    eve |= {"mergeable": True, "status": "passed"}
    folder = run_folder(folder, made, [record(entries[2], {"user": "hi", "error": "boom"})])
    path = folder / "page.html"
    path.write_text(page_of(made, [folder]), encoding="utf-8")
    return path


def details(browser: Browser, page: Path, name: str) -> list[str]:
    """The facts and notes of a scenario."""
    browser.open(page, {"open": KEY(name)})
    browser.first(".detail h2")
    return browser.texts(".detail .facts li") + browser.texts(".detail .note")


def test_the_details_have_all_figures(browser: Browser, page: Path) -> None:
    assert details(browser, page, "all")[:11] == [
        *("50 of 100", "threshold 80", "2 of 3 runs passed", "pass^2 of 90% is required"),
        *("pass rate 20 to 90% (95% interval)", "all of 2 pass (pass^2): 25%"),
        *("1,200 tokens", "2 retries"),
        *("bot shop", "tag money", "shop.scenario.yaml:3"),
    ]
    assert browser.texts(".check .label, .check .weight") == [
        "critical",
        "turn 1",
        "weight 3",
        "turn 1",
    ]
    assert "Expected to fail: as yet" in details(browser, page, "later")
    # A score of only the graded checks would be misleading.
    assert details(browser, page, "open")[0] == "50% of the weights graded"
    assert browser.texts(".said.none .text") == ["no answer: boom"]
    # What was not graded cannot be agreed with.
    assert len(browser.all(".check")) == 2
    assert len(browser.all(".opinion")) == 1


def test_numbers_are_rounded_towards_no_limit(browser: Browser, page: Path) -> None:
    browser.open(page, {"sort": "file"})
    texts = (
        "return [...document.querySelectorAll(arguments[0])].map((e) => e.firstChild?.data ?? '')",
    )
    # That all is as it should be needs no figure.
    assert browser.run(*texts, ".points") == ["50", "0", "99.97", "79.96", "–", ""]
    # Replies that took no time need no figure.
    assert [text.strip() for text in browser.texts(".figures")] == [
        *("2 of 3", "10 s · $0.012", "", "119 s", "$0.00", "2 h 1 min · $2.00"),
    ]


@pytest.mark.parametrize(
    ("order", "names"),
    [
        ("", ["all", "open", "near", "later", "most", "slow"]),
        ("score", ["open", "later", "all", "near", "most", "slow"]),
        ("time", ["slow", "near", "later", "open", "all", "most"]),
        ("cost", ["slow", "later", "open", "all", "most", "near"]),
    ],
)
def test_rows_are_in_order(browser: Browser, page: Path, order: str, names: list[str]) -> None:
    browser.open(page, {"sort": order})
    assert browser.texts(".row .id") == names


def test_chips_count_under_the_other_filters(browser: Browser, page: Path) -> None:
    browser.open(page, {"status": "failed", "tag": "money"})
    assert browser.texts(".chip b") == ["1", "0", "0", "0", "1", "1"]
    signs = [text.split()[0] for text in browser.texts(".chip")]
    assert signs == ["✗", "?", "x", "✓", "critical", "flaky"]
    browser.open(page, {"status": "failed"})
    assert browser.texts(".chip b") == ["2", "1", "1", "2", "1", "1"]


def test_a_candidate_has_notes_on_how_it_was_checked(browser: Browser, page: Path) -> None:
    browser.open(page, {"view": "race", "open": "ada"})
    assert "checked without a sandbox" in browser.texts(".facts li")
    browser.run("document.querySelector('.dimension summary').click()")
    assert browser.texts(".dimension[open] .soft")[-1].startswith("Reused from an earlier session")
    browser.open(page, {"view": "race", "open": "bob"})
    assert "checked without a sandbox" not in browser.texts(".facts li")


def test_the_front_is_of_the_mergeable(browser: Browser, page: Path) -> None:
    browser.open(page, {"view": "race"})
    # bob costs least and scores most, but is not mergeable; so eve is on it, who costs less.
    assert browser.texts("figcaption")[0].endswith(
        "Best value: eve, ada (no mergeable candidate scores more for less)"
    )
    assert (
        browser.first("svg").get_attribute("aria-label")
        == "Cost against score; best value: eve, ada"
    )


def test_a_benchmark_says_what_it_is_not(browser: Browser, page: Path) -> None:
    browser.open(page, {"view": "benchmarks"})
    facts = browser.texts(".facts li")
    assert "MOCK: no judge was called" in facts
    assert "7.3 of 10, by 50% of the weights, threshold 7" in facts


def test_an_answer_that_does_not_count_can_be_read(browser: Browser, tmp_path: Path) -> None:
    entry = benchmark("runs/a", [category("Code", None, message="invented")], status="ungraded")
    answer = {"judge": "gpt", "judgment": None, "reason": "invented", "text": '{"score": 9}'}
    line = {"result": entry, "gradings": [{"category": "Code", "answers": [answer]}]}
    (tmp_path / "judging.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    page = tmp_path / "page.html"
    made = {**report([]), "benchmarks": [entry]}
    page.write_text(page_of(made, [tmp_path]), encoding="utf-8")
    browser.open(page, {"view": "benchmarks"})
    browser.first(".category summary").click()
    assert browser.texts(".category details pre") == ['{"score": 9}']


def test_a_low_score_has_no_sign_of_a_pass(browser: Browser, tmp_path: Path) -> None:
    none = category("Process", None, outcome="ungraded", message="no judge")
    entry = benchmark("runs/a", [category("Code", 2), none], total=2, status="failed")
    page = tmp_path / "page.html"
    page.write_text(page_of({**report([]), "benchmarks": [entry]}), encoding="utf-8")
    browser.open(page, {"view": "benchmarks"})
    heads = [" ".join(text.split()) for text in browser.texts(".category h3")]
    assert heads == ["Code weight 15", "? ungraded Process weight 15"]
