"""Connections to a server, also by a proxy."""

from __future__ import annotations

import http.client
import ipaddress
import logging
import os
import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from pytest_hydra.core.text import one_line
from pytest_hydra.execution.runtime import now


def in_ascii(url: str) -> str:
    """The address with its host in ASCII. Raises ValueError where that cannot be."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if host.isascii():
        return url
    written = host.encode("idna").decode("ascii")
    port = "" if parts.port is None else f":{parts.port}"
    return parts._replace(netloc=f"{written}{port}").geturl()


def proxy_for(url: str) -> str | None:
    """The proxy that the environment names for this address; never one for this machine itself."""
    parts = urlsplit(url)
    proxy = _named(f"{parts.scheme}_proxy") or _named("all_proxy")
    if not proxy or _is_loopback(parts.hostname or ""):
        return None
    spared = _named("no_proxy")
    if spared:
        # It loads much else, and hardly anybody has such a list.
        from urllib.request import proxy_bypass_environment  # type: ignore[attr-defined]

        if proxy_bypass_environment(parts.netloc, {"no": spared}):
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


def place_of(url: str) -> str:
    """The host and port of an address: all of it that is surely no secret."""
    parts = urlsplit(url)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return one_line(f"{host}:{parts.port}" if parts.port else f"{host}", 120)


# How long nobody looks whether the lookup of a name is still wanted, in seconds.
_LOOK = 0.25
# How long the addresses of a host are not asked for again, in seconds.
_REMEMBERED = 10.0

Address = tuple[int, int, int, Any]
"""Family, type, protocol and address, as `socket` has them."""


class Attempt:
    """One question of one thread: until when it may take, and how far it has come.

    ``is_over`` is asked whether anybody still wants it.
    """

    def __init__(self, deadline: float, is_over: Callable[[], bool], names: Names) -> None:
        self.deadline = deadline
        self.is_over = is_over
        self.names = names
        self.connected = False
        #: Whether the other side says nothing any more.
        self.at_end = False
        self._socket: socket.socket | None = None

    def left(self) -> float:
        """How many seconds are left. Raises TimeoutError when there are none."""
        left = self.deadline - now()
        if left <= 0:
            raise TimeoutError
        return left

    def uses(self, connection: socket.socket) -> None:
        """Remember what is to be cut off. Raises ConnectionAbortedError when all is over."""
        self._socket = connection
        # Asked afterwards: whoever ends all from now on finds it.
        if self.is_over():
            raise ConnectionAbortedError

    def cut(self) -> None:
        """End it from any thread: whoever waits for it is woken."""
        if self._socket is not None:
            with suppress(OSError):  # it is not connected, or closed already
                # Not as TLS has it, which must not be touched while another thread uses it.
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)


class _Own(threading.local):
    attempt: Attempt | None = None


_own = _Own()


@contextmanager
def attempting(attempt: Attempt) -> Iterator[None]:
    """Inside the block, what this thread asks over HTTP is this attempt."""
    _own.attempt = attempt
    try:
        yield
    finally:
        _own.attempt = None


def _attempt() -> Attempt:
    assert _own.attempt is not None  # noqa: S101 - nobody else has these connections
    return _own.attempt


def _received(
    connection: socket.socket, receive: Callable[..., int], arguments: tuple[Any, ...]
) -> int:
    attempt = _attempt()
    connection.settimeout(attempt.left())
    count = receive(*arguments)
    attempt.at_end = not count
    return count


class _Socket(socket.socket):
    """Each wait for what comes ends at the attempt's deadline."""

    def recv_into(self, *args: Any) -> int:
        """As always. Raises TimeoutError at the deadline."""
        return _received(self, super().recv_into, args)


class _SecureSocket(ssl.SSLSocket):
    """The same, where TLS is spoken."""

    def do_handshake(self, block: bool = False) -> None:
        """As always. Raises TimeoutError at the deadline."""
        _attempt().uses(self)
        self.settimeout(_attempt().left())
        super().do_handshake(block)

    def recv_into(self, *args: Any) -> int:
        """As always. Raises TimeoutError at the deadline."""
        return _received(self, super().recv_into, args)


class _Response(http.client.HTTPResponse):
    """The answer itself: what is said before it, as 103 is, says only that it will come."""

    def _read_status(self) -> tuple[str, int, str]:
        # http.client itself passes over 100 alone, and takes any other for an answer.
        while True:
            version, status, reason = super()._read_status()  # type: ignore[misc]  # private there
            if not 100 < status < 200 or status == http.client.SWITCHING_PROTOCOLS:
                return version, status, reason
            http.client.parse_headers(self.fp)


class _Connection(HTTPConnection):
    response_class = _Response

    def _new_conn(self) -> socket.socket:
        """Connect to the first address that takes it; each has its share of the time."""
        attempt = _attempt()
        found = attempt.names.addresses(self.host.strip("[]"), int(self.port), attempt)
        for left, (family, kind, protocol, address) in zip(
            range(len(found), 0, -1), found, strict=True
        ):
            opened = _Socket(family, kind, protocol)
            try:
                opened.settimeout(attempt.left() / left)
                attempt.uses(opened)
                opened.connect(address)
            except BaseException as error:
                opened.close()
                if left == 1 or not isinstance(error, OSError) or attempt.is_over():
                    raise
            else:
                opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                return opened
        raise OSError(f"{self.host} has no address")

    def connect(self) -> None:
        """As always, and tell the attempt."""
        super().connect()
        _attempt().connected = True

    def request(self, *args: Any, **options: Any) -> None:
        """As always, and tell the attempt where there is a connection already."""
        if self.sock is not None:
            _attempt().connected = True
            _attempt().uses(self.sock)
        super().request(*args, **options)


class _SecureConnection(_Connection, HTTPSConnection):
    pass


class Pool(HTTPConnectionPool):
    """Connections to one server."""

    ConnectionCls = _Connection


class SecurePool(HTTPSConnectionPool):
    """Connections to one server with TLS."""

    ConnectionCls = _SecureConnection


def tls() -> ssl.SSLContext:
    """How servers are told from impostors; it takes its time to be made."""
    context = ssl.create_default_context()
    context.sslsocket_class = _SecureSocket
    return context


class Names:
    """The addresses of hosts, looked up in daemon threads, one for each name.

    A name server may be silent for long, and nobody can be interrupted who asks it.
    """

    def __init__(self) -> None:
        self._lookups: dict[tuple[str, int], _Lookup] = {}
        self._lock = threading.Lock()

    def addresses(self, host: str, port: int, attempt: Attempt) -> Sequence[Address]:
        """Where the host is; raises OSError, TimeoutError at the deadline or when all is over."""
        with suppress(socket.gaierror):
            return _look_up(host, port, socket.AI_NUMERICHOST)
        with self._lock:
            lookup = self._lookups.get((host, port))
            if lookup is None or lookup.is_old:
                self._lookups[host, port] = lookup = _Lookup(host, port)
        while not lookup.done.wait(min(_LOOK, attempt.left())):
            if attempt.is_over():
                raise TimeoutError
        if lookup.error is not None:
            raise lookup.error
        return lookup.found


class _Lookup:
    def __init__(self, host: str, port: int) -> None:
        self.done = threading.Event()
        self.found: Sequence[Address] = ()
        self.error: Exception | None = None
        self._at = 0.0
        threading.Thread(
            target=self._work, args=(host, port), name="hydra-http-names", daemon=True
        ).start()

    @property
    def is_old(self) -> bool:
        if not self.done.is_set():
            return False
        return self.error is not None or now() - self._at > _REMEMBERED

    def _work(self, host: str, port: int) -> None:
        try:
            self.found = _look_up(host, port)
        except Exception as error:  # noqa: BLE001 - raised where it is waited for
            self.error = error
        self._at = now()
        self.done.set()


def _look_up(host: str, port: int, flags: int = 0) -> Sequence[Address]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=flags)
    return [(family, kind, protocol, address) for family, kind, protocol, _, address in found]


def _is_anothers(_record: logging.LogRecord) -> bool:
    """Whether it is not about our questions: addresses may hold secrets, and tests look at logs."""
    return _own.attempt is None


for _name in ("connection", "connectionpool", "poolmanager", "util.retry"):
    logging.getLogger(f"urllib3.{_name}").addFilter(_is_anothers)
