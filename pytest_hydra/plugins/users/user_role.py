"""The `user` key of a scenario file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from pydantic import Field, PrivateAttr, model_validator

from pytest_hydra.core.text import names as mentions
from pytest_hydra.errors import BadValueError, did_you_mean
from pytest_hydra.scenarios.format import BotName, FileModel, Text

_WILDCARDS = frozenset("*?")


class UserRole(FileModel):
    """A simulated user: the instructions for its player."""

    goal: Text = Field(description="What the user wants.")
    opening: Text = Field("", description="Its first message. Default: written by the player.")
    knows: dict[str, Any] = Field(default_factory=dict, description="What it knows and may say.")
    never_says: list[Text] = Field(
        default_factory=list, description="Texts that it must not mention."
    )
    style: str = Field("", description="Its style of writing.")
    max_turns: int = Field(10, ge=1, le=200, description="The most messages that it sends.")
    player: BotName = Field("", description="The player in `[users]`. Default: the only one.")
    _actions: list[str] = PrivateAttr(default_factory=list)

    @model_validator(mode="after")
    def _check_opening(self) -> Self:
        for text in self.never_says:
            if mentions(self.opening, text):
                raise ValueError(f"the opening contains {text!r}, which is in `never_says`")
        return self

    def brief(self) -> dict[str, Any]:
        """The player's instructions: JSON values, without empty ones."""
        values = {**self.model_dump(exclude={"player"}), "actions": self._actions}
        return {name: value for name, value in values.items() if value}

    def player_among(self, names: Sequence[str]) -> str:
        """The name of its player. Raises BadValueError if there is none, or it is not clear."""
        name = self.player
        if name in names:
            return name
        if not name and len(names) == 1:
            return names[0]
        options = f"[users] has: {', '.join(names)}" if names else "hydra.toml has no [users.NAME]"
        if name or not names:
            problem = f"there is no player {name!r}" if name else "there is no player for this user"
            raise BadValueError(f"{problem}{did_you_mean(name, names) or ';'} {options}")
        raise BadValueError(
            f"several players could play this user: choose one with `player`; {options}"
        )

    def played_by(self, player: str, actions: Iterable[str]) -> Self:
        """The same part of this player, which may agree to calls of these functions."""
        part = self.model_copy(update={"player": player})
        part._actions = sorted({name for name in actions if not _WILDCARDS & {*name}})
        return part
