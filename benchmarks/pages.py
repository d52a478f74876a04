"""What the page of a large run takes: to be written, and to be looked at in a real browser.

What writing it takes is the processor time of a session with it by that of one without. What is
seen is measured in a headless Chromium: when the first rows are there, how long a key of the search
takes until other rows are, and what JavaScript holds in the end, by the browser's own count.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import process_time, sleep

from benchmarks.command import Options, run_parts, show, show_heading
from benchmarks.measure import Command, compared, take_rounds
from benchmarks.projects import make_project
from pytest_hydra.report.page.page import page_of
from tests.page.browser import Browser, programs
from tests.page.parts import raced

SCENARIOS = 10_000
CANDIDATES, LINES, TESTS = 20, 2_000, 3_000
TYPED_TESTS = ("t", "test_1", "test_12", "shop", "nothing")
TYPED = ("c", "ca", "carol", "sending 12", "77", "dave 9", "transfer-4")

_SESSION = ("-m", "pytest", "-q", "-p", "pytest_hydra.plugin", "--hydra", "cases.scenario.json")

# A key is pressed, and the browser has drawn what comes of it.
_TYPE = """
const [text, done] = arguments;
const view = document.querySelector(".view:not([hidden])");
const input = view.querySelector("input[type=search]");
input.value = text;
const start = performance.now();
input.dispatchEvent(new Event("input"));
requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
"""
# A candidate is opened, and all of its files are.
_OPEN = """
const [fragment, done] = arguments;
const start = performance.now();
const place = document.querySelector(".view.race");
new MutationObserver((_, observer) => {
  observer.disconnect();
  for (const each of place.querySelectorAll("details.file")) each.open = true;
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
}).observe(place, { childList: true });
location.hash = fragment;
"""
_FIRST_ROWS = "return performance.getEntriesByName('shown')[0].startTime"


@dataclass(frozen=True, slots=True)
class Seen:
    """What a browser makes of a page: milliseconds, and bytes."""

    first_rows: float
    slowest_key: float
    heap: int


def report(folder: Path, options: Options) -> object:
    """Print the tables of a run of 10,000 scenarios of three checks each, and of a race of 20."""
    return {"scenarios": _scenarios(folder, options), "race": _race(folder / "race", options)}


def _scenarios(folder: Path, options: Options) -> dict[str, object]:
    project = make_project(folder / "page", SCENARIOS)
    expected = f"{3 * SCENARIOS} of {3 * SCENARIOS} checks passed"
    without = project / "without.toml"
    settings = (project / "hydra.toml").read_text(encoding="utf-8")
    without.write_text(f"{settings}\n[report]\nhtml = false\n", encoding="utf-8")
    commands = {
        "page": Command(_SESSION, project, expected),
        "none": Command((*_SESSION, "--hydra-config", without.name), project, expected),
    }
    took = take_rounds(commands, 2 * options.rounds + 1)
    _, cpu, *_ = compared(took, "page", "none")
    pages = sorted((project / ".hydra" / "runs").glob("*/report.html"))
    size = pages[-1].stat().st_size
    show_heading("scenarios", "size", "writing it, cpu", "first rows", "slowest key", "heap")
    figures: dict[str, object] = {"scenarios": SCENARIOS, "bytes": size, "cpu": cpu}
    cells = (f"{SCENARIOS:,}", f"{size / 1e6:.2f} MB", f"{100 * (cpu - 1):+.1f}%")
    if programs() is None:
        show(*cells, "no browser", "", "")
        return figures
    seen = look(folder / "profile", pages[-1], options.rounds)
    times = (f"{seen.first_rows:.0f} ms", f"{seen.slowest_key:.0f} ms")
    show(*cells, *times, f"{seen.heap / 1e6:.0f} MB")
    return {**figures, **asdict(seen)}


def _race(folder: Path, options: Options) -> dict[str, object]:
    folder.mkdir()
    agents = [f"agent-{number}" for number in range(1, CANDIDATES + 1)]
    tests = [f"tests/test_shop.py::test_{number}" for number in range(TESTS)]
    made = raced(folder, agents, lines=LINES, tests=tests)
    start = process_time()
    text = page_of(made, [folder])
    took = process_time() - start
    page = folder / "page.html"
    page.write_text(text, encoding="utf-8")
    show_heading("candidates", "lines each", "size", "writing it, cpu")
    show(f"{CANDIDATES}", f"{LINES:,}", f"{len(text) / 1e6:.2f} MB", f"{took:.1f} s")
    figures: dict[str, object] = {"candidates": CANDIDATES, "bytes": len(text), "cpu": took}
    if programs() is None:
        return figures
    browser = Browser(folder / "profile")
    try:
        seen = [_look_at_race(browser, page) for _ in range(options.rounds)]
    finally:
        browser.close()
    names = ("ranking", "candidate", "two", "slowest key", "heap")
    found = {
        name: median(column) for name, column in zip(names, zip(*seen, strict=True), strict=True)
    }
    show_heading(*names)
    show(*(f"{found[name]:.0f} ms" for name in names[:-1]), f"{found['heap'] / 1e6:.0f} MB")
    return {**figures, **found}


def _look_at_race(browser: Browser, page: Path) -> tuple[float, ...]:
    """When the ranking is there, and how long it takes until what one opens or types is there."""
    browser.look()
    browser.open(page, {"view": "race", "tests": "all"})
    ranking = float(browser.run("return performance.now()"))
    browser.run("document.querySelector('.matrix').scrollIntoView()")
    keys = [float(browser.driver.execute_async_script(_TYPE, text)) for text in TYPED_TESTS]
    fragments = ("view=race&open=agent-2", "view=race&open=agent-2&with=agent-3")
    opened = [float(browser.driver.execute_async_script(_OPEN, each)) for each in fragments]
    heap = browser.driver.execute_cdp_cmd("Runtime.getHeapUsage", {})["usedSize"]
    return ranking, *opened, max(keys), float(heap)


def look(profile: Path, page: Path, rounds: int) -> Seen:
    """The page as a browser sees it: the medians of several times that it is opened."""
    browser = Browser(profile)
    try:
        return _look(browser, page, rounds)
    finally:
        browser.close()


def _look(browser: Browser, page: Path, rounds: int) -> Seen:
    rows, keys, heaps = [], [], []
    for _ in range(rounds):
        browser.look()
        browser.open(page)
        rows.append(float(browser.run(_FIRST_ROWS)))
        browser.press("/")
        sleep(3)  # what was said in conversations is read meanwhile
        typed = [browser.driver.execute_async_script(_TYPE, text) for text in TYPED]
        keys.append(max(map(float, typed)))
        browser.press("escape", "j", "enter")
        browser.first(".detail h2")
        heaps.append(browser.driver.execute_cdp_cmd("Runtime.getHeapUsage", {})["usedSize"])
    return Seen(median(rows), median(keys), int(median(heaps)))


if __name__ == "__main__":
    run_parts("benchmarks.pages", str(__doc__), {"pages": report})
