"""The way to a server: its place, the proxy that the environment names, and TLS."""

from __future__ import annotations

import base64
import ipaddress
import os
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from pytest_hydra.core.show import one_line
from pytest_hydra.execution.http_connection import Connection, Names

_PORTS = {"http": 80, "https": 443}


class RefusedError(Exception):
    """A proxy that will not pass anything on; the text is what it answered, or what is wrong."""


@dataclass(frozen=True, slots=True)
class Route:
    """Where a question goes: to ``host`` and ``port``, through the ``proxy`` if there is one."""

    scheme: str
    host: str
    port: int
    proxy: str | None

    @property
    def netloc(self) -> str:
        """The host as requests name it, with the port unless it is the usual one."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def takes_whole_addresses(self) -> bool:
        """Whether who is asked passes the question on, and must be told where to."""
        return self.proxy is not None and self.scheme == "http"

    def authorization(self) -> str | None:
        """What the proxy wants to see, where its address has a user and a password."""
        parts = urlsplit(self.proxy or "")
        if parts.username is None:
            return None
        known = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        return f"Basic {base64.b64encode(known.encode()).decode('ascii')}"

    def open(
        self,
        connection: Connection,
        names: Names,
        tls: Callable[[], ssl.SSLContext],
        is_over: Callable[[], bool],
    ) -> None:
        """Connect, so that the question can be asked. Raises OSError, HTTPException, RefusedError.

        TimeoutError comes at the connection's deadline, or when all is over.
        """
        host, port = self.host, self.port
        if self.proxy is not None:
            parts = urlsplit(self.proxy)
            if parts.scheme != "http" or not parts.hostname:
                raise RefusedError(
                    "is of a kind that is not known; one looks like http://HOST:PORT"
                )
            host, port = parts.hostname, parts.port or _PORTS["http"]
        known = names.addresses(_written(host), port, connection.deadline, is_over)
        connection.open(known)
        if self.scheme == "https":
            if self.proxy is not None:
                self._tunnel(connection)
            connection.secure(tls(), self.host)

    def _tunnel(self, connection: Connection) -> None:
        host = f"[{self.host}]" if ":" in self.host else self.host
        place = f"{host}:{self.port}"
        lines = [f"CONNECT {place} HTTP/1.1", f"Host: {place}"]
        secret = self.authorization()
        if secret is not None:
            lines.append(f"Proxy-Authorization: {secret}")
        response = connection.ask("\r\n".join([*lines, "", ""]).encode("ascii"), "CONNECT")
        if not 200 <= response.status < 300:
            raise RefusedError(f"answered {response.status}")


def route_to(url: str) -> Route:
    """The way to an address. Raises ValueError where its host cannot be written in ASCII."""
    parts = urlsplit(url)
    host = _written(parts.hostname or "").decode("ascii")
    return Route(parts.scheme, host, parts.port or _PORTS[parts.scheme], proxy_for(url))


def _written(host: str) -> bytes:
    return host.encode("ascii") if host.isascii() else host.encode("idna")


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
