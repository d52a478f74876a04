"""Hold a conversation with a bot, and record it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pytest_hydra.execution.runtime import now
from pytest_hydra.scenarios.bots.protocol import Bot, BotError, Chat, ask
from pytest_hydra.scenarios.replies import ReplyError, read_reply
from pytest_hydra.scenarios.reply import Conversation, Turn

if TYPE_CHECKING:
    from pytest_hydra.execution.quotas import Budget

# Escaped to ASCII: a message may hold what UTF-8 cannot.
_ENCODE = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode
# What it makes of a text, without making an encoder first.
_ENCODE_TEXT = json.encoder.encode_basestring_ascii


def converse(
    bot: Bot, users: Sequence[str], context: Mapping[str, Any], budget: Budget | None = None
) -> Conversation:
    """Send the bot one message of the user after the other, and record what it answers.

    What goes wrong with the bot ends the conversation, and so does a ``budget`` that is spent: that
    turn and the later ones have no reply, but say why. KeyboardInterrupt and what pytest raises to
    skip, fail or exit come through.
    """
    turns: list[Turn] = []
    try:
        with bot.start() as chat:
            _talk(chat, users, context, turns, budget)
    except BotError as error:
        # The bot could not be started; whatever happens later, `_talk` records.
        turns.append(Turn(user=users[0], error=str(error), traceback=error.traceback))
    if len(turns) < len(users):
        reason = f"not asked: turn {len(turns)} had no reply"
        turns += [Turn(user=user, error=reason) for user in users[len(turns) :]]
    return Conversation(turns=tuple(turns), context=context, bot=bot.name)


def conversation_digest(
    bot_key: object, users: Sequence[str], context: Mapping[str, Any], repeat: int = 0
) -> str:
    """What identifies a conversation before it is held: a sha256, in hex.

    ``bot_key`` is plain JSON; ``repeat`` counts from 0 where one is held several times.
    """
    return digest_with(encoded(bot_key), users, context, repeat)


def encoded(bot_key: object) -> str:
    """A bot's key as the digests of its conversations hold it."""
    return _ENCODE(bot_key)


def digest_with(bot: str, users: Sequence[str], context: Mapping[str, Any], repeat: int = 0) -> str:
    """The same, for a key that `encoded` made text of: one bot holds many conversations."""
    said = ",".join(map(_ENCODE_TEXT, users))
    about = _ENCODE(context) if context else "{}"
    identity = f'{{"bot":{bot},"context":{about},"repeat":{repeat},"users":[{said}]}}'
    return hashlib.sha256(identity.encode("ascii")).hexdigest()


def _talk(
    chat: Chat,
    users: Sequence[str],
    context: Mapping[str, Any],
    turns: list[Turn],
    budget: Budget | None,
) -> None:
    messages: list[dict[str, str]] = []
    for user in users:
        if budget is not None and budget.is_spent:
            turns.append(Turn(user=user, error=str(budget)))
            return
        messages.append({"role": "user", "content": user})
        started = now()
        try:
            answer, seconds = ask(chat, messages, context)
            reply = read_reply(answer)
        except (BotError, ReplyError) as error:
            trace = error.traceback if isinstance(error, BotError) else None
            turns.append(
                Turn(user=user, seconds=now() - started, error=str(error), traceback=trace)
            )
            return
        if budget is not None:
            budget.add(reply.cost_usd)
        turns.append(Turn(user=user, reply=reply, seconds=seconds))
        messages.append({"role": "assistant", "content": reply.text})
