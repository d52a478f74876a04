"""Conversations on a cluster of Dask's: its scheduler and workers are real processes, and die."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import pytest

from tests.plugin.local_cluster import PATIENCE, LocalCluster, wait_for
from tests.processes import lives

if TYPE_CHECKING:
    from tests.conftest import Project, Server

pytest.importorskip("distributed", reason="needs pytest-hydra[dask]")

# Says which process answers, and what it sees of the environment.
BOT = """
import os

print("a bot may print")

def reply(messages):
    said = messages[-1]["content"]
    if said == "die":
        os._exit(3)
    seen = [os.environ.get(name) for name in ("NAMED", "KEPT")]
    with open("asked.txt", "a") as log:
        print(os.getpid(), os.getppid(), *seen, file=log)
    return {"text": f"hello, {said}", "cost_usd": 0.5}
"""
BOTS = """
[bots.python]
python = "wallet_bot:reply"
requires_env = ["NAMED"]
[bots.command]
command = ["./bot.sh"]
[bots.http]
url = "%s/chat"
headers = { Authorization = "Bearer ${TOKEN}" }
"""
COMMAND = """#!/bin/sh
while read -r question; do echo '"hello from a command"'; done
"""
# Tells who it is, and waits: whoever asks first until it is killed.
HANGS = """
import os, time

def reply(messages):
    with open("pids.txt", "a") as log:
        log.write(f"{os.getpid()} ")
    if not os.path.exists("again"):
        time.sleep(300)
    return "hello"
"""
PATIENT = '[bots.python]\npython = "wallet_bot:reply"\ntimeout_seconds = 600\n'


def scenarios(*said: str) -> str:
    steps = "[{user: %s, expect: {shouldContain: hello}}, {user: bye}]"
    return "scenarios:\n" + "".join(
        f"  - {{id: s{number}, steps: {steps % text}}}\n" for number, text in enumerate(said)
    )


def there(cluster: LocalCluster) -> str:
    """What hydra.toml says of the cluster."""
    return f'[execution]\nengine = "dask"\nscheduler = "{cluster.address}"\n'


@contextmanager
def session_of(project: Project, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A session that runs inside the block."""
    with subprocess.Popen(
        project.command("--hydra", *arguments, plugins=("xdist",) if arguments else ()),
        cwd=project.path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    ) as session:  # fmt: skip
        try:
            yield session
        finally:
            session.kill()


def test_a_cluster_holds_what_this_machine_does(
    plain_project: Project,
    cluster: LocalCluster,
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    project = plain_project
    bots = BOTS % server.url
    server.answers({"text": "hello from a server"})
    project.write("wallet_bot.py", BOT)
    project.write("bot.sh", COMMAND).chmod(0o755)
    project.write("a.scenario.yaml", scenarios("one", "two", "three"))
    workers = [cluster.worker(), cluster.worker()]
    monkeypatch.setenv("NAMED", "sent")
    monkeypatch.setenv("KEPT", "not")
    monkeypatch.setenv("TOKEN", "secret-of-the-server")
    project.write("hydra.toml", bots)
    here = project.run("--hydra", "--hydra-report=here.json")
    here.assert_outcomes(passed=9)
    server.requests.clear()
    (project.path / "asked.txt").unlink()
    project.write("hydra.toml", bots + there(cluster))
    done = project.run("--hydra", "--hydra-report=there.json", "-W", "error")
    done.assert_outcomes(passed=9)
    done.stdout.fnmatch_lines([f"hydra: bots run on the Dask workers at {cluster.address}"])
    assert project.report("there.json")["digest"] == project.report("here.json")["digest"]
    asked = [line.split() for line in (project.path / "asked.txt").read_text().splitlines()]
    assert len(asked) == 6
    assert {int(parent) for _, parent, *_ in asked} <= {worker.pid for worker in workers}
    # Of our variables it is sent those that it names; and nobody is left who was asked.
    assert {(named, kept) for *_, named, kept in asked} == {("sent", "None")}
    wait_for(lambda: not any(lives(int(pid)) for pid, *_ in asked))
    said = [request.headers["Authorization"] for request in server.requests]
    assert said == ["Bearer secret-of-the-server"] * 6
    again = project.run("--hydra-replay=latest", "--hydra-report=again.json")
    again.assert_outcomes(passed=9)
    assert project.report("again.json")["digest"] == project.report("here.json")["digest"]


def test_what_goes_wrong_there_is_told_and_is_no_failure(
    plain_project: Project, cluster: LocalCluster
) -> None:
    project = plain_project
    cluster.worker()
    project.write("wallet_bot.py", BOT)
    project.write("hydra.toml", '[bots.python]\npython = "wallet_bot:reply"\n' + there(cluster))
    project.write("a.scenario.yaml", scenarios("die", "live"))
    result = project.run("--hydra", "--hydra-report=report.json")
    result.assert_outcomes(passed=1, errors=1)
    text = " ".join(result.stdout.str().split())
    assert "on the worker tcp://127.0.0.1:" in text
    assert "it ended with exit status 3 before it answered" in text
    # A worker that does not see the project says what it lacks.
    project.write("hydra.toml", '[bots.python]\npython = "lost_bot:reply"\n' + there(cluster))
    text = " ".join(project.run("--hydra").stdout.str().split())
    assert "there is no module 'lost_bot'" in text
    # What it may cost holds there too.
    project.write("a.scenario.yaml", scenarios("one", "two", "three"))
    project.write(
        "hydra.toml",
        "[scenarios]\nmax_cost_usd = 1.5\nconcurrency = 1\n"
        '[bots.python]\npython = "wallet_bot:reply"\n' + there(cluster),
    )
    spent = project.run("--hydra")
    # The second is cut off when it has cost the rest, and the third is not asked.
    spent.assert_outcomes(passed=1, errors=2)
    assert "the bots cost $1.50 of max_cost_usd = $1.50" in spent.stdout.str()


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks at processes through /proc")
def test_a_worker_that_is_killed_costs_a_retry_and_nothing_else(
    plain_project: Project, cluster: LocalCluster
) -> None:
    project = plain_project
    project.write("wallet_bot.py", HANGS)
    project.write("hydra.toml", PATIENT + there(cluster))
    project.write("a.scenario.yaml", scenarios("one", "two"))
    first = cluster.worker()
    with session_of(project) as session:
        pids = project.path / "pids.txt"
        wait_for(lambda: pids.exists() and pids.read_text().split(), session)
        (met,) = pids.read_text().split()
        project.write("again", "")
        first.send_signal(signal.SIGKILL)
        cluster.worker()
        said, _ = session.communicate(timeout=PATIENCE)
    assert session.returncode == 0, said + cluster.logs()
    assert "2 passed" in said
    # Whom it had asked went with it.
    wait_for(lambda: not lives(int(met)))


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks at processes through /proc")
@pytest.mark.parametrize("xdist", [(), ("-n2",)], ids=["alone", "n2"])
def test_a_session_that_is_interrupted_ends_soon_and_leaves_nobody(
    plain_project: Project, cluster: LocalCluster, xdist: tuple[str, ...]
) -> None:
    project = plain_project
    project.write("wallet_bot.py", HANGS)
    project.write("hydra.toml", PATIENT + there(cluster))
    project.write("a.scenario.yaml", scenarios(*("one", "two", "three", "four")))
    cluster.worker("--nthreads", "2")
    with session_of(project, *xdist) as session:
        pids = project.path / "pids.txt"
        wait_for(lambda: pids.exists() and len(pids.read_text().split()) == 2, session)
        stopped = monotonic()
        session.send_signal(signal.SIGINT)
        said, _ = session.communicate(timeout=PATIENCE)
        # There is room for a busy machine; a bot that was waited for would take minutes.
        assert monotonic() - stopped < 120
    assert session.returncode == 2, said
    assert "Traceback" not in said
    wait_for(lambda: not any(lives(int(pid)) for pid in pids.read_text().split()))


def test_a_scheduler_that_goes_away_is_an_error_and_what_was_finished_is_kept(
    plain_project: Project, cluster: LocalCluster
) -> None:
    project = plain_project
    waits = HANGS.replace('not os.path.exists("again")', 'messages[-1]["content"] == "wait"')
    project.write("wallet_bot.py", waits)
    project.write("hydra.toml", PATIENT + there(cluster))
    project.write("a.scenario.yaml", scenarios("one", "two", "wait", "three"))
    cluster.worker()
    with session_of(project) as session:
        pids = project.path / "pids.txt"
        wait_for(lambda: pids.exists() and len(pids.read_text().split()) == 5, session)
        # What the bot has answered is known here a little later.
        runs = project.path / ".hydra" / "runs"
        wait_for(
            lambda: (
                [len(file.read_text().splitlines()) for file in runs.glob("*/scenarios.jsonl")]
                == [2]
            ),
            session,
        )
        cluster.scheduler.kill()
        said, _ = session.communicate(timeout=PATIENCE)
    assert session.returncode == 1, said
    assert "is gone; finished results are kept" in " ".join(said.split())
    assert "2 passed, 2 errors" in said
    assert "Traceback" not in said
    (run,) = project.runs()
    lines = (run / "scenarios.jsonl").read_text().splitlines()
    kept = [json.loads(line)["runs"][0]["conversation"]["turns"][0] for line in lines]
    assert ["reply" in turn for turn in kept] == [True, True, False, False]
