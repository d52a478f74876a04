"""Conversations in environments, as a session holds them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pytest_hydra.scenarios.bots.protocol import Bot
from pytest_hydra.scenarios.conversation import converse
from pytest_hydra.scenarios.environment import Environment, Environments, Serve
from pytest_hydra.scenarios.reply import Conversation


def held_in(
    bot: Bot,
    parts: Mapping[str, Environment],
    users: Sequence[str],
    context: Mapping[str, Any] | None = None,
    serve: Serve | None = None,
    **around: Any,
) -> Conversation:
    """The conversation, with the records of its environments."""
    environments = Environments(parts, serve, **around)
    conversation = converse(bot.within(environments), users, context or {})
    return replace(conversation, records=environments.records())
