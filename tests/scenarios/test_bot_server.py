"""Servers that are started for bots behind HTTP."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.conftest import unwrapped
from tests.processes import lives, wait_until

if TYPE_CHECKING:
    from tests.conftest import Project

# Says which process it is, and is ready a moment after it listens.
SERVER = """
import json, os, sys, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

class Handler(BaseHTTPRequestHandler):
    looks = 0

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        Handler.looks += 1
        self.answer(200 if self.path == "/health" and Handler.looks > 2 else 503, {})

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        os.write(1, f"token {os.environ.get('TOKEN')}\\n".encode())
        self.answer(200, f"hello from {os.getpid()} after {Handler.looks} looks")

    def log_message(self, *args): pass

print("starts", flush=True)
open(f"pid-{os.getpid()}", "w").close()
ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
"""
HYDRA_TOML = """
[bots.shop]
start = "python3 server.py {port}"
url = "http://127.0.0.1:{port}/chat"
ready = "/health"
secrets = ["TOKEN"]
"""
SCENARIOS = "scenarios:\n" + "".join(
    f"  - {{id: s{n}, steps: [{{user: hi, expect: {{shouldContain: hello from}}}}]}}\n"
    for n in range(8)
)


def prepare(project: Project, settings: str = HYDRA_TOML) -> None:
    project.write("server.py", SERVER)
    project.write("hydra.toml", settings)
    project.write("a.scenario.yaml", SCENARIOS)


def pids(project: Project) -> list[int]:
    return [int(path.name.removeprefix("pid-")) for path in project.path.glob("pid-*")]


def test_a_server_is_started_once_in_a_session_and_ends_with_it(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKEN", "very-secret-token")
    prepare(project)
    project.run("--hydra").assert_outcomes(passed=8)
    (pid,) = pids(project)
    assert not lives(pid)
    (run,) = project.runs()
    text = (run / "servers" / "shop.log").read_text()
    assert text.count("starts") == 1
    assert text.count("token ${TOKEN}") == 8
    assert "very-secret" not in text


def test_a_test_with_the_fixture_uses_the_server(plain_project: Project) -> None:
    prepare(plain_project)
    plain_project.write(
        "test_a.py", "def test_a(hydra_bot):\n    assert 'after 3 looks' in hydra_bot('hi').text\n"
    )
    plain_project.run_apart("test_a.py").assert_outcomes(passed=1)
    (pid,) = pids(plain_project)
    wait_until(lambda: not lives(pid))


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        (HYDRA_TOML.replace("/health", "/none") + "start_seconds = 4\n",
         "bot 'shop': its server was not ready within 4 s: GET /none is answered with 503"),
        (HYDRA_TOML.replace("python3", "no-such-program"),
         "bot 'shop': its server cannot run: the command no-such-program was not found on PATH"),
    ],
    ids=["never-ready", "no-program"],
)  # fmt: skip
def test_a_server_that_does_not_get_ready(
    plain_project: Project, settings: str, reason: str
) -> None:
    prepare(plain_project, settings)
    result = plain_project.run("--hydra")
    result.assert_outcomes(errors=8)
    assert reason in unwrapped(result)
    assert not any(map(lives, pids(plain_project)))


def test_a_server_that_ends_is_the_reason_of_all_errors(project: Project) -> None:
    prepare(project, HYDRA_TOML.replace("server.py {port}", "broken.py {port}"))
    project.write("broken.py", "import sys; print('no database'); sys.exit(3)")
    result = project.run("--hydra")
    result.assert_outcomes(errors=8)
    assert "bot 'shop': its server ended with exit status 3" in unwrapped(result)
    assert "no database" in unwrapped(result)


def test_a_server_does_not_survive_pytest(plain_project: Project) -> None:
    prepare(plain_project)
    plain_project.write("conftest.py", "import time\ndef pytest_runtest_teardown(): time.sleep(60)")
    command = plain_project.command("--hydra")
    with subprocess.Popen(command, cwd=plain_project.path, stdout=subprocess.DEVNULL) as process:
        wait_until(lambda: len(pids(plain_project)) == 1)
        os.kill(process.pid, signal.SIGKILL)
    (pid,) = pids(plain_project)
    wait_until(lambda: not lives(pid))


def test_a_session_fixture_may_start_the_server(plain_project: Project) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    prepare(plain_project, f'[bots.shop]\nurl = "{address}/chat"\nretries = 0\n')
    plain_project.write(
        "conftest.py",
        f"""
import subprocess, sys, time, urllib.request
import pytest

@pytest.fixture(scope="session", autouse=True)
def server():
    with subprocess.Popen([sys.executable, "server.py", "{port}"]) as process:
        for _ in range(600):
            try:
                urllib.request.urlopen("{address}/health")
                break
            except OSError:
                time.sleep(0.05)
        yield
        process.terminate()
""",
    )
    plain_project.run("--hydra").assert_outcomes(passed=8)
