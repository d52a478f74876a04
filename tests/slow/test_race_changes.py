"""What candidates do to tests, and to how they are run, in whole races."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.plugins.race.race_project import BRANCHES, FIXED, SHOP, TESTS, RaceProject, make_race

PYPROJECT = """
[project]
name = "shop"
dependencies = []

[tool.pytest.ini_options]
addopts = "-q"
"""


@pytest.fixture
def race(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> RaceProject:
    return make_race(tmp_path_factory.getbasetemp() / "race-template", tmp_path / "project")


def test_a_waiver_that_is_committed_to_the_base_stays_valid(race: RaceProject) -> None:
    broken = FIXED.replace("name.strip().title()", "name.title()")
    race.branch("agents/untidy", {"shop.py": broken})
    race.candidates("untidy", more="\n[scoring.tests]\nreruns = 0\n")
    race.run("--hydra", "hydra.toml")
    (result,) = race.report()["rankings"]
    (waiver,) = result["details"]["waivers"]
    settings = (race.path / "hydra.toml").read_text()
    lines = [f'{key} = "{waiver[key]}"' for key in ("agent", "gate", "change")]
    waivers = "\n".join(["", "[[scoring.waivers]]", *lines, 'reason = "intended"', ""])
    race.commit({"hydra.toml": settings + waivers, "notes.txt": "another commit"})
    race.run("--hydra", "hydra.toml")
    (result,) = race.report()["rankings"]
    assert result["mergeable"]


def test_code_that_tests_cannot_be_collected_with_blocks_by_them_alone(race: RaceProject) -> None:
    stops = PYPROJECT.replace("-q", "-q -x")
    race.commit({"pyproject.toml": stops, "tests/test_other.py": "def test_other(): pass\n"})
    race.branch("agents/syntax", {"shop.py": f"{SHOP}\ndef (\n"})
    race.branch("agents/exits", {"shop.py": f"{SHOP}\nraise SystemExit(0)\n"})
    race.candidates("syntax", "exits", more="\n[scoring.tests]\nreruns = 0\n")
    done = race.run("--hydra", "hydra.toml")
    assert done.returncode == 1
    ranked = {ranking["agent"]: ranking for ranking in race.report()["rankings"]}
    gates = {
        agent: {gate["name"]: gate["state"] for gate in entry["gates"] if gate["state"] != "pass"}
        for agent, entry in ranked.items()
    }
    assert gates["syntax"] == {"tests": "block"}
    # To end the process is more than a mistake, and may be less than an attack.
    assert gates["exits"] == {"tests": "block", "tampering": "unproven"}
    assert [entry["details"]["tests"]["gone"] for entry in ranked.values()] == [[], []]
    # The other file has nothing to do with it.
    other = "tests/test_other.py::test_other"
    assert other not in ranked["syntax"]["details"]["tests"]["lost"]
    reasons = {agent: entry["checks"][1]["message"] for agent, entry in ranked.items()}
    told = "1 test file cannot be collected any more: tests/test_shop.py"
    assert reasons["syntax"].startswith(told)
    assert other in ranked["exits"]["details"]["tests"]["lost"]
    assert reasons["exits"].startswith("none of the tests can be run any more")


# What is collected here has no name by which it counts as a test: test.py, and product code.
COLLECTS = """
[tool.pytest.ini_options]
addopts = "--doctest-modules --ignore=lint.py"
python_files = ["test_*.py", "test.py", "inline.py"]
"""
SCRIPT = """
import unittest

from shop import label


def shown(name):
    return label(name)


class LabelTest(unittest.TestCase):
    def test_label(self):
        self.assertEqual(shown(" tea "), "Tea")
"""
RATES = '''
def rate(x):
    """What it costs.

    >>> rate(1)
    19
    """
    return x * 19
'''
SETS = """
>>> rate(1)
20
"""
INLINE = """
import unittest


def twice(x):
    return x * 2


class TwiceTest(unittest.TestCase):
    def test_twice(self):
        self.assertEqual(twice(2), 4)
"""


def test_what_tests_are_collected_from_is_a_file_of_tests(race: RaceProject) -> None:
    files = {"pyproject.toml": COLLECTS, "test.py": SCRIPT, "rates.py": RATES, "inline.py": INLINE}
    race.commit(files)
    changes = {
        "honest": {
            "rates.py": RATES.replace("    19\n", "    19\n    >>> rate(2)\n    38\n"),
        },
        "script": {
            "shop.py": SHOP.replace(".title()", ""),
            "test.py": SCRIPT.replace("return label(name)", 'return "Tea"'),
        },
        "emptied": {"test.py": SCRIPT.replace('shown(" tea "), "Tea"', '"Tea", "Tea"')},
        "example": {"rates.py": RATES.replace("19", "20")},
        "sets": {"rates.py": f'{RATES.replace("* 19", "* 20")}\n\nrate.__doc__ = """{SETS}"""\n'},
        "unsaid": {"rates.py": RATES.replace("* 19", "* 20").replace(">>> rate(1)\n    19", "")},
        "beside": {"inline.py": INLINE.replace("x * 2", "x + x")},
        "case": {"inline.py": INLINE.replace("x * 2", "x * 3").replace("(2), 4", "(2), 6")},
    }
    for name, files in changes.items():
        race.branch(f"agents/{name}", files)
    race.candidates(*changes, more="\n[scoring.tests]\nreruns = 0\n")
    race.run("--hydra", "hydra.toml")
    ranked = {ranking["agent"]: ranking for ranking in race.report()["rankings"]}
    open_ = {
        agent: {gate["name"]: gate for gate in entry["gates"] if gate["state"] != "pass"}
        for agent, entry in ranked.items()
    }
    assert open_["honest"] == {}
    label = "test.py::LabelTest::test_label"
    assert ranked["script"]["details"]["tests"]["lost"] == [label, "tests/test_shop.py::test_label"]
    assert ranked["unsaid"]["details"]["tests"]["disputed"] == ["rates.py::rates.rate"]
    undecided = {"example": "rates.rate", "sets": "rates.rate", "case": "TwiceTest::test_twice"}
    # Nobody compares the text of tests in product code.
    undecided["beside"] = "TwiceTest::test_twice"
    for agent, test in undecided.items():
        assert open_[agent]["tests"]["state"] == "unproven"
        assert (
            f"{test}; if that is intended, add the ids to changed_ok"
            in open_[agent]["tests"]["reason"]
        )
    # The base's assertion passes with that, and the other one is shown.
    assert open_["emptied"] == {}
    (edited,) = ranked["emptied"]["details"]["review"]
    assert edited["file"] == "test.py"


INTERNAL = "import sys\n" + FIXED + "\n\n_CALLER = sys._getframe(0)\n"


CONFTEST = """
import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    report = yield
    report.outcome = "passed"
    return report
"""


def gate(result: Any) -> tuple[str, str]:
    (found,) = [entry for entry in result["gates"] if entry["name"] == "tampering"]
    return found["state"], found["reason"]


def test_signs_in_a_change_leave_it_unproven_or_are_shown(race: RaceProject) -> None:
    emptied = TESTS.replace("    assert label", "    return\n    assert label")
    race.branch("agents/internals", {"shop.py": INTERNAL})
    race.branch("agents/waived", {"shop.py": INTERNAL})
    race.branch("agents/lies", {"shop.py": SHOP, "tests/conftest.py": CONFTEST})
    race.branch("agents/guards", {"shop.py": FIXED, "tests/test_shop.py": emptied})
    # The first race says what a waiver for this change would be.
    race.candidates("waived")
    race.run("--hydra", "hydra.toml")
    (ranking,) = race.report()["rankings"]
    change = ranking["details"]["waivers"][0]["change"]
    waiver = (
        '\n[[scoring.waivers]]\nagent = "waived"\ngate = "tampering"\nfile = "shop.py"\n'
        f'reason = "it is only for the demonstration"\nchange = "{change}"\n'
    )
    race.candidates("good", "internals", "waived", "lies", "guards", more=waiver)
    race.run("--hydra", "hydra.toml")
    results = {ranking["agent"]: ranking for ranking in race.report()["rankings"]}
    assert {agent: gate(result)[0] for agent, result in results.items()} == {
        "good": "pass",
        "internals": "unproven",
        "waived": "pass",
        "lies": "pass",
        "guards": "pass",
    }
    assert gate(results["internals"])[1] == (
        "shop.py:11: product code uses internals of the interpreter: "
        "reads the stack frames of its callers: sys._getframe"
    )
    shown = {
        agent: [each["what"] for each in entry["details"].get("review", ())]
        for agent, entry in results.items()
    }
    assert (
        "code that tests depend on was changed: pytest_runtest_makereport, statements"
        in (shown["lies"])
    )
    assert any(each.startswith("a test was edited: ") for each in shown["guards"])
    places = [(entry["file"], entry["line"]) for entry in results["waived"]["details"]["review"]]
    assert places == [("shop.py", 11)]
    assert "review" not in results["good"]["details"]
    # Two have the same tree.
    assert len([*(race.path / ".hydra" / "inspections").glob("*.json")]) == 4
    # It is recorded: nothing is inspected again.
    race.run("--hydra-replay=latest", "hydra.toml")
    again = {ranking["agent"]: ranking for ranking in race.report()["rankings"]}
    assert {agent: gate(entry) for agent, entry in again.items()} == {
        agent: gate(result) for agent, result in results.items()
    }


# As a compiler does: what is tested is what the build made of the tests.
BUILD = """
import pathlib
import shutil

built = pathlib.Path("built")
built.mkdir()
shutil.copy("tests/test_shop.py", built / "test_built.py")
"""


WRONG = BRANCHES["breaks"]["shop.py"]


OTHER = TESTS.replace('== "Tea"', '== " Tea "')


REWRITES = BUILD + 'pathlib.Path("tests/test_shop.py").write_text("def test_label(): pass")\n'


PLANTS = BUILD + 'pathlib.Path("tests/conftest.py").write_text("import shop; shop.label = str")\n'


COMMANDS = '[scoring.commands]\nbuild = "python build.py"'


def test_a_build_brings_no_tests_of_its_own(race: RaceProject) -> None:
    race.commit({"build.py": BUILD, ".gitignore": ".hydra/\nhydra.toml\nbuilt/\n__pycache__/\n"})
    more = f"{TESTS}\n\ndef test_more():\n    assert total([100], discount=50) == 50\n"
    race.branch("agents/adds", {"shop.py": FIXED, "tests/test_shop.py": more})
    race.branch("agents/weakens", {"shop.py": WRONG, "tests/test_shop.py": OTHER})
    race.branch("agents/rewrites", {"shop.py": WRONG, "build.py": REWRITES})
    race.branch("agents/plants", {"shop.py": FIXED, "build.py": PLANTS})
    race.candidates("adds", "weakens", "rewrites", "plants")
    file = race.path / "hydra.toml"
    file.write_text(file.read_text().replace("[scoring.commands]", COMMANDS))
    race.run("--hydra", "hydra.toml")
    results = {ranking["agent"]: ranking for ranking in race.report()["rankings"]}
    stopped = {
        agent: [gate["name"] for gate in result["gates"] if gate["state"] == "block"]
        for agent, result in results.items()
    }
    assert results["adds"]["mergeable"], results["adds"]["gates"]
    assert results["adds"]["details"]["tests"]["fixed"] != []
    assert not results["weakens"]["mergeable"]
    # Its test of the label was changed, and so is what the build makes of it.
    assert "built/test_built.py::test_label" in results["weakens"]["details"]["tests"]["disputed"]
    assert stopped["rewrites"] == ["tests"]
    assert "tests/test_shop.py::test_label" in results["rewrites"]["details"]["tests"]["lost"]
    assert "tampering" in stopped["plants"]


def test_a_race_whose_tests_test_something_else_cannot_be_trusted(race: RaceProject) -> None:
    # The tests have a copy of the product of their own.
    own = {"tests/conftest.py": "", "tests/product.py": SHOP}
    race.commit({**own, "tests/test_shop.py": TESTS.replace("from shop", "from product")})
    race.branch("agents/worse", {"shop.py": SHOP.replace("sum(prices)", "0")})
    race.candidates("worse")
    done = race.run("--hydra", "hydra.toml")
    assert done.returncode == 1, done.stdout
    assert race.ranking() == [("worse", "unproven")]
    assert "this race cannot be trusted: the base's tests still pass" in " ".join(
        done.stdout.split()
    )
    audit = race.report()["race"]["audit"]
    assert audit["known_bad"] == "passed"
    digest = race.report()["digest"]
    again = race.run("--hydra", "--hydra-replay=latest", "--hydra-report=again.json")
    assert again.returncode == 1, again.stdout
    assert json.loads((race.path / "again.json").read_text())["digest"] == digest


def test_a_race_tries_itself_with_one_failing_test(race: RaceProject) -> None:
    # The product is run as a program, and imported by nobody.
    tests = """
        import subprocess, sys

        import pytest

        @pytest.mark.parametrize("number", range(50))
        def test_it(number):
            subprocess.run([sys.executable, "shop.py"], check=True)
    """.replace("\n        ", "\n")
    race.commit({"tests/test_shop.py": tests})
    race.branch("agents/fine", {"shop.py": SHOP + "\n\nprint()\n"})
    race.candidates("fine")
    done = race.run("--hydra", "hydra.toml")
    assert done.returncode == 0, done.stdout
    assert race.report()["race"]["audit"]["known_bad"] == "blocked"
    assert "trusted" not in done.stdout
    (run,) = race.runs()
    record = json.loads((run / "race.json").read_text())["known_bad"]
    assert list(record["runs"]["tests"]["tests"]["outcomes"].values()) == ["failed"]
    # What was said by its tests is kept with the others' logs.
    assert "broken on purpose" in (run / record["runs"]["tests"]["log"]).read_text()
