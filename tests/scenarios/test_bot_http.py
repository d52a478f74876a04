from __future__ import annotations

import gc
import json
import os
import socket
import subprocess
import sys
import threading
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.execution.http_client import REQUESTS
from pytest_hydra.execution.quotas import now
from pytest_hydra.scenarios.bots.protocol import Bot, BotError
from pytest_hydra.scenarios.conversation import converse
from pytest_hydra.transcript.turn import Call, Reply, Turn

if TYPE_CHECKING:
    from tests.conftest import Handler, Line, Request, Server
    from tests.scenarios.conftest import Open

HIDDEN = 's3cr3t/"with" & more'


def turn(bot: Bot, user: str = "hello", **context: Any) -> Turn:
    """The first turn of a conversation."""
    return converse(bot, [user], context).turns[0]


def error(bot: Bot, **context: Any) -> str:
    """Why there was no reply."""
    only = turn(bot, **context)
    assert only.reply is None
    assert only.error is not None
    return only.error


def echo(line: Line, request: Request) -> None:
    said = [message["content"] for message in request.json["messages"]]
    call = {"function": "seen", "params": request.json["context"]}
    line.answer({"text": "|".join(said), "calls": [call]})


def test_a_conversation(server: Server, opened: Open) -> None:
    server.handler = echo
    held = converse(opened(f"{server.url}/chat"), ["Grüße", "two"], {"balance": 5})
    call = Call(function="seen", params={"balance": 5})
    assert [entry.reply for entry in held.turns] == [
        Reply(text="Grüße", calls=(call,)),
        Reply(text="Grüße|Grüße|two", calls=(call,)),
    ]
    first = server.requests[0]
    assert (first.path, first.headers["Content-Type"]) == ("/chat", "application/json")
    assert first.headers["User-Agent"].startswith("pytest-hydra/")


@pytest.mark.parametrize(
    ("body", "content_type"),
    [(b'"hi"', "application/json; charset=utf-8"), (b'\xef\xbb\xbf{"text": "hi"}', "text/json"),
     (b'{"choices": [{"message": {"content": "hi"}}]}', "application/vnd.api+json")],
)  # fmt: skip
def test_what_else_is_a_reply(server: Server, opened: Open, body: bytes, content_type: str) -> None:
    server.handler = lambda line, _: line.answer(body, Content_Type=content_type)
    assert turn(opened(server.url)).reply == Reply(text="hi")


def test_an_endpoint_with_its_own_json(server: Server, opened: Open) -> None:
    server.answers({"d": [{"reply": "done"}], "actions": [{"name": "pay", "args": {"n": 5}}]})
    bot = opened(
        server.url,
        request={
            "bot": 7,
            "question": "{{message}}",
            "log": "{{ messages }}",
            "who": {"vip": "{{context.vip}}", "all": ["{{context}}"]},
            "note": "turn {{turn}} of {{context.name}}: {{context.vip}}, {{context}}",
        },
        reply={"text": "/d/0/reply", "calls": "/actions"},
    )
    context = {"name": "{{message}} ${HOME}", "vip": True}
    held = converse(bot, ["one", "two"], context)
    pay = Call(function="pay", params={"n": 5})
    assert [entry.reply for entry in held.turns] == [Reply(text="done", calls=(pay,))] * 2
    # What was filled in is not filled in again.
    assert server.requests[1].json == {
        "bot": 7,
        "question": "two",
        "log": [
            {"role": "user", "content": "one"},
            {"role": "assistant", "content": "done"},
            {"role": "user", "content": "two"},
        ],
        "who": {"vip": True, "all": [context]},
        "note": f"turn 2 of {{{{message}}}} ${{HOME}}: true, {json.dumps(context)}",
    }


def test_a_server_that_keeps_the_conversation_itself(server: Server, opened: Open) -> None:
    bot = opened(server.url, request={"session": "{{conversation_id}}"})
    for _ in range(2):
        converse(bot, ["a", "b"], {})
    ids = [request.json["session"] for request in server.requests]
    assert ids[0] == ids[1] != ids[2] == ids[3]
    assert all(len(identifier) == 32 for identifier in ids)


def test_a_context_without_what_the_request_needs(server: Server, opened: Open) -> None:
    bot = opened(server.url, request={"b": "{{context.balance}}"})
    assert error(bot, balanse=1) == (
        "the request needs context.balance, which is not in the scenario's context; did you "
        "mean 'balanse'? it has: balanse (if it is optional, write {{context.balance?}})"
    )
    assert server.requests == []


def test_an_optional_value_of_the_context(server: Server, opened: Open) -> None:
    request = {"guest": "{{context.guest?}}", "note": "for {{context.guest?}}."}
    bot = opened(server.url, request=request)
    turn(bot)
    turn(bot, guest="Ada")
    assert [entry.json for entry in server.requests] == [
        {"guest": None, "note": "for ."},
        {"guest": "Ada", "note": "for Ada."},
    ]


def refused(status: str, body: bytes = b"{}", **headers: str) -> Handler:
    return lambda line, _: line.answer(body, status, **headers)


# --- stopping -------------------------------------------------------------------------------------


def test_what_is_asked_can_be_stopped_from_another_thread(server: Server, opened: Open) -> None:
    asked = threading.Event()

    def handler(line: Line, _request: Request) -> None:
        asked.set()
        line.be_silent()

    server.handler = handler
    bot = opened(server.url)
    told: list[str] = []
    thread = threading.Thread(target=lambda: told.append(error(bot)))
    thread.start()
    assert asked.wait(60)
    bot.stop()
    thread.join(40)
    assert told == ["the server was stopped before it answered: the session has ended"]
    assert error(bot) == "the server was not called: the session has ended"


def test_connections_are_kept_while_they_are_good(server: Server, opened: Open) -> None:
    connections: list[socket.socket] = []
    hung_up = threading.Event()

    def handler(line: Line, request: Request) -> None:
        connections.append(line.connection)
        line.answer(request.path)
        if request.path == "/hangs-up":
            line.connection.shutdown(socket.SHUT_RDWR)
            hung_up.set()

    server.handler = handler
    bot, other = opened(f"{server.url}/stays"), opened(f"{server.url}/hangs-up")
    for _ in range(3):
        assert turn(bot).reply == Reply(text="/stays")
        assert turn(other).reply == Reply(text="/hangs-up")
        assert hung_up.wait(60)
        hung_up.clear()
    # Both bots use the same one, until the server ends it.
    assert len(set(connections)) == 3
    assert turn(bot).reply == Reply(text="/stays")
    REQUESTS.close()
    wait_until_closed(connections[-1])
    assert turn(bot).reply == Reply(text="/stays")


def wait_until_closed(connection: socket.socket) -> None:
    """The server's thread, which waits for the next request, closes it when none can come."""
    end = now() + 60
    while connection.fileno() >= 0:
        assert now() < end
        threading.Event().wait(0.01)


def test_nothing_is_left_open(server: Server, opened: Open) -> None:
    asked = threading.Event()

    def handler(line: Line, request: Request) -> None:
        if request.json["messages"][0]["content"] == "hello":
            line.answer("hi")
        else:
            asked.set()
            line.be_silent()

    server.handler = handler
    bot = opened(server.url)
    turn(bot)
    thread = threading.Thread(target=turn, args=(bot, "hang"))
    thread.start()
    assert asked.wait(60)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        bot.stop()
        thread.join()
        gc.collect()
    assert [str(entry.message) for entry in caught] == []


HANGS = """
import signal, sys, threading, time
from pathlib import Path
from pytest_hydra.scenarios.bots.bot_kinds import open_bot
from pytest_hydra.scenarios.conversation import converse
from pytest_hydra.settings.bots import BotSettings
bot = open_bot("b", BotSettings(url=sys.argv[1], timeout_seconds=300), Path())
if sys.argv[2] == "thread":
    threading.Thread(target=converse, args=(bot, ["x"], {}), daemon=True).start()
    input()
else:
    try:
        converse(bot, ["x"], {})
    except KeyboardInterrupt:
        print("interrupted")
"""


@pytest.mark.parametrize("where", ["main", "thread"])
def test_a_bot_that_hangs_keeps_nobody_from_leaving(server: Server, where: str) -> None:
    asked = threading.Event()

    def handler(line: Line, _request: Request) -> None:
        asked.set()
        line.be_silent()

    server.handler = handler
    with subprocess.Popen(
        [sys.executable, "-W", "error", "-c", HANGS, server.url, where],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert asked.wait(60)
        started = now()
        if where == "main":
            os.kill(process.pid, 2)
        out, err = process.communicate("\n", timeout=120)
        assert now() - started < 100
    assert (process.returncode, err) == (0, "")
    assert out == ("interrupted\n" if where == "main" else "")


# --- secrets --------------------------------------------------------------------------------------


def test_secrets_are_sent_and_change_no_reply(
    server: Server, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKEN", HIDDEN)
    monkeypatch.setenv("TENANT", "acme")

    def handler(line: Line, request: Request) -> None:
        told = {"text": str(request.headers), "calls": [{"function": request.json["who"]}]}
        line.answer(told)

    server.handler = handler
    bot = opened(
        f"{server.url}/${{TENANT}}",
        headers={"Authorization": "Bearer ${TOKEN}", "X-Api-Key": "a-literal-key"},
        request={"who": "it is ${TENANT}"},
    )
    assert HIDDEN not in json.dumps(bot.key)
    reply = turn(bot).reply
    sent = server.requests[0]
    assert sent.headers["Authorization"] == f"Bearer {HIDDEN}"
    assert (sent.path, sent.headers["X-Api-Key"]) == ("/acme", "a-literal-key")
    # What is decided is what the bot said: it is masked where it is stored and shown.
    assert reply is not None
    assert f"Bearer {HIDDEN}" in reply.text
    assert reply.calls == (Call(function="it is acme"),)


@pytest.mark.parametrize(
    "body",
    [
        json.dumps({"error": f"bad token {HIDDEN}"}).encode(),
        f"bad token {HIDDEN} " .encode() * 500,
        b"x" * 150 + b"&lt;" + HIDDEN.replace("&", "&amp;").replace('"', "&quot;").encode(),
        json.dumps(json.dumps({"e": HIDDEN})).encode(),
    ],
    ids=["json", "cut", "html", "twice"],
)  # fmt: skip
@pytest.mark.parametrize("status", ["200 OK", "401 Unauthorized"])
def test_errors_are_reported_without_secrets(
    server: Server, opened: Open, monkeypatch: pytest.MonkeyPatch, body: bytes, status: str
) -> None:
    monkeypatch.setenv("TOKEN", HIDDEN)
    server.handler = refused(status, body, Content_Type="text/plain")
    told = error(opened(server.url, headers={"X": "${TOKEN}"}))
    assert "s3cr3t" not in told
    assert "${TOKEN}" in told


def test_a_secret_in_an_address_is_not_shown(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOST", "very-secret-host.invalid")
    assert "very-secret" not in error(opened("http://${HOST}/x"))
    monkeypatch.setenv("HOST", "very secret")
    told = error(opened("http://${HOST}/x"))
    assert told == "url: http://${HOST}/x must not contain white space or control characters"
    monkeypatch.setenv("TOKEN", "very-secret\nX: y")
    told = error(opened("http://localhost/x", headers={"A": "${TOKEN}"}))
    assert told == "the header A cannot be sent: its value is not printable"


def test_a_variable_that_is_missing(
    server: Server, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKEN", "")
    with pytest.raises(BotError, match=r"^bot 'shop' needs the environment variable TOKEN; "):
        opened(server.url, headers={"A": "${TOKEN}"})
    monkeypatch.setenv("TOKEN", "there")
    bot = opened(server.url, headers={"A": "${TOKEN}"})
    monkeypatch.delenv("TOKEN")
    assert error(bot) == "the bot needs the environment variable TOKEN, which is not set"


# --- the way there --------------------------------------------------------------------------------


def test_a_proxy_is_used_but_not_for_this_machine(
    server: Server, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.setenv(name, server.url)
    for name in ("no_proxy", "NO_PROXY", "REQUEST_METHOD"):
        monkeypatch.delenv(name, raising=False)
    bot = opened("http://bot.invalid/chat")
    assert turn(bot).reply == Reply(text="http://bot.invalid/chat")
    assert turn(opened(f"{server.url}/direct")).reply == Reply(text="/direct")
    monkeypatch.setenv("no_proxy", ".invalid")
    assert "the host is unknown" in error(bot)


def test_cookies_and_redirects_are_not_followed(server: Server, opened: Open) -> None:
    server.handler = lambda line, _: line.answer("hi", Set_Cookie="session=1")
    converse(opened(server.url), ["a", "b"], {})
    assert [request.headers.get("Cookie") for request in server.requests] == [None, None]
    server.requests.clear()
    server.handler = refused("302 Found", b"", Location=f"{server.url}/elsewhere")
    error(opened(server.url))
    assert len(server.requests) == 1


def test_what_is_asked_is_in_no_log(
    server: Server,
    opened: Open,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("TOKEN", "very-secret")
    bot = opened(f"{server.url}/${{TOKEN}}")
    with caplog.at_level("DEBUG"):
        assert turn(bot).reply is not None
    assert "very-secret" not in caplog.text


def test_without_the_library(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['httpx2'] = None\n"
        "from pathlib import Path\n"
        "from pytest_hydra.scenarios.bots.bot_kinds import BotError, open_bot\n"
        "from pytest_hydra.settings.bots import BotSettings\n"
        "try: open_bot('b', BotSettings(url='http://x'), Path())\n"
        "except BotError as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout == (
        "bot 'b': HTTP needs a library that is not installed: pip install \"pytest-hydra[http]\"\n"
    )
