"""The cost of races: relative to the ideal, in addition to their commands, and when repeated."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from benchmarks.command import Options, run_parts, show, show_heading
from benchmarks.measure import Command, Usage, run, take_rounds, typical
from benchmarks.repository import commit, git
from benchmarks.tamper import measure_watching
from pytest_hydra.plugins.boxes.box import Box, overlay_problem, preflight

_RACE = ("-m", "pytest", "-q", "-p", "pytest_hydra.plugin", "--hydra", "hydra.toml")
_PLAIN = ("-m", "pytest", "-q", "test_plain.py")
# The time of the commands of each candidate and of the base, in seconds.
_WAITS = {"build": 1.0, "test": 2.0, "lint": 1.0}
_COMPUTES = {"test": 2.0, "lint": 1.0}
_COMPUTE = "import time\nwhile time.process_time() < {seconds}:\n    sum(range(1000))\n"
_FEW, _MANY = 2, 12
_REPEATS = 15
_CASES = 100_000

_WORKSPACE = """
import sys, time
from pathlib import Path
from statistics import median
from pytest_hydra.plugins.git.repository import Repository
from pytest_hydra.plugins.engine.workspaces import Workspaces
from pytest_hydra.plugins.boxes.box import Box, preflight

box = preflight()
repository = Repository.find(Path(sys.argv[1]), Path(sys.argv[2], "objects"))
base, other = (repository.run("rev-parse", f"{name}^{{tree}}", as_user=True).decode().strip()
               for name in ("main", "agents/a00"))
created, removed = [], []
box = box if isinstance(box, Box) else None
with Workspaces(repository, Path(sys.argv[2], "work"), box=box) as workspaces:
    methods = {"a copy": workspaces.copy, "an overlay": workspaces.overlay}
    create = methods[sys.argv[4]]
    with create(base):
        pass  # the others are made from the first one
    for _ in range(int(sys.argv[3])):
        times = [time.perf_counter()]
        with create(other):
            times.append(time.perf_counter())
        times.append(time.perf_counter())
        created.append(times[1] - times[0])
        removed.append(times[2] - times[1])
print("created", median(created) * 1000, median(removed) * 1000)
"""
_BOX = """
import sys, time
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from pytest_hydra.plugins.engine.command import run
from pytest_hydra.plugins.engine.unit import Unit
from pytest_hydra.plugins.git.repository import Repository
from pytest_hydra.plugins.engine.isolation import Isolation
from pytest_hydra.plugins.engine.workspaces import Workspace, Workspaces
from pytest_hydra.plugins.boxes.box import preflight

box = preflight()
repository = Repository.find(Path(sys.argv[1]), Path(sys.argv[2], "objects"))
base = repository.run("rev-parse", "main^{tree}", as_user=True).decode().strip()
plan = Unit(name="nothing", command=":", timeout_seconds=60)
log = Path(sys.argv[2], "box.log")
times = {False: [], True: []}
with Workspaces(repository, Path(sys.argv[2], "work"), box=box) as workspaces, ExitStack() as stack:
    # As in checks: an overlay, if possible, is visible only in a box.
    overlay = stack.enter_context(workspaces.overlay(base))
    copy = Workspace(stack.enter_context(workspaces.copy(base)))
    for _ in range(int(sys.argv[3])):
        for boxed, workspace in ((False, copy), (True, overlay)):
            isolation = Isolation(box=box if boxed else None, network=False)
            start = time.perf_counter()
            result = run(plan, workspace.path, log, isolation=isolation, mount=workspace.mount)
            times[boxed].append(time.perf_counter() - start)
            assert result.succeeded, result
print("boxed", median(more - less for less, more in zip(times[False], times[True])) * 1000)
"""
_JUNIT = """
import sys, time
from pathlib import Path
from pytest_hydra.plugins.results.protocol import run_of
from pytest_hydra.plugins.results.junit import parse_junit

data = Path(sys.argv[1]).read_bytes()
start = time.perf_counter()
run = run_of("junit", parse_junit(data, []).cases)
print("read", time.perf_counter() - start, len(run.outcomes))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One line of the table: what was measured, and the highest value to aim at.

    ``value`` is the time relative to ``against``, or in addition to it. ``unit`` is that of
    ``value`` and ``aim``. ``wall_seconds`` and ``memory_bytes`` are the usage of the measured
    process, the median of the rounds.
    """

    what: str
    against: str
    value: float
    unit: str
    aim: float
    rounds: int
    wall_seconds: float
    memory_bytes: float


def report(folder: Path, options: Options) -> object:
    """Print the table, and return its rows."""
    show_heading("measured", "compared with", "value", "aim", "time", "peak memory", "rounds")
    rows = []
    for figure in measure_races(folder, options.rounds, full=options.full):
        value, aim = (_format_value(entry, figure.unit) for entry in (figure.value, figure.aim))
        wall, peak = f"{figure.wall_seconds:.2f} s", f"{figure.memory_bytes / 1e6:.0f} MB"
        show(figure.what, figure.against, value, aim, wall, peak, str(figure.rounds))
        rows.append(asdict(figure))
    return rows


def measure_races(folder: Path, rounds: int, *, full: bool) -> Iterator[Figure]:
    """Measure all figures of races."""
    most = 32 if full else 16
    waiting = make_race(folder / "waiting", candidates=most, files=20)
    for candidates in (1, 4, 16, *([32] if full else [])):
        for slots in (1, 2, 4):
            yield against_ideal(waiting, candidates, slots, rounds)
    for slots in (1, 2):
        yield against_ideal(waiting, 4, slots, rounds, computing=True)
    small = make_race(folder / "small", candidates=1, files=2_000)
    large = make_race(folder / "large", candidates=1, files=5_000, size=20_000)
    for name, project in (("2,000 files", small), ("5,000 files and 100 MB", large)):
        yield from workspace(project, name, rounds)
        yield from check_overhead(project, name, rounds)
    if isinstance(preflight(), Box):
        yield box_overhead(small, rounds)
    yield from watching_overhead(folder / "watched", rounds)
    yield rerun(waiting, 16, rounds)
    yield from junit(folder, rounds)


def make_race(folder: Path, *, candidates: int, files: int, size: int = 500) -> Path:
    """Create a repository with files of ``size`` bytes, and a branch for each candidate."""
    numbers = random.Random(files)  # noqa: S311 - the same files each time
    folder.mkdir(parents=True)
    for number in range(files):
        place = folder / "src" / f"part{number % 40}" / f"file{number}.dat"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(numbers.randbytes(size))
    (folder / "product.txt").write_text("begin\n", encoding="utf-8")
    (folder / ".gitignore").write_text(".hydra/\nhydra.toml\n__pycache__/\n", encoding="utf-8")
    (folder / "test_plain.py").write_text("def test_one(): pass\n", encoding="utf-8")
    git(folder, "init", "--quiet", "--initial-branch=main")
    commit(folder)
    for number in range(candidates):
        git(folder, "checkout", "--quiet", "-b", f"agents/a{number:02}", "main")
        (folder / "product.txt").write_text(f"begin\nline of {number}\n", encoding="utf-8")
        commit(folder)
    git(folder, "checkout", "--quiet", "main")
    return folder


def against_ideal(
    project: Path, candidates: int, slots: int, rounds: int, *, computing: bool = False
) -> Figure:
    """A race whose commands take a known time, relative to the shortest possible time.

    That is the longest chain of one candidate, or all work divided by the slots, whichever is
    longer. Everything else counts as our overhead, except the start of pytest without us.
    """
    durations = _COMPUTES if computing else _WAITS
    commands = {name: _computing(s) if computing else f"sleep {s}" for name, s in durations.items()}
    _settings(project, candidates, commands)
    # The other commands wait for the build; the longest of them ends last.
    chain = durations.get("build", 0.0) + max(s for name, s in durations.items() if name != "build")
    ideal = max(chain, (candidates + 1) * sum(durations.values()) / slots)
    arguments = (*_RACE, "--hydra-no-cache", "--hydra-jobs", str(slots))
    race, plain = Command(arguments, project, "mergeable"), Command(_PLAIN, project, "1 passed")
    samples = take_rounds({"race": race, "plain": plain}, rounds)
    usages = samples["race"]
    pairs = zip(usages, samples["plain"], strict=True)
    wall = median(ours.wall - theirs.wall for ours, theirs in pairs)
    mode = "computing" if computing else "waiting"
    return Figure(
        what=f"race of {candidates}, {mode}, {_plural(slots, 'slot')}",
        against=f"ideal: {ideal:g} s",
        value=wall / ideal,
        unit="x",
        aim=1.1,
        rounds=rounds,
        wall_seconds=typical(usages, "wall"),
        memory_bytes=typical(usages, "memory"),
    )


def check_overhead(project: Path, name: str, rounds: int) -> Iterator[Figure]:
    """The overhead of a check with a command that does nothing, without a box and in one.

    Without a box the workspace is a copy; in a box it is an overlay, if possible. The overhead is
    the difference of two races, one of which has ten more checks for each of two trees.
    """
    for box in ("none", "bubblewrap"):
        usages: dict[int, list[Usage]] = {_FEW: [], _MANY: []}
        for _ in range(2 * rounds):
            for checks, samples in usages.items():
                _settings(project, 1, {}, checks=checks, box=box)
                arguments = (*_RACE, "--hydra-no-cache", "--hydra-jobs", "1")
                samples.append(run(Command(arguments, project, "mergeable")))
        pairs = zip(usages[_MANY], usages[_FEW], strict=True)
        more = median(many.wall - few.wall for many, few in pairs)
        yield Figure(
            what=f"check on {name}, {'no box' if box == 'none' else 'in a box'}",
            against="its command",
            value=more * 1000 / (2 * (_MANY - _FEW)),
            unit="ms",
            aim=150.0,
            rounds=2 * rounds,
            wall_seconds=typical(usages[_MANY], "wall"),
            memory_bytes=typical(usages[_MANY], "memory"),
        )


def workspace(project: Path, name: str, rounds: int) -> Iterator[Figure]:
    """Creating and removing the workspace of a candidate, as a copy and as an overlay."""
    box = preflight()
    overlays = isinstance(box, Box) and overlay_problem(box, project) is None
    for method in ("a copy", *(["an overlay"] if overlays else [])):
        paths = (str(project), str(project / ".hydra" / "workspaces"))
        arguments = ("-c", _WORKSPACE, *paths, str(_REPEATS), method)
        usages = [run(Command(arguments, project, "created")) for _ in range(rounds)]
        for column, step in ((1, "created"), (2, "removed")):
            yield Figure(
                what=f"workspace of {name}, {method}, {step}",
                against="",
                value=median(float(entry.output.split()[column]) for entry in usages),
                unit="ms",
                aim=60.0,
                rounds=rounds * _REPEATS,
                wall_seconds=typical(usages, "wall"),
                memory_bytes=typical(usages, "memory"),
            )


def box_overhead(project: Path, rounds: int) -> Figure:
    """The overhead of a box for a command that does nothing."""
    arguments = ("-c", _BOX, str(project), str(project / ".hydra" / "workspaces"), str(_REPEATS))
    usages = [run(Command(arguments, project, "boxed")) for _ in range(rounds)]
    return Figure(
        what="command in a box",
        against="no box",
        value=median(float(entry.output.split()[1]) for entry in usages),
        unit="ms",
        aim=15.0,
        rounds=rounds * _REPEATS,
        wall_seconds=typical(usages, "wall"),
        memory_bytes=typical(usages, "memory"),
    )


def watching_overhead(folder: Path, rounds: int) -> Iterator[Figure]:
    """The overhead of watching tests and of inspecting the change."""
    results = measure_watching(folder, rounds)
    ratios = [(entry.what, "plain pytest", entry.ratio) for entry in results]
    ratios.append((f"{results[0].what}, with the self-test", "plain pytest",
                   results[0].ratio + results[0].self_test_ratio))  # fmt: skip
    for what, against, value in ratios:
        yield Figure(
            what=what,
            against=against,
            value=value,
            unit="x",
            aim=1.25,
            rounds=rounds,
            wall_seconds=typical(results[0].race, "wall"),
            memory_bytes=typical(results[0].race, "memory"),
        )


def rerun(project: Path, candidates: int, rounds: int) -> Figure:
    """A finished race that is run again: its time in addition to pytest's own start."""
    _settings(project, candidates, {"build": "true", "test": "true", "lint": "true"})
    commands = {
        "again": Command(_RACE, project, "mergeable"),
        "plain": Command(_PLAIN, project, "1 passed"),
    }
    run(commands["again"])
    usages = take_rounds(commands, rounds)
    pairs = zip(usages["again"], usages["plain"], strict=True)
    return Figure(
        what=f"finished race of {candidates} again",
        against="pytest's start",
        value=median(ours.wall - theirs.wall for ours, theirs in pairs),
        unit="s",
        aim=1.0,
        rounds=rounds,
        wall_seconds=typical(usages["again"], "wall"),
        memory_bytes=typical(usages["again"], "memory"),
    )


def junit(folder: Path, rounds: int) -> Iterator[Figure]:
    """The time and memory to read a JUnit XML file with 100,000 tests."""
    path = folder / "junit.xml"
    with path.open("w", encoding="utf-8") as file:
        file.write(
            f'<testsuites><testsuite name="all" tests="{_CASES}" failures="{_CASES // 100}">'
        )
        for number in range(_CASES):
            place = f'classname="tests.test_part{number % 500}" time="0.001"'
            failure = '<failure message="no">x == 1</failure>' if number % 100 == 0 else ""
            file.write(f'<testcase {place} name="test_{number}">{failure}</testcase>\n')
        file.write("</testsuite></testsuites>")
    commands = {
        "read": Command(("-c", _JUNIT, str(path)), folder, f" {_CASES}\n"),
        "nothing": Command(("-c", "print('up')"), folder, "up"),
    }
    usages = take_rounds(commands, rounds)
    seconds = median(float(entry.output.split()[1]) for entry in usages["read"])
    more = typical(usages["read"], "memory") - typical(usages["nothing"], "memory")
    for value, unit, aim in ((seconds, "s", 1.0), (more / 1e6, "MB", 100.0)):
        yield Figure(
            what=f"JUnit XML of {_CASES:,} cases" + (", memory" if unit == "MB" else ""),
            against="Python" if unit == "MB" else "",
            value=value,
            unit=unit,
            aim=aim,
            rounds=rounds,
            wall_seconds=typical(usages["read"], "wall"),
            memory_bytes=typical(usages["read"], "memory"),
        )


def _format_value(value: float, unit: str) -> str:
    digits = {"x": 2, "s": 2}.get(unit, 0)
    return f"{value:.{digits}f} {unit}"


def _settings(
    project: Path,
    candidates: int,
    commands: Mapping[str, str],
    *,
    checks: int = 0,
    box: str = "none",
) -> None:
    lines = ["[race]", 'base = "main"', "[scoring]", 'profile = "none"', "[scoring.commands]"]
    lines += [f"{name} = '''{command}'''" for name, command in commands.items()]
    for number in range(checks):
        keys = [f'name = "check{number}"', 'command = ":"', "weight = 1"]
        lines += ["[[scoring.dimensions]]", *keys]
    lines += ["[sandbox]", f'mode = "{box}"']
    for number in range(candidates):
        name = f"a{number:02}"
        lines += ["[[race.candidates]]", f'agent = "{name}"', f'ref = "agents/{name}"']
    (project / "hydra.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _computing(seconds: float) -> str:
    text = _COMPUTE.format(seconds=seconds)
    return f'{sys.executable} -S -c "{text}"'


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


if __name__ == "__main__":
    run_parts("benchmarks.races", str(__doc__), {"races": report})
