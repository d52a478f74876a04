"""`[users]` of hydra.toml."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from pytest_hydra.documents.validation import Name, StrictModel
from pytest_hydra.settings import BotSettings


class UserSettings(BotSettings):
    """A player of simulated users."""

    noun = "user"
    kinds = ("python", "command", "url", "openai", "kind", "script")

    script: list[Any] | None = None
    """Fixed messages: texts, or answers `{message, done, reason}`."""
    review: Literal["judge"] | None = None
    """The judge also looks for faults of the user."""

    @model_validator(mode="after")
    def _has_no_calls(self) -> UserSettings:
        if self.read_only is not None:
            raise ValueError("'read_only' is for bots: a user makes no calls")
        if self.mcp:
            raise ValueError("'mcp' is for bots: a user makes no calls")
        if self.openai is not None and self.openai.tools is not None:
            raise ValueError("'openai.tools' is for bots: a user makes no calls")
        return self


class UserTables(StrictModel):
    """The table of players."""

    users: dict[Name, UserSettings] = Field(default_factory=dict)
