"""Conversations in environments, as a session holds them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pytest_hydra.scenarios.bots.protocol import Bot
from pytest_hydra.scenarios.conversation import converse
from pytest_hydra.scenarios.environment import Environment, Environments, Serve, Tool
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.transcript.turn import Call, Turn


class Functions(Environment):
    """Tools that are functions, called with the names of their parameters."""

    def __init__(self, **functions: Callable[..., Any]) -> None:
        self._functions = functions
        self.tools = {name: Tool(name, "", {}) for name in functions}

    def call(self, name: str, arguments: Any) -> Call:
        return Call(function=name, params=arguments, result=self._functions[name](**arguments))


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


def arrived(environments: Environments) -> tuple[Call, ...]:
    """The calls of the first turn so far."""
    return environments.finish_turn(Turn(user="")).arrived
