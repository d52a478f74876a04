"""An HTTP client with limits on time and size, and plain messages for failures.

All requests of the process run in one event loop, by httpx2; the caller waits, and can be
interrupted. The timeout holds whatever the server, a proxy or a name server does.
"""

from __future__ import annotations

import asyncio
import errno
import os
import re
import socket
import ssl
import threading
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from http import HTTPStatus
from math import inf
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import httpx2

from pytest_hydra import __version__
from pytest_hydra.core.text import one_line
from pytest_hydra.execution import quotas
from pytest_hydra.execution.event_loop import EventLoop, LoopWork
from pytest_hydra.execution.http_json import (
    EXCERPT_BYTES,
    HttpAnswer,
    HttpError,
    TooLongError,
    place_of,
    proxy_for,
)
from pytest_hydra.execution.time_limits import TimeUpError

_NO_ANSWER = frozenset({errno.ECONNREFUSED, errno.ECONNRESET, errno.ECONNABORTED, errno.EPIPE})
_CLOSED = (ssl.SSLEOFError, ssl.SSLZeroReturnError)
# The library's message when a proxy refuses a tunnel.
_REFUSED = re.compile(r"(?P<status>\d{3})\b")
_STOPPED = "was stopped before it answered: the session has ended"
_OUR_HEADERS = {
    "User-Agent": f"pytest-hydra/{__version__}",
    "Accept": "application/json",
    "Accept-Encoding": "identity",
}


class _AgainError(HttpError):
    """An attempt without an answer, which is repeated if a retry is left."""


@dataclass(slots=True, eq=False, kw_only=True)
class HttpClient:
    """The client of one bot or judge, with its limits and rate. Thread-safe.

    ``seconds`` is the timeout for one answer, retries included; ``most_bytes`` is its maximum size.
    ``again`` are the statuses that are retried. ``name`` is for the summary.
    """

    name: str
    seconds: float
    retries: int
    most_bytes: int
    rate: quotas.RateLimit
    again: Collection[int] = quotas.AGAIN
    _is_stopped: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _busy: set[LoopWork] = field(default_factory=set)
    _window: _Window = field(init=False)
    _reached: set[str] = field(default_factory=set)
    #: The errors of addresses that could not be reached, with all retries, on the first request.
    _unreached: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._window = _Window(self.name)

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> HttpAnswer:
        """Send JSON and wait for an answer of any status; can be interrupted. Raises HttpError.

        An address that could not be reached on the first request is not tried again.
        """
        if not all(map(str.isprintable, [url, *headers, *headers.values()])):
            raise HttpError("was not called: its address or a header contains control characters")
        names = {name.lower() for name in headers}
        own = {name: value for name, value in _OUR_HEADERS.items() if name.lower() not in names}
        # As bytes, as text is sent as ASCII.
        sent = [(name.encode(), value.encode()) for name, value in [*own.items(), *headers.items()]]
        if url in self._unreached:
            raise HttpError(self._unreached[url])
        try:
            request = httpx2.Request("POST", url, headers=sent, content=body)
        except httpx2.InvalidURL:
            raise HttpError("could not be called: its host name is invalid") from None
        try:
            answer: HttpAnswer = self._wait(request, url)
        except HttpError as error:
            if url not in self._reached and not self._is_stopped:
                self._unreached[url] = str(error)
            raise
        return answer

    def stop(self) -> None:
        """Cut all running requests and refuse further ones. Thread-safe."""
        self._is_stopped = True
        with self._lock:
            for work in self._busy:
                work.stop()

    def _wait(self, request: httpx2.Request, url: str) -> Any:
        with self._lock:
            if self._is_stopped:
                raise HttpError("was not called: the session has ended")
            work = REQUESTS.start(lambda: self._exchange(request, url))
            self._busy.add(work)
        try:
            return work.wait()
        except TimeUpError:
            raise HttpError(_STOPPED) from None
        finally:
            with self._lock:
                self._busy.discard(work)

    async def _exchange(self, request: httpx2.Request, url: str) -> HttpAnswer:
        remaining, tried = self.seconds, 0
        while True:
            # Waiting for our own limits does not count towards the timeout.
            await asyncio.sleep(self.rate.wait(quotas.now()))
            await self._window.enter()
            started, tried = quotas.now(), tried + 1
            attempt = _Attempt(request, url, self.most_bytes)
            outcome: HttpAnswer | HttpError
            try:
                async with asyncio.timeout(remaining) as limit:
                    outcome = await attempt.answer()
            except _AgainError as error:
                outcome = error
            except TimeoutError:
                if not limit.expired():
                    raise
                progress = f"({attempt.progress()}){quotas.tries(tried)}"
                raise HttpError(f"did not answer within {self.seconds:g} s {progress}") from None
            finally:
                self._window.leave(started, attempt.status)
                if attempt.is_connected:
                    self._reached.add(url)
            remaining -= quotas.now() - started
            is_last = tried > self.retries
            if isinstance(outcome, HttpAnswer) and (is_last or outcome.status not in self.again):
                return replace(outcome, tried=tried)
            if is_last:
                raise HttpError(f"{outcome}{quotas.tries(tried)}")
            delay = self._delay(outcome, tried, remaining)
            remaining -= delay
            await asyncio.sleep(delay)

    def _delay(self, outcome: HttpAnswer | HttpError, tried: int, remaining: float) -> float:
        """Seconds to wait before the next attempt. Raises HttpError if not enough time is left."""
        wait, text = None, str(outcome)
        if isinstance(outcome, HttpAnswer):
            wait = quotas.retry_after(
                outcome.headers.get("Retry-After"), outcome.headers.get("Date")
            )
            text = f"answered {outcome.status}"
        delay = quotas.backoff(tried - 1) if wait is None else wait
        if delay < remaining:
            return delay
        reason = "asked for a wait" if wait is not None else "the next attempt is due after a wait"
        left = f"{max(0.0, remaining):.1f} s are left of the {self.seconds:g} s for an answer"
        raise HttpError(f"{text}{quotas.tries(tried)}, and {reason} of {delay:g} s: {left}")


class _Window:
    """How many requests of a client may run at a time: without limit, until a server answers 429.

    Then half as many as ran, and one more whenever as many were answered. It is used in the event
    loop only.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._most: float = inf
        self._running = self._answered = 0
        self._narrowed = 0.0
        self._waiting: list[asyncio.Future[None]] = []

    async def enter(self) -> None:
        while self._running >= self._most:
            self._waiting.append(asyncio.get_running_loop().create_future())
            await self._waiting[-1]
        self._running += 1

    def leave(self, started: float, status: int | None) -> None:
        """The request that was sent at ``started`` has ended, with this status if it has one."""
        # One burst of requests is one reason to send less.
        if status == HTTPStatus.TOO_MANY_REQUESTS and started >= self._narrowed:
            self._most, self._answered, self._narrowed = max(1, self._running // 2), 0, quotas.now()
        elif status is not None and status != HTTPStatus.TOO_MANY_REQUESTS:
            self._answered += 1
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            quotas.NARROWED.add(self._name, 1, int(self._most))
        if self._answered >= self._most:
            self._most, self._answered = self._most + 1, 0
        self._running -= 1
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)


# Idle connections, by their server, proxy and TLS settings. A pool of the library searches all its
# connections for each request: each has one connection here.
_Key = tuple[str, str | None, ssl.SSLContext]
_idle: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[_Key, list[httpx2.AsyncHTTPTransport]]] = (
    WeakKeyDictionary()
)


async def _close_idle() -> None:
    for transports in _idle.pop(asyncio.get_running_loop(), {}).values():
        for transport in transports:
            await transport.aclose()


REQUESTS = EventLoop("hydra-http", _close_idle)
"""The event loop of all requests of this process."""


@contextmanager
def _connection(url: str) -> Iterator[httpx2.AsyncHTTPTransport]:
    """A connection that nobody else uses inside the block, opened by its first request."""
    proxy = proxy_for(url)
    if proxy is not None and not proxy.startswith("http://"):
        raise HttpError("could not be reached: unknown kind of proxy; valid: http://HOST:PORT")
    parts = urlsplit(url)
    files = map(os.environ.get, ("SSL_CERT_FILE", "SSL_CERT_DIR"))
    context = _tls(parts.scheme == "https", *files)
    key = (parts.netloc, proxy, context)
    idle = _idle.setdefault(asyncio.get_running_loop(), {}).setdefault(key, [])
    transport = idle.pop() if idle else None
    if transport is None:
        limits = httpx2.Limits(max_connections=1, max_keepalive_connections=1)
        transport = httpx2.AsyncHTTPTransport(verify=context, proxy=proxy, limits=limits)
    try:
        yield transport
    finally:
        idle.append(transport)


@lru_cache(maxsize=2)
def _tls(is_secure: bool, *_files: str | None) -> ssl.SSLContext:
    """The TLS settings: for HTTPS certificates are verified, by the files of the environment."""
    # Both are slow to make, and the library makes one for HTTP too.
    return ssl.create_default_context() if is_secure else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


class _Attempt:
    """One attempt of a request, and its progress."""

    def __init__(self, request: httpx2.Request, url: str, most_bytes: int) -> None:
        request.extensions["trace"] = self._trace
        self.request, self.url, self.most_bytes = request, url, most_bytes
        self.is_connected = False
        self.status: int | None = None
        self.received = 0
        self.arrivals: list[tuple[int, float]] = []

    async def answer(self) -> HttpAnswer:
        """Send the request, and read the answer. Raises HttpError, and _AgainError."""
        started = quotas.now()
        try:
            with _connection(self.url) as connection:
                response = await connection.handle_async_request(self.request)
                self.status = response.status_code
                try:
                    content = await self._body(response, started)
                finally:
                    # The connection is closed if the response is not read to its end.
                    await response.aclose()
        except (httpx2.TransportError, httpx2.DecodingError) as error:
            raise self._failure(error) from None
        return HttpAnswer(
            status=response.status_code,
            reason=response.reason_phrase,
            headers=response.headers,
            body=content,
            seconds=quotas.now() - started,
            arrivals=self.arrivals,
        )

    def progress(self) -> str:
        """The progress, in words."""
        if self.status is not None:
            return f"the status {self.status} and {self.received:,} bytes of the answer had arrived"
        return "nothing had arrived" if self.is_connected else "there was no connection yet"

    async def _trace(self, event: str, details: Mapping[str, Any]) -> None:
        if event == "http11.send_request_headers.started":
            # A proxy is asked for a tunnel first.
            self.is_connected = details["request"].method != b"CONNECT"

    async def _body(self, response: httpx2.Response, started: float) -> bytes:
        is_answer = response.is_success
        most = self.most_bytes if is_answer else EXCERPT_BYTES
        declared = int(response.headers.get("Content-Length", 0))
        chunks: list[bytes] = []
        if declared <= most or not is_answer:
            async for chunk in response.aiter_bytes():
                chunks.append(chunk)
                self.received += len(chunk)
                self.arrivals.append((self.received, quotas.now() - started))
                if self.received > most:
                    break
        if is_answer and max(declared, self.received) > most:
            note = f" ({declared:,} are announced)" if declared > most else ""
            raise TooLongError(f"answered more than {most:,} bytes{note}")
        return b"".join(chunks)[:most]

    def _failure(self, error: httpx2.TransportError | httpx2.DecodingError) -> HttpError:
        """Why there is no answer."""
        if isinstance(error, httpx2.DecodingError):
            return HttpError("sent a body that does not match its Content-Encoding")
        if isinstance(error, httpx2.LocalProtocolError):
            return HttpError(f"could not be called: {one_line(str(error), 120)}")
        if not self.is_connected:
            return self._unreachable(error)
        if self.status is not None:
            after = f"after {self.received:,} bytes"
            return HttpError(f"closed the connection in the middle of its answer, {after}")
        if isinstance(error, httpx2.NetworkError) or "disconnected" in str(error):
            return _AgainError("closed the connection before it answered")
        return HttpError(f"did not answer in HTTP: {one_line(str(error), 120)}")

    def _unreachable(self, error: Exception) -> HttpError:
        proxy = proxy_for(self.url)
        where = place_of(self.url)
        if proxy is not None:
            where = f"{where} through the proxy {place_of(proxy)}"
        refused = _REFUSED.match(str(error)) if isinstance(error, httpx2.ProxyError) else None
        if refused is not None:
            return HttpError(f"could not be reached: the proxy answered {refused['status']}")
        cause = _cause(error)
        if isinstance(cause, socket.gaierror):
            return HttpError(f"could not be reached at {where}: the host is unknown")
        if isinstance(cause, ssl.SSLError) and not isinstance(cause, _CLOSED):
            reason = one_line(str(cause.args[-1]), 160)
            return HttpError(f"could not be reached safely at {where}: {reason}")
        if cause is None or isinstance(cause, ssl.SSLError):
            return _AgainError(
                f"could not be reached at {where}: the connection was closed while it was opened"
            )
        kind = _AgainError if cause.errno in _NO_ANSWER else HttpError
        reason = os.strerror(cause.errno or 0).lower()
        return kind(f"could not be reached at {where}: {reason}")


def _cause(error: BaseException | None) -> OSError | None:
    """The system's error behind one of the library's; of several attempts, the last one's."""
    while error is not None and not (isinstance(error, OSError) and error.errno is not None):
        if isinstance(error, BaseExceptionGroup):
            error = error.exceptions[-1]
        else:
            error = error.__cause__ or error.__context__
    return error
