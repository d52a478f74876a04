"""The clock and the environment as they are, and quotas of calls and money."""

from __future__ import annotations

import os
import re
import threading
import time

from pytest_hydra.core.numbers import Exact, exact

# Held in a tuple: tools that freeze time replace what they find as attributes of modules.
_REAL = (time.perf_counter, time.sleep)


def now() -> float:
    """Seconds since some moment in the past; only differences mean something."""
    return _REAL[0]()


def pause(seconds: float) -> None:
    """Let so many seconds pass."""
    _REAL[1](seconds)


def environment_variables() -> dict[str, str]:
    """The variables of this process now: `os.environ` fails where another thread drops one."""
    found = {name: os.environ.get(name) for name in list(os.environ)}
    return {name: value for name, value in found.items() if value is not None}


class Budget:
    """What ``who`` (such as "the judges") have cost, and the most that they may; in US dollars.

    ``unknown`` counts the answers whose cost nobody told: they are not in ``spent``, and the cap
    does not hold for them. What is being asked when the cap is reached is paid for still.
    """

    def __init__(self, most_usd: float | None = None, *, who: str = "the answers") -> None:
        self.most: Exact | None = None if most_usd is None else exact(most_usd)
        self.spent: Exact = 0
        self.unknown = 0
        self._who = who
        self._lock = threading.Lock()

    @property
    def is_spent(self) -> bool:
        """Whether nothing more may be asked."""
        return self.most is not None and self.spent >= self.most

    def add(self, cost_usd: float | None) -> None:
        """Count one answer."""
        with self._lock:
            if cost_usd is None:
                self.unknown += 1
            else:
                self.spent += exact(cost_usd)

    def __str__(self) -> str:
        assert self.most is not None  # noqa: S101 - it is said when it is spent
        if self.most == 0:
            return "max_cost_usd is 0, so nobody is asked who may cost something"
        return (
            f"{self._who} have cost {dollars(self.spent)}, and max_cost_usd is "
            f"{dollars(self.most)}: nothing more is asked"
        )


def dollars(amount: Exact) -> str:
    """An amount as people write it: $1.50, and with more places only where it is tiny."""
    value = float(amount)
    if 0 < value < 0.01:
        return f"${value:.6f}".rstrip("0")
    return f"${value:.2f}"


AGAIN = (429, 503)  # the statuses by which a server says that it may answer later

_FIRST_SECONDS = 0.5
_MOST_SECONDS = 8.0
_SECONDS = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")


def tries(times: int) -> str:
    """`` (tried 3 times)``, and nothing for one time."""
    return f" (tried {times} times)" if times > 1 else ""


def backoff(retry: int) -> float:
    """How long to wait before a retry, from 0 on, in seconds: it doubles, up to 8 s."""
    return min(_MOST_SECONDS, _FIRST_SECONDS * 2.0 ** min(retry, 10))


def retry_after(value: str | None) -> float | None:
    """The seconds that a ``Retry-After`` header asks for; None where it says none."""
    return float(value) if value is not None and _SECONDS.fullmatch(value.strip()) else None


class RateLimit:
    """Turns at most so many times a second, evenly; None is without limit."""

    def __init__(self, per_second: float | None) -> None:
        self._step = 0.0 if per_second is None else 1.0 / per_second
        self._next = float("-inf")
        self._lock = threading.Lock()

    def wait(self, now: float) -> float:
        """Take the next turn, in any thread; how long it is until then, in seconds."""
        with self._lock:
            turn = max(now, self._next)
            self._next = turn + self._step
        return turn - now
