"""The time of a session whose bots mostly wait.

A thousand scenarios with a bot that answers after half a second, over HTTP, as a program and as an
async function, with 100 and 500 conversations at a time. The ideal is the waiting time alone;
everything that pytest and the plugin do, from the start of the process to its end, is added to it.
Two sessions without waiting show how much that is: as many plain tests, and the same scenarios with
a function that answers immediately.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.command import Options, run_parts, show, show_heading
from benchmarks.measure import Command, run, typical

CONCURRENCY = (100, 500)
_COUNT = 1_000
_SECONDS = 0.5
_SESSION = ("-m", "pytest", "-q", "-p", "pytest_hydra.plugin", "--hydra")
_TESTS = ("-m", "pytest", "-q", "plain.py")
_NOTHING = "nothing to wait for"

_ANSWER = "Yes, hello."
_BOT = """
import asyncio


async def reply(messages):
    await asyncio.sleep({seconds})
    return "{answer}"


def at_once(messages):
    return "{answer}"
"""
# The same cases and assertions without the plugin.
_PLAIN = """
import json, pathlib
import pytest

FILE = pathlib.Path(__file__).with_name("waiting.scenario.json")
CASES = json.loads(FILE.read_text())["scenarios"]

@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case):
    for step in case["steps"]:
        assert step["expect"]["shouldContain"] in "{answer}".casefold()
"""
# A shell starts faster than an interpreter: the bot itself is not measured.
_PROGRAM = """#!/bin/sh
while read -r question; do
  sleep {seconds}
  echo '"{answer}"'
done
"""
# One request at a time on each connection, with as little work as possible.
_SERVER = """
import asyncio, re

BODY = b'{{"text": "{answer}"}}'
HEAD = b"HTTP/1.1 200 OK\\r\\nContent-Type: application/json\\r\\nContent-Length: %d\\r\\n\\r\\n"
LENGTH = re.compile(rb"content-length: *([0-9]+)", re.IGNORECASE)


async def serve(reader, writer):
    try:
        while True:
            head = await reader.readuntil(b"\\r\\n\\r\\n")
            await reader.readexactly(int(LENGTH.search(head)[1]))
            await asyncio.sleep({seconds})
            writer.write(HEAD % len(BODY) + BODY)
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0, backlog=2048)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
"""


@dataclass(frozen=True, slots=True)
class Wait:
    """One line of the table: the time of a session, and the ideal (waiting alone), in seconds."""

    bot: str
    concurrency: int
    rounds: int
    wall_seconds: float
    cpu_seconds: float
    ideal_seconds: float
    memory_bytes: float

    @property
    def ratio(self) -> float | None:
        """The time relative to the ideal; None for a bot that does not wait."""
        return self.wall_seconds / self.ideal_seconds if self.ideal_seconds else None


def report(folder: Path, options: Options) -> object:
    """Print the table, and return its rows."""
    show_heading("bot", "at a time", "time", "ideal", "ratio", "cpu", "peak memory", "rounds")
    rows = []
    for row in measure(folder, options.rounds):
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
        show(
            *(row.bot, str(row.concurrency), f"{row.wall_seconds:.2f} s"),
            *(f"{row.ideal_seconds:.1f} s", ratio, f"{row.cpu_seconds:.2f} s"),
            *(f"{row.memory_bytes / 1e6:.0f} MB", str(row.rounds)),
        )
        rows.append({**asdict(row), "ratio": row.ratio})
    return rows


def measure(
    folder: Path, rounds: int, count: int = _COUNT, seconds: float = _SECONDS
) -> Iterator[Wait]:
    """Measure all rows; each is the median of its rounds."""
    with _server(seconds) as url:
        commands: dict[tuple[str, int], Command] = {}
        for bot, setting in _bots(url).items():
            for concurrency in CONCURRENCY:
                project = folder / f"{len(commands)}"
                _make(project, setting, concurrency, count, seconds)
                commands[bot, concurrency] = Command(_SESSION, project, f"{count} passed")
        project = folder / "nothing"
        _make(project, 'python = "waiting:at_once"', 1, count, seconds)
        commands[f"scenarios, {_NOTHING}", 1] = Command(_SESSION, project, f"{count} passed")
        commands[f"plain tests, {_NOTHING}", 1] = Command(_TESTS, project, f"{count} passed")
        run(next(iter(commands.values())))  # compiles modules and fills the disk cache
        for (bot, concurrency), command in commands.items():
            usages = [run(command) for _ in range(rounds)]
            waits = not bot.endswith(_NOTHING)
            ideal = math.ceil(count / concurrency) * seconds if waits else 0.0
            wall, cpu, memory = (typical(usages, field) for field in ("wall", "cpu", "memory"))
            yield Wait(bot, concurrency, rounds, wall, cpu, ideal, memory)


def _bots(url: str) -> dict[str, str]:
    """The setting of each bot in hydra.toml."""
    return {
        "http": f'url = "{url}"',
        "command": 'command = ["./waiting.sh"]',
        "python, async": 'python = "waiting:reply"',
    }


def _make(folder: Path, setting: str, concurrency: int, count: int, seconds: float) -> None:
    """Create a project with one bot, and ``count`` scenarios in one file."""
    values = {"seconds": seconds, "answer": _ANSWER}
    scenarios = [
        {"id": f"s{n}", "steps": [{"user": f"Hello {n}", "expect": {"shouldContain": "hello"}}]}
        for n in range(count)
    ]
    files = {
        "pytest.ini": "[pytest]\n",
        "hydra.toml": f"[bots.waiting]\n{setting}\n[scenarios]\nconcurrency = {concurrency}\n",
        "waiting.py": _BOT.format(**values),
        "plain.py": _PLAIN.format(**values),
        "waiting.sh": _PROGRAM.format(**values),
        "waiting.scenario.json": json.dumps({"scenarios": scenarios}),
    }
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "waiting.sh").chmod(0o755)


@contextmanager
def _server(seconds: float) -> Iterator[str]:
    """A context with a server in another process; returns its address."""
    source = _SERVER.format(seconds=seconds, answer=_ANSWER)
    with subprocess.Popen(
        [sys.executable, "-c", source], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None  # noqa: S101 - it was started with a pipe
            yield f"http://127.0.0.1:{process.stdout.readline().strip()}/chat"
        finally:
            process.kill()


if __name__ == "__main__":
    run_parts("benchmarks.latency", str(__doc__), {"latency": report})
