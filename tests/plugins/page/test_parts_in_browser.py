"""What somebody does with the page of a race, and of a benchmark: look, compare, and label."""

from __future__ import annotations

import json
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from selenium.webdriver.remote.webelement import WebElement

from pytest_hydra.plugins.page.page import page_of
from pytest_hydra.record.labels import Label, checks_evidence, saved_labels
from tests.plugins.page.browser import Browser
from tests.plugins.page.hostile import TEXTS
from tests.plugins.page.parts import judged, raced
from tests.samples import failed, report, scenario

if TYPE_CHECKING:
    pass


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A race of three, and a benchmark."""
    folder = tmp_path_factory.mktemp("parts")
    report = raced(folder, ("ada", "bob", "eve"), benchmarks=[judged(folder)])
    path = folder / "page.html"
    path.write_text(page_of(report, [folder]))
    assert path.read_text() == page_of(report, [folder])
    return path


OPEN_SCORE = "const e = document.querySelector('.dimension summary'); e.click(); e.scrollIntoView()"


def look(browser: Browser, page: Path, **fragment: str) -> None:
    """Open a page where the fragment of its address leads."""
    browser.open(page, fragment)


def test_a_candidate_is_read_by_keyboard(browser: Browser, page: Path) -> None:
    look(browser, page, view="race")
    assert browser.texts(".ranking tbody a") == ["ada", "bob", "eve"]
    assert "tests: block 1 is lost" in browser.texts(".ranking tbody tr")[1]
    assert "Best value: ada (no mergeable candidate" in browser.texts("figcaption")[0]
    browser.press("j", "j", "j", "k", "enter")
    assert browser.first(".race > h2").text.startswith("bob")
    browser.run("document.querySelector('.dimension summary').focus()")
    browser.press("enter")
    left = "return [...document.querySelectorAll('.dimension .measure')].map((e) => e.offsetLeft)"
    assert len(set(browser.run(left))) == 1
    assert "100 × passed ÷ total" in browser.first(".dimension[open]").text  # noqa: RUF001
    # What is to be looked at stands below its line.
    rows = browser.texts(".diff tr")
    assert "⚑ a broad except" in rows[rows.index(next(r for r in rows if "new_0" in r)) + 1]
    rows = [row.strip() for row in browser.texts(".diff")[1].split("\n")]
    (lost,) = (place for place, row in enumerate(rows) if "⚑ a test is lost" in row)
    assert "def test_total" in rows[lost - 1]
    assert "⚑ E501: too long" in browser.texts(".diff")[0]
    assert "shop/far.py:5: E501: too long" in browser.texts(".away")[0]
    log = browser.run("return document.querySelector('.log pre').textContent")
    assert "⋯ lines left out: candidates/2/tests.log has them" in log
    # Only keys that do something here are named.
    assert "failed checks" not in browser.first(".keys").text
    browser.press("escape")
    assert len(browser.all(".ranking")) == 1


def test_two_candidates_are_read_beside_one_another(browser: Browser, page: Path) -> None:
    look(browser, page, view="race", open="ada", **{"with": "eve"})
    assert browser.texts(".diff .two th")[:2] == ["ada", "eve"]
    row = next(row for row in browser.texts(".diff tr") if "new_0" in row)
    assert "basket, 1" in row
    assert "basket, 3" in row
    select = browser.first("select[aria-label='Compare with']")
    browser.run(
        "arguments[0].value = 'bob'; arguments[0].dispatchEvent(new Event('change'))", select
    )
    browser.until(lambda: browser.texts(".diff .two th")[:2] == ["ada", "bob"])
    assert "with=bob" in browser.driver.current_url
    assert browser.run("return document.activeElement.value") == "bob"


def test_all_of_two_candidates_is_beside_one_another(browser: Browser, page: Path) -> None:
    look(browser, page, view="race", open="bob", **{"with": "eve"})
    title = " ".join(browser.first(".race > h2").text.split())
    assert title.startswith("bob ✗ not mergeable not mergeable beside eve ✗")
    _, score, logs = browser.all(".sides")
    assert [text.split("\n")[0] for text in browser.texts(".sides .facts")] == ["rank 2", "rank 3"]
    assert len(score.find_elements("css selector", ".dimensions")) == 2
    assert len(logs.find_elements("css selector", ".log")) == 2
    # The keys go from candidate to candidate.
    browser.press("k")
    browser.until(lambda: browser.first(".race > h2").text.startswith("ada"))


def test_what_is_to_be_reviewed_is_not_told_as_passed(browser: Browser, tmp_path: Path) -> None:
    made = raced(tmp_path, ("ada", "bob"))
    made["rankings"][0]["gates"] = [{"name": "tampering", "state": "pass", "reason": ""}]
    page = tmp_path / "page.html"
    page.write_text(page_of(made, [tmp_path]), encoding="utf-8")
    look(browser, page, view="race", open="ada")
    assert browser.texts(".gates b.noted") == ["⚑ tampering: nothing that blocks, 1 to review"]


def test_a_log_is_one_click_away(browser: Browser, tmp_path: Path) -> None:
    made = raced(tmp_path, ("ada", "bob"))
    log = "candidates/2/tests.log"
    made["rankings"][1]["gates"][0]["reason"] = f"1 is lost (see {log})"
    failure = (
        "__ test_total __\n    assert 3 == 4\nE   AssertionError\n=== short summary ===\nFAILED"
    )
    (tmp_path / log).write_text(f"collected\n{failure} test_total\n")
    path = tmp_path / "page.html"
    path.write_text(page_of(made, [tmp_path]))
    look(browser, path, view="race")
    link = next(each for each in browser.all(".ranking .gate a") if each.text == log)
    link.click()
    shown = browser.first(".log[open]")
    assert "the base's tests, which decide" in shown.text
    assert browser.run("return document.activeElement.parentElement.className") == "log"
    # A test shows what the logs say of it, from the matrix and from the reason of a gate.
    lost, other = "tests/test_basket.py::test_total", "tests/test_basket.py::test_total_too"
    made["rankings"][1]["gates"][0]["reason"] = f"2 tests fail: {lost}, {other} (see {log})"
    made["rankings"][1]["details"]["tests"]["lost"] = [lost, other]
    path.write_text(page_of(made, [tmp_path]))
    look(browser, path, view="race")
    assert browser.texts(".ranking .gate a") == [lost, other, log]
    # These links are none of the candidates that the keys go through.
    browser.press("j", "j", "j")
    assert browser.driver.switch_to.active_element.text == "bob"
    for fragment, selector in (({}, ".matrix li a"), ({"open": "bob"}, ".gates a")):
        look(browser, path, view="race", **fragment)
        link = browser.first(selector)
        assert link.text == lost
        link.click()
        text = browser.first(".failures pre").text
        assert text == "__ test_total __\n    assert 3 == 4\nE   AssertionError"
        browser.press("escape")
        browser.until(lambda: browser.all(".failures") == [])


def test_two_diffs_are_joined_by_the_lines_of_the_base(browser: Browser, tmp_path: Path) -> None:
    made = raced(tmp_path, ("ada", "bob"))
    head = "--- a/x.txt\n+++ b/x.txt\n"
    shorter = "@@ -1,3 +1,2 @@\n one\n-two\n three\n"
    longer = "@@ -1,3 +1,4 @@\n one\n two\n+more\n three\n@@ -20 +21 @@ far away\n-old\n+new\n"
    for number, hunks in ((1, shorter), (2, longer)):
        (tmp_path / f"candidates/{number}/diff.patch").write_text(head + hunks)
    page = tmp_path / "page.html"
    page.write_text(page_of(made, [tmp_path]))
    look(browser, page, view="race", open="ada", **{"with": "bob"})
    cells = "return [...document.querySelectorAll('.diff tbody tr')].map((row) => row.innerText)"
    rows = [" ".join(text.split()) for text in browser.run(cells)]
    assert rows == [
        *("1 one 1 one", "2 - gone two 2 two", "3 + added more", "2 three 4 three", "⋯ far away"),
        # The first side leaves this line as it is.
        *("old 20 - gone old", "21 + added new"),
    ]


def test_tests_are_found_in_the_matrix(browser: Browser, page: Path) -> None:
    look(browser, page, view="race")
    [row] = browser.texts(".matrix li")
    assert row.startswith("tests/test_basket.py::test_total\n✓\n✗lost\n✗lost\n✗lost")
    assert "base passed , ada failed lost" in row
    choose(browser, browser.first("select[aria-label='Which tests']"), "all")
    browser.until(lambda: len(browser.all(".matrix li")) == 2)
    look(browser, page, view="race", tests="all")
    assert len(browser.all(".matrix li")) == 2
    browser.press("/", *"sum")
    assert [text.split("\n")[0] for text in browser.texts(".matrix li")] == [
        "tests/test_basket.py::test_sum"
    ]


@pytest.mark.parametrize("width", [360, 2560])
def test_nothing_is_wider_than_the_window(browser: Browser, page: Path, width: int) -> None:
    browser.look(width)
    for fragment in ({"view": "race"}, {"view": "race", "open": "ada", "with": "bob"}):
        browser.open(page, fragment)
        assert browser.run("return document.documentElement.scrollWidth") <= width


def test_a_quote_leads_to_where_it_stands(browser: Browser, page: Path) -> None:
    look(browser, page, view="benchmarks")
    assert "kappa 0.54, 0.20 to 0.80 (9 labels)" in browser.texts(".health")[0]
    assert (
        "2 of 4 quotes found; 2 invented, by judge-0 (Planning), judge-1 (Planning)"
        in browser.texts(".health")[0]
    )
    assert len(browser.all(".samples > div")) == 2
    assert browser.texts(".unfound") == ['"nothing of this" not found'] * 2
    assert (
        '1 quote not found: what is said by it has no support: "nothing of this"'
        in browser.first(".samples").text
    )
    browser.first(".quote").click()
    focused = "return document.activeElement.matches('mark') && document.activeElement.textContent"
    assert browser.run(focused) == "installed,\n    and removed"


def test_judges_are_on_one_scale_and_benchmarks_in_one_table(
    browser: Browser, tmp_path: Path
) -> None:
    entries = [judged(tmp_path, path=f"runs/{name}") for name in ("one", "two")]
    entries[1]["checks"][0]["name"] = "Process"
    page = tmp_path / "page.html"
    made = raced(tmp_path, ("ada",), benchmarks=entries)
    page.write_text(page_of(made, [tmp_path]), encoding="utf-8")
    look(browser, page, view="benchmarks")
    rows = [" ".join(text.split()) for text in browser.texts(".benchmarks tr")]
    assert rows[0] == "benchmark overall Planning Process"
    assert rows[1].endswith("runs/one 7.3 of 10, threshold 7 7 2 of 3 judges –")
    browser.first(".benchmarks th a").click()
    label = browser.first("svg.dots").get_attribute("aria-label")
    assert label == "judge-0 6, judge-1 8; minimum 7"
    places = [float(each.get_attribute("cx") or 0) for each in browser.all("svg.dots circle")]
    needed = float(browser.first("svg.dots .front").get_attribute("x1") or 0)
    assert places[0] < needed < places[1]


def test_labels_are_saved(browser: Browser, page: Path, tmp_path: Path) -> None:
    look(browser, page, view="race", open="bob")
    browser.run(OPEN_SCORE)
    browser.first(".opinion button + button").click()
    browser.first(".opinion input").send_keys("they are flaky")
    browser.run("location.hash = 'view=benchmarks'")
    choose(browser, browser.first(".category select"), "9")
    assert browser.texts("aside.labels span") == ["2 labels"]
    # They are there again when the page is opened again, and said to be.
    look(browser, page, view="race", open="bob")
    browser.run("document.querySelector('.dimension').open = true")
    assert browser.texts(".dimension [aria-pressed=true]") == ["wrong verdict"]
    assert browser.texts("aside.labels span") == ["2 labels"]
    browser.first("aside.labels input").send_keys("ada")
    text = download(browser, tmp_path)
    one, other = map(json.loads, text.splitlines())
    assert one["evidence"] == saved_labels(tmp_path)[0][0].evidence
    assert {key: one[key] for key in ("item", "check", "outcome", "verdict", "note", "by")} == {
        "item": "hydra.toml::bob",
        "check": "tests",
        "outcome": "failed",
        "verdict": "disagree",
        "note": "they are flaky",
        "by": "ada",
    }
    assert (other["category"], other["score"], other["evidence"]) == ("Planning", 9, "d" * 64)
    # Of a judgment, who gave it by what: this may make the judge one that decides.
    assert (other["judge"], other["rubric"], other["judged"]) == ("judge-0 gpt", "f" * 64, 7)
    labels, bad = saved_labels(tmp_path)
    assert ([label.outcome for label in labels], bad) == (["passed", None], 0)


def test_a_judgment_that_only_advises_can_be_labelled(browser: Browser, tmp_path: Path) -> None:
    judgment = {"turn": 1, "criterion": "Is it polite?", "outcome": "failed", "advises": True}
    judgment |= {"judge": "j gpt", "rubric": "f" * 64, "prompt": "e" * 64, "samples": [5]}
    fields = {"outcome": "ungraded", "score": None, "expected": "Is it polite?", "optional": True}
    entry = scenario("a", [failed("judge", **fields)], judged=[judgment])
    page = tmp_path / "page.html"
    page.write_text(page_of(report([entry])))
    browser.open(page, {"open": "shop.scenario.yaml::a (shop)"})
    browser.first(".opinion button").click()
    browser.first("aside.labels input").send_keys("ada")
    line = json.loads(download(browser, tmp_path))
    assert (line["check"], line["outcome"], line["verdict"]) == (
        "judge (turn 1)",
        "failed",
        "agree",
    )
    assert (line["judge"], line["rubric"]) == ("j gpt", "f" * 64)
    ((label,), _) = saved_labels(tmp_path)
    assert (label.outcome, label.judged) == ("failed", 0)


def test_the_labels_of_others_are_shown(browser: Browser, tmp_path: Path) -> None:
    entries = [scenario("a", [failed()]), scenario("b", [failed()]), scenario("c", [failed()])]
    made = report(entries)
    evidence = [checks_evidence(entry, None) for entry in made["scenarios"]]
    items = ["shop.scenario.yaml::a (shop)", "shop.scenario.yaml::b (shop)"]

    def label(item: str, outcome: str, note: str, digest: str) -> Label:
        name = "shouldContain (turn 1)"
        about: dict[str, Any] = {"item": item, "outcome": outcome, "evidence": digest}
        return Label(name=name, score=None, by="eve", note=note, **about)

    labels = [
        label(items[0], "passed", "it does", evidence[0]),
        label(items[1], "failed", "", evidence[1]),
        label(items[1], "passed", "old", "0" * 64),
    ]
    page = tmp_path / "page.html"
    page.write_text(page_of(made, labels=labels))
    browser.open(page, {"open": items[0]})
    assert browser.first(".opinion .soft").text == "eve: wrong verdict (it does)"
    browser.open(page, {"open": items[1]})
    browser.first(".opinion .soft")
    assert browser.texts(".opinion .soft") == ["eve: right verdict"]
    assert [text for text in browser.texts("option") if "label" in text or "disputed" in text] == [
        *("All labels", "disputed (1)", "labelled (1)", "unlabelled (1)"),
    ]
    browser.open(page, {"label": "unlabelled"})
    assert browser.texts(".row .id") == ["c"]


def test_a_note_is_saved_as_it_is_shown(browser: Browser, page: Path) -> None:
    look(browser, page, view="race", open="eve")
    browser.run(OPEN_SCORE)
    browser.first(".opinion button").click()
    browser.first(".opinion input").send_keys("it is slow")
    # A label that is taken back has no note any more.
    for _ in range(2):
        browser.first(".opinion button").click()
    shown = browser.first(".opinion input").get_attribute("value")
    saved = json.loads(browser.run("return Object.values(localStorage)[0]"))
    own = [words["note"] for labelled, words in saved if labelled["item"] == "hydra.toml::eve"]
    assert own == [shown]


def test_labels_that_cannot_be_kept_are_not_lost_unasked(browser: Browser, page: Path) -> None:
    leave = (
        "const event = new Event('beforeunload', { cancelable: true });"
        "window.dispatchEvent(event); return event.defaultPrevented"
    )
    look(browser, page, view="race", open="ada")
    browser.run(OPEN_SCORE)
    press = "document.querySelector('.opinion button').click()"
    browser.run(press)
    assert not browser.run(leave)
    # Some viewers of artifacts allow no storage.
    browser.run(f"Storage.prototype.setItem = () => {{ throw Error() }}; {press}; {press}")
    assert browser.run(leave)
    # Without the name of their author they are not saved.
    browser.first("aside.labels input").clear()
    browser.first("aside.labels button").click()
    assert browser.run(leave)
    assert browser.driver.switch_to.active_element.get_attribute("aria-label") == "Your name"
    browser.first("aside.labels input").send_keys("ada")
    browser.first("aside.labels button").click()
    assert not browser.run(leave)


def test_a_score_is_not_rounded_to_the_maximum(browser: Browser, tmp_path: Path) -> None:
    entry = judged(tmp_path)
    entry["total"], entry["checks"][0]["score"] = 9.97, 9.96
    entry["checks"].append({**entry["checks"][0], "name": "Code Quality", "score": None})
    report = raced(tmp_path, ("ada",), benchmarks=[entry])
    page = tmp_path / "page.html"
    page.write_text(page_of(report, [tmp_path]))
    look(browser, page, view="benchmarks")
    assert browser.texts(".facts b")[0] == "9.97 of 10, threshold 7"
    assert browser.texts(".category .measure") == ["9.96", "–"]
    # No bar, as an empty one is a score of 0.
    assert len(browser.all(".category meter")) == 1


def choose(browser: Browser, select: WebElement, value: str) -> None:
    """Choose one of the options, as a mouse does."""
    browser.run(
        "const [select, value] = arguments; select.value = value;"
        "select.dispatchEvent(new Event('change', { bubbles: true }))",
        *(select, value),
    )


def download(browser: Browser, folder: Path) -> str:
    """What is saved as labels.jsonl."""
    parameters = {"behavior": "allow", "downloadPath": str(folder)}
    browser.driver.execute_cdp_cmd("Browser.setDownloadBehavior", parameters)
    browser.first("aside.labels button").click()
    path = folder / "labels.jsonl"
    return browser.until(lambda: path.exists() and path.read_text())  # type: ignore[no-any-return]


def test_hostile_texts_stay_texts(browser: Browser, tmp_path: Path) -> None:
    texts = cycle(TEXTS)
    names = [f"{text}{number}" for number, text in enumerate(TEXTS[::20])]
    said = lambda _: next(texts).replace("\n", " ")  # noqa: E731
    folder = tmp_path / "run"
    report = raced(folder, names, said, lines=200, tests=TEXTS)
    report["benchmarks"] = [judged(folder, said, text) for text in TEXTS[:3]]
    page = tmp_path / "page.html"
    page.write_bytes(page_of(report, [folder]).encode("utf-8", "replace"))
    for view, chosen in [("race", ["", *names]), ("benchmarks", ["", *TEXTS[:3]])]:
        for name in chosen:
            beside = {"with": names[0]} if name == names[1] else {}
            look(browser, page, view=view, open=name, tests="all", **beside)
            browser.run("for (const each of document.querySelectorAll('details')) each.open = true")
            assert not name or len(browser.all(f".{view} > h2")) == 1
            assert browser.run(_ODD) == []
            assert browser.run("return window.owned") is None
    assert browser.requests() == []
    assert browser.complaints() == []


# Elements, attributes and addresses that the page did not make.
_ODD = r"""
const tags = new Set(`
  html head meta title style body script noscript div main header nav section figure figcaption h1
  h2 h3 h4 p ul ol li dl dt dd b a bdi span small button select option input meter table colgroup
  col thead tbody tr th td code pre mark details summary time svg line rect text circle polyline
  aside footer kbd
`.trim().split(/\s+/));
const doing = /^(on|src|srcset|xlink|formaction|action|srcdoc|background)/;
return [...document.querySelectorAll("*")].flatMap((element) => [
  ...(tags.has(element.localName) ? [] : [element.localName]),
  ...[...element.attributes]
    .filter(({ name, value }) => doing.test(name) || (name === "href" && !value.startsWith("#")))
    .map(({ name, value }) => `${name}=${value}`),
]);
"""
