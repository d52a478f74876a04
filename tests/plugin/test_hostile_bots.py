"""Bots that do what they should not: each ends in time with its reason, and the others go on."""

from __future__ import annotations

import os
import re
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Project

# A bot each, by name: its body, and how the reason begins why it could not be graded. None: it
# answers "hello", and passes.
PYTHON: dict[str, tuple[str, str | None]] = {
    "hangs": ("while True: time.sleep(0.05)", "did not answer within 0.5 s"),
    "hangs_stubbornly": (
        """
        while True:
            try: time.sleep(100)
            except BaseException: pass
        """,
        "did not answer within 0.5 s",
    ),
    "catches": (
        """
        try: time.sleep(100)
        except BaseException: return "hello"
        """,
        "did not answer within 0.5 s",
    ),
    "raises": ("raise ValueError('the ledger\\x1b[31m')", "ValueError: the ledger\\x1b[31m"),
    "raises_silently": ("raise Silent", "Silent: (its __str__ failed)"),
    "raises_group": (
        "raise ExceptionGroup('both', [ValueError(1), TypeError(2)])",
        "ExceptionGroup: both (2 sub-exceptions)",
    ),
    "raises_no_exception": ("raise Odd('odd')", "Odd: odd"),
    "raises_stop": ("raise StopIteration", "StopIteration"),
    "leaves": ("sys.exit(3)", "SystemExit: 3"),
    "recurs": ("return recurs(messages, context)", "RecursionError: maximum recursion depth"),
    "answers_garbage": ("return object()", "the bot answered <object object"),
    "answers_nothing": ("return None", "the bot answered None (NoneType), which is not a reply"),
    "answers_much": ("return 'x' * 100_000_000", "the reply cannot be recorded: more than "),
    "answers_itself": (
        """
        reply = {"text": "hello"}
        reply["calls"] = [{"function": "f", "params": reply}]
        return reply
        """,
        "the reply cannot be recorded: calls[0]",
    ),
    "answers_deeply": (
        """
        params = {}
        for _ in range(100_000): params = {"a": params}
        return {"text": "hello", "calls": [{"function": "f", "params": params}]}
        """,
        "the reply cannot be recorded: calls[0].params: nested more than 64 deep",
    ),
    "answers_surrogates": ("return 'hello \\ud800 \\0'", None),
    "mutates_messages": ("messages[0].clear(); messages.clear(); return 'hello'", None),
    "mutates_context": ("context['deep'].clear(); context.clear(); return 'hello'", None),
    "prints": (
        """
        for _ in range(20_000): print('x' * 100, file=sys.stderr)
        return 'hello'
        """,
        None,
    ),
    "changes_folder": ("os.chdir('/'); return 'hello'", None),
    "leaves_a_thread": (
        "threading.Thread(target=time.sleep, args=(900,), daemon=True).start(); return 'hello'",
        None,
    ),
    "warns": ("warnings.warn('careful'); return 'hello'", None),
}

PYTHON_HEAD = """
import os, sys, threading, time, warnings

class Odd(BaseException): pass

class Silent(Exception):
    def __str__(self): raise RuntimeError

"""


def one_each(names: list[str], count: int = 1) -> str:
    """A scenario file with so many scenarios for each bot, and one in the end for a good one."""
    context = "context: {deep: {down: 1}}"
    steps = "steps: [{user: hi, expect: {shouldContain: hello}}]"
    return "scenarios:\n" + "".join(
        f"  - {{id: {name}-{number}, bot: {name}, {context}, {steps}}}\n"
        for name in [*names, "good"]
        for number in range(count)
    )


def reasons(project: Project) -> dict[str, str | None]:
    """Why each bot's scenario was not graded; None when it passed."""
    entries = {
        scenario["id"].rpartition("-")[0]: scenario for scenario in project.report()["scenarios"]
    }
    assert {entry["status"] for entry in entries.values()} <= {"passed", "ungraded"}
    # With no reply there is nothing to grade, and so no score.
    assert {entry["total"] for entry in entries.values() if "error" in entry["details"]} <= {None}
    return {name: entry["details"].get("error") for name, entry in entries.items()}


def begin_with(expected: dict[str, str | None], found: dict[str, str | None]) -> None:
    """Each reason that was found begins as expected."""
    cut = {name: said and said[: len(expected[name] or said)] for name, said in found.items()}
    assert cut == expected


@pytest.mark.parametrize("project", [(), ("-pxdist", "-n2")], ids=["plain", "n2"], indirect=True)
def test_python_bots_end_in_time_with_their_reason(project: Project) -> None:
    bodies = {name: textwrap.dedent(body).strip() for name, (body, _) in PYTHON.items()}
    bodies["good"] = "assert context == {'deep': {'down': 1}}; return 'hello'"
    functions = [
        f"def {name}(messages, context):\n{textwrap.indent(body, '    ')}\n"
        for name, body in bodies.items()
    ]
    project.write("odd_bots.py", PYTHON_HEAD + "\n".join(functions))
    project.write(
        "hydra.toml",
        "".join(
            f'[bots.{name}]\npython = "odd_bots:{name}"\ntimeout_seconds = '
            f"{0.5 if (reason or '').startswith('did not answer') else 60}\n"
            for name, (_, reason) in {**PYTHON, "good": ("", None)}.items()
        )
        + "".join(f'[bots.{name}]\npython = "{target}"\n' for name, (target, _) in LOST.items()),
    )
    project.write("exits.py", "import sys\nsys.exit('at once')\n")
    project.write("broken.py", "def (:\n")
    project.write("conftest.py", PATCHES)
    expected = {name: said for name, (_, said) in {**PYTHON, **LOST}.items()} | {"good": None}
    project.write("a.scenario.yaml", one_each([name for name in expected if name != "good"]))
    result = project.run_apart("--hydra", "--hydra-report=report.json", "-p", "no:cacheprovider")
    passed = sum(said is None for said in expected.values())
    result.assert_outcomes(passed=passed, errors=len(expected) - passed, warnings=1)
    assert result.ret == 1
    begin_with(expected, reasons(project))
    assert project.report()["verdict"] == "error"
    assert project.report()["complete"] is True
    text = result.stdout.str()
    assert f"  {passed} of {len(expected)} passed (" in text
    assert "pytest_hydra/" not in text


LOST = {
    "lost_module": ("nowhere.bot:reply", "bot 'lost_module': nowhere.bot cannot be imported: "),
    "lost_name": ("odd_bots:nobody", "bot 'lost_name': 'odd_bots:nobody' cannot be used: "),
    "exits": ("exits:reply", "bot 'exits': exits cannot be imported: SystemExit: at once"),
    "broken": ("broken:reply", "bot 'broken': broken cannot be imported: SyntaxError: "),
}

# What the suites of users do to each of their tests.
PATCHES = """
import builtins, subprocess, time
import pytest

@pytest.fixture(autouse=True)
def _nothing_from_outside(monkeypatch):
    def refuse(*args, **kwargs):
        raise RuntimeError("not in a test")
    sleep = time.sleep
    monkeypatch.setattr(time, "time", lambda: 0.0)
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)
    monkeypatch.setattr(time, "perf_counter", lambda: 0.0)
    monkeypatch.setattr(subprocess, "Popen", refuse)
    monkeypatch.setattr(builtins, "open", refuse)
"""


COMMANDS: dict[str, tuple[str, str | None]] = {
    "hangs": (
        "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(900)",
        "the command failed: did not answer within 2 s",
    ),
    "raises": (
        "raise ValueError('boom')",
        "the command failed: it ended with exit status 1 before it answered; the last line of its "
        "standard error: ValueError: boom",
    ),
    "ends": ("sys.exit(0)", "the command failed: it ended with exit status 0 before it answered"),
    "dies": (
        "os.kill(os.getpid(), signal.SIGKILL)",
        "the command failed: it was killed by SIGKILL before it answered",
    ),
    "closes": (
        "os.close(1); time.sleep(900)",
        "the command failed: it closed its standard output without an answer",
    ),
    "complains": ("sys.stderr.write('e' * 5_000_000); answer('hello')", None),
    "complains_and_ends": (
        "sys.stderr.write('\\x1b[31mred\\n' * 200_000); sys.exit(3)",
        "the command failed: it ended with exit status 3",
    ),
    "does_not_listen": ("os.close(0); answer('hello'); time.sleep(900)", None),
    "answers_garbage": ("print('\\x1b[31mno json')", "the command answered "),
    "answers_bytes": ("os.write(1, bytes(range(128, 256)) + b'\\n')", "the command answered "),
    "answers_nothing": ("print()", "the command answered ''"),
    "answers_a_number": ("answer(42)", "the bot answered 42 (int), which is not a reply"),
    "answers_wrong_keys": ("answer({'txet': 'a'})", "the reply has an unknown key 'txet'"),
    "answers_deeply": ("print('[' * 100_000)", "the command answered "),
    "answers_much": (
        "os.write(1, b'x' * 1000)\nwhile True: os.write(1, b'x' * 100_000)",
        "the command failed: it answered with a line of more than",
    ),
    "answers_twice": (
        'os.write(1, b\'"hello"\\n"hello"\\n\'); time.sleep(900)',
        "the command failed: it wrote more than one line in answer",
    ),
    "starts_others": (
        "subprocess.Popen(['sleep', '900'], start_new_session=True); answer('hello')",
        None,
    ),
}

COMMAND_HEAD = """
import json, os, signal, subprocess, sys, time

def answer(value):
    print(json.dumps(value), flush=True)

sys.stdin.readline()
"""


def test_command_bots_end_in_time_with_their_reason(plain_project: Project) -> None:
    project = plain_project
    toml = [f'[bots.good]\ncommand = ["{sys.executable}", "-IS", "good.py"]\n']
    project.write("good.py", f"{COMMAND_HEAD}answer('hello')\n")
    for name, (body, _) in COMMANDS.items():
        project.write(f"{name}.py", f"{COMMAND_HEAD}{body}\n")
        toml.append(
            f'[bots.{name}]\ncommand = ["{sys.executable}", "-IS", "{name}.py"]\n'
            f"timeout_seconds = {2 if name == 'hangs' else 30}\n"
        )
    toml.append('[bots.missing]\ncommand = "./nothing --here"\n')
    project.write("hydra.toml", "".join(toml))
    expected = {name: said for name, (_, said) in COMMANDS.items()} | {"good": None}
    expected["missing"] = "bot 'missing': the command ./nothing was not found in "
    project.write("a.scenario.yaml", one_each([name for name in expected if name != "good"]))
    result = project.run("--hydra", "-v", "--hydra-report=report.json", "-p", "no:cacheprovider")
    passed = sum(said is None for said in expected.values())
    result.assert_outcomes(passed=passed, errors=len(expected) - passed)
    assert result.ret == 1
    begin_with(expected, reasons(project))
    assert running_in(project.path) == []
    # What one program has to say does not bury what the others are about.
    assert len(result.outlines) < 500
    assert re.search(r"^      … [\d,]+ more lines$", result.stdout.str(), re.MULTILINE)


def running_in(folder: Path) -> list[str]:
    """The commands that run in this folder."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit() and int(process.name) != os.getpid():
            try:
                if (process / "cwd").readlink() == folder:
                    found.append((process / "cmdline").read_text().replace("\0", " "))
            except OSError:  # it has ended, or is somebody else's
                continue
    return found


def test_a_bot_that_ends_its_worker_costs_its_own_scenario(plain_project: Project) -> None:
    project = plain_project
    project.write(
        "odd_bots.py",
        "import os\n\ndef ends(messages): os._exit(0)\n\ndef good(messages): return 'hello'\n",
    )
    project.write(
        "hydra.toml", '[bots.ends]\npython="odd_bots:ends"\n[bots.good]\npython="odd_bots:good"\n'
    )
    project.write("a.scenario.yaml", one_each(["ends"]))
    project.write("b.scenario.yaml", one_each([], 6))
    arguments = ("--hydra", "-n2", "--hydra-report=report.json", "--junitxml=junit.xml")
    result = project.run(*arguments, plugins=("xdist",))
    assert result.ret == 1
    result.assert_outcomes(passed=7, failed=1)
    report = project.report()
    assert (report["verdict"], report["complete"]) == ("error", False)
    assert {scenario["status"] for scenario in report["scenarios"]} == {"passed"}
    assert len(report["scenarios"]) == 7
    assert "there is no result for a.scenario.yaml::ends-0" in result.stdout.str()


@pytest.mark.parametrize("reply", ["pytest.skip('no bot today')", "pytest.exit('no bot today')"])
def test_a_bot_may_speak_to_pytest(plain_project: Project, reply: str) -> None:
    plain_project.write("wallet_bot.py", f"import pytest\n\ndef reply(messages):\n    {reply}\n")
    plain_project.write("a.scenario.yaml", "id: a\nsteps: [{user: hi, expect: {shouldWarn: x}}]\n")
    result = plain_project.run("--hydra", "-rs")
    assert "no bot today" in result.stdout.str() + result.stderr.str()
    assert "INTERNALERROR" not in result.stdout.str()
    assert result.ret == (0 if "skip" in reply else 2)


def test_the_short_summary_begins_with_the_cause(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = plain_project
    monkeypatch.setenv("COLUMNS", "80")
    lost = "wallet_bot:reply"
    project.write(
        "hydra.toml", f'[bots.x]\npython = "{lost}"\n[scenarios.weights]\nshould_warn = 5\n'
    )
    project.write(
        "wallet_bot.py", "def reply(messages): raise ValueError('the ledger is closed')\n"
    )
    project.write(
        "a.scenario.yaml",
        "id: a\nsteps: [{user: hi, expect: {shouldContain: b, expectedFunction: f}},"
        " {user: hi, expect: {shouldWarn: x}}]\n",
    )
    result = project.run("--hydra")
    # Not with the heaviest check, which nobody was asked for because of it.
    line = "ERROR a.scenario.yaml::a - no answer: ValueError: the ledger is closed"
    result.stdout.fnmatch_lines([line])


def test_a_reason_is_reported_once_and_not_for_every_check(plain_project: Project) -> None:
    project = plain_project
    names = [f"bot-{number}" for number in range(20)]
    lost = 'python = "wallet_bot:reply"\n'
    project.write("hydra.toml", "".join(f"[bots.{name}]\n{lost}" for name in names))
    project.write(
        "a.scenario.yaml",
        "id: a\nbot: bot-1\n"
        "steps: [{user: boom, expect: {shouldContain: [a, b, c], expectedFunction: f}}]\n",
    )
    result = project.run("--hydra")
    result.assert_outcomes(errors=1)
    reason = "ValueError: the ledger is closed"
    result.stdout.fnmatch_lines(
        [
            "hydra: hydra.toml, bots: bot-0, bot-1, *…",
            f"  bot-1: (no reply) {reason}",
            f"      {reason}",
            '    – not graded: shouldContain "a", shouldContain "b", shouldContain "c",',
            "      expectedFunction",
        ]
    )
    assert max(len(line) for line in result.outlines if line.startswith("hydra:")) <= 80


def test_nothing_that_a_bot_says_is_a_command_to_a_ci_system(plain_project: Project) -> None:
    words = "::error file=a.py::x\n##[error]x " + "a" * 60 + "::set-output name=x::1"
    plain_project.write("says.py", f"def reply(messages):\n    return {words!r}\n")
    plain_project.write("raises.py", f"def reply(messages):\n    raise ValueError({words!r})\n")
    bots = '[bots.says]\npython = "says:reply"\n[bots.raises]\npython = "raises:reply"\n'
    plain_project.write("hydra.toml", bots)
    expect = "{shouldContain: nothing, shouldAskFor: nothing}"
    plain_project.write(
        "a.scenario.yaml", f'id: a\nsteps:\n  - user: "::error::x"\n    expect: {expect}\n'
    )
    result = plain_project.run("--hydra", "-v", "--hydra-report=report.json")
    assert result.ret == 1
    lines = [line.lstrip().lower() for line in result.outlines]
    assert [line for line in lines if line.startswith("::") or "##[" in line] == []
    assert "##[" not in (plain_project.path / "report.json").read_text(encoding="utf-8")
    result.stdout.fnmatch_lines(["*\\x3a:error file=a.py::x*", "*\\x23#[[]error]x*"])


def test_a_pattern_that_goes_astray_in_a_reply_is_undecided(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pytest_hydra.scenarios.head._DECIDING_SECONDS", 0.3)
    calls = [{"function": "f", "params": {"to": "a" * 40 + "!"}}]
    plain_project.write("wallet_bot.py", f"def reply(messages):\n    return {{'calls': {calls}}}\n")
    expect = "{expectedParams: {to: {regex: '^(a+)+$'}}, expectedFunction: f}"
    plain_project.write(
        "a.scenario.yaml", f"id: a\nsteps:\n  - user: hello\n    expect: {expect}\n"
    )
    plain_project.write(
        "test_threads.py",
        f"""
from concurrent.futures import ThreadPoolExecutor

def test_threads(hydra):
    given = {{"expectedParams": {{"to": {{"regex": "^(a+)+$"}}}}}}
    with ThreadPoolExecutor(1) as pool:
        assert not pool.submit(hydra.expect, {{"calls": {calls}}}, **given).result()
""",
    )
    result = plain_project.run("--hydra", "--hydra-report=report.json")
    assert result.ret == 1
    report = plain_project.report()
    (entry,) = report["scenarios"]
    assert [check["outcome"] for check in entry["checks"]] == ["ungraded", "passed"]
    assert "took longer than 0.3 s" in entry["checks"][0]["message"]
    (test,) = report["tests"]
    assert [check["outcome"] for check in test["checks"]] == ["ungraded"]


def test_a_pattern_is_looked_for_in_any_thread(plain_project: Project) -> None:
    schema = {"properties": {"a": {"pattern": "^b+$"}}}
    plain_project.write(
        "test_threads.py",
        f"""
from concurrent.futures import ThreadPoolExecutor

def test_threads(hydra):
    with ThreadPoolExecutor(1) as pool:
        for text, holds in ("b", True), ("c", False):
            call = {{"function": "f", "params": {{"a": text}}}}
            reply = {{"text": '{{"a": "%s"}}' % text, "calls": [call]}}
            for given in (
                {{"expectedParams": {{"a": {{"regex": "^b+$"}}}}}}, {{"responseSchema": {schema}}}
            ):
                assert pool.submit(hydra.expect, reply, **given).result() is holds
    hydra._checks.clear()
    hydra.check("all", True)
""",
    )
    result = plain_project.run()
    result.assert_outcomes(passed=1)
