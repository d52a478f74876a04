"""A server on this machine that answers as a test wants it to, byte for byte."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.scenarios.bots import Bot, open_bot
from pytest_hydra.settings import BotSettings


@dataclass(frozen=True)
class Request:
    """What was asked."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Line:
    """One connection, from the side of the server."""

    def __init__(self, connection: socket.socket, closing: threading.Event) -> None:
        self.connection = connection
        self.closing = closing

    def send(self, raw: bytes) -> None:
        self.connection.sendall(raw)

    def answer(self, body: object, status: str = "200 OK", **headers: str) -> None:
        """An answer as HTTP has it; JSON unless the body is bytes."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        told = {"Content-Type": "application/json", "Content-Length": str(len(content))}
        told.update({name.replace("_", "-"): value for name, value in headers.items()})
        lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in told.items())]
        self.send("\r\n".join([*lines, "", ""]).encode("latin-1") + content)

    def drip(self, raw: bytes) -> None:
        """One byte after the other, slowly, until nobody wants any more."""
        for byte in raw:
            self.send(bytes([byte]))
            if self.closing.wait(0.02):
                return

    def be_silent(self) -> None:
        """Say nothing until the other side, or the test, is gone."""
        self.connection.settimeout(0.05)
        while not self.closing.is_set():
            try:
                if not self.connection.recv(1):
                    return
            except TimeoutError:
                continue


Handler = Callable[[Line, Request], None]


class Server:
    """Listens on a port of its own. ``handler`` is called for each request, in a thread."""

    def __init__(self) -> None:
        self.handler: Handler = lambda line, request: line.answer({"text": request.path})
        self.requests: list[Request] = []
        self.closing = threading.Event()
        self.listening = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port: int = self.listening.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._accept, daemon=True).start()

    def answers(self, *bodies: object) -> None:
        """Answer with these, one after the other, the last one again and again."""
        left = list(bodies)
        self.handler = lambda line, _request: line.answer(left.pop(0) if left[1:] else left[0])

    def close(self) -> None:
        self.closing.set()
        self.listening.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self.listening.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        # A client that goes away is what some tests are about.
        try:
            with connection, connection.makefile("rb") as reader:
                while (request := _read(reader)) is not None:
                    self.requests.append(request)
                    self.handler(Line(connection, self.closing), request)
        except OSError:
            pass


def _read(reader: Any) -> Request | None:
    first = reader.readline().decode("latin-1").split()
    if len(first) != 3:
        return None
    headers = {}
    while line := reader.readline().decode("latin-1").strip():
        name, _, value = line.partition(":")
        headers[name.title()] = value.strip()
    return Request(first[1], headers, reader.read(int(headers.get("Content-Length", 0))))


@pytest.fixture
def server() -> Iterator[Server]:
    """A server that answers {"text": PATH} until it is told otherwise."""
    server = Server()
    yield server
    server.close()


Open = Callable[..., Bot]


@pytest.fixture
def opened() -> Iterator[Open]:
    """Opens bots at an address, and stops them when the test is over."""
    bots: list[Bot] = []

    def open_one(url: str, **settings: Any) -> Bot:
        given = {"timeout_seconds": 20.0, "retries": 0, **settings}
        bots.append(open_bot("shop", BotSettings.model_validate({"url": url, **given}), Path()))
        return bots[-1]

    yield open_one
    for bot in bots:
        bot.stop()
