"""An HTTP client with limits on time and size, and plain messages for failures.

It uses urllib3, with a thread for each attempt: the caller can be interrupted, and the timeout
holds whatever the server, a proxy or a name server does.
"""

from __future__ import annotations

import errno
import logging
import os
import re
import socket
import ssl
import threading
from collections.abc import Collection, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from http.client import BadStatusLine, HTTPException, UnknownProtocol
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import unquote, urlsplit

from urllib3 import PoolManager, ProxyManager, make_headers
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import DecodeError, HTTPError, LocationValueError, NewConnectionError
from urllib3.exceptions import TimeoutError as LibraryTimeoutError

from pytest_hydra import __version__
from pytest_hydra.core.text import one_line
from pytest_hydra.execution.http_json import (
    EXCERPT_BYTES,
    Answer,
    FinalResponse,
    HttpError,
    TooLongError,
    place_of,
    proxy_for,
)
from pytest_hydra.execution.quotas import AGAIN, RateLimit, backoff, now, retry_after, tries
from pytest_hydra.execution.tasks import Task

if TYPE_CHECKING:
    from urllib3 import BaseHTTPResponse

_CHUNK = 64 * 1024
# The maximum number of open connections to a server.
_MOST_KEPT = 1000
# The interval, in seconds, of checks for Ctrl-C and for the end of the session.
_LOOK = 0.25
_NO_ANSWER = frozenset({errno.ECONNREFUSED, errno.ECONNRESET, errno.ECONNABORTED, errno.EPIPE})
_CLOSED = (ssl.SSLEOFError, ssl.SSLZeroReturnError)
# http.client's message when a proxy refuses a tunnel.
_REFUSED = re.compile(r"Tunnel connection failed: (?P<status>\d{3})")
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
    """The client of one bot or judge, with its limits, rate and connections. Thread-safe.

    ``seconds`` is the timeout for one answer, retries included; ``most_bytes`` is its maximum size.
    ``again`` are the statuses that are retried. Idle connections are reused until the client is
    stopped or deleted.
    """

    seconds: float
    retries: int
    most_bytes: int
    rate: RateLimit
    again: Collection[int] = AGAIN
    _stopped: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _busy: set[_Attempt] = field(default_factory=set)
    _managers: dict[tuple[str, str | None], PoolManager] = field(default_factory=dict)
    _reached: set[str] = field(default_factory=set)
    #: The errors of addresses that could not be reached, with all retries, on the first request.
    _unreached: dict[str, str] = field(default_factory=dict)

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Send JSON and wait for an answer of any status; can be interrupted. Raises HttpError.

        An address that could not be reached on the first request is not tried again.
        """
        if self._stopped.is_set():
            raise HttpError("was not called: the session has ended")
        if not all(map(str.isprintable, [url, *headers, *headers.values()])):
            raise HttpError("was not called: its address or a header contains control characters")
        names = {name.lower() for name in headers}
        own = {name: value for name, value in _OUR_HEADERS.items() if name.lower() not in names}
        # As bytes, as http.client accepts only Latin-1 as text.
        sent = {name: value.encode() for name, value in [*own.items(), *headers.items()]}
        if url in self._unreached:
            raise HttpError(self._unreached[url])
        try:
            return self._exchange(url, sent, body)
        except LocationValueError:
            raise HttpError("could not be called: its host name is invalid") from None
        except HttpError as error:
            if url not in self._reached and not self._stopped.is_set():
                self._unreached[url] = str(error)
            raise

    def stop(self) -> None:
        """Cut all running requests and refuse further ones. Thread-safe."""
        self._stopped.set()
        with self._lock:
            for attempt in self._busy:
                attempt.cut()
            for manager in self._managers.values():
                manager.clear()

    def manager(self, url: str) -> PoolManager:
        """The connection pools for the scheme and the proxy of an address."""
        way = (urlsplit(url).scheme, proxy_for(url))
        with self._lock:
            if way not in self._managers:
                self._managers[way] = _manager(*way)
            return self._managers[way]

    def _exchange(self, url: str, headers: Mapping[str, bytes], body: bytes) -> Answer:
        remaining, tried = self.seconds, 0
        while True:
            # Waiting for our own rate limit does not count towards the timeout.
            self._wait(self.rate.wait(now()))
            started, tried = now(), tried + 1
            attempt = _Attempt(self, url, headers, body, started + remaining)
            outcome: Answer | HttpError
            try:
                outcome = self._follow(attempt)
            except _AgainError as error:
                outcome = error
            except TimeoutError:
                progress = f"({attempt.progress()}){tries(tried)}"
                raise HttpError(f"did not answer within {self.seconds:g} s {progress}") from None
            remaining -= now() - started
            is_last = tried > self.retries
            if isinstance(outcome, Answer) and (is_last or outcome.status not in self.again):
                return replace(outcome, tried=tried)
            if is_last:
                raise HttpError(f"{outcome}{tries(tried)}")
            delay = self._delay(outcome, tried, remaining)
            remaining -= delay
            self._wait(delay)

    def _wait(self, seconds: float) -> None:
        if seconds > 0 and self._stopped.wait(seconds):
            raise HttpError(_STOPPED)

    def _delay(self, outcome: Answer | HttpError, tried: int, remaining: float) -> float:
        """Seconds to wait before the next attempt. Raises HttpError if not enough time is left."""
        wait, text = None, str(outcome)
        if isinstance(outcome, Answer):
            wait = retry_after(outcome.headers.get("Retry-After"), outcome.headers.get("Date"))
            text = f"answered {outcome.status}"
        delay = backoff(tried - 1) if wait is None else wait
        if delay < remaining:
            return delay
        reason = "asked for a wait" if wait is not None else "the next attempt is due after a wait"
        raise HttpError(
            f"{text}{tries(tried)}, and {reason} of {delay:g} s: {max(0.0, remaining):.1f} s are "
            f"left of the {self.seconds:g} s for an answer"
        )

    def _follow(self, attempt: _Attempt) -> Answer:
        """Run an attempt to its answer. Raises TimeoutError, HttpError, and _AgainError."""
        with self._lock:
            self._busy.add(attempt)
        try:
            attempt.start()
            woken = attempt.task.woken
            while not (self._stopped.is_set() or woken.wait(min(_LOOK, attempt.remaining()))):
                pass
        finally:
            with self._lock:
                self._busy.discard(attempt)
                if attempt.is_connected:
                    self._reached.add(attempt.url)
            if not attempt.task.is_done:
                attempt.cut()
        if attempt.task.result is not None:
            answer: Answer = attempt.task.result
            return answer
        raise (HttpError(_STOPPED) if self._stopped.is_set() else attempt.failure()) from None


def _manager(scheme: str, proxy: str | None) -> PoolManager:
    # The context verifies certificates, and is slow to make.
    context = ssl.create_default_context() if scheme == "https" else None
    if proxy is None:
        manager = PoolManager(maxsize=_MOST_KEPT, ssl_context=context)
    else:
        parts = urlsplit(proxy)
        if parts.scheme != "http" or not parts.hostname:
            raise HttpError("could not be reached: unknown kind of proxy; valid: http://HOST:PORT")
        headers = None
        if parts.username is not None:
            user = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
            headers = make_headers(proxy_basic_auth=user)
        manager = ProxyManager(
            proxy, maxsize=_MOST_KEPT, proxy_headers=headers, ssl_context=context
        )
    manager.pool_classes_by_scheme = {"http": _Pool, "https": _SecurePool}
    return manager


class _Attempt(threading.Thread):
    """One attempt of a request, and its progress."""

    def __init__(
        self,
        client: HttpClient,
        url: str,
        headers: Mapping[str, bytes],
        body: bytes,
        deadline: float,
    ) -> None:
        self.task = Task(self._ask)
        super().__init__(target=self.task.run, name="hydra-http", daemon=True)
        self.client, self.url, self.headers, self.body = client, url, headers, body
        self.deadline = deadline
        self.is_connected = False
        self.status: int | None = None
        self.received = 0
        self._is_cut = False
        self._socket: socket.socket | None = None

    def remaining(self) -> float:
        """The seconds left. Raises TimeoutError if there are none."""
        seconds = self.deadline - now()
        if seconds <= 0:
            raise TimeoutError
        return seconds

    def connected(self, connection: socket.socket) -> None:
        """Store the socket for `cut`. Raises ConnectionAbortedError if it was cut already."""
        self.is_connected = True
        self._socket = connection
        # Checked after the socket is stored, so that a later `cut` finds it.
        if self._is_cut:
            raise ConnectionAbortedError

    def cut(self) -> None:
        """End the attempt. Thread-safe."""
        self._is_cut = True
        if self._socket is not None:
            with suppress(OSError):  # not connected, or closed already
                # The plain socket's method: a TLS socket must not be used by two threads.
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)

    def progress(self) -> str:
        """The progress, in words."""
        if self.status is not None:
            return f"the status {self.status} and {self.received:,} bytes of the answer had arrived"
        return "nothing had arrived" if self.is_connected else "there was no connection yet"

    def _ask(self) -> Answer:
        started = now()
        response = self.client.manager(self.url).urlopen(
            "POST",
            self.url,
            headers=self.headers,
            body=self.body,
            timeout=self.remaining(),
            retries=False,
            redirect=False,
            preload_content=False,
        )
        # The connection is closed if the response is not read to its end.
        with closing(response):
            self.status = response.status
            content = self._body(response)
        return Answer(
            status=response.status,
            reason=response.reason or "",
            headers=response.headers,
            body=content,
            seconds=now() - started,
        )

    def _body(self, response: BaseHTTPResponse) -> bytes:
        is_answer = 200 <= response.status < 300
        most = self.client.most_bytes if is_answer else EXCERPT_BYTES
        declared = response.length_remaining or 0
        chunks: list[bytes] = []
        if declared <= most or not is_answer:
            while self.received <= most and (chunk := response.read1(_CHUNK, decode_content=True)):
                chunks.append(chunk)
                self.received += len(chunk)
        if is_answer and max(declared, self.received) > most:
            note = f" ({declared:,} are announced)" if declared > most else ""
            raise TooLongError(f"answered more than {most:,} bytes{note}")
        return b"".join(chunks)[:most]

    def failure(self) -> BaseException:
        """Why there is no answer: TimeoutError, HttpError, or _AgainError."""
        error = _cause(self.task.error)
        if isinstance(error, TimeoutError | LibraryTimeoutError):
            return TimeoutError()
        if not isinstance(error, HTTPError | HTTPException | OSError):
            return error
        if isinstance(error, DecodeError):
            return HttpError("sent a body that does not match its Content-Encoding")
        if not self.is_connected:
            return self._unreachable(error)
        if self.status is not None:
            after = f"after {self.received:,} bytes"
            return HttpError(f"closed the connection in the middle of its answer, {after}")
        if isinstance(error, OSError):  # http.client.RemoteDisconnected too
            return _AgainError("closed the connection before it answered")
        if isinstance(error, BadStatusLine | UnknownProtocol):
            return HttpError("did not answer in HTTP: its first line is not one of HTTP/1")
        return HttpError(f"did not answer in HTTP: {one_line(str(error), 120)}")

    def _unreachable(self, error: BaseException) -> Exception:
        proxy = proxy_for(self.url)
        where = place_of(self.url)
        if proxy is not None:
            where = f"{where} through the proxy {place_of(proxy)}"
        refused = _REFUSED.match(str(error))
        if refused is not None:
            return HttpError(f"could not be reached: the proxy answered {refused['status']}")
        if isinstance(error, socket.gaierror):
            return HttpError(f"could not be reached at {where}: the host is unknown")
        if isinstance(error, ssl.SSLError) and not isinstance(error, _CLOSED):
            reason = one_line(str(error.args[-1]), 160)
            return HttpError(f"could not be reached safely at {where}: {reason}")
        number = error.errno if isinstance(error, OSError) else None
        if number is None or isinstance(error, ssl.SSLError):
            return _AgainError(
                f"could not be reached at {where}: the connection was closed while it was opened"
            )
        kind = _AgainError if number in _NO_ANSWER else HttpError
        return kind(f"could not be reached at {where}: {os.strerror(number).lower()}")


def _attempt() -> _Attempt:
    """The attempt of this thread: connections are used by attempts only."""
    return cast("_Attempt", threading.current_thread())


class _Connection(HTTPConnection):
    response_class = FinalResponse

    def connect(self) -> None:
        """Connect to the first address that accepts; each has an equal share of the time."""
        addresses = socket.getaddrinfo(self.host.strip("[]"), self.port, type=socket.SOCK_STREAM)
        self.timeout = _attempt().remaining() / len(addresses)
        super().connect()
        _attempt().connected(self.sock)

    def request(self, *args: Any, **options: Any) -> None:
        """Send a request, and register a reused connection with the attempt."""
        if self.sock is not None:
            _attempt().connected(self.sock)
        super().request(*args, **options)


class _SecureConnection(_Connection, HTTPSConnection):
    pass


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Connection


class _SecurePool(HTTPSConnectionPool):
    ConnectionCls = _SecureConnection


def _cause(error: BaseException | None) -> BaseException:
    """The original error behind one of urllib3's, which has it as its last argument."""
    assert error is not None  # noqa: S101 - it has failed
    inner = error.__cause__ if isinstance(error, NewConnectionError) else error.args[-1:]
    inner = inner[0] if isinstance(inner, tuple) and inner else inner
    if isinstance(error, DecodeError) or not isinstance(inner, Exception):
        return error
    return _cause(inner)


def _is_anothers(_record: logging.LogRecord) -> bool:
    """Whether a log record is not about our requests, whose addresses may hold secrets."""
    return not isinstance(threading.current_thread(), _Attempt)


for _name in ("connection", "connectionpool", "poolmanager", "util.retry"):
    logging.getLogger(f"urllib3.{_name}").addFilter(_is_anothers)
