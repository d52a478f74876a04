"""Conversations that are held before their items need them, and repeats."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from tests.processes import lives, wait_until

if TYPE_CHECKING:
    from tests.conftest import Project

# Notes when each conversation begins and ends; a turn ends once as many run as are wanted at once.
COMMAND = """#!/bin/sh
echo "begin $$" >> log.txt
while read -r line; do
  i=0
  while [ "$(grep -c begin log.txt)" -lt "${AT_ONCE:-1}" ] && [ $i -lt 800 ]; do
    i=$((i + 1)); sleep 0.05
  done
  echo '"hello there"'
done
echo "end $$" >> log.txt
"""


def scenarios(count: int, start: int = 0, keys: str = "") -> str:
    """So many scenarios that every greeting passes."""
    step = "{user: hi %d, expect: {shouldContain: hello}}"
    return "scenarios:\n" + "".join(
        f"  - {{id: s{number}, {keys} steps: [{step % number}]}}\n"
        for number in range(start, start + count)
    )


@pytest.fixture
def shell_project(plain_project: Project) -> Project:
    """A project whose bot is a shell script."""
    plain_project.write("bot.sh", COMMAND).chmod(0o755)
    plain_project.write("hydra.toml", '[bots.sh]\ncommand = ["./bot.sh"]\n')
    return plain_project


def test_commands_run_ahead_eight_at_a_time(
    shell_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AT_ONCE", "8")
    shell_project.write("a.scenario.yaml", scenarios(8))
    result = shell_project.run("--hydra", "-v")
    result.assert_outcomes(passed=8)
    lines = [line for line in result.outlines if "::" in line and "PASSED" in line]
    assert [line.split("::")[1].split()[0] for line in lines] == [f"s{n}" for n in range(8)]
    # The first eight were all begun before any of them was over.
    log = (shell_project.path / "log.txt").read_text().split()[::2]
    assert log[:8] == ["begin"] * 8


def test_junit_has_the_time_of_each_conversation(
    shell_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    # All end together, once the last has begun: of all but the first nothing is waited for.
    monkeypatch.setenv("AT_ONCE", "4")
    shell_project.write("a.scenario.yaml", scenarios(4, keys="tags: [a, b],"))
    shell_project.run("--hydra", "--junitxml=junit.xml").assert_outcomes(passed=4)
    cases = [*ElementTree.parse(shell_project.path / "junit.xml").iter("testcase")]  # noqa: S314
    assert len(cases) == 4
    for case in cases:
        values = {entry.get("name"): entry.get("value", "") for entry in case.iter("property")}
        assert (
            values.items()
            >= {"subject": "sh", "total": "100", "coverage": "1.0", "tags": "a, b"}.items()
        )
        assert float(case.get("time", "")) >= float(values["seconds"]) > 0


def test_an_ordinary_test_finds_nothing_running(
    shell_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AT_ONCE", "1")
    project = shell_project
    project.write("a.scenario.yaml", scenarios(6))
    project.write(
        "b/test_between.py",
        """
import pathlib

def test_nothing_of_ours(capsys, caplog, recwarn, monkeypatch):
    log = pathlib.Path("log.txt").read_text().split()[::2]
    assert log.count("begin") == log.count("end") == 6
    monkeypatch.setattr("time.time", lambda: 0.0)
    assert capsys.readouterr().out == "" and caplog.text == "" and not recwarn.list
""",
    )
    project.write("c.scenario.yaml", scenarios(6, start=6))
    result = project.run("--hydra", "a.scenario.yaml", "b", "c.scenario.yaml")
    result.assert_outcomes(passed=13)


def test_what_is_skipped_or_deselected_is_not_asked(shell_project: Project) -> None:
    project = shell_project
    project.write("a.scenario.yaml", scenarios(6))
    project.write(
        "conftest.py",
        """
import pytest

def pytest_collection_modifyitems(items):
    items[1].add_marker(pytest.mark.skip(reason="not now"))
""",
    )
    result = project.run("--hydra", "-k", "not s3")
    result.assert_outcomes(passed=4, skipped=1, deselected=1)
    assert (project.path / "log.txt").read_text().count("begin") == 4


def test_xdist_workers_share_the_limit_and_run_what_they_were_sent(shell_project: Project) -> None:
    project = shell_project
    project.write("a.scenario.yaml", scenarios(12))
    result = project.run("--hydra", "-n2", plugins=("xdist",))
    result.assert_outcomes(passed=12)
    assert (project.path / "log.txt").read_text().count("begin") == 12


# Answers the first once nobody has asked anything for half a second.
SLOW_FIRST = """#!/bin/sh
while read -r line; do
  case "$line" in
    *'"hi 0"'*)
      before=x
      while now=$(wc -l < log.txt) && [ "$now" != "$before" ]; do
        before=$now; sleep 0.5
      done ;;
    *) echo "$line" >> log.txt ;;
  esac
  echo '"hello there"'
done
"""


def test_what_other_workers_may_take_over_is_hardly_begun(plain_project: Project) -> None:
    project = plain_project
    project.write("bot.sh", SLOW_FIRST).chmod(0o755)
    project.write("hydra.toml", '[bots.sh]\ncommand = ["./bot.sh"]\n')
    project.write("log.txt", "")
    project.write("a.scenario.yaml", scenarios(24))
    result = project.run("--hydra", "-n2", "--dist=worksteal", plugins=("xdist",))
    result.assert_outcomes(passed=24)
    asked = (project.path / "log.txt").read_text().splitlines()
    assert len(set(asked)) == 23
    # Of four at a time, one is not answered, and two more are as good as run.
    assert len(asked) <= 23 + 5


@pytest.mark.parametrize(
    ("module", "reply"),
    [
        ("asyncio", "async def reply(messages):\n    await MET.wait()\n    return 'hello'\n"),
        ("threading", "def reply(messages):\n    MET.wait(50)\n    return 'hello'\n"),
    ],
    ids=["async", "sync"],
)
def test_python_bots_run_ahead_when_they_say_so(
    plain_project: Project, module: str, reply: str
) -> None:
    project = plain_project
    project.write("wallet_bot.py", f"import {module}\nMET = {module}.Barrier(5)\n{reply}")
    project.write("hydra.toml", '[bots.wallet]\npython = "wallet_bot:reply"\nconcurrency = 5\n')
    project.write("a.scenario.yaml", scenarios(5))
    project.run("--hydra").assert_outcomes(passed=5)


def test_python_bots_stay_in_their_item_unless_they_say_so(plain_project: Project) -> None:
    project = plain_project
    project.write(
        "wallet_bot.py",
        """
import threading

def reply(messages):
    assert threading.current_thread() is threading.main_thread()
    return "hello"
""",
    )
    project.write("a.scenario.yaml", scenarios(3))
    project.run("--hydra").assert_outcomes(passed=3)


HANGS = """#!/bin/sh
echo $$ >> pids.txt
trap '' TERM
sleep 1000 &
echo $! >> pids.txt
wait
sleep 1000
"""


@pytest.mark.parametrize("how", ["SIGINT", "-x"])
@pytest.mark.parametrize("xdist", [(), ("-n2",)], ids=["alone", "n2"])
def test_the_end_comes_within_seconds_and_leaves_nobody(
    plain_project: Project, how: str, xdist: tuple[str, ...]
) -> None:
    project = plain_project
    project.write("bot.sh", HANGS).chmod(0o755)
    project.write("hydra.toml", '[bots.sh]\ncommand = ["./bot.sh"]\ntimeout_seconds = 600\n')
    project.write("a.scenario.yaml", scenarios(8))
    arguments = ("--hydra", *xdist, *(("-x",) if how == "-x" else ()))
    paths = ("a.scenario.yaml",)
    if how == "-x":
        project.write("hydra.toml", BOTH)
        project.write("quick.sh", QUICK).chmod(0o755)
        project.write(
            "a.scenario.yaml", FAILS_FIRST + scenarios(8, keys="bot: sh,").partition("\n")[2]
        )
    command = project.command(*arguments, *paths, plugins=("xdist",) if xdist else ())
    started = time.monotonic()
    with subprocess.Popen(
        command, cwd=project.path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        pids = project.path / "pids.txt"
        wait_until(lambda: pids.exists() and len(pids.read_text().split()) >= 4)
        stopped = time.monotonic()
        if how == "SIGINT":
            process.send_signal(signal.SIGINT)
        else:
            (project.path / "go").touch()
        output, _ = process.communicate(timeout=200)
    # Alone it takes about a second. xdist ends its workers one after the other, after what they are
    # at: a second or two without us, and ten where a test of its own sleeps. There is room for a
    # busy machine, which took long to begin as well; a bot that was waited for would take minutes.
    most = 6 + 4 * bool(xdist) + 4 * (stopped - started)
    assert time.monotonic() - stopped < min(most, 150)
    assert process.returncode in ((2,) if how == "SIGINT" or xdist else (1,)), output
    # Nobody is called a failure, or crashed, because the session ended.
    assert "crashed" not in output
    assert len(re.findall(r"^FAILED \S+::", output, re.MULTILINE)) == (how == "-x")
    # After -x nothing is gone on from, also where xdist ended the session.
    assert ("run the same command again to resume" in output) <= (how == "SIGINT")
    left = [int(pid) for pid in pids.read_text().split()]
    wait_until(lambda: not any(lives(pid) for pid in left))


@pytest.mark.parametrize("bot", ['python = "hangs:reply"', 'command = ["./bot.sh"]'])
def test_a_worker_that_comes_to_its_first_item_when_all_is_over_asks_nobody(
    plain_project: Project, bot: str
) -> None:
    project = plain_project
    project.write("bot.sh", HANGS).chmod(0o755)
    project.write("hangs.py", "import time\n\ndef reply(messages):\n    time.sleep(900)\n")
    project.write("hydra.toml", f"[bots.b]\n{bot}\ntimeout_seconds = 600\n")
    project.write("a.scenario.yaml", scenarios(4))
    project.write(
        "conftest.py",
        """
import pathlib

def pytest_collection_finish(session):
    if hasattr(session.config, "workerinput"):
        pathlib.Path(session.config.workerinput["hydra_stop"]).touch()
""",
    )
    command = project.command("--hydra", "-n2", plugins=("xdist",))
    done = subprocess.run(
        command, check=False, cwd=project.path, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 2
    assert "the session was stopped" in done.stdout


# One bot that hangs, and one that fails as soon as the test lets it.
BOTH = """
[bots.sh]
command = ["./bot.sh"]
timeout_seconds = 600
[bots.quick]
command = ["./quick.sh"]
"""
QUICK = """#!/bin/sh
read -r line
while [ ! -e go ]; do sleep 0.02; done
echo '"bye"'
"""
FAILS_FIRST = """scenarios:
  - {id: first, bot: quick, steps: [{user: hi, expect: {shouldContain: hello}}]}
"""


COUNTING = """
import pathlib

def reply(messages):
    log = pathlib.Path("asked.txt")
    count = len(log.read_text()) if log.exists() else 0
    log.write_text("x" * (count + 1))
    return "hello" if count % 2 == 0 else "goodbye"
"""


@pytest.mark.parametrize(
    ("keys", "status", "made"),
    [
        ("repeat: 4", "failed", {"pass_at_k": 1, "pass_hat_k": 0}),
        (
            "repeat: 4, passK: 2, passAt: 0.16",
            "passed",
            {"pass_at_k": 0.833333, "pass_hat_k": 0.166667},
        ),
        ("repeat: 4, stop_early: true", "failed", {}),
    ],
)
def test_repeats(plain_project: Project, keys: str, status: str, made: dict[str, object]) -> None:
    project = plain_project
    project.write("wallet_bot.py", COUNTING)
    project.write(
        "a.scenario.yaml",
        f"{{id: a, {keys}, steps: [{{user: hi, expect: {{shouldContain: hello}}}}]}}\n",
    )
    project.run("--hydra", "--hydra-report=report.json")
    (entry,) = project.report()["scenarios"]
    assert entry["status"] == status
    outcomes = [run["outcome"] for run in entry["runs"]]
    assert outcomes == ["passed", "failed"] * (len(outcomes) // 2)
    assert entry["runs"][0] == {"outcome": "passed", "total": 100, "checks": []}
    [failed] = entry["runs"][1]["checks"]
    assert (entry["runs"][1]["total"], {**entry["checks"][0], **failed}) == (0, entry["checks"][0])
    k = 2 if "passK" in keys else 4
    assert (entry["details"]["k"], entry["details"]["pass_at"]) == (k, 0.16 if k == 2 else 1)
    names = ("pass_at_k", "pass_hat_k")
    assert {key: entry["details"][key] for key in names if key in entry["details"]} == made
    # The run that is shown is the first one that failed.
    assert entry["checks"][0]["outcome"] == "failed"
    again = project.run("--hydra-replay=latest", "--hydra-report=again.json")
    assert again.ret == (0 if status == "passed" else 1)
    assert project.report("again.json")["digest"] == project.report()["digest"]


def test_a_failed_repeat_says_what_was_reached_and_what_was_asked(plain_project: Project) -> None:
    project = plain_project
    project.write("wallet_bot.py", COUNTING)
    project.write(
        "a.scenario.yaml",
        "{id: a, repeat: 4, passK: 2, passAt: 0.5, "
        "steps: [{user: hi, expect: {shouldContain: hello}}]}\n",
    )
    text = project.run("--hydra").stdout.str()
    assert " · 2 of 4 runs passed: pass^2 is 0.167, and 0.5 is required" in text
    assert "[RESULT] Some checks failed" in text
