"""Take pictures of pages: ``python -m tools.pictures PAGE… -o FOLDER``.

They show each view of a page, and its first entry, at three widths, light and dark.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.plugins.page.browser import Browser, programs

WIDTHS = {360: 780, 1280: 900, 2560: 1300}
SCHEMES = ("light", "dark")
_OPEN_FIRST = """
const place = document.querySelector(".view:not([hidden])");
const first = place.querySelector(":is(.row, .ranking th, .benchmarks th, .category) a");
first?.click();
return first !== null && !place.querySelector(":scope > h2");
"""


def pictures(browser: Browser, page: Path, folder: Path, width: int | None) -> Iterator[Path]:
    """Take the pictures, and yield the path of each."""
    browser.look()
    browser.open(page)
    tabs = browser.run("return [...document.querySelectorAll('.tabs a')].map((a) => a.hash)")
    only = browser.run("return document.querySelector('.view')?.classList[1] ?? ''")
    for name in [str(tab).partition("view=")[2] for tab in tabs] or [only]:
        for is_open in (False, True):
            for scheme in SCHEMES:
                for view_width, height in WIDTHS.items():
                    if width not in (None, view_width):
                        continue
                    browser.look(view_width, height, scheme=scheme)
                    browser.open(page, {"view": name})
                    if is_open:
                        if not browser.run(_OPEN_FIRST):
                            continue
                        browser.first(".detail h2, .view > h2")
                    label = f"{name}-opened" if is_open else name
                    path = folder / f"{page.stem}-{label}-{view_width}-{scheme}.png"
                    browser.picture(path)
                    yield path


def main() -> int:
    """Run the command, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.pictures", description=__doc__)
    parser.add_argument("pages", nargs="+", type=Path, metavar="PAGE")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--width", type=int, choices=list(WIDTHS), help="default: all three")
    options = parser.parse_args()
    if programs() is None:
        parser.exit(1, "Chromium or chromedriver was not found\n")
    options.output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(Path(profile))
        try:
            for page in options.pages:
                for path in pictures(browser, page, options.output, options.width):
                    print(path)
        finally:
            browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
