"""Scenario files in a session: what is collected, shown and written, and how it ends."""

from __future__ import annotations

import json
import re
from fnmatch import fnmatch
from typing import TYPE_CHECKING

import pytest

from tests.needs import needs

if TYPE_CHECKING:
    from tests.conftest import Project

THREE_CHECKS = """
id: send
threshold: 80
steps:
  - user: please send 5 DOT to Alice
    expect: {expectedFunction: transfer, responseType: action, shouldContain: "30 days"}
"""

TWO_CHECKS = """
id: echo
steps:
  - user: hello
    expect: {shouldContain: [hello], expectedFunction: null}
"""


def test_the_weighted_score_is_shown_from_three_checks_on(plain_project: Project) -> None:
    project = plain_project
    project.write("send.scenario.yaml", THREE_CHECKS)
    project.write("echo.scenario.yaml", TWO_CHECKS)
    result = project.run("--hydra", "-vv")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(
        [
            "Check Details",
            "*echo.scenario.yaml::echo (wallet)",
            "  [[]RESULT[]] All checks passed",
            "  ✓ *",
            "  ✓ *",
            "*send.scenario.yaml::send (wallet)",
            "  [[]SCORE[]] 83/100 (3 checks)",
            "  ✓ expectedFunction: *",
            "  ✓ responseType: *",
            "  ✗ shouldContain*30 days*",
        ]
    )
    assert result.ret == 0


def test_a_failed_check_is_shown_though_its_scenario_passed(plain_project: Project) -> None:
    plain_project.write("send.scenario.yaml", THREE_CHECKS)
    plain_project.write("echo.scenario.yaml", TWO_CHECKS)
    result = plain_project.run("--hydra")
    assert "[SCORE] 83/100 (3 checks)" in result.stdout.str()
    assert "::echo" not in result.stdout.str()


# Tells how many times whole files of Python were parsed, and no mere signatures.
PARSING = """
import ast

parsed = []
parse = ast.parse

def counting(source, *args, **kwargs):
    if len(source.splitlines()) > 9:
        parsed.append(source)
    return parse(source, *args, **kwargs)

ast.parse = counting

def pytest_terminal_summary(terminalreporter):
    ast.parse = parse
    terminalreporter.write_line(f"parsed: {len(parsed)}")
"""


def test_after_a_failure_stands_what_the_teardown_printed(plain_project: Project) -> None:
    plain_project.write(
        "conftest.py",
        """
import pytest

@pytest.fixture(autouse=True)
def account(request):
    yield
    if request.node.name == "a":
        print("the account of a is closed")

@pytest.hookimpl(tryfirst=True)
def pytest_unconfigure(config):
    reports = config.pluginmanager.get_plugin("terminalreporter").stats[""]
    print("setups and teardowns:", len(reports))
""",
    )
    step = "steps: [{user: hello, expect: {shouldContain: goodbye}}]"
    plain_project.write("a.scenario.yaml", f"scenarios: [{{id: a, {step}}}, {{id: b, {step}}}]")
    result = plain_project.run("--hydra")
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(
        ["*_ a _*", "*Captured stdout teardown*", "the account of a is closed", "*_ b _*"],
    )
    assert result.stdout.str().count("the account of a is closed") == 1
    result.stdout.fnmatch_lines(["setups and teardowns: 4"])


@pytest.mark.parametrize("bot", ["wallet:reply", "nowhere:at_all"], ids=["failed", "ungraded"])
def test_what_does_not_pass_is_shown_without_a_look_at_our_sources(
    plain_project: Project, bot: str
) -> None:
    plain_project.write("conftest.py", PARSING)
    plain_project.write("echo.scenario.yaml", TWO_CHECKS.replace("[hello]", "never"))
    result = plain_project.run_apart("--hydra", f"--hydra-bot=other={bot}", "-p", "no:assertion")
    assert result.ret != 0
    result.stdout.fnmatch_lines(["parsed: 0", "*echo.scenario.yaml::echo* - *"])
    assert "All traceback entries are hidden" not in result.stdout.str()


@pytest.mark.parametrize("phrase", ["hello", "never"], ids=["passed", "failed"])
def test_a_scenario_whose_checks_weigh_nothing_is_ungraded(
    plain_project: Project, phrase: str
) -> None:
    text = TWO_CHECKS.replace("expectedFunction: null", "weights: {shouldContain: 0}")
    plain_project.write("echo.scenario.yaml", text.replace("[hello]", f"[{phrase}]"))
    result = plain_project.run("--hydra", "-v")
    result.assert_outcomes(errors=1)
    said = result.stdout.str()
    assert "[RESULT] All checks passed" not in said
    assert "echo - ungraded: all that was graded weighs 0" in said
    assert "[RESULT] all that was graded weighs 0: give a check a weight above 0" in said


@needs("page")
def test_quiet_shows_no_details(plain_project: Project) -> None:
    plain_project.write("send.scenario.yaml", THREE_CHECKS)
    text = plain_project.run("--hydra", "-q").stdout.str()
    assert "Check Details" not in text
    # The dots, the verdict, the page, and pytest's last line.
    dots, verdict, page, last = text.splitlines()
    assert dots.startswith(". ")
    assert verdict == "PASSED  1 of 1 scenario passed"
    assert page == "page: python -m pytest_hydra show --page"
    assert last.startswith("1 passed in ")


def test_quiet_has_a_line_for_each_cause_and_no_conversation(plain_project: Project) -> None:
    step = "steps: [{user: hello, expect: {shouldContain: goodbye}}]"
    listed = "".join(f"  - {{id: s{number}, {step}}}\n" for number in range(7))
    plain_project.write("a.scenario.yaml", f"scenarios:\n{listed}")
    plain_project.write("test_b.py", "def test_b():\n    assert 3 == 4\n")
    lines = plain_project.run("--hydra", "-q").outlines
    assert not any("user: hello" in line for line in lines)
    (cause,) = [line for line in lines if line.startswith("   7")]
    assert cause.endswith(
        '  shouldContain "goodbye": does not contain "goodbye"   s0, s1, s2, s3, …'
    )
    # What is not ours stays.
    assert "FAILED test_b.py::test_b - assert 3 == 4" in lines
    assert not any(line.startswith("FAILED a.scenario") for line in lines)


def test_some_checks_failed_below_three(plain_project: Project) -> None:
    plain_project.write("echo.scenario.yaml", TWO_CHECKS.replace("[hello]", "[goodbye]"))
    result = plain_project.run("--hydra")
    assert "[RESULT] Some checks failed: 1 of 2" in result.stdout.str()
    assert "[SCORE]" not in result.stdout.str()
    assert result.ret == 1


def test_without_hydra_nothing_of_ours_shows(plain_project: Project) -> None:
    project = plain_project
    project.write("send.scenario.yaml", THREE_CHECKS)
    project.write("test_one.py", "def test_one(): pass")
    result = project.run()
    result.assert_outcomes(passed=1)
    # pytest lists its plugins by name, and there alone.
    shown = [line for line in result.outlines if "hydra" in line and "plugins:" not in line]
    assert [line for line in shown if not line.startswith("rootdir:")] == []
    assert project.runs() == []


def test_collect_only_writes_nothing_and_imports_no_bot(plain_project: Project) -> None:
    project = plain_project
    project.write("send.scenario.yaml", THREE_CHECKS)
    project.write("wallet_bot.py", "raise SystemExit('imported')")
    result = project.run("--hydra", "--co", "-q")
    assert "send.scenario.yaml::send" in result.stdout.str()
    assert result.ret == 0
    assert project.runs() == []


def test_an_unreachable_bot_is_an_error_and_not_a_failure(project: Project) -> None:
    project.write(
        "boom.scenario.yaml", "id: boom\nsteps: [{user: boom, expect: {shouldContain: x}}]"
    )
    project.write("send.scenario.yaml", THREE_CHECKS)
    result = project.run("--hydra", "--hydra-report=report.json", "--junitxml=junit.xml")
    result.assert_outcomes(passed=1, errors=1)
    assert result.ret == 1
    assert "ValueError: the ledger is closed" in result.stdout.str()
    report = project.report()
    boom = report["scenarios"][0]
    assert (boom["status"], boom["total"], boom["coverage"]) == ("ungraded", None, 0.0)
    assert boom["details"]["error"] == "ValueError: the ledger is closed"
    assert report["verdict"] == "error"
    assert "<error" in (project.path / "junit.xml").read_text()


def test_the_report_says_what_was_decided(project: Project) -> None:
    project.write("send.scenario.yaml", THREE_CHECKS)
    reports = ("--hydra-report=report.json", "--hydra-report=md:summary.md")
    assert project.run("--hydra", "--hydra-min-score=83.3", *reports).ret == 0
    report = project.report()
    (entry,) = report["scenarios"]
    assert (entry["id"], entry["file"], entry["subject"]) == (
        "send",
        "send.scenario.yaml",
        "wallet",
    )
    assert (entry["status"], entry["total"], entry["coverage"]) == ("passed", 83.333333, 1.0)
    assert [(check["kind"], check["weight"], check["score"]) for check in entry["checks"]] == [
        ("expectedFunction", 3, 100),
        ("responseType", 2, 100),
        ("shouldContain", 1, 0),
    ]
    assert report["totals"]["score"] == 83.333333
    assert (report["verdict"], report["complete"]) == ("passed", True)
    assert report == project.report(str(project.runs()[0] / "report.json"))
    assert "83" in (project.path / "summary.md").read_text()


def test_n0_is_as_without_xdist(plain_project: Project) -> None:
    plain_project.write("send.scenario.yaml", THREE_CHECKS)
    plain_project.write("echo.scenario.yaml", TWO_CHECKS.replace("[hello]", "[goodbye]"))
    plain_project.write("test_one.py", "def test_one(hydra): hydra.check('a', True)")
    digests = []
    shown = []
    for arguments in ((), ("-n0",)):
        result = plain_project.run(
            "--hydra", "-v", "--hydra-report=report.json", *arguments, plugins=("xdist",)
        )
        assert result.ret == 1
        digests.append(plain_project.report()["digest"])
        shown.append(
            [line for line in result.outlines if not re.search(r"(report|page): | in \d", line)]
        )
    assert digests[0] == digests[1]
    assert shown[0] == shown[1]


@pytest.mark.parametrize(
    ("arguments", "complete"),
    [
        ((), True),
        (("a.scenario.yaml",), True),
        (("-k", "send"), False),
        (("a.scenario.yaml::send",), False),
    ],
)
def test_a_selection_within_a_file_is_not_complete(
    plain_project: Project, arguments: tuple[str, ...], complete: bool
) -> None:
    project = plain_project
    steps = "steps: [{user: hello, expect: {shouldContain: hello}}]"
    project.write(
        "a.scenario.yaml", f"scenarios:\n  - {{id: send, {steps}}}\n  - {{id: echo, {steps}}}\n"
    )
    project.write("b.scenario.yaml", f"scenarios: [{{id: send-too, {steps}}}]\n")
    project.run("--hydra", "--hydra-report=report.json", *arguments)
    assert project.report()["complete"] is complete


@pytest.mark.parametrize(
    ("arguments", "complete"),
    [
        ((), True),
        (("--deselect", "test_a.py::test_plain"), True),
        (("test_a.py::test_plain", "a.scenario.yaml"), True),
        (("--deselect", "test_a.py::test_checks"), False),
        (("-k", "checks"), True),
        (("-k", "other"), False),
        (("test_a.py::test_other",), False),
    ],
)
def test_a_selection_among_tests_with_checks_is_not_complete(
    plain_project: Project, arguments: tuple[str, ...], complete: bool
) -> None:
    tests = "def test_checks(hydra):\n    hydra.check('a', True)\ndef test_plain():\n    pass\n"
    other = "test_other" if not complete else "test_checks_too"
    plain_project.write("test_a.py", tests + tests.replace("test_checks", other))
    steps = "steps: [{user: hello, expect: {shouldContain: hello}}]"
    plain_project.write("a.scenario.yaml", f"scenarios: [{{id: echo-checks, {steps}}}]\n")
    plain_project.run("--hydra", "--hydra-report=report.json", *arguments)
    assert plain_project.report()["complete"] is complete


def test_the_session_score_must_reach_the_minimum(project: Project) -> None:
    project.write("send.scenario.yaml", THREE_CHECKS)
    result = project.run("--hydra", "--hydra-min-score=83.4", "--hydra-report=report.json")
    assert result.ret == 1
    assert "hydra: score 83.3 is below --hydra-min-score 83.4" in result.stdout.str()
    assert project.report()["verdict"] == "failed"


def test_details_stand_in_the_order_of_the_files(plain_project: Project) -> None:
    project = plain_project
    step = "steps: [{user: a, expect: {shouldContain: b}}]"
    ids = ("zebra", "ape", "mouse")
    lines = [f"  - {{id: {identifier}, {step}}}\n" for identifier in ids]
    project.write("b.scenario.yaml", "scenarios:\n" + "".join(lines))
    project.write("a.scenario.yaml", f"id: yak\n{step}\n")
    result = project.run("--hydra", "-v", "--tb=no")
    shown = [line for line in result.outlines if line.endswith("(wallet)")]
    names = ["a.scenario.yaml::yak", *(f"b.scenario.yaml::{identifier}" for identifier in ids)]
    assert shown == [f"{name} (wallet)" for name in names]


def test_where_no_dots_can_be_written_no_line_is_too_long(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    monkeypatch.setenv("COLUMNS", "80")
    plain_project.write(
        f"{'a' * 60}.scenario.yaml",
        f"id: a\nsteps: [{{user: a, expect: {{shouldContain: {'b' * 90}}}}}]\n",
    )
    result = plain_project.run_apart("--hydra", "--tb=no")
    lines = result.outlines
    shown = lines[lines.index(next(line for line in lines if "= hydra =" in line)) :]
    (found,) = (line for line in shown if line.startswith("~"))
    assert len(found) <= 80
    assert not any("u2026" in line for line in shown)


def test_skip_and_xfail_say_so(plain_project: Project) -> None:
    plain_project.write(
        "a.scenario.yaml",
        """
        scenarios:
          - {id: later, skip: not built, steps: [{user: a, expect: {shouldContain: b}}]}
          - {id: known, xfail: ticket 7, steps: [{user: a, expect: {shouldContain: b}}]}
        """,
    )
    result = plain_project.run("--hydra", "-rA", "--hydra-report=report.json")
    result.assert_outcomes(skipped=1, xfailed=1)
    assert "not built" in result.stdout.str()
    assert "PASSED  1 expected to fail" in result.outlines
    report = plain_project.report()
    assert [
        (scenario["id"], scenario["status"], scenario["details"].get("xfail"))
        for scenario in report["scenarios"]
    ] == [("known", "failed", "ticket 7")]
    assert report["totals"]["scenarios"] == {"passed": 0, "failed": 0, "ungraded": 0}
    assert (result.ret, report["verdict"]) == (0, "passed")


def test_a_bot_that_may_lack_its_secrets_is_skipped(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    bot = 'python = "wallet_bot:reply"\nrequires_env = ["NO_SUCH_KEY"]\n'
    plain_project.write("hydra.toml", f'[bots.one]\n{bot}when_missing = "skip"\n[bots.two]\n{bot}')
    plain_project.write("a.scenario.yaml", TWO_CHECKS)
    result = plain_project.run("--hydra", "-rs")
    result.assert_outcomes(skipped=1, errors=1)
    result.stdout.fnmatch_lines("SKIP*bot 'one' needs NO_SUCH_KEY in the environment")
    assert "1 skipped: bot 'one' needs NO_SUCH_KEY in the environment" in result.stdout.str()
    plain_project.write("hydra.toml", f'[bots.one]\n{bot}when_missing = "skip"\n')
    result = plain_project.run("--hydra", "--hydra-min-score=90")
    result.assert_outcomes(skipped=1)
    assert result.ret == 0
    told = "1 skipped: bot 'one' needs NO_SUCH_KEY in the environment"
    assert f"hydra: {told}" in result.outlines
    # As in a job: with a report.
    result = plain_project.run("--hydra", "--hydra-min-score=90", "--hydra-report=all.md")
    assert f"hydra: {told}" in result.outlines
    assert told.replace("_", "&#95;") in (plain_project.path / "all.md").read_text()


def test_a_module_of_the_suite_is_never_taken_for_the_bot(plain_project: Project) -> None:
    project = plain_project
    for folder, says in (("", "right"), ("tests/", "wrong")):
        project.write(f"{folder}my_bot.py", f"def reply(messages):\n    return {says!r}\n")
        passes = f"def passes(reply, conversation):\n    return {says == 'wrong'}\n"
        project.write(f"{folder}my_rules.py", passes)
    project.write("hydra.toml", '[bots.a]\npython = "my_bot:reply"\n')
    expect = "{shouldContain: right, customValidator: 'my_rules:passes'}"
    project.write("a.scenario.yaml", f"id: a\nsteps: [{{user: hi, expect: {expect}}}]\n")
    # pytest puts the folder of tests first; what was not imported from there does not matter.
    project.write("tests/test_a.py", "def test_a():\n    pass\n")
    result = project.run("--hydra", "--hydra-report=report.json")
    result.assert_outcomes(passed=1, failed=1)
    (scenario,) = project.report()["scenarios"]
    assert [check["outcome"] for check in scenario["checks"]] == ["passed", "failed"]
    project.write("tests/test_a.py", "import my_bot, my_rules\n\n\ndef test_a():\n    pass\n")
    result = project.run("--hydra", "--hydra-report=report.json")
    result.assert_outcomes(passed=1, errors=1)
    (entry,) = [each for each in project.report()["scenarios"] if each["status"] == "ungraded"]
    assert fnmatch(
        entry["details"]["error"],
        "*'my_bot:reply' cannot be used: it means */my_bot.py, but the module 'my_bot' is "
        "*/tests/my_bot.py, loaded before; rename one of them*",
    )


def test_only_a_failure_of_the_bot_is_expected(plain_project: Project) -> None:
    plain_project.write(
        "checks.py", "def broken(reply, conversation):\n    raise OSError('disk')\n"
    )
    plain_project.write(
        "a.scenario.yaml",
        """
        scenarios:
          - {id: fails, xfail: known, steps: [{user: a, expect: {shouldContain: b}}]}
          - {id: crashes, xfail: known, steps: [{user: boom, expect: {shouldContain: b}}]}
          - id: undecided
            xfail: known
            steps: [{user: a, expect: {customValidator: "checks:broken"}}]
          - {id: mended, xfail: known, steps: [{user: a, expect: {shouldContain: a}}]}
        """,
    )
    plain_project.write(
        "test_a.py",
        """
import pytest

@pytest.mark.xfail
def test_ungraded(hydra):
    hydra.ungraded("latency", "the clock was down")

@pytest.mark.xfail(strict=True)
def test_mended(hydra):
    hydra.check("tone", True)
""",
    )
    result = plain_project.run("--hydra", "--hydra-report=report.json", "--hydra-report=report.md")
    result.assert_outcomes(errors=3, xfailed=1, xpassed=1, failed=1)
    assert result.ret == 1
    shown = result.stdout.str()
    said = "FAILED  0 of 2 scenarios passed · 0 of 2 tests passed · 1 failed · 1 no answer\n"
    assert f"{said}        2 ungraded · 2 expected to fail\n" in shown
    report = plain_project.report()
    assert report["totals"]["scenarios"] == {"passed": 0, "failed": 0, "ungraded": 2}
    said = (plain_project.path / "report.md").read_text()
    assert "2 expected to fail" in said
    assert "1 expected to fail, and passed." in said
    assert "crashes" in said


def test_several_bots_answer_each_scenario(plain_project: Project) -> None:
    project = plain_project
    project.write("other_bot.py", "def reply(messages):\n    return 'hello from the other'\n")
    project.write("echo.scenario.yaml", TWO_CHECKS)
    result = project.run("--hydra", "--hydra-bot=other=other_bot:reply", "-v")
    result.assert_outcomes(passed=2)
    for nodeid in ("echo.scenario.yaml::echo[wallet]", "echo.scenario.yaml::echo[other]"):
        assert nodeid in result.stdout.str()


LOCATIONS = """
from pathlib import Path

import pytest


def pytest_collection_modifyitems(items):
    assert [item.location for item in items] == [pytest.Item.location.func(item) for item in items]
    Path("seen.txt").write_text(repr([item.location[:2] for item in items]))
"""


def test_scenarios_are_where_pytest_would_say_that_they_are(plain_project: Project) -> None:
    plain_project.write("below/echo.scenario.yaml", TWO_CHECKS)
    plain_project.write("send.scenario.yaml", THREE_CHECKS)
    plain_project.write("conftest.py", LOCATIONS)
    plain_project.run("--hydra")
    seen = (plain_project.path / "seen.txt").read_text(encoding="utf-8")
    assert seen == "[('below/echo.scenario.yaml', 1), ('send.scenario.yaml', 1)]"


HOOKS = """
def pytest_runtest_setup(item):
    with open("seen.txt", "a") as file:
        file.write(f"{item.name} below {__file__.split('/')[-2]}, ")
"""


def test_scenarios_meet_the_hooks_of_their_folder_only(plain_project: Project) -> None:
    project = plain_project
    for folder in ("one", "two"):
        project.write(f"{folder}/conftest.py", HOOKS)
        project.write(f"{folder}/echo.scenario.yaml", TWO_CHECKS.replace("echo", folder))
    project.write("echo.scenario.yaml", TWO_CHECKS)
    project.run("--hydra").assert_outcomes(passed=3)
    seen = (project.path / "seen.txt").read_text(encoding="utf-8")
    assert seen == "one below one, two below two, "


def test_reports_of_scenarios_have_all_keywords_of_their_items(plain_project: Project) -> None:
    plain_project.write(
        "conftest.py",
        """
import pytest

def pytest_configure(config):
    for name in ("session", "file", "item", "late"):
        config.addinivalue_line("markers", f"of_the_{name}: where it stands")

def pytest_collection_modifyitems(items):
    (item,) = items
    item.session.add_marker("of_the_session")
    item.parent.add_marker("of_the_file")
    item.add_marker("of_the_item")
    item.known = set(item.keywords)
    assert {"of_the_session", "of_the_file", "of_the_item", "echo"} < item.known

@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    item.add_marker("of_the_late")
    report = yield
    assert set(report.keywords) == {*item.known, "of_the_late"}
    return report
""",
    )
    plain_project.write("a.scenario.yaml", TWO_CHECKS)
    plain_project.run("--hydra").assert_outcomes(passed=1)


def test_tags_select_and_are_no_markers(plain_project: Project) -> None:
    plain_project.write("echo.scenario.yaml", TWO_CHECKS + "tags: [happy-path, smoke]\n")
    plain_project.write("send.scenario.yaml", THREE_CHECKS)
    strict = ("--strict-markers", "-Werror")
    plain_project.run("--hydra", "-k", "smoke", *strict).assert_outcomes(passed=1)
    plain_project.run("--hydra", "-m", "hydra", *strict).assert_outcomes(passed=2)


def test_last_failed_runs_what_failed(plain_project: Project) -> None:
    plain_project.write("echo.scenario.yaml", TWO_CHECKS.replace("[hello]", "[goodbye]"))
    plain_project.write("send.scenario.yaml", THREE_CHECKS)
    plain_project.write(
        "many.scenario.yaml",
        "id: many\nmatrix: {what: [hello, never]}\n"
        "steps: [{user: hello, expect: {shouldContain: '{{what}}'}}]\n",
    )
    plain_project.run("--hydra").assert_outcomes(passed=2, failed=2)
    result = plain_project.run("--hydra", "--lf", "--hydra-report=report.json")
    result.assert_outcomes(failed=2)
    assert plain_project.report()["complete"] is False


def test_scenario_paths_of_hydra_toml_are_collected_without_paths(plain_project: Project) -> None:
    project = plain_project
    project.write(
        "hydra.toml", '[bots.wallet]\npython = "wallet_bot:reply"\n[scenarios]\npaths = ["talks"]\n'
    )
    project.write("talks/echo.scenario.yaml", TWO_CHECKS)
    project.write("tests/test_one.py", "def test_one(): pass")
    project.run("--hydra").assert_outcomes(passed=2)
    project.write("pytest.ini", "[pytest]\ntestpaths = tests\n")
    project.run("--hydra").assert_outcomes(passed=2)
    project.run("--hydra", "tests").assert_outcomes(passed=1)
    project.run("--hydra", "talks").assert_outcomes(passed=1)


def test_a_broken_file_is_one_clean_line(plain_project: Project) -> None:
    project = plain_project
    project.write("a.scenario.yaml", TWO_CHECKS.replace("expect:", "exepct:"))
    project.write("send.scenario.yaml", THREE_CHECKS)
    result = project.run("--hydra")
    # xdist runs what it can and then fails, after any broken test module as well.
    assert result.ret == (1 if "-n2" in project.arguments else 2)
    text = result.stdout.str()
    assert re.search(r"a\.scenario\.yaml:\d+: steps\[0\]", text)
    assert "did you mean 'expect'?" in text
    assert "Traceback" not in text
    project.run("--hydra", "--continue-on-collection-errors").assert_outcomes(passed=1, errors=1)


def test_a_run_that_could_not_collect_a_file_is_not_complete(project: Project) -> None:
    project.write("send.scenario.yaml", THREE_CHECKS)
    project.write("test_checks.py", "1 / 0\ndef test_x(hydra): hydra.check('x', True)\n")
    project.run("--hydra", "--hydra-report=report.json", "--continue-on-collection-errors")
    assert project.report()["complete"] is False


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[bots.wallet]\npyhton = 'a:b'\n", "hydra.toml:2: bots.wallet"),
        ("[bots.wallet\n", "hydra.toml:1"),
        ("[hydra]\nkeep_run = 5\n", "hydra.toml:2: hydra"),
    ],
)
def test_a_bad_hydra_toml_is_a_usage_error(plain_project: Project, text: str, said: str) -> None:
    plain_project.write("hydra.toml", text)
    result = plain_project.run("--hydra")
    assert result.ret == 4
    assert f"ERROR: {said}" in result.stderr.str()
    assert "Traceback" not in result.stderr.str()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--hydra-min-score=50",), "--hydra-min-score needs --hydra"),
        (("--hydra", "--hydra-min-score=nan"), "--hydra-min-score: must be from 1 to 100, not nan"),
        (("--hydra", "--hydra-min-score=0.8"), "not 0.8; did you mean 80?"),
        (("--hydra", "--hydra-report=report.xml"), "there is no format 'xml'"),
        (("--hydra", "--hydra-bot=wallet"), "NAME=TARGET"),
        (("--hydra-replay=latest",), "no run"),
        (("--hydra", "--hydra-policy=today"), "--hydra-policy needs --hydra-replay"),
        (("--hydra", "--hydra-config=other/hydra.toml"), "other/hydra.toml"),
    ],
)
def test_bad_options_are_usage_errors(
    plain_project: Project, arguments: tuple[str, ...], said: str
) -> None:
    result = plain_project.run(*arguments)
    assert result.ret == 4
    assert said in result.stderr.str()
    assert "Traceback" not in result.stderr.str()


def test_a_file_that_is_not_named_as_a_scenario_is_reported(plain_project: Project) -> None:
    named = "the name of a scenario file ends in .scenario.yaml, .scenario.toml or .scenario.json"
    plain_project.write("talks/echo.yaml", TWO_CHECKS)
    result = plain_project.run("--hydra", "talks/echo.yaml")
    assert result.ret == 4
    assert f"hydra: talks/echo.yaml is not read: {named}" in result.outlines
    result = plain_project.run("--hydra", "--hydra-report=report.json")
    assert result.ret == 5
    assert f"hydra: no scenario was found: {named}" in result.outlines
    # As with --junitxml there is a file, and whoever reads it alone is not told that all is well.
    assert (plain_project.report()["verdict"], plain_project.runs()) == ("error", [])
    plain_project.write("talks/echo.scenario.yaml", TWO_CHECKS)
    result = plain_project.run("--hydra", "talks/echo.yaml")
    assert result.ret == 4
    assert f"hydra: talks/echo.yaml is not read: {named}" in result.outlines
    for arguments, status in ((("-k", "nobody"), 5), (("nowhere.scenario.yaml",), 4)):
        result = plain_project.run("--hydra", *arguments)
        assert result.ret == status
        assert named not in result.stdout.str()


def test_a_scenario_needs_a_bot(plain_project: Project) -> None:
    plain_project.write("hydra.toml", "")
    plain_project.write("echo.scenario.yaml", TWO_CHECKS)
    result = plain_project.run("--hydra")
    assert result.ret == 2
    assert "echo.scenario.yaml:2: no bot is configured" in result.stdout.str()


def test_an_unknown_bot_is_named(plain_project: Project) -> None:
    plain_project.write("echo.scenario.yaml", TWO_CHECKS + "bot: walet\n")
    text = plain_project.run("--hydra").stdout.str()
    assert "there is no bot 'walet'; did you mean 'wallet'?" in text


def test_a_bot_that_cannot_be_imported_stops_no_other(plain_project: Project) -> None:
    project = plain_project
    project.write("echo.scenario.yaml", TWO_CHECKS + "bot: wallet\n")
    project.write("lost.scenario.yaml", TWO_CHECKS + "bot: lost\n")
    result = project.run("--hydra", "--hydra-bot=lost=nowhere.bot:reply")
    result.assert_outcomes(passed=1, errors=1)
    assert "nowhere" in result.stdout.str()


def test_the_fixture_override_answers_for_files_below_it(plain_project: Project) -> None:
    project = plain_project
    project.write("a/echo.scenario.yaml", TWO_CHECKS)
    project.write(
        "b/conftest.py",
        """
import pytest

@pytest.fixture(scope="module")
def greeting(request):
    assert request.module.__name__ == "echo"
    return "hello"

@pytest.fixture
def hydra_bot(greeting, tmp_path):
    class Polite:
        name = "polite"
        def __call__(self, messages):
            return f"{greeting} from {tmp_path.is_dir()}"
    return Polite()
""",
    )
    project.write("b/echo.scenario.yaml", TWO_CHECKS.replace("[hello]", "[hello from True]"))
    result = project.run("--hydra", "--hydra-report=report.json")
    result.assert_outcomes(passed=2)
    assert [scenario["subject"] for scenario in project.report()["scenarios"]] == [
        "wallet",
        "polite",
    ]


def test_an_option_says_how_often_scenarios_run(plain_project: Project) -> None:
    plain_project.write("echo.scenario.yaml", TWO_CHECKS)
    plain_project.write("twice.scenario.yaml", TWO_CHECKS.replace("echo", "twice") + "repeat: 2\n")
    plain_project.run("--hydra", "--hydra-repeat=3", "--hydra-report=report.json")
    assert [len(each["runs"]) for each in plain_project.report()["scenarios"]] == [3, 3]
    result = plain_project.run("--hydra-repeat=3")
    assert "--hydra-repeat needs --hydra" in result.stderr.str()
    plain_project.write(
        "k.scenario.yaml", TWO_CHECKS.replace("echo", "k") + "repeat: 5\npassK: 4\n"
    )
    result = plain_project.run("--hydra", "--hydra-repeat=3", "k.scenario.yaml")
    assert "pass_k is 4, but it is run 3 times" in result.stdout.str()


@pytest.mark.parametrize(
    "override",
    [
        "@pytest.fixture(name='hydra_bot')\ndef polite():\n    return lambda messages: 'HELLO'\n",
        "@pytest.fixture\ndef hydra_bot(hydra_bot):\n"
        "    return lambda messages: hydra_bot(messages).text.upper()\n",
    ],
    ids=["by name", "a wrapper"],
)
def test_any_fixture_of_the_name_is_an_override(plain_project: Project, override: str) -> None:
    bots = "".join(f'[bots.{name}]\npython = "wallet_bot:reply"\n' for name in ("one", "two"))
    plain_project.write("hydra.toml", bots)
    plain_project.write("conftest.py", f"import pytest\n\n{override}")
    plain_project.write("echo.scenario.yaml", TWO_CHECKS.replace("[hello]", "[HELLO]"))
    plain_project.run("--hydra").assert_outcomes(passed=1)


def test_an_override_and_a_named_bot_contradict_each_other(plain_project: Project) -> None:
    plain_project.write(
        "conftest.py",
        "import pytest\n@pytest.fixture\ndef hydra_bot():\n    return lambda messages: 'hello'\n",
    )
    plain_project.write("echo.scenario.yaml", TWO_CHECKS + "bot: wallet\n")
    assert "remove 'bot: wallet' or the fixture" in plain_project.run("--hydra").stdout.str()
    plain_project.run("--hydra", "--hydra-bot=wallet=wallet_bot:reply").assert_outcomes(passed=1)


def test_an_async_generator_override_is_refused(plain_project: Project) -> None:
    plain_project.write(
        "conftest.py",
        """
import pytest

@pytest.fixture
def hydra_bot():
    async def bot():
        yield lambda messages: "hello"
    return bot()
""",
    )
    plain_project.write("echo.scenario.yaml", TWO_CHECKS)
    result = plain_project.run("--hydra")
    result.assert_outcomes(errors=1)
    assert "return a class" in result.stdout.str()


def test_a_validator_that_raises_costs_only_its_own_check(plain_project: Project) -> None:
    project = plain_project
    project.write("rules.py", "def strict(reply, conversation):\n    return 1 / 0\n")
    project.write(
        "a.scenario.yaml",
        """
        scenarios:
          - id: a
            steps: [{user: hi, expect: {customValidator: 'rules:strict', shouldContain: hi}}]
          - id: b
            steps:
              - user: hi
                expect:
                  customValidator: 'rules:strict'
                  shouldNotContain: hi
                  critical: [shouldNotContain]
          - {id: c, steps: [{user: hi, expect: {customValidator: 'no_rules:strict'}}]}
        """,
    )
    result = project.run("--hydra", "--hydra-report=report.json")
    result.assert_outcomes(errors=2, failed=1)
    lost = "rules:strict raised ZeroDivisionError: division by zero (rules.py:2)"
    result.stdout.fnmatch_lines(
        "*not graded: customValidator: rules:strict raised ZeroDivisionError*"
    )
    first, second, third = project.report()["scenarios"]
    assert [check["outcome"] for check in first["checks"]] == ["ungraded", "passed"]
    assert [check["outcome"] for check in second["checks"]] == ["ungraded", "failed"]
    assert first["checks"][0]["message"] == lost
    assert "no_rules" in third["checks"][0]["message"]
    # The conversation is recorded: once the validator is mended, replay decides it.
    project.write("rules.py", "def strict(reply, conversation):\n    return True\n")
    project.run("--hydra", "--hydra-replay=latest").assert_outcomes(passed=1, errors=1, failed=1)


def test_a_fixture_that_raises_is_named_in_the_report(plain_project: Project) -> None:
    plain_project.write("a.scenario.yaml", TWO_CHECKS)
    fixture = "import pytest\n@pytest.fixture(autouse=True)\ndef disk():\n    raise OSError('full')"
    plain_project.write("conftest.py", fixture)
    result = plain_project.run("--hydra", "--hydra-report=report.json")
    assert "no answer" not in result.stdout.str()
    for scenario in plain_project.report()["scenarios"]:
        error = "the scenario could not be decided: OSError: full"
        assert (scenario["status"], scenario["details"]["error"]) == ("ungraded", error)


def test_an_internal_error_in_a_worker_is_never_a_success(plain_project: Project) -> None:
    plain_project.write("echo.scenario.yaml", TWO_CHECKS)
    plain_project.write(
        "conftest.py",
        """
import os

def pytest_runtest_logfinish(nodeid):
    if "PYTEST_XDIST_WORKER" in os.environ:
        raise RuntimeError("broken plugin")
""",
    )
    result = plain_project.run("--hydra", "-n2", plugins=("xdist",))
    assert result.ret == 3
    assert "broken plugin" in result.stdout.str() + result.stderr.str()


def test_a_draft_decides_nothing(plain_project: Project) -> None:
    plain_project.write(
        "a.scenario.yaml",
        """
scenarios:
  - {id: good, steps: [{user: hello, expect: {shouldContain: hello}}]}
  - {id: draft-good, draft: true, steps: [{user: hello, expect: {shouldContain: hello}}]}
  - {id: draft-bad, draft: true, steps: [{user: hello, expect: {shouldContain: bye}}]}
  - {id: draft-silent, draft: true, steps: [{user: boom, expect: {shouldContain: bye}}]}
""",
    )
    result = plain_project.run(
        "--hydra", "-v", "--hydra-report=report.json", "--hydra-min-score=100", "-oxfail_strict=1"
    )
    assert result.ret == 0
    text = result.stdout.str()
    assert text.count("DRAFT") == 3
    assert "PASSED  1 of 1 scenario passed · 3 drafts" in text
    report = plain_project.report()
    assert (report["verdict"], report["totals"]["score"], report["causes"]) == ("passed", 100, [])
    assert report["totals"]["scenarios"] == {"passed": 1, "failed": 0, "ungraded": 0}
    statuses = {each["id"]: each["status"] for each in report["scenarios"]}
    assert statuses == {
        "good": "passed",
        "draft-good": "passed",
        "draft-bad": "failed",
        "draft-silent": "ungraded",
    }


@needs("experiments")
def test_bots_of_a_matrix_are_compared(plain_project: Project) -> None:
    plain_project.write(
        "hydra.toml", '[bots.shop]\npython = "tones:{{tone}}"\nmatrix = {tone = ["kind", "rude"]}'
    )
    plain_project.write(
        "tones.py",
        "def kind(messages):\n    return 'Yes, please!'\ndef rude(messages):\n    return 'No.'\n",
    )
    plain_project.write(
        "a.scenario.yaml",
        """
scenarios:
  - {id: one, bot: shop, steps: [{user: tea, expect: {shouldContain: please}}]}
  - {id: two, steps: [{user: cake, expect: {shouldContain: please}}]}
""",
    )
    result = plain_project.run("--hydra", "-v", "--hydra-report=report.json")
    result.assert_outcomes(passed=2, failed=2)
    result.stdout.fnmatch_lines(
        [
            "a.scenario.yaml::one?shop?tone=kind?? PASSED *",
            "a.scenario.yaml::one?shop?tone=rude?? FAILED *",
            " shop?tone=kind?*100.0*",
            " shop?tone=kind? against shop?tone=rude?: +100.0 points *",
        ]
    )
    (entry,) = plain_project.report()["experiments"]
    assert [arm["bot"] for arm in entry["arms"]] == ["shop[tone=kind]", "shop[tone=rude]"]
    assert entry["pairs"][0]["arms"] == [0, 1]
    again = plain_project.run("--hydra", "-v", "a.scenario.yaml::one[shop[tone=kind]]")
    again.assert_outcomes(passed=1)


def test_pictures_are_stored_once_in_the_run_and_shown_on_its_page(plain_project: Project) -> None:
    picture = b"\x89PNG\r\n\x1a\n a picture"
    (plain_project.path / "shot.png").write_bytes(picture)
    plain_project.write("wallet_bot.py", "def reply(messages, context):\n    return 'seen'\n")
    plain_project.write(
        "a.scenario.yaml",
        """
scenarios:
  - {id: one, steps: [{user: [{image: shot.png}], expect: {shouldContain: seen}}]}
  - {id: two, steps: [{user: [{text: Hi}, {image: ./shot.png}], expect: {shouldContain: seen}}]}
""",
    )
    plain_project.run("--hydra").assert_outcomes(passed=2)
    (run,) = plain_project.runs()
    (stored,) = (run / "files").iterdir()
    assert stored.read_bytes() == picture
    lines = (run / "scenarios.jsonl").read_text().splitlines()
    record = next(line for line in lines if "::one" in line)
    (turn,) = json.loads(record)["runs"][0]["conversation"]["turns"]
    assert turn["files"] == [
        {"type": "image", "name": "shot.png", "media_type": "image/png", "sha256": stored.name}
    ]
    plain_project.run("--hydra", "--hydra-replay", "latest").assert_outcomes(passed=2)
    # Another picture is another question.
    (plain_project.path / "shot.png").write_bytes(picture + b".")
    result = plain_project.run("--hydra", "--hydra-replay", "latest")
    result.assert_outcomes(errors=2)


@pytest.mark.parametrize("options", [[], ["-pxdist", "-n1"]])
def test_the_short_summary_says_why_a_file_cannot_be_collected(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    plain_project.write(
        "a.scenario.yaml", "id: a\nsteps: [{user: hi, expect: {shouldContian: x}}]\n"
    )
    run = plain_project.run_apart if options else plain_project.run
    result = run("--hydra", *options)
    assert result.ret != 0
    text = result.stdout.str()
    assert "a.scenario.yaml:2: " in text
    if not options:  # xdist sends the text alone
        (line,) = [each for each in result.outlines if each.startswith("ERROR a.scenario.yaml - ")]
        assert "shouldContian" in line


def test_the_fixture_says_what_it_has(plain_project: Project) -> None:
    plain_project.write(
        "test_a.py", "def test_a(hydra):\n    hydra.check('a', True)\n    print(repr(hydra))\n"
    )
    text = plain_project.run("-s").stdout.str()
    assert "<hydra: 1 of 1 check passed>" in text
