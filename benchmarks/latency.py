"""What a session takes whose bots mostly wait: ``python -m benchmarks.latency [--json PATH]``.

A thousand scenarios against a bot that answers half a second after it was asked, over HTTP, as a
program and as an async function, with 100 and with 500 conversations at a time. The ideal is the
waiting alone; on top comes all that pytest and we do, from the start of the process to its end.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.measure import Command, run, typical

CONCURRENCY = (100, 500)
_COUNT = 1_000
_SECONDS = 0.5
_SESSION = ("-m", "pytest", "-q", "-p", "pytest_hydra.plugin", "--hydra")

_ANSWER = "Yes, hello."
_BOT = """
import asyncio


async def reply(messages):
    await asyncio.sleep({seconds})
    return "{answer}"
"""
# It starts quicker than any interpreter: what is measured is not the bot.
_PROGRAM = """#!/bin/sh
while read -r question; do
  sleep {seconds}
  echo '"{answer}"'
done
"""
# One request after the other on each connection, with as little work as can be.
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
    """One line of the table: seconds of a whole session, and of the waiting alone."""

    bot: str
    concurrency: int
    rounds: int
    wall_seconds: float
    cpu_seconds: float
    ideal_seconds: float

    @property
    def ratio(self) -> float:
        """How many times the ideal it took."""
        return self.wall_seconds / self.ideal_seconds


def main() -> None:
    """Measure, print the table, and write it as JSON where that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.latency", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="default: 3")
    parser.add_argument("--json", type=Path, metavar="PATH", help="write the figures there too")
    arguments = parser.parse_args()
    rows = []
    print(HEADING)
    for row in measure(arguments.rounds):
        rows.append(row)
        print(line(row), flush=True)
    if arguments.json:
        figures = [{**asdict(row), "ratio": row.ratio} for row in rows]
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


def measure(rounds: int, count: int = _COUNT, seconds: float = _SECONDS) -> Iterator[Wait]:
    """All rows, as they are measured: each is the median of its rounds."""
    with tempfile.TemporaryDirectory() as name, _server(seconds) as url:
        commands: dict[tuple[str, int], Command] = {}
        for bot, setting in _bots(url).items():
            for concurrency in CONCURRENCY:
                project = Path(name, f"{len(commands)}")
                _make(project, setting, concurrency, count, seconds)
                commands[bot, concurrency] = Command(_SESSION, project, f"{count} passed")
        run(next(iter(commands.values())))  # compiles, and reads from the disk, what is used
        for (bot, concurrency), command in commands.items():
            took = [run(command) for _ in range(rounds)]
            ideal = math.ceil(count / concurrency) * seconds
            wall, cpu = typical(took, "wall"), typical(took, "cpu")
            yield Wait(bot, concurrency, rounds, wall, cpu, ideal)


def _bots(url: str) -> dict[str, str]:
    """What hydra.toml says of each bot."""
    return {
        "http": f'url = "{url}"',
        "command": 'command = ["./waiting.sh"]',
        "python, async": 'python = "waiting:reply"',
    }


def _make(folder: Path, setting: str, concurrency: int, count: int, seconds: float) -> None:
    """A project with one bot and so many scenarios, all in one file."""
    values = {"seconds": seconds, "answer": _ANSWER}
    scenarios = [
        {"id": f"s{n}", "steps": [{"user": f"Hello {n}", "expect": {"shouldContain": "hello"}}]}
        for n in range(count)
    ]
    files = {
        "pytest.ini": "[pytest]\n",
        "hydra.toml": f"[bots.waiting]\n{setting}\n[scenarios]\nconcurrency = {concurrency}\n",
        "waiting.py": _BOT.format(**values),
        "waiting.sh": _PROGRAM.format(**values),
        "waiting.scenario.json": json.dumps({"scenarios": scenarios}),
    }
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "waiting.sh").chmod(0o755)


@contextmanager
def _server(seconds: float) -> Iterator[str]:
    """The address of a server in a process of its own."""
    source = _SERVER.format(seconds=seconds, answer=_ANSWER)
    with subprocess.Popen(
        [sys.executable, "-c", source], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None  # noqa: S101 - it was started with a pipe
            yield f"http://127.0.0.1:{process.stdout.readline().strip()}/chat"
        finally:
            process.kill()


HEADING = "| bot | at a time | took | ideal | ratio | cpu | rounds |\n|---|---|---|---|---|---|---|"


def line(row: Wait) -> str:
    """The row as Markdown."""
    return (
        f"| {row.bot} | {row.concurrency} | {row.wall_seconds:.2f} s | {row.ideal_seconds:.1f} s "
        f"| {row.ratio:.2f} | {row.cpu_seconds:.2f} s | {row.rounds} |"
    )


if __name__ == "__main__":
    main()
