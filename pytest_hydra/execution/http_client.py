"""Ask a server something over HTTP, within a time and a size, and say plainly why it failed.

In the thread that asks, with the standard library's reader of HTTP: it is loaded, and has asked, in
a fraction of the time that a library with an event loop takes.
"""

from __future__ import annotations

import errno
import os
import ssl
import threading
import weakref
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import (
    BadStatusLine,
    HTTPException,
    HTTPResponse,
    IncompleteRead,
    UnknownProtocol,
)
from socket import gaierror

from pytest_hydra.core.show import one_line
from pytest_hydra.execution.clock import now
from pytest_hydra.execution.http_connection import Connection, Names
from pytest_hydra.execution.http_message import HttpError, request_to, unpacked
from pytest_hydra.execution.http_route import RefusedError, Route, place_of, route_to
from pytest_hydra.execution.retry import AGAIN, RateLimit, backoff, retry_after

# How much is read of an answer that is only looked at for what went wrong.
_EXCERPT_BYTES = 64 * 1024
_CHUNK = 64 * 1024
_NO_ANSWER = frozenset({errno.ECONNREFUSED, errno.ECONNRESET, errno.ECONNABORTED, errno.EPIPE})
_CLOSED = (ssl.SSLEOFError, ssl.SSLZeroReturnError)
# Servers close connections that were idle for some time, often for 5 s: ours are younger.
_IDLE_SECONDS = 4.0


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


@dataclass(slots=True)
class _Progress:
    """How far one request has come."""

    connected: bool = False
    status: int | None = None
    received: int = 0

    def __str__(self) -> str:
        if self.status is not None:
            return f"the status {self.status} and {self.received:,} bytes of the answer had arrived"
        return "nothing had arrived" if self.connected else "there was no connection yet"


class _AgainError(Exception):
    """An attempt that nobody answered: it is made again, if there is a retry left."""


@dataclass(slots=True, weakref_slot=True, eq=False)
class HttpClient:
    """Asks on behalf of one bot: its limits, its rate and its connections, whichever thread asks.

    Connections that are not in use are kept for the next question, until it is stopped or gone.
    """

    limits: Limits
    rate: RateLimit
    names: Names = field(default_factory=Names)
    _over: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _busy: set[Connection] = field(default_factory=set)
    _idle: dict[Route, list[Connection]] = field(default_factory=dict)
    _owner: int = field(default_factory=os.getpid)
    _tls: ssl.SSLContext | None = None

    def __post_init__(self) -> None:
        weakref.finalize(self, _close_all, self._idle)

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Send JSON, and wait for the answer; whoever waits can be interrupted.

        An answer may have any status: what was tried again in vain is given too. Redirects are not
        followed. Raises HttpError.
        """
        if self.is_over():
            raise HttpError("was not asked: the session is over")
        try:
            route = route_to(url)
        except ValueError:
            raise HttpError("could not be asked: its host has no name in ASCII") from None
        return _Exchange(self, route, url, request_to(route, url, headers, body)).run()

    def stop(self) -> None:
        """End what is being asked, from any thread; nothing is asked any more."""
        self._over.set()
        with self._lock:
            for connection in self._busy:
                connection.cut()
            _close_all(self._idle)

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

    def tls(self) -> ssl.SSLContext:
        """How servers are told from impostors; made once, as it takes its time."""
        with self._lock:
            if self._tls is None:
                self._tls = ssl.create_default_context()
            return self._tls

    @contextmanager
    def connection(self, route: Route, deadline: float) -> Iterator[Connection]:
        """A connection for use inside the block, open or not; kept if it is open afterwards."""
        connection = self._take(route)
        connection.deadline = deadline
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        finally:
            self._give_back(route, connection)

    def _take(self, route: Route) -> Connection:
        latest = now() - _IDLE_SECONDS
        with self._lock:
            if self._owner != os.getpid():
                # We are a fork: connections are our parent's, who goes on with them.
                self._owner = os.getpid()
                self._busy.clear()
                self._idle.clear()
            idle = self._idle.get(route, [])
            # The last one that was used is the likeliest to be still open.
            while idle:
                connection = idle.pop()
                if connection.used > latest and connection.is_silent():
                    break
                connection.close()
            else:
                connection = Connection()
            self._busy.add(connection)
        return connection

    def _give_back(self, route: Route, connection: Connection) -> None:
        connection.used = now()
        with self._lock:
            self._busy.discard(connection)
            if connection.is_open and not self.is_over():
                self._idle.setdefault(route, []).append(connection)
                return
        connection.close()


@dataclass(slots=True)
class _Exchange:
    """One question and all that is done for its answer."""

    client: HttpClient
    route: Route
    url: str
    request: bytes
    progress: _Progress = field(default_factory=_Progress)
    tried: int = 0

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
        self.progress = _Progress()
        try:
            return self._ask(deadline)
        except (HttpError, TimeoutError, _AgainError) as error:
            if self.client.is_over():
                raise _stopped() from None
            if isinstance(error, TimeoutError):
                raise HttpError(
                    f"did not answer within {self.client.limits.seconds:g} s ({self.progress})"
                    f"{tried(self.tried)}"
                ) from None
            if isinstance(error, HttpError):
                raise
            return str(error)

    def _ask(self, deadline: float) -> Answer:
        client, started = self.client, now()
        with client.connection(self.route, deadline) as connection:
            # Asked here: whoever ends all from now on finds this connection among the busy.
            if client.is_over():
                raise _stopped()
            try:
                if not connection.is_open:
                    self.route.open(connection, client.names, client.tls, client.is_over)
                self.progress.connected = True
                response = connection.ask(self.request, "POST")
                self.progress.status = response.status
                body = self._body(response)
            except (OSError, HTTPException, RefusedError) as error:
                if isinstance(error, TimeoutError):
                    raise
                raise self._explained(error) from None
            is_read = response.isclosed() or response.length == 0
            if response.will_close or not is_read:
                connection.close()
        return Answer(
            status=response.status,
            reason=response.reason,
            headers={name.title(): value for name, value in reversed(response.headers.items())},
            body=body,
            seconds=now() - started,
            tried=self.tried,
        )

    def _body(self, response: HTTPResponse) -> bytes:
        is_answer = 200 <= response.status < 300
        most = self.client.limits.bytes if is_answer else _EXCERPT_BYTES
        declared = response.length or 0
        packed, is_whole = b"", False
        if declared <= most or not is_answer:
            packed, is_whole = self._read(response, most)
        encoding = response.headers.get("Content-Encoding", "")
        body = unpacked(packed, encoding, most, is_whole=is_whole)
        if is_answer and (len(body) > most or not is_whole):
            said = f" ({declared:,} are announced)" if declared > most else ""
            raise TooLongError(f"answered more than {most:,} bytes{said}")
        return body[:most]

    def _read(self, response: HTTPResponse, most: int) -> tuple[bytes, bool]:
        """What comes, and whether it is all; of more than ``most`` bytes the rest is left."""
        chunks: list[bytes] = []
        while chunk := response.read1(_CHUNK):
            chunks.append(chunk)
            self.progress.received += len(chunk)
            if self.progress.received > most:
                return b"".join(chunks), False
        if response.length:
            raise IncompleteRead(b"")
        return b"".join(chunks), True

    def _explained(self, error: Exception) -> Exception:
        """What a failure means, as HttpError, or _AgainError when another attempt may help."""
        if not self.progress.connected:
            return self._unreachable(error)
        if self.progress.status is not None:
            return HttpError(
                f"closed the connection in the middle of its answer, after "
                f"{self.progress.received:,} bytes"
            )
        if isinstance(error, OSError):
            return _AgainError("closed the connection before it had answered")
        if isinstance(error, BadStatusLine | UnknownProtocol):
            return HttpError("did not answer in HTTP: its first line is not one of HTTP/1")
        return HttpError(f"did not answer in HTTP: {one_line(str(error), 120)}")

    def _unreachable(self, error: Exception) -> Exception:
        where = place_of(self.url)
        if self.route.proxy is not None:
            where = f"{where} through the proxy {place_of(self.route.proxy)}"
        if isinstance(error, RefusedError):
            return HttpError(f"could not be reached: the proxy {error}")
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


def _close_all(idle: dict[Route, list[Connection]]) -> None:
    while idle:
        _, connections = idle.popitem()
        for connection in connections:
            connection.close()


def _stopped() -> HttpError:
    return HttpError("was stopped before it had answered: the session is over")


def tried(times: int) -> str:
    """`` (tried 3 times)``, and nothing for one time."""
    return f" (tried {times} times)" if times > 1 else ""
