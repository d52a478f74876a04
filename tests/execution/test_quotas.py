from __future__ import annotations

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
     ("Mon, 05 Jan 2026 12:00:09 +0000", 9), ("Mon, 05 Jan 2026 11:00:00 GMT", 0),
     ("Monday, 05-Jan-26 12:01:00 GMT", 60),
      ("Mon, 99 Jan 2026 12:00:09 GMT", None), ("Mon, 05 Jan 99999 12:00:09 GMT", None)],
)  # fmt: skip
def test_what_a_server_asks_for(value: str | None, seconds: float | None) -> None:
    assert retry_after(value, NOON) == seconds


def test_a_date_without_the_servers_clock_is_compared_with_ours() -> None:
    assert retry_after("Fri, 02 Jan 1970 00:00:00 GMT") == 0
    wait = retry_after("Fri, 01 Jan 2900 00:00:00 GMT")
    assert wait is not None
    assert wait > 1e9


def test_turns_are_even() -> None:
    rate = RateLimit(4)
    assert [rate.wait(10.0) for _ in range(3)] == [0, 0.25, 0.5]
    assert rate.wait(10.5) == 0.25
    # What was not used is not saved up.
    assert [rate.wait(20.0), rate.wait(20.0)] == [0, 0.25]
    unlimited = RateLimit(None)
    assert [unlimited.wait(1.0) for _ in range(3)] == [0, 0, 0]
