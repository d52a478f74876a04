"""How races scale with the workers of a cluster.

The scheduler and the workers, each with one thread, are processes on this machine, so computing
cannot be faster than its processors. Needs the extra ``dask``.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from benchmarks.command import Options, run_parts, show, show_heading, version_of
from benchmarks.measure import Command, Usage, run, typical
from benchmarks.races import make_race

_SESSION = ("-m", "pytest", "-q", "-p", "pytest_hydra.plugin", "--hydra")
_PLAIN = ("-m", "pytest", "-q", "test_plain.py")
_COMPUTE = "import time\nwhile time.process_time() < {seconds}:\n    sum(range(1000))\n"
# The longest time until the cluster is ready, in seconds.
_PATIENCE = 120.0


@dataclass(frozen=True, slots=True)
class Work:
    """A ``command`` that is run on ``times`` trees, and takes ``seconds`` each time."""

    name: str
    times: int
    seconds: float
    command: str
    #: The lowest speedup over one worker to aim at, by the number of workers.
    aims: Mapping[int, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One line of the table.

    ``seconds`` excludes the start of pytest; ``times`` is the speedup over one worker;
    ``memory_bytes`` is the peak memory of the session.
    """

    work: str
    workers: int
    seconds: float
    ideal: float
    times: float
    aim: float | None
    rounds: int
    memory_bytes: float


def report(folder: Path, options: Options) -> object:
    """Print the table, and return its rows, or the missing library."""
    if version_of("distributed") is None:
        print('Dask is not installed: pip install "pytest-hydra[dask]"')
        return {"absent": "distributed"}
    show_heading("work", "workers", "time", "ideal", "speedup", "aim", "peak memory", "rounds")
    rows = []
    for figure in measure(folder, options.rounds):
        show(
            *(figure.work, str(figure.workers), f"{figure.seconds:.2f} s"),
            *(f"{figure.ideal:g} s", f"{figure.times:.2f}"),
            "" if figure.aim is None else f"{figure.aim:g}",
            *(f"{figure.memory_bytes / 1e6:.0f} MB", str(figure.rounds)),
        )
        rows.append(asdict(figure))
    return rows


def measure(folder: Path, rounds: int) -> Iterator[Figure]:
    """Measure all figures."""
    compute = f'{sys.executable} -S -c "{_COMPUTE.format(seconds=4.0)}"'
    for work in (
        Work("waiting", 16, 3.0, "sleep 3", {2: 1.8, 4: 3.4}),
        Work("computing", 8, 4.0, compute, {2: 1.7}),
    ):
        name = work.name.replace(" ", "-")
        project = make_race(folder / name, candidates=work.times - 1, files=200)
        plain = median(run(Command(_PLAIN, project, "1 passed")).wall for _ in range(rounds))
        baseline = None
        for workers in (1, *work.aims):
            with cluster(folder / f"{name}-{workers}", workers) as address:
                _settings(project, work, address)
                words = (*_SESSION, "hydra.toml", "--hydra-no-cache")
                session = Command(words, project, "mergeable")
                run(session)  # workers import their modules only once
                usages: list[Usage] = [run(session) for _ in range(rounds)]
            seconds = typical(usages, "wall") - plain
            baseline = seconds if baseline is None else baseline
            yield Figure(
                work=work.name,
                workers=workers,
                seconds=seconds,
                ideal=work.times * work.seconds / workers,
                times=baseline / seconds,
                aim=work.aims.get(workers),
                rounds=rounds,
                memory_bytes=typical(usages, "memory"),
            )


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[str]:
    """A context with a running cluster; returns the address of its scheduler."""
    folder.mkdir()
    file = folder / "scheduler.json"
    common = ("--scheduler-file", str(file), "--no-dashboard")
    with ExitStack() as stack:
        log = stack.enter_context((folder / "log").open("wb"))

        def start(program: str, *arguments: str) -> None:
            command = [sys.executable, "-m", f"distributed.cli.dask_{program}", *common, *arguments]
            process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder)
            stack.callback(process.wait)
            stack.callback(process.terminate)

        start("scheduler", "--host", "127.0.0.1", "--port", "0")
        address = _address(file)
        for number in range(workers):
            local = str(folder / f"local{number}")
            start("worker", "--no-nanny", "--nthreads", "1", "--local-directory", local)
        from distributed import Client

        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=_PATIENCE)
        yield address


def _address(file: Path) -> str:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        try:
            return str(json.loads(file.read_text(encoding="utf-8"))["address"])
        except (FileNotFoundError, ValueError):
            time.sleep(0.05)
    raise SystemExit("the scheduler did not start")


def _settings(project: Path, work: Work, address: str) -> None:
    lines = ["[execution]", 'engine = "dask"', f'scheduler = "{address}"']
    lines += ["[race]", 'base = "main"', "[scoring]", 'profile = "none"']
    lines += ["[scoring.commands]", f"test = '''{work.command}'''", "[sandbox]", 'mode = "none"']
    for number in range(work.times - 1):
        name = f"a{number:02}"
        lines += ["[[race.candidates]]", f'agent = "{name}"', f'ref = "agents/{name}"']
    (project / "hydra.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    run_parts("benchmarks.cluster", str(__doc__), {"cluster": report})
