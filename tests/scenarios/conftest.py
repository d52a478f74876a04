"""Bots at the address of a server that answers as a test wants it to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.scenarios.bots.bot_kinds import open_bot
from pytest_hydra.scenarios.bots.protocol import Bot
from pytest_hydra.settings.bots import BotSettings

Open = Callable[..., Bot]


@pytest.fixture
def opened() -> Iterator[Open]:
    """Opens bots at an address, and stops them when the test is over."""
    bots: list[Bot] = []

    def open_one(url: str, **settings: Any) -> Bot:
        given = {"timeout_seconds": 60.0, "retries": 0, **settings}
        bots.append(open_bot("shop", BotSettings.model_validate({"url": url, **given}), Path()))
        return bots[-1]

    yield open_one
    for bot in bots:
        bot.stop()
