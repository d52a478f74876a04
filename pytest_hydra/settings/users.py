"""What hydra.toml may say of who plays a user."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from pytest_hydra.documents.validation import Name, StrictModel
from pytest_hydra.settings.bots import BotSettings


class UserSettings(BotSettings):
    """Who plays a simulated user: of the kinds that bots have, or a script."""

    what = "user"
    kinds = ("python", "command", "url", "openai", "kind", "script")

    script: list[Any] | None = None
    """What it says, message by message, whatever the bot says; then it is done. For tests. A text,
    or what a player answers: `{message, done, reason}`."""
    review: Literal["judge"] | None = None
    """`judge`: the judge looks through each conversation for what the rules cannot see of how the
    part was played."""

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
    """The table of a hydra.toml that says who plays users."""

    users: dict[Name, UserSettings] = Field(default_factory=dict)
