"""What cross-examination costs: a race whose candidates all have new tests, with it and without.

Each pair of an author and another's code is a process of pytest. What as many of these take by
themselves, as many at a time as a race has slots, is what it costs at least. No plugins are loaded.
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
from benchmarks.measure import Command, Took, run, typical
from benchmarks.repository import commit, git

_RACE = ("-m", "pytest", "-q", "-p", "pytest_hydra.plugin", "--hydra", "hydra.toml")
_PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--disable-plugin-autoload")
_CANDIDATES = 8
_PAIRS = _CANDIDATES * (_CANDIDATES - 1)
# New tests of each candidate.
_NEW = 4
_EACH = 0.05
_AIM = 2.0
_TEST = "def test_{name}():\n    time.sleep({seconds})\n    assert answer() == 42\n"
_HEAD = "import time\n\nfrom product import answer\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """What one race took, by the same without it; ``suite`` is how many tests the base has.

    ``floor`` is the ratio where all pairs take what pytest alone takes for them, ``alone``.
    """

    suite: int
    ratio: float
    floor: float
    with_seconds: float
    without_seconds: float
    alone: float
    rounds: int


def report(folder: Path, options: Options) -> object:
    """Print the table; its rows."""
    columns = ("with", "without", "pairs by pytest alone", "rounds")
    show_heading(f"race of {_CANDIDATES}", "ratio", "at least", "aim", *columns)
    found = []
    for figure in measure(folder, options.rounds):
        show(
            f"suite of {figure.suite * _EACH:g} s",
            f"{figure.ratio:.2f}x",
            f"{figure.floor:.2f}x",
            f"{_AIM:g}x",
            f"{figure.with_seconds:.1f} s",
            f"{figure.without_seconds:.1f} s",
            f"{figure.alone:.1f} s",
            str(figure.rounds),
        )
        found.append(asdict(figure))
    return found


def measure(folder: Path, rounds: int) -> Iterator[Figure]:
    """Suites of 0.2 and 5 seconds."""
    for suite in (4, 100):
        project = make_race(folder / str(suite), suite)
        took: dict[bool, list[Took]] = {False: [], True: []}
        alone = []
        for number in range(rounds):
            for asked in (False, True) if number % 2 == 0 else (True, False):
                _settings(project, asked=asked)
                arguments = (*_RACE, "--hydra-no-cache")
                # The dimension is there, and all tests pass on all code.
                expected = "33 passed" if asked else "25 passed"
                took[asked].append(run(Command(arguments, project, expected)))
            alone.append(_pairs_alone(project))
        ratios = [a.wall / b.wall for a, b in zip(took[True], took[False], strict=True)]
        floors = [(a + b.wall) / b.wall for a, b in zip(alone, took[False], strict=True)]
        yield Figure(
            suite=suite,
            ratio=median(ratios),
            floor=median(floors),
            with_seconds=typical(took[True], "wall"),
            without_seconds=typical(took[False], "wall"),
            alone=median(alone),
            rounds=rounds,
        )


def _pairs_alone(project: Path) -> float:
    """How long pytest takes for as many runs of as many tests, side by side, in seconds."""
    _write(project / "test_pair.py", _tests("pair", _NEW))
    pair = Command((*_PYTEST, "test_pair.py"), project, f"{_NEW} passed")
    started = time.perf_counter()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(run, [pair] * _PAIRS))
    (project / "test_pair.py").unlink()
    return time.perf_counter() - started


def make_race(folder: Path, suite: int) -> Path:
    """A repository with so many tests, and a branch for each candidate, with code of its own."""
    folder.mkdir(parents=True)
    _write(folder / "product.py", "def answer():\n    return 42\n")
    _write(folder / "test_base.py", _tests("base", suite))
    _write(folder / ".gitignore", ".hydra/\nhydra.toml\n__pycache__/\n")
    git(folder, "init", "--quiet", "--initial-branch=main")
    commit(folder)
    for number in range(_CANDIDATES):
        git(folder, "checkout", "--quiet", "-b", f"agents/a{number}", "main")
        _write(folder / "product.py", f"def answer():\n    return 42 + {number} - {number}\n")
        _write(folder / f"test_a{number}.py", _tests(f"a{number}", _NEW))
        commit(folder)
    git(folder, "checkout", "--quiet", "main")
    return folder


def _tests(name: str, number: int) -> str:
    tests = (_TEST.format(name=f"{name}_{n}", seconds=_EACH) for n in range(number))
    return "\n\n".join([_HEAD, *tests])


def _settings(project: Path, *, asked: bool) -> None:
    lines = ["[race]", 'base = "main"', f"cross_examination = {str(asked).lower()}"]
    lines += ["[scoring.commands]", f'test = "python {" ".join(_PYTEST)}"']
    for number in range(_CANDIDATES):
        lines += ["[[race.candidates]]", f'agent = "a{number}"', f'ref = "agents/a{number}"']
    _write(project / "hydra.toml", "\n".join(lines) + "\n")


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    run_parts("benchmarks.cross_examination", str(__doc__), {"cross_examination": report})
