"""How long a command takes, and what it prints."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """How long it took, and what was printed."""

    seconds: float
    output: str


def timed(
    command: Sequence[str], folder: Path, environment: Mapping[str, str], longest: float
) -> Timed:
    """Run it there, and end it after ``longest`` seconds."""
    with tempfile.TemporaryFile() as file:
        started = time.perf_counter()
        with subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as process:
            try:
                process.wait(longest)
            except subprocess.TimeoutExpired:
                # With what a shell has started, which would go on beside all that is timed next.
                os.killpg(process.pid, signal.SIGKILL)
        seconds = time.perf_counter() - started
        file.seek(0)
        output = file.read().decode(errors="replace")
    return Timed(seconds=seconds, output=output)
