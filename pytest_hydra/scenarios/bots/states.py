"""The state that a bot answers in: its code or its declared version, and known variables.

An answer may be reused only if it would be the same today. Of a server or a program nobody knows
that, unless the settings declare a ``version``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from pytest_hydra.core.plain import json_digest

if TYPE_CHECKING:
    from pytest_hydra.scenarios.load import Scenario
    from pytest_hydra.settings import BotSettings

#: What the settings alone say: a version, or a model with its parameters.
DECLARED = "declared"


class BotStates:
    """The states of the bots, and of what else is called: see `Settings.called`."""

    def __init__(self, called: Mapping[str, Mapping[str, BotSettings]]) -> None:
        self._tables = called
        #: Returns a digest of the code that bots in Python may use; called once, when it is needed.
        self.code: Callable[[], str] = str

    @cached_property
    def all(self) -> dict[str, str | None]:
        """The state of each by ``TABLE.NAME``; None if it is unknown.

        The one of the ``hydra_bot`` fixture has no name.
        """
        code = self.code()
        states = {
            f"{table}.{name}": _state(settings, code)
            for table, entries in self._tables.items()
            for name, settings in entries.items()
        }
        return {"bots.": code, **states}

    @property
    def run_code(self) -> str:
        """The state of the code, if there is a bot that may run it."""
        bots = [self.all[f"bots.{name}"] for name in self._tables["bots"]]
        is_run = any(not str(state).startswith(DECLARED) for state in bots)
        return str(self.all["bots."]) if is_run else ""

    def of(self, bot: str | None, scenario: Scenario) -> dict[str, str | None]:
        """The states that the answers in a scenario depend on."""
        keys = [f"bots.{bot or ''}", *[f"{table}.{name}" for table, name in scenario.calls]]
        states = {key: self.all.get(key) for key in keys}
        # What a treatment installs may have changed since another run.
        return states if scenario.treatment is None else {**states, "treatment": DECLARED}


def _state(settings: BotSettings, code: str) -> str | None:
    state = _stated(settings, code)
    values = {name: os.environ.get(name) for name in settings.seen_variables}
    return f"{state} {json_digest(values)[:16]}" if state is not None and values else state


def _stated(settings: BotSettings, code: str) -> str | None:
    if settings.version is not None or settings.opened_as in ("openai", "recorded", "script"):
        return DECLARED
    return code if settings.is_known else None
