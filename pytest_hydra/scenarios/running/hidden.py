"""The secrets of a session's bots, which are neither stored nor shown."""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import chain
from secrets import token_hex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_hydra.execution import Secrets
    from pytest_hydra.settings import BotSettings, McpSettings, Settings


class Hidden:
    """The secrets that the settings name, with their values of the moment."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._salt = token_hex(8)

    def secrets(self) -> Secrets | None:
        """The current secrets of the environment; None if there is none."""
        if not self._bots:
            return None
        texts = tuple(chain.from_iterable([bot.hidden_texts() for bot in self._bots]))
        return secrets_of(texts, self._salt) if any(text for text, _ in texts) else None

    def redact(self, text: str) -> str:
        """A text of ours, without secrets."""
        secrets = self.secrets()
        return secrets.for_display(text) if secrets else text

    @cached_property
    def _bots(self) -> list[BotSettings | McpSettings]:
        # Most bots have no secrets, and are skipped.
        bots = self._settings.all_called
        found = [bot for bot in bots if bot.secrets or bot.headers or bot.url or bot.openai]
        return [*found, *self._settings.mcp.values()]


@lru_cache(maxsize=8)
def secrets_of(texts: tuple[tuple[str, str], ...], salt: str) -> Secrets:
    """The secrets with these texts and their names; none with no texts."""
    from pytest_hydra.execution import Secrets

    return Secrets(texts, salt)
