"""Whatever others say, it is text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.report.page.page import page_of
from tests.page.browser import Browser
from tests.page.hostile import TEXTS
from tests.page.samples import failed, record, report, run_folder, scenario, turn
from tests.results import ordinary

_TAGS = set(
    """
    html head meta title style body div main header nav section article h1 h2 h3 p ul ol li dl dt dd
    b a span button select option input table thead tbody tr th td code pre mark del ins details
    summary time script noscript footer kbd svg rect
    """.split()  # noqa: SIM905 - words
)
_ATTRIBUTES = set(
    """
    class id title href type aria-label aria-hidden aria-current aria-pressed aria-setsize
    aria-posinset aria-keyshortcuts role tabindex hidden style open placeholder autocomplete
    spellcheck value datetime name content charset http-equiv lang scope data-ready
    viewBox preserveAspectRatio y width height
    """.split()  # noqa: SIM905
)


def _entries(texts: Iterator[str], count: int) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Entries in which all that others say is hostile, and what was recorded of them."""

    def text() -> str:
        return next(texts)

    for number in range(count):
        said = failed(
            text(), message=text(), kind=text(), expected={text(): text()}, actual=[text()]
        )
        quoting = failed(text(), message=f'contains "{text()}"', expected=text(), actual=text())
        entry = scenario(
            f"{number}{text()}",
            [said, quoting, {**quoting, "turn": None}],
            name=text(),
            file=text(),
            subject=text(),
            tags=[text()],
            category=text(),
            error=text(),
        )
        call = {"function": text(), "params": {text(): text()}, "result": text(), "agent": text()}
        said_in_reply = {"calls": [call, {**call, "error": text()}], "agent": text()}
        yield (
            entry,
            record(
                entry,
                turn(text(), f"{text()} {quoting['expected']}", reply=said_in_reply, said=[call]),
                {"user": text(), "error": text(), "traceback": text()},
                context={text(): text()},
                played={"player": text(), "reason": text()},
                world={
                    "initial": "s",
                    "changes": [[{"op": "add", "path": f"/{text()}", "value": text()}]],
                },
            ),
        )


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with each of the texts in each place."""
    folder = tmp_path_factory.mktemp("hostile")
    made = list(_entries(cycle(TEXTS), len(TEXTS)))
    records = [each for _, each in made]
    records[0]["states"] = {"s": {TEXTS[0]: TEXTS[1]}}
    tests = [
        ordinary(
            f"{number}{text}",
            [failed(text, message=text, turn=None)],
            subject=text,
            error=text,
        )
        for number, text in enumerate(TEXTS)
    ]
    all_of_it = report([entry for entry, _ in made], tests, run_id=TEXTS[0])
    run_folder(folder, all_of_it, records)
    path = folder / "page.html"
    path.write_bytes(page_of(all_of_it, [folder]).encode("utf-8", "replace"))
    return path


_WALK = r"""
const [rows, done] = arguments;
const seen = new Set();
const look = () => {
  for (const element of document.querySelectorAll("*")) {
    seen.add(element.localName);
    for (const { name, value } of element.attributes) {
      seen.add(`@${name}`);
      if (name === "href" && !value.startsWith("#")) seen.add(`href ${value}`);
      const known = /(top|height|width|min-width): [\d.]+(px|rem|%);? ?/g;
      const style = element.style.cssText.replace(known, "");
      if (style) seen.add(`style ${style}`);
    }
  }
};
const pause = () => new Promise((go) => setTimeout(go));
(async () => {
  look();
  for (let row = 0; row < rows; row += 1) {
    const before = document.querySelector(".detail h2");
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
    const focused = document.activeElement;
    if (row === 0) focused.click();
    for (let wait = 0; document.querySelector(".detail h2") === before; wait += 1) {
      if (wait > 500) throw Error(`row ${row} is not shown: ${focused.innerText}`);
      await pause();
    }
    for (const details of document.querySelectorAll(".detail details")) details.open = true;
    look();
  }
  location.hash = "view=bots";
  await pause();
  look();
  done([...seen]);
})().catch((error) => done([`error ${error.stack}`]));
"""


def test_hostile_texts_stay_texts(browser: Browser, page: Path) -> None:
    browser.driver.set_script_timeout(60)
    browser.open(page)
    found = browser.driver.execute_async_script(_WALK, 2 * len(TEXTS))
    known = _TAGS | {f"@{name}" for name in _ATTRIBUTES}
    assert sorted(set(found) - known) == []
    assert browser.run("return window.owned") is None
    assert browser.requests() == []
    assert browser.complaints() == []
    # Without a script as well.
    browser.scripts(on=False)
    browser.driver.get("about:blank")
    browser.driver.get(page.as_uri())
    assert TEXTS[0] in browser.first(".top").text
    assert browser.requests() == []
    browser.scripts(on=True)


def test_what_cannot_be_seen_is_written_out(browser: Browser, page: Path) -> None:
    browser.open(page)
    shown = "".join(browser.texts("body"))
    assert not set(shown) & set("\u202e\u2066\u200b\ufeff\x1b\0")
