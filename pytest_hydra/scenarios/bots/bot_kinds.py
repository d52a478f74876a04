"""The kinds of bots; open a bot of hydra.toml or of a fixture."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hydra import registry
from pytest_hydra.errors import did_you_mean
from pytest_hydra.scenarios.bots.protocol import FIXTURE, Bot, BotError

if TYPE_CHECKING:
    from pytest_hydra.settings import BotSettings


def bot_key(settings: BotSettings) -> dict[str, Any]:
    """The identity of a bot of hydra.toml: its target, and what it is sent. Opens nothing.

    It contains no secrets: values from the environment are ``${NAME}``.
    """
    public = settings.public()
    return {key: public[key] for key in settings.identifies if public.get(key)}


Opener = Callable[[str, "BotSettings", Path], Bot]


_MODULES = {
    "python": "python",
    "command": "command",
    "url": "http",
    "openai": "openai",
}


def _open(name: str, settings: BotSettings, root: Path) -> Bot:
    # The module of a kind is imported for the first bot of that kind.
    if settings.opened_as in registry.words("openers"):
        found: Bot = registry.offered("openers", settings.opened_as)(name, settings, root)
        return found
    try:
        module = import_module(f"{__package__}.{_MODULES[settings.opened_as]}")
    except ModuleNotFoundError as error:
        if error.name != "httpx2":
            raise
        raise BotError(
            f"bot {name!r}: HTTP needs a library that is not installed: "
            'pip install "pytest-hydra[http]"'
        ) from None
    start, stop = module.opener(name, settings, root)
    return Bot(name, bot_key(settings), start, stop, uses=module.USES)


#: The opener of each kind of bot: it gets the name, the settings and the folder of hydra.toml.
#: Raises BotError if the bot cannot be opened.
OPENERS: Mapping[str, Opener] = dict.fromkeys([*_MODULES, *registry.words("openers")], _open)


def open_bot(
    name: str, settings: BotSettings, root: Path, openers: Mapping[str, Opener] = OPENERS
) -> Bot:
    """Open the bot that the settings describe; ``root`` is the folder of hydra.toml.

    A python target is imported, a command looked up; nothing is sent to a URL yet. Raises BotError
    if that fails, or if an environment variable that the bot needs is missing.
    """
    from pytest_hydra.settings import missing_env

    missing = missing_env(settings)
    if missing:
        names = ", ".join(missing)
        raise BotError(
            f"bot {name!r} needs the environment variable{'s' if missing[1:] else ''} {names}; "
            'set it, or use when_missing = "skip"'
        )
    kind = settings.opened_as
    if settings.recorded:
        raise BotError(
            f"bot {name!r} is recorded: its traces are for scenarios, and tests cannot call it"
        )
    if kind not in openers:
        raise BotError(
            f"bot {name!r}: unknown kind {kind!r}"
            f"{did_you_mean(kind, sorted(openers)) or ';'} is its plugin installed?"
        )
    return openers[kind](name, settings, root)


def bot_from_object(name: str, target: object, timeout_seconds: float = 30.0) -> Bot:
    """A bot from a fixture's return value: a function, a class, or a callable object.

    A `Bot` is returned unchanged. ``timeout_seconds`` is its limit for a reply, as hydra.toml has
    no settings for it. Raises BotError if it cannot be called.
    """
    if isinstance(target, Bot):
        return target
    from pytest_hydra.scenarios.bots.python import USES, conversations

    start, stop = conversations(name, target, timeout_seconds)
    return Bot(name, {"fixture": True}, start, stop, uses=USES)


def fixture_name(target: object) -> str:
    """The name of the bot that a fixture returned."""
    name = getattr(target, "name", None)
    return name if isinstance(name, str) else FIXTURE


def open_fixture(target: object) -> Bot:
    """The bot that a fixture returned. Raises BotError if it cannot be called."""
    if inspect.isasyncgen(target) or inspect.iscoroutine(target):
        if inspect.iscoroutine(target):
            target.close()
        raise BotError(
            "the hydra_bot fixture is async, and is not awaited here: return a class instead, "
            "whose async __call__(self, messages) opens what it needs and answers"
        )
    return bot_from_object(fixture_name(target), target)
