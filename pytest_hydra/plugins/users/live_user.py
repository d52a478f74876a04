"""A simulated user in one conversation: the player writes each message, and rules check it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra.core.text import read_table
from pytest_hydra.plugins.users.faults import UserAnswer, UserError, fault_in, read_answer
from pytest_hydra.plugins.users.user_record import PLAYED, UserRecord
from pytest_hydra.scenarios.bots import bot_kinds
from pytest_hydra.scenarios.bots.protocol import Bot, BotError, Chat, ask
from pytest_hydra.scenarios.environment import Environment
from pytest_hydra.transcript.turn import Agreement, Turn

if TYPE_CHECKING:
    from pytest_hydra.execution import Budget
    from pytest_hydra.plugins.users.user_role import UserRole
    from pytest_hydra.plugins.users.user_settings import UserSettings

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


@contextmanager
def opened(part: UserRole, player: Callable[[], Bot], budget: Budget | None) -> Iterator[LiveUser]:
    """A conversation with the player. That it cannot be started is the user's fault, said later."""
    with ExitStack() as ending:
        chat: Chat | BotError
        try:
            chat = ending.enter_context(player().start())
        except BotError as error:
            chat = error
        yield LiveUser(part, chat, budget, ending)


class LiveUser(Environment):
    """The user of one conversation; a fault of it ends the conversation.

    ``chat`` is that with the player, or why there is none, and ``ending`` closes it.
    """

    record_name = PLAYED

    def __init__(
        self, part: UserRole, chat: Chat | BotError, budget: Budget | None, ending: ExitStack
    ) -> None:
        self._part = part
        self._chat = chat
        self._budget = budget
        self._ending = ending
        #: Whether each message agrees to the bot's request, by turn.
        self._agreements: list[Agreement] = []
        self._costs: list[float | None] = []
        self._played = UserRecord(player=part.player)

    def messages(self, turns: list[Turn], hidden: Any) -> Iterator[str]:
        """The user's messages, one by one, until it is done."""
        if isinstance(self._chat, BotError):
            self._end(turns, self._part.opening, self._no_answer(self._chat))
            return
        if self._part.opening:
            self._agreements.append(None)
            yield self._part.opening
        while len(turns) < self._part.max_turns:
            if self._budget is not None and self._budget.is_spent:
                turns.append(Turn(user="", error=str(self._budget)))
                return
            message = ""
            try:
                answer = self._answer(self._chat, turns)
                message = answer.message
                fault = fault_in(answer, self._part, turns, hidden)
            except UserError as error:
                fault = error
            if fault is not None:
                self._end(turns, message, fault)
                return
            if answer.done:
                self._played = replace(self._played, done=True, reason=answer.reason)
                return
            agrees = answer.agrees
            self._agreements.append((tuple(agrees) or None) if isinstance(agrees, list) else agrees)
            yield message

    def end(self, turns: list[Turn]) -> list[Turn]:
        """The turns with what the user agreed to in them."""
        try:
            self._ending.close()
        except BotError as error:
            # It wrote more than it was asked for, so that no answer can be trusted.
            self._end(turns, self._part.opening, self._no_answer(error))
        agreements = (*self._agreements, *[None] * len(turns))
        return [replace(turn, agrees=agreements[index]) for index, turn in enumerate(turns)]

    def record(self) -> dict[str, Any]:
        """How the user ended the conversation, and what it cost."""
        return replace(self._played, costs=tuple(self._costs)).plain

    def record_of_turn(self) -> None:
        """Nothing is expected of a turn."""

    def _answer(self, chat: Chat, turns: Sequence[Turn]) -> UserAnswer:
        messages: list[dict[str, str]] = []
        for turn in turns:
            messages.append({"role": "user", "content": turn.user})
            if turn.reply is not None:
                messages.append({"role": "assistant", "content": turn.reply.text})
        try:
            timed = ask(chat, messages, self._part.brief())
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
        self._costs.append(cost)
        if self._budget is not None:
            self._budget.add(cost)

    def _no_answer(self, error: BotError) -> UserError:
        if error.cost_usd:
            self._pay(error.cost_usd)
        player = self._part.player
        reason = str(error).replace(f"bot {player!r}", f"user {player!r}")
        return UserError("no answer", reason, error.traceback)

    def _end(self, turns: list[Turn], message: str, fault: UserError) -> None:
        """End the conversation with this fault; the message is not sent to the bot."""
        self._played = replace(self._played, fault=fault.kind, reason=str(fault))
        reason = self._played.fault_text
        turns.append(Turn(user=message, error=reason, traceback=fault.traceback))
