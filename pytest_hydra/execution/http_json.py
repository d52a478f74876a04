"""JSON over HTTP, and secrets that are kept out of what is said of it."""

from __future__ import annotations

import hashlib
import html
import http.client
import ipaddress
import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from http.client import RemoteDisconnected
from io import BufferedReader
from typing import Any, cast
from urllib.parse import quote, quote_plus, urlsplit

from pytest_hydra.core.plain import read_json
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution.quotas import tries

# What is shorter stands in many a text by chance.
_LEAST = 4


_MARK = re.compile(r"(\$\{\w+\}|\(the header [^()#]+\))#(\d{1,4})\.([0-9a-f]{16})\.([0-9a-f]{16})#")


class Secrets:
    """Texts that are replaced, in any case of letters, by what may be shown in their place.

    With a ``salt``, 16 hex digits, it is followed by a mark, from which the text comes back where
    the secret is known. The mark holds a salted hash of the secret, and how it was written.
    """

    def __init__(self, secrets: Iterable[tuple[str, str]], salt: str = "") -> None:
        """Take pairs of a secret and what stands for it; those under 4 characters are let be."""
        self._secrets = [pair for pair in secrets if len(pair[0]) >= _LEAST]
        self._salt = salt
        known: dict[str, tuple[str, str, str]] = {}
        for secret, instead in self._secrets:
            for form in _forms(secret):
                known.setdefault(form.lower(), (form, secret, instead))
        # The longest first: one secret may be a part of another.
        self._forms = sorted(known, key=lambda form: (-len(form), form))
        self._known = [known[form] for form in self._forms]
        self._pattern = re.compile(
            "|".join(f"({re.escape(form[0])})" for form in self._known), re.I
        )

    def scrub(self, text: str) -> str:
        """The text without the secrets."""
        lower = text.lower()
        is_in = any(form in lower for form in self._forms)
        return self._pattern.sub(self._instead, text) if is_in else text

    def scrub_message(self, text: str) -> str:
        """The same, where three dots may stand in the middle of a secret."""
        text = self.scrub(text)
        for form, (_, _, instead) in zip(self._forms, self._known, strict=True):
            for length in range(len(form) - 1, _LEAST - 1, -1) if "…" in text else ():
                at = text.lower().find(f"{form[:length]}…")
                if at >= 0:
                    text = text[:at] + instead + text[at + length :]
        return text

    def restore(self, text: str) -> str:
        """The text with the secrets that are known here in the place of their marks."""
        return _MARK.sub(self._restored, text)

    @staticmethod
    def unmarked(text: str) -> str:
        """The text as it is shown: what stands for a secret, without the mark."""
        return _MARK.sub(r"\1", text)

    def shown(self, text: str) -> str:
        """A message as it is shown."""
        return self.unmarked(self.scrub_message(text))

    @staticmethod
    def marked(text: str) -> list[str]:
        """What stands for secrets in a text, with a mark, each once."""
        return list(dict.fromkeys(mark[1] for mark in _MARK.finditer(text)))

    def _instead(self, found: re.Match[str]) -> str:
        _, secret, instead = self._known[(found.lastindex or 1) - 1]
        if not self._salt:
            return instead
        ways = _ways(secret)
        # In a case of letters that is none of these it stays what nobody can restore.
        way = ways.index(found[0]) if found[0] in ways else len(ways)
        return f"{instead}#{way}.{self._salt}.{_hash_of(secret, self._salt)}#"

    def _restored(self, mark: re.Match[str]) -> str:
        for secret, instead in self._secrets:
            if mark[1] == instead and _hash_of(secret, mark[3]) == mark[4]:
                return dict(enumerate(_ways(secret))).get(int(mark[2]), mark[0])
        return mark[0]


@lru_cache(maxsize=256)
def _hash_of(secret: str, salt: str) -> str:
    # Slow on purpose: a short secret could be found by trying.
    data = secret.encode("utf-8", "surrogateescape")
    return hashlib.pbkdf2_hmac("sha256", data, bytes.fromhex(salt), 100_000, 8).hex()


def _ways(secret: str) -> list[str]:
    """How a secret may be written in usual cases of letters, always in the same order."""
    cases = (str, str.lower, str.upper, str.capitalize, str.title, str.swapcase)
    return [change(form) for change in cases for form in _forms(secret)]


def _forms(secret: str) -> list[str]:
    """The secret as it is, and as it stands in JSON (also in JSON within JSON), URLs and HTML."""
    escaped = [json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]]
    twice = [json.dumps(form)[1:-1] for form in escaped]
    slashes = [form.replace("/", "\\/") for form in escaped]
    # What the environment holds need not be UTF-8: such bytes are lone surrogates.
    quoted = [how(secret, safe="", errors="surrogateescape") for how in (quote, quote_plus)]
    return [secret, html.escape(secret), *quoted, *escaped, *twice, *slashes]


_EXCERPT = 200
# How much is read of an answer that is only looked at for what went wrong.
EXCERPT_BYTES = 64 * 1024


class HttpError(Exception):
    """An exchange that came to nothing; the text says why, in one line without secrets of ours."""


class TooLongError(HttpError):
    """An answer that is longer than it may be."""


class StreamError(ValueError):
    """Why a stream of events is no answer; the text says so in one line, after "the stream"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a server answered.

    ``headers`` have names as ``Content-Type``. ``seconds`` are without retries and waits, ``tried``
    is how often it was asked. ``body`` may be only its beginning unless the status is 2xx.
    """

    status: int
    reason: str
    headers: Mapping[str, str]
    body: bytes
    seconds: float
    tried: int = 1


class HeaderLines(BufferedReader):
    """The lines of an answer, of which a header that is cut off is none."""

    in_header = True

    def readline(self, size: int | None = -1, /) -> bytes:
        """A line. Raises RemoteDisconnected where a header is cut off."""
        line = super().readline(size)
        if not line and self.in_header:
            raise RemoteDisconnected("in the middle of its headers")
        return line


class FinalResponse(http.client.HTTPResponse):
    """An answer: what is said before it, as 103 is, says only that it will come."""

    def begin(self) -> None:
        """Read status and headers. Raises RemoteDisconnected where they are cut off."""
        self.fp = lines = HeaderLines(self.fp.detach())
        super().begin()
        # http.client itself passes over 100 alone, and takes any other for an answer.
        while 100 < self.status < 200 and self.status != http.client.SWITCHING_PROTOCOLS:
            self.headers = cast("Any", None)
            super().begin()
        lines.in_header = False


class ExchangeError(HydraError):
    """Why a question got no JSON, without our secrets; ``status`` where that is the reason."""

    def __init__(
        self, message: str, status: int | None = None, *, is_too_long: bool = False
    ) -> None:
        super().__init__(message)
        self.status = status
        self.is_too_long = is_too_long


@dataclass(frozen=True, slots=True)
class JsonAddress:
    """Where is asked, by what ``post``s, with what headers, and which secrets are kept out.

    ``add_up`` makes one answer of a text of server-sent events; without it such a text is none. It
    raises StreamError, or what `read_json` raises.
    """

    post: Callable[[str, Mapping[str, str], bytes], Answer]
    url: str
    headers: Mapping[str, str]
    secrets: Secrets
    add_up: Callable[[str], Any] | None = None

    def ask(self, question: Any) -> tuple[Any, Answer]:
        """The JSON answered, and what it came in. Raises ExchangeError, without our secrets."""
        # ASCII, so that a lone surrogate can be sent as well.
        body = json.dumps(question).encode("ascii")
        headers = {"Content-Type": "application/json", **self.headers}
        try:
            answer = self.post(self.url, headers, body)
        except HttpError as error:
            raise ExchangeError(
                self.secrets.scrub(f"the server {error}"),
                is_too_long=isinstance(error, TooLongError),
            ) from None
        return self._read(answer), answer

    def _read(self, answer: Answer) -> Any:
        kind = answer.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        shown = self._excerpt(answer.body)
        if not 200 <= answer.status < 300:
            raise ExchangeError(self._refused(answer, shown), answer.status)
        if not answer.body.strip():
            raise ExchangeError(f"the server answered {answer.status} without a body")
        read_body = self.add_up if kind == "text/event-stream" and self.add_up else read_json
        is_json = kind in ("", "application/json", "text/json") or kind.endswith("+json")
        if not is_json and read_body is read_json:
            kind = self.secrets.scrub(one_line(kind, 60))
            raise ExchangeError(f"the server answered {kind}, where JSON is expected: {shown}")
        try:
            return read_body(answer.body.decode("utf-8-sig"))
        except UnicodeDecodeError:
            reason = "which is not UTF-8"
        except StreamError as error:
            raise ExchangeError(self.secrets.scrub(f"the server's stream {error}")) from None
        except RecursionError:
            reason = "which is nested too deeply"
        except json.JSONDecodeError as error:
            place = f"line {error.lineno}, column {error.colno}"
            reason = f"which is not JSON ({place}: {error.msg.lower()})"
        except ValueError as error:
            reason = f"which is not JSON ({one_line(str(error))})"
        raise ExchangeError(f"the server answered {shown}, {reason}")

    def _refused(self, answer: Answer, shown: str) -> str:
        scrub = self.secrets.scrub
        said = f"the server answered {answer.status}"
        if answer.reason:
            said += f" {scrub(one_line(answer.reason, 60))}"
        said += tries(answer.tried)
        where = answer.headers.get("Location")
        if 300 <= answer.status < 400 and where:
            # A user and what follows the question mark are often secrets.
            place = one_line(scrub(re.sub(r"(//)[^/]*@|\?.*", r"\1", where)), 120)
            return f"{said}: redirects are not followed; it points to {place}"
        return f"{said}: {shown}" if answer.body.strip() else f"{said}, without a body"

    def _excerpt(self, body: bytes) -> str:
        """The beginning of what was answered, in one line, in quotes, without our secrets."""
        text = self.secrets.scrub(body[:EXCERPT_BYTES].decode("utf-8", "backslashreplace"))
        return repr(self.secrets.scrub_message(one_line(text, _EXCERPT)))


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
    """A variable in small letters, else in capitals: one by one, as they change meanwhile."""
    # Whoever runs as a CGI script has an HTTP_PROXY from a stranger.
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
