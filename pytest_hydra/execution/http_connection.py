"""One connection to a server: each wait on it ends at a deadline, or when it is cut off."""

from __future__ import annotations

import io
import socket
import ssl
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from http.client import HTTPException, HTTPResponse, RemoteDisconnected
from typing import Any

from pytest_hydra.execution.clock import now

_CHUNK = 64 * 1024
# How long nobody looks whether the lookup of a name is still wanted, in seconds.
_LOOK = 0.25
# How long the addresses of a host are not asked for again, in seconds.
_REMEMBERED = 10.0

Address = tuple[int, int, int, Any]
"""Family, type, protocol and address, as `socket` has them."""


class Connection:
    """A connection that one thread uses, and that any thread may cut off.

    Every method raises TimeoutError at the ``deadline``, by `pytest_hydra.execution.clock.now`, and
    OSError when the connection is lost or cut off.
    """

    def __init__(self) -> None:
        self.deadline = 0.0
        #: When it was last used.
        self.used = 0.0
        #: Whether the other side says nothing any more.
        self.at_end = False
        self._cut = False
        self._socket: socket.socket | None = None
        self._reader: io.BufferedReader | None = None

    def open(self, addresses: Sequence[Address]) -> None:
        """Connect to the first of the addresses that takes it; each has its share of the time."""
        for left, (family, kind, protocol, address) in zip(
            range(len(addresses), 0, -1), addresses, strict=True
        ):
            self.close()
            self._socket = socket.socket(family, kind, protocol)
            try:
                self._socket.settimeout(self._left() / left)
                self._check()
                self._socket.connect(address)
            except OSError:
                if left == 1 or self._cut:
                    raise
            else:
                self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                return

    def secure(self, context: ssl.SSLContext, host: str) -> None:
        """Speak TLS from here on with the host of this name. Raises ssl.SSLError too."""
        plain = self._living()
        self._socket = secured = context.wrap_socket(
            plain, server_hostname=host, do_handshake_on_connect=False
        )
        secured.settimeout(self._left())
        secured.do_handshake()

    def ask(self, request: bytes, method: str) -> HTTPResponse:
        """Send a whole request; what is answered, up to the end of its headers.

        Raises http.client.HTTPException where that is no HTTP.
        """
        # It may answer before it has read all, and then read no more: what it says decides.
        with suppress(BrokenPipeError):
            self._send(request)
        # A new one: what the last answer had too much of is nobody's.
        self._reader = _Reader(_Raw(self._receive))
        while True:
            response = HTTPResponse(self, method=method)  # type: ignore[arg-type] # needs no more
            try:
                response.begin()
            except HTTPException:
                if not self.at_end:
                    raise
            if self.at_end:  # in the middle of what it had to say first
                raise RemoteDisconnected("")
            # 100 is passed over already. What else comes before the answer says nothing either.
            if not 101 < response.status < 200:
                return response

    def makefile(self, _mode: str) -> io.BufferedReader:
        """What `HTTPResponse` reads from."""
        assert self._reader is not None  # noqa: S101 - made before there is a response
        return self._reader

    def is_silent(self) -> bool:
        """Whether it can be used again: it was not closed, and nothing has come unasked."""
        try:
            living = self._living()
            living.settimeout(0)
            # As it comes over the line, whatever is spoken on it.
            socket.socket.recv(living, 1, socket.MSG_PEEK)
        except BlockingIOError:
            return True
        except OSError:
            return False
        return False

    def cut(self) -> None:
        """End it from any thread: whoever waits for it is woken."""
        self._cut = True
        current = self._socket
        if current is not None:
            with suppress(OSError):  # it is not connected, or closed already
                # Not as TLS has it, which must not be touched while another thread uses it.
                socket.socket.shutdown(current, socket.SHUT_RDWR)

    def close(self) -> None:
        """Let go of it; by the thread that uses it."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    @property
    def is_open(self) -> bool:
        """Whether there is a connection, by what is known on this side."""
        return self._socket is not None

    def _send(self, data: bytes) -> None:
        living = self._living()
        unsent = memoryview(data)
        while unsent:
            living.settimeout(self._left())
            unsent = unsent[living.send(unsent[:_CHUNK]) :]

    def _receive(self, buffer: Any) -> int:
        living = self._living()
        living.settimeout(self._left())
        count = living.recv_into(buffer)
        if not count:
            self.at_end = True
        return count

    def _living(self) -> socket.socket:
        self._check()
        assert self._socket is not None  # noqa: S101 - it was opened
        return self._socket

    def _check(self) -> None:
        if self._cut:
            raise ConnectionAbortedError

    def _left(self) -> float:
        left = self.deadline - now()
        if left <= 0:
            raise TimeoutError
        return left


class _Raw(io.RawIOBase):
    """What comes over the connection."""

    def __init__(self, receive: Callable[[Any], int]) -> None:
        self._receive = receive

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._receive(buffer)


class _Reader(io.BufferedReader):
    def close(self) -> None:
        """Nothing: a response closes it at its end, and another may follow on the connection."""


class Names:
    """The addresses of hosts, looked up in daemon threads, one for each name.

    A name server may be silent for long, and nobody can be interrupted who asks it.
    """

    def __init__(self) -> None:
        self._lookups: dict[tuple[bytes, int], _Lookup] = {}
        self._lock = threading.Lock()

    def addresses(
        self, host: bytes, port: int, deadline: float, is_over: Callable[[], bool]
    ) -> Sequence[Address]:
        """Where the host is; raises OSError, TimeoutError at the deadline or when all is over."""
        with suppress(socket.gaierror):
            return _look_up(host, port, socket.AI_NUMERICHOST)
        with self._lock:
            lookup = self._lookups.get((host, port))
            if lookup is None or lookup.is_old:
                self._lookups[host, port] = lookup = _Lookup(host, port)
        while not lookup.done.wait(min(_LOOK, max(0.0, deadline - now()))):
            if is_over() or now() >= deadline:
                raise TimeoutError
        if lookup.error is not None:
            raise lookup.error
        return lookup.found


class _Lookup:
    def __init__(self, host: bytes, port: int) -> None:
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

    def _work(self, host: bytes, port: int) -> None:
        try:
            self.found = _look_up(host, port)
        except Exception as error:  # noqa: BLE001 - raised where it is waited for
            self.error = error
        self._at = now()
        self.done.set()


def _look_up(host: bytes, port: int, flags: int = 0) -> Sequence[Address]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=flags)
    return [(family, kind, protocol, address) for family, kind, protocol, _, address in found]
