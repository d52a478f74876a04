"""What races cost: against the ideal, beside their commands, and when they are asked for again."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from benchmarks.command import Options, run_parts, show, show_heading
from benchmarks.measure import Command, Took, run, take_rounds, typical
from benchmarks.repository import commit, git
from benchmarks.tamper import watched
from pytest_hydra.execution.box import Box, overlay_problem, preflight

_RACE = ("-m", "pytest", "-q", "-p", "pytest_hydra.plugin", "--hydra", "hydra.toml")
_PLAIN = ("-m", "pytest", "-q", "test_plain.py")
# What the commands of a candidate, and of the base, take, in seconds.
_WAITS = {"build": 1.0, "test": 2.0, "lint": 1.0}
_COMPUTES = {"test": 2.0, "lint": 1.0}
_COMPUTE = "import time\nwhile time.process_time() < {seconds}:\n    sum(range(1000))\n"
_FEW, _MANY = 2, 12
_LAYS = 15
_CASES = 100_000

_LAY = """
import sys, time
from pathlib import Path
from statistics import median
from pytest_hydra.candidates.source.git import Repository
from pytest_hydra.candidates.workspace.workspaces import Workspaces
from pytest_hydra.execution.box import Box, preflight

box = preflight()
repository = Repository.find(Path(sys.argv[1]), Path(sys.argv[2], "objects"))
base, other = (repository.run("rev-parse", f"{one}^{{tree}}", as_user=True).decode().strip()
               for one in ("main", "agents/a00"))
laid, gone = [], []
box = box if isinstance(box, Box) else None
with Workspaces(repository, Path(sys.argv[2], "work"), box=box) as workspaces:
    ways = {"a copy": workspaces.copy, "an overlay": workspaces.overlay}
    way = ways[sys.argv[4]]
    with way(base):
        pass  # the first is what the others are made from
    for _ in range(int(sys.argv[3])):
        times = [time.perf_counter()]
        with way(other):
            times.append(time.perf_counter())
        times.append(time.perf_counter())
        laid.append(times[1] - times[0])
        gone.append(times[2] - times[1])
print("laid", median(laid) * 1000, median(gone) * 1000)
"""
_BOX = """
import sys, time
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from pytest_hydra.candidates.run.checks import CheckPlan, run
from pytest_hydra.candidates.source.git import Repository
from pytest_hydra.candidates.workspace.isolation import Isolation
from pytest_hydra.candidates.workspace.workspaces import Workspace, Workspaces
from pytest_hydra.execution.box import preflight

box = preflight()
repository = Repository.find(Path(sys.argv[1]), Path(sys.argv[2], "objects"))
base = repository.run("rev-parse", "main^{tree}", as_user=True).decode().strip()
plan = CheckPlan(name="nothing", command=":", timeout_seconds=60)
log = Path(sys.argv[2], "box.log")
took = {False: [], True: []}
with Workspaces(repository, Path(sys.argv[2], "work"), box=box) as workspaces, ExitStack() as stack:
    # As checks have them: an overlay, where there can be one, is seen in a box alone.
    over = stack.enter_context(workspaces.overlay(base))
    copied = Workspace(stack.enter_context(workspaces.copy(base)))
    for _ in range(int(sys.argv[3])):
        for boxed, laid in ((False, copied), (True, over)):
            isolation = Isolation(box=box if boxed else None, network=False)
            start = time.perf_counter()
            done = run(plan, laid.path, log, isolation=isolation, mount=laid.mount)
            took[boxed].append(time.perf_counter() - start)
            assert done.succeeded, done
print("boxed", median(more - less for less, more in zip(took[False], took[True])) * 1000)
"""
_JUNIT = """
import sys, time
from pathlib import Path
from pytest_hydra.candidates.results.protocol import run_of
from pytest_hydra.candidates.results.junit import parse_junit

data = Path(sys.argv[1]).read_bytes()
start = time.perf_counter()
run = run_of("junit", parse_junit(data, []).cases)
print("read", time.perf_counter() - start, len(run.outcomes))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One line of the table: what was measured, and the most that it is meant to be.

    ``value`` is how many times as long it took as what it is held ``against``, or what it took
    beside that. ``unit`` is that of ``value`` and ``aim``. ``wall_seconds`` and ``memory_bytes``
    are what the process took that it was measured with, in the median of the rounds.
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
    """Print the table; its rows."""
    show_heading("what", "against", "found", "aim", "took", "peak", "rounds")
    found = []
    for figure in measure_races(folder, options.rounds, full=options.full):
        value, aim = (_shown(entry, figure.unit) for entry in (figure.value, figure.aim))
        took, peak = f"{figure.wall_seconds:.2f} s", f"{figure.memory_bytes / 1e6:.0f} MB"
        show(figure.what, figure.against, value, aim, took, peak, str(figure.rounds))
        found.append(asdict(figure))
    return found


def measure_races(folder: Path, rounds: int, *, full: bool) -> Iterator[Figure]:
    """All figures of races, as they are measured."""
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
        yield from beside_commands(project, name, rounds)
    if isinstance(preflight(), Box):
        yield boxed(small, rounds)
    yield from watching(folder / "watched", rounds)
    yield resume(waiting, 16, rounds)
    yield from junit(folder, rounds)


def make_race(folder: Path, *, candidates: int, files: int, size: int = 500) -> Path:
    """A repository with so many files of so many bytes, and a branch for each candidate."""
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
    """A race whose commands take a known time, by the least that they could take together.

    That is the longest chain of one candidate, or all work shared out to the slots: whatever is
    more. All else counts against us, but for the start of a pytest without us.
    """
    lasts = _COMPUTES if computing else _WAITS
    commands = {name: _computing(s) if computing else f"sleep {s}" for name, s in lasts.items()}
    _settings(project, candidates, commands)
    # What follows the build waits for it; the longest of that waits longest.
    chain = lasts.get("build", 0.0) + max(s for name, s in lasts.items() if name != "build")
    ideal = max(chain, (candidates + 1) * sum(lasts.values()) / slots)
    arguments = (*_RACE, "--hydra-no-cache", "--hydra-jobs", str(slots))
    race, plain = Command(arguments, project, "mergeable"), Command(_PLAIN, project, "1 passed")
    both = take_rounds({"race": race, "plain": plain}, rounds)
    took = both["race"]
    pairs = zip(took, both["plain"], strict=True)
    wall = median(ours.wall - theirs.wall for ours, theirs in pairs)
    how = "computing" if computing else "waiting"
    return Figure(
        what=f"race of {candidates}, {how}, {_count(slots, 'slot')}",
        against=f"ideal: {ideal:g} s",
        value=wall / ideal,
        unit="x",
        aim=1.1,
        rounds=rounds,
        wall_seconds=typical(took, "wall"),
        memory_bytes=typical(took, "memory"),
    )


def beside_commands(project: Path, name: str, rounds: int) -> Iterator[Figure]:
    """What a check takes beside its command, which does nothing, without a box and in one.

    Without a box its workspace is a copy, and in one an overlay, where there can be one. By the
    difference of two races that have ten checks for each of two trees in one slot, or not.
    """
    for box in ("none", "bubblewrap"):
        took: dict[int, list[Took]] = {_FEW: [], _MANY: []}
        for _ in range(2 * rounds):
            for checks, walls in took.items():
                _settings(project, 1, {}, checks=checks, box=box)
                arguments = (*_RACE, "--hydra-no-cache", "--hydra-jobs", "1")
                walls.append(run(Command(arguments, project, "mergeable")))
        pairs = zip(took[_MANY], took[_FEW], strict=True)
        more = median(many.wall - few.wall for many, few in pairs)
        yield Figure(
            what=f"check on {name}, {'no box' if box == 'none' else 'in a box'}",
            against="its command",
            value=more * 1000 / (2 * (_MANY - _FEW)),
            unit="ms",
            aim=150.0,
            rounds=2 * rounds,
            wall_seconds=typical(took[_MANY], "wall"),
            memory_bytes=typical(took[_MANY], "memory"),
        )


def workspace(project: Path, name: str, rounds: int) -> Iterator[Figure]:
    """Laying out the workspace of a candidate, and removing it: a copy, and an overlay."""
    found = preflight()
    overlays = isinstance(found, Box) and overlay_problem(found, project) is None
    for way in ("a copy", *(["an overlay"] if overlays else [])):
        arguments = ("-c", _LAY, str(project), str(project / ".hydra" / "lays"), str(_LAYS), way)
        took = [run(Command(arguments, project, "laid")) for _ in range(rounds)]
        for place, what in ((1, "laid"), (2, "removed")):
            yield Figure(
                what=f"workspace of {name}, {way}, {what}",
                against="",
                value=median(float(entry.output.split()[place]) for entry in took),
                unit="ms",
                aim=60.0,
                rounds=rounds * _LAYS,
                wall_seconds=typical(took, "wall"),
                memory_bytes=typical(took, "memory"),
            )


def boxed(project: Path, rounds: int) -> Figure:
    """What a box adds to a command that does nothing."""
    arguments = ("-c", _BOX, str(project), str(project / ".hydra" / "lays"), str(_LAYS))
    took = [run(Command(arguments, project, "boxed")) for _ in range(rounds)]
    return Figure(
        what="command in a box",
        against="no box",
        value=median(float(entry.output.split()[1]) for entry in took),
        unit="ms",
        aim=15.0,
        rounds=rounds * _LAYS,
        wall_seconds=typical(took, "wall"),
        memory_bytes=typical(took, "memory"),
    )


def watching(folder: Path, rounds: int) -> Iterator[Figure]:
    """What it adds to tests that they are watched, and that their change is looked at."""
    found = watched(folder, rounds)
    ratios = [(entry.what, "plain pytest", entry.ratio) for entry in found]
    ratios.append((f"{found[0].what}, with the trial of the race", "plain pytest",
                   found[0].ratio + found[0].trial_beside))  # fmt: skip
    for what, against, value in ratios:
        yield Figure(
            what=what,
            against=against,
            value=value,
            unit="x",
            aim=1.25,
            rounds=rounds,
            wall_seconds=typical(found[0].race, "wall"),
            memory_bytes=typical(found[0].race, "memory"),
        )


def resume(project: Path, candidates: int, rounds: int) -> Figure:
    """A race that is finished, asked for again: what it takes beside pytest's own start."""
    _settings(project, candidates, {"build": "true", "test": "true", "lint": "true"})
    commands = {
        "again": Command(_RACE, project, "mergeable"),
        "plain": Command(_PLAIN, project, "1 passed"),
    }
    run(commands["again"])
    took = take_rounds(commands, rounds)
    pairs = zip(took["again"], took["plain"], strict=True)
    return Figure(
        what=f"finished race of {candidates} again",
        against="pytest's start",
        value=median(ours.wall - theirs.wall for ours, theirs in pairs),
        unit="s",
        aim=1.0,
        rounds=rounds,
        wall_seconds=typical(took["again"], "wall"),
        memory_bytes=typical(took["again"], "memory"),
    )


def junit(folder: Path, rounds: int) -> Iterator[Figure]:
    """Reading a JUnit XML file of very many tests: how long, and how much memory."""
    path = folder / "junit.xml"
    with path.open("w", encoding="utf-8") as file:
        file.write(
            f'<testsuites><testsuite name="all" tests="{_CASES}" failures="{_CASES // 100}">'
        )
        for number in range(_CASES):
            place = f'classname="tests.test_part{number % 500}" time="0.001"'
            inside = '<failure message="no">x == 1</failure>' if number % 100 == 0 else ""
            file.write(f'<testcase {place} name="test_{number}">{inside}</testcase>\n')
        file.write("</testsuite></testsuites>")
    commands = {
        "read": Command(("-c", _JUNIT, str(path)), folder, f" {_CASES}\n"),
        "nothing": Command(("-c", "print('up')"), folder, "up"),
    }
    took = take_rounds(commands, rounds)
    seconds = median(float(entry.output.split()[1]) for entry in took["read"])
    more = typical(took["read"], "memory") - typical(took["nothing"], "memory")
    for value, unit, aim in ((seconds, "s", 1.0), (more / 1e6, "MB", 100.0)):
        yield Figure(
            what=f"JUnit XML of {_CASES:,} cases" + (", memory" if unit == "MB" else ""),
            against="Python" if unit == "MB" else "",
            value=value,
            unit=unit,
            aim=aim,
            rounds=rounds,
            wall_seconds=typical(took["read"], "wall"),
            memory_bytes=typical(took["read"], "memory"),
        )


def _shown(value: float, unit: str) -> str:
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
        named = [f'name = "check{number}"', 'command = ":"', "weight = 1"]
        lines += ["[[scoring.dimensions]]", *named]
    lines += ["[sandbox]", f'mode = "{box}"']
    for number in range(candidates):
        name = f"a{number:02}"
        lines += ["[[race.candidates]]", f'agent = "{name}"', f'ref = "agents/{name}"']
    (project / "hydra.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _computing(seconds: float) -> str:
    text = _COMPUTE.format(seconds=seconds)
    return f'{sys.executable} -S -c "{text}"'


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


if __name__ == "__main__":
    run_parts("benchmarks.races", str(__doc__), {"races": report})
