"""Time as it really passes, also where a test has frozen or patched the module `time`."""

from __future__ import annotations

import time

# Held in a tuple: tools that freeze time replace what they find as attributes of modules.
_REAL = (time.perf_counter, time.sleep)


def now() -> float:
    """Seconds since some moment in the past; only differences mean something."""
    return _REAL[0]()


def pause(seconds: float) -> None:
    """Let so many seconds pass."""
    _REAL[1](seconds)
