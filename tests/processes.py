"""What tests need of other processes: whether they live, and the package for their interpreter."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import junitparser

import pytest_hydra


def lives(pid: int) -> bool:
    """Whether there is such a process, and it has not ended; on Linux."""
    try:
        state = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in (b"Z", b"X")


def processes_in(folder: Path) -> list[int]:
    """The processes that work somewhere below a folder."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                place = os.readlink(entry / "cwd")
            except OSError:
                continue
            if place.startswith(str(folder)):
                found.append(int(entry.name))
    return found


def wait_until(done: Callable[[], object], seconds: float = 40.0) -> None:
    """Look often until it is so."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it did not come to that in time"
        time.sleep(0.02)


def copy_package(folder: Path) -> None:
    """Copy the package, and the only library that commands need, for another interpreter."""
    libraries = Path(junitparser.__file__).parents[1]
    shutil.copytree(Path(pytest_hydra.__file__).parent, folder / "pytest_hydra")
    for place in libraries.glob("junitparser*"):
        shutil.copytree(place, folder / place.name)
