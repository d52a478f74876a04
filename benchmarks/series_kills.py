"""Kill a series ten times, and compare its table with that of the same series without a kill.

40 tasks, each a repository of its own, and five scripted agents that run as programs: one solves
each task, two solve every second and every third task and break the code of the others, one breaks
the code and changes the test to match, and one changes nothing. ``python -m pytest_hydra series``
gets SIGKILL at random moments (from a seed), alternately alone and with all its processes, and then
runs to its end.
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
from benchmarks.kills import descendants, processes_in
from benchmarks.repository import commit, git

TASKS, KILLS = 40, 10
_SEED = 17
_EXIT_SECONDS = 10.0
_SERIES = (sys.executable, "-m", "pytest_hydra", "series", "--run-agents", "-o", "json")
# Each agent solves one in N tasks; 0 means none.
_AGENTS = {"careful": 1, "second": 2, "third": 3, "cheat": 0, "idle": 0}
_SHOP = "def total(prices):\n    return sum(prices)\n"
# A script that is judged by its exit code: pytest is not measured here.
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
    """The results of a series that was killed several times.

    ``kept`` is the number of races that were finished at the last kill, and ``raced_again`` how
    many of them ran again. ``agents_again`` is how often an agent was started again, and
    ``done_again`` how often although it had ended. ``processes`` is the number of its processes
    that remained.
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
    """Print the table, and return its row."""
    figure = measure(folder, TASKS, KILLS)
    columns = ("table", "finished races", "of them repeated", "repeated agents", "after their end")
    show_heading(
        *("tasks x agents", "kills", *columns, "processes left", "time", "time without a kill")
    )
    show(
        f"{figure.tasks} x {len(_AGENTS)}",
        str(figure.kills),
        "the same" if figure.is_same else "DIFFERENT",
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
    """Run the series without a kill, and again with ``kills`` of them."""
    undisturbed, killed = (make_series(folder / name, tasks) for name in ("calm", "killed"))
    start = time.monotonic()
    expected = _table(undisturbed)
    seconds = time.monotonic() - start
    chance = random.Random(_SEED)  # noqa: S311 - moments, no secrets
    start, leftovers = time.monotonic(), 0
    for number in range(kills):
        # Each kill is the same number of races later, at a random moment of the next race.
        races = tasks * number // (kills + 1)
        moment = seconds / tasks * chance.uniform(0.1, 1)
        leftovers += _kill(killed, races, moment, with_children=number % 2 == 1)
    finished = _finished(killed)
    table = _table(killed)
    notes = (killed / "notes.txt").read_text().splitlines()
    return Figure(
        tasks=tasks,
        kills=kills,
        is_same=table == expected,
        kept=len(finished),
        raced_again=len(finished - _finished(killed, most=1)),
        agents_again=_repeats(notes, "begun"),
        done_again=_repeats(notes, "done"),
        processes=leftovers,
        seconds=seconds,
        killed_seconds=time.monotonic() - start,
    )


def _repeats(notes: Sequence[str], event: str) -> int:
    """The number of repeated events of this kind in the agents' notes."""
    matches = [note for note in notes if note.endswith(event)]
    return len(matches) - len(set(matches))


def make_series(folder: Path, tasks: int) -> Path:
    """Create a hydra.toml of ``tasks`` races, each with a repository and all agents."""
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
    for cost, (agent, interval) in enumerate(_AGENTS.items(), start=1):
        words = [sys.executable, folder / "agent.py", agent, interval, number, folder / "notes.txt"]
        # The real cost and duration vary, and are in the table, so they are set.
        lines += ["[[race.candidates]]", f'agent = "{agent}"', f"cost_usd = 0.{cost}"]
        lines += [f"duration_seconds = {cost}0", f"command = {json.dumps([*map(str, words)])}"]
    return "\n".join(lines) + "\n"


def _start(folder: Path, **fields: Any) -> subprocess.Popen[bytes]:
    env = {name: text for name, text in os.environ.items() if not name.startswith("PYTEST")}
    variables = {**env, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.Popen(_SERIES, cwd=folder, env=variables, **fields)


def _table(folder: Path) -> Any:
    """Run a series to its end. Raises RuntimeError if races are left out."""
    with _start(folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        output, errors = process.communicate()
    if process.returncode:
        raise RuntimeError(errors.decode())
    return json.loads(output)


def _kill(folder: Path, races: int, moment: float, *, with_children: bool) -> int:
    """Kill a series ``moment`` seconds after ``races`` races, alone or with its child processes.

    Returns the number of processes that remain.
    """
    with _start(folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while len(_finished(folder)) < races and process.poll() is None:
            time.sleep(0.02)
        time.sleep(moment)
        if process.poll() is not None:
            raise RuntimeError("the series ended before it was killed")
        for pid in [process.pid, *(descendants(process.pid) if with_children else [])]:
            with suppress(OSError):  # it may end meanwhile
                os.kill(pid, signal.SIGKILL)
    end = time.monotonic() + _EXIT_SECONDS
    while (pids := processes_in(folder)) and time.monotonic() < end:
        time.sleep(0.05)
    return len(pids)


def _finished(folder: Path, most: int | None = None) -> set[str]:
    """The tasks with a finished race; with ``most``, those with at most that many."""
    counts: dict[str, int] = {}
    for report_file in folder.glob("tasks/*/.hydra/runs/*/report.json"):
        task = report_file.relative_to(folder).parts[1]
        counts[task] = counts.get(task, 0) + 1
    return {task for task, count in counts.items() if most is None or count <= most}


if __name__ == "__main__":
    run_parts("benchmarks.series_kills", str(__doc__), {"series_kills": report})
