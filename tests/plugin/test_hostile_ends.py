"""Sessions that are killed, and disks that take nothing: what is missing is said."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.needs import needs
from tests.processes import lives, wait_until

if TYPE_CHECKING:
    from tests.conftest import Project

# Answers, but hangs when it is asked to, until there is a file "go".
HANGS = """
import os, pathlib, time

HERE = pathlib.Path(__file__).parent

def reply(messages):
    text = messages[-1]["content"]
    hangs = text.startswith("hang") and not (HERE / "go").exists()
    with (HERE / "asked.txt").open("a") as log:
        log.write(f"{text} {os.getpid()}\\n")
    if hangs:
        time.sleep(900)
    return "hello"
"""


def scenarios(*users: str) -> str:
    """A scenario for each of what users say."""
    return "scenarios:\n" + "".join(
        f"  - {{id: {user}, steps: [{{user: {user}, expect: {{shouldContain: hello}}}}]}}\n"
        for user in users
    )


def asked(project: Project) -> list[tuple[str, int]]:
    """What the bot was asked, and in which process."""
    path = project.path / "asked.txt"
    lines = path.read_text().splitlines() if path.exists() else []
    return [(line.split()[0], int(line.split()[1])) for line in lines]


def recorded(project: Project) -> set[str]:
    """The scenarios of the first run whose results were kept."""
    if not project.runs() or not (project.runs()[0] / "scenarios.jsonl").exists():
        return set()
    lines = (project.runs()[0] / "scenarios.jsonl").read_text().splitlines()
    return {json.loads(line)["nodeid"].partition("::")[2] for line in lines}


@pytest.mark.parametrize("how", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_workers_that_wait_for_a_bot_end_with_the_session(plain_project: Project, how: str) -> None:
    project = plain_project
    project.write("wallet_bot.py", HANGS)
    users = ("one", "two", "three", "hang", "four", "five")
    project.write("a.scenario.yaml", scenarios(*users))
    command = project.command("--hydra", "-n2", plugins=("xdist",))
    with subprocess.Popen(
        command, cwd=project.path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        wait_until(lambda: "hang" in dict(asked(project)) and len(recorded(project)) >= 2)
        process.send_signal(getattr(signal, how))
        output, _ = process.communicate(timeout=60)
    assert process.returncode == (2 if how == "SIGINT" else -getattr(signal, how)), output
    wait_until(lambda: not any(map(lives, {pid for _, pid in asked(project)})))

    kept = recorded(project)
    (project.path / "asked.txt").unlink()
    (project.path / "go").touch()
    result = project.run("--hydra")
    result.assert_outcomes(passed=6)
    assert f"{len(kept)} conversations were taken from the interrupted run" in result.stdout.str()
    assert {text for text, _ in asked(project)} == set(users) - kept


@pytest.mark.parametrize("full", [(), ("--full-trace",)], ids=["brief", "full"])
def test_ctrl_c_shows_where_the_bot_was_and_how_it_came_there_where_that_is_asked_for(
    plain_project: Project, full: tuple[str, ...]
) -> None:
    project = plain_project
    bot = "import os, time\n\ndef reply(messages):\n    os.kill(os.getpid(), 2); time.sleep(900)\n"
    project.write("wallet_bot.py", bot)
    project.write("a.scenario.yaml", scenarios("hang"))
    result = project.run_apart("--hydra", *full)
    assert result.ret == 2
    shown = result.stdout.str()
    assert "wallet_bot.py:4: KeyboardInterrupt" in shown
    assert ("def pytest_runtestloop" in shown) == bool(full)


def test_a_worker_that_is_killed_costs_what_it_was_at(plain_project: Project) -> None:
    project = plain_project
    project.write("wallet_bot.py", HANGS)
    project.write("a.scenario.yaml", scenarios("one", "two", "three", "hang1", "last"))
    command = project.command("--hydra", "-n2", "--hydra-report=report.json", plugins=("xdist",))
    with subprocess.Popen(
        command, cwd=project.path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        wait_until(lambda: "hang1" in {text for text, _ in asked(project)})
        (project.path / "go").touch()
        os.kill(dict(asked(project))["hang1"], signal.SIGKILL)
        output, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "hydra: there is no result for a.scenario.yaml::hang1" in output
    report = project.report()
    assert (report["verdict"], report["complete"]) == ("error", False)
    assert [scenario["id"] for scenario in report["scenarios"]] == ["last", "one", "three", "two"]


TARGETS = ["json:/dev/full", "md:/dev/full", "json:/proc/none/report.json", "json:."]


@pytest.mark.parametrize("target", TARGETS)
def test_a_report_that_cannot_be_written_is_no_success(plain_project: Project, target: str) -> None:
    plain_project.write("a.scenario.yaml", scenarios("one"))
    plain_project.write("wallet_bot.py", HANGS)
    result = plain_project.run("--hydra", f"--hydra-report={target}")
    result.assert_outcomes(passed=1)
    assert result.ret == 1
    assert f"hydra: --hydra-report {target.partition(':')[0]}:" in result.stdout.str()
    assert "cannot write: " in result.stdout.str()
    assert "\nERROR   " in result.stdout.str()
    (run,) = plain_project.runs()
    report = json.loads((run / "report.json").read_text(encoding="utf-8"))
    assert (report["verdict"], report["complete"]) == ("error", True)


@needs("page")
def test_no_report_says_passed_when_another_cannot_be_written(plain_project: Project) -> None:
    plain_project.write("a.scenario.yaml", scenarios("one"))
    plain_project.write("wallet_bot.py", HANGS)
    targets = ("json:first.json", "md:all.md", "json:/proc/none/report.json", "json:last.json")
    result = plain_project.run("--hydra", *[f"--hydra-report={target}" for target in targets])
    assert result.ret == 1
    (run,) = plain_project.runs()
    for path in (plain_project.path / "first.json", plain_project.path / "last.json", run):
        file = path / "report.json" if path.is_dir() else path
        assert json.loads(file.read_text(encoding="utf-8"))["verdict"] == "error"
    told = (plain_project.path / "all.md").read_text(encoding="utf-8")
    assert told.splitlines()[1] == "## pytest-hydra: error"
    lines = result.stdout.str().splitlines()
    shown = [line.removeprefix("report: ") for line in lines if line.startswith("report: ")]
    assert shown == ["first.json", "last.json", "all.md"]


def test_results_that_cannot_be_kept_are_said_to_be_lost(project: Project) -> None:
    project.write("a.scenario.yaml", scenarios("one", "two"))
    project.write("wallet_bot.py", HANGS)
    (project.path / ".hydra").touch()
    result = project.run("--hydra", "--hydra-report=report.json")
    result.assert_outcomes(passed=2)
    assert result.ret == 1
    assert f"hydra: cannot write {project.path / '.hydra'}: Not a directory" in result.stdout.str()
    assert project.report()["verdict"] == "error"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")
def test_a_disk_that_is_full_at_the_end(plain_project: Project) -> None:
    project = plain_project
    disk = project.path / ".hydra"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(disk)]
    if subprocess.run(command, check=False, capture_output=True).returncode != 0:
        pytest.skip("mounting is not allowed here")
    try:
        project.write("a.scenario.yaml", scenarios("one", "two"))
        # What it answers fits once into what is recorded, but not again into the report.
        project.write("wallet_bot.py", HANGS.replace('"hello"', '"hello " + "x" * 14_000'))
        project.write(
            "conftest.py",
            """
import pathlib

def pytest_runtest_logfinish(nodeid):
    if "two" in nodeid:
        rest = pathlib.Path(".hydra/rest")
        with open(rest, "wb", buffering=0) as file:
            try:
                while True: file.write(b"x" * 4096)
            except OSError: pass
""",
        )
        result = project.run_apart("--hydra", "--hydra-report=report.json")
        result.assert_outcomes(passed=2)
        assert result.ret == 1
        assert "hydra: cannot write " in result.stdout.str()
        assert "No space left on device" in result.stdout.str()
        assert "\nERROR   " in result.stdout.str()
        (run,) = project.runs()
        assert len((run / "scenarios.jsonl").read_text().splitlines()) == 2
        assert not (run / "report.json").exists()
        (disk / "rest").unlink()
        # It did not come to its end: the next one goes on from it.
        again = project.run_apart("--hydra")
        again.assert_outcomes(passed=2)
        assert "2 conversations were taken from the interrupted run" in again.stdout.str()
    finally:
        subprocess.run(["umount", str(disk)], check=False)  # noqa: S607 - as mount is found


def test_a_bot_that_ends_the_session_does_not_end_it_well(plain_project: Project) -> None:
    project = plain_project
    bot = "import pytest\n\ndef reply(messages):\n    {}\n"
    project.write("a.scenario.yaml", scenarios("one", "two"))
    project.write("wallet_bot.py", bot.format('pytest.exit("enough", returncode=0)'))
    result = project.run_apart("--hydra", "--hydra-report=report.json", "--hydra-min-score=50")
    assert result.ret == 1
    assert "hydra: there is no result for a.scenario.yaml::one and 1 more" in result.stdout.str()
    assert (project.report()["verdict"], project.report()["complete"]) == ("failed", False)
    # It leaves no report of another session either, where it leaves none.
    project.write("wallet_bot.py", bot.format("import os; os._exit(0)"))
    project.run_apart("--hydra", "--hydra-report=report.json")
    assert not (project.path / "report.json").exists()


def test_a_session_that_ends_itself_well_has_failed_all_the_same(plain_project: Project) -> None:
    text = "import pytest\n\ndef test_a(hydra): hydra.check('a', False)\n"
    plain_project.write("test_a.py", f"{text}def test_b(): pytest.exit('enough', returncode=0)\n")
    result = plain_project.run_apart("--hydra", "--hydra-report=report.json", "-p", "no:randomly")
    assert result.ret == 0  # which is what it asked for
    report = plain_project.report()
    assert (report["verdict"], report["complete"]) == ("failed", False)
    # What a test has found before it ends the session is told, and ends it.
    text = text.replace("False)", "False); pytest.exit('enough', returncode=0)")
    plain_project.write("test_a.py", f"{text}def test_b(hydra): assert hydra\n")
    result = plain_project.run_apart("--hydra", "--hydra-report=report.json", "-p", "no:randomly")
    result.assert_outcomes(failed=1)
    assert result.ret == 1
    assert "During handling" not in result.stdout.str()
    report = plain_project.report()
    assert [(test["nodeid"], test["status"]) for test in report["tests"]] == [
        ("test_a.py::test_a", "failed")
    ]
    assert (report["verdict"], report["complete"]) == ("failed", False)


def test_a_score_that_nothing_was_graded_for_is_said_not_to_be_reached(
    plain_project: Project,
) -> None:
    plain_project.write("test_a.py", "def test_a(): pass\n")
    result = plain_project.run("--hydra", "--hydra-min-score=50")
    assert result.ret == 1
    assert "hydra: no scenario or test has a score, so 50.0 is not reached" in result.outlines
