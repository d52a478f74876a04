"""HTTP as it is spoken: TLS, proxies, what is sent and what comes back."""

from __future__ import annotations

import gzip
import re
import shutil
import socket
import ssl
import subprocess
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_hydra.execution.http_client import HttpClient
from pytest_hydra.execution.quotas import NARROWED, RateLimit, now

if TYPE_CHECKING:
    from tests.conftest import Line, Request, Server

Open = Callable[..., HttpClient]


@pytest.fixture
def client() -> Iterator[Open]:
    """Makes clients, and stops them when the test is over."""
    made: list[HttpClient] = []

    def make(retries: int = 0) -> HttpClient:
        rate = RateLimit(None)
        made.append(
            HttpClient(
                name="bot 'b'", seconds=60, retries=retries, most_bytes=10_000_000, rate=rate
            )
        )
        return made[-1]

    yield make
    for entry in made:
        entry.stop()


# --- TLS and proxies ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of localhost that nobody has signed, with its key."""
    program = shutil.which("openssl")
    if program is None:
        pytest.skip("there is no openssl to make a certificate with")
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
    options = ["-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-addext", names]
    files = ["-keyout", str(path), "-out", f"{path}.crt"]
    subprocess.run([program, "req", "-x509", *options, *files], check=True, capture_output=True)
    path.write_text(path.read_text() + Path(f"{path}.crt").read_text())
    return path


class Secured:
    """A server that speaks TLS, and answers with what it was sent, in pieces."""

    def __init__(self, certificate: Path) -> None:
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate)
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listening.getsockname()[1]
        self.connections = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                plain, _ = self.listening.accept()
                self.connections += 1
                threading.Thread(target=self._serve, args=(plain,), daemon=True).start()

    def _serve(self, plain: socket.socket) -> None:
        # A client that does not trust us goes away.
        with (
            plain,
            suppress(OSError),
            self.context.wrap_socket(plain, server_side=True) as secured,
            secured.makefile("rb") as reader,
        ):
            while reader.readline():
                length = 0
                while line := reader.readline().strip():
                    name, _, value = line.partition(b":")
                    length = int(value) if name == b"Content-Length" else length
                body = reader.read(length)
                head = b"HTTP/1.1 200 OK\r\n"
                half = len(body) // 2
                pieces = b"".join(
                    b"%x\r\n%s\r\n" % (len(piece), piece)
                    for piece in (body[:half], body[half:], b"")
                )
                secured.sendall(head + b"Transfer-Encoding: chunked\r\n\r\n" + pieces)


@pytest.fixture
def secured(certificate: Path) -> Iterator[Secured]:
    server = Secured(certificate)
    yield server
    server.listening.close()


def test_tls(
    secured: Secured, certificate: Path, client: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Exception, match=r"could not be reached safely at localhost:[0-9]+: .*CERT"):
        client().post(f"https://localhost:{secured.port}/", {}, b"{}")
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    trusting = client()
    # More than fits into the buffers on the way: it is sent in parts.
    for body in (b"{}", b'"%s"' % (b"x" * 3_000_000), b"[1]"):
        answer = trusting.post(f"https://localhost:{secured.port}/", {}, body)
        assert (answer.status, answer.body) == (200, body)
    assert secured.connections == 2
    with pytest.raises(Exception, match="could not be reached"):
        client().post(f"https://127.0.0.2:{secured.port}/", {}, b"{}")


@pytest.fixture
def proxy(secured: Secured, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bytes]]:
    """A proxy that leads everybody to the secured server; what it was asked, in order."""
    asked: list[bytes] = []

    def pump(source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)

    def serve(connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as reader:
            lines = [line for line in iter(reader.readline, b"\r\n") if line]
            asked.append(b"".join(lines))
            if b"refused" in lines[0]:
                answer = b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"
                connection.sendall(answer)
                return
            with socket.create_connection(("127.0.0.1", secured.port)) as onward:
                connection.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
                back = threading.Thread(target=pump, args=(onward, connection), daemon=True)
                back.start()
                pump(connection, onward)
                onward.shutdown(socket.SHUT_RDWR)
                back.join()

    def accept() -> None:
        with suppress(OSError):
            while True:
                connection = listening.accept()[0]
                threading.Thread(target=serve, args=(connection,), daemon=True).start()

    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        monkeypatch.setenv("https_proxy", f"http://me:p%40ss@127.0.0.1:{port}")
        threading.Thread(target=accept, daemon=True).start()
        yield asked


def test_tls_through_a_proxy(
    proxy: list[bytes], certificate: Path, client: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    # It is the other side of the tunnel that has to be who it says.
    with pytest.raises(Exception, match=r"safely at bot\.example:444 through the proxy 127\.0\.0"):
        client().post("https://bot.example:444/x", {}, b"{}")
    (asked,) = proxy
    assert asked.startswith(b"CONNECT bot.example:444 HTTP/1.")
    assert b"proxy-authorization: basic bwu6cebzcw==\r\n" in asked.lower()
    with pytest.raises(Exception, match=r"^could not be reached: the proxy answered 407$"):
        client().post("https://refused.example/x", {}, b"{}")


# --- what is sent, and what comes back ------------------------------------------------------------


def test_what_is_sent(server: Server, client: Open) -> None:
    client().post(f"{server.url}/größe/a b?x=1&y=%20é#part", {"accept": "text/x", "A": "b"}, b"{}")
    (request,) = server.requests
    assert request.path == "/gr%C3%B6%C3%9Fe/a%20b?x=1&y=%20%C3%A9"
    assert request.body == b"{}"
    assert request.headers["Host"] == server.url.removeprefix("http://")
    assert (request.headers["Accept"], request.headers["A"]) == ("text/x", "b")
    assert request.headers["Content-Length"] == "2"


TEXT = b'{"text": "hello"}' * 10
PACKED = {
    "identity": TEXT,
    "gzip": gzip.compress(TEXT),
    "deflate": zlib.compress(TEXT),
}


@pytest.mark.parametrize("encoding", PACKED)
def test_what_is_packed(server: Server, client: Open, encoding: str) -> None:
    server.handler = lambda line, _: line.answer(PACKED[encoding], Content_Encoding=encoding)
    assert client().post(server.url, {}, b"{}").body == TEXT


def test_what_is_said_before_the_answer_is_passed_over(server: Server, client: Open) -> None:
    def handler(line: Line, request: Request) -> None:
        line.send(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n")
        line.send(b"HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n")
        line.answer({"asked": request.path})

    server.handler = handler
    asking = client()
    # The second question may go over the connection of the first.
    for path in ("/1", "/2"):
        answer = asking.post(f"{server.url}{path}", {}, b"{}")
        assert (answer.status, answer.body) == (200, b'{"asked": "%s"}' % path.encode())


# --- 429 ------------------------------------------------------------------------------------------


class Busy:
    """A server that answers 429 to whatever is more than ``most`` requests at a time."""

    def __init__(self, most: int) -> None:
        self.most, self.running, self.refused = most, 0, 0
        self.peak = 0
        self.lock = threading.Lock()

    def __call__(self, line: Line, _request: Request) -> None:
        with self.lock:
            self.running += 1
            too_many = self.running > self.most
            self.refused += too_many
        if too_many:
            line.answer(b"", "429 Too Many Requests", Retry_After="0.01")
        else:
            line.closing.wait(0.01)  # as long as a request takes
            line.answer({})
        with self.lock:
            self.running -= 1


def test_after_429_fewer_requests_run_at_a_time(server: Server, client: Open) -> None:
    server.handler = busy = Busy(4)
    asking = client(retries=20)
    statuses: list[int] = []

    def ask() -> None:
        statuses.append(asking.post(server.url, {}, b"{}").status)

    NARROWED.take()
    threads = [threading.Thread(target=ask) for _ in range(100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == [200] * 100
    # Without a limit, each of the hundred would be refused many times.
    assert busy.refused < 300
    (note,) = NARROWED.notes()
    assert re.fullmatch(
        r"bot 'b' answered 429 \d+ times: fewer requests at a time, down to [1-4]", note
    )
    assert NARROWED.take()["bot 'b'"][0] == busy.refused


# --- the end --------------------------------------------------------------------------------------


def test_who_waits_for_the_next_attempt_is_stopped_as_well(server: Server, client: Open) -> None:
    asked = threading.Event()

    def busy(line: Line, _request: Request) -> None:
        line.answer(b"", "503 Service Unavailable", Retry_After="55")
        asked.set()

    server.handler = busy
    asking = client(retries=1)
    said: list[str] = []

    def ask() -> None:
        with pytest.raises(Exception, match="stopped") as caught:
            asking.post(server.url, {}, b"{}")
        said.append(str(caught.value))

    thread = threading.Thread(target=ask)
    thread.start()
    assert asked.wait(50)
    started = now()
    asking.stop()
    thread.join(50)
    assert now() - started < 50
    assert said == ["was stopped before it answered: the session has ended"]
