from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from pytest_hydra.execution.quotas import RateLimit, backoff, retry_after

NOON = "Mon, 05 Jan 2026 12:00:00 GMT"


def test_waits_double_up_to_a_limit() -> None:
    assert [backoff(retry) for retry in range(6)] == [0.5, 1, 2, 4, 8, 8]
    assert backoff(10_000) == 8


@pytest.mark.parametrize(
    ("value", "sent", "seconds"),
    [(None, NOON, None), ("", None, None), ("0", None, 0), (" 120 ", None, 120), ("1.5", None, 1.5),
     ("-1", None, None), ("soon", None, None), ("1e9", None, None), ("9" * 400, None, None),
     ("Mon, 05 Jan 2026 12:00:09 GMT", NOON, 9), ("Mon, 05 Jan 2026 11:00:00 GMT", NOON, 0),
     ("Mon, 05 Jan 2026 13:00:09 +0100", NOON, 9), ("Mon, 05 Jan 2026 12:00:09 -0000", NOON, 9),
     ("Mon, 05 Jan 2026 99:00:00 GMT", NOON, None), ("Thu, 01 Jan 1970 00:00:00 GMT", None, 0),
     ("Thu, 01 Jan 1970 00:00:00 GMT", "today", 0)],
)  # fmt: skip
def test_what_a_server_asks_for(value: str | None, sent: str | None, seconds: float | None) -> None:
    assert retry_after(value, sent) == seconds


def test_a_date_without_the_servers_own_is_held_against_our_clock() -> None:
    then = format_datetime(datetime.now(UTC) + timedelta(seconds=100), usegmt=True)
    asked = retry_after(then, None)
    assert asked is not None
    assert 90 < asked <= 100


def test_turns_are_even() -> None:
    rate = RateLimit(4)
    assert [rate.wait(10.0) for _ in range(3)] == [0, 0.25, 0.5]
    assert rate.wait(10.5) == 0.25
    # What was not used is not saved up.
    assert [rate.wait(20.0), rate.wait(20.0)] == [0, 0.25]
    unlimited = RateLimit(None)
    assert [unlimited.wait(1.0) for _ in range(3)] == [0, 0, 0]
