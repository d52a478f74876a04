"""The fixtures ``hydra`` and ``hydra_bot`` in ordinary tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pytest_hydra.scenarios.recordings import item_lines

if TYPE_CHECKING:
    from tests.conftest import Project


def test_checks_are_soft_and_weighted(project: Project) -> None:
    project.write(
        "test_wallet.py",
        """
def test_transfer(hydra):
    hydra.check("function", True, weight=3, message="calls transfer")
    hydra.check("tone", False, weight=1, message="is rude")
    hydra.check("length", False, weight=1, message="is long")
    assert True
""",
    )
    result = project.run("--hydra", "--hydra-report=report.json")
    result.assert_outcomes(failed=1)
    text = result.stdout.str()
    assert "test_wallet.py:4: failed: tone: is rude" in text
    assert "test_wallet.py:5: failed: length: is long" in text
    (entry,) = project.report()["tests"]
    assert (entry["nodeid"], entry["subject"]) == ("test_wallet.py::test_transfer", None)
    assert (entry["status"], entry["total"]) == ("failed", 60)
    assert project.report()["verdict"] == "failed"


def test_it_works_without_hydra(plain_project: Project) -> None:
    project = plain_project
    project.write("test_wallet.py", "def test_a(hydra):\n    hydra.check('tone', False)\n")
    result = project.run()
    result.assert_outcomes(failed=1)
    assert "test_wallet.py:2: failed: tone" in result.stdout.str()
    assert project.runs() == []


def test_the_marker_gives_threshold_and_subject(plain_project: Project) -> None:
    plain_project.write(
        "test_wallet.py",
        """
import pytest

@pytest.mark.hydra(threshold=80, subject="wallet")
def test_transfer(hydra):
    hydra.check("function", True, weight=3)
    hydra.check("type", True, weight=2)
    hydra.check("text", False)
""",
    )
    result = plain_project.run("--hydra", "--hydra-report=report.json", "--strict-markers")
    result.assert_outcomes(passed=1)
    assert "[SCORE] 83/100 (3 checks)" in result.stdout.str()
    (entry,) = plain_project.report()["tests"]
    assert (entry["subject"], entry["status"], entry["total"]) == ("wallet", "passed", 83.333333)


def test_a_critical_check_fails_whatever_the_total(plain_project: Project) -> None:
    plain_project.write(
        "test_wallet.py",
        """
import pytest

@pytest.mark.hydra(threshold=10)
def test_transfer(hydra):
    hydra.check("function", True, weight=30)
    hydra.check("no leak", False, critical=True)
""",
    )
    plain_project.run().assert_outcomes(failed=1)


def test_an_ungraded_check_is_one_error_and_no_failure(project: Project) -> None:
    project.write(
        "test_wallet.py",
        """
def test_speed(hydra):
    hydra.check("function", True)
    hydra.ungraded("latency", "the clock service was down")

def test_optional(hydra):
    hydra.check("function", True)
    hydra.ungraded("latency", "the clock service was down", optional=True)
""",
    )
    result = project.run("--hydra", "--hydra-report=report.json", "--junitxml=junit.xml")
    result.assert_outcomes(passed=1, errors=1)
    assert result.ret == 1
    report = project.report()
    assert [test["status"] for test in report["tests"]] == ["passed", "ungraded"]
    assert report["verdict"] == "error"
    junit = (project.path / "junit.xml").read_text()
    assert 'errors="1" failures="0"' in junit
    assert junit.count("<testcase ") == 2


def test_what_is_ungraded_is_reported_by_what_could_not_be(plain_project: Project) -> None:
    plain_project.write(
        "test_wallet.py",
        """
import pytest

@pytest.mark.hydra(threshold=50)
def test_tone(hydra):
    hydra.check("tone", False, message="is rude")
    hydra.check("function", True, weight=3)
    hydra.ungraded("latency", "the clock service was down")
""",
    )
    result = plain_project.run()
    result.assert_outcomes(errors=1)
    text = result.stdout.str()
    assert "ungraded: latency: the clock service was down (threshold 50)" in text
    assert "test_wallet.py:6: failed: tone: is rude" in text


def test_checks_that_weigh_nothing_leave_a_test_ungraded(plain_project: Project) -> None:
    plain_project.write(
        "test_wallet.py",
        """
def test_polite(hydra):
    hydra.check("says hello", True, weight=0)

def test_rude(hydra):
    hydra.check("says hello", False, weight=0)
""",
    )
    result = plain_project.run()
    result.assert_outcomes(errors=2)
    text = result.stdout.str()
    said = "ungraded: all that was graded weighs 0"
    assert f"{said} (no score)" in text
    assert f"test_polite - {said}" in text
    assert f"test_rude - {said}" in text
    assert "test_wallet.py:6: failed: says hello" in text


@pytest.mark.skipif(pytest.version_tuple < (8, 2), reason="pytest has no --xfail-tb")
def test_an_expected_failure_is_shown_as_any_other(plain_project: Project) -> None:
    plain_project.write(
        "test_wallet.py",
        """
import pytest

@pytest.mark.xfail
def test_tone(hydra):
    hydra.check("tone", False, message="is rude")
""",
    )
    result = plain_project.run("-rx", "--xfail-tb")
    result.assert_outcomes(xfailed=1)
    text = result.stdout.str()
    assert "test_wallet.py:6: failed: tone: is rude" in text
    assert "--full-trace" not in text


def test_the_expected_failures_of_unittest_are_as_those_of_pytest(plain_project: Project) -> None:
    project = plain_project
    project.write(
        "test_tone.py",
        """
import unittest
import pytest

class TestTone(unittest.TestCase):
    @pytest.fixture(autouse=True)
    def checks(self, hydra):
        self.hydra = hydra

    @unittest.expectedFailure
    def test_failed(self):
        self.hydra.check("polite", False, message="is rude")

    @unittest.expectedFailure
    def test_passed(self):
        self.hydra.check("polite", True)

    @unittest.expectedFailure
    def test_ungraded(self):
        self.hydra.ungraded("polite", "the clock was down")

    @unittest.expectedFailure
    def test_raised(self):
        self.hydra.check("polite", True)
        raise ValueError
""",
    )
    result = project.run("--hydra", "--hydra-report=report.json")
    result.assert_outcomes(xfailed=2, failed=1, errors=1)
    text = result.stdout.str()
    assert "ungraded: polite: the clock was down" in text
    assert text.count("Unexpected success") == 3  # below the test, in the summary, as its cause
    statuses = {test["id"]: test["status"] for test in project.report()["tests"]}
    assert statuses["TestTone::test_ungraded"] == "ungraded"


@pytest.mark.parametrize("ask", ["self.bot('boom')", "self.bot.conversation()('boom')"])
def test_no_expected_failure_excuses_a_bot_without_an_answer(
    plain_project: Project, ask: str
) -> None:
    project = plain_project
    project.write("hydra.toml", '[bots.wallet]\npython = "wallet:reply"\n')
    project.write("wallet.py", "def reply(messages):\n    raise RuntimeError('down')\n")
    project.write(
        "test_wallet.py",
        f"""
import unittest
import pytest
from pytest_hydra import HydraError

@pytest.fixture
def asked(hydra_bot):
    return hydra_bot("boom")

@pytest.fixture
def asked_at_the_end(hydra_bot):
    yield
    hydra_bot("boom")

class TestWallet(unittest.TestCase):
    @pytest.fixture(autouse=True)
    def take(self, hydra, hydra_bot):
        self.hydra, self.bot = hydra, hydra_bot

    @unittest.expectedFailure
    def test_body(self):
        self.hydra.check("polite", False)
        {ask}

    @unittest.expectedFailure
    def test_subtest(self):
        with self.subTest():
            {ask}

@pytest.mark.xfail(raises=HydraError)
def test_setup(asked):
    pass

@pytest.mark.xfail
def test_teardown(asked_at_the_end, hydra):
    hydra.check("polite", False)

@pytest.mark.xfail
def test_client(hydra_bot):
    try:
        hydra_bot("boom")
    except HydraError as error:
        raise ConnectionError("no answer") from error

@pytest.mark.xfail
def test_group(hydra_bot):
    try:
        hydra_bot("boom")
    except HydraError as error:
        raise ExceptionGroup("both", [error])

@pytest.mark.xfail
def test_handled(hydra_bot):
    try:
        hydra_bot("boom")
    except HydraError:
        pytest.fail("the bot must answer")
""",
    )
    result = project.run("--hydra", "--hydra-report=report.json")
    # One of a teardown is reported beside its test.
    result.assert_outcomes(errors=6, xfailed=2)
    statuses = {test["id"]: test["status"] for test in project.report()["tests"]}
    for name in ("TestWallet::test_body", "TestWallet::test_subtest", "test_client", "test_group"):
        assert statuses[name] == "ungraded", name


# As pytest-retry does: a further attempt within the report of the first.
RETRY = """
import pytest

@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if call.when == "call" and report.failed:
        item.ihook.pytest_runtest_teardown(item=item, nextitem=None)
        item._initrequest()
        item.ihook.pytest_runtest_setup(item=item)
        hook = item.ihook.pytest_runtest_call
        again = pytest.CallInfo.from_call(lambda: hook(item=item), when="call")
        if again.excinfo is None:
            report.outcome, report.longrepr = "passed", None
    return report
"""


def test_a_test_that_passes_only_when_it_is_tried_again_is_marked(project: Project) -> None:
    project.write("conftest.py", RETRY)
    project.write(
        "test_tone.py",
        "TRIES = []\n\n\ndef test_tone(hydra):\n"
        "    TRIES.append(1)\n    hydra.check('polite', len(TRIES) == 2)\n",
    )
    result = project.run("--hydra", "--hydra-report=report.json")
    result.assert_outcomes(passed=1)
    assert "PASSED  1 of 1 test passed · 1 only after a rerun" in result.outlines
    assert project.report()["tests"][0]["details"]["tries"] == 2


def test_the_tests_own_exception_goes_first(plain_project: Project) -> None:
    plain_project.write(
        "test_wallet.py",
        """
import pytest
def test_transfer(hydra):
    hydra.check("tone", True)
    hydra.check("brief", False, message="900 words")
    hydra.ungraded("latency", "no clock")
    assert 1 == 2, "own words"

@pytest.mark.xfail
def test_known(hydra):
    hydra.check("brief", False)
    assert 1 == 2

def test_skipped(hydra):
    hydra.check("brief", False, weight=0)
    hydra.check("polite", True)
    pytest.skip("enough")
""",
    )
    result = plain_project.run("--hydra", "--hydra-report=report.json")
    result.assert_outcomes(failed=1, skipped=1, xfailed=1)
    shown = result.stdout.str()
    assert "own words" in shown
    # What failed before is told as well, once: the exception may follow from it.
    told = shown.partition("- Failed checks -")[2].splitlines()
    assert told[1] == "test_wallet.py:5: failed: brief: 900 words"
    assert shown.count("- Failed checks -") == 1
    _, raised = sorted(plain_project.report()["tests"], key=lambda test: test["nodeid"])
    assert (raised["status"], raised["total"]) == ("failed", None)
    assert raised["details"]["error"].startswith("AssertionError: own words")


def test_a_test_that_raises_has_no_score(plain_project: Project) -> None:
    plain_project.write(
        "test_wallet.py",
        """
def test_transfer(hydra):
    for name in "abc":
        hydra.check(name, True)
    raise LookupError("no wallet")

def test_brief(hydra):
    hydra.check("brief", True)
    hydra.check("polite", False)
""",
    )
    files = ("--hydra-report=report.json", "--hydra-report=a.md")
    result = plain_project.run("--hydra", "-v", "--tb=no", *files)
    result.assert_outcomes(failed=2)
    shown = result.stdout.str()
    summary = shown.partition("= hydra =")[2]
    assert "[RESULT] The test failed: LookupError: no wallet" in summary
    assert "other test" not in summary
    # Nor has one of which so little is known a number, wherever it is told.
    assert "failed: polite (threshold 100)" in shown
    assert "/100" not in shown
    said = (plain_project.path / "a.md").read_text()
    assert "LookupError: no wallet" in said
    assert [test["total"] for test in plain_project.report()["tests"]] == [50, None]


def test_scores_add_up_as_they_are(plain_project: Project) -> None:
    plain_project.write(
        "test_wallet.py",
        """
import pytest

@pytest.mark.hydra(threshold=70)
def test_tone(hydra):
    hydra.score("warmth", 80, weight=1)
    hydra.score("grammar", 60.5, weight=1)
""",
    )
    plain_project.run("--hydra", "--hydra-report=report.json").assert_outcomes(passed=1)
    (entry,) = plain_project.report()["tests"]
    assert entry["total"] == 70.25
    assert [check["outcome"] for check in entry["checks"]] == ["failed", "failed"]


def test_a_score_out_of_range_fails_the_test_that_gave_it(plain_project: Project) -> None:
    wrong = {
        "hydra.score('x', 101)": "a score is from 0 to 100, not 101",
        "hydra.score('x', 0.8)": "a score is 0 or from 1 to 100, not 0.8; did you mean 80?",
        "hydra.score('x', -1)": "a score is from 0 to 100, not -1",
        "hydra.score('x', float('nan'))": "a score must be a number, not nan",
        "hydra.score('x', 'high')": "a score must be a number, not 'high'",
        "hydra.score('x', True)": "a score must be a number, not True",
        "hydra.check('x', True, weight=-1)": "the weight of a check must be 0, or from 0.000001 to",
        "hydra.check('x', True, weight=1e300)": "from 0.000001 to 1000000, not 1e+300",
        "hydra.check('x', True, weight=1e-300)": "from 0.000001 to 1000000, not 1e-300",
        "hydra.check('x', True, weight=10 ** 400)": "from 0.000001 to 1000000, not 1000000",
        "hydra.check('x', True, weight='3')": "the weight of a check must be a number, not '3'",
        "hydra.check('x', print)": "<built-in function print> is always true, whatever it would",
        "hydra.check('x', float('nan'))": "x is nan, which is neither passed nor failed",
        "hydra.check('x', __import__('decimal').Decimal('nan'))": "x is NaN, which is neither",
        "hydra.check('x', (False, 'why'))": "(False, 'why') is always true, whatever it",
        "hydra.check('x', object().__lt__(1))": "NotImplemented is always true, whatever",
        "hydra.check('x', (n for n in ()))": "is always true, whatever it would return: call",
        "hydra.check('x', filter(None, [0]))": "is always true, whatever it would return: call",
        "hydra.check(1 == 2, 'x')": "the first argument is the name of the check, a text, not",
        "hydra.expect('x', when={'maxCalls': 1}, then={'maxCalls': 1})": "perhaps nothing is",
    }
    tests = "\n".join(f"def test_{at}(hydra): {call}" for at, call in enumerate(wrong))
    plain_project.write("test_wallet.py", tests)
    result = plain_project.run()
    result.assert_outcomes(failed=len(wrong))
    shown = result.stdout.str()
    for line, message in enumerate(wrong.values(), start=1):
        assert f"test_wallet.py:{line}: " in shown
        assert message in shown
    # What is shown is the test, and no line of ours.
    assert "soft_checks.py" not in shown
    assert "core/" not in shown
    assert "replies.py" not in shown


def test_a_critical_check_that_fails_says_that_it_is(plain_project: Project) -> None:
    plain_project.write(
        "test_wallet.py",
        """
import pytest

@pytest.mark.hydra(threshold=50)
def test_transfer(hydra):
    hydra.check("tone", False)
    hydra.check("no leak", False, critical=True)
    hydra.check("function", True, weight=8)
""",
    )
    shown = plain_project.run().stdout.str()
    assert "failed, critical: no leak (80/100, threshold 50)" in shown
    assert "test_wallet.py:6: failed: tone" in shown
    assert "test_wallet.py:7: failed, critical: no leak" in shown


def test_expect_speaks_the_words_of_scenarios(plain_project: Project) -> None:
    plain_project.write(
        "test_wallet.py",
        """
def test_transfer(hydra):
    reply = {"text": "Sending 5 DOT", "calls": [{"function": "transfer", "params": {"n": 5}}]}
    assert hydra.expect(reply, expectedFunction="transfer", expected_params={"n": 5})
    assert not hydra.expect(reply, shouldContain="30 days")
""",
    )
    result = plain_project.run("--hydra", "--hydra-report=report.json")
    result.assert_outcomes(failed=1)
    assert "test_wallet.py:5: failed: shouldContain" in result.stdout.str()
    kinds = [check["kind"] for check in plain_project.report()["tests"][0]["checks"]]
    assert kinds == ["expectedFunction", "expectedParams", "shouldContain"]


def test_an_unknown_expectation_is_named(plain_project: Project) -> None:
    plain_project.write(
        "test_wallet.py", "def test_a(hydra):\n    hydra.expect('hi', shouldContian='hi')\n"
    )
    result = plain_project.run()
    result.assert_outcomes(failed=1)
    assert "did you mean 'shouldContain'?" in result.stdout.str()


def test_the_failure_points_past_hidden_helpers(plain_project: Project) -> None:
    plain_project.write(
        "helpers.py",
        """
def polite(hydra, text):
    __tracebackhide__ = True
    hydra.check("polite", "please" in text)
""",
    )
    plain_project.write(
        "test_wallet.py",
        "from helpers import polite\n\ndef test_a(hydra):\n    polite(hydra, 'now')\n",
    )
    text = plain_project.run().stdout.str()
    assert "test_wallet.py:4: failed: polite" in text


BAD_MARKERS = {
    "treshold=80": "@pytest.mark.hydra: unknown argument 'treshold'; did you mean 'threshold'? "
    "valid: threshold, subject, dimension, weight",
    "threshold=180": "threshold must be from 1 to 100, not 180",
    "threshold=0.8": "threshold must be from 1 to 100, not 0.8; did you mean 80?",
    "threshold=0": "threshold must be from 1 to 100, not 0: nothing could fail",
    "threshold='high'": "a number from 1 to 100",
    "subject=5": "subject must be a text",
    "80": "80 needs a keyword; write NAME=80; valid: threshold, subject, dimension, weight",
    "dimension='x', weight=True": "weight must be 0, or from 0.000001 to 1000000, not True",
    "dimension='x', weight=1e-9": "weight must be 0, or from 0.000001 to 1000000, not 1e-09",
}


def test_a_bad_marker_is_said_plainly(plain_project: Project) -> None:
    for number, marker in enumerate(BAD_MARKERS):
        plain_project.write(
            f"test_{number}.py",
            f"import pytest\n@pytest.mark.hydra({marker})\ndef test_a(hydra):\n    pass\n",
        )
    result = plain_project.run()
    result.assert_outcomes(errors=len(BAD_MARKERS))
    shown = result.stdout.str()
    _, *told = shown.partition("short test summary")[0].split("ERROR at setup of test_a")
    for said, entry in zip(BAD_MARKERS.values(), told, strict=True):
        assert said in entry
    assert "Traceback" not in shown
    assert "During handling" not in shown


def test_hydra_bot_answers_in_ordinary_tests(plain_project: Project) -> None:
    project = plain_project
    project.write(
        "test_wallet.py",
        """
def test_transfer(hydra_bot, hydra):
    reply = hydra_bot("please send 5 DOT to Alice")
    assert hydra_bot.name == "wallet"
    assert reply.calls[0].params["amount"] == 5
    hydra.expect(reply, expectedFunction="transfer", maxLatencySeconds=600)


def test_slow(hydra_bot, hydra):
    hydra_bot("please send 5 DOT to Alice")
    hydra.expect(hydra_bot("and now?"), maxLatencySeconds=0)
""",
    )
    result = project.run()
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*maxLatencySeconds: a reply took * s, more than 0 s*"])


def test_a_test_that_takes_hydra_bot_runs_once_for_each(plain_project: Project) -> None:
    project = plain_project
    project.write("other_bot.py", "def reply(messages):\n    return 'hello'\n")
    project.write("test_wallet.py", "def test_a(hydra_bot):\n    assert hydra_bot('hi').text\n")
    result = project.run("--hydra-bot=other=other_bot:reply", "-v")
    result.assert_outcomes(passed=2)
    assert "test_a[other]" in result.stdout.str()


def test_a_class_remembers_within_one_test(plain_project: Project) -> None:
    plain_project.write(
        "wallet_bot.py",
        """
class Reply:
    def __init__(self):
        self.heard = 0
    def __call__(self, messages):
        self.heard += 1
        return str(self.heard)
reply = Reply
""",
    )
    plain_project.write(
        "test_wallet.py",
        """
def test_a(hydra_bot):
    assert [hydra_bot("x").text, hydra_bot("y").text] == ["1", "2"]

def test_b(hydra_bot):
    assert hydra_bot("x").text == "1"
""",
    )
    plain_project.run().assert_outcomes(passed=2)


@pytest.mark.parametrize("scope", ["function", "module", "session"])
def test_a_fixture_of_a_conftest_gives_tests_the_same_bot_as_scenario_files(
    plain_project: Project, scope: str
) -> None:
    plain_project.write(
        "conftest.py",
        f"""
import pytest

@pytest.fixture(scope={scope!r})
def hydra_bot():
    def reply(messages):
        return f"{{len(messages)}}: {{messages[-1]['content']}}"
    reply.name = "shop"
    yield reply

@pytest.fixture
def greeted(hydra_bot):
    talk = hydra_bot.conversation()
    talk("Hello")
    return talk
""",
    )
    plain_project.write(
        "test_shop.py",
        """
def test_once(hydra, hydra_bot):
    hydra.expect(hydra_bot("Hi"), shouldContain="1: Hi")
    hydra.check("name", hydra_bot.name == "shop")

def test_talk(hydra, greeted):
    hydra.expect(greeted("And?"), shouldContain="3: And?")

def test_plain(hydra_bot):
    assert hydra_bot("Hi").text == "1: Hi"

def test_shown(hydra, greeted):
    hydra.expect(greeted("Where?"), shouldContain="there")
""",
    )
    plain_project.write(
        "one.scenario.yaml", "id: one\nsteps: [{user: Hi, expect: {shouldContain: '1: Hi'}}]\n"
    )
    result = plain_project.run("--hydra")
    result.assert_outcomes(passed=4, failed=1)
    shown = result.stdout.str()
    assert "  user: Where?" in shown
    assert "  shop: 3: Where?" in shown


def test_a_fixture_of_a_conftest_that_is_no_bot_is_an_error_of_the_bot(
    plain_project: Project,
) -> None:
    plain_project.write(
        "conftest.py", "import pytest\n\n@pytest.fixture\ndef hydra_bot():\n    return 5\n"
    )
    plain_project.write("test_shop.py", "def test_a(hydra_bot):\n    hydra_bot('Hi')\n")
    result = plain_project.run()
    assert "5 is not callable: a bot is a function" in result.stdout.str()


def test_hydra_bot_without_a_bot_says_what_to_do(plain_project: Project) -> None:
    plain_project.write("hydra.toml", "")
    plain_project.write("test_wallet.py", "def test_a(hydra_bot):\n    pass\n")
    result = plain_project.run()
    result.assert_outcomes(errors=1)
    assert "[bots.NAME]" in result.stdout.str()


def test_a_bad_hydra_toml_is_one_line_in_a_test_that_needs_it(plain_project: Project) -> None:
    plain_project.write("hydra.toml", "[bots.wallet]\npyhton = 'a:b'\n")
    plain_project.write("test_wallet.py", "def test_a(hydra_bot):\n    pass\n")
    result = plain_project.run()
    result.assert_outcomes(errors=1)
    assert "hydra.toml:2" in result.stdout.str()
    assert "Traceback" not in result.stdout.str()


def test_a_bot_that_raises_is_shown_where_it_did_and_where_it_was_asked(
    plain_project: Project,
) -> None:
    plain_project.write(
        "test_wallet.py",
        "def test_a(hydra_bot):\n    hydra_bot('boom')\n\n\n"
        "def test_b(hydra_bot):\n    hydra_bot([{'role': 'user', 'content': 5}])\n",
    )
    result = plain_project.run()
    result.assert_outcomes(errors=2)
    text = result.stdout.str()
    assert "test_wallet.py:2: ungraded: hydra_bot: ValueError: the ledger is closed" in text
    assert 'wallet_bot.py", line 8, in reply' in text
    assert "test_wallet.py:6: ungraded: hydra_bot: TypeError: " in text
    assert "fixtures.py" not in text
    assert "bot_python.py" not in text


def test_a_check_in_a_teardown_is_an_error(plain_project: Project) -> None:
    plain_project.write(
        "test_orders.py",
        """
import pytest

@pytest.fixture
def orders(hydra):
    hydra.check("empty before", True)
    made = []
    yield made
    hydra.check("empty after", not made)

def test_order(orders, hydra):
    orders.append("tea")
    hydra.check("ordered", True)
""",
    )
    result = plain_project.run("--hydra")
    result.assert_outcomes(passed=1, errors=1)
    assert "this check comes too late: the test was decided when it ended" in result.stdout.str()


CONVERSATIONS = """
import pytest

def test_once(hydra_bot, hydra):
    hydra.expect(hydra_bot("Send 5"), shouldContain="EUR", expectedFunction="pay")

def test_turns(hydra_bot, hydra):
    talk = hydra_bot.conversation()
    talk("Send Bob 5")
    reply = talk("yes", agrees=True)
    hydra.expect(reply, shouldContain="2 messages before", confirmBefore="pay")

def test_foreign_reply(hydra):
    hydra.expect({"text": "Hello", "calls": []}, shouldContain="EUR")

def test_assert(hydra_bot):
    assert "joke" in hydra_bot("Send 5").text

def test_ungraded(hydra_bot, hydra):
    hydra.expect(hydra_bot("none"), shouldContain="EUR")
"""
TALKING_BOT = """
def reply(messages):
    if messages[-1]["content"] == "none":
        return {"text": "", "unknown_calls": 5}
    text = f"Shall I pay? {len(messages) - 1} messages before"
    return {"text": text, "calls": [{"function": "pay", "params": {"to": "Bob"}}]}
"""


def test_a_failure_shows_the_conversation(plain_project: Project) -> None:
    plain_project.write("shop.py", TALKING_BOT)
    plain_project.write("hydra.toml", "[bots.shop]\npython = 'shop:reply'\n")
    plain_project.write("test_shop.py", CONVERSATIONS)
    plain_project.write(
        "conftest.py",
        "def pytest_exception_interact(call, report):\n"
        "    value = call.excinfo.value\n"
        "    print(report.nodeid, isinstance(value, AssertionError))\n",
    )
    result = plain_project.run("--hydra", "-s")
    text = result.stdout.str()
    result.assert_outcomes(failed=3, passed=1, errors=1)
    once = text[text.index("_ test_once _") :]
    once = once[: once.index("\n__")]
    for line in (
        "  user: Send 5",
        "  shop: Shall I pay? 0 messages before",
        '    calls pay(to="Bob")',
        "    \N{CHECK MARK} expectedFunction: called pay",
        '    \N{BALLOT X} shouldContain "EUR": does not contain "EUR"',
    ):
        assert f"\n{line}" in once
    assert "\n  reply: Hello\n" in text
    shown = [*item_lines(plain_project.path, "test_once", None)]
    assert "  user: Send 5" in shown
    assert text.count("  user: Send 5\n") == 2  # also below the assertion that failed
    assert "test_shop.py::test_once True\n" in text
    assert "test_shop.py::test_ungraded False\n" in text


LIBRARY = """
STATE = {"messages": [
    {"type": "human", "content": "Where is A-1?"},
    {"type": "ai", "content": "Here."},
    {"type": "human", "content": "Where is A-2?"},
    {"type": "ai", "content": "It is processing."},
]}

def test_result(hydra):
    hydra.expect(STATE, shouldContain="delivered")
"""


def test_the_question_of_a_librarys_answer_is_shown(plain_project: Project) -> None:
    plain_project.write(
        "test_shop.py",
        LIBRARY,
    )
    lines = plain_project.run().outlines
    assert "  user: Where is A-2?" in lines
    assert "  reply: It is processing." in lines


AWAITED = """
import asyncio

async def talk(hydra, hydra_bot):
    talk = hydra_bot.conversation()
    await talk("one")
    hydra.expect(await talk("two"), shouldContain="3 messages")

def test_awaited(hydra, hydra_bot):
    asyncio.run(talk(hydra, hydra_bot))
"""


def test_an_async_test_may_await_the_bot(plain_project: Project) -> None:
    plain_project.write("shop.py", "def reply(messages):\n    return f'{len(messages)} messages'\n")
    plain_project.write("hydra.toml", "[bots.shop]\npython = 'shop:reply'\n")
    plain_project.write(
        "test_shop.py",
        AWAITED,
    )
    plain_project.run().assert_outcomes(passed=1)


RECOVERS = """
import pytest
from pytest_hydra import HydraError

@pytest.mark.parametrize("text", ["2 messages", "nothing of this"])
def test_recovers(hydra, hydra_bot, text):
    talk = hydra_bot.conversation()
    with pytest.raises(HydraError):
        talk("boom")
    hydra.expect(talk("again"), shouldContain=text)
"""


def test_an_error_that_a_test_caught_leaves_later_replies_graded(plain_project: Project) -> None:
    plain_project.write(
        "shop.py",
        "def reply(messages):\n"
        "    assert messages[-1]['content'] != 'boom'\n"
        "    return f'{len(messages)} messages'\n",
    )
    plain_project.write("hydra.toml", "[bots.shop]\npython = 'shop:reply'\n")
    plain_project.write("test_shop.py", RECOVERS)
    plain_project.run("--hydra").assert_outcomes(passed=1, failed=1)
