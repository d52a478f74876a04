"""What is sent over HTTP to ask a question, and how the body of an answer is unpacked."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from urllib.parse import quote, urlsplit

from pytest_hydra import __version__
from pytest_hydra.core.show import one_line
from pytest_hydra.execution.http_route import Route

# What stands in an address as it is; all else is written as %XX.
_PLAIN = "/%:=&?~+!$,;'@()*[]"
_OUR_HEADERS = {
    "User-Agent": f"pytest-hydra/{__version__}",
    "Accept": "application/json",
    "Accept-Encoding": "identity",
}


class HttpError(Exception):
    """An exchange that came to nothing; the text says why, in one line without secrets of ours."""


def request_to(route: Route, url: str, headers: Mapping[str, str], body: bytes) -> bytes:
    """A whole request, as it is sent. Raises HttpError where it would be more than one."""
    parts = urlsplit(url)
    target = quote(parts.path or "/", safe=_PLAIN)
    if parts.query:
        target += f"?{quote(parts.query, safe=_PLAIN)}"
    own = {"Host": route.netloc, **_OUR_HEADERS}
    if route.takes_whole_addresses:
        target = f"http://{route.netloc}{target}"
        secret = route.authorization()
        if secret is not None:
            own["Proxy-Authorization"] = secret
    given = {name.lower() for name in headers}
    kept = {name: value for name, value in own.items() if name.lower() not in given}
    sent = {**kept, **headers, "Content-Length": str(len(body))}
    lines = [f"POST {target} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items())]
    if not all(map(str.isprintable, lines)):
        raise HttpError("was not asked: its address or a header holds control characters")
    return "\r\n".join([*lines, "", ""]).encode() + body


def unpacked(body: bytes, encoding: str, most: int, *, is_whole: bool) -> bytes:
    """The body without its Content-Encoding, up to one byte more than ``most``.

    Raises HttpError where it is encoded in another way, or in one that is not known.
    """
    kind = encoding.strip().lower()
    if kind in ("", "identity") or not body:
        return body
    if kind not in ("gzip", "x-gzip", "deflate"):
        raise HttpError(
            f"sent a body in a Content-Encoding that is not known: {one_line(kind, 40)}"
        )
    # Some leave the frame out that "deflate" is to have.
    bare = kind == "deflate" and body[0] & 0x0F != zlib.DEFLATED
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS if bare else zlib.MAX_WBITS | 32)
    try:
        plain = unpacker.decompress(body, most + 1)
        broken = is_whole and not unpacker.eof and len(plain) <= most
    except zlib.error:
        broken = True
    if broken:
        raise HttpError("sent a body that is not encoded as its Content-Encoding says")
    return plain
