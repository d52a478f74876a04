"""Holds conversations: opens bots and environments, each once and stoppable."""

from __future__ import annotations

import threading
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from pytest_hydra import registry
from pytest_hydra.core.plain import json_digest
from pytest_hydra.errors import HydraError
from pytest_hydra.execution import Budget, StoppedError
from pytest_hydra.record.files import SESSION
from pytest_hydra.scenarios.bots import bot_kinds
from pytest_hydra.scenarios.bots.protocol import BotError
from pytest_hydra.scenarios.conversation import converse, missing_conversation
from pytest_hydra.scenarios.environment import Environments, Home
from pytest_hydra.scenarios.keys import Opening
from pytest_hydra.settings import share_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from pytest_hydra.scenarios.bots.protocol import Bot
    from pytest_hydra.scenarios.bots.server import BotServers
    from pytest_hydra.scenarios.environment import Address, Environment
    from pytest_hydra.scenarios.load import Scenario
    from pytest_hydra.scenarios.reply import Conversation
    from pytest_hydra.scenarios.running.hidden import Hidden
    from pytest_hydra.scenarios.treatments import Treatment
    from pytest_hydra.settings import BotSettings, Settings
    from pytest_hydra.transcript.turn import Call, Turn


class Holder:
    """The bots of one pytest process, what else is called, and what they share.

    ``processes`` is the number of pytest processes that share the session's limits, and ``token``
    names the session.
    """

    def __init__(
        self,
        settings: Settings,
        openers: Mapping[str, bot_kinds.Opener],
        hidden: Hidden,
        *,
        token: str,
        processes: int,
    ) -> None:
        self._settings = settings
        self._openers = openers
        self._hidden = hidden
        self._token = token
        self._processes = processes
        most = settings.scenarios.max_cost_usd
        label = f"the {' and '.join(settings.called)}"
        #: The cost limit of conversations in this process; None for no limit.
        self.budget = None if most is None else Budget(most, subject=label, processes=processes)
        #: The name of this worker of xdist.
        self.worker: str | None = None
        self._opened: dict[str, Bot | Exception] = {}
        self._opening = threading.Lock()
        self._treated: dict[tuple[str, str, str], BotSettings] = {}
        #: What environments share, by its name.
        self._shared: dict[str, Any] = {}
        self._sharing = threading.RLock()

    def bot(self, name: str, treatment: Treatment | None = None) -> Bot:
        """The bot of this name, opened once. Raises BotError on every call if that failed."""
        key = name if treatment is None else f"{name} {json_digest(treatment.identity)}"
        return self._open(key, self.settings_of(name, treatment), name, bot_kinds.open_bot)

    def settings_of(self, name: str, treatment: Treatment | None) -> BotSettings:
        """The settings of a bot under a treatment. Raises ValueError if it cannot have it."""
        if treatment is None or not treatment.changes:
            return self._settings.bots[name]
        key = name, str(treatment.folder), json_digest(treatment.identity)
        if key not in self._treated:
            from pytest_hydra.scenarios.treatments import treated

            self._treated[key] = treated(self._settings, name, treatment)
        return self._treated[key]

    def called(self, table: str, name: str, open_one: Callable[..., Bot]) -> Bot:
        """What has this name in a table of `Settings.called`, opened as a bot is: see `bot`."""
        settings = self._settings.called[table][name]
        return self._open(f"{settings.noun} {name}", settings, name, open_one)

    def _open(
        self, key: str, settings: BotSettings, name: str, open_one: Callable[..., Bot]
    ) -> Bot:
        # Threads may open the same bot at once: it must be opened once, with one limit, and be
        # stoppable.
        with self._opening:
            if key not in self._opened:
                share, root = share_of(settings, self._processes), self._settings.root
                share = share.with_prices(self._settings.prices)
                try:
                    if share.start is not None:
                        share = self.servers.start(key, share)
                    self._opened[key] = open_one(name, share, root, self._openers)
                except Exception as error:  # noqa: BLE001 - raised for each of its conversations
                    self._opened[key] = error
            bot = self._opened[key]
        if isinstance(bot, Exception):
            raise bot
        return bot

    @cached_property
    def servers(self) -> BotServers:
        """The servers that are started for bots."""
        from pytest_hydra.scenarios.bots.server import BotServers

        logs = self._settings.root / ".hydra" / f"{SESSION}{self._token}" / "servers"
        return BotServers(self._settings.root, logs, self.worker)

    def hold(
        self, name: str | None, scenario: Scenario, bot: Callable[[], Bot], label: str = ""
    ) -> Conversation:
        """Hold the scenario's conversation. If its bot cannot be opened, no turn has a reply.

        The same applies if the cost limit is reached. ``label`` names its recording by a gateway.
        """
        if self.budget is not None and self.budget.is_spent:
            return missing_conversation(name, scenario, str(self.budget))
        try:
            target = bot()
        except BotError as error:
            return missing_conversation(name, scenario, str(error), error.traceback)
        if not scenario.plans:
            return self._converse(target, scenario)
        try:
            with self._around(name, scenario, label) as environments:
                conversation = self._converse(target.within(environments), scenario)
                return replace(conversation, records=environments.records())
        except StoppedError:
            return missing_conversation(target.name, scenario, "the session was stopped")
        except HydraError as error:
            return missing_conversation(target.name, scenario, str(error))

    @contextmanager
    def _around(self, name: str | None, scenario: Scenario, label: str) -> Iterator[Environments]:
        """The environments of a conversation, new ones. Raises HydraError, StoppedError."""
        opening = self.opening(name, scenario)
        with ExitStack() as stack:
            parts = {key: stack.enter_context(p.open(opening)) for key, p in scenario.plans.items()}
            until = _ending(scenario, parts)
            secrets = self._hidden.secrets()

            def scrub(text: str) -> str:
                return secrets.unmarked(secrets.scrub(text)) if secrets else text

            yield Environments(parts, self._serve, label=label, until=until, scrub=scrub)

    def opening(self, name: str | None, scenario: Scenario) -> Opening:
        """What the environments of a scenario with this bot may need."""
        bot = None
        if name is not None and name in self._settings.bots:
            bot = self.settings_of(name, scenario.treatment)
        return Opening(
            self._settings,
            bot,
            scenario.demands,
            self.shared,
            self.called,
            self.budget,
            self._token,
        )

    def shared(self, name: str, make: Callable[[], Any]) -> Any:
        """The one of its kind in this session, made on first use and closed at its end."""
        with self._sharing:
            if name not in self._shared:
                self._shared[name] = make()
            return self._shared[name]

    def _serve(self, environments: Environments) -> AbstractContextManager[Address]:
        """An address for tools. Raises BotError if no plugin has one."""
        if "bridge" not in registry.words("services"):
            raise BotError("no plugin brings a scenario's tools to programs and servers")
        bridge = self.shared("bridge", registry.offered("services", "bridge"))
        address: AbstractContextManager[Address] = bridge.serve(environments)
        return address

    def _converse(self, bot: Bot, scenario: Scenario) -> Conversation:
        if (speaker := scenario.speaker) is not None:
            turns: list[Turn] = []
            around = bot.environments
            users = around.parts[speaker].messages(turns, around.hidden)
            return converse(bot, users, scenario.context, self.budget, turns)
        parts = [step.parts for step in scenario.steps]
        if scenario.history or any(parts):
            bot = replace(bot, history=scenario.history, parts=parts)
        return converse(bot, scenario.messages, scenario.context, self.budget)

    def stop_bots(self) -> None:
        """Stop all bots and servers, and what they are doing."""
        for bot in list(self._opened.values()):
            if not isinstance(bot, Exception):
                bot.stop()
        self.stop_servers()

    def stop_servers(self) -> None:
        """End the servers that were started for bots."""
        if "servers" in vars(self):
            self.servers.stop()

    def close(self) -> None:
        """Close what environments share, and end the servers."""
        for shared in self._shared.values():
            shared.close()
        self.stop_servers()


def _ending(
    scenario: Scenario, parts: Mapping[str, Environment]
) -> Callable[[Sequence[Call]], bool] | None:
    """Whether calls decide all, so that the bot can be ended; None if it is to end by itself."""
    if scenario.most_calls is None:
        return None
    assert scenario.experiment is not None  # noqa: S101 - its triggers are what limits calls
    tools = next((part.tool_roles for part in parts.values() if isinstance(part, Home)), {})
    has_fired = registry.offered("services", "has_fired")
    return partial(has_fired, scenario.experiment.skill, scenario.most_calls, tools)
