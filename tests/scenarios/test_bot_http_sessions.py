"""Bots over HTTP in whole sessions, configured by hydra.toml alone."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections import defaultdict
from typing import TYPE_CHECKING

import pytest

from pytest_hydra.execution.quotas import now

if TYPE_CHECKING:
    from tests.conftest import Line, Project, Request, Server

HYDRA_TOML = """
[bots.shop]
url = "{url}/v2/chat"
headers = {{Authorization = "Bearer ${{SHOP_TOKEN}}", X-Api-Key = "written-down-key"}}
retries = 1
timeout_seconds = 20
[bots.shop.request]
session = "{{{{conversation_id}}}}"
input = "{{{{message}}}}"
user = "{{{{context.user}}}}"
[bots.shop.reply]
text = "/output/text"
calls = {{at = "/output/actions?", function = "/op", params = "/with"}}
"""

SCENARIOS = """
scenarios:
  - id: order
    context: {user: ann}
    steps:
      - user: Order two apples
        expect: {expectedFunction: order, expectedParams: {item: apple, count: 2}, shouldContain: ann}
      - user: And my token?
        expect: {shouldContain: "Bearer", expectedFunction: null}
  - id: broken
    context: {user: ben}
    steps: [{user: Break, expect: {shouldContain: x}}]
"""  # noqa: E501 - as a file has it
HIDDEN = 'tok-5c1e9f/"quoted"'


def shop(line: Line, request: Request) -> None:
    """An endpoint with its own JSON, that tells its secrets to everybody."""
    asked = request.json
    if asked["input"] == "Break":
        line.answer({"detail": request.headers}, "500 Internal Server Error")
    elif asked["input"].startswith("Order"):
        actions = [{"op": "order", "with": {"item": "apple", "count": 2}, "token": HIDDEN}]
        line.answer({"output": {"text": f"Yes, {asked['user']}.", "actions": actions}})
    else:
        line.answer({"output": {"text": str(request.headers)}})


def prepare(project: Project, server: Server) -> None:
    project.write("hydra.toml", HYDRA_TOML.format(url=server.url))
    project.write("shop.scenario.yaml", SCENARIOS)


def test_an_endpoint_with_its_own_json_and_no_secret_in_any_file(
    plain_project: Project, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOP_TOKEN", HIDDEN)
    server.handler = shop
    prepare(plain_project, server)
    result = plain_project.run("--hydra", "-vv", "--hydra-report=report.json", "--junitxml=j.xml")
    result.assert_outcomes(passed=1, errors=1)
    assert {request.headers["Authorization"] for request in server.requests} == {f"Bearer {HIDDEN}"}
    by_id = {entry["id"]: entry for entry in plain_project.report()["scenarios"]}
    assert by_id["order"]["status"] == "passed"
    assert by_id["broken"]["status"] == "ungraded"
    error = by_id["broken"]["details"]["error"]
    assert error.startswith("the server answered 500 Internal Server Error: ")
    files = [path for path in plain_project.path.rglob("*") if path.is_file()]
    files.remove(plain_project.path / "hydra.toml")
    assert any(".hydra" in path.parts for path in files)
    told = {path.name: path.read_text(errors="replace") for path in files}
    told["terminal"] = str(result.stdout) + str(result.stderr)
    for name, text in told.items():
        assert "tok-5c1e9f" not in text, name
        assert "written-down-key" not in text, name
    assert any("${SHOP_TOKEN}" in text for text in told.values())


def test_a_bot_of_the_command_line(plain_project: Project, server: Server) -> None:
    server.answers("You said: hello and 5 DOT")
    plain_project.write(
        "a.scenario.yaml", "id: a\nsteps: [{user: hello, expect: {shouldContain: hello}}]"
    )
    plain_project.write("hydra.toml", "")
    result = plain_project.run("--hydra", f"--hydra-bot=remote={server.url}/chat")
    result.assert_outcomes(passed=1)
    assert server.requests[0].json == {
        "messages": [{"role": "user", "content": "hello"}],
        "context": {},
    }


def test_the_rate_is_that_of_the_whole_session(plain_project: Project, server: Server) -> None:
    asked = defaultdict[str, list[float]](list)

    def answer(line: Line, request: Request) -> None:
        asked[request.headers["X-Worker"]].append(now())
        line.answer("hello")

    server.handler = answer
    plain_project.write(
        "hydra.toml",
        f"""[bots.b]
url = "{server.url}"
requests_per_second = 5
headers = {{X-Worker = "${{PYTEST_XDIST_WORKER}}"}}
""",
    )
    lines = [
        f"  - {{id: s{n}, steps: [{{user: hello {n}, expect: {{shouldContain: hello}}}}]}}"
        for n in range(16)
    ]
    plain_project.write("a.scenario.yaml", "\n".join(["scenarios:", *lines]))
    result = plain_project.run("--hydra", "-n2", plugins=("xdist",))
    result.assert_outcomes(passed=16)
    assert len(asked) == 2
    for times in asked.values():
        # Each of two workers asks every 0.4 s, not every 0.2 s as it would if it had the whole rate
        # for itself. Its first question may arrive a second late, as its client is loaded then.
        assert times[-1] - times[0] >= 0.22 * (len(times) - 1)


def test_the_summary_names_a_bot_that_was_asked_too_much(project: Project, server: Server) -> None:
    refused = threading.Event()

    def answer(line: Line, _request: Request) -> None:
        if refused.is_set():
            line.answer("hello")
        else:
            refused.set()
            line.answer(b"", "429 Too Many Requests", Retry_After="0.01")

    server.handler = answer
    project.write("hydra.toml", f'[bots.shop]\nurl = "{server.url}"')
    project.write("a.scenario.yaml", "id: a\nsteps: [{user: hello, expect: {text: hello}}]")
    result = project.run("--hydra")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(
        ["bot 'shop' answered 429 1 time: fewer requests at a time, down to 1"]
    )


def test_ctrl_c_while_a_server_is_silent(plain_project: Project, server: Server) -> None:
    asked = threading.Event()

    def silent(line: Line, _request: Request) -> None:
        asked.set()
        line.be_silent()

    server.handler = silent
    plain_project.write("hydra.toml", f'[bots.b]\nurl = "{server.url}"\ntimeout_seconds = 300')
    plain_project.write(
        "a.scenario.yaml", "id: a\nsteps: [{user: hello, expect: {shouldContain: hello}}]"
    )
    with subprocess.Popen(
        plain_project.command("--hydra"), cwd=plain_project.path, stdout=subprocess.PIPE, text=True
    ) as process:
        assert asked.wait(60)
        started = now()
        os.kill(process.pid, signal.SIGINT)
        out, _ = process.communicate(timeout=120)
    # Alone it takes about a second; without the interrupt it is three hundred.
    assert now() - started < 60
    assert process.returncode == 2
    assert "KeyboardInterrupt" in out
