"""Time and environment as they are, whatever a test or another thread makes of them."""

from __future__ import annotations

import os
import time

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
