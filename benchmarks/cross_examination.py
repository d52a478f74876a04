"""The cost of cross-examination: a race whose candidates all have new tests, with and without it.

Each pair of an author and another candidate's code is a process of pytest. The lowest possible
cost is the time of as many such processes without a race, as many at a time as a race has slots.
No plugins are loaded.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from benchmarks.command import Options, run_parts, show, show_heading
from benchmarks.measure import Command, Usage, run, typical
from benchmarks.repository import commit, git

_RACE = ("-m", "pytest", "-q", "-p", "pytest_hydra.plugin", "--hydra", "hydra.toml")
_PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--disable-plugin-autoload")
_CANDIDATES = 8
_PAIRS = _CANDIDATES * (_CANDIDATES - 1)
# New tests of each candidate.
_TESTS_EACH = 4
_TEST_SECONDS = 0.05
_AIM = 2.0
_TEST = "def test_{name}():\n    time.sleep({seconds})\n    assert answer() == 42\n"
_HEAD = "import time\n\nfrom product import answer\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """The time of a race with cross-examination, relative to the same race without it.

    ``suite`` is the number of tests of the base. ``alone`` is the time of pytest alone for all
    pairs, and ``floor`` is the ratio if only this time is added.
    """

    suite: int
    ratio: float
    floor: float
    with_seconds: float
    without_seconds: float
    alone: float
    rounds: int


def report(folder: Path, options: Options) -> object:
    """Print the table, and return its rows."""
    columns = ("with", "without", "pytest alone", "rounds")
    show_heading("suite of the base", "ratio", "lower bound", "aim", *columns)
    rows = []
    for figure in measure(folder, options.rounds):
        show(
            f"{figure.suite * _TEST_SECONDS:g} s",
            f"{figure.ratio:.2f}x",
            f"{figure.floor:.2f}x",
            f"{_AIM:g}x",
            f"{figure.with_seconds:.1f} s",
            f"{figure.without_seconds:.1f} s",
            f"{figure.alone:.1f} s",
            str(figure.rounds),
        )
        rows.append(asdict(figure))
    return rows


def measure(folder: Path, rounds: int) -> Iterator[Figure]:
    """Measure suites of 0.2 and 5 seconds."""
    for suite in (4, 100):
        project = make_race(folder / str(suite), suite)
        usages: dict[bool, list[Usage]] = {False: [], True: []}
        plain_seconds = []
        for number in range(rounds):
            for enabled in (False, True) if number % 2 == 0 else (True, False):
                _settings(project, enabled=enabled)
                arguments = (*_RACE, "--hydra-no-cache")
                # With the dimension there are more checks; all tests pass on all code.
                expected = "33 passed" if enabled else "25 passed"
                usages[enabled].append(run(Command(arguments, project, expected)))
            plain_seconds.append(_plain_pairs_seconds(project))
        ratios = [a.wall / b.wall for a, b in zip(usages[True], usages[False], strict=True)]
        floors = [(a + b.wall) / b.wall for a, b in zip(plain_seconds, usages[False], strict=True)]
        yield Figure(
            suite=suite,
            ratio=median(ratios),
            floor=median(floors),
            with_seconds=typical(usages[True], "wall"),
            without_seconds=typical(usages[False], "wall"),
            alone=median(plain_seconds),
            rounds=rounds,
        )


def _plain_pairs_seconds(project: Path) -> float:
    """The time of pytest alone for all pairs, run in parallel, in seconds."""
    _write(project / "test_pair.py", _tests("pair", _TESTS_EACH))
    pair = Command((*_PYTEST, "test_pair.py"), project, f"{_TESTS_EACH} passed")
    started = time.perf_counter()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(run, [pair] * _PAIRS))
    (project / "test_pair.py").unlink()
    return time.perf_counter() - started


def make_race(folder: Path, suite: int) -> Path:
    """Create a repository with ``suite`` tests, and a branch with own code for each candidate."""
    folder.mkdir(parents=True)
    _write(folder / "product.py", "def answer():\n    return 42\n")
    _write(folder / "test_base.py", _tests("base", suite))
    _write(folder / ".gitignore", ".hydra/\nhydra.toml\n__pycache__/\n")
    git(folder, "init", "--quiet", "--initial-branch=main")
    commit(folder)
    for number in range(_CANDIDATES):
        git(folder, "checkout", "--quiet", "-b", f"agents/a{number}", "main")
        _write(folder / "product.py", f"def answer():\n    return 42 + {number} - {number}\n")
        _write(folder / f"test_a{number}.py", _tests(f"a{number}", _TESTS_EACH))
        commit(folder)
    git(folder, "checkout", "--quiet", "main")
    return folder


def _tests(name: str, number: int) -> str:
    tests = (_TEST.format(name=f"{name}_{n}", seconds=_TEST_SECONDS) for n in range(number))
    return "\n\n".join([_HEAD, *tests])


def _settings(project: Path, *, enabled: bool) -> None:
    lines = ["[race]", 'base = "main"', f"cross_examination = {str(enabled).lower()}"]
    lines += ["[scoring.commands]", f'test = "python {" ".join(_PYTEST)}"']
    for number in range(_CANDIDATES):
        lines += ["[[race.candidates]]", f'agent = "a{number}"', f'ref = "agents/a{number}"']
    _write(project / "hydra.toml", "\n".join(lines) + "\n")


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    run_parts("benchmarks.cross_examination", str(__doc__), {"cross_examination": report})
