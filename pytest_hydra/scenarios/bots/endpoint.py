"""The line to a bot behind an HTTP address: its secrets, and JSON there and back."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.templates import fill, variables
from pytest_hydra.execution.http_json import ExchangeError, JsonAddress
from pytest_hydra.execution.retry import RateLimit
from pytest_hydra.execution.secrets import Secrets
from pytest_hydra.scenarios.bots.registry import BotError
from pytest_hydra.settings.bots import BotSettings
from pytest_hydra.settings.types import check_address, holds_credential

if TYPE_CHECKING:
    from pytest_hydra.execution.http_client import HttpClient

# A word of a header's value that is shorter, such as "Bearer", is no secret of its own.
_LEAST_WORD = 8


def open_client(name: str, settings: BotSettings) -> HttpClient:
    """What asks for one bot. Raises BotError when the library for it is not installed."""
    try:
        from pytest_hydra.execution.http_client import HttpClient, Limits
    except ModuleNotFoundError as error:
        if error.name != "urllib3":
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

    __slots__ = ("_address", "environment")

    def __init__(
        self, client: HttpClient, settings: BotSettings, url: str, key: str | None = None
    ) -> None:
        names = [*variables([url, settings.headers, settings.request]), *([key] if key else [])]
        self.environment = {name: _variable(name) for name in names}
        filled = self._filled(url)
        headers = {name: self._filled(value) for name, value in settings.headers.items()}
        if key and "authorization" not in map(str.lower, headers):
            headers["Authorization"] = f"Bearer {self.environment[key]}"
        secrets = Secrets(
            [
                *((value, f"${{{name}}}") for name, value in self.environment.items()),
                *_in_headers(settings.headers),
            ]
        )
        try:
            check_address(filled)
        except ValueError as error:
            raise BotError(f"url: {url} {error}") from None
        for name, value in headers.items():
            if not value.isprintable():
                raise BotError(f"the header {name} cannot be sent: its value is not printable")
        self._address = JsonAddress(client, filled, headers, secrets)

    def ask(self, question: Any) -> tuple[Any, float]:
        """The JSON that was answered, without our secrets, and how long that took in seconds.

        Raises BotError when nothing came, or something else.
        """
        try:
            return self._address.ask(question)
        except ExchangeError as error:
            text = str(error)
            raise BotError(f"{text}; see max_reply_bytes" if error.is_too_long else text) from None

    def _filled(self, template: str) -> str:
        text: str = fill(template, _no_place, self.environment.__getitem__)
        return text


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


def _no_place(name: str) -> str:
    # Only requests have places; elsewhere the braces are what they are.
    return f"{{{{{name}}}}}"
