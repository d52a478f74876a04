"""Ask a server something over HTTP, within a time and a size, and say plainly why it failed.

By urllib3, in the thread that asks: there is no event loop to be loaded, and to be passed through.
"""

from __future__ import annotations

import errno
import os
import re
import ssl
import threading
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.client import BadStatusLine, HTTPException, RemoteDisconnected, UnknownProtocol
from socket import gaierror
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from urllib3 import PoolManager, ProxyManager, make_headers
from urllib3.exceptions import DecodeError, HTTPError, LocationValueError
from urllib3.exceptions import TimeoutError as LibraryTimeoutError

from pytest_hydra import __version__
from pytest_hydra.core.text import one_line
from pytest_hydra.execution.http_connection import (
    Attempt,
    Names,
    Pool,
    SecurePool,
    attempting,
    in_ascii,
    place_of,
    proxy_for,
    tls,
)
from pytest_hydra.execution.quotas import AGAIN, RateLimit, backoff, retry_after
from pytest_hydra.execution.runtime import now

if TYPE_CHECKING:
    from urllib3 import BaseHTTPResponse

# How much is read of an answer that is only looked at for what went wrong.
_EXCERPT_BYTES = 64 * 1024
_CHUNK = 64 * 1024
# So many connections are kept open to a server.
_MOST_KEPT = 1000
_NO_ANSWER = frozenset({errno.ECONNREFUSED, errno.ECONNRESET, errno.ECONNABORTED, errno.EPIPE})
_CLOSED = (ssl.SSLEOFError, ssl.SSLZeroReturnError)
# As http.client tells that a proxy passes nothing on.
_REFUSED = re.compile(r"Tunnel connection failed: (?P<status>\d{3})")
_OUR_HEADERS = {
    "User-Agent": f"pytest-hydra/{__version__}",
    "Accept": "application/json",
    "Accept-Encoding": "identity",
}


class HttpError(Exception):
    """An exchange that came to nothing; the text says why, in one line without secrets of ours."""


class TooLongError(HttpError):
    """An answer that is longer than it may be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """``seconds`` for one answer with its retries, ``retries``, and the answer's ``bytes``.

    ``again`` are the statuses after which the same question is asked again.
    """

    seconds: float
    retries: int
    bytes: int
    again: Collection[int] = AGAIN


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a server answered.

    ``headers`` have their names as in ``Content-Type``. ``seconds`` is how long it took, without
    retries and waits; ``tried`` how many times it was asked. ``body`` is whole when the status is
    2xx; else it may be only its beginning.
    """

    status: int
    reason: str
    headers: Mapping[str, str]
    body: bytes
    seconds: float
    tried: int


class _AgainError(Exception):
    """An attempt that nobody answered: it is made again, if there is a retry left."""


@dataclass(slots=True, eq=False)
class HttpClient:
    """Asks on behalf of one bot: its limits, its rate and its connections, whichever thread asks.

    Connections that are not in use are kept for the next question, until it is stopped or gone.
    """

    limits: Limits
    rate: RateLimit
    names: Names = field(default_factory=Names)
    _over: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _busy: set[Attempt] = field(default_factory=set)
    _managers: dict[tuple[str, str | None], PoolManager] = field(default_factory=dict)
    _owner: int = field(default_factory=os.getpid)

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Send JSON, and wait for the answer; whoever waits can be interrupted.

        An answer may have any status: what was tried again in vain is given too. Redirects are not
        followed. Raises HttpError.
        """
        if self.is_over():
            raise HttpError("was not asked: the session is over")
        if not all(map(str.isprintable, [url, *headers, *headers.values()])):
            raise HttpError("was not asked: its address or a header holds control characters")
        given = {name.lower() for name in headers}
        own = {name: value for name, value in _OUR_HEADERS.items() if name.lower() not in given}
        # As bytes: as text, http.client takes Latin-1 only.
        sent = {name: value.encode() for name, value in [*own.items(), *headers.items()]}
        try:
            return _Exchange(self, in_ascii(url), sent, body).run()
        except (LocationValueError, UnicodeError):
            raise HttpError("could not be asked: its host has no name in ASCII") from None

    def stop(self) -> None:
        """End what is being asked, from any thread; nothing is asked any more."""
        self._over.set()
        with self._lock:
            for attempt in self._busy:
                attempt.cut()
            for manager in self._managers.values():
                manager.clear()

    def is_over(self) -> bool:
        """Whether it was stopped."""
        return self._over.is_set()

    def wait(self, seconds: float) -> None:
        """Let so many seconds pass. Raises HttpError when all is over before."""
        if seconds > 0 and self._over.wait(seconds):
            raise _stopped()

    def wait_for_turn(self) -> None:
        """Wait as the rate wants it. Raises HttpError when all is over before."""
        with self._lock:
            seconds = self.rate.wait(now())
        self.wait(seconds)

    @contextmanager
    def attempt(self, url: str, deadline: float) -> Iterator[tuple[Attempt, PoolManager]]:
        """One question of this thread, inside the block, and what holds its connections."""
        attempt = Attempt(deadline, self.is_over, self.names)
        way = (urlsplit(url).scheme, proxy_for(url))
        with self._lock:
            if self._owner != os.getpid():
                # We are a fork: connections are our parent's, who goes on with them.
                self._owner = os.getpid()
                self._busy.clear()
                self._managers.clear()
            if way not in self._managers:
                self._managers[way] = _manager(*way)
            manager = self._managers[way]
            self._busy.add(attempt)
        try:
            with attempting(attempt):
                yield attempt, manager
        finally:
            with self._lock:
                self._busy.discard(attempt)


def _manager(scheme: str, proxy: str | None) -> PoolManager:
    context = tls() if scheme == "https" else None
    if proxy is None:
        manager = PoolManager(maxsize=_MOST_KEPT, ssl_context=context)
    else:
        parts = urlsplit(proxy)
        if parts.scheme != "http" or not parts.hostname:
            raise HttpError(
                "could not be reached: the proxy is of a kind that is not known; one looks like "
                "http://HOST:PORT"
            )
        known = None
        if parts.username is not None:
            user = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
            known = make_headers(proxy_basic_auth=user)
        manager = ProxyManager(proxy, maxsize=_MOST_KEPT, proxy_headers=known, ssl_context=context)
    manager.pool_classes_by_scheme = {"http": Pool, "https": SecurePool}
    return manager


@dataclass(slots=True)
class _Exchange:
    """One question and all that is done for its answer."""

    client: HttpClient
    url: str
    headers: Mapping[str, bytes]
    body: bytes
    tried: int = 0
    connected: bool = False
    status: int | None = None
    received: int = 0

    def run(self) -> Answer:
        limits = self.client.limits
        left = limits.seconds
        while True:
            # Waiting for our own rate is no fault of the server's: it costs none of its time.
            self.client.wait_for_turn()
            started = now()
            self.tried += 1
            outcome = self._attempt(started + left)
            left -= now() - started
            if isinstance(outcome, Answer) and outcome.status not in limits.again:
                return outcome
            if self.tried > limits.retries:
                if isinstance(outcome, Answer):
                    return outcome
                raise HttpError(f"{outcome}{tried(self.tried)}")
            delay = self._delay(outcome, left)
            left -= delay
            self.client.wait(delay)

    def _delay(self, outcome: Answer | str, left: float) -> float:
        """How long to wait before the next attempt; raises HttpError when there is no time left."""
        asked, said = None, outcome
        if isinstance(outcome, Answer):
            headers = outcome.headers
            asked = retry_after(headers.get("Retry-After"), headers.get("Date"))
            said = f"answered {outcome.status}"
        delay = backoff(self.tried - 1) if asked is None else asked
        if delay < left:
            return delay
        wish = "asked for a wait" if asked is not None else "the next attempt is due after a wait"
        raise HttpError(
            f"{said}{tried(self.tried)}, and {wish} of {delay:g} s: {max(0.0, left):.1f} s are "
            f"left of the {self.client.limits.seconds:g} s for an answer"
        )

    def _attempt(self, deadline: float) -> Answer | str:
        """The answer; or why there is none, although another attempt may have one."""
        self.connected, self.status, self.received = False, None, 0
        try:
            return self._ask(deadline)
        except (HTTPError, HTTPException, OSError) as error:
            if self.client.is_over():
                raise _stopped() from None
            cause = _cause(error)
            if isinstance(cause, TimeoutError | LibraryTimeoutError):
                raise HttpError(
                    f"did not answer within {self.client.limits.seconds:g} s ({self._progress()})"
                    f"{tried(self.tried)}"
                ) from None
            explained = self._explained(cause)
            if isinstance(explained, HttpError):
                raise explained from None
            return str(explained)

    def _ask(self, deadline: float) -> Answer:
        started = now()
        with self.client.attempt(self.url, deadline) as (attempt, manager):
            try:
                response = manager.urlopen(
                    "POST",
                    self.url,
                    headers=self.headers,
                    body=self.body,
                    timeout=attempt.left(),
                    retries=False,
                    redirect=False,
                    preload_content=False,
                )
            finally:
                self.connected = attempt.connected
            # What is not read to its end is closed.
            with closing(response):
                if attempt.at_end:
                    raise RemoteDisconnected("in the middle of its headers")
                self.status = response.status
                body = self._body(response)
        return Answer(
            status=response.status,
            reason=response.reason or "",
            headers=response.headers,
            body=body,
            seconds=now() - started,
            tried=self.tried,
        )

    def _body(self, response: BaseHTTPResponse) -> bytes:
        is_answer = 200 <= response.status < 300
        most = self.client.limits.bytes if is_answer else _EXCERPT_BYTES
        declared = response.length_remaining or 0
        chunks: list[bytes] = []
        if declared <= most or not is_answer:
            while self.received <= most and (chunk := response.read1(_CHUNK, decode_content=True)):
                chunks.append(chunk)
                self.received += len(chunk)
        if is_answer and max(declared, self.received) > most:
            said = f" ({declared:,} are announced)" if declared > most else ""
            raise TooLongError(f"answered more than {most:,} bytes{said}")
        return b"".join(chunks)[:most]

    def _progress(self) -> str:
        if self.status is not None:
            return f"the status {self.status} and {self.received:,} bytes of the answer had arrived"
        return "nothing had arrived" if self.connected else "there was no connection yet"

    def _explained(self, error: Exception) -> Exception:
        """What a failure means, as HttpError, or _AgainError when another attempt may help."""
        if isinstance(error, DecodeError):
            return HttpError("sent a body that is not encoded as its Content-Encoding says")
        if not self.connected:
            return self._unreachable(error)
        if self.status is not None:
            return HttpError(
                f"closed the connection in the middle of its answer, after {self.received:,} bytes"
            )
        if isinstance(error, OSError):  # http.client.RemoteDisconnected too
            return _AgainError("closed the connection before it had answered")
        if isinstance(error, BadStatusLine | UnknownProtocol):
            return HttpError("did not answer in HTTP: its first line is not one of HTTP/1")
        return HttpError(f"did not answer in HTTP: {one_line(str(error), 120)}")

    def _unreachable(self, error: Exception) -> Exception:
        proxy = proxy_for(self.url)
        where = place_of(self.url)
        if proxy is not None:
            where = f"{where} through the proxy {place_of(proxy)}"
        refused = _REFUSED.match(str(error))
        if refused is not None:
            return HttpError(f"could not be reached: the proxy answered {refused['status']}")
        if isinstance(error, gaierror):
            return HttpError(f"could not be reached at {where}: no such host is known")
        if isinstance(error, ssl.SSLError) and not isinstance(error, _CLOSED):
            reason = one_line(str(error.args[-1]), 160)
            return HttpError(f"could not be reached safely at {where}: {reason}")
        number = error.errno if isinstance(error, OSError) else None
        if number is None or isinstance(error, ssl.SSLError):
            return _AgainError(
                f"could not be reached at {where}: the connection was closed while it was made"
            )
        kind = _AgainError if number in _NO_ANSWER else HttpError
        return kind(f"could not be reached at {where}: {os.strerror(number).lower()}")


def _cause(error: Exception) -> Exception:
    """What the library says that another failure was: it keeps that as the last argument."""
    while error.args and isinstance(error.args[-1], Exception):
        if isinstance(error, DecodeError):
            break
        error = error.args[-1]
    return error


def _stopped() -> HttpError:
    return HttpError("was stopped before it had answered: the session is over")


def tried(times: int) -> str:
    """`` (tried 3 times)``, and nothing for one time."""
    return f" (tried {times} times)" if times > 1 else ""
