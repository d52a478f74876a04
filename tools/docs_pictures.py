"""Makes the pictures of the documentation anew: ``python -m tools.docs_pictures``, in a checkout.

They show pages of real runs: two bots before and after a release, and the example race.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.plugins.page.browser import Browser

ROOT = Path(__file__).parents[1]
OUTPUT = ROOT / "docs" / "pictures"
ALONE = ("-p", "no:randomly", "-p", "no:xdist", "-p", "no:cacheprovider")
SETTINGS = """\
[bots.blue]
python = "shop:blue"

[bots.green]
python = "shop:green"

[scenarios]
repeat = 8

[report]
baseline = "baseline.json"
"""
SCENARIOS = """\
scenarios:
  - id: refund
    category: refunds
    cases: [{id: PC-1001}, {id: PC-1002}, {id: PC-1003}, {id: PC-1004}, {id: PC-1006}]
    steps:
      - user: Hello, I have a question about {{id}}
        expect: {shouldMention: "{{id}}", shouldNotContain: password}
      - user: I want a refund for {{id}}, please
        expect:
          expectedFunction: refund_order
          expectedParams: {order: "{{id}}", count: 1}
          shouldContain: refunded
  - id: track
    category: tracking
    cases: [{id: PC-2001}, {id: PC-2002}, {id: PC-2003}, {id: PC-2004}]
    steps:
      - user: Where is {{id}}?
        expect: {expectedFunction: track_order, shouldContain: on its way}
  - id: hours
    category: opening
    cases: [{id: Monday}, {id: Friday}, {id: Sunday}]
    steps: [{user: "When do you open on {{id}}?", expect: {shouldContain: 9 to 18}}]
"""
BOTS = """\
import os
import re


def answer(messages, is_new):
    text = messages[-1]["content"]
    order = re.search(r"PC-\\d+", text)
    if not order:
        is_closed = is_new and "Sunday" in text
        return "We are closed." if is_closed else "We are open from 9 to 18."
    order = order[0]
    if "Where" in text:
        if is_new and order == "PC-2004":
            raise TimeoutError("no answer from the carrier")
        call = {"function": "track_order", "params": {"order": order}}
        return {"text": f"{order} is on its way.", "calls": [call]}
    if "refund" not in text:
        return f"I have found {order}. What can I do for you?"
    count = 2 if is_new and order in ("PC-1001", "PC-1004", "PC-1006") else 1
    call = {"function": "refund_order", "params": {"order": order, "count": count}}
    return {"text": f"I have refunded order {order}.", "calls": [call]}


def blue(messages):
    return answer(messages, os.environ["RELEASE"] == "2")


def green(messages):
    reply = answer(messages, False)
    is_poor = "PC-1002" in messages[-1]["content"] and "refund" in messages[-1]["content"]
    return "I cannot do that." if is_poor else reply
"""


def run(folder: Path, *arguments: str, release: str = "2") -> None:
    """Run a command of Python in a folder; sessions in which something failed are meant to."""
    environment = {name: text for name, text in os.environ.items() if "PYTEST" not in name}
    environment |= {"RELEASE": release, "TMPDIR": str(folder)}
    done = subprocess.run([sys.executable, *arguments], cwd=folder, env=environment, check=False)  # noqa: S603
    if done.returncode > 1:
        sys.exit(f"{' '.join(arguments)} ended with {done.returncode}")


def bots(folder: Path) -> Path:
    """The page of two bots, one of which became worse."""
    texts = {"hydra.toml": SETTINGS, "shop.scenario.yaml": SCENARIOS, "shop.py": BOTS}
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    run(folder, "-m", "pytest", "--hydra", "-q", *ALONE, release="1")
    run(folder, "-m", "pytest_hydra", "bless", "latest", "baseline.json")
    run(folder, "-m", "pytest", "--hydra", "-q", *ALONE, "--hydra-report=page.html")
    return folder / "page.html"


def race(folder: Path) -> Path:
    """The page of the example race."""
    page = folder / "race.html"
    make = str(ROOT / "example_scenarios" / "race" / "make.py")
    run(folder, make, "-q", *ALONE[:4], f"--hydra-report={page}")
    return page


def main() -> int:
    """Run the command, and return the exit status."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        page, raced = bots(folder), race(folder)
        views = {
            "scenario": (page, 1280, 780, {"open": "shop.scenario.yaml::refund[PC-1004] (blue)"}),
            "bots": (page, 1000, 780, {"view": "bots"}),
            "race": (raced, 1100, 980, {}),
        }
        browser = Browser(folder)
        try:
            for name, (shown, width, height, fragment) in views.items():
                browser.look(width, height)
                browser.open(shown, fragment)
                browser.picture(OUTPUT / f"{name}.png")
        finally:
            browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
