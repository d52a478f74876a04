"""What a very large race would take, and what would break first.

What one unit costs the session and the scheduler is measured here, on a cluster of this machine;
then a race is gone through on paper, unit by unit. The assumptions are options. Needs the extra
``dask``.
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
_KEPT = 100
_LOOKS = 500
_PACKS = 10
_THREADS = 1_000
_IDS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """What one unit costs, measured.

    In seconds of processor time, which others on the machine do not change: ``scheduler`` for a
    task that does nothing; ``keep`` to write down what came of it; ``pin`` to read the change of a
    candidate, ``pack`` to pack its tree, ``decide`` to decide it; ``look`` for a thread that waits
    for a unit to look once whether the session ends. ``thread_bytes`` is what that thread holds.
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
    """A race, assumed. Times are in seconds.

    A candidate is built and then tested and linted, side by side, on any machine that is free.
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
    """What a race took on paper, in seconds: all of it, and how long each part had work to do.

    ``ideal`` is the least that the machines alone would take. ``waiting`` is the most units that
    waited at a time, each in a thread.
    """

    makespan: float
    ideal: float
    session: float
    scheduler: float
    network: float
    looks: float
    waiting: int


def measure(folder: Path) -> Costs:
    """Measure what a unit costs."""
    from distributed import Client

    from pytest_hydra.candidates.decide.decision import decide_race
    from pytest_hydra.candidates.decide.outcome import ranking_entries
    from pytest_hydra.candidates.recording import (
        CandidateRecord,
        CommandRun,
        Policy,
        RaceRecord,
        Source,
        TestRun,
    )
    from pytest_hydra.candidates.source.git import Repository
    from pytest_hydra.candidates.source.pins import pin, pin_base
    from pytest_hydra.record.files import Cache

    project = make_race(folder / "project", candidates=_PACKS, files=500)
    repository = Repository.find(project, folder / "objects")
    base = pin_base(repository, "main")
    named = iter(
        Source(agent=f"a{number:02}", kind="ref", named=f"agents/a{number:02}")
        for number in range(_PACKS)
    )
    pinned = []

    def read() -> None:
        pinned.append(pin(repository, base, next(named), folder / "candidates"))

    pins = _each(read, _PACKS)
    packed = iter(pinned)

    def pack() -> None:
        wanted = f"{next(packed).tree}\n^{base.tree}\n".encode()
        repository.run("pack-objects", "--revs", "--thin", "--stdout", "-q", stdin=wanted)

    cache = Cache(folder, "units")
    outcomes: dict[str, Any] = {f"tests/test_a.py::test_{n}": "passed" for n in range(_IDS)}
    tested = TestRun(evidence="ids", source="recorder", outcomes=outcomes)
    runs = {
        name: CommandRun(name=name, command=name, status="done", exit=0, tests=told)
        for name, told in (("build", None), ("tests", tested), ("lint", None))
    }

    def decide() -> None:
        record = RaceRecord(
            base_ref="main",
            base_commit=str(base.commit),
            policy=Policy(),
            base=CandidateRecord(source=base, runs=runs),
            candidates=tuple(CandidateRecord(source=entry, runs=runs) for entry in pinned),
        )
        ranking_entries(decide_race(record))

    addresses = (f"{number:064x}" for number in range(_KEPT))

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
        keep=_each(keep, _KEPT),
        pin=pins,
        pack=_each(pack, _PACKS),
        decide=_each(decide, _PACKS) / _PACKS,
        look=_each(lambda: never.wait(0.0005), _LOOKS),
        thread_bytes=_thread_bytes(),
    )


def _each(work: Callable[[], object], times: int) -> float:
    """The processor time of this process and its children for one; what waits costs nothing."""
    start = _cpu()
    for _ in range(times):
        work()
    return (_cpu() - start) / times


def _cpu() -> float:
    used = [resource.getrusage(entry) for entry in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(entry.ru_utime + entry.ru_stime for entry in used)


def _thread_bytes() -> float:
    """What a thread that waits adds to the memory of this process."""
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
    # In pages; on Linux, where the benchmarks are run.
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def simulate(plan: Plan, costs: Costs) -> Outcome:
    """Go through the race. Session, scheduler and network each do one thing after the other."""
    byte = 8 / (plan.gbit * 1e9)
    sends = plan.tree_pack_kb * 1e3 * byte
    returns = plan.log_kb * 1e3 * byte
    # The base's pack goes to one machine, and from those that have it to twice as many each time.
    spread = (1 + ceil(log2(plan.machines + 1))) * plan.base_pack_mb * 1e6 * byte
    free = [spread] * (plan.machines * plan.slots)
    session = scheduler = network = 0.0
    busy = {"session": 0.0, "scheduler": 0.0, "network": plan.base_pack_mb * 1e6 * byte}
    # What can be told to the scheduler, by when: all builds at once, the rest as builds end.
    ready: list[tuple[float, int, int]] = [(0.0, 0, entry) for entry in range(plan.candidates)]
    lasts = (plan.build, plan.tests, plan.lint)
    told: list[tuple[float, int]] = []
    end = 0.0
    while ready:
        at, step, candidate = heapq.heappop(ready)
        work = costs.keep + (costs.pin + costs.pack + costs.decide if step == 0 else 0.0)
        session = max(session, at) + work
        moves = returns + (sends if step == 0 else 0.0)
        network = max(network, session) + moves
        scheduler = max(scheduler, network) + costs.scheduler
        busy["session"] += work
        busy["network"] += moves
        busy["scheduler"] += costs.scheduler
        begin = max(heapq.heappop(free), scheduler)
        ended = begin + lasts[step]
        heapq.heappush(free, ended)
        told += [(at, 1), (ended, -1)]
        end = max(end, ended)
        if step == 0:
            heapq.heappush(ready, (ended, 1, candidate))
            heapq.heappush(ready, (ended, 2, candidate))
    waiting = most = 0
    # How long so many units are looked at so often, each time at some cost.
    looked = last = 0.0
    for at, change in sorted(told):
        looked += waiting * (at - last) * plan.looks_per_second * costs.look
        waiting, last = waiting + change, at
        most = max(most, waiting)
    ideal = plan.candidates * sum(lasts) / (plan.machines * plan.slots)
    return Outcome(makespan=end, ideal=ideal, looks=looked, waiting=most, **busy)


def report(folder: Path, options: Options) -> object:
    """Print what a unit costs, and the table; both, or why there are none."""
    del options  # processor time of many units: one round is enough
    return _report(folder, Plan())


def _report(folder: Path, plan: Plan) -> dict[str, object]:
    if version_of("distributed") is None:
        print('Dask is not installed: pip install "pytest-hydra[dask]"')
        return {"absent": "distributed"}
    costs = measure(folder)
    print("measured, for one unit:")
    for name, value in asdict(costs).items():
        shown = f"{value / 1e3:.0f} kB" if name == "thread_bytes" else f"{value * 1e3:.2f} ms"
        print(f"  {name.removesuffix('_bytes'):<10} {shown}")
    sizes = sorted({50, 100, 200, 500, 1_000, 2_000, 5_000, plan.machines})
    print(f"\n{plan.candidates:,} candidates, {plan.slots} at a time on a machine:\n")
    columns = ("machines", "takes", "the machines alone", "USD", "session", "scheduler", "network")
    show_heading(*columns, "looking", "threads")
    found = []
    for machines in sizes:
        one = replace(plan, machines=machines)
        out = simulate(one, costs)
        usd = machines * out.makespan / 3600 * plan.usd_per_machine_hour
        busy = (out.session, out.scheduler, out.network, out.looks)
        memory = out.waiting * costs.thread_bytes / 1e9
        show(
            *(f"{machines:,}", f"{out.makespan / 60:.1f} min", f"{out.ideal / 60:.1f} min"),
            *(f"{usd:.0f}", *(f"{share / out.makespan:.0%}" for share in busy)),
            f"{out.waiting:,} ({memory:.1f} GB)",
        )
        found.append({**asdict(one), **asdict(out), "usd": usd})
    return {"costs": asdict(costs), "races": found}


def main() -> None:
    """Measure, go through races of several sizes, print all of it, and write it as JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    for field in fields(Plan):
        kind = type(field.default)
        name = f"--{field.name.replace('_', '-')}"
        parser.add_argument(name, type=kind, default=field.default, help="(default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
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
