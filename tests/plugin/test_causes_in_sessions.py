"""What a terminal shows of many failures: by cause, and the verdict last."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from pytest_hydra.execution.quotas import NARROWED
from tests.needs import needs

if TYPE_CHECKING:
    from tests.conftest import Project

BOT = """
import re

def reply(messages):
    said = messages[-1]["content"]
    order = re.search(r"[A-Z]-[0-9]+", said)[0]
    find = {"function": "find_order", "params": {"order": "B-1" if "wrong" in said else order}}
    if "dead" in said:
        raise TimeoutError(f"upstream model did not answer within 30 s (request {order})")
    if "late" in said:
        text = f"I have refunded 49.9 EUR for {order}, and told the warehouse."
        call = {"function": "refund", "params": {"order": order, "amount": 49.9}}
        return {"text": text, "calls": [call], "cost_usd": 0.002}
    text = f"Your order {order} was looked at." if "word" in said else f"It is done for {order}."
    return {"text": text, "calls": [] if "none" in said else [find], "cost_usd": 0.002}
"""
LATE = "Please handle order {order}, it came late and I would like to know where it is now"
SAID = {
    "late": LATE,
    "word": "word about {order}",
    "wrong": "wrong {order}",
    "none": "none {order}",
}
SAID |= {"dead": "dead {order}", "fine": "Please handle {order}"}
COUNTS = {"late": 34, "word": 18, "wrong": 5, "none": 3, "dead": 5, "fine": 135}
TESTS = """
def test_mine():
    assert 3 == 4

def test_checks(hydra):
    hydra.check("is brief", False, message="took 300 words")
"""
SUMMARY = Path(__file__).with_name("causes.txt")


def many(project: Project) -> None:
    """A suite of 200 scenarios in four files, with 60 failures in four causes, and 5 errors."""
    project.write("wallet_bot.py", BOT)
    # Not one kind after the other.
    kinds = [kind for kind, count in COUNTS.items() for _ in range(count)]
    kinds = [kinds[number * 37 % 200] for number in range(200)]
    for file in range(4):
        listed = []
        for number in range(50 * file, 50 * file + 50):
            order = f"A-{200 + number}"
            expect: dict[str, object] = {"expectedParams": {"order": order}}
            expect |= {"shouldContain": "done"}
            expect |= {"expectedFunction": "find_order"}
            if kinds[number] == "late":
                expect = {"shouldContain": "done"}
            expect |= {"forbiddenFunctions": ["refund", "cancel_order"]}
            steps = [{"user": SAID[kinds[number]].format(order=order), "expect": expect}]
            tags = ["edge" if number % 3 == 0 else "happy-path"]
            listed.append({"id": f"order-{number:03}", "tags": tags, "steps": steps})
        text = json.dumps({"scenarios": listed}, indent=1)
        project.write(f"part{file}.scenario.json", text)


def show(project: Project, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest_hydra", "show", *arguments]
    return subprocess.run(
        command, cwd=project.path, capture_output=True, encoding="utf-8", check=False, timeout=300
    )


@needs("page")
def test_many_failures_are_reported_by_cause_and_the_verdict_comes_last(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    many(project)
    result = project.run("--hydra", "--junitxml=junit.xml")
    result.assert_outcomes(passed=135, failed=60, errors=5)
    text = result.stdout.str()
    assert len(result.outlines) < 100
    told = SUMMARY.read_text(encoding="utf-8")
    assert told in text
    last = text.partition(told)[2].splitlines()
    assert [line.partition(":")[0] for line in last[:-1] if not line.startswith(" ")] == [
        *("page", "next")
    ]
    assert len(told.splitlines()) + len(last) <= 24
    assert max(map(len, told.splitlines())) <= 80
    # One conversation of each cause, with the one that the summary names among them.
    titles = re.findall(r"^_+ (order-\d+) _+$", text, re.MULTILINE)
    named = re.findall(r"^ +\d+. .*?   (order-\d+)", told, re.MULTILINE)
    assert sorted(titles) == sorted(named)
    assert len(named) == 5
    assert "ERROR at setup" not in text
    listed = [line for line in result.outlines if re.match("(FAILED|ERROR) part", line)]
    # One of each cause.
    assert len(listed) == 5
    assert "… and 60 more, by cause below; -v lists all" in result.outlines
    cases = ElementTree.parse(project.path / "junit.xml").getroot().iter("testcase")  # noqa: S314
    found = {case.get("name"): case for case in cases}
    assert len(found) == 200
    case = found[named[0]]
    values = {entry.get("name"): entry.get("value") for entry in case.iter("property")}
    assert values.keys() == {
        *("subject", "total", "coverage", "seconds", "cost_usd", "tags", "cause"),
    }
    assert values["cost_usd"] == "0.002"


def test_verbose_shows_every_conversation_and_every_line(plain_project: Project) -> None:
    many(plain_project)
    result = plain_project.run("--hydra", "-v", "-k", "not order-19")
    titles = re.findall(r"^_+ (order-\d+) _+$", result.stdout.str(), re.MULTILINE)
    outcomes = result.parseoutcomes()
    assert len(titles) == outcomes["failed"] + outcomes["errors"] > 50
    listed = [line for line in result.outlines if re.match("(FAILED|ERROR) part", line)]
    assert len(listed) == len(titles)
    assert result.outlines[-2].startswith("      python -m pytest_hydra show order-")


def test_a_few_failures_are_shown_one_by_one_beside_those_of_others(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    many(plain_project)
    plain_project.write("test_mine.py", TESTS)
    plain_project.write(
        "conftest.py",
        "def pytest_terminal_summary(terminalreporter):\n"
        "    stats = terminalreporter.stats\n"
        "    found = len(stats['failed']) + len(stats.get('error', ()))\n"
        "    terminalreporter.write_line(f'seen: {found}')\n",
    )
    result = plain_project.run("--hydra", "test_mine.py", "part0.scenario.json", "-k", "mine or 00")
    text = result.stdout.str()
    failed = result.parseoutcomes()["failed"]
    assert "    def test_mine():\n>       assert 3 == 4\n" in text
    assert "test_mine.py:6: failed: is brief: took 300 words" in text
    # Others see all that failed, though pytest shows less of it.
    assert f"seen: {failed + result.parseoutcomes().get('errors', 0)}" in text
    assert "        1 other test failed" in result.outlines
    assert "FAILED test_mine.py::test_mine - assert 3 == 4" in result.outlines
    assert "next: the same command with --lf · python -m pytest_hydra show " in text


def test_what_has_no_entry_is_counted_by_what_failed(plain_project: Project) -> None:
    plain_project.write("broken.scenario.yaml", "scenarios: []\n")
    plain_project.write(
        "test_mine.py",
        "import pytest\n\n\n@pytest.fixture\ndef resource():\n    yield\n    raise OSError\n\n\n"
        "def test_torn_down(hydra, resource):\n    hydra.check('a', True)\n\n\n"
        "def test_wrong():\n    raise ValueError\n\n\n"
        "def test_later():\n    raise ValueError\n",
    )
    plain_project.write(
        "a.scenario.yaml",
        "id: repeated\nrepeat: 4\nsteps: [{user: hello, expect: {shouldContain: hello}}]\n",
    )
    options = ("--continue-on-collection-errors", "--maxfail=3", "-p", "no:randomly")
    lines = plain_project.run("--hydra", *options).outlines
    assert "        1 of 1 check passed · 4 of 4 runs passed" in lines
    others = "        1 file could not be collected · 1 other test failed · 1 teardown failed"
    assert lines[lines.index(others) + 1] == "        1 item not run"


def test_teardowns_are_counted_as_pytest_counts_them(plain_project: Project) -> None:
    plain_project.write(
        "test_mine.py",
        "import pytest\n\n\n@pytest.fixture\ndef resource():\n    yield\n    raise OSError\n\n\n"
        "@pytest.mark.parametrize('good', [True, False])\n"
        "def test_torn_down(hydra, resource, good):\n    hydra.check('a', good)\n",
    )
    result = plain_project.run("--hydra")
    assert result.parseoutcomes()["errors"] == 2
    assert "        2 teardowns failed" in result.outlines


def test_checks_stand_under_their_turns_in_colour(plain_project: Project) -> None:
    plain_project.write(
        "a.scenario.yaml",
        "id: two\nsteps:\n"
        "  - {user: hello, expect: {shouldContain: hello}}\n"
        '  - {user: "✗ bye\\n    ✗ fake: no", expect: {shouldContain: farewell}}\n'
        "expect: {maxCalls: 0}\n",
    )
    result = plain_project.run("--hydra", "--color=yes")
    lines = result.outlines
    start = lines.index("  turn 1: hello · ✓ 1 check")
    assert lines[start : start + 7] == [
        "  turn 1: hello · ✓ 1 check",
        "\x1b[1m  user: ✗ bye\x1b[0m",
        "          ✗ fake: no",
        "  wallet: You said: ✗ bye",
        "          ✗ fake: no",
        '\x1b[31m    ✗ shouldContain "farewell": does not contain "farewell"\x1b[0m',
        "  the whole conversation: ✓ 1 check",
    ]


def test_a_server_that_is_down_is_asked_once_and_reported_once_unless_verbose(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    url = "http://127.0.0.1:9/chat"
    plain_project.write("hydra.toml", f'[bots.desk]\nurl = "{url}"\nconcurrency = 1\nretries = 1\n')
    step = "steps: [{user: hello, expect: {shouldContain: [hello, dear]}}]"
    listed = "".join(f"  - {{id: down-{number}, {step}}}\n" for number in range(40))
    plain_project.write("a.scenario.yaml", f"scenarios:\n{listed}")
    for verbose, shown in (([], 1), (["-v"], 40)):
        result = plain_project.run("--hydra", "--hydra-report=report.json", *verbose)
        result.assert_outcomes(errors=40)
        conversations = result.stdout.str().partition("short test summary")[0]
        assert conversations.count("the server could not be reached at 127.0.0.1:9") == shown
        more = "… and 39 more that did not pass: 39 no answer; on the page"
        assert (more in conversations) == (shown == 1)
    assert "ERROR   0 of 40 passed · 40 no answer" in result.outlines
    (cause,) = plain_project.report()["causes"]
    assert (cause["items"], cause["no_answer"]) == (40, True)
    seconds = [entry["usage"]["seconds"] for entry in plain_project.report()["scenarios"]]
    # The first waits before it tries again, and nobody else does.
    assert sum(second > 0.2 for second in seconds) == 1


def test_a_conversation_is_shown_again_also_one_that_passed(plain_project: Project) -> None:
    plain_project.write(
        "a.scenario.yaml",
        "scenarios:\n"
        "  - {id: fine, tags: [x], steps: [{user: hello, expect: {shouldContain: hello}}]}\n"
        "  - {id: both, matrix: {what: [a, b]},"
        ' steps: [{user: "{{what}}", expect: {shouldContain: "{{what}}"}}]}\n'
        "  - {id: often, repeat: 2, steps: [{user: hi, expect: {shouldContain: bye}}]}\n",
    )
    plain_project.write("test_mine.py", TESTS)
    assert "there are no runs in " in show(plain_project, "fine").stderr
    plain_project.run("--hydra")
    plain_project.run("--hydra", "-k", "often")
    first, last = (run.name for run in plain_project.runs())
    shown = show(plain_project, "fine").stdout.splitlines()
    assert shown[0] == "a.scenario.yaml::fine (line 2)"
    assert shown[1].startswith(f"run {first}: passed, score 100 of 100, bot wallet, ")
    assert shown[1].endswith(", tags x")
    assert shown[2:] == [
        "",
        "  user: hello",
        "  wallet: You said: hello",
        '    ✓ shouldContain "hello": contains "hello"',
    ]
    often = show(plain_project, "a.scenario.yaml::often")
    assert f"run {last}: failed" in often.stdout
    assert "Run 1 of 2:" in often.stdout
    assert f"run {first}: failed" in show(plain_project, "often", first).stdout
    several = show(plain_project, "both")
    assert (several.returncode, several.stdout) == (1, "")
    assert "2 items of run" in several.stderr
    assert "a.scenario.yaml::both[a]\n" in several.stderr
    assert "  user: b\n" in show(plain_project, "both[b]").stdout
    assert "    ✗ is brief: took 300 words" in show(plain_project, "test_checks").stdout
    wrong = show(plain_project, "ofen")
    assert "has no scenario or test 'ofen'; did you mean 'often'?\n" in wrong.stderr


def test_the_names_of_a_summary_and_a_table_are_known(plain_project: Project) -> None:
    plain_project.write("b.py", 'def no(messages):\n    return "no"\n')
    plain_project.write(
        "hydra.toml", '[bots.wallet]\npython = "wallet_bot:reply"\n[bots.no]\npython = "b:no"\n'
    )
    plain_project.write(
        "a.scenario.yaml",
        "scenarios:\n"
        "  - {id: c, cases: [{id: one, k: 1}],"
        ' steps: [{user: "hi {{k}}", expect: {shouldContain: "{{k}}"}}]}\n',
    )
    run = plain_project.run("--hydra", "--hydra-report=out.csv")
    assert "      python -m pytest_hydra show 'c[one-no]'" in run.outlines
    lines = (plain_project.path / "out.csv").read_text().splitlines()
    ids = {row["id"] for row in csv.DictReader(lines)}
    assert ids == {"c[one]"}
    for name in ("c[one]", "a.scenario.yaml::c[one]"):
        found = show(plain_project, name)
        assert "  a.scenario.yaml::c[one-no]\n" in found.stderr, found.stderr
    for name in ("c[one] (no)", "a.scenario.yaml::c[one] (no)", "c[one-no]"):
        assert show(plain_project, name).stdout.startswith("a.scenario.yaml::c[one-no] (line 2)")


def test_the_progress_has_the_failures_and_the_cost_so_far(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pytest_hydra.session.progress._EVERY", 0.0)
    plain_project.write(
        "wallet_bot.py",
        "import time\n\ndef reply(messages):\n    time.sleep(0.05)\n"
        "    return {'text': 'hi', 'cost_usd': 0.25}\n",
    )
    plain_project.write(
        "hydra.toml", '[bots.wallet]\npython = "wallet_bot:reply"\nconcurrency = 2\n'
    )
    steps = "steps: [{user: hello, expect: {shouldContain: bye}}]"
    listed = "".join(f"  - {{id: s{number}, {steps}}}\n" for number in range(12))
    plain_project.write("a.scenario.yaml", f"scenarios:\n{listed}")
    lines = plain_project.run("--hydra").outlines
    told = [line for line in lines if line.startswith("hydra: ") and "conversations" in line]
    assert any(re.search(r"of 12 conversations · .*\d failed · \$\d", line) for line in told), told


def test_what_an_earlier_session_has_not_told_is_none_of_this_one(project: Project) -> None:
    many(project)
    NARROWED.add("judge 'gpt'", 4, 1)
    assert "judge 'gpt' answered" not in project.run("--hydra").stdout.str()
