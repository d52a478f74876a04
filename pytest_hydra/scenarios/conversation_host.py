"""A program that holds a bot's conversations for a worker of a cluster: JSON lines in and out.

It begins in the folder of hydra.toml and holds one conversation after the other, in its main
thread, as a session does. Each line is a `Question`; each answer is the conversation as recordings
hold it, or says why the bot could not be opened. What bots print goes to its standard error.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pytest_hydra.execution.quotas import Budget
from pytest_hydra.scenarios.bots.bot_kinds import open_bot
from pytest_hydra.scenarios.bots.protocol import Bot, BotError
from pytest_hydra.scenarios.conversation import converse
from pytest_hydra.scenarios.replies import conversation_to_plain
from pytest_hydra.settings.bots import BotSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A conversation to be held with a bot.

    ``settings`` are the bot's as JSON values, ``root`` is the folder of hydra.toml, and ``users``
    are what the user says, turn by turn. Of ``most_usd``, where there is a limit, ``spent_usd`` are
    spent.
    """

    name: str
    settings: Mapping[str, Any]
    root: str
    users: tuple[str, ...]
    context: Mapping[str, Any]
    most_usd: float | None
    spent_usd: float


def main() -> None:
    """Answer line by line, until there are no more."""
    # Bots may read and print whatever they like: these lines are not theirs.
    questions = os.fdopen(os.dup(0), encoding="ascii")
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    for line in questions:
        print(json.dumps(_answer(Question(**json.loads(line)))), file=answers, flush=True)


def _answer(question: Question) -> dict[str, Any]:
    try:
        bot = _opened(question.name, question.root, json.dumps(question.settings))
    except BotError as error:
        return {"problem": str(error), "traceback": error.traceback}
    budget = None
    if question.most_usd is not None:
        budget = Budget(question.most_usd, who="the bots")
        budget.add(question.spent_usd)
    return conversation_to_plain(converse(bot, question.users, question.context, budget))


@cache
def _opened(name: str, root: str, settings: str) -> Bot:
    return open_bot(name, BotSettings.model_validate_json(settings), Path(root))


if __name__ == "__main__":
    main()
