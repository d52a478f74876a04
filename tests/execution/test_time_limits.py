"""A limit for code in this thread, and Ctrl-C while such code runs."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress

import pytest

from pytest_hydra.execution.quotas import now, pause
from pytest_hydra.execution.time_limits import TimeUpError, in_time


@pytest.fixture(autouse=True)
def _pythons_own_handler() -> Iterator[None]:
    # An xdist worker is told to ignore it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def press_ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def swallow_everything() -> None:
    press_ctrl_c()
    while True:
        with suppress(BaseException):
            pause(300)


def test_ctrl_c_ends_code_that_catches_everything() -> None:
    started = now()
    with pytest.raises(KeyboardInterrupt):
        in_time(60, swallow_everything)
    assert now() - started < 50
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_ctrl_c_is_not_lost_whatever_the_code_makes_of_it() -> None:
    def answers() -> str:
        try:
            press_ctrl_c()
            pause(300)
        except BaseException:  # noqa: BLE001 - the worst that code can do
            return "hello"
        return ""

    def raises() -> None:
        try:
            press_ctrl_c()
            pause(300)
        except BaseException as error:
            raise ValueError("something else") from error

    for function in (answers, raises):
        with pytest.raises(KeyboardInterrupt):
            in_time(60, function)


def test_a_handler_that_somebody_else_has_set_is_left_alone() -> None:
    heard = []
    signal.signal(signal.SIGINT, lambda *_: heard.append(1))
    in_time(60, press_ctrl_c)
    assert heard == [1]


def test_the_limit_holds_after_as_before() -> None:
    with pytest.raises(TimeUpError):
        in_time(0.05, lambda: pause(300))
    assert in_time(60, lambda: 5) == 5
