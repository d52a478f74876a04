"""Bots: what they are, whatever they are made of, and how they are opened."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from pytest_hydra.errors import HydraError, did_you_mean
from pytest_hydra.execution.clock import now

if TYPE_CHECKING:
    from pytest_hydra.settings.bots import BotSettings

# What of a bot's settings makes its answers what they are, and not how they are waited for.
_IDENTITY = (
    *("python", "command", "url", "openai", "kind", "options"),
    *("headers", "request", "reply"),
)


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

    We wait for our own limit of requests in a second, and before a request is sent again.
    """

    answer: object
    seconds: float


def ask(
    chat: Chat, messages: list[dict[str, str]], context: Mapping[str, Any]
) -> tuple[object, float]:
    """The bot's raw answer, and how long the bot took for it, in seconds. Raises BotError."""
    started = now()
    answer = chat.answer(messages, context)
    if isinstance(answer, TimedAnswer):
        return answer.answer, answer.seconds
    return answer, now() - started


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
    """What identifies a bot of hydra.toml: its target, and what it is sent. Opens nothing.

    It holds no secret: what comes from the environment is in it as ``${NAME}``.
    """
    public = settings.public()
    return {key: public[key] for key in _IDENTITY if public.get(key)}


Opener = Callable[[str, "BotSettings", Path], Bot]


def _open_python(name: str, settings: BotSettings, root: Path) -> Bot:
    from pytest_hydra.scenarios.bots import python as bot_python

    target = bot_python.load(name, settings.python or "", root)
    return Bot(name, bot_key(settings), *bot_python.opener(name, target, settings.timeout_seconds))


def _open_command(name: str, settings: BotSettings, root: Path) -> Bot:
    from pytest_hydra.scenarios.bots import command as bot_command

    command = list(settings.command or ())
    start = bot_command.opener(name, command, root, settings.timeout_seconds)
    return Bot(name, bot_key(settings), start, bot_command.end_all)


def _open_url(name: str, settings: BotSettings, _root: Path) -> Bot:
    from pytest_hydra.scenarios.bots import http as bot_http

    return Bot(name, bot_key(settings), *bot_http.opener(name, settings))


def _open_openai(name: str, settings: BotSettings, root: Path) -> Bot:
    from pytest_hydra.scenarios.bots import openai as bot_openai

    return Bot(name, bot_key(settings), *bot_openai.opener(name, settings, root))


#: What opens each kind of bot: given its name, its settings and the folder of hydra.toml. Raises
#: BotError when it cannot be opened.
OPENERS: Mapping[str, Opener] = {
    "python": _open_python,
    "command": _open_command,
    "url": _open_url,
    "openai": _open_openai,
}


def open_bot(
    name: str, settings: BotSettings, root: Path, openers: Mapping[str, Opener] = OPENERS
) -> Bot:
    """The bot that the settings describe; ``root`` is the folder of hydra.toml.

    A python target is imported, a command looked up; an address is asked nothing yet. Raises
    BotError when that fails, or when an environment variable is missing that the bot needs.
    """
    from pytest_hydra.settings.bots import missing_env

    missing = missing_env(settings)
    if missing:
        names = ", ".join(missing)
        raise BotError(
            f"bot {name!r} needs the environment variable{'s' if missing[1:] else ''} {names}; "
            'set what is missing, or say when_missing = "skip"'
        )
    kind = settings.opened_as
    if kind not in openers:
        raise BotError(
            f"bot {name!r}: nobody offers bots of the kind {kind!r}"
            f"{did_you_mean(kind, sorted(openers)) or ';'} is the plugin installed that does?"
        )
    return openers[kind](name, settings, root)


def bot_from_object(name: str, target: object, timeout_seconds: float) -> Bot:
    """A bot made of what a fixture returned: a function, a class, or an object to be called.

    A `Bot` comes back as it is. Raises BotError for what cannot be called.
    """
    if isinstance(target, Bot):
        return target
    from pytest_hydra.scenarios.bots import python as bot_python

    return Bot(name, {"fixture": True}, *bot_python.opener(name, target, timeout_seconds))


def put_on_path(root: Path) -> None:
    """Put the folder first on sys.path, unless it is there already.

    It stays, as the folders do that pytest's own `prepend` import mode puts there: a bot may
    import more of its package at any time.
    """
    folder = str(root)
    if folder not in sys.path:
        sys.path.insert(0, folder)
