"""Pictures of pages, to be looked at: ``python -m tools.pictures PAGE… -o FOLDER``.

Of each page its views, and what is first in each of them, at three widths, light and dark.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.page.browser import Browser, programs

WIDTHS = {360: 780, 1280: 900, 2560: 1300}
SCHEMES = ("light", "dark")
_OPEN = """
const place = document.querySelector(".view:not([hidden])");
const first = place.querySelector(":is(.row, .ranking, .category) a");
first?.click();
return first !== null && !place.querySelector(":scope > h2");
"""


def pictures(browser: Browser, page: Path, folder: Path, width: int | None) -> Iterator[Path]:
    """Take them; each as it is there."""
    browser.look()
    browser.open(page)
    tabs = browser.run("return [...document.querySelectorAll('.tabs a')].map((a) => a.hash)")
    only = browser.run("return document.querySelector('.view')?.classList[1] ?? ''")
    for name in [str(tab).partition("view=")[2] for tab in tabs] or [only]:
        for opened in (False, True):
            for scheme in SCHEMES:
                for wide, high in WIDTHS.items():
                    if width not in (None, wide):
                        continue
                    browser.look(wide, high, scheme=scheme)
                    browser.open(page, {"view": name})
                    if opened:
                        if not browser.run(_OPEN):
                            continue
                        browser.first(".detail h2, .view > h2")
                    what = f"{name}-opened" if opened else name
                    path = folder / f"{page.stem}-{what}-{wide}-{scheme}.png"
                    browser.picture(path)
                    yield path


def main() -> int:
    """Run the command; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.pictures", description=__doc__)
    parser.add_argument("pages", nargs="+", type=Path, metavar="PAGE")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--width", type=int, choices=list(WIDTHS), help="default: each")
    options = parser.parse_args()
    if programs() is None:
        parser.exit(1, "no Chromium and no chromedriver are found\n")
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
