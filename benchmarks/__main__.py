"""What pytest-hydra costs: ``python -m benchmarks [--full] [--only scenarios|races]``.

Each ratio is the median of several rounds; in a round everything that is compared runs one right
after the other, so that what else the machine does meets all of it alike.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from statistics import median

from benchmarks import races
from benchmarks.measure import Command, Rounds, ratio, run, take_rounds, typical
from benchmarks.projects import make_project

PARTS = ("scenarios", "races")
FORMATS = ("yaml", "json", "toml")
MEASURED = ("pytest", "pytest-hydra", "pydantic", "PyYAML", "tomli")

_IMPORT = """
import sys, time
import pytest
before = set(sys.modules)
wall, cpu = time.perf_counter(), time.process_time()
import pytest_hydra.plugin
wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
print(wall * 1000, cpu * 1000, *sorted(set(sys.modules) - before))
"""
_HYDRA = ("-m", "pytest", "-q", "-p", "pytest_hydra.plugin")
_PLAIN = ("-m", "pytest", "-q")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: ratios of the first to the second, and what the first took."""

    what: str
    against: str
    rounds: int
    wall: float
    cpu: float
    memory: float
    wall_seconds: float
    cpu_seconds: float
    memory_bytes: float


def main() -> None:
    """Measure, print the table, and write it as JSON where that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--full", action="store_true", help="also 50,000 scenarios and 32 candidates: takes long"
    )
    parser.add_argument(
        "--only", action="append", choices=PARTS, help="this part alone; may be given again"
    )
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="default: 3")
    parser.add_argument("--json", type=Path, metavar="PATH", help="write the figures there too")
    arguments = parser.parse_args()
    machine = describe_machine()
    print("\n".join(f"{name}: {value}" for name, value in machine.items()))
    figures: dict[str, object] = {"machine": machine}
    parts = arguments.only or PARTS
    with tempfile.TemporaryDirectory() as folder:
        if "scenarios" in parts:
            figures |= _scenarios(Path(folder), arguments.rounds, full=arguments.full)
        if "races" in parts:
            figures["races"] = _races(Path(folder), arguments.rounds, full=arguments.full)
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


def _scenarios(folder: Path, rounds: int, *, full: bool) -> dict[str, object]:
    wall, cpu, modules = import_cost(10 * rounds)
    print(f"\nimport of the unused plugin, after pytest: {wall:.1f} ms, cpu {cpu:.1f} ms")
    print("newly loaded: " + ", ".join(modules))
    print(f"\n{'':38}{'wall':>6}{'cpu':>6}{'memory':>8}  {'took':>8}{'cpu':>8}{'peak':>7}")
    rows = []
    for row in measure(folder, rounds, full=full):
        rows.append(asdict(row))
        print(line(row), flush=True)
    return {
        "import_wall_ms": wall,
        "import_cpu_ms": cpu,
        "import_modules": modules,
        "rows": rows,
    }


def _races(folder: Path, rounds: int, *, full: bool) -> list[dict[str, object]]:
    print(f"\n{'':52}{'':>9}{'':16}{'took':>8}{'peak':>7}")
    found = []
    for figure in races.measure_races(folder, rounds, full=full):
        found.append(asdict(figure))
        print(races.line(figure), flush=True)
    return found


def describe_machine() -> dict[str, str]:
    """What the figures hang on, without names or paths."""
    versions = ", ".join(f"{name} {version(name)}" for name in MEASURED)
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "versions": versions,
    }


def import_cost(times: int) -> tuple[float, float, list[str]]:
    """Importing the plugin after pytest: wall and cpu milliseconds, and the modules it loads."""
    command = Command(("-c", _IMPORT), Path.cwd(), "pytest_hydra.plugin")
    run(command)  # compiles what is not compiled
    said = [run(command).output.split() for _ in range(times)]
    wall, cpu = (median(float(words[place]) for words in said) for place in (0, 1))
    return wall, cpu, said[0][2:]


def measure(folder: Path, rounds: int, *, full: bool) -> Iterator[Row]:
    """All rows, as they are measured."""
    once = make_project(folder / "1", 1)
    list(scenarios(folder / "warm", 1, 1))  # compiles, and reads from the disk, what is used
    yield start_up(once, 5 * rounds)
    yield from scenarios(folder, 1_000, 2 * rounds)
    yield fixture(folder, 2_000, 2 * rounds)
    yield from scenarios(folder, 10_000, rounds)
    yield replay(folder / "10000", 10_000, rounds)
    if full:
        yield from scenarios(folder, 50_000, rounds, formats=("yaml",))


def start_up(project: Path, rounds: int) -> Row:
    """A session of one plain test with the plugin there, and without."""
    theirs = Command((*_PLAIN, "test_plain.py"), project, "1 passed")
    ours = Command((*_HYDRA, "test_plain.py"), project, "1 passed")
    took = take_rounds({"ours": ours, "theirs": theirs}, rounds)
    return _row("one test, plugin unused", "no plugin", took, "ours", "theirs")


def scenarios(
    folder: Path, count: int, rounds: int, formats: tuple[str, ...] = FORMATS
) -> Iterator[Row]:
    """Scenarios of three checks each in one file, and plain tests that assert the same."""
    project = make_project(folder / str(count), count)
    commands = {"plain": Command((*_PLAIN, "test_plain.py"), project, f"{count} passed")}
    for form in formats:
        arguments = (*_HYDRA, "--hydra", f"cases.scenario.{form}")
        commands[form] = Command(arguments, project, f"{3 * count} checks: {3 * count} passed")
    took = take_rounds(commands, rounds)
    for form in formats:
        yield _row(f"{count:,} scenarios, {form.upper()}", "plain tests", took, form, "plain")


def fixture(folder: Path, count: int, rounds: int) -> Row:
    """Ordinary tests that make three checks each with the fixture, and plain ones."""
    project = make_project(folder / f"fixture-{count}", count)
    ours = (*_HYDRA, "--hydra", "test_fixture.py")
    commands = {
        "plain": Command((*_PLAIN, "test_plain.py"), project, f"{count} passed"),
        "hydra": Command(ours, project, f"{3 * count} checks: {3 * count} passed"),
    }
    took = take_rounds(commands, rounds)
    return _row(f"{count:,} tests, fixture", "plain tests", took, "hydra", "plain")


def replay(project: Path, count: int, rounds: int) -> Row:
    """Recorded scenarios decided again, and the same run with the bot."""
    expected = f"{3 * count} checks: {3 * count} passed"
    arguments = (*_HYDRA, "--hydra", "cases.scenario.yaml")
    recorded = max((project / ".hydra" / "runs").iterdir())
    commands = {
        "run": Command(arguments, project, expected),
        "replay": Command((*arguments, "--hydra-replay", recorded.name), project, expected),
    }
    took = take_rounds(commands, rounds)
    return _row(f"{count:,} scenarios, replayed", "a run", took, "replay", "run")


def _row(what: str, against: str, took: Rounds, ours: str, theirs: str) -> Row:
    ratios = [ratio(took, ours, theirs, field) for field in ("wall", "cpu", "memory")]
    figures = [typical(took[ours], field) for field in ("wall", "cpu", "memory")]
    return Row(what, against, len(took[ours]), *ratios, *figures)


def line(row: Row) -> str:
    """The row as the table shows it: the ratios, then what ours took."""
    name = f"{row.what} / {row.against}"
    return (
        f"{name:<38.38}{row.wall:>6.2f}{row.cpu:>6.2f}{row.memory:>8.2f}"
        f"  {row.wall_seconds:>6.2f} s{row.cpu_seconds:>6.2f} s{row.memory_bytes / 1e6:>4.0f} MB"
    )


if __name__ == "__main__":
    main()
