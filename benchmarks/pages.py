"""The cost of the page of a large run: writing it, and showing it in a real browser.

The cost of writing is the processor time of a session with the page relative to one without it.
The rest is measured in a headless Chromium: the time until the first rows appear, the time until
the rows change after a key in the search, and the memory of JavaScript, as counted by the browser.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import process_time, sleep

from benchmarks.command import Options, run_parts, show, show_heading
from benchmarks.measure import Command, comparison, take_rounds
from benchmarks.projects import make_project
from pytest_hydra.plugins.page.page import page_of
from tests.plugins.page.browser import Browser, programs
from tests.plugins.page.parts import raced

SCENARIOS = 10_000
CANDIDATES, LINES, TESTS = 20, 2_000, 3_000
TYPED_TESTS = ("t", "test_1", "test_12", "shop", "nothing")
TYPED = ("c", "ca", "carol", "sending 12", "77", "dave 9", "transfer-4")

_SESSION = ("-m", "pytest", "-q", "-p", "pytest_hydra.plugin", "--hydra", "cases.scenario.json")

# The time from a key press until the browser has drawn the result.
_TYPE = """
const [text, done] = arguments;
const view = document.querySelector(".view:not([hidden])");
const input = view.querySelector("input[type=search]");
input.value = text;
const start = performance.now();
input.dispatchEvent(new Event("input"));
requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
"""
# The time until a candidate and all of its files are open.
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
class PageTimes:
    """Figures of a page in a browser: milliseconds, and bytes."""

    first_rows: float
    slowest_key: float
    heap: int


def report(folder: Path, options: Options) -> object:
    """Print the tables of 10,000 scenarios with three checks each, and of a race of 20."""
    return {"scenarios": _scenarios(folder, options), "race": _race(folder / "race", options)}


def _scenarios(folder: Path, options: Options) -> dict[str, object]:
    project = make_project(folder / "page", SCENARIOS)
    expected = f"{SCENARIOS:,} of {SCENARIOS:,} passed"
    without = project / "without.toml"
    settings = (project / "hydra.toml").read_text(encoding="utf-8")
    without.write_text(f"{settings}\n[report]\nhtml = false\n", encoding="utf-8")
    commands = {
        # A session in which all passed writes none by itself.
        "page": Command((*_SESSION, "--hydra-report=page.html"), project, expected),
        "none": Command((*_SESSION, "--hydra-config", without.name), project, expected),
    }
    rounds = take_rounds(commands, 2 * options.rounds + 1)
    _, cpu, *_ = comparison(rounds, "page", "none")
    page = project / "page.html"
    size = page.stat().st_size
    show_heading("scenarios", "size", "cpu to write", "first rows", "slowest key", "heap")
    figures: dict[str, object] = {"scenarios": SCENARIOS, "bytes": size, "cpu": cpu}
    cells = (f"{SCENARIOS:,}", f"{size / 1e6:.2f} MB", f"{100 * (cpu - 1):+.1f}%")
    if programs() is None:
        show(*cells, "no browser", "", "")
        return figures
    page_times = look(folder / "profile", page, options.rounds)
    cells_ = (f"{page_times.first_rows:.0f} ms", f"{page_times.slowest_key:.0f} ms")
    show(*cells, *cells_, f"{page_times.heap / 1e6:.0f} MB")
    return {**figures, **asdict(page_times)}


def _race(folder: Path, options: Options) -> dict[str, object]:
    folder.mkdir()
    agents = [f"agent-{number}" for number in range(1, CANDIDATES + 1)]
    tests = [f"tests/test_shop.py::test_{number}" for number in range(TESTS)]
    report = raced(folder, agents, lines=LINES, tests=tests)
    start = process_time()
    text = page_of(report, [folder])
    cpu = process_time() - start
    page = folder / "page.html"
    page.write_text(text, encoding="utf-8")
    show_heading("candidates", "lines each", "size", "cpu to write")
    show(f"{CANDIDATES}", f"{LINES:,}", f"{len(text) / 1e6:.2f} MB", f"{cpu:.1f} s")
    figures: dict[str, object] = {"candidates": CANDIDATES, "bytes": len(text), "cpu": cpu}
    if programs() is None:
        return figures
    browser = Browser(folder / "profile")
    try:
        samples = [_look_at_race(browser, page) for _ in range(options.rounds)]
    finally:
        browser.close()
    names = ("ranking", "candidate", "two candidates", "slowest key", "heap")
    medians = {
        name: median(column) for name, column in zip(names, zip(*samples, strict=True), strict=True)
    }
    show_heading(*names)
    show(*(f"{medians[name]:.0f} ms" for name in names[:-1]), f"{medians['heap'] / 1e6:.0f} MB")
    return {**figures, **medians}


def _look_at_race(browser: Browser, page: Path) -> tuple[float, ...]:
    """The times until the ranking, one and two candidates, and a search are shown; and the heap."""
    browser.look()
    browser.open(page, {"view": "race", "tests": "all"})
    ranking = float(browser.run("return performance.now()"))
    browser.run("document.querySelector('.matrix').scrollIntoView()")
    keys = [float(browser.driver.execute_async_script(_TYPE, text)) for text in TYPED_TESTS]
    fragments = ("view=race&open=agent-2", "view=race&open=agent-2&with=agent-3")
    times = [float(browser.driver.execute_async_script(_OPEN, fragment)) for fragment in fragments]
    heap = browser.driver.execute_cdp_cmd("Runtime.getHeapUsage", {})["usedSize"]
    return ranking, *times, max(keys), float(heap)


def look(profile: Path, page: Path, rounds: int) -> PageTimes:
    """The medians of the figures of a page that is opened ``rounds`` times."""
    browser = Browser(profile)
    try:
        return _look(browser, page, rounds)
    finally:
        browser.close()


def _look(browser: Browser, page: Path, rounds: int) -> PageTimes:
    rows, keys, heaps = [], [], []
    for _ in range(rounds):
        browser.look()
        browser.open(page)
        rows.append(float(browser.run(_FIRST_ROWS)))
        browser.press("/")
        sleep(3)  # meanwhile the page reads the conversations
        typed = [browser.driver.execute_async_script(_TYPE, text) for text in TYPED]
        keys.append(max(map(float, typed)))
        browser.press("escape", "j", "enter")
        browser.first(".detail h2")
        heaps.append(browser.driver.execute_cdp_cmd("Runtime.getHeapUsage", {})["usedSize"])
    return PageTimes(median(rows), median(keys), int(median(heaps)))


if __name__ == "__main__":
    run_parts("benchmarks.pages", str(__doc__), {"pages": report})
