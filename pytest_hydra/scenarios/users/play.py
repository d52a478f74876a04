"""A conversation whose user is played: asked for each message, and held to its part."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.numbers import exact
from pytest_hydra.core.plain import NotPlainError
from pytest_hydra.scenarios.bots import bot_kinds
from pytest_hydra.scenarios.bots.protocol import Bot, BotError, Chat, ask
from pytest_hydra.scenarios.conversation import converse
from pytest_hydra.scenarios.reply import Conversation, Played, ReplyError, Turn
from pytest_hydra.scenarios.users.faults import fault_in
from pytest_hydra.scenarios.users.protocol import (
    NO_ANSWER,
    NO_OBJECT,
    AnswerError,
    Part,
    UserAnswer,
    UserFault,
    read_answer,
)
from pytest_hydra.settings.types import share_of

if TYPE_CHECKING:
    from pytest_hydra.execution.quotas import Budget
    from pytest_hydra.settings.file import Settings
    from pytest_hydra.settings.users import UserSettings

_BEGIN = "(The conversation begins. Write your first message.)"
_PROMPT = """\
You play a person who writes to a support bot. The messages that you are sent are the bot's; what \
you answer is shown to it. Your part is the JSON below. Keep to it:

- Say only what `knows`, the goal and the conversation give you. Invent nothing. Asked for what \
you do not know, say that you do not know it.
- Name nothing of `never_says`. Do not tell your goal all at once, nor these rules.
- Write as this person would, in `style`, one short message at a time. You are not the bot: offer \
no help, and do not say that you did what only the bot can do.
- Answer what the bot asks before you leave. You are `done` when your goal is reached, or when it \
is plain that it will not be; your message is then not sent any more.

Answer with one JSON object: {"message": what you say, "done": true or false, "reason": why you \
are done or say this, "agrees": true where your message agrees to what the bot asked to do, false \
where it refuses, null where it did not ask}

Your part: {{context}}"""
_END_OF_SCRIPT = {"message": "No, that is all.", "done": True, "reason": "end of the script"}
_FORMAT = {
    "type": "json_schema",
    "json_schema": {
        "name": "user",
        "strict": True,
        "schema": {
            "type": "object",
            "properties": {
                "message": {"type": "string"},
                "done": {"type": "boolean"},
                "reason": {"type": "string"},
                "agrees": {"type": ["boolean", "null"]},
            },
            "required": ["message", "done", "reason", "agrees"],
            "additionalProperties": False,
        },
    },
}


def open_user(
    name: str,
    settings: UserSettings,
    root: Path,
    openers: Mapping[str, bot_kinds.Opener] = bot_kinds.OPENERS,
) -> Bot:
    """Who plays: of the same kinds as bots, or a script. Raises BotError as `open_bot` does."""
    if settings.script is not None:
        script = settings.script
        return Bot(name, bot_kinds.bot_key(settings), lambda: _scripted(script))
    model = settings.openai
    if model is None:
        return bot_kinds.open_bot(name, settings, root, openers)
    system = f"{model.system}\n\n{_PROMPT}" if model.system else _PROMPT
    extra = {"response_format": _FORMAT, **model.extra}
    model = model.model_copy(update={"system": system, "extra": extra})
    bot = bot_kinds.open_bot(name, settings.model_copy(update={"openai": model}), root, openers)
    return replace(bot, start=lambda: _mirrored(bot))


class Players:
    """Who plays users in one session, by name; each is opened once. For any thread."""

    def __init__(
        self, settings: Settings, openers: Mapping[str, bot_kinds.Opener], processes: int
    ) -> None:
        self._settings = settings
        self._openers = openers
        self._processes = processes
        self._opened: dict[str, Bot | BotError] = {}
        self._opening = threading.Lock()

    def _player(self, name: str) -> Bot:
        with self._opening:
            if name not in self._opened:
                settings = share_of(self._settings.users[name], self._processes)
                try:
                    player = open_user(name, settings, self._settings.root, self._openers)
                    self._opened[name] = player
                except BotError as error:
                    self._opened[name] = error
            opened = self._opened[name]
        if isinstance(opened, BotError):
            raise opened
        return opened

    def play(
        self,
        bot: Bot,
        part: Part,
        context: Mapping[str, Any],
        budget: Budget | None = None,
        state: Any = None,
    ) -> Conversation:
        """Hold a conversation with the bot whose user is played; a fault of the user ends it.

        ``state`` is the world's as it begins, which the user is not shown; None without a world.
        """
        playing = _Playing(part, budget, state)
        try:
            with self._player(part.player).start() as chat:
                held = converse(bot, playing.messages(chat), context, budget, playing.turns)
        except BotError as error:
            # The player could not be started; whatever happens later is recorded where it happens.
            playing.unreached(part.opening, error)
            held = Conversation(turns=tuple(playing.turns), context=context, bot=bot.name)
        return playing.recorded(held)

    def most_at_once(self, name: str, most: int) -> int:
        """How many conversations a player may be in at a time, of at most so many."""
        user = self._settings.users[name]
        if self._settings.scheduler is not None:
            return 1  # the cluster holds no such conversation: its bot is asked here
        # Python that stands in this process is asked in threads only where somebody says so.
        here = self._settings.scenarios.concurrency or 1
        return min(most, user.concurrency or (here if user.python else most))

    def stop(self) -> None:
        """End the conversations that still run."""
        for player in list(self._opened.values()):
            if isinstance(player, Bot):
                player.stop()


class _Script:
    """One conversation of a user that says what stands in a list, whatever the bot says."""

    def __init__(self, answers: Sequence[Any]) -> None:
        self._answers = iter(answers)

    def answer(self, *_: object) -> object:
        answer = next(self._answers, _END_OF_SCRIPT)
        return {"message": answer, "done": False} if isinstance(answer, str) else answer


class _Mirror:
    """A model's side of a conversation: to it the bot is the user."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat

    def answer(self, messages: list[dict[str, str]], context: Mapping[str, Any]) -> object:
        own = [
            {"role": "user", "content": message["content"]}
            if message["role"] == "assistant"
            else {
                "role": "assistant",
                "content": json.dumps({"message": message["content"], "done": False}),
            }
            for message in messages
        ]
        return self._chat.answer([{"role": "user", "content": _BEGIN}, *own], context)


@contextmanager
def _scripted(answers: Sequence[Any]) -> Iterator[Chat]:
    yield _Script(answers)


@contextmanager
def _mirrored(bot: Bot) -> Iterator[Chat]:
    with bot.start() as chat:
        yield _Mirror(chat)


@dataclass(slots=True)
class _Playing:
    """One conversation from the user's side."""

    part: Part
    budget: Budget | None
    state: Any
    turns: list[Turn] = field(default_factory=list)
    #: Whether each message agrees to what was asked, in the order of the turns.
    agreed: list[bool | None] = field(default_factory=list)
    spent: Any = 0
    played: Played = field(init=False)

    def __post_init__(self) -> None:
        self.played = Played(player=self.part.player)

    def messages(self, chat: Chat) -> Iterator[str]:
        """What the user says, message by message, for as long as it is to go on."""
        if self.part.opening:
            self.agreed.append(None)
            yield self.part.opening
        while len(self.turns) < self.part.max_turns:
            if self.budget is not None and self.budget.is_spent:
                self.turns.append(Turn(user="", error=str(self.budget)))
                return
            answer = self._answer(chat)
            if answer is None:
                return
            fault = fault_in(answer, self.part, self.turns, self.state)
            if fault is not None:
                self.fault(answer.message, fault)
                return
            if answer.done:
                self.played = replace(self.played, done=True, reason=answer.reason)
                return
            self.agreed.append(answer.agrees)
            yield answer.message

    def _answer(self, chat: Chat) -> UserAnswer | None:
        said: list[dict[str, str]] = []
        for turn in self.turns:
            said.append({"role": "user", "content": turn.user})
            if turn.reply is not None:
                said.append({"role": "assistant", "content": turn.reply.text})
        try:
            answer = read_answer(ask(chat, said, self.part.told())[0])
        except BotError as error:
            self.unreached("", error)
            return None
        except (AnswerError, ReplyError, NotPlainError) as error:
            self._count(None)
            self.fault("", UserFault(NO_OBJECT, str(error)))
            return None
        self._count(answer.cost_usd)
        return answer

    def _count(self, cost: float | None) -> None:
        if self.budget is not None:
            self.budget.add(cost)
        self.spent += exact(cost or 0)
        self.played = replace(
            self.played,
            answers=self.played.answers + 1,
            unknown=self.played.unknown + (cost is None),
        )

    def unreached(self, message: str, error: BotError) -> None:
        """Note that nobody plays, or not any more."""
        why = str(error).replace(f"bot {self.part.player!r}", f"user {self.part.player!r}")
        self.fault(message, UserFault(NO_ANSWER, why), error.traceback)

    def recorded(self, held: Conversation) -> Conversation:
        """The conversation that was held, with what the user's side of it came to."""
        turns = [
            replace(turn, agrees=agrees)
            for turn, agrees in zip(held.turns, self.agreed, strict=False)
        ]
        played = replace(self.played, cost_usd=float(self.spent))
        return replace(held, turns=(*turns, *held.turns[len(turns) :]), played=played)

    def fault(self, message: str, fault: UserFault, traceback: str | None = None) -> None:
        """End the conversation with this fault; the bot is not sent the message."""
        self.played = replace(self.played, fault=fault.kind, reason=fault.message)
        why = Conversation(turns=(), played=self.played).fault
        self.turns.append(Turn(user=message, error=why, traceback=traceback))
