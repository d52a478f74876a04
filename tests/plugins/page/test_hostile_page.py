"""Whatever others say, it is text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.core.result import item_name
from pytest_hydra.plugins.page.page import page_of
from pytest_hydra.record.labels import Label, check_name, checks_evidence
from tests.plugins.page.browser import Browser
from tests.plugins.page.hostile import TEXTS
from tests.results import ordinary
from tests.samples import failed, record, report, run_folder, scenario, turn

_TAGS = set(
    """
    html head meta title style body div main header nav section article h1 h2 h3 p ul ol li dl dt dd
    b a span button select option input table thead tbody tr th td code pre mark del ins details
    summary time script noscript footer kbd svg rect line circle small nav colgroup col textarea
    """.split()  # noqa: SIM905 - words
)
_ATTRIBUTES = set(
    """
    class id title href type aria-label aria-hidden aria-current aria-pressed aria-setsize
    aria-posinset aria-keyshortcuts role tabindex hidden style open placeholder autocomplete
    spellcheck value datetime name content charset http-equiv lang scope data-ready colspan readonly
    viewBox preserveAspectRatio y width height x1 x2 y1 y2 cx r
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
            k=2,
            pass_at=1,
        )
        entry["runs"] = [
            {"outcome": "failed", "total": 0, "checks": [said]},
            {"outcome": "passed", "total": 100, "checks": []},
        ]
        call = {"function": text(), "params": {text(): text()}, "result": text(), "agent": text()}
        shell = {**call, "params": {"command": text()}}
        said_in_reply = {"calls": [call, {**call, "error": text()}, shell], "agent": text()}
        patch = f"--- a/{text()}\n+++ b/{text()}\n@@ -1 +1 @@ {text()}\n-{text()}\n+{text()}\n"
        yield (
            entry,
            record(
                entry,
                turn(text(), f"{text()} {quoting['expected']}", reply=said_in_reply, said=[call]),
                {"user": text(), "error": text(), "traceback": text()},
                context={text(): text()},
                played={"player": text(), "reason": text()},
                workspace={"patch": patch},
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
    labels = [
        Label(
            item=item_name(each),
            name=check_name(each["checks"][0]),
            outcome="failed",
            score=None,
            by=text,
            note=text,
            evidence=checks_evidence(each, None),
        )
        for each, text in zip(all_of_it["tests"], TEXTS, strict=True)
    ]
    path.write_bytes(page_of(all_of_it, [folder], labels).encode("utf-8", "replace"))
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
  navigator.clipboard.writeText = () => { throw Error(); };
  for (const each of document.querySelectorAll(".copy button")) {
    each.click();
    await pause();
    look();
  }
  done([...seen]);
})().catch((error) => done([`error ${error.stack}`]));
"""


def test_hostile_texts_stay_texts(browser: Browser, page: Path) -> None:
    browser.driver.set_script_timeout(180)
    # All rows, and not only some of each cause.
    browser.open(page, {"sort": "file"})
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


def test_hostile_conversations_stay_texts_beside_one_another(
    browser: Browser, tmp_path: Path
) -> None:
    texts = cycle(TEXTS)
    entries, records = [], []
    for number in range(20):
        for subject in (f"one{TEXTS[0]}", f"two{TEXTS[1]}"):
            checks = [failed(next(texts), message=next(texts))]
            name = f"{number}{TEXTS[number]}"
            nodeid = f"{number}[{subject}]"
            entry = scenario(name, checks, subject=subject, name=next(texts), nodeid=nodeid)
            entries.append(entry)
            records.append(record(entry, turn(next(texts), next(texts))))
    made = report(entries)
    path = run_folder(tmp_path, made, records) / "page.html"
    path.write_bytes(page_of(made, [tmp_path]).encode("utf-8", "replace"))
    browser.open(path, {"view": "bots"})
    browser.press("j", "enter")
    known = _TAGS | {f"@{name}" for name in _ATTRIBUTES} | {"style --bots: 2"}
    for _ in range(20):
        browser.until(lambda: len(browser.all(".columns section")) == 2)
        look = _WALK.partition("const pause")[0].replace("[rows, done] = arguments", "_ = 0")
        found = browser.run(f"{look} look(); return [...seen]")
        assert sorted({each.rstrip(";") for each in found} - known) == []
        browser.press("j")
    assert browser.run("return window.owned") is None
    assert browser.requests() == []
    assert browser.complaints() == []
