"""Candidates whose new tests are run on each other's code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.plugins.boxes.box import Box, preflight
from tests.plugins.race.race_project import FIXED, SHOP, RaceProject, make_race

FOUND = preflight()
boxed = pytest.mark.skipif(not isinstance(FOUND, Box), reason=str(FOUND))
HEAD = "import pytest\nfrom shop import label, total\n"
HALF = "\n\ndef test_half():\n    assert total([100], discount=50) == 50\n"
NAMES = [" tea", "| * `<b>` \x1b[31m \u202e", "é" * 40]
LABELS = f"""

@pytest.mark.parametrize("name", {NAMES})
def test_label_keeps(name):
    assert label(name) == name.strip().title()
"""
CANDIDATES = {
    "ada": {"shop.py": FIXED, "tests/test_ada.py": HEAD + HALF + LABELS},
    # Does the same otherwise, and tests what others do not have.
    "bob": {
        "shop.py": f"{FIXED}\n\ndef half(price):\n    return total([price], discount=50)\n",
        "rounding.py": "from shop import half\n",
        "tests/test_bob.py": HEAD + HALF,
        "tests/test_rounding.py": "from rounding import half\n\n\n"
        "def test_rounding():\n    assert half(100) == 50\n",
    },
    # Takes ten percent off, and adds any other discount.
    "cyd": {
        "shop.py": SHOP.replace(
            "sum(prices)", "sum(prices) * (90 if discount == 10 else 100 + discount) // 100"
        ),
        "tests/test_cyd.py": HEAD + HALF.replace("== 50", "== 150"),
    },
    # Has no tests, and misses all discounts but one.
    "dan": {
        "shop.py": SHOP.replace("sum(prices)", "sum(prices) * (90 if discount == 10 else 100)//100")
    },
    # The code that ada has, and no other test.
    "eve": {"shop.py": FIXED, "tests/test_ada.py": HEAD + HALF + LABELS},
}
TASK = f"{HEAD}\n\ndef test_third():\n    assert total([300], discount=33) == 201\n"
FIRST = [
    f"look here first: fails 1 test of {author} that most others pass: tests/test_{file}::test_half"
    for author, file in (("ada", "ada.py"), ("bob", "bob.py"), ("eve", "ada.py"))
]
IS_OTHER = "import importlib.util as found\nOTHER = found.find_spec('mark_{}') is None\n"
HOSTILE = {
    "ends": "\n\ndef test_ends():\n    if OTHER:\n        import os\n        os._exit(0)\n",
    "floods": "\n\nfor n in range(1000):\n    exec(f'def test_{n}(): print(OTHER) or not OTHER')\n"
    "\n\ndef test_writes():\n    if OTHER:\n        open('shop.py', 'w').write('no')\n",
    # Where there is that of one other, as it takes until the time is over.
    "hangs": "\n\ndef test_hangs():\n    while found.find_spec('mark_fair'):\n        pass\n",
}


@pytest.fixture
def race(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> RaceProject:
    """The repository; who takes part is told later."""
    return make_race(tmp_path_factory.getbasetemp() / "race-template", tmp_path / "project")


def ask(race: RaceProject, more: str = "") -> None:
    path = race.path / "hydra.toml"
    text = path.read_text().replace("[race]\n", "[race]\ncross_examination = true\n", 1)
    path.write_text(text + more)


def told(race: RaceProject) -> tuple[dict[str, Any], dict[tuple[str, str], tuple[int, int]]]:
    """The candidates, and by author and code how many tests pass and fail."""
    report = race.report()
    pairs = {
        (pair["author"], pair["code"]): (pair["passed"], len(pair["failed"]))
        for pair in report["race"]["cross_examination"]
    }
    return {entry["agent"]: entry for entry in report["rankings"]}, pairs


def reviews(entry: Any) -> list[str]:
    return [
        review["what"]
        for review in entry["details"].get("review", ())
        if ": tests/" in review["what"]
    ]


@boxed
def test_each_is_run_with_the_tests_of_the_others(race: RaceProject) -> None:
    for name, files in CANDIDATES.items():
        race.branch(f"agents/{name}", files)
    race.candidates(*CANDIDATES)
    ask(race, '\n[race.acceptance]\ntests = "hidden"\n')
    hidden = race.path / "hidden" / "tests" / "test_task.py"
    hidden.parent.mkdir(parents=True)
    hidden.write_text(TASK)
    done = race.run("--hydra", "hydra.toml", "--hydra-report=md:out.md")
    assert done.returncode == 0, done.stdout + done.stderr
    ranked, pairs = told(race)
    # Eve's code is ada's, so that neither says anything of the other.
    assert pairs == {
        **{(agent, code): (3, 1) for agent in ("ada", "eve") for code in ("base", "cyd", "dan")},
        ("ada", "bob"): (4, 0),
        ("eve", "bob"): (4, 0),
        **{("bob", code): (0, 1) for code in ("base", "cyd", "dan")},
        **{("bob", code): (1, 0) for code in ("ada", "eve")},
        **{("cyd", code): (0, 1) for code in ("base", "ada", "bob", "dan", "eve")},
    }
    # The helper of bob's is nobody's fault.
    problems = {
        pair["problem"]
        for pair in race.report()["race"]["cross_examination"]
        if pair["author"] == "bob"
    }
    assert problems == {"cannot be collected there: tests/test_rounding.py"}
    assert {agent: reviews(entry) for agent, entry in ranked.items()} == {
        "ada": [],
        "bob": [],
        "eve": [],
        "cyd": [
            *FIRST,
            "1 test of its own contradicts the tests of the task (it fails on code that passes "
            "those: ada, bob, eve): tests/test_cyd.py::test_half",
        ],
        "dan": FIRST,
    }
    # What is wrong with tests of others is nobody else's.
    assert {agent: entry["mergeable"] for agent, entry in ranked.items()} == {
        **dict.fromkeys(("ada", "bob", "eve"), True),
        **dict.fromkeys(("cyd", "dan"), False),
    }
    assert "cross-examination: new tests that fail on others' code: 4" in done.stdout
    table = (race.path / "out.md").read_text()
    assert "| ada | 3 of 4 | 4 of 4 | 3 of 4 | 3 of 4 | – |" in table
    # From its record it comes to the same, also by today's policy; and nothing is run again.
    digest = race.report()["digest"]
    for more in ([], ["--hydra-policy=today"]):
        race.run("--hydra-replay=latest", *more, "hydra.toml")
        assert race.report()["digest"] == digest
        assert told(race)[1] == pairs


@boxed
def test_hostile_tests_cost_their_author_alone(race: RaceProject) -> None:
    race.branch(
        "agents/fair", {"shop.py": FIXED, "mark_fair.py": "", "tests/test_fair.py": HEAD + HALF}
    )
    for name, text in HOSTILE.items():
        own = f"from shop import total\n{IS_OTHER.format(name)}{text}"
        files = {
            "shop.py": FIXED + f"# {name}\n",
            f"mark_{name}.py": "",
            f"tests/test_{name}.py": own,
        }
        race.branch(f"agents/{name}", files)
    race.candidates("fair", *HOSTILE, more="")
    text = (race.path / "hydra.toml").read_text()
    line = 'profile = "python"\n'
    (race.path / "hydra.toml").write_text(
        text.replace(line, f"{line}timeout_per_check_seconds = 20\n")
    )
    ask(race)
    done = race.run("--hydra", "hydra.toml", "-p", "xdist", "-n2")
    assert done.returncode == 0, done.stdout + done.stderr
    ranked, pairs = told(race)
    # The good tests pass everywhere, whatever the others do beside them.
    assert {code: pairs["fair", code] for code in HOSTILE} == dict.fromkeys(HOSTILE, (1, 0))
    assert pairs["ends", "fair"] == pairs["hangs", "fair"] == (0, 0)
    assert pairs["floods", "fair"][1] == 0
    assert {agent: entry["breakdown"]["agreement"] for agent, entry in ranked.items()} == (
        dict.fromkeys(ranked, 100)
    )
    assert ranked["fair"]["mergeable"]
    assert reviews(ranked["fair"]) == []
    problems = {
        pair["author"]: pair["problem"]
        for pair in race.report()["race"]["cross_examination"]
        if pair["code"] == "fair"
    }
    assert "timed out after 20 s" in problems["hangs"]
    assert problems["ends"].startswith("their results cannot be trusted")
