"""Check that nothing is lost when sessions are killed at random moments.

Sessions of scenarios (a program, a server, two xdist workers) and races (with and without a box)
get SIGKILL, SIGTERM or Ctrl-C at random moments, derived from a seed. In races also a single
command gets SIGKILL, as when the system runs out of memory. Then the same session runs to its end.
The table has, for each kind, the finished results, how many of them were lost or repeated, the
verdicts that differ from those without a kill, and the processes and files that remain.
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
_KILLS = 4  # for each kind and round
_SESSION = ("-m", "pytest", "-q", "-p", "pytest_hydra.plugin", "-p", "no:cacheprovider", "--hydra")
_SIGNALS = (*[signal.SIGKILL] * 3, signal.SIGTERM, signal.SIGINT)
_SCENARIOS = 24
_PAUSE = 0.03
_EXIT_SECONDS = 10.0

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
    """One line of the table: the sums over all kills of a kind."""

    kind: str
    kills: int = 0
    finished: int = 0
    again: int = 0
    unrecorded: int = 0
    wrong: int = 0
    processes: int = 0
    files: int = 0
    #: Messages about errors, with the number of the kill.
    details: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Reference:
    """The time and verdict of a session without a kill."""

    seconds: float
    verdict: object


@dataclass(frozen=True, slots=True)
class Kind:
    """Functions that create a project and read its verdict and its finished results."""

    name: str
    make: Callable[[Path, str], None]
    verdict: Callable[[Path], object]
    finished: Callable[[Path], Mapping[str, Any]]
    options: tuple[str, ...] = ()
    setting: str = ""
    kills_commands: bool = False


def report(folder: Path, options: Options) -> object:
    """Print the table, and return its rows."""
    results = ("finished", "lost or repeated", "answered, not recorded", "wrong verdicts")
    show_heading("kind", "kills", *results, "processes left", "files left")
    rows = []
    with _server(folder / "asked.txt") as port:
        for kind in _kinds(port):
            row = _row(folder, kind, _KILLS * options.rounds * (10 if options.full else 1))
            counts = (row.finished, row.again, row.unrecorded, row.wrong, row.processes, row.files)
            show(row.kind, str(row.kills), *map(str, counts))
            rows.append(row)
    for row in rows:
        for line in row.details:
            print(f"{row.kind}, {line}", flush=True)
    return [asdict(row) for row in rows]


def _kinds(port: int) -> Iterator[Kind]:
    # With a version, as only then the answers of such bots are used again.
    program = f'command = ["{sys.executable}", "program.py"]\nversion = "1"'
    bots = {"command": program, "http": f'url = "http://127.0.0.1:{port}/chat"\nversion = "1"'}
    for bot, setting in bots.items():
        for workers in ((), ("-p", "xdist", "-n2")):
            name = f"scenarios, {bot}{', -n2' if workers else ''}"
            yield Kind(name, _make_scenarios, _digest, _conversations, workers, setting)
    for mode in ("none", "bubblewrap"):
        for is_command in (False, True):
            subject = "a command of a race" if is_command else "race"
            setting = f'[sandbox]\nmode = "{mode}"\n'
            jobs = ("--hydra-jobs=2",)
            name = f"{subject}, {mode}"
            yield Kind(name, _make_race, _ranking, _units, jobs, setting, is_command)


def _row(folder: Path, kind: Kind, kills: int) -> Kills:
    row = Kills(kind.name)
    # The reference: a session without a kill.
    project = _project(folder, kind)
    started = time.monotonic()
    _run(project, kind).wait()
    reference = Reference(time.monotonic() - started, kind.verdict(project))
    # At some moments there may be nothing to kill.
    for number in range(3 * kills):
        if row.kills == kills:
            break
        chance = random.Random(f"{SEED} {kind.name} {number}")  # noqa: S311 - moments, no secrets
        _kill(_project(folder, kind), kind, row, chance, reference)
    return row


def _kill(project: Path, kind: Kind, row: Kills, rng: random.Random, reference: Reference) -> None:
    """Kill a session at a random moment, run it again, and compare its results."""
    number, moment = rng.choice(_SIGNALS), rng.uniform(0.2, reference.seconds)
    process = _run(project, kind)
    time.sleep(moment)
    victims = [process.pid]
    if kind.kills_commands:
        number, victims = signal.SIGKILL, descendants(process.pid)
    if process.poll() is not None or not victims:
        process.wait()
        return  # nothing to kill
    row.kills += 1
    prefix = f"kill {row.kills} ({number.name} after {moment:.2f} s)"
    with suppress(OSError):  # it may end meanwhile
        os.kill(rng.choice(victims), number)
    process.wait()
    _count_leftovers(project, row, prefix)
    if kind.kills_commands and not _is_milder(interim := kind.verdict(project), reference.verdict):
        row.wrong += 1
        row.details.append(f"{prefix}: {interim} right after it, not {reference.verdict}")
    finished, (_, answered) = kind.finished(project), _bot_log(project)
    if any('"finished": true' in path.read_text() for path in project.rglob("manifest.json")):
        finished, answered = {}, set()  # a finished session is not resumed
    _run(project, kind).wait()
    _count_leftovers(project, row, prefix)
    row.finished += len(finished)
    verdict, current = kind.verdict(project), kind.finished(project)
    if verdict != reference.verdict:
        row.wrong += 1
        row.details.append(f"{prefix}: {verdict}, not {reference.verdict}")
    # Finished results stay the same, and no bot is asked for them again.
    questions, _ = _bot_log(project)
    lost = [name for name in finished if current.get(name) != finished[name]]
    row.again += len(lost)
    row.details += [f"{prefix}: {name} was lost or repeated" for name in lost]
    row.unrecorded += sum(questions.count(name) > 1 for name in answered - finished.keys())
    leftovers = [path for path in _leftover_paths(project) if path.exists()]
    row.files += len(leftovers)
    row.details += [f"{prefix}: {path.relative_to(project)} remained" for path in leftovers]


def _count_leftovers(project: Path, row: Kills, prefix: str) -> None:
    """Count processes that still run in a project seconds after the end of its session."""
    end = time.monotonic() + _EXIT_SECONDS
    while (pids := processes_in(project)) and time.monotonic() < end:
        time.sleep(0.05)
    row.processes += len(pids)
    row.details += [f"{prefix}: process {pid} remained" for pid in pids]


def _project(folder: Path, kind: Kind) -> Path:
    project = Path(tempfile.mkdtemp(dir=folder))
    (project / "pytest.ini").write_text("[pytest]\n")
    kind.make(project, kind.setting)
    return project


def _run(project: Path, kind: Kind) -> subprocess.Popen[bytes]:
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    return subprocess.Popen(
        [sys.executable, *_SESSION, *kind.options],
        cwd=project,
        env={**env, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def processes_in(folder: Path) -> list[int]:
    """The processes with a working directory in a folder."""
    pids = []
    for process in Path("/proc").iterdir():
        with suppress(OSError):
            if process.name.isdigit() and (process / "cwd").readlink().is_relative_to(folder):
                pids.append(int(process.name))
    return pids


def descendants(session: int) -> list[int]:
    """The child processes of a session, and theirs."""
    parents = {}
    for process in Path("/proc").iterdir():
        with suppress(OSError):
            if process.name.isdigit():
                fields = (process / "stat").read_text().rpartition(")")[2].split()
                parents[int(process.name)] = int(fields[1])
    tree = {session}
    while children := {pid for pid, parent in parents.items() if parent in tree} - tree:
        tree |= children
    return sorted(tree - {session})


def _leftover_paths(project: Path) -> Iterator[Path]:
    """Paths that must not remain after the end of a session."""
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
    """The verdict, the scenarios, and the totals of the last run."""
    report = json.loads((_last_run(project) / "report.json").read_bytes())
    entries = sorted(entry["id"].rpartition("-")[2] for entry in report["scenarios"])
    return report["verdict"], report["complete"], entries, report["totals"]


def _conversations(project: Path) -> Mapping[str, Any]:
    """The recorded conversations from which a session can resume, by their first question."""
    conversations = {}
    for run in sorted((project / ".hydra" / "runs").glob("*/scenarios.jsonl")):
        for line in run.read_bytes().splitlines(keepends=True):
            if line.endswith(b"\n"):
                record = json.loads(line)
                turns = record["runs"][0]["conversation"]["turns"]
                if all(turn.get("reply") for turn in turns):
                    conversations[turns[0]["user"]] = turns
    return conversations


def _bot_log(project: Path) -> tuple[list[str], set[str]]:
    """The bot's questions in this project, and those that it answered; empty in a race."""
    files = (project / "asked.txt", project.parent / "asked.txt")
    lines = [line for file in files if file.exists() for line in file.read_text().splitlines()]
    own = [line for line in lines if line.startswith(f"{project.name}-")]
    answered = {line.removesuffix("!") for line in own if line.endswith("!")}
    return [line for line in own if not line.endswith("!")], answered


@contextmanager
def _server(log: Path) -> Iterator[int]:
    """The port of a server that answers as the program does, and logs its questions."""
    lock = threading.Lock()

    def note(line: str) -> None:
        with lock, log.open("a") as file:
            file.write(f"{line}\n")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            text = json.loads(body)["messages"][-1]["content"]
            note(text)
            time.sleep(8 * _PAUSE)  # since eight questions are sent at a time
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
    """The verdict and scores of each candidate; empty if git itself was killed."""
    if not (project / ".hydra" / "runs").is_dir():
        return {}
    report = json.loads((_last_run(project) / "report.json").read_bytes())
    return {
        entry["agent"]: (entry["status"], entry["total"], entry["breakdown"])
        for entry in report["rankings"]
    }


def _is_milder(verdict: Any, reference: Any) -> bool:
    """Whether the verdicts are the same, except that some may be unproven."""
    return all(entry[0] in ("ungraded", reference[agent][0]) for agent, entry in verdict.items())


def _units(project: Path) -> Mapping[str, Any]:
    """The reusable results by address."""
    units = {}
    for path in (project / ".hydra" / "units").glob("*.json"):
        unit = json.loads(path.read_bytes())
        if unit["good"]:
            units[path.name] = unit
    return units


if __name__ == "__main__":
    run_parts("benchmarks.kills", str(__doc__), {"kills": report})
