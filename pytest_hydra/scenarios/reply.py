"""What a bot answered, in one form whatever it answered in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A function that the bot called. ``params`` are plain JSON values."""

    function: str
    params: Mapping[str, Any] = field(default_factory=dict)
    agent: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One answer. What a bot did not declare is None or empty.

    ``response_type`` is action, clarification, rejection or answer; ``agent`` the agent that
    acted; ``asks_for`` and ``warnings`` the topics that the bot says it asked for and warned of;
    ``rejected`` whether it says it refused; ``cost_usd`` what the answer cost.
    """

    text: str = ""
    calls: tuple[Call, ...] = ()
    response_type: str | None = None
    agent: str | None = None
    asks_for: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    rejected: bool | None = None
    cost_usd: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One message of the user and what came of it.

    ``reply`` is None when there is none, and ``error`` then says why in one line (``traceback``
    holds the bot's own, where it raised). ``seconds`` is how long the bot took, by our clock.
    """

    user: str
    reply: Reply | None = None
    seconds: float | None = None
    error: str | None = None
    traceback: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """A recorded conversation: all that deciding needs, and nothing else."""

    turns: tuple[Turn, ...]
    context: Mapping[str, Any] = field(default_factory=dict)
    bot: str = ""
