"""Python bots that are told to end while they are asked, from another thread."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence

import pytest

from pytest_hydra.execution.quotas import now
from pytest_hydra.scenarios.bots.bot_kinds import bot_from_object
from pytest_hydra.scenarios.conversation import converse
from pytest_hydra.transcript.turn import Turn

STOPPED = "was stopped before it answered: the session has ended"


class Bots:
    """Bots that hang, each in its own way, and what has become of them."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.go = threading.Event()
        self.ended = threading.Event()

    async def polite(self, _messages: object) -> str:
        """Ends when it is cancelled."""
        self.asked.set()
        try:
            await asyncio.sleep(900)
        finally:
            self.ended.set()
        return "hello"

    async def stubborn(self, _messages: object) -> str:
        """Is not to be cancelled."""
        self.asked.set()
        while not self.go.is_set():
            try:
                await asyncio.sleep(0.01)
            except asyncio.CancelledError:
                continue
        self.ended.set()
        return "hello"

    def deaf(self, _messages: object) -> str:
        """Can be told nothing."""
        self.asked.set()
        self.go.wait(900)
        self.ended.set()
        return "hello"


def hold(bots: Bots, target: Callable[..., object], users: Sequence[str]) -> tuple[Turn, ...]:
    """What comes of a conversation in another thread that is stopped when it has begun."""
    bot = bot_from_object("b", target, 600)
    held: list[tuple[Turn, ...]] = []
    thread = threading.Thread(target=lambda: held.append(converse(bot, users, {}).turns))
    thread.start()
    assert bots.asked.wait(60)
    bot.stop()
    thread.join(60)
    assert not thread.is_alive()
    return held[0]


def test_what_is_awaited_is_cancelled_and_no_thread_is_left() -> None:
    bots = Bots()
    turns = hold(bots, bots.polite, ["a", "b"])
    assert [turn.error for turn in turns] == [STOPPED, "not sent: turn 1 had no reply"]
    assert bots.ended.wait(60)
    wait_for_threads()


@pytest.mark.parametrize("name", ["stubborn", "deaf"])
def test_nobody_waits_for_what_cannot_be_cancelled(name: str) -> None:
    bots = Bots()
    (turn,) = hold(bots, getattr(bots, name), ["a"])
    assert turn.error == STOPPED
    assert not bots.ended.is_set()
    # Nor does it begin anything more once it has ended.
    bots.go.set()
    assert bots.ended.wait(60)
    wait_for_threads()


def test_a_conversation_between_two_turns_is_over_as_well() -> None:
    bot = bot_from_object("b", lambda _messages: "hello", 600)
    with bot.start() as chat:
        assert chat.answer([{"role": "user", "content": "a"}], {}) == "hello"
        bot.stop()
        with pytest.raises(Exception, match=r"^was not called: the session has ended$"):
            chat.answer([{"role": "user", "content": "b"}], {})
    # Another one is not: whoever wants no more of them begins none.
    assert converse(bot, ["a"], {}).turns[0].error is None


STUBBORN = """
import asyncio, time
from pytest_hydra.scenarios.bots.bot_kinds import bot_from_object
from pytest_hydra.scenarios.conversation import converse

async def catches_everything(messages):
    while True:
        try:
            await asyncio.sleep(60)
        except BaseException:
            pass

async def blocks(messages):
    time.sleep(60)

for bot in (catches_everything, blocks):
    print(converse(bot_from_object("b", bot, 0.1), ["a"], {}).turns[0].error)
"""


def test_async_code_that_cannot_be_ended_does_not_keep_the_process() -> None:
    command = [sys.executable, "-W", "error", "-c", STUBBORN]
    done = subprocess.run(command, capture_output=True, text=True, timeout=50, check=True)
    assert done.stdout == "did not answer within 0.1 s\n" * 2
    assert done.stderr == ""


def wait_for_threads() -> None:
    """Until the threads of conversations have ended."""
    end = now() + 60
    while left := [entry for entry in threading.enumerate() if entry.name == "hydra-bot"]:
        assert now() < end
        left[0].join(0.1)
