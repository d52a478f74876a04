"""JSON over HTTP, with secrets removed from messages."""

from __future__ import annotations

import hashlib
import html
import ipaddress
import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import quote, quote_plus, urlsplit

from pytest_hydra.core.lazy_regex import lazy_regex
from pytest_hydra.core.plain import read_json
from pytest_hydra.core.text import one_line
from pytest_hydra.errors import HydraError
from pytest_hydra.execution.quotas import tries

# Shorter secrets would occur in other texts by chance.
_LEAST = 4


_MARK = lazy_regex(r"(\$\{\w+\}|\(the header [^()#]+\))#(\d{1,4})\.([0-9a-f]{16})\.([0-9a-f]{16})#")


class Secrets:
    """Secrets, which are replaced in texts by placeholders, ignoring case.

    With a ``salt``, 16 hex digits, a placeholder is followed by a mark, from which the text can be
    restored if the secret is known. The mark holds a salted hash of the secret, and its spelling.
    """

    def __init__(self, secrets: Iterable[tuple[str, str]], salt: str = "") -> None:
        """Take pairs of a secret and its placeholder; secrets under 4 characters are ignored."""
        self._secrets = [pair for pair in secrets if len(pair[0]) >= _LEAST]
        self._salt = salt
        by_form: dict[str, tuple[str, str, str]] = {}
        for secret, placeholder in self._secrets:
            for form in _forms(secret):
                by_form.setdefault(form.lower(), (form, secret, placeholder))
        # The longest first, as a secret may be a part of another.
        self._forms = sorted(by_form, key=lambda form: (-len(form), form))
        self._entries = [by_form[form] for form in self._forms]
        self._pattern = re.compile(
            "|".join(f"({re.escape(form[0])})" for form in self._entries), re.I
        )

    def scrub(self, text: str) -> str:
        """The text without the secrets."""
        lower = text.lower()
        is_in = any(form in lower for form in self._forms)
        return self._pattern.sub(self._placeholder, text) if is_in else text

    def scrub_message(self, text: str) -> str:
        """Like `scrub`, for a text in which a secret may be cut by an ellipsis."""
        text = self.scrub(text)
        for form, (_, _, placeholder) in zip(self._forms, self._entries, strict=True):
            for length in range(len(form) - 1, _LEAST - 1, -1) if "…" in text else ():
                at = text.lower().find(f"{form[:length]}…")
                if at >= 0:
                    text = text[:at] + placeholder + text[at + length :]
        return text

    def restore(self, text: str) -> str:
        """The text with marked placeholders replaced by the secrets, as far as they are known."""
        return _MARK.sub(self._restoration, text)

    @staticmethod
    def unmarked(text: str) -> str:
        """The text for display: placeholders without marks."""
        return _MARK.sub(r"\1", text)

    def for_display(self, text: str) -> str:
        """A message for display: scrubbed, without marks."""
        return self.unmarked(self.scrub_message(text))

    @staticmethod
    def marked(text: str) -> list[str]:
        """The placeholders with a mark in a text, each once."""
        return list(dict.fromkeys(mark[1] for mark in _MARK.finditer(text)))

    def _placeholder(self, match: re.Match[str]) -> str:
        _, secret, placeholder = self._entries[(match.lastindex or 1) - 1]
        if not self._salt:
            return placeholder
        spellings = _spellings(secret)
        # A spelling with another mix of cases cannot be restored.
        index = spellings.index(match[0]) if match[0] in spellings else len(spellings)
        return f"{placeholder}#{index}.{self._salt}.{_hash_of(secret, self._salt)}#"

    def _restoration(self, mark: re.Match[str]) -> str:
        for secret, placeholder in self._secrets:
            if mark[1] == placeholder and _hash_of(secret, mark[3]) == mark[4]:
                return dict(enumerate(_spellings(secret))).get(int(mark[2]), mark[0])
        return mark[0]


@lru_cache(maxsize=256)
def _hash_of(secret: str, salt: str) -> str:
    # Slow on purpose: a short secret could be found by brute force.
    data = secret.encode("utf-8", "surrogateescape")
    return hashlib.pbkdf2_hmac("sha256", data, bytes.fromhex(salt), 100_000, 8).hex()


def _spellings(secret: str) -> list[str]:
    """The spellings of a secret in the usual cases, always in the same order."""
    cases = (str, str.lower, str.upper, str.capitalize, str.title, str.swapcase)
    return [change(form) for change in cases for form in _forms(secret)]


def _forms(secret: str) -> list[str]:
    """The secret as it is, and escaped for JSON (also for JSON within JSON), URLs and HTML."""
    escaped = [json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]]
    twice = [json.dumps(form)[1:-1] for form in escaped]
    slashes = [form.replace("/", "\\/") for form in escaped]
    # Environment variables need not be UTF-8: other bytes are lone surrogates.
    quoted = [escape(secret, safe="", errors="surrogateescape") for escape in (quote, quote_plus)]
    return [secret, html.escape(secret), *quoted, *escaped, *twice, *slashes]


_EXCERPT = 200
# Bytes read of an answer that is only needed for an error message.
EXCERPT_BYTES = 64 * 1024


class HttpError(Exception):
    """A failed request; the message says why, on one line, without our secrets."""


class TooLongError(HttpError):
    """An answer above the maximum size."""


class StreamError(ValueError):
    """A stream of events that is not an answer; the message, on one line, follows "the stream"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpAnswer:
    """A server's answer.

    The names of ``headers`` ignore case. ``seconds`` excludes retries and waits;
    ``tried`` is the number of attempts. ``body`` may be cut unless the status is 2xx; ``arrivals``
    are how many bytes of it had arrived after how many seconds.
    """

    status: int
    reason: str
    headers: Mapping[str, str]
    body: bytes
    seconds: float
    tried: int = 1
    arrivals: Sequence[tuple[int, float]] = ()


class ExchangeError(HydraError):
    """A request that got no JSON, without our secrets; ``status`` is set if it is the reason."""

    def __init__(
        self, message: str, status: int | None = None, *, is_too_long: bool = False
    ) -> None:
        super().__init__(message)
        self.status = status
        self.is_too_long = is_too_long


@dataclass(frozen=True, slots=True)
class JsonAddress:
    """An address that answers in JSON: how to ``post``, the headers, and the secrets to remove.

    ``add_up`` joins a text of server-sent events into one answer; without it such a text is an
    error. It raises StreamError, or the errors of `read_json`.
    """

    post: Callable[[str, Mapping[str, str], bytes], HttpAnswer]
    url: str
    headers: Mapping[str, str]
    secrets: Secrets
    add_up: Callable[[str], Any] | None = None

    def ask(self, question: Any) -> tuple[Any, HttpAnswer]:
        """The JSON of the answer, and the answer. Raises ExchangeError, without our secrets."""
        # ASCII, so that lone surrogates can be sent.
        body = json.dumps(question).encode("ascii")
        headers = {"Content-Type": "application/json", **self.headers}
        try:
            answer = self.post(self.url, headers, body)
        except HttpError as error:
            raise ExchangeError(
                self.secrets.scrub(f"the server {error}"),
                is_too_long=isinstance(error, TooLongError),
            ) from None
        return self._parse(answer), answer

    def _parse(self, answer: HttpAnswer) -> Any:
        kind = answer.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        excerpt = self._excerpt(answer.body)
        if not 200 <= answer.status < 300:
            raise ExchangeError(self._refusal(answer, excerpt), answer.status)
        if not answer.body.strip():
            raise ExchangeError(f"the server answered {answer.status} without a body")
        # Some servers send a stream of events as JSON.
        is_stream = kind == "text/event-stream" or answer.body[:6] in (b"data: ", b"event:")
        read_body = self.add_up if is_stream and self.add_up else read_json
        is_json = kind in ("", "application/json", "text/json") or kind.endswith("+json")
        if not is_json and read_body is read_json:
            kind = self.secrets.scrub(one_line(kind, 60))
            raise ExchangeError(f"the server answered {kind}, where JSON is expected: {excerpt}")
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
        raise ExchangeError(f"the server answered {excerpt}, {reason}")

    def _refusal(self, answer: HttpAnswer, excerpt: str) -> str:
        scrub = self.secrets.scrub
        message = f"the server answered {answer.status}"
        if answer.reason:
            message += f" {scrub(one_line(answer.reason, 60))}"
        message += tries(answer.tried)
        location = answer.headers.get("Location")
        if 300 <= answer.status < 400 and location:
            # The user and the query of an address are often secrets.
            place = one_line(scrub(re.sub(r"(//)[^/]*@|\?.*", r"\1", location)), 120)
            return f"{message}: redirects are not followed; it points to {place}"
        return f"{message}: {excerpt}" if answer.body.strip() else f"{message}, without a body"

    def _excerpt(self, body: bytes) -> str:
        """The beginning of the body on one line, quoted, without our secrets."""
        text = self.secrets.scrub(body[:EXCERPT_BYTES].decode("utf-8", "backslashreplace"))
        return repr(self.secrets.scrub_message(one_line(text, _EXCERPT)))


def proxy_for(url: str) -> str | None:
    """The proxy for this address by the environment; None for loopback addresses."""
    parts = urlsplit(url)
    proxy = _variable(f"{parts.scheme}_proxy") or _variable("all_proxy")
    if not proxy or _is_loopback(parts.hostname or ""):
        return None
    no_proxy = _variable("no_proxy")
    if no_proxy:
        # Imported here: it loads many modules, and no_proxy is rarely set.
        from urllib.request import proxy_bypass_environment  # type: ignore[attr-defined]

        if proxy_bypass_environment(parts.netloc, {"no": no_proxy}):
            return None
    return proxy if "://" in proxy else f"http://{proxy}"


def _variable(name: str) -> str | None:
    """An environment variable in lower case, else in upper case."""
    # In a CGI script HTTP_PROXY comes from the client.
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
    """The host and port of an address, which are the parts that are never secret."""
    parts = urlsplit(url)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return one_line(f"{host}:{parts.port}" if parts.port else f"{host}", 120)
