"""A proxy between one agent and its model, on loopback or on a socket of the file system.

It passes on what asks a model, and nothing else. The agent has a token in place of the key, so that
the key stays with us. It counts what each answer took before the agent gets the end of it, so that
no request follows the one that reached the cap.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import TCPServer, ThreadingMixIn, UnixStreamServer
from typing import Any, Self

from pytest_hydra.core.numbers import dollars
from pytest_hydra.core.plain import json_digest
from pytest_hydra.core.text import one_line
from pytest_hydra.plugins.agents.model_requests import Hide, ModelRequest, model_of, usage_of

_HOST = "127.0.0.1"
# Time for answers in progress to end, in seconds: they are paid for, and their usage is known then.
_ENDING = 30.0
# A client that sends nothing for so many seconds is left.
_IDLE = 900.0
_LONGEST = 2**28


class GatewayError(Exception):
    """A request that gets no answer; the message says why, in one line."""


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """An answer of a model: its status, its headers, and its body, as it comes."""

    status: int
    body: Iterable[bytes]
    headers: Mapping[str, str] = field(default_factory=dict)


Ask = Callable[[ModelRequest], ModelAnswer]
"""Answers a request. It raises GatewayError, also while the body is read."""
Price = Callable[[str, Mapping[str, int]], float | None]
"""What a use of a model cost in US dollars, or None if that is unknown."""


@dataclass(slots=True)
class Spending:
    """What was used: the counts of each answer, and their cost, which is None if it is unknown.

    ``by`` is the model of the last answer, and a digest of the tools that it was last offered.
    """

    counts: list[Mapping[str, int]] = field(default_factory=list)
    cost_usd: float | None = 0.0
    by: dict[str, str] = field(default_factory=dict)

    def add(self, counts: Mapping[str, int], cost_usd: float | None) -> None:
        """Add an answer."""
        self.counts.append(counts)
        unknown = cost_usd is None or self.cost_usd is None
        self.cost_usd = None if unknown else self.cost_usd + cost_usd  # type: ignore[operator]


class Gateway:
    """A gateway that is open inside its block. ``fault`` is why a request got no answer.

    ``ask`` answers requests; ``keep`` gets each with its answer, if it was successful. ``most_usd``
    is the cap. Requests need ``token`` in a header or their path. ``place`` is the path of the
    socket, if it is not to be on loopback.
    """

    def __init__(  # noqa: PLR0913 - half of them have defaults
        self,
        ask: Ask,
        *,
        keep: Callable[[ModelRequest, ModelAnswer], None] = lambda *_: None,
        price: Price = lambda *_: None,
        most_usd: float | None = None,
        token: str = "",
        place: Path | None = None,
    ) -> None:
        self.fault: str | None = None
        self._token = token
        self._ask, self._keep, self._price, self._most = ask, keep, price, most_usd
        self._place = place
        self._total, self._latest = Spending(), Spending()
        self._unpriced = ""
        self._idle = threading.Condition()
        self._busy = 0

    def __enter__(self) -> Self:
        try:
            if self._place is None:
                self._server: _LoopbackServer | _SocketServer = _LoopbackServer(
                    (_HOST, 0), _Handler
                )
            else:
                self._server = _SocketServer(str(self._place), _Handler)
        except OSError as error:
            raise GatewayError(f"cannot listen for the agent: {error}") from None
        self._server.gateway = self
        threading.Thread(
            target=self._server.serve_forever, args=(0.05,), name="hydra-gateway", daemon=True
        ).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._wait()
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        """Its address on loopback."""
        return f"http://{_HOST}:{self._server.socket.getsockname()[1]}"

    def take(self) -> Spending:
        """What was used since the last call, after the answers in progress have ended."""
        self._wait()
        latest, self._latest = self._latest, Spending()
        return latest

    def _wait(self) -> None:
        with self._idle:
            self._idle.wait_for(lambda: not self._busy, _ENDING)

    @contextmanager
    def exchange(self, request: ModelRequest) -> Iterator[ModelAnswer]:
        """The answer to a request, for a server. Raises GatewayError."""
        with self._idle:
            self._busy += 1
        try:
            yield self._answer(request)
        finally:
            with self._idle:
                self._busy -= 1
                self._idle.notify_all()

    def _answer(self, request: ModelRequest) -> ModelAnswer:
        if not any(self._token in text for text in [*request.headers.values(), request.path]):
            return refusal(401, "this gateway is for another agent")
        if not request.is_known:
            return refusal(404, "this gateway leads to a model, and to nothing else")
        if request.asks and self.fault is None:
            self.fault = self._excess()
        if self.fault is not None:
            return refusal(403, self.fault)
        try:
            return self._ask(request)
        except GatewayError as error:
            # What is asked beside is not needed.
            if request.asks:
                self.fault = str(error)
            return refusal(403, str(error))

    def _excess(self) -> str | None:
        """Why nothing may be asked any more."""
        spent = self._total.cost_usd
        if self._most is None or (spent is not None and spent < self._most):
            return None
        if spent is None:
            return (
                f"it was ended, as the price of {one_line(self._unpriced, 60)!r} is not known, and "
                f"max_cost_usd of the agent is {dollars(self._most)}: add it to [prices]"
            )
        return (
            f"it was ended before its next request, as it has cost {dollars(spent)}, and "
            f"max_cost_usd of the agent is {dollars(self._most)}"
        )

    def finish(
        self, request: ModelRequest, answer: ModelAnswer, body: bytes, *, is_whole: bool
    ) -> None:
        """Count an answer, and keep it if it is whole."""
        if not 200 <= answer.status < 300:
            return
        if request.asks:
            counts = usage_of(body)
            cost = self._price(request.model, counts) if counts else None
            if cost is None:
                self._unpriced = request.model
            for spending in (self._total, self._latest):
                spending.add(counts, cost)
            self._latest.by |= _who(request, body)
        if is_whole:
            self._keep(request, ModelAnswer(answer.status, [body], answer.headers))


def _who(request: ModelRequest, body: bytes) -> dict[str, str]:
    """The model that answered, and a digest of its tools. Side requests have none."""
    tools = request.data.get("tools")
    if not tools:
        return {}
    return {"model": model_of(body) or request.model, "tools": json_digest(tools)[:12]}


def refusal(status: int, message: str) -> ModelAnswer:
    """An answer with an error, as the APIs have it."""
    error = {"type": "permission_error", "message": message, "code": status}
    body = json.dumps({"type": "error", "error": error}).encode("ascii")
    return ModelAnswer(status, [body], {"content-type": "application/json"})


class _LoopbackServer(ThreadingMixIn, TCPServer):
    daemon_threads = True
    request_queue_size = 64
    gateway: Gateway


class _SocketServer(ThreadingMixIn, UnixStreamServer):
    daemon_threads = True
    request_queue_size = 64
    gateway: Gateway


class _Handler(BaseHTTPRequestHandler):
    server: _LoopbackServer | _SocketServer
    protocol_version = "HTTP/1.1"
    timeout = _IDLE
    #: Whether the agent still listens.
    _listens = True

    def do_GET(self) -> None:
        gateway = self.server.gateway
        headers = {name.lower(): text for name, text in self.headers.items()}
        length = headers.get("content-length", "0")
        size = int(length) if length.isdecimal() else _LONGEST + 1
        if "transfer-encoding" in headers or "content-encoding" in headers or size > _LONGEST:
            self.close_connection = True
            self._begin(refusal(415, "a body must be plain, with its length"))
            self._end()
            return
        request = ModelRequest(self.command, self.path, headers, self.rfile.read(size))
        with gateway.exchange(request) as answer:
            self._begin(answer)
            body, held = bytearray(), b""
            try:
                for chunk in answer.body:
                    # The last chunk is held back until the answer is counted.
                    self._send(held)
                    held = chunk
                    body += chunk
            except GatewayError:
                # The agent sees an answer that breaks off, and may ask again.
                self.close_connection = True
                gateway.finish(request, answer, bytes(body), is_whole=False)
                return
            gateway.finish(request, answer, bytes(body), is_whole=True)
            self._send(held)
            self._end()

    do_POST = do_GET  # noqa: N815 - its name in the library

    def _begin(self, answer: ModelAnswer) -> None:
        self.send_response(answer.status)
        for name, text in answer.headers.items():
            self.send_header(name, text)
        self.send_header("Transfer-Encoding", "chunked")
        self._write(self.end_headers)

    def _send(self, chunk: bytes) -> None:
        if chunk:
            self._write(lambda: self.wfile.write(b"%x\r\n%b\r\n" % (len(chunk), chunk)))

    def _end(self) -> None:
        self._write(lambda: self.wfile.write(b"0\r\n\r\n"))

    def _write(self, action: Callable[[], Any]) -> None:
        """Write, unless the agent has gone: its answer is paid for, and counts all the same."""
        if self._listens:
            try:
                action()
            except OSError:
                self._listens, self.close_connection = False, True

    def log_message(self, *_: object) -> None:
        pass


class Recording:
    """The answers of a model to one agent, in a file with a line for each.

    ``hide`` replaces what differs between machines in requests, and ``scrub`` removes secrets.
    """

    def __init__(self, path: Path, hide: Hide, scrub: Hide) -> None:
        self._path, self._hide, self._scrub = path, hide, scrub
        self._lock = threading.Lock()
        self._lines: list[dict[str, Any]] = []
        self._given: set[int] = set()

    def begin(self) -> None:
        """Begin an empty recording. Raises GatewayError."""
        self._store("w", "")

    def keep(self, request: ModelRequest, answer: ModelAnswer) -> None:
        """Add an answer."""
        text = b"".join(answer.body).decode("utf-8", "replace")
        kind = answer.headers.get("content-type", "")
        line = {"request": self._outline(request), "model": request.model, "type": kind}
        self._store("a", json.dumps({**line, "answer": self._scrub(text)}) + "\n")

    def load(self) -> None:
        """Read what was recorded. Raises GatewayError if there is nothing."""
        try:
            self._lines = [json.loads(line) for line in self._path.read_bytes().splitlines()]
        except FileNotFoundError:
            raise GatewayError(f"{self._path.name} was not recorded: record it first") from None
        except (OSError, ValueError) as error:
            raise GatewayError(f"{self._path} cannot be read: {one_line(str(error))}") from None

    def ask(self, request: ModelRequest) -> ModelAnswer:
        """The recorded answer to this request. Raises GatewayError if there is none."""
        outline = self._outline(request)
        with self._lock:
            found = [n for n, line in enumerate(self._lines) if line["request"] == outline]
            if not found:
                raise GatewayError(self._difference(outline))
            # Answers to equal requests come in their order, and the last one again.
            number = next((n for n in found if n not in self._given), found[-1])
            self._given.add(number)
        line = self._lines[number]
        return ModelAnswer(200, [line["answer"].encode()], {"content-type": line["type"]})

    def _outline(self, request: ModelRequest) -> dict[str, str]:
        return request.outline(lambda text: self._scrub(self._hide(text)))

    def _difference(self, outline: Mapping[str, str]) -> str:
        """What the request has that the nearest recorded one has not."""

        def others(line: Mapping[str, Any]) -> list[str]:
            known = line["request"]
            return [name for name, text in outline.items() if known.get(name) != text] + [
                f"no {name}" for name in known if name not in outline
            ]

        nearest = min((others(line) for line in self._lines), key=len, default=["all"])
        return (
            f"the agent's request {len(self._given) + 1} was not recorded "
            f"(new: {', '.join(nearest[:4])}): agent, prompt, skills or workspace have changed; "
            "record again"
        )

    def _store(self, mode: str, text: str) -> None:
        try:
            with self._lock:
                os.makedirs(self._path.parent, exist_ok=True)
                with self._path.open(mode, encoding="utf-8") as file:
                    file.write(text)
        except OSError as error:
            raise GatewayError(f"cannot write {self._path}: {error.strerror}") from None
