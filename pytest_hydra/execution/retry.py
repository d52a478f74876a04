"""When to ask a server again, and how fast it may be asked."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

AGAIN = (429, 503)
"""The statuses by which a server says that it may answer later."""

_FIRST_SECONDS = 0.5
_MOST_SECONDS = 8.0
_SECONDS = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")


def backoff(retry: int) -> float:
    """How long to wait before a retry when nobody says, in seconds; retries count from 0.

    It doubles, up to 8 s, and is the same each time.
    """
    return min(_MOST_SECONDS, _FIRST_SECONDS * 2.0 ** min(retry, 10))


def retry_after(value: str | None, sent: str | None) -> float | None:
    """What a ``Retry-After`` header asks for, in seconds; None where there is none to be read.

    It is a number of seconds or a date. A date is held against ``sent``, the ``Date`` header of
    the same answer, so that it does not matter what our clock says; without one, against ours.
    """
    if value is None:
        return None
    if _SECONDS.fullmatch(value.strip()):
        return float(value)
    then = _date(value)
    if then is None:
        return None
    return max(0.0, (then - (_date(sent) or datetime.now(UTC))).total_seconds())


def _date(value: str | None) -> datetime | None:
    if value is None:
        return None
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    return date if date.tzinfo is not None else date.replace(tzinfo=UTC)


class RateLimit:
    """Turns at most so many times a second, evenly; None is without limit."""

    def __init__(self, per_second: float | None) -> None:
        self._step = 0.0 if per_second is None else 1.0 / per_second
        self._next = float("-inf")

    def wait(self, now: float) -> float:
        """Take the next turn; how long it is until then, in seconds."""
        turn = max(now, self._next)
        self._next = turn + self._step
        return turn - now
