"""Estimate the duration and the bottlenecks of a very large race.

The cost of one unit for the session and the scheduler is measured with a cluster on this machine.
Then a race is simulated unit by unit. The assumptions are options. Needs the extra ``dask``.
"""

from __future__ import annotations

import argparse
import heapq
import json
import os
import resource
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from math import ceil, log2
from pathlib import Path
from typing import Any

from benchmarks.cluster import cluster
from benchmarks.command import Options, describe_machine, show, show_heading, version_of
from benchmarks.races import make_race

_TASKS = 2_000
_RECORDS = 100
_LOOKS = 500
_PACKS = 10
_THREADS = 1_000
_IDS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """The measured costs of one unit.

    All are seconds of processor time, which other work on the machine does not change:
    ``scheduler`` for a task that does nothing; ``keep`` to write its result; ``pin`` to read the
    change of a candidate, ``pack`` to pack its tree, ``decide`` to decide it; ``look`` for a
    waiting thread to check whether the session ends. ``thread_bytes`` is the memory of a thread.
    """

    scheduler: float
    keep: float
    pin: float
    pack: float
    decide: float
    look: float
    thread_bytes: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The assumptions about a race. Times are in seconds.

    A candidate is built, and then tested and linted in parallel, on any free machine.
    """

    candidates: int = 10_000
    machines: int = 500
    slots: int = 4
    build: float = 60.0
    tests: float = 180.0
    lint: float = 20.0
    base_pack_mb: float = 100.0
    tree_pack_kb: float = 50.0
    log_kb: float = 200.0
    gbit: float = 1.0
    usd_per_machine_hour: float = 0.2
    looks_per_second: float = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The simulated duration of a race in seconds, and the busy time of each part.

    ``ideal`` is the shortest time possible with these machines. ``waiting`` is the highest number
    of units that wait at a time, each in a thread.
    """

    makespan: float
    ideal: float
    session: float
    scheduler: float
    network: float
    looks: float
    waiting: int


def measure(folder: Path) -> Costs:
    """Measure the costs of a unit."""
    from distributed import Client

    from pytest_hydra.plugins.engine.unit import CommandRun
    from pytest_hydra.plugins.git.repository import Repository
    from pytest_hydra.plugins.race.change import pin, pin_base
    from pytest_hydra.plugins.race.decide.decision import decide_race
    from pytest_hydra.plugins.race.decide.outcome import candidate_results
    from pytest_hydra.plugins.race.policy.race_tables import Policy
    from pytest_hydra.plugins.race.record import CandidateRecord, RaceRecord, Source
    from pytest_hydra.plugins.results.outcomes import TestRun
    from pytest_hydra.record.files import Cache

    project = make_race(folder / "project", candidates=_PACKS, files=500)
    repository = Repository.find(project, folder / "objects")
    base = pin_base(repository, "main")
    sources = iter(
        Source(agent=f"a{number:02}", kind="ref", named=f"agents/a{number:02}")
        for number in range(_PACKS)
    )
    pins = []

    def read() -> None:
        pins.append(pin(repository, base, next(sources), folder / "candidates"))

    pin_seconds = _seconds_each(read, _PACKS)
    trees = iter(pins)

    def pack() -> None:
        revisions = f"{next(trees).tree}\n^{base.tree}\n".encode()
        repository.run("pack-objects", "--revs", "--thin", "--stdout", "-q", stdin=revisions)

    cache = Cache(folder, "units")
    outcomes: dict[str, Any] = {f"tests/test_a.py::test_{n}": "passed" for n in range(_IDS)}
    test_run = TestRun(evidence="ids", source="recorder", outcomes=outcomes)
    runs = {
        name: CommandRun(name=name, command=name, status="done", exit=0, tests=tests)
        for name, tests in (("build", None), ("tests", test_run), ("lint", None))
    }

    def decide() -> None:
        record = RaceRecord(
            base_ref="main",
            base_commit=str(base.commit),
            policy=Policy(),
            base=CandidateRecord(source=base, runs=runs),
            candidates=tuple(CandidateRecord(source=entry, runs=runs) for entry in pins),
        )
        candidate_results(decide_race(record))

    addresses = (f"{number:064x}" for number in range(_RECORDS))

    def keep() -> None:
        address = next(addresses)
        with cache.claim(address):
            cache.put(address, {"good": True, "run": {"tests": {"outcomes": outcomes}}})

    with (
        cluster(folder / "cluster", 1) as address,
        Client(address, set_as_default=False) as client,
    ):
        client.submit(abs, 1).result()
        start = client.run_on_scheduler(time.process_time)
        client.gather(client.map(abs, range(_TASKS), pure=False))
        scheduler = (client.run_on_scheduler(time.process_time) - start) / _TASKS
    never = threading.Event()
    return Costs(
        scheduler=scheduler,
        keep=_seconds_each(keep, _RECORDS),
        pin=pin_seconds,
        pack=_seconds_each(pack, _PACKS),
        decide=_seconds_each(decide, _PACKS) / _PACKS,
        look=_seconds_each(lambda: never.wait(0.0005), _LOOKS),
        thread_bytes=_thread_bytes(),
    )


def _seconds_each(work: Callable[[], object], times: int) -> float:
    """The processor time of one call, of this process and its children; waiting is free."""
    start = _cpu()
    for _ in range(times):
        work()
    return (_cpu() - start) / times


def _cpu() -> float:
    used = [resource.getrusage(entry) for entry in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(entry.ru_utime + entry.ru_stime for entry in used)


def _thread_bytes() -> float:
    """The memory of a waiting thread in bytes."""
    done = threading.Event()
    threads = [threading.Thread(target=done.wait) for _ in range(_THREADS)]
    before = _resident()
    for thread in threads:
        thread.start()
    after = _resident()
    done.set()
    for thread in threads:
        thread.join()
    return max(0.0, (after - before) / _THREADS)


def _resident() -> int:
    # In pages. The benchmarks run on Linux.
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def simulate(plan: Plan, costs: Costs) -> Outcome:
    """Simulate the race. Session, scheduler and network each do one thing at a time."""
    second_per_byte = 8 / (plan.gbit * 1e9)
    send_seconds = plan.tree_pack_kb * 1e3 * second_per_byte
    return_seconds = plan.log_kb * 1e3 * second_per_byte
    # The base's pack goes to one machine; then the number of machines doubles in each step.
    distribution = (1 + ceil(log2(plan.machines + 1))) * plan.base_pack_mb * 1e6 * second_per_byte
    free = [distribution] * (plan.machines * plan.slots)
    session = scheduler = network = 0.0
    busy = {"session": 0.0, "scheduler": 0.0, "network": plan.base_pack_mb * 1e6 * second_per_byte}
    # Units by the time at which they can start: builds immediately, the others after the build.
    ready: list[tuple[float, int, int]] = [(0.0, 0, entry) for entry in range(plan.candidates)]
    durations = (plan.build, plan.tests, plan.lint)
    arrivals: list[tuple[float, int]] = []
    end = 0.0
    while ready:
        at, step, candidate = heapq.heappop(ready)
        work = costs.keep + (costs.pin + costs.pack + costs.decide if step == 0 else 0.0)
        session = max(session, at) + work
        transfer = return_seconds + (send_seconds if step == 0 else 0.0)
        network = max(network, session) + transfer
        scheduler = max(scheduler, network) + costs.scheduler
        busy["session"] += work
        busy["network"] += transfer
        busy["scheduler"] += costs.scheduler
        start = max(heapq.heappop(free), scheduler)
        finish = start + durations[step]
        heapq.heappush(free, finish)
        arrivals += [(at, 1), (finish, -1)]
        end = max(end, finish)
        if step == 0:
            heapq.heappush(ready, (finish, 1, candidate))
            heapq.heappush(ready, (finish, 2, candidate))
    waiting = most = 0
    # The total cost of the checks of all waiting threads.
    looks = last = 0.0
    for at, change in sorted(arrivals):
        looks += waiting * (at - last) * plan.looks_per_second * costs.look
        waiting, last = waiting + change, at
        most = max(most, waiting)
    ideal = plan.candidates * sum(durations) / (plan.machines * plan.slots)
    return Outcome(makespan=end, ideal=ideal, looks=looks, waiting=most, **busy)


def report(folder: Path, options: Options) -> object:
    """Print the costs and the table, and return both, or the missing library."""
    del options  # processor time of many units: one round is enough
    return _report(folder, Plan())


def _report(folder: Path, plan: Plan) -> dict[str, object]:
    if version_of("distributed") is None:
        print('Dask is not installed: pip install "pytest-hydra[dask]"')
        return {"absent": "distributed"}
    costs = measure(folder)
    print("measured, for one unit:")
    for name, value in asdict(costs).items():
        figure = f"{value / 1e3:.0f} kB" if name == "thread_bytes" else f"{value * 1e3:.2f} ms"
        print(f"  {name.removesuffix('_bytes'):<10} {figure}")
    sizes = sorted({50, 100, 200, 500, 1_000, 2_000, 5_000, plan.machines})
    print(f"\n{plan.candidates:,} candidates, {plan.slots} at a time on a machine:\n")
    columns = ("machines", "duration", "ideal", "USD", "session", "scheduler", "network")
    show_heading(*columns, "polling", "threads")
    rows = []
    for machines in sizes:
        size = replace(plan, machines=machines)
        outcome = simulate(size, costs)
        usd = machines * outcome.makespan / 3600 * plan.usd_per_machine_hour
        busy = (outcome.session, outcome.scheduler, outcome.network, outcome.looks)
        memory = outcome.waiting * costs.thread_bytes / 1e9
        show(
            *(f"{machines:,}", f"{outcome.makespan / 60:.1f} min", f"{outcome.ideal / 60:.1f} min"),
            *(f"{usd:.0f}", *(f"{share / outcome.makespan:.0%}" for share in busy)),
            f"{outcome.waiting:,} ({memory:.1f} GB)",
        )
        rows.append({**asdict(size), **asdict(outcome), "usd": usd})
    return {"costs": asdict(costs), "races": rows}


def main() -> None:
    """Measure, simulate races with several numbers of machines, and print or write the results."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    for field in fields(Plan):
        kind = type(field.default)
        name = f"--{field.name.replace('_', '-')}"
        parser.add_argument(name, type=kind, default=field.default, help="(default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write figures as JSON")
    options = parser.parse_args()
    plan = Plan(**{field.name: getattr(options, field.name) for field in fields(Plan)})
    machine = describe_machine()
    print("\n".join(f"{name}: {value}" for name, value in machine.items()) + "\n")
    with tempfile.TemporaryDirectory(prefix="hydra-scale-") as folder:
        figures = {"machine": machine, "scale": _report(Path(folder), plan)}
    if options.json is not None:
        options.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
