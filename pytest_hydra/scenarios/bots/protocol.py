"""The interface of all kinds of bots: conversations, answers, and errors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from pytest_hydra.errors import HydraError
from pytest_hydra.execution import now
from pytest_hydra.scenarios.environment import NO_ENVIRONMENTS, Environments

if TYPE_CHECKING:
    from pytest_hydra.transcript.turn import Call

FIXTURE = "fixture"
"""The name of the bot of a hydra_bot fixture, unless it has its own."""


class BotError(HydraError):
    """A bot that cannot be opened, or gave no answer; the text is the reason, in one line.

    ``traceback`` is the bot's own, if its code raised or hung. ``calls`` are those that it is known
    to have made before, and ``cost_usd`` what they cost, None if that is unknown.
    """

    def __init__(
        self,
        message: str,
        traceback: str | None = None,
        calls: tuple[Call, ...] = (),
        cost_usd: float | None = 0.0,
    ) -> None:
        super().__init__(message)
        self.traceback = traceback
        self.calls = calls
        self.cost_usd = cost_usd


def bot_error(raised: BaseException | None) -> BotError | None:
    """The BotError that an exception is, was raised from, or contains as a group; None if none.

    One that was only handled before does not count: who handled it has decided what it means.
    """
    if raised is None or isinstance(raised, BotError):
        return raised
    group = raised.exceptions if isinstance(raised, BaseExceptionGroup) else ()
    return next(filter(None, map(bot_error, (*group, raised.__cause__))), None)


class Chat(Protocol):
    """One conversation with a bot, from the caller's side."""

    def answer(self, messages: list[dict[str, str]], context: Mapping[str, Any]) -> object:
        """The bot's raw answer to the last message, for `read_reply`.

        ``messages`` is the conversation so far, each ``{"role": "user" | "assistant", "content":
        …}``; neither it nor ``context`` is modified. A `TimedAnswer` if waiting for the answer took
        longer than the bot did. Raises BotError.
        """


@dataclass(frozen=True, slots=True)
class TimedAnswer:
    """A raw answer, and how many ``seconds`` the bot took, without our own waits.

    Our waits are for the rate limit, and before a request is repeated; ``retries`` counts these.
    ``first_seconds`` is the time to the first token of a stream. ``cost_usd`` is what a ``model``
    cost by its tokens. All are None if unknown. ``by`` is what else is known of who answered.
    """

    answer: object
    seconds: float
    retries: int = 0
    first_seconds: float | None = None
    model: str | None = None
    cost_usd: float | None = None
    by: Mapping[str, str] | None = None


def ask(chat: Chat, messages: list[dict[str, str]], context: Mapping[str, Any]) -> TimedAnswer:
    """The bot's raw answer and the time the bot took. Raises BotError.

    A chat whose answers may be those of a model's API has a ``bill``: what they cost.
    """
    started = now()
    answer = chat.answer(messages, context)
    if isinstance(answer, TimedAnswer):
        return answer
    seconds, bill = now() - started, getattr(chat, "bill", None)
    model, cost = (None, None) if bill is None else bill(answer)
    return TimedAnswer(answer, seconds, model=model, cost_usd=cost)


#: Opens a conversation: it gets the environments around the bot, if there are some.
Start = Callable[..., AbstractContextManager[Chat]]
#: Start a conversation with a bot, and end all of them.
EntryPoints = tuple[Start, Callable[[], None]]


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot that conversations can be held with.

    ``key`` identifies it in recordings: plain JSON, without secrets. ``start`` opens one
    conversation; entering it raises BotError if the bot cannot be started, and leaving it ends
    everything that the conversation ran. ``stop`` ends running conversations, from any thread, if
    the kind of bot allows it. ``history`` are messages at the start of a conversation, and
    ``parts`` the parts of the user's later ones, for those with pictures or files.
    ``uses`` says what of its ``environments`` it can use: ``tools``, ``folder``, ``arguments``.
    """

    name: str
    key: Any
    start: Start
    stop: Callable[[], None] = lambda: None
    history: Sequence[Mapping[str, str]] = ()
    parts: Sequence[Sequence[Any]] = ()
    uses: frozenset[str] = frozenset()
    environments: Environments = NO_ENVIRONMENTS

    def within(self, environments: Environments) -> Bot:
        """The same bot, for one conversation in these environments."""
        return replace(self, environments=environments)

    def begin(self) -> AbstractContextManager[Chat]:
        """Start the conversation. Raises BotError if the bot cannot use what is around it."""
        around = self.environments
        if not around.parts:
            return self.start()
        lone = around.lone
        for use, name, there in (
            ("tools", "tools", around.tools),
            ("folder", "folder", around.home),
            ("arguments", " and ".join(lone), lone),
        ):
            if there and use not in self.uses:
                raise BotError(
                    f"bot {self.name!r}: bots of this kind cannot use a scenario's {name}"
                )
        return self.start(around) if self.uses else self.start()
