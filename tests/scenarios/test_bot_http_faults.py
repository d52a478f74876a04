from __future__ import annotations

import gzip
import socket
import threading
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.execution.quotas import now
from pytest_hydra.scenarios.bots.protocol import Bot
from pytest_hydra.scenarios.conversation import converse
from pytest_hydra.transcript.turn import Reply, Turn

if TYPE_CHECKING:
    from tests.conftest import Handler, Line, Request, Server
    from tests.scenarios.conftest import Open


def turn(bot: Bot, user: str = "hello", **context: Any) -> Turn:
    """The first turn of a conversation."""
    return converse(bot, [user], context).turns[0]


def error(bot: Bot, **context: Any) -> str:
    """Why there was no reply."""
    only = turn(bot, **context)
    assert only.reply is None
    assert only.error is not None
    return only.error


def refused(status: str, body: bytes = b"{}", **headers: str) -> Handler:
    return lambda line, _: line.answer(body, status, **headers)


def cut(raw: bytes) -> Handler:
    """Send this and close the connection."""

    def handler(line: Line, _request: Request) -> None:
        line.send(raw)
        line.connection.shutdown(socket.SHUT_RDWR)

    return handler


def slow(raw: bytes, *, drip: bytes = b"") -> Handler:
    """Send this, then the rest byte by byte, and then nothing more."""

    def handler(line: Line, _request: Request) -> None:
        line.send(raw)
        line.drip(drip)
        line.be_silent()

    return handler


FAULTS: list[tuple[str, Handler, str]] = [
    ("500", refused("500 Internal Server Error", b'{"error":\n "\x1b[31mboom"}'),
     "the server answered 500 Internal Server Error: '{\"error\": \"\\\\x1b[31mboom\"}'"),
    ("404-html", refused("404 Not Found", b"<h1>" + b"no " * 200, Content_Type="text/html"),
     "the server answered 404 Not Found: '<h1>no no"),
    ("401-empty", refused("401 Unauthorized", b""),
     "the server answered 401 Unauthorized, without a body"),
    ("503", refused("503 Service Unavailable", b"busy"),
     "the server answered 503 Service Unavailable: 'busy'"),
    ("redirect", refused("307 Temporary Redirect", b"", Location="http://me:pw@x.org/y?token=1"),
     "the server answered 307 Temporary Redirect: redirects are not followed; it points to "
     "http://x.org/y"),
    ("html", refused("200 OK", b"<html>Log in!</html>", Content_Type="text/html"),
     "the server answered text/html, where JSON is expected: '<html>Log in!</html>'"),
    ("json-as-text", refused("200 OK", b'{"text": "hi"}', Content_Type="text/plain"),
     "the server answered text/plain, where JSON is expected: '{\"text\": \"hi\"}'"),
    ("no-body", refused("204 No Content", b""), "the server answered 204 without a body"),
    ("broken", refused("200 OK", b'{"text": "hi",\n "calls": [}'),
     "the server answered '{\"text\": \"hi\", \"calls\": [}', which is not JSON (line 2, column "
     "12: expecting value)"),
    ("nan", refused("200 OK", b'{"text": NaN}'),
     "the server answered '{\"text\": NaN}', which is not JSON (NaN is not JSON)"),
    ("latin-1", refused("200 OK", '"Grüße"'.encode("latin-1")),
     "the server answered '\"Gr\\\\xfc\\\\xdfe\"', which is not UTF-8"),
    ("deep", refused("200 OK", b"[" * 100_000),
     "the server answered '[[[[[[[[[["),
    ("no-reply", refused("200 OK", b"5"), "the bot answered 5 (int), which is not a reply"),
    ("encoding", refused("200 OK", b"hello", Content_Encoding="gzip"),
     "the server sent a body that does not match its Content-Encoding"),
    ("no-http", lambda line, _: line.send(b"SSH-2.0-OpenSSH_9.6\r\n\r\n"),
     "the server did not answer in HTTP: "),
    ("body-cut", cut(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"text\": \"he"),
     "the server closed the connection in the middle of its answer, after 12 bytes"),
    ("chunk-cut", cut(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{\"te\r\n"),
     "the server closed the connection in the middle of its answer, after 4 bytes"),
    ("headers-cut", cut(b"HTTP/1.1 200 OK\r\nContent-"),
     "the server closed the connection before it answered"),
    ("hang-up", cut(b""),
     "the server closed the connection before it answered"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("handler", "said"), [pytest.param(*fault[1:], id=fault[0]) for fault in FAULTS]
)
def test_each_fault_has_its_reason(
    server: Server, opened: Open, handler: Handler, said: str
) -> None:
    server.handler = handler
    told = error(opened(server.url))
    assert told.startswith(said)
    assert told.isprintable()
    assert len(told) < 400
    # The others go on.
    server.answers("fine")
    assert turn(opened(server.url)).reply == Reply(text="fine")


OK = b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n"
SLOW: list[tuple[str, Handler, str]] = [
    ("silent", slow(b""), "(nothing had arrived)"),
    ("drips-headers", slow(b"", drip=OK * 100), "(nothing had arrived)"),
    ("says-it-will", slow(b"", drip=b"HTTP/1.1 102 Processing\r\n\r\n" * 100),
     "(nothing had arrived)"),
    ("drips-body", slow(OK + b"\r\n", drip=b"x" * 9999), " bytes of the answer had arrived)"),
    ("stalls", slow(OK + b"\r\n" + b"x" * 1234),
     "(the status 200 and 1,234 bytes of the answer had arrived)"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("handler", "said"), [pytest.param(*fault[1:], id=fault[0]) for fault in SLOW]
)
def test_an_answer_has_its_time(server: Server, opened: Open, handler: Handler, said: str) -> None:
    server.handler = handler
    # So much of it that the connection is made, and what is to arrive arrives.
    seconds = 0.5 if "nothing" in said else 1
    started = now()
    told = error(opened(server.url, timeout_seconds=seconds, retries=2))
    assert told.startswith(f"the server did not answer within {seconds} s (")
    assert told.endswith(said)
    assert seconds <= now() - started < 40


def test_a_server_that_never_accepts(opened: Open) -> None:
    with closing(socket.socket()) as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        address = listening.getsockname()
        waiting = [socket.socket() for _ in range(4)]
        for entry in waiting:
            # What the queue has no room for is left without an answer.
            entry.setblocking(False)
            entry.connect_ex(address)
        told = error(opened(f"http://127.0.0.1:{address[1]}", timeout_seconds=0.3))
        for entry in waiting:
            entry.close()
    assert told == "the server did not answer within 0.3 s (there was no connection yet)"


@pytest.mark.parametrize("announced", [True, False])
def test_an_answer_of_100_megabytes(server: Server, opened: Open, *, announced: bool) -> None:
    def flood(line: Line, _request: Request) -> None:
        length = b"Content-Length: 104857600\r\n" if announced else b"Connection: close\r\n"
        line.send(b"HTTP/1.1 200 OK\r\n" + length + b"\r\n")
        for _ in range(100):
            line.send(b"x" * 2**20)

    server.handler = flood
    assert error(opened(server.url)) == (
        "the server answered more than 16,777,216 bytes"
        f"{' (104,857,600 are announced)' if announced else ''}; see max_reply_bytes"
    )


def test_an_answer_that_swells_when_it_is_unpacked(server: Server, opened: Open) -> None:
    packed = gzip.compress(b" " * 50 * 2**20, compresslevel=1)
    server.handler = refused("200 OK", packed, Content_Encoding="gzip")
    assert len(packed) < 2**20
    assert error(opened(server.url)) == (
        "the server answered more than 16,777,216 bytes; see max_reply_bytes"
    )


def test_nobody_listens(opened: Open) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
    told = error(opened(f"http://127.0.0.1:{port}/x?token=${{PATH}}", retries=1))
    assert told == (
        f"the server could not be reached at 127.0.0.1:{port}: connection refused (tried 2 times)"
    )


def test_no_such_host(opened: Open) -> None:
    told = error(opened("http://nowhere.invalid/x"))
    assert told == "the server could not be reached at nowhere.invalid: the host is unknown"


def test_a_server_that_hangs_up_on_tls(opened: Open) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def hang_up() -> None:
            connection, _ = listening.accept()
            with connection:
                # All of the greeting: what is left unread would make the end a reset.
                connection.recv(65536)

        threading.Thread(target=hang_up, daemon=True).start()
        port = listening.getsockname()[1]
        told = error(opened(f"https://127.0.0.1:{port}"))
    assert told == (
        f"the server could not be reached at 127.0.0.1:{port}: the connection was closed "
        "while it was opened"
    )


def test_no_tls_where_it_is_expected(opened: Open) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(4096)
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        threading.Thread(target=answer, daemon=True).start()
        port = listening.getsockname()[1]
        told = error(opened(f"https://127.0.0.1:{port}"))
    assert told.startswith(f"the server could not be reached safely at 127.0.0.1:{port}: [SSL")


@pytest.mark.parametrize(
    "headers",
    [{"Retry_After": "0"}, {"Retry_After": "0.01"},
     {"Retry_After": "Fri, 02 Jan 1970 00:00:00 GMT", "Date": "Fri, 02 Jan 1970 00:00:09 GMT"}],
    ids=["seconds", "fraction", "date"],
)  # fmt: skip
def test_a_server_that_wants_to_be_asked_again(
    server: Server, opened: Open, headers: dict[str, str]
) -> None:
    statuses = iter(["429 Too Many Requests", "503 Service Unavailable"])

    def handler(line: Line, _request: Request) -> None:
        status = next(statuses, "200 OK")
        line.answer("at last", status, **({} if status == "200 OK" else headers))

    server.handler = handler
    only = turn(opened(server.url, retries=2))
    assert only.reply == Reply(text="at last")
    assert only.retries == 2
    assert len(server.requests) == 3


def test_a_server_that_is_asked_again_in_vain(server: Server, opened: Open) -> None:
    server.handler = refused("429 Too Many Requests", b'"slow down"', Retry_After="0")
    assert error(opened(server.url, retries=3)) == (
        "the server answered 429 Too Many Requests (tried 4 times): '\"slow down\"'"
    )
    assert len(server.requests) == 4


def test_a_wait_that_is_too_long_is_not_begun(server: Server, opened: Open) -> None:
    server.handler = refused("429 Too Many Requests", Retry_After="60")
    started = now()
    told = error(opened(server.url, retries=2, timeout_seconds=20))
    assert now() - started < 15
    assert told.startswith("the server answered 429, and asked for a wait of 60 s: ")
    assert told.endswith(" s are left of the 20 s for an answer")


def test_without_a_wish_the_wait_grows(server: Server, opened: Open) -> None:
    server.handler = refused("503 Service Unavailable")
    told = error(opened(server.url, retries=9, timeout_seconds=1.4))
    assert told.startswith(
        "the server answered 503 (tried 2 times), and the next attempt is due after a wait of 1 s"
    )
    assert len(server.requests) == 2


def test_other_statuses_are_final(server: Server, opened: Open) -> None:
    server.handler = refused("500 Internal Server Error", Retry_After="0")
    error(opened(server.url, retries=2))
    assert len(server.requests) == 1


def test_our_own_waiting_is_not_the_bots_time(server: Server, opened: Open) -> None:
    server.answers("hi")
    bot = opened(server.url, requests_per_second=1, timeout_seconds=0.9)
    turns = converse(bot, ["a", "b"], {}).turns
    assert [entry.reply for entry in turns] == [Reply(text="hi")] * 2
    assert all(entry.seconds is not None and entry.seconds < 0.9 for entry in turns)


def test_the_rate_is_that_of_all_conversations(server: Server, opened: Open) -> None:
    server.answers("hi")
    bot = opened(server.url, requests_per_second=20)
    started = now()
    threads = [threading.Thread(target=turn, args=(bot,)) for _ in range(9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # The first goes at once, eight more every twentieth of a second.
    assert now() - started >= 0.4


def test_a_hundred_at_once(server: Server, opened: Open) -> None:
    barrier = threading.Barrier(100)

    def handler(line: Line, request: Request) -> None:
        barrier.wait(50)
        line.answer(request.json["messages"][0]["content"])

    server.handler = handler
    bot = opened(server.url)
    replies: dict[str, Reply | None] = {}

    def hold(user: str) -> None:
        replies[user] = turn(bot, user).reply

    threads = [threading.Thread(target=hold, args=(str(number),)) for number in range(100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert replies == {str(number): Reply(text=str(number)) for number in range(100)}
