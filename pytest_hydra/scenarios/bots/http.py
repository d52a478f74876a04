"""Bots behind an HTTP address: they are sent JSON by POST for each turn, and answer JSON.

By default they are sent ``{"messages": …, "context": …}`` and answer what `read_reply` reads. One
that speaks otherwise is sent a template, and its reply is picked out of its answer by pointers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from pytest_hydra.core.templates import fill
from pytest_hydra.errors import did_you_mean
from pytest_hydra.scenarios.bots.endpoint import Line, open_client, pick
from pytest_hydra.scenarios.bots.protocol import BotError, TimedAnswer

if TYPE_CHECKING:
    from pytest_hydra.execution.http_client import HttpClient
    from pytest_hydra.settings.bots import BotSettings


def opener(name: str, settings: BotSettings) -> tuple[Callable[[], HttpChat], Callable[[], None]]:
    """What starts a conversation with this bot, and what ends all of them.

    Nothing is sent before the first turn. Raises BotError when the library is missing.
    """
    client = open_client(name, settings)
    return partial(HttpChat, client, settings), client.stop


class HttpChat:
    """One conversation over HTTP. Connections are shared, and nothing else is."""

    __slots__ = ("_client", "_conversation_id", "_line", "_settings")

    def __init__(self, client: HttpClient, settings: BotSettings) -> None:
        self._client = client
        self._settings = settings
        # For servers that keep the conversation themselves, and must not mix two of them up.
        self._conversation_id = uuid4().hex
        self._line: Line | None = None

    def __enter__(self) -> HttpChat:
        assert self._settings.url is not None  # noqa: S101 - what makes it a bot of this kind
        self._line = Line(self._client, self._settings, self._settings.url)
        return self

    def __exit__(self, *_: object) -> None:
        self._line = None

    def answer(self, messages: list[dict[str, str]], context: Mapping[str, Any]) -> TimedAnswer:
        """What the server answered, as JSON values. Raises BotError when it did not."""
        assert self._line is not None  # noqa: S101 - set when the conversation was entered
        request, reply = self._settings.request, self._settings.reply
        question: Any = {"messages": messages, "context": dict(context)}
        if request is not None:
            question = fill(
                request,
                partial(in_conversation, messages, context, self._conversation_id),
                self._line.environment.__getitem__,
            )
        answer, seconds = self._line.ask(question)
        return TimedAnswer(answer if reply is None else pick(answer, reply), seconds)


def in_conversation(
    messages: list[dict[str, str]],
    context: Mapping[str, Any],
    conversation_id: str,
    name: str,
) -> Any:
    """The value of a place in a template. Raises BotError for a context without that key."""
    if name == "messages":
        return messages
    if name == "message":
        return messages[-1]["content"]
    if name == "context":
        return dict(context)
    if name == "turn":
        return sum(message["role"] == "user" for message in messages)
    if name == "conversation_id":
        return conversation_id
    key = name.removeprefix("context.")
    if key not in context:
        valid = ", ".join(context) or "nothing"
        raise BotError(
            f"the request needs context.{key}, which the scenario's context does not have"
            f"{did_you_mean(key, list(context)) or ';'} it has: {valid}"
        )
    return context[key]
