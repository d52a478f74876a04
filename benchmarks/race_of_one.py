"""The cost of checking one candidate: a race of one, relative to pytest alone.

Processor time is that of the whole machine, since the usage of processes in a box is hidden from
their parent. So nothing else may run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from benchmarks.command import Options, run_parts, show, show_heading
from benchmarks.measure import Command, run
from benchmarks.repository import commit, git
from tools.environments import make_environment

_RACE = ("-m", "pytest", "-q", "-p", "pytest_hydra.plugin", "--hydra", "hydra.toml")
_PLAIN = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
# The seconds that each suite computes, in 200 tests of 20 files.
_SUITES = (0.5, 2.0, 8.0)
_FILES, _TESTS = 20, 10
_TEST = "\n\ndef test_{number}():\n    work({seconds})\n    assert price({number}) == {price}\n"
_HEAD = """\
import time

from shop.part{file} import price


def work(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        sum(range(100))
"""
_PRODUCT = "def price(number):\n    return number + {file}\n"
_CONFTEST = "import pytest\n\n\n@pytest.fixture\ndef one():\n    return 1\n"
# Each change is a branch from the base.
_CHANGES = {
    "product code alone": {"shop/part1.py": "def price(number):\n    return 1 + number\n"},
    "a test file too": {
        "shop/part1.py": "def price(number):\n    return 1 + number\n",
        "tests/test_new.py": "from shop.part1 import price\n\n\n"
        "def test_new():\n    assert price(-1) == 0\n",
    },
    "a conftest.py too": {
        "shop/part1.py": "def price(number):\n    return 1 + number\n",
        "tests/conftest.py": _CONFTEST.replace("return 1", "return 1.0"),
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """The median time and processor time of a race of one change, relative to plain pytest."""

    suite: float
    change: str
    wall: float
    cpu: float
    plain_seconds: float
    rounds: int


def report(folder: Path, options: Options) -> object:
    """Print the table, and return its rows."""
    ratios = ("time, relative to pytest", "processor time, relative to pytest")
    show_heading("pytest alone", "change", *ratios, "rounds")
    rows = []
    for figure in measure(folder, options.rounds):
        cells = f"{figure.wall:.1f}", f"{figure.cpu:.1f}"
        show(f"{figure.plain_seconds:.1f} s", figure.change, *cells, str(figure.rounds))
        rows.append(asdict(figure))
    return rows


def measure(folder: Path, rounds: int) -> Iterator[Figure]:
    """Measure all rows, suite by suite. A race is compared with pytest in the same round."""
    python = make_environment(folder / "environment")
    for number, seconds in enumerate(_SUITES):
        project = _make(folder / f"project{number}", seconds)
        plain = Command(_PLAIN, project, f"{_FILES * _TESTS} passed", str(python))
        race = Command((*_RACE, "--hydra-no-cache"), project, "1 mergeable")
        samples: dict[str, list[tuple[float, float]]] = {change: [] for change in _CHANGES}
        plain_times = []
        for _ in range(rounds):
            plain_times.append(wall := _run_times(plain))
            for change in _CHANGES:
                _settings(project, change, python)
                samples[change].append(_ratios(_run_times(race), wall))
        for change, ratios in samples.items():
            yield Figure(
                suite=seconds,
                change=change,
                wall=median(wall for wall, _ in ratios),
                cpu=median(cpu for _, cpu in ratios),
                plain_seconds=median(wall for wall, _ in plain_times),
                rounds=rounds,
            )


def _run_times(command: Command) -> tuple[float, float]:
    """The wall and processor time of a command, in seconds."""
    before = _machine_seconds()
    wall = run(command).wall
    return wall, _machine_seconds() - before


def _ratios(ours: tuple[float, float], theirs: tuple[float, float]) -> tuple[float, float]:
    return ours[0] / theirs[0], ours[1] / theirs[1]


def _machine_seconds() -> float:
    """The user and system time of all processors, from /proc/stat, in seconds."""
    _, user, nice, system, *_ = Path("/proc/stat").read_text(encoding="ascii").split(None, 4)
    return (int(user) + int(nice) + int(system)) / os.sysconf("SC_CLK_TCK")


def _make(folder: Path, seconds: float) -> Path:
    files = {
        "shop/__init__.py": "",
        "tests/conftest.py": _CONFTEST,
        ".gitignore": ".hydra/\nhydra.toml\n__pycache__/\n",
    }
    test_seconds = seconds / _FILES / _TESTS
    for file in range(_FILES):
        files[f"shop/part{file}.py"] = _PRODUCT.format(file=file)
        tests = (
            _TEST.format(number=number, seconds=test_seconds, price=number + file)
            for number in range(_TESTS)
        )
        files[f"tests/test_part{file}.py"] = _HEAD.format(file=file) + "".join(tests)
    _write(folder, files)
    (folder / "pytest.ini").write_text("[pytest]\npythonpath = .\n", encoding="utf-8")
    git(folder, "init", "--quiet", "--initial-branch=main")
    commit(folder)
    for change, edits in _CHANGES.items():
        git(folder, "checkout", "--quiet", "-b", _branch(change), "main")
        _write(folder, edits)
        commit(folder)
    git(folder, "checkout", "--quiet", "main")
    return folder


def _write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _settings(project: Path, change: str, python: Path) -> None:
    lines = ["[race]", 'base = "main"', "[[race.candidates]]", 'agent = "agent"']
    lines += [f'ref = "{_branch(change)}"', "[scoring]", 'profile = "none"']
    lines += [f'python = "{python}"', "[scoring.commands]", 'test = "python -m pytest -q"']
    (project / "hydra.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _branch(change: str) -> str:
    return change.replace(" ", "-").replace(".", "-")


if __name__ == "__main__":
    run_parts("benchmarks.race_of_one", str(__doc__), {"race_of_one": report})
