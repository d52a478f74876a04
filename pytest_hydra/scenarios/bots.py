"""Bots: what they are, whatever they are made of, and how they are opened."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from pytest_hydra.errors import HydraError

if TYPE_CHECKING:
    from pytest_hydra.settings import BotSettings


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
        …}``; neither it nor ``context`` is changed. Raises BotError.
        """


def _nothing() -> None:
    """What there is to stop of code in this process."""


@dataclass(frozen=True, slots=True)
class Bot:
    """What can be talked to.

    ``key`` identifies it in recordings: plain JSON, without secrets. ``start`` opens one
    conversation; entering it raises BotError when the bot cannot be started, and leaving it ends
    everything that the conversation ran. ``stop`` ends the conversations that still run, from any
    thread, where the bot is of a kind that can be ended.
    """

    name: str
    key: Any
    start: Callable[[], AbstractContextManager[Chat]]
    stop: Callable[[], None] = _nothing


def bot_key(settings: BotSettings) -> dict[str, Any]:
    """What identifies a bot of hydra.toml: its target. Opens nothing."""
    if settings.python is not None:
        return {"python": settings.python}
    return {"command": list(settings.command or ())}


def open_bot(name: str, settings: BotSettings, root: Path) -> Bot:
    """The bot that the settings describe; ``root`` is the folder of hydra.toml.

    A python target is imported, a command looked up. Raises BotError when that fails.
    """
    if settings.python is not None:
        from pytest_hydra.scenarios import bot_python

        target = bot_python.load(name, settings.python, root)
        return Bot(
            name, bot_key(settings), bot_python.opener(name, target, settings.timeout_seconds)
        )
    from pytest_hydra.scenarios import bot_command

    command = list(settings.command or ())
    start = bot_command.opener(name, command, root, settings.timeout_seconds)
    return Bot(name, bot_key(settings), start, bot_command.end_all)


def bot_from_object(name: str, target: object, timeout_seconds: float) -> Bot:
    """A bot made of what a fixture returned: a function, a class, or an object to be called.

    A `Bot` comes back as it is. Raises BotError for what cannot be called.
    """
    if isinstance(target, Bot):
        return target
    from pytest_hydra.scenarios import bot_python

    return Bot(name, {"fixture": True}, bot_python.opener(name, target, timeout_seconds))


def put_on_path(root: Path) -> None:
    """Put the folder first on sys.path, unless it is there already.

    It stays, as the folders do that pytest's own `prepend` import mode puts there: a bot may
    import more of its package at any time.
    """
    folder = str(root)
    if folder not in sys.path:
        sys.path.insert(0, folder)
