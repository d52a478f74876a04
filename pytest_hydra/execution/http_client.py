"""Ask a server something over HTTP, within a time and a size, and say plainly why it failed."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import os
import ssl
import threading
from collections.abc import Collection, Mapping
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from urllib.parse import urlsplit
from urllib.request import proxy_bypass_environment  # type: ignore[attr-defined] # not in typeshed

import aiohttp

from pytest_hydra.core.show import one_line
from pytest_hydra.execution.http_loop import HttpLoop, acquire, release
from pytest_hydra.execution.retry import AGAIN, RateLimit, backoff, retry_after

# How much is read of an answer that is only looked at for what went wrong.
_EXCERPT_BYTES = 64 * 1024
_NO_ANSWER = frozenset({errno.ECONNREFUSED, errno.ECONNRESET, errno.ECONNABORTED, errno.EPIPE})


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

    ``seconds`` is how long it took, without retries and waits; ``tried`` how many times it was
    asked. ``body`` is whole when the status is 2xx; else it may be only its beginning.
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


@dataclass(slots=True)
class HttpClient:
    """Asks on behalf of one bot: its limits and its rate, whichever thread asks."""

    limits: Limits
    rate: RateLimit
    _loop: HttpLoop | None = None
    _stopped: bool = False
    _running: set[Future[Answer]] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Send JSON, and wait for the answer; whoever waits can be interrupted.

        An answer may have any status: what was tried again in vain is given too. Redirects are not
        followed. Raises HttpError.
        """
        with self._lock:
            if self._stopped:
                raise HttpError("was not asked: the session is over")
            if self._loop is None or not self._loop.is_alive:
                self._loop = acquire()
            exchange = _Exchange(url, dict(headers), body, self.limits, self.rate)
            future = self._loop.submit(exchange.run)
            self._running.add(future)
        try:
            return future.result()
        except CancelledError:
            raise HttpError("was stopped before it had answered: the session is over") from None
        finally:
            # Nothing to cancel once there is a result; else somebody pressed Ctrl-C.
            future.cancel()
            with self._lock:
                self._running.discard(future)

    def stop(self) -> None:
        """End what is being asked, from any thread; nothing is asked any more."""
        with self._lock:
            self._stopped = True
            running, loop, self._loop = list(self._running), self._loop, None
        for future in running:
            future.cancel()
        if loop is not None:
            release(loop)


@dataclass(slots=True)
class _Exchange:
    """One question and all that is done for its answer, in the loop's thread."""

    url: str
    headers: dict[str, str]
    body: bytes
    limits: Limits
    rate: RateLimit
    progress: _Progress = field(default_factory=_Progress)
    tried: int = 0

    async def run(self, session: aiohttp.ClientSession) -> Answer:
        loop = asyncio.get_running_loop()
        left = self.limits.seconds
        while True:
            # Waiting for our own rate is no fault of the server's: it costs none of its time.
            await asyncio.sleep(self.rate.wait(loop.time()))
            started = loop.time()
            self.tried += 1
            outcome = await self._attempt(session, left)
            left -= loop.time() - started
            if isinstance(outcome, Answer) and outcome.status not in self.limits.again:
                return outcome
            if self.tried > self.limits.retries:
                if isinstance(outcome, Answer):
                    return outcome
                raise HttpError(f"{outcome}{tried(self.tried)}")
            delay = self._delay(outcome, left)
            left -= delay
            await asyncio.sleep(delay)

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
            f"{said}{tried(self.tried)}, and {wish} of {delay:g} s: "
            f"{max(0.0, left):.1f} s are left of the {self.limits.seconds:g} s for an answer"
        )

    async def _attempt(self, session: aiohttp.ClientSession, seconds: float) -> Answer | str:
        """The answer; or why there is none, although another attempt may have one."""
        self.progress = _Progress()
        try:
            async with asyncio.timeout(seconds):
                return await self._ask(session)
        except TimeoutError:
            raise HttpError(
                f"did not answer within {self.limits.seconds:g} s ({self.progress})"
                f"{tried(self.tried)}"
            ) from None
        except _AgainError as error:
            return str(error)

    async def _ask(self, session: aiohttp.ClientSession) -> Answer:
        loop = asyncio.get_running_loop()
        started = loop.time()
        try:
            async with session.post(
                self.url,
                data=self.body,
                headers=self.headers,
                allow_redirects=False,
                proxy=proxy_for(self.url),
                trace_request_ctx=self.progress,
            ) as response:
                self.progress.status = response.status
                body = await self._body(response)
                return Answer(
                    status=response.status,
                    reason=response.reason or "",
                    headers=response.headers.copy(),
                    body=body,
                    seconds=loop.time() - started,
                    tried=self.tried,
                )
        except (aiohttp.ClientError, OSError, ValueError) as error:
            if isinstance(error, TimeoutError):
                raise
            raise self._explained(error) from None

    async def _body(self, response: aiohttp.ClientResponse) -> bytes:
        is_answer = 200 <= response.status < 300
        most = self.limits.bytes if is_answer else _EXCERPT_BYTES
        declared = response.content_length or 0
        chunks: list[bytes] = []
        if declared <= most or not is_answer:
            async for chunk in response.content.iter_any():
                chunks.append(chunk)
                self.progress.received += len(chunk)
                if self.progress.received > most:
                    break
            else:
                return b"".join(chunks)
        # The rest of it is not worth waiting for.
        response.close()
        if is_answer:
            said = f" ({declared:,} are announced)" if declared > most else ""
            raise TooLongError(f"answered more than {most:,} bytes{said}")
        return b"".join(chunks)[:most]

    def _explained(self, error: Exception) -> Exception:
        """What a failure means, as HttpError, or _AgainError when another attempt may help."""
        where = _place(self.url)
        if isinstance(error, aiohttp.ClientHttpProxyError):
            return HttpError(f"could not be reached: the proxy answered {error.status}")
        if isinstance(error, aiohttp.ClientSSLError | ssl.SSLError):
            reason = one_line(str(getattr(error, "certificate_error", None) or error.args[-1]), 160)
            return HttpError(f"could not be reached safely at {where}: {reason}")
        if isinstance(error, aiohttp.ClientConnectorError):
            return self._unreachable(error, where)
        if isinstance(error, aiohttp.ClientPayloadError) or self.progress.status is not None:
            if "decode" in str(error) or "decompress" in str(error):
                return HttpError("sent a body that is not encoded as its Content-Encoding says")
            return HttpError(
                f"closed the connection in the middle of its answer, after "
                f"{self.progress.received:,} bytes"
            )
        if isinstance(error, aiohttp.ServerDisconnectedError | aiohttp.ClientOSError):
            return _AgainError("closed the connection before it had answered")
        if isinstance(error, aiohttp.ClientResponseError):
            return HttpError(f"did not answer in HTTP: {one_line(error.message, 120)}")
        return HttpError(f"could not be asked: {type(error).__name__}")

    def _unreachable(self, error: aiohttp.ClientConnectorError, where: str) -> Exception:
        if isinstance(error, aiohttp.ClientProxyConnectionError):
            where = f"{where} through the proxy {_place(proxy_for(self.url) or '')}"
        if isinstance(error, aiohttp.ClientConnectorDNSError):
            return HttpError(f"could not be reached at {where}: no such host is known")
        number = error.os_error.errno
        reason = os.strerror(number).lower() if number else one_line(str(error.os_error), 120)
        reason = reason or "the connection was closed while it was made"
        kind = _AgainError if number in _NO_ANSWER else HttpError
        return kind(f"could not be reached at {where}: {reason}")


def proxy_for(url: str) -> str | None:
    """The proxy that the environment names for this address; never one for this machine itself."""
    parts = urlsplit(url)
    proxy = _named(f"{parts.scheme}_proxy") or _named("all_proxy")
    if not proxy or _is_loopback(parts.hostname or ""):
        return None
    spared = _named("no_proxy")
    if spared and proxy_bypass_environment(parts.netloc, {"no": spared}):
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


def _named(name: str) -> str | None:
    """A variable of this name in small letters, else in capitals.

    Whoever runs as a CGI script has an HTTP_PROXY from a stranger. One by one they are asked for:
    all of them at once change while they are read.
    """
    value = os.environ.get(name)
    if value is None and not (name == "http_proxy" and "REQUEST_METHOD" in os.environ):
        value = os.environ.get(name.upper())
    return value


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _place(url: str) -> str:
    """The host and port of an address: all of it that is surely no secret."""
    parts = urlsplit(url)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return one_line(f"{host}:{parts.port}" if parts.port else f"{host}", 120)


def tried(times: int) -> str:
    """`` (tried 3 times)``, and nothing for one time."""
    return f" (tried {times} times)" if times > 1 else ""
