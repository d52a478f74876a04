"""Holds conversations before their items' turn, in threads, and stops them with the session."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING

from pytest_hydra.errors import HydraError
from pytest_hydra.execution import Tasks, TasksStoppedError, pause, time_limits

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytest_hydra.scenarios.load import Scenario
    from pytest_hydra.scenarios.reply import Conversation
    from pytest_hydra.scenarios.running.holding import Holder
    from pytest_hydra.scenarios.running.reuse import Recordings
    from pytest_hydra.settings import BotSettings, Settings

# The default number of conversations that run ahead at a time.
_AT_ONCE = 8
# Time for an abandoned conversation to end by itself, in seconds.
_MOMENT = 0.1
# Time for it to end once stopped, in seconds. After it, its daemon thread is abandoned.
_ENDING = 0.5
# The interval at which a worker checks for an interrupted session, in seconds.
_BETWEEN_LOOKS = 0.1


class RunAhead:
    """The conversations that are held while the items before theirs are still running.

    ``processes`` is the number of pytest processes that share the session's limits.
    """

    def __init__(
        self, settings: Settings, holder: Holder, recordings: Recordings, *, processes: int
    ) -> None:
        self._settings = settings
        self._holder = holder
        self._recordings = recordings
        self._processes = processes
        self._parent = os.getppid()
        self._is_waiting = False
        #: Whether the session was stopped.
        self.is_stopped = False
        #: Starts the next conversations, once the fixtures of an item are set up.
        self.start: Callable[[], None] = lambda: None

    @cached_property
    def pool(self) -> Tasks:
        """The threads that hold conversations."""
        limit = self._settings.scenarios.concurrency or _AT_ONCE
        return Tasks(max(1, limit // self._processes))

    def at_once(self, bot: str, scenario: Scenario) -> int:
        """How many conversations a bot may hold at a time, with what else the scenario calls.

        More than 1 allows running ahead.
        """
        most = self._at_once[bot]
        if scenario.plans:
            called = self._settings.called
            limits = [self._limit(called[table][name]) for table, name in scenario.calls]
            most = min([most, *limits])
        return most

    @cached_property
    def _at_once(self) -> dict[str, int]:
        return {name: self._limit(bot) for name, bot in self._settings.bots.items()}

    def _limit(self, bot: BotSettings) -> int:
        # Python bots share this process with the suite, so threads need an explicit setting.
        most = (self._settings.scenarios.concurrency or 1) if bot.python else 0
        return bot.concurrency or most or self.pool.limit

    def prepare(self, name: str, scenario: Scenario) -> None:
        """Open and import what a conversation needs, in the main thread, before `hold`.

        Threads that import the same modules at once may see them half initialized.
        """
        import pytest_hydra.scenarios.apis.order  # noqa: F401 - which `read_reply` may need

        with suppress(Exception):  # raised again by `hold`
            self._holder.bot(name, scenario.treatment)
        opening = self._holder.opening(name, scenario)
        for plan in scenario.plans.values():
            with suppress(HydraError):
                plan.prepare(opening)

    def hold(
        self, nodeid: str, number: int, name: str, scenario: Scenario, digest: str
    ) -> Conversation:
        """Hold the conversation of an item's run in this thread, and store it at once."""
        label, bot = f"{nodeid}-{number + 1}", partial(self._holder.bot, name, scenario.treatment)
        conversation = self._holder.hold(name, scenario, bot, label)
        self._recordings.store_ahead(nodeid, digest, conversation)
        return conversation

    def take(self, key: tuple[str, int], hold: Callable[[], Conversation]) -> Conversation | None:
        """The conversation that was held ahead, else that of `hold`; None if the session stops."""
        conversation: Conversation | None = None
        self._is_waiting = True
        try:
            if key in self.pool:
                conversation = self.pool.pop(key)
            elif not self.is_stopped:
                conversation = hold()
        except TasksStoppedError:
            self.is_stopped = True
        finally:
            self._is_waiting = False
        return None if self.is_stopped else conversation

    def listen(self, stop_file: Path) -> None:
        """Stop all bots once the file appears; runs in a thread of its own.

        It is for xdist's workers, which otherwise do not learn that the session ends while they run
        something, nor that the controller is gone. All else, above all a user's test, continues
        undisturbed.
        """
        while not stop_file.exists():
            pause(_BETWEEN_LOOKS)
            if self._is_waiting and os.getppid() != self._parent:
                # The controller was killed, so results are lost. The bot's processes end with this
                # one.
                os._exit(1)
        self.is_stopped = True
        self.pool.stop(0)
        # Repeat it: an item that has just begun to wait may not have reached its bot yet.
        has_rung = False
        while self._is_waiting:
            has_rung = has_rung or time_limits.ring_now()
            self._holder.stop_bots()
            pause(_BETWEEN_LOOKS)

    def close(self) -> None:
        """End the conversations that still run ahead, within two seconds."""
        if "pool" in vars(self) and not self.pool.stop(_MOMENT):
            self._holder.stop_bots()
            self.pool.stop(_ENDING)
