"""What is lost when sessions are killed at any moment: nothing may be.

Sessions of scenarios (a program, a server, two xdist workers) and races (with the box and without)
are ended at random moments of their time: killed, told to end, or by Ctrl-C; of a race also one of
its commands, as the system does where memory ends. Then the same session is run to its end. For
each kind: how many results were finished, how many of those were lost or asked again, how many
verdicts were others than without a kill, and which processes and files were left. The moments are
those of a seed.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from benchmarks.command import Options, run_parts, show, show_heading

SEED = 15
_KILLS = 4  # of each kind, for each round
_SESSION = ("-m", "pytest", "-q", "-p", "pytest_hydra.plugin", "-p", "no:cacheprovider", "--hydra")
_WAYS = (*[signal.SIGKILL] * 3, signal.SIGTERM, signal.SIGINT)
_SCENARIOS = 24
_PAUSE = 0.03
_TO_BE_GONE = 10.0

_PROGRAM = f"""
import json, sys, time
for line in sys.stdin:
    text = json.loads(line)["messages"][-1]["content"]
    def note(text):
        with open("asked.txt", "a") as file:
            file.write(text + "\\n")
    note(text)
    time.sleep({_PAUSE})
    print(json.dumps("You said: " + text), flush=True)
    note(text + "!")
"""
_SHOP = """
def total(prices):
    return sum(prices)


def label(name):
    return name.strip()
"""
_TESTS = """
import time
from shop import label, total

def test_total():
    time.sleep(0.2)
    assert total([1, 2]) == 3

def test_label():
    assert label(" tea ") == "tea"
"""
_BRANCHES = {
    "good": _SHOP.replace("sum(prices)", "sum(prices) if prices else 0"),
    "breaks": _SHOP.replace("name.strip()", "name"),
}


@dataclass(slots=True)
class Kills:
    """One line of the table: sums over all kills of a kind."""

    kind: str
    kills: int = 0
    finished: int = 0
    again: int = 0
    unrecorded: int = 0
    wrong: int = 0
    processes: int = 0
    files: int = 0
    #: What was wrong, with the number of the kill.
    told: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Usual:
    """How a session goes that nobody kills."""

    seconds: float
    verdict: object


@dataclass(frozen=True, slots=True)
class Kind:
    """How a project is made, called, and looked at: its verdict, and what it has finished."""

    name: str
    make: Callable[[Path, str], None]
    verdict: Callable[[Path], object]
    finished: Callable[[Path], Mapping[str, Any]]
    options: tuple[str, ...] = ()
    setting: str = ""
    kills_commands: bool = False


def report(folder: Path, options: Options) -> object:
    """Print the table; its rows."""
    columns = ("finished", "lost or again", "held, not kept", "wrong", "processes", "files")
    show_heading("kind", "kills", *columns)
    rows = []
    with _server(folder / "asked.txt") as port:
        for kind in _kinds(port):
            row = _row(folder, kind, _KILLS * options.rounds * (10 if options.full else 1))
            counts = (row.finished, row.again, row.unrecorded, row.wrong, row.processes, row.files)
            show(row.kind, str(row.kills), *map(str, counts))
            rows.append(row)
    for row in rows:
        for line in row.told:
            print(f"{row.kind}, {line}", flush=True)
    return [asdict(row) for row in rows]


def _kinds(port: int) -> Iterator[Kind]:
    program = f'command = ["{sys.executable}", "program.py"]'
    bots = {"command": program, "http": f'url = "http://127.0.0.1:{port}/chat"'}
    for bot, setting in bots.items():
        for workers in ((), ("-p", "xdist", "-n2")):
            name = f"scenarios, {bot}{', -n2' if workers else ''}"
            yield Kind(name, _make_scenarios, _digest, _conversations, workers, setting)
    for mode in ("none", "bubblewrap"):
        for is_command in (False, True):
            what = "a command of a race" if is_command else "race"
            setting = f'[sandbox]\nmode = "{mode}"\n'
            jobs = ("--hydra-jobs=2",)
            yield Kind(f"{what}, {mode}", _make_race, _ranking, _units, jobs, setting, is_command)


def _row(folder: Path, kind: Kind, kills: int) -> Kills:
    row = Kills(kind.name)
    # Without a kill: what it comes to, and how long that takes.
    project = _project(folder, kind)
    started = time.monotonic()
    _run(project, kind).wait()
    usual = Usual(time.monotonic() - started, kind.verdict(project))
    # At some moments there may be nothing to be killed.
    for number in range(3 * kills):
        if row.kills == kills:
            break
        chance = random.Random(f"{SEED} {kind.name} {number}")  # noqa: S311 - moments, no secrets
        _kill(_project(folder, kind), kind, row, chance, usual)
    return row


def _kill(project: Path, kind: Kind, row: Kills, chance: random.Random, usual: Usual) -> None:
    """End a session at a moment of its time, run it again, and look at what became of it."""
    way, moment = chance.choice(_WAYS), chance.uniform(0.2, usual.seconds)
    process = _run(project, kind)
    time.sleep(moment)
    victims = [process.pid]
    if kind.kills_commands:
        way, victims = signal.SIGKILL, started_by(process.pid)
    if process.poll() is not None or not victims:
        process.wait()
        return  # there is nothing to be killed
    row.kills += 1
    before = f"kill {row.kills} ({way.name} after {moment:.2f} s)"
    with suppress(OSError):  # it may end meanwhile
        os.kill(chance.choice(victims), way)
    process.wait()
    _end_of(project, row, before)
    if kind.kills_commands and not _is_doubt(first := kind.verdict(project), usual.verdict):
        row.wrong += 1
        row.told.append(f"{before}: {first} at once, and not {usual.verdict}")
    finished, (_, held) = kind.finished(project), _talks(project)
    if any('"finished": true' in path.read_text() for path in project.rglob("manifest.json")):
        finished, held = {}, set()  # it came to its end, and is not gone on from
    _run(project, kind).wait()
    _end_of(project, row, before)
    row.finished += len(finished)
    verdict, now = kind.verdict(project), kind.finished(project)
    if verdict != usual.verdict:
        row.wrong += 1
        row.told.append(f"{before}: {verdict} and not {usual.verdict}")
    # What was finished stays as it was, and nobody is asked for it.
    asked, _ = _talks(project)
    lost = [name for name in finished if now.get(name) != finished[name]]
    row.again += len(lost)
    row.told += [f"{before}: {name} was lost or asked again" for name in lost]
    row.unrecorded += sum(asked.count(name) > 1 for name in held - finished.keys())
    left = [path for path in _left(project) if path.exists()]
    row.files += len(left)
    row.told += [f"{before}: {path.relative_to(project)} was left" for path in left]


def _end_of(project: Path, row: Kills, before: str) -> None:
    """Count what still runs in a project some seconds after its session has ended."""
    end = time.monotonic() + _TO_BE_GONE
    while (left := running(project)) and time.monotonic() < end:
        time.sleep(0.05)
    row.processes += len(left)
    row.told += [f"{before}: process {pid} was left" for pid in left]


def _project(folder: Path, kind: Kind) -> Path:
    project = Path(tempfile.mkdtemp(dir=folder))
    (project / "pytest.ini").write_text("[pytest]\n")
    kind.make(project, kind.setting)
    return project


def _run(project: Path, kind: Kind) -> subprocess.Popen[bytes]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    return subprocess.Popen(
        [sys.executable, *_SESSION, *kind.options],
        cwd=project,
        env={**kept, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def running(folder: Path) -> list[int]:
    """The processes that work somewhere below a folder."""
    found = []
    for process in Path("/proc").iterdir():
        with suppress(OSError):
            if process.name.isdigit() and (process / "cwd").readlink().is_relative_to(folder):
                found.append(int(process.name))
    return found


def started_by(session: int) -> list[int]:
    """The processes that a session has started, and those that they have."""
    parents = {}
    for process in Path("/proc").iterdir():
        with suppress(OSError):
            if process.name.isdigit():
                told = (process / "stat").read_text().rpartition(")")[2].split()
                parents[int(process.name)] = int(told[1])
    found = {session}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return sorted(found - {session})


def _left(project: Path) -> Iterator[Path]:
    """What a session that came to its end leaves nowhere."""
    hydra = project / ".hydra"
    yield from hydra.glob("session-*")
    yield from (path for path in hydra.glob("work/*") if path.name != "lock")
    yield from (path for path in hydra.rglob(".*.*-*") if path.is_file())


def _last_run(project: Path) -> Path:
    return max((project / ".hydra" / "runs").iterdir())


# --- scenarios ------------------------------------------------------------------------------------


def _make_scenarios(project: Path, setting: str) -> None:
    names = [f"{project.name}-{number}" for number in range(_SCENARIOS)]
    steps = [[{"user": name, "expect": {"shouldContain": [name, "said"]}}] for name in names]
    scenarios = [{"id": name, "steps": step} for name, step in zip(names, steps, strict=True)]
    (project / "program.py").write_text(_PROGRAM)
    (project / "hydra.toml").write_text(f"[bots.bot]\n{setting}\n")
    (project / "a.scenario.json").write_text(json.dumps({"scenarios": scenarios}))


def _digest(project: Path) -> object:
    """How the scenarios went, by their numbers."""
    report = json.loads((_last_run(project) / "report.json").read_bytes())
    entries = sorted(entry["id"].rpartition("-")[2] for entry in report["scenarios"])
    return report["verdict"], report["complete"], entries, report["totals"]


def _conversations(project: Path) -> Mapping[str, Any]:
    """What sessions have recorded that could be gone on from, by what the bot was asked."""
    found = {}
    for run in sorted((project / ".hydra" / "runs").glob("*/scenarios.jsonl")):
        for line in run.read_bytes().splitlines(keepends=True):
            if line.endswith(b"\n"):
                record = json.loads(line)
                turns = record["runs"][0]["conversation"]["turns"]
                if all(turn.get("reply") for turn in turns):
                    found[turns[0]["user"]] = turns
    return found


def _talks(project: Path) -> tuple[list[str], set[str]]:
    """What the bot was asked in this project, and what it has answered; nothing in a race."""
    files = (project / "asked.txt", project.parent / "asked.txt")
    lines = [line for file in files if file.exists() for line in file.read_text().splitlines()]
    ours = [line for line in lines if line.startswith(f"{project.name}-")]
    answered = {line.removesuffix("!") for line in ours if line.endswith("!")}
    return [line for line in ours if not line.endswith("!")], answered


@contextmanager
def _server(asked: Path) -> Iterator[int]:
    """The port of a server that answers as the program does, and notes what it is asked."""
    lock = threading.Lock()

    def note(line: str) -> None:
        with lock, asked.open("a") as file:
            file.write(f"{line}\n")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            text = json.loads(body)["messages"][-1]["content"]
            note(text)
            time.sleep(8 * _PAUSE)  # as eight are asked at a time
            answer = json.dumps(f"You said: {text}").encode()
            with suppress(OSError):
                self.send_response(200)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)
                note(f"{text}!")

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


# --- races ----------------------------------------------------------------------------------------


def _make_race(project: Path, setting: str) -> None:
    def git(*arguments: str) -> None:
        command = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org", *arguments]
        subprocess.run(command, cwd=project, check=True, stdout=subprocess.DEVNULL)

    git("init", "--quiet", "--initial-branch=main")
    (project / ".gitignore").write_text(".hydra/\nhydra.toml\npytest.ini\n__pycache__/\n")
    (project / "test_shop.py").write_text(_TESTS)
    (project / "shop.py").write_text(_SHOP)
    git("add", "--all")
    git("commit", "--quiet", "--message=base")
    toml = f"""
[race]
base = "main"
[scoring]
profile = "python"
python = "{sys.executable}"
[scoring.commands]
build = "sleep 0.2; python -m py_compile shop.py"
test = "PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 python -m pytest -q -p no:cacheprovider"
lint = "sleep 0.1"
"""
    for name, text in _BRANCHES.items():
        git("checkout", "--quiet", "-b", name, "main")
        (project / "shop.py").write_text(text)
        git("commit", "--quiet", "--all", f"--message={name}")
        toml += f'[[race.candidates]]\nagent = "{name}"\nref = "{name}"\n'
    git("checkout", "--quiet", "main")
    (project / "hydra.toml").write_text(toml + setting)


def _ranking(project: Path) -> dict[str, Any]:
    """How each candidate was decided, and with which scores; none where git itself was ended."""
    if not (project / ".hydra" / "runs").is_dir():
        return {}
    report = json.loads((_last_run(project) / "report.json").read_bytes())
    return {
        entry["agent"]: (entry["verdict"], entry["total"], entry["breakdown"])
        for entry in report["rankings"]
    }


def _is_doubt(verdict: Any, usual: Any) -> bool:
    """Whether no candidate was decided otherwise, but some may be unproven."""
    return all(entry[0] in ("unproven", usual[agent][0]) for agent, entry in verdict.items())


def _units(project: Path) -> Mapping[str, Any]:
    """The results that may be used again, by their addresses."""
    found = {}
    for path in (project / ".hydra" / "units").glob("*.json"):
        unit = json.loads(path.read_bytes())
        if unit["good"]:
            found[path.name] = unit
    return found


if __name__ == "__main__":
    run_parts("benchmarks.kills", str(__doc__), {"kills": report})
