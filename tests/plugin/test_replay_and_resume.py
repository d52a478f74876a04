"""Runs that are decided again, and runs that are gone on from."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.processes import wait_until

if TYPE_CHECKING:
    from tests.conftest import Line, Project, Request, Server

SEVERAL = """
scenarios:
  - id: send
    steps:
      - user: please send 5 DOT to Alice
        expect: {expectedFunction: transfer, expectedParams: {amount: {between: [4, 6]}}}
      - user: and now?
        expect: {shouldContain: [and, "now?"], shouldNotContain: never, maxLatencySeconds: 9}
  - id: echo
    threshold: 40
    steps:
      - user: hello Ünïcode İstanbul
        expect: {shouldContain: [hello, goodbye], shouldMention: istanbul, maxCalls: 9}
  - id: boom
    steps: [{user: boom, expect: {shouldContain: x}}]
"""

ASKED = """
import pathlib

def reply(messages, context):
    with pathlib.Path(__file__).with_name("asked.txt").open("a") as log:
        log.write(messages[-1]["content"] + "\\n")
    return "You said: " + messages[-1]["content"]
"""


def asked(project: Project) -> list[str]:
    """What the bot was asked, in all sessions so far."""
    path = project.path / "asked.txt"
    return path.read_text().splitlines() if path.exists() else []


def test_a_replay_asks_nobody_and_decides_the_same(project: Project) -> None:
    project.write("a.scenario.yaml", SEVERAL)
    project.run("--hydra", "--hydra-report=first.json")
    (project.path / "wallet_bot.py").unlink()
    result = project.run("--hydra-replay=latest", "--hydra-report=again.json")
    result.assert_outcomes(passed=2, errors=1)
    assert project.report("again.json")["digest"] == project.report("first.json")["digest"]
    assert project.report("again.json")["run_id"] == project.runs()[0].name
    assert len(project.runs()) == 1


def test_a_replay_decides_under_todays_expectations(plain_project: Project) -> None:
    project = plain_project
    project.write("wallet_bot.py", ASKED)
    project.write("a.scenario.yaml", "id: a\nsteps: [{user: hi, expect: {shouldContain: bye}}]\n")
    project.write("test_one.py", "def test_one(): raise AssertionError('is not run')")
    project.run("--hydra", "a.scenario.yaml").assert_outcomes(failed=1)
    project.write("a.scenario.yaml", "id: a\nsteps: [{user: hi, expect: {shouldContain: hi}}]\n")
    result = project.run("--hydra-replay", project.runs()[0].name)
    result.assert_outcomes(passed=1, deselected=0 if "-n2" in project.arguments else 1)
    assert asked(project) == ["hi"]


def test_what_has_no_recording_is_ungraded_by_name(plain_project: Project) -> None:
    project = plain_project
    project.write("a.scenario.yaml", "id: a\nsteps: [{user: hi, expect: {shouldContain: hi}}]\n")
    project.run("--hydra")
    project.write("b.scenario.yaml", "id: b\nsteps: [{user: new, expect: {shouldContain: hi}}]\n")
    result = project.run("--hydra-replay=latest")
    result.assert_outcomes(passed=1, errors=1)
    assert f"run {project.runs()[0].name} has no recording" in result.stdout.str()


def test_a_replay_has_the_bots_of_its_run(plain_project: Project) -> None:
    project = plain_project
    project.write("a.scenario.yaml", "id: a\nsteps: [{user: hi, expect: {shouldContain: hi}}]\n")
    project.run("--hydra").assert_outcomes(passed=1)
    project.write("hydra.toml", '[bots.renamed]\npython = "wallet_bot:reply"\n')
    project.run("--hydra-replay=latest").assert_outcomes(passed=1)


COUNTING = """
asked = []

def reply(messages, context):
    asked.append(messages)
    return f"answer {len(asked)}"
"""
ALIKE = """
scenarios:
  - {id: first, steps: [{user: hi, expect: {shouldContain: answer 1}}]}
  - {id: second, steps: [{user: hi, expect: {shouldContain: answer 2}}]}
"""


def test_scenarios_that_ask_the_same_are_replayed_with_their_own_answers(
    plain_project: Project,
) -> None:
    plain_project.write("wallet_bot.py", COUNTING)
    plain_project.write("a.scenario.yaml", ALIKE)
    plain_project.run("--hydra").assert_outcomes(passed=2)
    plain_project.run("--hydra-replay=latest").assert_outcomes(passed=2)
    # One that the run did not have is held against what was said to the same question.
    plain_project.write("a.scenario.yaml", ALIKE.replace("id: second", "id: renamed"))
    plain_project.run("--hydra-replay=latest").assert_outcomes(passed=2)


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        (("-n0",), {}),
        (("-n2",), {}),
        (("-p", "randomly", "-p", "no:cacheprovider"), {}),
        ((), {"PYTHONHASHSEED": "7"}),
        ((), {"LC_ALL": "C", "TZ": "Pacific/Kiritimati", "PYTHONUTF8": "0"}),
    ],
)
def test_two_replays_have_the_same_digest(
    plain_project: Project,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    environment: dict[str, str],
) -> None:
    project = plain_project
    project.write("a.scenario.yaml", SEVERAL)
    project.run("--hydra", "--hydra-report=first.json")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    plugins = tuple(
        {"-n0": "xdist", "-n2": "xdist", "-p": "pytest_randomly"}[arguments[0]]
        for _ in arguments[:1]
    )
    if arguments[:1] == ("-p",):
        arguments = ()
    project.run("--hydra-replay=latest", "--hydra-report=again.json", *arguments, plugins=plugins)
    assert project.report("again.json")["digest"] == project.report("first.json")["digest"]


def test_a_replay_gives_the_same_elsewhere(plain_project: Project) -> None:
    """Nothing of where a run was made is in what it decides."""
    project = plain_project
    project.write("a.scenario.yaml", SEVERAL)
    project.run("--hydra", "--hydra-report=first.json")
    elsewhere = project.path / "elsewhere"
    elsewhere.mkdir()
    for name in ("a.scenario.yaml", "hydra.toml", ".hydra"):
        shutil.move(project.path / name, elsewhere / name)
    command = project.command("--hydra-replay=latest", "--hydra-report=again.json", "--rootdir=.")
    subprocess.run(command, cwd=elsewhere, check=False, capture_output=True)
    assert (
        project.report("elsewhere/again.json")["digest"] == project.report("first.json")["digest"]
    )


def test_a_finished_run_is_never_reused(plain_project: Project) -> None:
    plain_project.write("wallet_bot.py", ASKED)
    plain_project.write(
        "a.scenario.yaml", "id: a\nsteps: [{user: hi, expect: {shouldContain: hi}}]\n"
    )
    plain_project.run("--hydra").assert_outcomes(passed=1)
    plain_project.run("--hydra").assert_outcomes(passed=1)
    assert asked(plain_project) == ["hi", "hi"]


STOPS_ONCE = """
import os, pathlib, signal

def reply(messages, context):
    here = pathlib.Path(__file__).parent
    text = messages[-1]["content"]
    with (here / "asked.txt").open("a") as log:
        log.write(text + "\\n")
    if text == "third" and not (here / "stopped").exists():
        (here / "stopped").touch()
        os.kill(int((here / "pid").read_text()), signal.{signal})
        if "{signal}" == "SIGKILL":
            os.kill(os.getpid(), signal.SIGKILL)
        signal.pause()
    return "You said: " + text
"""

FOUR = "scenarios:\n" + "".join(
    f"  - {{id: {name}, steps: [{{user: {name}, expect: {{shouldContain: {name}}}}}]}}\n"
    for name in ("first", "second", "third", "fourth")
)


@pytest.mark.parametrize("name", ["SIGKILL", "SIGINT"])
def test_a_run_that_was_cut_off_is_gone_on_from(plain_project: Project, name: str) -> None:
    project = plain_project
    project.write("wallet_bot.py", STOPS_ONCE.format(signal=name))
    project.write("a.scenario.yaml", FOUR)
    with subprocess.Popen(
        project.command("--hydra"), cwd=project.path, stdout=subprocess.PIPE, text=True
    ) as process:
        (project.path / "pid").write_text(str(process.pid))
        shown, _ = process.communicate(timeout=300)
    assert process.returncode == (-signal.SIGKILL if name == "SIGKILL" else 2)
    assert ("\ninterrupted: run the same command again to resume\n" in shown) == (name == "SIGINT")
    assert asked(project) == ["first", "second", "third"]
    (cut_off,) = project.runs()

    result = project.run("--hydra")
    result.assert_outcomes(passed=4)
    assert f"resuming run {cut_off.name}" in result.stdout.str()
    assert "2 conversations were taken from the interrupted run" in result.stdout.str()
    assert asked(project) == ["first", "second", "third", "third", "fourth"]

    assert "interrupted:" not in result.stdout.str()

    # It finished: the next session asks everybody again.
    project.run("--hydra").assert_outcomes(passed=4)
    assert len(asked(project)) == 9


PROGRAM = """
import json, os, pathlib, signal, sys

text = json.loads(sys.stdin.readline())["messages"][-1]["content"]
if text == "third" and not pathlib.Path("stopped").exists():
    pathlib.Path("stopped").touch()
    os.kill(int(pathlib.Path("pid").read_text()), signal.SIGINT)
    signal.pause()
print(json.dumps({"text": text}))
"""


def test_what_cannot_be_reused_is_told_before_it_is_asked(plain_project: Project) -> None:
    project = plain_project
    project.write("program.py", PROGRAM)
    bot = f"command = ['{sys.executable}', 'program.py']\nconcurrency = 1\n"
    project.write("hydra.toml", f"[bots.slow]\n{bot}")
    project.write("a.scenario.yaml", FOUR)
    with subprocess.Popen(
        project.command("--hydra"), cwd=project.path, stdout=subprocess.PIPE, text=True
    ) as process:
        (project.path / "pid").write_text(str(process.pid))
        shown, _ = process.communicate(timeout=300)
    again = "slow: asked again, as it has no `version` in hydra.toml"
    assert f"run the same command again to resume\n  {again}\n" in shown
    header, _, rest = project.run("--hydra").stdout.str().partition("collected")
    assert f"which was interrupted\nhydra: {again}\n" in header
    assert again not in rest


def test_who_asks_the_same_is_asked_itself_when_a_run_is_gone_on_from(
    plain_project: Project,
) -> None:
    project = plain_project
    project.write("wallet_bot.py", STOPS_ONCE.format(signal="SIGINT"))
    project.write("a.scenario.yaml", FOUR.replace("user: fourth", "user: first"))
    with subprocess.Popen(
        project.command("--hydra"), cwd=project.path, stdout=subprocess.DEVNULL
    ) as process:
        (project.path / "pid").write_text(str(process.pid))
        process.wait(timeout=300)
    project.run("--hydra").assert_outcomes(passed=3, failed=1)
    assert asked(project) == ["first", "second", "third", "third", "first"]


@pytest.mark.parametrize("changed", ["wallet_bot.py", "a.scenario.yaml", "hydra.toml"])
def test_what_has_changed_is_not_gone_on_from(plain_project: Project, changed: str) -> None:
    project = plain_project
    project.write("wallet_bot.py", STOPS_ONCE.format(signal="SIGINT"))
    project.write("a.scenario.yaml", FOUR)
    with subprocess.Popen(
        project.command("--hydra"), cwd=project.path, stdout=subprocess.DEVNULL
    ) as process:
        (project.path / "pid").write_text(str(process.pid))
        process.wait(timeout=300)
    with (project.path / changed).open("a") as file:
        file.write("\n# changed\n")
    project.run("--hydra").assert_outcomes(passed=4)
    assert len(asked(project)) == 3 + 4


def test_a_file_that_git_tracks_and_that_has_changed_is_not_gone_on_from(
    plain_project: Project,
) -> None:
    project = plain_project
    project.write("wallet_bot.py", STOPS_ONCE.format(signal="SIGINT"))
    project.write("a.scenario.yaml", FOUR)
    prompt = project.write("prompt.md", "Be kind.")
    for command in (("init", "-q"), ("add", "prompt.md")):
        git = ["git", *command]
        subprocess.run(git, cwd=project.path, check=True)

    def cut_off() -> None:
        (project.path / "stopped").unlink(missing_ok=True)
        with subprocess.Popen(
            project.command("--hydra"), cwd=project.path, stdout=subprocess.DEVNULL
        ) as process:
            (project.path / "pid").write_text(str(process.pid))
            process.wait(timeout=300)

    cut_off()
    prompt.write_text("Be brief.")
    project.run("--hydra").assert_outcomes(passed=4)
    assert len(asked(project)) == 3 + 4
    # As it is it counts, and not by when it was written; and what was reused is said in any case.
    cut_off()
    prompt.write_text("Be brief.")
    result = project.run("--hydra", "-q")
    result.assert_outcomes(passed=4)
    assert "2 conversations were taken from the interrupted run" in result.stdout.str()
    assert len(asked(project)) == 3 + 4 + 3 + 2


@pytest.mark.parametrize("damage", ["{}", '{"runs": 5}', "no JSON"])
def test_what_is_damaged_of_a_run_is_asked_again_and_reported(
    plain_project: Project, damage: str
) -> None:
    project = plain_project
    project.write("wallet_bot.py", ASKED)
    project.write("a.scenario.yaml", FOUR)
    project.run_apart("--hydra").assert_outcomes(passed=4)
    (run,) = project.runs()
    manifest = json.loads((run / "manifest.json").read_text())
    (run / "manifest.json").write_text(json.dumps({**manifest, "finished": False}))
    first, second, *later = (run / "scenarios.jsonl").read_text().splitlines()
    lines = [first, second.replace('"turns"', '"turn"'), damage, *later]
    (run / "scenarios.jsonl").write_text("\n".join([*lines, ""]))

    replayed = project.run_apart("--hydra-replay", run.name)
    replayed.assert_outcomes(passed=1, errors=3, warnings=1)
    result = project.run_apart("--hydra")
    result.assert_outcomes(passed=4, warnings=1)
    assert asked(project)[4:] == ["second", "third", "fourth"]
    for text in (replayed.stdout.str(), result.stdout.str()):
        assert "the recording is broken" in text
        assert "HydraError" not in text
        assert "Traceback" not in text


def test_no_cache_starts_over(plain_project: Project) -> None:
    project = plain_project
    project.write("wallet_bot.py", STOPS_ONCE.format(signal="SIGINT"))
    project.write("a.scenario.yaml", FOUR)
    with subprocess.Popen(
        project.command("--hydra"), cwd=project.path, stdout=subprocess.DEVNULL
    ) as process:
        (project.path / "pid").write_text(str(process.pid))
        process.wait(timeout=300)
    project.run("--hydra", "--hydra-no-cache").assert_outcomes(passed=4)
    assert len(asked(project)) == 3 + 4


def test_the_latest_run_is_one_that_can_be_replayed(plain_project: Project) -> None:
    project = plain_project
    project.write("a.scenario.yaml", SEVERAL)
    project.write("test_one.py", "def test_one(hydra): hydra.check('x', True)")
    project.run("--hydra", "test_one.py").assert_outcomes(passed=1)
    result = project.run("--hydra-replay=latest")
    assert result.ret == 4
    assert "has no recordings: ordinary tests have none" in result.stderr.str()
    project.run("--hydra", "a.scenario.yaml")
    project.run("--hydra", "test_one.py").assert_outcomes(passed=1)
    assert len(project.runs()) == 3
    project.run("--hydra-replay=latest").assert_outcomes(passed=2, errors=1, deselected=1)


def test_a_changed_recording_is_not_replayed(plain_project: Project) -> None:
    project = plain_project
    project.write("a.scenario.yaml", SEVERAL)
    project.run("--hydra")
    recording = project.runs()[0] / "scenarios.jsonl"
    recording.write_text(recording.read_text().replace("You said", "You sang"))
    result = project.run("--hydra-replay=latest")
    assert result.ret == 4
    assert "scenarios.jsonl" in result.stderr.str()


def test_a_worker_that_crashes_loses_only_what_it_was_at(plain_project: Project) -> None:
    project = plain_project
    project.write(
        "wallet_bot.py",
        """
import os

def reply(messages, context):
    if messages[-1]["content"] == "third":
        os._exit(3)
    return messages[-1]["content"]
""",
    )
    project.write("a.scenario.yaml", FOUR)
    result = project.run("--hydra", "-n2", "--hydra-report=report.json", plugins=("xdist",))
    assert result.ret == 1
    report = project.report()
    assert [scenario["id"] for scenario in report["scenarios"]] == ["first", "fourth", "second"]
    assert report["complete"] is False
    assert report["verdict"] == "error"
    assert "there is no result for a.scenario.yaml::third" in result.stdout.str()


def test_a_full_disk_keeps_what_was_finished(plain_project: Project) -> None:
    project = plain_project
    project.write("a.scenario.yaml", FOUR)
    project.write(
        "conftest.py",
        """
import resource, signal

def pytest_runtest_logfinish(nodeid):
    if "second" in nodeid:
        # From here on every file that grows past this size meets a full disk.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
""",
    )
    # A pipe for its output: a file would be full as well.
    result = subprocess.run(
        project.command("--hydra", "-p", "no:cacheprovider"),
        cwd=project.path,
        check=False,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 1
    assert "4 passed" in result.stdout
    assert "scenarios.jsonl" in result.stdout
    lines = (project.runs()[0] / "scenarios.jsonl").read_text().splitlines()
    assert len(lines) == 2
    assert os.path.getsize(project.runs()[0] / "manifest.json") > 0


OVER_HTTP = """
[bots.url]
url = "${WHERE}/chat"
concurrency = 1
version = "1"
[bots.model]
concurrency = 1
[bots.model.openai]
model = "m"
base_url = "${WHERE}"
"""


@pytest.mark.parametrize("bot", ["url", "model"])
def test_conversations_over_the_network_are_gone_on_from_too(
    plain_project: Project, server: Server, monkeypatch: pytest.MonkeyPatch, bot: str
) -> None:
    project = plain_project
    monkeypatch.setenv("WHERE", server.url)
    project.write("hydra.toml", OVER_HTTP)
    project.write("a.scenario.yaml", FOUR.replace("{id:", f"{{bot: {bot}, id:"))
    held: list[str] = []
    running: list[int] = []

    def answer(line: Line, request: Request) -> None:
        text = request.json["messages"][-1]["content"]
        held.append(text)
        if text == "third" and running:
            os.kill(running.pop(), signal.SIGKILL)
            line.be_silent()
        line.answer({"choices": [{"message": {"content": text}}], "text": text})

    server.handler = answer
    with subprocess.Popen(
        project.command("--hydra"), cwd=project.path, stdout=subprocess.DEVNULL
    ) as process:
        running.append(process.pid)
    result = project.run("--hydra")
    result.assert_outcomes(passed=4)
    assert held == ["first", "second", "third", "third", "fourth"]
    assert "2 conversations were taken from the interrupted run" in result.stdout.str()


SECRETIVE = """
def reply(messages):
    said = messages[-1]["content"]
    if said == "fail":
        raise RuntimeError("no ALICE-7 here")
    if said == "plain":
        return "hello"
    return {
        "text": f"It goes to {'alice-7' if said == 'small' else 'Alice-7'}, and text stays text.",
        "calls": [{"function": "pay", "params": {"recipient": "Alice-7", "text": "text"}}],
    }
"""
SECRETIVE_TOML = """
[bots.shop]
python = "shop:reply"
secrets = ["DEMO_USER", "ROLE", "NOT_SET"]
"""
PAYS = """
scenarios:
  - id: pays
    steps:
      - user: pay
        expect:
          expectedParams: {recipient: {regex: "^Al"}, text: text}
          shouldContain: [Alice, to Alice-7, text stays text]
          not: {shouldContain: Bob}
          any: [{shouldContain: Bob}, {shouldMention: Alice}]
          customValidator: "suite:is_right"
      - user: plain
        expect: {shouldContain: hello}
  - id: small
    steps: [{user: small, expect: {shouldContain: goes to Bob, shouldNotContain: Bob}}]
  - id: fails
    steps: [{user: fail, expect: {shouldContain: x}}]
"""
VALIDATOR = """
def is_right(reply, conversation):
    return "Alice-7" in reply.text, "saw " + reply.text
"""


def test_secrets_are_kept_out_of_what_is_stored_and_change_no_verdict(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = plain_project
    monkeypatch.setenv("DEMO_USER", "Alice-7")
    monkeypatch.setenv("ROLE", "text")  # which stands among the names of a recording
    for name, text in (
        ("shop.py", SECRETIVE),
        ("suite.py", VALIDATOR),
        ("hydra.toml", SECRETIVE_TOML),
        ("a.scenario.yaml", PAYS),
    ):
        project.write(name, text)

    def outcomes(*arguments: str) -> tuple[str, dict[str, list[str]]]:
        result = project.run("--hydra", "-vv", "--hydra-report=report.json", *arguments)
        told = str(result.stdout) + str(result.stderr)
        entries = project.report()["scenarios"]
        return told, {
            entry["id"]: [entry["status"], *[check["outcome"] for check in entry["checks"]]]
            for entry in entries
        }

    told, first = outcomes("--junitxml=j.xml")
    assert first == {
        "pays": ["passed", *["passed"] * 9],
        "small": ["failed", "failed", "passed"],
        "fails": ["ungraded", "ungraded"],
    }
    sources = {"shop.py", "suite.py", "a.scenario.yaml"}
    files = [path for path in project.path.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    texts = [path.read_text(errors="replace") for path in files if path.name not in sources]
    shown = told.replace('File "shop.py"', "")
    for text in (*texts, shown):
        assert "alice-7" not in text.lower()
    assert "${DEMO_USER}" in told
    assert "#" not in project.report()["scenarios"][0]["checks"][0]["message"]
    # With the variable the text is restored, and what was said is decided anew.
    project.write("a.scenario.yaml", PAYS.replace("goes to Bob", "goes to alice-7"))
    assert outcomes("--hydra-replay=latest")[1] == {
        **first,
        "small": ["passed", "passed", "passed"],
    }
    # Without it, or with another value, what was recorded holds, where the same was demanded.
    project.write("a.scenario.yaml", PAYS)
    monkeypatch.setenv("DEMO_USER", "Carol-8")
    assert outcomes("--hydra-replay=latest")[1] == first
    monkeypatch.delenv("DEMO_USER")
    told, again = outcomes("--hydra-replay=latest")
    assert again == first
    assert (
        "outcome as recorded: the conversation contains ${DEMO_USER}, which is not set here" in told
    )
    project.write("a.scenario.yaml", PAYS.replace("goes to Bob", "goes to alice-7"))
    assert outcomes("--hydra-replay=latest")[1] == {**first, "small": ["ungraded"] * 3}


def test_a_secret_at_the_end_of_a_long_reply_is_missed_too(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = (
        "import os\ndef reply(messages):\n    return 'All is well. ' * 300 + os.environ['KEY_1']\n"
    )
    project.write("wallet.py", code)
    project.write("hydra.toml", '[bots.wallet]\npython = "wallet:reply"\nsecrets = ["KEY_1"]\n')
    demand = 'steps: [{user: hi, expect: {text: {regex: "tr[a-z]+re$"}}}]'
    project.write("a.scenario.yaml", f"id: late\n{demand}\n")
    monkeypatch.setenv("KEY_1", "treasure")
    project.run("--hydra").assert_outcomes(passed=1)
    monkeypatch.delenv("KEY_1")
    project.run("--hydra-replay=latest").assert_outcomes(passed=1)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_what_was_held_ahead_of_its_turn_is_not_asked_again(
    project: Project, server: Server, monkeypatch: pytest.MonkeyPatch, how: signal.Signals
) -> None:
    monkeypatch.setenv("TOKEN", "a-secret-of-ours")
    bot = (
        f'[bots.shop]\nurl = "{server.url}"\nheaders = {{X-Token = "${{TOKEN}}"}}\nversion = "1"\n'
    )
    project.write("hydra.toml", bot)
    project.write("a.scenario.yaml", FOUR)
    hydra = project.path / ".hydra"
    running: list[int] = []

    def recorded() -> bool:
        return any(path.stat().st_size for path in hydra.glob("runs/*/scenarios.jsonl"))

    def answer(line: Line, request: Request) -> None:
        text = request.json["messages"][-1]["content"]
        if text == "second" and running:
            # It is the next to be told of, and the two after it are known already.
            wait_until(lambda: recorded() and len([*hydra.glob("session-*/*.json")]) >= 3)
            os.kill(running.pop(), how)
            line.be_silent()
        line.answer({"text": f"{text} {request.headers['X-Token']}"})

    server.handler = answer
    with subprocess.Popen(
        project.command("--hydra"), cwd=project.path, stdout=subprocess.DEVNULL
    ) as process:
        running.append(process.pid)
    kept = [path.read_text() for path in hydra.rglob("*.json*")]
    assert not any("a-secret-of-ours" in text for text in kept)
    before = len(server.requests)
    result = project.run("--hydra", "--hydra-report=report.json")
    result.assert_outcomes(passed=4)
    assert [request.json["messages"][0]["content"] for request in server.requests[before:]] == [
        "second"
    ]
    assert "3 conversations were taken from the interrupted run" in result.stdout.str()
    assert [*hydra.glob("session-*")] == []


def test_a_finished_session_killed_at_its_summary_leaves_no_exchange_folder(
    project: Project, server: Server
) -> None:
    project.write("hydra.toml", f'[bots.shop]\nurl = "{server.url}"\n')
    project.write("a.scenario.yaml", FOUR)
    project.write(
        "conftest.py",
        "import os, signal\n\n"
        "def pytest_terminal_summary(terminalreporter):\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n",
    )
    with subprocess.Popen(
        project.command("--hydra"), cwd=project.path, stdout=subprocess.DEVNULL
    ) as process:
        pass
    assert process.returncode == -signal.SIGKILL
    assert len(project.runs()) == 1
    assert [*(project.path / ".hydra").glob("session-*")] == []


INTERRUPTS = """
import os

def pytest_hydra_report(report):
    if not os.path.exists("interrupted"):
        open("interrupted", "w").close()
        raise KeyboardInterrupt
"""


def test_an_interruption_while_the_report_is_written_loses_nothing(plain_project: Project) -> None:
    project = plain_project
    project.write("conftest.py", INTERRUPTS)
    project.write("a.scenario.yaml", FOUR)
    done = subprocess.run(
        project.command("--hydra"), cwd=project.path, capture_output=True, text=True, check=False
    )
    assert done.returncode == pytest.ExitCode.INTERRUPTED
    said = "Exit: interrupted while the report was written: run it again to resume\n"
    assert done.stderr == said

    result = project.run("--hydra")
    assert "4 conversations were taken from the interrupted run" in result.stdout.str()
