"""What tests ask about processes that they did not start themselves."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path


def lives(pid: int) -> bool:
    """Whether there is such a process, and it has not ended; on Linux."""
    try:
        state = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in (b"Z", b"X")


def wait_until(done: Callable[[], object], seconds: float = 40.0) -> None:
    """Look often until it is so."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it did not come to that in time"
        time.sleep(0.02)
