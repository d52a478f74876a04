"""Run commands in turn, each in its own process, and compare their time and memory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

# ru_maxrss is in kilobytes; on macOS it is in bytes.
_MAXRSS_BYTES = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True, slots=True)
class Usage:
    """The usage of one process: wall and processor time in seconds, peak memory in bytes."""

    wall: float
    cpu: float
    memory: int
    output: str


@dataclass(frozen=True, slots=True)
class Command:
    """A program, by default this Python, and its arguments.

    ``folder`` is its working directory. Its output must contain ``expected``, and its exit status
    must be ``status``. ``environment`` has additional variables. After ``seconds`` it is killed,
    with what it started.
    """

    arguments: tuple[str, ...]
    folder: Path
    expected: str
    program: str = sys.executable
    environment: Mapping[str, str] = field(default_factory=dict)
    status: int = 0
    seconds: float | None = None


Rounds = Mapping[str, Sequence[Usage]]
"""The usage of each command in each round, by name."""


def take_rounds(commands: Mapping[str, Command], rounds: int) -> Rounds:
    """Run all commands one after the other in each round, every other round in reverse order."""
    order = list(commands)
    usages: dict[str, list[Usage]] = {name: [] for name in order}
    for number in range(rounds):
        for name in order if number % 2 == 0 else reversed(order):
            usages[name].append(run(commands[name]))
    return usages


def ratio(rounds: Rounds, ours: str, theirs: str, field: str) -> float:
    """The median over the rounds of ours divided by theirs; ``field`` is one of `Usage`."""
    pairs = zip(rounds[ours], rounds[theirs], strict=True)
    return median(float(getattr(pair, field) / getattr(other, field)) for pair, other in pairs)


def typical(usages: Sequence[Usage], field: str) -> float:
    """The median of one field."""
    return median(float(getattr(entry, field)) for entry in usages)


def run(command: Command) -> Usage:
    """Run once. Raises RuntimeError, with the output, for another output or status, or no end."""
    with tempfile.TemporaryFile() as file:
        started = time.perf_counter()
        process = subprocess.Popen(
            [command.program, *command.arguments],
            cwd=command.folder,
            env={**_environment(), **command.environment},
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            process_group=None if command.seconds is None else 0,
        )
        with _ended_after(command.seconds, process.pid) as is_late:
            _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        file.seek(0)
        output = file.read().decode(errors="replace")
    if is_late.is_set():
        raise RuntimeError(f"it did not end within {command.seconds:g} s")
    if process.returncode != command.status or command.expected not in output:
        raise RuntimeError(f"{' '.join(command.arguments)}: {process.returncode}\n{output[-4000:]}")
    memory = usage.ru_maxrss * _MAXRSS_BYTES
    return Usage(wall, usage.ru_utime + usage.ru_stime, memory, output)


@contextmanager
def _ended_after(seconds: float | None, group: int) -> Iterator[threading.Event]:
    """Kill this group of processes after so many seconds, and tell; None for no limit."""
    is_late = threading.Event()

    def end() -> None:
        is_late.set()
        with suppress(ProcessLookupError):
            os.killpg(group, signal.SIGKILL)

    timer = threading.Timer(seconds or 0, end)
    if seconds is not None:
        timer.start()
    try:
        yield is_late
    except BaseException:  # such as Ctrl-C, which a group of its own does not get
        if seconds is not None:
            os.killpg(group, signal.SIGKILL)
        raise
    finally:
        timer.cancel()


def _environment() -> dict[str, str]:
    """The environment of measured commands: only plugins that are named, and no options."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTEST", "PYTHON")) or name == "PYTHONPATH"
    }
    return {**environment, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": "80", "NO_COLOR": "1"}


def comparison(rounds: Rounds, ours: str, theirs: str) -> list[float]:
    """Ratios of ours to theirs, then our usage: each as wall and cpu (s) and memory (bytes)."""
    fields = ("wall", "cpu", "memory")
    ratios = [ratio(rounds, ours, theirs, field) for field in fields]
    return ratios + [typical(rounds[ours], field) for field in fields]
