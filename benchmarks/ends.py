"""The time until a session ends while its bots hang.

Five bots hang: a server that never answers, one that answers byte by byte, a program that ignores
SIGTERM, and Python that catches everything, sync and async. While several conversations wait,
Ctrl-C is pressed, or another scenario fails under ``-x``; with one process and with two xdist
workers. The table has the seconds until the process ends, by step, and the processes that remain.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.command import Options, run_parts, show, show_heading

BOTS = ("http, silent", "http, byte by byte", "command", "python", "python, async")
_EVENTS = ("Ctrl-C", "-x")
_WORKERS = (0, 2)
_SESSION = ("-m", "pytest", "-q", "-p", "pytest_hydra.plugin", "--hydra")
_TOO_LONG = 60.0
# The number of conversations that wait at the event, by workers; each worker has at least one.
_QUESTIONS = {0: 4, 2: 3}
_SETTLE_SECONDS = 0.5

_PYTHON = """
import asyncio, pathlib, time

def asked():
    with open("asked.txt", "a") as file:
        file.write("x")

def reply(messages):
    asked()
    while True:
        try:
            time.sleep(900)
        except BaseException:
            pass

async def reply_async(messages):
    asked()
    while True:
        try:
            await asyncio.sleep(900)
        except BaseException:
            pass
"""
_PROGRAM = """#!/bin/sh
trap '' TERM INT
printf x >> asked.txt
while :; do sleep 900; done
"""
# Fails as soon as there is a file "go".
_FAILING_PROGRAM = """#!/bin/sh
read -r question
while [ ! -e go ]; do sleep 0.01; done
echo '"goodbye"'
"""
# Writes down when the process reaches each step of its end.
_STEPS = """
import atexit, time
import pytest

def note(step):
    with open("steps.txt", "a") as file:
        file.write(f"{step} {time.monotonic()} {time.process_time()}\\n")

def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Steps())
        atexit.register(note, "closed")

class Steps:
    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self):
        note("noticed")

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self):
        note("reported")
"""


@dataclass(frozen=True, slots=True)
class Step:
    """Seconds since the event, and processor time of the main process since then."""

    wall: float
    cpu: float


@dataclass(frozen=True, slots=True)
class End:
    """One line of the table.

    ``noticed`` is when pytest begins to end its session, ``reported`` when the summary is shown,
    and ``closed`` when the interpreter begins to exit. ``took`` is the time until the process has
    ended, in seconds. ``left`` is the number of processes that remain.
    """

    bot: str
    way: str
    workers: int
    noticed: Step
    reported: Step
    closed: Step
    took: float
    left: int


def report(folder: Path, _options: Options) -> object:
    """Print the table, with processor time in parentheses, and return its rows."""
    steps = ("session end", "summary", "interpreter exit")
    show_heading("bot", "event", "workers", *steps, "total", "processes left")
    rows = []
    for row in measure(folder):
        times = (row.noticed, row.reported, row.closed)
        show(
            *(row.bot, row.way, str(row.workers or "alone")),
            *(f"{step.wall:.2f} s ({step.cpu:.2f})" for step in times),
            *(f"{row.took:.2f} s", str(row.left)),
        )
        rows.append(asdict(row))
    return rows


def measure(folder: Path) -> Iterator[End]:
    """Measure all rows."""
    for bot in BOTS:
        for workers in _WORKERS:
            for event in _EVENTS:
                project = Path(tempfile.mkdtemp(dir=folder))
                yield _end(project, bot, event, workers)


def _end(folder: Path, bot: str, event: str, workers: int) -> End:
    options = [*(("-p", "xdist", f"-n{workers}") if workers else ()), *(("-x",) * (event == "-x"))]
    with _server(folder / "asked.txt") as port, tempfile.TemporaryFile() as output:
        _make(folder, bot, event, port)
        process = subprocess.Popen(
            [sys.executable, *_SESSION, *options],
            cwd=folder,
            env=_environment(folder),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            process_group=0,  # as in a shell: Ctrl-C reaches the whole group
        )
        killer = threading.Timer(_TOO_LONG, process.kill)
        killer.start()
        _wait_until(lambda: _size(folder / "asked.txt") >= _QUESTIONS[workers])
        before, started = _cpu_of(process.pid), time.monotonic()
        if event == "-x":
            (folder / "go").touch()
        else:
            os.killpg(process.pid, signal.SIGINT)
        status = process.wait()
        seconds = time.monotonic() - started
        killer.cancel()
        steps = _steps(folder / "steps.txt", started, before)
        if status not in (1, 2):
            output.seek(0)
            raise RuntimeError(f"{bot}, {event}: {status}\n{output.read().decode()[-4000:]}")
    time.sleep(_SETTLE_SECONDS)
    noticed, reported, closed = steps
    return End(bot, event, workers, noticed, reported, closed, seconds, _count_processes(folder))


def _make(folder: Path, bot: str, event: str, port: int) -> None:
    """Create a project with a bot that hangs, and for ``-x`` a first scenario that fails."""
    setting = {
        "http, silent": f'url = "http://127.0.0.1:{port}/silent"',
        "http, byte by byte": f'url = "http://127.0.0.1:{port}/drips"',
        "command": 'command = ["./hangs.sh"]',
        "python": 'python = "hangs:reply"\nconcurrency = 4',
        "python, async": 'python = "hangs:reply_async"\nconcurrency = 4',
    }[bot]
    toml = f"[bots.hangs]\n{setting}\ntimeout_seconds = 600\n"
    steps = [{"user": "Hello", "expect": {"shouldContain": "hello"}}]
    scenarios = [{"id": f"s{n}", "bot": "hangs", "steps": steps} for n in range(8)]
    if event == "-x":
        toml += '[bots.fails]\ncommand = ["./fails.sh"]\n'
        scenarios.insert(0, {"id": "first", "bot": "fails", "steps": steps})
    files = {
        "pytest.ini": "[pytest]\n",
        "hydra.toml": toml,
        "conftest.py": _STEPS,
        "hangs.py": _PYTHON,
        "hangs.sh": _PROGRAM,
        "fails.sh": _FAILING_PROGRAM,
        "a.scenario.json": json.dumps({"scenarios": scenarios}),
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    for name in ("hangs.sh", "fails.sh"):
        (folder / name).chmod(0o755)


@contextmanager
def _server(log: Path) -> Iterator[int]:
    """The port of a server that logs each question and never completes an answer."""
    stopped = threading.Event()

    def serve(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            head = connection.recv(65536)
            with log.open("a") as file:
                file.write("x")
            drips = head.startswith(b"POST /drips")
            if drips:
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\n")
            while not stopped.wait(0.02):
                if drips:
                    connection.sendall(b"x")

    def accept() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=serve, args=listening.accept()[:1], daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=accept, daemon=True).start()
        yield listening.getsockname()[1]
        stopped.set()


def _environment(folder: Path) -> dict[str, str]:
    """An environment without other plugins, options, or old temporary folders to remove."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    overrides = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_DEBUG_TEMPROOT": str(folder)}
    return {**env, **overrides, "NO_COLOR": "1"}


def _wait_until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + _TOO_LONG
    while not done():
        if time.monotonic() > end:
            raise RuntimeError("the bots got no questions in time")
        time.sleep(0.01)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _cpu_of(pid: int) -> float:
    """The processor time of a process without its children, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _steps(path: Path, started: float, before: float) -> list[Step]:
    lines = [line.split() for line in path.read_text().splitlines()]
    return [Step(float(at) - started, float(cpu) - before) for _, at, cpu in lines]


def _count_processes(folder: Path) -> int:
    """The number of processes with this working directory."""
    count = 0
    for process in Path("/proc").iterdir():
        with suppress(OSError):
            count += process.name.isdigit() and (process / "cwd").readlink() == folder
    return count


if __name__ == "__main__":
    run_parts("benchmarks.ends", str(__doc__), {"ends": report})
