"""The duration and output of a command."""

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
class Output:
    """The duration of a command in seconds, and its output."""

    seconds: float
    output: str


def run_timed(
    command: Sequence[str], folder: Path, environment: Mapping[str, str], timeout: float
) -> Output:
    """Run a command in a folder, and kill it after ``timeout`` seconds."""
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
                process.wait(timeout)
            except subprocess.TimeoutExpired:
                # With its child processes, which would disturb the next measurement.
                os.killpg(process.pid, signal.SIGKILL)
        seconds = time.perf_counter() - started
        file.seek(0)
        output = file.read().decode(errors="replace")
    return Output(seconds=seconds, output=output)
