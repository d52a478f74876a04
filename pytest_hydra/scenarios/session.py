"""What one pytest process needs to hold conversations: bots, validators, recordings."""

from __future__ import annotations

import importlib
import sys
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pytest_hydra.errors import HydraError, did_you_mean
from pytest_hydra.scenarios import bots, conversation, replies
from pytest_hydra.scenarios.reply import Conversation, Turn

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pytest_hydra.record.runs import RunFolder
    from pytest_hydra.scenarios.bots import Bot
    from pytest_hydra.scenarios.expectations import Kind
    from pytest_hydra.scenarios.load import Scenario
    from pytest_hydra.settings import Settings


class ScenarioSession:
    """The bots and recordings of one pytest process.

    ``replayed`` is the run that is decided again instead of asking anybody; ``resumed`` are those
    that were cut off, newest first, whose conversations need not be held again.
    """

    def __init__(
        self,
        settings: Settings,
        kinds: Mapping[str, Kind],
        *,
        replayed: RunFolder | None = None,
        resumed: Sequence[RunFolder] = (),
    ) -> None:
        self.settings = settings
        self.kinds = dict(kinds)
        self.replayed = replayed
        self.resumed = resumed
        self._opened: dict[str, Bot | bots.BotError] = {}
        self._validators: dict[str, Callable[..., object]] = {}

    @cached_property
    def bot_keys(self) -> dict[str, Any]:
        """What identifies each bot in a recording, by name; in a replay those of the run."""
        if self.replayed is not None:
            return dict(self.replayed.manifest["bots"])
        return {name: bots.bot_key(bot) for name, bot in self.settings.bots.items()}

    def bot(self, name: str) -> Bot:
        """The bot of this name, opened once. Raises BotError, each time, when it cannot be."""
        if name not in self._opened:
            try:
                self._opened[name] = bots.open_bot(
                    name, self.settings.bots[name], self.settings.root
                )
            except bots.BotError as error:
                self._opened[name] = error
        opened = self._opened[name]
        if isinstance(opened, bots.BotError):
            raise opened
        return opened

    def hold(self, name: str, scenario: Scenario, bot: Callable[[], Bot]) -> Conversation:
        """Hold the scenario's conversation. A bot that cannot be opened leaves no reply."""
        users = [step.user for step in scenario.steps]
        try:
            opened = bot()
        except bots.BotError as error:
            return not_held(name, scenario, str(error), error.traceback)
        return conversation.converse(opened, users, scenario.context)

    def recorded(self, digest: str, *, whole: bool) -> Conversation | None:
        """The conversation of the replayed or resumed run, if it is there.

        ``whole``: only one in which every turn has its reply.
        """
        plain = self._recordings.get(digest)
        if plain is None:
            return None
        held = replies.conversation_from_plain(plain)
        if whole and any(turn.reply is None for turn in held.turns):
            return None
        return held

    @cached_property
    def _recordings(self) -> dict[str, Any]:
        folders = [self.replayed] if self.replayed is not None else self.resumed
        return {
            record["digest"]: record["conversation"]
            for folder in reversed(folders)  # the newest has the last word
            for record in folder.records("scenarios")
        }

    def validator(self, target: str) -> Callable[..., object]:
        """The function that a ``customValidator`` names as ``package.module:function``.

        It is imported from beside hydra.toml, as python bots are. Raises HydraError when it
        cannot be.
        """
        if target not in self._validators:
            self._validators[target] = self._import_validator(target)
        return self._validators[target]

    def _import_validator(self, target: str) -> Callable[..., object]:
        module_name, _, attribute = target.partition(":")
        bots.put_on_path(self.settings.root)
        try:
            found: object = importlib.import_module(module_name)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
                raise  # the module is there: what it imports is not
            raise HydraError(
                f"customValidator: there is no module {module_name!r} beside hydra.toml "
                f"or on sys.path"
            ) from None
        for name in attribute.split("."):
            if not hasattr(found, name):
                raise HydraError(
                    f"customValidator: {module_name!r} has no {attribute!r}"
                    + did_you_mean(name, dir(sys.modules[module_name]))
                )
            found = getattr(found, name)
        if not callable(found):
            raise HydraError(f"customValidator: {target!r} is not a function")
        return found


def not_held(
    bot: str, scenario: Scenario, reason: str, traceback: str | None = None
) -> Conversation:
    """What stands for a conversation that there is none of: no turn has its reply."""
    first, *later = scenario.steps
    return Conversation(
        turns=(
            Turn(user=first.user, error=reason, traceback=traceback),
            *(Turn(user=step.user, error=reason) for step in later),
        ),
        context=scenario.context,
        bot=bot,
    )
