"""The line to a bot behind an HTTP address: its secrets, and JSON there and back."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from pytest_hydra.bot_settings import BotSettings, check_address, holds_credential
from pytest_hydra.core.show import one_line
from pytest_hydra.core.templates import fill, variables
from pytest_hydra.execution.retry import RateLimit
from pytest_hydra.execution.secrets import Secrets
from pytest_hydra.scenarios.bots import BotError

if TYPE_CHECKING:
    from pytest_hydra.execution.http_client import Answer, HttpClient

_EXCERPT = 200
_EXCERPT_BYTES = 64 * 1024
# A word of a header's value that is shorter, such as "Bearer", is no secret of its own.
_LEAST_WORD = 8


def open_client(name: str, settings: BotSettings) -> HttpClient:
    """What asks for one bot. Raises BotError when the library for it is not installed."""
    try:
        from pytest_hydra.execution.http_client import HttpClient, Limits
    except ModuleNotFoundError as error:
        if error.name != "aiohttp":
            raise
        raise BotError(
            f"bot {name!r}: asking over HTTP needs a library that is not installed: "
            'pip install "pytest-hydra[http]"'
        ) from None
    limits = Limits(
        seconds=settings.timeout_seconds,
        retries=settings.retries,
        bytes=settings.max_reply_bytes,
    )
    return HttpClient(limits, RateLimit(settings.requests_per_second))


class Line:
    """Where one conversation asks, with what the environment says at its beginning.

    ``url`` and the settings' headers may hold ``${NAME}``; ``key`` is the variable with an API key.
    Raises BotError when a variable is missing, or makes no address.
    """

    __slots__ = ("_client", "_headers", "_url", "environment", "secrets")

    def __init__(
        self, client: HttpClient, settings: BotSettings, url: str, key: str | None = None
    ) -> None:
        names = [*variables([url, settings.headers, settings.request]), *([key] if key else [])]
        self._client = client
        self.environment = {name: _variable(name) for name in names}
        self._url = self._filled(url)
        self._headers = {name: self._filled(value) for name, value in settings.headers.items()}
        if key and "authorization" not in map(str.lower, self._headers):
            self._headers["Authorization"] = f"Bearer {self.environment[key]}"
        self.secrets = Secrets(
            [
                *((value, f"${{{name}}}") for name, value in self.environment.items()),
                *_in_headers(settings.headers),
            ]
        )
        try:
            check_address(self._url)
        except ValueError as error:
            raise BotError(f"url: {url} {error}") from None
        for name, value in self._headers.items():
            if not value.isprintable():
                raise BotError(f"the header {name} cannot be sent: its value is not printable")

    def ask(self, question: Any) -> tuple[Any, float]:
        """The JSON that was answered, without our secrets, and how long that took in seconds.

        Raises BotError when nothing came, or something else.
        """
        from pytest_hydra.execution.http_client import HttpError

        # ASCII, so that a lone surrogate can be sent as well.
        body = json.dumps(question).encode("ascii")
        headers = {"Content-Type": "application/json", **self._headers}
        try:
            answer = self._client.post(self._url, headers, body)
        except HttpError as error:
            raise BotError(self.secrets.scrub(f"the server {error}")) from None
        return self.secrets.scrub_all(self._read(answer)), answer.seconds

    def _filled(self, template: str) -> str:
        text: str = fill(template, _no_place, self.environment.__getitem__)
        return text

    def _read(self, answer: Answer) -> Any:
        kind = answer.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        shown = self._excerpt(answer.body)
        if not 200 <= answer.status < 300:
            raise BotError(self._refused(answer, shown))
        if not answer.body.strip():
            raise BotError(f"the server answered {answer.status} without a body")
        if kind and kind not in ("application/json", "text/json") and not kind.endswith("+json"):
            kind = self.secrets.scrub(one_line(kind, 60))
            raise BotError(f"the server answered {kind}, where JSON is expected: {shown}")
        try:
            return json.loads(answer.body.decode("utf-8-sig"), parse_constant=_refuse)
        except UnicodeDecodeError:
            reason = "which is not UTF-8"
        except RecursionError:
            reason = "which is nested too deeply"
        except json.JSONDecodeError as error:
            place = f"line {error.lineno}, column {error.colno}"
            reason = f"which is not JSON ({place}: {error.msg.lower()})"
        except ValueError as error:
            reason = f"which is not JSON ({one_line(str(error))})"
        raise BotError(f"the server answered {shown}, {reason}")

    def _refused(self, answer: Answer, shown: str) -> str:
        from pytest_hydra.execution.http_client import tried

        scrub = self.secrets.scrub
        said = f"the server answered {answer.status}"
        if answer.reason:
            said += f" {scrub(one_line(answer.reason, 60))}"
        said += tried(answer.tried)
        where = answer.headers.get("Location")
        if 300 <= answer.status < 400 and where:
            # A user and what follows the question mark are often secrets.
            place = one_line(scrub(re.sub(r"//[^/]*@|\?.*", _without, where)), 120)
            return f"{said}: redirects are not followed; it points to {place}"
        return f"{said}: {shown}" if answer.body.strip() else f"{said}, without a body"

    def _excerpt(self, body: bytes) -> str:
        """The beginning of what was answered, in one line, in quotes, without our secrets."""
        text = body[:_EXCERPT_BYTES].decode("utf-8", "backslashreplace")
        if len(body) >= _EXCERPT_BYTES:
            # A secret that is cut in two would not be seen.
            text = text[: max(0, len(text) - self.secrets.longest)]
        return repr(one_line(self.secrets.scrub(text), _EXCERPT))


def _variable(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        raise BotError(f"the environment variable {name} is not set, and the bot needs it")
    return value


def _in_headers(headers: Mapping[str, str]) -> list[tuple[str, str]]:
    """The secrets that stand in the settings themselves, and what is shown instead."""
    secrets = []
    for name, value in headers.items():
        if holds_credential(name, value):
            words = [word for word in value.split() if len(word) >= _LEAST_WORD]
            secrets += [(secret, f"(the header {name})") for secret in (value, *words)]
    return secrets


def _without(part: re.Match[str]) -> str:
    return "//" if part[0].startswith("//") else ""


def _no_place(name: str) -> str:
    # Only requests have places; elsewhere the braces are what they are.
    return f"{{{{{name}}}}}"


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")
