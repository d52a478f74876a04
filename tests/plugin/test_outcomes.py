"""What becomes of items, by what their checks came to, how they ended, and what was expected."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Project

MARKS = {"plain": "", "expected": "@pytest.mark.xfail", "strict": "@pytest.mark.xfail(strict=True)"}

# Of each body: what pytest calls it without a mark, with xfail, and with a strict one.
TESTS = {
    "hydra.check('a', True)": "PASSED XPASS FAILED",
    "hydra.check('a', False)": "FAILED XFAIL XFAIL",
    "hydra.ungraded('a', 'why')": "ERROR ERROR ERROR",
    "hydra.check('a', False); hydra.ungraded('b', 'why')": "ERROR ERROR ERROR",
    "hydra.check('a', False, critical=True); hydra.ungraded('b', 'why')": "FAILED XFAIL XFAIL",
    "hydra.check('a', True); hydra.ungraded('b', 'why', optional=True)": "PASSED XPASS FAILED",
    "hydra.check('a', True); assert 0": "FAILED XFAIL XFAIL",
    "hydra.ungraded('a', 'why'); assert 0": "FAILED ERROR ERROR",
    "hydra.check('a', False); pytest.xfail('x')": "XFAIL XFAIL XFAIL",
    "hydra.ungraded('a', 'why'); pytest.xfail('x')": "ERROR ERROR ERROR",
    "hydra.expect({'txt': 'a'}, shouldContain='a')": "ERROR ERROR ERROR",
    "hydra.check('a', True); pytest.skip('x')": "- - -",
    "hydra.check('a', False); pytest.skip('x')": "FAILED XFAIL XFAIL",
    "hydra.check('a', False, critical=True); raise __import__('unittest').SkipTest('x')": (
        "FAILED XFAIL XFAIL"
    ),
    "hydra.ungraded('a', 'why'); pytest.skip('x')": "ERROR ERROR ERROR",
    "hydra_bot('boom')": "ERROR ERROR ERROR",
    "hydra.check('a', False, critical=True); hydra_bot('boom')": "FAILED XFAIL XFAIL",
    "hydra.check('a', False); hydra_bot('boom')": "ERROR ERROR ERROR",
    "hydra.check('a', pytest.raises(Exception, hydra_bot, 'boom'))": "PASSED XPASS FAILED",
}
if pytest.version_tuple >= (9, 0):
    TESTS |= {
        "\n    with subtests.test(): hydra.check('a', False)": "FAILED XFAIL XFAIL",
        "\n    with subtests.test(): hydra.ungraded('a', 'why'); assert 0": "FAILED ERROR ERROR",
        "\n    with subtests.test(): hydra_bot('boom')": "ERROR ERROR ERROR",
        "\n    hydra.check('a', True)\n    with subtests.test(): assert 0": "FAILED XPASS FAILED",
    }
STATUSES = {
    "PASSED": "passed",
    "XPASS": "passed",
    "FAILED": "failed",
    "XFAIL": "failed",
    "ERROR": "ungraded",
}
# Of what a fixture does before the test: what pytest calls it.
SETUPS = {
    "hydra.check('a', True); pytest.skip('x')": "-",
    "hydra.check('a', False); pytest.skip('x')": "ERROR",
    "hydra.ungraded('a', 'why'); pytest.skip('x')": "ERROR",
    "hydra.ungraded('a', 'why'); pytest.xfail('x')": "ERROR",
    "hydra.check('a', False); pytest.xfail('x')": "XFAIL",
}
OLD = """
import unittest, pytest

class TestOld(unittest.TestCase):
    @pytest.fixture(autouse=True)
    def _checks(self, hydra, hydra_bot):
        self.hydra, self.hydra_bot = hydra, hydra_bot

    def test_FAILED_raises(self):
        self.hydra.check("a", True)
        self.assertTrue(False)

    def test_FAILED_skips(self):
        self.hydra.check("a", False)
        self.skipTest("x")

    def test_ERROR_crashes(self):
        self.hydra_bot("boom")
"""


def found(result: pytest.RunResult) -> dict[str, str]:
    """What pytest says of each item, but of those that were skipped."""
    said = re.findall(r"^([A-Z]+) (?:at setup of )?\S+::(\S+)", result.stdout.str(), re.MULTILINE)
    return {name: outcome for outcome, name in said if not outcome.startswith("SUB")}


def test_what_becomes_of_a_test(project: Project) -> None:
    expected = {name: name.split("_")[1] for name in re.findall("(test_[A-Z]+_.*)\\(", OLD)}
    text = "import pytest\n"
    for number, (body, outcomes) in enumerate(TESTS.items()):
        for (mark, line), outcome in zip(MARKS.items(), outcomes.split(), strict=True):
            expected[f"test_{number}_{mark}"] = outcome
            names = "hydra, hydra_bot, subtests" if "subtests" in body else "hydra, hydra_bot"
            text += f"{line}\ndef test_{number}_{mark}({names}): {body}\n"
    for number, (body, outcome) in enumerate(SETUPS.items()):
        expected[f"test_setup_{number}"] = outcome
        text += f"@pytest.fixture\ndef ready_{number}(hydra): {body}\n"
        text += f"def test_setup_{number}(ready_{number}): pass\n"
    project.write("test_all.py", text)
    project.write("test_old.py", OLD)
    result = project.run("--hydra", "-rA", "--tb=no", "--hydra-report=report.json")
    told = found(result)
    assert told == {name: outcome for name, outcome in expected.items() if outcome != "-"}
    entries = {entry["nodeid"].rpartition("::")[2]: entry for entry in project.report()["tests"]}
    statuses = {name: entry["status"] for name, entry in entries.items()}
    called = {name: outcome for name, outcome in told.items() if "_setup_" not in name}
    assert statuses == {name: STATUSES[outcome] for name, outcome in called.items()}
    # What was cut short has no score, and what of it could not be graded says why.
    assert entries["test_FAILED_raises"]["total"] is None
    if "test_21_plain" in entries:
        assert entries["test_21_plain"]["total"] is None
    assert entries["test_ERROR_crashes"]["details"]["error"] == "ValueError: the ledger is closed"


# Of each scenario: what pytest calls it, and with --runxfail.
SCENARIOS = {
    "ok: hello": "PASSED PASSED",
    "bad: goodbye": "FAILED FAILED",
    "bad, expected: goodbye": "XFAIL FAILED",
    "bad, marked: goodbye": "XFAIL FAILED",
    "ok, expected: hello": "XPASS PASSED",
    "ok, strict: hello": "FAILED PASSED",
    "crash: boom": "ERROR ERROR",
    "crash, expected: boom": "ERROR ERROR",
    "crash, strict: boom": "ERROR ERROR",
    "bad and crash: goodbye, boom": "ERROR ERROR",
    "bad and crash, expected: goodbye, boom": "ERROR ERROR",
    "ok and crash, low: hello, boom": "ERROR ERROR",
    "crash or bad, expected, repeat: once": "ERROR ERROR",
    "ok and unchecked crash: hello, boom": "ERROR ERROR",
    "bad and unchecked crash, expected: goodbye, boom": "ERROR ERROR",
    "ok and optional crash: hello, boom": "ERROR ERROR",
    "fixture raises, marked: hello": "ERROR ERROR",
    "fixture skips: hello": "- -",
    "fixture expects: goodbye": "XFAIL FAILED",
    "not run: boom": "XFAIL ERROR",
}
CONFTEST = """
import pytest

@pytest.fixture(autouse=True)
def _around(request):
    name = request.node.name
    if "fixture-raises" in name:
        raise LookupError("no till")
    if "fixture-skips" in name:
        pytest.skip("no till")
    if "fixture-expects" in name:
        pytest.xfail("no till")

def pytest_collection_modifyitems(items):
    for item in items:
        if "marked" in item.name:
            item.add_marker(pytest.mark.xfail(reason="known"))
        if "strict" in item.name:
            item.add_marker(pytest.mark.xfail(reason="known", strict=True))
        if "not-run" in item.name:
            item.add_marker(pytest.mark.xfail(run=False))
"""
BOT = """
asked = []

def reply(messages):
    text = messages[-1]["content"]
    asked.append(text)
    if text == "boom" or (text == "once" and asked.count("once") == 2):
        raise ValueError("the ledger is closed")
    return "goodbye" if text == "once" else text
"""


@pytest.mark.parametrize("at", [0, 1], ids=["-", "--runxfail"])
def test_what_becomes_of_a_scenario(plain_project: Project, at: int) -> None:
    expected = {}
    text = "scenarios:\n"
    for told, outcomes in SCENARIOS.items():
        name, _, users = told.partition(": ")
        slug = re.sub("[, ]+", "-", name)
        expected[slug] = outcomes.split()[at]
        expect = ", expect: {shouldContain: hello}"
        steps = [f"{{user: {user}{expect}}}" for user in users.split(", ")]
        steps[1:] = [
            step.replace(expect, "") if "unchecked" in name else step for step in steps[1:]
        ]
        if "optional" in name:
            steps[1] = steps[1].replace("}}", ", optional: [shouldContain]}}")
        more = ", xfail: known" * (", expected" in name) + ", threshold: 40" * ("low" in name)
        more += ", repeat: 3" * ("repeat" in name)
        text += f"  - {{id: {slug}, steps: [{', '.join(steps)}]{more}}}\n"
    plain_project.write("a.scenario.yaml", text)
    plain_project.write("conftest.py", CONFTEST)
    plain_project.write("wallet_bot.py", BOT)
    arguments = ("-rA", "--hydra-report=report.json", *(["--runxfail"] * at))
    result = plain_project.run("--hydra", "-v", *arguments)
    assert found(result) == {name: outcome for name, outcome in expected.items() if outcome != "-"}
    report = plain_project.report()
    entries = {entry["id"]: entry for entry in report["scenarios"]}
    # What pytest was told not to run was neither decided nor left undecided.
    unheld = {"fixture-skips", *(["not-run", "fixture-expects"] * (not at))}
    assert {name: entry["status"] for name, entry in entries.items()} == {
        name: STATUSES[outcome] for name, outcome in expected.items() if name not in unheld
    }
    left_out = {name for name, entry in entries.items() if "xfail" in entry["details"]}
    assert left_out == {name for name in expected if expected[name] in ("XFAIL", "XPASS")} - unheld
    runs = "0 of 3 runs passed, 1 ungraded; all must pass"
    assert f"{runs}\n  run 1, 3: failed: shouldContain" in result.stdout.str()


def test_no_two_items_of_a_file_share_a_name(plain_project: Project) -> None:
    plain_project.write(
        "wallet_bot.py",
        "def one(messages):\n    return f'one [{messages[0][\"content\"]}]'\n\n"
        "def two(messages):\n    return f'two [{messages[0][\"content\"]}]'\n",
    )
    bots = {"b-c": "one", "c": "two"}
    plain_project.write(
        "hydra.toml",
        "".join(
            f'[bots."{name}"]\npython = "wallet_bot:{function}"\nconcurrency = 2\n'
            for name, function in bots.items()
        ),
    )
    plain_project.write(
        "a.scenario.yaml",
        "id: a\nmatrix: {x: [a, a-b]}\n"
        'steps: [{user: "{{x}}", expect: {shouldContain: "[{{x}}]"}}]\n',
    )
    result = plain_project.run("--hydra", "-rA", "--hydra-report=report.json")
    assert found(result) == dict.fromkeys(
        ["a[a-b-b-c]", "a[a][b-c]", "a[a-b][c]", "a[a-c]"], "PASSED"
    )
    entries = {(entry["id"], entry["subject"]) for entry in plain_project.report()["scenarios"]}
    assert entries == {("a[a]", "b-c"), ("a[a]", "c"), ("a[a-b]", "b-c"), ("a[a-b]", "c")}


def test_an_ungraded_item_is_named_once_in_the_reason(plain_project: Project) -> None:
    plain_project.write("shop.py", "def reply(messages):\n    return 5\n")
    plain_project.write("hydra.toml", "[bots.shop]\npython = 'shop:reply'\n")
    plain_project.write(
        "a.scenario.yaml", "{id: a, steps: [{user: hi, expect: {shouldContain: x}}]}\n"
    )
    result = plain_project.run("--hydra", "--hydra-fail-on=any")
    result.stdout.fnmatch_lines(["*exit status 1: 1 ungraded (--hydra-fail-on any)*"])
