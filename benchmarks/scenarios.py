"""The cost of scenarios relative to plain tests, and of the unused plugin relative to none.

Each ratio is the median of several rounds. In a round the compared commands run right after each
other, so that other work on the machine affects all of them equally.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from benchmarks.command import Options, run_parts, show, show_heading
from benchmarks.measure import Command, Rounds, comparison, run, take_rounds
from benchmarks.projects import make_project, make_single_files

FORMATS = ("yaml", "json", "toml")

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
    """One line of the table: ratios of ``what`` to ``against``, and the usage of the former."""

    what: str
    against: str
    rounds: int
    wall: float
    cpu: float
    memory: float
    wall_seconds: float
    cpu_seconds: float
    memory_bytes: float


def report(folder: Path, options: Options) -> object:
    """Print the cost of importing the unused plugin and the table, and return both."""
    wall, cpu, modules = import_cost(10 * options.rounds)
    print(f"import of the unused plugin, after pytest: {wall:.1f} ms, cpu {cpu:.1f} ms")
    print("it loads " + ", ".join(modules) + "\n")
    usage = ("wall time", "cpu time", "peak memory")
    show_heading("measured", "compared with", "wall", "cpu", "memory", *usage, "rounds")
    rows = []
    for row in measure(folder, options.rounds, full=options.full):
        ratios = (f"{entry:.2f}" for entry in (row.wall, row.cpu, row.memory))
        times = (f"{row.wall_seconds:.2f} s", f"{row.cpu_seconds:.2f} s")
        peak = f"{row.memory_bytes / 1e6:.0f} MB"
        show(row.what, row.against, *ratios, *times, peak, str(row.rounds))
        rows.append(asdict(row))
    return {"import_wall_ms": wall, "import_cpu_ms": cpu, "import_modules": modules, "rows": rows}


def import_cost(times: int) -> tuple[float, float, list[str]]:
    """The wall and cpu milliseconds to import the plugin after pytest, and the loaded modules."""
    command = Command(("-c", _IMPORT), Path.cwd(), "pytest_hydra.plugin")
    run(command)  # compiles modules
    outputs = [run(command).output.split() for _ in range(times)]
    wall, cpu = (median(float(words[place]) for words in outputs) for place in (0, 1))
    return wall, cpu, outputs[0][2:]


def measure(folder: Path, rounds: int, *, full: bool) -> Iterator[Row]:
    """Measure all rows."""
    once = make_project(folder / "1", 1)
    list(scenarios(folder / "warm", 1, 1))  # compiles modules and fills the disk cache
    yield start_up(once, 5 * rounds)
    yield from scenarios(folder, 10, 5 * rounds)
    yield from scenarios(folder, 100, 3 * rounds)
    yield from scenarios(folder, 1_000, 2 * rounds)
    yield from one_file_each(folder, 1_000, 2 * rounds)
    yield fixture(folder, 2_000, 2 * rounds)
    yield all_failing(folder, 5_000, 2 * rounds)
    yield from scenarios(folder, 10_000, rounds)
    yield replay(folder / "10000", 10_000, rounds)
    if full:
        yield from one_file_each(folder, 10_000, rounds)
        yield from scenarios(folder, 50_000, rounds)


def start_up(project: Path, rounds: int) -> Row:
    """A session of one plain test with and without the plugin."""
    theirs = Command((*_PLAIN, "test_plain.py"), project, "1 passed")
    ours = Command((*_HYDRA, "test_plain.py"), project, "1 passed")
    samples = take_rounds({"ours": ours, "theirs": theirs}, rounds)
    return _row("one test, plugin unused", "no plugin", samples, "ours", "theirs")


def scenarios(
    folder: Path, count: int, rounds: int, formats: tuple[str, ...] = FORMATS
) -> Iterator[Row]:
    """Scenarios of three checks each in one file, and plain tests with the same assertions."""
    project = make_project(folder / str(count), count)
    commands = {"plain": Command((*_PLAIN, "test_plain.py"), project, f"{count} passed")}
    for form in formats:
        arguments = (*_HYDRA, "--hydra", f"cases.scenario.{form}")
        expected = f"{count:,} of {count:,} passed"
        commands[form] = Command(arguments, project, expected)
    samples = take_rounds(commands, rounds)
    for form in formats:
        yield _row(f"{count:,} scenarios, {form.upper()}", "plain tests", samples, form, "plain")


def one_file_each(
    folder: Path, count: int, rounds: int, formats: tuple[str, ...] = FORMATS
) -> Iterator[Row]:
    """Files of one scenario each, and test files of one plain test with the same assertions."""
    project = make_single_files(folder / f"files-{count}", count)
    commands = {"plain": Command((*_PLAIN, "plain"), project, f"{count} passed")}
    for form in formats:
        expected = f"{count:,} of {count:,} passed"
        commands[form] = Command((*_HYDRA, "--hydra", form), project, expected)
    samples = take_rounds(commands, rounds)
    for form in formats:
        name = f"{count:,} files of one scenario, {form.upper()}"
        yield _row(name, "plain test files", samples, form, "plain")


def fixture(folder: Path, count: int, rounds: int) -> Row:
    """Tests that make three checks each with the fixture, and plain tests."""
    project = make_project(folder / f"fixture-{count}", count)
    ours = (*_HYDRA, "--hydra", "test_fixture.py")
    commands = {
        "plain": Command((*_PLAIN, "test_plain.py"), project, f"{count} passed"),
        "hydra": Command(ours, project, f"{count:,} of {count:,} passed"),
    }
    samples = take_rounds(commands, rounds)
    return _row(f"{count:,} tests, fixture", "plain tests", samples, "hydra", "plain")


def all_failing(folder: Path, count: int, rounds: int) -> Row:
    """Scenarios that all fail and are shown, and the same with a bot that passes them."""
    project = make_project(folder / f"failing-{count}", count)
    arguments = (*_HYDRA, "--hydra", "cases.scenario.yaml")
    deaf = (*arguments, "--hydra-bot", "wallet=wallet:deaf")
    commands = {
        "pass": Command(arguments, project, f"{count} passed"),
        "fail": Command(deaf, project, f"{count} failed", status=1),
    }
    samples = take_rounds(commands, rounds)
    return _row(f"{count:,} scenarios, all fail", "all pass", samples, "fail", "pass")


def replay(project: Path, count: int, rounds: int) -> Row:
    """A replay of recorded scenarios, and the same run with the bot."""
    expected = f"{count:,} of {count:,} passed"
    arguments = (*_HYDRA, "--hydra", "cases.scenario.yaml")
    run_folder = max((project / ".hydra" / "runs").iterdir())
    commands = {
        "run": Command(arguments, project, expected),
        "replay": Command((*arguments, "--hydra-replay", run_folder.name), project, expected),
    }
    samples = take_rounds(commands, rounds)
    return _row(f"{count:,} scenarios, replayed", "a run", samples, "replay", "run")


def _row(name: str, reference: str, rounds: Rounds, ours: str, theirs: str) -> Row:
    return Row(name, reference, len(rounds[ours]), *comparison(rounds, ours, theirs))


if __name__ == "__main__":
    run_parts("benchmarks.scenarios", str(__doc__), {"scenarios": report})
