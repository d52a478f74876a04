"""A series that is killed ten times, and its table beside that of the same which nobody kills.

40 tasks, each a repository of its own, and five scripted agents that are run as programs: one that
does each task, two that do every second and every third and break what is there in the others, one
that breaks it and has the test say so, and one that changes nothing. ``python -m pytest_hydra
series`` is ended by SIGKILL at moments of a seed, in turn alone and with all that it has started,
and at last run to its end.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.command import Options, run_parts, show, show_heading
from benchmarks.kills import running, started_by
from benchmarks.repository import commit, git

TASKS, KILLS = 40, 10
_SEED = 17
_TO_BE_GONE = 10.0
_SERIES = (sys.executable, "-m", "pytest_hydra", "series", "--run-agents", "-o", "json")
# Of how many tasks an agent does one.
_AGENTS = {"careful": 1, "second": 2, "third": 3, "cheat": 0, "idle": 0}
_SHOP = "def total(prices):\n    return sum(prices)\n"
# A script, by its exit code: what is measured is not how pytest is listened to.
_TEST = "from shop import total\n\nassert total([1, 2]) == 3\n"
_AGENT = """
import sys, time
from pathlib import Path

agent, every, task, notes = sys.argv[1:]

def note(what):
    with open(notes, "a") as file:
        file.write(f"{agent} {task} {what}\\n")

note("begun")
time.sleep(0.1)
shop, test = Path("shop.py"), Path("test_shop.py")
if int(every) and int(task) % int(every) == 0:
    shop.write_text(f"{shop.read_text()}\\n\\ndef task():\\n    return {task}\\n")
elif agent != "idle":
    shop.write_text(shop.read_text().replace("sum", "max"))
if agent == "cheat":
    test.write_text(test.read_text().replace("== 3", "== 2"))
note("done")
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """What became of a series that was killed so often.

    ``kept`` are the races that were finished at the last kill, and ``raced_again`` those of them
    that were raced once more. ``agents_again`` is how often an agent was run that had been before,
    and ``done_again`` how often it had come to its end. ``processes`` is how many of those that it
    had started were left after all.
    """

    tasks: int
    kills: int
    is_same: bool
    kept: int
    raced_again: int
    agents_again: int
    done_again: int
    processes: int
    seconds: float
    killed_seconds: float


def report(folder: Path, _options: Options) -> object:
    """Print the table; its row."""
    figure = measure(folder, TASKS, KILLS)
    columns = ("table", "races kept", "raced again", "agents run again", "that had ended")
    show_heading(
        *("tasks by agents", "kills", *columns, "processes left", "took", "without a kill")
    )
    show(
        f"{figure.tasks} x {len(_AGENTS)}",
        str(figure.kills),
        "the same" if figure.is_same else "ANOTHER",
        str(figure.kept),
        str(figure.raced_again),
        str(figure.agents_again),
        str(figure.done_again),
        str(figure.processes),
        f"{figure.killed_seconds:.0f} s",
        f"{figure.seconds:.0f} s",
    )
    return asdict(figure)


def measure(folder: Path, tasks: int, kills: int) -> Figure:
    """Run the series without a kill, and once more with so many."""
    calm, killed = (make_series(folder / name, tasks) for name in ("calm", "killed"))
    start = time.monotonic()
    expected = _table(calm)
    seconds = time.monotonic() - start
    chance = random.Random(_SEED)  # noqa: S311 - moments, no secrets
    start, left = time.monotonic(), 0
    for number in range(kills):
        # As many races further on each time, at some moment of the next one.
        races = tasks * number // (kills + 1)
        moment = seconds / tasks * chance.uniform(0.1, 1)
        left += _kill(killed, races, moment, whole=number % 2 == 1)
    kept = _finished(killed)
    found = _table(killed)
    notes = (killed / "notes.txt").read_text().splitlines()
    return Figure(
        tasks=tasks,
        kills=kills,
        is_same=found == expected,
        kept=len(kept),
        raced_again=len(kept - _finished(killed, most=1)),
        agents_again=_again(notes, "begun"),
        done_again=_again(notes, "done"),
        processes=left,
        seconds=seconds,
        killed_seconds=time.monotonic() - start,
    )


def _again(notes: Sequence[str], what: str) -> int:
    """How often the agents have noted this, but for the first time of each."""
    noted = [note for note in notes if note.endswith(what)]
    return len(noted) - len(set(noted))


def make_series(folder: Path, tasks: int) -> Path:
    """A hydra.toml of so many races, each with a repository and all agents."""
    folder.mkdir()
    (folder / "agent.py").write_text(_AGENT)
    (folder / "hydra.toml").write_text('[series]\nraces = ["tasks/*/hydra.toml"]\n')
    for number in range(tasks):
        task = folder / "tasks" / f"{number:02}"
        task.mkdir(parents=True)
        (task / ".gitignore").write_text(".hydra/\nhydra.toml\n__pycache__/\n")
        (task / "shop.py").write_text(_SHOP)
        (task / "test_shop.py").write_text(_TEST)
        git(task, "init", "--quiet", "--initial-branch=main")
        commit(task)
        (task / "hydra.toml").write_text(_settings(folder, number))
    return folder


def _settings(folder: Path, number: int) -> str:
    lines = ["[scoring]", f"python = {json.dumps(sys.executable)}"]
    lines += ["[scoring.commands]", 'test = "python test_shop.py"']
    lines += ["[sandbox]", 'mode = "none"']
    for cost, (agent, every) in enumerate(_AGENTS.items(), start=1):
        words = [sys.executable, folder / "agent.py", agent, every, number, folder / "notes.txt"]
        # What an agent took is another each time, and stands in the table.
        lines += ["[[race.candidates]]", f'agent = "{agent}"', f"cost_usd = 0.{cost}"]
        lines += [f"duration_seconds = {cost}0", f"command = {json.dumps([*map(str, words)])}"]
    return "\n".join(lines) + "\n"


def _begin(folder: Path, **fields: Any) -> subprocess.Popen[bytes]:
    kept = {name: text for name, text in os.environ.items() if not name.startswith("PYTEST")}
    environment = {**kept, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.Popen(_SERIES, cwd=folder, env=environment, **fields)


def _table(folder: Path) -> Any:
    """Run a series to its end. Raises RuntimeError where races are left out."""
    with _begin(folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        said, told = process.communicate()
    if process.returncode:
        raise RuntimeError(told.decode())
    return json.loads(said)


def _kill(folder: Path, races: int, moment: float, *, whole: bool) -> int:
    """End a series some seconds after so many races, it alone or with all that it has started.

    How many processes are left.
    """
    with _begin(folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while len(_finished(folder)) < races and process.poll() is None:
            time.sleep(0.02)
        time.sleep(moment)
        if process.poll() is not None:
            raise RuntimeError("the series came to its end before it was killed")
        for pid in [process.pid, *(started_by(process.pid) if whole else [])]:
            with suppress(OSError):  # it may end meanwhile
                os.kill(pid, signal.SIGKILL)
    end = time.monotonic() + _TO_BE_GONE
    while (left := running(folder)) and time.monotonic() < end:
        time.sleep(0.05)
    return len(left)


def _finished(folder: Path, most: int | None = None) -> set[str]:
    """The tasks with a race that came to its end; with ``most`` at most so often."""
    counts: dict[str, int] = {}
    for report_file in folder.glob("tasks/*/.hydra/runs/*/report.json"):
        task = report_file.relative_to(folder).parts[1]
        counts[task] = counts.get(task, 0) + 1
    return {task for task, count in counts.items() if most is None or count <= most}


if __name__ == "__main__":
    run_parts("benchmarks.series_kills", str(__doc__), {"series_kills": report})
