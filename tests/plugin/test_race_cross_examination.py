"""Candidates whose new tests are run on each other's code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.plugin.race_project import FIXED, SHOP, RaceProject, make_race

ASKED = '\n[race.acceptance]\ntests = "hidden"\n'
HEAD = "import pytest\nfrom shop import label, total\n\n\n"
HALF = HEAD + "def test_half():\n    assert total([100], discount=50) == 50\n"
IDS = """
@pytest.mark.parametrize("name", [" tea", "| * `<b>` \\x1b[31m", "é" * 40])
def test_label_keeps(name):
    assert label(name) == name.strip().title()
"""
WRONG = HEAD + "def test_half():\n    assert total([100], discount=50) == 150\n"
HELPED = "from pricing import half\n\n\ndef test_helped():\n    assert half(100) == 50\n"
CANDIDATES = {
    "right": {"shop.py": FIXED, "tests/test_right.py": HALF + IDS},
    # Does the same in another way, and has a helper that others have not.
    "also": {
        "shop.py": FIXED + "\n\ndef count(prices):\n    return len(prices)\n",
        "pricing.py": "from shop import total\n\n\ndef half(price):\n"
        "    return total([price], discount=50)\n",
        "tests/test_also.py": HALF,
        "tests/test_helped.py": HELPED,
    },
    "wrong": {
        "shop.py": SHOP.replace(
            "sum(prices)", "sum(prices) * (100 + (discount if discount != 10 else -10)) // 100"
        ),
        "tests/test_wrong.py": WRONG,
    },
    # Knows of one discount alone, as the base's tests do.
    "misses": {"shop.py": SHOP.replace("sum(prices)", "sum(prices) - (9 if discount else 0)")},
}
HOSTILE = {
    "ends": "import os\nfrom shop import count\n",
    "floods": HALF + "\n\nfor n in range(20000):\n    exec(f'def test_{n}(): pass')\n",
}


@pytest.fixture
def race(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> RaceProject:
    return make_race(tmp_path_factory.getbasetemp() / "race-template", tmp_path / "project")


def test_x(race: RaceProject) -> None:
    for name, files in CANDIDATES.items():
        race.branch(f"agents/{name}", files)
    race.candidates(*CANDIDATES, more=ASKED)
    settings = race.path / "hydra.toml"
    text = settings.read_text().replace('base = "main"', 'base = "main"\ncross_examination = true')
    settings.write_text(text)
    hidden = race.path / "hidden" / "tests" / "test_task.py"
    hidden.parent.mkdir(parents=True)
    hidden.write_text(HEAD + "def test_third():\n    assert total([300], discount=33) == 201\n")
    done = race.run("--hydra", "hydra.toml", "-v", "--hydra-report=md:out.md")
    print(done.stdout, done.stderr)
    print(json.dumps(race.report()["race"], indent=1))
    print((race.path / "out.md").read_text())
    assert 0
