"""The table ``[users]`` of hydra.toml: players of simulated users."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from pytest_hydra.documents.validation import Name, StrictModel
from pytest_hydra.settings.bots import BotSettings


class UserSettings(BotSettings):
    """A player of simulated users: any kind of bot, or a script."""

    what = "user"
    kinds = ("python", "command", "url", "openai", "kind", "script")

    script: list[Any] | None = None
    """Fixed messages, whatever the bot says, for tests. Each is a text, or an answer of a player:
    `{message, done, reason}`."""
    review: Literal["judge"] | None = None
    """`judge`: the judge also reviews each conversation for faults of the user that rules cannot
    find."""

    @model_validator(mode="after")
    def _has_no_calls(self) -> UserSettings:
        if self.read_only is not None:
            raise ValueError("'read_only' is for bots: a user calls nothing")
        if self.format is not None:
            raise ValueError("'format' is for bots")
        if self.openai is not None and self.openai.tools is not None:
            raise ValueError("'openai.tools' is for bots: a user calls nothing")
        return self


class UserTables(StrictModel):
    """The table ``[users]``."""

    users: dict[Name, UserSettings] = Field(default_factory=dict)
