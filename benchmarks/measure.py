"""Run commands side by side, each in a process of its own, and compare what they took."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

# ru_maxrss is in kilobytes, but for macOS, where it is in bytes.
_MAXRSS_BYTES = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True, slots=True)
class Took:
    """What one process took: wall and processor time in seconds, peak memory in bytes."""

    wall: float
    cpu: float
    memory: int
    output: str


@dataclass(frozen=True, slots=True)
class Command:
    """A program, by default this Python, and its arguments.

    ``folder`` is where it is run, and ``expected`` what its output must say. ``environment`` is
    what it is given beside what all are given. It is to end with ``status``.
    """

    arguments: tuple[str, ...]
    folder: Path
    expected: str
    program: str = sys.executable
    environment: Mapping[str, str] = field(default_factory=dict)
    status: int = 0


Rounds = Mapping[str, Sequence[Took]]
"""By name what each command took, round by round."""


def take_rounds(commands: Mapping[str, Command], rounds: int) -> Rounds:
    """Run all commands so often, one after the other, each round in the opposite order."""
    order = list(commands)
    took: dict[str, list[Took]] = {name: [] for name in order}
    for number in range(rounds):
        for name in order if number % 2 == 0 else reversed(order):
            took[name].append(run(commands[name]))
    return took


def ratio(rounds: Rounds, ours: str, theirs: str, field: str) -> float:
    """The median over the rounds of ours divided by theirs; ``field`` is one of `Took`."""
    pairs = zip(rounds[ours], rounds[theirs], strict=True)
    return median(float(getattr(pair, field) / getattr(other, field)) for pair, other in pairs)


def typical(took: Sequence[Took], field: str) -> float:
    """The median of one field."""
    return median(float(getattr(entry, field)) for entry in took)


def run(command: Command) -> Took:
    """Run once. Raises RuntimeError, with its output, unless it did what is expected of it."""
    with tempfile.TemporaryFile() as file:
        started = time.perf_counter()
        process = subprocess.Popen(
            [command.program, *command.arguments],
            cwd=command.folder,
            env={**_environment(), **command.environment},
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        file.seek(0)
        output = file.read().decode(errors="replace")
    if process.returncode != command.status or command.expected not in output:
        raise RuntimeError(f"{' '.join(command.arguments)}: {process.returncode}\n{output[-4000:]}")
    memory = usage.ru_maxrss * _MAXRSS_BYTES
    return Took(wall, usage.ru_utime + usage.ru_stime, memory, output)


def _environment() -> dict[str, str]:
    """The environment of what is measured: no plugin but those that are named, no options."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTEST", "PYTHON")) or name == "PYTHONPATH"
    }
    return {**kept, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": "80", "NO_COLOR": "1"}


def compared(took: Rounds, ours: str, theirs: str) -> list[float]:
    """Ratios of ours to theirs, then what ours took: of each wall, cpu (s) and memory (bytes)."""
    fields = ("wall", "cpu", "memory")
    ratios = [ratio(took, ours, theirs, field) for field in fields]
    return ratios + [typical(took[ours], field) for field in fields]
