"""The real clock and environment, budgets, retries and rate limits."""

from __future__ import annotations

import os
import re
import threading
import time
from email.utils import parsedate_to_datetime

from pytest_hydra.core.numbers import Exact, dollars, exact, quotient
from pytest_hydra.core.text import counted

# In a tuple, because tools that freeze time replace module attributes.
_REAL = (time.perf_counter, time.sleep, time.time)


def now() -> float:
    """Monotonic seconds; only differences are meaningful."""
    return _REAL[0]()


def pause(seconds: float) -> None:
    """Sleep for so many seconds."""
    _REAL[1](seconds)


def environment_variables() -> dict[str, str]:
    """A copy of the environment; `dict(os.environ)` fails if another thread deletes a variable."""
    values = {name: os.environ.get(name) for name in list(os.environ)}
    return {name: value for name, value in values.items() if value is not None}


class Budget:
    """What ``subject`` (such as "the judges") have cost, and their cap, in US dollars.

    ``processes`` is the number of processes that share the cap: ``most`` is the part of this one.
    ``unknown`` counts answers of unknown cost: they are not in ``spent`` and the cap does not apply
    to them. Questions in flight when the cap is reached are still paid for.
    """

    def __init__(
        self, most_usd: float | None = None, *, subject: str = "the answers", processes: int = 1
    ) -> None:
        self._cap: Exact = exact(most_usd or 0)
        self.most: Exact | None = None if most_usd is None else quotient(self._cap, processes)
        self.spent: Exact = 0
        self.unknown = 0
        self._subject = subject
        self._lock = threading.Lock()

    @property
    def is_spent(self) -> bool:
        """Whether the cap is reached."""
        return self.most is not None and self.spent >= self.most

    def add(self, cost_usd: float | None) -> None:
        """Count one answer."""
        with self._lock:
            if cost_usd is None:
                self.unknown += 1
            else:
                self.spent += exact(cost_usd)

    def __str__(self) -> str:
        assert self.most is not None  # noqa: S101 - shown only when the cap is reached
        if self.most == 0:
            return "max_cost_usd is 0, so nothing that may cost money is called"
        share = ""
        if self.most != self._cap:
            share = f", of which this worker has {dollars(self.most)}"
        return (
            f"{self._subject} have cost {dollars(self.spent)}, and max_cost_usd is "
            f"{dollars(self._cap)}{share}: no more calls"
        )


AGAIN = (429, 503)  # statuses after which a server may answer later

_FIRST_SECONDS = 0.5
_MOST_SECONDS = 8.0
_SECONDS = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")


def tries(times: int) -> str:
    """`` (tried 3 times)``; empty for one try."""
    return f" (tried {times} times)" if times > 1 else ""


def backoff(retry: int) -> float:
    """Seconds to wait before a retry, counted from 0: doubles from 0.5 s up to 8 s."""
    return min(_MOST_SECONDS, _FIRST_SECONDS * 2.0 ** min(retry, 10))


def retry_after(value: str | None, date: str | None = None) -> float | None:
    """The seconds of a ``Retry-After`` header, which is a number or a date; None if it is neither.

    ``date`` is the server's ``Date``, as its clock may differ from ours.
    """
    if value is None or _SECONDS.fullmatch(value.strip()):
        return None if value is None else float(value)
    then, today = _timestamp(value), _timestamp(date)
    return None if then is None else max(0.0, then - (today or _REAL[2]()))


def _timestamp(date: str | None) -> float | None:
    try:
        return parsedate_to_datetime(date or "").timestamp()
    except ValueError:
        return None


class Narrowings:
    """Who was asked less at a time, as a server answered 429, by name: how often, and how few."""

    def __init__(self) -> None:
        self._counts: dict[str, list[int]] = {}

    def add(self, name: str, times: int, least: int) -> None:
        """Add such answers, after which at most ``least`` requests ran at a time."""
        known = self._counts.get(name, [0, least])
        self._counts[name] = [known[0] + times, min(known[1], least)]

    def take(self) -> dict[str, list[int]]:
        """What was added since the last call: how often, and how few, by name."""
        counts, self._counts = self._counts, {}
        return counts

    def notes(self) -> list[str]:
        """A line for each name."""
        return [
            f"{name} answered 429 {counted(times, 'time')}: fewer requests at a time, down to "
            f"{least}"
            for name, (times, least) in sorted(self._counts.items())
        ]


NARROWED = Narrowings()
"""Those of this process, and of its workers."""


class RateLimit:
    """Evenly spaced turns, at most so many per second; None is unlimited."""

    def __init__(self, per_second: float | None) -> None:
        self._step = 0.0 if per_second is None else 1.0 / per_second
        self._next = float("-inf")
        self._lock = threading.Lock()

    def wait(self, now: float) -> float:
        """Take the next turn, from any thread; the seconds until then."""
        with self._lock:
            turn = max(now, self._next)
            self._next = turn + self._step
        return turn - now
