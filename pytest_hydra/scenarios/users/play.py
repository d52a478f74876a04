"""Conversations with a simulated user: the player writes each message, and rules check it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.text import read_table
from pytest_hydra.scenarios.bots import bot_kinds
from pytest_hydra.scenarios.bots.protocol import Bot, BotError, Chat, ask
from pytest_hydra.scenarios.conversation import converse
from pytest_hydra.scenarios.format import UserRole
from pytest_hydra.scenarios.reply import Conversation, UserRecord
from pytest_hydra.scenarios.users.faults import UserAnswer, UserError, fault_in, read_answer
from pytest_hydra.transcript.turn import Agreement, Turn

if TYPE_CHECKING:
    from pytest_hydra.execution.quotas import Budget
    from pytest_hydra.settings.bots import UserSettings

_BEGIN = "(The conversation begins. Write your first message.)"
_END_OF_SCRIPT = {"message": "No, that is all.", "done": True, "reason": "end of the script"}
_PROMPT = read_table(__file__, "prompt.txt").partition("\n")[2].rstrip()
_FORMAT = json.loads(read_table(__file__, "answer.json"))


def open_player(
    name: str,
    settings: UserSettings,
    root: Path,
    openers: Mapping[str, bot_kinds.Opener] = bot_kinds.OPENERS,
) -> Bot:
    """Open a player: the same kinds as bots, or a script. Raises BotError as `open_bot` does."""
    if settings.script is not None:
        script = settings.script
        return Bot(name, bot_kinds.bot_key(settings), lambda: _scripted_chat(script))
    model = settings.openai
    if model is None:
        return bot_kinds.open_bot(name, settings, root, openers)
    system = f"{model.system}\n\n{_PROMPT}" if model.system else _PROMPT
    extra = {"response_format": _FORMAT, **model.extra}
    model = model.model_copy(update={"system": system, "extra": extra})
    bot = bot_kinds.open_bot(name, settings.model_copy(update={"openai": model}), root, openers)
    return replace(bot, start=lambda: _mirrored_chat(bot))


@dataclass(slots=True)
class _UserChat:
    """One conversation with a player that this function answers."""

    answer: Callable[[list[dict[str, str]], Mapping[str, Any]], object]


@contextmanager
def _scripted_chat(answers: Sequence[Any]) -> Iterator[Chat]:
    """A conversation that sends a list of answers, whatever the bot says."""
    remaining = iter(answers)

    def answer(*_: object) -> object:
        entry = next(remaining, _END_OF_SCRIPT)
        return {"message": entry, "done": False} if isinstance(entry, str) else entry

    yield _UserChat(answer)


@contextmanager
def _mirrored_chat(bot: Bot) -> Iterator[Chat]:
    """A conversation with swapped roles: to the model the bot is the user."""
    with bot.start() as chat:

        def answer(messages: list[dict[str, str]], context: Mapping[str, Any]) -> object:
            mirrored = [{"role": "user", "content": _BEGIN}]
            for message in messages:
                text, is_own = message["content"], message["role"] == "user"
                text = json.dumps({"message": text, "done": False}) if is_own else text
                mirrored.append({"role": "assistant" if is_own else "user", "content": text})
            return chat.answer(mirrored, context)

        yield _UserChat(answer)


@dataclass(slots=True)
class Play:
    """One conversation from the user's side; a fault of the user ends it.

    ``state`` is the world's initial state, which the user does not see; None without a world.
    """

    part: UserRole
    budget: Budget | None = None
    state: Any = None
    turns: list[Turn] = field(default_factory=list)
    #: Whether each message agrees to the bot's request, by turn.
    agreements: list[Agreement] = field(default_factory=list)
    costs: list[float | None] = field(default_factory=list)
    played: UserRecord = field(init=False)

    def __post_init__(self) -> None:
        self.played = UserRecord(player=self.part.player)

    def hold(self, bot: Bot, player: Callable[[], Bot], context: Mapping[str, Any]) -> Conversation:
        """Hold the conversation."""
        try:
            with player().start() as chat:
                result = converse(bot, self.messages(chat), context, self.budget, self.turns)
        except BotError as error:
            # The player did not start; later faults are recorded where they occur.
            self._end(self.part.opening, self._no_answer(error))
            result = Conversation(turns=tuple(self.turns), context=context, bot=bot.name)
        agreements = (*self.agreements, *[None] * len(result.turns))
        turns = [replace(turn, agrees=agreements[index]) for index, turn in enumerate(result.turns)]
        played = replace(self.played, costs=tuple(self.costs))
        return replace(result, turns=tuple(turns), played=played)

    def messages(self, chat: Chat) -> Iterator[str]:
        """The user's messages, one by one, until it is done."""
        if self.part.opening:
            self.agreements.append(None)
            yield self.part.opening
        while len(self.turns) < self.part.max_turns:
            if self.budget is not None and self.budget.is_spent:
                self.turns.append(Turn(user="", error=str(self.budget)))
                return
            message = ""
            try:
                answer = self._answer(chat)
                message = answer.message
                fault = fault_in(answer, self.part, self.turns, self.state)
            except UserError as error:
                fault = error
            if fault is not None:
                self._end(message, fault)
                return
            if answer.done:
                self.played = replace(self.played, done=True, reason=answer.reason)
                return
            agrees = answer.agrees
            self.agreements.append((tuple(agrees) or None) if isinstance(agrees, list) else agrees)
            yield message

    def _answer(self, chat: Chat) -> UserAnswer:
        messages: list[dict[str, str]] = []
        for turn in self.turns:
            messages.append({"role": "user", "content": turn.user})
            if turn.reply is not None:
                messages.append({"role": "assistant", "content": turn.reply.text})
        try:
            timed = ask(chat, messages, self.part.brief())
        except BotError as error:
            raise self._no_answer(error) from None
        cost = timed.cost_usd
        try:
            answer = read_answer(timed.answer)
            cost = cost if answer.cost_usd is None else answer.cost_usd
            return answer
        finally:
            self._pay(cost)

    def _pay(self, cost: float | None) -> None:
        self.costs.append(cost)
        if self.budget is not None:
            self.budget.add(cost)

    def _no_answer(self, error: BotError) -> UserError:
        if error.cost_usd:
            self._pay(error.cost_usd)
        reason = str(error).replace(f"bot {self.part.player!r}", f"user {self.part.player!r}")
        return UserError("no answer", reason, error.traceback)

    def _end(self, message: str, fault: UserError) -> None:
        """End the conversation with this fault; the message is not sent to the bot."""
        self.played = replace(self.played, fault=fault.kind, reason=str(fault))
        reason = Conversation(turns=(), played=self.played).fault
        self.turns.append(Turn(user=message, error=reason, traceback=fault.traceback))
