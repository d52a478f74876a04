"""The focus of the keyboard: where it goes, and that it is not lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_hydra.plugins.page.page import page_of
from tests.plugins.page.browser import Browser
from tests.plugins.page.parts import judged, raced
from tests.samples import check, record, report, run_folder, scenario, turn


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with all views."""
    folder = tmp_path_factory.mktemp("focus")
    entries = [scenario(f"s{number}", [check()]) for number in range(9)]
    judgments = [judged(folder, path=f"runs/{name}") for name in ("one", "two")]
    made = raced(folder, ("ada", "bob"), report=report(entries), benchmarks=judgments)
    run_folder(folder, made, [record(entry, turn()) for entry in entries])
    path = folder / "page.html"
    path.write_text(page_of(made, [folder]), encoding="utf-8")
    return path


def focused(browser: Browser) -> str:
    """The element with the focus: its tag and its text."""
    script = "const e = document.activeElement; return `${e.localName} ${e.innerText}`"
    return " ".join(str(browser.run(script)).split())


@pytest.mark.parametrize(
    ("view", "opened", "row"),
    [
        ("scenarios", "h2 ✓ passed s1", "a ✓ passed s1 “hello”"),
        ("race", "h2 bob ✗ not mergeable not mergeable", "a bob"),
        ("benchmarks", "h2 ✓ passed runs/two", "a runs/two"),
    ],
)
def test_the_focus_goes_to_what_is_opened_and_back(
    browser: Browser, page: Path, view: str, opened: str, row: str
) -> None:
    browser.open(page, {"view": view})
    if view == "benchmarks":
        browser.run("document.querySelectorAll('th a')[1].focus()")
    else:
        browser.press("j", "j")
    assert focused(browser) == row
    browser.press("enter")
    browser.until(lambda: focused(browser) == opened)
    browser.press("escape")
    browser.until(lambda: focused(browser) == row)
    # The browser's back button goes the same way back.
    browser.driver.back()
    browser.until(lambda: focused(browser) == opened)
    browser.driver.back()
    browser.until(lambda: focused(browser) == row)


def test_the_focus_stays_on_a_tab(browser: Browser, page: Path) -> None:
    browser.open(page, {"view": "race", "open": "ada", "with": "bob"})
    browser.first(".tabs a").click()
    browser.until(lambda: browser.first(".view.scenarios").is_displayed())
    assert focused(browser) == "a Scenarios9"
    # What was compared is not compared again.
    assert "with" not in browser.driver.current_url


def test_the_focus_stays_within_the_list(browser: Browser, page: Path) -> None:
    browser.open(page)
    browser.press(*"k" * 2, *"j" * 12, "k")
    assert focused(browser) == "a ✓ passed s7 “hello”"
    browser.press(*"k" * 12, "j")
    assert focused(browser) == "a ✓ passed s1 “hello”"
