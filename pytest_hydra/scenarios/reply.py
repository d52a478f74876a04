"""What a bot answered, in one form whatever it answered in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from pytest_hydra.core.plain import keyword_value


@keyword_value
class Call:
    """A function that the bot called. ``params`` are plain JSON values."""

    function: str = field(metadata={"doc": "The name of the function. Required."})
    params: Mapping[str, Any] = field(
        default_factory=dict, metadata={"doc": "Its parameters, a mapping of JSON values."}
    )
    agent: str | None = field(default=None, metadata={"doc": "The agent that made the call."})


@keyword_value
class Reply:
    """One answer. What a bot did not declare is None or empty."""

    text: str = field(default="", metadata={"doc": "What the bot says to the user."})
    calls: tuple[Call, ...] = field(
        default=(), metadata={"doc": "The functions that it called, in order; a list of calls."}
    )
    response_type: str | None = field(
        default=None,
        metadata={
            "doc": "action, clarification, rejection or answer; where it is not declared, it is "
            "inferred from the rest."
        },
    )
    agent: str | None = field(default=None, metadata={"doc": "The agent that acted."})
    asks_for: tuple[str, ...] = field(
        default=(), metadata={"doc": "The topics that it asks the user for; a text or a list."}
    )
    warnings: tuple[str, ...] = field(
        default=(), metadata={"doc": "The topics that it warns about; a text or a list."}
    )
    rejected: bool | None = field(
        default=None,
        metadata={"doc": "Whether it refuses; where it is not declared, it is read from the text."},
    )
    cost_usd: float | None = field(
        default=None, metadata={"doc": "What this answer cost, in US dollars, at least 0."}
    )


@keyword_value
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


@keyword_value
class Conversation:
    """A recorded conversation: all that deciding needs, and nothing else."""

    turns: tuple[Turn, ...]
    context: Mapping[str, Any] = field(default_factory=dict)
    bot: str = ""
