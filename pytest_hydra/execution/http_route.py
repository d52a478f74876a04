"""The way to a server: the proxy that the environment names, and what of an address is shown."""

from __future__ import annotations

import ipaddress
import os
from urllib.parse import urlsplit

from pytest_hydra.core.text import one_line


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
