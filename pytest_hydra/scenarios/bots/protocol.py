"""What all kinds of bots share: what is opened, what is asked, and how it fails."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from pytest_hydra.errors import HydraError
from pytest_hydra.execution.quotas import now

if TYPE_CHECKING:
    from pytest_hydra.scenarios.world.live_world import LiveWorld


class BotError(HydraError):
    """A bot that cannot be opened, or that gave no answer; the text says why, in one line.

    ``traceback`` is the bot's own, where its code raised or hung.
    """

    def __init__(self, message: str, traceback: str | None = None) -> None:
        super().__init__(message)
        self.traceback = traceback


class Chat(Protocol):
    """One conversation with a bot, from the side that asks."""

    def answer(self, messages: list[dict[str, str]], context: Mapping[str, Any]) -> object:
        """The bot's raw answer to the last message, for `read_reply`.

        ``messages`` is the conversation so far, each ``{"role": "user" | "assistant", "content":
        …}``; neither it nor ``context`` is changed. A `TimedAnswer` where waiting for the answer
        took longer than the bot did. Raises BotError.
        """


@dataclass(frozen=True, slots=True)
class TimedAnswer:
    """A raw answer for which the bot took so many ``seconds``, without what we waited for.

    We wait for our own limit of requests in a second, and before a request is sent again, which
    ``retries`` counts.
    """

    answer: object
    seconds: float
    retries: int = 0


def ask(chat: Chat, messages: list[dict[str, str]], context: Mapping[str, Any]) -> TimedAnswer:
    """The bot's raw answer, and how long the bot took for it. Raises BotError."""
    started = now()
    answer = chat.answer(messages, context)
    return answer if isinstance(answer, TimedAnswer) else TimedAnswer(answer, now() - started)


Start = Callable[[], AbstractContextManager[Chat]]
StartIn = Callable[["LiveWorld"], AbstractContextManager[Chat]]
#: What starts a conversation with a bot, what ends all of them, and what starts one in a world.
Doors = tuple[Start, Callable[[], None], StartIn]


@dataclass(frozen=True, slots=True)
class Bot:
    """What can be talked to.

    ``key`` identifies it in recordings: plain JSON, without secrets. ``start`` opens one
    conversation; entering it raises BotError when the bot cannot be started, and leaving it ends
    everything that the conversation ran. ``stop`` ends the conversations that still run, from any
    thread, where the bot is of a kind that can be ended. ``start_in`` is ``start`` for a
    conversation that has a world; None where the kind has no door to one. A ``history`` of messages
    is what one conversation begins with.
    """

    name: str
    key: Any
    start: Start
    stop: Callable[[], None] = lambda: None
    start_in: StartIn | None = None
    world: LiveWorld | None = None
    history: Sequence[Mapping[str, str]] = ()

    def within(self, world: LiveWorld) -> Bot:
        """The same bot for one conversation in this world."""
        return replace(self, start=partial(self._start_in, world), world=world)

    def _start_in(self, world: LiveWorld) -> AbstractContextManager[Chat]:
        if self.start_in is None:
            raise BotError(f"bot {self.name!r}: bots of this kind cannot use a world's tools")
        return self.start_in(world)
