from __future__ import annotations

import time
from email.utils import formatdate

import pytest

from pytest_hydra.execution.quotas import RateLimit, backoff, retry_after

NOON = "Mon, 05 Jan 2026 12:00:00 GMT"


def test_waits_double_up_to_a_limit() -> None:
    assert [backoff(retry) for retry in range(6)] == [0.5, 1, 2, 4, 8, 8]
    assert backoff(10_000) == 8


@pytest.mark.parametrize(
    ("value", "seconds"),
    [(None, None), ("", None), ("0", 0), (" 120 ", 120), ("1.5", 1.5), ("-1", None), ("soon", None),
     ("1e9", None), ("9" * 400, None), ("Mon, 05 Jan 2026 12:00:09 GMT", 9),
     ("Sun, 04 Jan 2026 12:00:09 GMT", 0), ("Mon, 05 Jan 99999 99:00:09 GMT", None),
     ("Monday, 05-Jan-26 12:01:00 GMT", 60)],
)  # fmt: skip
def test_what_a_server_asks_for(value: str | None, seconds: float | None) -> None:
    assert retry_after(value, NOON) == seconds


def test_without_the_server_s_date_a_wait_is_by_our_clock() -> None:
    assert retry_after(formatdate(time.time() + 100, usegmt=True), None) == pytest.approx(
        100, abs=5
    )


def test_turns_are_even() -> None:
    rate = RateLimit(4)
    assert [rate.wait(10.0) for _ in range(3)] == [0, 0.25, 0.5]
    assert rate.wait(10.5) == 0.25
    # What was not used is not saved up.
    assert [rate.wait(20.0), rate.wait(20.0)] == [0, 0.25]
    unlimited = RateLimit(None)
    assert [unlimited.wait(1.0) for _ in range(3)] == [0, 0, 0]
